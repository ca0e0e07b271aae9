"""Colours, letters and distances: everything that makes the app look like one thing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from kivy.core.text import LabelBase
from kivy.metrics import dp, sp
from kivy.utils import get_color_from_hex

FONTS = Path(__file__).parent / "fonts"
DISPLAY: Final = "PacketRowDisplay"

Rgba = tuple[float, float, float, float]
Level = Literal["caption", "body", "label", "heading", "title", "display", "giant"]

SIZES: Final[dict[str, float]] = {
    "caption": 14,
    "body": 17,
    "label": 18,
    "heading": 22,
    "title": 28,
    "display": 40,
    "giant": 64,
}
TARGET: Final = 56  # dp, the height of what one taps; 48 is the least

# Of seats, in the order they are offered; safe for colour-blind eyes, and each has a shape of its own.
SEAT_COLOURS: Final = {
    "orange": "#E69F00",
    "blue": "#56B4E9",
    "green": "#009E73",
    "pink": "#CC79A7",
    "yellow": "#F0E442",
    "red": "#D55E00",
    "white": "#F2F2F2",
    "black": "#4A4A4A",
    "purple": "#9B6FD0",
}
SHAPES: Final = {
    "orange": "circle",
    "blue": "square",
    "green": "triangle",
    "pink": "diamond",
    "yellow": "star",
    "red": "hexagon",
    "white": "cross",
    "black": "drop",
    "purple": "crescent",
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one kind of room."""

    ground: str
    panel: str
    raised: str
    line: str
    ink: str
    soft: str
    accent: str
    on_accent: str
    good: str
    doubt: str
    bad: str
    shade: str


PALETTES: Final = {
    "dark": Palette(
        ground="#10202B",
        panel="#172C3A",
        raised="#22404F",
        line="#35586A",
        ink="#F6F0E2",
        soft="#A9BDC8",
        accent="#E9B44C",
        on_accent="#1B1405",
        good="#5BD19B",
        doubt="#F5B041",
        bad="#FF8A7A",
        shade="#000000B8",
    ),
    "bright": Palette(
        ground="#EFE6D5",
        panel="#FFFCF5",
        raised="#F4EAD6",
        line="#CDBC9A",
        ink="#1C2A33",
        soft="#54636D",
        accent="#8A4B12",
        on_accent="#FFFFFF",
        good="#12684A",
        doubt="#8A5A00",
        bad="#A42A1B",
        shade="#00000099",
    ),
}


@dataclass(slots=True)
class Theme:
    """What is in force now; changed by the settings, read whenever a screen is built."""

    palette: Palette
    scale: float

    def colour(self, name: str, alpha: float = 1.0) -> Rgba:
        """A colour of the palette by its name."""
        return rgba(getattr(self.palette, name), alpha)

    def size(self, level: Level) -> float:
        """The height of letters in pixels."""
        return float(sp(SIZES[level] * self.scale))

    def target(self, factor: float = 1.0) -> float:
        """The height of a button in pixels; letters that grow make it grow."""
        return float(dp(TARGET * factor * max(1.0, 0.6 + 0.4 * self.scale)))


theme = Theme(PALETTES["dark"], 1.0)


def use_theme(name: str, scale: float) -> None:
    """Put another theme in force; screens built before keep the old one until they are built anew."""
    theme.palette = PALETTES[name]
    theme.scale = scale


@lru_cache(maxsize=256)
def rgba(colour: str, alpha: float = 1.0) -> Rgba:
    """A colour for Kivy."""
    red, green, blue, own = get_color_from_hex(colour)
    return red, green, blue, own * alpha


def gap(steps: float = 1.0) -> float:
    """The distance between things: steps of 8 dp."""
    return float(dp(8 * steps))


def register_fonts() -> None:
    """Make our display letters known to Kivy."""
    LabelBase.register(DISPLAY, str(FONTS / "PacketRowDisplay.ttf"))
