"""The five backs: no words, so that one back serves every language."""

from __future__ import annotations

from PIL import Image

from card_db.art.ornament import FRAME_MM, draw_band, draw_rosette
from card_db.art.plate import Pen, new_plate, pulled, rectangle
from card_db.packet_row.art.palette import (
    CARD_DPI,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    PAPER,
    family_of,
    mixed,
)
from card_db.packet_row.art.symbols import draw_symbol

_FIELD = (4.1, 4.1, CARD_WIDTH_MM - 4.1, CARD_HEIGHT_MM - 4.1)
# How the ground of each back is ruled: angles of the hatching and its step.
_RULING = {
    "guildhall": ((45.0, -45.0), 2.0),
    "docks": ((0.0, 60.0, -60.0), 2.4),
    "market": ((30.0, -30.0), 1.5),
    "bank": ((0.0, 90.0), 1.7),
    "start": ((18.0, 90.0, -18.0), 2.2),
}


def draw_back(deck: str, dpi: int = CARD_DPI) -> Image.Image:
    """The back of a deck, 44 x 68 mm."""
    family = family_of(deck)
    pen = new_plate(CARD_WIDTH_MM, CARD_HEIGHT_MM, dpi, PAPER)
    edge = (FRAME_MM, FRAME_MM, CARD_WIDTH_MM - FRAME_MM, CARD_HEIGHT_MM - FRAME_MM)
    draw_band(pen, edge, family)
    pen.box(_FIELD, family.ink)
    angles, step = _RULING.get(deck, _RULING["start"])
    for angle in angles:
        pen.hatch(rectangle(_FIELD), mixed(family.ink, family.mid, 0.55), step, angle, 0.14)
    middle = CARD_WIDTH_MM / 2
    for y in (12.6, CARD_HEIGHT_MM - 12.6):
        for x in (11.0, middle, CARD_WIDTH_MM - 11.0):
            pen.disc(x, y, 3.6, family.ink, mixed(family.ink, family.tint, 0.55), 0.2)
            draw_rosette(pen, x, y, 3.3, mixed(family.ink, family.tint, 0.6), 12, 0.4)
    _draw_medal(pen, deck, middle, CARD_HEIGHT_MM / 2)
    return pulled(pen)


def _draw_medal(pen: Pen, deck: str, x: float, y: float) -> None:
    family = family_of(deck)
    pen.disc(x, y, 16.6, family.ink)
    draw_rosette(pen, x, y, 16.4, mixed(family.mid, family.tint, 0.4), 36, 0.62, 0.1)
    pen.disc(x, y, 11.4, GOLD, GOLD_DARK, 0.3)
    pen.disc(x, y, 10.9, None, GOLD_LIGHT, 0.24)
    pen.disc(x, y, 10.2, mixed(family.pale, PAPER, 0.5), family.ink, 0.3)
    pen.disc(x, y, 9.5, None, family.mid, 0.14)
    draw_symbol(pen.moved(x, y, 1.28), deck, family.ink, mixed(family.pale, PAPER, 0.5))
