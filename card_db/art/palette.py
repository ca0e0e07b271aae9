"""Sizes and colours that all drawn cards share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]

CARD_WIDTH_MM: Final = 44.0
CARD_HEIGHT_MM: Final = 68.0
CARD_DPI: Final = 300

PAPER: Final = (248, 242, 228)
WHITE: Final = (255, 252, 244)
INK: Final = (40, 32, 30)
GOLD: Final = (206, 160, 62)
GOLD_LIGHT: Final = (244, 219, 142)
GOLD_DARK: Final = (112, 74, 18)
RED: Final = (178, 44, 44)
BLUE: Final = (36, 66, 130)
YELLOW: Final = (236, 184, 48)


@dataclass(frozen=True, slots=True)
class Family:
    """The inks of one deck: `ink` draws, `mid` shades, `tint` washes, `pale` is its paper."""

    ink: Colour
    mid: Colour
    tint: Colour
    pale: Colour


NEUTRAL: Final = Family((62, 56, 52), (138, 130, 122), (222, 216, 206), (243, 239, 230))


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """The first colour with a share of the second one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
