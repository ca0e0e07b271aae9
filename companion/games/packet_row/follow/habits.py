"""How people at this table play: what is usual there, so that what is not can be told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.packet_row.follow.facts import Boards, Fact, Refilled
from companion.games.packet_row.follow.mistakes import Mistake, refilled_unchosen
from companion.games.packet_row.follow.refills import ELSEWHERE
from companion.games.packet_row.follow.sights import CURRENT

USUAL_MOVED = 2  # what is supposed of an order counts as so many cards: people lay them either so or so
USUAL_REFILLS, USUAL_IDLE = 4, 0.5  # how often a board is refilled about which all declined, as long as little was seen
RARE = 0.0125  # a game has forty to sixty refills: not once in most of it


@dataclass(slots=True)
class Habits:
    """What has been seen so far."""

    refills: int = 0
    idle_refills: int = 0  # of boards about which all declined
    moved_up: int = 0  # cards of the future supply
    moved_elsewhere: int = 0  # of them not to the first free space, in the order in which they lay

    @property
    def elsewhere(self) -> float:
        """How often a card that moves up is laid elsewhere than in the first free space.

        Where it never is, the order tells which card is which when one of them cannot be read or was misread.
        """
        return (self.moved_elsewhere + ELSEWHERE * USUAL_MOVED) / (self.moved_up + USUAL_MOVED)

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
            self._note_order(fact)
        return told

    def _note_order(self, fact: Refilled) -> None:
        """Where the cards of the future supply were laid."""
        new = (*fact.current, *fact.future)
        spaces = [space for space, piece in fact.layout if piece not in new]
        usual = sorted(space for space, _ in fact.layout if space in CURRENT)
        self.moved_up += len(spaces)
        self.moved_elsewhere += sum(space != first for space, first in zip(spaces, usual, strict=False))
