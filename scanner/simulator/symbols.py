"""Icons, flags, digits and words: the small things by which near-twins differ."""

import functools
import math
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scanner.simulator.procedural import Array, Colour, disc, polygon, shade, stroke

Point = tuple[float, float]


def _star(tips: int, inner: float) -> list[Point]:
    angles = [math.pi * i / tips - math.pi / 2 for i in range(2 * tips)]
    radii = [1 if i % 2 == 0 else inner for i in range(2 * tips)]
    return [(math.cos(a) * r, math.sin(a) * r) for a, r in zip(angles, radii, strict=True)]


def _round(width: float, height: float, count: int = 24) -> list[Point]:
    return [
        (width * math.cos(2 * math.pi * i / count), height * math.sin(2 * math.pi * i / count)) for i in range(count)
    ]


def _moved(points: list[Point], x: float, y: float) -> list[Point]:
    return [(px + x, py + y) for px, py in points]


def _heart(t: float) -> Point:
    y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
    return 0.99 * math.sin(t) ** 3, -0.062 * y


_HEART = [_heart(2 * math.pi * i / 30) for i in range(30)]


def _poly(text: str) -> list[Point]:
    """A polygon in hundredths: "-50,-70 50,-70 0,90"."""
    return [(int(x) / 100, int(y) / 100) for x, y in (pair.split(",") for pair in text.split())]


_DROP = [(0.6 * math.cos(a), 0.3 + 0.6 * math.sin(a)) for a in np.linspace(-0.5, math.pi + 0.5, 16).tolist()]
_CROWN = _poly("-90,70 -90,-50 -45,0 0,-80 45,0 90,-50 90,70")
_BARREL = _poly("-50,-90 50,-90 75,-30 75,30 50,90 -50,90 -75,30 -75,-30")
_KEY = _poly("-10,-12 95,-12 95,45 75,45 75,12 55,12 55,35 38,35 38,12 -10,12")
_LEAF = _poly("0,-95 50,-40 60,10 35,55 6,75 6,98 -6,98 -6,75 -35,55 -60,10 -50,-40")
_HOUSE = _poly("0,-90 95,-10 70,-10 70,85 -70,85 -70,-10 -95,-10")
_FLUKES = _poly("-90,15 -60,55 0,72 60,55 90,15 80,70 0,98 -80,70")
_RING = _moved(_round(0.24, 0.24), 0, -0.7)

# Each icon: polygons in a unit square around the origin; True paints in the colour, False cuts a hole.
ICONS: dict[str, list[tuple[bool, list[Point]]]] = {
    "star": [(True, _star(5, 0.42))],
    "burst": [(True, _star(9, 0.6)), (False, _round(0.3, 0.3))],
    "coin": [(True, _round(0.9, 0.9)), (False, _round(0.6, 0.6)), (True, _round(0.35, 0.45))],
    "gem": [(True, _poly("-50,-70 50,-70 95,-15 0,90 -95,-15")), (False, _poly("-30,-15 30,-15 0,40"))],
    "house": [(True, _HOUSE), (False, _poly("-20,25 20,25 20,85 -20,85"))],
    "fish": [
        (True, _moved(_round(0.65, 0.42), -0.2, 0)),
        (True, _poly("25,0 95,-50 95,50")),
        (False, _moved(_round(0.09, 0.09), -0.5, -0.1)),
    ],
    "drop": [(True, [(0, -0.95), (0.42, -0.25), *_DROP, (-0.42, -0.25)])],
    "heart": [(True, _HEART)],
    "crown": [(True, _CROWN), (False, _poly("-70,35 70,35 70,50 -70,50"))],
    "moon": [(True, _round(0.85, 0.85)), (False, _moved(_round(0.7, 0.7), 0.4, -0.15))],
    "barrel": [
        (True, _BARREL),
        (False, _poly("-70,-40 70,-40 72,-25 -72,-25")),
        (False, _poly("-72,25 72,25 70,40 -70,40")),
    ],
    "tree": [
        (True, _poly("0,-95 60,-20 30,-20 80,50 -80,50 -30,-20 -60,-20")),
        (True, _poly("-14,50 14,50 14,95 -14,95")),
    ],
    "anchor": [
        (True, _poly("-10,-60 10,-60 10,60 -10,60")),
        (True, _RING),
        (False, _moved(_round(0.1, 0.1), 0, -0.7)),
        (True, _poly("-50,-35 50,-35 50,-18 -50,-18")),
        (True, _FLUKES),
    ],
    "key": [(True, _moved(_round(0.42, 0.42), -0.5, 0)), (False, _moved(_round(0.2, 0.2), -0.5, 0)), (True, _KEY)],
    "leaf": [(True, _LEAF), (False, _poly("-4,-50 4,-50 4,50 -4,50"))],
    "shield": [(True, _poly("-75,-85 75,-85 75,10 0,95 -75,10")), (False, _poly("-12,-60 12,-60 12,40 -12,40"))],
    "crate": [
        (True, _poly("-80,-80 80,-80 80,80 -80,80")),
        (False, _poly("-60,-60 60,-60 60,-10 -60,-10")),
        (False, _poly("-60,10 60,10 60,60 -60,60")),
    ],
}
ICON_NAMES = tuple(ICONS)


