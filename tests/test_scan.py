"""`scan` as a whole: tags, the state of a game, quality and hostile files, on a small deck it has never seen."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from scanner import scan as scan_module
from scanner.cli import main
from scanner.enrol import enrol
from scanner.pack_index import PackIndex, index_pack
from scanner.quality import FAR_BELOW
from scanner.reading import Detection, TableReading
from scanner.scan import Scan, card_width, misses_board, scan_picture, view_scan
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import Scene, SimDeck, load_sim_deck, render
from scanner.tag_sheet import sticker_modules

Pixels = NDArray[np.uint8]
Run = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("deck")


@pytest.fixture(scope="module")
def deck(folder: Path) -> SimDeck:
    return load_sim_deck(make_deck(33, folder=folder, designs=8))


@pytest.fixture(scope="module")
def index(folder: Path, deck: SimDeck) -> PackIndex:
    return index_pack(enrol(folder / "manifest.json", folder / "deck.cardpack").pack)


@pytest.fixture(scope="module")
def scene(deck: SimDeck) -> Scene:
    return render(deck, "boards", "easy", (1280, 720), 7)


@pytest.fixture(scope="module")
def whole(index: PackIndex, scene: Scene) -> Scan:
    return scan_picture(index, scene.image_bgr)


@pytest.fixture
def run(folder: Path, index: PackIndex, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(command: str, *arguments: str | Path, status: int = 0) -> list[dict[str, Any]]:
        assert main([command, "--pack", str(folder / "deck.cardpack"), *map(str, arguments)]) == status
        return [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]

    return call


def put_sticker(pixels: Pixels, text: str, centre: Sequence[float], module: int) -> None:
    code = np.where(np.array(sticker_modules(text)), 30, 225).astype(np.uint8)
    code = np.kron(code, np.ones((module, module), np.uint8))
    left, top = (round(middle - len(code) / 2) for middle in centre)
    pixels[top : top + len(code), left : left + len(code)] = code[..., None]


# Tags and the state of a game


def test_a_sticker_names_the_card_it_lies_on(index: PackIndex, scene: Scene) -> None:
    card = next(card for card in scene.truth["cards"] if card["board"] is not None)
    text = min(index.ids - index.backs - {card["id"]})
    pixels = scene.image_bgr.copy()
    put_sticker(pixels, text, np.mean(card["quad"], axis=0).tolist(), 3)
    scan = scan_picture(index, pixels)
    assert [tag.text for tag in scan.tags] == [text]
    place = (card["board"], card["slot"])
    seen = next(seen for seen in scan.reading.cards if (seen.board, seen.slot) == place)
    slot = next(slot for slot in scan.reading.slots if (slot.board, slot.slot) == place)
    assert (seen.id, slot.id, slot.state) == (text, text, "card")


def test_the_state_of_a_game_is_taken_from_a_file(run: Run, scene: Scene, whole: Scan, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), scene.image_bgr)
    plain: dict[str, Any] = view_scan(whole)
    assert not any("surprise" in one for one in (*plain["cards"], *plain["slots"]))
    sure = next(card for card in plain["cards"] if card["board"] is not None and card["confidence"] > 0.9)
    other = next(card["id"] for card in plain["cards"] if card["id"] not in (None, sure["id"]))
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"places": {sure["board"]: {sure["slot"]: [other]}}}))
    (told,) = run("scan", "--game-state", state, picture)
    place = (sure["board"], sure["slot"])
    card = next(card for card in told["cards"] if (card["board"], card["slot"]) == place)
    slot = next(slot for slot in told["slots"] if (slot["board"], slot["slot"]) == place)
    assert (card["id"], card["surprise"], slot["surprise"]) == (sure["id"], True, True)
    state.write_text("[]")
    assert run("scan", "--game-state", state, picture, status=2) == []


# Quality


def test_every_line_tells_what_stands_in_the_way(index: PackIndex, scene: Scene) -> None:
    dark = (scene.image_bgr * 0.15).astype(np.uint8)
    kinds = {note["kind"]: note for note in view_scan(scan_picture(index, dark))["quality"]}  # type: ignore[attr-defined]
    assert "too_dark" in kinds
    assert set(kinds["too_dark"]) == {"kind", "where", "value"}
    nothing = np.full((400, 600, 3), 128, np.uint8)
    assert "no_board" in {note.kind for note in scan_picture(index, nothing).quality}


def test_that_no_board_is_seen_is_told_only_when_no_card_is_either() -> None:
    quad = ((0.0, 0.0), (40.0, 0.0), (40.0, 60.0), (0.0, 60.0))
    named, open_ = Detection("a", quad, 0.95), Detection(None, quad, 0.2)
    for cards, expected, told in (
        ((named,), True, False),
        ((open_,), True, True),
        ((), True, True),
        ((), False, False),
    ):
        assert misses_board(TableReading((100, 100), cards, (), ()), expected) is told
    assert card_width(TableReading((100, 100), (named, open_), (), ()), ()) == pytest.approx(40)
    assert card_width(TableReading((100, 100), (open_,), (), ()), ()) == pytest.approx(40)
    assert card_width(TableReading((100, 100), (), (), ()), ()) is None
    assert FAR_BELOW > 40


# Hostile pictures


def pictures() -> dict[str, bytes]:
    """Files of many kinds, sound but odd."""
    rng = np.random.default_rng(3)
    colours = Image.fromarray(rng.integers(0, 256, (90, 60, 3), dtype=np.uint8))
    deep = Image.fromarray(rng.integers(0, 65536, (90, 60), dtype=np.uint16))
    turned = Image.Exif()
    turned[0x0112] = 6
    files: dict[str, tuple[Image.Image, str, dict[str, Any]]] = {
        "sixteen-bit.png": (deep, "PNG", {}),
        "sixteen-bit.tiff": (deep, "TIFF", {}),
        "cmyk.jpg": (colours.convert("CMYK"), "JPEG", {}),
        "palette.png": (colours.convert("P"), "PNG", {}),
        "palette.gif": (colours.convert("P"), "GIF", {"transparency": 3}),
        "alpha.png": (colours.convert("RGBA"), "PNG", {}),
        "grey-alpha.png": (colours.convert("LA"), "PNG", {}),
        "bits.png": (colours.convert("1"), "PNG", {}),
        "animated.gif": (colours, "GIF", {"save_all": True, "append_images": [colours.rotate(90)] * 3}),
        "animated.webp": (colours, "WEBP", {"save_all": True, "append_images": [colours.rotate(90)] * 3}),
        "turned.jpg": (colours, "JPEG", {"exif": turned}),
    }
    result = {}
    for name, (image, kind, options) in files.items():
        buffer = io.BytesIO()
        image.save(buffer, kind, **options)
        result[name] = buffer.getvalue()
    return result


def bad_pictures() -> dict[str, bytes]:
    """Files that must be refused."""
    good = pictures()
    wide, dot = io.BytesIO(), io.BytesIO()
    Image.new("1", (30_000, 20)).save(wide, "PNG")
    Image.new("RGB", (1, 1)).save(dot, "PNG")
    return {
        "empty.png": b"",
        "text.jpg": b"This is not a picture.\n",
        "wide.png": wide.getvalue(),
        "dot.png": dot.getvalue(),
        "half.png": good["alpha.png"][:2000],
        "header.jpg": good["cmyk.jpg"][:20],
        "zeros.webp": bytes(5000),
    }


@pytest.mark.parametrize("command", ["scan", "identify"])
def test_odd_pictures_are_read_and_bad_ones_refused_one_line_each(command: str, run: Run, tmp_path: Path) -> None:
    files = {**pictures(), **bad_pictures()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    lines = run(command, *(tmp_path / name for name in files), status=2)
    assert [Path(line["image"]).name for line in lines] == list(files)
    refused = {Path(line["image"]).name for line in lines if "error" in line}
    assert refused == set(bad_pictures())
    for line in lines:
        assert "\n" not in line.get("error", "")
        assert line.get("id") is None
        assert all(card["id"] is None for card in line.get("cards", ()))
    if command == "scan":
        sizes = {Path(line["image"]).name: line["size"] for line in lines if "size" in line}
        assert sizes["turned.jpg"] == [90, 60]  # upright: the file holds it on its side
        assert sizes["animated.gif"] == [60, 90]


def test_a_deck_with_bad_pictures_is_enrolled_without_them(tmp_path: Path) -> None:
    files = {**pictures(), **bad_pictures()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    cards = [{"id": name, "image": name} for name in files]
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"name": "odd", "card_size_mm": [44, 66], "cards": cards}))
    assert main(["enrol", str(manifest), str(tmp_path / "odd.cardpack")]) == 2
    result = enrol(manifest, tmp_path / "odd.cardpack")
    assert {card.id for card in result.pack.cards} == set(pictures())
    assert len(result.errors) == len(bad_pictures())


def test_a_bomb_for_a_pack_is_refused_at_once(
    scene: Scene, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    bomb, picture = tmp_path / "bomb.cardpack", tmp_path / "table.png"
    cv2.imwrite(str(picture), scene.image_bgr)
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * 100_000_000)
    start = time.process_time()
    assert main(["scan", "--pack", str(bomb), str(picture)]) == 2
    assert time.process_time() - start < 1
    captured = capfdbinary.readouterr()
    assert captured.out == b""
    assert captured.err.count(b"\n") == 1


def test_a_picture_larger_than_is_read_keeps_its_own_coordinates(
    index: PackIndex, scene: Scene, whole: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    height, width = scene.image_bgr.shape[:2]
    monkeypatch.setattr(scan_module, "MAX_READ_PIXELS", height * width)
    large = cv2.resize(scene.image_bgr, (2 * width, 2 * height), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    reduced = scan_picture(index, large)
    assert reduced.reading.size == (2 * width, 2 * height)
    assert {board.id for board in reduced.reading.boards} == {board.id for board in whole.reading.boards} != set()
    for board in whole.reading.boards:
        twice = next(one for one in reduced.reading.boards if one.id == board.id)
        assert np.abs(np.array(twice.quad) - 2 * np.array(board.quad)).max() < 12
