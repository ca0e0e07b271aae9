"""Every screen in both languages, three shapes of the display and large letters: nothing clipped, nothing too small.

And nothing of it is left in memory when it is closed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any
from weakref import ref

import pytest

from tests.app_data import Route, routes

pytestmark = [pytest.mark.kivy, pytest.mark.slow]
OpenApp = Callable[..., Any]
FullDesk = tuple[Path, list[Route]]
SIZES = ((1280, 800), (800, 1280), (1024, 600))
LEAST = 48  # dp


@pytest.fixture(scope="module")
def full_desk(kivy_config: Any, tmp_path_factory: pytest.TempPathFactory) -> FullDesk:
    """A folder with games and counts, and the ways to all screens."""
    from companion.app.desk import Desk

    folder = tmp_path_factory.mktemp("desk")
    desk = Desk(folder)
    desk.change(tour_seen=True)
    screens = routes(desk)
    desk.close()
    return folder, screens


@pytest.fixture(autouse=True)
def no_looking() -> Iterator[None]:
    """To look for cards takes long, and is no matter of the layout."""
    from companion.app.worker import Worker
    from tests.app_driver import nobody_reads

    again = nobody_reads()
    yield
    again()
    assert Worker.wait()


def clipped(app: Any) -> Iterator[str]:
    """Words that are larger than their place."""
    from kivy.uix.label import Label

    from companion.app.widgets.letters import Letters

    for widget in app.walk():
        if isinstance(widget, Letters | Label) and widget.text and not widget.shorten:
            wide, high = widget.texture_size
            if high > widget.height + 2 or wide > widget.width + 2:
                yield f"{widget.text!r} is {wide}x{high} in {widget.width:.0f}x{widget.height:.0f}"


def broken(app: Any) -> Iterator[str]:
    """Words that do not fit on a line, so that they are cut in two."""
    from companion.app.widgets.letters import Letters, extents

    for widget in app.walk():
        if isinstance(widget, Letters) and widget.room is not None and not widget.shorten:
            # The way to a folder is as long as it is, and may be cut anywhere.
            for word in (word for word in widget.text.split() if "/" not in word):
                wide = extents(word, widget.font_size, widget.font_name, widget.bold)[0]
                if wide > widget.room + 1:
                    yield f"{word!r} of {widget.text!r} is {wide} wide in {widget.room:.0f}"


def shortened(app: Any) -> Iterator[str]:
    """Words that end in dots although they are ours."""
    from companion.app.widgets.fit_line import FitLine

    for widget in app.walk():
        if isinstance(widget, FitLine) and widget.room is not None and widget.natural > widget.room:
            yield f"{widget.text!r} is {widget.natural} wide in {widget.room:.0f}"


def too_small(app: Any) -> Iterator[str]:
    """Things to tap that a finger would miss."""
    from kivy.uix.behaviors import ButtonBehavior

    for widget in app.walk():
        for_show = getattr(widget, "_on_tap", True) is None
        if isinstance(widget, ButtonBehavior) and min(widget.size) < LEAST - 0.5 and not (widget.disabled or for_show):
            name = getattr(widget, "test_id", "") or type(widget).__name__
            yield f"{name} is {widget.width:.0f}x{widget.height:.0f}"


def outside(app: Any) -> Iterator[str]:
    """Things to tap beyond the left and right edge of the display, or above and below it where nothing scrolls."""
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.scrollview import ScrollView

    for widget in app.walk():
        if not isinstance(widget, ButtonBehavior):
            continue
        parents, parent = [], widget.parent
        while parent is not None and parent is not app.shell:
            parents.append(parent)
            parent = parent.parent
        if any(isinstance(parent, ScrollView) for parent in parents):
            continue
        x, y = widget.to_window(widget.x, widget.y)
        if x < -1 or y < -1 or x + widget.width > app.shell.width + 1 or y + widget.height > app.shell.height + 1:
            yield f"{getattr(widget, 'test_id', '') or type(widget).__name__} at {x:.0f},{y:.0f}"


@pytest.mark.parametrize("size", SIZES, ids=["landscape", "portrait", "small"])
def test_nothing_is_clipped_or_too_small(open_app: OpenApp, full_desk: FullDesk, size: tuple[int, int]) -> None:
    from companion.app.theme import theme

    folder, screens = full_desk
    app = open_app(size, data=folder)
    faults = []
    for language, scale in (("en", 1.0), ("en", 1.6), ("de", 1.0), ("de", 1.6)):
        app.desk.change(language=language, text_scale=scale)
        app.shell.refresh()  # as the settings do: letters of another size
        assert theme.scale == scale
        for name, screen, args in screens:
            app.shell.stack.clear()
            app.shell.home()
            app.shell.go(screen, **args)
            app.frames(4)
            for fault in (*clipped(app), *broken(app), *too_small(app), *outside(app)):
                faults.append(f"{language} {scale} {name}: {fault}")
            if scale == 1:
                faults += [f"{language} {name}: {fault}" for fault in shortened(app)]
    assert not faults, "\n".join(faults)


def test_closed_screens_are_freed(open_app: OpenApp, full_desk: FullDesk) -> None:
    folder, screens = full_desk
    app = open_app(data=folder)
    app.desk.pictures.close()  # to draw them all takes long; and what waits for a picture is freed all the same
    opened = [("first home screen", ref(app.screen))]
    for name, screen, args in screens:
        app.shell.replace(screen, **args)
        app.frames(1)
        opened.append((name, ref(app.screen)))
    app.shell.replace("rules")  # Kivy remembers the last field that was shown, and with it its screen

    def left() -> list[str]:
        app.frames(3)
        gc.collect()
        return [name for name, screen in opened if screen() is not None]

    # What Kivy has scheduled, and threads that are about to end, keep a screen for a moment.
    for _ in range(30):
        if not left():
            break
        sleep(0.1)
    assert not left()
