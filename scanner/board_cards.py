"""Boards that are told by the cards on them: where cards lie as the spaces of a board do, it may be below them.

A board full of cards in blurred, dim pictures shows no features, but its cards are found all the same, beside the
boards. Their pattern tells the board's place at any turn; its print tells whether it is really there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from scanner.board_laid import MIN_SHARE, as_alike, clearest_first, verified
from scanner.board_model import BoardModel, FoundBoard
from scanner.board_plane import CLEAR_SHARE, OCCUPIED, laid_flat
from scanner.card_looks import Looks
from scanner.geometry import Floats, Matrix, overlap, transform, unit_maps
from scanner.parallel import each
from scanner.picture import Picture
from scanner.table_plane import plane_of

CARDS, SOME_CARDS, MANY_CARDS = 3, 4, 5  # that tell of a board, of one whose print is in place, and of it clearly
RIVAL = 0.6  # of the share of a board, of any other one in its place
LEAST_SHARE = 0.15  # of a board's print that is enough below so many; at wrong places cards tell of, 0.13 was seen
OFF = 0.14  # widths of a card by which it may lie off its space
STRETCH = 0.06  # part by which a distance may be off: spaces may be drawn larger than cards, planes are not exact
CROOKED = float(np.radians(10))
TRIED = 6  # places of one board: rows of spaces look alike when moved by one or turned round
NUDGES, TURNS = (-0.08, 0.0, 0.08), (-3.5, 0.0, 3.5)  # widths of a space and degrees by which a place may be off
ROUGHLY, CLOSELY = 0.46, 0.34  # look of the third best space at least; half a space off 0.45 and 0.34 were the most


def boards_below(
    models: Sequence[BoardModel], picture: Picture, cards: Sequence[Matrix], found: Sequence[FoundBoard], aspect: float
) -> list[FoundBoard]:
    """Those of these boards on whose spaces some of the cards lie; `found` are boards that tell the table."""
    if len(cards) < CARDS or not models:
        return []
    beside = max(found, key=lambda one: one.share, default=None)
    if beside is None:
        to_picture = plane_of(cards, picture.size, aspect).to_picture
    else:
        to_picture = beside.to_picture @ np.diag([beside.model.slot_width, beside.model.slot_width, 1.0])
    flat = transform(np.linalg.inv(to_picture), np.stack(cards))
    tasks = [(model, to_picture @ pose, count) for model in models for pose, count in _poses(model, flat)]
    boards = [
        FoundBoard(model, *one)
        for (model, _, _), one in zip(tasks, each(partial(_laid, picture, beside), tasks), strict=True)
        if one is not None
    ]
    kept: list[FoundBoard] = []
    likely = as_alike(boards, found, picture)
    # What is printed finely looks like nothing in a small picture: then only print in place tells a board.
    if beside is not None:
        clear = [one for one in boards if _is_unrivalled(one, boards)]
        likely += [one for one in clear if all(one is not other for other in likely)]
    for board in clearest_first(likely, picture):
        others = [*found, *kept]
        if all(board.model is not one.model and overlap(board.quad, one.quad) < OCCUPIED for one in others):
            kept.append(board)
    return kept


def showing_cards(rough: Looks, looks: Looks, picture: Picture, boards: Sequence[FoundBoard]) -> list[FoundBoard]:
    """Those places of boards on whose spaces cards seem to lie, moved to where most do, the likeliest first.

    Looks at all spaces at once: any one of them may look like a card by chance, three hardly do.
    """
    if any(len(board.model.slots) < CARDS for board in boards):
        return []
    found = list(boards)
    scores: list[float] = []
    for model, least in ((rough, ROUGHLY), (looks, CLOSELY)):  # the first one takes a third of the time
        seen = each(partial(_looked_at, model, picture), found)
        likely = [number for number, (score, _) in enumerate(seen) if score >= least]
        found = [replace(found[number], to_picture=seen[number][1]) for number in likely]
        scores = [seen[number][0] for number in likely]
    return [found[number] for number in np.argsort(-np.array(scores), kind="stable")]


def _looked_at(looks: Looks, picture: Picture, board: FoundBoard) -> tuple[float, Matrix]:
    """How much a board's third best space looks like a card, and where the board must lie for that."""
    model = board.model
    middle = model.corners.mean(axis=0)
    moves = [
        _turned(turn, middle + model.slot_width * np.array([x, y])) @ _turned(0, -middle)
        for turn in TURNS
        for x in NUDGES
        for y in NUDGES
    ]
    places = board.to_picture @ np.stack(moves)
    spaces = unit_maps(np.stack([slot.quad for slot in model.slots]))
    scores = looks.scores(picture, (places[:, None] @ spaces).reshape(-1, 3, 3)).reshape(len(moves), -1)
    third = np.sort(scores, axis=1)[:, -CARDS]
    best = int(third.argmax())
    return float(third[best]), places[best]


