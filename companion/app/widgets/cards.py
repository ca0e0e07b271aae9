"""Cards as pictures: tiles to look at and to tap, and rows that wrap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.app.pictures import BOARD, TOKEN, Pictures
from companion.app.theme import Rgba, gap, theme
from companion.app.widgets.basic import middle
from companion.app.widgets.icons import draw_icon

SHAPE = 68 / 44  # height of a card by its width
HOLD_SECONDS = 0.45


class CardTile(ButtonBehavior, Widget):
    """The picture of a card with what there is to say about it: chosen, dimmed, a count, a mark."""

    def __init__(
        self,
        pictures: Pictures,
        name: str,
        width: float,
        on_tap: Callable[[], object] | None = None,
        on_hold: Callable[[], object] | None = None,
        test_id: str = "",
        dimmed: bool = False,
        frame: str = "",
        count: int = 1,
        mark: str = "",
    ) -> None:
        """`frame` is a colour's name; `mark` an icon in the corner; an empty `name` is an empty space."""
        self.test_id = test_id
        self.card = name
        super().__init__(size_hint=(None, None), size=(width, width * SHAPE))
        self._on_tap, self._on_hold = on_tap, on_hold
        self._held: Any = None
        self._dimmed, self._frame, self._count, self._mark = dimmed, frame, count, mark
        self._texture: Texture | None = None
        self._badge: Label | None = None
        if count > 1:
            self._badge = Label(
                text=f"×{count}", bold=True, font_size=min(theme.size("label"), dp(20)), color=theme.colour("on_accent")
            )
            self.add_widget(self._badge)
        self.bind(pos=self._draw, size=self._draw)
        if name:
            pictures.get(name, self._show)
        self._draw()

    def _show(self, texture: Texture) -> None:
        self._texture = texture
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        radius = [self.width * 0.055]
        with self.canvas.before:
            if not self.card:
                Color(*theme.colour("line", 0.7))
                Line(
                    rounded_rectangle=(self.x, self.y, self.width, self.height, radius[0]), width=dp(1.1), dash_offset=4
                )
            elif self._texture is None:
                Color(*theme.colour("raised"))
                RoundedRectangle(pos=self.pos, size=self.size, radius=radius)
            else:
                Color(1, 1, 1, 1)
                Rectangle(pos=self.pos, size=self.size, texture=self._texture)
            if self._dimmed:
                Color(*theme.colour("ground", 0.62))
                RoundedRectangle(pos=self.pos, size=self.size, radius=radius)
            if self._frame:
                Color(*theme.colour(self._frame))
                Line(rounded_rectangle=(self.x, self.y, self.width, self.height, radius[0]), width=dp(2.2))
            if self._mark:
                self._draw_corner(self.x, theme.colour("panel"))
            if self._badge is not None:
                self._draw_corner(self.x + self.width - dp(34), theme.colour("accent"), dp(34))
                self._badge.size = (dp(34), dp(28))
                self._badge.pos = (self.x + self.width - dp(34), self.y + self.height - dp(28))
        if self._mark:
            # Not inside `with`: its strokes would also be added to the canvas itself and stay there for good.
            side = dp(18)
            corner = (self.x + dp(5), self.y + self.height - side - dp(5))
            self.canvas.before.add(draw_icon(self._mark, *corner, side, theme.colour(self._frame or "ink")))

    def _draw_corner(self, x: float, colour: Rgba, width: float = 0.0) -> None:
        Color(*colour)
        RoundedRectangle(pos=(x, self.y + self.height - dp(28)), size=(width or dp(28), dp(28)), radius=[dp(8)])

    def on_touch_down(self, touch: Any) -> bool:
        """A picture that does nothing leaves the touch to what it lies on."""
        if self._on_tap is None and self._on_hold is None:
            return False
        return bool(super().on_touch_down(touch))

    def on_press(self) -> None:
        """A touch: shown at once, and a long one means more."""
        self.opacity = 0.65
        if self._on_hold is not None:
            self._held = Clock.schedule_once(self._hold, HOLD_SECONDS)

    def _hold(self, _: float) -> None:
        self._held = None
        self.opacity = 1.0
        if self._on_hold is not None:
            self._on_hold()

    def on_touch_up(self, touch: Any) -> bool:
        """The end of a touch, wherever the finger is."""
        self.opacity = 1.0
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        """A tap, unless it was a long touch."""
        if self._on_hold is not None:
            if self._held is None:
                return
            self._held.cancel()
            self._held = None
        if self._on_tap is not None:
            self._on_tap()


class Flow(StackLayout):
    """Things in rows that wrap; as high as it needs."""

    def __init__(self, children: Iterable[Widget] = (), space: float = 1.0, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        super().__init__(orientation="lr-tb", spacing=gap(space), size_hint_y=None, **more)
        self.bind(minimum_height=self.setter("height"))
        for child in children:
            self.add_widget(child)


class Picture(Widget):
    """A picture from `Pictures`, whole, in the middle of its place."""

    def __init__(self, pictures: Pictures, name: str, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        super().__init__(**more)
        self._texture: Texture | None = None
        self._is_card = not name.startswith((BOARD, TOKEN))
        self.bind(pos=self._draw, size=self._draw)
        pictures.get(name, self._show)

    def _show(self, texture: Texture) -> None:
        self._texture = texture
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        shape = SHAPE if self._is_card else self._texture.height / self._texture.width
        width = min(self.width, self.height / shape)
        height = width * shape
        x, y = middle(self)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(x - width / 2, y - height / 2), size=(width, height))
