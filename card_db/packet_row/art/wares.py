"""The four goods and the gold nuggets as pictures about ten units wide, centred on the pen's origin."""

from __future__ import annotations

import math

from card_db.art.plate import Pen, Point, smooth
from card_db.packet_row.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, INK, WHITE, Colour, mixed

_STRAW: Colour = (226, 178, 74)
_STRAW_DARK: Colour = (136, 88, 20)
_BOLL: Colour = (255, 253, 247)
_HUSK: Colour = (120, 84, 48)
_PELT: Colour = (150, 96, 58)
_PELT_DARK: Colour = (70, 38, 20)
_LEAF: Colour = (122, 140, 66)
_LEAF_DARK: Colour = (52, 66, 24)


def draw_good(pen: Pen, good: str) -> None:
    """One unit of a kind of goods."""
    match good:
        case "grain":
            _draw_grain(pen.moved(0, 0.75, 0.84))
        case "cotton":
            _draw_cotton(pen.moved(-0.1, 0.0, 1.02))
        case "fur":
            _draw_fur(pen.moved(0, -0.3, 1.08))
        case _:
            _draw_tobacco(pen.moved(0, 0.2, 0.9))


def _draw_grain(pen: Pen) -> None:
    """A bound sheaf."""
    for index in range(-4, 5):
        top = (index * 1.12, -2.5 - 0.2 * (4 - abs(index)))
        foot = (index * 0.78, 5.0 - abs(index) * 0.1)
        pen.stroke(((*foot, 0.42), (index * 0.22, 1.3, 0.42), (*top, 0.34)), _STRAW_DARK)
        pen.stroke(((*foot, 0.2), (index * 0.22, 1.3, 0.22), (*top, 0.14)), _STRAW)
    for index in (-4, 4, -3, 3, -2, 2, -1, 1, 0):
        _draw_ear(pen.moved(index * 1.12, -2.4 - 0.2 * (4 - abs(index)), 1.0, index * 8.5))
    tie = smooth([(-1.6, 0.9), (0, 1.25), (1.6, 0.9), (1.7, 1.8), (0, 2.2), (-1.7, 1.8)])
    pen.poly(tie, (176, 60, 44), INK, 0.18)
    pen.line([(-1.5, 1.35), (0, 1.7), (1.5, 1.35)], (236, 160, 120), 0.14)


def _draw_ear(pen: Pen) -> None:
    for row in range(4):
        y = -row * 0.68
        for side in (-1, 1):
            grain = pen.moved(side * 0.36, y, 1.0, side * 28)
            grain.oval(0, 0, 0.34, 0.56, _STRAW, _STRAW_DARK, 0.12)
    pen.oval(0, -2.75, 0.34, 0.6, _STRAW, _STRAW_DARK, 0.12)
    pen.line([(0, -3.3), (0, -4.1)], _STRAW_DARK, 0.1)


def _draw_cotton(pen: Pen) -> None:
    """An open boll on its twig."""
    pen.stroke(((0.2, 2.2, 0.7), (0.5, 3.8, 0.55), (1.3, 5.4, 0.4)), _HUSK)
    leaf = smooth([(0.7, 3.9), (2.3, 2.9), (4.6, 3.4), (3.2, 4.7), (1.6, 4.8)])
    pen.poly(leaf, _LEAF, _LEAF_DARK, 0.2)
    pen.line([(0.9, 4.0), (4.1, 3.6)], _LEAF_DARK, 0.14)
    lobes = ((-2.5, -0.9, 2.35), (2.5, -0.9, 2.35), (0.0, -2.7, 2.5), (-1.5, 1.0, 1.9), (1.5, 1.0, 1.9), (0, -0.3, 2.0))
    for x, y, r in lobes:
        pen.disc(x, y, r + 0.22, mixed(_HUSK, INK, 0.35))
    for x, y, r in lobes:
        pen.disc(x, y, r, _BOLL)
        for ring in (0.86, 0.68, 0.5):
            arc = [(x + r * ring * math.cos(a), y + r * ring * math.sin(a)) for a in _turns(0.0, 1.9)]
            pen.line(arc, (196, 186, 166), 0.13)
    for side in (-1, 1):
        husk = smooth([(0, 3.1), (side * 1.5, 2.7), (side * 3.9, 1.0), (side * 2.4, 3.0), (side * 0.9, 3.9)])
        pen.poly(husk, _HUSK, INK, 0.16)
        pen.line([(side * 0.6, 3.3), (side * 3.2, 1.7)], (190, 150, 104), 0.14)
    pen.poly(smooth([(-0.9, 3.6), (-0.5, 1.4), (0, 0.7), (0.5, 1.4), (0.9, 3.6)]), _HUSK, INK, 0.16)


def _turns(start: float, end: float) -> list[float]:
    return [start + (end - start) * i / 10 for i in range(11)]


