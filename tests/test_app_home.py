"""The home screen of the real app."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import Seat, Setup
from companion.games.packet_row.game import GAME

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def test_home_offers_everything_there_is(open_app: OpenApp) -> None:
    app = open_app()
    for name in ("score-now", "new_game", "arbiter", "history", "my_deck", "demo", "settings"):
        assert app.has(name)
    assert not app.has("continue-game")


def test_the_back_key_at_home_does_not_end_the_app(open_app: OpenApp) -> None:
    app = open_app()
    assert app.app._on_keyboard(None, 27)
    assert app.screen.test_id == "screen:home"


def test_a_demo_hides_no_game_that_can_be_gone_on_with(open_app: OpenApp) -> None:
    app = open_app()
    demo = Setup(GAME.id, ("Ann", "Bob"), Seat(0), demo=True)
    app.desk.start("Demo", demo)
    app.shell.home()
    assert app.reads("Demo, round 1")
    app.desk.start("Friday", replace(demo, demo=False))
    app.desk.start("Demo again", demo)  # the one changed last
    app.shell.home()
    assert app.reads("Friday, round 1")
