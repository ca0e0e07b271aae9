"""A line with a knob to move along a number of steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.rounded import Rounded

KNOB = 30  # dp


class StepSlider(Widget):
    """From 0 to `last`; a touch anywhere moves the knob there."""

    def __init__(self, last: int, value: int, on_move: Callable[[int], object], test_id: str = "", **more: Any) -> None:
        self.test_id = test_id
        super().__init__(**more)
        self.last, self.value, self._on_move = max(1, last), value, on_move
        self.bind(pos=self._draw, size=self._draw)

    def show(self, value: int) -> None:
        """Put the knob somewhere else, without telling anybody."""
        self.value = value
        self._draw()

    def on_touch_down(self, touch: Any) -> bool:
        """The knob comes to the finger."""
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._move(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """The knob follows the finger."""
        if touch.grab_current is not self:
            return False
        self._move(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The knob stays where it is."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _move(self, x: float) -> None:
        share = (x - self.x - dp(KNOB) / 2) / max(1.0, self.width - dp(KNOB))
        value = round(min(1.0, max(0.0, share)) * self.last)
        if value != self.value:
            self.show(value)
            self._on_move(value)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        knob, thick = dp(KNOB), dp(6)
        y = self.y + self.height / 2
        left, length = self.x + knob / 2, max(1.0, self.width - knob)
        done = length * self.value / self.last
        with self.canvas:
            Color(*theme.colour("line"))
            Rounded(thick / 2).place(left, y - thick / 2, length, thick)
            Color(*theme.colour("accent"))
            Rounded(thick / 2).place(left, y - thick / 2, max(thick, done), thick)
            Rounded(knob / 2).place(left + done - knob / 2, y - knob / 2, knob, knob)
