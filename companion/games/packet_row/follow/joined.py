"""The camera comes when the game is under way and nobody has told of it: boards from which cards were taken before.

What lies on such a board is not what was laid out, also when it is full again: it was refilled since. So it is not
recorded as the set-up but shown to the players, who say whether the game may count from there.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.games.packet_row.follow.facts import Boards, Fact, LaidOut
from companion.games.packet_row.follow.sights import Colours, Seen
from companion.games.packet_row.numbers import FUTURE_SPACES, SPACES
from companion.games.packet_row.state import State

STOOD = 2.0  # seconds that a pawn stands in place of a card; a finger does not


class Joined:
    """Boards that nobody saw laid out before a card was taken."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._begun: set[str] = set()

    def look(self, state: State, boards: Boards, seen: Seen, colours: Colours, at: float) -> None:
        """What is seen now; a board that is not seen as a whole tells nothing."""
        for name, board in boards.items():
            sights = [sight for space in SPACES if (sight := seen.get((name, space))) is not None]
            if board.laid_out or len(sights) < len(SPACES):
                continue
            pawns = sum(sight.state == "pawn" and sight.pawn in colours.values() for sight in sights)
            cards = sum(sight.state == "card" for sight in sights)
            if not pawns or pawns + cards != state.full_current + FUTURE_SPACES:
                self._since.pop(name, None)
            elif at - self._since.setdefault(name, at) >= STOOD:
                self._begun.add(name)

    def are_late(self, facts: Collection[Fact]) -> list[LaidOut]:
        """Those of the facts that tell of boards as they lie after cards were taken."""
        return [fact for fact in facts if isinstance(fact, LaidOut) and fact.area in self._begun]

    def agree(self, area: str) -> None:
        """The players say that a board counts as laid out as it lies there."""
        self._begun.discard(area)
