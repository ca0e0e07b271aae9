"""Cut-paper likenesses of the four helpers, with a token of their trade."""

from __future__ import annotations

import math

from card_db.art.lettering import draw_number
from card_db.art.plate import Pen, Point, ellipse, smooth
from card_db.packet_row.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, INK, WHITE, Family, mixed

_FACE: list[Point] = [
    (0.2, -6.0),
    (2.5, -5.3),
    (3.5, -3.6),
    (3.55, -2.2),
    (3.35, -1.3),
    (4.2, 0.1),
    (4.95, 1.2),
    (4.5, 1.75),
]
_FACE += [
    (3.85, 1.8),
    (4.25, 2.5),
    (3.85, 2.95),
    (4.15, 3.5),
    (3.65, 4.1),
    (3.95, 5.0),
    (3.5, 5.9),
    (2.3, 6.1),
    (1.0, 5.6),
]
_NAPE: list[Point] = [(0.7, 8.2), (-3.6, 8.4), (-3.0, 5.0), (-4.2, 2.2), (-4.6, -1.0), (-3.8, -4.0), (-2.0, -5.6)]
_COAT: list[Point] = [
    (-2.6, 6.4),
    (-4.2, 8.2),
    (-8.2, 10.0),
    (-10.2, 13.0),
    (-11.0, 19.5),
    (10.0, 19.5),
    (9.0, 13.4),
    (6.4, 10.4),
]
_COAT += [(2.6, 8.6), (1.2, 6.8)]


def draw_likeness(pen: Pen, role: str, family: Family) -> None:
    """A bust in profile about 20 units wide; the origin is the middle of the head."""
    dark = mixed(family.ink, INK, 0.55)
    light = mixed(family.tint, WHITE, 0.4)
    pen.poly(smooth(_COAT), dark)
    pen.poly(smooth(_FACE + _NAPE, samples=5), dark)
    {"trader": _trader, "captain": _captain, "assistant": _assistant, "banker": _banker}[role](pen, family)
    pen.line(ellipse(3.0, -1.6, 0.55, 0.3, 180, 360), light, 0.14)
    pen.stroke(((-1.2, -0.4, 0.12), (-1.9, 0.4, 0.2), (-1.5, 1.5, 0.2), (-0.9, 1.2, 0.1)), light)


def _collar(pen: Pen, family: Family) -> None:
    light = mixed(family.tint, WHITE, 0.5)
    pen.poly([(-2.7, 6.2), (1.4, 5.7), (2.2, 8.4), (0.4, 9.2), (-3.2, 8.2)], light, INK, 0.14)
    pen.poly(smooth([(0.2, 8.2), (2.4, 7.8), (3.6, 9.2), (2.2, 10.0), (0.8, 9.4)]), family.mid, INK, 0.16)
    for x in (1.2, 1.9, 2.6):
        pen.line([(x, 8.4), (x + 0.5, 9.4)], INK, 0.12)


def _lapel(pen: Pen, family: Family) -> None:
    light = family.mid
    pen.stroke(((-3.4, 8.6, 0.14), (-1.0, 11.2, 0.24), (2.6, 14.2, 0.18), (3.4, 19.2, 0.14)), light)
    pen.stroke(((-3.4, 8.6, 0.14), (-4.6, 11.4, 0.2), (-1.8, 12.6, 0.16), (0.2, 12.4, 0.12)), light)
    pen.stroke(((3.2, 9.8, 0.12), (5.2, 12.2, 0.2), (4.4, 15.4, 0.14)), light)
    pen.stroke(((-8.4, 12.8, 0.1), (-7.4, 15.4, 0.2), (-7.6, 19.2, 0.14)), light)


def _trader(pen: Pen, family: Family) -> None:
    dark = mixed(family.ink, INK, 0.55)
    _collar(pen, family)
    _lapel(pen, family)
    beard: list[Point] = [
        (-1.4, 1.8),
        (0.4, 3.0),
        (2.8, 3.0),
        (4.4, 2.6),
        (4.8, 4.6),
        (5.0, 7.2),
        (3.2, 9.4),
        (1.0, 8.0),
        (-1.0, 5.4),
    ]
    pen.poly(smooth(beard), dark)
    for i in range(5):
        x = 0.4 + i * 0.85
        pen.stroke(((x, 4.2 + 0.1 * i, 0.1), (x + 0.3, 6.0, 0.18), (x + 0.1, 7.6 + 0.2 * (i % 2), 0.08)), family.mid)
    pen.poly(
        smooth([(-7.4, -2.6), (-3, -3.7), (2.6, -3.5), (7.0, -2.3), (3, -2.0), (-2, -2.2)]), dark, family.mid, 0.16
    )
    pen.poly(smooth([(-4.5, -3.4), (-4.2, -6.6), (-2.2, -7.8), (0.6, -7.2), (3.0, -7.4), (3.8, -3.4)], samples=5), dark)
    pen.stroke(((-4.4, -4.0, 0.75), (0, -4.3, 0.75), (3.7, -3.9, 0.75)), family.mid)


