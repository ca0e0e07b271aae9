"""What is no house: mounds, bridges, wharves, docks, fields and wheels."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from card_db.art.palette import BLUE, GOLD, RED, WHITE, Colour, mixed
from card_db.art.parts import Mason
from card_db.art.plate import ellipse, smooth
from card_db.le_havre.art.wares import draw_ware

_EARTH: Colour = (178, 110, 68)
_GREEN: Colour = (120, 156, 88)
_WATER: Colour = (128, 170, 196)
_PLANK: Colour = (190, 146, 96)


def _ground(m: Mason, colour: Colour, high: float = 3.0) -> None:
    m.pen.poly(
        smooth(
            [(-17, -2), (-17, high * 0.6), (-8, high), (2, high * 0.8), (10, high), (17, high * 0.5), (17, -2)], False
        ),
        colour,
        m.ink,
        0.2,
    )


def _water(m: Mason, high: float) -> None:
    m.pen.box((-18, -3, 18, high), _WATER)
    for row in range(5):
        y = high - 0.8 - row * 1.2
        if y > -3:
            knots = [(-17 + 34 * i / 12, y + (0.3 if (i + row) % 2 else -0.3), 0.22) for i in range(13)]
            m.pen.stroke(knots, WHITE if row % 2 else mixed(_WATER, m.ink, 0.35), samples=4)


def _clay_mound(m: Mason) -> None:
    for x, size in ((8, 0.8), (-7, 1.0), (1, 1.35)):
        hill = smooth(
            [
                (x - 11 * size, 0),
                (x - 7 * size, 8 * size),
                (x - 1, 13 * size),
                (x + 6 * size, 9 * size),
                (x + 11 * size, 0),
            ],
            False,
        )
        m.pen.poly(hill, mixed(_EARTH, WHITE, 0.1 * size), m.ink, 0.3)
        m.pen.hatch([point for point in hill if point[0] > x], mixed(_EARTH, m.ink, 0.5), 0.9, 60, 0.16)
    m.pen.stroke(((11, 0, 0.5), (15, 11, 0.4)), m.ink)
    m.pen.poly([(14.2, 10), (16.4, 9.4), (16.8, 13), (14.8, 13.4)], m.slate, m.ink, 0.2)


def _black_market(m: Mason) -> None:
    for x, wide, high, colour in ((-9, 6.5, 13, (88, 66, 110)), (7, 7.5, 15, (60, 72, 96))):
        m.pen.poly(
            [(x - wide, 0), (x - wide * 0.9, high * 0.6), (x, high), (x + wide * 0.9, high * 0.6), (x + wide, 0)],
            colour,
            m.ink,
            0.3,
        )
        for side in (-0.5, 0.0, 0.5):
            m.pen.line([(x + side * wide * 1.6, 0), (x, high)], mixed(colour, WHITE, 0.3), 0.3)
        m.pen.poly([(x - 2, 0), (x, high * 0.6), (x + 2, 0)], mixed(colour, (0, 0, 0), 0.6))
    m.lamp(-0.5, 9)
    m.crate(-16.4, 0, 3.4)
    m.barrel(15.4)


def _marketplace(m: Mason) -> None:
    for x, colour in ((-11.5, RED), (0.0, BLUE), (11.5, _GREEN)):
        for post in (-4.4, 4.4):
            m.pen.stroke(((x + post, 0, 0.4), (x + post, 10, 0.4)), m.ink)
        for stripe in range(5):
            left = x - 5 + stripe * 2
            m.pen.poly(
                [(left, 10), (left + 2, 10), (left + 1.5, 14), (left + 0.5, 14)],
                colour if stripe % 2 == 0 else WHITE,
                m.ink,
                0.14,
            )
        m.pen.box((x - 5, 0, x + 5, 4), _PLANK, m.ink, 0.26)
        m.pen.hatch([(x - 5, 0), (x + 5, 0), (x + 5, 4), (x - 5, 4)], mixed(_PLANK, m.ink, 0.4), 1.3, 90, 0.12)
    for x, ware in ((-13.5, "fish"), (-9.6, "grain"), (-2, "wood"), (2, "clay"), (9.6, "iron"), (13.4, "hides")):
        draw_ware(m.pen.moved(x, 5.6, 0.34, flip=True), ware)
    m.wall(-4, 16, 8, 6, "stone")
    m.clock(0, 19, 2)
    m.spire(0, 22, 9, 6)
    m.pen.box((-17, 14.6, 17, 16), m.stone, m.ink, 0.2)


def _wharf(m: Mason, lean: float, cranes: int) -> None:
    _water(m, 2.4)
    for rib in range(9):
        x = -12 + rib * 3
        m.pen.stroke(((x, 2.6, 0.4), (x - 1.2 + abs(rib - 4) * 0.1, 9, 0.4), (x, 15 + lean, 0.3)), m.ink)
    hull = smooth([(-15, 12), (-13, 5), (-8, 2.4), (8, 2.4), (13, 6), (16, 13)], False)
    m.pen.poly([*hull, (16, 13), (-15, 12)], _PLANK, m.ink, 0.3)
    for row in range(4):
        m.pen.line(
            [(-13.5 + row * 0.4, 4.4 + row * 2), (13.8 + row * 0.4, 4.8 + row * 2)], mixed(_PLANK, m.ink, 0.45), 0.2
        )
    for number in range(cranes):
        foot = -13.5 + number * 26
        m.pen.stroke(((foot, 1, 0.8), (foot, 26 - number * 4, 0.6)), m.ink)
        m.pen.stroke(
            ((foot - 1, 25 - number * 4, 0.5), (foot + (9 if number == 0 else -9), 29 - number * 5, 0.4)), m.ink
        )
        m.pen.line(
            [(foot + (8 if number == 0 else -8), 28 - number * 5), (foot + (8 if number == 0 else -8), 17)], m.ink, 0.2
        )
    for x in (-7, 0, 7):
        m.pen.stroke(((x, 12, 0.5), (x, 21 + lean, 0.4)), m.ink)


def _dock(m: Mason) -> None:
    _water(m, 6)
    for x in (-16.0, 13.0):
        m.wall(x, -2, 3.4, 12, "stone")
    m.pen.box((-17, 10, 17, 11.6), m.stone, m.ink, 0.24)
    hull = [(-10, 6), (-11.5, 11), (11.5, 12), (9, 5)]
    m.pen.poly(hull, m.slate, m.ink, 0.3)
    m.pen.box((-6, 11, 4, 15), WHITE, m.ink, 0.24)
    m.chimney(-2, 15, 3, 7, True)
    for x in (7.4, -8.6):
        m.pen.stroke(((x, 11, 0.4), (x, 24, 0.3)), m.ink)
    m.pen.line([(-8.6, 24), (7.4, 24)], m.ink, 0.16)


def _colliery(m: Mason) -> None:
    m.wall(2, 0, 13, 9, "brick")
    m.windows(3, 2, 11, 5, 3)
    m.roof(2, 9, 13, 4, 3)
    for x in (-13.0, -3.0):
        m.pen.stroke(((x, 0, 0.8), (-8 + (x + 8) * 0.25, 25, 0.6)), m.ink)
    for y in range(4, 24, 5):
        reach = 5 * (1 - y / 34)
        m.pen.line([(-8 - reach, y), (-8 + reach, y + 3)], m.ink, 0.36)
        m.pen.line([(-8 + reach, y), (-8 - reach, y + 3)], m.ink, 0.36)
    m.pen.disc(-8, 27, 3.6, None, m.ink, 0.7)
    for spoke in range(6):
        a = math.pi * spoke / 3
        m.pen.line([(-8, 27), (-8 + 3.4 * math.cos(a), 27 + 3.4 * math.sin(a))], m.ink, 0.26)
    m.pen.line([(-5.5, 29.4), (6, 13)], m.ink, 0.24)
    draw_ware(m.pen.moved(-14.5, 2, 0.55, flip=True), "coal")


def _bridge(m: Mason) -> None:
    _water(m, 7)
    for x in (-12.0, 0.0, 12.0):
        arch = [(x - 6, 3), *ellipse(x, 4, 4.6, 8, 180, 0), (x + 6, 3), (x + 6, 16), (x - 6, 16)]
        m.pen.poly(arch, m.stone, m.ink, 0.3)
        m.pen.hatch(arch, m.family.mid, 1.5, 0, 0.1)
    m.pen.box((-18, 15, 18, 17.4), m.stone, m.ink, 0.3)
    for x in range(-16, 18, 3):
        m.pen.box((x, 17.4, x + 0.8, 19.6), m.stone, m.ink, 0.14)
    m.pen.box((-18, 19.6, 18, 20.4), m.stone, m.ink, 0.2)
    for x in (-12.0, 0.0, 12.0):
        m.pen.stroke(((x, 20, 0.4), (x, 26, 0.3)), m.ink)
        m.pen.disc(x, 26.8, 1.1, GOLD, m.ink, 0.2)


def _stadium(m: Mason) -> None:
    m.pen.poly(ellipse(0, 10, 17, 11), m.stone, m.ink, 0.3)
    for ring in (15, 13, 11):
        m.pen.poly(
            ellipse(0, 9.4, ring, ring * 0.58), mixed(m.family.tint, m.family.mid, (17 - ring) * 0.12), m.ink, 0.2
        )
    m.pen.poly(ellipse(0, 9, 9.4, 5), _GREEN, m.ink, 0.3)
    m.pen.line([(0, 4.2), (0, 13.8)], WHITE, 0.3)
    m.pen.disc(0, 9, 1.8, None, WHITE, 0.3)
    for x in (-14, 14):
        m.pole(x, 15, 9)
    m.pen.disc(0, 25.5, 3.2, WHITE, m.ink, 0.3)
    m.pen.disc(0, 25.5, 1.1, m.ink)
    for spoke in range(5):
        a = math.tau * spoke / 5 + 0.3
        m.pen.line(
            [(1.1 * math.cos(a), 25.5 + 1.1 * math.sin(a)), (3.1 * math.cos(a), 25.5 + 3.1 * math.sin(a))], m.ink, 0.26
        )


def _fields(m: Mason, barn: bool) -> None:
    _ground(m, _GREEN, 8)
    for row in range(4):
        m.pen.line([(-16, 1 + row * 1.7), (16, 2 + row * 1.7)], mixed(_GREEN, m.ink, 0.3), 0.24)
    if barn:
        m.wall(-3, 5, 13, 9, "board")
        m.gable(-3, 14, 13, 7)
        m.door(3.5, 4, 6, y=5)
        m.tree(-11, 15, 4)
        draw_ware(m.pen.moved(-7, 3.6, 0.5, flip=True), "cattle")
        draw_ware(m.pen.moved(13, 4.4, 0.5, flip=True), "grain")
        return
    for x in range(-15, 17, 5):
        m.pen.stroke(((x, 2, 0.5), (x, 11, 0.5)), m.ink)
    for y in (5, 8.4):
        m.pen.line([(-16, y), (16, y)], _PLANK, 0.8)
    for x, size in ((-8, 0.8), (6, 0.95), (0, 0.7)):
        draw_ware(m.pen.moved(x, 13 + size * 3, size, flip=True), "cattle")


def _fishpond(m: Mason) -> None:
    _ground(m, _GREEN, 7)
    m.pen.poly(ellipse(-3, 3, 12, 4.4), _WATER, m.ink, 0.3)
    for x in (-8.0, 0.0):
        draw_ware(m.pen.moved(x, 3.4, 0.4, flip=True), "fish")
    for x, high in ((9, 18), (13.5, 14), (-14, 12)):
        m.tree(x, high, 4)
    draw_ware(m.pen.moved(12, 2.4, 0.45, flip=True), "wood")


def _mine(m: Mason) -> None:
    hill = smooth([(-17, 0), (-12, 12), (-3, 20), (5, 17), (12, 9), (17, 0)], False)
    m.pen.poly(hill, (150, 140, 130), m.ink, 0.3)
    m.pen.hatch([point for point in hill if point[0] > 0], m.ink, 0.9, 55, 0.14)
    m.pen.poly([(-5, 0), *ellipse(0, 6, 5, 5, 180, 0), (5, 0)], (30, 28, 30), m.ink, 0.3)
    for x in (-5.4, 5.4):
        m.pen.stroke(((x, 0, 0.9), (x, 9, 0.9)), _PLANK)
    m.pen.stroke(((-6.4, 10.4, 1.0), (6.4, 10.4, 1.0)), _PLANK)
    draw_ware(m.pen.moved(-11, 2.6, 0.55, flip=True), "iron")
    draw_ware(m.pen.moved(11, 2.6, 0.55, flip=True), "coal")


def _town_square(m: Mason) -> None:
    for x, high in ((-14.0, 13), (-8.5, 16), (8.5, 15), (14, 12)):
        m.wall(x - 2.7, 3, 5.4, high, "plain")
        m.windows(x - 2.4, 5, 4.8, high - 3, 2, 3)
        m.gable(x - 2.7, 3 + high, 5.4, 3.4)
    m.pen.poly(ellipse(0, 2.4, 9, 3), m.stone, m.ink, 0.3)
    m.pen.poly(ellipse(0, 2.8, 7.4, 2.2), _WATER, m.ink, 0.2)
    m.column(0, 3, 9, 1.0)
    for side in (-1, 1):
        m.pen.stroke(((0, 13.5, 0.3), (side * 3, 15.5, 0.4), (side * 5.4, 4, 0.2)), (214, 234, 246))
    m.lamp(-11)


def _wind_farm(m: Mason) -> None:
    _ground(m, _GREEN, 4)
    for x, high, turn in ((-11, 18, 10), (1, 24, 40), (12, 16, 70)):
        m.pen.poly([(x - 2.2, 2), (x + 2.2, 2), (x + 1.3, high), (x - 1.3, high)], m.stone, m.ink, 0.26)
        m.dome(x, high, 1.6, 1.4)
        for sail in range(4):
            arm = m.pen.moved(x, high - 0.4, 1.0, turn + sail * 90)
            arm.stroke(((0, 0, 0.4), (0, 8, 0.26)), m.ink)
            arm.box((0.3, 2, 2.0, 8), mixed(WHITE, m.family.tint, 0.4), m.ink, 0.16)
        m.pen.disc(x, high - 0.4, 0.7, m.ink)


PLACES: Final[dict[str, Callable[[Mason], None]]] = {
    "Clay Mound": _clay_mound,
    "Black Market": _black_market,
    "Marketplace": _marketplace,
    "Wharf (sort 12)": lambda m: _wharf(m, 0.0, 1),
    "Wharf (sort 17)": lambda m: _wharf(m, 4.0, 2),
    "Dock": _dock,
    "Colliery": _colliery,
    "Bridge over the Seine": _bridge,
    "Football Stadium": _stadium,
    "Farm": lambda m: _fields(m, True),
    "Feedlot": lambda m: _fields(m, False),
    "Fishpond and Wood": _fishpond,
    "Iron Mine and Coal Seam": _mine,
    "Town Square": _town_square,
    "Wind Farm": _wind_farm,
}
