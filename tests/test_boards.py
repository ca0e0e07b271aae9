"""Boards on one table: those that features do not tell are found in the plane of the others, and none is invented."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from card_db.pack import read_manifest, save_pack
from scanner.board_cards import showing_cards
from scanner.board_laid import verified
from scanner.board_model import BoardModel, FoundBoard, Slot, model_board
from scanner.board_plane import clearest, is_level, laid_flat, seek
from scanner.boards import among_more_features, find_boards
from scanner.geometry import Matrix, Pixels, transform
from scanner.hidden_boards import by_its_cards
from scanner.index_cache import load_index
from scanner.picture import Picture
from scanner.simulator.boardfaces import draw_board
from scanner.simulator.foreign import TITLES, make_deck
from scanner.simulator.scene import Scene, load_sim_deck, render
from scanner.simulator.style import make_style
from scanner.spaces import read_spaces

DECK = 33
NEAR = 3.0  # pixels between the corners of a board and where it lies


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_deck(DECK, tmp_path_factory.mktemp("deck"), designs=24)


def boards_of(seed: int) -> list[BoardModel]:
    """The boards of a deck, as they are enrolled."""
    faces = [draw_board(make_style(seed), number, title) for number, title in enumerate(TITLES)]
    return [
        model_board(face.id.replace(" ", "_"), face.image, [Slot(name, np.array(quad)) for name, quad in face.slots])
        for face in faces
    ]


@pytest.fixture(scope="module")
def models() -> list[BoardModel]:
    return boards_of(DECK)


@pytest.fixture(scope="module")
def scene(manifest: Path) -> Scene:
    """A table with cards on the spaces of four boards."""
    return render(load_sim_deck(manifest), "table", "medium", (1280, 720), 3)


@pytest.fixture(scope="module")
def picture(scene: Scene) -> Picture:
    return Picture(scene.image_bgr)


@pytest.fixture(scope="module")
def found(models: list[BoardModel], picture: Picture) -> list[FoundBoard]:
    boards = find_boards(models, picture)
    assert len(boards) == 4
    return boards


def true_quad(scene: Scene, name: str) -> Matrix:
    return np.array(next(board["quad"] for board in scene.truth["boards"] if board["id"] == name))


def off(board: FoundBoard, quad: Matrix) -> float:
    return float(np.abs(board.quad - quad).max())


def featureless(model: BoardModel) -> BoardModel:
    """The same board, as if nothing on it could be recognised by its features."""
    chance = np.random.default_rng(5).normal(size=model.features.descriptors.shape).astype(np.float32)
    chance /= np.linalg.norm(chance, axis=1, keepdims=True)
    return replace(model, features=replace(model.features, descriptors=chance))


def cloth(size: tuple[int, int]) -> Pixels:
    rough = cv2.GaussianBlur(np.random.default_rng(6).normal(0, 40, (*size, 1)).astype(np.float32), (0, 0), 1.5)
    return np.clip(rough[..., None] + [70, 90, 60], 0, 255).astype(np.uint8)


def lay(pixels_bgr: Pixels, model: BoardModel, matrix: Matrix) -> None:
    """Put a board into a picture."""
    size = (pixels_bgr.shape[1], pixels_bgr.shape[0])
    blurred = cv2.GaussianBlur(model.pixels_bgr, (0, 0), 0.8)
    inside = cv2.warpPerspective(np.full(model.pixels_bgr.shape[:2], 255, np.uint8), matrix, size) > 127
    pixels_bgr[inside] = cv2.warpPerspective(blurred, matrix, size)[inside]


def placed(middle: tuple[float, float], degrees: float, scale: float, model: BoardModel) -> Matrix:
    """Where a board's own pixels go when it lies so, seen from straight above."""
    turn = np.radians(degrees)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    own = model.corners.mean(axis=0)
    move = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]], [0, 0, 1]])
    result: Matrix = move @ np.array([[1, 0, -own[0]], [0, 1, -own[1]], [0, 0, 1.0]])
    return result


def full(model: BoardModel) -> BoardModel:
    """The same board with cards on all its spaces that look like no part of it."""
    pixels = model.pixels_bgr.copy()
    rng = np.random.default_rng(7)
    for slot in model.slots:
        quad = np.round(slot.quad).astype(np.int32)
        cv2.fillConvexPoly(pixels, quad, rng.integers(0, 256, 3).tolist())
        inner = np.round((quad + quad.mean(axis=0)) / 2).astype(np.int32)
        cv2.fillConvexPoly(pixels, inner, rng.integers(0, 256, 3).tolist())
    return replace(model, pixels_bgr=pixels)


@pytest.mark.parametrize("number", range(4))
def test_a_board_that_shows_no_features_is_found_by_its_looks(
    models: list[BoardModel], scene: Scene, picture: Picture, found: list[FoundBoard], number: int
) -> None:
    model = models[number]
    others = [board for board in found if board.model.id != model.id]
    beside = clearest(others)
    assert beside is not None
    again = seek(picture, beside, others, [model])
    assert [board.model.id for board in again] == [model.id]
    assert off(again[0], true_quad(scene, model.id)) < NEAR


