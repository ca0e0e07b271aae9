"""Round signs: the kinds of buildings, fishermen, hammers, a door; about ten units wide."""

from __future__ import annotations

import math

from card_db.art.palette import WHITE, Colour, Family, mixed
from card_db.art.plate import Pen, ellipse, smooth
from card_db.le_havre.art.wares import draw_ware


def draw_sign(pen: Pen, sign: str, family: Family, bare: bool = False) -> None:
    """A sign on its disc; `bare` without it."""
    ink: Colour = family.ink
    if not bare and sign not in ("door", "goods"):
        pen.disc(0.3, 0.5, 9.4, mixed(ink, (0, 0, 0), 0.4))
        pen.disc(0, 0, 9.4, WHITE, ink, 0.8)
        pen.disc(0, 0, 8.2, family.tint, family.mid, 0.3)
    match sign:
        case "C":
            _anvil(pen, ink)
        case "E":
            for y in (3.6, 0.4, -2.8):
                pen.oval(0, y, 4.8, 1.9, (240, 206, 110), ink, 0.5)
        case "I":
            _cog(pen, ink, family.tint)
        case "P":
            pen.poly([(-5.6, -2.4), (0, -6.2), (5.6, -2.4)], ink)
            for x in (-4.0, -1.4, 1.4, 4.0):
                pen.box((x - 0.7, -1.8, x + 0.7, 3.4), ink)
            pen.box((-5.6, 3.8, 5.6, 5.4), ink)
        case "N":
            pen.poly(smooth([(0, -6), (4.6, -1), (2.2, 2.4), (-2.2, 2.4), (-4.6, -1)]), ink)
            pen.box((-0.8, 2, 0.8, 6), ink)
        case "S":
            _anchor(pen, ink)
        case "fisherman":
            pen.stroke(((-4.5, 5, 0.9), (3.6, -5.6, 0.6)), ink)
            pen.line([(3.6, -5.6), (5.0, 1.0)], ink, 0.4)
            draw_ware(pen.moved(1.6, 3.2, 0.62), "fish")
        case "hammer":
            tool = pen.moved(0, 0, 1.0, 40)
            tool.box((-0.9, -3.6, 0.9, 6.4), ink)
            tool.box((-4.2, -6.2, 4.2, -2.8), ink)
        case "door":
            pen.poly([(-4, 6), (-4, -2), *ellipse(0, -2, 4, 4, 180, 360), (4, 6)], family.tint, ink, 0.9)
            pen.disc(2, 2, 0.9, ink)
        case _:
            draw_ware(pen.moved(0, 0, 1.3), "wood")


def _anvil(pen: Pen, ink: Colour) -> None:
    pen.poly(
        [
            (-6, -3.6),
            (5.6, -3.6),
            (5.6, -1.6),
            (2.2, 0.2),
            (2.2, 2.6),
            (4.6, 4.6),
            (-4.4, 4.6),
            (-2.2, 2.6),
            (-2.2, 0.2),
            (-6, -1.8),
        ],
        ink,
    )


def _cog(pen: Pen, ink: Colour, hole: Colour) -> None:
    for tooth in range(8):
        a = math.tau * tooth / 8
        pen.moved(4.9 * math.cos(a), 4.9 * math.sin(a), 1.0, math.degrees(a)).box((-1.4, -1.3, 1.4, 1.3), ink)
    pen.disc(0, 0, 4.8, ink)
    pen.disc(0, 0, 2.0, hole)


def _anchor(pen: Pen, ink: Colour) -> None:
    pen.disc(0, -5.2, 1.5, None, ink, 0.9)
    pen.stroke(((0, -3.8, 1.2), (0, 5.6, 1.2)), ink)
    pen.stroke(((-3.2, -2.0, 0.9), (3.2, -2.0, 0.9)), ink)
    pen.stroke(((-5.4, 1.4, 0.5), (-3.6, 4.6, 1.2), (0, 6.0, 1.3), (3.6, 4.6, 1.2), (5.4, 1.4, 0.5)), ink)
