"""Le Havre in the real app: a game from its set-up over two rounds to the score, and counting without a game."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from card_db.le_havre.art import draw_face
from card_db.le_havre.buildings import proposals
from card_db.pack import load_pack, read_manifest, save_pack
from companion.games import load_box
from companion.games.le_havre.box import DEMO_HANDS
from companion.games.le_havre.drawn import card_names
from companion.games.le_havre.state import State
from scanner.index_cache import load_index
from tests.app_data import count_le_havre, play_le_havre
from tests.scan_deck import wait_for

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


@pytest.fixture
def small_deck(tmp_path: Path) -> None:
    """The cards of two demo hands as the drawn deck, quickly drawn and indexed."""
    decks, drawing = tmp_path / "app" / "decks", tmp_path / "drawing"
    decks.mkdir(parents=True)
    drawing.mkdir()
    cards = []
    for number, card in enumerate((*DEMO_HANDS[0].cards, *DEMO_HANDS[1].cards)):
        image = draw_face(card, card_names("en"), 110)
        assert image is not None
        image.save(drawing / f"{number}.png")
        cards.append({"id": card, "image": f"{number}.png"})
    manifest = drawing / "manifest.json"
    manifest.write_text(json.dumps({"name": "small", "card_size_mm": [44, 68], "cards": cards}), encoding="utf-8")
    save_pack(read_manifest(manifest), decks / "drawn-le_havre-en.cardpack")
    shutil.rmtree(drawing)
    load_index(decks / "drawn-le_havre-en.cardpack")


def enter(app: Any, button: str, number: int) -> None:
    """A number through the pad."""
    app.tap(button)
    for key in str(number):
        app.tap(f"key:{key}")
    app.tap("pad-done")


def state_of(app: Any) -> State:
    state: State = app.desk.session(app.desk.games()[0].id).state
    return state


def start_game(app: Any) -> None:
    """Two players, the short version, the piles dealt by the app."""
    app.tap("box:le_havre")
    app.tap("new_game")
    app.tap("count:2")
    app.type("name:0", "Anna")
    app.type("name:1", "Ben")
    app.tap("version:short")
    app.tap("start")
    app.tap("tick:offers")
    app.tap("to-piles")
    app.tap("deal")
    app.tap("lay-out")


def play_turn(app: Any) -> None:
    """The supply and the fullest offer."""
    state = state_of(app)
    app.tap("supply" if app.has("supply") else f"supply:{state.hidden_tiles[0]}")
    assert state_of(app).phase == "main", app.texts()
    offers = state_of(app).offers
    app.tap(f"offer:{max(offers, key=lambda offer: (offers[offer] > 0, offer in ('clay', 'iron'), offers[offer]))}")
    assert state_of(app).phase == "turn_end", app.texts()


def test_a_game_from_the_set_up_over_two_rounds_to_the_score(small_deck: None, open_app: OpenApp) -> None:
    app = open_app()
    start_game(app)
    assert state_of(app).phase == "supply"
    assert len(state_of(app).piles[0]) == len(proposals("short", 2)) // 3

    for _turn in range(3):
        play_turn(app)
    app = open_app()  # killed in the middle of a round
    assert app.get("game-title").text == "Le Havre"
    app.tap("continue-game")
    assert app.get("turn-number").text == "Turn 3 of 7"
    for _turn in range(4):
        play_turn(app)

    app.tap("end-round")  # ships feed everybody; the first proposal goes to the town
    assert (state_of(app).round, len(state_of(app).town)) == (2, 5)

    # A building is bought, and by the end of the second round Anna has neither food nor francs: that costs a loan.
    for turn in range(7):
        if turn == 1:
            app.tap("card:Building Firm (value 4)")
            app.tap("buy")
            assert "Building Firm (value 4)" in state_of(app).players[1].buildings
        play_turn(app)
    app.tap("player:0")
    for _franc in range(state_of(app).players[0].francs):
        app.tap("minus:francs")
    for good in ("fish", "smoked_fish", "bread", "meat"):
        for _one in range(state_of(app).players[0].has(good)):
            app.tap(f"minus:{good}")
    app.tap("save")
    assert state_of(app).players[0].francs == 0
    app.tap("end-round")
    assert state_of(app).phase == "feeding"
    app = open_app()  # nobody has paid yet
    app.tap("continue-game")
    app.tap("feed:0")
    assert state_of(app).players[0].loans == 1
    app.tap("undo")
    assert state_of(app).players[0].loans == 0
    app.tap("redo")
    app.tap("feed:1")
    assert state_of(app).round == 3
    assert app.get("round").text == "Round 3 of 8"

    # The final score: the drawn cards lie on the table and are read; there is no camera, so it is the demo table.
    app.tap("score")
    app.tap("camera")
    wait_for(app, lambda: app.screen.latest is not None and app.screen.latest.steady)
    app.tap("take")
    app.tap("confirm-yes")  # these are not the cards of this game
    while app.has("doubt-other"):
        app.tap(next(name for name in ids(app) if name.startswith("option:")))
    hand = set(DEMO_HANDS[0].cards)
    assert len(hand & set(app.screen.hands.hand(0).cards)) >= len(hand) - 1
    app.tap("next")
    app.tap("next")
    app.tap("confirm-yes")  # Ben has no cards but the one he bought
    assert app.screen.test_id == "screen:result"
    assert app.screen.sheet.players[0].total > 80
    assert app.screen.sheet.winners == ("Anna",)


def ids(app: Any) -> list[str]:
    return [widget.test_id for widget in app.walk() if getattr(widget, "test_id", "")]


def test_a_building_is_entered_in_a_way_of_ones_own(open_app: OpenApp) -> None:
    app = open_app(game="le_havre")
    game = play_le_havre(app.desk, lambda state: state.phase == "main" and state.round == 4)
    app.shell.home()
    app.shell.go("table", game=game)
    app.frames(3)
    state = app.desk.session(game).state
    lit = [card for card in state.town if not state.visitors(card)]
    app.tap(f"card:{lit[0]}")
    app.tap("way:other")
    assert app.screen.test_id == "screen:visit"
    app.tap("part:got")
    app.tap("plus:fish")
    app = open_app()  # what was told so far is kept
    app.tap("continue-game")
    app.tap(f"card:{lit[0]}")
    app.tap("way:other")
    assert app.screen.visit().use.got.get("fish", 0) >= 1
    app.tap("record-visit")
    assert app.has("refusal")  # no building gives a fish more than it says; the table may agree
    app.tap("override")
    assert app.desk.session(game).state.phase == "turn_end"


def test_what_is_paid_for_a_building_is_told_by_tap(open_app: OpenApp) -> None:
    app = open_app(game="le_havre")
    game = play_le_havre(app.desk, lambda state: state.phase == "main")
    session = app.desk.session(game)
    seat, firm = session.state.to_act, "Building Firm (value 4)"
    name = session.setup.players[seat]
    session.record({"do": "correct", "player": name, "goods": {"wood": 3, "clay": 3, "brick": 3}, "buildings": []})
    session.record({"do": "correct", "piles": [["Bakehouse"], [], []], "town": [firm]})
    app.shell.home()
    app.shell.go("table", game=game)
    app.tap(f"card:{firm}")
    assert app.get("card-summary").text.endswith("Value: 4 · Entry fee: free · 1 hammer")
    app.tap("way:other")
    app.tap("plus:brick")  # bricks stand for clay
    app.tap("plus:brick")
    app.tap("minus:clay")
    app.tap("minus:clay")
    assert app.get("visit-words").text == "Builds Bakehouse and gives 2 brick"
    app.tap("record-visit")
    player = app.desk.session(game).state.players[seat]
    assert (player.buildings, player.goods) == (("Bakehouse",), {"wood": 3, "clay": 3, "brick": 1})


def test_score_now_in_german_with_bonus_lines_and_a_tie(open_app: OpenApp) -> None:
    app = open_app(language="de", game="le_havre")
    app.tap("score-now")
    app.tap("players:2")
    app.tap("start")
    app.tap("picker-tab:P")
    app.tap("pick:Town Hall")
    app.tap("pick:Church")
    enter(app, "francs", 10)
    app.tap("loans")
    app.tap("key:1")
    app.tap("pad-done")
    app = open_app()  # killed while counting
    app.tap("continue-count")
    assert app.screen.hands.hand(0).tokens == {"francs": 10, "loans": 1}
    app.tap("seat:1")
    app.tap("picker-tab:E")
    app.tap("pick:Storehouse")
    app.tap("goods")
    for _one in range(4):
        app.tap("plus:fish")
    app.tap("tokens-done")
    enter(app, "francs", 37)
    app.tap("next")
    assert "gewinnen gemeinsam" in app.get("why").text  # 6 + 26 + 8 + 10 - 7 = 43 = 4 + 2 + 37
    assert app.reads("Bonus: Rathaus")
    assert app.reads("Bonus: Lagerhaus")
    assert [player.total for player in app.screen.sheet.players] == [43, 43]
    app.tap("cell:2:" + app.screen.sheet.players[0].name)
    assert app.reads("Rathaus zählt")
    app.tap("rule")
    assert app.has("rule:5.3:marked")


def test_a_game_is_looked_at_again_and_nothing_is_done(open_app: OpenApp) -> None:
    app = open_app()
    game = play_le_havre(app.desk, lambda state: state.phase == "main" and state.round == 3)
    session = app.desk.session(game)
    steps = len(session.steps)
    app.tap("box:le_havre")
    app.tap("history")
    app.tap(f"game:{game}")
    app.tap("open-replay")
    assert app.get("happened").text == "Before the first step"
    app.tap("next")
    assert app.get("happened").text == "Proposals laid out"
    taken = next(number for number, event in enumerate(session.journal.events) if event["do"] == "take")
    app.screen.go_to(taken)
    app.frames(2)
    offer = f"offer:{session.journal.events[taken]['offer']}"
    assert app.get(offer).number > 0
    app.tap(offer)
    app.tap("next")
    assert app.get(offer).number == 0
    assert app.get("happened").text.startswith(f"{session.journal.events[taken]['player']} takes")
    app.tap(f"card:{session.state_after(taken).town[0]}")
    assert app.has("card-dialog")
    assert not app.has("buy")
    assert not app.has("way:0")
    app.shell.close_dialogs()
    app.tap("tab:players")
    app.screen.go_to(steps)
    app.frames(2)
    app.tap("player:0")
    assert app.has("hand-dialog")
    app.shell.close_dialogs()
    app.tap("play")
    app.until(lambda: app.screen.step == 1)
    app.tap("pause")
    assert len(app.desk.session(game).steps) == steps


def test_the_arbiter_answers_and_corrections_are_recorded(open_app: OpenApp) -> None:
    app = open_app(game="le_havre")
    game = play_le_havre(app.desk, lambda state: state.phase == "main" and state.round == 4)
    session = app.desk.session(game)
    app.shell.home()
    app.shell.go("arbiter", game=game)
    app.frames(3)
    app.tap("verb:take")
    offer = next(offer for offer, number in session.state.offers.items() if number)
    app.tap(f"ask:{offer}")
    assert app.get("verdict").text == "Yes"
    other = session.setup.players[((session.state.to_act or 0) + 1) % 3]
    app.tap(f"seat:{other}")
    assert app.get("verdict").text == "No"
    app.tap("back")
    app.shell.go("correct", game=game)
    app.frames(3)
    before = session.state.offers["fish"]
    app.tap("plus:fish")
    app.tap("save")
    assert session.state.offers["fish"] == before + 1
    assert session.steps[-1].overridden is None


def test_history_and_statistics_know_both_games(open_app: OpenApp) -> None:
    app = open_app(game="le_havre")
    count_le_havre(app.desk)
    app.tap("history")
    assert app.reads("Le Havre · Anna 148")
    app.tap("statistics")
    assert app.reads("Francs less loans")


def test_the_owners_printed_cards_are_taught(open_app: OpenApp) -> None:
    app = open_app(game="le_havre")
    app.tap("my_deck")
    for card in ("Bank", "steel 10"):
        image = draw_face(card, card_names("en"), 90)
        assert image is not None
        app.screen.book.add(image)
    app.screen.rebuild()
    app.frames(2)
    app.tap("deck-name")
    app.tap("picker-tab:E")
    app.tap("pick:Bank")
    app = open_app()  # killed between two cards
    app.tap("my_deck")
    assert app.get("deck-progress").text == "1 of 89 cards"
    app.tap("deck-name")
    app.tap("name-deck:ship")
    app.tap("pick:steel 10")
    app.tap("deck-finish")
    wait_for(app, lambda: app.desk.pack_of(app.desk.box) == "le_havre-my-deck.cardpack", 30)
    assert app.desk.settings.pack == ""  # the deck of Packet Row is another one
    pack = load_pack(app.desk.packs_folder / "le_havre-my-deck.cardpack")
    assert [card.id for card in pack.cards] == ["Bank", "steel 10"]
    assert app.desk.own_packs(load_box("packet_row")) == []
