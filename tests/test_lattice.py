"""A lattice fits itself a mesh further: what it has in the middle and its rim tell where it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import UNIT_QUAD, Pixels, corner_shift, unit_map
from scanner.index import CardIndex, Design
from scanner.naming import ON_SPACE, ON_SPACE_ONCE, Namer
from scanner.picture import Picture
from scanner.poses import Search

SIZE = (110, 170)
MESH = (15.5, 13.0)  # pixels
ICONS = {"cross": [(-9, -3), (9, 3), (-3, -9), (3, 9)], "bar": [(-10, -4), (10, 4)], "dot": []}


def back(icon: str, scale: int = 3) -> Pixels:
    """Rings all over, and one of several icons on a disc in the middle."""
    width, height = SIZE[0] * scale, SIZE[1] * scale
    pixels = np.full((height, width, 3), (150, 150, 90), np.uint8)
    for row in range(-1, 15):
        for column in range(-1, 9):
            at = (column + row % 2 / 2) * MESH[0], row * MESH[1]
            cv2.circle(pixels, (round(at[0] * scale), round(at[1] * scale)), 3 * scale, (225, 230, 190), scale, 16)
    middle = np.array((width // 2, height // 2))
    cv2.circle(pixels, middle.tolist(), 16 * scale, (230, 190, 190), -1, 16)
    corners = np.array(ICONS[icon]) * scale
    for one, two in zip(corners[::2], corners[1::2], strict=True):
        cv2.rectangle(pixels, (middle + one).tolist(), (middle + two).tolist(), (40, 40, 40), -1)
    if icon == "dot":
        cv2.circle(pixels, middle.tolist(), 7 * scale, (40, 40, 40), -1, 16)
    return pixels


@pytest.fixture(scope="module")
def namer() -> Namer:
    face = np.full((510, 330, 3), 240, np.uint8)
    cv2.putText(face, "Inn", (60, 280), 0, 3, (60, 40, 120), 8, cv2.LINE_AA)
    designs = [Design(icon, back(icon), True) for icon in ICONS]
    return Namer(CardIndex([*designs, Design("inn", face, False)], (44.0, 68.0)))


@pytest.mark.parametrize("search", [ON_SPACE, ON_SPACE_ONCE])
@pytest.mark.parametrize("icon", list(ICONS))
def test_a_back_of_rings_is_laid_where_its_icon_is(namer: Namer, icon: str, search: Search) -> None:
    space = np.full((420, 520, 3), (90, 110, 70), np.uint8)
    space[120 : 120 + SIZE[1], 200 : 200 + SIZE[0]] = cv2.resize(back(icon), SIZE, interpolation=cv2.INTER_AREA)
    seen = Picture(cv2.GaussianBlur(space, (0, 0), 1.2).astype(np.uint8))
    true = unit_map(UNIT_QUAD * SIZE + (200, 120))
    for across, down in ((0, 0), (10, -6), (-9, 9), (6, 12), (-13, -2)):
        named = namer.name(seen, unit_map(UNIT_QUAD * SIZE + (200 + across, 120 + down)), search)
        turned = unit_map(np.roll(UNIT_QUAD * SIZE + (200, 120), 2, axis=0))  # these look the same upside down
        assert min(corner_shift(true, named.card_map), corner_shift(turned, named.card_map)) < 0.04, (across, down)
        assert named.id == icon
        assert named.confidence > 0.9
