"""What Le Havre offers to the shell: cards to pick, drawn cards, its sheet, its reference, set-up, questions."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from PIL import ImageChops

from card_db.le_havre.art import draw_face, draw_good
from card_db.le_havre.buildings import load_buildings
from card_db.le_havre.goods import GOODS
from card_db.pack import load_pack
from companion.cli import main
from companion.core.box import Hand, token_name
from companion.core.game import Seat, Setup
from companion.core.journal import read_journal
from companion.core.sheet import stacked
from companion.games import GAMES, TITLES, load_box
from companion.games.le_havre.arbiter import VERBS, may
from companion.games.le_havre.box import BOX, DEMO_HANDS
from companion.games.le_havre.drawn import card_names, draw_picture
from companion.games.le_havre.game import GAME
from companion.games.le_havre.guide import call, setup_steps
from companion.games.le_havre.reference import GLOSSARY, GROUPS, PICTURES, REFERENCE
from companion.games.le_havre.robot import RobotTable
from companion.games.le_havre.rules import RULES
from companion.games.le_havre.shelf import ships_by_name
from companion.records.backup import make_backup, read_backup
from companion.records.exports import bg_stats_link, csv_bytes, result_text
from companion.records.played import Records
from companion.session import Session, start_game
from companion.store import Store
from companion.words import English, load_words
from tests.app_data import count_le_havre

CARDS = [card for tab in BOX.shelf().tabs for card in tab.cards]


class Table:
    """A desk with a store only."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "games.sqlite")


def test_every_card_can_be_picked_as_often_as_the_box_has_it() -> None:
    shelf = BOX.shelf()
    assert sorted(CARDS) == sorted([*load_buildings(), *ships_by_name()])
    assert shelf.has_room([], "Bank")
    assert not shelf.has_room(["Bank"], "Bank")
    assert shelf.has_room(["wooden 2", "wooden 2"], "wooden 2")
    assert not shelf.has_room(["wooden 2"] * 3, "wooden 2")
    assert list(shelf.in_order(["steel 10", "Bank", "Fishery", "wooden 2"])) == [
        "Fishery",
        "Bank",
        "wooden 2",
        "steel 10",
    ]


def test_every_card_is_drawn_and_no_two_are_alike() -> None:
    images = [draw_face(card, card_names("en"), 40) for card in CARDS]
    assert len({image.tobytes() for image in images if image is not None}) == len(CARDS) == 85
    english, german = (draw_face("Bank", card_names(language), 60) for language in ("en", "de"))
    assert english == german  # the same word in both
    one, other = (draw_face("Fishery", card_names(language), 60) for language in ("en", "de"))
    assert one is not None
    assert other is not None
    assert ImageChops.difference(one, other).getbbox()


def test_tokens_are_round_and_what_is_no_card_is_not_drawn() -> None:
    for good in (*GOODS, "francs", "food", "energy"):
        assert draw_good(good, 48).getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert draw_picture("banker", "en", 60, 60) is None


def test_the_drawn_cards_become_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACKET_ROW_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(
        "card_db.le_havre.art.pack_folder.draw_face", lambda card, names, dpi, values: draw_face(card, names, 40)
    )
    target = tmp_path / "le-havre.cardpack"
    assert main(["cards", str(target), "--game", "le_havre", "--lang", "de"]) == 0
    assert {card.id for card in load_pack(target).cards} == set(CARDS)


def test_the_sheet_adds_up_and_names_every_bonus() -> None:
    sheet = BOX.sheet(DEMO_HANDS)
    for seat, player in enumerate(sheet.players):
        assert sum(player.parts) == player.total == sum(row.numbers[seat] for row in sheet.rows)
        assert len(player.parts) == len(sheet.sources)
    names = [row.name.say(English) for row in sheet.rows]
    assert [name for name in names if name.startswith("Bonus")] == [
        "Bonus: Bank",
        "Bonus: Town Hall",
        "Bonus: Dock",
        "Bonus: Storehouse",
        "Bonus: Guildhouse",
    ]
    assert [note.say(English) for note in sheet.notes] == [
        "Anna can still repay 1 loan for 5 francs, which is worth 2 points."
    ]


def test_a_tie_has_several_winners_and_nobody_needs_cards() -> None:
    sheet = BOX.sheet([Hand("A", (), {"francs": 7}), Hand("B", (), {"francs": 14, "loans": 1}), Hand("C", (), {})])
    assert sheet.winners == ("A", "B")
    assert [player.total for player in sheet.players] == [7, 7, 0]


