"""Words as pictures: every text is drawn once in its size and width and kept, for all screens that show it again."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.memory import Kept
from companion.app.theme import DISPLAY, Level, Rgba, theme
from companion.core.player_names import showable

PLAIN: Final = "Roboto"
SHOWY: Final = ("title", "display", "giant")  # in our display letters
KEPT: Final = 24 << 20  # bytes of texts; all screens of both games together need about half of it
MEASURED: Final = 3200  # texts of which the width is kept
SHARE: Final = {"left": 0.0, "center": 0.5, "right": 1.0}


def font_of(level: Level) -> str:
    """The letters that a size is written in."""
    return DISPLAY if level in SHOWY else PLAIN


@lru_cache(maxsize=MEASURED)
def extents(text: str, size: float, font: str = PLAIN, bold: bool = False) -> tuple[int, int]:
    """Width and height of words on one line."""
    width, height = CoreLabel(font_size=size, font_name=font, bold=bold).get_extents(showable(text))
    return int(width), int(height)


_kept: Kept[tuple[object, ...], Texture] = Kept(KEPT)


class _Drawn(CoreLabel):
    """Kivy's own picture of words, no wider than they are: what is empty need not be drawn."""

    def render(self, real: bool = False) -> Any:
        """Measure the words, or (`real`) draw them."""
        size = super().render(real)
        return size if real or not size[0] else (min(size[0], ceil(self._internal_size[0])), size[1])


def _drawn(
    text: str, size: float, font: str, bold: bool, align: str, room: int | None, shorten: bool, lines: int
) -> Texture:
    key = (text, size, font, bold, align, room, shorten, lines)
    if (known := _kept.get(key)) is not None:
        return known
    label = _Drawn(
        text=showable(text),
        font_size=size,
        font_name=font,
        bold=bold,
        halign=align,
        text_size=(room, None),
        shorten=shorten,
        shorten_from="right",
        max_lines=lines,
    )
    label.refresh()  # only measures: Kivy draws a text when it is first seen
    _kept.keep(key, label.texture)
    return label.texture


def picture(text: str, size: float, bold: bool = False) -> Texture:
    """Words on one line as a white picture, to be drawn in any colour."""
    return _drawn(text, size, PLAIN, bold, "left", None, False, 0)


class Letters(Widget):
    """Words in one size and colour in the middle (or at a side) of their place.

    `room` is the width in which they wrap, or (`shorten`) at which they end in dots; None for one line of any length.
    """

    text = StringProperty("")
    texture_size = ObjectProperty((0, 0))

    def __init__(
        self,
        text: str = "",
        *,
        font_size: float,
        colour: Rgba,
        font_name: str = PLAIN,
        bold: bool = False,
        align: str = "center",
        shorten: bool = False,
        max_lines: int = 0,
        test_id: str = "",
        **more: Any,
    ) -> None:
        self.test_id = test_id
        self.font_size, self.font_name, self.bold, self.align = font_size, font_name, bold, align
        self.shorten, self.max_lines = shorten, max_lines
        self.room: float | None = None
        super().__init__(text=text, **more)
        with self.canvas:
            self._ink = Color(*colour)
            self._shown = Rectangle(size=(0, 0))
        self.bind(text=self.write, pos=self._place, size=self._place)
        self.write()

    def apply_class_lang_rules(self, **_: object) -> None:
        """None: looking for them takes as long as everything else here."""

    @property
    def color(self) -> Rgba:
        """The colour of the letters."""
        red, green, blue, alpha = self._ink.rgba
        return red, green, blue, alpha

    @color.setter
    def color(self, colour: Rgba) -> None:
        """Another colour."""
        self._ink.rgba = colour

    @property
    def natural(self) -> int:
        """How wide the words are on one line."""
        return extents(self.text, self.font_size, self.font_name, self.bold)[0]

    def write(self, *_: object) -> None:
        """Show the words as they are now."""
        if not self.text.strip() or (self.room is not None and self.room < 1):
            self._shown.size = self.texture_size = (0, 0)
            return
        room = None
        if self.room is not None and ("\n" in self.text or self.natural > self.room):
            room = max(1, int(self.room))
        texture = _drawn(
            self.text, self.font_size, self.font_name, self.bold, self.align, room, self.shorten, self.max_lines
        )
        self._shown.texture, self._shown.size = texture, texture.size
        self._place()
        self.texture_size = texture.size

    def _place(self, *_: object) -> None:
        width, height = self._shown.size
        self._shown.pos = (
            int(self.x + (self.width - width) * SHARE[self.align]),
            int(self.y + (self.height - height) / 2),
        )


def write(text: str, level: Level, colour: str = "ink", **more: Any) -> Letters:
    """Words in a size and a colour of the theme, on one line in the middle of their place."""
    return Letters(text, font_size=theme.size(level), colour=theme.colour(colour), **more)
