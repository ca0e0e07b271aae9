"""Features of pictures: corners that can be found again, with descriptors like RootSIFT (gradients by direction).

OpenCV's SIFT takes a tenth of a millisecond for each feature; here all features of a size are described by a few
operations on whole arrays, and corners are taken evenly from bright and from dim parts of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Matrix, Pixels, transform, unit_map
from scanner.parallel import each

SHRINK = 2**-0.5  # from one size to the next
SIZES = 6
SMALLEST_SIDE = 64  # pixels; smaller pictures show nothing
SPREAD, COARSE = 12, 4  # pixels around a corner that say how strong corners are here, each of them so many
NEAR = 5  # pixels within which only the strongest corner counts
BORDER = 8
SAMPLES = 12  # in a row of what is described
SPACING = 5 / 3  # pixels from one to the next; the picture is soft, so that closer ones tell nothing more
CELLS, DIRECTIONS = 4, 8
COARSE_DIRECTIONS = 36
AT_ONCE = 128  # features described together


@dataclass(frozen=True, slots=True)
class Features:
    """Places, sizes, directions (degrees) and descriptors of length one."""

    points: Floats
    sizes: Floats
    angles: Floats
    descriptors: Floats


def describe(pixels_grey: Pixels, longest: int, most: int) -> Features:
    """The strongest features; places and sizes in pixels of the picture given."""
    scale = min(1.0, longest / max(pixels_grey.shape[:2]))
    first = pixels_grey
    if scale < 1:
        first = cv2.resize(pixels_grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    levels = [first]
    shapes: list[tuple[int, int]] = []
    rows, columns = first.shape[:2]
    while len(shapes) < SIZES and min(rows, columns) >= SMALLEST_SIDE:
        shapes.append((rows, columns))
        rows, columns = round(rows * SHRINK), round(columns * SHRINK)

    def described(number: int) -> tuple[Floats, Floats, Floats]:
        while len(levels) <= number:  # each process only makes the sizes that it describes
            levels.append(cv2.resize(levels[-1], None, fx=SHRINK, fy=SHRINK, interpolation=cv2.INTER_AREA))
        # A size with half the pixels gets half the features; a few more for the small ones, which survive blur.
        share = (1 - SHRINK**2) / (1 - SHRINK ** (2 * SIZES))
        return _describe_size(levels[number], round(most * share * (shapes[number][1] / shapes[0][1]) ** 1.5))

    found = []
    for shape, (points, angles, descriptors) in zip(shapes, each(described, range(len(shapes))), strict=True):
        factor = np.array(pixels_grey.shape[1::-1]) / np.array(shape[::-1])
        sizes = np.full(len(points), float(factor[0]), np.float32)
        found.append(Features(((points + 0.5) * factor).astype(np.float32), sizes, angles, descriptors))
    if not found:
        nothing = np.zeros(0, np.float32)
        return Features(np.zeros((0, 2), np.float32), nothing, nothing, np.zeros((0, 128), np.float32))
    return Features(
        np.concatenate([one.points for one in found]),
        np.concatenate([one.sizes for one in found]),
        np.concatenate([one.angles for one in found]),
        np.concatenate([one.descriptors for one in found]),
    )


def beside(features: Features, quads: Sequence[Matrix]) -> Features:
    """Those features that lie in none of these quads."""
    outside = is_beside(features.points, quads)
    return Features(
        features.points[outside], features.sizes[outside], features.angles[outside], features.descriptors[outside]
    )


def is_beside(points: Floats, quads: Sequence[Matrix]) -> NDArray[np.bool_]:
    """Which points lie in none of these quads."""
    outside = np.ones(len(points), dtype=bool)
    for quad in quads:
        there = transform(np.linalg.inv(unit_map(quad)), points)
        outside &= ~((there > 0) & (there < 1)).all(axis=1)
    return outside


def _describe_size(level: Pixels, count: int) -> tuple[Floats, Floats, Floats]:
    """The strongest corners of one size, so many: places in its own pixels, directions in degrees, descriptors."""
    soft = cv2.GaussianBlur(level, (0, 0), 1.2).astype(np.float32)
    points = _corners(soft, count)
    if not len(points):
        return points, np.zeros(0, np.float32), np.zeros((0, CELLS * CELLS * DIRECTIONS), np.float32)
    across: Floats = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
    down: Floats = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    angles = _directions(across, down, points)
    # Some at a time: what is computed on the way then stays close to the processor.
    starts = range(0, len(points), AT_ONCE)
    parts = [_descriptors(across, down, points[at : at + AT_ONCE], angles[at : at + AT_ONCE]) for at in starts]
    return points, np.degrees(angles), np.concatenate(parts)


def _corners(soft: Floats, most: int) -> Floats:
    """The strongest corners, where strong is meant against their surroundings."""
    strength: Floats = cv2.cornerMinEigenVal(soft, 5)
    reduced = cv2.resize(
        strength, (-(-strength.shape[1] // COARSE), -(-strength.shape[0] // COARSE)), None, 0, 0, cv2.INTER_AREA
    )
    around = cv2.blur(reduced, (2 * SPREAD + 1, 2 * SPREAD + 1))
    local = cv2.dilate(strength, np.ones((NEAR, NEAR), np.uint8))
    peak = strength >= np.maximum(local, 1e-6)
    peak[:BORDER] = peak[-BORDER:] = False
    peak[:, :BORDER] = peak[:, -BORDER:] = False
    rows, columns = np.divmod(np.flatnonzero(peak), peak.shape[1])
    usual = np.maximum(around[rows // COARSE, columns // COARSE], 0)
    even = strength[rows, columns] / np.sqrt(usual * (usual + max(float(strength.mean()), 0)) + 1e-12)
    order = np.argpartition(-even, most)[:most] if most < len(even) else np.arange(len(even))
    order = order[np.argsort(-even[order], kind="stable")]
    return np.stack([columns[order], rows[order]], axis=1).astype(np.float32)


def _sample(values: Floats, x: Floats, y: Floats) -> Floats:
    result: Floats = cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return result


def _directions(across: Floats, down: Floats, points: Floats) -> Floats:
    """The direction in which the picture changes most around each point, in radians."""
    steps = (np.arange(7, dtype=np.float32) - 3) * 2
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    weight = np.exp(-(x**2 + y**2) / (2 * 4.0**2))
    where = points[:, 0, None] + x, points[:, 1, None] + y
    size, angle = cv2.cartToPolar(_sample(across, *where), _sample(down, *where))
    position = angle * (COARSE_DIRECTIONS / (2 * np.pi))
    low = np.floor(position)
    part = position - low
    first = low.astype(np.int64) % COARSE_DIRECTIONS
    rows = np.arange(len(points))[:, None] * COARSE_DIRECTIONS
    size = size * weight
    total = len(points) * COARSE_DIRECTIONS
    histogram: Floats = np.bincount((rows + first).ravel(), (size * (1 - part)).ravel(), total)
    histogram += np.bincount((rows + (first + 1) % COARSE_DIRECTIONS).ravel(), (size * part).ravel(), total)
    histogram = histogram.reshape(len(points), COARSE_DIRECTIONS)
    for _ in range(2):
        histogram = (np.roll(histogram, 1, axis=1) + histogram + np.roll(histogram, -1, axis=1)) / 3
    best = histogram.argmax(axis=1)
    each = np.arange(len(points))
    before, here, after = (histogram[each, (best + move) % COARSE_DIRECTIONS] for move in (-1, 0, 1))
    bend = np.minimum(before - 2 * here + after, -1e-9)
    exact = best + np.clip(0.5 * (before - after) / bend, -0.5, 0.5)
    result: Floats = (exact * (2 * np.pi / COARSE_DIRECTIONS)).astype(np.float32)
    return result


@lru_cache(maxsize=1)
def _pooling() -> Floats:
    """How much each sample counts for each of the cells around a point: (samples, cells)."""
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES * CELLS - 0.5  # in cells, the first one is at 0
    one = np.maximum(0, 1 - np.abs(steps[:, None] - np.arange(CELLS)[None, :]))
    fall = np.exp(-(((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) ** 2) / (2 * 0.35**2))
    one = one * fall[:, None]
    both = np.einsum("yi,xj->yxij", one, one).reshape(SAMPLES * SAMPLES, CELLS * CELLS)
    result: Floats = both.astype(np.float32)
    return result


def _descriptors(across: Floats, down: Floats, points: Floats, angles: Floats) -> Floats:
    """How much the picture changes in each direction, in each cell around a point, turned to its own direction."""
    steps = (np.arange(SAMPLES, dtype=np.float32) - (SAMPLES - 1) / 2) * SPACING
    x, y = (part.ravel() for part in np.meshgrid(steps, steps))
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    where = points[:, 0, None] + cos * x - sin * y, points[:, 1, None] + sin * x + cos * y
    right, low = _sample(across, *where), _sample(down, *where)
    own_right, own_low = cos * right + sin * low, cos * low - sin * right
    size, angle = cv2.cartToPolar(own_right, own_low)
    position = angle * (DIRECTIONS / (2 * np.pi))
    pooled = np.empty((len(points), DIRECTIONS, CELLS * CELLS), np.float32)
    for direction in range(DIRECTIONS):
        near = np.abs(position - direction)
        if direction == 0:  # which is the last one, too
            np.minimum(near, DIRECTIONS - near, out=near)
        np.subtract(1, near, out=near)
        np.maximum(near, 0, out=near)
        near *= size
        pooled[:, direction] = near @ _pooling()
    flat: Floats = pooled.reshape(len(points), -1)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    flat = np.minimum(flat, 0.2)
    root: Floats = np.sqrt(flat / np.maximum(flat.sum(axis=1, keepdims=True), 1e-6))
    return root
