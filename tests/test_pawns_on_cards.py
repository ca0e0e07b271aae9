"""Pawns that stand on a card, or half beside it, where board and cards are known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.board_model import BoardModel, FoundBoard, Slot, model_board
from scanner.geometry import Pixels
from scanner.index import CardIndex, Design
from scanner.pawns_on_cards import with_pawns_on_cards
from scanner.picture import Picture
from scanner.reading import Detection, Quad, SlotReading

WIDTH, HEIGHT = 88, 136
SPACES = {"one": (40, 40), "two": (160, 40), "three": (280, 40)}
PAWNS = {"red": (40, 40, 210), "blue": (200, 80, 30), "yellow": (40, 210, 235), "green": (60, 160, 50)}


def printed(size: tuple[int, int], seed: int) -> Pixels:
    """Paper with shapes on it."""
    chance = np.random.default_rng(seed)
    paper = np.full((size[1], size[0], 3), chance.integers(150, 230, 3), np.uint8)
    for _ in range(size[0] * size[1] // 900):
        at = chance.integers(0, size, 2)
        colour = tuple(int(one) for one in chance.integers(60, 200, 3))
        cv2.circle(paper, (int(at[0]), int(at[1])), int(chance.integers(4, 10)), colour, -1)
    return paper


def quad_at(name: str) -> Quad:
    x, y = SPACES[name]
    return (x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex([Design(f"card-{seed}", printed((WIDTH, HEIGHT), seed), False) for seed in (1, 2)], (44, 68))


@pytest.fixture(scope="module")
def model() -> BoardModel:
    return model_board("board", printed((420, 220), 9), [Slot(name, np.array(quad_at(name), float)) for name in SPACES])


def told(index: CardIndex, model: BoardModel, things: list[tuple[tuple[int, int], str]]) -> dict[str, str | None]:
    """The pawns on three spaces of which the first two have cards, with discs in these places."""
    seen = model.pixels_bgr.copy()
    for name, seed in (("one", 1), ("two", 2)):
        x, y = SPACES[name]
        seen[y : y + HEIGHT, x : x + WIDTH] = printed((WIDTH, HEIGHT), seed)
    for at, colour in things:
        cv2.circle(seen, at, 15, PAWNS[colour], -1, cv2.LINE_AA)
    noise = np.random.default_rng(4).normal(0, 3, seen.shape)
    picture = Picture(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) * [0.8, 0.9, 1.0] + noise, 0, 255).astype(np.uint8))
    cards = {
        name: Detection(f"card-{seed}", quad_at(name), 1.0, (), "board", name)
        for name, seed in (("one", 1), ("two", 2))
    }
    spaces = [
        (SlotReading("board", name, "card" if name in cards else "empty", None, None, 1.0), cards.get(name))
        for name in SPACES
    ]
    found = with_pawns_on_cards(index, picture, [FoundBoard(model, np.eye(3), 1.0)], spaces)
    return {slot.slot: slot.pawn for slot, _ in found}


@pytest.mark.parametrize("colour", list(PAWNS))
@pytest.mark.parametrize("at", [(48, 160), (118, 54), (84, 100)])
def test_a_pawn_on_a_card_is_seen_though_half_of_it_stands_beside(
    index: CardIndex, model: BoardModel, at: tuple[int, int], colour: str
) -> None:
    assert told(index, model, [(at, colour)]) == {"one": colour, "two": None, "three": None}


def test_where_no_pawn_stands_there_is_none(index: CardIndex, model: BoardModel) -> None:
    assert set(told(index, model, []).values()) == {None}


def test_each_of_two_pawns_stands_on_its_own_card(index: CardIndex, model: BoardModel) -> None:
    pawns = told(index, model, [((60, 60), "red"), ((230, 150), "blue")])
    assert pawns == {"one": "red", "two": "blue", "three": None}


def test_a_pawn_whose_foot_is_on_the_next_space_does_not_stand_on_the_card(index: CardIndex, model: BoardModel) -> None:
    things = [((270, 100), "green"), ((282, 118), "green"), ((290, 130), "green")]  # leaning over the second card
    assert told(index, model, things)["two"] is None
