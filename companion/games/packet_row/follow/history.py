"""What was recorded of a game, and how it is thought over when new facts come.

The course of the last rounds is solved anew with every fact that does not simply go on from where the game stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.games.packet_row.follow.belief import is_bold
from companion.games.packet_row.follow.facts import Fact, PutBack
from companion.games.packet_row.follow.order import Order
from companion.games.packet_row.follow.questions import renewed
from companion.games.packet_row.follow.solve import (
    Course,
    Event,
    Suspects,
    begin_of_round,
    recorded,
    solve,
    without_put_back,
)
from companion.games.packet_row.follow.unseen import MOST_MOVED, is_excuse, moved, put_in, with_unseen
from companion.games.packet_row.state import State
from companion.games.packet_row.turns import advance

OPEN_ROUNDS = 6  # before the present one, that may still be thought over
THOUGHT_OVER = (2, 4, OPEN_ROUNDS)  # rounds before the present one: first a few, more when these do not help

Groups = Sequence[frozenset[Fact]]  # facts in the order they were seen


@dataclass(frozen=True, slots=True)
class Recorded:
    """Events to be recorded; the first `keep` of those recorded before stay, others give way."""

    keep: int
    events: tuple[Event, ...]


def as_they_happened(groups: Groups, course: Course) -> list[frozenset[Fact]]:
    """Facts that were seen after what came after them, together with that: a course goes on from there in order."""
    if not course.late:
        return list(groups)
    seen = {fact: number for number, group in enumerate(groups) for fact in group}
    place, first = dict(seen), len(groups)
    for event in reversed(course.events):
        if event.fact is not None and event.fact in seen:
            first = place[event.fact] = min(first, seen[event.fact])
    moved = [frozenset(fact for fact in place if place[fact] == number) for number in range(len(groups))]
    return [group for group in moved if group]


class History:
    """All events from a state on, and the state they lead to."""

    def __init__(self, state: State, order: Order) -> None:
        self.state = state
        self._order = order
        self.events: list[Event] = []
        self._start = state
        self._anchor, self._before_anchor = state, 0  # where the solving starts: a state, and its number of events
        self._facts: list[frozenset[Fact]] = []  # since then

    @property
    def facts(self) -> set[Fact]:
        """All that may still be thought over."""
        return {fact for group in self._facts for fact in group}

    def is_bold(self, course: Course) -> bool:
        """Whether it says more than was seen."""
        return is_bold(course, self.events[self._before_anchor :])

    def new_events(self, course: Course) -> tuple[Event, ...]:
        """What a course has beyond the events recorded."""
        return course.events[len(self.events) - self._before_anchor :]

    # --- solving ------------------------------------------------------------------------------------------------------

    def solve(
        self, groups: Groups, unseen: Suspects, late: bool = False, agreed: bool = False, rested: bool = False
    ) -> Course | None:
        """The game with these facts: gone on from where it stands if that is plain, otherwise thought over.

        `late`: they may have been seen in another order than they happened; `unseen`: what may have been taken unseen,
        if the facts have `rested` and nothing else explains them, or only that recorded things belong to other rounds.
        That is believed only of facts that have rested.
        """
        if not groups:
            return None
        further = None
        if not any(isinstance(fact, PutBack) for group in groups for fact in group):
            further = solve(self.state, groups, agreed=agreed)
        if further is not None:
            known = self.events[self._before_anchor :]
            further = Course((*known, *further.events), further.state, further.late)
            if not self.is_bold(further):
                return further
        for seen_late in (False, True) if late else (False,):
            for rounds in THOUGHT_OVER:
                course, number = self._solve_again(rounds, groups, seen_late, agreed)
                if course is not None:
                    if not self._is_far_fetched(course):
                        return course
                    supposed = self.with_unseen(groups, unseen)
                    if supposed is not None and not self._is_far_fetched(supposed):
                        return supposed
                    return course if rested else None  # rather a finger was taken for a pawn
                if further is not None or number == 0:
                    break
        # What nothing explains may be a mistake: so only a card that could not be seen was taken unseen.
        likely = {fact: suspect for fact, suspect in unseen.items() if suspect[1]}
        return further or (self.with_unseen(groups, likely) if rested else None)

    def _is_far_fetched(self, course: Course) -> bool:
        """Whether much of what was seen and recorded belongs to other rounds by it."""
        return moved(self._anchor, self.events[self._before_anchor :], course) > MOST_MOVED

    def with_unseen(self, groups: Groups, suspects: Suspects) -> Course | None:
        """The course of the last rounds in which somebody took one of these cards unseen."""
        course = self._solve_again(1, groups, False, False, suspects)[0] if suspects else None
        return None if course is None or is_excuse(course) else course

    def going_on_unseen(self, groups: Groups, suspects: Suspects) -> Course | None:
        """The game gone on from where it stands, somebody surely having taken one of these cards unseen."""
        further = solve(self.state, groups, unseen=suspects, surely_unseen=True) if suspects else None
        if further is None or is_excuse(further):
            return None
        known = self.events[self._before_anchor :]
        return Course((*known, *with_unseen(self.state, further).events), further.state, further.late)

    def _solve_again(
        self,
        rounds: int,
        groups: Groups,
        late: bool,
        agreed: bool,
        unseen: Suspects | None = None,
    ) -> tuple[Course | None, int]:
        """The course from so many rounds ago, and how many of the events after the anchor stay before it."""
        state, number = self._state_before(rounds)
        known = tuple(self.events[self._before_anchor : self._before_anchor + number])
        settled = {event.fact for event in known}
        left = [group - settled for group in without_put_back(self._order.merged(self._facts, groups))]
        course = solve(state, [group for group in left if group], late, agreed, unseen)
        if course is None:
            return None, number
        return Course((*known, *with_unseen(state, course).events), course.state, course.late), number

    def _state_before(self, rounds: int) -> tuple[State, int]:
        """Where a round began, so many before this one, and how many events after the anchor that was."""
        return begin_of_round(self._anchor, self.events[self._before_anchor :], self.state.round - rounds)

    # --- recording ----------------------------------------------------------------------------------------------------

    def believe(self, groups: Groups, course: Course) -> Recorded:
        """These things have happened, and so went the game."""
        self._facts = as_they_happened(
            put_in(without_put_back(self._order.merged(self._facts, groups)), course), course
        )
        told = self._record(self._before_anchor, course)
        self._move_anchor()
        return told

    def replace(self, instead: Callable[[Fact], Fact]) -> None:
        """What was seen was something else; `renew` tells it."""
        self.events = [replace(event, fact=instead(event.fact)) if event.fact else event for event in self.events]
        self._facts = [frozenset(map(instead, group)) for group in self._facts]
        self._order.replace(instead)

    def renew(self) -> Recorded | None:
        """Cards have turned out to be others; None when no event tells of them."""
        course = recorded(self._start, [(renewed(event), event.fact) for event in self.events])
        state = self._start
        for event in course.events[: self._before_anchor]:
            state = advance(state, event.action)
        self._anchor = state
        told = self._record(0, course)
        return told if told.events else None

    def _record(self, after: int, course: Course) -> Recorded:
        """The course takes the place of what was recorded after so many events."""
        known = self.events[after:]
        same = 0
        while same < min(len(known), len(course.events)) and known[same] == course.events[same]:
            same += 1
        self.events = [*self.events[:after], *course.events]
        self.state = course.state
        return Recorded(after + same, course.events[same:])

    def _move_anchor(self) -> None:
        """What is older than the last rounds is settled."""
        self._anchor, number = self._state_before(OPEN_ROUNDS)
        settled = {event.fact for event in self.events[self._before_anchor : self._before_anchor + number]}
        self._before_anchor += number
        self._facts = [left for group in self._facts if (left := group - settled)]
