"""Finds the boards of a deck in a picture: features first, then a homography that many of them agree on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from scanner.align import Blocks, align, choose_blocks
from scanner.cardface import grey
from scanner.features import Features, describe
from scanner.geometry import (
    Floats,
    Indices,
    Matrix,
    Pixels,
    is_convex,
    overlap,
    quad_area,
    quad_sides,
    transform,
)
from scanner.parallel import each
from scanner.picture import Picture

Matches = tuple[Indices, Indices]  # of features seen, and of the board's own

SMALL_SLOT, SMALL_BLUR = 40, 1.2  # pixels of a space when it is compared with the empty board
BOARD_SIDE = 560  # longest side at which a board's own picture is described
BOARD_FEATURES = 600
RATIO = 0.95
MOST_MATCHES = 400  # of one board, the clearest ones
MIN_INLIERS = 6
REACH = 0.03  # part of a board's size that a match may be off
MIN_WITNESSES = 3
STIFF = 4.0  # a board whose tilt is known is bent this much less
FLAT_ENOUGH = 0.85  # of its share that a board must keep when it is laid as flat as the others
CLOSE_ENOUGH = 110.0  # pixels of a card; where cards are larger, boards have enough features at once
FAR = 2.5  # sizes of a board around one that is found, where others are sought
ROOM = 0.7  # part of a board that must be in view
CLOSE_SLOT, CLOSE_SIDE, CLOSE_FEATURES = 60.0, 1000, 1500  # pixels of a space and of the view when looking again
SAME_SPOT = 12  # features at one spot, in several sizes
SPOT = 8.0  # pixels of a board within which two features are one
LOOKS = {160: (8, 7), 384: (14, 5)}  # pixels of a board when it is aligned: side of a block, reach
LOOK_BLOCKS = 48
NO_SHARE = 0.06  # even from afar more of it would be seen
MIN_SHARE = 0.3  # part of a board's print beside its spaces that must be seen


@dataclass(frozen=True, slots=True)
class Freedom:
    """How far matches that agree may be apart: sizes against what is expected, parts of the board's size, radians."""

    smallest: float
    largest: float
    reach: float
    turn: float
    witnesses: int
    groups: int
    is_flat: bool


FREE = Freedom(0.12, 1.6, 0.3, 0.6, 5, 3, False)
FLAT = Freedom(0.6, 1.6, 0.12, 0.3, MIN_WITNESSES, 4, True)


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
    spots: Indices  # for each feature those at the same spot, itself first, filled up with itself
    blocks: tuple[Blocks, ...]  # small and large, beside the spaces
    small: Floats  # its picture with spaces SMALL_SLOT pixels wide, a little blurred
    slot_width: float  # the usual width of its spaces in pixels: cards are equally large on all boards

    @property
    def corners(self) -> Matrix:
        """The corners of its picture."""
        height, width = self.pixels_bgr.shape[:2]
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)

    @property
    def size(self) -> float:
        """Its longer side in pixels."""
        return float(max(self.pixels_bgr.shape[:2]))

    @property
    def area(self) -> float:
        """Its area in pixels."""
        return float(self.pixels_bgr.shape[0] * self.pixels_bgr.shape[1])


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in a picture: where its own pixels are to be found."""

    model: BoardModel
    to_picture: Matrix
    share: float  # of its print that was seen in place

    @property
    def quad(self) -> Matrix:
        """Its corners in the picture."""
        return transform(self.to_picture, self.model.corners)


def model_board(board_id: str, pixels_bgr: Pixels, slots: Sequence[Slot]) -> BoardModel:
    """A board's features and blocks, computed once."""
    pixels_grey = grey(pixels_bgr)
    features = describe(pixels_grey, BOARD_SIDE, BOARD_FEATURES)
    blocks = tuple(_blocks(pixels_grey, slots))
    widths = [quad_sides(slot.quad)[0] for slot in slots] or [max(pixels_grey.shape) / 6]
    width = float(np.median(widths))
    scale = SMALL_SLOT / width
    size = (round(pixels_bgr.shape[1] * scale), round(pixels_bgr.shape[0] * scale))
    small = cv2.GaussianBlur(cv2.resize(pixels_bgr, size, interpolation=cv2.INTER_AREA), (0, 0), SMALL_BLUR)
    spots = _spots(features.points)
    return BoardModel(board_id, pixels_bgr, tuple(slots), features, spots, blocks, small.astype(np.float32), width)


def _spots(points: Floats) -> Indices:
    """For each feature the nearest few that are at the same spot."""
    away = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    order = np.argsort(away, axis=1, kind="stable")[:, :SAME_SPOT]
    near = np.take_along_axis(away, order, axis=1) < SPOT**2
    result: Indices = np.where(near, order, np.arange(len(points))[:, None])
    return result


