"""Sizes and colours of our own deck: one family of inks for each of the five backs."""

from __future__ import annotations

from typing import Final

from card_db.art.palette import (
    BLUE,
    CARD_DPI,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    NEUTRAL,
    PAPER,
    RED,
    WHITE,
    YELLOW,
    Colour,
    Family,
    mixed,
)

__all__ = [
    "BLUE",
    "BOARD_DPI",
    "BOARD_HEIGHT_MM",
    "BOARD_WIDTH_MM",
    "CARD_DPI",
    "CARD_HEIGHT_MM",
    "CARD_WIDTH_MM",
    "GOLD",
    "GOLD_DARK",
    "GOLD_LIGHT",
    "INK",
    "NEUTRAL",
    "PAPER",
    "RED",
    "WHITE",
    "YELLOW",
    "Colour",
    "Family",
    "family_of",
    "mixed",
]

BOARD_WIDTH_MM: Final = 276.0
BOARD_HEIGHT_MM: Final = 186.0
BOARD_DPI: Final = 150

FAMILIES: Final[dict[str, Family]] = {
    "guildhall": Family((104, 24, 34), (172, 96, 90), (238, 212, 198), (250, 239, 228)),
    "docks": Family((18, 48, 88), (92, 128, 164), (203, 219, 230), (236, 241, 240)),
    "market": Family((112, 58, 14), (190, 132, 66), (244, 221, 180), (251, 241, 219)),
    "bank": Family((16, 72, 52), (94, 144, 116), (206, 226, 207), (238, 244, 231)),
    "start": Family((74, 30, 92), (148, 108, 164), (226, 210, 231), (244, 237, 244)),
}


def family_of(deck: str) -> Family:
    """The inks of a deck; grey ones for a building whose deck nobody knows."""
    return FAMILIES.get(deck, NEUTRAL)
