"""What is computed once from the pictures of a deck: templates of every design, in the sizes that naming needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Pixels

COARSE_COLUMNS = 12
ALIGN_WIDTH = 40
EXACT_WIDTH = 72
FINE_WIDTH = 96
FINE_WIDTHS = (64, FINE_WIDTH)
INSET = 0.05  # the rim of a card is cut, rounded or worn: it is not compared
_LOCAL = 0.5  # light varies over parts of a card larger than this part of its width


@dataclass(frozen=True, slots=True)
class Design:
    """One face or back of a card."""

    id: str
    pixels_bgr: Pixels
    is_back: bool


class CardIndex:
    """The designs of a deck as arrays; row i belongs to design i."""

    def __init__(self, designs: Sequence[Design], card_size_mm: tuple[float, float]) -> None:
        self.ids = tuple(design.id for design in designs)
        self.is_back = np.array([design.is_back for design in designs], dtype=bool)
        self.aspect = card_size_mm[1] / card_size_mm[0]
        self.card_size_mm = card_size_mm
        self.coarse_rows = max(8, round(COARSE_COLUMNS * self.aspect))
        pixels = [design.pixels_bgr for design in designs]
        self.coarse = self._coarse(pixels)
        self.align = {
            width: np.stack([grey(shrink(picture, self.size(width))) for picture in pixels])
            for width in (ALIGN_WIDTH, EXACT_WIDTH)
        }
        self.fine = {
            width: prepare(np.stack([shrink(picture, self.size(width)) for picture in pixels]), width)
            for width in FINE_WIDTHS
        }
        self.rows = {width: unit_rows(inner(values).reshape(len(values), -1)) for width, values in self.fine.items()}

    def size(self, width: int) -> tuple[int, int]:
        """Width and height of a card drawn so many pixels wide."""
        return width, round(width * self.aspect)

    def _coarse(self, pixels: Sequence[Pixels]) -> Floats:
        """Small normalised vectors, upright first, then upside down."""
        rows = []
        for picture in pixels:
            width, height = picture.shape[1], picture.shape[0]
            left, top = round(width * INSET), round(height * INSET)
            inner = grey(picture)[top : height - top, left : width - left]
            rows.append(cv2.resize(inner, (COARSE_COLUMNS, self.coarse_rows), interpolation=cv2.INTER_AREA).ravel())
        upright = np.stack(rows).astype(np.float32)
        return unit_rows(np.concatenate([upright, upright[:, ::-1]]))


def grey(pixels_bgr: Pixels) -> Pixels:
    """The picture without colour."""
    result: Pixels = cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2GRAY)
    return result


def shrink(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture in another size."""
    method = cv2.INTER_AREA if size[0] < pixels.shape[1] else cv2.INTER_LINEAR
    result: Pixels = cv2.resize(pixels, size, interpolation=method)
    return result


def unit_rows(rows: Floats) -> Floats:
    """Rows without their mean and of length one, so that a product is a correlation."""
    rows = rows - rows.mean(axis=1, keepdims=True)
    result: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3)
    return result


def prepare(patches: NDArray[np.uint8], width: int) -> Floats:
    """Card pictures (n, rows, columns, 3) without slow changes of light, each colour of about unit strength.

    Picture and reference are each normalised on their own; normalising one towards the other washes out small icons.
    """
    values = patches.astype(np.float32)
    window = round(width * _LOCAL) | 1
    for index in range(len(values)):
        values[index] -= cv2.blur(values[index], (window, window), borderType=cv2.BORDER_REFLECT)
    by_colour = np.mean(values**2, axis=(1, 2), keepdims=True)
    strength = np.sqrt(by_colour + 0.1 * by_colour.mean(axis=3, keepdims=True) + 1.0)
    result: Floats = np.clip(values / strength, -4, 4)
    return result


def inner(values: Floats) -> Floats:
    """The part of card pictures (n, rows, columns, 3) that is compared."""
    rows, columns = values.shape[1:3]
    x, y = round(columns * INSET), round(rows * INSET)
    return values[:, y : rows - y, x : columns - x]
