"""The result as bars that build up, one source of points after the other, and then line up as a podium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.app.theme import DISPLAY, SEAT_COLOURS, rgba, theme
from companion.app.widgets.basic import middle
from companion.app.widgets.buttons import Icon
from companion.app.widgets.letters import Letters, write
from companion.app.widgets.seats import SeatBadge
from companion.core.sheet import stacked

STEP_SECONDS = 0.7  # for each of the parts
PODIUM_SECONDS = 0.6
SHADES = (1.0, 0.7, 0.45, 0.25)
CROWN = 34  # dp, over the bar of a winner


@dataclass(frozen=True, slots=True)
class Bar:
    """One player's points by where they come from."""

    name: str
    colour: str
    parts: tuple[int, ...]  # what is lost makes the bar lower; what is more than all there is hangs below the line
    place: int


def shades(colour: str, number: int) -> tuple[str, ...]:
    """One colour as the parts of a bar show it, for a legend."""
    return tuple(f"{colour}{round(255 * shade):02X}" for shade in SHADES[:number])


def podium(places: Sequence[int]) -> list[int]:
    """Where each player stands: the first in the middle, the second to the left, the third to the right.

    >>> podium([3, 1, 2])
    [2, 1, 0]
    """
    count = len(places)
    middle = count // 2 if count != 4 else 1
    spots = sorted(range(count), key=lambda spot: (abs(spot - middle), spot))
    in_order = sorted(range(count), key=lambda player: places[player])
    return [spots[in_order.index(player)] for player in range(count)]


class ScoreBars(Widget):
    """A bar for each player; `shown` runs from 0 to the number of parts while they appear, by seats.

    Then `lined_up` runs from 0 to 1 while the bars move to the podium.
    """

    shown = NumericProperty(0.0)
    lined_up = NumericProperty(0.0)

    def __init__(self, bars: Sequence[Bar], animate: bool = True, **more: Any) -> None:
        self.test_id = more.pop("test_id", "bars")
        super().__init__(**more)
        self._bars = bars
        self._spots = podium([bar.place for bar in bars])
        self._badges = [SeatBadge(bar.name, bar.colour, 40, pos_hint={}) for bar in bars]
        self._totals = [write("", "title", font_name=DISPLAY) for _ in bars]
        self._names = [write(bar.name, "body", shorten=True) for bar in bars]
        self._places = [write("", "label", "soft", bold=True) for _ in bars]
        self._crowns = {
            number: Icon("trophy", "accent", CROWN, size_hint=(None, None), size=(dp(CROWN), dp(CROWN)))
            for number, bar in enumerate(bars)
            if bar.place == 1
        }
        for widget in (*self._badges, *self._totals, *self._names, *self._places, *self._crowns.values()):
            self.add_widget(widget)
        last = self._last = max((len(bar.parts) for bar in bars), default=0)
        # Losses come last: while bars build up they may be higher than in the end.
        self._most = max(1, *(sum(max(0, part) for part in bar.parts) for bar in bars))
        self._least = -min(0, *(sum(bar.parts) for bar in bars))  # how far somebody ends below nothing
        self.bind(pos=self._draw, size=self._draw, shown=self._draw, lined_up=self._draw)
        if animate:
            build_up = Animation(shown=float(last), duration=last * STEP_SECONDS, t="in_out_sine")
            (build_up + Animation(lined_up=1.0, duration=PODIUM_SECONDS, t="in_out_cubic")).start(self)
        else:
            self.shown, self.lined_up = float(last), 1.0

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        x0, _y = self.pos
        column = self.width / max(1, len(self._bars))
        wide = min(column * 0.6, dp(96))
        foot = self.y + dp(48) + theme.size("body") * 1.6
        room = max(dp(10), self.height - (foot - self.y) - theme.size("title") * 1.6 - dp(CROWN))
        zero = foot + room * self._least / (self._most + self._least)
        is_told = self.shown >= self._last  # who stands where is told when all points are there
        for number, bar in enumerate(self._bars):
            x = x0 + column * (number + 0.5 + self.lined_up * (self._spots[number] - number))
            y = zero
            now = [value * min(1.0, max(0.0, self.shown - part)) for part, value in enumerate(bar.parts)]
            for part, high in enumerate(stacked(now)):
                height = room * high / (self._most + self._least)
                with self.canvas.before:
                    Color(*rgba(SEAT_COLOURS[bar.colour], SHADES[part]))
                    Rectangle(pos=(x - wide / 2, y), size=(wide, height))
                y += height
            if (below := -sum(now)) > 0:
                height = room * below / (self._most + self._least)
                with self.canvas.before:
                    Color(*rgba(SEAT_COLOURS[bar.colour], SHADES[len(bar.parts) - 1]))
                    Rectangle(pos=(x - wide / 2, zero - height), size=(wide, height))
            self._put(self._totals[number], str(round(sum(now))), x, y + theme.size("title") * 0.8)
            self._names[number].room = column * 0.95
            self._names[number].write()
            self._put(self._names[number], bar.name, x, foot - theme.size("body") * 0.9)
            if (crown := self._crowns.get(number)) is not None:
                crown.opacity = float(is_told)
                crown.pos = (x - crown.width / 2, y + theme.size("title") * 1.5)
            badge = self._badges[number]
            badge.pos = (x - badge.width / 2, self.y)
            place = f"{bar.place}." if is_told else ""
            self._put(self._places[number], place, x - badge.width * 0.95, self.y + badge.height / 2)
        with self.canvas.before:
            Color(*theme.colour("line"))
            Rectangle(pos=(x0, zero - dp(1)), size=(self.width, dp(1)))

    def _put(self, label: Letters, text: str, x: float, y: float) -> None:
        label.text = text
        label.size = label.texture_size
        half_width, half_height = middle(label)[0] - label.x, middle(label)[1] - label.y
        label.pos = (x - half_width, y - half_height)
