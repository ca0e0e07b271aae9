"""White cards with one thin sign on white spaces of a board in few strong colours: nothing but the sign is seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.board_model import Slot, model_board
from scanner.geometry import Pixels
from scanner.index import CardIndex, Design
from scanner.loose_places import model_loose
from scanner.naming import Namer
from scanner.pack_index import PackIndex
from scanner.read import read_table
from scanner.reading import SlotReading

CARD = (150, 96)
SPACES = [(60 + 190 * column, 110 + 150 * row) for row in (0, 1, 2) for column in range(4)]
INKS = {"green": (90, 150, 40), "purple": (150, 60, 110)}
SHAPES = {
    "diamond": [(0, -27), (17, 0), (0, 27), (-17, 0)],
    "wave": [(-12, -27), (12, -23), (6, 0), (13, 25), (-11, 27), (-4, 2)],
}


def face(shape: str, ink: str, count: int) -> Pixels:
    card = np.full((3 * CARD[1], 3 * CARD[0], 3), (236, 241, 242), np.uint8)
    for number in range(count):
        middle = np.array((CARD[0] / 2 + 44 * (number - (count - 1) / 2), CARD[1] / 2))
        corners = np.round(3 * (middle + np.array(SHAPES[shape]))).astype(np.int32)
        cv2.polylines(card, [corners], True, INKS[ink], 5, cv2.LINE_AA)
    return card


FACES = {f"{shape}-{ink}-{count}": face(shape, ink, count) for shape in SHAPES for ink in INKS for count in (1, 2, 3)}


def board() -> Pixels:
    """Rays of three colours, and spaces of off-white paper with an edge."""
    busy = np.zeros((600, 840, 3), np.uint8)
    for ray in range(24):
        turns = np.radians((15 * ray, 15 * ray + 15))
        corners = [(420, 620), *((420 + 1200 * np.cos(turn), 620 + 1200 * np.sin(turn)) for turn in turns)]
        colour = ((225, 60, 90), (240, 90, 235), (60, 180, 170))[ray % 3]
        cv2.fillPoly(busy, [np.round(corners).astype(np.int32)], colour, cv2.LINE_AA)
    for x, y in SPACES:
        cv2.rectangle(busy, (x, y), (x + CARD[0], y + CARD[1]), (228, 236, 238), -1)
        cv2.rectangle(busy, (x, y), (x + CARD[0], y + CARD[1]), (40, 40, 40), 2)
    cv2.putText(busy, "Docks", (330, 70), 0, 1.8, (255, 255, 255), 4, cv2.LINE_AA)
    return busy


@pytest.fixture(scope="module")
def index() -> PackIndex:
    cards = CardIndex([Design(name, picture, False) for name, picture in FACES.items()], (68.0, 43.5))
    slots = [
        Slot(str(n), np.array([(x, y), (x + CARD[0], y), (x + CARD[0], y + CARD[1]), (x, y + CARD[1])], np.float64))
        for n, (x, y) in enumerate(SPACES)
    ]
    return PackIndex(Namer(cards), model_loose(cards), (model_board("docks", board(), slots),))


def seen(index: PackIndex, cards: dict[int, str]) -> dict[str, SlotReading]:
    """The board printed a little out of register and paler, with crooked cards, in a lamp's light."""
    lying = np.stack([np.roll(board()[..., one], 2 * (one - 1), axis=1) for one in range(3)], axis=2)
    lying = np.round(lying * (0.75, 1.0, 0.85) + (30, 0, 20)).clip(0, 255).astype(np.uint8)
    for number, name in cards.items():
        x, y = SPACES[number]
        turn = cv2.getRotationMatrix2D((CARD[0] / 2, CARD[1] / 2), 3.0 * (-1) ** number, 1.0)
        matrix = (
            np.array([[1, 0, x], [0, 1, y - 1], [0, 0, 1.0]])
            @ np.vstack([turn, (0, 0, 1)])
            @ np.diag([1 / 3] * 2 + [1])
        )
        small = cv2.GaussianBlur(FACES[name], (0, 0), 1.2)
        cv2.warpPerspective(small, matrix, lying.shape[1::-1], lying, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    table = np.full((760, 1000, 3), (60, 80, 90), np.uint8)
    table[80:680, 80:920] = lying
    soft = cv2.GaussianBlur(table, (0, 0), 1.1) * (0.62, 0.75, 0.8)
    noise = np.random.default_rng(7).normal(0, 6, table.shape)
    picture = np.clip(soft + noise, 0, 255).astype(np.uint8)
    return {slot.slot: slot for slot in read_table(index, picture).slots}


def test_a_thin_sign_is_a_card(index: PackIndex) -> None:
    cards = {0: "diamond-green-1", 2: "wave-purple-1", 5: "wave-green-1", 6: "diamond-purple-3", 11: "wave-purple-2"}
    slots = seen(index, cards)
    assert {name: slot.id for name, slot in slots.items() if slot.state != "empty"} == {
        str(number): name for number, name in cards.items()
    }
