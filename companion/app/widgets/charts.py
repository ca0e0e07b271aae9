"""Charts drawn by Kivy itself: bars below each other, columns beside each other, a legend, large numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import DISPLAY, SEAT_COLOURS, Level, gap, rgba, theme
from companion.app.widgets.basic import Column, Row, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.cards import Flow
from companion.app.widgets.letters import Letters, write

SOURCES: Final = tuple(SEAT_COLOURS[name] for name in ("orange", "blue", "green", "pink"))


@dataclass(frozen=True, slots=True)
class ChartBar:
    """Something with a name, what stands at its end, and its parts in the order of the legend."""

    name: str
    text: str
    parts: tuple[float, ...]


class Bars(Column):
    """Bars below each other, each under its name; all on one scale."""

    def __init__(self, bars: Sequence[ChartBar], colours: Sequence[str] = SOURCES, test_id: str = "") -> None:
        super().__init__(space=1.5, test_id=test_id)
        most = max((sum(bar.parts) for bar in bars), default=0.0) or 1.0
        for bar in bars:
            words = Row(
                Text(bar.name, "label", bold=True), Text(bar.text, "label", align="right", size_hint_x=0.7), hug=True
            )
            self.add_widget(Column(words, _Line(bar.parts, most, colours), space=0.5))


class _Line(Widget):
    def __init__(self, parts: Sequence[float], most: float, colours: Sequence[str]) -> None:
        super().__init__(size_hint_y=None, height=dp(22))
        self._parts, self._most, self._colours = parts, most, colours
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*theme.colour("raised"))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(6)])
            x = self.x
            for part, colour in zip(self._parts, self._colours, strict=False):
                width = self.width * max(0.0, part) / self._most
                Color(*rgba(colour))
                RoundedRectangle(pos=(x, self.y), size=(width, self.height), radius=[dp(3)])
                x += width


class Columns(Widget):
    """Columns beside each other with their number above and a name below, for example one for each game."""

    def __init__(self, bars: Sequence[ChartBar], colours: Sequence[str] = SOURCES, **more: Any) -> None:
        self.test_id = more.pop("test_id", "")
        more.setdefault("size_hint_y", None)
        more.setdefault("height", dp(260))
        super().__init__(**more)
        self._bars, self._colours = bars, colours
        self._totals = [self._label(bar.text, "heading", "ink", DISPLAY) for bar in bars]
        self._names = [self._label(bar.name, "caption", "soft", "Roboto") for bar in bars]
        self.bind(pos=self._draw, size=self._draw)

    def _label(self, text: str, level: Level, colour: str, font: str) -> Letters:
        label = write(text, level, colour, font_name=font)
        label.size = label.texture_size
        self.add_widget(label)
        return label

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        most = max((sum(bar.parts) for bar in self._bars), default=0.0) or 1.0
        column = self.width / max(1, len(self._bars))
        wide = min(column * 0.66, dp(72))
        foot = self.y + theme.size("caption") * 1.7
        room = max(dp(10), self.height - theme.size("caption") * 1.7 - theme.size("heading") * 1.6)
        with self.canvas.before:
            for number, bar in enumerate(self._bars):
                x, y = self.x + column * (number + 0.5), foot
                for part, colour in zip(bar.parts, self._colours, strict=False):
                    height = room * part / most
                    Color(*rgba(colour))
                    Rectangle(pos=(x - wide / 2, y), size=(wide, height))
                    y += height
                self._put(self._totals[number], x, y + theme.size("heading") * 0.75)
                self._put(self._names[number], x, self.y + theme.size("caption") * 0.75)
            Color(*theme.colour("line"))
            Rectangle(pos=(self.x, foot - dp(1)), size=(self.width, dp(1)))

    def _put(self, label: Letters, x: float, y: float) -> None:
        label.pos = (x - label.width / 2, y - label.height / 2)


def legend(names: Sequence[str], colours: Sequence[str] = SOURCES) -> Widget:
    """Which colour means what."""
    items = []
    for name, colour in zip(names, colours, strict=False):
        words = write(name, "body", "soft", size_hint_x=None)
        words.width = width = words.natural
        dot = Widget(size_hint=(None, None), size=(dp(18), dp(18)), pos_hint={"center_y": 0.5})
        paint(dot, rgba(colour), radius=5)
        item = PromptBox(spacing=gap(1), size_hint=(None, None), height=theme.size("body") * 1.6)
        item.width = width + dp(18) + gap(2)
        item.add_widget(dot)
        item.add_widget(words)
        items.append(item)
    return Flow(items, space=1.5)


class BigNumber(Column):
    """A number in large letters over what it counts."""

    def __init__(self, number: str, name: str, test_id: str = "") -> None:
        super().__init__(pad=1.5, space=0.25, test_id=test_id)
        self.number = number
        paint(self, theme.colour("panel"))
        self.add_widget(Text(number, "display", "accent", align="center"))
        self.add_widget(Text(name, "body", "soft", align="center"))
