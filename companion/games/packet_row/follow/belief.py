"""How much a course says beyond what was seen: whether it is believed at once, later, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import takewhile

from companion.games.packet_row.actions import Choose, Refill, Take
from companion.games.packet_row.follow.facts import Fact
from companion.games.packet_row.follow.solve import Course, Event


def is_bold(course: Course, known: Sequence[Event]) -> bool:
    """Whether it says more than was seen: areas about which all were asked and declined, another order."""
    if course.late or list(course.events[: len(known)]) != list(known):
        return True
    new = [event.action for event in course.events[len(known) :]]
    return sum(isinstance(action, Choose) for action in new) > max(1, sum(isinstance(a, Take) for a in new))


def is_guesswork(course: Course, known: Collection[Fact | None], is_idle_refill: Callable[[Fact], bool]) -> bool:
    """Whether one idle refill is all that tells of a round in which all declined everywhere: rather a mistake."""
    if course.state.phase != "refill":
        return False
    standing = {player.pawn.area for player in course.state.players if player.pawn is not None}
    due = [name for name, area in course.state.areas.items() if area.due and name not in standing]
    last = takewhile(lambda event: isinstance(event.action, Refill), reversed(course.events))
    refilled = [event.fact for event in last]
    guessed = all(fact is not None and fact not in known and is_idle_refill(fact) for fact in refilled)
    return guessed and len(due) > len(refilled)
