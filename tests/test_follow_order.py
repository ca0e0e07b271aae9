"""Hands-free: the order in which things are seen and in which cards are laid, where that alone tells what happened."""

from __future__ import annotations

from random import Random

import pytest

from bench.follow import COLOURS, NAMES, UNSEEN, Table, plain_look
from card_db.packet_row.cards import AREAS, parse_card
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import Choose, Refill, Take
from companion.games.packet_row.follow.facts import Board, Fact, Refilled, Taken, boards_of
from companion.games.packet_row.follow.follower import Follower
from companion.games.packet_row.follow.habits import Habits
from companion.games.packet_row.follow.history import as_they_happened
from companion.games.packet_row.follow.order import TOGETHER, Order
from companion.games.packet_row.follow.pieces import Piece, known_piece
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.refills import ELSEWHERE, read_refill
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Place, Seen, Sight
from companion.games.packet_row.follow.solve import Course, Event
from companion.games.packet_row.follow.unseen import LONG, Hidden
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from tests.test_follow import Watched

THEATRE, LIBRARY = parse_card("vp:theatre:12:2"), parse_card("vp:library_hall:10:2")
COURTHOUSE, CUSTOMS = parse_card("vp:courthouse:14:3"), parse_card("vp:customs_house:14:3")
AHEAD = (parse_card("assistant"), parse_card("contract:fur:2:spain:15"))


def four_players() -> State:
    return GAME.new_game(Setup(GAME.id, NAMES[:4], Seat(0)))


def taken(area: str, seat: int = 0) -> Taken:
    return Taken(area, CURRENT[0], CURRENT[0], Seat(seat), known_piece(area, THEATRE))


def refilled(order: tuple[int, ...], new: int) -> Refilled:
    """A refill: which of the spaces the cards that moved up lie on, in their order, and where a new one lies."""
    kept = [(CURRENT[index], known_piece("market", THEATRE)) for index in order]
    fresh = Piece("market")
    return Refilled("market", (fresh,), (), (*kept, (CURRENT[new], fresh)))


# --- laying ---------------------------------------------------------------------------------------------------------


def test_how_cards_are_laid_is_learnt() -> None:
    boards = boards_of(four_players())
    always, hardly = Habits(), Habits()
    assert always.elsewhere == ELSEWHERE
    for _ in range(10):
        always.surprises([refilled((0, 1), 2)], boards)
        hardly.surprises([refilled((0, 2), 1)], boards)
    assert always.elsewhere < ELSEWHERE / 5
    assert hardly.elsewhere == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize(("elsewhere", "space"), [(ELSEWHERE, "current-3"), (0.002, "current-2")])
def test_a_habit_tells_which_card_has_moved_up_where_one_was_misread_and_another_cannot_be_read(
    elsewhere: float, space: str
) -> None:
    """A library hall was surely a theatre in the future supply; then it is read rightly, and the card beside it not."""
    contract, misread = known_piece("guildhall", AHEAD[1]), Piece("guildhall")
    misread.look(("guildhall", "future-2"), Sight("card", THEATRE, True))
    misread.card, misread.sure = THEATRE, True
    lay = dict.fromkeys((*CURRENT, "future-1", "future-2"), None)
    spaces: dict[str, Piece | None] = {**lay, "future-1": contract, "future-2": misread}
    recorded = {contract: "future-1", misread: "future-2"}
    board = Board(spaces, recorded, {}, 20, True)
    doubt = Sight("card", CUSTOMS, False, (CUSTOMS, COURTHOUSE), chances=(0.76, 0.21))
    cards = {
        "current-1": Sight("card", AHEAD[1], True),
        "current-2": Sight("card", LIBRARY, True),
        "current-3": doubt,
        "future-1": Sight("card", AHEAD[0], True),
        "future-2": Sight("card", parse_card("contract:fur:3:spain:25"), True),
    }
    seen = {("guildhall", name): cards.get(name, Sight("empty")) for name in spaces}
    state = four_players()
    refill = read_refill(state, "guildhall", board, seen, lambda place: Piece(place[0]), elsewhere=elsewhere)
    assert refill is not None
    assert [where for where, piece in refill.layout if piece is misread] == [space]


