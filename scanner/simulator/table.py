"""Table tops: wood, cloth, busy patterns, plain, dark, newspaper; and the lamps above."""

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.simulator.procedural import Array, Colour, disc, fractal, from_hsv, mix, polygon, shade, stroke, to_bytes
from scanner.simulator.style import pick
from scanner.simulator.symbols import made_up_name, words

Rng = np.random.Generator
KINDS = ("wood", "planks", "cloth", "check", "flowers", "plain", "dark", "newspaper", "stone")
SIDE = 1080  # pixels of a square of table top; it repeats
MIRRORED = frozenset({"wood", "planks", "cloth", "plain", "dark", "stone"})  # the others repeat as they are


def table_top(rng: Rng, kind: str) -> Array:
    """A square of table top."""
    return _PAINTERS[kind](rng)


def _wood(rng: Rng, planks: bool = False) -> Array:
    light = from_hsv(rng.uniform(0.04, 0.1), rng.uniform(0.3, 0.65), rng.uniform(0.45, 0.85))
    grain = cv2.resize(fractal(rng, SIDE // 3, SIDE // 8, 60, 3), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    ys = np.mgrid[0:SIDE, 0:SIDE][0].astype(np.float32)
    rings = np.sin(ys / rng.uniform(6, 16) + grain * rng.uniform(6, 22)) * 0.5 + 0.5
    fibres = cv2.resize(rng.random((SIDE, SIDE // 24), dtype=np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    top = mix(shade(light, 0.62), shade(light, 1.12), 0.35 + 0.45 * rings - 0.25 * fibres)
    if planks:
        step = int(rng.integers(110, 240))
        for k, start in enumerate(range(0, SIDE, step)):
            top[start : start + step] = np.roll(top[start : start + step], k * 317, 1) * rng.uniform(0.8, 1.15)
            top[start : start + 3] *= 0.35
    return to_bytes(top)


def _cloth(rng: Rng) -> Array:
    colour = from_hsv(rng.random(), rng.uniform(0.2, 0.8), rng.uniform(0.25, 0.9))
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    weave = np.sin(xs * rng.uniform(1.2, 2.2)) * np.sin(ys * rng.uniform(1.2, 2.2))
    folds = fractal(rng, SIDE, SIDE, 380, 2)
    fuzz = rng.normal(0, 0.05, (SIDE, SIDE)).astype(np.float32)
    light = 1 + 0.08 * weave + 0.3 * (folds - 0.5) + fuzz
    return to_bytes(np.array(colour, np.float32) * light[..., None])


def _check(rng: Rng) -> Array:
    base, other = from_hsv(rng.random(), rng.uniform(0, 0.3), 0.92), from_hsv(rng.random(), 0.7, rng.uniform(0.4, 0.8))
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    step = int(pick(rng, (27, 45, 60, 90)))
    bands = ((xs // step) % 2).astype(np.float32) * 0.5 + ((ys // step) % 2).astype(np.float32) * 0.5
    weave = 1 + 0.05 * np.sin(xs * 1.7) * np.sin(ys * 1.7)
    return to_bytes(mix(base, other, bands) * weave[..., None])


def _flowers(rng: Rng) -> Array:
    ground = from_hsv(rng.random(), rng.uniform(0.1, 0.6), rng.uniform(0.3, 0.95))
    canvas = np.empty((SIDE, SIDE, 3), np.uint8)
    canvas[:] = ground
    for _ in range(int(rng.integers(60, 220))):
        x, y, size = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(8, 42)
        colour, petals = from_hsv(rng.random(), rng.uniform(0.3, 0.9), rng.uniform(0.3, 1)), int(rng.integers(3, 9))
        if rng.random() < 0.3:  # rectangles too: a table that looks a little like cards
            angle = rng.uniform(0, np.pi)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            box = np.array([(-1, -1.5), (1, -1.5), (1, 1.5), (-1, 1.5)]) * size @ turn + (x, y)
            polygon(canvas, box, colour)
            continue
        for k in range(petals):
            a = 2 * np.pi * k / petals
            disc(canvas, x + np.cos(a) * size * 0.6, y + np.sin(a) * size * 0.6, size * 0.4, colour)
        disc(canvas, x, y, size * 0.35, from_hsv(rng.random(), 0.7, 0.9))
        stem = np.array([(x, y + size), (x + rng.normal(0, size), y + size * 2.5)])
        stroke(canvas, stem, (40, 110, 50), max(1, size / 10))
    return canvas


def _plain(rng: Rng, dark: bool = False) -> Array:
    colour: Colour = from_hsv(
        rng.random(), rng.uniform(0, 0.4), rng.uniform(0.06, 0.25) if dark else rng.uniform(0.4, 0.97)
    )
    light = 1 + 0.12 * (fractal(rng, SIDE, SIDE, 300, 3) - 0.5) + rng.normal(0, 0.012, (SIDE, SIDE)).astype(np.float32)
    return to_bytes(np.array(colour, np.float32) * light[..., None])


def _stone(rng: Rng) -> Array:
    colour = from_hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.3, 0.9))
    speckle = fractal(rng, SIDE, SIDE, 7, 3)
    veins = np.abs(fractal(rng, SIDE, SIDE, 160, 5) - 0.5)
    light = 0.7 + 0.5 * speckle - 0.5 * np.exp(-veins * 40)
    return to_bytes(np.array(colour, np.float32) * light[..., None])


def _line(rng: Rng, column: int, count: int, font: str, height: float) -> Array:
    """A printed line of made-up words on white."""
    strip = np.full((int(height * 1.9), column, 3), 255, np.uint8)
    text = " ".join(made_up_name(rng, int(n)) for n in rng.integers(1, 5, count))
    words(strip, text, column / 2, height * 0.95, height, (45, 45, 50), font, column - 8)
    return strip


def _newspaper(rng: Rng) -> Array:
    canvas = to_bytes(
        np.array((205, 215, 220), np.float32) * (0.9 + 0.15 * fractal(rng, SIDE, SIDE, 120, 3))[..., None]
    )
    font = pick(rng, ("DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSans.ttf"))
    column, x = int(rng.integers(110, 190)), 6
    lines = [_line(rng, column, 5, font, 5.0) for _ in range(24)]
    headlines = [_line(rng, column, 2, font, 15.0) for _ in range(6)]
    while x + column < SIDE + column // 2:
        y = int(rng.integers(10, 40))
        while y < SIDE:
            if rng.random() < 0.06:
                high = int(rng.integers(60, 150))
                picture = mix((40, 40, 40), (210, 210, 210), fractal(rng, high, column, 50, 4))
                patch = canvas[y : y + high, x : x + column]
                patch[:] = to_bytes(picture)[: patch.shape[0], : patch.shape[1]]
                y += high + 8
                continue
            strip = pick(rng, headlines if rng.random() < 0.06 else lines)
            target = canvas[y : y + strip.shape[0], x : x + column]
            np.minimum(target, strip[: target.shape[0], : target.shape[1]], out=target)
            y += strip.shape[0]
        x += column + 8
    return canvas


_PAINTERS = {
    "wood": _wood,
    "planks": lambda rng: _wood(rng, planks=True),
    "cloth": _cloth,
    "check": _check,
    "flowers": _flowers,
    "plain": _plain,
    "dark": lambda rng: _plain(rng, dark=True),
    "newspaper": _newspaper,
    "stone": _stone,
}


@dataclass(frozen=True, slots=True)
class Light:
    """Lamps over the table: direction of shadows, brightness over the picture, where they mirror."""

    lean: tuple[float, float]  # mm of shadow for a mm of height
    falloff: float
    hot: tuple[float, float]  # brightest place, as shares of the picture
    glare: tuple[tuple[float, float, float, float], ...]  # (x, y, radius, strength), shares of the picture
    warm: float  # difference in colour between the two ends of the table
    shadow: float  # darkness of cast shadows
    clouds: int  # soft shadows of people around the table
    seed: int


def make_light(rng: Rng, difficulty: str) -> Light:
    """Lamps for a scene."""
    level = {"easy": 0, "medium": 1, "hard": 2}[difficulty]
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, (0.6, 1.0, 1.6)[level])
    count = int(rng.integers(0, (2, 3, 5)[level]))
    glare = tuple(
        (float(x), float(y), float(radius), float(strength * min(1.0, 0.05 / radius)))
        for x, y, radius, strength in zip(
            rng.random(count),
            rng.random(count),
            np.exp(rng.uniform(np.log(0.015), np.log(0.15), count)),  # wide ones are weak: no card vanishes wholly
            rng.uniform(60, (130, 190, 250)[level], count),
            strict=True,
        )
    )
    return Light(
        lean=(float(np.cos(angle) * reach), float(np.sin(angle) * reach)),
        falloff=float(rng.uniform(0.05, (0.25, 0.45, 0.7)[level])),
        hot=(float(rng.uniform(0, 1)), float(rng.uniform(0, 1))),
        glare=glare,
        warm=float(rng.normal(0, (0.02, 0.05, 0.1)[level])),
        shadow=float(rng.uniform(0.15, (0.35, 0.5, 0.65)[level])),
        clouds=int(rng.integers(0, (1, 2, 4)[level] + 1)),
        seed=int(rng.integers(1 << 30)),
    )
