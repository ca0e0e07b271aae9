"""Every kind of fault that scanner and packs tell has words in both languages."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from card_db.pack import PackError, load_pack
from card_db.pack.checks import PackImageError
from companion.fault_words import FAULTS, why
from companion.store import StoreError
from companion.words import English, load_words, msg
from scanner.frames import FrameError, open_frames
from scanner.images import ImageError, decode_image, load_image

ROOT = Path(__file__).parent.parent
KNOWN_KINDS = "It is no picture of a known kind (JPEG, PNG, WebP, BMP, TIFF, GIF)."
SOURCES = {
    "PackError": ("card_db/pack", "scanner/enrol.py"),
    "ImageError": ("scanner/images.py",),
    "FrameError": ("scanner/frames.py",),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_kind_in_the_code_has_words_and_no_words_are_left_over(name: str) -> None:
    files = [file for source in SOURCES[name] for file in sorted((ROOT / source).rglob("*.py"))]
    files += [ROOT / source for source in SOURCES[name] if source.endswith(".py")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    (listed,) = re.findall(r"Kinds: ([a-z_, ]+)\.", text)
    assert set(listed.split(", ")) == FAULTS[name].keys()
    assert all(text.count(f'"{kind}"') for kind in FAULTS[name])
    errors = re.findall(r'(?:Error|refusal)\((?:[^()]|\([^()]*\))*?, "([a-z_]+)",?\s*\)', text)
    assert errors
    assert set(errors) <= FAULTS[name].keys()


def test_real_faults_get_their_own_words(tmp_path: Path) -> None:
    bad = tmp_path / "bad.cardpack"
    bad.write_bytes(b"no archive at all")
    (tmp_path / "empty").mkdir()
    for call, error, template in (
        (lambda: load_pack(bad), PackError, "This file is no deck of cards."),
        (lambda: load_pack(tmp_path / "none"), PackError, "The file is not there or cannot be read."),
        (
            lambda: decode_image(b"GIF", "x"),
            ImageError,
            "It is no picture of a known kind (JPEG, PNG, WebP, BMP, TIFF, GIF).",
        ),
        (lambda: load_image(tmp_path / "none"), ImageError, "The file is not there or cannot be read."),
        (lambda: open_frames(str(tmp_path / "none")), FrameError, "There is no such camera, file or address."),
        (lambda: open_frames(str(tmp_path / "empty")), FrameError, "The folder holds no pictures that can be read."),
    ):
        with pytest.raises(error) as caught:
            call()
        words = why(caught.value)
        assert words.template == template
        assert words.say(load_words("de")) != words.say(English)


def test_other_faults(tmp_path: Path) -> None:
    assert why(PackImageError("x")).template == "This deck is damaged."
    assert why(OSError(errno.ENOSPC, "No space left")).template == "There is no room left on the device."
    assert why(StoreError(msg("The games cannot be read."))).template == "The games cannot be read."
    assert why(RuntimeError("odd {thing}")).say(English) == "odd {thing}"
    assert why(RuntimeError()).say(English) == "RuntimeError"
