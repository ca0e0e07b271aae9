"""Pictures of single cards as numbers that can be compared."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Pixels, brightness

INSET = 0.05  # the rim of a card is cut, rounded or worn: it is not compared
LOCAL = 0.5  # light varies over parts of a card larger than this part of its width


def grey(pixels_bgr: Pixels) -> Pixels:
    """The picture without colour."""
    result: Pixels = cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2GRAY)
    return result


def shrink(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture in another size."""
    method = cv2.INTER_AREA if size[0] < pixels.shape[1] else cv2.INTER_LINEAR
    result: Pixels = cv2.resize(pixels, size, interpolation=method)
    return result


def soften(pixels: Pixels) -> Pixels:
    """The picture without its finest lines, which look different in every photograph."""
    result: Pixels = cv2.GaussianBlur(pixels, (0, 0), 0.9)
    return result


def unit_rows(rows: Floats) -> Floats:
    """Rows without their mean and of length one, so that a product is a correlation."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    result: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3)
    return result


def open_correlations(drawn: Floats, seen: Floats, counted: Floats) -> Floats:
    """The correlation of every row with what is seen, where it counts: sums, without copying that part of each row."""
    count = float(counted.sum())
    seen = (seen - float(seen @ counted) / max(count, 1.0)) * counted
    shared, sums = drawn @ seen, drawn @ counted
    powers = (drawn * drawn) @ counted - sums * sums / max(count, 1.0)
    fits: Floats = shared / np.sqrt(np.maximum(powers, 1e-6)) / max(float(np.linalg.norm(seen)), 1e-3)
    return fits


def prepare(patches: NDArray[np.uint8], width: int) -> Floats:
    """Card pictures (n, rows, columns, 3) without slow changes of light, each colour of about unit strength.

    Picture and reference are each normalised on their own; normalising one towards the other washes out small icons.
    """
    return prepare_all(patches, width)[0]


def prepare_all(patches: NDArray[np.uint8], width: int) -> tuple[Floats, Floats]:
    """The same, and how strong each colour was before: (n, 3)."""
    values = even(patches, width)
    strengths, columns = _strengths(values), values.shape[2]
    flat = values.reshape(len(values), values.shape[1], -1)
    flat *= np.tile(1 / strengths, columns)[:, None]
    np.clip(flat, -4, 4, out=flat)
    return values, strengths


def strengths(patches: NDArray[np.uint8], width: int) -> Floats:
    """How strong each colour of card pictures is before they are prepared: (n, 3)."""
    return _strengths(even(patches, width))


def colourless(prepared: Floats) -> Floats:
    """Prepared pictures (n, rows, columns, 3) as rows in which only the shape of print counts, whatever its colour."""
    result: Floats = brightness(prepared).reshape(len(prepared), -1)
    return result


def even(patches: NDArray[np.uint8], width: int) -> Floats:
    """Card pictures (n, rows, columns, colours if any) without slow changes of light, cards being so wide."""
    values: Floats = patches.astype(np.float32)
    window = round(width * LOCAL) | 1
    for index in range(len(values)):
        values[index] -= cv2.blur(values[index], (window, window), borderType=cv2.BORDER_REFLECT)
    return values


def _strengths(even: Floats) -> Floats:
    count, rows, columns, colours = even.shape
    flat = even.reshape(count, rows, columns * colours)  # whole rows at once: three numbers are a slow loop
    powers = (flat * flat).sum(axis=1).reshape(count, columns, colours).sum(axis=1)
    by_colour = powers / (rows * columns)
    result: Floats = np.sqrt(by_colour + 0.1 * by_colour.mean(axis=1, keepdims=True) + 1.0)
    return result


def without(values: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """Prepared pictures (n, rows, columns, 3) as if what is hidden were as plain as its surroundings; nothing there.

    What was taken off as light around it came in part from what is hidden: left as it is, a design would be told by a
    mark that nobody sees.
    """
    window = round(values.shape[2] * LOCAL) | 1
    inside = hidden.astype(np.float32)[..., None]
    result: Floats = np.empty_like(values)
    for number, value in enumerate(values):
        light = cv2.blur(value * inside, (window, window), borderType=cv2.BORDER_REFLECT)
        result[number] = (value + light) * (1 - inside)
    return result


def inner(values: Floats) -> Floats:
    """The part of card pictures (n, rows, columns, 3) that is compared."""
    rows, columns = values.shape[1:3]
    x, y = inset_of(columns, rows)
    return values[:, y : rows - y, x : columns - x]


def inset_of(columns: int, rows: int) -> tuple[int, int]:
    """How many pixels of a card's rim are left out, on each side and above and below."""
    return round(columns * INSET), round(rows * INSET)


@lru_cache(maxsize=16)
def _slopes(rows: int, columns: int) -> Floats:
    """Light that grows to the right and downwards, as rows of length one."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    return np.stack([x.ravel() / np.linalg.norm(x), y.ravel() / np.linalg.norm(y)])


def even_rows(rows: Floats, columns: int) -> Floats:
    """Small pictures as rows without the light that grows to one side, then of length one."""
    slopes = _slopes(rows.shape[1] // columns, columns)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return unit_rows(rows - (rows @ slopes.T) @ slopes)


def coarse_parts(columns: int, rows: int) -> list[NDArray[np.intp]]:
    """The upper, lower, left and right part of small pictures: something may stand on the rest."""
    numbers = np.arange(columns * rows).reshape(rows, columns)
    high, wide = round(rows * 0.45), round(columns * 0.5)
    return [part.ravel() for part in (numbers[:high], numbers[-high:], numbers[:, :wide], numbers[:, -wide:])]