# --- seeing ---------------------------------------------------------------------------------------------------------


def test_facts_that_wait_keep_the_order_in_which_they_were_seen() -> None:
    order, pawn, other, later = Order(), taken("docks"), taken("bank", 1), taken("market", 2)
    order.note([pawn], 1.0)
    order.note([pawn, other], 1.0 + TOGETHER / 2)  # read a moment later: either may have been first
    order.note([pawn, other, later], 9.0)
    assert order.groups([later, other, pawn]) == [frozenset({pawn, other}), frozenset({later})]


def test_a_fact_that_has_gone_and_comes_again_is_a_new_one() -> None:
    order, pawn, other = Order(), taken("docks"), taken("bank", 1)
    order.note([pawn], 1.0)
    order.note([other], 5.0)
    order.note([other, pawn], 9.0)
    assert order.groups([pawn, other]) == [frozenset({other}), frozenset({pawn})]


def test_what_was_in_doubt_is_remembered_where_it_was_seen() -> None:
    """A board with a card in doubt waits for an answer, while the next round goes on."""
    order, doubtful, believed = Order(), taken("docks"), taken("bank", 1)
    order.note([doubtful], 1.0)
    order.note([doubtful, believed], 9.0)
    order.keep([believed])
    merged = order.merged([frozenset({believed})], [frozenset({doubtful})])
    assert merged == [frozenset({doubtful}), frozenset({believed})]


def test_what_was_seen_late_is_remembered_where_it_happened() -> None:
    first, second, third = taken("docks"), taken("docks", 1), taken("bank", 2)
    seen: list[frozenset[Fact]] = [frozenset({second}), frozenset({third}), frozenset({first})]
    events = tuple(Event(Choose("docks"), fact=fact) for fact in (first, second, third))
    assert as_they_happened(seen, Course(events, four_players(), late=False)) == seen
    moved = as_they_happened(seen, Course(events, four_players(), late=True))
    assert moved == [frozenset({first, second}), frozenset({third})]


class Late:
    """A game in which the pawn of one who is not harbour master comes out from below a hand after the next thing."""

    def __init__(self, players: int, seed: int, round_then: int) -> None:
        setup = Setup(GAME.id, NAMES[:players], Seat(0))
        self.robots = RobotTable(setup, load_deck(), Random(seed))
        self.follower = Follower(GAME.new_game(setup), {Seat(seat): COLOURS[seat] for seat in range(players)})
        self.at, self.missed = 0.0, list[tuple[int, Take]]()
        self.play(round_then)

    def play(self, round_then: int) -> None:
        hidden: Place | None = None
        before = plain_look(self.robots.state)
        for action in self.robots.play():
            if isinstance(action, UNSEEN):
                continue
            after, state = plain_look(self.robots.state), self.robots.state
            other = isinstance(action, Take) and action.seat != state.harbour_master
            if not self.missed and state.round >= round_then and isinstance(action, Take) and other:
                (hidden,) = [place for place in after if after[place].pawn is not None and before[place].pawn is None]
                self.missed.append((state.round, action))
                self.see(after, hidden, 2.5)
            else:
                self.see(after, hidden, 2.5)
                self.see(after, None, 1.5)
                hidden = None
            before = after
            if self.missed and state.round >= self.missed[0][0] + 3:
                break
        self.see(before, None, 7.0)

    def see(self, table: Table, hidden: Place | None, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.at += 0.1
            self.follower.see({place: sight for place, sight in table.items() if place != hidden}, self.at)

    @property
    def is_in_step(self) -> bool:
        truth, believed = self.robots.state, self.follower.state
        return truth.round == believed.round and all(
            truth.areas[name].spaces == believed.areas[name].spaces for name in AREAS
        )


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (2, 9), (3, 3), (4, 2), (4, 7)])
def test_a_pawn_that_is_seen_after_the_next_thing_puts_no_round_out_of_step(players: int, seed: int) -> None:
    """Before, it was recorded in the round after, or nothing could be recorded any more."""
    game = Late(players, seed, 3)
    assert game.is_in_step
    ((number, missed),) = game.missed
    state, turns = GAME.new_game(game.robots.state.setup), list[object]()
    for event in game.follower.events:
        if state.round == number and isinstance(event.action, Take) and event.action.seat == missed.seat:
            turns.append(event.action.card)
        state = GAME.advance(state, event.action)
    assert turns == [missed.card]