def _captain(pen: Pen, family: Family) -> None:
    dark = mixed(family.ink, INK, 0.55)
    _collar(pen, family)
    _lapel(pen, family)
    pen.poly(smooth([(-2.8, -1.4), (-0.4, -1.0), (0.2, 1.4), (2.4, 3.6), (2.0, 5.6), (-0.4, 5.2), (-2.4, 3.2)]), dark)
    for i in range(4):
        pen.stroke(((-1.6 + i * 0.75, 0.6 + i * 0.7, 0.08), (-1.0 + i * 0.75, 2.8 + i * 0.6, 0.16)), family.mid)
    pen.poly(
        smooth(
            [(-4.8, -3.4), (-6.2, -5.8), (-4.0, -7.8), (1.0, -8.2), (5.0, -7.2), (4.4, -4.6), (3.6, -3.4)], samples=5
        ),
        dark,
    )
    pen.poly([(-4.7, -4.6), (3.9, -4.5), (3.7, -2.9), (-4.5, -2.9)], family.mid, dark, 0.16)
    pen.poly(smooth([(2.4, -3.2), (5.0, -3.0), (6.6, -1.8), (4.6, -2.2), (2.6, -2.2)]), dark, family.mid, 0.14)
    pen.disc(2.2, -3.7, 0.75, GOLD_LIGHT, dark, 0.14)
    for row in range(4):
        for x in (1.6 - row * 0.05, 4.4 - row * 0.1):
            pen.disc(x + 0.3, 12.0 + row * 2.1, 0.48, GOLD_LIGHT, GOLD_DARK, 0.12)
    pen.poly(ellipse(-7.8, 11.4, 3.0, 1.1), GOLD, GOLD_DARK, 0.16)
    for i in range(8):
        pen.line([(-10.5 + i * 0.72, 11.7), (-10.9 + i * 0.76, 13.8)], GOLD_LIGHT, 0.26)


def _assistant(pen: Pen, family: Family) -> None:
    dark = mixed(family.ink, INK, 0.55)
    light = mixed(family.tint, WHITE, 0.4)
    hair: list[Point] = [
        (3.2, -3.4),
        (4.1, -5.0),
        (3.0, -6.2),
        (1.6, -7.4),
        (-0.6, -7.0),
        (-2.6, -7.3),
        (-4.4, -5.6),
        (-5.6, -3.4),
    ]
    hair += [(-5.2, -0.6), (-5.0, 2.4), (-3.2, 3.4), (-2.6, 0.4), (-0.6, -1.4), (1.2, -3.2)]
    pen.poly(smooth(hair, samples=4), dark)
    for i in range(5):
        pen.stroke(
            (
                (1.4 - i * 1.1, -6.2, 0.08),
                (-0.6 - i * 0.9, -4.6 + i * 0.3, 0.2),
                (-2.4 - i * 0.4, -1.0 + i * 0.6, 0.08),
            ),
            family.mid,
        )
    collar: list[Point] = [(-3.0, 6.6), (1.2, 6.4), (4.2, 8.2), (3.4, 10.6), (0.6, 9.2), (-3.4, 10.6), (-5.4, 8.8)]
    pen.poly(collar, light, INK, 0.16)
    pen.stroke(((1.0, 9.4, 0.5), (1.8, 11.2, 0.3), (1.2, 12.6, 0.12)), family.mid)
    pen.stroke(((1.2, 10, 0.12), (2.4, 14, 0.2), (2.2, 19.2, 0.14)), family.mid)
    pen.stroke(((-6.0, 11.0, 0.1), (-5.0, 14.6, 0.2), (-5.2, 19.2, 0.14)), family.mid)
    quill = smooth([(-0.8, -1.3), (-3.8, -2.6), (-7.6, -5.2), (-9.4, -8.6), (-6.2, -6.6), (-3.4, -3.6)])
    pen.poly(quill, light, INK, 0.16)
    pen.stroke(((-0.4, -1.2, 0.12), (-3.0, -2.7, 0.2), (-8.8, -8.0, 0.08)), INK)


