"""The index kept beside a pack: the same as a fresh one, rebuilt when stale, harmless when damaged."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from card_db.pack import CardPack, load_pack
from scanner import index_cache
from scanner.enrol import enrol
from scanner.identify import identify
from scanner.images import decode_image
from scanner.index_cache import cache_key, cache_path, load_index, read_cache, write_cache
from scanner.pack_index import PackIndex, index_pack
from scanner.simulator.foreign import make_deck


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deck")
    make_deck(34, folder=folder, designs=6)
    enrol(folder / "manifest.json", folder / "deck.cardpack")
    return folder / "deck.cardpack"


@pytest.fixture(scope="module")
def pack(original: Path) -> CardPack:
    return load_pack(original)


@pytest.fixture(scope="module")
def index(pack: CardPack) -> PackIndex:
    return index_pack(pack)


@pytest.fixture
def kept(original: Path, pack: CardPack, index: PackIndex, tmp_path: Path) -> Path:
    """A pack with its index beside it."""
    path = tmp_path / "deck.cardpack"
    shutil.copy(original, path)
    assert write_cache(cache_path(path), cache_key(pack), index)
    return path


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, index: PackIndex) -> list[str]:
    """Names of the packs whose index was computed anew (here: taken as it is)."""
    done: list[str] = []

    def build(pack: CardPack) -> PackIndex:
        done.append(pack.name)
        return index

    monkeypatch.setattr(index_cache, "index_pack", build)
    return done


def leaves(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """All that is in a tree of objects, with its place."""
    if isinstance(value, (tuple, list)):
        yield where, type(value)
        for number, one in enumerate(value):
            yield from leaves(one, f"{where}[{number}]")
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{where}[{key!r}]")
    elif is_dataclass(value):
        for field in fields(value):
            yield from leaves(getattr(value, field.name), f"{where}.{field.name}")
    elif hasattr(value, "__dict__"):
        for key, one in vars(value).items():
            yield from leaves(one, f"{where}.{key}")
    else:
        yield where, value


def test_what_is_read_is_what_was_kept(kept: Path, pack: CardPack, index: PackIndex) -> None:
    again = read_cache(cache_path(kept), cache_key(pack))
    assert again is not None
    before, after = dict(leaves(index)), dict(leaves(again))
    assert before.keys() == after.keys()
    for where, value in before.items():
        if isinstance(value, np.ndarray):
            assert after[where].dtype == value.dtype, where
            assert np.array_equal(after[where], value, equal_nan=value.dtype.kind == "f"), where
        else:
            assert after[where] == value, where
    pixels = decode_image(pack.cards[0].data, "card").pixels_bgr
    assert identify(again, pixels).id == pack.cards[0].id == identify(index, pixels).id


def test_an_index_is_computed_once(kept: Path, builds: list[str]) -> None:
    cache_path(kept).unlink()
    load_index(kept)
    load_index(kept)
    assert len(builds) == 1
    assert sorted(os.listdir(kept.parent)) == [kept.name, cache_path(kept).name]


def test_another_pack_or_other_code_makes_it_stale(
    kept: Path, pack: CardPack, builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_cache(cache_path(kept), "another") is None
    key = cache_key(pack)
    monkeypatch.setattr(index_cache, "FORMAT", index_cache.FORMAT + 1)
    assert cache_key(pack) != key
    load_index(kept)
    assert len(builds) == 1
    assert read_cache(cache_path(kept), cache_key(pack)) is not None  # and was kept anew


def test_damage_is_passed_over(kept: Path, pack: CardPack) -> None:
    path, key = cache_path(kept), cache_key(pack)
    good = path.read_bytes()
    rng = np.random.default_rng(5)
    for damaged in (b"", b"PK", good[:1000], good[: len(good) // 2], good[:-10], b"x" + good, good[100:], bytes(5000)):
        path.write_bytes(damaged)
        assert read_cache(path, key) is None or damaged == b"x" + good  # what stands before a zip does not matter
    for place in rng.integers(0, len(good), 12).tolist():  # a flipped bit is found by its check sum, or is in a gap
        path.write_bytes(good[:place] + bytes([good[place] ^ 16]) + good[place + 1 :])
        read_cache(path, key)
    path.unlink()
    path.mkdir()
    assert read_cache(path, key) is None


def rewritten(path: Path, change: Any, compression: int = zipfile.ZIP_STORED) -> None:
    """The file with its tree changed."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    tree = json.loads(arrays["tree"].tobytes())
    change(tree)
    arrays["tree"] = np.frombuffer(json.dumps(tree).encode(), np.uint8)
    (np.savez if compression == zipfile.ZIP_STORED else np.savez_compressed)(path.with_suffix(".npz"), **arrays)
    path.with_suffix(".npz").replace(path)


def set_class(name: str) -> Any:
    def change(tree: dict[str, Any]) -> None:
        tree["index"][1] = name

    return change


def lose_part(tree: dict[str, Any]) -> None:
    tree["index"][2].popitem()


def add_part(tree: dict[str, Any]) -> None:
    tree["index"][2]["more"] = 1


def ask_too_much(tree: dict[str, Any]) -> None:
    tree["index"] = ["array", "f4", 0, [10**9, 10**9]]


@pytest.mark.parametrize("change", [set_class("Popen"), set_class("Slot"), lose_part, add_part, ask_too_much])
def test_only_what_an_index_is_made_of_is_made(kept: Path, pack: CardPack, change: Any) -> None:
    rewritten(cache_path(kept), lambda tree: None)
    assert read_cache(cache_path(kept), cache_key(pack)) is not None
    rewritten(cache_path(kept), change)
    assert read_cache(cache_path(kept), cache_key(pack)) is None


def test_what_is_compressed_or_pickled_is_not_read(kept: Path, pack: CardPack) -> None:
    path = cache_path(kept)
    rewritten(path, lambda tree: None, zipfile.ZIP_DEFLATED)
    assert read_cache(path, cache_key(pack)) is None
    with path.open("wb") as handle:
        np.savez(handle, tree=np.array([{"key": cache_key(pack)}], dtype=object))
    assert read_cache(path, cache_key(pack)) is None


def test_a_folder_that_may_not_be_written_is_no_hindrance(
    kept: Path, builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache_path(kept).unlink()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    assert load_index(kept) is not None
    assert os.listdir(kept.parent) == [kept.name]  # nothing half done is left
    assert len(builds) == 1
