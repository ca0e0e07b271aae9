"""Text, panels, rows and columns, lists that scroll."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.theme import DISPLAY, Level, Rgba, gap, theme

RADIUS = 14


class _Letters(Label):
    """Words in a size and a colour of the theme; large ones in our display letters."""

    def __init__(self, text: str, level: Level, colour: str, bold: bool, align: str, test_id: str, **more: Any) -> None:
        self.test_id = test_id
        if level in ("title", "display", "giant"):
            more.setdefault("font_name", DISPLAY)
        super().__init__(
            text=text,
            font_size=theme.size(level),
            color=theme.colour(colour),
            bold=bold,
            halign=align,
            valign="middle",
            **more,
        )


class Text(_Letters):
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
        super().__init__(text, level, colour, bold, align, test_id, size_hint_y=None, **more)
        self.bind(width=self._wrap, texture_size=self._grow)

    def _wrap(self, *_: object) -> None:
        self.text_size = (self.width, None)

    def _grow(self, *_: object) -> None:
        self.height = self.texture_size[1]


class Line1(_Letters):
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
        more.setdefault("shorten", True)
        super().__init__(text, level, colour, bold, align, test_id, shorten_from="right", **more)
        self.bind(size=self._fit)

    def _fit(self, *_: object) -> None:
        self.text_size = self.size


def paint(widget: Widget, colour: Rgba, radius: float = RADIUS, line: Rgba | None = None, width: float = 1.0) -> Color:
    """A rounded ground under a widget that follows it; returns the colour, so that it can change."""
    with widget.canvas.before:
        ink = Color(*colour)
        shape = RoundedRectangle(pos=widget.pos, size=widget.size, radius=[dp(radius)])
        edge = None
        if line is not None:
            Color(*line)
            edge = Line(rounded_rectangle=(*widget.pos, *widget.size, dp(radius)), width=dp(width))

    def follow(*_: object) -> None:
        shape.pos, shape.size = widget.pos, widget.size
        if edge is not None:
            edge.rounded_rectangle = (*widget.pos, *widget.size, dp(radius))

    widget.bind(pos=follow, size=follow)
    return ink


def middle(widget: Widget) -> tuple[float, float]:
    """The centre of a widget; its own `center` may still be the old one while it tells of a move."""
    return widget.x + widget.width / 2, widget.y + widget.height / 2


class Column(BoxLayout):
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


class Row(BoxLayout):
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


class Scroll(ScrollView):
    """A column that scrolls when it is higher than its place."""

    def __init__(self, *children: Widget, space: float = 1.5, pad: float = 0.0, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        super().__init__(
            do_scroll_x=False,
            bar_width=dp(5),
            bar_color=theme.colour("accent"),
            bar_inactive_color=theme.colour("line"),
            scroll_type=["bars", "content"],
            **more,
        )
        self.column = Column(*children, space=space, pad=pad)
        self.add_widget(self.column)

    def on_touch_down(self, touch: Any) -> bool:
        """What fits needs no scrolling: taps go straight on, without the moment in which a list waits for a swipe."""
        if self.column.height <= self.height and self.collide_point(*touch.pos):
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
