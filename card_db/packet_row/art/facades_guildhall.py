"""The buildings of the guildhall: schools, stages and courts."""

from __future__ import annotations

from card_db.art.parts import Builder, Mason
from card_db.art.plate import ellipse, smooth
from card_db.packet_row.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT


def _school(m: Mason) -> None:
    m.wall(-11, 0, 22, 11, "board")
    m.roof(-11, 11, 22, 6.5, 3.5)
    m.wall(-2.2, 16, 4.4, 5)
    m.window(0, 17, 1.1, 3.2, "arch")
    m.pen.disc(0, 18.2, 0.7, GOLD, GOLD_DARK, 0.14)
    m.spire(0, 21, 4.4, 5)
    m.windows(-10.5, 2, 8, 8, 2)
    m.windows(2.5, 2, 8, 8, 2)
    m.wall(-2.8, 0, 5.6, 8, "board")
    m.gable(-2.8, 8, 5.6, 3)
    m.door(0, 2.8, 5.4)


def _reading_room(m: Mason) -> None:
    rise = m.steps(0, 16, 2)
    m.wall(-10, rise, 20, 14, "stone")
    m.windows(-9.6, rise + 1, 6.4, 12, 1, 1, "arch")
    m.windows(3.2, rise + 1, 6.4, 12, 1, 1, "arch")
    m.door(0, 3.2, 8, "arch", rise)
    m.cornice(-10, rise + 14, 20)
    m.wall(-7, rise + 14.9, 14, 5)
    m.windows(-6.5, rise + 15.2, 13, 4.4, 5, 1, "round")
    m.dome(0, rise + 20, 6.6, 5.2)


def _theatre(m: Mason) -> None:
    m.wall(-13, 0, 26, 20)
    for x in (-8.0, 0, 8):
        m.door(x, 4.2, 7.6, "arch")
    m.cornice(-13, 9.2, 26)
    m.windows(-12.4, 10.4, 24.8, 9, 5, 1, "tall")
    m.cornice(-13, 20, 26)
    top = smooth([(-10, 20.9), (-8.6, 24.4), (-4, 24.6), (0, 28.4), (4, 24.6), (8.6, 24.4), (10, 20.9)], closed=False)
    m.pen.poly(top, m.stone, m.ink, 0.24)
    for x, bend in ((-1.9, 1.0), (1.9, -1.0)):
        mask = smooth([(x - 1.5, 25), (x + 1.5, 25), (x + 1.4, 22.8), (x, 21.6), (x - 1.4, 22.8)])
        m.pen.poly(mask, GOLD_LIGHT, m.ink, 0.16)
        m.pen.stroke(((x - 0.7, 22.9, 0.12), (x, 22.9 - 0.5 * bend, 0.3), (x + 0.7, 22.9, 0.12)), m.ink)
        for eye in (-0.6, 0.6):
            m.pen.disc(x + eye, 24.0, 0.24, m.ink)
    for x in (-12.0, 12):
        m.lamp(x, 5)


def _courthouse(m: Mason) -> None:
    m.wall(-14, 0, 28, 15, "stone")
    m.windows(-13.6, 4, 4.4, 10, 1, 2)
    m.windows(9.2, 4, 4.4, 10, 1, 2)
    rise = m.steps(0, 18, 4)
    m.columns(-9, rise, 18, 13, 4, 1.1)
    m.cornice(-9.5, rise + 13, 19, 1.4)
    m.gable(-9.5, rise + 14.4, 19, 6.4, False)
    pen = m.pen.moved(0, rise + 17, 0.8)
    pen.stroke(((0, -2.4, 0.4), (0, 2.4, 0.4)), m.ink)
    pen.stroke(((-3.4, 1.4, 0.3), (0, 1.8, 0.4), (3.4, 1.4, 0.3)), m.ink)
    for x in (-3.4, 3.4):
        pen.poly(ellipse(x, -0.4, 1.4, 1.2, 180, 360), GOLD, m.ink, 0.2)
        pen.line([(x - 1.3, -0.4), (x, 1.4), (x + 1.3, -0.4)], m.ink, 0.16)


def _museum(m: Mason) -> None:
    rise = m.steps(0, 27, 3)
    m.columns(-14, rise, 28, 13, 8, 0.95)
    m.cornice(-14.4, rise + 13, 28.8, 1.5)
    m.wall(-12, rise + 14.5, 24, 4.5)
    m.windows(-11.5, rise + 14.8, 23, 4, 7, 1, "round")
    m.cornice(-12, rise + 19, 24)
    for x in (-10.5, 0, 10.5):
        m.pen.stroke(((x, rise + 19.9, 1.5), (x, rise + 22, 0.9), (x, rise + 22.8, 1.1)), m.slate)
        m.pen.disc(x, rise + 23.9, 0.65, m.slate)
        m.pen.stroke(((x, rise + 22.3, 0.4), (x + 1.3, rise + 23.2, 0.4), (x + 1.3, rise + 24.6, 0.3)), m.slate)