@pytest.mark.parametrize("number", range(1, 4))
def test_a_board_full_of_cards_is_found_by_what_shows_between_them(models: list[BoardModel], number: int) -> None:
    table, beside, model = cloth((720, 1280)), models[0], models[number]
    first, second = placed((370, 200), 3, 0.45, beside), placed((760, 500), -6, 0.45, model)
    lay(table, beside, first)
    lay(table, full(model), second)
    known = FoundBoard(beside, first, 0.9)
    again = seek(Picture(table), known, [known], [model])
    assert [board.model.id for board in again] == [model.id]
    assert off(again[0], transform(second, model.corners)) < NEAR


def test_a_search_for_all_boards_looks_for_those_without_features_too(
    models: list[BoardModel], scene: Scene, picture: Picture
) -> None:
    hidden = [featureless(model) for model in models[:2]]
    boards = find_boards([*hidden, *models[2:]], picture)
    assert {board.model.id for board in boards} == {model.id for model in models}
    assert max(off(board, true_quad(scene, board.model.id)) for board in boards) < NEAR
    # One that is known by its features has to be there to tell the plane.
    assert find_boards(hidden, picture) == []


def test_small_boards_on_a_patterned_cloth_are_told_by_more_features(models: list[BoardModel]) -> None:
    """Of the usual number of features hardly one is theirs; where boards are large that is no reason to look again."""
    checks = np.kron(np.indices((30, 54)).sum(axis=0) % 2, np.ones((30, 30)))
    pixels_bgr = (90 + 110 * checks[..., None] * np.array([0.4, 1.0, 0.7])).astype(np.uint8)
    first, second = models[0], models[1]
    places = [
        placed(middle, degrees, 300 / one.size, one)
        for one, middle, degrees in ((first, (560.0, 400.0), 8.0), (second, (940.0, 470.0), 188.0))
    ]
    for one, place in zip((first, second), places, strict=True):
        lay(pixels_bgr, one, place)
    known = FoundBoard(first, places[0], 0.7)
    (other,) = among_more_features([second], Picture(pixels_bgr), [known])
    assert off(other, transform(places[1], second.corners)) < NEAR
    close = Picture(np.ascontiguousarray(pixels_bgr[250:600, 380:1120]))
    nearby = FoundBoard(first, np.array([[1, 0, -380], [0, 1, -250], [0, 0, 1.0]]) @ places[0], 0.7)
    assert among_more_features([second], close, [nearby]) == []


def test_no_board_is_invented_where_others_lie(picture: Picture, found: list[FoundBoard]) -> None:
    """Boards of another deck are in view, with spaces and cards on them, where these could lie."""
    beside = clearest(found)
    assert beside is not None
    assert seek(picture, beside, [beside], boards_of(DECK + 1)) == []


def test_no_board_is_invented_on_an_empty_table(
    models: list[BoardModel], scene: Scene, found: list[FoundBoard]
) -> None:
    beside = clearest(found)
    assert beside is not None
    pixels = cloth(scene.image_bgr.shape[:2])
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(beside.quad).astype(np.int32), 1)
    pixels[mask > 0] = scene.image_bgr[mask > 0]
    missing = [model for model in models if model.id != beside.model.id]
    assert seek(Picture(pixels), beside, [beside], missing) == []
    assert [board.model.id for board in find_boards(models, Picture(pixels))] == [beside.model.id]


def test_a_place_that_is_taken_holds_no_second_board(picture: Picture, found: list[FoundBoard]) -> None:
    first, *others = found
    beside = clearest(others)
    assert beside is not None
    taken = FoundBoard(replace(first.model, id="another"), first.to_picture, 0.9)
    assert [one.model.id for one in seek(picture, beside, others, [first.model])] == [first.model.id]
    assert seek(picture, beside, [*others, taken], [first.model]) == []


def test_of_two_boards_that_look_the_same_one_is_found_in_one_place(
    models: list[BoardModel], picture: Picture, found: list[FoundBoard]
) -> None:
    first, *others = found
    beside = clearest(others)
    assert beside is not None
    twin = replace(first.model, id="twin")
    assert [one.model.id for one in seek(picture, beside, others, [first.model, twin])] == [first.model.id]
    assert len(find_boards([*models, twin], picture)) == 4


def test_most_boards_tell_the_plane_not_the_clearest_one(found: list[FoundBoard]) -> None:
    small = FoundBoard(found[0].model, found[0].to_picture @ np.diag([0.6, 0.6, 1.0]), 0.99)
    told = clearest([small, *found[1:]])
    assert told is not None
    assert told.model.id == max(found[1:], key=lambda one: one.share).model.id
    assert clearest([]) is None


def test_a_board_is_tilted_as_the_others(
    models: list[BoardModel], scene: Scene, picture: Picture, found: list[FoundBoard]
) -> None:
    """What few blocks told of its tilt does not stay."""
    beside, bent = found[0], found[1]
    corner = bent.model.corners[2]
    pull = np.array([[1, 0, 0], [0, 1, 0], [0.05 / corner[0], -0.04 / corner[1], 1.0]])
    tilted = replace(bent, to_picture=bent.to_picture @ pull)
    true = true_quad(scene, bent.model.id)
    assert off(tilted, true) > 2 * NEAR
    flat = laid_flat(tilted, beside, picture)
    assert flat is not None
    assert off(flat, true) < NEAR


