"""Cards of which a part is not in the picture: nobody sees a mark there."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.cover import beyond_picture
from scanner.geometry import Matrix, Pixels, scale_map
from scanner.index import CardIndex, Design
from scanner.naming import Namer
from scanner.picture import Picture
from scanner.poses import CUT_OUT

SIZE = (132, 204)
NAMES = ("1", "4", "8")


def drawn(name: str) -> Pixels:
    """A white card with a sign, and a digit in a corner that alone tells what it is."""
    card = np.full((SIZE[1], SIZE[0], 3), 240, np.uint8)
    cv2.circle(card, (66, 110), 30, (160, 80, 40), 6)
    cv2.line(card, (40, 180), (92, 180), (160, 80, 40), 3)
    cv2.putText(card, name, (12, 34), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (160, 80, 40), 3, cv2.LINE_AA)
    return card


def moved(x: float, y: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ scale_map(*SIZE)


def test_what_lies_beyond_the_picture_is_hidden() -> None:
    assert beyond_picture(moved(5, 5), (300, 300), (40, 62)) is None
    cover = beyond_picture(moved(-SIZE[0] / 2, 5), (300, 300), (40, 62))
    assert cover is not None
    assert (cover.mask[:, :20] == 255).all()
    assert (cover.mask[:, 20:] == 0).all()


def test_a_card_whose_mark_is_not_in_the_picture_has_no_sure_name() -> None:
    namer = Namer(CardIndex([Design(name, drawn(name), False) for name in NAMES], (44, 68)))
    table = np.full((300, 300, 3), 90, np.uint8)
    for name in NAMES:
        scene = table.copy()
        scene[40 : 40 + SIZE[1], 60 : 60 + SIZE[0]] = drawn(name)
        noise = np.random.default_rng(2).normal(0, 3, scene.shape)
        scene = np.clip(cv2.GaussianBlur(scene, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)
        whole = namer.name(Picture(scene), moved(60, 40), CUT_OUT)
        assert (whole.id, whole.confidence >= 0.9) == (name, True)
        cut = namer.name(Picture(np.ascontiguousarray(scene[80:])), moved(60, -40), CUT_OUT)
        assert cut.confidence < 0.9
