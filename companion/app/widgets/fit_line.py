"""One line of words in the largest letters that fit its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.core.text import Label as Letters
from kivy.metrics import sp
from kivy.uix.label import Label

from companion.app.theme import DISPLAY, Level, theme

SHOWY = ("giant", "display", "title")
PLAIN = "Roboto"
SMALLEST = 11  # sp, for words that fit nowhere else
LEVELS: tuple[Level, ...] = ("giant", "display", "title", "heading", "label", "body", "caption")


class FitLine(Label):
    """Words on one line; takes the size it is given and chooses the letters, shortened only as a last resort."""

    def __init__(
        self,
        text: str,
        largest: Level = "giant",
        colour: str = "ink",
        bold: bool = False,
        align: str = "left",
        test_id: str = "",
        **more: Any,
    ) -> None:
        self.test_id = test_id
        more.setdefault("color", theme.colour(colour))
        super().__init__(
            text=text, bold=bold, halign=align, valign="middle", shorten=True, shorten_from="right", **more
        )
        self._levels: Sequence[Level] = LEVELS[LEVELS.index(largest) :]
        self._font: str = more.get("font_name", "")
        self.bind(size=self._fit, text=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        """From the largest letters down; what fits in no size is drawn smaller still, and shortened at last."""
        room = 0.98 * (self.width - self.padding[0] - self.padding[2]) - 1
        for level in self._levels:
            font = self._font or (DISPLAY if level in SHOWY else PLAIN)
            size = theme.size(level)
            width, height = Letters(font_size=size, font_name=font, bold=self.bold).get_extents(self.text)
            if width <= room and height <= self.height:
                break
        if width > room > 0:
            size = max(sp(SMALLEST), 0.96 * size * room / width)  # letters are drawn on whole pixels
        self.font_name, self.font_size = font, size
        self.text_size = self.size


class TwoLines(Label):
    """A sentence on at most two lines, in letters that become smaller when it is long."""

    def __init__(self, text: str, largest: Level = "body", colour: str = "ink", **more: Any) -> None:
        super().__init__(text=text, color=theme.colour(colour), halign="left", valign="middle", max_lines=2, **more)
        self._levels: Sequence[Level] = LEVELS[LEVELS.index(largest) :]
        self.bind(size=self._fit)

    def _fit(self, *_: object) -> None:
        for level in self._levels:
            size = theme.size(level)
            width, height = Letters(font_size=size).get_extents(self.text)
            # A line may end early because of a long word.
            if 2 * height <= self.height and width <= 1.6 * self.width:
                break
        if 2 * height > self.height or width > 1.6 * self.width:
            size = max(sp(SMALLEST), size * min(self.height / (2 * height), 1.6 * self.width / width))
        self.font_size, self.text_size = size, (self.width, None)
