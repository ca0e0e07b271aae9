"""A lattice fits itself a mesh further: what it has in the middle and its rim tell where it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.further import by_fine_print
from scanner.geometry import UNIT_QUAD, UPSIDE_DOWN, Pixels, corner_shift, unit_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import ON_SPACE, ON_SPACE_ONCE, Search

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


def rings(colour: tuple[int, int, int], scale: int = 3) -> Pixels:
    """A dark back with thin hexagons around its middle."""
    width, height = SIZE[0] * scale, SIZE[1] * scale
    pixels = np.full((height, width, 3), (40, 28, 26), np.uint8)
    corners = np.array([(np.sin(step * np.pi / 3), np.cos(step * np.pi / 3)) for step in range(6)])
    for number in range(1, 8):
        ring = np.round(corners * 10.5 * number * scale + (width / 2, height / 2)).astype(np.int32)
        cv2.polylines(pixels, [ring], True, colour, 2, cv2.LINE_AA)
    return pixels


def test_thin_lines_are_found_though_they_are_a_grey_at_a_rough_look() -> None:
    face = np.full((510, 330, 3), (40, 28, 26), np.uint8)
    cv2.circle(face, (165, 255), 60, (230, 230, 230), -1, cv2.LINE_AA)
    designs = [Design("face", face, False), Design("red", rings((60, 60, 160)), True)]
    index = CardIndex([*designs, Design("green", rings((60, 140, 60)), True)], (44.0, 68.0))
    assert [index.ids[design] for design in index.fine_designs] == ["red"], "one of each shape"
    for turn, aside in ((0, 0.0), (3, 6.0), (-5, -8.0), (7, 10.0)):
        angle = np.radians(turn)
        turned = (UNIT_QUAD - 0.5) * SIZE @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        place = unit_map(turned + np.array((150, 160)))
        table = np.full((320, 300, 3), (30, 48, 44), np.uint8)
        soft = cv2.GaussianBlur(designs[1].pixels_bgr, (0, 0), 3.0)
        to_table = place @ np.diag([1 / 330, 1 / 510, 1.0])
        cv2.warpPerspective(soft, to_table, (300, 320), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
        noise = np.random.default_rng(turn + 9).normal(0, 3, table.shape)
        seen = Picture(np.clip(table + noise, 0, 255).astype(np.uint8))
        starts = by_fine_print(index, seen, unit_map((UNIT_QUAD - 0.5) * SIZE + (150 + aside, 160)))
        off = min(corner_shift(start.card_map, one) for start in starts[:2] for one in (place, place @ UPSIDE_DOWN))
        assert off < 0.06, (turn, aside)
