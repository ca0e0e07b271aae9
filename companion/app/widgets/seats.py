"""Players as one sees them: a shape in their colour with their initial, so that no one depends on colours."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import SEAT_COLOURS, SHAPES, Rgba, rgba
from companion.app.widgets.basic import middle
from companion.app.widgets.icons import REACH, shape_texture
from companion.app.widgets.letters import Letters
from companion.core.player_names import showable

DARK_INK = (0.06, 0.09, 0.12, 1)
LIGHT_INK = (1, 1, 1, 1)


def initial_ink(colour: str) -> Rgba:
    """The letters that read best on the sign of a seat."""
    return LIGHT_INK if colour == "black" else DARK_INK


class SeatBadge(Widget):
    """The sign of a seat."""

    def __init__(self, name: str, colour: str, side: float = 44, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        more.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(side), dp(side)), **more)
        self._colour = colour
        self._initial = Letters(
            showable(name)[:1].upper(),
            bold=True,
            font_size=dp(side * 0.42),
            colour=initial_ink(colour),
        )
        self.add_widget(self._initial)
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        x, y = middle(self)
        side = max(1, round(2 * REACH * 0.44 * min(self.size)))
        with self.canvas.before:
            Color(*rgba(SEAT_COLOURS[self._colour]))
            texture = shape_texture(SHAPES[self._colour], side)
            Rectangle(texture=texture, pos=(round(x - side / 2), round(y - side / 2)), size=(side, side))
        self._initial.pos = (x - self._initial.width / 2, y - self._initial.height / 2)


def seat_colours(count: int) -> tuple[str, ...]:
    """The colours of so many seats as long as nobody has chosen."""
    return tuple(SEAT_COLOURS)[:count]
