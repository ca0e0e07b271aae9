"""How people at this table play: what is usual there, so that what is not can be told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.packet_row.follow.facts import Boards, Fact, Refilled
from companion.games.packet_row.follow.mistakes import Mistake, refilled_unchosen

USUAL_REFILLS, USUAL_IDLE = 4, 0.5  # how often a board is refilled about which all declined, as long as little was seen
RARE = 0.0125  # a game has forty to sixty refills: not once in most of it


@dataclass(slots=True)
class Habits:
    """What has been seen so far."""

    refills: int = 0
    idle_refills: int = 0  # of boards about which all declined

    def surprises(self, facts: Collection[Fact], boards: Boards) -> list[Mistake]:
        """Boards that were refilled though nobody, it seems, was asked about them, at a table where that is rare.

        By the rules all may have been asked and have declined; a camera cannot tell. How often single players decline
        says little: cards that one does not want, the others do not want either.
        """
        told = []
        for fact in facts:
            if not isinstance(fact, Refilled):
                continue
            idle = not boards[fact.area].pawns
            rate = (self.idle_refills + USUAL_IDLE) / (self.refills + USUAL_REFILLS)
            if idle and rate < RARE:
                told.append(refilled_unchosen(fact.area))
            self.refills += 1
            self.idle_refills += idle
        return told
