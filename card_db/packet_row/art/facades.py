"""Façades by name; a building that our list does not know gets one from the letters of its name."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from card_db.art.parts import Builder, Mason
from card_db.art.plate import Pen, new_plate
from card_db.packet_row.art.facades_bank import BANK
from card_db.packet_row.art.facades_docks import DOCKS
from card_db.packet_row.art.facades_guildhall import GUILDHALL
from card_db.packet_row.art.facades_market import MARKET
from card_db.packet_row.art.palette import NEUTRAL, WHITE, Family

_DECKS: Final[dict[str, dict[str, Builder]]] = {
    "guildhall": GUILDHALL,
    "docks": DOCKS,
    "market": MARKET,
    "bank": BANK,
}
_BUILDERS: Final = {name: build for builders in _DECKS.values() for name, build in builders.items()}
_HOMES: Final = {name: deck for deck, builders in _DECKS.items() for name in builders}
BUILDINGS: Final = tuple(sorted(_BUILDERS))


def home_deck(building: str) -> str:
    """The deck a building is drawn for; "" for one that is not ours."""
    return _HOMES.get(building, "")


def draw_facade(pen: Pen, building: str, family: Family) -> None:
    """A façade up to 34 units wide and 36 high; the origin is the middle of its foot."""
    mason = Mason(pen.moved(0, 0, flip=True), family)
    known = _BUILDERS.get(building)
    if known is not None:
        known(mason)
    else:
        _build_from_letters(mason, building)


@lru_cache(maxsize=128)
def facade_scale(building: str, width: float, height: float) -> float:
    """How large a façade can be drawn in a space, within reason so that cottages stay smaller than palaces."""
    plate = new_plate(60, 60, 40, WHITE)
    draw_facade(plate.moved(30, 50), building, NEUTRAL)
    ground = Image.new("RGB", plate.image.size, WHITE)
    box = ImageChops.difference(plate.image, ground).getbbox()
    left, top, right, _ = (value / plate.scale for value in box or (0, 0, 1, 1))
    half = max(30 - left, right - 30)
    return min(max(min(width / 2 / half, height / (50 - top)), 1.04), 1.42)


def _build_from_letters(m: Mason, building: str) -> None:
    seed = zlib.crc32(building.encode())
    half, storeys, bays = 9 + seed % 6, 2 + seed // 8 % 3, 3 + seed // 32 % 4
    kind = ("plain", "stone", "brick", "board")[seed // 256 % 4]
    opening = ("rect", "arch", "tall")[seed // 1024 % 3]
    height = storeys * 6.0
    m.wall(-half, 0, 2 * half, height, kind)
    m.windows(-half + 0.5, 6.4, 2 * half - 1, height - 6.8, bays, storeys - 1, opening)
    m.windows(-half + 0.5, 0.8, half - 3, 5.4, 2)
    m.windows(2.5, 0.8, half - 3, 5.4, 2)
    m.door(0, 3.2, 5.4, "arch" if opening == "arch" else "rect")
    m.cornice(-half, height, 2 * half)
    top = height + 0.9
    match seed // 4096 % 4:
        case 0:
            m.gable(-half, top, 2 * half, 6, False)
        case 1:
            m.roof(-half, top, 2 * half, 5, 3)
        case 2:
            m.wall(-3, top, 6, 4)
            m.dome(0, top + 4, 3.6)
        case _:
            m.roof(-half, top, 2 * half, 3.4, 4)
            m.wall(-2.5, top + 3, 5, 4)
            m.spire(0, top + 7, 5, 5)
