"""Sizes and colours of our own deck: one family of inks for each of the five backs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Colour = tuple[int, int, int]

CARD_WIDTH_MM: Final = 44.0
CARD_HEIGHT_MM: Final = 68.0
CARD_DPI: Final = 300
BOARD_WIDTH_MM: Final = 276.0
BOARD_HEIGHT_MM: Final = 186.0
BOARD_DPI: Final = 150

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


FAMILIES: Final[dict[str, Family]] = {
    "guildhall": Family((104, 24, 34), (172, 96, 90), (238, 212, 198), (250, 239, 228)),
    "docks": Family((18, 48, 88), (92, 128, 164), (203, 219, 230), (236, 241, 240)),
    "market": Family((112, 58, 14), (190, 132, 66), (244, 221, 180), (251, 241, 219)),
    "bank": Family((16, 72, 52), (94, 144, 116), (206, 226, 207), (238, 244, 231)),
    "start": Family((74, 30, 92), (148, 108, 164), (226, 210, 231), (244, 237, 244)),
}
NEUTRAL: Final = Family((62, 56, 52), (138, 130, 122), (222, 216, 206), (243, 239, 230))


def family_of(deck: str) -> Family:
    """The inks of a deck; grey ones for a building whose deck nobody knows."""
    return FAMILIES.get(deck, NEUTRAL)


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """The first colour with a share of the second one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
