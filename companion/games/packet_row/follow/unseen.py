"""A card that somebody took though nobody saw the pawn: a hand was over it until it was taken home.

What follows tells of it: the round is over, though by what was seen it cannot be. Without this, a course would be made
up of areas in which all declined, or of rounds that went otherwise than they were seen. Which card it was tells the
space that could not be seen while others of its board could; if there is none, any. The players are asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from card_db.packet_row.cards import ASSISTANT
from companion.games.packet_row.actions import Take
from companion.games.packet_row.follow.facts import UNLIKE, Board, Boards, Fact, Refilled, Taken
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.sights import Seen
from companion.games.packet_row.follow.solve import Course, Event, Suspects
from companion.games.packet_row.numbers import CURRENT_SPACES
from companion.games.packet_row.state import State
from companion.games.packet_row.turns import advance

MOST_MOVED = 3  # recorded things that may turn out to belong to another round; with two players that happens
LONG = 1.0  # seconds that a card was not seen, though others of its board were
STEADY, LOOKS = 2.0, 18  # seconds and looks likewise, after which a pawn was there rather than a hand that cleared up


class Hidden:
    """When the cards on the boards were last seen to lie there, and which of those that have gone were not for long."""

    def __init__(self) -> None:
        self._cards: dict[Piece, float] = {}
        self._lifted: dict[Piece, float] = {}  # when its space was first seen without a pawn since
        self._boards: dict[str, float] = {}  # when a board was last seen as it is known, in part at least
        self._gone: dict[Fact, list[tuple[float, Piece]]] = {}  # by refill, the longest unseen first
        self._missed: dict[Piece, int] = {}  # looks at its board that did not show it, since it was seen

    def look(self, boards: Boards, seen: Seen, at: float) -> None:
        """What is seen now."""
        for (name, space), sight in seen.items():
            piece = boards[name].spaces[space]
            lies = piece is not None and sight.state == "card" and piece.fit(sight) >= UNLIKE
            if lies and piece is not None:
                self._cards[piece] = at
                self._lifted.pop(piece, None)
            elif piece is not None and sight.pawn is None and sight.state in ("empty", "card"):
                self._lifted.setdefault(piece, at)  # another card may lie there: then its board waits for an answer
            if lies or (space in boards[name].pawns and sight.state == "pawn"):
                self._boards[name] = at
        for name in {name for name, last in self._boards.items() if last == at}:
            for piece in boards[name].current:
                shown = self._cards.get(piece) == at or piece in self._lifted
                self._missed[piece] = 0 if shown else self._missed.get(piece, 0) + 1

    def note(self, facts: Iterable[Fact], boards: Boards) -> None:
        """Boards that are being refilled: what lay there is gone."""
        for fact in facts:
            if isinstance(fact, Refilled) and fact not in self._gone:
                self._gone[fact] = self._unseen(fact.area, boards[fact.area])

    def _unseen(self, name: str, board: Board) -> list[tuple[float, Piece]]:
        """How long cards of a board were not seen while others were, or pawns."""
        last = self._boards.get(name, 0.0)
        cards = [piece for piece in board.current if piece in self._cards]
        unseen = [(min(last, self._lifted.get(piece, last)) - self._cards[piece], piece) for piece in cards]
        return sorted(unseen, key=lambda item: -item[0])

    def suspects(self, facts: Collection[Fact]) -> Suspects:
        """What may have been taken unseen before each refill, the likeliest first, and whether that is likely."""
        return {
            fact: (tuple(piece.card for _, piece in gone if piece.card is not None), gone[0][0] >= LONG)
            for fact, gone in self._gone.items()
            if fact in facts and gone
        }

    def were_long(self, fact: Fact) -> bool:
        """Whether a card was hidden before this refill for so long that somebody took it unseen."""
        first = next(iter(self._gone.get(fact, ())), None)
        return first is not None and first[0] >= STEADY and self._missed.get(first[1], 0) >= LOOKS

    def is_likely(self, boards: Boards, facts: Collection[Fact]) -> bool:
        """Whether a pawn may stand, or may have stood before one of these refills, where nobody can see it."""
        return self.may_stand(boards, facts) or any(likely for _, likely in self.suspects(facts).values())

    def may_stand(self, boards: Boards, facts: Collection[Fact]) -> bool:
        """Whether a pawn may stand where nobody can see it, on a board that is not refilled by these facts."""
        refilled = {fact.area for fact in facts if isinstance(fact, Refilled)}
        unseen = [self._unseen(name, board) for name, board in boards.items() if name not in refilled]
        return any(gone and gone[0][0] >= LONG for gone in unseen)


def idle_refills(course: Course, new: Collection[Fact]) -> set[Fact]:
    """The new refills of boards about which all declined by it."""
    taken: set[str] = set()  # boards from which cards were taken since they were refilled
    idle: set[Fact] = set()
    for event in course.events:
        if isinstance(event.fact, Taken):
            taken.add(event.fact.area)
        elif isinstance(event.fact, Refilled):
            if event.fact.area not in taken and event.fact in new:
                idle.add(event.fact)
            taken.discard(event.fact.area)
    return idle


def promises(course: Course) -> bool:
    """Whether the round is over by it, and boards about which all declined are still to be refilled."""
    return course.state.phase == "refill" and any(
        area.due and not any(player.pawn is not None and player.pawn.area == name for player in course.state.players)
        for name, area in course.state.areas.items()
    )


def has_moved_on(groups: Sequence[frozenset[Fact]], hidden: Hidden, boards: Boards) -> bool:
    """Whether a card was taken after boards had been refilled on which a pawn may have stood unseen."""
    refills = {fact for group in groups for fact in group if isinstance(fact, Refilled)}
    taken = any(isinstance(fact, Taken) for group in groups for fact in group)
    hidden.note(refills, boards)
    return taken and any(likely for _, likely in hidden.suspects(refills).values())


def moved(start: State, known: Sequence[Event], course: Course) -> int:
    """How many things that were seen and recorded belong to another round by this course."""
    before, now = _rounds(start, known), _rounds(start, course.events)
    return sum(fact in now and now[fact] != number for fact, number in before.items())


def _rounds(state: State, events: Sequence[Event]) -> dict[Fact, int]:
    rounds: dict[Fact, int] = {}
    for event in events:
        if event.fact is not None:
            rounds[event.fact] = state.round
        state = advance(state, event.action)
    return rounds


def with_unseen(start: State, course: Course) -> Course:
    """The course; what it has somebody take though nobody saw it is a fact of its own, of a card that is in doubt."""
    state, events = start, list[Event]()
    for event in course.events:
        action = event.action
        if isinstance(action, Take) and event.fact is None and state.area is not None:
            lying = [card for card in state.areas[state.area].spaces[:CURRENT_SPACES] if card is not None]
            cards = dict.fromkeys((action.card, *lying))
            piece = Piece(state.area, action.card, came=(state.area, ""))
            piece.chances = tuple((card, 1 / len(cards)) for card in cards)
            event = replace(event, fact=Taken(state.area, "", "", action.seat, piece))
        events.append(event)
        state = advance(state, action)
    return replace(course, events=tuple(events))


def is_excuse(course: Course) -> bool:
    """Whether an assistant is supposed to have been taken unseen, and serves its player later: rather a mistake."""
    takes = [(event.action, event.fact) for event in course.events if isinstance(event.action, Take)]
    helped = {take.seat for take, fact in takes if is_unseen(fact) and take.card == ASSISTANT}
    return any(take.future and take.seat in helped for take, _ in takes)


def is_unseen(fact: Fact | None) -> bool:
    """Whether it is only supposed to have happened."""
    return isinstance(fact, Taken) and not fact.space


def put_in(facts: Sequence[frozenset[Fact]], course: Course) -> list[frozenset[Fact]]:
    """The facts in the order they were seen, with what the course supposes before all that came after it."""
    groups = list(facts)
    known = {fact for group in facts for fact in group}
    for number, event in enumerate(course.events):
        if event.fact is not None and is_unseen(event.fact) and event.fact not in known:
            after = {later.fact for later in course.events[number:]}
            first = next((index for index, group in enumerate(groups) if group & after), len(groups))
            groups.insert(first, frozenset({event.fact}))
    return groups
