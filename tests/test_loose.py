"""Cards beside the boards are found where they lie, also when others lie on them or hardly anything is on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from card_db.pack import read_manifest
from scanner.cover import Cover
from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, quad_map, quad_sides, transform, unit_map
from scanner.index import COVER_WIDTH
from scanner.loose import find_loose, may_be_loose
from scanner.loose_naming import name_below
from scanner.named import Named
from scanner.outlines import edge_support, edges_of, snapped
from scanner.pack_index import PackIndex, index_pack
from scanner.picture import Picture
from scanner.rough_look import Start
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import load_sim_deck, render
from scanner.steps import Fits, Steps, together
from scanner.table_plane import plane_of

SURE = 0.9
WIDTH = 120.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_deck(31, folder=tmp_path_factory.mktemp("deck"), designs=24).parent


@pytest.fixture(scope="module")
def index(folder: Path) -> PackIndex:
    return index_pack(read_manifest(folder / "manifest.json"))


@pytest.fixture(scope="module")
def plain_index(tmp_path_factory: pytest.TempPathFactory) -> PackIndex:
    return index_pack(read_manifest(make_deck(32, folder=tmp_path_factory.mktemp("plain"), look="plain")))


def laid(index: PackIndex, centre: tuple[float, float], degrees: float) -> Matrix:
    """The corners of a card of the usual width."""
    high = WIDTH * index.namer.index.aspect
    corners = (UNIT_QUAD - 0.5) * [WIDTH, high]
    turn = np.radians(degrees)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return corners @ spin.T + centre


def cloth(seed: int) -> Pixels:
    rng = np.random.default_rng(seed)
    rough = rng.normal(0, 14, (720, 1280, 1)).astype(np.float32)
    return np.clip(cv2.GaussianBlur(rough, (0, 0), 1.5)[..., None] * 3 + [70, 90, 60], 0, 255).astype(np.uint8)


def lay(picture: Pixels, card: Pixels, quad: Matrix) -> None:
    """Put a card's picture into a picture."""
    height, width = card.shape[:2]
    small = cv2.resize(card, (240, round(240 * height / width)), interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    matrix = quad_map([[0, 0], [width, 0], [width, height], [0, height]], quad)
    size = (picture.shape[1], picture.shape[0])
    seen = cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size)
    picture[inside > 127] = seen[inside > 127]


def cards_of(pack_folder: Path) -> list[tuple[str, Pixels]]:
    pack = read_manifest(pack_folder / "manifest.json")
    pictures = [(card.id, cv2.imdecode(np.frombuffer(card.data, np.uint8), cv2.IMREAD_COLOR)) for card in pack.cards]
    return [(name, pixels) for name, pixels in pictures if pixels is not None]


def off(named: Named, quad: Any) -> float:
    """How far a found card's corners are from where they are, in card widths; backs may look the same upside down."""
    corners = np.asarray(quad, dtype=np.float64)
    found = transform(named.card_map, UNIT_QUAD)
    ways = [corners, np.roll(corners, 2, axis=0)] if named.is_back else [corners]
    return min(float(np.abs(found - way).max()) for way in ways) / quad_sides(corners)[0]


def at(found: list[Named], quad: Any, reach: float = 0.15) -> Named | None:
    best = min(found, key=lambda one: off(one, quad), default=None)
    return best if best is not None and off(best, quad) < reach else None


def around(differ: Any, rim: float) -> Matrix:
    """The corners of the box around all pixels that differ, as parts of the card."""
    rows, columns = np.nonzero(differ)
    low, high = np.array([columns.min(), rows.min()]) - rim, np.array([columns.max(), rows.max()]) + rim
    corners: Matrix = np.array([low, [high[0], low[1]], high, [low[0], high[1]]]) / differ.shape[::-1]
    return corners


def difference(one: Pixels, two: Pixels) -> Any:
    return np.abs(one.astype(int) - two).max(axis=2) > 40


def name_at(index: PackIndex, picture: Pixels, name: str, quad: Matrix) -> Named:
    """The name of a card that is known to lie there, going by all that is seen within its edges."""
    start = Start(index.namer.index.ids.index(name), unit_map(quad), 1.0)
    seen = Picture(picture)
    return together(index.namer.index, seen, [index.namer.naming_from(seen, [start])])[0]


