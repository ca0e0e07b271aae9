"""Hands-free: what cannot be seen, because a hand hides a pawn until its board is refilled, or the film ends."""

from __future__ import annotations

from random import Random

import pytest

from bench.follow import COLOURS, NAMES, UNSEEN, Table, plain_look
from bench.mistakes import Watched as Robots
from bench.mistakes import future_taken_without_assistant
from card_db.packet_row.cards import AREAS, ASSISTANT, Card
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import Action, Refill, Take
from companion.games.packet_row.follow.facts import Refilled, boards_of
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.history import Recorded
from companion.games.packet_row.follow.lines import Following
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import CURRENT, Place, Sight
from companion.games.packet_row.follow.unseen import Hidden
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from companion.words import English


class Hurried:
    """A game in which one pawn of a harbour master is never seen: the last card of a round that is not over else."""

    def __init__(self, players: int, seed: int) -> None:
        setup = Setup(GAME.id, NAMES[:players], Seat(0))
        self.robots = RobotTable(setup, load_deck(), Random(seed))
        self.follower = Follower(GAME.new_game(setup), {Seat(seat): COLOURS[seat] for seat in range(players)})
        self.following = Following(self.follower, setup, English)
        self.told: list[Told] = []
        self.at, self.hidden, self.missed = 0.0, list[Place](), list[Take]()
        self.is_gone = False
        self._moves = self.robots.play()
        self._before = plain_look(self.robots.state)

    def play(self) -> Action:
        """The next action that can be seen."""
        action = self.look_away()
        after, state = plain_look(self.robots.state), self.robots.state
        if not self.missed and state.round > 2 and isinstance(action, Take) and action.seat == state.harbour_master:
            self.hidden = [place for place in after if after[place].state == "pawn" != self._before[place].state]
            self.missed.append(action)
        self._before = after
        self.see(after)
        return action

    def look_away(self) -> Action:
        """The next action, while nobody looks."""
        return next(move for move in self._moves if not isinstance(move, UNSEEN))

    def see(self, table: Table, seconds: float = 3.0) -> None:
        """Some seconds in which nothing changes; hands hide the place of the pawn."""
        for _ in range(round(seconds * 10)):
            self.at += 0.1
            shown = {place: sight for place, sight in table.items() if place not in self._under_a_hand(table)}
            self.told += self.follower.see(shown, self.at)

    def _under_a_hand(self, table: Table) -> list[Place]:
        """The place of the pawn, until it is taken home."""
        self.is_gone |= bool(self.hidden) and table[self.hidden[0]].state != "pawn"
        return [] if self.is_gone else self.hidden

    @property
    def is_in_step(self) -> bool:
        truth, believed = self.robots.state, self.follower.state
        return truth.round == believed.round and all(
            truth.areas[name].spaces == believed.areas[name].spaces for name in AREAS
        )


def hurried(players: int, seed: int) -> Hurried:
    """The game up to where the cards of the round after the missed pawn are taken."""
    game = Hurried(players, seed)
    while not game.missed:
        game.play()
    last = game.robots.state.round
    game.told.clear()
    while game.robots.state.round == last or game.robots.state.phase == "choose":
        game.play()
    return game


def test_a_pawn_that_nobody_saw_is_asked_about_and_nothing_else_made_up() -> None:
    """By what was seen the round was not over: somebody must have taken a card, where nothing could be seen."""
    game = hurried(3, 9)
    (question,) = [item for item in game.told if isinstance(item, Question)]
    (missed,) = game.missed
    assert (question.taker, question.places) == (missed.seat, ((game.hidden[0][0], ""),))
    assert question.answers[0] == (missed.card,)
    assert game.is_in_step
    takes = [event.action for event in game.follower.events if isinstance(event.action, Take)]
    assert Take(missed.seat, missed.card) in takes
    assert not any(isinstance(item, Mistake) for item in game.told)


@pytest.mark.parametrize("seed", [102, 104, 107, 115])
def test_with_two_players_a_pawn_that_nobody_saw_is_no_decline(seed: int) -> None:
    """Before, all had declined about its board in the round before, and all rounds after it were out of step."""
    game = hurried(2, seed)
    last = game.robots.state.round
    while game.robots.state.round < last + 2:
        game.play()
    assert game.is_in_step
    questions = [item for item in game.told if isinstance(item, Question) and item.taker is not None]
    assert [question.answers[0] for question in questions] == [(game.missed[0].card,)]


