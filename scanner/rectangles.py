"""Rectangles of a card's size anywhere on a table that is known, by how much of each side is an edge.

Single edges of a card are broken by noise, by a busy cloth and by other cards, so that lines found one by one miss it.
Here the table is seen from straight above and turned step by step: then the sides of a card of a known size are sums
along rows and columns, and four of them at their distances tell a card wherever it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, transform
from scanner.outlines import clear_gradients
from scanner.picture import Picture
from scanner.table_plane import TablePlane

FINE = 14.0  # pixels of the table's picture for the width of a card
MOST_PIXELS = 80_000  # of that picture
FARTHEST = 30.0  # card widths that a table may extend
TURNS = 18  # steps of a quarter turn
SIDE_PART = 0.8  # of a side that is asked for: corners are round
STRONGEST, NONE = 127.0, 128.0  # of gradients as whole numbers, and where they are none
PEAK = 5  # pixels within which one rectangle counts
LEAST = 1.1  # sides seen of the four
MOST_AT_TURN, MOST_RECTANGLES = 50, 300
PARTS = 4  # of the search, for two processes

Rectangles = tuple[Floats, Floats]  # outlines (n, 4, 2), and how much of their sides is seen


@dataclass(frozen=True, slots=True)
class _View:
    """The table from straight above: gradients in steps of 1 / STRONGEST about NONE, and the map to the table.

    Sums of small whole numbers take a fraction of the time.
    """

    across: Pixels
    down: Pixels
    to_table: Matrix
    fine: float  # pixels for the width of a card


def table_quads(picture: Picture, plane: TablePlane, taken: Sequence[Matrix] = ()) -> Floats:
    """Outlines (n, 4, 2) beside these quads, those of which most sides are seen first; either way up.

    The short side is the first one.
    """
    return best_rectangles([part() for part in parts_of_search(picture, plane, taken)])


def parts_of_search(
    picture: Picture, plane: TablePlane, taken: Sequence[Matrix] = ()
) -> list[Callable[[], Rectangles]]:
    """The same in parts that take about as long as each other, to be joined by `best_rectangles`."""
    view = _seen_from_above(picture, plane, taken)
    if view is None:
        return []

    def found(first: int) -> Rectangles:
        some = [_at_turn(view, plane.aspect, step * np.pi / 2 / TURNS) for step in range(first, TURNS, PARTS)]
        quads, sums = (np.concatenate(parts) for parts in zip(*some, strict=True))
        best = np.argsort(-sums, kind="stable")[:MOST_RECTANGLES]
        return transform(plane.to_picture @ view.to_table, quads[best]), sums[best]

    return [partial(found, first) for first in range(PARTS)]


def best_rectangles(parts: Sequence[Rectangles]) -> Floats:
    """Those of all parts of which most sides are seen."""
    if not parts:
        return np.zeros((0, 4, 2))
    quads, sums = (np.concatenate(part) for part in zip(*parts, strict=True))
    result: Floats = quads[np.argsort(-sums, kind="stable")[:MOST_RECTANGLES]]
    return result


def _seen_from_above(picture: Picture, plane: TablePlane, taken: Sequence[Matrix]) -> _View | None:
    """The part of the table that is in the picture; nothing is seen on what is taken."""
    width, height = picture.size
    border = np.concatenate(
        [np.linspace(one, two, 9) for one, two in zip(UNIT_QUAD, np.roll(UNIT_QUAD, -1, 0), strict=True)]
    )
    border = border * [width, height]
    ahead = border @ plane.to_table[2, :2] + plane.to_table[2, 2] > 1e-3  # not beyond the horizon
    if not ahead.any():
        return None
    seen = transform(plane.to_table, border[ahead])
    middle = np.median(seen, axis=0)
    low, high = np.maximum(seen.min(axis=0), middle - FARTHEST / 2), np.minimum(seen.max(axis=0), middle + FARTHEST / 2)
    extent = np.maximum(high - low, 1.0)
    fine = float(min(FINE, np.sqrt(MOST_PIXELS / extent.prod())))
    size = (int(np.ceil(extent[0] * fine)), int(np.ceil(extent[1] * fine)))
    to_table = np.array([[1 / fine, 0, low[0]], [0, 1 / fine, low[1]], [0, 0, 1]])
    to_picture = plane.to_picture @ to_table
    across, down = clear_gradients(cv2.GaussianBlur(picture.colour.warp(to_picture, size), (0, 0), 0.7))
    # What is outside the picture has no edges, and the picture's own border is none.
    frame = transform(
        np.linalg.inv(to_picture), np.array([[2, 2], [width - 2, 2], [width - 2, height - 2], [2, height - 2.0]])
    )
    inside: Pixels = np.ones(across.shape, np.uint8)
    if ahead.all():
        inside[:] = 0
        cv2.fillConvexPoly(inside, np.round(frame).astype(np.int32), 1)
        inside = cv2.erode(inside, np.ones((3, 3), np.uint8))
    for quad in taken:
        cv2.fillConvexPoly(inside, np.round(transform(np.linalg.inv(to_picture), quad)).astype(np.int32), 0)
    across, down = (np.round(part * inside * STRONGEST + NONE).astype(np.uint8) for part in (across, down))
    return _View(across, down, to_table, fine)


def _at_turn(view: _View, aspect: float, turn: float) -> tuple[Floats, Floats]:
    """Quads (n, 4, 2) in pixels of the view whose sides run along and across this direction, and the sides seen."""
    height, width = view.across.shape
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    wide, high = int(width * cos + height * sin) + 1, int(width * sin + height * cos) + 1
    # From the turned view to the view.
    turned = np.array([[cos, -sin, 0], [sin, cos, 0]])
    turned[:, 2] = np.array([width, height]) / 2 - turned[:, :2] @ [wide / 2, high / 2]
    half = turned.copy()  # between centres of pixels
    half[:, 2] += turned[:, :2] @ [0.5, 0.5] - 0.5

    def seen(one: Pixels, share: float, two: Pixels, other: float) -> Pixels:
        """A mix of both gradients, turned."""
        mixed = cv2.addWeighted(one, share, two, other, NONE * (1 - share - other))
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP  # gradients are smooth enough, and sides may be a pixel off
        result: Pixels = cv2.warpAffine(mixed, half, (wide, high), flags=flags, borderValue=NONE)
        return result

    right, below = seen(view.across, cos, view.down, sin), seen(view.down, cos, view.across, -sin)
    quads, sums = [], []
    for sideways, (across, down) in enumerate(((1.0, aspect), (aspect, 1.0))):
        out_x, out_y = round(across * view.fine / 2), round(down * view.fine / 2)
        if high <= 2 * out_y + 2 or wide <= 2 * out_x + 2:
            continue
        column = max(3, round(SIDE_PART * down * view.fine))
        row = max(3, round(SIDE_PART * across * view.fine))
        upright = cv2.dilate(_sides(right, (1, column)), np.ones((1, 3), np.uint8))
        level = cv2.dilate(_sides(below, (row, 1)), np.ones((3, 1), np.uint8))
        # Two sides are at most 254 together.
        two_upright = cv2.add(upright[out_y:-out_y, : -2 * out_x], upright[out_y:-out_y, 2 * out_x :])
        two_level = cv2.add(level[: -2 * out_y, out_x:-out_x], level[2 * out_y :, out_x:-out_x])
        total = np.add(two_upright, two_level, dtype=np.int16)
        highest = cv2.dilate(total, np.ones((PEAK, PEAK), np.uint8))
        peak = np.flatnonzero((total >= highest) & (total > round(LEAST * STRONGEST)))
        peak = peak[np.argsort(-total.ravel()[peak], kind="stable")[:MOST_AT_TURN]]
        rows, columns = np.divmod(peak, total.shape[1])
        centres = np.stack([columns + out_x + 0.5, rows + out_y + 0.5], axis=1)
        # The card's own first side first: square ones, too, may lie either way.
        corners = np.roll((UNIT_QUAD - 0.5) * [across, down] * view.fine, -sideways, axis=0)
        found = centres[:, None] + corners[None]
        quads.append(found @ turned[:, :2].T + turned[:, 2])
        sums.append(total[rows, columns] / STRONGEST)
    if not quads:
        return np.zeros((0, 4, 2)), np.zeros(0)
    return np.concatenate(quads), np.concatenate(sums)


def _sides(slopes: Pixels, size: tuple[int, int]) -> Pixels:
    """How much of a side of this size about each place is an edge, up to STRONGEST."""
    means = cv2.blur(slopes, size, borderType=cv2.BORDER_REPLICATE)
    result: Pixels = cv2.absdiff(means, np.full_like(means, NONE))
    return result
