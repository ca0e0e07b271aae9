"""On a space, too, two of three signs are no card with two signs on which something lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import UNIT_QUAD, Pixels, unit_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import ON_SPACE, ON_SPACE_ONCE, Search

SIZE = (114, 174)
APART = 44  # pixels between two signs
PAPER, PRINT, SPACE = 245, (40, 140, 30), (225, 232, 228)


def card(signs: int, is_filled: bool) -> Pixels:
    pixels = np.full((SIZE[1], SIZE[0], 3), PAPER, np.uint8)
    for number in range(signs):
        middle = (SIZE[0] // 2, SIZE[1] // 2 + round((number - (signs - 1) / 2) * APART))
        cv2.ellipse(pixels, middle, (34, 14), 0, 0, 360, PRINT, -1 if is_filled else 3, cv2.LINE_AA)
    return pixels


@pytest.fixture(scope="module")
def namer() -> Namer:
    designs = [
        Design(f"{signs}-{name}", card(signs, name == "filled"), False)
        for signs in (1, 2, 3)
        for name in ("filled", "drawn")
    ]
    return Namer(CardIndex(designs, (57.0, 87.0)))


@pytest.mark.parametrize("search", [ON_SPACE, ON_SPACE_ONCE])
@pytest.mark.parametrize("name", ["filled", "drawn"])
@pytest.mark.parametrize("signs", [2, 3])
def test_a_sign_more_is_not_something_that_lies_there(namer: Namer, signs: int, name: str, search: Search) -> None:
    space = np.full((400, 560, 3), SPACE, np.uint8)
    space[120 : 120 + SIZE[1], 200 : 200 + SIZE[0]] = card(signs, name == "filled")
    seen = Picture(cv2.GaussianBlur(space, (0, 0), 0.8).astype(np.uint8))
    for down in (-24, -18, 18, 24):  # the board is not known exactly
        named = namer.name(seen, unit_map(UNIT_QUAD * SIZE + (200, 120 + down)), search)
        assert named.id == f"{signs}-{name}", down
