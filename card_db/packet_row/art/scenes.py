"""Pictures on the boards: the quay, the market square, the hall and the bank, made from the parts of the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from card_db.art.ornament import draw_cloud, draw_sky
from card_db.art.parts import Mason
from card_db.art.plate import Box, Pen, Point, ellipse, rectangle, smooth
from card_db.packet_row.art.facades import draw_facade
from card_db.packet_row.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED, WHITE, Family, family_of, mixed
from card_db.packet_row.art.vessels import draw_sea, draw_ship
from card_db.packet_row.art.wares import draw_good


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where a scene is drawn: a box in millimetres and the inks of its deck."""

    pen: Pen
    box: Box
    family: Family

    def at(self, x: float, y: float) -> Point:
        """A place by its share of the width from the left and of the height from the top."""
        x0, y0, x1, y1 = self.box
        return x0 + (x1 - x0) * x, y0 + (y1 - y0) * y

    def building(self, name: str, x: float, y: float, size: float) -> None:
        """A façade that stands on a place."""
        draw_facade(self.pen.moved(*self.at(x, y), size), name, self.family)

    def mason(self, x: float, y: float, size: float) -> Mason:
        """A mason at work on a place."""
        return Mason(self.pen.moved(*self.at(x, y), size, flip=True), self.family)


def draw_scene(pen: Pen, area: str, box: Box) -> None:
    """The picture of a board inside a box."""
    family = family_of(area)
    with pen.clipped(rectangle(box)) as inside:
        stage = _Stage(inside, box, family)
        draw_sky(inside, box, family)
        for x, y, size in ((0.16, 0.16, 1.7), (0.62, 0.1, 1.3), (0.88, 0.24, 1.9), (0.4, 0.27, 1.0)):
            draw_cloud(inside, *stage.at(x, y), size, family)
        _SCENES[area](stage)


def _ground(stage: _Stage, y: float) -> None:
    x0, _, x1, y1 = stage.box
    _, level = stage.at(0, y)
    family = stage.family
    stage.pen.box((x0, level, x1, y1), mixed(family.tint, family.mid, 0.28))
    stage.pen.line([(x0, level), (x1, level)], family.ink, 0.3)
    row, at = 0, level + 1.2
    while at < y1:
        stage.pen.line([(x0, at), (x1, at)], mixed(family.mid, family.tint, 0.15), 0.16)
        step = 3.0 + row * 0.9
        x = x0 + (row % 2) * step / 2
        while x < x1:
            stage.pen.line([(x, at), (x, at + 1.2 + row * 0.28)], family.mid, 0.14)
            x += step
        row += 1
        at += 1.2 + row * 0.28


def draw_walker(pen: Pen, lady: bool, coat: tuple[int, int, int]) -> None:
    """Someone on the way, about ten units high; y grows upwards."""
    if lady:
        skirt = smooth([(-2.6, 0), (-1.9, 2.6), (-0.7, 5.0), (0.7, 5.0), (1.9, 2.6), (2.6, 0)], closed=False)
        pen.poly(skirt, coat, INK, 0.2)
        for x in (-1.2, 0, 1.2):
            pen.line([(x, 0.2), (x * 0.4, 4.6)], INK, 0.12)
        pen.poly([(-1.0, 5.0), (1.0, 5.0), (0.8, 7.4), (-0.8, 7.4)], coat, INK, 0.2)
        pen.disc(0.1, 8.3, 0.95, (240, 214, 184), INK, 0.16)
        pen.poly(ellipse(-0.3, 8.6, 1.3, 1.3, 60, 270), coat, INK, 0.18)
        return
    for x in (-0.6, 0.6):
        pen.box((x - 0.45, 0, x + 0.45, 3.6), INK)
    pen.poly([(-1.7, 2.4), (1.5, 2.8), (1.2, 7.2), (-1.2, 7.2)], coat, INK, 0.2)
    pen.line([(0.5, 3.0), (0.4, 7.0)], INK, 0.14)
    pen.disc(0, 8.2, 0.9, (240, 214, 184), INK, 0.16)
    pen.box((-1.5, 8.7, 1.5, 9.05), INK)
    pen.box((-0.95, 9.0, 0.95, 11.0), INK)


def _walkers(stage: _Stage, places: tuple[tuple[float, float, float, bool], ...]) -> None:
    coats = (RED, stage.family.ink, stage.family.mid, (92, 84, 70))
    for number, (x, y, size, lady) in enumerate(places):
        draw_walker(stage.mason(x, y, size).pen, lady, coats[number % len(coats)])


def _guildhall(stage: _Stage) -> None:
    _ground(stage, 0.68)
    stage.building("school", 0.11, 0.7, 1.0)
    stage.building("courthouse", 0.88, 0.7, 1.0)
    stage.building("city_hall", 0.49, 0.75, 1.55)
    for x in (0.225, 0.755):
        mason = stage.mason(x, 0.82, 1.0)
        mason.pole(0, 0, 34, False)
        banner: list[Point] = [(0.4, 32), (7.6, 32), (7.6, 17), (4, 20), (0.4, 17)]
        mason.pen.poly(banner, RED, mason.ink, 0.3)
        mason.pen.poly([(1.2, 31.2), (6.8, 31.2), (6.8, 18.6), (4, 21), (1.2, 18.6)], None, GOLD_LIGHT, 0.24)
        mason.shield(4, 26.4, 2)
    _walkers(
        stage, ((0.06, 0.86, 0.8, True), (0.335, 0.88, 0.9, False), (0.38, 0.885, 0.9, True), (0.64, 0.86, 0.85, False))
    )
    _walkers(stage, ((0.93, 0.89, 0.9, False), (0.865, 0.88, 0.9, True)))


