"""Small signs turned round look like others: a back must not be surely one in another colour for that."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import UNIT_QUAD, Pixels, unit_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import ON_SPACE

SIZE = (168, 260)


def back(is_up: bool, ground: tuple[int, int, int], ink: tuple[int, int, int]) -> Pixels:
    """Rows of small signs that point up or down."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 235, np.uint8)
    cv2.rectangle(pixels, (8, 8), (SIZE[0] - 8, SIZE[1] - 8), ground, -1)
    for y in range(34, SIZE[1] - 20, 38):
        for x in range(30, SIZE[0] - 15, 36):
            tip = -9 if is_up else 9
            corners = np.array([[x, y + tip], [x - 9, y - tip], [x + 9, y - tip]])
            cv2.fillConvexPoly(pixels, corners, ink, cv2.LINE_AA)
            cv2.rectangle(pixels, (x - 2, y - 10), (x + 2, y + 10), ink, -1)
    return pixels


def test_a_back_turned_round_is_not_one_in_another_colour() -> None:
    violet, green = back(True, (125, 55, 90), (215, 140, 175)), back(False, (125, 130, 55), (205, 200, 130))
    namer = Namer(CardIndex([Design("violet", violet, True), Design("green", green, True)], (44.0, 68.0)))
    for number, (aside, down) in enumerate([(0, 0), (5, 5), (-5, 4), (4, -6), (-7, -3)]):
        table = np.full((400, 400, 3), (90, 120, 140), np.uint8)
        width, height = 90, 139
        table[120 : 120 + height, 140 : 140 + width] = cv2.resize(violet, (width, height), interpolation=cv2.INTER_AREA)
        noise = np.random.default_rng(number).normal(0, 3, table.shape)
        seen = np.clip(cv2.GaussianBlur(table, (0, 0), 1.0) * 0.8 + noise, 0, 255).astype(np.uint8)
        thought = unit_map(UNIT_QUAD * (width, height) + (140 + aside, 120 + down))
        named = namer.name(Picture(seen), thought, ON_SPACE)
        assert named.id == "violet", (aside, down, named.fit)
