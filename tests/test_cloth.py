"""What lies on a table that looks alike all over is told by being seen nowhere else there."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.cloth import Cloth, foreign_parts
from scanner.from_above import View, seen_from_above
from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels
from scanner.picture import Picture
from scanner.table_plane import plane_of

SIZE = (1200, 800)
WIDTH, ASPECT = 84, 1.5
PLACES = [(220, 180, 10), (640, 260, 70), (980, 560, 35), (330, 600, 120)]


def lying(x: float, y: float, degrees: float) -> Matrix:
    turn = np.radians(degrees)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    result: Matrix = (UNIT_QUAD - 0.5) * [WIDTH, WIDTH * ASPECT] @ spin.T + (x, y)
    return result


def checked() -> Pixels:
    """Gingham: squares as large as half a card, in uneven light."""
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    stripes = (x // 44 % 2) + (y // 44 % 2)
    cloth = np.array([(230, 225, 225), (120, 150, 110), (40, 110, 30)], np.float32)[stripes]
    light = 0.75 + 0.25 * x[..., None] / SIZE[0]
    grain = np.random.default_rng(2).normal(0, 4, cloth.shape)
    return np.clip(cloth * light + grain, 0, 255).astype(np.uint8)


def with_cards(table: Pixels) -> tuple[View, list[Matrix]]:
    """The table from above with red and white cards on it, and their corners."""
    quads = [lying(*place) for place in PLACES]
    for quad in quads:
        cv2.fillConvexPoly(table, np.round(quad).astype(np.int32), (225, 235, 240))
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(table, np.round(middle + 0.5 * (quad - middle)).astype(np.int32), (60, 60, 200))
    view = seen_from_above(Picture(table), plane_of(quads, SIZE, ASPECT), [])
    assert view is not None
    return view, quads


def test_a_card_is_foreign_on_a_checked_cloth() -> None:
    view, quads = with_cards(checked())
    foreign = foreign_parts(view, quads[:3])
    assert foreign is not None
    cloth = Cloth(view, foreign)
    elsewhere: Floats = np.stack([lying(500, 620, 40), lying(820, 130, 80), lying(160, 420, 5)])
    assert cloth.shown(quads[3][None], quads[:3])[0] > 0.9
    assert (cloth.shown(elsewhere, quads[:3]) < 0.2).all()
    assert (cloth.shown(np.stack(quads[:3]), quads[:3]) < 0.1).all()  # these are known


def test_places_of_cards_are_where_something_foreign_is() -> None:
    view, quads = with_cards(checked())
    foreign = foreign_parts(view, quads[:3])
    assert foreign is not None
    places = Cloth(view, foreign).places(ASPECT, quads[:3])
    assert len(places)
    middle = quads[3].mean(axis=0)
    assert (np.linalg.norm(places.mean(axis=1) - middle, axis=1) < WIDTH).all()
    nearest = min(np.abs(place - np.roll(quads[3], way, axis=0)).max() for place in places for way in (0, 2))
    assert nearest < 0.25 * WIDTH


def test_on_a_table_that_is_different_everywhere_nothing_is_told() -> None:
    rng = np.random.default_rng(3)
    table = np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)
    for _ in range(900):
        x, y = rng.integers(0, SIZE)
        cv2.circle(table, (int(x), int(y)), int(rng.integers(10, 50)), rng.integers(0, 256, 3).tolist(), -1)
    view, quads = with_cards(table)
    foreign = foreign_parts(view, quads[:3])
    assert foreign is None or foreign.mean() < 0.2
