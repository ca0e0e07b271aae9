"""Every screen in both languages, three shapes of the display and large letters: nothing clipped, nothing too small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.app_data import routes

pytestmark = [pytest.mark.kivy, pytest.mark.slow]
OpenApp = Callable[..., Any]
SIZES = ((1280, 800), (800, 1280), (1024, 600))
LEAST = 48  # dp


def clipped(app: Any) -> Iterator[str]:
    """Words that are larger than their place."""
    from kivy.uix.label import Label

    for widget in app.walk():
        if isinstance(widget, Label) and widget.text and not widget.shorten:
            wide, high = widget.texture_size
            if high > widget.height + 2 or wide > widget.width + 2:
                yield f"{widget.text!r} is {wide}x{high} in {widget.width:.0f}x{widget.height:.0f}"


def too_small(app: Any) -> Iterator[str]:
    """Things to tap that a finger would miss."""
    from kivy.uix.behaviors import ButtonBehavior

    for widget in app.walk():
        if isinstance(widget, ButtonBehavior) and min(widget.size) < LEAST - 0.5 and not widget.disabled:
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


@pytest.mark.parametrize("scale", [1.0, 1.6])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=["landscape", "portrait", "small"])
def test_nothing_is_clipped_or_too_small(open_app: OpenApp, size: tuple[int, int], language: str, scale: float) -> None:
    app = open_app(size, language=language, text_scale=scale)
    faults = []
    for name, screen, args in routes(app.desk):
        app.shell.home()
        app.shell.go(screen, **args)
        app.frames(4)
        for fault in (*clipped(app), *too_small(app), *outside(app)):
            faults.append(f"{name}: {fault}")
    assert not faults, "\n".join(faults)
