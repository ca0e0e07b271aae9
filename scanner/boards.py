"""Finds the boards of a deck in a picture: features first, then a homography that many of them agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import grey
from scanner.features import Features, describe
from scanner.geometry import (
    Floats,
    Matrix,
    Pixels,
    is_convex,
    quad_area,
    quad_sides,
    transform,
)
from scanner.picture import FEATURES_SIDE, Picture

Indices = NDArray[np.intp]

BOARD_SIDE = 640  # longest side at which a board's own picture is described
BOARD_FEATURES = 1200
RATIO = 0.9
MIN_INLIERS = 8
REACH = 4.0  # pixels of the searched picture that a match may be off
SMALLEST, LARGEST = 0.12, 1.6  # sizes of a board against the picture that are looked for
MIN_WITNESSES = 6
MAX_GROUPS = 6
LOOK_WIDTH = 200  # pixels of a board when its look is compared
MIN_LOOK = 0.3  # correlation of what is seen with the board's own picture, beside the spaces


@dataclass(frozen=True, slots=True)
class Slot:
    """A space of a board: its id and its corners in pixels of the board's picture."""

    id: str
    quad: Matrix


@dataclass(frozen=True, slots=True)
class BoardModel:
    """A board as enrolled, with its features."""

    id: str
    pixels_bgr: Pixels
    slots: tuple[Slot, ...]
    features: Features

    @property
    def corners(self) -> Matrix:
        """The corners of its picture."""
        height, width = self.pixels_bgr.shape[:2]
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in a picture: where its own pixels are to be found."""

    model: BoardModel
    to_picture: Matrix
    inliers: int

    @property
    def quad(self) -> Matrix:
        """Its corners in the picture."""
        return transform(self.to_picture, self.model.corners)


def model_board(board_id: str, pixels_bgr: Pixels, slots: Sequence[Slot]) -> BoardModel:
    """A board's features, computed once."""
    return BoardModel(board_id, pixels_bgr, tuple(slots), describe(grey(pixels_bgr), BOARD_SIDE, BOARD_FEATURES))


def find_boards(models: Sequence[BoardModel], picture: Picture) -> list[FoundBoard]:
    """Every enrolled board that is in the picture, at most once each, by falling number of witnesses."""
    if not models or len(picture.features.points) < MIN_INLIERS:
        return []
    scale = max(1.0, max(picture.size) / FEATURES_SIDE)
    found = [_register(model, picture, REACH * scale) for model in models]
    return _without_overlaps([board for board in found if board is not None])


def _register(model: BoardModel, picture: Picture, reach: float) -> FoundBoard | None:
    own, seen = model.features, picture.features
    if len(own.points) < MIN_INLIERS:
        return None
    closeness = seen.descriptors @ own.descriptors.T
    best, second = _two_best(closeness, own.points)
    # Descriptors have length one, so distance is a matter of the product.
    distance = np.sqrt(np.maximum(2 - 2 * closeness[np.arange(len(best)), best], 0))
    chosen = np.flatnonzero(distance < RATIO * np.sqrt(np.maximum(2 - 2 * second, 0)))
    for group in _agreeing(model, seen, chosen, best[chosen]):
        source, target = own.points[best[group]], seen.points[group]
        matrix, inside = cv2.findHomography(source, target, cv2.USAC_MAGSAC, reach, maxIters=2000, confidence=0.999)
        if matrix is None or not _is_sane(model, matrix):
            continue
        inliers = _distinct(source[inside.ravel() > 0])
        if inliers < MIN_INLIERS:
            continue
        refined = _refine(model, matrix, seen.points, closeness, reach)
        if not _is_sane(model, refined):
            refined = matrix
        if _look(model, refined, picture) >= MIN_LOOK:
            return FoundBoard(model, refined, inliers)
    return None


def _agreeing(model: BoardModel, seen: Features, chosen: Indices, partner: Indices) -> list[Indices]:
    """Groups of matches that put the board in about the same place, size and direction, the largest first.

    Every match alone tells a position of the whole board, which finds a few right ones among very many wrong ones.
    """
    own = model.features
    scale = seen.sizes[chosen] / np.maximum(own.sizes[partner], 1e-3)
    # A board is neither a speck nor much larger than the picture.
    span = float(np.ptp(seen.points, axis=0).max()) / float(model.corners[2].max())
    usual = (scale > SMALLEST * span) & (scale < LARGEST * span)
    chosen, partner, scale = chosen[usual], partner[usual], scale[usual]
    if len(chosen) < MIN_INLIERS:
        return []
    turn = np.radians(seen.angles[chosen] - own.angles[partner])
    arm = model.corners.mean(axis=0) - own.points[partner]
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    centre_x = seen.points[chosen, 0] + cos * arm[:, 0] - sin * arm[:, 1]
    centre_y = seen.points[chosen, 1] + sin * arm[:, 0] + cos * arm[:, 1]
    reach = 0.3 * scale * float(model.corners[2].max())
    groups: list[Indices] = []
    votes = []
    for index in range(len(chosen)):
        near = np.hypot(centre_x - centre_x[index], centre_y - centre_y[index]) < reach[index]
        near &= np.abs(np.log2(scale / scale[index])) < 0.8
        near &= np.abs((turn - turn[index] + np.pi) % (2 * np.pi) - np.pi) < 0.6
        votes.append(np.flatnonzero(near))
    # Many matches of one spot are one witness.
    witnesses = [len(np.unique(partner[members])) for members in votes]
    for index in np.argsort(witnesses)[::-1]:
        members = votes[index]
        if witnesses[index] < MIN_WITNESSES or len(groups) == MAX_GROUPS:
            break
        if all(len(np.intersect1d(chosen[members], group)) < 0.5 * len(members) for group in groups):
            groups.append(chosen[members])
    return groups


