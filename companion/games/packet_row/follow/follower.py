"""Follows a game: steady readings in; events, questions and mistakes out.

Facts are found by comparing what is seen with what was known to lie there, and the course of the last two rounds is
solved anew with every fact. So what could not be seen when it happened (an area in which all declined) is put in where
it belongs once the table gives it away. What does not fit yet is waited for: hands are still at work. What a card is
may turn out later too, when it lies in better light: then the record is put right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

from card_db.packet_row.cards import Card
from companion.games.packet_row.follow.belief import is_guesswork
from companion.games.packet_row.follow.facts import (
    UNLIKE,
    Boards,
    Fact,
    LaidOut,
    Refilled,
    Taken,
    after_facts,
    boards_of,
    exchanged,
    in_doubt,
    is_disturbed,
    new_pieces,
    note_lifted,
    stands,
    taken_instead,
    unlike,
    was_last_card,
)
from companion.games.packet_row.follow.find import find_facts
from companion.games.packet_row.follow.habits import Habits
from companion.games.packet_row.follow.hasty import Hasty
from companion.games.packet_row.follow.history import History, Recorded
from companion.games.packet_row.follow.joined import Joined
from companion.games.packet_row.follow.mistakes import Mistake, find_mistakes, is_cleared
from companion.games.packet_row.follow.order import Order
from companion.games.packet_row.follow.patience import Patience
from companion.games.packet_row.follow.pawns import is_second_pawn, was_no_pawn, with_known_pawn
from companion.games.packet_row.follow.pieces import ALL_DIFFERENT, Piece, cannot_be, decide, seen_twice
from companion.games.packet_row.follow.questions import Asked, Question, events_about
from companion.games.packet_row.follow.sights import (
    Colours,
    Looks,
    Place,
    Seen,
    hands_over,
    new_pawns,
)
from companion.games.packet_row.follow.solve import (
    Course,
    Event,
    Suspects,
)
from companion.games.packet_row.follow.unseen import (
    Hidden,
    has_moved_on,
    idle_refills,
    promises,
)
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.state import State

CONFIRM_AFTER = 0.5  # seconds after which a choice that nobody saw is believed
ASK_AFTER = 2.0  # seconds after which players are asked
WRONG_AFTER = 4.0  # seconds that nothing changes before something is called wrong
AT_REST = 1.0  # the same when a film ends: before that hands may still have been at work
AGREED = ("impossible_card", "future_taken_without_assistant")  # kinds that are recorded when the players go on
ASSUME_AFTER = 6.0  # seconds after which the likeliest answer holds until somebody corrects it


Told = Recorded | Question | Mistake


class Follower:
    """A game that is being watched: `state` is where it stands, `events` what was recorded, `colours` of the pawns."""

    def __init__(self, state: State, colours: Colours, drawn: Mapping[Card, int] | None = None) -> None:
        self.colours = colours
        self.box = ALL_DIFFERENT  # until somebody knows the deck
        self._order = Order()
        self._history = History(state, self._order)
        self._boards: Boards = boards_of(state)
        # Every card that is or was on the boards; those of the start are known.
        self._pieces: list[Piece] = [piece for board in self._boards.values() for piece in board.recorded]
        known = Counter(piece.card for piece in self._pieces if piece.card is not None)
        self._out = Counter(drawn or {}) - known  # drawn before, and on no board any more
        self._arrivals: dict[Place, Piece] = {}  # cards that lie there and belong to no fact yet
        self._open: frozenset[Fact] = frozenset()  # found, but not believed yet
        self._gone: list[frozenset[Fact]] = []  # not believed either, and by now something else is to be seen there
        self._seen: Seen = {}
        self._shown: Seen = {}  # of it what the last look showed
        self._stale: AbstractSet[Place] = frozenset()
        self._looks = Looks()
        self._patience = Patience((CONFIRM_AFTER, ASK_AFTER, WRONG_AFTER, ASSUME_AFTER))
        self._habits = Habits()
        self._hasty = Hasty()
        self._hidden = Hidden()
        self._joined = Joined()
        self._late: list[LaidOut] = []  # boards that are laid out, but not as they were at first
        self._now = 0.0
        self._asked = Asked()
        self._told: set[tuple[str, str, str | None]] = set()

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._history.state

    @property
    def events(self) -> list[Event]:
        """What was recorded since the follower began."""
        return self._history.events

    def see(self, seen: Seen, at: float) -> list[Told]:
        """A new steady reading of the places that can be seen; `at` in seconds."""
        self._now = at
        seen = {
            place: with_known_pawn(self._boards, self.colours, place, seen)
            for place in seen
            if place[1] in SPACES  # piles tell nothing
        }
        self._hidden.look(self._boards, seen, at)
        self._joined.look(self.state, self._boards, seen, self.colours, at)
        self._shown = seen
        table = {**self._seen, **seen}
        stale = self._looks.note(self._seen, seen)
        if table == self._seen and stale == self._stale:
            self._patience.note(at, is_hidden=not seen or hands_over(seen))  # somebody is at it, or it is dark
            self._hasty.note(filter(self._is_idle_refill, self._open), seen)
            return self.wait(at)
        told = self._go_on(table)
        self._seen, self._stale = table, stale
        self._patience.begin(at)
        told += [*self._learn(seen), *self._think(0.0)]
        self._hasty.note(filter(self._is_idle_refill, self._open), seen)
        return told

    def wait(self, at: float) -> list[Told]:
        """Nothing has changed until now."""
        self._now = at
        if not self._seen or not self._patience.has_passed(at):
            return []  # there is nothing new to think about
        return self._think(self._patience.waited(at))

    def finish(self) -> list[Told]:
        """The film is over: what is still open is said now; nothing is wrong with what hands were still at."""
        told = self._think(ASSUME_AFTER + WRONG_AFTER) if self._seen else []
        rested = self._patience.waited(self._now) >= AT_REST
        return [item for item in told if rested or not isinstance(item, Mistake)]

    def answer(self, question: Question, cards: Sequence[Card]) -> list[Told]:
        """The players have answered: with one of the answers, or what else lies there."""
        if question.is_exchanged(cards):
            one, other = question.pieces
            if (boards := exchanged(self._boards, one, other)) is None:
                return []  # the record has the right cards, but for which of them came first
            self._boards = boards
            self._history.replace(lambda fact: taken_instead(fact, boards[one.area], one, other))
        if question.about == "set-up":
            self._joined.agree(question.pieces[0].area)
        return [*self._put_right(dict(zip(question.pieces, cards, strict=True))), *self._think(0.0)]

    # --- looking ------------------------------------------------------------------------------------------------------

    def _learn(self, seen: Seen) -> list[Told]:
        """Every look at a card tells more of what it is."""
        self._boards = note_lifted(self._boards, seen)
        boards = after_facts(self._boards, self._gone)
        odd = unlike(boards, self._seen, self.colours)
        changing = Counter(name for name, _ in odd)
        half_seen = {name for name, _ in self._stale}  # on these more may have changed than can be seen yet
        new = False
        for (name, space), sight in seen.items():
            place = name, space
            if sight.state == "empty" or not changing[name]:
                self._arrivals.pop(place, None)
            elif sight.state == "card" and (place in odd or place in self._arrivals):
                self._new_piece(place).look(place, sight)
            # On a board that is being changed other cards may lie there by now.
            piece = boards[name].spaces.get(space) if name in boards and changing[name] <= 1 else None
            other = piece is not None and (space in boards[name].lifted or name in half_seen)
            if piece is not None and not (other and piece.fit(sight) < UNLIKE):
                new |= piece.look(place, sight)
        return self._put_right() if new else []

    def _new_piece(self, place: Place) -> Piece:
        """A card that has come to lie there."""
        piece = self._arrivals.get(place)
        if piece is None:
            piece = self._arrivals[place] = Piece(place[0], came=place)
            piece.look(place, self._seen[place])
        return piece

    def _find(self, waited: float = 0.0) -> frozenset[Fact]:
        boards = after_facts(self._boards, self._gone)
        seen, stale = self._seen, self._stale
        how = waited >= ASK_AFTER, waited >= CONFIRM_AFTER, self._habits.elsewhere
        found = find_facts(self.state, boards, seen, stale, self.colours, self._new_piece, *how)
        facts = frozenset(fact for fact in found if not is_second_pawn(fact, boards, self._shown, self.colours))
        decide([piece for fact in facts for piece in new_pieces(fact)], self._pieces, self._out, self.box)
        self._late = self._joined.are_late(facts)
        return self._hasty.left_out(facts.difference(self._late))

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _think(self, waited: float) -> list[Told]:
        told = self._take_in(waited)
        if told:
            return told
        if self._is_too_early(self._open) and waited < ASSUME_AFTER:
            return self._wrong(()) if waited >= WRONG_AFTER else []
        course = self._solve(self._in_order(self._open), waited) if waited >= ASK_AFTER else None
        if course is not None and self._is_guesswork(course):
            course = None
        if course is not None and not self._is_held(course) and (told := self._ask(course, waited)):
            return told
        if waited >= ASK_AFTER and (late := self._asked.set_up(self._late)):
            return [*late]
        # What waits for an answer is not wrong, but other boards may be.
        explained = {fact.area for fact in self._open if not self._cannot_be(fact)} if course is not None else set()
        return self._wrong(explained) if waited >= WRONG_AFTER else []

    def _take_in(self, waited: float) -> list[Told]:
        """Find new facts and believe them when the rules can; those in doubt wait."""
        found = self._find(waited)
        self._order.note(found, self._now)
        patient = waited >= WRONG_AFTER
        facts = frozenset(
            fact
            for fact in found
            if not in_doubt(fact) and (patient or not self._may_be_no_pawn(fact)) and not self._cannot_be(fact)
        )
        groups = self._in_order(facts)
        self._open = found
        if self._is_too_early(facts) and waited < ASSUME_AFTER:
            return []
        course = self._solve(groups, waited)
        if (course is None or self._is_guesswork(course)) and has_moved_on(groups, self._hidden, self._boards):
            course = self._history.with_unseen(groups, self._suspects(groups))
        if course is None or self._is_guesswork(course):
            # A board that was refilled for no reason that is known does not hold up the rest.
            groups = self._in_order(frozenset(fact for fact in facts if not self._is_idle_refill(fact)))
            course = self._solve(groups, waited)
        if course is None and waited >= CONFIRM_AFTER and (found := self._forget_ghost()):
            groups = self._in_order(found)
            course = self._solve(groups, waited)
        # What was bold before is not when more has come that goes well with it.
        confirmed = waited >= CONFIRM_AFTER or len(groups) > 1
        if course is None or self._is_guesswork(course) or (self._history.is_bold(course) and not confirmed):
            return []
        if self._is_held(course):
            if waited <= ASSUME_AFTER:
                return []
            course = self._history.with_unseen(groups, self._suspects(groups)) or course
        # Where a pawn may have stood unseen, somebody took a card rather than that all declined in an earlier round.
        hidden = set(filter(self._hidden.were_long, idle_refills(course, frozenset[Fact]().union(*groups))))
        suspects = {fact: suspect for fact, suspect in self._suspects(groups).items() if fact in hidden}
        return self._believe(groups, self._history.going_on_unseen(groups, suspects) or course)

    def _is_held(self, course: Course) -> bool:
        """Whether it has all decline where a pawn may stand, or may have stood, unseen: what comes next tells."""
        if not promises(course):
            return False
        new = {event.fact for event in course.events if event.fact} - {event.fact for event in self.events}
        self._hidden.note(new, self._boards)
        return self._hidden.is_likely(self._boards, new)

    def _cannot_be(self, fact: Fact) -> bool:
        """Whether it brings a card that lies elsewhere, or has come before: that is told before it is recorded."""
        lying = [piece for board in self._boards.values() for piece in board.spaces.values() if piece is not None]
        certain = {*lying, *(piece for piece in self._pieces if piece.told)}
        return any(cannot_be(piece, certain, self._out, self.box) for piece in new_pieces(fact))

    def _may_be_no_pawn(self, fact: Fact) -> bool:
        """Whether a pawn was seen where something hides the cards around it as well: a head, a bag, a sleeve."""
        boards = after_facts(self._boards, self._gone)
        return isinstance(fact, Taken) and is_disturbed(fact.area, boards[fact.area], self._seen)

    def _is_idle_refill(self, fact: Fact) -> bool:
        """Whether a board was refilled from which nobody had taken a card."""
        board = after_facts(self._boards, self._gone)[fact.area]
        return isinstance(fact, Refilled) and not board.pawns and not self.state.areas[fact.area].due

    def _is_guesswork(self, course: Course) -> bool:
        return is_guesswork(course, {event.fact for event in self.events}, self._is_idle_refill)

    def _is_too_early(self, facts: frozenset[Fact]) -> bool:
        """Whether cards are taken though the pawns have left another board that is not refilled: a round is over."""
        taken = {fact.area for fact in facts if isinstance(fact, Taken)}
        refilled = {fact.area for fact in facts if isinstance(fact, Refilled)}
        boards = after_facts(self._boards, self._gone)
        return bool(taken) and any(
            name not in taken | refilled and is_cleared(board, name, self._seen) for name, board in boards.items()
        )

    def _in_order(self, facts: frozenset[Fact]) -> list[frozenset[Fact]]:
        """Facts with those that were seen before them and are not believed yet."""
        return [*self._gone, *self._order.groups(facts)]

    def _go_on(self, table: Seen) -> list[Told]:
        """The table changes: what was seen until now and is still in doubt is taken for what it most looks like."""
        changed = {
            place[0]
            for place, sight in table.items()
            if (old := self._seen.get(place)) is None or (old.state, old.pawn) != (sight.state, sight.pawn)
        }
        moved_on = new_pawns(self._seen, table)
        facts = frozenset(fact for fact in self._open if moved_on or fact.area in changed)
        facts = frozenset(fact for fact in facts if not was_last_card(fact, self._boards[fact.area], table))
        facts = frozenset(fact for fact in facts if not (self._may_be_no_pawn(fact) and not stands(fact, table)))
        known = after_facts(self._boards, self._gone)
        facts = frozenset(fact for fact in facts if not was_no_pawn(fact, known, table, self.colours))
        if not facts:
            return []
        course = self._solve(self._in_order(facts), 0.0)
        if course is None and (found := self._forget_ghost()):
            facts, course = found, self._solve(self._in_order(found), 0.0)
        odd: list[Told] = self._agreed() if any(map(self._cannot_be, facts)) else []
        stand = all(stands(fact, table) for fact in facts)
        if course is None and stand and (course := self._solve(self._in_order(facts), 0.0, True)) is not None:
            # The players go on with what cannot be, or a card that would make it right was misread long ago.
            odd = self._agreed()
        if course is not None and not self._is_guesswork(course) and not self._is_held(course):
            question = self._asked.new(facts, self._history.new_events(course))
            return [*odd, *self._believe(self._in_order(facts), course), *question]
        overtaken = frozenset(fact for fact in facts if fact.area in changed)
        if overtaken:
            self._gone.append(overtaken)
            self._order.keep(overtaken)
            self._open -= overtaken
            self._forget_arrivals(overtaken)
        return []

    def _forget_ghost(self) -> frozenset[Fact]:
        """A pawn that stood somewhere for a moment and that nothing explains was a finger, if all else is explained.

        The facts without it; none when that does not help.
        """
        gone = self._gone
        for ghost in [fact for group in gone for fact in group if isinstance(fact, Taken)]:
            self._gone = [left for group in gone if (left := group - {ghost})]
            found = self._find()
            facts = frozenset(fact for fact in found if not in_doubt(fact))
            course = self._solve(self._in_order(facts), 0.0) if facts else None
            if course is not None and not self._is_guesswork(course):
                self._open = found
                return facts
        self._gone = gone
        return frozenset()

    def _forget_arrivals(self, facts: frozenset[Fact]) -> None:
        """All cards of a new board are known of."""
        areas = {fact.area for fact in facts if new_pieces(fact)}
        self._arrivals = {place: piece for place, piece in self._arrivals.items() if place[0] not in areas}

    def _solve(self, groups: Sequence[frozenset[Fact]], waited: float, agreed: bool = False) -> Course | None:
        """The game with these facts, in another order or with a card taken unseen after a while."""
        late = waited >= WRONG_AFTER or bool(self._gone)
        stands = self._hidden.may_stand(self._boards, {fact for group in groups for fact in group})
        rested = waited >= (ASK_AFTER if not stands else ASSUME_AFTER + WRONG_AFTER)
        return self._history.solve(groups, self._suspects(groups), late, agreed, rested)

    def _suspects(self, groups: Sequence[frozenset[Fact]]) -> Suspects:
        """What may have been taken unseen before boards were refilled."""
        new = {fact for group in groups for fact in group}
        self._hidden.note(new, self._boards)
        return self._hidden.suspects(self._history.facts | new)

    def _believe(self, groups: Sequence[frozenset[Fact]], course: Course) -> list[Told]:
        told: list[Told] = []
        pairs = [pair for facts in groups for fact in facts for pair in self._habits.out_of_order(fact)]
        for facts in groups:
            told += self._habits.surprises(facts, self._boards)
            self._hidden.note(facts, self._boards)
            self._order.keep(facts)
            self._boards = after_facts(self._boards, [facts])
            self._pieces += [piece for fact in facts for piece in new_pieces(fact)]
            if facts not in self._gone:  # of those something else is to be seen by now
                self._look_again(facts)
            self._forget_arrivals(facts)
            self._open -= facts
            self._hasty.believe(facts)
        told.append(self._history.believe(groups, course))
        told += self._asked.unseen(self.events)
        told += self._asked.seen_for_good([fact for facts in groups for fact in facts], self.events)
        told += self._asked.order(pairs, self.events)
        self._gone = []
        self._told.clear()
        return [*told, *self._put_right()]

    def _look_again(self, facts: frozenset[Fact]) -> None:
        """Cards that have moved up are seen in another place."""
        for fact in facts:
            if isinstance(fact, Refilled):
                for space, piece in fact.layout:
                    piece.look((fact.area, space), self._seen[fact.area, space])

    def _put_right(self, told_now: Mapping[Piece, Card] | None = None) -> list[Told]:
        """Cards that turn out to be others, or are told to be, are put right in the whole record."""
        before = {piece: piece.card for piece in (*self._pieces, *(told_now or ()))}
        were_sure = [piece for piece in self._pieces if piece.sure]
        for piece, card in (told_now or {}).items():
            piece.tell(card)
        decide(self._pieces, out=self._out, box=self.box)
        lying = [piece for board in self._boards.values() for piece in board.spaces.values()]
        doubtful = {piece for piece in were_sure if not piece.sure} | set(seen_twice(self._pieces, lying, self.box))
        in_doubt = [piece for piece in self._pieces if piece in doubtful and piece not in self._asked]
        for piece, believed in before.items():
            if believed is not None and not piece.sure:
                piece.card = believed  # a doubt is no reason to change the record
        asked: list[Told] = [*self._asked.about(in_doubt, events_about(in_doubt, self.events))]
        if all(piece.card == believed for piece, believed in before.items()):
            return asked
        told = self._history.renew()
        return [told, *asked] if told is not None else asked

    # --- doubts and mistakes ------------------------------------------------------------------------------------------

    def _ask(self, course: Course, waited: float) -> list[Told]:
        """New cards that are not known for sure: a question, and after a while its likeliest answer."""
        question: list[Told] = [*self._asked.new(self._open, self._history.new_events(course))]
        return self._believe(self._in_order(self._open), course) + question if waited >= ASSUME_AFTER else question

    def _agreed(self) -> list[Told]:
        """What cannot be, but is recorded because the players go on."""
        return [one for one in self._wrong(()) if isinstance(one, Mistake) and one.kind in AGREED]

    def _wrong(self, explained: Collection[str]) -> list[Told]:
        """What cannot be right, on boards that nothing explains."""
        if not unlike(self._boards, self._seen, self.colours) and all(b.laid_out for b in self._boards.values()):
            self._gone, self._open = [], frozenset()  # it looks again as if nothing had happened
            return []
        drawn = self._out + Counter(piece.card for piece in self._pieces if piece.card is not None)
        boards = after_facts(self._boards, self._gone)
        shown = {place: sight for place, sight in self._seen.items() if place not in self._stale}
        found = find_mistakes(self.state, boards, shown, self.colours, drawn, self.box)
        new = {one.key: one for one in found if one.key not in self._told and one.area not in explained}
        self._told.update(new)
        return list(new.values())