@pytest.mark.parametrize(("difficulty", "seed"), [("easy", 601), ("medium", 602), ("medium", 603)])
def test_a_hand_is_found_and_cards_of_other_games_are_not_named(
    index: PackIndex, folder: Path, difficulty: Any, seed: int
) -> None:
    scene = render(load_sim_deck(folder / "manifest.json"), "hand", difficulty, (1280, 720), seed)
    found = find_loose(index.loose, index.namer, Picture(scene.image_bgr), [])
    own = [card for card in scene.truth["cards"] if card["face"] != "foreign" and card["visible_fraction"] > 0.8]
    seen = [at(found, card["quad"]) for card in own]
    assert len([one for one in seen if one is not None]) >= len(own) - 1
    for card, one in zip(own, seen, strict=True):
        assert one is None or one.confidence < SURE or one.id == card["id"]
    for card in scene.truth["cards"]:
        one = at(found, card["quad"], 0.3)
        assert card["face"] != "foreign" or one is None or one.confidence < SURE


def test_a_card_under_another_one_is_found(index: PackIndex, folder: Path) -> None:
    cards = cards_of(folder)
    picture = cloth(1)
    quads = [laid(index, (400, 300), 20), laid(index, (900, 350), -70)]
    for number, quad in enumerate(list(quads)):
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        # The second one lies on a quarter of the first.
        quads.append(quad + 0.5 * across + 0.5 * down if number else quad + 0.75 * down)
    for (_, pixels), quad in zip(cards[::5], quads, strict=False):
        lay(picture, pixels, quad)
    found = find_loose(index.loose, index.namer, Picture(picture), [])
    assert len(found) == 4
    for (name, _), quad in zip(cards[::5], quads, strict=False):
        one = at(found, quad, 0.05)
        assert one is not None
        assert one.id == name or one.confidence < SURE


def test_what_a_card_on_top_hides_tells_nothing(index: PackIndex, folder: Path) -> None:
    """Twins whose only difference is hidden are equally likely; with it in view one is sure."""
    namer, cards = index.namer, dict(cards_of(folder))
    one, two = next(
        (a, b) for a in cards for b in cards if a < b and a.rpartition(":")[0] == b.rpartition(":")[0] != "bare"
    )
    picture, quad = cloth(4), laid(index, (600, 350), 30)
    lay(picture, cards[one], quad)
    named = at(find_loose(index.loose, namer, Picture(picture), []), quad, 0.05)
    assert named is not None
    assert (named.id, named.confidence > SURE) == (one, True)
    box = around(difference(cards[one], cards[two]), 12.0)
    hidden = namer.name_covered(Picture(picture), named, [transform(named.card_map, box)])
    assert hidden.confidence < SURE


@pytest.mark.parametrize("family", ["edtin-4:price", "sollu-7:digit"])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_card_below_another_is_named_only_by_what_is_seen_of_it(
    index: PackIndex, folder: Path, family: str, is_first: bool
) -> None:
    """The card on top shows, just there, the mark of the twin of the one below."""
    namer, cards = index.namer, dict(cards_of(folder))
    own, twin, top = f"{family}:0", f"{family}:1", "katin-9:patch:0"
    quad = laid(index, (640, 380), 30)
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    over = quad - 0.5 * across - 0.6 * down
    picture, misleading = cloth(4), cloth(4)
    lay(picture, cards[own], quad)
    lay(misleading, cards[twin], quad)
    lay(picture, cards[top], over)
    mark = transform(unit_map(quad), around(difference(cards[own], cards[twin]), 3.0))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(mark).astype(np.int32), 1)
    picture[mask > 0] = misleading[mask > 0]
    alone = [name_at(index, picture, own, quad), name_at(index, picture, top, over)]
    assert [one.id for one in alone] == [twin, top]  # the trap is one
    order = 1 if is_first else -1
    named = name_below(namer, Picture(picture), edges_of(picture), alone[::order])[::order]
    assert named[0].confidence < 0.6
    assert {guess.id for guess in named[0].guesses} == {own, twin}
    assert named[1] is alone[1]
    if is_first:
        one = at(find_loose(index.loose, namer, Picture(picture), []), quad, 0.05)
        assert one is not None
        assert one.confidence < 0.6


def test_a_card_below_another_stays_sure_by_a_mark_in_view(index: PackIndex, folder: Path) -> None:
    namer, cards = index.namer, dict(cards_of(folder))
    own, top = "edtin-4:price:0", "katin-9:patch:0"
    quad = laid(index, (640, 380), 30)
    over = quad + 0.5 * (quad[1] - quad[0]) + 0.6 * (quad[3] - quad[0])
    picture = cloth(4)
    lay(picture, cards[own], quad)
    lay(picture, cards[top], over)
    alone = [name_at(index, picture, own, quad), name_at(index, picture, top, over)]
    named = name_below(namer, Picture(picture), edges_of(picture), alone)
    assert [(one.id, one.confidence > SURE) for one in named] == [(own, True), (top, True)]
    assert named[0].cover is not None
    assert named[0].fit > 0.9


