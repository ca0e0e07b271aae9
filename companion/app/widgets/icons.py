"""Icons of our own as strokes on a grid of 24 by 24, y upwards: crisp in every size, no font needed."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from kivy.graphics.texture import Texture
from kivy.metrics import dp
from PIL import Image, ImageDraw

Stroke = tuple[float, ...]
FINE: Final = 6  # icons are drawn so much larger, so that they are smooth


def _ring(x: float, y: float, radius: float, start: float = 0, end: float = 360, steps: int = 20) -> Stroke:
    points: list[float] = []
    for step in range(steps + 1):
        angle = math.radians(start + (end - start) * step / steps)
        points += [x + radius * math.cos(angle), y + radius * math.sin(angle)]
    return tuple(points)


def _gear() -> Stroke:
    points: list[float] = []
    for tooth in range(8):
        for part, radius in ((-0.36, 7.0), (-0.22, 9.6), (0.22, 9.6), (0.36, 7.0)):
            angle = math.radians(45 * tooth) + part * math.radians(45)
            points += [12 + radius * math.cos(angle), 12 + radius * math.sin(angle)]
    return (*points, *points[:2])


ICONS: Final[dict[str, tuple[Stroke, ...]]] = {
    "back": ((15, 20, 7, 12, 15, 4),),
    "next": ((9, 20, 17, 12, 9, 4),),
    "down": ((4, 15, 12, 7, 20, 15),),
    "close": ((5, 5, 19, 19), (5, 19, 19, 5)),
    "check": ((4, 12, 10, 6, 20, 18),),
    "plus": ((12, 4, 12, 20), (4, 12, 20, 12)),
    "minus": ((4, 12, 20, 12),),
    "undo": ((9, 20, 4, 15, 9, 10), (4, 15, 14, 15, *_ring(14, 10, 5, 90, -90), 10, 5)),
    "redo": ((15, 20, 20, 15, 15, 10), (20, 15, 10, 15, *_ring(10, 10, 5, 90, 270), 14, 5)),
    "camera": ((3, 6, 3, 17, 8, 17, 10, 20, 14, 20, 16, 17, 21, 17, 21, 6, 3, 6), _ring(12, 11.5, 3.6)),
    "gear": (_gear(), _ring(12, 12, 3.2)),
    "book": ((12, 6, 12, 19), (12, 6, 4, 8, 4, 20, 12, 19, 20, 20, 20, 8, 12, 6)),
    "trophy": (
        (7, 20.5, 17, 20.5, 16.4, 14, 14.5, 11, 12, 10, 9.5, 11, 7.6, 14, 7, 20.5),
        (7, 18.5, 3.5, 18.5, 4.5, 14.5, 8, 13),
        (17, 18.5, 20.5, 18.5, 19.5, 14.5, 16, 13),
        (12, 10, 12, 5),
        (7.5, 4.5, 16.5, 4.5),
    ),
    "cards": ((4, 5, 12, 5, 12, 18, 4, 18, 4, 5), (12, 8, 15, 6.5, 20, 18, 13, 21, 11.8, 18)),
    "clock": (_ring(12, 12, 9), (12, 18, 12, 12, 16, 9)),
    "scales": (
        (12, 4, 12, 20),
        (7, 4, 17, 4),
        (4, 17, 20, 17),
        (4, 17, 1.5, 10, 6.5, 10, 4, 17),
        (20, 17, 17.5, 10, 22.5, 10, 20, 17),
    ),
    "play": ((7, 4, 7, 20, 20, 12, 7, 4),),
    "pause": ((8, 5, 8, 19), (16, 5, 16, 19)),
    "eye": ((2, 12, 6, 16.5, 12, 18.5, 18, 16.5, 22, 12, 18, 7.5, 12, 5.5, 6, 7.5, 2, 12), _ring(12, 12, 3)),
    "torch": ((8, 21, 16, 21, 16, 17, 14, 14, 14, 3, 10, 3, 10, 14, 8, 17, 8, 21), (8, 17, 16, 17)),
    "share": (
        _ring(18, 18.5, 2.6),
        _ring(6, 12, 2.6),
        _ring(18, 5.5, 2.6),
        (8.3, 13.2, 15.7, 17.2),
        (8.3, 10.8, 15.7, 6.8),
    ),
    "question": ((8, 16, *_ring(12, 16, 4, 180, -45), 12, 11, 12, 8.5), _ring(12, 5, 0.7, steps=8)),
    "info": (_ring(12, 12, 9), (12, 6.5, 12, 13), _ring(12, 16.7, 0.6, steps=8)),
    "search": (_ring(10, 14, 6), (14.4, 9.6, 20, 4)),
    "trash": ((5, 18, 19, 18), (9, 18, 9, 21, 15, 21, 15, 18), (6.5, 18, 7.5, 3, 16.5, 3, 17.5, 18)),
    "pen": ((4, 4, 8, 5, 20, 17, 17, 20, 5, 8, 4, 4), (14.5, 17.5, 17.5, 14.5)),
    "turn": ((6, 18, 6, 12, 12, 12), (*_ring(12, 11, 7, 140, 410),)),
    "people": (
        _ring(9, 15, 3.5),
        (2, 4, 3, 8, 6, 10, 12, 10, 15, 8, 16, 4),
        _ring(17, 16, 2.6),
        (17.5, 11, 20.5, 10, 22, 6),
    ),
    "coin": (
        _ring(12, 12, 9),
        (15, 15.5, 12, 16.8, 9.3, 15.6, 9.6, 13, 14.6, 11.2, 14.8, 8.4, 12, 7.2, 9, 8.4),
        (12, 5.6, 12, 18.4),
    ),
    "anchor": (_ring(12, 19, 2.2), (12, 16.8, 12, 3.5), (8, 14, 16, 14), (4, 9, *_ring(12, 11, 7.5, 195, 345), 20, 9)),
    "print": (
        (7, 15, 7, 21, 17, 21, 17, 15),
        (7, 9, 3, 9, 3, 15, 21, 15, 21, 9, 17, 9),
        (7, 11, 7, 3, 17, 3, 17, 11, 7, 11),
    ),
    "save": ((4, 8, 4, 4, 20, 4, 20, 8), (12, 21, 12, 9), (7, 14, 12, 9, 17, 14)),
    "flag": ((6, 3, 6, 21, 18, 18, 14, 14.5, 18, 11, 6, 11),),
    "home": ((3, 11, 12, 20, 21, 11), (6, 13, 6, 4, 18, 4, 18, 13)),
}


@lru_cache(maxsize=256)
def icon_texture(name: str, side: int, width: float = 1.6) -> Texture:
    """An icon in white, drawn once: as a picture it is smooth, and there are many of them on every screen."""
    fine = FINE * side / 24
    half = dp(width) * FINE
    image = Image.new("L", (side * FINE, side * FINE), 0)
    draw = ImageDraw.Draw(image)
    for stroke in ICONS[name]:
        points = [(x * fine, (24 - y) * fine) for x, y in zip(stroke[::2], stroke[1::2], strict=True)]
        draw.line(points, fill=255, width=round(2 * half), joint="curve")
        for x, y in points:
            draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
    return white_texture(image, side)


def white_texture(drawn: Image.Image, side: int) -> Texture:
    """White where a larger picture is bright, in a square of so many pixels with smooth edges."""
    alpha = drawn.resize((side, side), Image.Resampling.BOX)
    white = Image.new("L", (side, side), 255)
    picture = Image.merge("RGBA", (white, white, white, alpha)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _polygon(sides: int, turn: float, radius: float = 1.0) -> list[tuple[float, float]]:
    return [
        (
            radius * math.cos(math.radians(turn + 360 * side / sides)),
            radius * math.sin(math.radians(turn + 360 * side / sides)),
        )
        for side in range(sides)
    ]


def _star(points: int, inner: float) -> list[tuple[float, float]]:
    outline = []
    for point in range(2 * points):
        radius = 1.0 if point % 2 == 0 else inner
        angle = math.radians(90 + 180 * point / points)
        outline.append((radius * math.cos(angle), radius * math.sin(angle)))
    return outline


# Outlines around a circle of radius 1.
_SHAPES: Final[dict[str, list[tuple[float, float]]]] = {
    "circle": _polygon(96, 0, 0.95),
    "square": _polygon(4, 45, 1.15),
    "triangle": [(0, 1.08), (-1.02, -0.74), (1.02, -0.74)],
    "diamond": [(0, 1.15), (-0.92, 0), (0, -1.15), (0.92, 0)],
    "star": _star(5, 0.55),
    "hexagon": _polygon(6, 0, 1.05),
    "cross": _star(4, 0.5),
    "drop": [
        (0, 1.15),
        (-0.62, 0.25),
        *[(0.88 * math.cos(math.radians(a)), -0.2 + 0.88 * math.sin(math.radians(a))) for a in range(160, 381, 20)],
        (0.62, 0.25),
    ],
    "crescent": _star(8, 0.8),
}


REACH: Final = 1.2  # how far outlines go out, by their radius


@lru_cache(maxsize=64)
def shape_texture(name: str, side: int) -> Texture:
    """The shape of a seat in white, in a square that reaches a little beyond it."""
    half = side * FINE / 2
    image = Image.new("L", (side * FINE, side * FINE), 0)
    points = [(half + half * x / REACH, half - half * y / REACH) for x, y in _SHAPES[name]]
    ImageDraw.Draw(image).polygon(points, fill=255)
    return white_texture(image, side)
