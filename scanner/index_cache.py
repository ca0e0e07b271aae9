"""What is computed from a pack, kept beside it (`NAME.cardpack.index`) so that the next start is quick.

The file is a zip of plain arrays as NumPy writes it: one for each type of number, and the rest, the tree of objects,
as JSON. Only the classes listed in `_classes` are ever made from it, nothing in it is executed, and what is stale,
damaged, of unlikely size or cannot be written is passed over in silence: the index is then computed as if there were
no file.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import zipfile
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from card_db.pack import CardPack, load_pack
from scanner.pack_index import PackIndex, index_pack

FORMAT = 6
MAX_BYTES = 256 * 2**20
PLAIN = (str, int, float, bool, type(None))
NUMBERS = "biuf"  # kinds of arrays that are kept: no objects

_TREE = "tree"


class CannotKeepError(TypeError):
    """Something in an index is of a class that is not listed."""


def load_index(path: Path) -> PackIndex:
    """The index of a pack file, from the file beside it when that is up to date."""
    pack = load_pack(path)
    beside, key = cache_path(path), cache_key(pack)
    index = read_cache(beside, key)
    if index is None:
        index = index_pack(pack)
        write_cache(beside, key, index)
    return index


def cache_path(pack: Path) -> Path:
    """Where the index of a pack is kept."""
    return pack.with_name(f"{pack.name}.index")


def cache_key(pack: CardPack) -> str:
    """What an index depends on: the content of the pack, our code and the libraries that compute it."""
    digest = hashlib.sha256(f"{FORMAT} {pack.fingerprint} {np.__version__} {cv2.__version__}".encode())
    here = Path(__file__).parent
    for source in sorted((*here.glob("*.py"), *here.glob("*.pyc"))):  # on Android there are only compiled files
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()


def read_cache(path: Path, key: str) -> PackIndex | None:
    """The index in a file, None when there is none, or not of this key, or anything is wrong with it."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        with zipfile.ZipFile(path) as archive:
            # Stored as they are, so that a small file cannot fill the memory.
            if any(entry.compress_type != zipfile.ZIP_STORED for entry in archive.infolist()):
                return None
        with np.load(path, allow_pickle=False) as file:
            tree = json.loads(file[_TREE].tobytes())
            if tree["key"] != key:
                return None
            index = _unpack(tree["index"], {name: file[name] for name in file.files if name != _TREE})
    except Exception:  # damage can look like anything, and none of it is worth a word: the index is computed anew
        return None
    return index if isinstance(index, PackIndex) else None


def write_cache(path: Path, key: str, index: PackIndex) -> bool:
    """Keep an index; tells whether that was possible."""
    arrays = _Arrays()
    try:
        tree = json.dumps({"key": key, "index": _pack(index, arrays)}).encode()
        if len(tree) + arrays.bytes > MAX_BYTES:
            return False
        beside = path.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            with beside.open("xb") as handle:
                parts: dict[str, Any] = {_TREE: np.frombuffer(tree, np.uint8), **arrays.joined()}
                np.savez(handle, **parts)
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except (OSError, CannotKeepError):  # a folder that may not be written; a test sees to the rest
        return False
    return True


# Trees of objects


@cache
def _classes() -> dict[str, type]:
    """The classes that an index is made of."""
    from scanner.align import Blocks
    from scanner.board_model import BoardModel, Slot
    from scanner.card_looks import Looks
    from scanner.features import Features
    from scanner.index import CardIndex
    from scanner.loose_features import FeatureBank
    from scanner.loose_places import LooseModel
    from scanner.naming import Namer

    cards = (Namer, CardIndex, Blocks, LooseModel, FeatureBank, Looks)
    return {one.__name__: one for one in (PackIndex, *cards, BoardModel, Slot, Features)}


class _Arrays:
    """Arrays one after the other, by type; thousands of small ones would take long to read one by one."""

    def __init__(self) -> None:
        self.bytes = 0
        self._parts: dict[str, list[NDArray[Any]]] = {}
        self._lengths: dict[str, int] = {}
        self._known: dict[int, tuple[NDArray[Any], list[object]]] = {}  # the array too, so that its number stays taken

    def add(self, array: NDArray[Any]) -> list[object]:
        """Where an array was put: type, first number, shape."""
        if id(array) in self._known:
            return self._known[id(array)][1]
        if array.dtype.kind not in NUMBERS:
            raise CannotKeepError(str(array.dtype))
        name = array.dtype.newbyteorder("=").str[1:]
        start = self._lengths.get(name, 0)
        self._parts.setdefault(name, []).append(array.ravel())
        self._lengths[name] = start + array.size
        self.bytes += array.nbytes
        where: list[object] = [name, start, list(array.shape)]
        self._known[id(array)] = array, where
        return where

    def joined(self) -> dict[str, NDArray[Any]]:
        return {name: np.concatenate(parts) for name, parts in self._parts.items()}


def _pack(value: object, arrays: _Arrays) -> object:
    """A value as JSON: plain ones as they are, all others as a list that begins with their kind."""
    if isinstance(value, np.ndarray):
        return ["array", *arrays.add(value)]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, [_pack(one, arrays) for one in value]]
    if isinstance(value, dict):
        return ["dict", [[_pack(key, arrays), _pack(one, arrays)] for key, one in value.items()]]
    name = type(value).__name__
    if _classes().get(name) is not type(value):
        raise CannotKeepError(name)
    return ["object", name, {key: _pack(one, arrays) for key, one in _attributes(value).items()}]


def _attributes(value: object) -> dict[str, object]:
    if is_dataclass(value):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    return dict(vars(value))


def _unpack(tree: Any, arrays: dict[str, NDArray[Any]]) -> object:
    if not isinstance(tree, list):
        return tree
    kind, *rest = tree
    if kind == "array":
        name, start, shape = rest
        size = int(np.prod(shape, dtype=np.int64))
        if start < 0 or size < 0 or start + size > len(arrays[name]):
            raise ValueError("an array is not all there")
        return arrays[name][start : start + size].reshape(shape)
    if kind == "tuple":
        return tuple(_unpack(one, arrays) for one in rest[0])
    if kind == "list":
        return [_unpack(one, arrays) for one in rest[0]]
    if kind == "dict":
        return {_unpack(key, arrays): _unpack(one, arrays) for key, one in rest[0]}
    cls = _classes()[rest[0]]
    attributes = {key: _unpack(one, arrays) for key, one in rest[1].items()}
    made: object = object.__new__(cls)  # not by its constructor: that is what takes the time
    for key, one in attributes.items():
        object.__setattr__(made, key, one)
    if _attributes(made).keys() != attributes.keys():
        raise ValueError("an object is not all there")
    return made
