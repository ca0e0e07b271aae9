"""Picture files: every common kind comes out upright and in 8 bit colours, everything else is one sentence."""

from __future__ import annotations

import io
import json
import os
import struct
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from card_db.pack import PackError, load_pack
from scanner import images
from scanner.enrol import enrol
from scanner.images import ImageError, decode_image, load_image

# How a picture is stored for each EXIF orientation, so that a viewer that obeys the orientation shows it upright.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@cache
def sample() -> Image.Image:
    """Blocks of colours, 64 x 48, no symmetry."""
    colours = np.random.default_rng(5).integers(0, 256, (3, 4, 3), np.uint8)
    return Image.fromarray(colours.repeat(16, axis=0).repeat(16, axis=1))


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def difference(data: bytes, expected: Image.Image) -> float:
    pixels = decode_image(data, "x").pixels_bgr
    wanted = np.asarray(expected.convert("RGB"))
    assert pixels.dtype == np.uint8
    assert pixels.flags.c_contiguous
    assert pixels.shape == wanted.shape
    return float(np.abs(pixels[..., ::-1].astype(int) - wanted).mean())


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize(
    ("kind", "options"),
    [("JPEG", {"quality": 98, "subsampling": 0}), ("PNG", {}), ("WEBP", {"lossless": True}), ("TIFF", {})],
)
def test_pictures_come_out_upright(kind: str, options: dict[str, Any], orientation: int) -> None:
    turn = STORED[orientation]
    stored = sample() if turn is None else sample().transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert difference(encoded(stored, kind, exif=exif, **options), sample()) < 3


@pytest.mark.parametrize("value", [0, 9, 77, None])
def test_nonsense_for_an_orientation_is_ignored(value: object) -> None:
    exif = Image.Exif()
    if value is not None:
        exif[0x0112] = value
    assert difference(encoded(sample(), "PNG", exif=exif), sample()) == 0
    assert difference(encoded(sample(), "PNG", exif=b"Exif\0\0garbage"), sample()) == 0


def test_all_kinds_of_pixels() -> None:
    grey = sample().convert("L")
    deep = Image.fromarray((np.asarray(grey).astype(np.uint16) << 8) + 77)
    assert deep.mode == "I;16"
    for data, expected in (
        (encoded(grey, "PNG"), grey),
        (encoded(grey.convert("1"), "PNG"), grey.convert("1")),
        (encoded(deep, "PNG"), grey),
        (encoded(deep, "TIFF"), grey),
        (encoded(Image.fromarray(np.asarray(grey).astype(np.int32) << 8), "TIFF"), grey),
        (encoded(Image.fromarray(np.asarray(grey).astype(np.float32) / 255), "TIFF"), grey),
        (encoded(sample(), "BMP"), sample()),
        (encoded(sample(), "GIF"), sample().quantize(256)),
        (encoded(sample().quantize(8), "PNG"), sample().quantize(8)),
        (encoded(sample().convert("CMYK"), "TIFF"), sample()),
    ):
        assert difference(data, expected) < 2
    assert difference(encoded(sample().convert("CMYK"), "JPEG", quality=98), sample()) < 6


def test_sixteen_bit_colours() -> None:
    """Pillow cannot write these, so the file is made by hand."""
    wide = np.asarray(sample()).astype(">u2") * 257
    rows = b"".join(b"\0" + row.tobytes() for row in wide)
    data = png(64, 48, 16, 2, rows)
    assert difference(data, sample()) == 0


def test_transparent_parts_show_paper() -> None:
    clear = sample().convert("RGBA")
    clear.paste((10, 20, 30, 0), (0, 0, 32, 48))
    white = sample().copy()
    white.paste((255, 255, 255), (0, 0, 32, 48))
    assert difference(encoded(clear, "PNG"), white) == 0
    assert difference(encoded(clear, "WEBP", lossless=True), white) == 0
    assert difference(encoded(clear, "TIFF"), white) == 0
    palette = Image.new("P", (64, 48), 1)
    palette.putpalette([0, 0, 0, 200, 10, 20])
    palette.paste(0, (0, 0, 32, 48))
    expected = Image.new("RGB", (64, 48), (200, 10, 20))
    expected.paste((255, 255, 255), (0, 0, 32, 48))
    assert difference(encoded(palette, "PNG", transparency=0), expected) == 0
    assert difference(encoded(palette, "GIF", transparency=0), expected) == 0
    half = Image.new("LA", (64, 48), (100, 128))
    assert difference(encoded(half, "PNG"), Image.new("L", (64, 48), 177)) == 0


