"""Parts of buildings: walls, roofs, columns, towers; y grows upwards from the ground."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from card_db.art.palette import GOLD, GOLD_DARK, GOLD_LIGHT, RED, WHITE, Colour, Family, mixed
from card_db.art.plate import Pen, Point, ellipse, rectangle


@dataclass(frozen=True, slots=True)
class Mason:
    """Builds with the inks of one deck; x is the left edge of a part unless it is called `middle`."""

    pen: Pen
    family: Family

    @property
    def ink(self) -> Colour:
        """The darkest ink."""
        return self.family.ink

    @property
    def stone(self) -> Colour:
        """Lit walls and columns."""
        return mixed(self.family.pale, WHITE, 0.55)

    @property
    def glass(self) -> Colour:
        """Windows and dark porches."""
        return mixed(self.family.ink, self.family.mid, 0.3)

    @property
    def slate(self) -> Colour:
        """Roofs and domes."""
        return mixed(self.family.mid, self.family.ink, 0.18)

    def wall(self, x: float, y: float, width: float, height: float, kind: str = "plain") -> None:
        """A lit wall, shaded at its right end; kinds: plain, stone, brick, board."""
        box = (x, y, x + width, y + height)
        fill = {"brick": mixed(self.family.tint, self.family.mid, 0.45), "board": self.family.tint}.get(
            kind, self.stone
        )
        self.pen.box(box, fill)
        line = mixed(self.family.mid, fill, 0.45)
        step = {"stone": 1.5, "brick": 0.7, "board": 0.95}.get(kind, 0.0)
        if step:
            self.pen.hatch(rectangle(box), line, step, 0, 0.09)
        if kind in ("stone", "brick"):
            self._joints(x, y, width, height, step, line)
        shade = min(width * 0.22, 3.0)
        self.pen.hatch(rectangle((x + width - shade, y, x + width, y + height)), self.family.mid, 0.38, 58, 0.12)
        self.pen.box(box, None, self.ink, 0.22)

    def _joints(self, x: float, y: float, width: float, height: float, step: float, line: Colour) -> None:
        row = 0
        while (row + 1) * step < height:
            at = x + step * (1.0 if row % 2 else 2.0)
            while at < x + width:
                self.pen.line([(at, y + row * step), (at, y + (row + 1) * step)], line, 0.08)
                at += step * 2.4
            row += 1

    def cornice(self, x: float, y: float, width: float, height: float = 0.9) -> None:
        """A moulding that stands out on both sides."""
        self.pen.box((x - 0.5, y, x + width + 0.5, y + height), self.stone, self.ink, 0.18)
        self.pen.line([(x - 0.4, y + height * 0.5), (x + width + 0.4, y + height * 0.5)], self.family.mid, 0.12)

    def windows(
        self, x: float, y: float, width: float, height: float, columns: int, rows: int = 1, kind: str = "rect"
    ) -> None:
        """A grid of windows in the box; kinds: rect, arch, tall, round."""
        cell_w, cell_h = width / columns, height / rows
        half = min(cell_w * 0.28, 1.5) if kind != "tall" else cell_w * 0.24
        for row in range(rows):
            for column in range(columns):
                middle, low = x + cell_w * (column + 0.5), y + cell_h * row + cell_h * 0.14
                self.window(middle, low, half, cell_h * 0.72, kind)

    def window(self, middle: float, y: float, half: float, height: float, kind: str = "rect") -> None:
        """One window that stands on y."""
        shape = self._opening(middle, y, half, height, kind)
        self.pen.poly(shape, self.glass, self.ink, 0.2)
        light = mixed(self.family.tint, WHITE, 0.3)
        if half > 0.45:
            self.pen.line([(middle, y), (middle, y + height)], light, 0.13)
            self.pen.line([(middle - half, y + height * 0.5), (middle + half, y + height * 0.5)], light, 0.13)
        self.pen.box((middle - half - 0.25, y - 0.45, middle + half + 0.25, y - 0.05), self.stone, self.ink, 0.12)

    def _opening(self, middle: float, y: float, half: float, height: float, kind: str) -> list[Point]:
        if kind == "round":
            return ellipse(middle, y + height / 2, half * 1.1, half * 1.1)
        if kind in ("arch", "tall"):
            spring = y + height - half
            return [(middle - half, y), *ellipse(middle, spring, half, half, 180, 0), (middle + half, y)]
        return rectangle((middle - half, y, middle + half, y + height))

    def door(self, middle: float, width: float, height: float, kind: str = "rect", y: float = 0.0) -> None:
        """A double door in a light surround."""
        half = width / 2
        self.pen.poly(self._opening(middle, y, half + 0.45, height + 0.45, kind), self.stone, self.ink, 0.18)
        self.pen.poly(self._opening(middle, y, half, height, kind), self.ink)
        self.pen.line([(middle, y), (middle, y + height)], self.family.mid, 0.16)
        for side in (-0.5, 0.5):
            at = middle + side * half
            self.pen.box((at - half * 0.28, y + 0.5, at + half * 0.28, y + height * 0.45), None, self.family.mid, 0.12)

    def gable(self, x: float, y: float, width: float, height: float, roof: bool = True) -> None:
        """A triangle over a wall: a pediment, or a roof end with eaves."""
        out = 0.9 if roof else 0.5
        outer = [(x - out, y), (x + width / 2, y + height), (x + width + out, y)]
        self.pen.poly(outer, self.slate if roof else self.stone, self.ink, 0.26)
        inner = [(x + width * 0.13, y + 0.55), (x + width / 2, y + height * 0.83), (x + width * 0.87, y + 0.55)]
        if roof:
            self.pen.hatch(outer, self.ink, 0.6, 0, 0.1)
        else:
            self.pen.poly(inner, self.family.tint, self.ink, 0.16)
            self.pen.hatch(inner, self.family.mid, 0.45, 0, 0.08)

    def roof(self, x: float, y: float, width: float, height: float, slope: float = 2.0) -> None:
        """A sloping roof seen from the eaves."""
        shape = [(x - 0.8, y), (x + slope, y + height), (x + width - slope, y + height), (x + width + 0.8, y)]
        self.pen.poly(shape, self.slate, self.ink, 0.22)
        self.pen.hatch(shape, self.ink, 0.62, 0, 0.1)

    def columns(self, x: float, y: float, width: float, height: float, count: int, half: float = 0.75) -> None:
        """A row of fluted columns before a dark porch."""
        self.pen.box((x, y, x + width, y + height), mixed(self.glass, self.family.ink, 0.3))
        self.pen.hatch(rectangle((x, y, x + width, y + height)), self.family.mid, 0.55, 90, 0.08)
        for i in range(count):
            middle = x + half + 0.2 + (width - 2 * half - 0.4) * i / (count - 1)
            self.column(middle, y, height, half)

    def column(self, middle: float, y: float, height: float, half: float = 0.75) -> None:
        """One column with base and capital."""
        shaft = [
            (middle - half, y),
            (middle + half, y),
            (middle + half * 0.84, y + height),
            (middle - half * 0.84, y + height),
        ]
        self.pen.poly(shaft, self.stone, self.ink, 0.14)
        for part in (0.15, 0.5, 0.72):
            self.pen.line(
                [(middle + half * part, y + 0.6), (middle + half * part * 0.84, y + height - 0.7)],
                self.family.mid,
                0.11,
            )
        for low, high in ((0.0, 0.55), (height - 0.75, height)):
            self.pen.box((middle - half * 1.25, y + low, middle + half * 1.25, y + high), self.stone, self.ink, 0.14)

    def steps(self, middle: float, width: float, count: int = 3, rise: float = 0.75) -> float:
        """A flight of steps from the ground; returns its height."""
        for i in range(count):
            half = width / 2 + (count - 1 - i) * 0.9
            self.pen.box((middle - half, i * rise, middle + half, (i + 1) * rise), self.stone, self.ink, 0.16)
        return count * rise

    def dome(self, middle: float, y: float, r: float, height: float | None = None) -> None:
        """A ribbed dome with a lantern and a ball."""
        tall = r if height is None else height
        shape = ellipse(middle, y, r, tall, 0, 180)
        self.pen.poly(shape, self.slate, self.ink, 0.22)
        for rib in (-0.75, -0.4, 0.0, 0.4, 0.75):
            arc = [
                (middle + rib * r * math.cos(a), y + tall * math.sin(a))
                for a in (math.pi / 2 * i / 8 for i in range(9))
            ]
            self.pen.line(arc, self.ink, 0.12)
        self.pen.hatch([(px, py) for px, py in shape if px >= middle + r * 0.3], self.ink, 0.4, 20, 0.12)
        lantern = r * 0.2
        self.pen.box(
            (middle - lantern, y + tall - 0.1, middle + lantern, y + tall + lantern * 2), self.stone, self.ink, 0.16
        )
        self.pen.poly(ellipse(middle, y + tall + lantern * 2, lantern * 1.2, lantern * 1.2, 0, 180), self.ink)
        self.pen.disc(middle, y + tall + lantern * 3.6, max(0.3, lantern * 0.4), GOLD_LIGHT, GOLD_DARK, 0.12)

    def spire(self, middle: float, y: float, width: float, height: float) -> None:
        """A pointed roof with a ball on its tip."""
        half = width / 2
        shape = [(middle - half - 0.4, y), (middle, y + height), (middle + half + 0.4, y)]
        self.pen.poly(shape, self.slate, self.ink, 0.22)
        self.pen.hatch([(middle, y), (middle, y + height), (middle + half, y)], self.ink, 0.36, 30, 0.12)
        self.pen.disc(middle, y + height, 0.42, GOLD_LIGHT, GOLD_DARK, 0.12)

    def clock(self, middle: float, y: float, r: float) -> None:
        """A clock face at ten past ten."""
        self.pen.disc(middle, y, r, WHITE, self.ink, 0.3)
        for hour in range(12):
            cos, sin = math.cos(hour * math.pi / 6), math.sin(hour * math.pi / 6)
            self.pen.line(
                [(middle + cos * r * 0.78, y + sin * r * 0.78), (middle + cos * r * 0.92, y + sin * r * 0.92)],
                self.ink,
                0.16,
            )
        for reach, angle in ((0.5, 150), (0.72, 30)):
            a = math.radians(angle)
            self.pen.stroke(
                ((middle, y, 0.26), (middle + math.cos(a) * r * reach, y + math.sin(a) * r * reach, 0.14)), self.ink
            )

    def pole(self, middle: float, y: float, height: float, flag: bool = True) -> None:
        """A pole with a flag in the wind."""
        self.pen.stroke(((middle, y, 0.3), (middle, y + height, 0.18)), self.ink)
        self.pen.disc(middle, y + height, 0.32, GOLD_LIGHT, GOLD_DARK, 0.1)
        if flag:
            top = y + height - 0.4
            cloth: list[Point] = [
                (middle, top),
                (middle + 1.6, top + 0.3),
                (middle + 3.4, top - 0.2),
                (middle + 3.2, top - 2.0),
            ]
            cloth += [(middle + 1.5, top - 1.6), (middle, top - 1.9)]
            self.pen.poly(cloth, RED, self.ink, 0.14)
            self.pen.line(
                [(middle + 0.1, top - 0.9), (middle + 1.6, top - 0.6), (middle + 3.3, top - 1.1)], WHITE, 0.34
            )

    def chimney(self, x: float, y: float, width: float, height: float, smoke: bool = False) -> None:
        """A chimney, with smoke if the oven is lit."""
        self.wall(x, y, width, height, "brick")
        self.cornice(x + 0.2, y + height, width - 0.4, 0.6)
        if smoke:
            for i, (dx, dy, r) in enumerate(((0.6, 2.0, 0.8), (1.6, 3.6, 1.1), (3.2, 5.0, 1.4), (5.4, 5.9, 1.1))):
                puff = self.pen.moved(x + width / 2 + dx, y + height + dy)
                puff.disc(0, 0, r, WHITE, self.family.mid, 0.16)
                puff.line(ellipse(0, 0, r * 0.6, r * 0.6, 200 + 10 * i, 320), self.family.mid, 0.12)

    def shield(self, middle: float, y: float, r: float, colour: Colour = GOLD) -> None:
        """A small coat of arms or sign."""
        shape: list[Point] = [
            (middle - r, y + r),
            (middle + r, y + r),
            (middle + r, y - r * 0.1),
            (middle, y - r * 1.2),
            (middle - r, y - r * 0.1),
        ]
        self.pen.poly(shape, colour, self.ink, 0.18)
        self.pen.poly([(middle, y + r), (middle + r, y + r), (middle + r, y), (middle, y)], mixed(colour, WHITE, 0.5))
        self.pen.poly(shape, None, self.ink, 0.18)

    def tree(self, middle: float, height: float, y: float = 0.0) -> None:
        """A leafy tree."""
        self.pen.stroke(((middle, y, height * 0.11), (middle, y + height * 0.5, height * 0.07)), self.ink)
        r = height * 0.24
        lobes = ((-0.9, 0.5), (0.9, 0.5), (-0.55, 0.72), (0.55, 0.72), (0.0, 0.86), (0.0, 0.6))
        for dx, dy in lobes:
            self.pen.disc(middle + dx * r, y + height * dy, r + 0.16, self.ink)
        for dx, dy in lobes:
            self.pen.disc(middle + dx * r, y + height * dy, r, self.family.mid)
        for dx, dy in lobes:
            for ring in (0.45, 0.75):
                self.pen.line(ellipse(middle + dx * r, y + height * dy, r * ring, r * ring, 200, 330), self.ink, 0.12)

    def lamp(self, middle: float, height: float = 5.5) -> None:
        """A street lamp."""
        self.pen.stroke(((middle, 0, 0.5), (middle, 0.8, 0.26), (middle, height, 0.22)), self.ink)
        top: list[Point] = [
            (middle - 0.5, height),
            (middle + 0.5, height),
            (middle + 0.8, height + 1.4),
            (middle - 0.8, height + 1.4),
        ]
        self.pen.poly(top, GOLD_LIGHT, self.ink, 0.16)
        self.pen.poly([(middle - 0.9, height + 1.4), (middle, height + 2.2), (middle + 0.9, height + 1.4)], self.ink)

    def barrel(self, middle: float, y: float = 0.0, size: float = 1.0) -> None:
        """A standing barrel."""
        half, tall = 0.95 * size, 2.5 * size
        side = [(middle - half, y), (middle - half * 1.2, y + tall / 2), (middle - half, y + tall)]
        shape = [*side, *((2 * middle - px, py) for px, py in side[::-1])]
        self.pen.poly(shape, mixed(self.family.tint, self.family.mid, 0.6), self.ink, 0.18)
        for level in (0.25, 0.75):
            self.pen.line(
                [(middle - half * 1.1, y + tall * level), (middle + half * 1.1, y + tall * level)], self.ink, 0.26
            )

    def crate(self, x: float, y: float, size: float) -> None:
        """A wooden case."""
        self.pen.box((x, y, x + size, y + size), mixed(self.family.tint, self.family.mid, 0.4), self.ink, 0.2)
        self.pen.line([(x, y), (x + size, y + size)], self.ink, 0.2)
        self.pen.box((x + size * 0.14, y + size * 0.14, x + size * 0.86, y + size * 0.86), None, self.ink, 0.14)


Builder = Callable[[Mason], None]
