"""The home screen of the real app."""

from collections.abc import Callable
from typing import Any

import pytest

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
