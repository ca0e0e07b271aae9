"""Cards as pictures: tiles to look at and to tap, and rows that wrap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.pictures import BOARD, TOKEN, Pictures
from companion.app.theme import gap, theme
from companion.app.widgets.basic import middle
from companion.app.widgets.boxes import Stack
from companion.app.widgets.icons import icon_texture
from companion.app.widgets.letters import Letters
from companion.app.widgets.rounded import Rounded

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
        self._badge: Letters | None = None
        if count > 1:
            size = min(theme.size("label"), dp(20))
            self._badge = Letters(f"×{count}", bold=True, font_size=size, colour=theme.colour("on_accent"))
            self.add_widget(self._badge)
        self.bind(pos=self._place, size=self._place)
        self._make()
        if name:
            pictures.get(name, self.show)

    def apply_class_lang_rules(self, **_: object) -> None:
        """None: there are many tiles, and looking for rules takes long."""

    def show(self, texture: Texture) -> None:
        """The picture has come; also for a card that has no name."""
        self._texture = texture
        self._make()

    def _make(self) -> None:
        """What is drawn; `_place` moves it."""
        self.canvas.before.clear()
        self._flat: list[Rectangle] = []
        self._round: list[Rounded] = []
        self._corners: list[tuple[Rounded, float, bool]] = []  # with its width, and whether it is the right one
        self._dashes: Line | None = None
        radius = self.width * 0.055
        with self.canvas.before:
            if not self.card and self._texture is None:
                Color(*theme.colour("line", 0.7))
                self._dashes = Line(width=dp(1.1), dash_offset=4)
            elif self._texture is None:
                Color(*theme.colour("raised"))
                self._round.append(Rounded(radius))
            else:
                Color(1, 1, 1, 1)
                self._flat.append(Rectangle(texture=self._texture))
            if self._dimmed:
                Color(*theme.colour("ground", 0.62))
                self._round.append(Rounded(radius))
            if self._frame:
                Color(*theme.colour(self._frame))
                self._round.append(Rounded(radius, dp(3)))
            if self._mark:
                Color(*theme.colour("panel"))
                self._corners.append((Rounded(dp(8)), dp(28), False))
            if self._badge is not None:
                Color(*theme.colour("accent"))
                self._corners.append((Rounded(dp(8)), dp(34), True))
            if self._mark:
                Color(*theme.colour(self._frame or "ink"))
                self._sign = Rectangle(texture=icon_texture(self._mark, round(dp(18))), size=(dp(18), dp(18)))
        self._place()

    def _place(self, *_: object) -> None:
        right, top = self.x + self.width, self.y + self.height
        for picture in self._flat:
            picture.pos, picture.size = self.pos, self.size
        for shape in self._round:
            shape.place(self.x, self.y, self.width, self.height)
        for shape, width, at_right in self._corners:
            shape.place(right - width if at_right else self.x, top - dp(28), width, dp(28))
        if self._dashes is not None:
            self._dashes.rounded_rectangle = (self.x, self.y, self.width, self.height, self.width * 0.055)
        if self._mark:
            self._sign.pos = (round(self.x + dp(5)), round(top - dp(18) - dp(5)))
        if self._badge is not None:
            self._badge.size, self._badge.pos = (dp(34), dp(28)), (right - dp(34), top - dp(28))

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


class Flow(Stack):
    """Things in rows that wrap; as high as it needs."""

    def __init__(self, children: Iterable[Widget] = (), space: float = 1.0, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        super().__init__(orientation="lr-tb", spacing=gap(space), size_hint_y=None, **more)
        self.bind(minimum_height=self.setter("height"))
        for child in children:
            self.add_widget(child)


class Tiles(Flow):
    """Cards in rows from edge to edge: as many in a row as there is room for, all a little wider than asked for."""

    def __init__(self, least: float, space: float = 1.0, **more: Any) -> None:
        """`least` is the width that a card must have."""
        self._least = least
        super().__init__(space=space, **more)

    def settle(self) -> None:
        """Its height is known when the cards have their size."""
        self._fit()
        super().settle()

    def do_layout(self, *_: object) -> None:
        """Give the cards their size, then their place."""
        self._fit()
        super().do_layout()

    def _fit(self) -> None:
        between = self.spacing[0]
        across = max(1, int((self.width + between) // (self._least + between)))
        width = max(self._least, (self.width - between * (across - 1)) // across)
        for tile in self.children:
            tile.size = (width, width * SHAPE)


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
