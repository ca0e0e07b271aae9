"""The scanner on a deck it was never tuned on: what it names it names right, what it cannot name it leaves open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from scanner.cli import main
from scanner.enrol import enrol
from scanner.geometry import Pixels, quad_area
from scanner.identify import identify
from scanner.pack_index import PackIndex, index_pack
from scanner.read import read_table
from scanner.reading import Detection, TableReading
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import SimDeck, load_sim_deck, render

DECK_SEED = 21  # tuning used other decks
SURE = 0.9


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deck")


@pytest.fixture(scope="module")
def deck(folder: Path) -> SimDeck:
    return load_sim_deck(make_deck(DECK_SEED, folder=folder, designs=40))


@pytest.fixture(scope="module")
def index(folder: Path, deck: SimDeck) -> PackIndex:
    return index_pack(enrol(folder / "manifest.json", folder / "deck.cardpack").pack)


def overlap(one: Any, two: Any) -> float:
    first, second = np.asarray(one, np.float64), np.asarray(two, np.float64)
    area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return float(area) / max(abs(quad_area(first)), abs(quad_area(second)))


def card_at(reading: TableReading, quad: Any) -> Detection | None:
    best = max(reading.cards, key=lambda card: overlap(card.quad, quad), default=None)
    return best if best is not None and overlap(best.quad, quad) > 0.5 else None


def judge(reading: TableReading, truth: dict[str, Any]) -> tuple[int, int, list[str]]:
    """Cards in sight, cards named right, and what was named wrongly with confidence."""
    total, right, wrong = 0, 0, []
    for card in truth["cards"]:
        seen = card_at(reading, card["quad"])
        named = None if seen is None else seen.id
        if seen is not None and seen.confidence >= SURE and named != card["id"]:
            wrong.append(f"{card['id']} named {named}")
        if card["face"] != "foreign" and card["visible_fraction"] > 0.9:
            total += 1
            right += named == card["id"]
    return total, right, wrong


@pytest.mark.parametrize(("kind", "least"), [("table", 0.85), ("boards", 0.8)])
def test_boards_and_their_cards_are_read(index: PackIndex, deck: SimDeck, kind: Any, least: float) -> None:
    total, right, wrong = 0, 0, []
    slots, slots_right = 0, 0
    for seed in (501, 502):
        scene = render(deck, kind, "easy", (1920, 1080), seed)
        reading = read_table(index, scene.image_bgr)
        assert {board.id for board in reading.boards} == {board["id"] for board in scene.truth["boards"]}
        states = {(slot.board, slot.slot): slot.state for slot in reading.slots}
        slots += len(scene.truth["slots"])
        slots_right += sum(states[slot["board"], slot["slot"]] == slot["state"] for slot in scene.truth["slots"])
        counts = judge(reading, scene.truth)
        total, right, wrong = total + counts[0], right + counts[1], wrong + counts[2]
    assert wrong == []
    assert right >= least * total
    assert slots_right >= 0.95 * slots


def test_loose_cards_are_named_and_foreign_ones_are_not(index: PackIndex, deck: SimDeck) -> None:
    total, right, wrong = 0, 0, []
    for seed in (503, 504, 505):
        scene = render(deck, "hand", "easy", (1920, 1080), seed)
        reading = read_table(index, scene.image_bgr)
        assert reading.boards == ()
        counts = judge(reading, scene.truth)
        total, right, wrong = total + counts[0], right + counts[1], wrong + counts[2]
    assert wrong == []
    assert right >= 0.5 * total


def test_a_cut_out_card_is_named_either_way_up(index: PackIndex, deck: SimDeck, folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    rng = np.random.default_rng(7)
    right = 0
    cards = manifest["cards"][::2]
    for number, card in enumerate(cards):
        pixels = cv2.imread(str(folder / card["image"]))
        assert pixels is not None
        noisy = cv2.GaussianBlur(pixels, (0, 0), 1.5).astype(np.float32) * 0.8 + rng.normal(10, 6, pixels.shape)
        crop = np.clip(noisy, 0, 255).astype(np.uint8)[4:-6, 5:-3]
        found = identify(index, np.ascontiguousarray(crop[::-1, ::-1]) if number % 2 else crop)
        assert found.id in (card["id"], None)
        right += found.id == card["id"]
    assert right >= 0.9 * len(cards)


@pytest.mark.parametrize("picture", ["black", "white", "noise", "stripes", "tiny"])
def test_pictures_of_nothing_hold_no_cards(index: PackIndex, picture: str) -> None:
    rng = np.random.default_rng(1)
    pictures = {
        "black": np.zeros((720, 1280, 3), np.uint8),
        "white": np.full((720, 1280, 3), 255, np.uint8),
        "noise": rng.integers(0, 256, (720, 1280, 3), dtype=np.uint8),
        "stripes": np.tile(np.array([[[0, 0, 0]] * 9 + [[255, 255, 255]] * 9], np.uint8), (720, 72, 1)),
        "tiny": np.full((16, 16, 3), 90, np.uint8),
    }
    reading = read_table(index, pictures[picture])
    assert reading.boards == ()
    assert [card for card in reading.cards if card.confidence >= SURE] == []


def test_the_command_line_goes_on_after_a_bad_picture(
    index: PackIndex, deck: SimDeck, folder: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.png"
    cv2.imwrite(str(good), render(deck, "hand", "easy", (1280, 720), 506).image_bgr)
    bad.write_bytes(b"not a picture")
    pack = str(folder / "deck.cardpack")
    pictures = tmp_path / "drawn"
    assert main(["scan", "--pack", pack, "--boards", "1", "--annotate", str(pictures), str(bad), str(good)]) == 2
    assert [file.name for file in pictures.iterdir()] == ["good.jpg"]
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert set(lines[0]) == {"image", "error"}
    assert set(lines[1]) >= {"image", "ms", "size", "cards", "boards", "slots", "tags"}
    assert lines[1]["size"] == [1280, 720]
    for card in lines[1]["cards"]:
        assert set(card) == {"id", "quad", "confidence", "board", "slot", "alternatives"}
    assert main(["identify", "--pack", pack, str(good)]) == 0
    assert set(json.loads(capfdbinary.readouterr().out)) == {"image", "ms", "id", "confidence", "alternatives"}
    assert main(["scan", "--pack", str(bad), str(good)]) == 2
    assert capfdbinary.readouterr().err.count(b"\n") == 1


def test_a_fault_in_one_picture_does_not_cost_the_others(
    index: PackIndex,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    names = [str(tmp_path / name) for name in ("one.png", "two.png")]
    for name in names:
        cv2.imwrite(name, np.zeros((64, 48, 3), np.uint8))
    faults = iter([ZeroDivisionError("of ours")])

    def identify_once_wrongly(index: PackIndex, pixels_bgr: Pixels) -> Detection:
        if fault := next(faults, None):
            raise fault
        return identify(index, pixels_bgr)

    monkeypatch.setattr("scanner.identify.identify", identify_once_wrongly)
    assert main(["identify", "--pack", str(folder / "deck.cardpack"), *names]) == 2
    told = capfdbinary.readouterr()
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert "ZeroDivisionError" in lines[0]["error"]
    assert lines[1]["id"] is None
    assert told.err == b""


@pytest.mark.parametrize("number", ["-1", "many"])
def test_a_number_of_boards_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], number: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["scan", "--pack", "no.cardpack", "--boards", number, "no.jpg"])
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
