"""Games that the table has ended early: they stay in the history and can be gone on with, but nobody is asked to."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.core.box import Box
from companion.counting import start_counting
from companion.drafts import Drafts
from companion.session import Session
from companion.store import Store

DRAFT: Final = "set-aside"


class SetAside:
    """The games of an owner's folder that were set aside, by their id."""

    def __init__(self, folder: Path) -> None:
        self._drafts = Drafts(folder)
        games = self._drafts.get(DRAFT).get("games")
        self._ids = [game for game in games if isinstance(game, int)] if isinstance(games, list) else []

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._ids

    def add(self, game_id: int) -> None:
        """The table has ended this game."""
        self._keep([*self._ids, game_id])

    def drop(self, game_id: int) -> None:
        """The game goes on, or is deleted."""
        if game_id in self._ids:
            self._keep([kept for kept in self._ids if kept != game_id])

    def _keep(self, ids: list[int]) -> None:
        self._ids = sorted(set(ids))
        self._drafts.put(DRAFT, {"games": self._ids})


def count_as_it_stands(store: Store, box: Box, session: Session[object, object]) -> int:
    """A count with everything that the players have now, to be looked through and changed; returns its id."""
    hands = box.hands(session.state)
    corrections = box.corrections_of(session.state)
    counting = start_counting(store, box.id, [hand.name for hand in hands], corrections=corrections)
    for seat, hand in enumerate(hands):
        for token, number in hand.tokens.items():
            counting.set_token(seat, token, number)
        counting.set_cards(seat, hand.cards)
    return counting.id
