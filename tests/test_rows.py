"""Cards in rows that lie on one another: each is as large as the others, and has the name of what is seen of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import UNIT_QUAD, Matrix, Pixels, quad_map, transform
from scanner.index import CardIndex, Design
from scanner.loose import find_loose
from scanner.loose_places import model_loose
from scanner.named import Named
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.reading import SURE

SIDE = 120  # square cards: a quarter turn of one is of the same shape
TABLE, SIZE = (60, 62, 58), (1100, 720)
GROUNDS = {"red": (110, 100, 200), "blue": (200, 140, 100), "green": (120, 190, 130)}
SIGNS = ("ring", "boat", "gem")


def face(ground: str, sign: str, dots: int) -> Pixels:
    """A dark rim, a sign in the middle, and dots at the left, each number of them in other places."""
    pixels = np.full((SIDE, SIDE, 3), (35, 38, 45), np.uint8)
    cv2.rectangle(pixels, (6, 6), (SIDE - 7, SIDE - 7), GROUNDS[ground], -1)
    if sign == "ring":
        cv2.circle(pixels, (66, 60), 24, (120, 40, 40), 9, cv2.LINE_AA)
    elif sign == "boat":
        cv2.fillPoly(pixels, [np.array([(42, 66), (90, 66), (80, 86), (52, 86)])], (40, 90, 40), cv2.LINE_AA)
        cv2.fillPoly(pixels, [np.array([(64, 30), (88, 62), (64, 62)])], (40, 90, 40), cv2.LINE_AA)
    else:
        cv2.fillPoly(pixels, [np.array([(66, 32), (90, 60), (66, 88), (42, 60)])], (130, 40, 110), cv2.LINE_AA)
    for number in range(dots):
        cv2.circle(pixels, (20, round(60 + (number - (dots - 1) / 2) * 17)), 5, (245, 245, 245), -1, cv2.LINE_AA)
    return pixels


@pytest.fixture(scope="module")
def index() -> CardIndex:
    every = [(ground, sign, dots) for ground in GROUNDS for sign in SIGNS for dots in (1, 2, 3, 4)]
    return CardIndex([Design(f"{g}-{s}-{n}", face(g, s, n), False) for g, s, n in every], (50.0, 50.0))


def laid(seed: int, lap: float) -> tuple[Pixels, list[tuple[str, Matrix]]]:
    """Two rows whose cards lie on the right ends of those before, and their names and corners, the lowest first."""
    rng = np.random.default_rng(seed)
    table = np.full((SIZE[1], SIZE[0], 3), TABLE, np.float32) + rng.normal(0, 5, (SIZE[1], SIZE[0], 1))
    cards = []
    camera = np.array([[1.0, 0.06, 10], [-0.05, 0.94, 60], [0.00002, 0.0002, 1]])
    for row in range(2):
        for column in range(6):
            ground, sign = rng.choice(list(GROUNDS)), rng.choice(SIGNS)
            dots = int(rng.integers(1, 5))
            turn = rng.normal(0, 0.012)
            spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            middle = np.array([180 + column * SIDE * (1 - lap), 200 + row * 190]) + rng.normal(0, 2, 2)
            quad = transform(camera, (UNIT_QUAD - 0.5) * SIDE @ spin.T + middle)
            matrix = quad_map(UNIT_QUAD * SIDE, quad)
            shape = cv2.warpPerspective(np.ones((SIDE, SIDE), np.float32), matrix, SIZE, flags=cv2.INTER_LINEAR)
            print_ = cv2.warpPerspective(face(ground, sign, dots).astype(np.float32), matrix, SIZE)
            table = table * (1 - shape[..., None]) + print_ * shape[..., None]
            cards.append((f"{ground}-{sign}-{dots}", quad))
    dim = cv2.GaussianBlur(table.astype(np.float32), (0, 0), 1.1) * (0.55, 0.6, 0.68)
    return np.clip(dim + rng.normal(0, 5, dim.shape), 0, 255).astype(np.uint8), cards


def found_at(quad: Matrix, named: list[Named]) -> Named | None:
    middle = quad.mean(axis=0)
    every = [one for one in named if np.abs(transform(one.card_map, UNIT_QUAD).mean(axis=0) - middle).max() < SIDE / 3]
    return max(every, key=lambda one: one.confidence, default=None)


@pytest.mark.parametrize(("seed", "lap"), [(1, 0.16), (5, 0.16), (1, 0.22)])
def test_cards_below_others_are_as_large_as_these_and_rightly_named(index: CardIndex, seed: int, lap: float) -> None:
    pixels, cards = laid(seed, lap)
    named = find_loose(model_loose(index), Namer(index), Picture(pixels), [])
    wrong, off, right = [], [], 0
    for name, quad in cards:
        one = found_at(quad, named)
        if one is None or one.id != name:
            wrong += [name] if one is not None and one.confidence >= SURE else []
            continue
        right += 1
        off.append(np.abs(transform(one.card_map, UNIT_QUAD) - quad).max() / SIDE)
    assert not wrong
    assert right >= len(cards) - 1
    assert max(off) < 0.06
