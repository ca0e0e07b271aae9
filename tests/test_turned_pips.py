"""Cards of pips: a six is the same turned round, the seven that it may be is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import Pixels, scale_map
from scanner.identify import without_surroundings
from scanner.index import CardIndex, Design
from scanner.naming import SAME_TURNED, Namer, _Pose
from scanner.picture import Picture
from scanner.steps import together

SIZE = (121, 185)
RED = (40, 40, 210)


def pips(number: int) -> Pixels:
    """Two columns of three diamonds, for a seven with one between them, and the number in two corners."""
    card = np.full((SIZE[1], SIZE[0], 3), 245, np.uint8)
    places = [(x, y) for x in (42, 78) for y in (30, 92, 154)] + ([(60, 61)] if number == 7 else [])
    for x, y in places:
        cv2.fillConvexPoly(card, np.array([(x - 11, y), (x, y - 14), (x + 11, y), (x, y + 14)]), RED, cv2.LINE_AA)
    for _ in range(2):
        cv2.putText(card, str(number), (8, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.5, RED, 1, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


@pytest.mark.parametrize("number", [6, 7])
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_seven_upside_down_is_no_six(number: int, is_turned: bool) -> None:
    """Begun with a six in its place, as it is when that looks most like it."""
    index = CardIndex([Design(str(one), pips(one), False) for one in (6, 7)], (57.0, 87.4))
    assert index.alike_turned[0] > SAME_TURNED > index.alike_turned[1]
    card = cv2.resize(cv2.GaussianBlur(pips(number), (0, 0), 1.2), (75, 115), interpolation=cv2.INTER_AREA)
    picture = Picture(np.ascontiguousarray(card[::-1, ::-1]) if is_turned else card)
    six = _Pose(0.9, 0, scale_map(75, 115))
    (named,) = together(index, picture, [Namer(index)._settled(picture, six)])
    assert named.id == str(number)


def test_what_lies_around_a_cut_out_card_is_left_out() -> None:
    card = pips(7)
    whole = cv2.copyMakeBorder(card, 5, 0, 0, 4, cv2.BORDER_CONSTANT, value=(20, 20, 90))
    assert without_surroundings(whole).shape == card.shape
    assert np.array_equal(without_surroundings(card), card)
    dark = np.full((SIZE[1], SIZE[0], 3), 30, np.uint8)
    assert np.array_equal(without_surroundings(dark), dark)