def test_a_board_that_is_seen_clearly_is_kept_though_the_plane_is_known_badly(found: list[FoundBoard]) -> None:
    """Lenses bend what one board tells of the plane far away; a faint board so far off is none."""
    one, two = found[0], found[1]
    tilted = one.to_picture @ np.diag([1.13, 1.13, 1.0])
    bent = replace(one, to_picture=tilted)
    assert not is_level(replace(two, share=0.3), bent)
    assert is_level(replace(two, share=0.5), bent)


def test_a_small_picture_of_a_board_is_none(models: list[BoardModel]) -> None:
    """On a box or a sheet of rules boards are printed smaller; cards would not fit on them."""
    table, one, two, printed = cloth((720, 1280)), models[0], models[1], models[2]
    lay(table, one, placed((380, 230), 4, 0.45, one))
    lay(table, two, placed((420, 540), -3, 0.45, two))
    shown = placed((1010, 400), 10, 0.3, printed)
    lay(table, printed, shown)
    picture = Picture(table)
    there = verified(printed, shown, picture)
    assert there is not None  # it looks just like the board
    boards = find_boards(models, picture)
    assert {board.model.id for board in boards} == {one.id, two.id}
    assert laid_flat(there, boards[0], picture) is None
    # In the right size it is one.
    lay(table, printed, placed((1000, 400), 80, 0.45, printed))
    assert {board.model.id for board in find_boards(models, Picture(table))} == {one.id, two.id, printed.id}


@pytest.mark.parametrize("number", range(4))
def test_a_board_is_told_only_by_enough_of_its_print(models: list[BoardModel], number: int) -> None:
    """A strip of a tenth of it does not tell exactly where the rest would lie; more than half of it does."""
    model = models[number]
    there = placed((600, 360), 4, 0.6, model)
    width, height = model.corners[2]
    seen = []
    for part in (0.1, 0.6):
        table = cloth((720, 1280))
        other = table[::-1].copy()
        lay(table, model, there)
        rest = np.array([[part * width, -5], [width + 5, -5], [width + 5, height + 5], [part * width, height + 5]])
        mask = np.zeros(table.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(transform(there, rest)).astype(np.int32), 1)
        table[mask > 0] = other[mask > 0]
        seen.append(verified(model, there, Picture(table)))
    assert seen[0] is None
    assert seen[1] is not None
    assert off(seen[1], transform(there, model.corners)) < NEAR


def test_a_board_is_told_by_the_cards_on_it(manifest: Path, scene: Scene, tmp_path: Path) -> None:
    """Laid a little off it is put in its place; laid elsewhere there is no board."""
    pack = tmp_path / "deck.cardpack"
    save_pack(read_manifest(manifest), pack)
    index, picture = load_index(pack), Picture(scene.image_bgr)
    filled = [slot["board"] for slot in scene.truth["slots"] if slot["state"] == "card" and slot["pawn"] is None]
    name = max(set(filled), key=filled.count)
    assert filled.count(name) >= 4
    board = next(board for board in find_boards(index.boards, picture) if board.model.id == name)
    width = board.model.slot_width
    off = board.to_picture @ np.array([[1, 0, 0.08 * width], [0, 1, -0.06 * width], [0, 0, 1.0]])
    told = by_its_cards(index, picture, [replace(board, to_picture=off)])
    assert told is not None
    assert np.linalg.norm(told.quad - board.quad, axis=1).max() < 2 * NEAR
    elsewhere = board.to_picture @ np.array([[1, 0, 0.5 * width], [0, 1, 0.5 * width], [0, 0, 1.0]])
    places = [replace(board, to_picture=place) for place in (elsewhere, off)]
    assert len(showing_cards(index.loose.rough, index.loose.looks, picture, places)) == 1
    assert by_its_cards(index, picture, [replace(board, to_picture=elsewhere)]) is None


def test_things_in_colours_that_nobody_has_are_no_pawns(manifest: Path, scene: Scene, tmp_path: Path) -> None:
    pack = tmp_path / "deck.cardpack"
    save_pack(read_manifest(manifest), pack)
    index, picture = load_index(pack), Picture(scene.image_bgr)
    boards = find_boards(index.boards, picture)

    def pawns(in_play: set[str] | None) -> dict[tuple[str, str], str]:
        spaces = [slot for slot, _ in read_spaces(index, picture, boards, pawns=in_play)]
        return {(slot.board, slot.slot): slot.pawn for slot in spaces if slot.pawn is not None}

    seen = pawns(None)
    truth = {(slot["board"], slot["slot"]): slot["pawn"] for slot in scene.truth["slots"] if slot["pawn"]}
    assert seen == truth
    assert len(set(truth.values())) >= 2
    one = min(set(truth.values()))
    assert {place: colour for place, colour in truth.items() if colour == one}.items() <= pawns({one}).items()
    assert pawns({"pink"}) == {}
