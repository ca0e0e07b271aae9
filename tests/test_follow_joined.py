"""Hands-free: the camera comes when the game is under way, and the game file knows of nothing."""

from __future__ import annotations

import pytest

from bench.follow import UNSEEN, plain_look
from card_db.packet_row.cards import AREAS
from companion.games.packet_row.actions import Refill, Reveal, Take
from companion.games.packet_row.follow.joined import STOOD
from companion.games.packet_row.follow.lines import asks
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import CURRENT, Sight
from companion.words import English
from tests.test_follow import Watched


def joined(players: int, seed: int) -> tuple[Watched, str]:
    """A game of which the first that was seen is a pawn in its first round, and the board where it stands."""
    game = Watched(players, seed)
    action = game.play(lambda state: any(player.pawn is not None for player in state.players), show=False)
    assert isinstance(action, Take)
    assert game.robots.state.round == 1
    pawn = game.robots.state.players[action.seat].pawn
    assert pawn is not None
    game.see(plain_look(game.robots.state), STOOD + 0.5)
    game.see({place: sight for place, sight in plain_look(game.robots.state).items() if place[0] == pawn.area}, 1.0)
    return game, pawn.area


def finish_round(game: Watched, area: str) -> None:
    """Up to when that board was refilled, and some seconds more."""
    game.play(lambda state: not (state.areas[area].due or state.areas[area].chosen))
    game.see(plain_look(game.robots.state), 8.0)


def revealed(game: Watched) -> set[str]:
    return {event.action.area for event in game.follower.events if isinstance(event.action, Reveal)}


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 0), (4, 5)])
def test_a_board_from_which_cards_were_taken_before_is_not_recorded_as_laid_out(players: int, seed: int) -> None:
    """Before, its refill was recorded as its set-up."""
    game, area = joined(players, seed)
    assert revealed(game) == {*AREAS} - {area}
    finish_round(game, area)
    assert revealed(game) == {*AREAS} - {area}
    (question,) = [item for item in game.told if isinstance(item, Question)]
    assert (question.about, {place[0] for place in question.places}) == ("set-up", {area})
    assert "before the camera came" in asks(question, ("Anna", "Ben")).say(English)
    assert not question.is_settled


def test_the_players_say_whether_the_game_counts_from_there() -> None:
    game, area = joined(3, 0)
    finish_round(game, area)
    (question,) = [item for item in game.told if isinstance(item, Question)]
    game.follower.answer(question, question.answers[0])
    (reveal,) = [event.action for event in game.follower.events if getattr(event.action, "area", "") == area]
    lying = game.robots.state.areas[area].spaces
    assert isinstance(reveal, Reveal)
    assert {*reveal.current, *reveal.future} == {card for card in lying if card is not None}
    assert question.is_settled


def test_a_board_that_was_refilled_again_is_asked_about_anew() -> None:
    game, area = joined(3, 0)
    finish_round(game, area)
    finish_round_after(game, area)
    first, *_, last = [item for item in game.told if isinstance(item, Question) and item.about == "set-up"]
    assert first is not last
    assert last.replaces(first)
    game.follower.answer(last, last.answers[0])
    assert area in revealed(game)


def finish_round_after(game: Watched, area: str) -> None:
    """Until other cards lie on that board."""
    before = game.robots.state.areas[area].spaces
    game.play(lambda state: not (state.areas[area].due or state.areas[area].spaces == before))
    finish_round(game, area)


def test_a_finger_over_a_board_that_is_being_laid_out_is_no_pawn() -> None:
    game = Watched(3, 0)
    game.play(lambda state: state.phase != "setup", show=False)
    table = plain_look(game.robots.state)
    game.see({**table, ("bank", CURRENT[0]): Sight("pawn", pawn="red")}, STOOD - 0.7)
    game.see(table)
    assert revealed(game) == {*AREAS}


def test_a_game_that_is_seen_from_the_beginning_asks_nothing() -> None:
    game = Watched(3, 0)
    while game.robots.state.round < 3:
        action = game.play(lambda _: True, show=False)
        if not isinstance(action, UNSEEN):
            game.see(plain_look(game.robots.state), STOOD + 0.5)
    assert any(isinstance(event.action, Refill) for event in game.follower.events)
    assert not [item for item in game.told if isinstance(item, Question)]