def test_counts_go_into_history_tables_and_backups(tmp_path: Path) -> None:
    desk = Table(tmp_path)
    count_le_havre(desk)
    (played,) = Records(desk.store).finished()
    assert played.box == "le_havre"
    assert "Le Havre" in result_text(played, load_words("de"))
    assert "le_havre" in bg_stats_link(played)
    head, first, *_ = csv_bytes([played], "comma", English).decode().splitlines()
    assert head.startswith("Date,Title,Game,Player,Place,Points in all,Buildings,Ships,Bonus: Bank")
    assert ",Le Havre," in first
    backup = read_backup(make_backup(desk.store, (), tmp_path))
    assert [game.game for game in backup.games] == ["le_havre/score"]
    assert read_journal(backup.games[0].operations).events
    desk.store.close()


def test_corrections_of_a_tracked_game_come_from_the_shell(tmp_path: Path) -> None:
    desk = Table(tmp_path)
    setup = Setup(GAME.id, ("A", "B"), Seat(0), version="short")
    session: Session[object, object] = start_game(desk.store, GAME, "x", setup)
    session.record(BOX.cards_event(setup, 1, ["Bank", "iron 8"]))
    session.record(BOX.token_event(setup, 1, BOX.hands(session.state)[1], "fish", 9))
    session.record(BOX.token_event(setup, 1, BOX.hands(session.state)[1], "loans", 2))
    session.record(BOX.token_event(setup, 1, BOX.hands(session.state)[1], "francs", 30))
    hand = BOX.hands(session.state)[1]
    assert hand.cards == ("Bank", "iron 8")
    assert (hand.tokens["fish"], hand.tokens["loans"], hand.tokens["francs"]) == (9, 2, 30)
    assert hand.tokens["clay"] == 2  # as at the start
    assert BOX.is_count(setup, 1, session.journal.events[0])
    assert not BOX.is_count(setup, 0, session.journal.events[0])
    assert json.dumps(session.export())
    desk.store.close()


def test_every_rule_has_its_group_and_every_reference_its_rule() -> None:
    assert {REFERENCE.group_of(rule) for rule in RULES} == set(GROUPS)
    assert set(PICTURES) <= set(RULES)
    assert {card for cards in PICTURES.values() for card in cards} <= set(CARDS)
    assert {term.rule for term in GLOSSARY} <= set(RULES)


@pytest.mark.parametrize("version", ["full", "short"])
@pytest.mark.parametrize("players", range(1, 6))
def test_set_up_and_turns_are_told_in_words(version: str, players: int) -> None:
    setup = Setup(GAME.id, tuple("ABCDE"[:players]), Seat(0), version=version)
    steps = setup_steps(setup)
    assert len({step.id for step in steps}) == len(steps) >= 7
    assert any("special" in step.id for step in steps) == (version == "full")
    table = RobotTable(setup, Random(players))
    phases = {GAME.new_game(setup).phase}
    for _ in islice(table.play(), 160):
        phases.add(table.state.phase)
        now = call(table.state)
        assert now.headline.say(load_words("de"))
        assert now.detail.say(English)
        assert now.seat == table.state.to_act
    assert {"setup", "supply", "main", "turn_end"} <= phases


def test_the_arbiter_knows_an_answer_to_every_question() -> None:
    table = RobotTable(Setup(GAME.id, ("A", "B", "C"), Seat(0), version="full"), Random(4))
    for _ in islice(table.play(), 60):
        pass
    state = table.state
    things = {"take": "fish", "enter": state.town[0], "buy": state.town[0], "sell": "Bank", "repay": ""}
    for verb in VERBS:
        for seat in range(3):
            verdict, action = may(state, Seat(seat), verb, things[verb])
            assert verdict.rule in RULES
            assert verdict.yes == (GAME.check(state, action) is None)


def test_games_are_called_the_same_everywhere() -> None:
    assert {game: load_box(game).title for game in GAMES} == TITLES
    assert all(load_box(game).id == game for game in GAMES)


def test_tokens_are_called_by_their_names() -> None:
    names = {token: token_name(BOX, token) for token in ("francs", "loans", "fish", "gold")}
    assert {key: name and name.say(English) for key, name in names.items()} == {
        "francs": "Francs",
        "loans": "Loans",
        "fish": "fish",
        "gold": None,
    }


def test_bars_are_as_high_as_the_total() -> None:
    """What loans cost eats from the top of a bar; nobody below zero has one."""
    assert stacked([88, 28, 15, 17]) == [88, 28, 15, 17]
    assert stacked([8, 4, 0, -5]) == [7, 0, 0, 0]
    assert stacked([2, 4, 0, -76]) == [0, 0, 0, 0]
    assert stacked([-3, 5]) == [0, 2]
