"""Goods, money, food and energy as pictures about ten units wide, centred on the pen's origin."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from card_db.art.lettering import draw_number
from card_db.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, INK, WHITE, Colour, mixed
from card_db.art.plate import Pen, Point, ellipse, smooth

_BARK: Colour = (122, 78, 40)
_WOOD: Colour = (222, 176, 112)
_COAL: Colour = (44, 44, 50)
_CLAY: Colour = (188, 104, 62)
_BRICK: Colour = (190, 66, 48)
_HIDE: Colour = (196, 150, 104)
_LEATHER: Colour = (132, 70, 36)
_CRUST: Colour = (206, 138, 60)

# The ground of a token, so that goods are told apart by colour, too.
GROUNDS: Final[dict[str, Colour]] = {
    "fish": (150, 196, 222),
    "wood": (228, 204, 160),
    "clay": (240, 208, 178),
    "iron": (206, 212, 218),
    "grain": (252, 236, 176),
    "cattle": (206, 224, 178),
    "coal": (196, 196, 202),
    "hides": (240, 222, 200),
    "smoked_fish": (224, 202, 150),
    "charcoal": (176, 160, 146),
    "brick": (246, 214, 202),
    "steel": (184, 206, 230),
    "bread": (250, 226, 184),
    "meat": (246, 206, 206),
    "coke": (210, 182, 176),
    "leather": (222, 190, 162),
    "francs": (250, 232, 176),
    "food": (214, 232, 196),
    "energy": (252, 220, 176),
}


def draw_ware(pen: Pen, ware: str) -> None:
    """One unit of a good; also `francs`, `food` and `energy`."""
    _WARES[ware](pen)


def draw_token(pen: Pen, ware: str, r: float) -> None:
    """A round token with the ware on it."""
    ground = GROUNDS[ware]
    rim = mixed(ground, INK, 0.55)
    pen.disc(0, 0, r, rim)
    pen.disc(0, 0, r * 0.94, ground, rim, r * 0.04)
    pen.disc(0, 0, r * 0.86, None, mixed(ground, WHITE, 0.6), r * 0.03)
    draw_ware(pen.moved(0, 0, r * 0.152), ware)


def _fish_in(pen: Pen, body: Colour, dark: Colour) -> None:
    back: list[Point] = [(-4.8, 0), (-3.2, -1.7), (-0.6, -2.3), (2.0, -1.4), (3.2, -0.5), (4.9, -2.2)]
    belly: list[Point] = [(4.5, 0), (4.9, 2.2), (3.2, 0.5), (2.0, 1.4), (-0.6, 2.2), (-3.2, 1.6)]
    outline = smooth([*back, *belly])
    pen.poly(outline, body, dark, 0.3)
    pen.poly(smooth([(-1.2, -2.1), (0.4, -3.4), (1.8, -1.6), (0.4, -1.9)]), mixed(body, dark, 0.3), dark, 0.2)
    pen.line(ellipse(-4.0, 0, 1.7, 2.2, -46, 46), dark, 0.22)
    for row in range(3):
        for column in range(3):
            pen.line(ellipse(-1.0 + column * 1.15, -0.9 + row * 0.9, 0.55, 0.5, -70, 70), dark, 0.14)
    pen.disc(-3.4, -0.4, 0.42, WHITE, dark, 0.16)
    pen.disc(-3.45, -0.4, 0.18, INK)


def _fish(pen: Pen) -> None:
    _fish_in(pen.moved(0, 0, 1.0, -14), (108, 150, 184), (28, 58, 92))


def _smoked_fish(pen: Pen) -> None:
    for x in (-2.4, 0.2, 2.8):
        pen.stroke(((x, -1.6, 0.3), (x + 0.9, -2.9, 0.4), (x - 0.3, -4.0, 0.35), (x + 0.6, -5.0, 0.1)), (120, 108, 96))
    _fish_in(pen.moved(0, 1.4, 0.96, -8), (202, 142, 66), (92, 52, 14))


def _wood(pen: Pen) -> None:
    for x, y in ((-2.3, 2.2), (2.3, 2.2), (0, -1.7)):
        pen.disc(x, y, 2.35, _BARK, INK, 0.2)
        pen.disc(x, y, 1.9, _WOOD)
        for r in (1.4, 0.9, 0.4):
            pen.disc(x, y, r, None, _BARK, 0.2)
        pen.line([(x, y), (x + 1.7, y - 0.9)], _BARK, 0.22)


def _lumps(pen: Pen, colour: Colour, light: Colour, places: tuple[tuple[float, float, float, float], ...]) -> None:
    for x, y, r, turn in places:
        rock = [
            (
                x + r * reach * math.cos(math.radians(turn + step * 51)),
                y + r * reach * math.sin(math.radians(turn + step * 51)),
            )
            for step, reach in enumerate((1.0, 0.86, 1.05, 0.9, 1.0, 0.84, 0.95))
        ]
        pen.poly(rock, colour, INK, 0.24)
        pen.poly([rock[4], rock[5], rock[6], (x, y)], light)
        pen.line([rock[2], (x, y), rock[6]], mixed(colour, WHITE, 0.3), 0.14)


_HEAP = ((-2.5, 1.9, 2.3, 10), (2.4, 2.0, 2.3, 40), (0.1, -1.6, 2.6, 70))


def _coal(pen: Pen) -> None:
    _lumps(pen, _COAL, (96, 98, 110), _HEAP)


def _coke(pen: Pen) -> None:
    _lumps(pen, (92, 84, 84), (150, 132, 128), _HEAP)
    for x, y in ((-3.0, 1.4), (-1.8, 2.6), (2.0, 1.2), (3.2, 2.6), (-0.6, -2.2), (0.9, -1.2)):
        pen.disc(x, y, 0.42, (226, 96, 44), (150, 40, 20), 0.14)


def _charcoal(pen: Pen) -> None:
    for turn, y in ((-24, 2.4), (20, 1.4), (-4, -1.6)):
        log = pen.moved(0, y, 1.0, turn)
        log.box((-4.4, -1.1, 4.0, 1.1), _COAL, INK, 0.24)
        log.oval(4.0, 0, 0.7, 1.1, (110, 104, 100), INK, 0.2)
        for x in (-3.2, -1.4, 0.6, 2.4):
            log.line([(x, -1.0), (x + 0.5, 0.1), (x, 1.0)], (118, 114, 112), 0.2)


def _clay(pen: Pen) -> None:
    mound = smooth([(-4.9, 3.4), (-3.9, 0.8), (-1.8, -2.2), (0.2, -3.4), (2.2, -2.0), (3.8, 0.6), (4.9, 3.4)], False)
    pen.poly([*mound, (-4.9, 3.4)], _CLAY, INK, 0.28)
    pen.hatch([(0.6, -3.2), (2.4, -1.8), (3.9, 0.8), (4.8, 3.3), (1.0, 3.3)], mixed(_CLAY, INK, 0.5), 0.6, 62, 0.16)
    for x, y in ((-2.4, 1.8), (-0.6, -0.4), (1.2, 2.2), (-1.0, 2.6), (2.4, 0.6)):
        pen.line(ellipse(x, y, 0.8, 0.5, 180, 350), mixed(_CLAY, INK, 0.45), 0.22)


def _brick(pen: Pen) -> None:
    for x, y in ((-2.5, 2.4), (2.5, 2.4), (0, -0.2), (-2.5, -2.8), (2.5, -2.8)):
        pen.box((x - 2.35, y - 1.15, x + 2.35, y + 1.15), _BRICK, INK, 0.22)
        pen.line([(x - 2.0, y - 0.75), (x + 1.9, y - 0.75)], mixed(_BRICK, WHITE, 0.45), 0.26)


def _bar(pen: Pen, x: float, y: float, front: Colour, top: Colour) -> None:
    pen.poly([(x - 2.4, y + 1.3), (x - 1.7, y - 0.6), (x + 1.7, y - 0.6), (x + 2.4, y + 1.3)], front, INK, 0.22)
    pen.poly([(x - 1.7, y - 0.6), (x - 1.1, y - 1.4), (x + 2.3, y - 1.4), (x + 1.7, y - 0.6)], top, INK, 0.18)
    pen.poly(
        [(x + 1.7, y - 0.6), (x + 2.3, y - 1.4), (x + 3.0, y + 0.4), (x + 2.4, y + 1.3)],
        mixed(front, INK, 0.35),
        INK,
        0.18,
    )


def _iron(pen: Pen) -> None:
    for x, y in ((-2.4, 2.2), (2.2, 2.2), (-0.2, -1.0)):
        _bar(pen, x, y, (128, 124, 122), (176, 172, 168))


def _steel(pen: Pen) -> None:
    for lean, y in ((-10, 2.0), (-10, -2.0)):
        beam = pen.moved(0, y, 1.0, lean)
        beam.box((-4.6, -1.7, 4.6, -0.9), (118, 152, 190), INK, 0.2)
        beam.box((-4.6, -0.9, 4.6, 0.9), (170, 198, 226), INK, 0.2)
        beam.box((-4.6, 0.9, 4.6, 1.7), (96, 130, 170), INK, 0.2)
        for x in (-3.4, -1.1, 1.2, 3.5):
            beam.disc(x, 0, 0.36, (58, 84, 118))
        beam.line([(-4.4, -0.6), (4.4, -0.6)], WHITE, 0.24)


def _grain(pen: Pen) -> None:
    straw, dark = (230, 184, 70), (134, 88, 18)
    for lean, x in ((-24, -1.4), (24, 1.4), (0, 0.0)):
        ear = pen.moved(x * 0.5, 4.6, 1.0, lean)
        ear.stroke(((0, 0, 0.34), (0, -4.4, 0.26)), dark)
        for row in range(5):
            for side in (-1, 1):
                ear.moved(side * 0.62, -4.2 - row * 0.95, 1.0, side * 28).oval(0, 0, 0.5, 0.85, straw, dark, 0.16)
        ear.oval(0, -9.0, 0.45, 0.85, straw, dark, 0.16)


def _bread(pen: Pen) -> None:
    loaf = smooth(
        [
            (-4.9, 1.4),
            (-4.2, -1.2),
            (-1.6, -2.6),
            (1.6, -2.6),
            (4.2, -1.2),
            (4.9, 1.4),
            (3.6, 2.7),
            (0, 3.0),
            (-3.6, 2.7),
        ]
    )
    pen.poly(loaf, _CRUST, (92, 50, 12), 0.34)
    for x in (-2.6, 0, 2.6):
        pen.poly(
            smooth([(x - 0.9, -1.9), (x + 0.5, -1.7), (x + 0.9, 1.0), (x - 0.5, 0.6)]),
            (250, 222, 164),
            (132, 78, 24),
            0.2,
        )


def _cattle(pen: Pen) -> None:
    coat, dark = (160, 96, 52), (66, 34, 14)
    for side in (-1, 1):
        pen.stroke(((side * 1.9, -2.4, 0.9), (side * 3.6, -3.6, 0.7), (side * 3.9, -5.0, 0.2)), (244, 232, 204))
        pen.poly(
            smooth([(side * 2.2, -1.6), (side * 4.9, -2.0), (side * 4.4, -0.2), (side * 2.4, -0.4)]),
            mixed(coat, dark, 0.3),
            dark,
            0.22,
        )
    face = smooth(
        [
            (-2.5, -2.6),
            (0, -3.2),
            (2.5, -2.6),
            (2.6, 0.4),
            (2.2, 2.6),
            (2.4, 4.2),
            (0, 5.0),
            (-2.4, 4.2),
            (-2.2, 2.6),
            (-2.6, 0.4),
        ]
    )
    pen.poly(face, coat, dark, 0.3)
    pen.poly(smooth([(0, -3.0), (0.9, -1.0), (0.7, 2.0), (-0.7, 2.0), (-0.9, -1.0)]), (250, 240, 222))
    pen.poly(
        smooth([(-2.2, 2.7), (0, 2.2), (2.2, 2.7), (2.3, 4.1), (0, 4.8), (-2.3, 4.1)]), (236, 184, 168), dark, 0.22
    )
    for side in (-1, 1):
        pen.disc(side * 1.5, -0.4, 0.45, INK)
        pen.oval(side * 0.9, 3.6, 0.3, 0.42, dark)


def _meat(pen: Pen) -> None:
    bone = (250, 244, 226)
    pen.stroke(((1.4, 1.6, 1.3), (4.0, 3.8, 1.1)), INK)
    pen.stroke(((1.4, 1.6, 0.9), (4.0, 3.8, 0.7)), bone)
    for x, y in ((4.6, 3.4), (3.6, 4.5)):
        pen.disc(x, y, 0.85, bone, INK, 0.2)
    ham = smooth(
        [(2.6, 2.6), (0.2, 3.4), (-3.2, 2.0), (-4.6, -1.2), (-3.0, -3.8), (0.2, -3.8), (2.6, -1.4), (3.2, 1.0)]
    )
    pen.poly(ham, (206, 82, 70), (92, 22, 22), 0.34)
    pen.oval(-1.7, -1.2, 1.9, 1.6, (246, 206, 190), (150, 50, 46), 0.2)
    pen.disc(-1.7, -1.2, 0.6, bone, (150, 50, 46), 0.16)


def _hide_outline() -> list[Point]:
    half: list[Point] = [
        (0, -4.4),
        (1.2, -3.6),
        (1.6, -2.7),
        (3.6, -3.8),
        (4.7, -2.4),
        (3.1, -1.1),
        (2.8, 1.2),
        (4.4, 2.6),
        (3.4, 4.1),
        (1.7, 3.0),
    ]
    return smooth([*half, (0, 4.4), *((-x, y) for x, y in half[:0:-1])], samples=4)


def _hides(pen: Pen) -> None:
    outline = _hide_outline()
    pen.poly(outline, _HIDE, (86, 50, 22), 0.32)
    pen.poly([(x * 0.66, y * 0.72) for x, y in outline], mixed(_HIDE, WHITE, 0.35))
    for x, y, r in ((-1.3, -0.9, 0.9), (1.2, 0.5, 1.1), (-0.8, 1.7, 0.7)):
        pen.oval(x, y, r, r * 0.8, (122, 78, 44))


def _leather(pen: Pen) -> None:
    pen.box((-4.4, -1.6, 2.2, 3.6), _LEATHER, INK, 0.26)
    for x in range(6):
        pen.line([(-3.9 + x * 1.05, 3.0), (-3.4 + x * 1.05, 3.0)], (236, 200, 150), 0.22)
    pen.hatch([(-4.4, -1.6), (2.2, -1.6), (2.2, 3.6), (-4.4, 3.6)], mixed(_LEATHER, WHITE, 0.18), 0.9, 20, 0.12)
    pen.box((-4.8, -3.8, 2.6, -0.9), mixed(_LEATHER, WHITE, 0.16), INK, 0.26)
    pen.oval(3.1, -2.35, 1.25, 1.45, mixed(_LEATHER, WHITE, 0.4), INK, 0.24)
    pen.oval(3.1, -2.35, 0.7, 0.85, _LEATHER, INK, 0.16)
    pen.disc(3.1, -2.35, 0.28, INK)


def _francs(pen: Pen) -> None:
    pen.disc(0.2, 0.3, 4.6, mixed(GOLD_DARK, INK, 0.4))
    pen.disc(0, 0, 4.6, GOLD, GOLD_DARK, 0.34)
    pen.disc(0, 0, 3.8, GOLD_LIGHT, GOLD_DARK, 0.24)
    for box in ((-1.5, -2.4, -0.4, 2.4), (-1.5, -2.4, 1.9, -1.4), (-1.5, -0.4, 1.2, 0.5)):
        pen.box(box, mixed(GOLD_DARK, INK, 0.3))


def _food(pen: Pen) -> None:
    pen.disc(0, 0, 4.4, WHITE, (70, 100, 60), 0.4)
    pen.disc(0, 0, 3.0, None, (150, 180, 140), 0.24)
    for x in (-1.5, -0.9, -0.3):
        pen.line([(x, -2.6), (x, -0.8)], INK, 0.3)
    pen.stroke(((-0.9, -0.9, 0.5), (-0.9, 2.8, 0.5)), INK)
    pen.poly(smooth([(0.8, -2.7), (1.8, -1.6), (1.7, 0.2), (0.9, 0.3)]), INK)
    pen.stroke(((1.1, 0.2, 0.45), (1.1, 2.8, 0.5)), INK)


def _energy(pen: Pen) -> None:
    flame = smooth(
        [
            (0, -4.9),
            (1.2, -2.6),
            (3.0, -0.6),
            (3.3, 2.0),
            (1.8, 4.2),
            (0, 4.7),
            (-1.8, 4.2),
            (-3.3, 2.0),
            (-2.6, -0.6),
            (-1.4, -1.4),
            (-1.2, -3.2),
        ]
    )
    pen.poly(flame, (226, 88, 36), (120, 30, 10), 0.34)
    pen.poly(smooth([(0.2, -1.6), (1.4, 0.6), (1.5, 2.6), (0, 4.0), (-1.5, 2.6), (-1.0, 0.8)]), (252, 206, 84))


_WARES: Final[dict[str, Callable[[Pen], None]]] = {
    "fish": _fish,
    "wood": _wood,
    "clay": _clay,
    "iron": _iron,
    "grain": _grain,
    "cattle": _cattle,
    "coal": _coal,
    "hides": _hides,
    "smoked_fish": _smoked_fish,
    "charcoal": _charcoal,
    "brick": _brick,
    "steel": _steel,
    "bread": _bread,
    "meat": _meat,
    "coke": _coke,
    "leather": _leather,
    "francs": _francs,
    "food": _food,
    "energy": _energy,
}


def draw_amount(pen: Pen, number: str, ware: str, x: float, y: float, size: float, colour: Colour) -> None:
    """A number beside its ware, centred on (x, y)."""
    draw_number(pen, number, x - size * 0.5, y, size * 0.8, colour, size)
    draw_ware(pen.moved(x + size * 0.55, y, size / 10.5), ware)
