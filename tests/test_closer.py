"""Designs that differ in small print only: told by a closer look when cards are large in the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.closer import shortlist
from scanner.geometry import Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.named import Named
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT

WIDTH, HEIGHT = 440, 680
NUMBERS = range(12, 42)


def drawn(number: int) -> Pixels:
    """A card full of text in which one number of two digits tells what it is."""
    card = np.full((HEIGHT, WIDTH, 3), (214, 232, 240), np.uint8)
    cv2.rectangle(card, (12, 12), (WIDTH - 12, HEIGHT - 12), (40, 60, 90), 4)
    cv2.circle(card, (220, 180), 120, (120, 170, 150), -1)
    cv2.circle(card, (180, 150), 60, (60, 90, 170), -1)
    for row, text in enumerate(
        ("Pay the bank what it asks,", f"then take {number} of the goods", "and lay them down here.")
    ):
        cv2.putText(card, text, (36, 400 + 44 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 20, 20), 2, cv2.LINE_AA)
    return card


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex([Design(str(number), drawn(number), False) for number in NUMBERS], (44, 68))


def seen(number: int, width: int) -> Pixels:
    """A photograph of the card, cut out, so wide."""
    size = width, round(width * HEIGHT / WIDTH)
    small = cv2.resize(cv2.GaussianBlur(drawn(number), (0, 0), 0.4 * WIDTH / width), size, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(number).normal(0, 4, small.shape)
    return np.clip(small * np.array([0.75, 0.9, 1.0]) + noise, 0, 255).astype(np.uint8)


def named(index: CardIndex, card: Pixels) -> Named:
    height, width = card.shape[:2]
    around = cv2.copyMakeBorder(card, 20, 20, 20, 20, cv2.BORDER_REPLICATE)
    there = np.array([[1, 0, 20], [0, 1, 20], [0, 0, 1.0]]) @ scale_map(width, height)
    return Namer(index).name(Picture(around), there, CUT_OUT)


@pytest.mark.parametrize("width", [150, 280])
@pytest.mark.parametrize("number", [13, 18, 25, 31, 40])
def test_small_print_tells_cards_that_are_large_in_the_picture(index: CardIndex, number: int, width: int) -> None:
    found = named(index, seen(number, width))
    assert found.id == str(number)
    assert found.confidence >= 0.9


@pytest.mark.parametrize("number", [13, 18, 25, 31, 40])
def test_where_small_print_cannot_be_read_no_name_is_sure(index: CardIndex, number: int) -> None:
    assert named(index, seen(number, 60)).confidence < 0.9


def test_of_many_designs_those_are_compared_that_look_most_like_the_card(index: CardIndex) -> None:
    card = seen(25, 240)
    there = scale_map(card.shape[1], card.shape[0])
    few = shortlist(index, Picture(card), there, np.arange(len(index.ids)), 3)
    assert len(few) == 3
    assert index.ids[few[0]] == "25"
