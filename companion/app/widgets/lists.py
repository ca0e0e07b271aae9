"""Lists that are one part of a screen."""

from __future__ import annotations

from kivy.metrics import dp

from companion.app.theme import gap
from companion.app.widgets.basic import Scroll


def inset(scroll: Scroll) -> Scroll:
    """Room around what a list holds: lines at its edge are not cut, and the bar lies beside it, not on it."""
    scroll.column.padding = (dp(2), dp(2), gap(1.25), dp(2))
    return scroll
