"""Which board lies in which place: boards of one layout may differ in little but colour, or look alike turned round.

A place is found by the print that such boards share. What it is called follows from the print in which they differ, and
from their colours: all boards of a picture lie in one light, and only the right names need the same light for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.board_laid import verified
from scanner.board_model import Alike, BoardModel, FoundBoard, beside_spaces, logarithms
from scanner.geometry import Floats, Matrix, largest, transform
from scanner.parallel import each
from scanner.picture import Picture
from scanner.reading import Detection

SAME_SHAPE = 0.03  # part of its sides by which one board is longer than another of the same layout
SAME_PLACE = 0.25  # widths of a space by which spaces of one layout are off each other
ALIKE = 0.55  # correlation of the print of boards that may be taken for each other
CROOKED = 0.06  # widths of a space by which cards lie beyond it
LITTLE = 0.05  # part of a board; less is too little to tell it by
CELL, REACH = 24, 2  # pixels of a place that is compared, and by which it may be seen off its place
MOST_CELLS = 24
SOME = 3  # pixels between those that tell the light
FAINT = 0.02  # print, as a logarithm, that is as good as none
SEEN = 0.5  # correlation of a place with one of the boards; where none has it, something lies there
WITNESSES, LEFT_OVER = 6.0, 0.1  # each place counts so much, and a part of it is never explained
SCATTER = np.array([0.08, 0.06, 0.5])  # of the light from board to board: how much redder, greener and brighter it is
USUAL = np.array([0.5, 0.2, 1.0])  # and of light in all
ODD = 4.0  # times the scatter; what is further off lies in another light
SAME_WAY_UP, MOST_BY_CARDS = 2.0, 6.0  # log odds by a card that lies the same way up as its board, and by all of them
HOPELESS = 25.0  # log odds of a name that nothing else makes likely
MOST_WAYS = 4000


@dataclass(frozen=True, slots=True)
class _Guess:
    """A board that may lie in a place, and where its own pixels would be."""

    model: BoardModel
    is_turned: bool  # against what was found there
    to_picture: Matrix


def with_alike(models: Sequence[BoardModel]) -> tuple[BoardModel, ...]:
    """The same boards, each with what it may be taken for."""
    return tuple(replace(model, alike=tuple(_alike(model, models))) for model in models)


def _alike(model: BoardModel, others: Sequence[BoardModel]) -> Iterator[Alike]:
    """The boards that have the layout of this one and much of its print, and whether they do turned round."""
    for other in others:
        for is_turned in (False, True):
            if (
                (other is not model or is_turned)
                and _same_layout(other, _onto(other, is_turned, model), model)
                and _likeness(model, _logs_on(other, is_turned, model)) > ALIKE
            ):
                yield other.id, is_turned


def _onto(model: BoardModel, is_turned: bool, other: BoardModel) -> Matrix:
    """From pixels of one board to those of another one that it lies on."""
    width, height = model.corners[2]
    turned = np.array([[-1.0, 0, width], [0, -1.0, height], [0, 0, 1]]) if is_turned else np.eye(3)
    onto: Matrix = np.diag([*(other.corners[2] / (width, height)), 1.0]) @ turned
    return onto


def _same_layout(model: BoardModel, onto: Matrix, other: BoardModel) -> bool:
    """Whether the spaces of one board lie just on those of another one."""
    longer = model.corners[2] / model.slot_width / (other.corners[2] / other.slot_width)
    if np.abs(longer - 1).max() > SAME_SHAPE or len(model.slots) != len(other.slots) or not model.slots:
        return False
    middles, others = (np.array([slot.quad.mean(axis=0) for slot in one.slots]) for one in (model, other))
    off = np.linalg.norm(transform(onto, middles)[:, None] - others, axis=2).min(axis=1)
    return bool(off.max() < SAME_PLACE * other.slot_width)


def _logs_on(model: BoardModel, is_turned: bool, other: BoardModel) -> Floats:
    """A board as it looks where another one of its layout lies."""
    logs: Floats = cv2.resize(model.logs, other.logs.shape[1::-1])
    return logs[::-1, ::-1] if is_turned else logs


def _likeness(model: BoardModel, other: Floats) -> float:
    """The correlation of the print of two boards, in any colours."""
    beside = _beside(model)
    first, second = (_print_of(one, beside).mean(axis=2)[beside] for one in (model.logs, other))
    power = float(np.sqrt((first @ first) * (second @ second)))
    return float(first @ second) / max(power, 1e-6)


def _beside(model: BoardModel) -> NDArray[np.bool_]:
    """Where print is beside the spaces, and beside cards that lie a little off them if there is any.

    Edges of crooked cards look more like those of spaces than the frames of these do, and turned a board round.
    """
    width, height = model.logs.shape[1::-1]
    scale = width / float(model.corners[2, 0])
    beside = beside_spaces(model.slots, scale, (width, height))
    side = 2 * round(CROOKED * model.slot_width * scale) + 1
    further = cv2.erode(beside, np.ones((side, side), np.uint8)) > 0
    return further if further.mean() > LITTLE else beside > 0


def with_right_names(
    models: Sequence[BoardModel], picture: Picture, found: Sequence[FoundBoard], cards: Sequence[Detection] = ()
) -> list[FoundBoard]:
    """The same boards, those that look alike named and turned as all of them together explain the picture best.

    `cards`: named ones that lie on them, most of them the same way up as the boards.
    """
    by_id = {model.id: model for model in models}
    guesses = [_guesses(by_id, board) for board in found]
    if all(len(some) == 1 for some in guesses):
        return list(found)
    looks = each(lambda some: _look(picture, some), guesses)
    looks = [replace(look, logs=look.logs + _by_cards(some, cards)) for look, some in zip(looks, guesses, strict=True)]
    named = zip(found, guesses, *_likeliest(guesses, looks), strict=True)
    return [
        replace(board if number == 0 else _renamed(picture, board, some[number]), certainty=certainty)
        for board, some, number, certainty in named
    ]


def _by_cards(guesses: Sequence[_Guess], cards: Sequence[Detection]) -> Floats:
    """How likely each of these is by the cards that lie on it the same way up."""
    quad = transform(guesses[0].to_picture, guesses[0].model.corners).astype(np.float32)
    upward = 0.0
    for card in cards:
        corners = np.asarray(card.quad)
        x, y = corners.mean(axis=0).tolist()
        if cv2.pointPolygonTest(quad, (x, y), measureDist=False) > 0:
            on_board = transform(np.linalg.inv(guesses[0].to_picture), corners)
            down = on_board[2:].mean(axis=0) - on_board[:2].mean(axis=0)
            upward += float(down[1] / max(np.linalg.norm(down), 1e-9))
    likely = float(np.clip(upward * SAME_WAY_UP, -MOST_BY_CARDS, MOST_BY_CARDS))
    return np.array([-likely if guess.is_turned else likely for guess in guesses]) / 2


def _guesses(models: Mapping[str, BoardModel], board: FoundBoard) -> list[_Guess]:
    """What a board may be, first what it was taken for."""
    result = [_Guess(board.model, False, board.to_picture)]
    for name, is_turned in board.model.alike:
        if name in models:
            onto = _onto(models[name], is_turned, board.model)
            result.append(_Guess(models[name], is_turned, board.to_picture @ onto))
    return result


def _renamed(picture: Picture, board: FoundBoard, guess: _Guess) -> FoundBoard:
    laid = verified(guess.model, guess.to_picture, picture)
    return laid or FoundBoard(guess.model, guess.to_picture, board.share)


def _print_of(logs: Floats, beside: NDArray[np.bool_]) -> Floats:
    """Print beside the spaces against what is around it there, which is the same in any light; nothing on them.

    On the spaces cards may lie, whose colours are no light and whose edges look like the frame of some board.
    """
    counted: Floats = beside.astype(np.float32)[..., None]
    window = (2 * CELL + 1, 2 * CELL + 1)
    around = cv2.blur(logs * counted, window, borderType=cv2.BORDER_REFLECT)
    part = cv2.blur(counted, window, borderType=cv2.BORDER_REFLECT)[..., None]
    result: Floats = (logs - around / np.maximum(part, 1e-3)) * counted
    return result


@dataclass(frozen=True, slots=True)
class _Look:
    """How likely each guess is by its print, as logarithms, and the light that it would need."""

    logs: Floats
    lights: Floats  # guesses, 3: redder, greener, brighter


def _look(picture: Picture, guesses: Sequence[_Guess]) -> _Look:
    """Compare all that a board may be with what is seen in its place."""
    first = guesses[0]
    model = first.model
    height, width = model.logs.shape[:2]
    scale = width / float(model.corners[2, 0])
    there = first.to_picture @ np.diag([1 / scale, 1 / scale, 1.0])
    seen = logarithms(picture.colour.warp(there, (width, height)))
    drawn = np.stack([_logs_on(guess.model, guess.is_turned, model) for guess in guesses])
    beside = _beside(model)
    some = np.s_[::SOME, ::SOME]
    lights = np.stack([np.median((seen[some] - one[some])[beside[some]], axis=0) for one in drawn])
    blue, green, red = lights.T
    lights = np.stack([red - blue, green - (red + blue) / 2, lights.mean(axis=1)], axis=1)
    prints = np.stack([_print_of(one, beside) for one in (seen, *drawn)])
    return _Look(_by_print(prints[0], prints[1:]), lights)


def _by_print(seen: Floats, known: Floats) -> Floats:
    """How likely each of these boards is by the places where they differ most."""
    if len(known) == 1:
        return np.zeros(1)
    height, width = seen.shape[:2]
    spread = cv2.blur(largest(known.max(axis=0) - known.min(axis=0)), (CELL, CELL), anchor=(0, 0))
    corners = [
        (y, x)
        for y in range(REACH, height - CELL - REACH, CELL // 2)
        for x in range(REACH, width - CELL - REACH, CELL // 2)
    ]
    corners.sort(key=lambda one: -spread[one])
    taken, logs = np.zeros((height, width), bool), np.zeros(len(known))
    count = 0
    for y, x in corners:
        if taken[y : y + CELL, x : x + CELL].any():
            continue
        taken[y : y + CELL, x : x + CELL] = True
        wide = seen[y - REACH : y + CELL + REACH, x - REACH : x + CELL + REACH]
        views = np.lib.stride_tricks.sliding_window_view(wide, (CELL, CELL, 3)).reshape(-1, CELL * CELL * 3)
        own = known[:, y : y + CELL, x : x + CELL].reshape(len(known), -1)
        views, own = (one - one.mean(axis=1, keepdims=True) for one in (views, own))
        noise = FAINT**2 * own.shape[1]
        lengths = np.sqrt(((views**2).sum(axis=1) + noise)[:, None] * ((own**2).sum(axis=1) + noise))
        fits = np.clip((views @ own.T / lengths).max(axis=0), 0, 1)
        if fits.max() > SEEN:
            logs -= WITNESSES / 2 * np.log(1 - fits**2 + LEFT_OVER)
        count += 1
        if count == MOST_CELLS:
            break
    result: Floats = logs - logs.max()
    return result


def _likeliest(
    guesses: Sequence[Sequence[_Guess]], looks: Sequence[_Look]
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The number of the guess for each place that together are likeliest, and how certain each of them is.

    No board lies in two places.
    """
    open_ones = [[int(one) for one in np.argsort(-look.logs) if look.logs[one] > -HOPELESS] for look in looks]
    while np.prod([float(len(some)) for some in open_ones]) > MOST_WAYS:
        longest = max(open_ones, key=len)
        longest.pop()
    ways: list[tuple[int, ...]] = []
    scores: list[float] = []
    for way in product(*open_ones):
        names = {some[number].model.id for some, number in zip(guesses, way, strict=True)}
        if len(names) < len(way):
            continue
        by_print = sum(float(look.logs[number]) for look, number in zip(looks, way, strict=True))
        lights = np.stack([look.lights[number] for look, number in zip(looks, way, strict=True)])
        ways.append(way)
        scores.append(by_print + _by_light(lights))
    if not ways:
        return tuple(0 for _ in guesses), tuple(0.0 for _ in guesses)
    best = int(np.argmax(scores))
    odds = np.exp(np.array(scores) - scores[best])
    same = np.array(ways) == ways[best]
    return ways[best], tuple((odds @ same / odds.sum()).tolist())


def _by_light(lights: Floats) -> float:
    """How likely it is that boards of one picture lie in these lights."""
    usual = np.median(lights, axis=0)
    off = np.minimum(np.abs(lights - usual) / SCATTER, ODD)
    return -float((off**2).sum() + ((usual / USUAL) ** 2).sum()) / 2