def _blocks(pixels_grey: Pixels, slots: Sequence[Slot]) -> list[Blocks]:
    """Detail of a board beside its spaces, which may be covered, drawn in two sizes."""
    height, width = pixels_grey.shape
    result = []
    for drawn, (side, _) in LOOKS.items():
        scale = drawn / max(width, height)
        size = (round(width * scale), round(height * scale))
        beside = np.full(size[::-1], 255, np.uint8)
        for slot in slots:
            cv2.fillConvexPoly(beside, np.round(slot.quad * scale).astype(np.int32), 0)
        small = cv2.resize(pixels_grey, size, interpolation=cv2.INTER_AREA)
        result.append(choose_blocks(small, side, (2, 2), beside, LOOK_BLOCKS))
    return result


def find_boards(models: Sequence[BoardModel], picture: Picture) -> list[FoundBoard]:
    """Every enrolled board that is in the picture, at most once each, the clearest first."""
    seen = picture.features
    if not models or len(seen.points) < MIN_WITNESSES:
        return []
    matches = _match_each(models, seen)
    found = _found_each(models, lambda model: _register(model, seen, matches[model.id], picture))
    # Boards lie on one table: the clearest one tells how large the others are and how they are tilted.
    clearest = max(found.values(), key=lambda one: one.share, default=None)
    if clearest is None:
        return []
    others = [model for model in models if model.id in found and model.id != clearest.model.id]
    found |= _found_each(others, partial(_flatly_again, found, clearest, picture))
    missing = [model for model in models if model.id not in found]
    found |= _register_missing(missing, _flattened(seen, clearest.to_picture), matches, clearest, picture)
    missing = [model for model in models if model.id not in found]
    closer = _look_closer(picture, clearest, list(found.values()), missing)
    if closer is not None:
        matches = _match_each(missing, closer)
        found |= _register_missing(missing, closer, matches, clearest, picture)
    return _without_overlaps(list(found.values()))


def _match_each(models: Sequence[BoardModel], seen: Features) -> dict[str, Matches]:
    matches = each(lambda model: _matches(model, seen), models)
    return {model.id: one for model, one in zip(models, matches, strict=True)}


def _flatly_again(
    found: Mapping[str, FoundBoard], beside: FoundBoard, picture: Picture, model: BoardModel
) -> FoundBoard:
    return _flatly(found[model.id], beside, picture)


def _register_missing(
    models: Sequence[BoardModel], flat: Features, matches: Mapping[str, Matches], beside: FoundBoard, picture: Picture
) -> dict[str, FoundBoard]:
    """Those of some boards that lie in the plane of another one."""
    return _found_each(models, lambda model: _register_flat(model, flat, matches[model.id], beside, picture))


def _found_each(models: Sequence[BoardModel], find: Callable[[BoardModel], FoundBoard | None]) -> dict[str, FoundBoard]:
    """Those boards that are found, by their ids."""

    def place(model: BoardModel) -> tuple[Matrix, float] | None:
        board = find(model)
        return None if board is None else (board.to_picture, board.share)  # what is known need not be sent back

    places = each(place, models)
    return {model.id: FoundBoard(model, *found) for model, found in zip(models, places, strict=True) if found}


def _flatly(found: FoundBoard, beside: FoundBoard, picture: Picture) -> FoundBoard:
    """The same board, tilted as the other one is: what few blocks tell of tilt is less certain."""
    model = found.model
    expected = beside.model.slot_width / model.slot_width
    on_plane = transform(np.linalg.inv(beside.to_picture) @ found.to_picture, model.corners)
    centre, arms = on_plane.mean(axis=0), model.corners - model.corners.mean(axis=0)
    turns = np.arctan2(*(on_plane - centre).T[::-1]) - np.arctan2(*arms.T[::-1])
    turn = float(np.angle(np.exp(1j * turns).mean()))
    cos, sin = expected * np.cos(turn), expected * np.sin(turn)
    move = np.array([[cos, -sin, centre[0]], [sin, cos, centre[1]], [0, 0, 1]])
    middle = model.corners.mean(axis=0)
    matrix = beside.to_picture @ move @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    again = _verified(model, matrix, picture, STIFF)
    return again if again is not None and again.share > FLAT_ENOUGH * found.share else found


