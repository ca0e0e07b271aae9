"""What the table might overlook: advice that no rule enforces."""

from __future__ import annotations

from collections.abc import Iterator

from card_db.le_havre.rounds import TURNS
from card_db.le_havre.setup import load_loan, load_tiles
from companion.games.le_havre.game import holdings
from companion.games.le_havre.score_view import hints as score_hints
from companion.games.le_havre.state import State
from companion.words import Message, msg

MARKET = "Black Market"


def hints(state: State) -> tuple[Message, ...]:
    """Everything worth saying now."""
    if state.over:
        return tuple(score_hints(holdings(state)))
    return (*_start_hints(state), *_interest_hints(state))


def _start_hints(state: State) -> Iterator[Message]:
    """Before the first turn the piles can still be shuffled again (2.7)."""
    if (state.phase, state.round, state.turn) == ("supply", 1, 1) and MARKET in state.tops:
        yield msg("The Black Market lies on top of a pile; it is better to shuffle again (2.7).")


def _interest_hints(state: State) -> Iterator[Message]:
    """Who repays all loans before the tile with interest saves the franc (7.16)."""
    turn = {"supply": state.turn, "turn_end": state.turn + 1}.get(state.phase, 0)
    interest = [tile.name for tile in load_tiles() if tile.interest]
    if not 0 < turn <= TURNS or state.tiles[turn - 1] not in interest:
        return
    for name, player in zip(state.setup.players, state.players, strict=True):
        if player.loans and player.francs >= player.loans * load_loan().repay:
            yield msg("The next tile brings interest; {player} could repay all loans first (7.16).", player=name)
