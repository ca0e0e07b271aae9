"""Boards lie on one table: one that is found tells how large the others are, how they are tilted and where to look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from scanner.board_laid import SURE_SHARE, as_alike, clearest_first, verified
from scanner.board_model import SMALL_SLOT, BoardModel, FoundBoard, beside_spaces
from scanner.geometry import Floats, Matrix, Pixels, overlap, quad_sides, transform
from scanner.parallel import each
from scanner.picture import Picture

CLEAR_SHARE = 0.35  # of its print with which a board is certainly not a space off; 0.28 was seen of one laid so
STIFF = 4.0  # a board whose tilt is known is bent this much less
LONG = 2.5  # times as long as wide
FLAT_ENOUGH = 0.85  # of its share that a board must keep when it is laid as flat as the others
LEVEL = 0.3  # widths of a space by which corners may be off a board that lies flat in the plane, the next one on it
CLEARLY_LEVEL = 0.65  # the same of a board that is seen clearly: then rather the other one tells the plane badly
CLOSE_ENOUGH = 110.0  # pixels of a card; where cards are larger, boards have enough features at once
FAR = 2.5  # sizes of a board around one that is found, where others are sought
ROOM = 0.7  # part of a board that must be in view
WIDE = 0.3  # shorter sides of a board from the middle of a free place to its nearest end
SEEK_SLOT = 10.0  # pixels of a space when a board is sought by its looks
SEEK_TURNS = (-7.0, 0.0, 7.0)  # degrees from the direction along or across which the boards that are found lie
QUARTERS = (0.0, 90.0, 180.0, 270.0)
SEEK_NOISE = 3.0  # grey levels
BESIDE = 0.6  # part of a small pixel that must be beside the spaces
PEAKS, TRIED = 3, 8  # places tried for each direction, and in all
APART = 3  # small pixels between two peaks
LIKE = 0.15  # correlation with its colours of a place where a board may lie; one full of cards in odd light has 0.25
OCCUPIED = 0.3  # part of a board that may seem to lie on another one


@dataclass(frozen=True, slots=True)
class _Sight:
    """A place where a board may lie: how much it looks like it, its middle and turn in the plane."""

    score: float
    middle: tuple[float, float]
    turn: float


def clearest(found: Sequence[FoundBoard]) -> FoundBoard | None:
    """The board that tells the plane of the table: most others lie flat in it, and it is clearly seen."""
    return max(found, key=lambda one: (sum(is_level(other, one) for other in found), one.share), default=None)


def laid_flat(found: FoundBoard, beside: FoundBoard, picture: Picture) -> FoundBoard | None:
    """The same board, tilted as the other one is, since what few blocks tell of tilt is less certain.

    None when it can be no board on the same table.
    """
    model = found.model
    middle, turn = _in_plane(found, beside)
    again = verified(model, placed(model, beside, middle, turn), picture, STIFF)
    if found.share < SURE_SHARE and model.size**2 > LONG * model.area:
        ways = [verified(model, place, picture, STIFF) for place in _from_ends(found, beside, turn)]
        ways += [again, found if is_level(found, beside) else None]
        again = max((one for one in ways if one is not None), key=lambda one: one.share, default=None)
    if again is not None and again.share > FLAT_ENOUGH * found.share:
        return again
    return found if is_level(found, beside) else again


def _from_ends(found: FoundBoard, beside: FoundBoard, turn: float) -> list[Matrix]:
    """Where a long board may lie of which one end is laid well and the other one not at all.

    Most boards lie in one direction.
    """
    model = found.model
    straight = turn - float((turn + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    back = np.linalg.inv(beside.to_picture)
    there = transform(back @ found.to_picture, model.corners)
    own = transform(back @ placed(model, beside, np.zeros(2), straight), model.corners)  # its middle lies at nothing
    return [placed(model, beside, (there - own)[end].mean(axis=0), straight) for end in _ends(model)]


def _ends(model: BoardModel) -> tuple[list[int], list[int]]:
    """The numbers of the corners at either end of a long board."""
    return ([3, 0], [1, 2]) if model.corners[2, 0] > model.corners[2, 1] else ([0, 1], [2, 3])


def _in_plane(found: FoundBoard, beside: FoundBoard) -> tuple[Matrix, float]:
    """Middle and turn of a board in the plane of another one."""
    return _lying(found.model, transform(np.linalg.inv(beside.to_picture) @ found.to_picture, found.model.corners))


def _lying(model: BoardModel, on_plane: Matrix) -> tuple[Matrix, float]:
    """The same by its corners there."""
    middle, arms = on_plane.mean(axis=0), model.corners - model.corners.mean(axis=0)
    turns = np.arctan2(*(on_plane - middle).T[::-1]) - np.arctan2(*arms.T[::-1])
    return middle, float(np.angle(np.exp(1j * turns).mean()))


def placed(model: BoardModel, beside: FoundBoard, middle: Matrix, turn: float) -> Matrix:
    """A board's own pixels to the picture when it lies so in the plane of another one."""
    return beside.to_picture @ _moved(model, beside, middle, turn)