def _docks(stage: _Stage) -> None:
    x0, _, x1, y1 = stage.box
    _, horizon = stage.at(0, 0.56)
    draw_sea(stage.pen, (x0, horizon, x1, y1), stage.family, 1.3)
    stage.building("lighthouse", 0.93, 0.6, 0.56)
    stage.building("warehouse", 0.075, 0.8, 1.25)
    draw_ship(stage.pen.moved(*stage.at(0.74, 0.63), 0.62), "netherlands", stage.family)
    draw_ship(stage.pen.moved(*stage.at(0.42, 0.75), 1.5), "great_britain", stage.family)
    _, quay = stage.at(0, 0.8)
    stage.pen.box((x0, quay, x1, y1), mixed(stage.family.tint, stage.family.mid, 0.4), stage.family.ink, 0.3)
    stage.pen.hatch(rectangle((x0, quay, x1, y1)), stage.family.ink, 1.7, 0, 0.16)
    for k in range(22):
        x = x0 + 2 + k * 4.7
        stage.pen.line([(x, quay + 1.7 * (k % 3)), (x, quay + 1.7 * (k % 3 + 1))], stage.family.ink, 0.16)
    mason = stage.mason(0.66, 0.865, 1.2)
    for x, y, size in ((0.0, 0.0, 4.0), (4.4, 0.0, 3.2), (1.2, 4.0, 3.0)):
        mason.crate(x, y, size)
    for x in (10, 12.8, 26, 28.6):
        mason.barrel(x)
    mason.barrel(11.4, 2.5)
    _walkers(
        stage, ((0.2, 0.87, 0.9, False), (0.25, 0.885, 0.9, False), (0.56, 0.875, 0.9, True), (0.86, 0.885, 0.9, False))
    )


def _market(stage: _Stage) -> None:
    _ground(stage, 0.6)
    stage.building("town_clock", 0.13, 0.63, 1.16)
    stage.building("bakehouse", 0.87, 0.63, 1.1)
    stage.building("market_hall", 0.5, 0.64, 1.35)
    for number, good in enumerate(("grain", "cotton", "fur", "tobacco")):
        x = 0.14 + number * 0.24
        mason = stage.mason(x, 0.87, 1.0)
        pen, family = mason.pen, stage.family
        for side in (-8.6, 8.6):
            pen.stroke(((side, 0, 0.5), (side, 15, 0.4)), family.ink)
        for stripe in range(8):
            left, colour = -9.6 + stripe * 2.4, WHITE if (stripe + number) % 2 else (RED, family.mid)[number % 2]
            roof: list[Point] = [(left * 0.84, 18.6), ((left + 2.4) * 0.84, 18.6), (left + 2.4, 14), (left, 14)]
            pen.poly(roof, colour, family.ink, 0.18)
            pen.poly(ellipse(left + 1.2, 14, 1.2, 1.1, 180, 360), colour, family.ink, 0.16)
        pen.box((-9, 0, 9, 4.6), mixed(family.tint, family.mid, 0.5), family.ink, 0.24)
        pen.hatch(rectangle((-9, 0, 9, 4.6)), family.ink, 1.1, 90, 0.12)
        for place in (-5.6, 0.0, 5.6):
            centre = stage.at(x, 0.87)
            draw_good(stage.pen.moved(centre[0] + place, centre[1] - 7.3, 0.56), good)
    _walkers(stage, ((0.03, 0.92, 0.9, True), (0.26, 0.9, 0.9, False), (0.5, 0.9, 0.9, True), (0.97, 0.92, 0.9, False)))


def _bank(stage: _Stage) -> None:
    _ground(stage, 0.66)
    stage.building("merchants_club", 0.12, 0.68, 1.0)
    stage.building("newspaper", 0.9, 0.68, 1.1)
    stage.building("treasury", 0.52, 0.72, 1.66)
    mason = stage.mason(0.8, 0.88, 1.15)
    for x, count in ((0.0, 5), (4.6, 8), (9.2, 3)):
        for level in range(count):
            mason.pen.poly(ellipse(x, 0.6 + level * 1.05, 2.2, 0.95), GOLD, GOLD_DARK, 0.2)
            mason.pen.poly(ellipse(x, 1.0 + level * 1.05, 2.2, 0.95), GOLD_LIGHT, GOLD_DARK, 0.2)
    chest = stage.mason(0.135, 0.88, 1.2)
    chest.pen.box((-6, 0, 6, 5), mixed(stage.family.mid, INK, 0.35), INK, 0.3)
    chest.pen.poly([(-6, 5), *ellipse(0, 5, 6, 3, 180, 0), (6, 5)], mixed(stage.family.mid, INK, 0.2), INK, 0.3)
    for x in (-4, 0, 4):
        chest.pen.box((x - 0.5, 0, x + 0.5, 7.2 - abs(x) * 0.16), GOLD, GOLD_DARK, 0.16)
    chest.pen.disc(0, 4.2, 1.1, GOLD_LIGHT, GOLD_DARK, 0.2)
    _walkers(
        stage, ((0.29, 0.86, 0.9, False), (0.345, 0.87, 0.9, True), (0.66, 0.85, 0.85, False), (0.02, 0.87, 0.9, True))
    )


_SCENES: Final[dict[str, Callable[[_Stage], None]]] = {
    "guildhall": _guildhall,
    "docks": _docks,
    "market": _market,
    "bank": _bank,
}
