"""Follows a game: steady readings in; events, questions and mistakes out.

Facts are found by comparing what is seen with what was known to lie there, and the course of the last two rounds is
solved anew with every fact. So what could not be seen when it happened (an area in which all declined) is put in where
it belongs once the table gives it away. What does not fit yet is waited for: hands are still at work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from card_db.packet_row.cards import Card
from companion.games.packet_row.actions import Choose, Decline, Refill, Reveal, Take
from companion.games.packet_row.follow.facts import (
    Boards,
    Fact,
    LaidOut,
    PutBack,
    Refilled,
    Taken,
    apply_fact,
    boards_of,
    find_facts,
    unlike,
)
from companion.games.packet_row.follow.mistakes import Mistake, find_mistakes, refilled_unchosen
from companion.games.packet_row.follow.sights import Colours, Seen, merged
from companion.games.packet_row.follow.solve import Course, Event, solve
from companion.games.packet_row.state import State
from companion.games.packet_row.turns import advance

OPEN_ROUNDS = 2  # before the present one, whose unseen parts may still be thought over
CONFIRM_AFTER = 2.0  # seconds after which a choice that nobody saw is believed, and players are asked
WRONG_AFTER = 4.0  # seconds that nothing changes before something is called wrong
ASSUME_AFTER = 6.0  # seconds after which the likeliest answer holds until somebody corrects it
USUAL_ASKED, USUAL_DECLINES = 6, 2.4  # how often people decline, as long as little was seen
UNLIKELY = 0.01  # that all decline


@dataclass(frozen=True, slots=True)
class Recorded:
    """Events to be recorded; the first `keep` of those recorded before stay, others give way."""

    keep: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Which of these cards lie there? The likeliest first."""

    courses: tuple[tuple[Event, ...], ...]


Told = Recorded | Question | Mistake


