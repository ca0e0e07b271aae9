"""Cards of a row of dots: what twins do not share must not lay a card, or one dot more or less is surely seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import UNIT_QUAD, Pixels, unit_map
from scanner.index import CardIndex, Design
from scanner.naming import ON_SPACE, Namer
from scanner.picture import Picture

SIZE = (168, 260)
APART = 27  # pixels between two dots


def card(dots: int) -> Pixels:
    """One sign above, a bar below, and a row of dots on it."""
    pixels = np.full((SIZE[1], SIZE[0], 3), (110, 220, 240), np.uint8)
    cv2.rectangle(pixels, (0, 188), (SIZE[0], SIZE[1]), (50, 150, 140), -1)
    cv2.circle(pixels, (84, 100), 56, (245, 250, 252), -1, cv2.LINE_AA)
    cv2.circle(pixels, (80, 100), 32, (130, 30, 20), -1, cv2.LINE_AA)
    cv2.circle(pixels, (96, 92), 28, (245, 250, 252), -1, cv2.LINE_AA)
    for number in range(dots):
        middle = (SIZE[0] // 2 + round((number - (dots - 1) / 2) * APART), 226)
        cv2.circle(pixels, middle, 11, (30, 40, 60), -1, cv2.LINE_AA)
        cv2.circle(pixels, middle, 9, (200, 245, 255), -1, cv2.LINE_AA)
    return pixels


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(CardIndex([Design(f"{dots}", card(dots), False) for dots in (1, 2, 3, 4, 5)], (44.0, 68.0)))


def on_table(dots: int, turn: float, seed: int) -> Pixels:
    """A small card turned by so many degrees."""
    width = 84
    corners = (UNIT_QUAD - 0.5) * (width, width * SIZE[1] / SIZE[0])
    angle = np.radians(turn)
    turned = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + (150, 160)
    to_table = unit_map(turned) @ np.diag([1 / SIZE[0], 1 / SIZE[1], 1.0])
    table = np.full((320, 300, 3), (120, 190, 170), np.uint8)
    soft = cv2.GaussianBlur(card(dots), (0, 0), 1.2)
    cv2.warpPerspective(soft, to_table, (300, 320), dst=table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(seed).normal(0, 4, table.shape)
    return np.clip(cv2.GaussianBlur(table, (0, 0), 0.7) * 0.9 + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("dots", [3, 4, 5])
def test_a_row_of_dots_is_not_pulled_onto_one_with_a_dot_more(namer: Namer, dots: int) -> None:
    for number, (turn, aside) in enumerate([(5, 0.0), (-5, 0.0), (4, 6.0), (-4, -6.0), (0, 8.0), (6, -8.0), (8, 4.0)]):
        pixels = on_table(dots, turn, number)
        thought = unit_map((UNIT_QUAD - 0.5) * (84, 130) + (150 + aside, 160))
        named = namer.name(Picture(pixels), thought, ON_SPACE)
        assert named.id == str(dots), (turn, aside)