def _banker(pen: Pen, family: Family) -> None:
    dark = mixed(family.ink, INK, 0.55)
    light = mixed(family.tint, WHITE, 0.4)
    pen.poly(smooth([(0.6, 4.6), (3.4, 5.2), (4.3, 6.2), (3.4, 7.8), (0.8, 7.8), (-1.6, 6.4)]), dark)
    _collar(pen.moved(0, 1.1), family)
    _lapel(pen, family)
    pen.poly([(-4.6, -3.6), (-5.2, -12.4), (-2.4, -13.1), (1.6, -13.1), (4.4, -12.4), (3.7, -3.6)], dark)
    pen.poly([(-4.75, -6.2), (3.95, -6.2), (3.75, -4.2), (-4.6, -4.2)], family.mid)
    pen.poly(
        smooth([(-6.8, -4.7), (-3.4, -4.0), (2.4, -3.9), (6.0, -4.6), (4.4, -3.0), (-1, -2.7), (-5.0, -3.2)]),
        dark,
        family.mid,
        0.16,
    )
    pen.stroke(((-3.6, -11.8, 0.1), (-3.3, -9.4, 0.3), (-3.3, -6.9, 0.1)), family.mid)
    pen.disc(2.9, -1.2, 1.15, None, GOLD_LIGHT, 0.26)
    pen.stroke(((2.9, 0.0, 0.12), (1.8, 4.0, 0.12), (2.6, 9.0, 0.12), (1.6, 13.0, 0.12)), GOLD_LIGHT)
    pen.stroke(((-1.6, 1.2, 0.5), (-0.8, 3.2, 0.9), (0.6, 4.4, 0.4)), dark)
    pen.stroke(((2.2, 15.2, 0.16), (5.0, 17.2, 0.2), (8.4, 16.0, 0.16)), GOLD_LIGHT)
    pen.disc(1.6, 13.2, 0.55, light, INK, 0.12)


def draw_token(pen: Pen, role: str, family: Family) -> None:
    """What the helper works with, on a disc of radius six round the origin."""
    pen.disc(0.3, 0.4, 6, mixed(family.ink, INK, 0.7))
    pen.disc(0, 0, 6, GOLD, GOLD_DARK, 0.25)
    pen.disc(0, 0, 5.1, WHITE, family.ink, 0.3)
    {"trader": _scales, "captain": _wheel, "assistant": _books, "banker": _coins}[role](pen, family)


def _scales(pen: Pen, family: Family) -> None:
    ink = family.ink
    pen.stroke(((0, -3.4, 0.5), (0, 2.6, 0.6)), ink)
    pen.stroke(((-3.4, -2.2, 0.35), (0, -2.9, 0.6), (3.4, -2.2, 0.35)), ink)
    pen.poly([(-1.7, 3.2), (1.7, 3.2), (0.5, 2.2), (-0.5, 2.2)], ink)
    pen.disc(0, -3.5, 0.55, ink)
    for x in (-3.3, 3.3):
        pen.line([(x - 1.3, 0.7), (x, -2.2), (x + 1.3, 0.7)], ink, 0.18)
        pen.poly([*ellipse(x, 0.7, 1.5, 1.1, 0, 180)], ink)


def _wheel(pen: Pen, family: Family) -> None:
    for spoke in range(8):
        angle = spoke * math.pi / 4
        cos, sin = math.cos(angle), math.sin(angle)
        pen.stroke(((0, 0, 0.4), (3.2 * cos, 3.2 * sin, 0.45), (4.3 * cos, 4.3 * sin, 0.7)), family.ink)
    pen.disc(0, 0, 2.8, None, family.ink, 0.75)
    pen.disc(0, 0, 1.05, family.ink)
    pen.disc(0, 0, 0.45, GOLD_LIGHT)


def _books(pen: Pen, family: Family) -> None:
    """An open ledger."""
    for side in (-1, 1):
        page = smooth(
            [(0, -1.9), (side * 1.9, -2.6), (side * 3.9, -2.1), (side * 3.9, 1.9), (side * 1.9, 1.5), (0, 2.3)],
            samples=4,
        )
        pen.poly(page, family.pale, family.ink, 0.34)
        for row in range(4):
            y = -1.3 + row * 0.8
            pen.stroke(
                ((side * 0.7, y + 0.1, 0.22), (side * 2, y - 0.3, 0.22), (side * 3.3, y - 0.1, 0.22)), family.mid
            )
    pen.stroke(((0, -1.9, 0.3), (0, 2.4, 0.4)), family.ink)
    pen.stroke(((-3.9, 2.6, 0.2), (0, 3.1, 0.5), (3.9, 2.6, 0.2)), family.ink)


def _coins(pen: Pen, family: Family) -> None:
    for x, count in ((-1.9, 3), (1.9, 5)):
        for level in range(count):
            y = 2.6 - level * 0.95
            pen.poly(ellipse(x, y, 1.8, 0.75), GOLD, GOLD_DARK, 0.2)
            pen.poly(ellipse(x, y - 0.35, 1.8, 0.75), GOLD_LIGHT, GOLD_DARK, 0.2)
    draw_number(pen, "$", -1.7, -2.1, 3.2, family.ink)