class Follower:
    """One game that is being watched; `state` is where it stands, `events` what was recorded of it here."""

    def __init__(self, state: State, colours: Colours, drawn: Mapping[Card, int] | None = None) -> None:
        self.state = state
        self.events: list[Event] = []
        self._colours = colours
        self._drawn: Counter[Card] = Counter(drawn or {})
        self._boards: Boards = boards_of(state)
        self._anchor, self._before_anchor = state, 0  # where the solving starts: a state, and its number of events
        self._facts: list[frozenset[Fact]] = []  # since then
        self._pending: frozenset[Fact] = frozenset()  # found, but not believed yet
        self._seen: Seen = {}
        self._since = 0.0
        self._asked, self._patience = False, 0
        self._told: set[tuple[str, str, str | None]] = set()

    def see(self, seen: Seen, at: float) -> list[Told]:
        """A new steady reading; `at` in seconds."""
        seen = merged(self._seen, seen)
        if seen == self._seen:
            return self.wait(at)
        told = self._settle() if _new_pawns(self._seen, seen) else []
        self._seen, self._since, self._asked, self._patience = seen, at, False, 0
        return [*told, *self._think(0.0)]

    def wait(self, at: float) -> list[Told]:
        """Nothing has changed until now."""
        patience = sum(at - self._since >= limit for limit in (CONFIRM_AFTER, WRONG_AFTER, ASSUME_AFTER))
        if not self._seen or patience == self._patience:
            return []  # there is nothing new to think about
        self._patience = patience
        return self._think(at - self._since)

    def finish(self) -> list[Told]:
        """The film is over: what is still open is said now."""
        return self._think(ASSUME_AFTER + WRONG_AFTER) if self._seen else []

    # --- inside -------------------------------------------------------------------------------------------------------

    def _think(self, waited: float) -> list[Told]:
        told = self._take_in(self._seen, waited)
        if told:
            return told
        if waited >= CONFIRM_AFTER and (asked := self._ask(waited)):
            return asked
        return self._wrong() if waited >= WRONG_AFTER else []

    def _take_in(self, seen: Seen, waited: float) -> list[Told]:
        """Find new facts and believe them when the rules can."""
        if self._pending:
            boards = _after(self._boards, self._pending)
            more = frozenset(find_facts(self.state, boards, seen, self._colours))
            if more and (course := self._solve([self._pending, more])) is not None:
                return self._believe([self._pending, more], course)
        facts = frozenset(find_facts(self.state, self._boards, seen, self._colours))
        self._pending = frozenset()
        if not facts:
            return []
        course = self._solve([facts])
        if course is None:
            return []
        if self._is_bold(course) and waited < CONFIRM_AFTER:
            self._pending = facts
            return []
        return self._believe([facts], course)

    def _solve(self, groups: Sequence[frozenset[Fact]]) -> Course | None:
        """The game with these facts: gone on from where it stands if that is plain, otherwise thought over."""
        known = tuple(self.events[self._before_anchor :])
        further = None
        if not any(isinstance(fact, PutBack) for group in groups for fact in group):
            further = solve(self.state, groups)
        if further is not None:
            further = Course((*known, *further.events), further.state)
            if not self._is_bold(further):
                return further
        return solve(self._anchor, _without_put_back([*self._facts, *groups])) or further

    def _is_bold(self, course: Course) -> bool:
        """Whether it says more than was seen: areas about which all were asked and declined."""
        known = self.events[self._before_anchor :]
        if list(course.events[: len(known)]) != known:
            return True
        new = [event.action for event in course.events[len(known) :]]
        return sum(isinstance(action, Choose) for action in new) > max(1, sum(isinstance(a, Take) for a in new))

    def _believe(self, groups: Sequence[frozenset[Fact]], course: Course) -> list[Told]:
        told: list[Told] = []
        for facts in groups:
            told += self._surprises(facts, course)
            self._boards = _after(self._boards, facts)
            for fact in facts:
                if isinstance(fact, LaidOut | Refilled):
                    self._drawn.update((*fact.current, *fact.future))
        self._facts = _without_put_back([*self._facts, *groups])
        known = self.events[self._before_anchor :]
        same = 0
        while same < min(len(known), len(course.events)) and known[same] == course.events[same]:
            same += 1
        keep = self._before_anchor + same
        self.events = [*self.events[:keep], *course.events[same:]]
        self.state, self._pending = course.state, frozenset()
        self._told.clear()
        self._move_anchor()
        return [*told, Recorded(keep, course.events[same:])]

    def _move_anchor(self) -> None:
        """What is older than the last rounds is settled."""
        state, consumed = self._anchor, 0
        events = self.events[self._before_anchor :]
        for number, event in enumerate(events):
            if state.round > self.state.round - OPEN_ROUNDS:
                return
            begins = state.phase == "choose" and not any(area.chosen for area in state.areas.values())
            if begins and number and (groups := self._groups_of(consumed)) is not None:
                self._anchor, self._before_anchor = state, self._before_anchor + number
                self._facts = self._facts[groups:]
                self._move_anchor()
                return
            state = advance(state, event.action)
            consumed += isinstance(event.action, Reveal | Take | Refill)

    def _groups_of(self, consumed: int) -> int | None:
        """How many groups so many facts are; None when a group is only half consumed."""
        size = 0
        for groups in range(len(self._facts) + 1):
            if size == consumed:
                return groups
            size += len(self._facts[groups]) if groups < len(self._facts) else 0
        return None

    def _surprises(self, facts: frozenset[Fact], course: Course) -> list[Told]:
        """A board that was refilled though nobody, it seems, was asked about it, where people hardly ever decline."""
        taken_on = {fact.area for group in (*self._facts, facts) for fact in group if isinstance(fact, Taken)}
        if not self._hardly_ever_decline():
            return []
        return [
            refilled_unchosen(fact.area) for fact in facts if isinstance(fact, Refilled) and fact.area not in taken_on
        ]

    def _hardly_ever_decline(self) -> bool:
        declined = sum(isinstance(event.action, Decline) for event in self.events)
        asked = declined + sum(isinstance(event.action, Take) for event in self.events)
        share = (declined + USUAL_DECLINES) / (asked + USUAL_ASKED)
        return bool(share ** len(self.state.players) < UNLIKELY)

    # --- doubts and mistakes ------------------------------------------------------------------------------------------

    def _ask(self, waited: float) -> list[Told]:
        """New cards that are not known for sure: a question, and after a while its likeliest answer."""
        assumed = _assumed(self._seen)
        facts = frozenset(find_facts(self.state, self._boards, assumed, self._colours))
        course = self._solve([facts]) if facts else None
        if course is None:
            return []
        if waited >= ASSUME_AFTER:
            return self._believe([facts], course)
        if self._asked:
            return []
        self._asked = True
        return [Question((course.events[len(self.events) - self._before_anchor :],))]

    def _settle(self) -> list[Told]:
        """The game goes on: what is still in doubt is now taken for what it most looks like."""
        if self._pending and (course := self._solve([self._pending])) is not None:
            return self._believe([self._pending], course)
        facts = frozenset(find_facts(self.state, self._boards, _assumed(self._seen), self._colours))
        course = self._solve([facts]) if facts else None
        return [] if course is None else self._believe([facts], course)

    def _wrong(self) -> list[Told]:
        told: list[Told] = []
        if not unlike(self._boards, self._seen, self._colours) and all(b.laid_out for b in self._boards.values()):
            return told
        for mistake in find_mistakes(self.state, self._boards, self._seen, self._colours, self._drawn):
            key = (mistake.kind, mistake.area, mistake.space)
            if key not in self._told:
                self._told.add(key)
                told.append(mistake)
        return told


def _new_pawns(before: Seen, now: Seen) -> bool:
    return any(
        sight.state == "pawn" and (place not in before or before[place].state != "pawn") for place, sight in now.items()
    )


def _after(boards: Boards, facts: frozenset[Fact]) -> Boards:
    for fact in facts:
        boards = apply_fact(boards, fact)
    return boards


def _without_put_back(groups: Sequence[frozenset[Fact]]) -> list[frozenset[Fact]]:
    """Cards that were put back were never taken."""
    back = [fact for group in groups for fact in group if isinstance(fact, PutBack)]
    undone = {Taken(fact.area, fact.space, fact.seat, fact.card) for fact in back}
    kept = [
        frozenset(fact for fact in group if fact not in undone and not isinstance(fact, PutBack)) for group in groups
    ]
    return [group for group in kept if group]


def _assumed(seen: Seen) -> Seen:
    """As if every card were what it most looks like."""
    return {
        place: replace(sight, sure=True) if sight.state == "card" and sight.card is not None else sight
        for place, sight in seen.items()
    }