def _university(m: Mason) -> None:
    for x in (-15.5, 7.5):
        m.wall(x, 0, 8, 14, "stone")
        m.windows(x + 0.3, 1.4, 7.4, 12, 2, 2)
        m.cornice(x, 14, 8)
    m.wall(-8, 0, 16, 17)
    rise = m.steps(0, 13, 3)
    m.columns(-6.5, rise, 13, 11.5, 4, 0.9)
    m.cornice(-7, rise + 11.5, 14)
    m.gable(-7, rise + 12.4, 14, 4, False)
    m.cornice(-8, 18.6, 16, 0.8)
    m.wall(-5, 19.4, 10, 4.4)
    m.windows(-4.8, 19.6, 9.6, 4, 4, 1, "arch")
    m.dome(0, 23.8, 5.4, 5.6)


def _academy(m: Mason) -> None:
    m.wall(-14, 0, 28, 17)
    for x in (-13.0, -8.5, 8.5, 13):
        m.column(x, 0, 17, 0.7)
    m.windows(-12.6, 1.4, 3.8, 15, 1, 2, "arch")
    m.windows(8.8, 1.4, 3.8, 15, 1, 2, "arch")
    m.windows(-7.4, 9, 14.8, 7.4, 3, 1, "arch")
    m.door(0, 3.6, 6.6, "arch")
    m.windows(-7.4, 1, 4.4, 7, 1)
    m.windows(3, 1, 4.4, 7, 1)
    m.cornice(-14, 17, 28)
    m.roof(-14, 17.9, 28, 4.5, 5)
    m.gable(-6, 17.9, 12, 4.6, False)
    m.pen.disc(0, 19.7, 1.2, GOLD_LIGHT, m.ink, 0.2)
    for x in (-1.9, 1.9):
        m.column(x, 22.4, 4.6, 0.5)
    m.pen.disc(0, 24.2, 0.9, GOLD, GOLD_DARK, 0.14)
    m.dome(0, 27, 3, 2.6)


def _city_hall(m: Mason) -> None:
    for x in (-16.0, 9):
        m.wall(x, 0, 7, 16, "stone")
        m.windows(x + 0.2, 1.2, 6.6, 14, 2, 3)
        m.roof(x, 16, 7, 3.4, 1.6)
    m.wall(-9, 0, 18, 13, "stone")
    m.windows(-8.6, 7, 17.2, 5.6, 6, 1, "arch")
    m.columns(-6, 0, 12, 6.4, 6, 0.6)
    m.cornice(-9, 13, 18)
    m.wall(-4, 13.9, 8, 7)
    m.clock(0, 17.4, 2.6)
    m.cornice(-4, 20.9, 8)
    m.wall(-2.6, 21.8, 5.2, 4.6)
    m.windows(-2.6, 21.8, 5.2, 4.6, 2, 1, "tall")
    m.dome(0, 26.4, 2.9, 3.2)
    for x in (-12.5, 12.5):
        m.pole(x, 19.4, 5)


def _opera(m: Mason) -> None:
    m.wall(-15, 0, 30, 17)
    for x in (-12.0, -6, 0, 6, 12):
        m.door(x, 3.6, 6.6, "arch")
    m.cornice(-15, 8, 30)
    for x in (-14.4, -9, -3, 3, 9, 14.4):
        m.column(x, 8.9, 8, 0.6)
    m.windows(-14.4, 9, 28.8, 7.6, 5, 1, "arch")
    m.cornice(-15, 16.9, 30, 1.2)
    shape = [(-15, 18.1), (-13, 22.4), (13, 22.4), (15, 18.1)]
    m.pen.poly(shape, m.slate, m.ink, 0.22)
    m.pen.hatch(shape, m.ink, 0.6, 0, 0.1)
    m.windows(-12, 18.4, 24, 3.8, 6, 1, "round")
    m.dome(0, 22.4, 7.4, 4.6)
    lyre = m.pen.moved(0, 31.2, 0.75)
    for side in (-1, 1):
        lyre.stroke(
            ((0, -2.6, 0.5), (side * 2.2, -1.2, 0.6), (side * 1.2, 1.2, 0.5), (side * 2.0, 2.8, 0.4)), GOLD_DARK
        )
    for x in (-0.6, 0, 0.6):
        lyre.line([(x, -2), (x, 2)], GOLD_DARK, 0.2)
    lyre.stroke(((-1.8, 2, 0.4), (1.8, 2, 0.4)), GOLD_DARK)


GUILDHALL: dict[str, Builder] = {
    "school": _school,
    "library_hall": _reading_room,
    "theatre": _theatre,
    "courthouse": _courthouse,
    "museum": _museum,
    "university": _university,
    "academy": _academy,
    "city_hall": _city_hall,
    "opera": _opera,
}
