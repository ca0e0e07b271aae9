"""Filled and striped signs: small in a picture, stripes are a pale filling with a darker outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry import Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.named import Named
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import ON_SPACE
from scanner.registration import registered

SIZE = (408, 264)
INKS = {"red": (48, 40, 214), "green": (70, 140, 22), "purple": (140, 44, 104)}
FILLINGS = ("solid", "striped", "open")


def outline(sign: str, x: int) -> Pixels:
    """What lies inside of a sign in the middle of a card's height: 255 there."""
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    y = SIZE[1] // 2
    if sign == "diamond":
        corners = np.array([[x, y - 88], [x + 44, y], [x, y + 88], [x - 44, y]])
        cv2.fillPoly(mask, [corners], 255, cv2.LINE_AA)
    else:
        for way in (-1, 1):
            cv2.circle(mask, (x, y + 48 * way), 40, 255, -1, cv2.LINE_AA)
        cv2.rectangle(mask, (x - 40, y - 48), (x + 40, y + 48), 255, -1)
    return mask


def face(count: int, ink: str, filling: str, sign: str) -> Pixels:
    card = np.full((SIZE[1], SIZE[0], 3), 252, np.float32)
    for number in range(count):
        inside = outline(sign, SIZE[0] // 2 + round(112 * (number - (count - 1) / 2)))
        core = cv2.erode(inside, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (11, 11)))
        painted = inside.astype(np.float32)
        if filling != "solid":
            painted -= core
        if filling == "striped":
            rows = np.arange(SIZE[1]) % 9 < 3
            painted += core * rows[:, None]
        share = painted[..., None] / 255
        card = card * (1 - share) + np.array(INKS[ink], np.float32) * share
    return card.astype(np.uint8)


FACES = {
    f"{count}-{ink}-{filling}-{sign}": face(count, ink, filling, sign)
    for sign in ("diamond", "oval")
    for count in (1, 2, 3)
    for ink in INKS
    for filling in FILLINGS
}


@pytest.fixture(scope="module")
def namer() -> Namer:
    return Namer(CardIndex([Design(name, picture, False) for name, picture in FACES.items()], (68.0, 44.0)))


def seen(namer: Namer, design: str, width: int, blur: float) -> Named:
    """A card so wide in a blurred and noisy picture, and what it is named."""
    size = (width, round(width * SIZE[1] / SIZE[0]))
    small = cv2.resize(FACES[design], size, interpolation=cv2.INTER_AREA).astype(np.float32)
    there = cv2.copyMakeBorder(small, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=(60, 170, 90))
    values = cv2.GaussianBlur(there, (0, 0), blur) * np.array([0.85, 0.82, 0.8], np.float32)
    noise = np.random.default_rng(len(design)).normal(0, 4, values.shape)
    # As cameras keep it: colours in half the size.
    stored = cv2.imencode(".jpg", np.clip(values + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    picture = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
    card_map = np.array([[1, 0, 30], [0, 1, 30], [0, 0, 1.0]]) @ scale_map(*size)
    return namer.name(Picture(picture), card_map, ON_SPACE)


@pytest.mark.parametrize("inks", [["red"], list(INKS)], ids=["one ink", "three inks"])
@pytest.mark.parametrize("fillings", [FILLINGS, FILLINGS[:2]], ids=["three fillings", "two fillings"])
def test_drawn_signs_with_and_without_stripes_are_no_photographs(inks: list[str], fillings: tuple[str, ...]) -> None:
    """Stripes are paler than a filling, which looks as if the sign were smaller: as if it were cut otherwise."""
    names = [
        f"{n}-{ink}-{way}-{sign}" for sign in ("diamond", "oval") for n in (1, 2, 3) for ink in inks for way in fillings
    ]
    chosen = [FACES[name] for name in names]
    same, are_photographs, _ = registered(chosen, SIZE[1] / SIZE[0])
    assert not are_photographs
    assert all(one is two for one, two in zip(chosen, same, strict=True))


@pytest.mark.parametrize("blur", [0.8, 1.2, 1.7])
@pytest.mark.parametrize("filling", FILLINGS[:2])
@pytest.mark.parametrize("design", ["3-purple-%s-diamond", "2-green-%s-oval", "1-red-%s-diamond", "2-purple-%s-oval"])
def test_stripes_in_blur_are_no_filling(namer: Namer, design: str, filling: str, blur: float) -> None:
    for width in (98, 120):
        found = seen(namer, design % filling, width, blur)
        assert found.id == design % filling
        assert found.confidence >= 0.9
