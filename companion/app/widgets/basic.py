"""Text, panels, rows and columns, lists that scroll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import (
    Color,
    InstructionGroup,
    Rectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.theme import Level, Rgba, gap, theme
from companion.app.widgets.boxes import Prompt, PromptBox
from companion.app.widgets.letters import Letters, font_of
from companion.app.widgets.rounded import Rounded

RADIUS = 14


class Text(Letters):
    """Words that wrap to the width they are given and are as high as they need."""

    def __init__(
        self,
        text: str = "",
        level: Level = "body",
        colour: str = "ink",
        bold: bool = False,
        align: str = "left",
        test_id: str = "",
        **more: Any,
    ) -> None:
        super().__init__(
            text,
            font_size=theme.size(level),
            colour=theme.colour(colour),
            bold=bold,
            align=align,
            test_id=test_id,
            size_hint_y=None,
            **{"font_name": font_of(level), "size": (0, 0), **more},
        )
        self.bind(width=self.write)

    def write(self, *_: object) -> None:
        """Show the words and be as high as they are."""
        self.room = self.width
        super().write()
        self.height = self.texture_size[1]


class Line1(Letters):
    """Words on one line, shortened with dots when the line is too short; takes the height it is given."""

    def __init__(
        self,
        text: str = "",
        level: Level = "body",
        colour: str = "ink",
        bold: bool = False,
        align: str = "left",
        test_id: str = "",
        **more: Any,
    ) -> None:
        super().__init__(
            text,
            font_size=theme.size(level),
            colour=theme.colour(colour),
            bold=bold,
            align=align,
            test_id=test_id,
            **{"font_name": font_of(level), "shorten": True, "size": (0, 0), **more},
        )
        self.bind(width=self.write)

    def write(self, *_: object) -> None:
        """Show as many of the words as there is room for."""
        self.room = self.width
        super().write()


def paint(widget: Widget, colour: Rgba, radius: float = RADIUS, line: Rgba | None = None, width: float = 1.0) -> Color:
    """A rounded ground under a widget that follows it; returns the colour, so that it can change."""
    with widget.canvas.before:
        ink = Color(*colour)
        if not radius:
            flat = Rectangle(pos=widget.pos, size=widget.size)
            widget.bind(pos=lambda _, pos: setattr(flat, "pos", pos), size=lambda _, size: setattr(flat, "size", size))
            return ink
        shapes = [Rounded(dp(radius))]
        if line is not None:
            Color(*line)
            shapes.append(Rounded(dp(radius), 2 * dp(width)))

    def follow(*_: object) -> None:
        for shape in shapes:
            shape.place(widget.x, widget.y, widget.width, widget.height)

    widget.bind(pos=follow, size=follow)
    follow()
    return ink


def middle(widget: Widget) -> tuple[float, float]:
    """The centre of a widget; its own `center` may still be the old one while it tells of a move."""
    return widget.x + widget.width / 2, widget.y + widget.height / 2


class Column(PromptBox):
    """Things below each other; as high as they are together unless it is told to fill."""

    def __init__(
        self, *children: Widget, fill: bool = False, space: float = 1.0, pad: float = 0.0, **more: Any
    ) -> None:
        self.test_id = more.pop("test_id", "")
        if not fill:
            more["size_hint_y"] = None
        super().__init__(orientation="vertical", spacing=gap(space), padding=gap(pad), **more)
        if not fill:
            self.bind(minimum_height=self.setter("height"))
        for child in children:
            self.add_widget(child)


class Row(PromptBox):
    """Things beside each other; `height` in pixels, or as high as the highest child when `hug` is said."""

    def __init__(self, *children: Widget, space: float = 1.0, pad: float = 0.0, hug: bool = False, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        if hug or "height" in more:
            more["size_hint_y"] = None
        super().__init__(orientation="horizontal", spacing=gap(space), padding=gap(pad), **more)
        if hug:
            self.bind(minimum_height=self.setter("height"))
        for child in children:
            self.add_widget(child)


class Panel(Column):
    """A column on a raised ground."""

    def __init__(self, *children: Widget, colour: str = "panel", line: str = "", **more: Any) -> None:
        more.setdefault("pad", 2.0)
        super().__init__(*children, **more)
        paint(self, theme.colour(colour), line=theme.colour(line) if line else None)


def level(*tiles: Widget) -> None:
    """Tiles beside each other are as high as the one whose words ask for most (`wanted`)."""

    def same(*_: object) -> None:
        for tile in tiles:
            tile.height = max(other.wanted for other in tiles)

    for tile in tiles:
        tile.bind(wanted=same)
    same()


def level_columns(columns: Sequence[Widget]) -> None:
    """Columns beside each other are as high as the highest of them; a `spacer` in them takes what is left."""

    def level(*_: object) -> None:
        for column in columns:
            column.height = max(other.minimum_height for other in columns)

    for column in columns:
        column.bind(minimum_height=level)
    level()


class Scroll(Prompt, ScrollView):
    """A column that scrolls when it is higher than its place."""

    def __init__(
        self, *children: Widget, space: float = 1.5, pad: float = 0.0, beside: float = 0.0, **more: Any
    ) -> None:
        """`beside` moves the bar out to the right, where there is room for it, so that it lies on nothing."""
        self.test_id = more.pop("test_id", "")
        self._beside = gap(beside)
        super().__init__(
            do_scroll_x=False,
            bar_width=dp(5),
            bar_color=theme.colour("accent"),
            bar_inactive_color=theme.colour("line"),
            scroll_type=["bars", "content"],
            **more,
        )
        self._trigger_layout = self._trigger_update_from_scroll
        self._clip = [Rectangle(), Rectangle()]
        with self.canvas.after:
            self._ends = InstructionGroup()
            self._bar_ink = Color(0, 0, 0, 0)
            self._bar = Rectangle(size=(0, 0))
        self.column = Column(*children, space=space, pad=pad)
        self.add_widget(self.column)
        self.bind(pos=self._draw, size=self._draw, vbar=self._draw, _bar_color=self._draw)
        self.column.bind(height=self._draw)

    def apply_class_lang_rules(self, **_: object) -> None:
        """None: what Kivy draws is drawn below, and cuts nothing off where nothing sticks out."""

    def settle(self) -> None:
        """The column gets its width."""
        self.column.width = self.width
        if self.column.is_due:
            self.column.settle()

    def do_layout(self, *_: object) -> None:
        """Put the column in its place, and what is inside it."""
        self.settle()
        self.update_from_scroll()
        self._trigger_layout.cancel()
        if self.column.is_due:
            self.column.do_layout()

    @property
    def _fits(self) -> bool:
        return bool(self.column.height <= self.height)

    def _draw(self, *_: object) -> None:
        """The bar, and the edges beyond which nothing is seen; to cut costs more than to draw."""
        bottom, length = self.vbar
        self._handle_y_pos = (
            self.x + self.width + self._beside - self.bar_width,
            self.y + self.height * bottom,
        )
        self._handle_y_size = self.bar_width, self.height * length
        self._bar.pos, self._bar.size = self._handle_y_pos, (0, 0) if self._fits else self._handle_y_size
        self._bar_ink.rgba = self._bar_color
        for edge in self._clip:
            edge.pos, edge.size = self.pos, self.size
        if self._fits == bool(self._ends.children):
            self.canvas.before.clear()
            self._ends.clear()
            if not self._fits:
                for part in (StencilPush(), self._clip[0], StencilUse()):
                    self.canvas.before.add(part)
                for part in (StencilUnUse(), self._clip[1], StencilPop()):
                    self._ends.add(part)

    def on_touch_down(self, touch: Any) -> bool:
        """What fits needs no scrolling: taps go straight on, without the moment in which a list waits for a swipe."""
        if self._fits and self.collide_point(*touch.pos):
            return bool(self.simulate_touch_down(touch))
        return bool(super().on_touch_down(touch))


def spacer(height: float = 0.0) -> Widget:
    """Empty room: so many steps high, or all that is left."""
    return Widget(size_hint_y=None, height=gap(height)) if height else Widget()


def rule() -> Widget:
    """A fine line across."""
    line = Widget(size_hint_y=None, height=dp(1))
    paint(line, theme.colour("line"), radius=0)
    return line