def _turned(degrees: float, shift: Floats) -> Matrix:
    """A turn about the origin and a shift after it."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]], [0, 0, 1.0]])


def _laid(
    picture: Picture, beside: FoundBoard | None, task: tuple[BoardModel, Matrix, int]
) -> tuple[Matrix, float] | None:
    """Place and share of a board, if its print is seen there below so many cards."""
    model, matrix, count = task
    # Players lay their cards in rows as well: without another board the print must say itself that one is there.
    is_told = count >= MANY_CARDS and beside is not None
    board = verified(model, matrix, picture, least=LEAST_SHARE if is_told else MIN_SHARE)
    if board is None and count >= SOME_CARDS and beside is not None:
        board = verified(model, matrix, picture, least=LEAST_SHARE)
        board = None if board is None or board.share < CLEAR_SHARE else board
    if board is not None and beside is not None:
        # So many cards know better where it lies than another board does, of which little may be seen.
        board = laid_flat(board, beside, picture) or (board if count >= MANY_CARDS else None)
    return None if board is None else (board.to_picture, board.share)


def _is_unrivalled(board: FoundBoard, others: Sequence[FoundBoard]) -> bool:
    """Whether much of its print is in place, and far less of any other board, or of this one turned round."""
    rivals = [one.share for one in others if one is not board and overlap(board.quad, one.quad) > OCCUPIED]
    return board.share >= CLEAR_SHARE and max(rivals, default=0.0) < RIVAL * board.share


def _poses(model: BoardModel, cards: Floats) -> list[tuple[Matrix, int]]:
    """Where a board may lie below these cards, in widths of a card, and how many of them are then on its spaces."""
    spaces = np.stack([slot.quad for slot in model.slots]) / model.slot_width if model.slots else np.zeros((0, 4, 2))
    if len(spaces) < CARDS:
        return []
    on_board, ways = spaces.mean(axis=1), _directions(spaces)
    lying, turns = cards.mean(axis=1), _directions(cards)
    one, two = (part.ravel() for part in np.nonzero(~np.eye(len(lying), dtype=bool)))
    first, second = np.nonzero(~np.eye(len(on_board), dtype=bool))
    arms, own = lying[two] - lying[one], on_board[second] - on_board[first]
    long, wanted = np.linalg.norm(arms, axis=1)[:, None], np.linalg.norm(own, axis=1)
    turn = np.arctan2(arms[:, 1], arms[:, 0])[:, None] - np.arctan2(own[:, 1], own[:, 0])
    fits = np.abs(long - wanted) < 2 * OFF + STRETCH * wanted
    fits &= _between(turns[one][:, None], ways[first] + turn) < CROOKED
    fits &= _between(turns[two][:, None], ways[second] + turn) < CROOKED
    pairs, places = np.nonzero(fits & (one < two)[:, None])
    if not len(pairs):
        return []
    spins = np.exp(1j * turn[pairs, places])
    between = (lying[one[pairs]] + lying[two[pairs]]) / 2
    moves = _complex(between) - spins * _complex((on_board[first[places]] + on_board[second[places]]) / 2)
    seen = spins[:, None] * _complex(on_board) + moves[:, None]
    away = np.abs(seen[:, :, None] - _complex(lying))  # poses, spaces, cards
    reach = OFF + STRETCH * np.abs(_complex(on_board - on_board.mean(axis=0)))
    on_space = (away < reach[:, None]).any(axis=2)
    counts = on_space.sum(axis=1)
    middle = on_board.mean(axis=0)
    ends = middle + np.array([[0.0, 0.0], [1.0, 0.0]])
    poses: list[tuple[Matrix, int]] = []
    for best in np.argsort(-counts, kind="stable"):
        if counts[best] < CARDS or len(poses) == TRIED:
            break
        pose = _fitted(on_board[on_space[best]], lying[away[best][on_space[best]].argmin(axis=1)])
        here = transform(pose, ends)
        if all(np.abs(transform(other, ends) - here).max() > OFF for other, _ in poses):
            poses.append((pose, int(counts[best])))
    to_widths = np.diag([1 / model.slot_width, 1 / model.slot_width, 1.0])
    return [(pose @ to_widths, count) for pose, count in poses]


def _fitted(source: Floats, target: Floats) -> Matrix:
    """The move, turn and little stretch that lays these points on those."""
    own, seen = _complex(source - source.mean(axis=0)), _complex(target - target.mean(axis=0))
    spin = (np.conj(own) * seen).sum() / max(float((np.abs(own) ** 2).sum()), 1e-9)
    spin *= np.clip(abs(spin), 1 - STRETCH, 1 + STRETCH) / max(abs(spin), 1e-9)
    matrix = np.array([[spin.real, -spin.imag, 0], [spin.imag, spin.real, 0], [0, 0, 1.0]])
    matrix[:2, 2] = target.mean(axis=0) - matrix[:2, :2] @ source.mean(axis=0)
    return matrix


def _directions(quads: Floats) -> Floats:
    """The way down of each quad, as an angle."""
    down = quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]
    result: Floats = np.arctan2(down[:, 1], down[:, 0])
    return result


def _between(one: Floats, two: Floats) -> Floats:
    """The angle between two directions of cards, which may lie upside down."""
    result: Floats = np.abs((one - two + np.pi / 2) % np.pi - np.pi / 2)
    return result


def _complex(points: Floats) -> Floats:
    """Points of the plane as numbers, which makes turning them a product."""
    result: Floats = points[..., 0] + 1j * points[..., 1]
    return result