@pytest.mark.parametrize(("kind", "options"), [("GIF", {}), ("WEBP", {"lossless": True}), ("PNG", {}), ("TIFF", {})])
def test_of_an_animation_the_first_frame_counts(kind: str, options: dict[str, Any]) -> None:
    frames = [Image.new("RGB", (64, 48), (value, 0, 0)) for value in (40, 120, 240)]
    data = encoded(frames[0], kind, save_all=True, append_images=frames[1:], **options)
    assert difference(data, frames[0]) == 0


def test_strips_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "STRIP_PIXELS", 64 * 7)
    assert difference(encoded(sample(), "PNG"), sample()) == 0


# What is refused


def png(width: int, height: int, bits: int = 8, colours: int = 2, rows: bytes = b"") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def refusal(data: bytes, what: str = "picture.png") -> str:
    with pytest.raises(ImageError) as error:
        decode_image(data, what)
    text = str(error.value)
    assert text.startswith(what)
    assert text.endswith(".")
    assert text.isprintable()
    return text


@pytest.mark.parametrize(
    ("width", "height", "word"),
    [
        (30_000, 200, "20,000 a side"),
        (200, 30_000, "20,000 a side"),
        (9_000, 8_000, "64 megapixels"),
        (15_000, 15_000, "64 megapixels"),
        (2**31 - 1, 2**31 - 1, ""),
        (1, 1, "16 a side are needed"),
        (1, 500, "16 a side are needed"),
        (0, 0, ""),
    ],
)
def test_sizes_are_judged_by_the_header(width: int, height: int, word: str) -> None:
    """These files hold no pixels at all: were they decoded, they would be called damaged."""
    text = refusal(png(width, height))
    assert word in text
    assert not word or "damaged" not in text


@pytest.mark.parametrize("kind", ["BMP", "TIFF", "GIF", "JPEG", "WEBP"])
def test_no_kind_of_file_gets_around_the_limits(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = encoded(Image.new("L", (400, 300)), kind)
    monkeypatch.setattr(images, "MAX_PIXELS", 100_000)
    assert "megapixels" in refusal(data)
    monkeypatch.setattr(images, "MAX_SIDE", 399)
    assert "a side" in refusal(data)


def test_a_jpeg_of_thousands_of_scans_is_refused() -> None:
    data = encoded(Image.new("RGB", (3000, 2000)), "JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : -2]
    assert "scans" in refusal(data[:-2] + scan * 400 + data[-2:])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"hello, I am a text\n" * 50,
        b"\xff\xd8\xff",
        b"GIF89a",
        b"RIFF\x10\0\0\0WEBP",
        b"BM",
        b"II*\0",
        b"%!PS",
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    refusal(data)


@cache
def good_files() -> tuple[bytes, ...]:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 256, (40, 50, 3), np.uint8))
    exif = Image.Exif()
    exif[0x0112] = 6
    return (
        encoded(noise, "JPEG", exif=exif),
        encoded(noise, "JPEG", progressive=True),
        encoded(noise, "PNG", exif=exif),
        encoded(noise.convert("RGBA"), "WEBP"),
        encoded(noise, "WEBP", lossless=True),
        encoded(noise, "BMP"),
        encoded(noise, "GIF"),
        encoded(noise, "TIFF", exif=exif),
        encoded(noise, "TIFF", compression="tiff_lzw"),
        encoded(noise.quantize(16), "PNG"),
    )


def test_truncated_pictures_are_refused() -> None:
    for data in good_files():
        decode_image(data, "x")
        for part in range(12):
            refusal(data[: len(data) * part // 16])


@settings(max_examples=400)
@given(
    st.integers(0, 9),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8),
    st.booleans(),
)
def test_damaged_pictures_are_decoded_or_refused(which: int, flips: list[tuple[int, int]], early: bool) -> None:
    data = bytearray(good_files()[which])
    for place, value in flips:
        data[place % (min(len(data), 200) if early else len(data))] = value  # headers are where it hurts
    try:
        picture = decode_image(bytes(data), "x")
    except ImageError as error:
        refused = str(error)
    else:
        refused = ""
        assert picture.pixels_bgr.ndim == 3
        assert min(picture.size) >= images.MIN_SIDE
    assert refused.isprintable()


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "good.png").write_bytes(encoded(sample(), "PNG"))
    assert load_image(tmp_path / "good.png").size == (64, 48)
    (tmp_path / "empty.png").touch()
    (tmp_path / "text.png").write_text("not a picture")
    (tmp_path / "bad\nname.png").write_text("not a picture")
    os.mkfifo(tmp_path / "pipe.png")
    for name in ("empty.png", "text.png", "bad\nname.png", "pipe.png", "none.png", ".", "x" * 300, "nul\0"):
        with pytest.raises(ImageError) as error:
            load_image(tmp_path / name)
        assert str(error.value).endswith(".")
        assert str(error.value).isprintable()
    with pytest.raises(ImageError, match="not a file"):
        load_image(Path("/dev/zero"))
    monkeypatch.setattr(images, "MAX_FILE_BYTES", 100)
    with pytest.raises(ImageError, match="larger than"):
        load_image(tmp_path / "good.png")


