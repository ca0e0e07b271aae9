"""Boards of which features tell nothing: dark ones with faint print, told by their outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.board_model import BoardModel, model_board
from scanner.board_outlines import large_quads, outlined_boards
from scanner.geometry import Floats, Matrix, Pixels, transform
from scanner.picture import Picture
from tests.test_boards import DECK, NEAR, boards_of, lay, off, placed


@pytest.fixture(scope="module")
def models() -> list[BoardModel]:
    """Boards of the deck, dark, their print a tenth as strong."""
    return [_dark(model, number) for number, model in enumerate(boards_of(DECK))]


def _dark(model: BoardModel, number: int) -> BoardModel:
    soft: Floats = cv2.GaussianBlur(model.pixels_bgr, (0, 0), 2).astype(np.float32)
    ground = np.array([(30, 26, 24), (24, 34, 28), (40, 28, 22), (26, 26, 40)][number % 4], np.float32)
    dark = np.clip(ground + 0.15 * (soft - soft.mean(axis=(0, 1))), 0, 255).astype(np.uint8)
    return model_board(model.id, dark, model.slots)


def plaid(shape: tuple[int, int]) -> Pixels:
    """A bright cloth full of corners."""
    rows, columns = shape
    stripes = np.array([(120, 160, 120), (220, 120, 110), (200, 230, 210), (150, 150, 110)], np.uint8)
    across = stripes[(np.arange(columns) // 23) % 4][None].astype(int)
    down = stripes[(np.arange(rows) // 23) % 4][:, None].astype(int)
    noise = np.random.default_rng(4).normal(0, 4, (rows, columns, 3))
    return np.clip((across + down) / 2 + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("degrees", [4, 40, 172])
def test_a_dark_board_is_found_by_its_outline(models: list[BoardModel], degrees: float) -> None:
    for model in models[:2]:
        there = placed((640, 360), degrees, 0.4, model)
        table = plaid((720, 1280))
        lay(table, model, there)
        found = outlined_boards(models, Picture(table))
        assert [board.model.id for board in found] == [model.id]
        assert off(found[0], transform(there, model.corners)) < NEAR


def test_something_dark_with_four_corners_is_no_board(models: list[BoardModel]) -> None:
    table = plaid((720, 1280))
    corners: Matrix = np.array([(300, 200), (800, 160), (840, 500), (330, 540)])
    cv2.fillConvexPoly(table, corners.astype(np.int32), (30, 28, 26))
    assert len(large_quads(Picture(table))) >= 1
    assert outlined_boards(models, Picture(table)) == []


def test_a_bare_table_has_no_boards(models: list[BoardModel]) -> None:
    assert outlined_boards(models, Picture(plaid((720, 1280)))) == []
    assert outlined_boards(models, Picture(np.zeros((90, 120, 3), np.uint8))) == []
    assert outlined_boards([], Picture(plaid((720, 1280)))) == []


def test_the_frame_of_a_card_is_no_board(models: list[BoardModel]) -> None:
    """Beside cards of one size a board whose spaces were far smaller than these is none."""
    model = models[0]
    there = placed((640, 360), 10, 0.4, model)
    table = plaid((720, 1280))
    lay(table, model, there)
    spaces = [transform(there, slot.quad) for slot in model.slots]
    assert [board.model.id for board in outlined_boards(models, Picture(table), spaces[:2])] == [model.id]
    large = [quad.mean(axis=0) + 3 * (quad - quad.mean(axis=0)) for quad in spaces[:2]]
    assert outlined_boards(models, Picture(table), large) == []
