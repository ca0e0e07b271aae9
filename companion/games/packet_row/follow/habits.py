"""How people at this table play: what is usual there, so that what is not can be told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

from companion.games.packet_row.actions import Action, Choose, Decline, Take
from companion.games.packet_row.follow.facts import Boards, Fact, Refilled
from companion.games.packet_row.follow.mistakes import Mistake, refilled_unchosen
from companion.games.packet_row.follow.solve import Course

USUAL_ASKED, USUAL_DECLINES = 6, 2.4  # how often people decline, as long as little was seen
UNLIKELY = 0.01  # that all decline
USUAL_REFILLS, USUAL_IDLE = 4, 0.5  # how often a board is refilled about which all declined, likewise
RARE = 0.025


@dataclass(slots=True)
class Habits:
    """What has been seen so far."""

    refills: int = 0
    idle_refills: int = 0  # of boards about which all declined

    def surprises(self, facts: Collection[Fact], course: Course, boards: Boards) -> list[Mistake]:
        """Boards that were refilled though nobody, it seems, was asked about them, at a table where that is rare.

        By the rules all may have been asked and have declined; a camera cannot tell.
        """
        actions = [event.action for event in course.events]
        declined = sum(isinstance(action, Decline) for action in actions)
        asked = declined + sum(isinstance(action, Take) for action in actions)
        share = (declined + USUAL_DECLINES) / (asked + USUAL_ASKED)
        told = []
        for fact in facts:
            if not isinstance(fact, Refilled):
                continue
            idle = not boards[fact.area].pawns
            rate = (self.idle_refills + USUAL_IDLE) / (self.refills + USUAL_REFILLS)
            if idle and (rate < RARE or share ** _declines_about(actions, fact.area) < UNLIKELY):
                told.append(refilled_unchosen(fact.area))
            self.refills += 1
            self.idle_refills += idle
        return told


def _declines_about(actions: Sequence[Action], area: str) -> int:
    """How many declined when an area was chosen last."""
    chosen = max((n for n, action in enumerate(actions) if action == Choose(area)), default=len(actions))
    rest = takewhile(lambda action: isinstance(action, Decline | Take), actions[chosen + 1 :])
    return sum(isinstance(action, Decline) for action in rest)
