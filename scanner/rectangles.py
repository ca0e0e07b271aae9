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

from scanner.from_above import View, seen_from_above
from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, transform
from scanner.outlines import clear_gradients
from scanner.picture import Picture
from scanner.table_plane import TablePlane

TURNS = 18  # steps of a quarter turn
SIDE_PART = 0.8  # of a side that is asked for: corners are round
STRONGEST, NONE = 127.0, 128.0  # of gradients as whole numbers, and where they are none
PEAK = 5  # pixels within which one rectangle counts
LEAST = 1.1  # sides seen of the four
MOST_AT_TURN, MOST_RECTANGLES = 50, 300
PARTS = 4  # of the search, for two processes

Rectangles = tuple[Floats, Floats]  # outlines (n, 4, 2), and how much of their sides is seen


@dataclass(frozen=True, slots=True)
class _Slopes:
    """Gradients of the table seen from straight above, in steps of 1 / STRONGEST about NONE.

    Sums of small whole numbers take a fraction of the time.
    """

    across: Pixels
    down: Pixels
    fine: float  # pixels for the width of a card


def table_quads(picture: Picture, plane: TablePlane, taken: Sequence[Matrix] = ()) -> Floats:
    """Outlines (n, 4, 2) beside these quads, those of which most sides are seen first; either way up.

    The short side is the first one.
    """
    view = seen_from_above(picture, plane, taken)
    return best_rectangles([part() for part in parts_of_search(view, plane.aspect)] if view is not None else [])


def parts_of_search(view: View, aspect: float) -> list[Callable[[], Rectangles]]:
    """The same in parts that take about as long as each other, to be joined by `best_rectangles`."""
    slopes = _slopes(view)

    def found(first: int) -> Rectangles:
        some = [_at_turn(slopes, aspect, step * np.pi / 2 / TURNS) for step in range(first, TURNS, PARTS)]
        quads, sums = (np.concatenate(parts) for parts in zip(*some, strict=True))
        best = np.argsort(-sums, kind="stable")[:MOST_RECTANGLES]
        return transform(view.to_picture, quads[best]), sums[best]

    return [partial(found, first) for first in range(PARTS)]


def best_rectangles(parts: Sequence[Rectangles]) -> Floats:
    """Those of all parts of which most sides are seen."""
    if not parts:
        return np.zeros((0, 4, 2))
    quads, sums = (np.concatenate(part) for part in zip(*parts, strict=True))
    result: Floats = quads[np.argsort(-sums, kind="stable")[:MOST_RECTANGLES]]
    return result


def _slopes(view: View) -> _Slopes:
    across, down = (
        np.round(part * view.open * STRONGEST + NONE).astype(np.uint8) for part in clear_gradients(view.colours)
    )
    return _Slopes(across, down, view.fine)


def _at_turn(slopes: _Slopes, aspect: float, turn: float) -> tuple[Floats, Floats]:
    """Quads (n, 4, 2) in pixels of the view whose sides run along and across this direction, and the sides seen."""
    height, width = slopes.across.shape
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

    right, below = seen(slopes.across, cos, slopes.down, sin), seen(slopes.down, cos, slopes.across, -sin)
    quads, sums = [], []
    for sideways, (across, down) in enumerate(((1.0, aspect), (aspect, 1.0))):
        out_x, out_y = round(across * slopes.fine / 2), round(down * slopes.fine / 2)
        if high <= 2 * out_y + 2 or wide <= 2 * out_x + 2:
            continue
        column = max(3, round(SIDE_PART * down * slopes.fine))
        row = max(3, round(SIDE_PART * across * slopes.fine))
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
        corners = np.roll((UNIT_QUAD - 0.5) * [across, down] * slopes.fine, -sideways, axis=0)
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
