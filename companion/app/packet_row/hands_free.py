"""A game in the store that a camera follows: what the follower tells is recorded, asked or warned of.

The follower begins where the record stands. Whatever the players enter themselves in the meantime is theirs: then it
begins anew from there. It thinks in a thread of its own, because that may take longer than a picture is shown;
what it tells is recorded by the thread that shows it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial

from card_db.packet_row.cards import Card
from companion.core.game import IllegalAction, Json, Seat
from companion.games.packet_row.actions import Action, Refill, Reveal
from companion.games.packet_row.follow.facts import boards_of, unlike
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.history import Recorded
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.pieces import ALL_DIFFERENT, box_of
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import Place, Seen, Sight, with_pawn_in_play
from companion.games.packet_row.follow.solve import Event
from companion.games.packet_row.game import GAME
from companion.games.packet_row.state import State
from companion.session import Session, StepRefused

NOBODYS_FOR = 1.0  # seconds after which a pawn in a colour that nobody has is asked about


@dataclass(frozen=True, slots=True)
class Thought:
    """What the follower tells, and the questions that need no answer any more."""

    told: Sequence[Told]
    settled: Sequence[Question]


class HandsFree:
    """One game under a camera; `owners` says whose pawn has which colour."""

    def __init__(self, session: Session[State, Action], owners: Mapping[str, Seat]) -> None:
        self.session, self.owners = session, dict(owners)
        self.questions: list[Question] = []
        self.mistakes: list[Mistake] = []
        self.stranger: str | None = None  # the colour of a pawn that nobody has
        self._nobodys: dict[str, float] = {}  # since when such colours are seen
        self._things: set[str] = set()  # colours of what is no pawn
        self._table: dict[Place, Sight] = {}
        self._box = ALL_DIFFERENT  # until a picture tells the deck
        self._thoughts: deque[Future[Thought]] = deque()  # in the order in which they were begun
        self._thinking: ThreadPoolExecutor | None = None  # its thread, as long as somebody looks
        self._last_thought: Future[Thought] | None = None  # of a thread that has been told to end
        self.begin_anew()
        self._shown = self._news()

    @property
    def pawns(self) -> frozenset[str] | None:
        """The colours of all pawns, when everybody's is known."""
        return frozenset(self.owners) if len(set(self.owners.values())) == len(self._colours) else None

    def know(self, designs: Collection[str]) -> None:
        """The deck that is in use has these designs."""
        self._box = self._follower.box = box_of(designs)

    def begin_anew(self) -> None:
        """Follow from where the record stands now."""
        session = self.session
        self._journal, self._before = session.journal, len(session.journal.events)
        self._colours = {Seat(seat): _pawn(Seat(seat)) for seat in range(len(session.setup.players))}
        self._drop_thoughts()
        self._follower = Follower(session.state, self._colours, drawn_cards(session))
        self._follower.box = self._box
        self.questions, self.mistakes = [], []
        self._with_record: list[Mistake] = []  # told of something that is recorded: no look can show it righted
        self._table = {}

    def own(self, colour: str, seat: Seat) -> None:
        """A pawn of this colour is that player's."""
        self.owners[colour] = seat
        self.stranger = None
        self._nobodys.clear()
        self.begin_anew()

    def ignore(self, colour: str) -> None:
        """What has this colour is no pawn."""
        self._things.add(colour)
        self.stranger = None

    def look(self, seen: Seen, at: float) -> None:
        """What can be seen now; `hear` tells what it means, a little later."""
        if self.session.journal is not self._journal:
            self.begin_anew()
        self._find_stranger(seen, at)
        seen = {place: self._named(sight) for place, sight in seen.items()}
        self._table.update(seen)
        self._think(partial(self._follower.see, seen, at))

    def hear(self, wait: bool = False) -> bool:
        """Record what was found out meanwhile; True when there is something new to show. Raises StoreError."""
        while self._thoughts and (wait or self._thoughts[0].done()):
            thought = self._thoughts.popleft().result()
            if self.session.journal is not self._journal:
                self.begin_anew()
            else:
                self._hear(thought.told)
                self._forget(thought.settled)
        shown, self._shown = self._shown, self._news()
        return self._shown != shown

    def answer(self, question: Question, cards: Sequence[Card]) -> None:
        """The players say which cards these are: recorded when this returns. Raises StoreError."""
        self.hear(wait=True)
        if question in self.questions:
            self.questions.remove(question)
            self._think(partial(self._follower.answer, question, cards))
            self.hear(wait=True)

    def dismiss(self, mistake: Mistake) -> None:
        """The players know of it."""
        self.mistakes = [other for other in self.mistakes if other is not mistake]

    # --- thinking -----------------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Nobody looks any more: the thread ends. Another look begins a new one."""
        pool, self._thinking = self._thinking, None
        if pool is not None:
            begun = [thought for thought in self._thoughts if not thought.cancel()]
            self._thoughts = deque(begun)
            self._last_thought = begun[-1] if begun else None
            pool.shutdown(wait=False)

    def _think(self, about: Callable[[], Sequence[Told]]) -> None:
        if self._thinking is None:
            self._thinking = ThreadPoolExecutor(1, "follow")
        before, self._last_thought = self._last_thought, None
        self._thoughts.append(self._thinking.submit(_think, before, about, tuple(self.questions)))

    def _drop_thoughts(self) -> None:
        """They are about a record that is no more."""
        for thought in self._thoughts:
            thought.cancel()
        self._thoughts.clear()

    # --- what is told -------------------------------------------------------------------------------------------------

    def _news(self) -> tuple[object, ...]:
        return self.session.journal, list(self.questions), list(self.mistakes), self.stranger

    def _hear(self, told: Sequence[Told]) -> None:
        recorded = any(isinstance(item, Recorded) for item in told)
        if recorded:
            self.mistakes = []  # the game went on
        for item in told:
            match item:
                case Recorded():
                    try:
                        self._record(item)
                    except (IllegalAction, StepRefused):  # the record and the follower are out of step
                        self.begin_anew()
                        return
                case Question():
                    self.questions = [*(one for one in self.questions if not item.replaces(one)), item]
                case Mistake():
                    self.mistakes.append(item)
                    if recorded:
                        self._with_record.append(item)

    def _record(self, told: Recorded) -> None:
        """Events that were recorded before and are not kept give way."""
        session, first = self.session, self._before + told.keep
        events = [self._write(event) for event in told.events]
        old = session.journal.events[first:]
        other = [number for number, pair in enumerate(zip(old, events, strict=False)) if pair[0] != pair[1]]
        if len(old) == len(events) and len(other) == 1:
            try:
                session.change(first + other[0], events[other[0]])
                self._journal = session.journal
                return
            except StepRefused:
                pass  # what comes after it is changed as well
        while len(session.steps) > first:
            self._take_back()
        for event in events:
            session.record(event)
        self._journal = session.journal

    def _take_back(self) -> None:
        edits, last = self.session.journal.edits, len(self.session.steps) - 1
        if edits and edits[-1].kind == "record" and edits[-1].at == last:
            self.session.undo()
        else:
            self.session.remove(last)

    def _write(self, event: Event) -> Json:
        written: Json = GAME.encode(self.session.setup, event.action)
        return {**written, "override": True} if event.override else written

    def _forget(self, settled: Sequence[Question]) -> None:
        """What has settled itself: cards that were seen better, a table that is right again."""
        self.questions = [one for one in self.questions if one not in settled]
        if self.mistakes and not unlike(boards_of(self.session.state), self._table, self._colours):
            self.mistakes = [one for one in self.mistakes if any(one is told for told in self._with_record)]

    # --- pawns --------------------------------------------------------------------------------------------------------

    def _named(self, sight: Sight) -> Sight:
        if self.pawns is not None:  # until then it may be one that is not known yet
            sight = with_pawn_in_play(sight, self.owners)
        owner = self.owners.get(sight.pawn) if sight.pawn is not None else None
        return sight if owner is None else replace(sight, pawn=_pawn(owner))

    def _find_stranger(self, seen: Seen, at: float) -> None:
        """A pawn that stands alone on a space, for a while, in a colour that nobody has."""
        colours = {sight.pawn for sight in seen.values() if sight.state == "pawn" and sight.pawn is not None}
        free = set(self._colours) - set(self.owners.values())
        if not free:
            return  # everybody's pawn is known: it is a thing, or badly lit
        self._nobodys = {colour: self._nobodys.get(colour, at) for colour in colours - self._things - set(self.owners)}
        self.stranger = next((colour for colour, since in self._nobodys.items() if at - since >= NOBODYS_FOR), None)


def _think(
    before: Future[Thought] | None, about: Callable[[], Sequence[Told]], questions: Sequence[Question]
) -> Thought:
    """In the thread of the follower: only there its cards may be looked at, and by one thread at a time."""
    if before is not None:
        wait((before,))
    told = about()
    return Thought(told, [one for one in questions if one.is_settled])


def drawn_cards(session: Session[State, Action]) -> Counter[Card]:
    """All cards that have come from the decks."""
    drawn: Counter[Card] = Counter()
    for event in session.journal.events:
        action = GAME.decode(session.setup, event)
        if isinstance(action, Reveal | Refill):
            drawn.update((*action.current, *action.future))
    return drawn


def _pawn(seat: Seat) -> str:
    return f"pawn {seat}"
