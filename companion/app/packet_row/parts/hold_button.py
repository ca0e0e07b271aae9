"""A button that means something only as long as a finger is on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.text import Label as Letters
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import gap, theme
from companion.app.widgets.basic import Line1, paint
from companion.app.widgets.buttons import Icon, Tappable


class HoldButton(Tappable):
    """Says True when a finger comes, False when it goes, wherever it has moved to."""

    def __init__(self, text: str, on_hold: Callable[[bool], object], test_id: str) -> None:
        super().__init__(
            None,
            test_id,
            orientation="horizontal",
            padding=gap(1.5),
            spacing=gap(1.5),
            size_hint_y=None,
            height=theme.target(1.3),
        )
        self.text = text
        self._on_hold = on_hold
        self._finger: Any = None
        paint(self, theme.colour("accent"))
        self.add_widget(Widget())
        self.add_widget(Icon("eye", "on_accent", 34, size_hint_x=None, width=dp(40)))
        words = Line1(text, "heading", "on_accent", bold=True, shorten=False, size_hint_x=None)
        words.width = Letters(font_size=theme.size("heading"), bold=True).get_extents(text)[0] + dp(4)
        self.add_widget(words)
        self.add_widget(Widget())

    def on_touch_down(self, touch: Any) -> bool:
        """The first finger shows."""
        if self._finger is not None or not self.collide_point(*touch.pos):
            return False
        self._finger = touch
        touch.grab(self)
        self.opacity = 0.7
        self._on_hold(True)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """A finger may wander."""
        return touch is self._finger

    def on_touch_up(self, touch: Any) -> bool:
        """The same finger hides."""
        if touch is not self._finger or touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._finger = None
        self.opacity = 1.0
        self._on_hold(False)
        return True
