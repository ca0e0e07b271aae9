"""Finds the boards of a deck in a picture: by features that agree on a pose, then in the plane of those found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import cv2
import numpy as np

from scanner.board_laid import MIN_SHARE, clearest_first, is_sane, verified
from scanner.board_model import BoardModel, FoundBoard
from scanner.board_names import with_right_names
from scanner.board_plane import CLEAR_SHARE, OCCUPIED, Confirm, clearest, is_far, is_level, laid_flat, room_for, seek
from scanner.features import Features, is_beside
from scanner.geometry import Floats, Indices, Matrix, overlap, transform
from scanner.parallel import each
from scanner.picture import Picture

Matches = tuple[Indices, Indices]  # of features seen, and of the board's own

RATIO = 0.95
MOST_MATCHES = 400  # of one board, the clearest ones
MIN_INLIERS = 6
CLEAR_INLIERS = 8  # that are hardly chance: 5 or 6 are
REACH = 0.03  # part of a board's size that a match may be off
MIN_WITNESSES = 3
STRAIGHT = 0.6  # share of a board that is surely laid straight; below it other poses are tried as well
WIDE = 0.5  # part of a board's sides over which matches must be spread to tell its slant
STRAIGHT_SHARE = 0.45  # the same of one that is taken to be seen from straight above; by chance 0.36 was seen
STEPS = 6  # to the next spaces
SMALL = 0.1  # part of the picture that a board takes


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


def find_boards(models: Sequence[BoardModel], picture: Picture, confirm: Confirm | None = None) -> list[FoundBoard]:
    """Every enrolled board that is in the picture, at most once each, the clearest first.

    `confirm` says of a board that is nearly hidden whether it lies in one of these places, and where exactly.
    """
    return with_hidden(models, picture, clear_boards(models, picture), confirm)


def with_hidden(
    models: Sequence[BoardModel], picture: Picture, found: Sequence[FoundBoard], confirm: Confirm | None = None
) -> list[FoundBoard]:
    """These boards, and those that hardly show anything but their frames and lie beside them; the clearest first."""
    beside = clearest(found)
    if beside is None:
        return []
    missing = missing_boards(models, found)
    sought = [_settled(picture, board) for board in seek(picture, beside, found, missing, confirm)]
    return with_right_names(models, picture, _without_overlaps([*found, *sought], picture)) if sought else list(found)


def missing_boards(models: Sequence[BoardModel], found: Sequence[FoundBoard]) -> list[BoardModel]:
    """Those boards that were not found."""
    return [model for model in models if all(one.model.id != model.id for one in found)]


def clear_boards(models: Sequence[BoardModel], picture: Picture) -> list[FoundBoard]:
    """Those boards of which enough is seen to be found by features."""
    seen = picture.features
    if not models or len(seen.points) < MIN_WITNESSES:
        return []
    looks = each(partial(_first_look, seen, picture), models)
    found = {model.id: FoundBoard(model, *one.place) for model, one in zip(models, looks, strict=True) if one.place}
    matches = {model.id: one.matches for model, one in zip(models, looks, strict=True)}
    if not found:  # once one is found, the others are sought in its plane: there chance puts hardly a match together
        groups = {model.id: one.groups[1:] for model, one in zip(models, looks, strict=True)}
        found = _found_each(models, lambda one: _register(one, seen, matches[one.id], groups[one.id], picture))
    # Boards lie on one table: the clearest one tells how large the others are and how they are tilted.
    beside = clearest(list(found.values()))
    if beside is None:
        return []
    known = _apart(found, picture)
    level = [one for one in known.values() if is_level(one, beside)]
    place = partial(_in_plane_of, beside, _Flat(seen, matches, level), picture)
    rest = [model for model in models if model.id != beside.model.id]
    found = {beside.model.id: beside} | _found_each(rest, lambda model: place(model, known.get(model.id)))
    # Boards that look alike are all found where one of them lies: the others may lie where no board was found yet.
    while len(known := _apart(found, picture)) < len(found):
        there = _Flat(seen, matches, list(known.values()))
        lost = [model for model in models if model.id in found and model.id not in known]
        again = _found_each(lost, partial(_register_flat, beside, there, picture))
        found = known | again
    missing = [model for model in models if model.id not in found]
    # What one board tells of the plane is not exact: far away from it a second one may tell better.
    second = clearest([one for one in found.values() if one is not beside]) if missing and is_far(beside) else None
    if second is not None:
        there = _Flat(seen, matches, list(found.values()))
        found |= _found_each(missing, lambda model: _in_plane_of(second, there, picture, model, None))
        missing = [model for model in missing if model.id not in found]
    found |= {one.model.id: one for one in among_more_features(missing, picture, list(found.values()))}
    # Most of those that are hardly seen are none: they lie where another one is, and need no closer look.
    apart = _without_overlaps(list(found.values()), picture)
    settled = [_settled(picture, board) for board in apart]
    return with_right_names(models, picture, _without_overlaps(settled, picture))


def among_more_features(
    missing: Sequence[BoardModel], picture: Picture, found: Sequence[FoundBoard]
) -> list[FoundBoard]:
    """Missing boards that more features tell, where boards are so small that most features may be those of a cloth."""
    beside = clearest(found)
    if not missing or beside is None:
        return []
    part = float(cv2.contourArea(beside.quad.astype(np.float32))) / (picture.size[0] * picture.size[1])
    if part > SMALL or not room_for(picture.size, beside, found, missing)[0]:
        return []
    more = picture.more_features
    flat = _Flat(more, {model.id: _matches(model, more) for model in missing}, found)
    return list(_found_each(missing, lambda model: _in_plane_of(beside, flat, picture, model, None)).values())


def _settled(picture: Picture, board: FoundBoard) -> FoundBoard:
    """The same board, or the one a space further or turned round, if that is seen more clearly.

    The frames of its spaces look alike: a board of which little is seen may be laid a whole space off.
    """
    if board.share >= CLEAR_SHARE:
        return board
    model = board.model
    turned = np.array([[-1.0, 0, model.corners[2, 0]], [0, -1.0, model.corners[2, 1]], [0, 0, 1]])
    moves = [turned, *(np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in _steps(model))]
    places = each(lambda move: _place(verified(model, board.to_picture @ move, picture)), moves)
    others = [FoundBoard(model, *place) for place in places if place is not None]
    return max([board, *others], key=lambda one: one.share)


def _steps(model: BoardModel) -> list[Floats]:
    """The ways from one space of a board to the next ones."""
    middles = np.array([slot.quad.mean(axis=0) for slot in model.slots]).reshape(-1, 2)
    ways = (middles[:, None] - middles).reshape(-1, 2)
    ways = ways[np.argsort(np.linalg.norm(ways, axis=1), kind="stable")]
    steps: list[Floats] = []
    for way in ways:
        apart = [np.linalg.norm(way - step) for step in (np.zeros(2), *steps)]
        if len(steps) < STEPS and min(apart) > model.slot_width / 2:
            steps.append(way)
    return steps


def _place(board: FoundBoard | None) -> tuple[Matrix, float] | None:
    """Where a board is and how much of it is seen: what is known of it need not be sent to the other process."""
    return None if board is None else (board.to_picture, board.share)


def _found_each(models: Sequence[BoardModel], find: Callable[[BoardModel], FoundBoard | None]) -> dict[str, FoundBoard]:
    """Those boards that are found, by their ids."""

    places = each(lambda model: _place(find(model)), models)
    return {model.id: FoundBoard(model, *found) for model, found in zip(models, places, strict=True) if found}


@dataclass(frozen=True, slots=True)
class _Look:
    """What features tell of a board: its matches, the groups of them that agree, and where it is by the first one."""

    matches: Matches
    groups: list[Indices]
    place: tuple[Matrix, float] | None  # and the share of its print seen there


def _first_look(seen: Features, picture: Picture, model: BoardModel) -> _Look:
    """A board anywhere in the picture, if most of the matches that agree are right."""
    matches = _matches(model, seen)
    span = float(np.ptp(seen.points, axis=0).max()) / model.size  # a board is no speck and not much larger than that
    groups = _agreeing(model, seen, matches, FREE, span)
    board = _register(model, seen, matches, groups[:1], picture)
    return _Look(matches, groups, _place(board))


def _register(
    model: BoardModel, seen: Features, matches: Matches, groups: Sequence[Indices], picture: Picture
) -> FoundBoard | None:
    """A board where one of these groups of matches puts it."""
    chosen, partner = matches
    for group in groups:
        source, target = model.features.points[partner[group]], seen.points[chosen[group]]
        is_wide = bool((np.ptp(source, axis=0) > WIDE * model.corners[2]).all())
        best: FoundBoard | None = None
        for matrix, least in _poses(model, source, target):
            found = verified(model, matrix, picture, least=least)
            if found is not None and (best is None or found.share > best.share):
                best = found
            if best is not None and best.share >= STRAIGHT and is_wide:
                break
        if best is not None:
            return best
    return None


@dataclass(frozen=True, slots=True)
class _Flat:
    """What is left to find boards in a known plane: the features seen, the matches of each board, boards found."""

    seen: Features
    matches: Mapping[str, Matches]
    found: Sequence[FoundBoard]


def _in_plane_of(
    beside: FoundBoard, left: _Flat, picture: Picture, model: BoardModel, known: FoundBoard | None
) -> FoundBoard | None:
    """A board in the plane of another one: where it was found already, or else wherever matches agree."""
    flat = None if known is None else laid_flat(known, beside, picture)
    return flat or _register_flat(beside, left, picture, model)


def _register_flat(beside: FoundBoard, left: _Flat, picture: Picture, model: BoardModel) -> FoundBoard | None:
    """A board in the plane of another one, of which the size is known and only place and direction are not."""
    others = [one for one in left.found if one.model.id != model.id]
    chosen, partner = left.matches[model.id]
    # What is on the boards found tells of no other one.
    open_ones = np.flatnonzero(is_beside(left.seen.points[chosen], [one.quad for one in others]))
    chosen, partner = chosen[open_ones], partner[open_ones]
    if len(chosen) < FLAT.witnesses:
        return None
    flat = _flattened(left.seen, chosen, beside.to_picture)
    expected = beside.scale_of(model)
    for group in _agreeing(model, flat, (np.arange(len(chosen)), partner), FLAT, expected):
        source, target = model.features.points[partner[group]], flat.points[group]
        move, _ = cv2.estimateAffinePartial2D(
            source, target, method=cv2.RANSAC, ransacReprojThreshold=2 * REACH * model.size * expected
        )
        if move is None:
            continue
        matrix = beside.to_picture @ np.vstack([move, [0, 0, 1.0]])
        if not is_sane(model, matrix):
            continue
        quad = transform(matrix, model.corners)
        if any(overlap(quad, one.quad) > OCCUPIED for one in others):
            continue
        found = verified(model, matrix, picture)
        if found is not None:
            return laid_flat(found, beside, picture)
    return None


def _flattened(seen: Features, chosen: Indices, to_picture: Matrix) -> Features:
    """Features as they would be in the plane of a board, in pixels of its own picture."""
    back = np.linalg.inv(to_picture)
    places = seen.points[chosen].astype(np.float64)
    depth = places @ back[2, :2] + back[2, 2]
    points = (places @ back[:2, :2].T + back[:2, 2]) / depth[:, None]
    # How a small step in the picture looks in the plane.
    right, down = ((back[:2, axis] - points * back[2, axis]) / depth[:, None] for axis in (0, 1))
    turn = np.radians(seen.angles[chosen])[:, None]
    ahead = np.cos(turn) * right + np.sin(turn) * down
    angles = np.degrees(np.arctan2(ahead[:, 1], ahead[:, 0]))
    sizes = seen.sizes[chosen] * np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))
    ahead_of_camera = depth * np.median(depth) > 0
    points = np.where(ahead_of_camera[:, None], points, -1e6)
    return Features(points.astype(np.float32), sizes, angles, seen.descriptors[chosen])


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


def _poses(model: BoardModel, source: Floats, target: Floats) -> list[tuple[Matrix, float]]:
    """Where the board may be by these matches, and the share of its print that must be seen there."""
    reach = REACH * float(np.ptp(target, axis=0).max())
    poses: list[tuple[Matrix, float]] = []
    matrix, inside = cv2.findHomography(source, target, cv2.USAC_MAGSAC, max(reach, 3.0), maxIters=1000)
    if matrix is not None and int(inside.sum()) >= MIN_INLIERS and is_sane(model, matrix):
        poses.append((matrix, MIN_SHARE))
        # Of matches in one corner of a board a homography tells the far corners badly; by chance fewer agree.
        if int(inside.sum()) < CLEAR_INLIERS:
            return poses
    # Matches in its title alone tell the slant of a board badly: then it is rather seen from straight above. So is
    # whatever a few matches by chance tell of, and only much of its print says that it is there.
    for estimate, least in ((cv2.estimateAffine2D, MIN_SHARE), (cv2.estimateAffinePartial2D, STRAIGHT_SHARE)):
        flat, _ = estimate(source, target, method=cv2.RANSAC, ransacReprojThreshold=max(2 * reach, 4.0))
        if flat is not None:
            matrix = np.vstack([flat, [0, 0, 1.0]])
            if is_sane(model, matrix):
                poses.append((matrix, least))
    return poses


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
    x = (seen.points[place, 0] + cos * arm[:, 0] - sin * arm[:, 1]).astype(np.float32)
    y = (seen.points[place, 1] + sin * arm[:, 0] + cos * arm[:, 1]).astype(np.float32)
    reach = ((freedom.reach * model.size * scale) ** 2).astype(np.float32)
    grown = np.log2(scale).astype(np.float32)
    way = np.stack([np.cos(turn), np.sin(turn)], axis=1).astype(np.float32)
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < reach[:, None]
    near &= np.abs(grown[:, None] - grown) < 0.8
    near &= way @ way.T > np.cos(freedom.turn)
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


def _apart(found: Mapping[str, FoundBoard], picture: Picture) -> dict[str, FoundBoard]:
    """Those boards, by their ids, that lie in places of their own."""
    return {board.model.id: board for board in _without_overlaps(list(found.values()), picture)}


def _without_overlaps(found: list[FoundBoard], picture: Picture) -> list[FoundBoard]:
    """Two boards cannot lie in the same place: the one less clearly seen was a mistake."""
    ranked = sorted(found, key=lambda one: -one.share)
    if any(overlap(one.quad, other.quad) >= OCCUPIED for one, other in combinations(ranked, 2)):
        ranked = clearest_first(ranked, picture)
    kept: list[FoundBoard] = []
    for board in ranked:
        if all(overlap(board.quad, other.quad) < OCCUPIED for other in kept):
            kept.append(board)
    return kept
