"""The buildings of the bank: counting houses, offices and a club."""

from __future__ import annotations

import math

from card_db.art.parts import Builder, Mason
from card_db.art.plate import Point, ellipse, smooth
from card_db.packet_row.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, RED, WHITE, mixed


def _post_office(m: Mason) -> None:
    m.wall(-11, 0, 22, 16, "brick")
    m.windows(-10.4, 8, 20.8, 7.6, 4)
    m.windows(-10.4, 0.6, 6, 7, 1)
    m.windows(4.4, 0.6, 6, 7, 1)
    m.door(0, 3.4, 6.2)
    m.cornice(-11, 16, 22)
    m.roof(-11, 16.9, 22, 5, 4)
    m.pen.box((-4.6, 17.6, 4.6, 23.4), WHITE, m.ink, 0.3)
    m.pen.line([(-4.6, 23.4), (0, 19.9), (4.6, 23.4)], m.ink, 0.24)
    m.pen.line([(-4.6, 17.6), (-1.2, 20.8)], m.ink, 0.18)
    m.pen.line([(4.6, 17.6), (1.2, 20.8)], m.ink, 0.18)
    m.pen.disc(0, 20.1, 0.9, RED, m.ink, 0.14)
    m.chimney(-9.4, 20, 2, 4)
    m.chimney(7.4, 20, 2, 4)


def _coin_house(m: Mason) -> None:
    m.wall(-11, 0, 22, 17, "stone")
    for merlon in range(-11, 11, 4):
        m.wall(merlon, 17, 2.4, 2)
    for x in (-13.6, 8.8):
        m.wall(x, 0, 4.8, 21, "stone")
        m.window(x + 2.4, 13, 0.6, 4)
        m.window(x + 2.4, 5, 0.6, 4)
        for step in (0, 1.9, 3.8):
            m.wall(x - 0.4 + step, 21, 1.3, 1.8)
    m.door(0, 4.6, 7.4, "arch")
    m.pen.disc(0, 12.4, 3.4, GOLD, GOLD_DARK, 0.3)
    m.pen.disc(0, 12.4, 2.6, GOLD_LIGHT, GOLD_DARK, 0.16)
    m.pen.poly(
        [(0, 14.4), (0.6, 13), (2, 12.4), (0.6, 11.8), (0, 10.4), (-0.6, 11.8), (-2, 12.4), (-0.6, 13)], GOLD_DARK
    )


def _newspaper(m: Mason) -> None:
    m.wall(-9, 0, 18, 25, "brick")
    m.windows(-8.6, 12, 17.2, 12.4, 4, 2)
    m.pen.box((-9.8, 8.4, 9.8, 11.6), m.ink)
    for row, (start, end) in enumerate(((-8.6, 8.6), (-6.4, 6.4))):
        m.pen.line([(start, 10.6 - row * 1.2), (end, 10.6 - row * 1.2)], GOLD_LIGHT, 0.5 - row * 0.16)
    m.windows(-8.6, 0.6, 6, 7, 1)
    m.windows(2.6, 0.6, 6, 7, 1)
    m.door(0, 3, 6)
    m.cornice(-9, 25, 18, 1.2)
    sheet = m.pen.moved(0, 28.6, 1.0, -4)
    sheet.box((-4.4, -2.6, 4.4, 3.2), WHITE, m.ink, 0.26)
    sheet.line([(-3.6, 2.2), (3.6, 2.2)], m.ink, 0.7)
    for row in range(4):
        for side in (-1, 1):
            sheet.line([(side * 0.4, 1.0 - row * 0.85), (side * 3.6, 1.0 - row * 0.85)], m.family.mid, 0.28)
    m.lamp(-12)


