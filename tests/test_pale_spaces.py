"""White cards with little print on a pale board: they change hardly a pixel much, but all of the space a little."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.board_model import Slot, model_board
from scanner.geometry import Matrix, Pixels
from scanner.index import CardIndex, Design
from scanner.loose_places import model_loose
from scanner.named import Named
from scanner.naming import Namer
from scanner.pack_index import PackIndex
from scanner.picture import Picture
from scanner.poses import ON_SPACE, ON_SPACE_ONCE, Search
from scanner.read import read_table
from scanner.reading import SlotReading
from scanner.steps import Steps

TINT = (242, 238, 234)
SPACES = [(50 + 170 * column, 90 + 250 * row) for row in (0, 1) for column in range(4)]
CARD = (120, 186)
INKS = {"red": (70, 70, 220), "blue": (190, 120, 30)}


def face(sign: str, ink: str, count: int) -> Pixels:
    card = np.full((2 * CARD[1], 2 * CARD[0], 3), (252, 253, 252), np.uint8)
    for number in range(count):
        middle = (CARD[0], round(CARD[1] + 96 * (number - (count - 1) / 2)))
        colour = INKS[ink] if sign == "disc" else tuple((value + 250) // 2 for value in INKS[ink])
        cv2.circle(card, middle, 34, colour, -1 if sign == "disc" else 3, cv2.LINE_AA)
    return card


FACES = {
    f"{sign}-{ink}-{count}": face(sign, ink, count) for sign in ("disc", "ring") for ink in INKS for count in (1, 2, 3)
}


def board() -> Pixels:
    pale = np.full((620, 760, 3), TINT, np.uint8)
    for x, y in SPACES:
        cv2.rectangle(pale, (x, y), (x + CARD[0], y + CARD[1]), (232, 228, 224), 2)
    cv2.putText(pale, "Harbour", (280, 50), 0, 1.4, (60, 60, 60), 3, cv2.LINE_AA)
    for number in range(9):
        cv2.circle(pale, (40 + 85 * number, 312), 10 + number, (60, 20 * number, 200 - 20 * number), -1, cv2.LINE_AA)
        cv2.putText(pale, "abcdefghi"[number], (30 + 85 * number, 600), 0, 1.0, (90, 60, 30), 2, cv2.LINE_AA)
    return pale


@pytest.fixture(scope="module")
def index() -> PackIndex:
    cards = CardIndex([Design(name, picture, False) for name, picture in FACES.items()], (44.0, 68.2))
    slots = [
        Slot(str(n), np.array([(x, y), (x + CARD[0], y), (x + CARD[0], y + CARD[1]), (x, y + CARD[1])], np.float64))
        for n, (x, y) in enumerate(SPACES)
    ]
    return PackIndex(Namer(cards), model_loose(cards), (model_board("pale", board(), slots),))


def seen(index: PackIndex, cards: dict[int, str], pawns: dict[int, tuple[int, int, int]]) -> dict[str, SlotReading]:
    lying = board()
    for number, name in cards.items():
        x, y = SPACES[number]
        lying[y : y + CARD[1], x : x + CARD[0]] = cv2.resize(FACES[name], CARD, interpolation=cv2.INTER_AREA)
    for number, colour in pawns.items():
        x, y = SPACES[number]
        cv2.circle(lying, (x + 64, y + 98), 21, tuple(int(0.8 * value) for value in TINT), -1, cv2.LINE_AA)
        cv2.circle(lying, (x + 60, y + 92), 20, colour, -1, cv2.LINE_AA)
    table = np.full((820, 960, 3), (40, 50, 60), np.uint8)
    table[100:720, 100:860] = lying
    noise = np.random.default_rng(4).normal(0, 2, table.shape)
    picture = np.clip(cv2.GaussianBlur(table, (0, 0), 1.0) * (0.86, 0.93, 0.98) + noise, 0, 255).astype(np.uint8)
    return {slot.slot: slot for slot in read_table(index, picture).slots}


def test_white_cards_with_thin_print_do_not_look_empty(index: PackIndex) -> None:
    cards = {0: "ring-red-1", 2: "ring-blue-3", 5: "ring-blue-1", 7: "ring-red-2"}
    slots = seen(index, cards, {})
    assert {name: slot.id for name, slot in slots.items() if slot.state == "card"} == {
        str(number): name for number, name in cards.items()
    }
    assert all(slot.state == "empty" for name, slot in slots.items() if int(name) not in cards)


def test_a_pawn_on_bare_paper_is_no_sign_on_a_card(index: PackIndex) -> None:
    slots = seen(index, {1: "disc-blue-1", 6: "disc-red-1"}, {0: (190, 110, 20), 4: (60, 60, 215)})
    assert [(slots[name].state, slots[name].id) for name in "16"] == [("card", "disc-blue-1"), ("card", "disc-red-1")]
    assert [(slots[name].state, slots[name].pawn) for name in "04"] == [("pawn", "blue"), ("pawn", "red")]


@pytest.mark.parametrize(("share", "looks"), [(0.4, [ON_SPACE_ONCE, ON_SPACE]), (0.9, [ON_SPACE_ONCE])])
def test_a_card_that_no_print_holds_at_a_short_look_is_looked_at_longer(
    index: PackIndex, monkeypatch: pytest.MonkeyPatch, share: float, looks: list[Search]
) -> None:
    """Cards that change their space little get a short look: a 3 was laid askew as a 1, the only design left."""
    naming, searches = Namer.naming, list[Search]()

    def short_look(
        self: Namer, picture: Picture, card_map: Matrix, search: Search, outline: Matrix | None = None
    ) -> Steps[Named]:
        searches.append(search)
        named = yield from naming(self, picture, card_map, search, outline)
        return replace(named, fit=0.77, share=share) if search is ON_SPACE_ONCE else named

    monkeypatch.setattr(Namer, "naming", short_look)
    assert seen(index, {2: "ring-blue-3"}, {})["2"].id == "ring-blue-3"
    assert searches == looks
