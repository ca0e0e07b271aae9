"""A view that rests is not read again: a trembling hand is no change, a card that is laid is one."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from scanner.looking import Looker, Seen
from scanner.reading import Detection
from scanner.resting import SmallView

QUAD = ((200.0, 200.0), (290.0, 200.0), (290.0, 340.0), (200.0, 340.0))


def table(*cards: tuple[int, int]) -> Any:
    """A wooden table with cards on it, which have some print."""
    rng = np.random.default_rng(5)
    wood = cv2.resize(rng.normal(110, 25, (12, 60)).astype(np.float32), (1280, 720), interpolation=cv2.INTER_CUBIC)
    for number, (x, y) in enumerate(cards):
        print_ = np.random.default_rng(number).normal(190, 30, (14, 9)).astype(np.float32)
        wood[y : y + 140, x : x + 90] = cv2.resize(print_, (90, 140), interpolation=cv2.INTER_NEAREST)
    return np.repeat(wood.clip(0, 255).astype(np.uint8)[..., None], 3, 2)


def moved(picture: Any, x: float, y: float, degrees: float = 0.0) -> Any:
    turn = cv2.getRotationMatrix2D((640, 360), degrees, 1.0)
    turn[:, 2] += x, y
    return cv2.warpAffine(picture, turn, (1280, 720), borderMode=cv2.BORDER_REFLECT)


HAND = [(200, 200), (350, 210), (500, 195), (650, 205), (200, 420), (350, 430)]


class Reads(Looker):
    """Counts how often it reads; every picture shows one card for certain."""

    def __init__(self) -> None:
        super().__init__(_no_index(), False)
        self.read = 0

    def _read(self, pixels_bgr: Any) -> Seen:
        self.read += 1
        return Seen((Detection("a", QUAD, 1.0),), (), (), (), pixels_bgr, True)


def _no_index() -> Any:
    class Index:
        backs = frozenset[str]()

    return Index()


def looked(*pictures: Any) -> tuple[int, list[Seen | None]]:
    looker = Reads()
    answers = [looker.look(picture) for picture in pictures]
    return looker.read, answers


def test_the_same_view_is_read_once() -> None:
    read, answers = looked(table(*HAND), table(*HAND))
    assert (read, answers[1]) == (1, None)


@pytest.mark.parametrize(("x", "y", "degrees"), [(2, 1, 0.05), (-9, 6, 0.2), (14, -11, 0.3)])
def test_outlines_go_with_a_hand_that_trembles(x: float, y: float, degrees: float) -> None:
    picture = table(*HAND)
    read, answers = looked(picture, picture, moved(picture, x, y, degrees))
    assert read == 1
    if abs(complex(x, y)) > 5:
        seen = answers[2]
        assert seen is not None
        assert seen.cards[0].quad[0] == pytest.approx((200 + x, 200 + y), abs=4)


def test_outlines_come_back_with_the_hand() -> None:
    picture = table(*HAND)
    read, answers = looked(picture, moved(picture, 12, 0), picture)
    assert read == 1
    assert answers[2] is not None
    assert answers[2].cards[0].quad[0] == pytest.approx((200, 200), abs=2)


@pytest.mark.parametrize("shift", [(0, 0), (7, -5)])
def test_one_card_more_is_read(shift: tuple[int, int]) -> None:
    before, after = table(*HAND), table(*HAND, (850, 430))
    assert looked(before, moved(after, *shift))[0] == 2
    assert looked(after, moved(before, *shift))[0] == 2


def test_a_lamp_that_is_turned_up_a_little_changes_nothing() -> None:
    picture = table(*HAND)
    brighter = cv2.add(picture, (9, 9, 9, 0))
    assert looked(picture, brighter)[0] == 1


def test_the_shift_is_told_in_pixels_of_the_picture() -> None:
    picture = table(*HAND)
    off = SmallView(moved(picture, 16, -8)).differs_from(SmallView(picture))
    assert off.shift == pytest.approx((16, -8), abs=1.5)
    assert off.most < 5