def _moved(model: BoardModel, beside: FoundBoard, middle: Matrix, turn: float) -> Matrix:
    """The same to the plane of the other board."""
    scale = beside.scale_of(model)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    own = model.corners.mean(axis=0)
    move = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]], [0, 0, 1]])
    result: Matrix = move @ np.array([[1, 0, -own[0]], [0, 1, -own[1]], [0, 0, 1.0]])
    return result


def is_level(found: FoundBoard, beside: FoundBoard) -> bool:
    """Whether a board has the size and shape that it must have in the plane of another one."""
    seen = transform(np.linalg.inv(beside.to_picture) @ found.to_picture, found.model.corners)
    flat = transform(_moved(found.model, beside, *_lying(found.model, seen)), found.model.corners)
    off = np.linalg.norm(flat - seen, axis=1).max()
    # What one board tells of the plane is the less exact the further away, and lenses bend it.
    away = np.linalg.norm(seen.mean(axis=0) - beside.model.corners.mean(axis=0))
    most = CLEARLY_LEVEL if found.share >= CLEAR_SHARE else LEVEL
    return bool(off < most * max(1.0, float(away) / beside.model.size) * beside.model.slot_width)


def is_far(board: FoundBoard) -> bool:
    """Whether everything is so small that other boards may have been overlooked."""
    widths = [quad_sides(transform(board.to_picture, slot.quad))[0] for slot in board.model.slots[:1]]
    return all(width < CLOSE_ENOUGH for width in widths)


Confirm = Callable[[Sequence[FoundBoard]], FoundBoard | None]


def seek(
    picture: Picture,
    beside: FoundBoard,
    found: Sequence[FoundBoard],
    missing: Sequence[BoardModel],
    confirm: Confirm | None = None,
) -> list[FoundBoard]:
    """Those missing boards that can be found by the looks of their print beside the spaces.

    A board full of cards shows little more than a frame, with hardly a feature on it. But seen from straight above,
    with its size known, it can be laid everywhere, along or across the one that is found. Nothing is sought where no
    board can be: no room is left, or everything is so large that it would have been found at once. A place that only
    has the colours of a board may be confirmed by what lies on it.
    """
    missing, from_above = room_for(picture.size, beside, found, missing)
    if not missing or from_above is None:
        return []
    taken, to_plane = from_above
    rows, columns = taken.shape
    seen: Floats = picture.colour.warp(beside.to_picture @ to_plane, (columns, rows)).astype(np.float32)
    usual = _usual_turn(found, beside)
    turns = [usual + quarter + turn for quarter in QUARTERS for turn in SEEK_TURNS]
    tasks = [(model, float(np.radians(turn))) for model in missing for turn in turns]
    sights = each(lambda task: _sights(seen, taken.astype(np.float32), *task), tasks)
    result: list[FoundBoard] = []
    for number, model in enumerate(missing):
        by_turn = sights[number * len(turns) : (number + 1) * len(turns)]
        every = [one for some in by_turn for one in some if one.score > LIKE]
        place = partial(_at, model, beside, to_plane)
        maps = [place(one) for one in sorted(every, key=lambda one: -one.score)[:TRIED]]
        boards = each(partial(_tried, model, beside, picture), maps)
        laid = as_alike([FoundBoard(model, *one) for one in boards if one is not None], found, picture)
        best = next(iter(clearest_first(laid, picture)), None)
        if best is None and confirm is not None and every:
            # Below its cards a board may look more like itself in a wrong direction: the best place of each is tried.
            best = confirm([FoundBoard(model, place(some[0]), 0.0) for some in by_turn if some and some[0] in every])
        if best is not None and all(overlap(best.quad, other.quad) < OCCUPIED for other in (*found, *result)):
            result.append(best)
    return result


