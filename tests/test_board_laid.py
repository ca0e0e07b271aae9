"""Boards that cannot be where they seem to be: no camera sees them so, or their print is not there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.board_laid import as_alike, bend, clearest_first, in_view, is_seen_so, looks_like_it
from scanner.board_model import BoardModel, FoundBoard, Slot, model_board
from scanner.boards import find_boards
from scanner.geometry import Matrix, Pixels, unit_map
from scanner.picture import Picture

SIZE = (1280, 720)
WIDTH, HEIGHT = 720, 560
SPACES = [(40 + 170 * column, 60 + 250 * row) for row in (0, 1) for column in range(4)]
CARD = (120, 200)


def pale(number: int) -> Pixels:
    """A pale board with hardly any print: a name, two signs at the top, faint outlines of its spaces."""
    tint = [(238, 228, 220), (222, 228, 238), (226, 238, 228), (224, 238, 240)][number]
    board = np.full((HEIGHT, WIDTH, 3), tint, np.uint8)
    for x, y in SPACES:
        cv2.rectangle(board, (x, y), (x + CARD[0], y + CARD[1]), tuple(value - 10 for value in tint), 2)
    cv2.putText(board, ("one", "two", "three", "four")[number], (330, 40), 0, 1.0, (90, 90, 90), 2, cv2.LINE_AA)
    cv2.circle(board, (40, 30), 14, (40, 110, 220), -1, cv2.LINE_AA)
    cv2.rectangle(board, (660, 16), (690, 44), (170, 110, 20), -1)
    return board


@pytest.fixture(scope="module")
def models() -> list[BoardModel]:
    quads = [
        np.array([(x, y), (x + CARD[0], y), (x + CARD[0], y + CARD[1]), (x, y + CARD[1])], np.float64)
        for x, y in SPACES
    ]
    slots = [Slot(str(number), quad) for number, quad in enumerate(quads)]
    return [model_board(str(number), pale(number), slots) for number in range(4)]


def lying(model: BoardModel, quad: Matrix) -> FoundBoard:
    return FoundBoard(model, unit_map(quad) @ np.diag([1 / WIDTH, 1 / HEIGHT, 1.0]), 0.4)


def filmed(tilt: float, turn: float, lens: float) -> Matrix:
    """The corners of a board as a camera sees them that looks at it from so many degrees beside straight above."""
    corners = np.array([(-3.6, -2.8), (3.6, -2.8), (3.6, 2.8), (-3.6, 2.8)])
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    x, y = (corners @ np.array([[cos, sin], [-sin, cos]])).T
    down, depth = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    far = 14.0 * lens - y * depth
    return np.stack([x, y * down], axis=1) * lens * SIZE[0] / far[:, None] + (640, 360)


@pytest.mark.parametrize("tilt", [0, 20, 45])
@pytest.mark.parametrize("turn", [0, 30, 90, 200])
@pytest.mark.parametrize("lens", [0.7, 1.0, 2.0])
def test_what_a_camera_sees_is_possible(models: list[BoardModel], tilt: float, turn: float, lens: float) -> None:
    board = lying(models[0], filmed(tilt, turn, lens))
    assert bend(board, SIZE) < 0.05
    assert is_seen_so(board, SIZE)


def test_what_no_camera_sees_is_not(models: list[BoardModel]) -> None:
    seen = filmed(30, 20, 1.0)
    twisted = seen.copy()
    twisted[2] += (0, 90)
    assert not is_seen_so(lying(models[0], twisted), SIZE)
    flat = (seen - 360) * (1.0, 0.4) + 360
    assert not is_seen_so(lying(models[0], flat), SIZE)
    beyond = np.add(seen, (1000, 0))
    assert in_view(lying(models[0], beyond), SIZE) < 0.2
    assert not is_seen_so(lying(models[0], beyond), SIZE)


def cloth(seed: int) -> Pixels:
    """A cloth with a pattern, and white cards with a sign or two all over it."""
    chance = np.random.default_rng(seed)
    seen = np.full((SIZE[1], SIZE[0], 3), chance.integers(40, 160, 3), np.uint8)
    dots, step = chance.integers(90, 240, 3).tolist(), int(chance.integers(44, 90))
    for number, (x, y) in enumerate(np.ndindex(SIZE[0] // step + 1, SIZE[1] // step + 1)):
        if seed % 2 or number % 2:
            cv2.rectangle(seen, (x * step, y * step), (x * step + step // 2, y * step + step // 2), dots, -1)
    for x, y in [(200, 180), (480, 160), (800, 190), (1080, 210), (250, 520), (560, 500), (860, 540), (1120, 520)]:
        turn = cv2.getRotationMatrix2D((60, 90), float(chance.uniform(0, 360)), 1.0)
        turn[:, 2] += (x - 60, y - 90)
        card = np.full((180, 120, 3), (250, 252, 250), np.uint8)
        for row in range(int(chance.integers(1, 4))):
            cv2.ellipse(card, (60, 50 + 40 * row), (34, 15), 0, 0, 360, chance.integers(0, 200, 3).tolist(), -1)
        there = cv2.warpAffine(np.ones((180, 120), np.uint8), turn, SIZE)
        seen[there > 0] = cv2.warpAffine(card, turn, SIZE)[there > 0]
    return np.clip(cv2.GaussianBlur(seen, (0, 0), 1.2) + chance.normal(0, 4, seen.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("seed", range(8))
def test_no_pale_board_is_found_among_cards_on_a_patterned_cloth(models: list[BoardModel], seed: int) -> None:
    assert find_boards(models, Picture(cloth(seed))) == []


def test_a_place_that_looks_otherwise_is_no_board(models: list[BoardModel]) -> None:
    quad = np.array([(280, 80), (1000, 80), (1000, 640), (280, 640)], np.float64)
    seen = cloth(1)
    assert not looks_like_it(lying(models[0], quad), Picture(seen))
    seen[80:640, 280:1000] = pale(0)
    assert looks_like_it(lying(models[0], quad), Picture(seen))


def off(models: list[BoardModel], number: int, turn: float) -> float:
    """How many pixels a corner of a board with print in its title only is off when it is seen almost from above."""
    board, chance = pale(number), np.random.default_rng(number)
    for x, y in SPACES[::2]:
        cv2.rectangle(board, (x + 3, y + 4), (x + CARD[0] - 2, y + CARD[1]), (250, 252, 250), -1)
        cv2.circle(board, (x + 60, y + 90), 24, (40, 90, 200), 3, cv2.LINE_AA)
    quad = (filmed(6, turn, 1.0) - (640, 360)) * 0.85 + (640, 360)
    to_picture = unit_map(quad) @ np.diag([1 / WIDTH, 1 / HEIGHT, 1.0])
    seen = np.full((SIZE[1], SIZE[0], 3), (70, 60, 50), np.uint8)
    there = cv2.warpPerspective(np.ones((HEIGHT, WIDTH), np.uint8), to_picture, SIZE)
    seen[there > 0] = cv2.warpPerspective(board, to_picture, SIZE)[there > 0]
    noisy = cv2.GaussianBlur(seen, (0, 0), 1.2) + chance.normal(0, 3, seen.shape)
    (found,) = find_boards(models, Picture(np.clip(noisy, 0, 255).astype(np.uint8)))
    assert found.model.id == str(number)
    return float(np.abs(found.quad - quad).max())


def test_most_boards_with_print_in_their_title_only_are_laid_straight(models: list[BoardModel]) -> None:
    # Before other poses than those of the title's own slant were tried, 9 of these 12 were askew.
    askew = [(number, turn) for number in range(4) for turn in (10, -40, 200) if off(models, number, turn) > 25]
    assert len(askew) <= 2


def framed(art: int) -> Pixels:
    """A dark board with a strong frame that all of them have, and a faint painting of its own."""
    chance = np.random.default_rng(art)
    clouds = cv2.resize(
        chance.uniform(-1, 1, (5, 6, 3)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC
    )
    board = np.clip(60 + 25 * clouds, 0, 255).astype(np.uint8)
    cv2.rectangle(board, (10, 10), (WIDTH - 10, HEIGHT - 10), (90, 180, 220), 6)
    for x, y in SPACES:
        cv2.rectangle(board, (x, y), (x + CARD[0], y + CARD[1]), (90, 180, 220), 2)
    return board


def test_of_boards_with_one_frame_that_one_lies_there_which_looks_like_its_painting(models: list[BoardModel]) -> None:
    first, second = (model_board(str(art), framed(art), models[0].slots) for art in (1, 2))
    quad = np.array([(280, 80), (1000, 80), (1000, 640), (280, 640)], np.float64)
    seen = cloth(1)
    seen[80:640, 280:1000] = framed(1)
    for x, y in SPACES[::2]:
        seen[80 + y : 80 + y + CARD[1], 280 + x : 280 + x + CARD[0]] = (230, 240, 240)
    right, wrong = lying(first, quad), replace(lying(second, quad), share=0.55)  # of which more is in place by chance
    picture = Picture(cv2.GaussianBlur(seen, (0, 0), 1.0))
    assert clearest_first([wrong, right], picture) == [right, wrong]
    assert as_alike([lying(models[0], quad)], [right], picture) == []
    assert as_alike([right], [wrong], picture) == [right]
