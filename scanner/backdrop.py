"""The whole view, small: where it differs from the quiet table, what of that moves, and what may be a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Matrix, Pixels, largest

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
BROAD, LEAVES = 1.3, 0.3  # area in cards of what is more than a card, and the part of a hand that moves when it leaves
LOOSELY = 9  # pixels; parts of a thing at rest that are nearer hang together
LAIN, QUIET = 150, 0.1  # frames at rest after which what lies over spaces is no hand, and the part of it that may move


@dataclass(frozen=True, slots=True)
class Stir:
    """What a frame shows against the quiet table."""

    seen: Floats  # the frame in the light of the quiet table
    changed: Mask
    cover: Mask  # hands and other things that may lie over spaces
    settled: Mask  # what has come to rest and belongs to the table from now on
    moving: Mask
    share: float  # part of the view that differs
    lying: Mask  # what has come to rest over spaces and belongs to the table so far, but may be a hand


class Backdrop:
    """The quiet table, small; in colour, because a dark sleeve on a dark table has no other difference."""

    def __init__(self, small: Pixels, spaces: Sequence[Matrix], card_area: float) -> None:
        self.base: Floats = small.astype(np.float32)
        self.contrast = max(float(self.base.std()), 1.0)
        self._noise = 1.0
        self._age: Mask = np.zeros(small.shape[:2], np.uint8)
        self._before: Floats | None = None
        self._card_area = card_area
        self._clear: Floats | None = None  # the table without what rests over spaces, while something does
        self._lain = 0  # frames that it rests
        self._hands: Mask = self._age  # what covered or rested in the frame before
        self._former: tuple[Floats | None, Mask, Mask] = (None, self._age, self._hands)
        self._set_spaces(spaces)
        rows, columns = small.shape[:2]
        y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
        self._terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
        self._bounds()

    def see(self, small: Pixels) -> Stir | None:
        """Compare a frame; None when there is too little or too much light to tell anything."""
        values: Floats = small.astype(np.float32)
        self._former = (self._before, self._age, self._hands)
        if not self._light_is_sane(values[::4, ::4]):
            self._before = None
            return None
        seen: Floats = cv2.divide(values, self._field(values))
        moving = self._moving(seen)
        lying = self._lying(seen, moving)
        changed = _differs(seen, self._low, self._high)
        self._before = seen
        self._age = np.where(changed & ~moving & 1, np.minimum(self._age, 250) + 1, 0).astype(np.uint8)
        cover, settled, rests = self._judge(changed, moving)
        lying |= rests
        self._hands = cover | lying
        return Stir(seen, changed, cover, settled, moving, float(changed.mean()), lying)

    def absorb(self, stir: Stir, where: Mask, rests: bool = False) -> None:
        """What is seen there belongs to the quiet table from now on.

        What only `rests` may leave again: if it lies over spaces, the table below it is remembered.
        """
        wide = cv2.dilate(where, np.ones((5, 5), np.uint8)) > 0
        if rests and self._clear is None and (wide & (self._beside == 0)).any():
            self._clear, self._lain = self.base.copy(), 0
            self._hands = self._hands | where
        if not rests and self._clear is not None:
            known = wide & (stir.lying == 0)
            self._clear[known] = stir.seen[known]
        self.base[wide] = stir.seen[wide]
        self._age = np.where(wide, 0, self._age).astype(np.uint8)
        self._bounds()

    def remember(self, before: Backdrop, matrix: Matrix, boards: Sequence[tuple[Matrix, Matrix]] = ()) -> None:
        """The same table as it was seen before, by a map of the small picture: what is new now may be a hand.

        Boards, by maps and quads of their own, may have moved on it.
        """
        size = self.base.shape[1::-1]
        table = before.base if before._clear is None else before._clear
        whole = np.ones(table.shape[:2], np.uint8)
        for own, quad in [(matrix, None), *boards]:
            known = cv2.warpPerspective(whole, own, size, borderValue=(0,)) > 0
            if quad is not None:
                there = np.zeros(known.shape, np.uint8)
                known &= cv2.fillConvexPoly(there, np.round(quad).astype(np.int32), (1,)) > 0
            self.base = np.where(known[..., None], cv2.warpPerspective(table, own, size), self.base)
        self._noise = before._noise
        self._bounds()

    def follow(self, stir: Stir) -> None:
        """Take over slow changes of light wherever nothing has changed."""
        same = cv2.inRange(stir.seen, self._low, self._high) > 0
        self.base += np.where(same[..., None], 0.2 * (stir.seen - self.base), 0)
        self._bounds()
        if self._clear is not None:
            same = cv2.inRange(stir.seen, *self._range(self._clear)) > 0
            self._clear += np.where(same[..., None], 0.2 * (stir.seen - self._clear), 0)

    def shift(self, matrix: Matrix, small: Pixels, spaces: Sequence[Matrix]) -> None:
        """The view has moved by a map of the small picture; what has come into view is taken as it is.

        The frame that showed it was compared in vain: what was remembered of it is taken back.
        """
        self._before, self._age, self._hands = self._former
        size = self.base.shape[1::-1]
        known = cv2.warpPerspective(np.ones(size[::-1], np.uint8), matrix, size, borderValue=(0,))[..., None] > 0
        self.base = np.where(known, cv2.warpPerspective(self.base, matrix, size), small.astype(np.float32))
        if self._clear is not None:
            self._clear = np.where(known, cv2.warpPerspective(self._clear, matrix, size), self.base)
        if self._before is not None:
            self._before = np.where(known, cv2.warpPerspective(self._before, matrix, size), self.base)
        self._age, self._hands = (
            cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_NEAREST).astype(np.uint8)
            for mask in (self._age, self._hands)
        )
        self._set_spaces(spaces)
        self._bounds()

    def _set_spaces(self, spaces: Sequence[Matrix]) -> None:
        self._beside: Mask = np.full(self.base.shape[:2], 255, np.uint8)
        for quad in spaces:
            cv2.fillConvexPoly(self._beside, np.round(_grown(quad, 1.25)).astype(np.int32), (0,))

    def _bounds(self) -> None:
        self._low, self._high = self._range(self.base)

    def _range(self, table: Floats) -> tuple[Floats, Floats]:
        """What a pixel may look like when the camera shakes by a pixel and light is not quite the same."""
        square = np.ones((3, 3), np.uint8)
        slack = LEVELS + PER_NOISE * self._noise
        return cv2.erode(table, square) * (1 - SHARE) - slack, cv2.dilate(table, square) * (1 + SHARE) + slack

    def _lying(self, seen: Floats, moving: Mask) -> Mask:
        """What rests over spaces, with all that hangs together with it; where it has left, the table is as before.

        A hand that lies still belongs to the table after a while, piece by piece, and its fingers would be pawns.
        """
        lying: Mask = np.zeros(seen.shape[:2], np.uint8)
        if self._clear is None:
            return lying
        low, high = self._range(self._clear)
        changed = _differs(seen, low, high)
        for spot, here, _, is_thing in self._things(changed, moving, LOOSELY):
            lying[spot][here & is_thing] = 1
        self._lain += bool(moving[lying > 0].mean() < QUIET) if lying.any() else 0
        if self._lain > LAIN:
            self._clear = None
            return np.zeros_like(lying)
        gone = not (lying[self._beside == 0]).any()
        self.base = self._clear if gone else np.where(changed[..., None] == 0, self._clear, self.base)
        self._clear = None if gone else self._clear
        self._bounds()
        return lying

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
        result: Mask = (largest(cv2.blur(off, (3, 3))) > limit).astype(np.uint8)
        return result

    def _judge(self, changed: Mask, moving: Mask) -> tuple[Mask, Mask, Mask]:
        """Split what has changed into what covers and what has come to rest, and of that what is more than a spot."""
        cover, settled, rests = (np.zeros_like(changed) for _ in range(3))
        for spot, here, is_arm, is_thing in self._things(changed, moving):
            needed = STILL_ARM if is_arm else STILL_THING if is_thing else STILL_SPOT
            ages = self._age[spot][here & (changed[spot] > 0)]
            if len(ages) and float((ages >= needed).mean()) > 0.85:
                settled[spot][here] = 1
                rests[spot][here & is_thing] = 1
            elif is_thing:
                cover[spot][here] = 1
        return cover, settled, rests

    def _things(
        self, changed: Mask, moving: Mask, gap: int = 5
    ) -> Iterator[tuple[tuple[slice, slice], NDArray[np.bool_], bool, bool]]:
        """What hangs together: box, mask in it, whether it reaches in from the edge, whether it is more than a spot."""
        if not changed.any():
            return
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
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
            # A hand that looks like the table in part falls apart; as long as it does not move it is still the hand.
            if not thing and area > BROAD * self._card_area:
                there = here & (changed[spot] > 0)
                thing = self._hands[spot][there].mean() > 0.5 and moving[spot][there].mean() < LEAVES
            yield spot, here, arm, bool(thing)


def _differs(seen: Floats, low: Floats, high: Floats) -> Mask:
    changed = (cv2.inRange(seen, low, high) == 0).astype(np.uint8)
    result: Mask = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
    return result


def _grown(quad: Matrix, factor: float) -> Matrix:
    centre = quad.mean(axis=0)
    result: Matrix = centre + (quad - centre) * factor
    return result