def _at(model: BoardModel, beside: FoundBoard, to_plane: Matrix, sight: _Sight) -> Matrix:
    """Where a board is in the picture that lies as it was sighted in the small view."""
    return placed(model, beside, transform(to_plane, np.array(sight.middle)), sight.turn)


def _usual_turn(found: Sequence[FoundBoard], beside: FoundBoard) -> float:
    """The direction in degrees along or across which most boards lie, in the plane of one of them."""
    turns = np.array([_in_plane(board, beside)[1] for board in found])
    return float(np.degrees(np.angle(np.exp(4j * turns).sum()) / 4)) if len(turns) else 0.0


def _tried(model: BoardModel, beside: FoundBoard, picture: Picture, matrix: Matrix) -> tuple[Matrix, float] | None:
    """Place and share of a board that lies there; the board itself need not be sent to the other process."""
    board = verified(model, matrix, picture)
    board = None if board is None else laid_flat(board, beside, picture)
    return None if board is None else (board.to_picture, board.share)


def room_for(
    size: tuple[int, int], beside: FoundBoard, found: Sequence[FoundBoard], missing: Sequence[BoardModel]
) -> tuple[list[BoardModel], tuple[Pixels, Matrix] | None]:
    """Those missing boards that may be in the picture unseen, and the table from straight above, small.

    Of that: 1 where it ends or a board lies, and the map from it to the plane of `beside`.
    """
    from_above = _from_above(size, beside) if missing and is_far(beside) else None
    if from_above is None:
        return [], None
    taken, to_plane = from_above
    back = np.linalg.inv(to_plane) @ np.linalg.inv(beside.to_picture)
    for board in found:
        cv2.fillConvexPoly(taken, np.round(transform(back, board.quad)).astype(np.int32), 1)
    return [model for model in missing if _has_room(taken, model)], from_above


def _from_above(size: tuple[int, int], beside: FoundBoard) -> tuple[Pixels, Matrix] | None:
    """The table as seen from straight above, small: 1 where it ends; and the map from it to the plane of `beside`."""
    back = np.linalg.inv(beside.to_picture)
    width, height = size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    depth = frame @ back[2, :2] + back[2, 2]
    if np.any(depth * depth.mean() <= 0):  # the horizon is in view
        return None
    area = transform(back, frame)
    middle, reach = beside.model.corners.mean(axis=0), FAR * beside.model.size
    low, high = np.maximum(area.min(axis=0), middle - reach), np.minimum(area.max(axis=0), middle + reach)
    scale = SEEK_SLOT / beside.model.slot_width
    columns, rows = max(1, round((high[0] - low[0]) * scale)), max(1, round((high[1] - low[1]) * scale))
    to_plane = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1.0]])
    outside: Pixels = np.ones((rows, columns), np.uint8)
    cv2.fillConvexPoly(outside, np.round(transform(np.linalg.inv(to_plane), area)).astype(np.int32), 0)
    return outside, to_plane


