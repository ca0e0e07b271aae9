"""Plays a game through the real app: every action of the rules as the taps that a table would make."""

from __future__ import annotations

from random import Random
from typing import Any

from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    Deal,
    Decline,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.checks import find_space
from companion.games.packet_row.game import GAME
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State

COLOURS = ("orange", "blue", "green", "pink", "yellow")
NAMES = ("Anna", "Ben", "Cedric", "Dorothea", "Emil")


def setup_of(players: int, *rules: str) -> Setup:
    names = NAMES[:players]
    return Setup("packet_row", names, Seat(0), frozenset(rules), dict(zip(names, COLOURS, strict=False)))


def robot_of(setup: Setup, seed: int = 1) -> RobotTable:
    return RobotTable(setup, load_deck(), Random(seed))


def play_until(app: Any, setup: Setup, done: Any, seed: int = 1) -> Any:
    """A game in the store, played without taps until `done(state)` holds."""
    session = app.desk.start(", ".join(setup.players), setup)
    robot = robot_of(setup, seed)
    for action in robot.play():
        session.record(GAME.encode(setup, action))
        if done(robot.state):
            break
    return session


def open_table(app: Any, setup: Setup, done: Any, seed: int = 1) -> Any:
    """As play_until, with the table screen open."""
    session = play_until(app, setup, done, seed)
    app.shell.go("table", game=session.id)
    app.frames(4)
    return session


def tap_action(app: Any, state: State, action: Action) -> None:
    """The taps for an action in this state."""
    match action:
        case Choose(area):
            app.tap(f"board:{area}")
        case Take():
            index = find_space(state.areas[state.area or ""], action)
            assert index is not None
            app.tap(f"space:{state.area}:{SPACES[index]}")
        case Decline():
            app.tap("decline")
        case Pass():
            app.tap("pass")
        case Reveal(area, future, current):
            app.tap(f"page:{area}")
            for card in (*future, *current):
                app.tap(f"pick:{card}")
            app.tap("reveal")
        case Deal(seat, card):
            app.tap(f"deal:{seat}")
            app.tap("deal-ready")
            app.tap(f"start:{card}")
        case Refill(area, current, future):
            if app.has(f"due:{area}"):
                app.tap(f"due:{area}")
            for card in (*current, *future):
                app.tap(f"pick:{card}")
            app.tap("refill")
        case Fulfil(seat):
            with_hand(app, seat, "fulfil:0")
        case Cash(seat, card):
            with_hand(app, seat, f"held:{card}")
        case _:
            raise AssertionError(action)


def with_hand(app: Any, seat: int, test_id: str) -> None:
    """From the table to a hidden hand, one tap there, and back."""
    app.tap(f"player:{seat}")
    app.tap("open-private")
    app.tap("keep-open")
    app.tap(test_id)
    app.tap("back")