@pytest.mark.parametrize(("looks", "instead", "taken"), [(30, None, True), (3, None, False), (30, ASSISTANT, False)])
def test_only_looks_in_which_a_card_was_not_seen_tell_of_a_pawn(looks: int, instead: Card | None, taken: bool) -> None:
    """A hand that clears a board card by card, seen now and then, hides each of them for some seconds as well.

    And where another card lies, its board waits for an answer.
    """
    game = Hurried(2, 4)
    while game.robots.state.round == 1 or game.robots.state.phase != "choose":
        game.play()
    table = plain_look(game.robots.state)
    board, hidden = boards_of(game.robots.state), Hidden()
    rest = {place: sight for place, sight in table.items() if place != ("docks", CURRENT[0])}
    if instead is not None:
        rest["docks", CURRENT[0]] = Sight("card", instead, True)
    hidden.look(board, table, 0.0)
    for look in range(1, looks + 1):
        hidden.look(board, rest, 3.0 * look / looks)
    refill = Refilled("docks", (), (), ())
    hidden.note([refill], board)
    assert [suspect[1] for suspect in hidden.suspects([refill]).values()] == [instead is None]
    assert hidden.were_long(refill) is taken


def test_nothing_is_recorded_of_areas_where_a_pawn_may_stand_unseen() -> None:
    """Before, all had declined everywhere as soon as the first board was refilled, and all was thought over later."""
    game = hurried(3, 9)
    known = 0
    for item in game.told:
        if isinstance(item, Recorded):
            assert not known or item.keep >= known, "what was recorded is taken back"
            known = item.keep + len(item.events)


def test_the_answer_puts_the_card_right_that_was_taken_unseen() -> None:
    game = hurried(3, 1)
    (question,) = [item for item in game.told if isinstance(item, Question)]
    other = question.answers[1]
    (told,) = [item for item in game.follower.answer(question, other) if isinstance(item, Recorded)]
    assert told.events[0].action == Take(game.missed[0].seat, other[0])


def test_a_card_taken_unseen_is_told_as_assumed_with_its_question() -> None:
    game = hurried(3, 9)
    lines = list(game.following.lines(game.told, 1, 0.1))
    (question,) = [line for line in lines if "question" in line]
    player, area = NAMES[game.missed[0].seat], game.hidden[0][0]
    assert str(question["question"]).startswith(f"Which card did {player} take, unseen?")
    assert area in str(question["question"]).lower()
    (assumed,) = [line["event"] for line in lines if line.get("assumed")]
    assert isinstance(assumed, dict)
    assert (assumed["do"], assumed["player"], assumed["card"]) == ("take", player, str(game.missed[0].card))


@pytest.mark.parametrize(("seconds", "kinds"), [(0.4, []), (1.5, ["wrong_setup"])])
def test_a_film_that_ends_while_a_card_is_lifted_says_nothing_of_a_mistake(seconds: float, kinds: list[str]) -> None:
    """Unless it has been gone for a while: then nobody will put a pawn there."""
    game = Hurried(3, 9)
    while game.robots.state.phase == "setup":
        game.play()
    table = plain_look(game.robots.state)
    game.see(table)
    game.told.clear()
    game.see({**table, ("market", CURRENT[0]): Sight("empty")}, seconds)
    told = [*game.told, *game.follower.finish()]
    assert [item.kind for item in told if isinstance(item, Mistake)] == kinds


def test_a_finger_that_looks_like_a_pawn_that_stands_elsewhere_is_none() -> None:
    """Before, rounds were thought over so that its player took that card too, in another round."""
    game = Hurried(3, 2)
    game.missed = [Take(Seat(0), ASSISTANT)]  # none is
    while True:
        before, table = game.robots.state, plain_look(game.robots.state)
        action = game.look_away()
        pawns = {player.pawn.area for player in before.players if player.pawn is not None}
        if before.round > 2 and isinstance(action, Refill) and pawns and action.area not in pawns:
            break
        game.see(plain_look(game.robots.state))
    finger = next(COLOURS[seat] for seat, player in enumerate(before.players) if player.pawn is not None)
    game.see({**table, (action.area, CURRENT[0]): Sight("pawn", pawn=finger)}, 0.2)
    cleared = {(action.area, space): Sight("empty") for space in CURRENT}
    game.see({**table, **cleared}, 0.4)
    game.see(plain_look(game.robots.state))
    while game.robots.state.round == before.round:
        game.play()
    assert game.is_in_step


def test_an_assistant_taken_unseen_is_no_excuse_for_a_card_of_the_future_supply() -> None:
    game = Robots(3, 7009)
    game.look(future_taken_without_assistant(game), 60)
    assert "future_taken_without_assistant" in [item.kind for item in game.told if isinstance(item, Mistake)]
