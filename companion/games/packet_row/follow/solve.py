"""From facts to events: the shortest legal course of the game in which these things happen.

Most of it is forced. Who is asked takes the card if the facts say so, and declines otherwise; only which areas the
harbour master chose and how the round ended is to be found, since nothing of it can be seen where all declined.
They happen in the order they were seen, unless that cannot be: a hand may have hidden a pawn for a while, or a board
may have been out of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from card_db.packet_row.cards import AREAS, MAX_AMOUNT, Card
from companion.core.game import Refusal
from companion.games.packet_row.actions import Action, Choose, Decline, Pass, Refill, Reveal, Take
from companion.games.packet_row.checks import check, find_space
from companion.games.packet_row.follow.facts import Fact, LaidOut, PutBack, Refilled, Taken
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.sights import FUTURE
from companion.games.packet_row.numbers import CURRENT_SPACES
from companion.games.packet_row.state import State
from companion.games.packet_row.turns import advance

MOST_STEPS = 1500  # of the search: three times what any course of 32 games took
IDLE_CHOICE = 8  # cost of a board that was chosen and of which nothing is ever seen again
LATE = 6  # cost of a fact that was seen after one that it came before
UNSEEN, LIKELY = 10, 5  # cost of a card that somebody took though no pawn was seen: anywhere, or where none could be

Facts = Sequence[frozenset[Fact]]  # in the order they were seen; those seen at once in one set
Suspects = Mapping[Fact, tuple[Sequence[Card], bool]]  # by refill: what may be taken unseen before, if it is likely


@dataclass(frozen=True, slots=True)
class Event:
    """An action that accounts for a fact; `override` when the rules do not know of the money for it."""

    action: Action
    override: bool = False
    fact: Fact | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Course:
    """How the game went: all events, and where it stands then; `late` when facts were seen out of order."""

    events: tuple[Event, ...]
    state: State
    late: bool = False


@dataclass(frozen=True, slots=True)
class _Node:
    state: State
    events: tuple[tuple[Action, Fact | None], ...]
    left: frozenset[tuple[int, Fact]]  # facts to be accounted for, with their place in the order
    late: bool
    unseen: bool = False  # somebody took a card and was not seen


def solve(
    start: State,
    facts: Facts,
    late: bool = False,
    agreed: bool = False,
    unseen: Suspects | None = None,
    surely_unseen: bool = False,
) -> Course | None:
    """The shortest legal course from a state through all facts; None when there is none.

    `late`: what was seen later may have happened earlier; `agreed`: also what the rules know only by agreement, a card
    of which there are too many (S2) or one of the future supply without an assistant (R3); `unseen`: one card may have
    been taken before one of these refills, though no pawn was seen; `surely_unseen`: one was.
    """
    number = count()
    left = frozenset((group, fact) for group, together in enumerate(facts) for fact in together)
    queue = [(len(left), next(number), 0, _Node(_rich(start), (), left, False))]
    known: set[object] = set()
    for _ in range(MOST_STEPS):
        if not queue:
            return None
        _, _, cost, node = heappop(queue)
        if not node.left:
            if surely_unseen and not node.unseen:
                continue
            return recorded(start, _tidied(node), node.late)
        if (key := _key(node)) in known:
            continue
        known.add(key)
        still = {fact.area for _, fact in node.left}
        first = min(group for group, _ in node.left)
        supposed = _unseen_takes(node, unseen or {})
        for action, seen in (*_moves(node), *((take, None) for take in supposed)):
            refusal = check(node.state, action)
            if refusal is not None and not (agreed and _may_be_agreed(node.state, action, refusal)):
                continue
            idle = isinstance(action, Choose) and action.area not in still
            too_early = seen is not None and seen[0] > first
            if too_early and not late:
                continue
            paid = cost + (IDLE_CHOICE if idle else 1) + (LATE if too_early else 0)
            if hidden := isinstance(action, Take) and seen is None:
                paid += supposed[action]
            rest = node.left if seen is None else node.left - {seen}
            events = (*node.events, (action, None if seen is None else seen[1]))
            following = _Node(advance(node.state, action), events, rest, node.late or too_early, node.unseen or hidden)
            heappush(queue, (paid + len(rest), next(number), paid, following))
    return None


def _may_be_agreed(state: State, action: Action, refusal: Refusal) -> bool:
    """A card of which there are too many, or one that lies in the future supply and is taken without an assistant."""
    if isinstance(action, Take) and action.future and state.area is not None:
        return refusal.rule == "R3" and find_space(state.areas[state.area], action) is not None
    return refusal.rule == "S2"


def action_of(fact: Fact, known: Mapping[Piece, Card] | None = None) -> Action | None:
    """The event that a fact is; `known` goes before what is believed of its cards."""

    def cards(pieces: Sequence[Piece]) -> tuple[Card, ...]:
        return tuple((known or {}).get(piece) or piece.card or piece.stand_in for piece in pieces)

    match fact:
        case LaidOut(area, current, future):
            return Reveal(area, cards(future), cards(current))
        case Refilled(area, current, future):
            return Refill(area, cards(current), cards(future))
        case Taken(_, _, place, seat, piece):
            return Take(seat, cards([piece])[0], place in FUTURE, place or None)
        case PutBack():
            return None


def recorded(start: State, actions: Sequence[tuple[Action, Fact | None]], late: bool = False) -> Course:
    """The course with the money that is known of; what it does not pay for is marked."""
    state, events = start, list[Event]()
    for action, fact in actions:
        events.append(Event(action, check(state, action) is not None, fact))
        state = advance(state, action)
    return Course(tuple(events), state, late)


def without_put_back(groups: Facts) -> list[frozenset[Fact]]:
    """Cards that were put back were never taken."""
    back = {(fact.area, fact.space, fact.seat, fact.piece) for g in groups for fact in g if isinstance(fact, PutBack)}
    kept = [
        frozenset(
            fact
            for fact in group
            if not isinstance(fact, PutBack)
            and not (isinstance(fact, Taken) and (fact.area, fact.space, fact.seat, fact.piece) in back)
        )
        for group in groups
    ]
    return [group for group in kept if group]


def begin_of_round(start: State, events: Sequence[Event], number: int) -> tuple[State, int]:
    """Where the last round up to this one began, and how many of the events that was after."""
    state = found = start
    before = 0
    for index, event in enumerate(events):
        if state.round > number:
            break
        if state.phase == "choose" and not any(area.chosen for area in state.areas.values()):
            found, before = state, index
        state = advance(state, event.action)
    return found, before


def _invisible(state: State) -> list[Refill]:
    """Refills of which nothing can be seen: nothing lay there and nothing comes."""
    return [
        Refill(name, (), ())
        for name, area in state.areas.items()
        if area.due and not any(area.spaces) and not any(state.refill_numbers(area))
    ]


def _tidied(node: _Node) -> tuple[tuple[Action, Fact | None], ...]:
    """With the refills that will never be seen, so that the round can end."""
    state, events = node.state, node.events
    while state.phase == "refill" and (due := _invisible(state)):
        state, events = advance(state, due[0]), (*events, (due[0], None))
    return events


def _rich(state: State) -> State:
    """As if everybody had any money: what contracts and money cards bring is out of the camera's sight."""
    return state._replace(players=tuple(player._replace(money=MAX_AMOUNT) for player in state.players))


