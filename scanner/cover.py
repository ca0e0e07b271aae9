"""What stands or lies on a card that has been named: a pawn, another card, glare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, largest, scale_map, transform
from scanner.light import light_on, unlike

Mask = NDArray[np.bool_]

NEARBY = 3  # pixels around what was seen to hide a card
PARTLY = 0.25  # of a piece of a mark that is hidden: then the rest of it tells nothing
MARK, SHOWN = 0.5, 0.2  # of the greatest difference of two designs that is their mark, and the part of it to be seen
LEAST, MOST = 0.02, 0.45  # parts of a card that a cover takes; more leaves too little to be sure of


@dataclass(frozen=True, slots=True)
class Cover:
    """The hidden part of a card."""

    mask: Pixels  # rows, columns of the card as drawn; 255 where it is hidden
    is_exact: bool = True  # known to end there; what was only seen may hide more, where it looks like the card

    def turned(self) -> Cover:
        """The same on the card turned round."""
        return Cover(np.ascontiguousarray(self.mask[::-1, ::-1]), self.is_exact)

    def suspect(self) -> Pixels:
        """What is hidden, or may be."""
        if self.is_exact:
            return self.mask
        wider: Pixels = cv2.dilate(self.mask, np.ones((2 * NEARBY + 1, 2 * NEARBY + 1), np.uint8))
        return wider


def find_cover(seen_bgr: Pixels, drawn_bgr: Pixels) -> Cover | None:
    """Where a rectified card shows something else than its design, in one or a few compact pieces."""
    seen, drawn = seen_bgr.astype(np.float32), drawn_bgr.astype(np.float32)
    everywhere = np.ones(seen.shape[:2], dtype=bool)
    light = light_on(seen, drawn, everywhere)
    changed = unlike(seen, drawn, light).astype(np.uint8)
    solid = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    least = LEAST * solid.size
    kept = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= least]
    mask = np.isin(labels, kept)
    if not kept or mask.mean() > MOST:
        return None
    # The edge of a thing is neither it nor the card.
    wide = cv2.dilate(mask.astype(np.uint8) * 255, np.ones((3, 3), np.uint8))
    return Cover(wide, is_exact=False)


def inside(card_map: Matrix, quads: Sequence[Matrix], size: tuple[int, int]) -> Pixels:
    """Where these quads of the picture lie on a card drawn in this size: 255 there, else 0."""
    mask: Pixels = np.zeros(size[::-1], np.uint8)
    for quad in quads:
        on_card = transform(scale_map(*size) @ np.linalg.inv(card_map), quad)
        cv2.fillConvexPoly(mask, np.round(on_card).astype(np.int32), 255)
    return mask


def beyond_picture(card_map: Matrix, picture: tuple[int, int], size: tuple[int, int]) -> Cover | None:
    """What of a card drawn in this size is not in the picture: nobody sees a mark there."""
    corners = transform(card_map, UNIT_QUAD)
    if corners.min() > -1 and (corners - picture).max() < 1:
        return None
    columns, rows = size
    across, down = np.meshgrid((np.arange(columns) + 0.5) / columns, (np.arange(rows) + 0.5) / rows)
    places = transform(card_map, np.stack([across, down], axis=-1))
    hidden = ((places < 0) | (places > picture)).any(axis=-1)
    return Cover(np.where(hidden, 255, 0).astype(np.uint8)) if hidden.any() else None


def shown_part(mark: Mask, hidden: Mask) -> float:
    """The part of a mark that is seen, piece by piece: where some of a piece is hidden, more of it may be.

    A white card on a flag looks like the white of another flag, and there nothing tells that it is hidden.
    """
    pieces = cv2.dilate(mark.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(pieces, connectivity=8)
    own = np.bincount(labels[mark], minlength=count)
    covered = np.bincount(labels[mark & hidden], minlength=count)
    seen = np.where(covered > PARTLY * own, 0, own - covered)
    return float(seen.sum()) / max(int(own.sum()), 1)


def hides_mark(designs: Floats, best: int, hidden: Mask) -> bool:
    """Whether what tells one of the other designs from the best one is hidden.

    What little else differs on photographs of twins must not tell them apart then.
    """
    off = largest(np.abs(designs - designs[best]))
    marks = off > MARK * off.max(axis=(1, 2), keepdims=True)
    return any(shown_part(mark, hidden) < SHOWN for number, mark in enumerate(marks) if number != best and mark.any())
