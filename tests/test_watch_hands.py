"""Hands that lie still over a board for long: no finger is a pawn, and what they leave behind is told at once."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.backdrop import Backdrop, Stir
from scanner.enrol import enrol
from scanner.geometry import Matrix, Pixels, transform
from scanner.pack_index import PackIndex, index_pack
from scanner.picture import Picture
from scanner.read import find_table
from scanner.simulator.film import Take, Wait, make_film
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import SimDeck, load_sim_deck
from scanner.view import Sight
from scanner.watch import Watcher

DECK_SEED = 31  # tuning used other decks
SIZE = (960, 540)
BEFORE = 24  # frames without a hand
RESTS = 60  # frames; long enough for a hand to be taken for a part of the table
SKIN = (96, 128, 190)
SOON = 4  # frames after the hand has left

Look = tuple[str, str | None, str | None]  # state, card, pawn


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deck")


@pytest.fixture(scope="module")
def deck(folder: Path) -> SimDeck:
    return load_sim_deck(make_deck(DECK_SEED, folder=folder, designs=12))


@pytest.fixture(scope="module")
def index(folder: Path, deck: SimDeck) -> PackIndex:
    return index_pack(enrol(folder / "manifest.json", folder / "deck.cardpack").pack)


@pytest.fixture(scope="module")
def table(deck: SimDeck) -> Pixels:
    """A board with cards, as the camera sees it."""
    return next(iter(make_film(deck, (Wait(1),), "boards", "easy", SIZE, 41).frames())).image_bgr


@pytest.fixture(scope="module")
def places(index: PackIndex, table: Pixels) -> dict[str, Matrix]:
    """The cards in the picture."""
    watcher = Watcher(index, 1, loose=False)
    reading = next(filter(None, (watcher.see(number, 0.0, noisy(table, number)) for number in range(6))))
    named = {slot.slot for slot in reading.slots if slot.state == "card" and slot.id is not None and slot.pawn is None}
    (board,) = find_table(index, Picture(table))[:1]
    return {slot.id: transform(board.to_picture, slot.quad) for slot in board.model.slots if slot.id in named}


def noisy(picture: Pixels, seed: int) -> Pixels:
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def with_hand(picture: Pixels, quad: Matrix, back: float = 0.0) -> Pixels:
    """An arm from the lower edge whose two fingers end on a card; `back` in heights of a card."""
    scene = picture.copy()
    width, height = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    x, y = quad.mean(axis=0) + np.array([0, back * height])
    palm = (round(x), round(y + 1.0 * height))
    cv2.line(scene, palm, (palm[0] + 20, SIZE[1] + 40), (70, 50, 40), round(1.1 * width))
    cv2.circle(scene, palm, round(0.6 * width), SKIN, -1)
    for off in (-0.25, 0.2):
        tip = (round(x + off * width), round(y))
        cv2.line(scene, tip, (round(x + off * width), palm[1]), SKIN, max(6, round(0.24 * width)))
    return scene


def with_pawn(picture: Pixels, quad: Matrix, bare: Pixels) -> Pixels:
    """A blue pawn in place of a card."""
    scene, around = picture.copy(), np.zeros(picture.shape[:2], np.uint8)
    middle, width = quad.mean(axis=0), float(np.linalg.norm(quad[1] - quad[0]))
    cv2.fillConvexPoly(around, np.round(middle + 1.2 * (quad - middle)).astype(np.int32), (1,))
    scene[around > 0] = bare[around > 0]
    cv2.circle(scene, (round(middle[0]), round(middle[1])), round(0.2 * width), (190, 90, 20), -1)
    return scene


def film(table: Pixels, after: Pixels, quad: Matrix) -> list[Pixels]:
    """A hand comes, rests and leaves: the table before, below it, and after it."""
    coming = [with_hand(table, quad, back) for back in (2.0, 1.0)]
    leaving = [with_hand(after, quad, back) for back in (1.0, 2.0)]
    scenes = [table] * BEFORE + coming + [with_hand(after, quad)] * RESTS + leaving + [after] * 2 * SOON
    return [noisy(scene, number) for number, scene in enumerate(scenes)]


def readings(index: PackIndex, frames: list[Pixels]) -> list[tuple[int, dict[str, Look]]]:
    """What is told of the spaces, and when."""
    watcher = Watcher(index, 1, loose=False)
    seen = [(number, watcher.see(number, 0.0, frame)) for number, frame in enumerate(frames)]
    return [
        (number, {slot.slot: (slot.state, slot.id, slot.pawn) for slot in reading.slots})
        for number, reading in seen
        if reading is not None
    ]


@pytest.mark.parametrize("space", [0, -1])
def test_a_hand_that_lies_still_is_no_pawn(
    index: PackIndex, table: Pixels, places: dict[str, Matrix], space: int
) -> None:
    told = readings(index, film(table, table, list(places.values())[space]))
    assert [number for number, _ in told] == [1]  # what was seen before it came, and nothing else


def test_what_a_hand_at_rest_leaves_behind_is_told_when_it_leaves(
    index: PackIndex, deck: SimDeck, table: Pixels, places: dict[str, Matrix]
) -> None:
    name, quad = list(places.items())[-1]
    board = find_table(index, Picture(table))[0].model.id
    steps = (Take(board, name), Wait(1))
    bare = list(make_film(deck, steps, "boards", "easy", SIZE, 41).frames())[-1].image_bgr
    frames = film(table, with_pawn(table, quad, bare), quad)
    told = readings(index, frames)
    assert [spaces[name] for _, spaces in told] == [told[0][1][name], ("pawn", None, "blue")]
    assert len(frames) - 2 * SOON - 2 <= told[-1][0] < len(frames) - SOON


# --- the small view -------------------------------------------------------------------------------------------------


def small_table() -> tuple[Backdrop, Pixels, Matrix]:
    """A brown table with one space."""
    table = np.full((90, 160, 3), (60, 90, 120), np.uint8)
    table += np.random.default_rng(2).integers(0, 6, table.shape, dtype=np.uint8)
    quad = np.array([[70, 40], [86, 40], [86, 64], [70, 64]], float)
    return Backdrop(table, [quad], 16.0 * 24), table, quad


def small_hand(table: Pixels, gap: bool = False) -> Pixels:
    """An arm from the right edge over the space; with a `gap` its wrist looks like the table."""
    scene = table.copy()
    scene[30:62, 60:110] = SKIN
    scene[36:56, 110 if not gap else 122 :] = (40, 40, 90)
    return scene


def test_a_hand_at_rest_lies_there_until_it_leaves_and_then_the_table_is_as_before() -> None:
    backdrop, table, _ = small_table()
    backdrop.see(table)
    for _ in range(100):
        stir = backdrop.see(small_hand(table))
        assert stir is not None
        if stir.settled.any():
            backdrop.absorb(stir, stir.settled, rests=True)
        assert (stir.cover | stir.lying)[45, 75]
    stir = backdrop.see(table)
    assert stir is not None
    assert not (stir.changed | stir.cover | stir.lying).any()


def test_a_hand_that_falls_apart_as_it_lies_is_still_a_hand() -> None:
    backdrop, table, _ = small_table()
    backdrop._beside[:] = 0  # a board with spaces all over: nothing lies beside them but the arm
    backdrop._beside[:, 112:] = 255
    backdrop.see(table)
    for gap in (False, False, True, True):
        stir = backdrop.see(small_hand(table, gap))
        assert stir is not None
        assert (stir.cover | stir.lying)[45, 75]


def test_a_card_that_a_hand_has_laid_is_no_hand() -> None:
    backdrop, table, _ = small_table()
    backdrop.see(table)
    for _ in range(3):
        backdrop.see(small_hand(table))
    laid = table.copy()
    laid[40:64, 70:86] = 230
    stir = backdrop.see(laid)
    assert stir is not None
    assert stir.changed[50, 78]
    assert not (stir.cover | stir.lying).any()


def test_a_pawn_beside_spaces_that_are_all_as_known_is_no_finger() -> None:
    """When the view was set a hand was there: without it the table looks new, but no space but this one has changed."""
    none = np.zeros((4, 4), np.uint8)
    stir = Stir(np.zeros((4, 4, 3), np.float32), none, none, none, none, 0.0, none)

    def sight(changed: list[bool]) -> Sight:
        flags = [np.zeros(5, bool) for _ in range(3)]
        lain = np.array([True, True, True, True, False])
        return Sight(stir, np.zeros((5, 1), np.float32), np.array(changed), *flags, lain, 0.0)

    assert sight([True, False, False, False, True]).is_alone(0)
    assert not sight([True, True, False, False, False]).is_alone(0)
    assert not sight([True, True, False, False, False]).is_alone(4)
