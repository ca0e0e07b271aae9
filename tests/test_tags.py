"""QR stickers: read at any size, turn and place, and printed on sheets that say honestly how far they can be read."""

from __future__ import annotations

import base64
import re
import sys
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from card_db.pack import PackImage, make_pack
from scanner import tag_sheet, tags
from scanner.tag_sheet import (
    MODULE_PIXELS_SHARP,
    MODULE_PIXELS_SOFT,
    Sheet,
    SheetError,
    footer_lines,
    make_sheet,
    pack_ids,
    read_list,
    reading_distance_cm,
    sticker_modules,
)
from scanner.tags import Tag, read_tags, tag_reader_name

Pixels = NDArray[np.uint8]
LONG = "contract:grain:2:great_britain:15"  # 29 modules across, as dense as our own deck gets
SHORT = "banker"  # 21


def sticker(text: str) -> Pixels:
    dark = np.array(sticker_modules(text))
    return np.where(dark, 40, 215).astype(np.uint8)


def background(height: int, width: int, seed: int) -> Pixels:
    """Something like a printed card: blobs and lines of text."""
    rng = np.random.default_rng(seed)
    soft = cv2.resize(rng.uniform(30, 220, (height // 30 + 2, width // 30 + 2)), (width, height))
    picture = np.clip(soft, 0, 255).astype(np.uint8)
    for y in range(12, height, 22):
        cv2.putText(
            picture, "Draw two cards, then discard one", (int(rng.integers(-40, 20)), y), 0, 0.4, 20, 1, cv2.LINE_AA
        )
    return picture


def scene(
    text: str, module: float, degrees: float, blur: float, seed: int = 0, size: tuple[int, int] = (420, 360)
) -> tuple[Pixels, NDArray[np.float64]]:
    """A sticker of so many pixels a module in a picture, and the corners of its code."""
    width, height = size
    code = sticker(text)
    side, oversample = len(code), 4
    rng = np.random.default_rng(seed)
    centre = np.array([width / 2, height / 2]) + rng.uniform(-15, 15, 2)
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    inner = side / 2 - tag_sheet.QUIET_MODULES
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    large = cv2.resize(code, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * side * 16 - 0.5
    target = (square * side / 2 * module) @ turn.T + centre
    warp = cv2.getPerspectiveTransform(corners, ((target + 0.5) * oversample - 0.5).astype(np.float32))
    canvas = cv2.resize(background(height, width, seed), None, fx=oversample, fy=oversample)
    extent = (width * oversample, height * oversample)
    mask = cv2.warpPerspective(np.full_like(large, 255), warp, extent)
    canvas[mask > 127] = cv2.warpPerspective(large, warp, extent)[mask > 127]
    picture = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + rng.normal(0, 4, (height, width))
    grey = np.clip(picture, 0, 255).astype(np.uint8)
    return cv2.merge([grey, grey, grey]).astype(np.uint8), (square * inner * module) @ turn.T + centre


def texts(found: tuple[Tag, ...]) -> list[str]:
    return [tag.text for tag in found]


@pytest.mark.parametrize("text", [LONG, SHORT])
@pytest.mark.parametrize("module", [2.5, 3.3, 4.5, 6.0, 8.0])
@pytest.mark.parametrize("degrees", [0, 33, 180, 290])
def test_tags_are_read_and_their_corners_are_known(text: str, module: float, degrees: float) -> None:
    picture, corners = scene(text, module, degrees, 0.7, int(degrees))
    found = read_tags(picture)
    assert texts(found) == [text]
    assert np.abs(np.array(found[0].quad) - corners).max() < 1.0 * module + 1


@pytest.mark.parametrize("text", [LONG, SHORT])
@pytest.mark.parametrize(("blur", "module"), [(0.8, MODULE_PIXELS_SHARP), (1.0, MODULE_PIXELS_SOFT)])
def test_what_the_sheet_promises_is_kept(text: str, blur: float, module: float) -> None:
    read = sum(texts(read_tags(scene(text, module, 17.0 * seed, blur, seed)[0])) == [text] for seed in range(10))
    assert read >= 9


def test_very_large_and_very_small_tags() -> None:
    assert texts(read_tags(scene(SHORT, 24, 20, 2.0, size=(900, 900))[0])) == [SHORT]
    assert texts(read_tags(scene(LONG, 2.0, 20, 0.6)[0])) == [LONG]
    assert read_tags(scene(LONG, 0.9, 20, 0.6)[0]) == ()  # too small: nothing rather than something wrong


def test_several_tags_also_twice_the_same() -> None:
    ids = [f"card:{number % 10}" for number in range(12)]
    tiles = [scene(id_, 3, 25.0 * number, 0.7, number, (160, 160))[0] for number, id_ in enumerate(ids)]
    picture = np.vstack([np.hstack(tiles[row : row + 4]) for row in range(0, 12, 4)])
    found = read_tags(picture)
    assert sorted(texts(found)) == sorted(ids)
    for tag in found:  # each in its own tile
        x, y = np.mean(tag.quad, axis=0)
        assert tag.text in {ids[int(y // 160) * 4 + int(x // 160)]}


@pytest.mark.parametrize("text", ["Käse:Öl", "größe", "日本語カード", "ёж", "5 € – naïve", "🎲", "UPPER:CASE 12"])
def test_any_text_survives(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = scene(text, 5, 10, 0.6)[0]
    assert texts(read_tags(picture)) == [text]
    monkeypatch.setattr(tags, "zbar", None)
    assert texts(read_tags(picture)) == [text]


def test_without_zbar_opencv_reads_larger_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tag_reader_name() == "zbar"
    monkeypatch.setattr(tags, "zbar", None)
    assert "OpenCV" in tag_reader_name()
    for degrees in (0, 120, 250):
        picture, corners = scene(LONG, 4, degrees, 0.6)
        found = read_tags(picture)
        assert texts(found) == [LONG]
        assert np.abs(np.array(found[0].quad) - corners).max() < 6


def test_huge_pictures_keep_their_coordinates(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, corners = scene(SHORT, 12, 30, 1.0, size=(700, 600))
    monkeypatch.setattr(tags, "MAX_PIXELS", 100_000)
    found = read_tags(picture)
    assert texts(found) == [SHORT]
    assert np.abs(np.array(found[0].quad) - corners).max() < 14


@pytest.mark.parametrize("reader", ["zbar", "opencv"])
def test_odd_pictures_do_no_harm(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if reader == "opencv":
        monkeypatch.setattr(tags, "zbar", None)
    rng = np.random.default_rng(0)
    for shape in ((0, 0, 3), (1, 1, 3), (1, 3000, 3), (21, 21, 3), (25, 4000, 3), (100, 100), (60, 60, 1), (60, 60, 4)):
        assert read_tags(np.full(shape, 255, np.uint8)) == ()
        assert read_tags(rng.integers(0, 2, shape, np.uint8) * np.uint8(255)) == ()
    assert read_tags(np.zeros((90, 90, 2), np.uint8)) == ()


def test_a_damaged_code_is_not_misread() -> None:
    picture, corners = scene(SHORT, 5, 0, 0.7)
    x, y = corners.mean(axis=0).astype(int)
    picture[y - 25 : y + 50, x - 25 : x + 50] = 128
    assert set(texts(read_tags(picture))) <= {SHORT}


def test_busy_pictures_take_bounded_time() -> None:
    rng = np.random.default_rng(0)
    busy = np.repeat(rng.integers(0, 2, (1080, 1920, 1), np.uint8) * np.uint8(255), 3, axis=2)
    start = time.perf_counter()
    assert read_tags(busy) == ()
    assert time.perf_counter() - start < 1.5  # 0.1 to 0.2 s


# Sheets


def drawn_page(pdf: bytes, page: int, dots_per_mm: float = 12) -> Pixels:
    """What the filled rectangles of a page look like, at half of so many dots; they are the modules."""
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    content = zlib.decompress(base64.a85decode(streams[page].strip()))
    picture = np.full((round(297 * dots_per_mm), round(210 * dots_per_mm)), 255, np.uint8)
    scale = dots_per_mm * 25.4 / 72
    for found in re.finditer(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", content):
        x, y, width, height = (float(value) * scale for value in found.groups())
        top = picture.shape[0] - y - height
        picture[round(top) : round(top + height), round(x) : round(x + width)] = 0
    return cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)


def page_streams(path: Path) -> bytes:
    return path.read_bytes().replace(b"~>", b"")


def test_a_printed_sheet_can_be_read_back(tmp_path: Path) -> None:
    ids = [f"goods:cotton:{number}:6" for number in range(70)]
    sheet = make_sheet(ids, tmp_path / "sheet.pdf", 16)
    assert sheet.pages == 1
    found: list[str] = []
    for page in range(sheet.pages):
        picture = drawn_page(page_streams(tmp_path / "sheet.pdf"), page)
        for top in range(0, picture.shape[0], 300):  # a camera near enough to read them
            found += texts(read_tags(cv2.merge([picture[top : top + 450]] * 3).astype(np.uint8)))
    assert sorted(set(found)) == sorted(ids)


def test_the_same_sheet_has_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make_sheet([SHORT, LONG, "Größe 日本"], tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert (tmp_path / "one").read_bytes().startswith(b"%PDF")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_the_sheet_says_how_far_it_reads(tmp_path: Path) -> None:
    sheet = make_sheet([SHORT, LONG], tmp_path / "sheet.pdf", 12)
    assert sheet == Sheet(2, 1, 12 / 33, 24, 17)  # the longer text decides: 29 modules and the quiet zone
    text = " ".join(footer_lines(sheet, 12))
    for word in ("12 mm", "24 cm", "17 cm", "1920 x 1080", "60 degrees", "simulated"):
        assert word in text
    assert make_sheet([SHORT], tmp_path / "sheet.pdf", 24).sharp_cm > 2 * sheet.sharp_cm


def test_the_distance_is_plain_geometry() -> None:
    """At 60 degrees the view is 1.155 times as wide as it is far away."""
    distance = reading_distance_cm(0.5, 2.5)
    assert distance * 1.1547 == pytest.approx(1920 * 0.5 / 2.5 / 10, rel=1e-3)


def test_sheets_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "sheet.pdf"
    for ids, size, word in (
        ([], 12.0, "no card"),
        ([SHORT], 2.0, "6 to 100 mm"),
        ([SHORT], float("nan"), "6 to 100 mm"),
        (["x" * 5000], 12.0, "does not fit"),
        (["x" * 200], 12.0, "has to be"),
        ([SHORT] * 5001, 12.0, "too many"),
    ):
        with pytest.raises(SheetError, match=word) as error:
            make_sheet(ids, out, size)
        assert str(error.value).endswith(".")
    with pytest.raises(SheetError, match="cannot be written"):
        make_sheet([SHORT], tmp_path / "no" / "folder.pdf")
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(SheetError, match="reportlab"):
        make_sheet([SHORT], out)
    assert list(tmp_path.iterdir()) == []


def test_deck_lists(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\ufeff# my deck\nship:spain\n\n  Käse 3 \nbanker\t5\n", encoding="utf-8")
    assert read_list(path) == ("ship:spain", "Käse 3", *["banker"] * 5)
    for content in (b"a\tmany", b"a\t-1", b"a\t99999", "a\t²".encode(), b"\xff\xfe", b"a\t9999\n"):
        path.write_bytes(content)
        with pytest.raises(SheetError, match=r"list\.txt.*\.$"):
            read_list(path)
    for missing in (tmp_path, tmp_path / "none"):
        with pytest.raises(SheetError):
            read_list(missing)


def test_a_pack_gives_one_sticker_for_each_design() -> None:
    cards = tuple(PackImage(id_, b"x", id_) for id_ in ("a", "b"))
    assert pack_ids(make_pack("x", (44, 68), cards, (PackImage("back", b"y", "y"),))) == ("a", "b")