def test_a_card_is_compared_only_where_it_is_not_hidden(index: PackIndex, folder: Path) -> None:
    """Upper half of one card, lower half of another: each explains the picture when the other one is hidden."""
    namer, cards = index.namer, dict(cards_of(folder))
    upper, lower = "roro-8:flag-digit:0", "katin-9:patch:0"
    middle = round(0.5 * len(cards[upper]))
    mixed = np.concatenate([cards[upper][:middle], cards[lower][middle:]])
    quad = laid(index, (640, 380), 30)
    pixels = cloth(4)
    lay(pixels, mixed, quad)
    picture, card_map = Picture(pixels), unit_map(quad)
    columns, rows = namer.index.size(COVER_WIDTH)
    down = np.repeat(np.arange(rows)[:, None], columns, axis=1)

    def compared() -> Steps[Floats]:
        return (yield Fits(card_map))

    ((whole, plain),) = together(namer.index, picture, [compared()])
    for name, hidden in ((upper, down >= rows // 2), (lower, down < rows // 2 + 1)):
        cover = Cover(np.where(hidden, 255, 0).astype(np.uint8), np.zeros((0, 3), np.float32))
        fits, _ = namer._open_fits(picture, card_map, cover)
        design = namer.index.ids.index(name)
        family = [i for i, other in enumerate(namer.index.ids) if other.rpartition(":")[0] == name.rpartition(":")[0]]
        assert int(fits.argmax()) in family
        assert fits[design] > 0.9 > whole.max() + 0.1
        assert np.delete(fits, family).max() < fits[design] - 0.2
    nothing = Cover(np.zeros((rows, columns), np.uint8), np.zeros((0, 3), np.float32))
    every, by_shape = namer._open_fits(picture, card_map, nothing)
    assert every == pytest.approx(whole, abs=1e-4)
    assert by_shape == pytest.approx(plain, abs=1e-4)


def test_cards_on_boards_are_not_loose(index: PackIndex, folder: Path) -> None:
    cards = cards_of(folder)
    picture = cloth(2)
    inside, beside = laid(index, (300, 300), 5), laid(index, (900, 300), 185)
    lay(picture, cards[0][1], inside)
    lay(picture, cards[9][1], beside)
    board = np.array([[100, 100], [500, 100], [500, 600], [100, 600.0]])
    found = find_loose(index.loose, index.namer, Picture(picture), [board], [inside])
    assert len(found) == 1
    assert at(found, beside, 0.05) is not None


def test_cards_with_hardly_anything_on_them_are_found_by_their_edges(plain_index: PackIndex) -> None:
    faces = np.flatnonzero(~plain_index.namer.index.is_back)[::9]
    picture = cloth(3)
    places = [(200, 200), (480, 190), (800, 200), (1080, 220), (220, 520), (520, 520), (820, 500), (1080, 520)]
    quads = [laid(plain_index, place, 23.0 * number) for number, place in enumerate(places)]
    for design, quad in zip(faces, quads, strict=False):
        lay(picture, plain_index.namer.index.drawn[design], quad)
    found = find_loose(plain_index.loose, plain_index.namer, Picture(picture), [])
    turned = [np.roll(quad, 2, axis=0) for quad in quads]  # the same thing on it either way up
    seen = [at(found, one, 0.05) or at(found, two, 0.05) for one, two in zip(quads, turned, strict=True)]
    assert len([one for one in seen if one is not None]) >= len(quads) - 1
    assert len(found) <= len(quads)


def one_sign(index: PackIndex) -> list[int]:
    """The faces of a deck, those with print on the least of them first."""
    faces = np.flatnonzero(~index.namer.index.is_back).tolist()
    return sorted(faces, key=lambda face: index.namer.print_span(index.namer.index.ids[face]))


def test_the_gap_between_cards_is_no_sign_of_another_card(plain_index: PackIndex) -> None:
    deck, gap = plain_index.namer.index, 25
    picture = np.clip(cloth(4).astype(int) * [1.6, 0.4, 1.4], 0, 255).astype(np.uint8)
    places = [
        (150 + (WIDTH + gap) * column, 180 + (WIDTH * deck.aspect + gap) * row) for row in (0, 1) for column in range(6)
    ]
    for face, place in zip(one_sign(plain_index), places, strict=False):
        lay(picture, deck.drawn[face], laid(plain_index, place, 0.0))
    found = find_loose(plain_index.loose, plain_index.namer, Picture(picture), [])
    centres = np.array([transform(one.card_map, np.array([[0.5, 0.5]]))[0] for one in found])
    away = np.linalg.norm(centres[:, None] - np.array(places)[None], axis=2).min(axis=1)
    assert (away < 0.2 * WIDTH).all()
    assert len(found) == len(places)


def test_one_sign_does_not_tell_the_size_of_its_card_against_its_edges(
    plain_index: PackIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    namer, face = plain_index.namer, one_sign(plain_index)[0]
    picture, quad = cloth(5), laid(plain_index, (640, 360), 12)
    lay(picture, namer.index.drawn[face], quad)
    seen, centre = Picture(picture), quad.mean(axis=0)

    def too_large(*_: Any, **__: Any) -> Steps[Named]:
        """Its sign in place, its corners not."""
        yield from ()
        return Named(namer.index.ids[face], SURE, 0.7, False, (), unit_map(centre + (quad - centre) * 1.1), 0.8)

    monkeypatch.setattr(namer, "_settled", too_large)
    work = namer.naming_from(seen, [Start(face, unit_map(quad), 0.8)], unit_map(quad))
    named = together(namer.index, seen, [work])[0]
    assert min(off(named, quad), off(named, np.roll(quad, 2, axis=0))) < 0.03
    assert named.id == namer.index.ids[face]
    assert named.fit > SURE


@pytest.mark.parametrize("size", [(1, 1), (16, 16), (40, 600)])
def test_a_picture_of_nothing_holds_no_card(index: PackIndex, size: tuple[int, int]) -> None:
    assert find_loose(index.loose, index.namer, Picture(np.full((*size, 3), 90, np.uint8)), []) == []


def test_a_few_cards_tell_the_size_of_the_others() -> None:
    aspect = 1.5
    camera = np.array([[160, 20, 500], [-15, 140, 350], [0.02, 0.05, 1.0]])
    spots = [(-2.0, -1.5), (2.0, -1.0), (0.0, 1.5), (2.0, 1.6), (-2.2, 1.4)]
    quads = [transform(camera, (UNIT_QUAD - 0.5) * [1, aspect] + spot) for spot in spots]
    plane = plane_of(quads[:3], (1280, 720), aspect)
    assert max(plane.size_error(quad) for quad in quads) < 0.03
    larger = transform(camera, (UNIT_QUAD - 0.5) * [1.2, 1.2 * aspect] + spots[4])
    assert plane.size_error(larger) > 0.15
    # One that is far too large, whose sides are hardly seen, does not bend it.
    doubtful = transform(camera, (UNIT_QUAD - 0.5) * [1.5, 1.5 * aspect] + spots[3])
    plane = plane_of([doubtful, *quads[:3]], (1280, 720), aspect, [0.1, 1.0, 1.0, 1.0])
    assert max(plane.size_error(quad) for quad in quads) < 0.03


def test_an_outline_is_moved_to_the_edges_around_it() -> None:
    picture = cloth(4)
    quad = np.array([[400, 200], [520, 230], [470, 410], [350, 380.0]])
    cv2.fillConvexPoly(picture, quad.astype(np.int32), (230, 235, 240))
    edges = edges_of(picture)
    rough = quad + np.array([[4, -3], [-4, 3], [5, 2], [-3, -4.0]])
    moved = snapped(edges, rough[None])
    assert np.abs(moved[0] - quad).max() < 2.5
    assert edge_support(edges, moved).min() > 0.6


def checked(step: int) -> Pixels:
    """A checked cloth whose squares are almost as large as cards."""
    rows, columns = np.mgrid[:720, :1280] // step
    colours = np.array([(215, 220, 170), (150, 165, 120), (80, 110, 70)], np.uint8)
    return cv2.GaussianBlur(colours[rows % 2 + columns % 2], (0, 0), 1.0).astype(np.uint8)


@pytest.mark.parametrize("table", [cloth(5), checked(80)], ids=["cloth", "checked"])
def test_beside_boards_a_card_is_seen_by_its_outline_and_a_cloth_is_none(
    plain_index: PackIndex, table: Pixels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spaces of a board tell the table, where features tell nothing."""
    monkeypatch.setattr("scanner.loose.feature_poses", lambda *_: [])
    spaces = [laid(plain_index, (200 + 150 * column, 180 + 230 * row), 0) for row in (0, 1) for column in range(4)]
    board = np.array([[100, 60], [760, 60], [760, 540], [100, 540.0]])
    cards = plain_index.namer.index
    for number in (3, 40):
        seen, quad = table.copy(), laid(plain_index, (1000, 380), 28)
        lay(seen, cards.close[number], quad)
        picture = Picture(seen)
        assert may_be_loose(plain_index.loose, cards.aspect, picture, [board], spaces)
        named = at(find_loose(plain_index.loose, plain_index.namer, picture, [board], spaces), quad, 0.1)
        assert named is not None
        assert named.id == cards.ids[number]
    assert find_loose(plain_index.loose, plain_index.namer, Picture(table), [board], spaces) == []
    assert not may_be_loose(plain_index.loose, cards.aspect, Picture(table), [board], spaces)
