"""Perft: how many different sequences of turns are legal from fixed deals; a changed number means changed rules.

A file has the events up to the deal, what the decks then hold (the first card comes first) and the counts for one
action, two actions and so on. Choosing, taking, declining, passing and the order of refills count; cashing and
fulfilling, possible at any time, do not. `python -m tests.test_perft` writes the counts of this program into the files.

The first counts of two.json by hand (boards of tests/tables.py, $25 each):
 1. Four areas: 4.
 2. In each area B can take one of two cards, all affordable, or decline: 4 * 3 = 12.
 3. B took a card (8 sequences): A takes the other card, passes, or chooses one of three areas, each with a card for $25
    or less (R8): 8 * 5 = 40. B declined (4): A takes one of two cards or declines: 4 * 3 = 12. Together 52.
 4. After A took or passed (8 * 2 + 4 * 2 = 24) only the refill of the one board chosen can follow: 24. After A chose on
    under R8 (8 * 3 = 24) one of two cards must be taken: 48. After A declined (4) one of three areas is chosen: 12.
    B bought the library in 1 of the 8: A can still pay $2; A could pay both cards of the market anyway. Together 84.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.replay import replay_events
from companion.games.packet_row.game import GAME, turn_options
from companion.games.packet_row.state import State
from tests.tables import Dealer, due_refills, stacked

FOLDER = Path(__file__).parent / "perft"
FILES = sorted(FOLDER.glob("*.json"))


def count(state: State, dealer: Dealer, depth: int) -> int:
    """The legal sequences of so many actions; a game that is over goes no further."""
    turns = [action for action in turn_options(state) if GAME.check(state, action) is None]
    refills = [action for action in due_refills(state, dealer) if GAME.check(state, action) is None]
    if depth == 1:
        return len(turns) + len(refills)
    return sum(count(GAME.advance(state, action), dealer, depth - 1) for action in (*turns, *refills))


def read_deal(deal: dict[str, Any]) -> tuple[State, Dealer]:
    replayed = replay_events(GAME, deal["game"], deal["game"]["events"])
    assert replayed.refusal is None
    assert {name: area.deck for name, area in replayed.state.areas.items()} == {
        name: len(deck) for name, deck in deal["decks"].items()
    }
    return replayed.state, stacked(deal["decks"])


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_number_of_legal_sequences_is_as_recorded(file: Path) -> None:
    deal = json.loads(file.read_text(encoding="utf-8"))
    state, dealer = read_deal(deal)
    counts = [count(state, dealer, depth) for depth in range(1, len(deal["counts"]) + 1)]
    assert counts == deal["counts"]


def test_there_is_a_deal_for_every_number_of_players() -> None:
    assert {len(json.loads(file.read_text(encoding="utf-8"))["game"]["players"]) for file in FILES} == {2, 3, 4, 5}


def write_counts() -> None:
    """Put the counts of this program into the files: only when the rules were meant to change."""
    for file in FILES:
        deal = json.loads(file.read_text(encoding="utf-8"))
        state, dealer = read_deal(deal)
        deal["counts"] = [count(state, dealer, depth) for depth in range(1, len(deal["counts"]) + 1)]
        file.write_text(json.dumps(deal, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_counts()
