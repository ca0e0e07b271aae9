"""The engraver's plate: a surface in millimetres with swelled lines and hatching.

Everything is drawn on a larger picture that is reduced once at the end, so that lines come out smooth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from card_db.art.palette import Colour

Point = tuple[float, float]
Knot = tuple[float, float, float]  # x, y, width
Box = tuple[float, float, float, float]
OVERSAMPLE = 2


@dataclass(frozen=True, slots=True)
class Lettering:
    """Some words on a plate and the box they fill, in millimetres."""

    text: str
    box_mm: Box


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a picture through an affine map from its own units (mostly millimetres) to pixels."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    xx: float
    xy: float
    yx: float
    yy: float
    x0: float
    y0: float
    pixels_per_mm: float
    letterings: list[Lettering] = field(default_factory=list)

    def moved(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, flip: bool = False) -> Pen:
        """A pen whose origin is (x, y) here; `turn` in degrees clockwise, `flip` lets y grow upwards."""
        x0, y0 = self.to_pixels((x, y))
        cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        up = -1.0 if flip else 1.0
        return replace(
            self,
            xx=self.xx * cos + self.xy * sin,
            xy=(self.xy * cos - self.xx * sin) * up,
            yx=self.yx * cos + self.yy * sin,
            yy=(self.yy * cos - self.yx * sin) * up,
            x0=x0,
            y0=y0,
        )

    def mirrored(self) -> Pen:
        """The same pen with x growing to the left."""
        return replace(self, xx=-self.xx, yx=-self.yx)

    @property
    def scale(self) -> float:
        """Pixels of the large picture for one unit of this pen."""
        return math.hypot(self.xx, self.yx)

    def to_pixels(self, point: Point) -> Point:
        """Where a point lies in the large picture."""
        x, y = point
        return self.xx * x + self.xy * y + self.x0, self.yx * x + self.yy * y + self.y0

    def _width(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def poly(
        self, points: Sequence[Point], fill: Colour | None = None, line: Colour | None = None, width: float = 0.15
    ) -> None:
        """A filled or outlined polygon."""
        pixels = [self.to_pixels(point) for point in points]
        if fill is not None:
            self.draw.polygon(pixels, fill=fill)
        if line is not None:
            self.draw.line([*pixels, pixels[0], pixels[1]], fill=line, width=self._width(width), joint="curve")

    def line(self, points: Sequence[Point], colour: Colour, width: float = 0.15) -> None:
        """An open line of even width."""
        pixels = [self.to_pixels(point) for point in points]
        self.draw.line(pixels, fill=colour, width=self._width(width), joint="curve")

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: Colour | None = None,
        line: Colour | None = None,
        width: float = 0.15,
    ) -> None:
        """An ellipse round (x, y)."""
        self.poly(ellipse(x, y, rx, ry), fill, line, width)

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None = None, line: Colour | None = None, width: float = 0.15
    ) -> None:
        """A circle round (x, y)."""
        self.oval(x, y, r, r, fill, line, width)

    def box(self, box: Box, fill: Colour | None = None, line: Colour | None = None, width: float = 0.15) -> None:
        """An upright rectangle (x0, y0, x1, y1)."""
        self.poly(rectangle(box), fill, line, width)

    def stroke(self, knots: Sequence[Knot], colour: Colour, closed: bool = False, samples: int = 8) -> None:
        """A swelled line through knots (x, y, width), smooth."""
        draw, scale = self.draw, self.scale
        before: tuple[float, float, float] | None = None
        for x, y, width in curve(tuple(knots), closed, samples):
            px, py = self.to_pixels((x, y))
            r = max(0.5, width * scale / 2)
            draw.ellipse((px - r, py - r, px + r, py + r), fill=colour)
            if before is not None:
                bx, by, br = before
                length = math.hypot(px - bx, py - by) or 1.0
                nx, ny = (by - py) / length, (px - bx) / length
                side = [(bx + nx * br, by + ny * br), (px + nx * r, py + ny * r)]
                other = [(px - nx * r, py - ny * r), (bx - nx * br, by - ny * br)]
                draw.polygon(side + other, fill=colour)
            before = px, py, r

    def hatch(
        self,
        points: Sequence[Point],
        colour: Colour,
        step: float = 0.5,
        angle: float = 0.0,
        width: float = 0.1,
        end_width: float | None = None,
    ) -> None:
        """Parallel lines inside a polygon; their width goes from `width` to `end_width` across it."""
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        turned = [(x * cos + y * sin, y * cos - x * sin) for x, y in points]
        low, high = min(v for _, v in turned), max(v for _, v in turned)
        last = width if end_width is None else end_width
        edges = list(zip(turned, turned[1:] + turned[:1], strict=True))
        level = (math.floor(low / step) + 0.5) * step
        while level < high:
            cuts = sorted(
                x1 + (level - y1) / (y2 - y1) * (x2 - x1)
                for (x1, y1), (x2, y2) in edges
                if (y1 <= level) != (y2 <= level)
            )
            now = width + (last - width) * (level - low) / (high - low)
            if level >= low and now > 0.0:
                for a, b in zip(cuts[::2], cuts[1::2], strict=False):
                    ends = [
                        (a * cos - level * sin, a * sin + level * cos),
                        (b * cos - level * sin, b * sin + level * cos),
                    ]
                    self.line(ends, colour, now)
            level += step

    @contextmanager
    def clipped(self, points: Sequence[Point]) -> Iterator[Pen]:
        """What is drawn with the pen given shows only inside the polygon."""
        pixels = [self.to_pixels(point) for point in points]
        left, top = (max(0, math.floor(min(values))) for values in zip(*pixels, strict=True))
        right, bottom = (
            min(limit, math.ceil(max(values)) + 1)
            for limit, values in zip(self.image.size, zip(*pixels, strict=True), strict=True)
        )
        layer = self.image.crop((left, top, right, bottom))
        yield replace(self, image=layer, draw=ImageDraw.Draw(layer), x0=self.x0 - left, y0=self.y0 - top)
        mask = Image.new("L", layer.size, 0)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in pixels], fill=255)
        self.image.paste(layer, (left, top), mask)


def new_plate(width_mm: float, height_mm: float, dpi: int, ground: Colour) -> Pen:
    """A pen over an empty picture; units are millimetres, the origin is the top left corner."""
    width, height = pixel_size(width_mm, height_mm, dpi)
    image = Image.new("RGB", (width * OVERSAMPLE, height * OVERSAMPLE), ground)
    return _pen(image, dpi)


def plate_copy(image: Image.Image, dpi: int) -> Pen:
    """A pen over a copy of a large picture that an earlier plate made."""
    return _pen(image.copy(), dpi)


def _pen(image: Image.Image, dpi: int) -> Pen:
    scale = dpi * OVERSAMPLE / 25.4
    return Pen(image, ImageDraw.Draw(image), scale, 0.0, 0.0, scale, 0.0, 0.0, scale)


def pulled(pen: Pen) -> Image.Image:
    """The print pulled from a plate: the picture in its true size."""
    return pen.image.reduce(OVERSAMPLE)


def pixel_size(width_mm: float, height_mm: float, dpi: int) -> tuple[int, int]:
    """Size of a picture in pixels."""
    return round(width_mm / 25.4 * dpi), round(height_mm / 25.4 * dpi)


def rectangle(box: Box) -> list[Point]:
    """The corners of an upright rectangle."""
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def ellipse(x: float, y: float, rx: float, ry: float, start: float = 0.0, end: float = 360.0) -> list[Point]:
    """Points of an ellipse or an arc of it; degrees from the right, clockwise."""
    count = max(8, round(56 * abs(end - start) / 360))
    return [(x + rx * cos, y + ry * sin) for cos, sin in _unit_arc(start, end, count)]


@lru_cache(maxsize=512)
def _unit_arc(start: float, end: float, count: int) -> tuple[Point, ...]:
    last = count if end - start >= 360.0 else count - 1
    angles = [math.radians(start + (end - start) * i / last) for i in range(count)]
    return tuple((math.cos(a), math.sin(a)) for a in angles)


@lru_cache(maxsize=8192)  # the same wares, ships and numerals come again on many cards
def curve(knots: tuple[Knot, ...], closed: bool = False, samples: int = 8) -> tuple[Knot, ...]:
    """Catmull-Rom spline through the knots, width included."""
    points: list[Knot] = []
    count = len(knots)
    spans = count if closed else count - 1
    for i in range(spans):
        if closed:
            a, b, c, d = (knots[(i + k) % count] for k in (-1, 0, 1, 2))
        else:
            a, b, c, d = (knots[min(max(i + k, 0), count - 1)] for k in (-1, 0, 1, 2))
        for n in range(samples):
            t = n / samples
            x, y, w = (_spline(p, q, r, s, t) for p, q, r, s in zip(a, b, c, d, strict=True))
            points.append((x, y, w))
    points.append(knots[0] if closed else knots[-1])
    return tuple(points)


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def smooth(points: Sequence[Point], closed: bool = True, samples: int = 6) -> list[Point]:
    """A smooth outline through points."""
    return [(x, y) for x, y, _ in curve(tuple((x, y, 0.0) for x, y in points), closed, samples)]