# Enrolment


def write_deck(folder: Path, quad: list[list[float]], card: Image.Image | None = None) -> Path:
    (card or Image.new("RGB", (88, 136), (200, 30, 30))).save(folder / "a.png")
    Image.new("RGB", (88, 136), (30, 30, 200)).save(folder / "b.png")
    Image.new("RGB", (400, 300)).save(folder / "board.png")
    root = {
        "name": "deck",
        "card_size_mm": [44, 68],
        "cards": [{"id": "a", "image": "a.png"}, {"id": "b", "image": "b.png"}],
        "backs": [],
        "boards": [{"id": "market", "image": "board.png", "slots": [{"id": "draw", "quad": quad}]}],
    }
    (folder / "m.json").write_text(json.dumps(root))
    return folder / "m.json"


GOOD_QUAD: list[list[float]] = [[10, 10], [98, 10], [98, 146], [10, 146]]


def test_a_good_deck_is_enrolled(tmp_path: Path) -> None:
    done = enrol(write_deck(tmp_path, GOOD_QUAD), tmp_path / "deck.cardpack")
    assert (done.notes, done.errors) == ((), ())
    assert load_pack(tmp_path / "deck.cardpack") == done.pack


@pytest.mark.parametrize(
    ("quad", "word"),
    [
        ([[10, 10], [410, 10], [410, 146], [10, 146]], "leaves the picture of 400 x 300"),
        ([[10, 10], [10, 146], [98, 146], [98, 10]], "clockwise"),
        ([[10, 10], [98, 146], [98, 10], [10, 146]], "not convex"),
        ([[10, 10], [98, 10], [40, 40], [10, 146]], "not convex"),
        ([[10, 10], [50, 10], [98, 10], [10, 146]], "not convex"),
        ([[10, 10], [10, 10], [98, 146], [10, 146]], "shorter than"),
    ],
)
def test_impossible_slots_are_refused(tmp_path: Path, quad: list[list[float]], word: str) -> None:
    with pytest.raises(PackError, match=word) as error:
        enrol(write_deck(tmp_path, quad), tmp_path / "deck.cardpack")
    assert "slot 'draw' of board 'market'" in str(error.value)
    assert not (tmp_path / "deck.cardpack").exists()


def test_slots_may_stick_out_a_little_and_lie_crooked(tmp_path: Path) -> None:
    for quad in ([[-3, 10], [98, 10], [98, 146], [-3, 146]], [[50, 10], [130, 60], [80, 160], [5, 110]]):
        assert enrol(write_deck(tmp_path, [[float(x), float(y)] for x, y in quad]), tmp_path / "p").errors == ()


def test_odd_shapes_are_noted(tmp_path: Path) -> None:
    done = enrol(write_deck(tmp_path, GOOD_QUAD, Image.new("RGB", (136, 88))), tmp_path / "p")
    assert len(done.notes) == 1
    assert "a.png is 136 x 88 pixels" in done.notes[0]
    assert "on its side" in done.notes[0]


def test_one_broken_picture_does_not_stop_the_others(tmp_path: Path) -> None:
    path = write_deck(tmp_path, GOOD_QUAD)
    (tmp_path / "a.png").write_bytes((tmp_path / "a.png").read_bytes()[:60])
    (tmp_path / "board.png").unlink()
    done = enrol(path, tmp_path / "p")
    assert [image.id for image in load_pack(tmp_path / "p").cards] == ["b"]
    assert done.pack.boards == ()
    assert len(done.errors) == 2
    assert all(str(path) in error and error.endswith(".") for error in done.errors)
    (tmp_path / "b.png").write_text("text")
    with pytest.raises(PackError, match="none of the pictures"):
        enrol(path, tmp_path / "q")
