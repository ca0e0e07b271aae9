"""Cards printed all over in one of several colours: light tells the colour, print tells the digit."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.named import Named
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.tone import papers_of
from scanner.verdict import FlatCard, may_be_one

SIZE = (114, 174)
COLOURS = {"red": (40, 40, 205), "blue": (180, 90, 20), "green": (60, 150, 40), "yellow": (30, 190, 235)}
DIGITS = "0368"


def face(colour: tuple[int, int, int], digit: str, line: int = 7) -> Pixels:
    """A white border, all else in one colour, with a pale oval and a large digit on it, and a small one in a corner."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 250, np.uint8)
    cv2.rectangle(pixels, (7, 7), (SIZE[0] - 8, SIZE[1] - 8), colour, -1)
    cv2.ellipse(pixels, (SIZE[0] // 2, SIZE[1] // 2), (38, 62), 20, 0, 360, (245, 245, 245), 3, cv2.LINE_AA)
    for text, place, size, thick in ((digit, (34, 108), 2.4, line), (digit, (14, 34), 0.8, 2)):
        cv2.putText(pixels, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (250, 250, 250), thick, cv2.LINE_AA)
    return pixels


def seen(pixels: Pixels, light: tuple[float, float, float]) -> Picture:
    """In another light, a little unsharp and noisy."""
    values = cv2.GaussianBlur(pixels.astype(np.float32) * np.array(light, np.float32), (0, 0), 0.8)
    return Picture(np.clip(values + np.random.default_rng(3).normal(0, 3, values.shape), 0, 255).astype(np.uint8))


def name(colours: list[str], picture: Picture) -> Named:
    ids = [(colour, digit) for colour in colours for digit in DIGITS]
    designs = [Design(f"{colour} {digit}", face(COLOURS[colour], digit), False) for colour, digit in ids]
    return Namer(CardIndex(designs, (57.0, 87.0))).name(picture, scale_map(*SIZE), CUT_OUT)


def test_designs_are_put_together_by_their_paper() -> None:
    drawn = np.stack([face(COLOURS[colour], digit) for digit in "038" for colour in ("red", "blue")])
    assert [paper.tolist() for paper in papers_of(drawn)] == [[0, 2, 4], [1, 3, 5]]


@pytest.mark.parametrize("light", [(0.95, 0.95, 0.95), (0.7, 0.8, 0.92)], ids=["neutral", "warm"])
@pytest.mark.parametrize("digit", DIGITS)
def test_colour_and_digit_are_both_told(light: tuple[float, float, float], digit: str) -> None:
    named = name(list(COLOURS), seen(face(COLOURS["green"], digit, line=8), light))
    assert named.id == f"green {digit}"
    assert named.confidence > 0.9


def test_a_colour_that_is_not_in_the_deck_is_not_surely_another_one() -> None:
    for colour in ("blue", "green"):
        picture = seen(face(COLOURS[colour], "3"), (0.95, 0.95, 0.95))
        assert name(["red", "yellow"], picture).confidence < 0.5


@pytest.mark.parametrize(("known", "misfit", "is_worth"), [(1.0, 0.0, True), (0.1, 0.0, False), (1.0, 40.0, False)])
def test_what_can_have_no_name_is_not_compared(known: float, misfit: float, is_worth: bool) -> None:
    """Squares of a cloth look a little like many designs, in colours that no light makes of theirs."""
    none = np.zeros((4, 4, 3), np.uint8)
    assert may_be_one(FlatCard(none, none, none.astype(np.float32), 0.7, 0.0, known=known), misfit) is is_worth
