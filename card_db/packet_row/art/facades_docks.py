"""The buildings of the docks: sheds, slips and a light."""

from __future__ import annotations

from card_db.art.parts import Builder, Mason
from card_db.art.plate import Point, ellipse, smooth
from card_db.packet_row.art.palette import GOLD, GOLD_LIGHT, RED, WHITE, mixed
from card_db.packet_row.art.vessels import draw_sea


def _water(m: Mason, height: float) -> None:
    draw_sea(m.pen, (-18.4, -3.6, 18.4, height), m.family)


def _lighthouse(m: Mason) -> None:
    for side in (-1, 1):
        ray: list[Point] = [(side * 1.4, 28.4), (side * 19, 33), (side * 19, 24)]
        with m.pen.clipped([(-18, -3), (18, -3), (18, 42), (-18, 42)]) as inside:
            inside.poly(ray, mixed(GOLD_LIGHT, WHITE, 0.4))
            inside.hatch(ray, GOLD, 0.8, 4 * side, 0.1)
    _water(m, 3)
    rock = smooth([(-14, -1), (-10, 3), (-5, 4.4), (3, 5), (9, 3.2), (14, -1)], closed=False)
    m.pen.poly(rock, m.slate, m.ink, 0.26)
    m.pen.hatch(rock, m.ink, 0.6, 35, 0.12)
    for low, high, dark in ((4, 10, False), (10, 15, True), (15, 20, False), (20, 25, True)):
        a, b = 4.4 - (low - 4) * 0.09, 4.4 - (high - 4) * 0.09
        m.pen.poly([(-a, low), (a, low), (b, high), (-b, high)], RED if dark else WHITE, m.ink, 0.2)
    m.pen.hatch([(1.4, 4), (4.4, 4), (2.6, 25), (1, 25)], m.ink, 0.4, 60, 0.11)
    m.door(0, 2, 4, "arch", 4.4)
    m.window(0, 12, 0.6, 2.2, "arch")
    m.window(0, 17.4, 0.6, 2.2, "arch")
    m.cornice(-2.9, 25, 5.8, 1)
    m.pen.box((-2, 26, 2, 30.4), GOLD_LIGHT, m.ink, 0.24)
    for x in (-0.8, 0.8):
        m.pen.line([(x, 26), (x, 30.4)], m.ink, 0.2)
    m.dome(0, 30.4, 2.4, 2)


def _fish_hall(m: Mason) -> None:
    m.wall(-14, 0, 28, 9, "board")
    m.roof(-14, 9, 28, 7, 4)
    for x in (-9.4, 0, 9.4):
        m.door(x, 5.4, 6.4, "arch")
    m.pen.stroke(((0, 15.6, 0.4), (0, 17.4, 0.4)), m.ink)
    fish = smooth(
        [(-6.4, 20), (-3, 22.6), (2, 22.4), (5, 20.4), (7.6, 22.4), (7.4, 17.6), (5, 19.6), (2, 17.6), (-3, 17.6)]
    )
    m.pen.poly(fish, m.slate, m.ink, 0.28)
    for i in range(5):
        m.pen.line(ellipse(-2.2 + i * 1.5, 20, 0.9, 1.9, -70, 70), m.ink, 0.16)
    m.pen.disc(-4.4, 20.6, 0.5, WHITE, m.ink, 0.16)
    for x in (-15.0, 14.6):
        m.barrel(x)
    m.barrel(4.7)
    m.barrel(-4.7)


def _boatyard(m: Mason) -> None:
    m.wall(-15, 0, 9, 12, "board")
    m.gable(-15, 12, 9, 5)
    m.door(-10.5, 5, 7)
    _water(m, 1)
    m.pen.stroke(((-8, 0.4, 0.6), (16, 3.6, 0.6)), m.ink)
    hull = smooth([(-6, 12.4), (-5.4, 7), (-2, 3.2), (10, 3.6), (14.4, 7), (16, 13.4)], closed=False)
    sheer = smooth([(16, 13.4), (9, 11), (0, 10.8), (-6, 12.4)], closed=False)
    m.pen.poly(hull + sheer, mixed(m.family.tint, m.family.mid, 0.3), m.ink, 0.3)
    for i in range(11):
        x = -4.6 + i * 1.85
        low = 3.4 + 0.035 * (x - 4) ** 2
        m.pen.stroke(((x + 0.4, low, 0.5), (x, 11.6 + 0.012 * (x - 4) ** 2, 0.34)), m.ink)
    for level in (6.2, 8.2):
        m.pen.stroke(((-5, level + 1, 0.2), (4, level - 0.6, 0.24), (14.6, level + 1.6, 0.2)), m.ink)
    for x in (-4.0, 4, 12):
        m.pen.stroke(((x, 0.6, 0.44), (x + 0.3, 17, 0.3)), m.ink)
    m.pen.stroke(((-6, 14.6, 0.4), (15, 14.6, 0.4)), m.ink)
    m.pole(4.3, 17, 6)