def _look_closer(
    picture: Picture, beside: FoundBoard, found: Sequence[FoundBoard], missing: Sequence[BoardModel]
) -> Features | None:
    """Features of the table as seen from straight above, without the boards that are found; places as on `beside`.

    None where no board can be: no room is left, or everything is so large that it would have been found at once.
    """
    card_width = quad_sides(transform(beside.to_picture, beside.model.slots[0].quad))[0] if beside.model.slots else 0.0
    if not missing or card_width > CLOSE_ENOUGH:
        return None
    back = np.linalg.inv(beside.to_picture)
    width, height = picture.size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    depth = frame @ back[2, :2] + back[2, 2]
    if np.any(depth * depth.mean() <= 0):  # the horizon is in view
        return None
    area = transform(back, frame)
    middle, reach = beside.model.corners.mean(axis=0), FAR * beside.model.size
    low, high = np.maximum(area.min(axis=0), middle - reach), np.minimum(area.max(axis=0), middle + reach)
    scale = min(CLOSE_SLOT / beside.model.slot_width, CLOSE_SIDE / float((high - low).max()))
    size = (max(1, round((high[0] - low[0]) * scale)), max(1, round((high[1] - low[1]) * scale)))
    to_plane = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1.0]])
    onto = np.linalg.inv(to_plane)
    usable = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(usable, np.round(transform(onto, area)).astype(np.int32), 255)
    for board in found:
        cv2.fillConvexPoly(usable, np.round(transform(onto @ back, board.quad)).astype(np.int32), 0)
    smallest = min(model.area * (beside.model.slot_width / model.slot_width) ** 2 for model in missing)
    if (usable > 0).sum() < ROOM * smallest * scale**2:
        return None
    view = picture.grey.warp(beside.to_picture @ to_plane, size)
    view[usable == 0] = int(view[usable > 0].mean())
    seen = describe(view, CLOSE_SIDE, CLOSE_FEATURES)
    inside = (
        usable[
            np.minimum(seen.points[:, 1].astype(int), size[1] - 1),
            np.minimum(seen.points[:, 0].astype(int), size[0] - 1),
        ]
        > 0
    )
    points = transform(to_plane, seen.points[inside]).astype(np.float32)
    return Features(points, seen.sizes[inside] / scale, seen.angles[inside], seen.descriptors[inside])


def _register(model: BoardModel, seen: Features, matches: Matches, picture: Picture) -> FoundBoard | None:
    """A board anywhere in the picture."""
    chosen, partner = matches
    span = float(np.ptp(seen.points, axis=0).max()) / model.size  # a board is no speck and not much larger than that
    for group in _agreeing(model, seen, matches, FREE, span):
        source, target = model.features.points[partner[group]], seen.points[chosen[group]]
        for matrix in _poses(model, source, target):
            found = _verified(model, matrix, picture)
            if found is not None:
                return found
    return None


def _register_flat(
    model: BoardModel, flat: Features, matches: Matches, beside: FoundBoard, picture: Picture
) -> FoundBoard | None:
    """A board in the plane of another one, of which the size is known and only place and direction are not."""
    chosen, partner = matches
    expected = beside.model.slot_width / model.slot_width
    for group in _agreeing(model, flat, matches, FLAT, expected):
        source, target = model.features.points[partner[group]], flat.points[chosen[group]]
        move, _ = cv2.estimateAffinePartial2D(
            source, target, method=cv2.RANSAC, ransacReprojThreshold=2 * REACH * model.size * expected
        )
        if move is None:
            continue
        matrix = beside.to_picture @ np.vstack([move, [0, 0, 1.0]])
        if not _is_sane(model, matrix):
            continue
        found = _verified(model, matrix, picture)
        if found is not None:
            return _flatly(found, beside, picture)
    return None


def _flattened(seen: Features, to_picture: Matrix) -> Features:
    """Features as they would be in the plane of a board, in pixels of its own picture."""
    back = np.linalg.inv(to_picture)
    x, y = seen.points[:, 0], seen.points[:, 1]
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    points = transform(back, seen.points)
    # How a small step in the picture looks in the plane.
    step = (back[None, :2, :2] - points[:, :, None] * back[None, 2:, :2]) / depth[:, None, None]
    turn = np.radians(seen.angles)
    ahead = step @ np.stack([np.cos(turn), np.sin(turn)], axis=1)[:, :, None]
    angles = np.degrees(np.arctan2(ahead[:, 1, 0], ahead[:, 0, 0]))
    sizes = seen.sizes * np.sqrt(np.abs(np.linalg.det(step)))
    ahead_of_camera = depth * np.median(depth) > 0
    points = np.where(ahead_of_camera[:, None], points, -1e6)
    return Features(points.astype(np.float32), sizes, angles, seen.descriptors)