def _insurance_house(m: Mason) -> None:
    m.wall(-10, 0, 20, 18)
    for y in (6.4, 12.2):
        m.cornice(-10, y, 20, 0.6)
    m.windows(-9.6, 12.8, 19.2, 5, 5, 1, "arch")
    m.windows(-9.6, 7, 19.2, 5, 5, 1)
    m.windows(-9.6, 0.6, 7, 5.4, 2)
    m.windows(2.6, 0.6, 7, 5.4, 2)
    m.door(0, 3, 5.2)
    m.cornice(-10, 18, 20)
    shape = [(-10, 18.9), (-8.4, 24), (8.4, 24), (10, 18.9)]
    m.pen.poly(shape, m.slate, m.ink, 0.22)
    m.pen.hatch(shape, m.ink, 0.6, 0, 0.1)
    m.shield(0, 21.2, 2.4)
    flame = smooth([(0, 23.2), (0.9, 21.6), (1.2, 20.4), (0, 19.4), (-1.2, 20.4), (-0.6, 21.4)])
    m.pen.poly(flame, RED, m.ink, 0.12)
    for x in (-7.0, 5.4):
        m.chimney(x, 24, 1.6, 3)


def _treasury(m: Mason) -> None:
    rise = m.steps(0, 26, 3)
    m.wall(-14, rise, 28, 15, "stone")
    for x in (-12.6, -8.2, 8.2, 12.6):
        m.column(x, rise, 15, 1.15)
    m.windows(-11.8, rise + 6, 3, 7, 1)
    m.windows(8.8, rise + 6, 3, 7, 1)
    m.door(0, 8, 10.4, "arch", rise)
    m.pen.disc(0, rise + 5, 2.2, GOLD, GOLD_DARK, 0.26)
    for spoke in range(6):
        a = spoke * math.pi / 3
        m.pen.line([(0, rise + 5), (3 * math.cos(a), rise + 5 + 3 * math.sin(a))], GOLD_DARK, 0.3)
    m.cornice(-14.4, rise + 15, 28.8, 1.6)
    m.wall(-13, rise + 16.6, 26, 4)
    for x in range(-10, 11, 4):
        m.pen.disc(x, rise + 18.6, 1.0, m.family.tint, m.ink, 0.2)
    m.cornice(-13, rise + 20.6, 26, 0.8)
    m.pole(0, rise + 21.4, 7)


def _telegraph_office(m: Mason) -> None:
    m.wall(-12, 0, 15, 13, "board")
    m.gable(-12, 13, 15, 7)
    m.window(-4.5, 14.2, 1.3, 3, "arch")
    m.windows(-11.6, 1.4, 5, 10.6, 1, 2)
    m.windows(-2.4, 1.4, 5, 10.6, 1, 2)
    m.door(-4.5, 2.8, 6)
    for x, height in ((7, 25.0), (14, 19.0)):
        m.pen.stroke(((x, 0, 0.7), (x, height, 0.44)), m.ink)
        for level in (2, 5):
            arm = 3.4 * height / 25
            m.pen.stroke(((x - arm, height - level, 0.36), (x + arm, height - level, 0.36)), m.ink)
            for knob in (-0.9, -0.35, 0.35, 0.9):
                m.pen.box(
                    (x + knob * arm - 0.25, height - level + 0.2, x + knob * arm + 0.25, height - level + 1.0),
                    WHITE,
                    m.ink,
                    0.12,
                )
    for height, arm in ((23.8, 3.0), (20.8, 3.0)):
        for side in (-1, 1):
            start: Point = (7 + side * arm, height)
            m.pen.stroke(((*start, 0.1), (12, height - 5.0, 0.1), (14 + side * 2.2, height - 6.0, 0.1)), m.ink)
            m.pen.stroke(((-17, height + 2.0, 0.1), (-6, height - 0.6, 0.1), (*start, 0.1)), m.ink)


def _savings_bank(m: Mason) -> None:
    rise = m.steps(0, 20, 2)
    m.wall(-11.5, rise, 23, 17, "stone")
    for x in (-10.4, -5, 5, 10.4):
        m.column(x, rise, 17, 0.95)
    m.windows(-9.6, rise + 1.4, 3.8, 15, 1, 2, "arch")
    m.windows(5.8, rise + 1.4, 3.8, 15, 1, 2, "arch")
    m.door(0, 4.6, 9, "arch", rise)
    m.cornice(-12, rise + 17, 24, 1.2)
    m.wall(-6, rise + 18.2, 12, 3)
    m.cornice(-6, rise + 21.2, 12, 0.6)
    for row, half in enumerate((3.2, 3.4, 3.1, 2.4, 1.4)):
        y = rise + 21.8 + row * 1.35
        m.pen.poly(ellipse(0, y + 0.7, half, 0.85), GOLD, GOLD_DARK, 0.2)
    m.pen.disc(0, rise + 22.6, 0.7, GOLD_DARK)


