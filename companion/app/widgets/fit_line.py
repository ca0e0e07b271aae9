"""Words in the largest letters that fit their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.metrics import sp

from companion.app.theme import Level, theme
from companion.app.widgets.letters import PLAIN, Letters, extents, font_of

SMALLEST = 11  # sp, for words that fit nowhere else
LEVELS: tuple[Level, ...] = ("giant", "display", "title", "heading", "label", "body", "caption")


def _down_from(largest: Level) -> Sequence[Level]:
    return LEVELS[LEVELS.index(largest) :]


class FitLine(Letters):
    """Words on one line; takes the size it is given and chooses the letters, shortened only as a last resort."""

    def __init__(
        self,
        text: str,
        largest: Level = "giant",
        colour: str = "ink",
        bold: bool = False,
        align: str = "left",
        test_id: str = "",
        margin: float = 0.0,
        **more: Any,
    ) -> None:
        self._levels, self._font, self._margin = _down_from(largest), more.pop("font_name", ""), margin
        super().__init__(
            text,
            font_size=theme.size(largest),
            colour=theme.colour(colour),
            bold=bold,
            align=align,
            shorten=True,
            test_id=test_id,
            size=(0, 0),
            **more,
        )
        self.bind(size=self.write)

    def write(self, *_: object) -> None:
        """From the largest letters down; what fits in no size is drawn smaller still, and shortened at last."""
        self.room = self.width - 2 * self._margin
        if self.room < 1:
            return
        most = 0.98 * self.room - 1
        for level in self._levels:
            self.font_name, self.font_size = self._font or font_of(level), theme.size(level)
            width, height = extents(self.text, self.font_size, self.font_name, self.bold)
            if width <= most and height <= self.height:
                break
        if width > most > 0:
            self.font_size = max(sp(SMALLEST), 0.96 * self.font_size * most / width)  # drawn on whole pixels
        super().write()


class TwoLines(Letters):
    """A sentence on at most two lines, in letters that become smaller when it is long."""

    def __init__(self, text: str, largest: Level = "body", colour: str = "ink", **more: Any) -> None:
        self._levels = _down_from(largest)
        super().__init__(
            text,
            font_size=theme.size(largest),
            colour=theme.colour(colour),
            align="left",
            max_lines=2,
            size=(0, 0),
            **more,
        )
        self.bind(size=self.write)

    def write(self, *_: object) -> None:
        """From the largest letters down; a line may end early because of a long word."""
        self.room = self.width
        if self.room < 1:
            return
        for level in self._levels:
            self.font_size = theme.size(level)
            width, height = extents(self.text, self.font_size, PLAIN)
            if 2 * height <= self.height and width <= 1.6 * self.width:
                break
        if 2 * height > self.height or width > 1.6 * self.width:
            least = min(self.height / (2 * max(1, height)), 1.6 * self.width / max(1, width))
            self.font_size = max(sp(SMALLEST), self.font_size * least)
        super().write()
        while self.texture_size[1] > self.height and self.font_size > sp(SMALLEST):  # long words broke early
            self.font_size = max(sp(SMALLEST), 0.9 * self.font_size)
            super().write()
