"""The buildings of the market: halls, squares and a cathedral."""

from __future__ import annotations

import math

from card_db.art.parts import Builder, Mason
from card_db.art.plate import Knot, ellipse, smooth
from card_db.packet_row.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, RED, WHITE, mixed


def _fountain(m: Mason) -> None:
    for x, height in ((-14, 13.0), (14, 13.0), (-10, 9.0), (10, 9.0)):
        m.tree(x, height)
    for r, y in ((11, 0), (10, 1.2)):
        m.pen.box((-r, y, r, y + 2.2), m.stone, m.ink, 0.24)
    m.pen.hatch([(-10, 1.4), (10, 1.4), (10, 3.2), (-10, 3.2)], m.family.mid, 1.1, 90, 0.16)
    m.column(0, 3.4, 9, 1.4)
    bowl = [(-6.4, 12.6), *ellipse(0, 12.6, 6.4, 3.4, 180, 360), (6.4, 12.6)]
    m.pen.poly(bowl, m.stone, m.ink, 0.26)
    m.column(0, 12.8, 6, 0.8)
    m.pen.poly([(-3.2, 19), *ellipse(0, 19, 3.2, 2, 180, 360), (3.2, 19)], m.stone, m.ink, 0.24)
    water = mixed(m.family.mid, WHITE, 0.35)
    for side in (-1, 1):
        for reach, top in ((3.2, 19.2), (6.2, 12.8)):
            knots: tuple[Knot, ...] = (
                (side * reach, top, 0.3),
                (side * (reach + 1.6), top - 1.6, 0.4),
                (side * (reach + 2.2), 3.8, 0.3),
            )
            m.pen.stroke(knots, water)
        m.pen.stroke(((0, 20, 0.4), (side * 1.4, 24.4, 0.34), (side * 2.8, 19.4, 0.3)), water)
    m.pen.stroke(((0, 19, 0.5), (0, 26, 0.3)), water)


def _bakehouse(m: Mason) -> None:
    m.wall(-12, 0, 18, 11, "brick")
    m.gable(-12, 11, 18, 8.4)
    m.window(-3, 12.4, 1.4, 3.4, "arch")
    m.windows(-11.4, 2.4, 6, 7, 1)
    m.door(-1, 3.4, 6.6, "arch")
    m.wall(6, 0, 8, 8, "stone")
    m.roof(6, 8, 8, 3, 1.4)
    m.pen.poly([(8, 0), *ellipse(10, 3, 2, 2, 180, 0), (12, 0)], m.ink)
    m.pen.poly(smooth([(9, 0.2), (9.4, 2.2), (10, 1.4), (10.6, 2.6), (11, 0.2)]), GOLD_LIGHT)
    m.chimney(9.4, 10, 2.8, 9, True)
    m.pen.stroke(((3.2, 10, 0.4), (6.8, 10.4, 0.3)), m.ink)
    pretzel = (
        (4.4, 6.6, 0.5),
        (3.2, 8.4, 0.6),
        (4.4, 9.6, 0.6),
        (5.4, 7.6, 0.6),
        (6.4, 9.6, 0.6),
        (7.6, 8.4, 0.6),
        (6.4, 6.6, 0.5),
    )
    m.pen.stroke([(x - 0.2, y, w + 0.3) for x, y, w in pretzel], m.ink)
    m.pen.stroke([(x - 0.2, y, w) for x, y, w in pretzel], GOLD)


def _town_clock(m: Mason) -> None:
    rise = m.steps(0, 14, 3)
    m.wall(-5.4, rise, 10.8, 8, "stone")
    m.door(0, 3.6, 6, "arch", rise)
    m.cornice(-5.4, rise + 8, 10.8)
    m.wall(-4.6, rise + 8.9, 9.2, 8, "stone")
    m.windows(-4.4, rise + 9, 8.8, 7.6, 2, 1, "tall")
    m.cornice(-4.6, rise + 16.9, 9.2)
    m.wall(-4.8, rise + 17.8, 9.6, 9)
    m.clock(0, rise + 22.3, 3.9)
    m.cornice(-4.8, rise + 26.8, 9.6)
    m.spire(0, rise + 27.7, 9.6, 9)
    for x in (-13.0, 13):
        m.lamp(x)
    for x in (-10.0, 10):
        m.tree(x, 7)


