"""Quads, homographies and the pictures behind them."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, log2
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

# What OpenCV gives back is not typed by element; these names tell readers what is meant.
Floats = NDArray[Any]
Pixels = NDArray[Any]
Matrix = NDArray[Any]
Indices = NDArray[np.intp]

UNIT_QUAD = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
HALF = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # from the number of a pixel to its middle
THIRDS = np.full(3, 1 / 3, np.float32)
UPSIDE_DOWN = np.array([[-1, 0, 1], [0, -1, 1], [0, 0, 1.0]])  # the unit square turned round


def largest(values: Floats) -> Floats:
    """The largest of the three colours of each pixel; NumPy takes several times as long along an axis that short."""
    result: Floats = np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])
    return result


def smallest(values: Floats) -> Floats:
    """The smallest of the three colours of each pixel."""
    result: Floats = np.minimum(np.minimum(values[..., 0], values[..., 1]), values[..., 2])
    return result


def brightness(values: Floats) -> Floats:
    """The mean of the three colours of each pixel, as a product: along an axis that short NumPy is a slow loop."""
    result: Floats = values @ THIRDS
    return result


def quad_map(source: Any, target: Any) -> Matrix:
    """The homography that takes one quad to another, corner by corner."""
    matrix: Matrix = cv2.getPerspectiveTransform(
        np.asarray(source, dtype=np.float32), np.asarray(target, dtype=np.float32)
    )
    return matrix


def unit_map(quad: Any) -> Matrix:
    """The homography that takes the unit square to a quad."""
    return quad_map(UNIT_QUAD, quad)


def unit_maps(quads: Floats) -> Floats:
    """The homographies (n, 3, 3) that take the unit square to each of many quads (n, 4, 2)."""
    first, second, third, fourth = np.moveaxis(np.asarray(quads, dtype=np.float64), 1, 0)
    right, low, bend = second - third, fourth - third, first - second + third - fourth
    area = right[:, 0] * low[:, 1] - low[:, 0] * right[:, 1]
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    across = ((bend[:, 0] * low[:, 1] - low[:, 0] * bend[:, 1]) / area)[:, None]
    down = ((right[:, 0] * bend[:, 1] - bend[:, 0] * right[:, 1]) / area)[:, None]
    maps = np.ones((len(first), 3, 3))
    maps[:, :2, 0], maps[:, :2, 1], maps[:, :2, 2] = second * (1 + across) - first, fourth * (1 + down) - first, first
    maps[:, 2, 0], maps[:, 2, 1] = across[:, 0], down[:, 0]
    return maps


def quads_of(maps: Floats) -> Floats:
    """Where each of many homographies (n, 3, 3) takes the unit square, as quads (n, 4, 2)."""
    mapped = np.column_stack([UNIT_QUAD, np.ones(4)]) @ np.asarray(maps).transpose(0, 2, 1)
    result: Floats = mapped[..., :2] / mapped[..., 2:]
    return result


def transform(matrix: Matrix, points: Any) -> Matrix:
    """Points after a homography; the last axis is x, y."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    result: Matrix = (mapped[:, :2] / mapped[:, 2:3]).reshape(np.shape(points))
    return result


def scale_map(width: float, height: float) -> Matrix:
    """The map that takes the unit square to a rectangle of this size."""
    return np.diag([width, height, 1.0])


def quad_sides(quad: Matrix) -> tuple[float, float]:
    """Mean width and mean height of a quad."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (hypot(bx - ax, by - ay) + hypot(dx - cx, dy - cy)) / 2, (
        hypot(cx - bx, cy - by) + hypot(ax - dx, ay - dy)
    ) / 2


def quad_area(quad: Matrix) -> float:
    """The area of a quad; negative when it runs against the clock."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return float((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2


def shared_area(one: Any, two: Any) -> float:
    """The area that two convex quads have in common."""
    area, _ = cv2.intersectConvexConvex(np.asarray(one, dtype=np.float32), np.asarray(two, dtype=np.float32))
    return float(area)