def _has_room(taken: Pixels, model: BoardModel) -> bool:
    """Whether the table seen from above is free in a place that is large enough for most of a board."""
    scale = SEEK_SLOT / model.slot_width
    free = cv2.copyMakeBorder((taken == 0).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    if float(free.sum()) < ROOM * model.area * scale**2:
        return False
    return float(cv2.distanceTransform(free, cv2.DIST_L2, 3).max()) > WIDE * float(model.corners[2].min()) * scale


def _sights(seen: Floats, taken: Floats, model: BoardModel, turn: float) -> list[_Sight]:
    """Where the small picture looks most like a board turned so, beside what is taken already."""
    print_bgr, weight, whole = drawn_small(model, turn)
    rows, columns = weight.shape
    if rows > seen.shape[0] or columns > seen.shape[1]:
        return []
    open_places = cv2.matchTemplate(taken, whole, cv2.TM_CCORR) <= OCCUPIED * whole.sum()
    across, down = np.flatnonzero(open_places.any(axis=0)), np.flatnonzero(open_places.any(axis=1))
    if not len(across):
        return []
    # Only where it may lie at all.
    left, top = int(across[0]), int(down[0])
    open_places = open_places[top : down[-1] + 1, left : across[-1] + 1]
    seen = seen[top : down[-1] + rows, left : across[-1] + columns]
    count = float(weight.sum())
    own = (print_bgr - (print_bgr * weight[..., None]).sum(axis=(0, 1)) / count) * weight[..., None]
    sums = [cv2.matchTemplate(np.ascontiguousarray(seen[..., colour]), weight, cv2.TM_CCORR) for colour in range(3)]
    power = cv2.matchTemplate((seen * seen).sum(axis=2), weight, cv2.TM_CCORR)
    spread = np.maximum(power - sum(one * one for one in sums) / count, 0) + count * SEEK_NOISE**2
    score = cv2.matchTemplate(seen, own.astype(np.float32), cv2.TM_CCORR) / np.sqrt(spread * (own * own).sum())
    score[~open_places] = -1
    sights = []
    for _ in range(PEAKS):
        row, column = np.unravel_index(int(score.argmax()), score.shape)
        if score[row, column] <= 0:
            break
        middle = (left + column + columns / 2, top + row + rows / 2)
        sights.append(_Sight(float(score[row, column]), middle, turn))
        score[max(0, row - APART) : row + APART + 1, max(0, column - APART) : column + APART + 1] = -1
    return sights


def drawn_small(model: BoardModel, turn: float) -> tuple[Floats, Floats, Floats]:
    """A board turned and drawn small: its print, how much of each pixel counts, and its whole area."""
    scale = SEEK_SLOT / SMALL_SLOT
    high, wide = model.small.shape[:2]
    beside = (beside_spaces(model.slots, SMALL_SLOT / model.slot_width, (wide, high)) > 0).astype(np.float32)
    size = (round(wide * scale), round(high * scale))
    small = cv2.resize(model.small, size, interpolation=cv2.INTER_AREA)
    weight = cv2.resize(beside, size, interpolation=cv2.INTER_AREA)
    weight[weight < BESIDE] = 0
    cos, sin = np.cos(turn), np.sin(turn)
    columns = int(np.ceil(size[0] * abs(cos) + size[1] * abs(sin)))
    rows = int(np.ceil(size[0] * abs(sin) + size[1] * abs(cos)))
    about = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    spin = np.array([[cos, -sin], [sin, cos]])
    move = np.column_stack([spin, np.array([(columns - 1) / 2, (rows - 1) / 2]) - spin @ about])
    drawn, counted, whole = (
        cv2.warpAffine(one, move, (columns, rows)) for one in (small, weight, np.ones(size[::-1], np.float32))
    )
    return drawn, counted, whole