def icon(image: Array, name: str, x: float, y: float, size: float, colour: Colour, ground: Colour) -> None:
    """Draw an icon `size` pixels wide around (x, y)."""
    for painted, points in ICONS[name]:
        polygon(image, np.array(points) * size / 2 + (x, y), colour if painted else ground)


def flag(image: Array, kind: int, x: float, y: float, width: float, colours: tuple[Colour, ...]) -> None:
    """Draw one of ten flag patterns around (x, y) in three of the colours, with a thin dark edge."""
    height = width * 0.66
    left, top = x - width / 2, y - height / 2

    def rect(x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        polygon(image, box * (width, height) + (left, top), colour)

    a, b, c = colours[0], colours[1], colours[2]
    pattern = kind % 10
    rect(0, 0, 1, 1, b)
    if pattern in (0, 1):  # three upright bands
        rect(0, 0, 1 / 3, 1, a)
        rect(2 / 3, 0, 1, 1, c if pattern else a)
    elif pattern in (2, 3):  # three level bands
        rect(0, 0, 1, 1 / 3, a)
        rect(0, 2 / 3, 1, 1, c if pattern == 3 else a)
    elif pattern == 4:  # cross
        rect(0.28, 0, 0.44, 1, a)
        rect(0, 0.39, 1, 0.61, a)
    elif pattern == 5:  # centred cross
        rect(0.42, 0, 0.58, 1, c)
        rect(0, 0.39, 1, 0.61, c)
    elif pattern == 6:
        disc(image, x, y, height * 0.3, a)
    elif pattern == 7:  # saltire
        for sign in (-1, 1):
            ends = np.array([(left, y - sign * height / 2), (left + width, y + sign * height / 2)])
            stroke(image, ends, a, max(1.0, width * 0.12))
    elif pattern == 8:  # quarters
        rect(0, 0, 0.5, 0.5, a)
        rect(0.5, 0.5, 1, 1, a)
    else:  # canton
        rect(0, 0, 0.45, 0.5, a)
        rect(0, 0.75, 1, 1, a)
    edge = np.array([(left, top), (left + width, top), (left + width, top + height), (left, top + height)])
    stroke(image, edge, shade(a, 0.3), max(1.0, width * 0.03), closed=True)


@functools.lru_cache(maxsize=256)
def _font(name: str, size: int) -> Any:
    try:
        return ImageFont.truetype(name, size)
    except OSError:  # the font is not installed: Pillow brings one of its own
        return ImageFont.load_default(size)


def words(
    image: Array, text: str, x: float, y: float, height: float, colour: Colour, font: str, limit: float = 1e9
) -> None:
    """Write text centred on (x, y), capitals `height` pixels high, narrowed until it fits into `limit`."""
    if font.startswith("hershey"):
        mask = _hershey(text, height, int(font.split("-")[1]))
    else:
        face = _font(font, max(6, round(height * 1.38)))
        left, top, right, bottom = face.getbbox(text)
        picture = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
        ImageDraw.Draw(picture).text((2 - left, 2 - top), text, fill=255, font=face)
        mask = np.asarray(picture)
    if mask.shape[1] > limit:
        mask = cv2.resize(mask, (max(1, int(limit)), mask.shape[0]), interpolation=cv2.INTER_AREA)
    left, top = round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + mask.shape[1]), min(image.shape[0], top + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    target = image[y0:y1, x0:x1]
    image[y0:y1, x0:x1] = (target * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


def _hershey(text: str, height: float, face: int) -> Array:
    scale = height / 21.0
    thickness = max(1, round(height / 7))
    (width, high), base = cv2.getTextSize(text, face, scale, thickness)
    mask = np.zeros((high + base + 4, width + 4), np.uint8)
    cv2.putText(mask, text, (2, high + 1), face, scale, (255,), thickness, cv2.LINE_AA)
    return mask


SYLLABLES = ("ka", "ro", "mel", "tin", "var", "os", "lu", "ban", "dre", "qui", "sol", "pha", "ger", "yn", "thu", "ed")


def made_up_name(rng: np.random.Generator, parts: int = 2) -> str:
    """A title of no language."""
    return "".join(SYLLABLES[int(i)] for i in rng.integers(0, len(SYLLABLES), parts)).capitalize()