def _key(node: _Node) -> object:
    """What makes a difference for the rest of the course."""
    state = node.state
    areas = tuple((area.chosen, area.due, area.deck, area.spaces) for area in state.areas.values())
    pawns = tuple(player.pawn for player in state.players)
    return state.round, state.phase, state.area, state.to_act, state.must_take, areas, pawns, node.left, node.unseen


def _next_facts(node: _Node) -> list[tuple[int, Fact]]:
    """The facts that may come next: a board is refilled after all that was seen on it before, and before the rest."""
    first: dict[str, int] = {}
    refilled: dict[str, int] = {}
    for group, fact in node.left:
        first[fact.area] = min(group, first.get(fact.area, group))
        if not isinstance(fact, Taken):
            refilled[fact.area] = min(group, refilled.get(fact.area, group))
    found = []
    for group, fact in node.left:
        latest = refilled.get(fact.area, group) if isinstance(fact, Taken) else first[fact.area]
        if group <= latest:
            found.append((group, fact))
    return sorted(found, key=lambda seen: (seen[0], AREAS.index(seen[1].area)))


def _moves(node: _Node) -> Iterator[tuple[Action, tuple[int, Fact] | None]]:
    """What may come next, with the fact it accounts for."""
    state = node.state
    match state.phase:
        case "setup" | "refill":
            kind = LaidOut if state.phase == "setup" else Refilled
            for seen in _next_facts(node):
                if isinstance(seen[1], kind) and (action := action_of(seen[1])) is not None:
                    yield action, seen
            if state.phase == "refill":
                yield from ((refill, None) for refill in _invisible(state))
        case "choose":
            yield from ((Choose(name), None) for name in AREAS if not state.areas[name].chosen)
        case "asking" | "master":
            yield from _decisions(node)


def _decisions(node: _Node) -> Iterator[tuple[Action, tuple[int, Fact] | None]]:
    state = node.state
    if state.to_act is None:
        return
    seat = state.to_act
    takes = [
        seen
        for seen in _next_facts(node)
        if isinstance(seen[1], Taken) and seen[1].seat == seat and seen[1].area == state.area
    ]
    for seen in takes:
        if (action := action_of(seen[1])) is not None:
            yield action, seen
    if takes:
        return
    yield Decline(seat), None
    if state.phase == "master":
        yield Pass(seat), None
        yield from ((Choose(name), None) for name in AREAS if not state.areas[name].chosen)


def _unseen_takes(node: _Node, suspects: Suspects) -> dict[Take, int]:
    """What who is asked may have taken unseen from a board that is refilled later, and at which cost."""
    state = node.state
    if node.unseen or state.area is None or state.to_act is None:
        return {}
    refills = [seen for seen in node.left if seen[1] in suspects and seen[1].area == state.area]
    if not refills:
        return {}
    cards, likely = suspects[min(refills, key=lambda seen: seen[0])[1]]
    lying = state.areas[state.area].spaces[:CURRENT_SPACES]
    card = next((card for card in cards if card in lying), None)
    return {} if card is None else {Take(state.to_act, card): LIKELY if likely else UNSEEN}