def _draw_fur(pen: Pen) -> None:
    """A stretched pelt with head, paws and tail."""
    half: list[Point] = [
        (0, -4.9),
        (0.9, -4.7),
        (1.3, -3.7),
        (1.5, -3.1),
        (3.2, -3.5),
        (4.6, -3.3),
        (4.7, -2.5),
        (3.0, -1.8),
    ]
    half += [
        (2.5, -0.6),
        (2.8, 1.0),
        (3.0, 1.8),
        (4.5, 2.5),
        (4.5, 3.4),
        (3.3, 3.5),
        (2.0, 3.0),
        (0.95, 3.3),
        (0.85, 4.7),
    ]
    outline = smooth(half + [(0, 5.5)] + [(-x, y) for x, y in half[:0:-1]], samples=4)
    ragged = [(x * (1 + 0.02 * (-1) ** i), y * (1 + 0.015 * (-1) ** i)) for i, (x, y) in enumerate(outline)]
    pen.poly(ragged, _PELT, _PELT_DARK, 0.26)
    pen.poly([(x * 0.62, y * 0.78 + 0.1) for x, y in outline], mixed(_PELT, (226, 178, 130), 0.42))
    for row in range(11):
        y = -2.6 + row * 0.5
        for column in range(-3, 4):
            x = 0.62 * column + (0.16 if row % 2 else -0.16)
            pen.stroke(((x, y, 0.14), (x * 1.03, y + 0.36, 0.05)), _PELT_DARK, samples=2)
    for x, y in ((-3.6, -2.7), (3.6, -2.7), (-3.6, 2.8), (3.6, 2.8), (0, -3.6), (0, 3.9), (0, 4.6)):
        pen.stroke(((x - 0.3, y, 0.1), (x + 0.3, y, 0.1)), _PELT_DARK)
        pen.stroke(((x - 0.2, y + 0.3, 0.1), (x + 0.2, y + 0.3, 0.1)), _PELT_DARK)
    for x in (-0.45, 0.45):
        pen.disc(x, -4.2, 0.17, INK)


def _draw_tobacco(pen: Pen) -> None:
    """Three broad leaves tied at their stalks."""
    for turn in (-38, 38, 0):
        leaf_pen = pen.moved(0, 4.2, 1.0, turn)
        half: list[Point] = [(0, 0.4), (0.8, -0.7), (2.1, -3.2), (2.2, -5.4), (1.2, -7.8), (0, -9.2)]
        outline = smooth(half + [(-x, y) for x, y in half[-2:0:-1]])
        shade = _LEAF if turn else mixed(_LEAF, (210, 200, 110), 0.3)
        leaf_pen.poly(outline, shade, _LEAF_DARK, 0.24)
        leaf_pen.hatch([(x, y) for x, y in outline if x >= -0.01], _LEAF_DARK, 0.5, -38, 0.1)
        leaf_pen.stroke(((0, 0.5, 0.42), (0, -4, 0.26), (0, -8.6, 0.1)), _LEAF_DARK)
        for row in range(6):
            y = -1.6 - row * 1.12
            reach = (1.3, 1.8, 1.9, 1.7, 1.3, 0.8)[row]
            for side in (-1, 1):
                leaf_pen.line([(0, y), (side * reach, y - 0.9)], _LEAF_DARK, 0.13)
    pen.poly(smooth([(-1.0, 3.5), (1.0, 3.5), (1.15, 4.5), (-1.15, 4.5)]), (198, 160, 96), INK, 0.18)
    pen.line([(-0.95, 4.0), (0.95, 4.0)], (110, 74, 30), 0.14)
    pen.stroke(((0, 4.5, 1.1), (0, 5.4, 0.8)), _LEAF_DARK)


_BUMPS = (  # x, y, size, turn
    (-0.6, -2.0, 1.7, -24),
    (2.2, -1.2, 1.25, 24),
    (-3.0, 0.2, 1.2, 60),
    (0.7, 0.7, 1.9, 8),
    (-1.9, 2.2, 0.8, 0),
    (3.2, 1.6, 0.75, 20),
)


def draw_nugget(pen: Pen) -> None:
    """A lump of gold, rounded by the river."""
    rim: list[Point] = [(-4.8, 0.9), (-4.3, -1.2), (-2.9, -1.9), (-2.1, -3.3), (-0.2, -3.9), (1.2, -3.1), (2.8, -3.0)]
    rim += [
        (4.1, -1.6),
        (3.9, -0.2),
        (4.9, 1.3),
        (4.1, 2.9),
        (2.2, 3.1),
        (0.7, 3.9),
        (-1.4, 3.3),
        (-3.4, 3.3),
        (-4.2, 2.2),
    ]
    outline = smooth(rim)
    pen.poly([(x + 0.25, y + 0.5) for x, y in outline], mixed(GOLD_DARK, INK, 0.6))
    pen.poly(outline, mixed(GOLD, GOLD_DARK, 0.28), GOLD_DARK, 0.34)
    with pen.clipped(outline) as inside:
        inside.poly([(x * 0.97 - 0.35, y * 0.94 - 0.5) for x, y in outline], GOLD)
        inside.hatch(
            smooth([(4.9, -1.5), (4.9, 4), (-4.8, 4), (-4.4, 2.4), (0.6, 2.4), (3.2, 1.0)]), GOLD_DARK, 0.34, 28, 0.13
        )
        for x, y, r, turn in _BUMPS:
            bump = inside.moved(x, y, r, turn)
            bump.oval(0.05, 0.08, 1.0, 0.8, mixed(GOLD, GOLD_DARK, 0.4))
            bump.oval(0, 0, 0.96, 0.74, mixed(GOLD, GOLD_LIGHT, 0.55))
            bump.oval(-0.16, -0.16, 0.6, 0.42, GOLD_LIGHT)
            bump.oval(-0.28, -0.26, 0.22, 0.13, (255, 250, 230))
            bump.line([(0.5 + 0.3 * math.cos(a), 0.2 + 0.42 * math.sin(a)) for a in _turns(-0.9, 1.3)], GOLD_DARK, 0.06)
    for x, y, r in ((-3.9, -3.1, 1.5), (4.3, -2.9, 1.0)):
        ray = [(0, -1), (0.13, -0.13), (1, 0), (0.13, 0.13), (0, 1), (-0.13, 0.13), (-1, 0), (-0.13, -0.13)]
        pen.moved(x, y, r).poly(ray, WHITE, GOLD_DARK, 0.06)
