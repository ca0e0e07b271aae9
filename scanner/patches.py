"""Spaces and cards of a standing view, frame by frame: which of them look different from before.

All places are cut out of the frame by one lookup. Each is fitted to its former look by a small shift, gain, offset
and slope of light, which is one product with a matrix made beforehand; what the fit leaves over is a real change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.geometry import Floats, Matrix, Pixels, transform, unit_map

WIDTH, HEIGHT = 44, 68  # of a place; the exact shape does not matter, the grid only has to be fine enough
RIM = 0.06  # part of a place that is looked at around it, because cards lie crooked
EDGE = 2  # outermost pixels are not judged: a shift brings in what was never seen
SOFT = 3  # pixels over which the rest is averaged: noise goes, a mark stays
# How far each of shift x, shift y, gain, offset, slope x, slope y is likely to go; keeps the fit of plain places sane.
USUAL = np.array([1.0, 1.0, 0.5, 50.0, 30.0, 30.0])
GRAIN = 4.0  # variance that is explained by noise anyway


@dataclass(frozen=True, slots=True)
class Difference:
    """How places differ from their reference, one entry each."""

    rest: Floats  # largest difference that is left, in grey levels at the reference's contrast
    noise: Floats  # usual difference that is left
    shift: Floats  # n x 2, pixels of the working picture


class PatchGrid:
    """Where the places lie in the working picture."""

    def __init__(self, quads: Sequence[Matrix]) -> None:
        u, v = np.meshgrid(np.linspace(-RIM, 1 + RIM, WIDTH), np.linspace(-RIM, 1 + RIM, HEIGHT))
        units = np.stack([u, v], axis=-1)
        spots = [transform(unit_map(quad), units) for quad in quads]
        stacked = np.concatenate(spots) if spots else np.zeros((0, WIDTH, 2))
        self._x, self._y = (np.ascontiguousarray(stacked[..., side], dtype=np.float32) - 0.5 for side in (0, 1))
        # One step of the grid in pixels of the picture, to turn slopes over the grid into slopes over the picture.
        self.steps = [_steps(spot) for spot in spots]

    def __len__(self) -> int:
        return len(self.steps)

    def cut(self, grey: Pixels) -> Floats:
        """The places as n x HEIGHT x WIDTH."""
        if not self.steps:
            return np.zeros((0, HEIGHT, WIDTH), np.float32)
        cut = cv2.remap(grey, self._x, self._y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        result: Floats = cut.reshape(-1, HEIGHT, WIDTH).astype(np.float32)
        return result


class References:
    """The former look of places, ready to be compared with."""

    def __init__(self, looks: Floats, steps: Sequence[Matrix]) -> None:
        self.looks: Floats = np.zeros((0, HEIGHT, WIDTH), np.float32)
        self._basis: Floats = np.zeros((0, HEIGHT * WIDTH, len(USUAL)), np.float32)
        self._solve: Floats = np.zeros((0, len(USUAL), HEIGHT * WIDTH), np.float32)
        self.replace_from(0, looks, steps)

    def replace_from(self, first: int, looks: Floats, steps: Sequence[Matrix]) -> None:
        """Keep the references of the first places, and have these after them."""
        count = first + len(looks)
        parts = self.looks, self._basis, self._solve
        self.looks, self._basis, self._solve = (
            np.concatenate([part[:first], np.zeros((count - first, *part.shape[1:]), np.float32)]) for part in parts
        )
        for number in range(first, count):
            self.renew(number, looks[number - first], steps[number - first])

    def renew(self, number: int, look: Floats, step: Matrix) -> None:
        """Take another look as the reference of one place."""
        self.looks[number] = look
        right, down = (cv2.Sobel(look, cv2.CV_32F, x, y, scale=1 / 8).ravel() for x, y in ((1, 0), (0, 1)))
        over_picture = np.linalg.inv(step).T @ np.stack([right, down])
        y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
        parts = [*over_picture, look - look.mean(), np.ones_like(x), x, y]
        basis = np.stack([part.ravel() for part in parts], axis=1).astype(np.float64)
        square = basis.T @ basis / len(basis) + np.diag(GRAIN / USUAL**2)
        self._basis[number] = basis
        self._solve[number] = np.linalg.solve(square, basis.T) / len(basis)

    def compare(self, looks: Floats) -> Difference:
        """How the places look now against their references."""
        count = len(looks)
        if not count:
            none: Floats = np.zeros(0, np.float32)
            return Difference(none, none, np.zeros((0, 2), np.float32))
        off = (looks - self.looks).reshape(count, -1, 1)
        fit = self._solve @ off
        left = (off - self._basis @ fit).reshape(count * HEIGHT, WIDTH)
        left = cv2.blur(left, (SOFT, SOFT)).reshape(count, HEIGHT, WIDTH)[:, EDGE:-EDGE, EDGE:-EDGE]
        gain = 1 + fit[:, 2, 0]
        strength = np.clip(gain, 0.25, 4.0)[:, None]
        left = np.abs(left).reshape(count, -1) / strength
        return Difference(left.max(axis=1), np.sqrt((left**2).mean(axis=1)), -fit[:, :2, 0] / strength)


def _steps(spot: Matrix) -> Matrix:
    """Pixels of the picture (rows x, y) for one step right and one step down in the middle of a place."""
    middle = spot[HEIGHT // 2, WIDTH // 2]
    right, down = spot[HEIGHT // 2, WIDTH // 2 + 1] - middle, spot[HEIGHT // 2 + 1, WIDTH // 2] - middle
    return np.stack([right, down], axis=1)
