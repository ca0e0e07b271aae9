"""A packet ship under sail, and the sea it sails on."""

from __future__ import annotations

import math

from card_db.art.plate import Box, Pen, Point, smooth
from card_db.packet_row.art.emblems import draw_flag
from card_db.packet_row.art.palette import GOLD, GOLD_LIGHT, INK, WHITE, Colour, Family, mixed

_CANVAS: Colour = (253, 247, 230)
# Masts from stern to bow: place, height, and half widths of the yards from the lowest up.
_MASTS = ((-8.4, 23.5, (3.6, 3.2, 2.6, 1.9)), (-0.4, 27.5, (4.4, 3.9, 3.2, 2.3)), (7.6, 25.0, (4.0, 3.5, 2.9, 2.1)))


def draw_sea(pen: Pen, box: Box, family: Family, step: float = 0.9) -> None:
    """Rows of short waves, closer together towards the horizon."""
    x0, y0, x1, y1 = box
    pen.box(box, mixed(family.tint, family.mid, 0.5))
    y, row = y0 + 0.3, 0
    while y < y1 - 0.2:
        depth = (y - y0) / (y1 - y0)
        length = 2.0 + 3.2 * depth
        x = x0 + 0.6 + (row % 3) * length * 0.37
        while x + length * 0.6 < x1 - 0.3:
            swell = 0.12 + 0.25 * depth
            points = ((x, y, 0.05), (x + length * 0.2, y - swell, 0.12 + 0.16 * depth), (x + length * 0.6, y, 0.05))
            pen.stroke(points, family.ink if row % 2 else WHITE, samples=4)
            x += length
        y += step * (0.45 + 0.75 * depth)
        row += 1


def draw_ship(pen: Pen, destination: str | None, family: Family) -> None:
    """A three-master about 36 units long sailing to the right; the origin is amidships on the waterline."""
    pen.stroke(((11.5, -4.6, 0.7), (19.0, -8.2, 0.35)), INK)
    for x, height, _ in _MASTS:
        pen.stroke(((x, -3, 0.62), (x + 0.5, -height - 3.4, 0.2)), INK)
    _draw_rigging(pen)
    for x, height, yards in _MASTS:
        for tier in (3, 2, 1, 0):
            _draw_sail(pen, x, height, yards, tier)
    for tip, foot in (((14.8, -6.3), (8.9, -22.5)), ((17.2, -7.5), (9.2, -25.4)), ((12.6, -5.4), (8.6, -18.0))):
        jib = smooth(
            [foot, ((tip[0] + foot[0]) / 2 + 0.5, (tip[1] + foot[1]) / 2), tip, (tip[0] - 3.1, tip[1] - 1.9)], samples=5
        )
        pen.poly(jib, _CANVAS, INK, 0.14)
        pen.hatch(jib, (170, 156, 130), 0.7, 62, 0.07)
    spanker = [(-8.6, -5.2), (-14.4, -5.6), (-13.2, -15.5), (-8.5, -13.2)]
    pen.poly(spanker, _CANVAS, INK, 0.16)
    pen.hatch([(-8.6, -5.2), (-11.0, -5.4), (-10.4, -14.1), (-8.5, -13.2)], (150, 136, 112), 0.5, 80, 0.08)
    _draw_hull(pen, family)
    if destination is not None:
        flag = pen.moved(-15.6, -17.4, 1.0, -8)
        pen.stroke(((-13.0, -14.6, 0.2), (-13.4, -20.0, 0.16)), INK)
        flag.box((-2.35, -1.65, 2.35, 1.65), INK)
        draw_flag(flag, destination, 2.2, 1.5)
    for x, height, _ in _MASTS:
        top = -height - 3.2
        pen.poly(
            smooth(
                [(x + 0.4, top), (x - 2.6, top + 0.5), (x - 4.4, top + 0.1), (x - 2.4, top + 0.9), (x + 0.4, top + 0.9)]
            ),
            (178, 44, 44),
        )


