"""Procedural paintings: what illustrations of cards and boards show, and the hand they are painted in."""

from collections.abc import Callable

import cv2
import numpy as np

from scanner.simulator.finishes import finish
from scanner.simulator.procedural import Array, Colour, disc, fractal, from_hsv, mix, polygon, shade, stroke, to_bytes
from scanner.simulator.style import Style, pick

Rng = np.random.Generator


def paint(rng: Rng, height: int, width: int, subject: str, style: Style, px_per_mm: float) -> Array:
    """A picture of the subject in the deck's palette and finish."""
    palette = _palette(rng, style)
    canvas = SUBJECT_PAINTERS[subject](rng, height, width, palette)
    return finish(rng, canvas, style.finish, px_per_mm)


def _palette(rng: Rng, style: Style) -> list[Colour]:
    colours = [style.accents[int(i)] for i in rng.permutation(len(style.accents))]
    return [shade(c, float(rng.uniform(0.7, 1.3))) for c in colours]


def _gradient(height: int, width: int, top: Colour, bottom: Colour) -> Array:
    ramp = np.repeat(np.linspace(0, 1, height, dtype=np.float32)[:, None], width, 1)
    return to_bytes(mix(top, bottom, ramp))


def _ridge(rng: Rng, width: int, level: float, swing: float, cell: float) -> Array:
    line = fractal(rng, 8, width, cell, 4)[4]
    return np.stack([np.arange(width, dtype=np.float32), level - (line - 0.5) * swing], 1)


def _ground(canvas: Array, ridge: Array, colour: Colour) -> None:
    height, width = canvas.shape[:2]
    polygon(canvas, np.vstack([ridge, [[width, height], [0, height]]]), colour)


