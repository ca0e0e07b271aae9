"""The deck list: its counts, where each value is known from, and the owner's corrections."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from card_db.deck import DeckEntry, DeckError, Provenance
from card_db.packet_row import deck_list
from card_db.packet_row.cards import (
    AREAS,
    BANKER,
    DESTINATIONS,
    GOODS,
    Building,
    Card,
    Contract,
    Goods,
    Helper,
    Money,
    Nugget,
    Ship,
    parse_card,
)
from card_db.packet_row.counts import BOX_SIZE, COUNTS, DECK_SIZE, IN_BOX, impossible_kinds
from card_db.packet_row.deck_list import (
    DECK_FILE,
    DECKS,
    Correction,
    check_counts,
    load_corrections,
    load_deck,
    parse_correction,
    save_corrections,
    value_names,
)

ROOT = Path(__file__).parent.parent
UNIVERSITY = Building("university", 18, 4)

# What the rulebooks state about single cards, beyond what holds for a whole kind (see stated_for_the_kind).
STATED: dict[str, set[str]] = {
    "vp:university:18:4": {"building", "price", "points"},
    "vp:library:15:3": {"building", "price"},
    "goods:tobacco:1:2": {"units", "price"},
    "goods:fur:2:6": {"units", "price"},
    "goods:tobacco:3:10": {"units", "price"},
    "nugget:1:4": {"price"},
    "contract:cotton:3:netherlands:25": {"good", "units", "destination", "reward"},
    "money:4": {"amount"},
}


def stated_for_the_kind(card: Card) -> set[str]:
    """What the component list tells of every card of a kind: 5 captains, 7 cards of fur, six destinations of ships."""
    match card:
        case Helper():
            return {"copies"}
        case Nugget():
            return {"units", "copies"}
        case Goods() | Contract(start=True):
            return {"good"}
        case Ship():
            return {"destination"}
    return set()


def entries_of(card: Card, *corrections: Correction) -> list[tuple[int, set[Provenance]]]:
    deck = load_deck(corrections)
    return [(entry.copies, set(entry.sources.values())) for entry in deck.entries if entry.card == card]


# --- counts -----------------------------------------------------------------------------------------------------


def test_the_box_holds_172_cards_in_five_decks() -> None:
    deck = load_deck()
    assert {name: len(deck.cards(name)) for name in DECKS} == {
        "guildhall": 38,
        "docks": 42,
        "market": 42,
        "bank": 38,
        "start": 12,
    }
    assert sum(entry.copies for entry in deck.entries) == BOX_SIZE == 172
    assert dict(DECK_SIZE) == {name: len(deck.cards(name)) for name in DECKS}


@pytest.mark.parametrize("name", DECKS)
def test_each_deck_holds_the_printed_number_of_each_kind(name: str) -> None:
    assert Counter(card.kind for card in load_deck().cards(name)) == Counter(COUNTS[name])


def test_the_counts_are_those_of_the_rulebook() -> None:
    assert dict(IN_BOX) == {
        "contract": 24,
        "assistant": 5,
        "vp": 36,
        "ship": 18,
        "captain": 5,
        "nugget:1": 5,
        "nugget:2": 5,
        **{f"goods:{good}": 7 for good in GOODS},
        "trader": 5,
        "money": 24,
        "banker": 5,
        **{f"start:{good}": 3 for good in GOODS},
    }


def test_contracts_pair_each_good_with_each_destination_and_ships_are_three_each() -> None:
    deck = load_deck()
    contracts = [card for card in deck.cards("guildhall") if isinstance(card, Contract)]
    assert {(card.good, card.destination) for card in contracts} == {(g, d) for g in GOODS for d in DESTINATIONS}
    ships = Counter(card.destination for card in deck.cards("docks") if isinstance(card, Ship))
    assert ships == dict.fromkeys(DESTINATIONS, 3)
    assert {35, 15} <= {card.reward for card in contracts}


def test_a_whole_box_is_possible_and_one_card_more_is_not() -> None:
    box = [card for name in DECKS for card in load_deck().cards(name)]
    assert impossible_kinds(box) == []
    assert impossible_kinds([*box, BANKER]) == [("banker", 6, 5)]


@pytest.mark.parametrize("missing", range(len(load_deck().entries)))
def test_a_list_without_one_of_its_entries_is_refused(missing: int) -> None:
    entries = list(load_deck().entries)
    gone = entries.pop(missing)
    with pytest.raises(DeckError, match=f"cards {gone.card.kind} in {gone.deck}, the game has"):
        check_counts(entries)


def test_a_list_with_a_card_too_many_is_refused() -> None:
    entries = list(load_deck().entries)
    with pytest.raises(DeckError, match="has 25 cards money in bank, the game has 24"):
        check_counts([*entries, DeckEntry("bank", Money(1), 1, {})])


@pytest.mark.parametrize(("deck", "card"), [("bank", Ship("spain")), ("guildhall", Money(4)), ("cellar", BANKER)])
def test_a_card_in_the_wrong_deck_is_refused(deck: str, card: Card) -> None:
    with pytest.raises(DeckError, match=f"{card} does not belong to the deck '{deck}'"):
        check_counts([*load_deck().entries, DeckEntry(deck, card, 1, {})])


def test_a_shipped_list_with_wrong_counts_is_refused_on_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "deck.toml"
    changed.write_text(DECK_FILE.read_text(encoding="utf-8").replace("copies = 5", "copies = 6", 1), encoding="utf-8")
    monkeypatch.setattr(deck_list, "DECK_FILE", changed)
    with pytest.raises(DeckError, match="the deck list has 6 cards assistant in guildhall, the game has 5"):
        load_deck()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('rulebook = ["amount"]', 'rulebook = ["weight"]', "money:4 has no value called weight"),
        ('rulebook = ["amount"]', 'rulebook = "amount"', "money:4 needs a list under rulebook"),
    ],
)
def test_a_shipped_list_with_an_odd_provenance_is_refused_on_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    changed = tmp_path / "deck.toml"
    text = DECK_FILE.read_text(encoding="utf-8")
    assert old in text
    changed.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(deck_list, "DECK_FILE", changed)
    with pytest.raises(DeckError, match=message):
        load_deck()


# --- provenance -------------------------------------------------------------------------------------------------


def test_every_value_of_every_entry_has_a_provenance() -> None:
    for entry in load_deck().entries:
        assert set(entry.sources) == set(value_names(entry.card)), str(entry.card)


def test_each_part_of_the_notation_is_a_value_with_a_name() -> None:
    for entry in load_deck().entries:
        parts = str(entry.card).split(":")[1:]
        assert len(value_names(entry.card)) == len(parts) + 1, str(entry.card)  # one more: copies


def test_what_the_rulebook_states_is_marked_rulebook_and_all_else_is_assumed() -> None:
    found = {}
    for entry in load_deck().entries:
        marked = {name for name, source in entry.sources.items() if source is Provenance.RULEBOOK}
        found[str(entry.card)] = marked
        expected = STATED.get(str(entry.card), set()) | stated_for_the_kind(entry.card)
        assert marked == expected, str(entry.card)
        rest = {source for name, source in entry.sources.items() if name not in marked}
        assert rest <= {Provenance.ASSUMED}, str(entry.card)
    assert set(STATED) <= set(found)


# --- corrections ------------------------------------------------------------------------------------------------


def test_a_correction_wins_over_the_assumed_value() -> None:
    correction = parse_correction("guildhall", "vp:opera:28:6", "vp:opera:30:7", 1)
    assert entries_of(Building("opera", 28, 6), correction) == []
    assert entries_of(Building("opera", 30, 7), correction) == [(1, {Provenance.OWNER})]


def test_a_correction_wins_over_the_rulebook_too() -> None:
    correction = parse_correction("guildhall", "vp:university:18:4", "vp:university:19:4", 1)
    assert entries_of(Building("university", 19, 4), correction) == [(1, {Provenance.OWNER})]


def test_a_correction_leaves_all_other_entries_as_they_were() -> None:
    correction = parse_correction("guildhall", "vp:opera:28:6", "vp:opera:30:7", 1)
    before = {(e.deck, e.card): e for e in load_deck().entries if e.card != Building("opera", 28, 6)}
    after = {(e.deck, e.card): e for e in load_deck((correction,)).entries if e.card != Building("opera", 30, 7)}
    assert after == before


def test_a_correction_can_concern_several_copies() -> None:
    correction = parse_correction("bank", "money:2", "money:7", 3)
    assert entries_of(Money(2), correction) == [(1, {Provenance.ASSUMED})]
    assert entries_of(Money(7), correction) == [(3, {Provenance.OWNER})]


def test_all_copies_can_be_corrected_one_after_the_other() -> None:
    one = parse_correction("bank", "money:2", "money:7", 1)
    assert entries_of(Money(2), one, one, one, one) == []
    assert sum(copies for copies, _ in entries_of(Money(7), one, one, one, one)) == 4


def test_more_copies_than_are_listed_are_refused() -> None:
    one = parse_correction("bank", "money:2", "money:7", 1)
    with pytest.raises(DeckError, match="has no 1 cards money:2 in bank to correct"):
        load_deck((one,) * 5)
    with pytest.raises(DeckError, match="has no 5 cards money:2 in bank to correct"):
        load_deck((parse_correction("bank", "money:2", "money:7", 5),))


def test_a_correction_of_a_correction_counts() -> None:
    first = parse_correction("bank", "money:2", "money:7", 4)
    second = parse_correction("bank", "money:7", "money:9", 4)
    assert entries_of(Money(7), first, second) == []
    assert entries_of(Money(9), first, second) == [(4, {Provenance.OWNER})]


def test_confirming_a_card_makes_its_values_the_owners() -> None:
    confirmed = parse_correction("docks", "nugget:2:7", "nugget:2:7", 5)
    assert entries_of(Nugget(2, 7), confirmed) == [(5, {Provenance.OWNER})]


def test_confirming_some_copies_leaves_the_others_assumed() -> None:
    confirmed = parse_correction("bank", "money:2", "money:2", 1)
    assert entries_of(Money(2), confirmed) == [(3, {Provenance.ASSUMED}), (1, {Provenance.OWNER})]


def test_a_correction_keeps_to_its_deck() -> None:
    # The same building in two decks: only the one in the deck named is corrected.
    there = parse_correction("docks", "vp:lighthouse:8:1", "vp:school:8:1", 1)
    change = parse_correction("guildhall", "vp:school:8:1", "vp:school:9:1", 1)
    deck = load_deck((there, change))
    assert Building("school", 8, 1) in deck.cards("docks")
    assert Building("school", 9, 1) in deck.cards("guildhall")


@pytest.mark.parametrize(
    ("deck", "was", "now", "copies", "message"),
    [
        ("bank", "money:2", "banker", 1, "keeps the kind of the card"),
        ("market", "goods:fur:1:2", "goods:grain:1:2", 1, "keeps the kind of the card"),
        ("docks", "nugget:1:4", "nugget:2:4", 1, "keeps the kind of the card"),
        ("bank", "money:2", "money:", 1, "is not a whole number"),
        ("bank", "gold:2", "money:2", 1, "is not a card"),
        ("cellar", "money:2", "money:3", 1, "'cellar' is no deck; decks are guildhall"),
        ("bank", "money:2", "money:3", 0, "at least one card"),
        ("bank", "money:2", "money:3", -1, "at least one card"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(deck: str, was: str, now: str, copies: int, message: str) -> None:
    with pytest.raises(DeckError, match=message) as caught:
        parse_correction(deck, was, now, copies)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(("deck", "was"), [("bank", "money:7"), ("docks", "money:2"), ("market", "vp:university:18:4")])
def test_a_card_that_is_not_listed_cannot_be_corrected(deck: str, was: str) -> None:
    correction = parse_correction(deck, was, was, 1)
    with pytest.raises(DeckError, match=f"the deck list has no 1 cards {was} in {deck} to correct"):
        load_deck((correction,))


def test_a_change_of_kind_is_refused_on_load_whoever_made_it() -> None:
    with pytest.raises(DeckError, match="the game has"):
        load_deck((Correction("bank", Money(2), BANKER, 1),))


# --- corrections on disk ----------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "corrections.json"


SOME = (
    parse_correction("bank", "money:2", "money:7", 3),
    parse_correction("market", "vp:library:15:3", "vp:Bücherei 📚:15:4", 1),
    parse_correction("docks", "captain", "captain", 5),
)


def test_corrections_come_back_from_the_file_as_they_were(path: Path) -> None:
    save_corrections(path, SOME)
    assert load_corrections(path) == SOME
    assert Building("Bücherei 📚", 15, 4) in load_deck(load_corrections(path)).cards("market")


def test_a_missing_file_means_no_corrections(path: Path) -> None:
    assert load_corrections(path) == ()


def test_no_corrections_can_be_stored(path: Path) -> None:
    save_corrections(path, SOME)
    save_corrections(path, ())
    assert load_corrections(path) == ()


def test_the_folder_is_made_when_it_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "corrections.json"
    save_corrections(path, SOME)
    assert load_corrections(path) == SOME


def file_with(**changes: object) -> bytes:
    item = {"deck": "bank", "was": "money:2", "now": "money:7", "copies": 1} | changes
    return json.dumps({"version": 1, "corrections": [item]}).encode()


BROKEN = {
    "empty": b"",
    "half": b'{"version": 1, "corr',
    "not JSON": b"money:2 = money:7",
    "not UTF-8": b'{"version": 1, "corrections": "\xff\xfe"}',
    "null": b"null",
    "a list": b"[]",
    "a number": b"1",
    "an empty object": b"{}",
    "of another version": b'{"version": 2, "corrections": []}',
    "of a version in two lines": b'{"version": "1\\n2", "corrections": []}',
    "without corrections": b'{"version": 1}',
    "with a number of corrections": b'{"version": 1, "corrections": 3}',
    "with corrections by name": b'{"version": 1, "corrections": {"a": 1}}',
    "with a correction that is text": b'{"version": 1, "corrections": ["money:2"]}',
    "with an empty correction": b'{"version": 1, "corrections": [{}]}',
    "with an unknown card": file_with(was="gold:2"),
    "with a card that is a number": file_with(now=7),
    "with a change of kind": file_with(now="banker"),
    "with no copies": file_with(copies=0),
    "with true copies": file_with(copies=True),
    "with copies in words": file_with(copies="1"),
    "with a part of a copy": file_with(copies=1.5),
    "nested deeply": b"[" * 100_000,
    "with an endless number": b'{"version": ' + b"1" * 5000 + b"}",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_gives_one_sentence_that_names_it(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(DeckError) as caught:
        load_corrections(path)
    assert str(caught.value).isprintable()
    assert path.name in str(caught.value)


@pytest.mark.parametrize("deck", ["cellar", "", "two\nlines"])
def test_a_file_with_an_unknown_deck_gives_one_sentence(path: Path, deck: str) -> None:
    path.write_bytes(file_with(deck=deck))
    with pytest.raises(DeckError) as caught:
        load_deck(load_corrections(path))
    assert str(caught.value).isprintable()


def test_a_folder_in_place_of_the_file_gives_one_sentence(path: Path) -> None:
    path.mkdir()
    with pytest.raises(DeckError, match=r"corrections\.json is not a readable file of corrections"):
        load_corrections(path)


FULL_DISK = """
import resource, sys
from pathlib import Path
from card_db.packet_row.deck_list import load_corrections, parse_correction, save_corrections

resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
path = Path(sys.argv[1])
many = (parse_correction("bank", "money:2", "money:2", 1),) * 20
try:
    save_corrections(path, load_corrections(path) + many)
except OSError:
    sys.exit(3)
"""


def test_a_write_that_breaks_off_halfway_leaves_the_old_file(path: Path) -> None:
    pytest.importorskip("resource")
    old = SOME[:1]
    save_corrections(path, old)
    before = path.read_bytes()
    command = [sys.executable, "-c", FULL_DISK, str(path)]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    assert done.returncode == 3, done.stderr
    assert path.read_bytes() == before
    assert load_corrections(path) == old


def test_what_a_broken_write_left_behind_does_no_harm(path: Path) -> None:
    save_corrections(path, SOME[:1])
    path.with_name(path.name + ".new").write_bytes(b'{"version": 1, "corr')
    assert load_corrections(path) == SOME[:1]
    save_corrections(path, SOME)
    assert load_corrections(path) == SOME
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_areas_and_decks_are_in_one_order() -> None:
    assert (*AREAS, "start") == DECKS
    assert tuple(COUNTS) == DECKS
    assert parse_card("vp:university:18:4") == UNIVERSITY
    assert UNIVERSITY in load_deck().cards("guildhall")
