"""The faces of buildings and ships, their back, and round tokens of goods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from card_db.art.lettering import draw_number
from card_db.art.ornament import (
    FRAME_MM,
    INNER,
    draw_band,
    draw_cloud,
    draw_ribbon,
    draw_rosette,
    draw_sky,
    draw_waves,
    star,
)
from card_db.art.palette import (
    CARD_DPI,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PAPER,
    WHITE,
    Family,
    mixed,
)
from card_db.art.parts import Mason
from card_db.art.plate import Pen, new_plate, pulled, rectangle
from card_db.le_havre.art.houses import HOUSES, House, build_house
from card_db.le_havre.art.places import PLACES
from card_db.le_havre.art.signs import draw_sign
from card_db.le_havre.art.vessels import draw_vessel
from card_db.le_havre.art.wares import draw_token, draw_ware
from card_db.le_havre.buildings import SPECIAL, Building
from card_db.le_havre.ships import Ship, ShipType

MIDDLE: Final = CARD_WIDTH_MM / 2
HORIZON: Final = 42.6
RIBBON_Y: Final = 47.6
PICTURE: Final = (INNER[0] + 0.42, INNER[1] + 0.42, INNER[2] - 0.42, 46.0)
FOOT: Final = (INNER[0] + 0.42, 46.0, INNER[2] - 0.42, INNER[3] - 0.42)
FAMILIES: Final[dict[str, Family]] = {
    "C": Family((104, 56, 20), (184, 128, 78), (242, 218, 184), (252, 241, 222)),
    "E": Family((134, 86, 4), (208, 160, 50), (250, 230, 170), (255, 246, 216)),
    "I": Family((74, 44, 44), (150, 112, 106), (226, 208, 202), (244, 236, 230)),
    "P": Family((26, 54, 104), (104, 136, 178), (208, 222, 238), (236, 242, 248)),
    "N": Family((44, 76, 40), (122, 154, 104), (216, 230, 200), (240, 246, 230)),
    "S": Family((12, 70, 84), (92, 150, 160), (200, 226, 228), (234, 244, 242)),
}
# The sea around ships: another light for every type.
SEAS: Final[dict[str, Family]] = {
    "wooden": Family((84, 52, 18), (168, 134, 92), (236, 224, 196), (250, 243, 226)),
    "iron": Family((52, 56, 66), (130, 138, 150), (214, 220, 226), (240, 242, 242)),
    "steel": Family((18, 54, 98), (92, 130, 170), (200, 220, 236), (234, 242, 246)),
    "luxury": Family((88, 22, 64), (164, 108, 142), (234, 210, 226), (248, 238, 244)),
}


def draw_building(card: Building, name: str, dpi: int = CARD_DPI) -> Image.Image:
    """The face of a building, 44 x 68 mm."""
    family = FAMILIES[card.kind]
    pen = _plate(family, dpi)
    draw_sky(pen, (*PICTURE[:3], HORIZON), family)
    for x, y, size in ((31.0, 13.0, 0.9), (14.0, 19.0, 1.1), (33.6, 26.0, 0.8)):
        draw_cloud(pen, x, y, size, family)
    pen.box((PICTURE[0], HORIZON, PICTURE[2], PICTURE[3]), mixed(family.tint, family.mid, 0.3))
    pen.line([(PICTURE[0], HORIZON), (PICTURE[2], HORIZON)], family.ink, 0.24)
    with pen.clipped(rectangle(PICTURE)) as inside:
        if card.is_ship:
            _sea(inside, family)
            draw_vessel(inside.moved(MIDDLE - 0.6, 41.0, 1.0), "yacht", 0)
        else:
            _draw_place(inside.moved(MIDDLE, HORIZON + 1.4, 0.98), card.name, family)
    _draw_value(pen, card.value, family)
    draw_sign(pen.moved(36.0, 9.6, 0.46), card.kind, family)
    for place in range(card.fisherman + card.hammer):
        symbol = "fisherman" if place < card.fisherman else "hammer"
        draw_sign(pen.moved(36.0, 17.6 + place * 6.0, 0.32), symbol, family)
    draw_ribbon(pen, name, family, MIDDLE, RIBBON_Y, 33.0, 6.0)
    if card.deck == SPECIAL:
        for x in (INNER[0] + 2.6, INNER[2] - 2.6):
            pen.poly(star(x, 52.8, 1.5), GOLD, GOLD_DARK, 0.16)
    if card.materials:
        _draw_row(pen, _units(card.materials), 54.8)
    _draw_foot(pen, card, family)
    return pulled(pen)


def draw_ship(ship: Ship, kind: ShipType, name: str, rank: int, dpi: int = CARD_DPI) -> Image.Image:
    """The face of a ship; `rank` counts those of its type from the smallest."""
    family = SEAS[ship.type]
    pen = _plate(family, dpi)
    draw_sky(pen, (*PICTURE[:3], 36.0), family)
    for place in range(2 + rank % 3):
        draw_cloud(
            pen, 12.0 + (place * 11 + rank * 5) % 24, 12.0 + (place * 7 + rank * 3) % 14, 0.8 + 0.1 * place, family
        )
    with pen.clipped(rectangle(PICTURE)) as inside:
        _sea(inside, family)
        draw_vessel(inside.moved(MIDDLE - 0.8, 40.5 - rank * 0.3, 0.84 + 0.05 * rank), ship.type, rank)
    _draw_value(pen, ship.value, family)
    draw_sign(pen.moved(36.0, 9.6, 0.46), "S", family)
    draw_number(pen, str(ship.value), 33.4, 24.0, 9.0, mixed(family.ink, family.tint, 0.15), 12.0)
    draw_ribbon(pen, name, family, MIDDLE, RIBBON_Y, 33.0, 6.0)
    _draw_row(pen, [*_units(kind.materials), *["energy"] * kind.energy], 55.0)
    if kind.price is not None:
        _draw_price(pen, kind.price, MIDDLE, 60.6, family)
    return pulled(pen)


def draw_back(dpi: int = CARD_DPI) -> Image.Image:
    """The back of all cards."""
    family = FAMILIES["S"]
    pen = _plate(family, dpi)
    box = (INNER[0] + 0.42, INNER[1] + 0.42, INNER[2] - 0.42, INNER[3] - 0.42)
    pen.box(box, family.ink)
    draw_waves(pen, box, mixed(family.ink, family.mid, 0.5), 1.6, 0.14, 1.4)
    draw_rosette(pen, MIDDLE, 34, 15, family.mid, 24, 0.6, 0.16)
    pen.disc(MIDDLE, 34, 10.4, GOLD, GOLD_DARK, 0.4)
    pen.disc(MIDDLE, 34, 9.4, family.pale, family.ink, 0.3)
    draw_sign(pen.moved(MIDDLE, 34, 0.95), "S", family, bare=True)
    return pulled(pen)


def draw_good(ware: str, side: int) -> Image.Image:
    """A round token with nothing around it."""
    pen = new_plate(12, 12, round(side * 25.4 / 12), WHITE)
    draw_token(pen.moved(6, 6), ware, 5.9)
    image = pulled(pen).convert("RGBA")
    mask = Image.new("L", (image.width * 4, image.height * 4), 0)
    ImageDraw.Draw(mask).ellipse((2, 2, image.width * 4 - 3, image.height * 4 - 3), fill=255)
    image.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    return image


def _plate(family: Family, dpi: int) -> Pen:
    pen = new_plate(CARD_WIDTH_MM, CARD_HEIGHT_MM, dpi, PAPER)
    draw_band(pen, (FRAME_MM, FRAME_MM, CARD_WIDTH_MM - FRAME_MM, CARD_HEIGHT_MM - FRAME_MM), family)
    pen.box(FOOT, family.pale)
    return pen


def _sea(pen: Pen, family: Family) -> None:
    pen.box((PICTURE[0], 36.0, PICTURE[2], PICTURE[3]), mixed(family.tint, family.mid, 0.5))
    for row in range(7):
        y = 36.8 + row * 1.4
        knots = [(2.0 + 40 * i / 14, y + (0.3 if (i + row) % 2 else -0.3), 0.2) for i in range(15)]
        pen.stroke(knots, WHITE if row % 2 else mixed(family.mid, family.ink, 0.4), samples=4)


def _draw_place(pen: Pen, name: str, family: Family) -> None:
    if name in PLACES:
        PLACES[name](Mason(pen.moved(0, 0, flip=True), family))
    else:
        build_house(Mason(pen.moved(0, 0, 1.13, flip=True), family), HOUSES.get(name, House(10, 2, 3)))


def _draw_value(pen: Pen, value: int, family: Family) -> None:
    """What the card is worth, on a golden coin."""
    x, y, r = 9.9, 9.9, 5.7
    pen.disc(x + 0.3, y + 0.4, r, mixed(INK, GOLD_DARK, 0.3))
    pen.disc(x, y, r, GOLD, GOLD_DARK, 0.3)
    pen.disc(x, y, r * 0.82, GOLD_LIGHT, GOLD_DARK, 0.2)
    draw_number(pen, str(value), x, y, 5.8, mixed(family.ink, INK, 0.5), 7.6)


def _units(amounts: Mapping[str, int]) -> list[str]:
    return [ware for ware, number in amounts.items() for _ in range(number)]


def _draw_row(pen: Pen, wares: list[str], y: float) -> None:
    """Wares beside each other, closer together when there are many."""
    step = min(5.6, 33.0 / max(1, len(wares)))
    for place, ware in enumerate(wares):
        x = MIDDLE + (place - (len(wares) - 1) / 2) * step
        draw_ware(pen.moved(x, y, min(0.5, step / 10.2)), ware)


def _draw_foot(pen: Pen, card: Building, family: Family) -> None:
    """What the visitor pays, or what the card brings in the end; the price when it is not the value."""
    y = 60.6 if card.materials else 57.6
    if card.bonus:
        x = MIDDLE - (len(card.bonus) - 1) * 5.5 - (6.0 if card.price else 0.0)
        for term in card.bonus:
            draw_number(pen, str(term.points), x - 2.4, y, 4.0, family.ink, 4.0)
            if term.each > 1:
                draw_number(pen, str(term.each), x + 0.6, y + 0.8, 2.4, mixed(family.ink, family.tint, 0.3), 3.0)
            sign = {"ship": "S"}.get(term.per, term.per)
            draw_sign(pen.moved(x + 3.2, y, 0.3), sign, FAMILIES.get(sign, family))
            x += 11.0
        if card.price is not None and card.price != card.value:
            _draw_price(pen, card.price, x - 0.6, y, family)
        return
    if card.price is not None and card.price != card.value:
        _draw_price(pen, card.price, MIDDLE, y, family)
        return
    if card.entry:
        _draw_fees(pen, card.entry, y, family)


def _draw_fees(pen: Pen, entry: tuple[Mapping[str, int], ...], y: float, family: Family) -> None:
    draw_sign(pen.moved(9.4, y, 0.4), "door", family)
    x = 15.4
    for number, fee in enumerate(entry):
        if number:
            pen.line([(x - 1.6, y + 2.0), (x - 0.2, y - 2.0)], family.ink, 0.34)
            x += 2.0
        for ware, amount in fee.items():
            draw_number(pen, str(amount), x, y, 4.4, family.ink, 4.6)
            draw_ware(pen.moved(x + 4.7, y, 0.47), ware)
            x += 10.2


def _draw_price(pen: Pen, price: int, x: float, y: float, family: Family) -> None:
    draw_number(pen, str(price), x - 2.0, y, 4.0, family.ink, 6.0)
    draw_ware(pen.moved(x + 4.2, y, 0.42), "francs")
