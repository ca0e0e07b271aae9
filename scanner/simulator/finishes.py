"""The hand a picture is painted in, and the paper under it."""

import cv2
import numpy as np

from scanner.simulator.procedural import Array, Colour, fractal, mix, to_bytes

Rng = np.random.Generator


def finish(rng: Rng, canvas: Array, kind: str, px_per_mm: float) -> Array:
    """Repaint a flat picture in a technique: water colour, engraving, mosaic, grain or poster."""
    height, width = canvas.shape[:2]
    unit = px_per_mm / 7  # techniques have a size of their own, on boards and cards alike
    if kind == "watercolour":
        wobble_x, wobble_y = (fractal(rng, height, width, 25 * unit) for _ in range(2))
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        bent = cv2.remap(
            canvas,
            xs + (wobble_x - 0.5) * 9 * unit,
            ys + (wobble_y - 0.5) * 9 * unit,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        wash = 0.75 + 0.5 * fractal(rng, height, width, 40 * unit, 5)
        return to_bytes(mix(bent * wash[..., None], (245, 248, 250), 0.18))
    if kind == "engraving":
        grey = cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        waves = np.sin((ys + 2.5 * unit * np.sin(xs / (17 * unit))) * 2 * np.pi / (6.5 * unit)) * 0.5 + 0.5
        return to_bytes(
            mix(mix(canvas, (232, 240, 244), 0.6), (35, 32, 40), np.clip((waves - grey * 1.15) * 3, 0, 1) * 0.7)
        )
    if kind == "mosaic":
        cell = max(3, int(8 * unit))
        small = cv2.resize(canvas, (max(1, width // cell), max(1, height // cell)), interpolation=cv2.INTER_AREA)
        jitter = rng.normal(0, 9, small.shape[:2])[..., None]
        return cv2.resize(to_bytes(small + jitter), (width, height), interpolation=cv2.INTER_NEAREST)
    if kind == "grain":
        speckle = rng.normal(0, 14, (height, width)).astype(np.float32)[..., None]
        return to_bytes(canvas + cv2.GaussianBlur(speckle, (0, 0), max(0.6, unit))[..., None] * 2)
    if kind == "poster":
        levels = to_bytes(np.round(canvas / 51.0) * 51)
        edges = cv2.Canny(canvas, 60, 120)
        levels[cv2.dilate(edges, np.ones((2, 2), np.uint8)) > 0] = (25, 20, 20)
        return levels
    return canvas


def texture(rng: Rng, height: int, width: int, kind: str, paper: Colour, unit: float) -> Array:
    """A paper background; `unit` is the pixels of a millimetre."""
    canvas = np.empty((height, width, 3), np.float32)
    canvas[:] = paper
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    if kind == "parchment":
        canvas *= (0.82 + 0.3 * fractal(rng, height, width, 14 * unit, 5))[..., None]
    elif kind == "linen":
        canvas *= (1 + 0.05 * np.sin(xs * 2 * np.pi / unit) + 0.05 * np.sin(ys * 2 * np.pi / unit))[..., None]
    elif kind == "stripes":
        canvas *= (1 - 0.12 * (np.sin((xs + ys) * 2 * np.pi / (5 * unit)) > 0))[..., None]
    elif kind == "dots":
        spots = np.cos(xs * np.pi / (2 * unit)) * np.cos(ys * np.pi / (2 * unit)) > 0.55
        canvas *= (1 - 0.2 * spots)[..., None]
    elif kind == "hatch":
        canvas *= (1 - 0.1 * (np.sin((xs - ys) * 2 * np.pi / (2 * unit)) > 0.6))[..., None]
    return to_bytes(canvas)