def _railway_station(m: Mason) -> None:
    shed = [(-15, 0), *ellipse(0, 9, 15, 12, 180, 0), (15, 0)]
    m.pen.poly(shed, m.stone, m.ink, 0.3)
    glass = [(-12.4, 0), *ellipse(0, 8.4, 12.4, 9.8, 180, 0), (12.4, 0)]
    m.pen.poly(glass, m.glass, m.ink, 0.24)
    for i in range(1, 10):
        a = math.pi * i / 10
        m.pen.line([(0, 8.4), (12.4 * math.cos(a), 8.4 + 9.8 * math.sin(a))], m.family.tint, 0.2)
    m.pen.line(ellipse(0, 8.4, 8, 6.2, 180, 0), m.family.tint, 0.2)
    m.clock(0, 23.2, 2.4)
    engine = m.pen.moved(0, 0.6)
    engine.box((-5, 1.4, 5, 6.6), m.ink)
    engine.disc(0, 5.2, 3.4, m.slate, m.ink, 0.4)
    engine.disc(0, 5.2, 2.4, mixed(m.slate, WHITE, 0.2), m.ink, 0.2)
    engine.box((-0.9, 8.2, 0.9, 11.4), m.ink)
    engine.poly([(-1.9, 13.2), (1.9, 13.2), (0.9, 11.2), (-0.9, 11.2)], m.ink)
    engine.disc(0, 7.8, 0.9, GOLD_LIGHT, m.ink, 0.2)
    engine.poly([(-5.4, 1.6), (5.4, 1.6), (4, -0.4), (-4, -0.4)], RED, m.ink, 0.2)
    for x in (-3.4, 3.4):
        engine.disc(x, 2.2, 0.8, GOLD_LIGHT, m.ink, 0.2)
    for x in (-15.4, 13):
        m.wall(x, 0, 2.4, 16, "stone")
        m.pole(x + 1.2, 16, 6)


def _merchants_club(m: Mason) -> None:
    m.wall(-13, 0, 26, 20, "brick")
    m.windows(-12.4, 13.6, 24.8, 6, 6)
    m.windows(-12.4, 7, 8, 6.4, 2, 1, "arch")
    m.windows(4.4, 7, 8, 6.4, 2, 1, "arch")
    m.windows(-12.4, 0.6, 8, 6, 2)
    m.windows(4.4, 0.6, 8, 6, 2)
    m.wall(-4, 0, 8, 20)
    m.windows(-3.6, 7.4, 7.2, 6.2, 1, 1, "arch")
    m.windows(-3.6, 14, 7.2, 5.6, 2)
    m.door(0, 3, 5.4, "arch")
    m.pen.box((-5, 6.4, 5, 7), m.ink)
    for bar in range(-4, 5):
        m.pen.line([(bar, 7), (bar, 8.4)], m.ink, 0.18)
    m.pen.line([(-5, 8.4), (5, 8.4)], m.ink, 0.26)
    m.cornice(-13, 20, 26, 1.2)
    m.roof(-13, 21.2, 26, 4.4, 3)
    for x in (-8.0, 0, 8):
        m.wall(x - 1.5, 21.6, 3, 2.8)
        m.window(x, 22, 0.8, 2, "arch")
        m.gable(x - 1.5, 24.4, 3, 1.6)
    for x in (-11.6, 10):
        m.chimney(x, 24, 1.6, 4)
    m.lamp(-5.4, 4.4)
    m.lamp(5.4, 4.4)


BANK: dict[str, Builder] = {
    "post_office": _post_office,
    "coin_house": _coin_house,
    "newspaper": _newspaper,
    "insurance_house": _insurance_house,
    "treasury": _treasury,
    "telegraph_office": _telegraph_office,
    "savings_bank": _savings_bank,
    "railway_station": _railway_station,
    "merchants_club": _merchants_club,
}
