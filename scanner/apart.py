"""Which of many quads in a picture are places of their own: on no board, on no known card, and not one another."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Indices, Matrix, Pixels, shared_area, transform, unit_map

KNOWN_STEP, MOST_KNOWN = 4, 255  # pixels for one of a small picture of the known cards, and as many as it can tell
HALF = 0.5  # of a quad that lies on another one
INNER = (np.arange(5) + 0.5) / 5
FARTHEST_SHARED = 1.5  # between centres, in extents of a quad and parts not shared
ALIKE = 0.1  # card widths between the corners of quads that are the same


def beside(quads: Floats, boards: Sequence[Matrix]) -> Indices:
    """The numbers of those quads (n, 4, 2) whose centre is on no board."""
    free = np.ones(len(quads), dtype=bool)
    for board in boards:
        inside = transform(np.linalg.inv(unit_map(board)), quads.mean(axis=1))
        free &= ~((inside > 0) & (inside < 1)).all(axis=1)
    return np.flatnonzero(free)


def lying_on(size: tuple[int, int], quads: Floats, known: Sequence[Matrix]) -> Indices:
    """The number, from 1, of the known card that about half of each quad (n, 4, 2) lies on; 0 where there is none."""
    result = np.zeros(len(quads), np.intp)
    if not len(known) or not len(quads):
        return result
    there = _cards_below(size, quads, known)
    for number in range(1, min(len(known), MOST_KNOWN) + 1):
        result[np.count_nonzero(there == number, axis=1) >= HALF * there.shape[1]] = number
    return result


def crowded_out(size: tuple[int, int], quads: Floats, known: Sequence[Matrix]) -> NDArray[np.bool_]:
    """Which of the quads (n, 4, 2) lie on known cards, on several of them together, for more than half."""
    if not len(known) or not len(quads):
        return np.zeros(len(quads), dtype=bool)
    there = _cards_below(size, quads, known)
    result: NDArray[np.bool_] = np.count_nonzero(there, axis=1) > HALF * there.shape[1]
    return result


def _cards_below(size: tuple[int, int], quads: Floats, known: Sequence[Matrix]) -> Indices:
    """The number, from 1, of the known card at each of some points of the quads, as a small picture of them tells."""
    width, height = (-(-side // KNOWN_STEP) for side in size)
    places: Pixels = np.zeros((height, width), np.uint8)
    for number, quad in enumerate(known[:MOST_KNOWN], 1):
        cv2.fillConvexPoly(places, np.round(quad / KNOWN_STEP - 0.5).astype(np.int32), number)
    across, down = (values.reshape(-1, 1) for values in np.meshgrid(INNER, INNER))
    corner_shares = np.concatenate(
        [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], 1
    )
    x, y = np.moveaxis((corner_shares @ quads / KNOWN_STEP).astype(np.intp), 2, 0)
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    there: Indices = (places[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] * inside).astype(np.intp)
    return there


def different(quads: Floats) -> Floats:
    """The quads without those that are nearly the same as one before, whichever way up."""
    every = quads.astype(np.float32)
    flat, turned = every.reshape(len(every), 1, 8), np.roll(every, 2, axis=1).reshape(1, len(every), 8)
    off = np.minimum(np.abs(flat - flat.transpose(1, 0, 2)).max(axis=2), np.abs(flat - turned).max(axis=2))
    alike = off < ALIKE * np.linalg.norm(every[:, 1] - every[:, 0], axis=1)[:, None]
    kept: list[int] = []
    for number in range(len(every)):
        if not alike[number, kept].any():
            kept.append(number)
    return quads[kept]


def apart(quads: Sequence[Matrix], same: float, crowded: Sequence[bool] | None = None) -> list[int]:
    """The numbers of those quads that share less than a part of the smaller one with those before.

    Crowded ones share less than that with all of them together: what lies between two cards shares half with either.
    """
    kept: list[int] = []
    if not len(quads):
        return kept
    every = np.stack(quads).astype(np.float32)
    centres, reach = every.mean(axis=1), np.ptp(every, axis=1).max(axis=1)
    side = np.roll(every, -1, axis=1) - every
    turns = side[..., 0] * np.roll(side[..., 1], -1, axis=1) - side[..., 1] * np.roll(side[..., 0], -1, axis=1)
    diagonals = every[:, 2:] - every[:, :2]
    area = np.abs(diagonals[:, 0, 0] * diagonals[:, 1, 1] - diagonals[:, 0, 1] * diagonals[:, 1, 0]) / 2
    # Quads that share so much have their centres close by, apart from a smaller one in a corner of a larger one.
    least, most = np.minimum(reach[:, None], reach[None]), np.maximum(reach[:, None], reach[None])
    between = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    near = between < FARTHEST_SHARED * (1 - same) * least + (most - least)
    for number in np.flatnonzero((turns > 0).all(axis=1)):
        rivals = [other for other in kept if near[number, other]]
        shared = [shared_area(every[number], every[other]) for other in rivals]
        alone = all(part < same * min(area[i], area[number]) for i, part in zip(rivals, shared, strict=True))
        if alone and (crowded is None or not crowded[number] or sum(shared) < same * area[number]):
            kept.append(int(number))
    return kept
