"""How cards are laid: by print that twins share, but not by a trace of it, and no letter onto a part of another one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.further import further_along
from scanner.geometry import UNIT_QUAD, Pixels, scale_map, unit_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT, ON_SPACE
from scanner.reading import SURE
from scanner.steps import together

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


FRAMES = ((110, 140, 125), (200, 235, 230), (150, 140, 115), (120, 90, 160))


def numbered(digit: int) -> Pixels:
    """A dark card in a frame of its own colour, with nothing on it but a number in a ring."""
    pixels = np.full((SIZE[1], SIZE[0], 3), FRAMES[digit % len(FRAMES)], np.uint8)
    cv2.rectangle(pixels, (8, 8), (SIZE[0] - 9, SIZE[1] - 9), (40, 34, 36), -1)
    middle = (SIZE[0] - 24, SIZE[1] - 22)
    cv2.circle(pixels, middle, 18, (40, 34, 36), -1, cv2.LINE_AA)
    cv2.circle(pixels, middle, 17, (220, 240, 240), 2, cv2.LINE_AA)
    cv2.putText(pixels, str(digit), (SIZE[0] - 32, SIZE[1] - 14), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (220, 240, 240), 2)
    return pixels


def printed(pixels: Pixels, width: int, seed: int) -> Pixels:
    """A card as it is printed a little too low and seen unsharply."""
    moved = cv2.warpAffine(pixels, np.float32([[1.01, 0, -1.0], [0, 1.01, 1.5]]), SIZE, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(moved, (width, round(width * SIZE[1] / SIZE[0])), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(seed).normal(0, 4, small.shape)
    return np.clip(cv2.GaussianBlur(small, (0, 0), 1.0) * 0.85 + 12 + noise, 0, 255).astype(np.uint8)


def test_an_almost_blank_card_is_not_laid_by_the_trace_of_its_frame() -> None:
    namer = Namer(CardIndex([Design(f"{digit}", numbered(digit), False) for digit in range(1, 8)], (44.0, 68.0)))
    for digit in range(1, 8):
        pixels = printed(numbered(digit), 110, digit)
        named = namer.name(Picture(pixels), scale_map(pixels.shape[1], pixels.shape[0]), CUT_OUT)
        assert (named.id, named.confidence >= SURE) == (str(digit), True), (digit, named)


def letter(text: str) -> Pixels:
    """A white card with one letter of which others are a part."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 250, np.uint8)
    stems = {"I": (84,), "L": (77,), "F": (77,), "E": (77,), "T": (84,), "H": (68, 100), "U": (70, 98)}[text]
    bars = {"L": [100], "F": [60, 80], "E": [60, 80, 100], "H": [80], "U": [100]}.get(text, [])
    for stem in stems:
        for line in (((stem, 60), (stem, 100)), ((stem - 8, 60), (stem + 8, 60)), ((stem - 8, 100), (stem + 8, 100))):
            cv2.line(pixels, *line, (30, 28, 25), 6, cv2.LINE_AA)
    for y in bars:
        cv2.line(
            pixels, (stems[0], y), (stems[1] if len(stems) > 1 else stems[0] + 23, y), (30, 28, 25), 6, cv2.LINE_AA
        )
    if text == "T":
        cv2.line(pixels, (66, 60), (102, 60), (30, 28, 25), 6, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("text", ["L", "F"])
def test_a_letter_that_is_a_part_of_another_one_leads_to_that(text: str) -> None:
    """A little further along, half a stroke of it: wider steps lie beside thin lines."""
    texts = "ILFTHEU"
    index = CardIndex([Design(one, letter(one), False) for one in texts], (44.0, 68.0))
    seen = printed(letter(text), 84, 1)
    whole = scale_map(seen.shape[1], seen.shape[0])
    for right in (-12, -8, -4, 4, 8, 12):  # just there it would be in question anyway
        for down in (-6, 0, 6):
            beside = whole @ np.array([[1, 0, right / SIZE[0]], [0, 1, down / SIZE[1]], [0, 0, 1.0]])
            start = together(index, Picture(seen), [further_along(index, Picture(seen), beside, 0)])[0]
            assert start is not None, (right, down)
            assert texts[start.design] == text, (right, down)