def _matches(model: BoardModel, seen: Features) -> Matches:
    """The clearest matches of features seen with the board's own: nothing at another place is nearly as close."""
    own, spots = model.features, model.spots
    closeness = seen.descriptors @ own.descriptors.T
    rows = np.arange(len(closeness))
    best = closeness.argmax(axis=1)
    first = closeness[rows, best]
    closeness[rows[:, None], spots[best]] = -1
    # Descriptors have length one, so distance is a matter of the product.
    ratio = np.sqrt(np.maximum(2 - 2 * first, 0) / np.maximum(2 - 2 * closeness.max(axis=1), 1e-6))
    chosen = np.argsort(ratio, kind="stable")[:MOST_MATCHES]
    chosen = chosen[ratio[chosen] < RATIO]
    return chosen, best[chosen]


def _poses(model: BoardModel, source: Floats, target: Floats) -> list[Matrix]:
    """Where the board may be by these matches."""
    reach = REACH * float(np.ptp(target, axis=0).max())
    poses: list[Matrix] = []
    matrix, inside = cv2.findHomography(source, target, cv2.USAC_MAGSAC, max(reach, 3.0), maxIters=1000)
    if matrix is not None and int(inside.sum()) >= MIN_INLIERS and _is_sane(model, matrix):
        poses.append(matrix)
    flat, inside = cv2.estimateAffine2D(source, target, method=cv2.RANSAC, ransacReprojThreshold=max(2 * reach, 4.0))
    if flat is not None and not poses:
        matrix = np.vstack([flat, [0, 0, 1.0]])
        if _is_sane(model, matrix):
            poses.append(matrix)
    return poses


def _verified(model: BoardModel, matrix: Matrix, picture: Picture, stiffness: float = 1.0) -> FoundBoard | None:
    """The board laid exactly over the picture, if the picture looks like it there."""
    size = model.corners[2]
    board_map = matrix @ np.diag([size[0], size[1], 1.0])
    share = 0.0
    for blocks, (_, reach) in zip(model.blocks, LOOKS.values(), strict=True):
        board_map, share = align(picture.grey, blocks, board_map, reach, stiffness)
        if share < NO_SHARE:
            return None
    exact = board_map @ np.diag([1 / size[0], 1 / size[1], 1.0])
    return FoundBoard(model, exact, share) if share >= MIN_SHARE and _is_sane(model, exact) else None


def _agreeing(model: BoardModel, seen: Features, matches: Matches, freedom: Freedom, expected: float) -> list[Indices]:
    """Groups of matches that put the board in about the same place, size and direction, the largest first.

    Every match alone tells a position of the whole board, which finds a few right ones among very many wrong ones.
    """
    own = model.features
    chosen, partner = matches
    scale = seen.sizes[chosen] / np.maximum(own.sizes[partner], 1e-3)
    usual = np.flatnonzero((scale > freedom.smallest * expected) & (scale < freedom.largest * expected))
    if len(usual) < freedom.witnesses:
        return []
    place, scale, partners = chosen[usual], scale[usual], partner[usual]
    turn = np.radians(seen.angles[place] - own.angles[partners])
    arm = model.corners.mean(axis=0) - own.points[partners]
    if freedom.is_flat:
        scale = np.full(len(scale), expected)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    x = seen.points[place, 0] + cos * arm[:, 0] - sin * arm[:, 1]
    y = seen.points[place, 1] + sin * arm[:, 0] + cos * arm[:, 1]
    reach = (freedom.reach * model.size * scale) ** 2
    grown = np.log2(scale)
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < reach[:, None]
    near &= np.abs(grown[:, None] - grown) < 0.8
    near &= np.cos(turn[:, None] - turn) > np.cos(freedom.turn)
    # Many matches of one spot are one witness.
    order = np.argsort(partners, kind="stable")
    starts = np.flatnonzero(np.diff(partners[order], prepend=-1))
    witnesses = np.logical_or.reduceat(near[:, order], starts, axis=1).sum(axis=1)
    groups: list[Indices] = []
    taken = np.zeros(len(place), dtype=bool)
    for index in np.argsort(-witnesses, kind="stable"):
        if witnesses[index] < freedom.witnesses or len(groups) == freedom.groups:
            break
        members = np.flatnonzero(near[index])
        if taken[members].mean() < 0.5:
            taken[members] = True
            groups.append(usual[members])
    return groups


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


def _without_overlaps(found: list[FoundBoard]) -> list[FoundBoard]:
    """Two boards cannot lie in the same place: the one less clearly seen was a mistake."""
    kept: list[FoundBoard] = []
    for board in sorted(found, key=lambda one: -one.share):
        if all(overlap(board.quad, other.quad) < 0.3 for other in kept):
            kept.append(board)
    return kept
