"""Lays a design exactly over a card: small blocks of it are looked for nearby, and those that agree tell the pose.

Blocks need no common light and do without those that a pawn, a shadow's edge or glare hides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import unit_rows
from scanner.geometry import Floats, Matrix, Pixels, Pyramid

MOST_BLOCKS = 22
APART = 0.64  # sides of a block between two of them
FAINTEST = 0.05  # value of a block against the most telling one
NOISE = 1.5  # grey levels: paper is never quite even, which must not look like print
SHIFT, AFFINE, PERSPECTIVE = 1.0, 0.06, 0.03  # usual size of the terms of a pose, in parts of the card's width
ROUNDS = 4
COVERED = 0.2  # how much detail counts that may be covered, where a design has no other
REPEATS = 7  # pixels around a block in which the design must not repeat it
FIRST_TOLERANCE, LAST_TOLERANCE = 3.0, 1.0  # pixels that a block may be off before it counts little


@dataclass(frozen=True, slots=True)
class Blocks:
    """Where a drawn design has detail: squares, and how well each fixes its place along x and y (2 x 2)."""

    size: tuple[int, int]  # of the whole drawn design
    side: int
    corners: NDArray[np.intp]  # top left
    hold: Floats
    print: Floats  # the squares as rows of mean 0 and length 1
    trust: Floats  # less than 1 where a block may be covered, or the design repeats itself nearby
    terms: Floats  # how the eight terms of a pose move each block: (blocks, 2, 8)
    held: Floats  # the same as far as the block is held there


def choose_blocks(
    drawn_grey: Pixels,
    side: int,
    inset: tuple[int, int],
    usable: Pixels | None = None,
    most: int = MOST_BLOCKS,
    apart: float = APART,
    faintest: float = FAINTEST,
    shared: Pixels | None = None,
) -> Blocks:
    """The most telling squares of a drawn design, so many sides apart, within its rim and where it is usable.

    What is not shared with other designs may not be there: a square holds the card by the rest of its detail only.
    """
    grey = drawn_grey.astype(np.float32)
    across: Floats
    down: Floats
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    parts: list[Floats] = [across**2, down**2, across * down]
    rows, columns = grey.shape
    # Blur carries what a square only touches into it, such as the frame of a card: it is found too far inside then. So
    # squares reach a little into the rim. Thin lines of a board may be seen just where its squares begin.
    rim = side // 6 if usable is None else 0
    step = max(2, side // 4)
    left, top = max(inset[0] - rim, 0), max(inset[1] - rim, 0)
    xs = np.arange(left, columns - left - side + 1, step)
    ys = np.arange(top, rows - top - side + 1, step)
    corners = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)

    def summed(values: Floats) -> Floats:
        sums = cv2.boxFilter(values, -1, (side - 2 * rim, side - 2 * rim), anchor=(0, 0))
        result: Floats = sums[corners[:, 1] + rim, corners[:, 0] + rim]
        return result

    xx, yy, xy = (summed(part) for part in parts)
    value = _telling(xx, yy, xy)
    opened: Floats = np.ones(len(corners), np.float32)
    if usable is not None:
        opened = np.maximum(summed((usable > 0).astype(np.float32)), COVERED) ** 2
    # Paper, and the trace of a frame that a square just touches, are not seen: against all detail, shared or not.
    is_seen = value * opened > faintest * (value * opened).max(initial=0.0)
    if shared is not None:
        # By detail, not by area: the rim of a dot is all that a square half beside it has.
        every = xx + yy
        counts = np.where(shared > 0, np.float32(1), np.float32(COVERED))
        xx, yy, xy = (summed(part * counts) for part in parts)
        value = _telling(xx, yy, xy)
        opened = opened * ((xx + yy) / np.maximum(every, 1e-6)) ** 2
    chosen: list[int] = []
    open_ones = np.where(is_seen, value * opened, 0)
    while len(chosen) < most:
        best = int(open_ones.argmax())
        if open_ones[best] <= 0:
            break
        chosen.append(best)
        open_ones[np.hypot(*(corners - corners[best]).T) < apart * side] = 0
    hold = np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], -2)[chosen]
    # Strong print holds better than weak, but not in proportion: one frame line is not worth ten digits.
    strength = np.sqrt(_size(hold))[:, None, None]
    windows = np.lib.stride_tricks.sliding_window_view(grey, (side, side))
    picked = corners[chosen]
    prints = unit_rows(windows[picked[:, 1], picked[:, 0]].reshape(len(picked), side * side))
    hold = hold / (strength * np.sqrt(strength.max(initial=1e-3)))
    terms = _pose_terms((picked + side / 2 - (columns / 2, rows / 2)) / columns)
    blocks = Blocks((columns, rows), side, picked, hold, prints, opened[chosen], terms, hold @ terms)
    return replace(blocks, trust=blocks.trust * _unrepeated(grey, blocks)) if len(picked) else blocks


def align(greys: Pyramid, blocks: Blocks, card_map: Matrix, reach: int, stiffness: float = 1.0) -> tuple[Matrix, float]:
    """A better pose for a card of this design from one nearby, and the share of its print that is found there.

    The stiffer, the less a pose may differ from the given one by more than a shift.
    """
    return align_all(greys, [(blocks, card_map)], reach, stiffness)[0]


def align_all(
    greys: Pyramid, tasks: Sequence[tuple[Blocks, Matrix]], reach: int, stiffness: float = 1.0
) -> list[tuple[Matrix, float]]:
    """The same for several cards at once, their designs drawn in one size: small steps take longer than numbers."""
    first = tasks[0][0]
    if not any(len(blocks.corners) for blocks, _ in tasks):
        return [(card_map, 0.0) for _, card_map in tasks]
    every = _Several.of([blocks for blocks, _ in tasks])
    width, height = first.size
    to_picture = np.stack([card_map for _, card_map in tasks]) * [1 / width, 1 / height, 1.0]
    margin = np.array([[1, 0, -reach], [0, 1, -reach], [0, 0, 1.0]])
    seen = greys.warp_all(to_picture @ margin, (width + 2 * reach, height + 2 * reach)).astype(np.float32)
    moves, scores = _find_blocks(seen, first.side, every, reach)
    moved, share = _common_moves(first.size, every, moves, scores, stiffness)
    return list(zip(to_picture @ moved * [width, height, 1.0], share.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Several:
    """The blocks of several designs; those with fewer blocks have some at the end that count nothing."""

    corners: NDArray[np.intp]  # designs, blocks, 2; so are the others
    hold: Floats
    print: Floats
    trust: Floats
    terms: Floats
    held: Floats

    @classmethod
    def of(cls, several: Sequence[Blocks]) -> _Several:
        """The blocks of these designs."""
        names = ("corners", "hold", "print", "trust", "terms", "held")
        if len(several) == 1:
            return cls(*(getattr(several[0], name)[None] for name in names))
        most = max(len(blocks.corners) for blocks in several)
        columns = []
        for name in names:
            parts = [getattr(blocks, name) for blocks in several]
            column = np.zeros((len(parts), most, *parts[0].shape[1:]), parts[0].dtype)
            for number, part in enumerate(parts):
                column[number, : len(part)] = part
            columns.append(column)
        return cls(*columns)


def _telling(xx: Floats, yy: Floats, xy: Floats) -> Floats:
    """How well squares fix a place. A corner fixes both directions; an edge only one, but better than nothing."""
    mean, spread = (xx + yy) / 2, np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    result: Floats = np.sqrt(np.maximum(mean - spread, 0)) + 0.3 * np.sqrt(mean + spread)
    return result


def _unrepeated(grey: Floats, blocks: Blocks) -> Floats:
    """For each block 1 if the design has nothing like it nearby, less where it has."""
    reach = REPEATS
    framed = cv2.copyMakeBorder(grey, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    scores = _scores(framed[None], blocks.side, _Several.of([blocks]), reach)[0]
    steps = np.arange(-reach, reach + 1)
    away = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2).astype(np.float64)
    # Along its own edge a block looks alike everywhere; that it does not hold there is known already.
    miss = np.einsum("si,nij,sj->ns", away, blocks.hold, away) / _size(blocks.hold)[:, None]
    again = np.where(miss > 2.0**2, scores.reshape(len(scores), -1), 0).max(axis=1)
    result: Floats = np.clip((1 - again) / 0.4, 0.03, 1.0)
    return result


def _find_blocks(seen: Floats, side: int, every: _Several, reach: int) -> tuple[Floats, Floats]:
    """How far each block has moved in its picture (which is `reach` larger all around), and its correlation there."""
    scores = _scores(seen, side, every, reach)
    shape, span = scores.shape[:2], 2 * reach + 1
    flat = scores.reshape(-1, span * span)
    each = np.arange(len(flat))
    place = flat.argmax(axis=1)
    row, column = np.divmod(place, span)
    best = flat[each, place]
    left, right = flat[each, place - (column > 0)], flat[each, place + (column < span - 1)]
    above, below = flat[each, place - span * (row > 0)], flat[each, place + span * (row < span - 1)]
    across, along = _between(left, best, right), _between(above, best, below)
    moves = np.stack([column - reach + across, row - reach + along], axis=1)
    return moves.reshape(*shape, 2), best.reshape(shape)


def _scores(values: Floats, side: int, every: _Several, reach: int) -> Floats:
    """The correlation of each block with every place around its own: (designs, blocks, down, right)."""
    cards, rows, columns = values.shape
    count, span, wide = every.corners.shape[1], 2 * reach + 1, side + 2 * reach
    x, y = every.corners[..., 0], every.corners[..., 1]
    windows = np.lib.stride_tricks.sliding_window_view(values, (1, wide, wide))[:, :, :, 0]
    around = windows[np.arange(cards)[:, None], y, x].reshape(cards * count, wide, wide)
    # A product for all places at once: whole rows of what is around a block, times its print moved to the right.
    block, down, right = around.strides
    lines = np.lib.stride_tricks.as_strided(around, (len(around), span, side * wide), (block, down, right)).copy()
    moved = np.zeros((len(around), span, side, wide), np.float32)
    block, step, down, right = moved.strides
    prints = every.print.reshape(len(around), 1, side, side)
    np.lib.stride_tricks.as_strided(moved, (len(around), span, side, side), (block, step + right, down, right))[:] = (
        prints
    )
    products = lines @ moved.reshape(len(around), span, side * wide).transpose(0, 2, 1)
    # One picture below the other: no block reaches from one into the next.
    tall = values.reshape(cards * rows, columns)
    mean = cv2.boxFilter(tall, -1, (side, side), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    power = cv2.boxFilter(tall * tall, -1, (side, side), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    first = (np.arange(cards)[:, None] * rows + y) * columns + x
    where = first.reshape(-1, 1, 1) + (np.arange(span)[:, None] * columns + np.arange(span))
    mean, power = mean.ravel()[where], power.ravel()[where]
    detail = np.sqrt(np.maximum(power - mean * mean, 0) + NOISE**2) * side
    result: Floats = (products / detail).reshape(cards, count, span, span)
    return result


def _between(before: Floats, here: Floats, after: Floats) -> Floats:
    """Where between the pixels the highest value lies."""
    bend = np.minimum(before - 2 * here + after, -1e-6)
    result: Floats = np.clip(0.5 * (before - after) / bend, -0.5, 0.5)
    return result


def _common_moves(
    size: tuple[int, int], every: _Several, moves: Floats, scores: Floats, stiffness: float
) -> tuple[Matrix, Floats]:
    """The homography of each drawn design that most of its blocks agree on, and the share of the print that follows."""
    width, height = size
    cards, count = scores.shape
    usual = np.array([SHIFT] * 2 + [AFFINE] * 4 + [PERSPECTIVE] * 2)
    usual[2:] /= stiffness
    ridge = np.diag((0.5 / width / usual) ** 2)
    moved = moves / width
    clipped = np.clip(scores, 0, 1)
    trust = clipped**3 * every.trust
    weights = _size(every.hold)
    held, flat = every.held.reshape(cards, 2 * count, 8), every.terms.reshape(cards, 2 * count, 8)
    lying = np.ascontiguousarray(flat.transpose(0, 2, 1))
    # Along an edge nothing is known, so there it is not held against a block.
    share_of = width**2 / weights
    xx, yy = every.hold[..., 0, 0], every.hold[..., 1, 1]
    by_xx, by_yy, by_xy = xx * share_of, yy * share_of, 2 * every.hold[..., 0, 1] * share_of
    # Begin at the most usual shift, not at the mean: a hidden part must not pull.
    pose: Floats = np.zeros((cards, 8))
    pose[:, 0] = _weighted_medians(moved[..., 0], trust * xx)
    pose[:, 1] = _weighted_medians(moved[..., 1], trust * yy)
    tolerance = FIRST_TOLERANCE
    agreed = np.ones_like(trust)
    for _ in range(ROUNDS):
        off = moved - (flat @ pose[..., None]).reshape(moved.shape)
        x, y = off[..., 0], off[..., 1]
        miss = by_xx * x * x + by_xy * x * y + by_yy * y * y
        agreed = 1 / (1 + miss / tolerance**2) ** 2
        counted = held * np.repeat(trust * agreed, 2, axis=1)[..., None]
        wanted = moved.reshape(cards, 1, 2 * count) @ counted
        pose = np.linalg.solve(lying @ counted + ridge, wanted.transpose(0, 2, 1))[..., 0]
        tolerance = max(LAST_TOLERANCE, 0.7 * tolerance)
    counts = weights * every.trust
    share = (clipped * agreed * counts).sum(axis=1) / np.maximum(counts.sum(axis=1), 1e-9)
    local = np.tile(np.eye(3), (cards, 1, 1))
    local[:, :2, 2] = pose[:, :2] * width
    local[:, :2, :2] += pose[:, 2:6].reshape(cards, 2, 2)
    local[:, 2, :2] = -pose[:, 6:] / width
    to_centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    back = np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1.0]])
    return back @ local @ to_centre, share


def _pose_terms(centre: Floats) -> Floats:
    """How shift, affine and perspective terms move points; everything in parts of the width."""
    x, y = centre[:, 0], centre[:, 1]
    terms = np.zeros((len(x), 2, 8))
    terms[:, 0, 0] = terms[:, 1, 1] = 1
    terms[:, 0, 2], terms[:, 0, 3], terms[:, 1, 4], terms[:, 1, 5] = x, y, x, y
    terms[:, 0, 6], terms[:, 0, 7], terms[:, 1, 6], terms[:, 1, 7] = x * x, x * y, x * y, y * y
    return terms


def _size(hold: Floats) -> Floats:
    result: Floats = np.maximum(hold[..., 0, 0] + hold[..., 1, 1], 1e-6)
    return result


def _weighted_medians(values: Floats, weights: Floats) -> Floats:
    """The weighted median of each row."""
    order = np.argsort(values, axis=1)
    total = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    middle = (total >= total[:, -1:] / 2).argmax(axis=1)
    each = np.arange(len(values))
    result: Floats = values[each, order[each, middle]]
    return result
