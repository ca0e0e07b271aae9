"""Places that may be cards: rectangles on a known table, and looks and features beside the cards that are known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from card_db.pack import read_manifest
from scanner.apart import apart, crowded_out, different, lying_on
from scanner.card_looks import Look, cover_of
from scanner.features import Features
from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, quad_map, quads_of, transform, unit_map, unit_maps
from scanner.loose import card_sized
from scanner.loose_features import Matches, other_matches
from scanner.loose_naming import PATTERN, Place, is_named, unlike
from scanner.loose_places import MIN_SUPPORT, outlined
from scanner.named import Named
from scanner.outlines import edge_support, edges_of, snapped
from scanner.pack_index import PackIndex, index_pack
from scanner.picture import Picture
from scanner.rectangles import table_quads
from scanner.simulator.foreign import make_deck
from scanner.table_plane import TablePlane, plane_of

ASPECT = 1.5
SIZE = (1280, 720)
CAMERA = np.array([[130, 15, 560], [-20, 105, 350], [0.01, 0.09, 1.0]])  # from card widths on the table to the picture


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> PackIndex:
    return index_pack(read_manifest(make_deck(31, folder=tmp_path_factory.mktemp("deck"), designs=24)))


def on_table(x: float, y: float, degrees: float) -> Matrix:
    """A card on the table as the camera sees it."""
    turn = np.radians(degrees)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return transform(CAMERA, (UNIT_QUAD - 0.5) * [1, ASPECT] @ spin.T + (x, y))


def noise(strength: float) -> Pixels:
    rng = np.random.default_rng(5)
    grain = rng.normal(0, strength, (SIZE[1], SIZE[0], 3))
    return np.clip(110 + grain, 0, 255).astype(np.uint8)


def known_table() -> TablePlane:
    return plane_of([on_table(-2, -1, 10), on_table(2, 1, 40), on_table(-1, 2, 70)], SIZE, ASPECT)


def off(quads: Floats, quad: Matrix) -> float:
    """How far the corners of the nearest of these quads are from one, either way up, in its widths."""
    every = np.asarray(quads)
    width = np.linalg.norm(quad[1] - quad[0])
    return float(min(np.abs(every - np.roll(quad, way, axis=0)).max(axis=(1, 2)).min() for way in (0, 2)) / width)


@pytest.mark.parametrize(
    ("x", "y", "degrees"), [(0.5, -1.0, 0.0), (3.0, 1.5, 33.0), (-2.5, 0.5, 92.0), (1.0, 2.0, 161.0)]
)
def test_a_card_in_noise_is_a_rectangle_on_the_table(x: float, y: float, degrees: float) -> None:
    quad = on_table(x, y, degrees)
    picture = noise(25)
    cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (125, 135, 130))
    grain = noise(25).astype(int) - 110
    picture = np.clip(cv2.blur(picture, (3, 3)).astype(int) + grain // 2, 0, 255).astype(np.uint8)
    assert off(table_quads(Picture(picture), known_table())[:3], quad) < 0.2


def test_a_square_card_is_a_rectangle_that_lies_either_way() -> None:
    squares = [np.array([[0, 0], [130, 0], [130, 130], [0, 130.0]]) + place for place in ([200, 150], [800, 400])]
    picture = noise(5)
    for quad in squares:
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (225, 235, 230))
    found = table_quads(Picture(picture), plane_of(squares[:1], SIZE, 1.0))
    assert [off(found, np.roll(squares[1], way, axis=0)) < 0.1 for way in (0, 1)] == [True, True]


def test_a_bare_table_has_no_rectangles() -> None:
    assert len(table_quads(Picture(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)), known_table())) == 0


def test_a_place_lies_on_the_known_card_that_holds_half_of_it() -> None:
    known = [on_table(-2, -1, 10), on_table(2, 1, 40)]
    places = np.stack([on_table(2.2, 1, 40), on_table(-2.9, -1, 10), on_table(0, -1, 0), on_table(-2, -1, 190)])
    assert lying_on(SIZE, places, known).tolist() == [2, 0, 0, 1]
    assert lying_on(SIZE, places, []).tolist() == [0, 0, 0, 0]


def test_what_lies_between_two_cards_is_crowded_out_by_both() -> None:
    known = [on_table(-0.6, 0, 0), on_table(0.6, 0, 0)]
    places = np.stack([on_table(0, 0, 0), on_table(0, 1.4, 0), on_table(2.5, 0, 0)])
    assert crowded_out(SIZE, places, known).tolist() == [True, False, False]
    assert lying_on(SIZE, places, known).tolist() == [0, 0, 0]  # on neither of them for half
    assert not crowded_out(SIZE, places, []).any()
    every = [*known, *places]
    assert apart(every, 0.5) == [0, 1, 2, 3, 4]
    assert apart(every, 0.5, [True] * 5) == [0, 1, 3, 4]
    assert apart(every, 0.5, [True, True, False, True, True]) == [0, 1, 2, 3, 4]  # one that lies on top of them


def looking(design: int, score: float) -> Place:
    where = unit_map(on_table(0, 0, 0))
    return Place(Look(score, design, where), where, 3.0)


def test_a_pattern_of_the_table_is_not_named_again_and_again() -> None:
    vain = [looking(7, 0.6)] * PATTERN
    like, better, other = looking(7, 0.55), looking(7, 0.8), looking(8, 0.55)
    assert unlike([like, better, other], vain) == [better, other]
    assert unlike([like], vain[1:]) == [like]


def test_a_place_that_is_explained_is_not_named_again_though_its_name_is_doubtful() -> None:
    place = looking(7, 0.9)
    assert is_named(place, [Named("7", 0.3, 0.97, False, (), place.look.card_map)])
    assert not is_named(place, [Named("7", 0.3, 0.8, False, (), place.look.card_map)])


def test_outlines_of_one_place_count_once_whichever_way_up() -> None:
    places = np.stack([on_table(0, 0, 10), on_table(0, 0, 190), on_table(0.03, 0, 11), on_table(0.4, 0, 10)])
    assert len(different(places)) == 2
    assert apart(list(places), 0.5) == [0]
    assert apart(list(places), 0.8) == [0, 3]


def test_many_maps_are_those_of_each() -> None:
    rng = np.random.default_rng(1)
    quads = on_table(0, 0, 20) + rng.normal(0, 6, (8, 4, 2))
    maps = unit_maps(quads)
    assert quads_of(maps) == pytest.approx(quads, abs=1e-6)
    middle = np.array([[0.5, 0.5], [0.2, 0.9]])
    for quad, one in zip(quads, maps, strict=True):
        assert transform(one, middle) == pytest.approx(transform(unit_map(quad), middle), abs=1e-3)


def test_sizes_of_many_are_those_of_each() -> None:
    plane = known_table()
    right = on_table(0.5, 1, 0)
    quads = np.stack([right, right.mean(axis=0) + 1.25 * (right - right.mean(axis=0))])
    errors = plane.size_errors(quads)
    assert errors[0] < 0.06 < 0.15 < errors[1]
    assert [plane.size_error(quad) for quad in quads] == pytest.approx(errors.tolist())


def test_a_doubtful_thing_far_smaller_than_cards_is_none() -> None:
    right = on_table(0.5, 1, 0)
    small, larger = (right.mean(axis=0) + part * (right - right.mean(axis=0)) for part in (0.45, 1.2))
    named = [
        Named("spot", 0.8, 0.9, False, (), unit_map(small)),
        Named("held up", 0.95, 0.97, False, (), unit_map(small)),
        Named("doubtful", 0.5, 0.9, False, (), unit_map(right)),
        Named("on a pile", 0.5, 0.9, False, (), unit_map(larger)),
    ]
    assert [one.id for one in card_sized(known_table(), named)] == ["held up", "doubtful", "on a pile"]
    assert card_sized(known_table(), []) == []


def test_no_card_is_seen_from_its_edge_beside_others_that_lie_flat() -> None:
    """The diamond of a playing card looks like one of this game when it is laid half as wide."""
    right = on_table(0.5, 1, 0)
    narrow = right.copy()
    narrow[1:3] = (right[[0, 3]] + right[1:3]) / 2
    larger = right.mean(axis=0) + 2.0 * (right - right.mean(axis=0))
    named = [
        Named("from its edge", 1.0, 0.97, False, (), unit_map(narrow)),
        Named("close to the camera", 1.0, 0.97, False, (), unit_map(larger)),
    ]
    assert [one.id for one in card_sized(known_table(), named)] == ["close to the camera"]


def lay(picture: Pixels, card: Pixels, quad: Matrix) -> None:
    height, width = card.shape[:2]
    matrix = quad_map([[0, 0], [width, 0], [width, height], [0, height]], quad)
    seen = cv2.warpPerspective(card, matrix, SIZE, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, SIZE)
    picture[inside > 127] = seen[inside > 127]


def test_a_card_below_another_looks_like_itself_where_it_is_seen(index: PackIndex) -> None:
    drawn = index.namer.index.drawn
    high = 130 * index.namer.index.aspect
    below = np.array([[400, 200], [530, 200], [530, 200 + high], [400, 200 + high]])
    above = below + np.array([35, 0.45 * high])
    picture = noise(5)
    lay(picture, drawn[0], below)
    lay(picture, drawn[-1], above)
    seen, place, looks = Picture(picture), unit_maps(below[None]), index.loose.looks
    whole, part = looks.at(seen, place)[0], looks.at(seen, place, cover_of(seen, [above]))[0]
    family = [one.rpartition(":")[0] for one in index.namer.index.ids]
    assert family[part.design] == family[0]
    assert part.score > max(0.9, whole.score + 0.2)
    # What lies elsewhere hides nothing.
    assert looks.at(seen, place, cover_of(seen, [above + 500]))[0].score == pytest.approx(whole.score, abs=1e-5)
    # It is found where it lies from a little beside, however much lies on it.
    start = looks.at(seen, unit_maps((below + np.array([5, -4]))[None]), cover_of(seen, [above]))
    closer = looks.closer(seen, start, 3, cover_of(seen, [above]))[0]
    assert closer.score > start[0].score
    assert np.abs(closer.corners - below)[:2].max() < 3  # the corners that are seen


def test_a_covered_side_goes_along_with_the_one_opposite() -> None:
    quad = np.array([[400, 200], [530, 200], [530, 400], [400, 400.0]])
    picture = noise(4)
    picture[200:400, 400:530] = 230
    picture[100:220, 300:650] = 230  # another white one on it
    edges = edges_of(cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.uint8))
    assert edge_support(edges, quad[None])[0, 0] < 0.2
    for down in (-8.0, 8.0):
        assert off(snapped(edges, quad[None] + [0, down], is_sized=True), quad) < 0.015


def test_a_rectangle_beside_faint_edges_is_moved_to_them(index: PackIndex) -> None:
    drawn = index.namer.index.drawn[0]
    high = 130 * index.namer.index.aspect
    quad = np.array([[400, 200], [530, 200], [530, 200 + high], [400, 200 + high]])
    picture = noise(5)
    lay(picture, drawn, quad)
    seen, found = Picture(picture), quad + np.array([8.0, 7.0])
    edges = edges_of(picture)
    assert edge_support(edges, found[None]).sum() < MIN_SUPPORT
    places = outlined(index.loose, seen, edges, found[None], [])
    assert [one.support > MIN_SUPPORT for one in places[:1]] == [True]
    assert off(np.stack([place.corners for place in places]), quad) < 0.03


def test_features_on_known_cards_tell_no_others() -> None:
    points: Floats = np.array([[10, 10], [60, 60], [200, 40], [95, 20]], np.float32)
    nothing = np.zeros(4, np.float32)
    seen = Features(points, nothing, nothing, np.zeros((4, 128), np.float32))
    matches = Matches(np.array([0, 1, 1, 2, 3]), np.array([5, 6, 7, 8, 9]), np.arange(5, dtype=np.float32))
    card = np.array([[0, 0], [100, 0], [100, 100], [0, 100.0]])
    left = other_matches(seen, matches, [card])
    assert (left.seen.tolist(), left.own.tolist(), left.weight.tolist()) == ([2], [8], [3.0])
    assert other_matches(seen, matches, []).seen.tolist() == matches.seen.tolist()