def _look(model: BoardModel, matrix: Matrix, picture: Picture) -> float:
    """How much the place looks like the board, beside the spaces, which may be covered."""
    height, width = model.pixels_bgr.shape[:2]
    scale = LOOK_WIDTH / width
    size = (LOOK_WIDTH, round(height * scale))
    seen = picture.grey.warp(matrix @ np.diag([1 / scale, 1 / scale, 1.0]), size).astype(np.float32)
    own = cv2.resize(grey(model.pixels_bgr), size, interpolation=cv2.INTER_AREA).astype(np.float32)
    beside = np.full(size[::-1], 255, np.uint8)
    for slot in model.slots:
        cv2.fillConvexPoly(beside, np.round(slot.quad * scale).astype(np.int32), 0)
    values = [(picture - cv2.blur(picture, (41, 41)))[beside > 0] for picture in (seen, own)]
    one, two = (part - part.mean() for part in values)
    return float(one @ two / max(float(np.linalg.norm(one) * np.linalg.norm(two)), 1e-6))


def _two_best(closeness: Floats, places: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The best match of each feature, and the closeness of the best one at another place of the board."""
    rows = np.arange(len(closeness))
    left = closeness.copy()
    best = left.argmax(axis=1)
    second: Floats = np.full(len(rows), -1.0, dtype=np.float32)
    left[rows, best] = -1
    for _ in range(2):  # the next best may be the same spot once more
        other = left.argmax(axis=1)
        apart = np.linalg.norm(places[other] - places[best], axis=1) > 4
        second = np.where(apart & (second < 0), left[rows, other], second)
        left[rows, other] = -1
    return best, second


def _distinct(points: Floats) -> int:
    """How many different places there are; one spot with many features is one witness."""
    return len(np.unique(np.round(points / 3).astype(int), axis=0))


def _is_sane(model: BoardModel, matrix: Matrix) -> bool:
    """Whether a board can look like this: convex, not mirrored, not tiny, not seen from its edge."""
    quad = transform(matrix, model.corners)
    if not np.all(np.isfinite(quad)) or not is_convex(quad):
        return False
    area = quad_area(quad)
    width, height = quad_sides(quad)
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    if area < 60 * 60 or edges.min() * 4 < edges.max() * min(1.0, _flatness(model)):
        return False
    shape = (width / height) / (model.corners[1, 0] / model.corners[3, 1])
    return bool(0.4 < shape < 2.5)


def _flatness(model: BoardModel) -> float:
    sides = model.corners[2]
    return float(min(sides) / max(sides))


def _refine(model: BoardModel, matrix: Matrix, points: Floats, closeness: Floats, reach: float) -> Matrix:
    """Look again for matches near where they should be, which also finds those that repeat on the board."""
    own = model.features.points
    expected = transform(matrix, own)
    wanted = expected.astype(np.float32)
    away = (points**2).sum(axis=1)[:, None] + (wanted**2).sum(axis=1)[None, :] - 2 * (points @ wanted.T)
    near = np.where(away < (2 * reach) ** 2, closeness, -1)
    partner = near.argmax(axis=1)
    good = np.flatnonzero(near[np.arange(len(points)), partner] > 0.7)
    if len(good) < MIN_INLIERS:
        return matrix
    refined, _ = cv2.findHomography(own[partner[good]], points[good], cv2.USAC_MAGSAC, reach / 1.5)
    return matrix if refined is None else refined


def _without_overlaps(found: list[FoundBoard]) -> list[FoundBoard]:
    """Two boards cannot lie in the same place: the one with fewer witnesses was a mistake."""
    kept: list[FoundBoard] = []
    for board in sorted(found, key=lambda one: -one.inliers):
        if all(_overlap(board.quad, other.quad) < 0.3 for other in kept):
            kept.append(board)
    return kept


def _overlap(one: Matrix, two: Matrix) -> float:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), two.astype(np.float32))
    return float(area) / max(min(quad_area(one), quad_area(two)), 1e-6)
