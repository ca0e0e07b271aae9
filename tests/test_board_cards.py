"""Boards below cards that were found beside the boards, at any turn; and boards laid a space off."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.board_cards import boards_below
from scanner.board_laid import verified
from scanner.board_model import BoardModel, FoundBoard
from scanner.boards import _settled
from scanner.geometry import Matrix, transform
from scanner.picture import Picture
from tests.test_boards import DECK, NEAR, boards_of, cloth, full, lay, off, placed

ASPECT = 68 / 44


@pytest.fixture(scope="module")
def models() -> list[BoardModel]:
    return boards_of(DECK)


def crooked(model: BoardModel, there: Matrix, count: int) -> list[Matrix]:
    """Cards on the first spaces of a board, each a little off its space."""
    rng = np.random.default_rng(3)
    steps = rng.uniform(-0.05, 0.05, (count, 1, 2)) * model.slot_width
    return [transform(there, slot.quad + step) for slot, step in zip(model.slots, steps, strict=False)]


@pytest.mark.parametrize("degrees", [5, 33, 140])
def test_cards_tell_the_board_below_them_at_any_turn(models: list[BoardModel], degrees: float) -> None:
    model = models[1]
    there = placed((640, 360), degrees, 0.4, model)
    table = cloth((720, 1280))
    lay(table, full(model), there)
    (board,) = boards_below(models, Picture(table), crooked(model, there, 6), [], ASPECT)
    assert board.model is model
    assert off(board, transform(there, model.corners)) < NEAR


def test_cards_on_a_bare_table_tell_of_no_board(models: list[BoardModel]) -> None:
    model = models[1]
    cards = crooked(model, placed((640, 360), 33, 0.4, model), 6)
    assert boards_below(models, Picture(cloth((720, 1280))), cards, [], ASPECT) == []


def test_two_cards_are_not_enough(models: list[BoardModel]) -> None:
    model = models[1]
    there = placed((640, 360), 33, 0.4, model)
    table = cloth((720, 1280))
    lay(table, model, there)
    assert boards_below(models, Picture(table), crooked(model, there, 2), [], ASPECT) == []


def test_a_faint_board_that_was_laid_a_space_off_is_put_right(models: list[BoardModel]) -> None:
    model = models[0]
    there = placed((640, 360), 8, 0.4, model)
    table = cloth((720, 1280))
    lay(table, full(model), there)
    picture = Picture(table)
    step = model.slots[1].quad.mean(axis=0) - model.slots[0].quad.mean(axis=0)
    moved = there @ np.array([[1, 0, step[0]], [0, 1, step[1]], [0, 0, 1.0]])
    right = _settled(picture, FoundBoard(model, moved, 0.21))
    assert verified(model, there, picture) is not None
    assert off(right, transform(there, model.corners)) < NEAR
    clear = FoundBoard(model, moved, 0.6)
    assert _settled(picture, clear) is clear