def _warehouse(m: Mason) -> None:
    m.wall(-10, 0, 20, 22, "brick")
    m.gable(-10, 22, 20, 6)
    for level in range(4):
        y = 0.4 + level * 5.5
        m.windows(-9.8, y, 6, 5, 1)
        m.windows(3.8, y, 6, 5, 1)
        m.door(0, 3.4, 4.2, "rect", y)
    m.pen.stroke(((0, 25.6, 0.6), (0, 24.6, 0.6), (5.4, 25.2, 0.44)), m.ink)
    m.pen.line([(5.2, 25), (5.2, 14.4)], m.ink, 0.2)
    m.crate(3.6, 11.2, 3.2)
    m.crate(-14.6, 0, 3.4)
    m.crate(-14, 3.4, 2.6)
    m.barrel(12)
    m.barrel(14.8)


def _customs_house(m: Mason) -> None:
    for x in (-14.5, 8.5):
        m.wall(x, 0, 6, 13, "stone")
        m.windows(x + 0.2, 1, 5.6, 11.4, 2, 2, "arch")
        m.cornice(x, 13, 6)
    rise = m.steps(0, 17, 4)
    m.columns(-8.5, rise, 17, 11.6, 6, 0.85)
    m.cornice(-9, rise + 11.6, 18, 1.2)
    m.gable(-9, rise + 12.8, 18, 5.2, False)
    m.shield(0, rise + 14.8, 1.5)
    m.pole(0, rise + 18, 9)


def _seamens_home(m: Mason) -> None:
    m.wall(-11, 0, 22, 15, "board")
    m.windows(-10.6, 8.4, 21.2, 6, 4)
    m.windows(-10.6, 1, 7, 6, 1)
    m.windows(3.6, 1, 7, 6, 1)
    m.roof(-11, 15, 22, 6, 3)
    for x in (-6.4, 3.2):
        m.wall(x, 16, 3.2, 3)
        m.window(x + 1.6, 16.4, 0.8, 2)
        m.gable(x, 19, 3.2, 2)
    m.columns(-4, 0, 8, 6.4, 4, 0.5)
    m.door(0, 2.6, 5)
    m.cornice(-4, 6.4, 8)
    anchor = m.pen.moved(0, 25, 1.15)
    anchor.stroke(((0, 2.4, 0.6), (0, -3, 0.7)), m.ink)
    anchor.stroke(((-3, -1, 0.3), (-1.8, -2.8, 0.6), (0, -3.4, 0.7), (1.8, -2.8, 0.6), (3, -1, 0.3)), m.ink)
    anchor.stroke(((-1.8, 1.5, 0.5), (1.8, 1.5, 0.5)), m.ink)
    anchor.disc(0, 3.1, 0.8, None, m.ink, 0.4)