def overlap(one: Matrix, two: Matrix) -> float:
    """The part of the smaller of two quads that lies on the other one."""
    return shared_area(one, two) / max(min(abs(quad_area(one)), abs(quad_area(two))), 1e-6)


def is_convex(quad: Matrix) -> bool:
    """Whether a quad is convex and runs clockwise as seen in the picture."""
    edge = np.roll(quad, -1, axis=0) - quad
    following = np.roll(edge, -1, axis=0)
    turns = edge[:, 0] * following[:, 1] - edge[:, 1] * following[:, 0]
    return bool(np.all(turns > 0))


def warp(
    pixels: NDArray[Any], matrix: Matrix, size: tuple[int, int], border: int = cv2.BORDER_REPLICATE
) -> NDArray[Any]:
    """The picture as seen through a map from output pixels to picture pixels."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    # Pixel centres: output pixel (i, j) stands for the point (i + 0.5, j + 0.5).
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    inverse = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    return cv2.warpPerspective(pixels, inverse @ matrix @ half, size, flags=flags, borderMode=border)


class Pyramid:
    """A picture and its halves, so that reading it small does not alias."""

    def __init__(self, pixels: NDArray[Any], levels: int = 5) -> None:
        self.levels = [pixels]
        while len(self.levels) < levels and min(self.levels[-1].shape[:2]) >= 32:
            self.levels.append(cv2.pyrDown(self.levels[-1]))

    def each(self, change: Callable[[Pixels], Pixels]) -> Pyramid:
        """The same levels, each one changed."""
        result = Pyramid(self.levels[0][:1, :1], 1)
        result.levels = [change(level) for level in self.levels]
        return result

    def level_for(self, scale: float) -> int:
        """The level to read from when one output pixel covers `scale` picture pixels."""
        level = int(log2(max(scale, 1.0)) + 0.35)
        return min(level, len(self.levels) - 1)

    def warp(self, matrix: Matrix, size: tuple[int, int]) -> Pixels:
        """The picture through a map from output pixels to picture pixels, without aliasing."""
        result: Pixels = self.warp_all(matrix[None], size)[0]
        return result

    def warp_all(self, matrices: Matrix, size: tuple[int, int]) -> NDArray[Any]:
        """The same for several maps: (maps, rows, columns, …)."""
        corners = np.array([[0, 0, 1], [size[0], 0, 1], [size[0], size[1], 1], [0, size[1], 1.0]])
        mapped = corners @ matrices.transpose(0, 2, 1)
        seen = mapped[..., :2] / mapped[..., 2:]
        one, two = seen[:, 2] - seen[:, 0], seen[:, 3] - seen[:, 1]
        areas = np.abs(one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]) / 2
        out: NDArray[Any] = np.empty((len(matrices), size[1], size[0], *self.levels[0].shape[2:]), self.levels[0].dtype)
        for number, (matrix, area) in enumerate(zip(matrices, areas.tolist(), strict=True)):
            level = self.level_for((max(area, 1e-6) / (size[0] * size[1])) ** 0.5)
            part = 0.5**level
            # Pixel centres: output pixel (i, j) stands for the point (i + 0.5, j + 0.5).
            shrunk = np.array([[part, 0, -0.5], [0, part, -0.5], [0, 0, 1.0]]) @ matrix @ HALF
            cv2.warpPerspective(
                self.levels[level],
                shrunk,
                size,
                out[number],
                cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                cv2.BORDER_REPLICATE,
            )
        return out


def corner_shift(before: Matrix, after: Matrix) -> float:
    """How far the corners of a card have moved, in parts of its width; both are maps of the unit square."""
    corners = transform(before, UNIT_QUAD)
    return float(np.abs(transform(after, UNIT_QUAD) - corners).max()) / max(quad_sides(corners)[0], 1e-6)