def _draw_rigging(pen: Pen) -> None:
    for x, height, _ in _MASTS:
        for reach in (-3.4, -2.5, 2.5):
            pen.line([(x + 0.3, -height * 0.62), (x + reach, -4.0)], mixed(INK, WHITE, 0.35), 0.1)
    tops: list[Point] = [(x + 0.5, -height - 2.6) for x, height, _ in _MASTS]
    for (ax, ay), (bx, by) in (((19.0, -8.2), tops[2]), ((7.6, -12.0), tops[1]), ((-0.4, -12.0), tops[0])):
        pen.line([(ax, ay), (bx, by)], mixed(INK, WHITE, 0.35), 0.1)


def _draw_sail(pen: Pen, x: float, height: float, yards: tuple[float, ...], tier: int) -> None:
    low = -5.6 - (height - 6.0) * (0.0, 0.33, 0.6, 0.8)[tier]
    high = -5.6 - (height - 6.0) * (0.31, 0.58, 0.785, 0.96)[tier]
    bottom, top = yards[tier], yards[min(tier + 1, 3)] if tier < 3 else yards[3] * 0.8
    belly = 0.9
    lean = 0.25
    sail: list[Point] = [(x - top + lean, high), (x + top + lean, high)]
    sail += [
        (x + top + (bottom - top) * t + belly * math.sin(math.pi * t) + lean, high + (low - high) * t)
        for t in (0.3, 0.6, 1)
    ]
    sail += [(x + bottom * k + lean, low - 0.8 * (1 - k * k)) for k in (0.5, 0, -0.5)]
    sail += [
        (x - top - (bottom - top) * t + belly * math.sin(math.pi * t) + lean, high + (low - high) * t)
        for t in (1, 0.6, 0.3)
    ]
    pen.poly(sail, _CANVAS, INK, 0.18)
    shadow = [(x - top + lean, high), (x - top * 0.25, high), (x - bottom * 0.35, low - 0.7), (x - bottom + lean, low)]
    pen.hatch(shadow, (150, 136, 112), 0.42, 84, 0.1)
    pen.line([(x + bottom * 0.55, high + 0.3), (x + bottom * 0.62, low - 0.6)], (196, 184, 160), 0.08)
    pen.stroke(((x - top - 0.6 + lean, high, 0.24), (x + top + 0.6 + lean, high, 0.24)), INK)


def _draw_hull(pen: Pen, family: Family) -> None:
    hull = smooth([(-14.3, -5.4), (-5, -3.9), (4, -3.8), (13.3, -5.4)], closed=False)
    hull += smooth([(13.3, -5.4), (12.4, -2.4), (10.6, 0.0), (9.6, 1.2)], closed=False)
    hull += [(-11.2, 1.2), (-12.6, -1.4), (-13.6, -3.0)]
    pen.poly(hull, INK)
    stripe = smooth([(-13.7, -4.1), (-5, -2.7), (4, -2.6), (12.6, -3.8)], closed=False)
    stripe += smooth([(12.3, -2.9), (4, -1.55), (-5, -1.65), (-13.2, -3.0)], closed=False)
    pen.poly(stripe, WHITE)
    for port in range(9):
        x = -11.0 + port * 2.6
        y = -2.15 - 0.010 * x * x
        pen.box((x - 0.42, y - 0.4, x + 0.42, y + 0.35), INK)
    pen.stroke(((-14.0, -5.0, 0.2), (-5, -3.5, 0.2), (4, -3.4, 0.2), (13.1, -5.0, 0.2)), GOLD)
    pen.stroke(((13.2, -5.3, 0.6), (14.4, -5.9, 0.4), (14.3, -5.0, 0.3)), GOLD_LIGHT)
    for x in (-12.4, -3.6, 3.6):
        pen.box((x - 0.9, -5.2 + 0.012 * x * x * -0.6, x + 0.9, -3.9), mixed(family.ink, INK, 0.5), INK, 0.12)
    foam = ((-14.5, 1.0, 0.2), (-6, 0.6, 0.5), (2, 1.0, 0.35), (8, 0.7, 0.6), (11.5, 0.2, 0.7), (13.6, 1.0, 0.15))
    pen.stroke(foam, WHITE)
    pen.stroke(((-17.5, 1.8, 0.1), (-9, 1.5, 0.35), (0, 1.9, 0.25), (9, 1.5, 0.4), (15.5, 1.9, 0.1)), WHITE)
