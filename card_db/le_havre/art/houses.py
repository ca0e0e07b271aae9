"""Houses from a line of description each; what is no house has a builder of its own in places.py."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from card_db.art.palette import RED, WHITE, mixed
from card_db.art.parts import Mason


@dataclass(frozen=True, slots=True)
class House:
    """Half its width, storeys and bays, what the walls, windows and roof are, and what stands on and around it."""

    half: float
    storeys: int
    bays: int
    wall: str = "plain"  # plain, stone, brick, board
    opening: str = "rect"  # rect, arch, tall
    top: str = "roof"
    more: tuple[str, ...] = ()


HOUSES: Final[dict[str, House]] = {
    "Building Firm (value 4)": House(9, 1, 3, "board", top="gable", more=("scaffold", "crates")),
    "Building Firm (value 6)": House(11, 2, 3, "board", top="gable", more=("scaffold", "barrel")),
    "Construction Firm": House(13, 2, 5, "brick", top="flat", more=("crane", "crates")),
    "Sawmill": House(12, 1, 4, "board", top="roof", more=("wheel", "chimney")),
    "Fishery": House(10, 2, 2, "board", top="gable", more=("barrels", "flag")),
    "Joinery": House(9, 2, 3, "brick", top="gable", more=("crates", "chimney")),
    "Bakehouse": House(8, 1, 2, "stone", "arch", "gable", ("smoke", "barrel")),
    "Hardware Store": House(10, 3, 3, "plain", top="stepped", more=("awning", "barrels")),
    "Charcoal Kiln": House(7, 1, 1, "stone", "arch", "dome", ("smoke", "tree")),
    "Smokehouse": House(8, 2, 1, "board", "arch", "gable", ("smoke", "smoke2")),
    "Abattoir": House(12, 2, 4, "brick", "arch", "roof", ("chimney",)),
    "Arts Center": House(12, 2, 5, "stone", "arch", "pediment", ("columns", "steps")),
    "Brickworks": House(11, 2, 3, "brick", "arch", "roof", ("stack", "smoke")),
    "Local Court": House(13, 2, 5, "stone", "tall", "pediment", ("columns", "steps", "flag")),
    "Shipping Line": House(11, 4, 4, "plain", "rect", "flat", ("flag", "clock")),
    "Grocery Market": House(13, 1, 5, "plain", "arch", "roof", ("awning", "crates", "barrels")),
    "Tannery": House(10, 2, 3, "board", "rect", "roof", ("barrels", "chimney")),
    "Business Office": House(9, 4, 3, "brick", "tall", "flat", ("lamp",)),
    "Ironworks": House(12, 2, 4, "brick", "arch", "saw", ("stack",)),
    "Steel Mill": House(14, 2, 5, "brick", "tall", "saw", ("stack", "stack2", "smoke")),
    "Storehouse": House(13, 4, 5, "brick", "rect", "gable", ("crates", "barrels")),
    "Cokery": House(11, 2, 4, "stone", "arch", "flat", ("stack", "stack2", "smoke2")),
    "Town Hall": House(12, 3, 5, "stone", "arch", "roof", ("tower", "clock", "flag")),
    "Bank": House(13, 2, 5, "stone", "tall", "pediment", ("columns", "steps", "shield")),
    "Church": House(8, 2, 2, "stone", "arch", "gable", ("steeple", "tree")),
    "Baguette Shop": House(7, 2, 2, "plain", "rect", "stepped", ("awning",)),
    "Bakery": House(8, 3, 2, "plain", "arch", "gable", ("awning", "chimney")),
    "Brick Manufacturer": House(13, 1, 6, "brick", "arch", "saw", ("stack", "crates")),
    "Clothing Industry": House(13, 3, 6, "brick", "rect", "saw", ("chimney",)),
    "Coal Trader": House(8, 2, 3, "board", "rect", "roof", ("barrels", "crates")),
    "Diner": House(10, 1, 4, "board", "tall", "flat", ("awning", "lamp")),
    "Fish Market": House(13, 1, 4, "board", "arch", "gable", ("awning", "barrels")),
    "Fish Restaurant": House(9, 2, 3, "stone", "arch", "roof", ("flag", "lamp")),
    "Forest Hut": House(7, 1, 2, "board", "rect", "gable", ("trees", "chimney")),
    "Furniture Factory": House(13, 2, 6, "plain", "tall", "saw", ("stack",)),
    "Furriery": House(8, 3, 2, "brick", "arch", "stepped", ("lamp",)),
    "Guildhouse": House(9, 3, 3, "stone", "tall", "stepped", ("shield", "flag")),
    "Harbor Watch": House(6, 3, 2, "brick", "arch", "flat", ("tower", "flag")),
    "Haulage Firm": House(11, 2, 3, "board", "arch", "roof", ("crates", "wheel")),
    "Hunting Lodge": House(10, 2, 3, "board", "rect", "gable", ("trees", "smoke")),
    "Kiln": House(7, 1, 1, "brick", "arch", "dome", ("smoke", "crates")),
    "Labor Exchange": House(12, 3, 4, "brick", "arch", "pediment", ("steps", "lamp")),
    "Leather Industry": House(12, 3, 4, "brick", "arch", "saw", ("stack", "barrels")),
    "Masons' Guild": House(10, 2, 3, "stone", "arch", "stepped", ("shield", "crates")),
    "Patisserie": House(7, 3, 2, "stone", "arch", "dome", ("awning",)),
    "Plant Nursery": House(12, 1, 6, "plain", "tall", "dome", ("trees",)),
    "Schnaps Distillery": House(9, 2, 3, "stone", "rect", "roof", ("barrels", "smoke")),
    "Smelter": House(10, 2, 2, "stone", "arch", "roof", ("stack", "stack2")),
    "Steakhouse": House(10, 2, 3, "brick", "rect", "gable", ("awning", "smoke")),
    "Steelworks": House(14, 2, 4, "brick", "arch", "saw", ("stack", "smoke2")),
    "Tavern": House(9, 2, 3, "board", "rect", "gable", ("lamp", "barrel", "shield")),
    "Zoo": House(11, 1, 3, "stone", "arch", "flat", ("trees", "flag")),
    "Business Park": House(11, 4, 5, "stone", "rect", "flat", ("trees", "lamp")),
}
STOREY: Final = 5.6


def build_house(m: Mason, house: House) -> None:
    """Walls, windows, door, roof, and what is around."""
    half, height = house.half, house.storeys * STOREY + 1.0
    rise = m.steps(0, half * 2 - 2, 3) if "steps" in house.more else 0.0
    _behind(m, house, rise + height)
    m.wall(-half, rise, 2 * half, height, house.wall)
    if "columns" in house.more:
        m.columns(-half + 1.5, rise, 2 * half - 3, height - 1.0, house.bays + 1)
    else:
        upper = height - STOREY - 1.2
        if upper > 2:
            m.windows(
                -half + 0.6, rise + STOREY + 0.4, 2 * half - 1.2, upper, house.bays, house.storeys - 1, house.opening
            )
        side = half - 2.6
        if side > 2:
            for x in (-half + 0.5, 2.1):
                m.windows(x, rise + 0.9, side, STOREY - 1.0, max(1, house.bays // 2), 1, house.opening)
        m.door(0, 3.2, STOREY - 0.6, "arch" if house.opening == "arch" else "rect", rise)
    if "awning" in house.more:
        _awning(m, half, STOREY - 0.2)
    top = rise + height
    _roof(m, house, top)
    _around(m, house)


def _roof(m: Mason, house: House, top: float) -> None:
    half = house.half
    match house.top:
        case "gable":
            m.gable(-half, top, 2 * half, min(9.0, half * 0.75))
            m.window(0, top + 1.2, 1.0, 2.4, "arch")
        case "pediment":
            m.cornice(-half, top, 2 * half, 1.3)
            m.gable(-half, top + 1.3, 2 * half, 5.0, False)
        case "dome":
            m.cornice(-half, top, 2 * half)
            m.dome(0, top + 0.9, min(half * 0.8, 8.0))
        case "flat":
            m.cornice(-half, top, 2 * half, 1.4)
            for merlon in range(-int(half), int(half), 3):
                m.wall(merlon + 0.3, top + 1.4, 1.9, 1.2)
        case "stepped":
            for step, width in enumerate((1.0, 0.74, 0.48, 0.24)):
                m.wall(-half * width, top + step * 2.2, 2 * half * width, 2.2, house.wall)
            m.window(0, top + 1.6, 1.0, 2.6, "arch")
        case "saw":
            teeth = 3 if half < 13 else 4
            width = 2 * half / teeth
            for tooth in range(teeth):
                x = -half + tooth * width
                m.pen.poly([(x, top), (x, top + 4.6), (x + width, top)], m.slate, m.ink, 0.24)
                m.pen.hatch([(x, top), (x, top + 4.6), (x + width, top)], m.ink, 0.7, -40, 0.1)
                m.pen.box((x, top, x + 0.9, top + 4.4), m.glass, m.ink, 0.16)
        case _:
            m.roof(-half, top, 2 * half, 4.8, 3)
            if house.storeys > 1:
                for x in (-half * 0.45, half * 0.45):
                    m.wall(x - 1.4, top + 0.6, 2.8, 2.6)
                    m.window(x, top + 0.9, 0.8, 1.9)
                    m.gable(x - 1.4, top + 3.2, 2.8, 1.5)


def _behind(m: Mason, house: House, top: float) -> None:
    """What rises behind the house."""
    half = house.half
    for name, x, width, high in (("stack", half * 0.62, 2.6, 15.0), ("stack2", -half * 0.66, 2.4, 12.0)):
        if name in house.more:
            smoking = "smoke" in house.more if name == "stack" else "smoke2" in house.more
            m.chimney(x - width / 2, top - 1, width, high * 0.9, smoking)
    if "steeple" in house.more:
        m.wall(-3.4, 0, 6.8, top + 5.5, "stone")
        m.clock(0, top + 3.4, 1.7)
        m.spire(0, top + 5.5, 7.6, 12)
    if "tower" in house.more:
        m.wall(-2.8, top, 5.6, 9.0, house.wall)
        m.windows(-2.4, top + 5.0, 4.8, 3.4, 2, 1, "arch")
        m.spire(0, top + 9.0, 6.4, 6.5)
    if "scaffold" in house.more:
        for x in (-half - 1.6, half + 1.6):
            m.pen.stroke(((x, 0, 0.4), (x, top + 7, 0.4)), m.ink)
        for y in range(5, int(top) + 7, 5):
            m.pen.line([(-half - 2.4, y), (half + 2.4, y)], mixed(m.ink, m.family.mid, 0.4), 0.4)
    if "crane" in house.more:
        m.pen.stroke(((half * 0.5, top, 0.7), (half * 0.5, top + 13, 0.6)), m.ink)
        m.pen.stroke(((half * 0.5 + 3, top + 12.6, 0.5), (-half * 0.7, top + 12.6, 0.5)), m.ink)
        m.pen.line([(half * 0.5, top + 15), (-half * 0.6, top + 12.6)], m.ink, 0.2)
        m.pen.line([(-half * 0.5, top + 12.6), (-half * 0.5, top + 7.5)], m.ink, 0.2)
        m.crate(-half * 0.5 - 1.4, top + 4.8, 2.8)


def _around(m: Mason, house: House) -> None:
    """What stands on the roof and in the street."""
    half, more = house.half, house.more
    top = house.storeys * STOREY + 1.0
    if "chimney" in more or ("smoke" in more and "stack" not in more):
        m.chimney(half * 0.5, top + 2.6, 1.8, 4.6, "smoke" in more)
    if "smoke2" in more and "stack2" not in more:
        m.chimney(-half * 0.6, top + 2.2, 1.6, 4.2, True)
    if "flag" in more:
        m.pole(-half * 0.8, top + 2.0, 9.5)
    if "clock" in more and "steeple" not in more:
        m.clock(0, top + (2.4 if "tower" in more else -1.2), 1.7)
    if "shield" in more:
        m.shield(0, top + 2.8, 1.9)
    if "trees" in more:
        m.tree(-half - 2.8, 13)
        m.tree(half + 2.6, 16)
    if "tree" in more:
        m.tree(half + 3.0, 12)
    if "lamp" in more:
        m.lamp(half + 2.0)
    if "barrels" in more:
        m.barrel(half + 1.6)
        m.barrel(half + 4.2, size=0.85)
    if "barrel" in more:
        m.barrel(half + 1.8)
    if "crates" in more:
        m.crate(-half - 4.2, 0, 3.4)
        m.crate(-half - 3.2, 3.4, 2.4)
    if "wheel" in more:
        _wheel(m, half + 1.2, 4.4, 4.2)


def _wheel(m: Mason, x: float, y: float, r: float) -> None:
    m.pen.disc(x, y, r, None, m.ink, 0.9)
    m.pen.disc(x, y, r * 0.24, m.ink)
    for spoke in range(8):
        a = math.pi * spoke / 4
        m.pen.line([(x, y), (x + r * math.cos(a), y + r * math.sin(a))], m.ink, 0.4)


def _awning(m: Mason, half: float, y: float) -> None:
    stripes = max(4, round(half))
    width = 2 * half / stripes
    for stripe in range(stripes):
        x = -half + stripe * width
        shape = [(x, y), (x + width, y), (x + width * 1.05, y - 2.2), (x - width * 0.05, y - 2.2)]
        m.pen.poly(shape, RED if stripe % 2 else WHITE, m.ink, 0.14)
