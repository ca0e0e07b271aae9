"""First guesses where boards may lie, by their outlines: of dark boards with faint print no feature may be left.

A board is one of the few large things in a picture that have four corners and, by and large, one colour. Whatever is
on it, its print at that place tells which board it is and which way round, and whether it is one at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np

from scanner.board_laid import verified
from scanner.board_model import BoardModel, FoundBoard
from scanner.board_plane import OCCUPIED, SEEK_SLOT, clearest, drawn_small, laid_flat, placed
from scanner.geometry import Floats, Matrix, Pixels, overlap, quad_area, quad_map, quad_sides, shared_area, transform
from scanner.parallel import each
from scanner.picture import Picture

SIDE, LEAST_SIDE = 360, 160  # pixels of the longer side of a picture in which outlines are sought; of large ones less
SOFT = 3  # pixels, how soft that is made
STEPS = (16, 35, 50, 65, 84)  # per cent of a picture that are darker, or less red or blue, than a thing
LEVELS = 7  # the same evenly between the darkest and the brightest: a dark board may take less than that of it
SMALLEST, LARGEST = 0.02, 0.8  # parts of a picture that a board takes
SOLID, SQUARE = 0.8, 0.9  # part of its hull that a thing fills, and that its four corners share with the hull
ROUGH = (0.02, 0.03, 0.04, 0.06, 0.08)  # parts of an outline by which it may be off four straight sides
SAME, MOST = 0.7, 6  # overlap of two outlines of one thing, and how many are looked at
SHAPE = 1.5  # times as long, against its width, as the board that a thing may seem to be: boards are seen at a slant
AS_LONG = 1.1  # times as long as it must be may a side seem on a table that another board tells
SIZED, READABLE = 1.6, 30.0  # times as wide as cards that spaces may seem to be, and pixels where no card is known
ALIKE, TRIED = 0.15, 3  # correlation with its print of what may be a board, and how many are laid exactly
ALIKE_THERE = 0.05  # the same where it has just the size of the board: hardly anything else has
LEAST = 0.27  # of its print in place: of so many things that are tried one had 0.24, in a picture of stripes


def outlined_boards(
    models: Sequence[BoardModel],
    picture: Picture,
    cards: Sequence[Matrix] = (),
    known: Sequence[FoundBoard] = (),
) -> list[FoundBoard]:
    """Those boards whose outline is seen and whose print is there, the clearest first, beside those that are known.

    The frame of a card may look like that of a board, but its spaces would be far smaller than the cards beside it.
    """
    by_id = {model.id: model for model in models}
    beside = clearest(known)
    card_width = float(np.median([quad_sides(card)[0] for card in cards])) if cards else None
    large = large_quads(picture, _smallest(models, picture, card_width))
    quads = [quad for quad in large if all(overlap(quad, one.quad) < OCCUPIED for one in known)]
    laid = each(partial(_laid, models, picture, card_width, beside), quads)
    found: dict[str, FoundBoard] = {}
    for name, matrix, share in sorted((one for one in laid if one is not None), key=lambda one: -one[2]):
        board = FoundBoard(by_id[name], matrix, share)
        others = [*known, *found.values()]
        if name not in found and all(overlap(board.quad, other.quad) < OCCUPIED for other in others):
            found[name] = board
    return list(found.values())


def _smallest(models: Sequence[BoardModel], picture: Picture, card_width: float | None) -> float:
    """The part of a picture that boards take at least, whose spaces are as large as the cards beside them."""
    if card_width is None:
        return SMALLEST
    least = min((model.area * (card_width / SIZED / model.slot_width) ** 2 for model in models), default=0.0)
    return max(SMALLEST, least / (picture.size[0] * picture.size[1]))


def _is_sized(model: BoardModel, quad: Matrix, card_width: float | None) -> bool:
    """Whether its spaces would have about the size of cards; where none is known, whether cards could be read."""
    width = model.slot_width * float(np.sqrt(quad_area(quad) / model.area))
    return width > READABLE if card_width is None else 1 / SIZED < width / card_width < SIZED


def _places(model: BoardModel, quad: Matrix, beside: FoundBoard | None) -> list[Matrix]:
    """Where a board may be whose outline this seems to be: its own pixels to the picture."""
    if beside is not None:
        return _places_beside(model, quad, beside)
    usual = float(model.corners[2, 0] / model.corners[2, 1])
    result = []
    for turn in range(4):
        turned = np.roll(quad, turn, axis=0)
        width, height = quad_sides(turned)
        if 1 / SHAPE < width / max(height, 1.0) / usual < SHAPE:  # seen at a slant
            result.append(quad_map(model.corners, turned))
    return result


def _places_beside(model: BoardModel, quad: Matrix, beside: FoundBoard) -> list[Matrix]:
    """The same on a table that another board tells: where a side of the outline is just as long as one of the board.

    A card or a shadow may hide one corner.
    """
    flat = transform(np.linalg.inv(beside.to_picture), quad)
    own = model.corners * beside.scale_of(model)
    result = []
    for side in range(4):
        first, second = flat[side], flat[(side + 1) % 4]
        length = float(np.linalg.norm(second - first))
        for turn in range(4):
            start, end = own[turn], own[(turn + 1) % 4]
            if not 1 / AS_LONG < length / float(np.linalg.norm(end - start)) < AS_LONG:
                continue
            angle = float(np.arctan2(*(second - first)[::-1]) - np.arctan2(*(end - start)[::-1]))
            spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            middle = (first + second) / 2 + spin @ (own.mean(axis=0) - (start + end) / 2)
            result.append(placed(model, beside, middle, angle))
    return result


def large_quads(picture: Picture, smallest: float = SMALLEST) -> list[Matrix]:
    """The outlines of things with four corners that take so much of a picture, clockwise, the clearest first."""
    if smallest > LARGEST:
        return []
    side = max(LEAST_SIDE, SIDE * (SMALLEST / smallest) ** 0.5)  # a fraction of the time
    scale = side / max(picture.size)
    size = round(picture.size[0] * scale), round(picture.size[1] * scale)
    level = picture.colour.levels[picture.colour.level_for(1 / scale)]
    small = cv2.medianBlur(cv2.resize(level, size, interpolation=cv2.INTER_AREA), SOFT)
    channels = cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB))
    found = [one for some in each(partial(_quads_of, smallest), channels) for one in some]
    kept: list[Matrix] = []
    for _, quad in sorted(found, key=lambda one: -one[0]):
        if len(kept) < MOST and all(_alike(quad, other) < SAME for other in kept):
            kept.append(quad)
    return [quad / scale for quad in kept]


def _quads_of(smallest: float, channel: Pixels) -> list[tuple[float, Matrix]]:
    """The same in one colour of a small picture, with how clear each is."""
    some: Floats = channel[::2, ::2].astype(np.float32)
    lowest, highest, *steps = np.percentile(some, (1, 99, *STEPS)).tolist()
    around = np.ones((3, 3), np.uint8)
    found: list[tuple[float, Matrix]] = []
    for least in sorted({*steps, *np.linspace(lowest, highest, LEVELS + 2)[1:-1].round().tolist()}):
        for mask in (channel <= least, channel > least):
            found += _solid_quads(smallest, cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, around))
    return found


def _alike(one: Matrix, two: Matrix) -> float:
    """The part that two outlines share of what they cover together: two boards side by side may look like one thing."""
    shared = shared_area(one, two)
    return shared / max(quad_area(one) + quad_area(two) - shared, 1.0)


def _solid_quads(smallest: float, mask: Pixels) -> list[tuple[float, Matrix]]:
    """Those of the things in a mask that have four corners, and how much they look like that."""
    result: list[tuple[float, Matrix]] = []
    for shape in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        filled = cv2.contourArea(shape)
        if not smallest < filled / mask.size < LARGEST:
            continue
        hull = cv2.convexHull(shape)  # clockwise where rows go down
        area = cv2.contourArea(hull)
        if filled < SOLID * area:
            continue
        length = cv2.arcLength(hull, True)
        corners = next(
            (some for part in ROUGH if len(some := cv2.approxPolyDP(hull, part * length, True)) <= 4), hull[:0]
        )
        if len(corners) != 4:
            continue
        quad = corners.reshape(4, 2).astype(np.float32)
        shared, _ = cv2.intersectConvexConvex(quad, hull.reshape(-1, 2).astype(np.float32))
        likeness = shared / max(cv2.contourArea(quad) + area - shared, 1.0)
        if likeness > SQUARE:
            result.append((likeness * filled / area, quad.astype(np.float64)))
    return result


def _laid(
    models: Sequence[BoardModel],
    picture: Picture,
    card_width: float | None,
    beside: FoundBoard | None,
    quad: Matrix,
) -> tuple[str, Matrix, float] | None:
    """Which board lies there, if one does, its own pixels to the picture, and the share of its print that is seen."""
    likely = []
    for model in (one for one in models if beside is not None or _is_sized(one, quad, card_width)):
        places = _places(model, quad, beside)
        if not places:
            continue
        print_, weight, _ = drawn_small(model, 0.0)
        small = np.diag([model.slot_width / SEEK_SLOT, model.slot_width / SEEK_SLOT, 1.0])
        for place in places:
            likely.append((_likeness(picture, place @ small, print_, weight[..., None]), model, place))
    likely.sort(key=lambda one: -one[0])
    least = ALIKE if beside is None else ALIKE_THERE
    laid = [verified(model, place, picture, least=LEAST) for alike, model, place in likely[:TRIED] if alike > least]
    if beside is not None:
        laid = [laid_flat(board, beside, picture) for board in laid if board is not None]
    best = max((board for board in laid if board is not None), key=lambda one: one.share, default=None)
    return None if best is None else (best.model.id, best.to_picture, best.share)


def _likeness(picture: Picture, place: Matrix, print_: Floats, weight: Floats) -> float:
    """The correlation of what is seen, through a map of small pixels, with a board's print beside its spaces."""
    seen = picture.colour.warp(place, (weight.shape[1], weight.shape[0])).astype(np.float32)
    own, drawn = (_without_mean(one, weight) for one in (seen, print_))
    power = float((own * own).sum() * (drawn * drawn).sum())
    return float((own * drawn).sum()) / float(np.sqrt(max(power, 1e-12)))


def _without_mean(values: Floats, weight: Floats) -> Floats:
    """A small picture without its mean colour, nothing where it does not count."""
    result: Floats = (values - (values * weight).sum(axis=(0, 1)) / max(float(weight.sum()), 1e-6)) * weight
    return result
