"""Cards named in step get the same names and poses as cards named one by one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.align import align, align_all
from scanner.geometry import UNIT_QUAD, Matrix, Pixels, transform
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import ON_SPACE
from scanner.steps import Alignment, Fits, Steps, together

SIZE = (120, 180)
PLACES = ((60, 40), (260, 60), (460, 30), (640, 80))
SHOWN = (0, 3, 1, 4)
BLANK = 5  # a design without any print


def face(seed: int) -> Pixels:
    rng = np.random.default_rng(seed)
    small = rng.integers(40, 250, (12, 8, 3), np.uint8)
    return cv2.resize(small, SIZE, interpolation=cv2.INTER_NEAREST).astype(np.uint8)


@pytest.fixture(scope="module")
def index() -> CardIndex:
    faces = [face(seed) for seed in range(BLANK)] + [np.full((SIZE[1], SIZE[0], 3), 230, np.uint8)]
    return CardIndex([Design(f"card-{number}", one, False) for number, one in enumerate(faces)], (44.0, 66.0))


@pytest.fixture(scope="module")
def picture() -> Picture:
    pixels = np.full((300, 800, 3), 90, np.uint8)
    for design, (x, y) in zip(SHOWN, PLACES, strict=True):
        pixels[y : y + SIZE[1], x : x + SIZE[0]] = face(design)
    return Picture(cv2.GaussianBlur(pixels, (0, 0), 0.8).astype(np.uint8))


def near(x: int, y: int) -> Matrix:
    """About where a card lies."""
    return np.array([[SIZE[0], 0, x + 3], [0, SIZE[1], y - 2], [0, 0, 1.0]])


def test_cards_aligned_at_once_lie_as_those_aligned_alone(index: CardIndex, picture: Picture) -> None:
    tasks = [(index.blocks[64][design], near(*place)) for design, place in zip(SHOWN, PLACES, strict=True)]
    tasks.append((index.blocks[64][BLANK], near(*PLACES[0])))
    for (pose, share), (blocks, start), place in zip(
        align_all(picture.grey, tasks, 3), tasks, [*PLACES, None], strict=True
    ):
        alone, alone_share = align(picture.grey, blocks, start, 3)
        assert np.abs(pose - alone).max() < 0.01
        assert share == pytest.approx(alone_share, abs=1e-4)
        if place is None:
            assert (share, np.abs(pose - start).max()) == pytest.approx((0, 0), abs=1e-6)
        else:
            assert share > 0.9
            assert np.abs(transform(pose, UNIT_QUAD)[0] - place).max() < 1


def test_names_in_step_are_those_given_one_by_one(index: CardIndex, picture: Picture) -> None:
    namer = Namer(index)
    works = [namer.naming(picture, near(*place), ON_SPACE) for place in PLACES]
    named = together(index, picture, works)
    assert [one.id for one in named] == [f"card-{number}" for number in SHOWN]
    for one, place in zip(named, PLACES, strict=True):
        alone = namer.name(picture, near(*place), ON_SPACE)
        assert (one.id, one.confidence) == (alone.id, pytest.approx(alone.confidence, abs=1e-3))


def test_works_may_end_at_any_time_and_answers_reach_those_who_asked(index: CardIndex, picture: Picture) -> None:
    def work(number: int) -> Steps[tuple[int, int]]:
        design = -1
        for _ in range(number % 3):
            ((pose, _),) = yield Alignment(32, 5, [(SHOWN[number], near(*PLACES[number]))])
            fits, _ = yield Fits(pose)
            design = int(fits.argmax())
        return number, design

    results = together(index, picture, [work(number) for number in range(4)])
    assert results == [(0, -1), (1, SHOWN[1]), (2, SHOWN[2]), (3, -1)]
    assert together(index, picture, []) == []
