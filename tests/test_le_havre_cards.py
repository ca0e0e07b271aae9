"""What the owner's printed cards show in place of our list: on disk, in a game, in a count, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.core.box import corrections_file
from companion.core.game import InputError, Json, Seat, Setup, apply, legal_actions
from companion.counting import Counting, start_counting
from companion.games import load_box
from companion.games.le_havre.actions import Built, Buy, CorrectPlayer, CorrectTable, Enter, Use
from companion.games.le_havre.building_words import building_text
from companion.games.le_havre.checks import check
from companion.games.le_havre.demand import feedings
from companion.games.le_havre.game import GAME, holdings
from companion.games.le_havre.owned_cards import correct_card, load_corrections, own_corrections
from companion.games.le_havre.printed import printed, read_corrections
from companion.games.le_havre.scoring import score
from companion.games.le_havre.shelf import shelf
from companion.games.le_havre.state import State
from companion.records.played import Records
from companion.session import Session, start_game
from companion.store import Store
from companion.words import English

ANNA, BEN = Seat(0), Seat(1)
STORE = {"Hardware Store": {"kind": "C", "value": 10}}


def table(corrections: Json | None = None, buildings: tuple[str, ...] = (), **more: Any) -> State:
    """Anna's main action of the first turn, with buildings and plenty of everything."""
    state = GAME.new_game(Setup("le_havre", ("Anna", "Ben"), ANNA, version="full", corrections=corrections or {}))
    goods = dict.fromkeys(("wood", "clay", "brick", "iron", "fish"), 9)
    state = apply(GAME, state, CorrectPlayer(ANNA, francs=90, goods=goods, buildings=buildings))
    return apply(GAME, state, CorrectTable(**more))._replace(phase="main", to_act=ANNA)


# --- what is read -------------------------------------------------------------------------------------------------


def test_without_corrections_the_cards_are_those_of_the_list() -> None:
    assert printed() is printed({}) is printed(read_corrections({}))
    assert printed().buildings["Hardware Store"].kind == "E"


def test_every_value_can_be_corrected_and_only_that() -> None:
    told: Json = {
        "Ironworks": {"kind": "E", "value": 13, "price": None, "fisherman": 1, "hammer": 0},
        "Marketplace": {"entry": [{"food": 1}, {"francs": 3}], "materials": {"wood": 3, "clay": 0}},
        "Coal Trader": {"limits": {"coal": 5, "charcoal": 1}},
        "iron": {"price": 22, "materials": {"iron": 5}, "load": 4, "food": {str(n): 9 for n in range(1, 6)}},
        "Zoo": {},
    }
    cards = printed(read_corrections(told))
    works, market = cards.buildings["Ironworks"], cards.buildings["Marketplace"]
    assert (works.kind, works.value, works.price, works.fisherman, works.hammer) == ("E", 13, None, 1, 0)
    assert works.sell_price == 6
    assert (market.entry, market.materials) == (({"food": 1}, {"francs": 3}), {"wood": 3})
    assert cards.buildings["Coal Trader"].limits == {"charcoal": 1, "coal": 5}
    iron = cards.ships["iron"]
    assert (iron.price, iron.materials, iron.load, iron.food[2]) == (22, {"iron": 5}, 4, 9)
    assert cards.ships["wooden"] == printed().ships["wooden"]
    assert "Zoo" not in cards.corrections
    assert read_corrections(json.loads(json.dumps(cards.corrections))) == cards.corrections


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"Clay Mound": {"materials": {"wood": 1}}}, "cannot be built"),
        ({"Bank": {"entry": []}}, "cannot be entered"),
        ({"Bank": {"limits": {"coal": 1}}}, "no card of this name has any"),
        ({"Fishery": {"entry": [{}]}}, "each of either food or francs"),
        ({"Fishery": {"entry": [{"food": 1, "francs": 1}]}}, "each of either food or francs"),
        ({"Fishery": {"entry": [{"fish": 1}]}}, "must be one of food, francs"),
        ({"Fishery": {"materials": {"gold": 1}}}, "must be one of fish"),
        ({"Fishery": {"materials": {"wood": False}}}, "wood in the materials"),
        ({"wooden": {"value": 3}}, "can tell price, materials, load, food, not 'value'"),
        ({"wooden": {"food": {"1": 5}}}, "for 2 players must be a whole number"),
        ({"Wharf": {}}, "did you mean 'Wharf (sort 12)' or 'Wharf (sort 17)'?"),
    ],
)
def test_a_wrong_correction_is_one_clear_sentence(told: Json, said: str) -> None:
    with pytest.raises(InputError) as error:
        read_corrections(told)
    assert said in str(error.value)


