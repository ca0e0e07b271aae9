"""The whole view, small: where it differs from the quiet table, what of that moves, and what may be a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Matrix, Pixels

Mask = NDArray[np.uint8]

LEVELS = 6.0  # that light may differ by
SHARE = 0.05  # and the part of the brightness
PER_NOISE = 3.5  # times the noise from frame to frame
STEP = 5  # every so many pixels light is measured
DARKEST, BRIGHTEST = 0.3, 3.5  # light against the quiet table that still allows to see
GONE = 0.35  # contrast against the quiet table below which there is nothing to see
HAND = 0.35  # area beside the spaces, in cards, from which a change is more than a card, a pawn or its shadow
ARM = 0.05  # the same of what comes from the edge of the picture
STILL_THING, STILL_SPOT, STILL_ARM = 3, 6, 20  # frames after which a change belongs to the table


@dataclass(frozen=True, slots=True)
class Stir:
    """What a frame shows against the quiet table."""

    seen: Floats  # the frame in the light of the quiet table
    changed: Mask
    cover: Mask  # hands and other things that may lie over spaces
    settled: Mask  # what has come to rest and belongs to the table from now on
    moving: Mask
    share: float  # part of the view that differs


class Backdrop:
    """The quiet table, small; in colour, because a dark sleeve on a dark table has no other difference."""

    def __init__(self, small: Pixels, spaces: Sequence[Matrix], card_area: float) -> None:
        self.base: Floats = small.astype(np.float32)
        self.contrast = max(float(self.base.std()), 1.0)
        self._noise = 1.0
        self._age: Mask = np.zeros(small.shape[:2], np.uint8)
        self._before: Floats | None = None
        self._card_area = card_area
        self._former: tuple[Floats | None, Mask] = (None, self._age)
        self._set_spaces(spaces)
        rows, columns = small.shape[:2]
        y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
        self._terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
        self._bounds()

    def see(self, small: Pixels) -> Stir | None:
        """Compare a frame; None when there is too little or too much light to tell anything."""
        values: Floats = small.astype(np.float32)
        self._former = (self._before, self._age)
        if not self._light_is_sane(values[::4, ::4]):
            self._before = None
            return None
        seen: Floats = cv2.divide(values, self._field(values))
        changed = (cv2.inRange(seen, self._low, self._high) == 0).astype(np.uint8)
        changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
        moving = self._moving(seen)
        self._before = seen
        self._age = np.where(changed & ~moving & 1, np.minimum(self._age, 250) + 1, 0).astype(np.uint8)
        cover, settled = self._judge(changed)
        return Stir(seen, changed, cover, settled, moving, float(changed.mean()))

    def absorb(self, stir: Stir, where: Mask) -> None:
        """What is seen there belongs to the quiet table from now on."""
        wide = cv2.dilate(where, np.ones((5, 5), np.uint8)) > 0
        self.base[wide] = stir.seen[wide]
        self._age = np.where(wide, 0, self._age).astype(np.uint8)
        self._bounds()

    def remember(self, before: Backdrop, matrix: Matrix) -> None:
        """The same table as it was seen before, by a map of the small picture: what is new now may be a hand."""
        size = self.base.shape[1::-1]
        known = cv2.warpPerspective(np.ones(before.base.shape[:2], np.uint8), matrix, size, borderValue=(0,))
        self.base = np.where(known[..., None] > 0, cv2.warpPerspective(before.base, matrix, size), self.base)
        self._noise = before._noise
        self._bounds()

    def follow(self, stir: Stir) -> None:
        """Take over slow changes of light wherever nothing has changed."""
        same = cv2.inRange(stir.seen, self._low, self._high) > 0
        self.base += np.where(same[..., None], 0.2 * (stir.seen - self.base), 0)
        self._bounds()

    def shift(self, matrix: Matrix, small: Pixels, spaces: Sequence[Matrix]) -> None:
        """The view has moved by a map of the small picture; what has come into view is taken as it is.

        The frame that showed it was compared in vain: what was remembered of it is taken back.
        """
        self._before, self._age = self._former
        size = self.base.shape[1::-1]
        known = cv2.warpPerspective(np.ones(size[::-1], np.uint8), matrix, size, borderValue=(0,))[..., None] > 0
        self.base = np.where(known, cv2.warpPerspective(self.base, matrix, size), small.astype(np.float32))
        if self._before is not None:
            self._before = np.where(known, cv2.warpPerspective(self._before, matrix, size), self.base)
        self._age = cv2.warpPerspective(self._age, matrix, size, flags=cv2.INTER_NEAREST).astype(np.uint8)
        self._set_spaces(spaces)
        self._bounds()

    def _set_spaces(self, spaces: Sequence[Matrix]) -> None:
        self._beside: Mask = np.full(self.base.shape[:2], 255, np.uint8)
        for quad in spaces:
            cv2.fillConvexPoly(self._beside, np.round(_grown(quad, 1.25)).astype(np.int32), (0,))

    def _bounds(self) -> None:
        """What a pixel may look like when the camera shakes by a pixel and light is not quite the same."""
        square = np.ones((3, 3), np.uint8)
        slack = LEVELS + PER_NOISE * self._noise
        self._low = cv2.erode(self.base, square) * (1 - SHARE) - slack
        self._high = cv2.dilate(self.base, square) * (1 + SHARE) + slack

    def _light_is_sane(self, values: Floats) -> bool:
        if float(values.std()) < GONE * DARKEST * self.contrast:
            return False
        light = float(np.median(values)) / max(float(np.median(self.base[::4, ::4])), 1.0)
        return DARKEST < light < BRIGHTEST

    def _field(self, values: Floats) -> Floats:
        """How much brighter each place is lit than on the quiet table: a smooth surface that hands do not bend."""
        step = slice(None, None, STEP)
        terms = self._terms[step, step].reshape(-1, 6)
        ratio = np.log((values[step, step] + 8) / (self.base[step, step] + 8)).reshape(-1, 3)
        off = np.abs(ratio - np.median(ratio, axis=0)).max(axis=1)
        weight: Floats = (off < max(2.0 * float(np.median(off)), 0.1)).astype(np.float32)
        fit: Floats = np.zeros((6, 3), np.float32)
        for _ in range(3):  # what differs for other reasons is left out step by step
            kept = terms * weight[:, None]
            fit = np.linalg.solve(kept.T @ kept + np.diag([1e-3, 2, 2, 5, 5, 5]), kept.T @ ratio).astype(np.float32)
            off = np.abs(ratio - terms @ fit).max(axis=1)
            weight = (off < max(2.0 * float(np.median(off)), 0.04)).astype(np.float32)
        coarse = np.exp(np.clip(self._terms[::8, ::8] @ fit, -2, 2))
        result: Floats = cv2.resize(coarse, values.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return result

    def _moving(self, seen: Floats) -> Mask:
        if self._before is None:
            return np.ones(seen.shape[:2], np.uint8)
        off: Floats = np.abs(seen - self._before)
        self._noise += 0.2 * (1.5 * float(np.median(off[::4, ::4])) - self._noise)
        limit = 1.5 * LEVELS + PER_NOISE * self._noise
        result: Mask = (cv2.blur(off, (3, 3)).max(axis=2) > limit).astype(np.uint8)
        return result

    def _judge(self, changed: Mask) -> tuple[Mask, Mask]:
        """Split what has changed into what covers and what has come to rest."""
        cover, settled = np.zeros_like(changed), np.zeros_like(changed)
        if not changed.any():
            return cover, settled
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        edge = np.unique(
            np.concatenate([labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(), labels[:, -2:].ravel()])
        )
        for number in range(1, count):
            x, y, width, height, area = (int(value) for value in stats[number])
            spot = slice(y, y + height), slice(x, x + width)
            here = labels[spot] == number
            beside = int(np.count_nonzero(here & (self._beside[spot] > 0)))
            # A card that has gone from a space at the edge of the picture is no arm.
            arm = number in edge and area > 0.2 * self._card_area and beside > ARM * self._card_area
            thing = arm or beside > HAND * self._card_area
            needed = STILL_ARM if arm else STILL_THING if thing else STILL_SPOT
            ages = self._age[spot][here & (changed[spot] > 0)]
            if len(ages) and float((ages >= needed).mean()) > 0.85:
                settled[spot][here] = 1
            elif thing:
                cover[spot][here] = 1
        return cover, settled


def _grown(quad: Matrix, factor: float) -> Matrix:
    centre = quad.mean(axis=0)
    result: Matrix = centre + (quad - centre) * factor
    return result
