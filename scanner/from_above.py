"""The table from straight above, as far as it is in the picture: everything flat on it has one size there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, transform
from scanner.picture import Picture
from scanner.table_plane import TablePlane

FINE = 14.0  # pixels of this view for the width of a card
MOST_PIXELS = 80_000
FARTHEST = 30.0  # card widths that a table may extend


@dataclass(frozen=True, slots=True)
class View:
    """A small picture of the table; `open` is 1 where it shows what is in the picture and not taken, else 0."""

    colours: Pixels
    open: Pixels
    to_picture: Matrix
    fine: float  # pixels for the width of a card

    def seen(self, quads: Floats) -> Floats:
        """Quads of the picture as they lie in this view."""
        return transform(np.linalg.inv(self.to_picture), quads)


def seen_from_above(picture: Picture, plane: TablePlane, taken: Sequence[Matrix]) -> View | None:
    """The part of the table that is in the picture; nothing is open on what is taken."""
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
    colours = cv2.GaussianBlur(picture.colour.warp(to_picture, size), (0, 0), 0.7)
    # What is outside the picture shows nothing, and the picture's own border is no edge.
    frame = transform(
        np.linalg.inv(to_picture), np.array([[2, 2], [width - 2, 2], [width - 2, height - 2], [2, height - 2.0]])
    )
    inside: Pixels = np.ones(colours.shape[:2], np.uint8)
    if ahead.all():
        inside[:] = 0
        cv2.fillConvexPoly(inside, np.round(frame).astype(np.int32), 1)
        inside = cv2.erode(inside, np.ones((3, 3), np.uint8))
    for quad in taken:
        cv2.fillConvexPoly(inside, np.round(transform(np.linalg.inv(to_picture), quad)).astype(np.int32), 0)
    return View(colours, inside, to_picture, fine)
