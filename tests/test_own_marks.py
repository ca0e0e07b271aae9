"""A twin that the pack does not know has no sure name: its mark is none of those that the pack knows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.cover import Cover
from scanner.geometry import Pixels, scale_map
from scanner.index import COVER_WIDTH, CardIndex, Design
from scanner.named import Named
from scanner.naming import Namer
from scanner.own_marks import as_sure_as_marked
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.reading import SURE

SIZE = (114, 174)
KNOWN = "1358"
UNKNOWN = "02479"  # a six is an eight but for a few pixels


def face(digit: str) -> Pixels:
    """A picture that all of them share, and a digit in a corner."""
    pixels = np.full((SIZE[1], SIZE[0], 3), (205, 225, 235), np.uint8)
    cv2.rectangle(pixels, (6, 6), (SIZE[0] - 7, SIZE[1] - 7), (60, 80, 110), 2, cv2.LINE_AA)
    cv2.ellipse(pixels, (56, 104), (34, 22), 25, 0, 360, (150, 110, 50), -1, cv2.LINE_AA)
    cv2.line(pixels, (20, 150), (92, 128), (40, 60, 160), 5, cv2.LINE_AA)
    cv2.putText(pixels, digit, (18, 52), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (30, 30, 40), 3, cv2.LINE_AA)
    return pixels


def seen(digit: str, noise: float = 3.0) -> Picture:
    """In warm light, a little unsharp and noisy."""
    values = cv2.GaussianBlur(face(digit).astype(np.float32) * (0.72, 0.8, 0.9), (0, 0), 0.9)
    grain = np.random.default_rng(int(digit)).normal(0, noise, values.shape)
    return Picture(np.clip(values + grain, 0, 255).astype(np.uint8))


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(CardIndex([Design(digit, face(digit), False) for digit in KNOWN], (44.0, 68.0)))


def name(namer: Namer, picture: Picture) -> Named:
    return namer.name(picture, scale_map(*SIZE), CUT_OUT)


@pytest.mark.parametrize("noise", [2.0, 8.0])
@pytest.mark.parametrize("digit", KNOWN)
def test_a_card_of_the_pack_is_sure(namer: Namer, digit: str, noise: float) -> None:
    named = name(namer, seen(digit, noise))
    assert named.id == digit
    assert named.confidence >= SURE


@pytest.mark.parametrize("digit", UNKNOWN)
def test_a_twin_that_the_pack_does_not_know_has_no_sure_name(namer: Namer, digit: str) -> None:
    assert name(namer, seen(digit)).confidence < SURE


def test_what_hides_a_mark_is_no_other_mark(namer: Namer) -> None:
    """What is known to lie on the digit is no digit of the card: how sure it is was said without that."""
    picture = seen("4")
    mask: Pixels = np.zeros(namer.index.size(COVER_WIDTH)[::-1], np.uint8)
    part = COVER_WIDTH / SIZE[0]
    mask[round(18 * part) : round(62 * part), round(8 * part) : round(52 * part)] = 255
    bare = Named("3", 1.0, 1.0, False, (), scale_map(*SIZE))
    assert as_sure_as_marked(namer.index, picture, bare).confidence < SURE
    assert as_sure_as_marked(namer.index, picture, replace(bare, cover=Cover(mask))).confidence == 1.0


def test_a_design_without_twins_has_no_marks_of_its_own() -> None:
    index = CardIndex([Design("3", face("3"), False)], (44.0, 68.0))
    named = Named("3", 1.0, 1.0, False, (), scale_map(*SIZE))
    assert as_sure_as_marked(index, seen("8"), named) == named
