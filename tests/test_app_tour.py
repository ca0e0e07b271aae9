"""The tour at the first start of the real app."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.words import load_words

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def test_the_first_start_is_a_tour_in_the_language_one_chooses(open_app: OpenApp) -> None:
    app = open_app(tour_seen=False)
    assert app.screen.test_id == "screen:tour"
    app.tap("language:de")
    assert app.get("tour-title").text == load_words("de").gettext("Welcome to the harbour")
    app = open_app()  # killed in the middle: the language stays, the tour comes again
    assert (app.screen.test_id, app.desk.settings.language) == ("screen:tour", "de")
    titles = {app.get("tour-title").text}
    for _ in range(4):
        assert app.has("tour-skip")
        app.tap("tour-next")
        titles.add(app.get("tour-title").text)
    assert len(titles) == 5
    app.tap("tour-next")
    assert app.screen.test_id == "screen:home"
    app = open_app()
    assert app.screen.test_id == "screen:home"


def test_the_tour_can_be_skipped_and_seen_again(open_app: OpenApp) -> None:
    app = open_app(tour_seen=False, size=(800, 1280))
    app.tap("tour-skip")
    assert app.screen.test_id == "screen:home"
    assert app.desk.settings.tour_seen
    app.tap("settings")
    app.tap("tour")
    app.tap("tour-next")
    assert app.app._on_keyboard(None, 27)  # the back key turns the page back
    app.frames(2)
    assert app.screen.page == 0
    assert app.app._on_keyboard(None, 27)
    app.frames(2)
    assert app.screen.test_id == "screen:settings"


def test_the_last_page_leads_to_the_demo(open_app: OpenApp) -> None:
    app = open_app(tour_seen=False)
    app.shell.replace("tour", page=4)
    app.frames(3)
    app.tap("tour-demo")
    assert [route.name for route in app.shell.stack] == ["home", "demo"]
