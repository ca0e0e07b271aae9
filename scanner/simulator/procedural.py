"""Seeded noise and small drawing helpers that every painter here uses."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Colour = tuple[int, int, int]  # blue, green, red


def fractal(rng: np.random.Generator, height: int, width: int, cell: float, octaves: int = 4) -> Array:
    """Smooth noise in 0..1 whose largest blobs are `cell` pixels wide."""
    total = np.zeros((height, width), np.float32)
    weight = 0.0
    for octave in range(octaves):
        size = max(cell / 2**octave, 1.0)
        grid = rng.random((int(height / size) + 4, int(width / size) + 4), dtype=np.float32)
        # A random offset per octave: lattices that coincide would show as a weave.
        shift = np.array([[size, 0, -size * (1 + rng.random())], [0, size, -size * (1 + rng.random())]])
        total += cv2.warpAffine(grid, shift, (width, height), flags=cv2.INTER_CUBIC) * 0.5**octave
        weight += 0.5**octave
    return np.clip(total / weight * 1.6 - 0.3, 0.0, 1.0)


def mix(first: Array | Colour, second: Array | Colour, share: Array | float) -> Array:
    """Blend two pictures or colours; `share` of the second, per pixel or constant."""
    weight = np.asarray(share, np.float32)
    if weight.ndim == 2:
        weight = weight[..., None]
    a, b = np.asarray(first, np.float32), np.asarray(second, np.float32)
    return a + (b - a) * weight


def to_bytes(pixels: Array) -> Array:
    """Clip a float picture to 8 bits."""
    return np.clip(pixels, 0, 255).astype(np.uint8)


def from_hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour from hue in turns, saturation and value in 0..1."""
    pixel = np.array([[[hue % 1.0 * 360.0, saturation, value]]], np.float32)
    b, g, r = (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255).tolist()
    return int(b), int(g), int(r)


def shade(colour: Colour, factor: float) -> Colour:
    """The same colour, darker (below 1) or lighter (above 1)."""
    b, g, r = (int(min(255, max(0, channel * factor))) for channel in colour)
    return b, g, r


def legible(colour: Colour, ground: Colour) -> Colour:
    """The colour, made darker or lighter until it stands out from the ground."""

    def grey(c: Colour) -> float:
        return 0.11 * c[0] + 0.59 * c[1] + 0.3 * c[2]

    aim = (15, 15, 15) if grey(ground) > 120 else (245, 245, 245)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        b, g, r = (int(c + (a - c) * share) for c, a in zip(colour, aim, strict=True))
        if abs(grey((b, g, r)) - grey(ground)) > 75:
            break
    return b, g, r


def polygon(image: Array, points: Array, colour: Colour) -> None:
    """Fill a polygon given in floating point pixels, antialiased."""
    fixed = np.round(np.asarray(points, np.float64) * 16).astype(np.int32)
    cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, 4)


def disc(image: Array, x: float, y: float, radius: float, colour: Colour, thickness: int = -1) -> None:
    """A circle at floating point coordinates, antialiased."""
    cv2.circle(image, (round(x * 16), round(y * 16)), round(max(radius, 0.1) * 16), colour, thickness, cv2.LINE_AA, 4)


def stroke(image: Array, points: Array, colour: Colour, thickness: float, closed: bool = False) -> None:
    """A line through points, antialiased."""
    fixed = np.round(np.asarray(points, np.float64) * 16).astype(np.int32)
    cv2.polylines(image, [fixed], closed, colour, max(1, round(thickness)), cv2.LINE_AA, 4)