def _dry_dock(m: Mason) -> None:
    for step in range(4):
        inset = step * 1.5
        m.pen.box((-16 + inset, 9 - step * 2.2, 16 - inset, 10.6 - step * 2.2 + 0.6), m.stone, m.ink, 0.2)
    m.pen.box((-11, -2, 11, 9), m.glass)
    m.pen.hatch([(-11, -2), (11, -2), (11, 9), (-11, 9)], m.family.mid, 0.7, 0, 0.1)
    hull = smooth([(-6.6, 14), (-6.8, 9), (-4.6, 3.4), (0, 0.6), (4.6, 3.4), (6.8, 9), (6.6, 14)], closed=False)
    m.pen.poly(hull, m.ink)
    m.pen.poly(smooth([(-5, 4), (-3, 2.2), (0, 0.9), (3, 2.2), (5, 4)], closed=False), GOLD, m.ink, 0.16)
    m.pen.box((-6.8, 10.4, 6.8, 11.8), WHITE)
    m.pen.stroke(((0, 0.6, 0.6), (0, 31, 0.34)), m.ink)
    for level, half in ((18.0, 7.0), (23.0, 5.4), (27.4, 3.6)):
        m.pen.stroke(((-half, level, 0.3), (0, level, 0.5), (half, level, 0.3)), m.ink)
    for side in (-1, 1):
        m.pen.line([(side * 6.6, 14), (0, 27)], m.ink, 0.14)
        m.pen.stroke(((side * 10.5, 8, 0.4), (side * 6.6, 6, 0.4)), m.stone)
        m.pen.stroke(((side * 9.2, 3, 0.4), (side * 4.8, 3, 0.4)), m.stone)
    m.pen.stroke(((13.6, 10, 0.8), (13.6, 18, 0.6)), m.ink)
    m.pen.stroke(((15.4, 15, 0.4), (13.6, 18, 0.5), (8.4, 23, 0.4)), m.ink)
    m.pen.line([(8.4, 23), (8.4, 15.6)], m.ink, 0.16)


def _naval_school(m: Mason) -> None:
    m.wall(-15, 0, 20, 15, "stone")
    m.windows(-14.6, 8, 19.2, 6.4, 5, 1, "arch")
    m.windows(-14.6, 0.8, 7.4, 6.4, 2)
    m.windows(-2.4, 0.8, 7.4, 6.4, 2)
    m.door(-5, 3, 5.8, "arch")
    m.cornice(-15, 15, 20)
    m.roof(-15, 15.9, 20, 4.6, 3)
    m.wall(-7.6, 19, 5.2, 4)
    m.windows(-7.4, 19.2, 4.8, 3.6, 2, 1, "arch")
    m.dome(-5, 23, 2.9, 2.6)
    m.pen.stroke(((11, 0, 0.8), (11, 33, 0.4)), m.ink)
    for level, half in ((14, 5.8), (21, 4.6), (27, 3.4)):
        m.pen.stroke(((11 - half, level, 0.34), (11, level, 0.56), (11 + half, level, 0.34)), m.ink)
    for side in (-1, 1):
        m.pen.line([(11 + side * 4.4, 0), (11, 21)], m.ink, 0.14)
        m.pen.line([(11 + side * 3.0, 0), (11, 14)], m.ink, 0.14)
    for i, colour in enumerate((RED, WHITE, GOLD, m.slate, RED)):
        m.pen.poly(
            [(6.8 + i * 0.86, 20 + i * 2.3), (8.2 + i * 0.7, 21.6 + i * 2.2), (6.4 + i * 0.9, 22 + i * 2.2)],
            colour,
            m.ink,
            0.14,
        )


def _grand_pier(m: Mason) -> None:
    _water(m, 6)
    for pile in range(-15, 16, 5):
        m.pen.stroke(((pile, -1, 0.8), (pile, 8, 0.8)), m.ink)
        m.pen.line([(pile, 0.4), (pile + 5, 7.6)], m.ink, 0.3)
    m.pen.box((-17, 7.8, 17, 9.4), m.stone, m.ink, 0.24)
    for bar in range(-16, 17, 2):
        m.pen.line([(bar, 9.4), (bar, 11.4)], m.ink, 0.16)
    m.pen.line([(-17, 11.4), (17, 11.4)], m.ink, 0.24)
    m.columns(-9, 9.4, 18, 8, 7, 0.5)
    m.cornice(-9.6, 17.4, 19.2)
    m.roof(-9.6, 18.3, 19.2, 3.6, 4)
    m.wall(-4, 21.9, 8, 3.4)
    m.windows(-4, 21.9, 8, 3.4, 4)
    m.dome(0, 25.3, 4.6, 4.2)
    for x in (-14.4, 14.4):
        m.pole(x, 9.4, 12)


DOCKS: dict[str, Builder] = {
    "lighthouse": _lighthouse,
    "fish_hall": _fish_hall,
    "boatyard": _boatyard,
    "warehouse": _warehouse,
    "customs_house": _customs_house,
    "seamens_home": _seamens_home,
    "dry_dock": _dry_dock,
    "naval_school": _naval_school,
    "grand_pier": _grand_pier,
}
