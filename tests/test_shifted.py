"""Two of three signs in a row look like a card with two, one sign too far."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.card_looks import Looks
from scanner.cover import Cover
from scanner.geometry import UNIT_QUAD, Matrix, Pixels, transform, unit_map
from scanner.index import CardIndex, Design
from scanner.named import Named
from scanner.naming import Namer
from scanner.outlines import quick_edges
from scanner.picture import Picture
from scanner.shifted import CONTESTED_SURE, unshifted

SIZE = (114, 174)
APART = 44  # pixels between two signs
PAPER, PRINT, TABLE = 245, (40, 140, 30), (120, 70, 60)
CORNER = (200, 120)


def card(signs: int) -> Pixels:
    pixels = np.full((SIZE[1], SIZE[0], 3), PAPER, np.uint8)
    for number in range(signs):
        middle = (SIZE[0] // 2, SIZE[1] // 2 + round((number - (signs - 1) / 2) * APART))
        cv2.ellipse(pixels, middle, (34, 14), 0, 0, 360, PRINT, -1, cv2.LINE_AA)
    return pixels


def on_table(signs: int) -> Pixels:
    table = np.full((400, 560, 3), TABLE, np.uint8)
    table[CORNER[1] : CORNER[1] + SIZE[1], CORNER[0] : CORNER[0] + SIZE[0]] = card(signs)
    return cv2.GaussianBlur(table, (0, 0), 0.8).astype(np.uint8)


def lying(down: float) -> Matrix:
    """The place of the card, so many pixels further down."""
    return unit_map(UNIT_QUAD * SIZE + CORNER + (0, down))


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(CardIndex([Design(f"{signs}", card(signs), False) for signs in (1, 2, 3)], (57.0, 87.0)))


def again(namer: Namer, pixels: Pixels, named: Named) -> Named:
    picture = Picture(pixels)
    edges, _ = quick_edges(picture, lambda: None)
    (found,) = unshifted(Looks(namer.index), namer, picture, edges, [named])
    return found


def test_two_of_three_signs_are_no_card_with_two(namer: Namer) -> None:
    too_far = Named("2", 1.0, 0.93, False, (), lying(APART / 2), 0.95)
    found = again(namer, on_table(3), too_far)
    assert found.id == "3"
    assert np.abs(transform(found.card_map, UNIT_QUAD) - transform(lying(0), UNIT_QUAD)).max() < 4


def test_a_card_whose_sides_are_seen_stays_what_it_is(namer: Namer) -> None:
    right = Named("2", 1.0, 0.99, False, (), lying(0), 0.95)
    assert again(namer, on_table(2), right) == right


def test_what_is_explained_badly_and_looks_like_another_one_further_along_is_doubtful(namer: Namer) -> None:
    """Of three signs the lowest is under something else: what is there might be either."""
    table = on_table(3)
    table[CORNER[1] + 110 :, :] = (30, 30, 30)
    found = again(namer, table, Named("2", 1.0, 0.8, False, (), lying(-APART / 2), 0.95))
    assert found.id == "3" or found.confidence <= CONTESTED_SURE


def test_what_seems_to_lie_on_a_sign_is_explained_by_another_card_better(namer: Namer) -> None:
    """The third sign is said to be something that lies on a card with two."""
    cover = np.zeros((100, 66), np.uint8)
    cover[:16] = 255
    too_far = Named("2", 1.0, 0.999, False, (), lying(APART / 2), 0.95, Cover(cover))
    found = again(namer, on_table(3), too_far)
    assert found.id == "3"
    assert found.confidence <= CONTESTED_SURE


def test_what_seems_to_lie_on_a_sign_is_looked_at_even_where_edges_are_seen(
    namer: Namer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a white desk, with more cards around, some edge lies along any side."""
    monkeypatch.setattr("scanner.shifted.edge_support", lambda _, quads: np.ones((len(quads), 4)))
    cover = np.zeros((100, 66), np.uint8)
    cover[:16] = 255
    found = again(namer, on_table(3), Named("2", 1.0, 0.93, False, (), lying(APART / 2), 0.95, Cover(cover)))
    assert found.id == "3"