# --- on disk ------------------------------------------------------------------------------------------------------


def test_corrections_are_on_disk_and_lead_back_to_the_list(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert load_corrections(folder) == {}
    correct_card(folder, "Hardware Store", {"kind": "C"})
    correct_card(folder, "wooden", {"price": 15})
    assert load_corrections(folder) == {"Hardware Store": {"kind": "C"}, "wooden": {"price": 15}}
    with pytest.raises(InputError):
        correct_card(folder, "Bank", {"colour": "red"})
    correct_card(folder, "Hardware Store", {})
    assert load_corrections(folder) == {"wooden": {"price": 15}}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version":2,"corrections":{}}', '{"version":1}', "[" * 100_000])
def test_a_damaged_file_is_named_and_does_no_harm(tmp_path: Path, text: str) -> None:
    file = corrections_file(tmp_path, "le_havre")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"le_havre-corrections\.json is not a readable file"):
        load_corrections(tmp_path)
    assert own_corrections(tmp_path) == {}
    correct_card(tmp_path, "Zoo", {"value": 9})
    assert load_corrections(tmp_path) == {"Zoo": {"value": 9}}


# --- in a game ----------------------------------------------------------------------------------------------------


def test_the_arbiter_follows_the_card_at_the_table() -> None:
    """Between two sources both are allowed; once the owner has read the card, only what it says."""

    def builds(corrections: Json, wood: int) -> str | None:
        piles = (("Ironworks",), ("Fishery",), ("Joinery",))
        state = table(corrections, piles=piles, town=("Building Firm (value 4)",))
        use = Use(built=(Built("Ironworks", {"wood": wood, "brick": 2}),))
        refusal = check(state, Enter(ANNA, "Building Firm (value 4)", {}, use))
        return refusal.rule if refusal else None

    assert [builds({}, wood) for wood in (1, 2, 3)] == [None, "4.3", None]
    one, three = ({"Ironworks": {"materials": {"wood": wood, "brick": 2}}} for wood in (1, 3))
    assert [builds(one, wood) for wood in (1, 2, 3)] == [None, "4.3", "4.3"]
    assert [builds(three, wood) for wood in (1, 2, 3)] == ["4.3", "4.3", None]


def test_prices_fees_symbols_and_limits_are_those_of_the_card() -> None:
    told: Json = {
        "Marketplace": {"price": 7, "entry": [{"francs": 3}]},
        "Fishery": {"fisherman": 3},
        "Coal Trader": {"limits": {"coal": 1}},
        "wooden": {"price": 15},
        "Dock": {"price": None},
    }
    town = ("Marketplace", "Coal Trader", "Dock")
    for corrections, price, fee, fish, most in ((None, 6, {"francs": 1}, 4, 3), (told, 7, {"francs": 3}, 6, 1)):
        state = table(corrections, ("Fishery",), town=town)
        assert apply(GAME, state, Buy(ANNA, "Marketplace")).players[ANNA].francs == 90 - price
        assert check(state, Enter(ANNA, "Marketplace", fee, Use(got={"fish": 1, "wood": 1}))) is None
        assert check(state, Enter(ANNA, "Fishery", {}, Use(got={"fish": fish}))) is None
        coal = Use(paid={"fish": 2 * most}, got={"coal": most})
        assert check(state, Enter(ANNA, "Coal Trader", {"fish": 1}, coal)) is None
        buys = [action.card for action in legal_actions(GAME, state) if isinstance(action, Buy)]
        assert ("Dock" in buys) is (corrections is None)
    two = Use(paid={"fish": 4}, got={"coal": 2})
    refusal = check(table(told, town=town), Enter(ANNA, "Coal Trader", {"fish": 1}, two))
    assert refusal is not None
    assert refusal.reason.say(English) == "Coal Trader gives 1 coal at most, as its card says."
    assert building_text("Coal Trader", printed(told))[-1].say(English) == "It gives 1 coal at most."
    assert len(building_text("Coal Trader")) == 2


def test_ships_of_the_card_feed_and_the_score_counts_what_is_printed() -> None:
    wooden = {"wooden": {"food": {str(n): 9 for n in range(1, 6)}}}
    for corrections, food in ((None, 4), (wooden, 9)):
        state = table(corrections)
        state = apply(GAME, state, CorrectPlayer(ANNA, ships=(state.card.ship,)))
        assert feedings(state)[ANNA].from_ships == food
    for corrections, bank, total in ((None, 4, 24 + 4 + 90), (STORE, 2, 26 + 2 + 90)):
        (anna, _) = score(holdings(table(corrections, ("Bank", "Hardware Store")))).players
        assert (anna.bonuses["Bank"], anna.total) == (bank, total)


def test_a_game_keeps_the_cards_it_was_begun_with(tmp_path: Path) -> None:
    box = load_box("le_havre")
    correct_card(tmp_path, "Hardware Store", STORE["Hardware Store"])
    with Store(tmp_path / "games.sqlite") as store:
        setup = Setup("le_havre", ("Anna", "Ben"), ANNA, version="full", corrections=box.corrections(tmp_path))
        session = start_game(store, GAME, "One", setup)
        correct_card(tmp_path, "Hardware Store", {})  # what is corrected later changes nothing
        again = Session(store, GAME, session.id)
        assert again.setup == setup
        assert box.corrections_of(again.state) == STORE
        assert again.state.printed.buildings["Hardware Store"].kind == "C"
        # ... unless the table says so, which is a step like any other and can be taken back.
        again.record({"do": "correct", "cards": {"Zoo": {"value": 9}}})
        assert again.steps[-1].text.say(English) == "Corrected: what the printed cards say"
        assert box.corrections_of(Session(store, GAME, session.id).state) == {"Zoo": {"value": 9}}
        assert box.corrections_of(again.state_after(0)) == STORE
        again.undo()
        assert box.corrections_of(again.state) == STORE
        exported = again.export()
    assert GAME.read_setup(exported) == setup
    assert GAME.encode(setup, GAME.decode(setup, {"do": "correct", "cards": {}})) == {"do": "correct", "cards": {}}


# --- score now ----------------------------------------------------------------------------------------------------


def test_a_count_keeps_what_the_cards_said_when_it_was_finished(tmp_path: Path) -> None:
    box = load_box("le_havre")
    with Store(tmp_path / "games.sqlite") as store:
        counting = start_counting(store, "le_havre", ("Anna",))
        counting.set_cards(0, ("Bank", "Hardware Store"))
        counting.finish(STORE)
        records = Records(store)
        (played,) = records.all()
        assert played.sheet is not None
        assert played.sheet.players[0].total == 26 + 2
        again = Counting(store, counting.id)
        again.finish(STORE)
        assert len(again.journal.edits) == 2, "nothing new is written"
        again.finish(box.corrections(tmp_path))
        (played,) = Records(store).all()
        assert played.sheet is not None
        assert played.sheet.players[0].total == 24 + 4


def test_cards_are_found_by_the_kind_that_is_printed(tmp_path: Path) -> None:
    box = load_box("le_havre")
    kinds = {tab.id: tab.cards for tab in box.shelf(tmp_path).tabs}
    assert "Hardware Store" in kinds["E"]
    correct_card(tmp_path, "Hardware Store", {"kind": "C"})
    kinds = {tab.id: tab.cards for tab in box.shelf(tmp_path).tabs}
    assert "Hardware Store" in kinds["C"]
    assert "Hardware Store" in {tab.id: tab.cards for tab in shelf().tabs}["E"], "the list itself stays"


# --- the command line ---------------------------------------------------------------------------------------------


def said(capfd: pytest.CaptureFixture[str], *arguments: str) -> Any:
    status = main(arguments)
    out, err = capfd.readouterr()
    assert (status, err) == (0, "")
    return json.loads(out)


def test_the_command_line_knows_the_owners_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PACKET_ROW_DATA", str(tmp_path))
    player = {"name": "A", "francs": 0, "buildings": ["Bank", "Hardware Store"], "ships": [], "goods": {}, "loans": 0}
    request = tmp_path / "request.json"
    request.write_text(json.dumps({"game": "le_havre", "players": [player]}), encoding="utf-8")
    listed = said(capfd, "score", str(request))
    assert (listed["players"][0]["total"], "corrections" in listed) == (28, False)
    correct_card(tmp_path, "Hardware Store", {"kind": "C"})
    own = said(capfd, "score", str(request))
    assert (own["players"][0]["total"], own["corrections"]) == (26, {"Hardware Store": {"kind": "C"}})
    request.write_text(json.dumps({"game": "le_havre", "players": [player], "corrections": {}}), encoding="utf-8")
    assert said(capfd, "score", str(request)) == listed, "the request decides"
    assert main(["game", "new", "One", "--game", "le_havre", "--players", "A", "B"]) == 0
    assert main(["game", "export", "1", str(tmp_path / "one.json")]) == 0
    capfd.readouterr()
    assert json.loads((tmp_path / "one.json").read_text())["corrections"] == {"Hardware Store": {"kind": "C"}}
    corrections_file(tmp_path, "le_havre").write_text("{", encoding="utf-8")
    request.write_text(json.dumps({"game": "le_havre", "players": [player]}), encoding="utf-8")
    assert main(["score", str(request)]) == 2
    assert "corrections" in capfd.readouterr().err
