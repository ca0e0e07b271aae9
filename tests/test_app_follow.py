"""Hands-free in the real app: what the camera sees becomes steps of the game, questions with pictures and warnings."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from bench.follow import COLOURS as LOOK_COLOURS
from bench.follow import UNSEEN, plain_look
from card_db.packet_row.deck_list import load_deck
from companion.app.camera import FilmSource
from companion.app.packet_row.watching import Look, WatchWorker
from companion.app.worker import Worker
from companion.core.game import Seat
from companion.games.packet_row.actions import FinalCards, Refill
from companion.games.packet_row.follow.follower import Follower
from companion.games.packet_row.follow.sights import FUTURE, Sight
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.seating import Seating
from companion.words import msg
from scanner.reading import BoardSeen
from tests.app_data import play
from tests.test_app_layout import clipped, outside, too_small

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]
QUAD = ((40.0, 40.0), (600.0, 40.0), (600.0, 300.0), (40.0, 300.0))


class Blind:
    """Sees nothing, quickly: what is seen comes from the test."""

    def look(self, picture: Any) -> None:
        return None


@pytest.fixture(autouse=True)
def no_camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def blank(self: FilmSource, stop: threading.Event) -> Iterator[Any]:
        yield np.full((180, 320, 3), 90, np.uint8)
        stop.wait()

    def blind(self: Worker, deck: Any) -> Any:
        self.doing = None
        return Blind()

    monkeypatch.setattr(FilmSource, "pictures", blank)
    monkeypatch.setattr(WatchWorker, "_new_looker", blind)
    yield
    assert Worker.wait()


class Robots:
    """A game that robots play before the camera of the app."""

    def __init__(self, app: Any, seed: int = 1, colours: tuple[str, ...] = ("orange", "blue", "green")) -> None:
        self.app, self.at = app, 0.0
        self.pawns = colours  # as the camera names them
        seating = Seating(3, ("Anna", "Ben", "Cedric", "", ""), (*colours, "red", "white"), 0, frozenset())
        setup = seating.setup(("", "", "", "", ""))
        self.session = app.desk.start("Friday", setup)
        self.robots = RobotTable(setup, load_deck(), Random(seed))
        self.moves = self.robots.play()

    def table(self) -> dict[Any, Sight]:
        seen = plain_look(self.robots.state)
        return {
            place: sight if sight.pawn is None else replace(sight, pawn=self.pawns[LOOK_COLOURS.index(sight.pawn)])
            for place, sight in seen.items()
        }

    def show(self, seen: dict[Any, Sight], wait: float = 0.3, **more: Any) -> None:
        """As if the worker had seen it, ten times a second."""
        app = self.app
        for _ in range(max(1, round(wait * 10))):
            self.at += 0.1
            look = Look(seen, self.at, (BoardSeen("market", QUAD),), **more)
            app.until(lambda: app.screen.worker is not None)
            app.screen.worker._seen = look
            app.until(lambda look=look: app.screen.latest is look)
        app.until(lambda: not app.screen.following._thoughts)
        app.frames(2)

    def play(self, until: Callable[[Any], bool]) -> Any:
        while True:
            action = next(self.moves)
            if until(self.robots.state):
                return action
            if not isinstance(action, UNSEEN):
                self.show(self.table())

    def in_step(self) -> bool:
        session = self.app.desk.session(self.session.id)
        areas = self.robots.state.areas
        return all(session.state.areas[name].spaces == areas[name].spaces for name in areas)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_followed_from_the_set_up_on(open_app: OpenApp, language: str) -> None:
    app = open_app(language=language)
    game = Robots(app)
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    assert app.screen.test_id == "screen:follow"
    game.play(lambda state: state.round == 2 and state.phase == "choose")
    game.show(game.table(), 1)
    assert game.in_step()
    assert app.get("step").text == app.screen.say(app.screen.session.steps[-1].text)
    steps = len(app.screen.session.steps)
    # A kill and a restart: everything is there, and the camera goes on from it.
    app = game.app = open_app()
    assert len(app.desk.session(game.session.id).steps) == steps
    app.shell.go("table", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    game.play(lambda state: state.round == 3 and state.phase == "choose")
    game.show(game.table(), 1)
    assert game.in_step()
    app.tap("by-hand")
    assert app.screen.test_id == "screen:table"
    assert app.screen.state.round == game.robots.state.round
    assert not [thread for thread in threading.enumerate() if thread.name == "camera" and not Worker.wait()]


def test_the_screen_does_not_wait_for_a_thought(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app()
    game = Robots(app)
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    game.play(lambda state: state.phase == "choose")
    game.show(game.table(), 1)
    steps, thought = len(app.screen.session.steps), threading.Event()
    see = Follower.see

    def slowly(self: Follower, seen: Any, at: float) -> Any:
        thought.wait(20)
        return see(self, seen, at)

    monkeypatch.setattr(Follower, "see", slowly)
    app.screen.see(Look({}, game.at + 0.1))
    app.tap("pause")
    assert app.get("pause").text == "Watch on"  # it can be used meanwhile
    app.tap("pause")
    thought.set()
    game.play(lambda state: state.round == 2 and state.phase == "choose")
    game.show(game.table(), 1)
    assert len(app.screen.session.steps) > steps
    assert game.in_step()


def thinking() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("follow")]


def test_a_display_that_is_turned_keeps_thoughts_in_order_and_leaving_ends_their_thread(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    game = Robots(app)
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    game.play(lambda state: state.phase == "choose")
    game.show(game.table(), 1)
    begun, ended, go_on = list[float](), list[float](), threading.Event()
    see = Follower.see

    def slowly(self: Follower, seen: Any, at: float) -> Any:
        begun.append(at)
        go_on.wait(20)
        told = see(self, seen, at)
        ended.append(at)
        return told

    monkeypatch.setattr(Follower, "see", slowly)
    app.screen.see(Look({}, game.at + 0.1))
    app.until(lambda: len(begun) == 1)
    app.screen.see(Look({}, game.at + 0.2))  # not begun when the screen is taken away: another look will come
    app.shell.refresh()
    app.screen.see(Look({}, game.at + 0.3))
    app.frames(5)
    assert begun == [game.at + 0.1]
    go_on.set()
    app.until(lambda: len(ended) == 2)
    assert begun == ended == [game.at + 0.1, game.at + 0.3]
    app.tap("by-hand")
    app.until(lambda: not thinking())


def asked(app: Any) -> tuple[Robots, Any, dict[Any, Sight]]:
    """A refill in which the camera is not sure of a card."""
    game = Robots(app, 6)
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    game.play(lambda state: state.round == 1 and state.phase == "refill")
    game.show(game.table())
    action = next(game.moves)
    while not isinstance(action, Refill):
        action = next(game.moves)
    seen = game.table()
    place = (action.area, FUTURE[0])
    card = seen[place].card
    other = next(entry.card for entry in load_deck().entries if entry.card.kind == card.kind and entry.card != card)
    return game, (place, card), {**seen, place: Sight("card", other, False, (other, card), None, (0.6, 0.4))}


@pytest.mark.parametrize(("language", "size", "scale"), [("en", (800, 1280), 1.0), ("de", (1024, 600), 1.6)])
def test_an_unsure_card_is_asked_with_pictures(
    open_app: OpenApp, language: str, size: tuple[int, int], scale: float
) -> None:
    app = open_app(size, language=language, text_scale=scale)
    game, (place, card), seen = asked(app)
    game.show(seen, 3)
    assert not [*clipped(app), *too_small(app), *outside(app)]
    assert app.get("question").text == ("Which card is this?" if language == "en" else "Welche Karte ist das?")
    assert not app.has("board:market")
    app.tap(f"answer:{card}")
    assert app.desk.session(game.session.id).state.areas[place[0]].future[0] == card
    assert app.has("board:market")
    game.show(seen, 1)
    assert not app.has("question")


def test_another_card_can_be_picked_and_later_puts_the_record_right(open_app: OpenApp) -> None:
    app = open_app()
    game, (place, card), seen = asked(app)
    seen[place] = Sight("card", seen[place].card, False, (seen[place].card,), None, (0.6,))
    game.show(seen, 7)  # long enough for the likeliest answer to be taken for true
    assert game.app.desk.session(game.session.id).state.areas[place[0]].future[0] != card
    app.tap("answer-other")
    app.tap("picker-back")
    app.tap("answer-other")
    app.tap(f"pick:{card}")
    assert app.desk.session(game.session.id).state.areas[place[0]].future[0] == card


def test_a_mistake_is_told_and_goes_away(open_app: OpenApp) -> None:
    app = open_app()
    game = Robots(app)
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    game.play(lambda state: state.round == 2 and state.phase == "choose")
    right = game.table()
    game.show(right, 1)
    place = next(place for place in right if right[place].state == "card" and place[1].startswith("current"))
    wrong = {**right, place: Sight("empty")}
    game.show(wrong, 5)
    assert app.has("mistake:too_few_current")
    assert not [*clipped(app), *too_small(app), *outside(app)]
    assert app.reads("there should be")
    game.show(right, 1)
    assert not app.has("mistake:too_few_current")
    steps = len(app.screen.session.steps)
    # Undo takes over from the camera until it is told to go on.
    app.tap("undo")
    game.show(right, 1)
    assert len(app.screen.session.steps) < steps
    app.tap("pause")
    game.show(right, 3)
    assert game.in_step()


def test_pawns_of_other_colours_are_asked_about(open_app: OpenApp) -> None:
    app = open_app()
    game = Robots(app, colours=("pink", "blue", "green"))
    game.pawns = ("purple", "blue", "grey")
    app.shell.go("set_up", game=game.session.id)
    app.frames(3)
    app.tap("follow")
    app.tap("colour:purple")
    assert app.has("board:market")
    app.screen.following.owners.pop("green")  # its pawn looks grey in this light
    game.play(lambda state: state.players[2].pawn is not None)
    game.show(game.table(), 2)
    assert app.has("stranger")
    app.tap("owner:2")
    game.show(game.table(), 3)
    assert game.in_step()
    app = game.app = open_app()  # what was told is kept
    app.shell.go("follow", game=game.session.id)
    app.frames(3)
    assert app.screen.following.owners == {"purple": Seat(0), "blue": Seat(1), "grey": Seat(2)}


def test_why_nothing_is_seen_is_said(open_app: OpenApp) -> None:
    app = open_app()
    game = Robots(app)
    app.shell.go("follow", game=game.session.id)
    app.frames(3)
    game.show({}, trouble=msg("It is too dark: more light, please."))
    assert app.get("scan-status").text == "It is too dark: more light, please."
    app.app.on_pause()
    assert app.screen.worker is None
    app.app.on_resume()
    app.until(lambda: app.screen.worker is not None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_final_hands_are_compared_with_the_record(open_app: OpenApp, language: str) -> None:
    app = open_app(language=language)
    game = play(app.desk, lambda state: state.over, players=3, seed=3)
    app.shell.go("follow", game=game)
    app.frames(3)
    app.tap("to-hands")
    screen = app.screen
    assert screen.test_id == "screen:final_hands"
    held = [list(map(str, player.cards)) for player in screen.state.players]
    screen.seen(Seat(0), held[0])  # as the scan view tells it
    app.frames(3)
    assert not app.has("differs")
    rest = screen.state.players[1].cards[1:]
    extra = next(
        entry.card
        for entry in load_deck().entries
        if str(entry.card) not in held[1] and screen.refusal(FinalCards(Seat(1), (*rest, entry.card))) is None
    )
    seen = [*map(str, rest), str(extra)]
    screen.seen(Seat(1), seen)
    app = open_app()  # what was seen is kept
    app.shell.go("final_hands", game=game)
    app.frames(3)
    assert app.has(f"more:{extra}")
    assert app.has(f"less:{held[1][0]}")
    assert not [*clipped(app), *too_small(app), *outside(app)]
    app.tap("as-seen")
    cards = app.desk.session(game).state.players[1].cards
    assert sorted(map(str, cards)) == sorted(seen)
    app.screen.seen(Seat(2), held[2][1:])
    app.frames(3)
    app.tap("as-recorded")
    assert len(app.desk.session(game).state.players[2].cards) == len(held[2])
    app.tap("to-result")
    assert app.screen.test_id == "screen:result"
