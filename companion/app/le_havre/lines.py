"""How a line of the score is shown in Le Havre: by its cards, as they are."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.core.box import Hand
from companion.core.sheet import Line


def line_view(screen: Screen, hand: Hand, line: Line) -> Widget | None:
    """What is shown in place of the cards of a line; None for the cards."""
    return None