def _market_hall(m: Mason) -> None:
    for x in (-16.0, -5.4, 5.2):
        bay = [(x, 0), *ellipse(x + 5.4, 9, 5.4, 6.4, 180, 0), (x + 10.8, 0)]
        m.pen.poly(bay, m.stone, m.ink, 0.26)
        glass = [(x + 1, 4), *ellipse(x + 5.4, 8.6, 4.4, 5.2, 180, 0), (x + 9.8, 4)]
        m.pen.poly(glass, m.glass, m.ink, 0.2)
        for i in range(1, 8):
            a = math.pi * i / 8
            m.pen.line([(x + 5.4, 8), (x + 5.4 + 4.4 * math.cos(a), 8.6 + 5.2 * math.sin(a))], m.family.tint, 0.18)
        m.pen.line([(x + 1, 8), (x + 9.8, 8)], m.family.tint, 0.3)
        for k in range(6):
            stripe = x + 0.5 + k * 1.65
            m.pen.poly(
                [(stripe, 5.4), (stripe + 1.65, 5.4), (stripe + 1.75, 3.4), (stripe - 0.1, 3.4)],
                WHITE if k % 2 else RED,
                m.ink,
                0.12,
            )
        m.crate(x + 2, 0, 2.4)
        m.barrel(x + 7.4)
    m.wall(-4, 15.4, 8, 4.6)
    m.windows(-4, 15.6, 8, 4.2, 4, 1, "arch")
    m.gable(-4, 20, 8, 3.4)
    m.pole(0, 23.2, 5)


def _library(m: Mason) -> None:
    rise = m.steps(0, 22, 2)
    m.wall(-13, rise, 26, 13, "stone")
    m.windows(-12.6, rise + 1, 9, 11, 2, 1, "tall")
    m.windows(3.6, rise + 1, 9, 11, 2, 1, "tall")
    for x in (-3.0, 3):
        m.column(x, rise, 13, 0.8)
    m.door(0, 3.6, 8, "arch", rise)
    m.cornice(-13, rise + 13, 26, 1.2)
    m.gable(-13, rise + 14.2, 26, 7, False)
    book = m.pen.moved(0, rise + 17.2, 0.85)
    for side in (-1, 1):
        book.poly([(0, -1.4), (side * 3.6, -0.8), (side * 3.6, 2.2), (0, 1.6)], WHITE, m.ink, 0.26)
        for row in (0.1, 0.9):
            book.line([(side * 0.6, row), (side * 3, row + 0.4)], m.ink, 0.18)


def _hospital(m: Mason) -> None:
    for x in (-16.0, 8):
        m.wall(x, 0, 8, 17, "brick")
        m.windows(x + 0.4, 1, 7.2, 15, 2, 3)
        m.roof(x, 17, 8, 4, 2)
    m.wall(-8, 0, 16, 13)
    m.windows(-7.6, 7, 15.2, 5.4, 5, 1, "arch")
    m.windows(-7.6, 0.8, 5, 5.6, 2)
    m.windows(2.6, 0.8, 5, 5.6, 2)
    m.door(0, 3.2, 5.6, "arch")
    m.roof(-8, 13, 16, 3.4, 1)
    m.wall(-3.4, 16, 6.8, 7)
    m.pen.box((-0.8, 16.9, 0.8, 22.1), RED)
    m.pen.box((-2.6, 18.7, 2.6, 20.3), RED)
    m.dome(0, 23, 3.8, 3)


