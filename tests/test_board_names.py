"""Boards of one pattern in several colours: which is which, and which way up, is told by all of them together."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.board_model import BoardModel, FoundBoard, Slot, model_board
from scanner.board_names import with_alike, with_right_names
from scanner.boards import find_boards
from scanner.geometry import Matrix, Pixels, transform
from scanner.picture import Picture

COLOURS = {"red": (90, 90, 190), "yellow": (90, 180, 200), "green": (110, 170, 110), "blue": (180, 130, 90)}
WIDTH, HEIGHT = 760, 560
SPACES = [(40 + 180 * column, 40 + 260 * row) for row in (0, 1) for column in range(4)]
PLACES = [(60, 50), (700, 60), (60, 560), (705, 565)]
LAMP = np.array([0.62, 0.85, 1.0])  # blue, green, red


def drawn(name: str) -> Pixels:
    """A cloth in one colour with eight spaces, the same turned round but for its name and the print of the spaces."""
    board = np.full((HEIGHT, WIDTH, 3), COLOURS[name], np.uint8)
    chance = np.random.default_rng(3)
    for x, y in chance.integers(0, (WIDTH // 2, HEIGHT), (60, 2)).tolist():
        shade = int(chance.integers(-40, 40))
        for corner in ((x, y), (WIDTH - x - 24, HEIGHT - y - 24)):
            part = board[corner[1] : corner[1] + 24, corner[0] : corner[0] + 24].astype(np.int16)
            board[corner[1] : corner[1] + 24, corner[0] : corner[0] + 24] = np.clip(part + shade, 0, 255)
    for number, (x, y) in enumerate(SPACES):
        cv2.rectangle(board, (x, y), (x + 140, y + 216), (225, 235, 235), 3)
        cv2.putText(board, str(number + 1), (x + 50, y + 120), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (225, 235, 235), 3)
    cv2.putText(board, name, (330, 286), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 30, 30), 2, cv2.LINE_AA)
    return board


@pytest.fixture(scope="module")
def models() -> tuple[BoardModel, ...]:
    quads = [np.array([(x, y), (x + 140, y), (x + 140, y + 216), (x, y + 216)], np.float64) for x, y in SPACES]
    slots = [Slot(f"space-{number}", quad) for number, quad in enumerate(quads)]
    return with_alike([model_board(name, drawn(name), slots) for name in COLOURS])


def place_of(number: int, is_turned: bool) -> Matrix:
    x, y = PLACES[number]
    turned = np.array([[-1.0, 0, WIDTH], [0, -1.0, HEIGHT], [0, 0, 1]]) if is_turned else np.eye(3)
    return np.array([[0.72, 0, x], [0, 0.72, y], [0, 0, 1.0]]) @ turned


def table(names: list[str], turned: list[bool]) -> Picture:
    """A photograph of boards on a table below a warm lamp, cards on some of their spaces."""
    seen = np.full((1060, 1320, 3), 70.0)
    for number, (name, is_turned) in enumerate(zip(names, turned, strict=True)):
        board = drawn(name)
        for x, y in SPACES[number : number + 4]:
            cv2.rectangle(board, (x + 4, y + 4), (x + 136, y + 210), (250, 250, 250), -1)
        whole = cv2.warpPerspective(board, place_of(number, is_turned), (1320, 1060), flags=cv2.INTER_AREA)
        there = cv2.warpPerspective(np.ones((HEIGHT, WIDTH), np.uint8), place_of(number, is_turned), (1320, 1060))
        seen[there > 0] = whole[there > 0]
    noise = np.random.default_rng(1).normal(0, 4, seen.shape)
    return Picture(np.clip(cv2.GaussianBlur(seen, (0, 0), 1.0) * LAMP + noise, 0, 255).astype(np.uint8))


def off(board: FoundBoard, number: int, is_turned: bool) -> float:
    wanted = transform(place_of(number, is_turned), board.model.corners)
    return float(np.abs(board.quad - wanted).max())


@pytest.mark.parametrize(
    ("names", "turned"),
    [
        (["red", "yellow", "green", "blue"], [False] * 4),
        (["blue", "green", "red", "yellow"], [True] * 4),
        (["yellow", "blue", "red", "green"], [False, True, False, True]),
    ],
)
def test_boards_in_several_colours_are_told_in_the_light_of_all(
    models: tuple[BoardModel, ...], names: list[str], turned: list[bool]
) -> None:
    found = {board.model.id: board for board in find_boards(models, table(names, turned))}
    assert sorted(found) == sorted(names)
    for number, (name, is_turned) in enumerate(zip(names, turned, strict=True)):
        assert off(found[name], number, is_turned) < 8, f"{name} lies elsewhere or is turned round"


def test_what_was_named_wrongly_is_put_right(models: tuple[BoardModel, ...]) -> None:
    names = ["red", "yellow", "green", "blue"]
    by_name = {model.id: model for model in models}
    wrong = [FoundBoard(by_name[name], place_of(n, n == 2), 0.5) for n, name in enumerate(reversed(names))]
    right = with_right_names(models, table(names, [False] * 4), wrong)
    assert [board.model.id for board in right] == names
    assert max(off(board, number, False) for number, board in enumerate(right)) < 8


def test_boards_with_prints_of_their_own_are_not_taken_for_each_other() -> None:
    slots = [Slot("space", np.array([(40, 40), (180, 40), (180, 256), (40, 256)], np.float64))]
    chance = np.random.default_rng(7)
    faces = [cv2.resize(chance.integers(0, 255, (28, 38, 3), np.uint8), (WIDTH, HEIGHT)) for _ in range(2)]
    models = with_alike([model_board(str(number), face, slots) for number, face in enumerate(faces)])
    assert [model.alike for model in models] == [(), ()]


FIELDS = {"North": (205, 240, 215), "South": (235, 215, 240), "Valley": (205, 240, 245), "Coast": (240, 225, 205)}


def with_fields(name: str) -> Pixels:
    """A pale board in one colour with solid spaces and its name at the top."""
    board = np.full((HEIGHT, WIDTH, 3), FIELDS[name], np.uint8)
    for x, y in SPACES:
        cv2.rectangle(board, (x, y), (x + 140, y + 216), tuple(int(0.8 * value) for value in FIELDS[name]), -1)
    cv2.putText(board, name, (330, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (60, 60, 60), 2, cv2.LINE_AA)
    return board


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FIELDS)
def test_cards_on_its_spaces_do_not_tell_the_name_of_a_board(name: str, seed: int) -> None:
    slots = [
        Slot(str(number), np.array([(x, y), (x + 140, y), (x + 140, y + 216), (x, y + 216)], np.float64))
        for number, (x, y) in enumerate(SPACES)
    ]
    models = with_alike([model_board(one, with_fields(one), slots) for one in FIELDS])
    assert all(len(model.alike) >= 3 for model in models)
    board, chance = with_fields(name), np.random.default_rng(seed)
    for x, y in SPACES[:7]:
        colour, dx, dy = chance.integers(20, 240, 3).tolist(), *chance.integers(-6, 7, 2).tolist()
        cv2.rectangle(board, (x + dx, y + dy), (x + 140 + dx, y + 216 + dy), colour, -1)
        cv2.circle(board, (x + 70 + dx, y + 90 + dy), 50, (245, 250, 250), -1)
    seen = np.full((760, 960, 3), (70, 90, 60), np.float64)
    seen[100 : 100 + HEIGHT, 100 : 100 + WIDTH] = board
    noise = np.random.default_rng(1).normal(0, 3, seen.shape)
    picture = Picture(np.clip(cv2.GaussianBlur(seen, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8))
    place = np.array([[1.0, 0, 100], [0, 1.0, 100], [0, 0, 1.0]])
    for model in models:
        (told,) = with_right_names(models, picture, [FoundBoard(model, place, 0.5)])
        assert told.model.id == name


@pytest.mark.parametrize("seed", range(4))
def test_crooked_cards_beside_their_spaces_do_not_turn_a_board_round(seed: int) -> None:
    """Turned round its spaces lie a little beside where they are, and just there the cards lie."""
    places = [(x + 3, y + 3) for x, y in SPACES]
    quads = [np.array([(x, y), (x + 140, y), (x + 140, y + 216), (x, y + 216)], np.float64) for x, y in places]
    chance = np.random.default_rng(seed)
    board = np.full((HEIGHT, WIDTH, 3), (60, 90, 130), np.uint8)
    board = np.clip(board + cv2.GaussianBlur(chance.normal(0, 60, board.shape), (0, 0), 1.5), 0, 255).astype(np.uint8)
    cv2.rectangle(board, (12, 12), (WIDTH - 13, HEIGHT - 13), (20, 30, 40), 8)
    for x, y in places:
        cv2.rectangle(board, (x, y), (x + 140, y + 216), (110, 150, 180), -1)
    (model,) = with_alike([model_board("wood", board, [Slot(str(n), quad) for n, quad in enumerate(quads)])])
    assert model.alike == (("wood", True),)
    seen = board.copy()
    for x, y in places:
        left, top = WIDTH - x - 140, HEIGHT - y - 216
        cv2.rectangle(seen, (left, top), (left + 140, top + 216), (110, 150, 180), -1)
    table = np.full((760, 960, 3), 70, np.uint8)
    table[100 : 100 + HEIGHT, 100 : 100 + WIDTH] = seen
    upright = np.array([[1, 0, 100], [0, 1, 100], [0, 0, 1.0]])
    blurred = Picture(cv2.GaussianBlur(table, (0, 0), 1.5))
    (named,) = with_right_names([model], blurred, [FoundBoard(model, upright, 0.5)])
    assert np.abs(named.quad - transform(upright, model.corners)).max() < 12
