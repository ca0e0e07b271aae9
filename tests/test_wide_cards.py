"""Cards that are wider than high, with hardly anything on them, are found and told as well as upright ones."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from card_db.pack import BoardLayout, CardPack, PackImage, Slot, make_pack
from scanner.geometry import UNIT_QUAD, Matrix, Pixels, quad_map
from scanner.identify import identify
from scanner.pack_index import PackIndex, index_pack
from scanner.scan import scan_picture

SIZE = (340, 220)  # pixels of a drawn card
WIDE, HIGH = 170.0, 110.0  # the same where it lies
INKS = {"red": (40, 40, 200), "green": (60, 130, 30), "violet": (140, 50, 100)}
BOARD = (1100, 420)
SURE = 0.9


def card(signs: int, ink: str, shape: str) -> Pixels:
    """One to three signs in a row, and a small mark at the top left that tells which way up it is."""
    pixels = np.full((SIZE[1], SIZE[0], 3), 245, np.uint8)
    for number in range(signs):
        x = SIZE[0] // 2 + round((number - (signs - 1) / 2) * 90)
        if shape == "oval":
            cv2.ellipse(pixels, (x, 110), (30, 66), 0, 0, 360, INKS[ink], -1, cv2.LINE_AA)
        else:
            corners = np.array([[x, 44], [x + 36, 110], [x, 176], [x - 36, 110]])
            cv2.fillPoly(pixels, [corners], INKS[ink], cv2.LINE_AA)
    cv2.circle(pixels, (24, 24), 11, INKS[ink], -1, cv2.LINE_AA)
    return pixels


FACES = {
    f"{signs}-{ink}-{shape}": card(signs, ink, shape)
    for signs in (1, 2, 3)
    for ink in INKS
    for shape in ("oval", "gem")
}


def image(name: str, pixels: Pixels) -> PackImage:
    return PackImage(name, cv2.imencode(".png", pixels)[1].tobytes(), f"{name}.png")


def board() -> Pixels:
    """A row of three wide spaces on a busy ground."""
    rng = np.random.default_rng(4)
    pixels = np.full((BOARD[1], BOARD[0], 3), (90, 120, 60), np.uint8)
    for _ in range(160):
        x, y, wide = rng.integers(0, BOARD[0]), rng.integers(0, BOARD[1]), rng.integers(10, 34)
        colour = tuple(rng.integers(30, 220, 3).tolist())
        cv2.rectangle(pixels, (int(x), int(y)), (int(x + wide), int(y + wide)), colour, -1)
    for number in range(3):
        left = 60 + number * 350
        cv2.rectangle(pixels, (left, 120), (left + 280, 120 + 181), (200, 205, 210), -1)
    return pixels


def space(number: int) -> Matrix:
    return UNIT_QUAD * [280, 181] + [60 + number * 350, 120]


@cache
def pack() -> CardPack:
    places = [Slot(f"space-{number}", tuple(map(tuple, space(number).tolist()))) for number in range(3)]
    layout = BoardLayout("row", image("row", board()), tuple(places))
    return make_pack("wide", (68.0, 44.0), tuple(image(*one) for one in FACES.items()), (), (layout,))


@pytest.fixture(scope="module")
def index() -> PackIndex:
    return index_pack(pack())


def laid(x: float, y: float, degrees: float) -> Matrix:
    turn = np.radians(degrees)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return (UNIT_QUAD - 0.5) * [WIDE, HIGH] @ spin.T + [x, y]


def cloth(size: tuple[int, int] = (1280, 720)) -> Pixels:
    """Spots on a green cloth."""
    rng = np.random.default_rng(2)
    pixels = np.full((size[1], size[0], 3), (120, 190, 160), np.uint8)
    for _ in range(260):
        centre = (int(rng.integers(0, size[0])), int(rng.integers(0, size[1])))
        colour = ((180, 90, 50), (110, 60, 60), (170, 170, 120))[int(rng.integers(3))]
        cv2.ellipse(pixels, centre, (17, 7), float(rng.integers(180)), 0, 360, colour, -1, cv2.LINE_AA)
    return pixels


def lay(picture: Pixels, pixels: Pixels, quad: Matrix) -> None:
    """A card with the little shadow that paper casts on paper below it."""
    height, width = pixels.shape[:2]
    size = (picture.shape[1], picture.shape[0])
    matrix = quad_map([[0, 0], [width, 0], [width, height], [0, height]], quad)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size)
    shade = cv2.GaussianBlur(np.roll(inside, (2, 2), axis=(0, 1)), (0, 0), 2.0).astype(np.float32) / 255
    picture[:] = (picture * (1 - 0.3 * shade[..., None])).astype(np.uint8)
    seen = cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_AREA)
    picture[inside > 127] = seen[inside > 127]


def finished(picture: Pixels) -> Pixels:
    grain = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + grain, 0, 255).astype(np.uint8)


def check(index: PackIndex, picture: Pixels, cards: dict[str, Matrix]) -> None:
    """All of these are told, each with its own top left corner first, and nothing else."""
    seen = {one.id: one for one in scan_picture(index, picture).reading.cards}
    assert seen.keys() == cards.keys()
    for name, quad in cards.items():
        assert seen[name].confidence >= SURE, name
        assert np.abs(np.array(seen[name].quad) - quad).max() < 0.06 * WIDE, name


def test_white_cards_that_touch_and_overlap_are_told_apart(index: PackIndex) -> None:
    cards = {
        "2-red-oval": laid(250, 200, 64),
        "2-green-gem": laid(600, 150, -8),
        "1-violet-gem": laid(600, 264, -6),  # touches the one above
        "3-red-gem": laid(950, 200, 30),
        "1-green-oval": laid(1050, 290, 75),  # lies on a corner of it
        "3-violet-oval": laid(350, 520, 188),
        "2-violet-gem": laid(700, 540, 97),
        "1-red-gem": laid(836, 530, 95),  # touches the one beside it
    }
    picture = cloth()
    for name, quad in cards.items():
        lay(picture, FACES[name], quad)
    check(index, finished(picture), cards)


def test_cards_on_wide_spaces_are_told(index: PackIndex) -> None:
    table = cloth((1280, 720))
    shown = board()
    for number, name in enumerate(("2-red-oval", "3-green-gem")):
        shown[124 : 124 + 173, 66 + 350 * number : 66 + 350 * number + 268] = cv2.resize(
            FACES[name], (268, 173), interpolation=cv2.INTER_AREA
        )
    to_picture = quad_map(
        UNIT_QUAD * BOARD, np.array([[120, 100], [1090, 130], [1070, 500], [100, 470]], dtype=np.float64)
    )
    inside = cv2.warpPerspective(np.full(BOARD[::-1], 255, np.uint8), to_picture, (1280, 720))
    table[inside > 127] = cv2.warpPerspective(shown, to_picture, (1280, 720), flags=cv2.INTER_AREA)[inside > 127]
    reading = scan_picture(index, finished(table)).reading
    assert [(one.state, one.id) for one in reading.slots] == [
        ("card", "2-red-oval"),
        ("card", "3-green-gem"),
        ("empty", None),
    ]
    for number, one in enumerate(reading.cards):
        own = cv2.perspectiveTransform(space(number)[None], to_picture)[0]
        assert np.abs(np.array(one.quad) - own).max() < 0.1 * 280


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_one_cut_out_is_named_whichever_way_up(index: PackIndex, quarters: int) -> None:
    cut = np.ascontiguousarray(np.rot90(FACES["3-green-oval"], quarters))
    assert identify(index, cut).id == "3-green-oval"


def test_upright_cards_are_known_as_they_are_drawn() -> None:
    wide = pack()
    faces = tuple(image(name, np.ascontiguousarray(np.rot90(pixels))) for name, pixels in FACES.items())
    upright = index_pack(make_pack("upright", (44.0, 68.0), faces, (), ()))
    turned = index_pack(wide)
    assert (turned.is_turned, upright.is_turned) == (True, False)
    assert np.array_equal(turned.namer.index.drawn, upright.namer.index.drawn)
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert upright.as_printed(quad) == quad
    # Known from its right side on, as it is turned against the clock.
    assert turned.as_printed((quad[1], quad[2], quad[3], quad[0])) == quad
