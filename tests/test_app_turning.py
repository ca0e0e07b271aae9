"""The display faces whoever decides, when the owner wants it so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.app_data import play

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def test_sides_go_around_the_table() -> None:
    from companion.app.shell import side_of

    assert [[side_of(seat, players) for seat in range(players)] for players in (1, 2, 3, 4, 5)] == [
        [0],
        [0, 2],
        [0, 1, 3],
        [0, 1, 2, 3],
        [0, 1, 2, 2, 3],
    ]


def test_the_display_faces_the_player_who_decides_and_comes_home_upright(open_app: OpenApp) -> None:
    app = open_app()
    game = play(app.desk, lambda state: state.round == 2 and state.phase == "asking")
    app.shell.go("table", game=game)
    app.frames(4)
    assert app.app.turntable.turns == 0  # nobody has asked for it
    app.shell.home()
    app.tap("settings")
    app.tap("turns-to-player")
    app = open_app()
    app.shell.go("table", game=game)
    for _ in range(2):
        app.frames(4)
        seat = app.desk.session(game).state.to_act
        assert app.app.turntable.turns == -seat % 4
        app.tap("decline")
    app.frames(4)
    app.tap("undo")
    app.frames(4)
    seat = app.desk.session(game).state.to_act
    assert app.app.turntable.turns == -seat % 4
    app.tap("turn")  # the table was set up the other way round
    app.frames(4)
    assert app.app.turntable.turns == (1 - seat) % 4
    app.shell.home()
    app.frames(4)
    assert app.app.turntable.turns == 1