def _park(m: Mason) -> None:
    for x, height, y in ((-13, 19.0, 4.0), (13, 19.0, 4.0), (-5.4, 15.0, 5.0), (5.6, 16.0, 5.0)):
        m.tree(x, height, y)
    m.pen.poly(smooth([(-2.4, 0), (-1.6, 3), (-0.4, 5.6), (0.4, 5.6), (1.6, 3), (2.4, 0)]), m.stone)
    for x in (-16.4, -3.6, 3.6, 16.4):
        m.wall(x - 0.8, 0, 1.6, 8.4, "stone")
        m.cornice(x - 0.8, 8.4, 1.6, 0.6)
        m.pen.disc(x, 9.9, 0.9, m.stone, m.ink, 0.2)
    for side in (-1, 1):
        for bar in range(8):
            x = side * (5.4 + bar * 1.36)
            m.pen.stroke(((x, 0.4, 0.26), (x, 6.6, 0.2)), m.ink)
            m.pen.poly([(x - 0.3, 6.4), (x, 7.4), (x + 0.3, 6.4)], m.ink)
        for level in (1.4, 5.6):
            m.pen.line([(side * 4.4, level), (side * 15.6, level)], m.ink, 0.24)
    m.pen.line(ellipse(0, 8.6, 3.6, 4.2, 180, 0), m.ink, 0.5)
    m.pen.line(ellipse(0, 8.6, 2.8, 3.2, 180, 0), m.ink, 0.24)
    m.pen.disc(0, 12.8, 0.9, GOLD_LIGHT, m.ink, 0.2)


def _cathedral(m: Mason) -> None:
    for x in (-12.0, 6):
        m.wall(x, 0, 6, 22, "stone")
        m.window(x + 3, 1.6, 1.2, 5, "arch")
        m.window(x + 3, 9, 1.2, 5, "arch")
        m.windows(x + 0.4, 16, 5.2, 5.6, 2, 1, "tall")
        m.cornice(x, 22, 6)
        m.spire(x + 3, 22.9, 6, 9.6)
    m.wall(-6, 0, 12, 19)
    m.gable(-6, 19, 12, 6, False)
    m.door(0, 4.6, 7.4, "arch")
    m.pen.disc(0, 13.6, 3.9, m.glass, m.ink, 0.4)
    for petal in range(8):
        a = petal * math.pi / 4
        m.pen.disc(2.4 * math.cos(a), 13.6 + 2.4 * math.sin(a), 0.9, m.family.tint, m.ink, 0.14)
    m.pen.disc(0, 13.6, 1.0, GOLD_LIGHT, m.ink, 0.18)
    m.pen.stroke(((0, 24.6, 0.4), (0, 29, 0.4)), GOLD_DARK)
    m.pen.stroke(((-1.3, 27.6, 0.4), (1.3, 27.6, 0.4)), GOLD_DARK)


def _exchange(m: Mason) -> None:
    rise = m.steps(0, 28, 2)
    m.wall(-15, rise, 30, 11, "stone")
    m.windows(-14.6, rise + 1, 8, 9, 3, 1, "arch")
    m.windows(6.6, rise + 1, 8, 9, 3, 1, "arch")
    m.columns(-6, rise, 12, 11, 6, 0.7)
    m.cornice(-15, rise + 11, 30, 1.2)
    m.columns(-9, rise + 12.2, 18, 7, 9, 0.6)
    m.cornice(-9.4, rise + 19.2, 18.8, 1.2)
    m.dome(0, rise + 20.4, 8.8, 6.4)
    for x in (-12.6, 12.6):
        m.pole(x, rise + 12.2, 8)


MARKET: dict[str, Builder] = {
    "fountain": _fountain,
    "bakehouse": _bakehouse,
    "town_clock": _town_clock,
    "market_hall": _market_hall,
    "library": _library,
    "hospital": _hospital,
    "park": _park,
    "cathedral": _cathedral,
    "exchange": _exchange,
}