def hills(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Ranges of hills under a sun."""
    canvas = _gradient(height, width, shade(colours[0], 1.5), shade(colours[1], 1.7))
    disc(
        canvas,
        rng.uniform(0.1, 0.9) * width,
        rng.uniform(0.1, 0.4) * height,
        height * rng.uniform(0.05, 0.13),
        shade(colours[2], 1.8),
    )
    layers = int(rng.integers(3, 6))
    for i in range(layers):
        level = height * (0.35 + 0.55 * i / layers)
        colour = shade(colours[(3 + i) % 6], 1.1 - 0.14 * i)
        _ground(canvas, _ridge(rng, width, level, height * 0.4, width * rng.uniform(0.2, 0.6)), colour)
        for _ in range(int(rng.integers(3, 12))):
            x, y = rng.uniform(0, width), level + rng.uniform(0, 0.25) * height
            _tree(rng, canvas, x, y, height * rng.uniform(0.03, 0.1), shade(colour, 0.6))
    return canvas


def _tree(rng: Rng, canvas: Array, x: float, y: float, size: float, colour: Colour) -> None:
    stroke(canvas, np.array([(x, y), (x, y - size)]), shade(colour, 0.6), max(1, size / 8))
    if rng.random() < 0.5:
        polygon(
            canvas,
            np.array([(x, y - size * 2), (x - size * 0.6, y - size * 0.5), (x + size * 0.6, y - size * 0.5)]),
            colour,
        )
    else:
        for _ in range(5):
            disc(
                canvas,
                x + rng.normal(0, size * 0.3),
                y - size * 1.2 + rng.normal(0, size * 0.25),
                size * 0.45,
                shade(colour, rng.uniform(0.8, 1.4)),
            )


def harbour(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Ships with sails on water."""
    canvas = _gradient(height, width, shade(colours[0], 1.4), shade(colours[1], 1.8))
    horizon = height * rng.uniform(0.3, 0.5)
    _ground(canvas, _ridge(rng, width, horizon, height * 0.15, width * 0.3), shade(colours[2], 0.8))
    canvas[int(horizon) :] = _gradient(height - int(horizon), width, shade(colours[3], 1.1), shade(colours[3], 0.5))
    for _ in range(int(height * 0.4)):
        x, y = rng.uniform(0, width), rng.uniform(horizon, height)
        span = rng.uniform(0.01, 0.06) * width
        stroke(
            canvas,
            np.array([(x, y), (x + span / 2, y - span / 8), (x + span, y)]),
            shade(colours[3], rng.uniform(0.6, 1.7)),
            1,
        )
    for y in sorted(rng.uniform(horizon, height * 0.92, int(rng.integers(2, 6))).tolist()):
        size = height * (0.12 + 0.3 * (y - horizon) / max(1.0, height - horizon)) * float(rng.uniform(0.8, 1.2))
        _ship(rng, canvas, float(rng.uniform(0.1, 0.9)) * width, y, size, colours)
    return canvas


def _ship(rng: Rng, canvas: Array, x: float, y: float, size: float, colours: list[Colour]) -> None:
    hull = np.array([(-1, -0.25), (1.1, -0.3), (0.8, 0.15), (-0.8, 0.15)]) * size + (x, y)
    for mast in (-0.5, 0.1, 0.6)[: int(rng.integers(1, 4))]:
        mx, high = x + mast * size, size * rng.uniform(1.1, 1.7)
        stroke(canvas, np.array([(mx, y), (mx, y - high)]), (30, 40, 60), max(1, size / 25))
        sail = pick(rng, colours)
        for k in range(2):
            top, low = y - high * (0.95 - 0.42 * k), y - high * (0.6 - 0.4 * k)
            wide = size * (0.22 + 0.08 * k)
            polygon(
                canvas,
                np.array([(mx - wide, top), (mx + wide, top), (mx + wide * 1.3, low), (mx - wide * 1.0, low)]),
                shade(sail, 1.5 - 0.2 * k),
            )
    polygon(canvas, hull, shade(colours[4], 0.5))
    stroke(canvas, np.add(hull[:2], (0, size * 0.1)), shade(colours[5], 1.3), max(1, size / 20))


def town(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Rows of houses with windows."""
    canvas = _gradient(height, width, shade(colours[0], 1.2), shade(colours[1], 1.7))
    for row in range(3):
        base = height * (0.55 + 0.22 * row)
        x = -rng.uniform(0, 0.1) * width
        while x < width:
            wide, high = width * rng.uniform(0.08, 0.2), height * rng.uniform(0.18, 0.45)
            wall = shade(pick(rng, colours), rng.uniform(0.8, 1.6))
            box = np.array([(x, base - high), (x + wide, base - high), (x + wide, height), (x, height)])
            polygon(canvas, box, wall)
            roof = np.array(
                [
                    (x - 3, base - high),
                    (x + wide + 3, base - high),
                    (x + wide * rng.uniform(0.3, 0.7), base - high * 1.5),
                ]
            )
            polygon(canvas, roof, shade(pick(rng, colours), 0.6))
            cols, rows = int(rng.integers(1, 4)), int(rng.integers(2, 5))
            for i in range(cols):
                for j in range(rows):
                    wx, wy = x + wide * (i + 0.5) / cols, base - high + high * (j + 0.6) / rows
                    pane = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (wide / cols * 0.22, high / rows * 0.26) + (
                        wx,
                        wy,
                    )
                    polygon(canvas, pane, shade(wall, 0.35) if rng.random() < 0.7 else (140, 220, 250))
            x += wide * rng.uniform(0.9, 1.2)
    return canvas


def forest(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Trunks and crowns, thick."""
    canvas = to_bytes(mix(shade(colours[0], 1.2), shade(colours[1], 0.8), fractal(rng, height, width, width * 0.3)))
    for i in range(40):
        depth = i / 40
        x, y = rng.uniform(0, width), height * (0.45 + 0.55 * depth)
        _tree(rng, canvas, x, y, height * (0.08 + 0.16 * depth), shade(colours[2 + i % 3], 1.3 - 0.7 * depth))
    return canvas


def still(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Barrels, crates and fruit on a shelf."""
    canvas = to_bytes(mix(shade(colours[0], 0.5), shade(colours[1], 1.0), fractal(rng, height, width, width * 0.4)))
    cv2.rectangle(canvas, (0, int(height * 0.7)), (width, height), shade(colours[2], 0.6), -1)
    for _ in range(int(rng.integers(6, 14))):
        x, y, size = rng.uniform(0.1, 0.9) * width, rng.uniform(0.5, 0.9) * height, height * rng.uniform(0.06, 0.2)
        colour = shade(pick(rng, colours), rng.uniform(0.8, 1.5))
        kind = rng.random()
        if kind < 0.4:
            for k in range(8):
                disc(
                    canvas, x - size * 0.03 * k, y - size * 0.04 * k, size * (1 - k / 8), shade(colour, 0.6 + 0.11 * k)
                )
        elif kind < 0.7:
            box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size + (x, y)
            polygon(canvas, box, colour)
            for k in range(4):
                stroke(
                    canvas,
                    np.array([box[0] + (0, size * k / 2), box[1] + (0, size * k / 2)]),
                    shade(colour, 0.5),
                    max(1, size / 14),
                )
            stroke(canvas, box, shade(colour, 0.4), max(1, size / 9), closed=True)
        else:
            cv2.ellipse(canvas, (int(x), int(y)), (int(size * 0.7), int(size)), 0, 0, 360, colour, -1, cv2.LINE_AA)
            for hoop in (-0.5, 0.0, 0.5):
                cv2.ellipse(
                    canvas,
                    (int(x), int(y + hoop * size)),
                    (int(size * 0.68), int(size * 0.12)),
                    0,
                    0,
                    180,
                    shade(colour, 0.4),
                    max(1, int(size / 12)),
                    cv2.LINE_AA,
                )
    return canvas


def portrait(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Somebody with a hat."""
    canvas = to_bytes(mix(shade(colours[0], 1.3), shade(colours[1], 0.8), fractal(rng, height, width, width * 0.5)))
    x, size = width * rng.uniform(0.4, 0.6), min(height, width) * rng.uniform(0.16, 0.22)
    y = height * 0.42
    skin = from_hsv(rng.uniform(0.04, 0.09), rng.uniform(0.3, 0.6), rng.uniform(0.45, 0.95))
    coat = shade(pick(rng, colours), 0.8)
    polygon(
        canvas,
        np.array(
            [
                (x - size * 2.2, height),
                (x - size * 1.2, y + size * 1.5),
                (x + size * 1.2, y + size * 1.5),
                (x + size * 2.2, height),
            ]
        ),
        coat,
    )
    for k in range(4):
        disc(canvas, x, y + size * (1.9 + 0.5 * k), size * 0.1, shade(coat, 1.9))
    for k in range(10):
        axes = (int(size * (1 - 0.05 * k)), int(size * 1.3 * (1 - 0.05 * k)))
        cv2.ellipse(
            canvas, (int(x - size * 0.03 * k), int(y)), axes, 0, 0, 360, shade(skin, 0.75 + 0.04 * k), -1, cv2.LINE_AA
        )
    for sign in (-1, 1):
        disc(canvas, x + sign * size * 0.38, y - size * 0.1, size * 0.12, (245, 245, 245))
        disc(canvas, x + sign * size * 0.38, y - size * 0.1, size * 0.07, (30, 30, 30))
    cv2.ellipse(
        canvas,
        (int(x), int(y + size * 0.6)),
        (int(size * 0.35), int(size * 0.12)),
        0,
        0,
        180,
        shade(skin, 0.4),
        max(1, int(size / 14)),
        cv2.LINE_AA,
    )
    hat = shade(pick(rng, colours), 0.5)
    brim = rng.uniform(1.1, 1.7)
    polygon(
        canvas,
        np.array(
            [
                (x - size * brim, y - size * 0.7),
                (x + size * brim, y - size * 0.7),
                (x + size * 0.8, y - size * 1.0),
                (x + size * 0.6, y - size * rng.uniform(1.5, 2.2)),
                (x - size * 0.6, y - size * 1.7),
                (x - size * 0.8, y - size * 1.0),
            ]
        ),
        hat,
    )
    return canvas


def abstract(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """Overlapping shapes."""
    canvas = _gradient(height, width, shade(colours[0], 1.3), colours[1])
    for i in range(int(rng.integers(12, 34))):
        x, y, size = rng.uniform(0, width), rng.uniform(0, height), min(height, width) * rng.uniform(0.04, 0.25)
        colour = shade(colours[i % 6], rng.uniform(0.5, 1.6))
        sides = int(rng.integers(3, 8))
        angles = np.sort(rng.uniform(0, 2 * np.pi, sides)) if rng.random() < 0.5 else np.linspace(0, 2 * np.pi, 30)
        points = np.stack([np.cos(angles), np.sin(angles)], 1) * size + (x, y)
        if rng.random() < 0.6:
            polygon(canvas, points, colour)
        else:
            stroke(canvas, points, colour, max(1, size * 0.1), closed=True)
    return canvas


def stars(rng: Rng, height: int, width: int, colours: list[Colour]) -> Array:
    """A night sky with lines between stars and a round body."""
    canvas = to_bytes(mix(shade(colours[0], 0.3), shade(colours[1], 0.8), fractal(rng, height, width, width * 0.4)))
    disc(
        canvas,
        rng.uniform(0.2, 0.8) * width,
        rng.uniform(0.2, 0.8) * height,
        min(height, width) * 0.2,
        shade(colours[2], 1.4),
    )
    points = rng.uniform(0, 1, (int(rng.integers(25, 60)), 2)) * (width, height)
    for first, second in zip(points[:14:2], points[1:15:2], strict=True):
        stroke(canvas, np.array([first, second]), shade(colours[3], 1.3), 1)
    for x, y in points.tolist():
        disc(canvas, x, y, rng.uniform(0.4, 2.2) * min(height, width) / 120, shade(colours[4], 2.0))
    return canvas


SUBJECT_PAINTERS: dict[str, Callable[[Rng, int, int, list[Colour]], Array]] = {
    "hills": hills,
    "harbour": harbour,
    "town": town,
    "forest": forest,
    "still": still,
    "portrait": portrait,
    "abstract": abstract,
    "stars": stars,
}
