"""How people at this table play: what is usual there, so that what is not can be told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.packet_row.follow.facts import Boards, Fact, Refilled
from companion.games.packet_row.follow.mistakes import Mistake, refilled_unchosen
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.refills import ELSEWHERE
from companion.games.packet_row.follow.sights import CURRENT

USUAL_MOVED = 2  # what is supposed of an order counts as so many cards: people lay them either so or so
STRICT = 4  # cards that moved up to the first free spaces, after which another order is asked about once
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

    def out_of_order(self, fact: Fact) -> list[tuple[Piece, Piece]]:
        """Cards that have moved up elsewhere than all before them, each with the new card that lies in its place.

        Rather one was misread and looks like the other by chance: then it is not known which of them came first.
        """
        if not isinstance(fact, Refilled) or self.moved_elsewhere or self.moved_up < STRICT:
            return []
        lying = dict(fact.layout)
        pairs = [(piece, lying[first]) for piece, space, first in _moved_up(fact) if space != first]
        return [(piece, other) for piece, other in pairs if other in fact.current]

    def _note_order(self, fact: Refilled) -> None:
        """Where the cards of the future supply were laid."""
        moved = _moved_up(fact)
        self.moved_up += len(moved)
        self.moved_elsewhere += sum(space != first for _, space, first in moved)


def _moved_up(fact: Refilled) -> list[tuple[Piece, str, str]]:
    """The cards of the former future supply, where each lies, and the first space that was free for it."""
    new = (*fact.current, *fact.future)
    moved = [(piece, space) for space, piece in fact.layout if piece not in new]
    usual = sorted(space for space, _ in fact.layout if space in CURRENT)
    return [(piece, space, first) for (piece, space), first in zip(moved, usual, strict=False)]
