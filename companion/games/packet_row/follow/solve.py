"""From facts to events: the shortest legal course of the game in which these things happen in this order.

Most of it is forced. Who is asked takes the card if the facts say so, and declines otherwise; only which areas the
harbour master chose and how the round ended is to be found, since nothing of it can be seen where all declined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from card_db.packet_row.cards import AREAS, MAX_AMOUNT
from companion.games.packet_row.actions import Action, Choose, Decline, Pass, Refill, Reveal, Take
from companion.games.packet_row.checks import check
from companion.games.packet_row.follow.facts import Fact, LaidOut, Refilled, Taken
from companion.games.packet_row.follow.sights import FUTURE
from companion.games.packet_row.state import State
from companion.games.packet_row.turns import advance

MOST_STEPS = 6000  # of the search
IDLE_CHOICE = 8

Facts = Sequence[frozenset[Fact]]  # in the order they were seen; those seen at once in one set


@dataclass(frozen=True, slots=True)
class Event:
    """An action that accounts for facts; `override` when the rules do not know of the money for it."""

    action: Action
    override: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """How the game went: all events, and where it stands then."""

    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True)
class _Node:
    state: State
    events: tuple[Action, ...]
    group: int  # of facts, the first that is not all accounted for
    left: frozenset[Fact]  # of that group


def solve(start: State, facts: Facts) -> Course | None:
    """The shortest legal course from a state through all facts; None when there is none."""
    number = count()
    first = _next_group(_Node(_rich(start), (), 0, facts[0] if facts else frozenset()), facts)
    queue = [(0, next(number), 0, first)]
    known: set[object] = set()
    for _ in range(MOST_STEPS):
        if not queue:
            return None
        _, _, cost, node = heappop(queue)
        if node.group >= len(facts):
            return _recorded(start, _tidied(node))
        if (key := _key(node)) in known:
            continue
        known.add(key)
        still = {fact.area for facts_then in (node.left, *facts[node.group + 1 :]) for fact in facts_then}
        for action, fact in _moves(node):
            if check(node.state, action) is not None:
                continue
            events = (*node.events, action)
            left = node.left - {fact} if fact is not None else node.left
            following = _next_group(_Node(advance(node.state, action), events, node.group, left), facts)
            # A board that was chosen, and of which nothing is ever seen again, is the least likely of all.
            paid = cost + (IDLE_CHOICE if isinstance(action, Choose) and action.area not in still else 1)
            heappush(queue, (paid + _facts_left(following, facts), next(number), paid, following))
    return None


def _invisible(state: State) -> list[Refill]:
    """Refills of which nothing can be seen: nothing lay there and nothing comes."""
    return [
        Refill(name, (), ())
        for name, area in state.areas.items()
        if area.due and not any(area.spaces) and not any(state.refill_numbers(area))
    ]


def _tidied(node: _Node) -> tuple[Action, ...]:
    """With the refills that will never be seen, so that the round can end."""
    state, events = node.state, node.events
    while state.phase == "refill" and (due := _invisible(state)):
        state, events = advance(state, due[0]), (*events, due[0])
    return events


def _rich(state: State) -> State:
    """As if everybody had any money: what contracts and money cards bring is out of the camera's sight."""
    return state._replace(players=tuple(player._replace(money=MAX_AMOUNT) for player in state.players))


def _recorded(start: State, actions: Sequence[Action]) -> Course:
    """The course with the money that is known of; what it does not pay for is marked."""
    state, events = start, list[Event]()
    for action in actions:
        events.append(Event(action, check(state, action) is not None))
        state = advance(state, action)
    return Course(tuple(events), state)


def _facts_left(node: _Node, facts: Facts) -> int:
    """Each needs an event of its own."""
    return len(node.left) + sum(len(group) for group in facts[node.group + 1 :])


def _key(node: _Node) -> object:
    """What makes a difference for the rest of the course."""
    state = node.state
    areas = tuple((area.chosen, area.due, area.deck, area.spaces) for area in state.areas.values())
    pawns = tuple(player.pawn for player in state.players)
    return state.round, state.phase, state.area, state.to_act, state.must_take, areas, pawns, node.group, node.left


def _next_group(node: _Node, facts: Facts) -> _Node:
    group, left = node.group, node.left
    while not left and group < len(facts):
        group += 1
        left = facts[group] if group < len(facts) else frozenset()
    return _Node(node.state, node.events, group, left)


def _moves(node: _Node) -> Iterator[tuple[Action, Fact | None]]:
    """What may come next, with the fact it accounts for."""
    state = node.state
    match state.phase:
        case "setup":
            for fact in node.left:
                if isinstance(fact, LaidOut):
                    yield Reveal(fact.area, fact.future, fact.current), fact
        case "refill":
            for fact in sorted(node.left, key=lambda fact: AREAS.index(fact.area)):
                if isinstance(fact, Refilled):
                    yield Refill(fact.area, fact.current, fact.future), fact
            yield from ((refill, None) for refill in _invisible(state))
        case "choose":
            yield from ((Choose(name), None) for name in AREAS if not state.areas[name].chosen)
        case "asking" | "master":
            yield from _decisions(node)


def _decisions(node: _Node) -> Iterator[tuple[Action, Fact | None]]:
    state = node.state
    if state.to_act is None:
        return
    seat = state.to_act
    takes = [fact for fact in node.left if isinstance(fact, Taken) and fact.seat == seat and fact.area == state.area]
    for fact in takes:
        yield Take(seat, fact.card, fact.space in FUTURE, fact.space), fact
    if takes:
        return
    yield Decline(seat), None
    if state.phase == "master":
        yield Pass(seat), None
        yield from ((Choose(name), None) for name in AREAS if not state.areas[name].chosen)