@pytest.mark.parametrize(("sight", "likely"), [(Sight("empty"), False), (None, True)])
def test_only_a_space_that_could_not_be_seen_may_have_hidden_a_pawn(sight: Sight | None, likely: bool) -> None:
    """A board that is cleared slowly, card by card, shows its spaces bare."""
    boards, hidden = boards_of(four_players()), Hidden()
    pieces = {space: known_piece("docks", THEATRE) for space in CURRENT[:2]}
    spaces: dict[str, Piece | None] = {**boards["docks"].spaces, **pieces}
    boards["docks"] = Board(spaces, {piece: space for space, piece in pieces.items()}, {}, 20, True)
    lies: Seen = {("docks", space): Sight("card", THEATRE, True) for space in pieces}
    hidden.look(boards, lies, 1.0)
    for tenth in range(1, 30):
        looks = {place: seen for place, seen in lies.items() if place[1] != CURRENT[0]}
        hidden.look(boards, looks if sight is None else {**looks, ("docks", CURRENT[0]): sight}, 1.0 + tenth / 10)
    assert LONG < 2.9
    assert hidden.may_stand(boards, []) is likely


# --- cards that are taken for each other ----------------------------------------------------------------------------


def mistaken(players: int, seed: int) -> tuple[Watched, Refill]:
    """A game in which a card of the future supply is misread as the one that is drawn when it has moved up."""
    ahead = Watched(players, seed)
    while True:
        before = ahead.robots.state
        refill = ahead.play(lambda _: True, show=False)
        if isinstance(refill, Refill) and before.round > 3 and len(refill.current) == 1:
            *others, moved = before.areas[refill.area].future
            if moved not in (*refill.current, *others):
                break
    game = Watched(players, seed)
    while (action := game.play(lambda _: True, show=False)) != refill or game.robots.state.round < before.round:
        table = plain_look(game.robots.state)
        places = [place for place in table if place[0] == refill.area and place[1] in FUTURE]
        misread = {place: Sight("card", refill.current[0], True) for place in places if table[place].card == moved}
        if not isinstance(action, UNSEEN):
            game.see({**table, **misread})
    return game, refill


@pytest.mark.parametrize(("seed", "taken_first"), [(0, False), (3, False), (2, True), (5, True)])
def test_which_of_two_cards_came_first_is_asked_where_another_order_would_be_new(seed: int, taken_first: bool) -> None:
    """Cards are laid in the order in which they came, so rather the one was misread and looked like the other."""
    game, refill = mistaken(4, seed)
    game.told.clear()
    game.see(plain_look(game.robots.state))
    (question,) = [item for item in game.told if isinstance(item, Question)]
    assert (question.about, refill.current[0]) == ("order", question.answers[0][0])
    if taken_first:  # before anybody answers
        while not isinstance(taken := game.play(lambda _: True), Take):
            pass
        game.see(plain_look(game.robots.state))
        assert taken.card in question.answers[0]
    game.follower.answer(question, question.answers[1])
    refills = [event.action for event in game.follower.events if isinstance(event.action, Refill)]
    assert refill in refills
    assert game.is_in_step()
    assert question.is_settled


def test_an_order_that_is_usual_here_is_not_asked_about() -> None:
    boards, habits = boards_of(four_players()), Habits()
    odd = refilled((0, 2), 1)
    assert not habits.out_of_order(odd), "nothing is known of these people yet"
    for _ in range(4):
        habits.surprises([refilled((0, 1), 2)], boards)
    moved, new = odd.layout[1][1], odd.layout[2][1]
    assert habits.out_of_order(odd) == [(moved, new)]
    habits.surprises([odd], boards)
    assert not habits.out_of_order(refilled((0, 2), 1))
