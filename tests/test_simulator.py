"""The camera simulator: its pictures are believable to a correlation, and its truths are exact."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.simulator.__main__ import main
from scanner.simulator.camera import Camera
from scanner.simulator.film import Lay, PutPawn, Sweep, Take, Wait, make_film
from scanner.simulator.foreign import deck_faces, make_deck
from scanner.simulator.printing import make_run, print_sheet
from scanner.simulator.procedural import Array
from scanner.simulator.scene import Difficulty, Kind, Scene, SimDeck, load_sim_deck, render
from scanner.simulator.style import make_style

SIZE = (800, 450)
KINDS: tuple[Kind, ...] = ("table", "boards", "hand")
LEVELS: tuple[Difficulty, ...] = ("easy", "medium", "hard")
SPACES = {"current-1", "current-2", "current-3", "current-4", "future-1", "future-2", "draw", "discard"}


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_deck(4, tmp_path_factory.mktemp("deck"), designs=24)


@pytest.fixture(scope="module")
def deck(manifest: Path) -> SimDeck:
    return load_sim_deck(manifest)


@pytest.fixture(scope="module")
def scenes(deck: SimDeck) -> dict[tuple[str, str], Scene]:
    return {(kind, level): render(deck, kind, level, SIZE, 3) for kind, level in itertools.product(KINDS, LEVELS)}


def likeness(picture: Array, quad: list[list[float]], reference: Array) -> float:
    """Correlation of what lies under the quad with the reference, both small and grey."""
    small = (66, 102)
    corners = np.array([(0, 0), (small[0], 0), small, (0, small[1])], np.float32) - np.float32(0.5)
    seen = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(np.array(quad, np.float32), corners), small)
    wanted = cv2.resize(reference, small, interpolation=cv2.INTER_AREA)
    a, b = (cv2.GaussianBlur(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).ravel() for p in (seen, wanted))
    return float(np.corrcoef(np.asarray(a, np.float64), np.asarray(b, np.float64))[0, 1])


def clear_cards(deck: SimDeck, scene: Scene) -> list[tuple[list[list[float]], Array]]:
    """Quads and references of face-up cards in full view that have some texture."""
    known = {**deck.cards, **deck.backs}
    return [
        (card["quad"], known[card["id"]])
        for card in scene.truth["cards"]
        if card["face"] != "foreign" and card["visible_fraction"] > 0.97 and card["glare_fraction"] < 0.05
        if known[card["id"]].std() > 35
    ]


def test_a_foreign_deck_has_the_asked_designs_backs_and_four_boards_with_eight_spaces(manifest: Path) -> None:
    data = json.loads(manifest.read_text())
    assert len({card["id"] for card in data["cards"]}) == 24
    assert len(data["backs"]) in (4, 5)
    assert [{slot["id"] for slot in board["slots"]} for board in data["boards"]] == [SPACES] * 4
    for entry in [*data["cards"], *data["backs"], *data["boards"]]:
        assert (manifest.parent / entry["image"]).is_file()


@pytest.mark.parametrize("seed", range(12))
def test_every_deck_has_six_to_ten_families_and_no_two_equal_faces(seed: int) -> None:
    faces = deck_faces(make_style(seed), 80)
    families = {face.id.split(":")[0] for face in faces if not face.id.startswith(("bare", "single"))}
    assert len(faces) == len({face.id for face in faces}) == 80
    assert 6 <= len(families) <= 10
    shown = [
        (f.title, f.art_seed, f.subject, f.tint, f.digit, f.icon, f.count, f.flag, f.patch, f.mark, f.rules)
        for f in faces
    ]
    assert len(set(shown)) == 80


def test_the_same_seed_draws_the_same_deck_and_another_seed_another_style(manifest: Path, tmp_path: Path) -> None:
    assert make_deck(4, tmp_path, designs=24).read_text() == manifest.read_text()
    for path in sorted(tmp_path.rglob("*.png")):
        assert path.read_bytes() == (manifest.parent / path.relative_to(tmp_path)).read_bytes()
    looks = {(s.layout, s.finish, s.frame, s.font, s.texture) for s in map(make_style, range(40))}
    assert len(looks) == 40


def test_a_scene_is_the_same_each_time(deck: SimDeck, scenes: dict[tuple[str, str], Scene]) -> None:
    again = render(deck, "boards", "hard", SIZE, 3)
    assert np.array_equal(again.image_bgr, scenes["boards", "hard"].image_bgr)
    assert again.truth == scenes["boards", "hard"].truth
    assert not np.array_equal(render(deck, "boards", "hard", SIZE, 4).image_bgr, again.image_bgr)


def test_lens_and_its_inverse_agree() -> None:
    camera = Camera((1920, 1080), 1500, 0.6, 1.0, 0.05, 700, (30, 40), k1=-0.09, k2=0.02)
    points = np.random.default_rng(1).uniform(0, 1, (50, 2)) * (1920, 1080)
    assert np.allclose(camera.bend(np.column_stack(camera.straighten(*points.T))), points, atol=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_truth_quads_lie_on_the_cards(deck: SimDeck, scenes: dict[tuple[str, str], Scene], kind: str) -> None:
    scene = scenes[kind, "easy"]
    cards = clear_cards(deck, scene)
    assert len(cards) >= 3
    found = [likeness(scene.image_bgr, quad, reference) for quad, reference in cards]
    assert min(found) > 0.7
    assert np.mean(found) > 0.85
    for (quad, reference), straight in zip(cards, found, strict=True):  # turned or moved, they fit worse
        side = np.subtract(quad[1], quad[0])
        assert likeness(scene.image_bgr, (np.array(quad) + 0.08 * side).tolist(), reference) < straight
        assert likeness(scene.image_bgr, quad[2:] + quad[:2], reference) < straight


def test_difficulties_differ(deck: SimDeck) -> None:
    means = []
    for level in LEVELS:
        found = []
        for seed in (11, 12):
            scene = render(deck, "boards", level, (640, 360), seed)
            found += [likeness(scene.image_bgr, quad, reference) for quad, reference in clear_cards(deck, scene)]
        means.append(np.mean(found))
    assert means[0] > means[1] > means[2]


def test_spaces_agree_with_the_cards_on_them(scenes: dict[tuple[str, str], Scene]) -> None:
    for (kind, _), scene in scenes.items():
        cards = {(c["board"], c["slot"]): c for c in scene.truth["cards"] if c["board"]}
        assert len(scene.truth["slots"]) == 8 * len(scene.truth["boards"])
        assert len(scene.truth["boards"]) in {"table": (4,), "boards": (1, 2), "hand": (0,)}[kind]
        for slot in scene.truth["slots"]:
            card = cards.pop((slot["board"], slot["slot"]), None)
            expected = {"up": "card", "down": "back"}[card["face"]] if card else "pawn" if slot["pawn"] else "empty"
            assert (slot["state"], slot["id"]) == (expected, card["id"] if card else None)
        assert not cards
        pawns = [slot["pawn"] for slot in scene.truth["slots"] if slot["pawn"]]
        assert len(pawns) == len(set(pawns))


def test_whole_tables_show_all_boards_and_cards_of_the_promised_width(deck: SimDeck) -> None:
    for level, seed in (("easy", 21), ("hard", 22)):
        truth = render(deck, "table", level, (1280, 720), seed).truth  # type: ignore[arg-type]
        for board in truth["boards"]:
            assert np.all(np.array(board["quad"]) >= -2)
            assert np.all(np.array(board["quad"]) <= (1282, 722))
        widths = [np.linalg.norm(np.subtract(c["quad"][1], c["quad"][0])) for c in truth["cards"]]
        assert 52 < np.median(widths) < 100


def test_a_hand_has_five_to_fifteen_cards_none_covered_by_much_more_than_a_quarter(deck: SimDeck) -> None:
    for seed in (1, 2):
        cards = render(deck, "hand", "medium", SIZE, seed).truth["cards"]
        assert 5 <= len(cards) <= 15
        assert min(card["visible_fraction"] for card in cards) > 0.7


def test_a_print_has_no_pixel_of_its_reference(deck: SimDeck) -> None:
    rng = np.random.default_rng(2)
    reference = next(iter(deck.cards.values()))
    scale = reference.shape[1] / deck.card_size_mm[0]
    sheet = print_sheet(reference, deck.card_size_mm, scale, make_run(rng, "medium"), rng)[..., :3]
    sheet = cv2.resize(sheet, reference.shape[1::-1])
    assert np.mean(np.all(sheet == reference, axis=2)) < 0.02


def test_a_film_tells_each_change_once_and_a_passing_hand_changes_nothing(deck: SimDeck) -> None:
    card = next(iter(deck.cards))
    opening = make_film(deck, (), "boards", "easy", (480, 270), 5)
    board = opening.world.boards[0].board.id
    opening = replace(opening, world=opening.world.without(board, "current-1"))
    happenings = (Lay(board, "current-1", card), Sweep(board, "future-1"), Take(board, "current-1"))
    steps = (Wait(2), *happenings, PutPawn(board, "current-1", "red"))
    frames = list(replace(opening, steps=steps).frames())
    states = [next(s for s in f.truth["slots"] if s["slot"] == "current-1") for f in frames]
    told = [key for key, _ in itertools.groupby((s["state"], s["id"], s["pawn"]) for s in states)]
    empty = ("empty", None, None)
    assert told == [empty, ("card", card, None), empty, ("pawn", None, "red")]
    assert len(frames) == 2 + 4 * 7
    assert not np.array_equal(frames[0].image_bgr, frames[1].image_bgr)  # noise anew in each frame


def test_the_command_writes_pictures_truths_and_an_overview(manifest: Path, tmp_path: Path) -> None:
    wanted = ["--manifest", str(manifest), "--kind", "hand", "--difficulty", "easy", "--size", "640x360"]
    assert main([*wanted, "--count", "2", "--out", str(tmp_path)]) == 0
    assert {p.name for p in tmp_path.iterdir()} >= {"hand-easy-0000.jpg", "hand-easy-0001.json", "overview.png"}
