"""Lays a design exactly over a card: small blocks of it are looked for nearby, and those that agree tell the pose.

Blocks need no common light and do without those that a pawn, a shadow's edge or glare hides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import unit_rows
from scanner.geometry import Floats, Matrix, Pixels, Pyramid, scale_map

MOST_BLOCKS = 22
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
    drawn_grey: Pixels, side: int, inset: tuple[int, int], usable: Pixels | None = None, most: int = MOST_BLOCKS
) -> Blocks:
    """The most telling squares of a drawn design, apart from each other, within its rim and where it is usable."""
    grey = drawn_grey.astype(np.float32)
    across: Floats
    down: Floats
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    parts: list[Floats] = [across**2, down**2, across * down]
    products = [cv2.boxFilter(part, -1, (side, side), anchor=(0, 0)) for part in parts]
    rows, columns = grey.shape
    step = max(2, side // 4)
    xs = np.arange(inset[0], columns - inset[0] - side + 1, step)
    ys = np.arange(inset[1], rows - inset[1] - side + 1, step)
    corners = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    xx, yy, xy = (part[corners[:, 1], corners[:, 0]] for part in products)
    mean, spread = (xx + yy) / 2, np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    # A corner fixes both directions; an edge only one, but better than nothing.
    value = np.sqrt(np.maximum(mean - spread, 0)) + 0.3 * np.sqrt(mean + spread)
    opened = np.ones(len(corners))
    if usable is not None:
        open_part = cv2.boxFilter((usable > 0).astype(np.float32), -1, (side, side), anchor=(0, 0))
        opened = np.maximum(open_part[corners[:, 1], corners[:, 0]], COVERED) ** 2
    chosen: list[int] = []
    value = value * opened
    left = value.copy()
    while len(chosen) < most:
        best = int(left.argmax())
        if left[best] <= 0.05 * value.max(initial=0.0):
            break
        chosen.append(best)
        left[np.hypot(*(corners - corners[best]).T) < 0.64 * side] = 0
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
    if not len(blocks.corners):
        return card_map, 0.0
    to_picture = card_map @ np.linalg.inv(scale_map(*blocks.size))
    width, height = blocks.size
    margin = np.array([[1, 0, -reach], [0, 1, -reach], [0, 0, 1.0]])
    seen = greys.warp(to_picture @ margin, (width + 2 * reach, height + 2 * reach))
    moves, scores = _find_blocks(seen, blocks, reach)
    moved, share = _common_move(blocks, moves, scores, stiffness)
    return to_picture @ moved @ scale_map(width, height), share


def _unrepeated(grey: Floats, blocks: Blocks) -> Floats:
    """For each block 1 if the design has nothing like it nearby, less where it has."""
    reach = REPEATS
    framed = cv2.copyMakeBorder(grey, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    scores = _scores(framed, blocks, reach)
    steps = np.arange(-reach, reach + 1)
    away = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2).astype(np.float64)
    # Along its own edge a block looks alike everywhere; that it does not hold there is known already.
    miss = np.einsum("si,nij,sj->ns", away, blocks.hold, away) / _size(blocks.hold)[:, None]
    again = np.where(miss > 2.0**2, scores.reshape(len(scores), -1), 0).max(axis=1)
    result: Floats = np.clip((1 - again) / 0.4, 0.03, 1.0)
    return result


def _find_blocks(seen: Pixels, blocks: Blocks, reach: int) -> tuple[Floats, Floats]:
    """How far each block has moved in the picture (which is `reach` larger all around), and its correlation there."""
    scores = _scores(seen.astype(np.float32), blocks, reach)
    count, span = len(blocks.corners), 2 * reach + 1
    each = np.arange(count)
    row, column = np.divmod(scores.reshape(count, -1).argmax(axis=1), span)
    framed = np.pad(scores, ((0, 0), (1, 1), (1, 1)), mode="edge")
    best = scores[each, row, column]
    across = _between(framed[each, row + 1, column], best, framed[each, row + 1, column + 2])
    along = _between(framed[each, row, column + 1], best, framed[each, row + 2, column + 1])
    return np.stack([column - reach + across, row - reach + along], axis=1), best


def _scores(values: Floats, blocks: Blocks, reach: int) -> Floats:
    """The correlation of each block with every place around its own: (blocks, down, right)."""
    count, side, span = len(blocks.corners), blocks.side, 2 * reach + 1
    steps = np.arange(span)
    down = blocks.corners[:, 1, None, None] + steps[None, :, None]
    right = blocks.corners[:, 0, None, None] + steps[None, None, :]
    windows = np.lib.stride_tricks.sliding_window_view(values, (side, side))
    here = windows[down, right].reshape(count, span * span, side * side)
    products = np.matmul(here, blocks.print[:, :, None])[..., 0]
    mean = cv2.boxFilter(values, -1, (side, side), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    power = cv2.boxFilter(values * values, -1, (side, side), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
    detail = np.sqrt(np.maximum(power - mean * mean, 0) + NOISE**2) * side
    result: Floats = products.reshape(count, span, span) / detail[down, right]
    return result


def _between(before: Floats, here: Floats, after: Floats) -> Floats:
    """Where between the pixels the highest value lies."""
    bend = np.minimum(before - 2 * here + after, -1e-6)
    result: Floats = np.clip(0.5 * (before - after) / bend, -0.5, 0.5)
    return result


def _common_move(blocks: Blocks, moves: Floats, scores: Floats, stiffness: float) -> tuple[Matrix, float]:
    """The homography of the drawn design that most blocks agree on, and the share of the print that follows it."""
    width, height = blocks.size
    terms = blocks.terms
    usual = np.array([SHIFT] * 2 + [AFFINE] * 4 + [PERSPECTIVE] * 2)
    usual[2:] /= stiffness
    ridge = np.diag((0.5 / width / usual) ** 2)
    moved = moves / width
    trust = np.clip(scores, 0, 1) ** 3 * blocks.trust
    weights = _size(blocks.hold)
    held, flat = blocks.held.reshape(-1, 8), terms.reshape(-1, 8)
    # Begin at the most usual shift, not at the mean: a hidden part must not pull.
    pose = np.zeros(8)
    pose[:2] = [_weighted_median(moved[:, axis], trust * blocks.hold[:, axis, axis]) for axis in (0, 1)]
    tolerance = FIRST_TOLERANCE
    agreed = np.ones_like(trust)
    for _ in range(ROUNDS):
        off = moved - terms @ pose
        # Along an edge nothing is known, so there it is not held against a block.
        miss = (off * (blocks.hold @ off[:, :, None])[..., 0]).sum(axis=1) / weights * width**2
        agreed = 1 / (1 + miss / tolerance**2) ** 2
        counted = held * np.repeat(trust * agreed, 2)[:, None]
        pose = np.linalg.solve(flat.T @ counted + ridge, moved.ravel() @ counted)
        tolerance = max(LAST_TOLERANCE, 0.7 * tolerance)
    counts = weights * blocks.trust
    share = float((np.clip(scores, 0, 1) * agreed * counts).sum() / counts.sum())
    tx, ty, a, b, c, d, g, h = pose
    local = np.array([[1 + a, b, tx * width], [c, 1 + d, ty * width], [-g / width, -h / width, 1.0]])
    to_centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    return np.linalg.inv(to_centre) @ local @ to_centre, share


def _pose_terms(centre: Floats) -> Floats:
    """How shift, affine and perspective terms move points; everything in parts of the width."""
    x, y = centre[:, 0], centre[:, 1]
    terms = np.zeros((len(x), 2, 8))
    terms[:, 0, 0] = terms[:, 1, 1] = 1
    terms[:, 0, 2], terms[:, 0, 3], terms[:, 1, 4], terms[:, 1, 5] = x, y, x, y
    terms[:, 0, 6], terms[:, 0, 7], terms[:, 1, 6], terms[:, 1, 7] = x * x, x * y, x * y, y * y
    return terms


def _size(hold: Floats) -> Floats:
    result: Floats = np.maximum(np.trace(hold, axis1=1, axis2=2), 1e-6)
    return result


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])
