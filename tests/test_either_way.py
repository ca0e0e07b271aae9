"""Cards that look nearly the same turned round: which way up one lies tells what it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import UNIT_QUAD, Pixels, scale_map, transform
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.reading import SURE
from scanner.rough_look import Start
from scanner.steps import together

SIZE = (114, 174)
RED, DARK, WHITE = (30, 70, 200), (25, 50, 150), (245, 245, 245)
MARKS = {"triangle": 3, "hexagon": 6, "square": 4}


def face(mark: str) -> Pixels:
    """A crate that is the same whichever way up, and a small mark in two corners, which is not."""
    pixels = np.full((SIZE[1], SIZE[0], 3), RED, np.uint8)
    cv2.circle(pixels, (57, 87), 44, DARK, -1, cv2.LINE_AA)
    cv2.rectangle(pixels, (33, 63), (81, 111), WHITE, -1)
    for one, two in (((33, 63), (81, 111)), ((33, 111), (81, 63))):
        cv2.line(pixels, one, two, DARK, 4, cv2.LINE_AA)
    turns = np.arange(MARKS[mark]) * 2 * np.pi / MARKS[mark] - np.pi / 2
    for centre in ((16, 16), (98, 158)):
        corners = np.stack([np.cos(turns), np.sin(turns)], axis=1) * 5 + centre
        cv2.fillPoly(pixels, [np.round(corners * 16).astype(np.int32)], WHITE, cv2.LINE_AA, 4)
    return pixels


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("thought", MARKS)
@pytest.mark.parametrize("is_turned", [False, True])
def test_its_small_marks_tell_which_way_up_a_card_lies(mark: str, thought: str, is_turned: bool) -> None:
    """It is thought to be some such card, upright; what it is comes out, whichever way it lies."""
    index = CardIndex([Design(one, face(one), False) for one in MARKS], (44.0, 68.0))
    pixels = cv2.GaussianBlur(face(mark).astype(np.float32) * 0.8, (0, 0), 0.8)
    pixels += np.random.default_rng(4).normal(0, 3, pixels.shape)
    pixels = np.clip(pixels[::-1, ::-1] if is_turned else pixels, 0, 255).astype(np.uint8)
    picture = Picture(np.ascontiguousarray(pixels))
    start = Start(index.ids.index(thought), scale_map(*SIZE), 1.0)
    (named,) = together(index, picture, [Namer(index).naming_from(picture, [start])])
    assert named.id == mark
    if mark == "triangle":  # the others are the same turned round
        first = transform(named.card_map, UNIT_QUAD)[0]
        assert np.abs(first - (SIZE if is_turned else (0, 0))).max() < 8


def digit(text: str) -> Pixels:
    """A large digit with a line below it."""
    pixels = np.full((SIZE[1], SIZE[0], 3), (60, 130, 40), np.uint8)
    cv2.putText(pixels, text, (24, 112), cv2.FONT_HERSHEY_SIMPLEX, 3.2, WHITE, 9, cv2.LINE_AA)
    cv2.line(pixels, (32, 132), (84, 132), WHITE, 4, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize(("seen", "thought"), [("6", "9"), ("9", "6"), ("6", "6"), ("8", "6")])
def test_the_line_below_a_digit_is_nothing_that_lies_on_another_one(seen: str, thought: str) -> None:
    """A six turned round looks like a nine, but for the line, which is no thing on the card."""
    index = CardIndex([Design(one, digit(one), False) for one in "56789"], (44.0, 68.0))
    pixels = np.ascontiguousarray(cv2.GaussianBlur(digit(seen), (0, 0), 1.0)[::-1, ::-1])
    start = Start(index.ids.index(thought), scale_map(*SIZE), 1.0)
    (named,) = together(index, Picture(pixels), [Namer(index).naming_from(Picture(pixels), [start])])
    assert named.id == seen or named.confidence < SURE
