"""The quality report: each fault is named when it is there and only then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.quality import FAR_BELOW, QualityNote, assess, edge_width

Pixels = NDArray[np.uint8]


def table(width: int = 1280, height: int = 720) -> Pixels:
    """Cards with print on them, a little crooked, on a wooden table, seen by a camera in focus."""
    rng = np.random.default_rng(3)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = (60, 90, 130)
    grain = cv2.resize(rng.normal(0, 12, (height // 4, 4)), (width, height), interpolation=cv2.INTER_LINEAR)
    picture = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)
    for left in range(60, width - 160, 150):
        for top in range(60, height - 220, 210):
            card = np.full((150, 100, 3), 225, np.uint8)
            for _ in range(25):
                x, y = int(rng.integers(5, 85)), int(rng.integers(5, 135))
                colour = tuple(int(value) for value in rng.integers(0, 200, 3))
                cv2.circle(card, (x, y), int(rng.integers(3, 9)), colour, -1)
                cv2.putText(card, "2B", (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
            turn = cv2.getRotationMatrix2D((50, 75), float(rng.uniform(-8, 8)), 1)
            turn[:, 2] += (left, top)
            mask = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), turn, (width, height))
            placed = cv2.warpAffine(card, turn, (width, height))
            picture[mask > 127] = placed[mask > 127]
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7)
    return np.clip(soft + rng.normal(0, 3, soft.shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def good() -> Pixels:
    return table()


def judged(pixels: Pixels, card: float | None, boards: int | None) -> tuple[QualityNote, ...]:
    return assess(pixels, card, boards, edge_width(pixels))


def kinds(pixels: Pixels, card: float | None = 100.0, boards: int | None = 1) -> list[str]:
    return [note.kind for note in judged(pixels, card, boards)]


def lamp(pixels: Pixels, x: float, y: float, radius: float) -> Pixels:
    rows, columns = np.indices(pixels.shape[:2])
    light = 500 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / radius**2)
    return np.clip(pixels + light[..., None], 0, 255).astype(np.uint8)


def motion(pixels: Pixels, length: int, degrees: float) -> Pixels:
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    middle = (length - 1) / 2
    kernel = cv2.warpAffine(kernel, cv2.getRotationMatrix2D((middle, middle), degrees, 1), (length, length))
    return cv2.filter2D(pixels, -1, kernel / kernel.sum()).astype(np.uint8)


def test_nothing_is_said_about_a_good_picture(good: Pixels) -> None:
    assert kinds(good) == []
    assert kinds(good, None, None) == []


def test_darkness(good: Pixels) -> None:
    assert kinds((good * 0.6).astype(np.uint8)) == []
    dark = judged((good * 0.2).astype(np.uint8), 100.0, 1)
    assert [note.kind for note in dark] == ["too_dark"]
    assert 30 < dark[0].value < 50
    rng = np.random.default_rng(0)
    assert "too_dark" in kinds(np.clip(good * 0.2 + rng.normal(0, 8, good.shape), 0, 255).astype(np.uint8))


def test_glare_and_where_it_is(good: Pixels) -> None:
    notes = judged(lamp(lamp(good, 300, 200, 50), 900, 500, 40), 100.0, 1)
    assert [note.kind for note in notes] == ["glare"]
    assert len(notes[0].where) == 2
    for (x, y), ((left, top), (right, _), (_, bottom), _) in zip(((300, 200), (900, 500)), notes[0].where, strict=True):
        assert left < x < right
        assert top < y < bottom
        assert right - left < 200
    assert 0.001 < notes[0].value < 0.02


def test_white_paper_is_no_glare(good: Pixels) -> None:
    scan = np.full_like(good, 120)
    scan[200:400, 300:500] = 255
    scan[500:520, ::40] = 0
    assert kinds(scan) == []
    assert kinds(np.full((720, 1280, 3), 255, np.uint8)) == []


@pytest.mark.parametrize("sigma", [2.5, 4.0, 6.0])
def test_defocus(good: Pixels, sigma: float) -> None:
    assert kinds(cv2.GaussianBlur(good, (0, 0), sigma).astype(np.uint8)) == ["blur"]


@pytest.mark.parametrize("degrees", [0, 30, 90])
def test_motion(good: Pixels, degrees: float) -> None:
    assert kinds(motion(good, 13, degrees)) == ["blur"]


def test_the_width_of_edges_is_measured_in_pixels(good: Pixels) -> None:
    for sigma in (1.0, 1.5, 2.0):
        width = edge_width(cv2.GaussianBlur(good, (0, 0), sigma).astype(np.uint8))
        assert width is not None
        assert width == pytest.approx(np.hypot(sigma, 0.7), rel=0.25)


def test_large_cards_may_be_softer(good: Pixels) -> None:
    soft = cv2.GaussianBlur(good, (0, 0), 2.2).astype(np.uint8)
    assert kinds(soft, 80.0) == ["blur"]
    assert kinds(soft, 300.0) == []


def test_distance_and_boards(good: Pixels) -> None:
    notes = judged(good, FAR_BELOW - 5, 0)
    assert [(note.kind, note.value) for note in notes] == [("too_far", FAR_BELOW - 5), ("no_board", 0.0)]
    assert kinds(good, FAR_BELOW + 5, 2) == []


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (1, 5000), (5000, 1), (16, 16), (95, 400), (97, 97)])
@pytest.mark.parametrize("value", [0, 128, 255])
def test_odd_pictures_do_no_harm(shape: tuple[int, int], value: int) -> None:
    assert set(kinds(np.full((*shape, 3), value, np.uint8), None, None)) <= {"too_dark"}


def test_an_overexposed_white_card_with_a_light_frame_is_no_glare(good: Pixels) -> None:
    picture = good.copy()
    picture[200:400, 300:440] = (225, 200, 200)
    picture[212:388, 312:428] = 255
    assert kinds(cv2.GaussianBlur(picture, (0, 0), 0.7).astype(np.uint8)) == []
