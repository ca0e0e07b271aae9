"""Card packs: what is saved comes back, and nothing hostile does more than one sentence of harm."""

from __future__ import annotations

import copy
import io
import json
import os
import stat
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_db.pack import CardPack, PackError, PackImage, PackImageError, load_pack, make_pack, read_manifest, save_pack
from card_db.pack import files as pack_files
from card_db.pack import types as limits

QUAD = [[1, 2], [30, 2], [30, 40], [1, 40]]
Manifest = dict[str, Any]
Change = Callable[[Manifest], object]


def manifest() -> Manifest:
    quad = copy.deepcopy(QUAD)
    return {
        "name": "Three cards",
        "card_size_mm": [44, 68],
        "cards": [{"id": "ship:spain", "image": "a.png"}, {"id": "Käse ß", "image": "deep/b.png"}],
        "backs": [{"id": "back", "image": "a.png"}],
        "boards": [{"id": "market", "image": "board.jpg", "slots": [{"id": "current-1", "quad": quad}]}],
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "m" / "deep").mkdir(parents=True)
    for name in ("a.png", "deep/b.png", "board.jpg"):
        (tmp_path / "m" / name).write_bytes(f"the bytes of {name}".encode() * 10)
    return tmp_path / "m"


def write(folder: Path, value: object) -> Path:
    path = folder / "manifest.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def one_sentence(error: pytest.ExceptionInfo[PackError], *words: str) -> None:
    text = str(error.value)
    assert text.endswith(".")
    assert text.isprintable()
    for word in words:
        assert word in text


def good_zip() -> bytes:
    """A pack as someone may zip it by hand: deflated."""
    return zip_of({"manifest.json": json.dumps(manifest()).encode(), **dict.fromkeys(IMAGES, b"picture " * 40)})


IMAGES = ("a.png", "deep/b.png", "board.jpg")


def zip_of(entries: dict[str, bytes], change: Callable[[zipfile.ZipInfo], object] = lambda info: None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            archive.writestr(info, data)
    return buffer.getvalue()


def load_bytes(tmp_path: Path, data: bytes) -> CardPack:
    path = tmp_path / "x.cardpack"
    path.write_bytes(data)
    return load_pack(path)


# Round trips


def test_a_manifest_becomes_a_pack_that_comes_back_the_same(folder: Path, tmp_path: Path) -> None:
    pack = read_manifest(write(folder, manifest()))
    assert [image.id for image in pack.cards] == ["ship:spain", "Käse ß"]
    assert [image.name for image in pack.cards] == ["a.png", "deep/b.png"]
    assert pack.cards[0].data == pack.backs[0].data == (folder / "a.png").read_bytes()
    assert pack.boards[0].slots[0].quad == ((1.0, 2.0), (30.0, 2.0), (30.0, 40.0), (1.0, 40.0))
    save_pack(pack, tmp_path / "one.cardpack")
    assert load_pack(tmp_path / "one.cardpack") == pack
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "one.cardpack"]  # nothing left beside it


def test_the_same_content_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    pack = read_manifest(write(folder, manifest()))
    for name in ("one", "two"):
        save_pack(pack, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    save_pack(load_pack(tmp_path / "one"), tmp_path / "three")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()


def test_an_unpacked_pack_can_be_enrolled_again(folder: Path, tmp_path: Path) -> None:
    pack = read_manifest(write(folder, manifest()))
    save_pack(pack, tmp_path / "one.cardpack")
    with zipfile.ZipFile(tmp_path / "one.cardpack") as archive:
        archive.extractall(tmp_path / "again")
        assert json.loads(archive.read("manifest.json"))["format"] == 1
    assert read_manifest(tmp_path / "again" / "manifest.json").fingerprint == pack.fingerprint


def test_the_fingerprint_follows_the_content() -> None:
    def pack(name: str = "x", id_: str = "a", data: bytes = b"1", file: str = "f") -> str:
        return make_pack(name, (44, 68), (PackImage(id_, data, file),)).fingerprint

    assert pack() == pack(file="another name of the file")
    assert len({pack(), pack(name="y"), pack(id_="b"), pack(data=b"2")}) == 4


def test_a_pack_zipped_by_hand_is_read(tmp_path: Path) -> None:
    assert len(load_bytes(tmp_path, good_zip()).cards) == 2


def test_a_pack_that_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    out = tmp_path / "out.cardpack"
    for pack, word in (
        (make_pack("x", (44, 68), ()), "cards"),
        (make_pack("x", (44, 68), (PackImage("a", b"1", "../a.png"),)), "leave"),
        (make_pack("x", (44, 68), (PackImage("a", b"1", "f"), PackImage("b", b"2", "f"))), "two different images"),
        (make_pack("x", (44, 68000), (PackImage("a", b"1", "f"),)), "card_size_mm"),
    ):
        with pytest.raises(PackError) as error:
            save_pack(pack, out)
        one_sentence(error, str(out), word.split()[0])
    assert list(tmp_path.iterdir()) == []


def test_where_a_pack_cannot_be_written_the_old_one_stays(folder: Path, tmp_path: Path) -> None:
    pack = read_manifest(write(folder, manifest()))
    for path in (tmp_path / "no" / "such" / "folder", tmp_path):
        with pytest.raises(PackError) as error:
            save_pack(pack, path)
        one_sentence(error, str(path), "cannot be written")
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


# Manifests


def _set(*keys: Any, value: object) -> Change:
    def change(root: Manifest) -> None:
        here: Any = root
        for key in keys[:-1]:
            here = here[key]
        here[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda root: root.pop("name"), "name is missing"),
        (lambda root: root.pop("cards"), "cards is missing"),
        (lambda root: root["cards"][1].pop("image"), "cards[1].image is missing"),
        (_set("cards", value={}), "cards must be a list"),
        (_set("cards", value=[]), "cards must name"),
        (_set("cards", 0, value="a.png"), "cards[0] must be an object"),
        (_set("cards", 0, "id", value=7), "cards[0].id must be text"),
        (_set("cards", 0, "id", value="  "), "cards[0].id must not be empty"),
        (_set("cards", 0, "id", value="a\nb"), "cards[0].id must not contain control"),
        (_set("cards", 0, "id", value="\ud800"), "cards[0].id must not contain control"),
        (_set("cards", 0, "id", value="x" * 201), "cards[0].id has 201"),
        (_set("cards", 1, "id", value="ship:spain"), "cards[1].id is 'ship:spain', like cards[0].id"),
        (_set("backs", 0, "id", value="ship:spain"), "backs[0].id is 'ship:spain', like cards[0].id"),
        (_set("cards", value=[{"id": "a", "image": "a.png"}] * 2001), "cards has 2,001"),
        (_set("card_size_mm", value=[44]), "card_size_mm must be a list of 2"),
        (_set("card_size_mm", value=[44, True]), "card_size_mm[1] must be a number"),
        (_set("card_size_mm", value=[44, "68"]), "card_size_mm[1] must be a number"),
        (_set("card_size_mm", value=[0, 68]), "card_size_mm[0] must lie between"),
        (_set("card_size_mm", value=[float("nan"), 68]), "card_size_mm[0] must lie between"),
        (_set("card_size_mm", value=[44, 10**400]), "card_size_mm[1] must lie between"),
        (_set("card_size_mm", value=[10, 500]), "card_size_mm is no shape"),
        (_set("boards", 0, "slots", value=None), "boards[0].slots is missing"),
        (_set("boards", 0, "slots", 0, "quad", value=QUAD[:3]), "boards[0].slots[0].quad must be a list of four"),
        (_set("boards", 0, "slots", 0, "quad", 2, value=[1]), "boards[0].slots[0].quad[2] must be"),
        (_set("boards", 0, "slots", 0, "quad", 2, 0, value=float("inf")), "slots[0].quad[2][0] must lie"),
        (_set("boards", 0, "slots", value=[{"id": "s", "quad": QUAD}] * 2), "slots[1].id is 's', like"),
        (_set("format", value=2), "format is newer"),
        (_set("format", value="1"), "format must be a whole number"),
        (_set("format", value=True), "format must be a whole number"),
        (_set("format", value=0), "format must be a whole number"),
        (_set("cards", 0, "image", value="/etc/passwd"), "cards[0].image is '/etc/passwd', which must be relative"),
        (_set("cards", 0, "image", value="C:/a.png"), "must be relative"),
        (_set("cards", 0, "image", value="..\\a.png"), "forward slashes"),
        (_set("cards", 0, "image", value="../m/a.png"), "must not leave"),
        (_set("cards", 0, "image", value=""), "must not be empty"),
        (_set("cards", 0, "image", value="deep/../../m/a.png"), "must not leave"),
        (_set("cards", 0, "image", value="a.png\0"), "control characters"),
        (_set("cards", 0, "image", value=["a.png"]), "cards[0].image must be text"),
        (_set("cards", 0, "image", value="none.png"), "cards[0].image names 'none.png', which cannot be read"),
        (_set("cards", 0, "image", value="deep"), "which is not a file"),
    ],
)
def test_a_wrong_manifest_is_refused_with_file_and_key(folder: Path, change: Change, key: str) -> None:
    root = manifest()
    change(root)
    path = write(folder, root)
    with pytest.raises(PackError) as error:
        read_manifest(path)
    one_sentence(error, str(path), key)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{", '{"name":"a","name":"b"}', "[" * 100_000, '{"a":' * 50_000, "1" * 5_000, '"\\ud800"'],
)
def test_what_is_no_manifest_is_refused(folder: Path, text: str) -> None:
    with pytest.raises(PackError) as error:
        read_manifest(write(folder, text))
    one_sentence(error)


def test_a_manifest_must_be_a_readable_file(folder: Path) -> None:
    (folder / "latin").write_bytes(b'{"name":"\xe4"}')
    (folder / "big").write_bytes(b" " * (limits.MAX_MANIFEST_BYTES + 1))
    os.mkfifo(folder / "pipe")
    for name in ("latin", "big", "pipe", "none", "."):
        with pytest.raises(PackError) as error:
            read_manifest(folder / name)
        one_sentence(error)


def test_no_symbolic_link_leads_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    (folder / "up").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "inside.png").symlink_to(folder / "a.png")
    for name, word in (("link.png", "leave"), ("up/secret.png", "leave"), ("loop", "cannot be read")):
        root = manifest()
        root["cards"][0]["image"] = name
        with pytest.raises(PackError) as error:
            read_manifest(write(folder, root))
        one_sentence(error, word)
    root["cards"][0]["image"] = "deep/.././inside.png"
    assert read_manifest(write(folder, root)).cards[0].name == "a.png"


def test_unreadable_images_can_be_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_files, "MAX_IMAGE_BYTES", 200)  # b.png is larger
    root = manifest()
    root["boards"][0]["image"] = "none.jpg"
    told: list[PackImageError] = []
    pack = read_manifest(write(folder, root), told.append)
    assert [image.id for image in pack.cards] == ["ship:spain"]
    assert pack.boards == ()
    assert ["cards[1].image" in str(told[0]), "boards[0].image" in str(told[1])] == [True, True]


# Archives


def test_hostile_entries_are_refused(tmp_path: Path) -> None:
    files = {"manifest.json": json.dumps(manifest()).encode(), **dict.fromkeys(IMAGES, b"picture")}

    def attribute(name: str, **values: int) -> bytes:
        def change(info: zipfile.ZipInfo) -> None:
            if info.filename == name:
                for key, value in values.items():
                    setattr(info, key, value)

        return zip_of(files, change)

    encrypted = bytearray(attribute("a.png"))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = encrypted.find(b"a.png", encrypted.find(signature))
        encrypted[encrypted.rfind(signature, 0, at) + offset] |= 1
    twice = io.BytesIO(good_zip())
    with zipfile.ZipFile(twice, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("a.png", b"another")
    commented = io.BytesIO(good_zip())
    with zipfile.ZipFile(commented, "a") as archive:
        archive.comment = b"hello"
    for data, word in (
        (attribute("a.png", external_attr=(stat.S_IFLNK | 0o777) << 16), "link"),
        (attribute("a.png", compress_type=zipfile.ZIP_LZMA), "unusual"),
        (bytes(encrypted), "encrypted"),
        (twice.getvalue(), "twice"),
        (commented.getvalue(), "does not end"),
        (zip_of({**files, "../../evil.png": b"x"}), "leave"),
        (zip_of({**files, "/evil.png": b"x"}), "relative"),
        (zip_of({**files, "C:\\evil.png": b"x"}), "slashes"),
        (zip_of({**files, "evil\npng": b"x"}), "control"),
        (zip_of({**files, "x/" * 300 + "y": b"x"}), "characters"),
        (zip_of({name: data for name, data in files.items() if name != "a.png"}), "cards[0].image"),
        (zip_of({name: data for name, data in files.items() if name != "manifest.json"}), "manifest.json"),
        (zip_of({f"{number}": b"" for number in range(limits.MAX_ENTRIES + 1)}), "too many entries"),
        (zip_of({**files, "manifest.json": b"{}"}), "is missing"),
        (zip_of({**files, "manifest.json": b" " * (limits.MAX_MANIFEST_BYTES + 1)}), "times its size"),
        (b"", "not a card pack"),
        (b"PK\x05\x06", "not a card pack"),
        (b"PK\x05\x06" + b"\0" * 18, "manifest.json"),
        (b"\x89PNG" * 50, "not a card pack"),
    ):
        with pytest.raises(PackError) as error:
            load_bytes(tmp_path, data)
        one_sentence(error, "x.cardpack", word)


def test_zip_bombs_are_refused_unexploded(tmp_path: Path) -> None:
    zeros = bytes(30 * 2**20)
    files = {"manifest.json": json.dumps(manifest()).encode(), **dict.fromkeys(IMAGES[1:], b"picture")}
    plain = zip_of({**files, "a.png": zeros})
    lying = bytearray(plain)  # says it is small
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = lying.rfind(signature, 0, lying.find(b"a.png", lying.rfind(signature, 0, lying.rfind(b"a.png"))))
        struct.pack_into("<L", lying, at + offset, 100)
    many = zip_of({**files, **{f"{number}.png": bytes(limits.RATIO_FROM) for number in range(300)}})
    tracemalloc.start()
    try:
        for data, word in ((plain, "times its size"), (bytes(lying), "damaged"), (many, "more than 256 MB")):
            tracemalloc.reset_peak()
            with pytest.raises(PackError) as error:
                load_bytes(tmp_path, data)
            one_sentence(error, word)
            assert tracemalloc.get_traced_memory()[1] < len(data) + 8 * 2**20
    finally:
        tracemalloc.stop()


def test_a_huge_table_of_contents_is_not_read(tmp_path: Path) -> None:
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", *[0] * 6, 0, 0, 0, 1, *[0] * 4, 0, 0) + b"a"
    table = entry * 100_000
    with pytest.raises(PackError, match="too many entries"):  # although the count says one
        load_bytes(tmp_path, table + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(table), 0, 0))


def test_a_pack_must_be_a_readable_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "none", tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(PackError) as error:
            load_pack(path)
        one_sentence(error, str(path))


def taken_or_refused(path: Path) -> None:
    refusal = "None."
    try:
        load_pack(path)
    except PackError as error:
        refusal = str(error)
    assert refusal.endswith(".")
    assert refusal.isprintable()


GOOD = good_zip()


def stored_zip() -> bytes:
    return zip_of(
        {"manifest.json": json.dumps(manifest()).encode(), **dict.fromkeys(IMAGES, b"picture " * 4)},
        lambda info: setattr(info, "compress_type", zipfile.ZIP_STORED),
    )


STORED = stored_zip()


@settings(max_examples=500)
@given(
    st.sampled_from([GOOD, STORED]),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), max_size=6),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_damaged_packs_are_refused_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, good: bytes, flips: list[tuple[int, int]], length: int, cut: bool
) -> None:
    data = bytearray(good)
    for place, value in flips:
        data[place % len(data)] = value
    if cut:
        del data[length % len(data) :]
    path = tmp_path_factory.getbasetemp() / "fuzz.cardpack"
    path.write_bytes(data)
    taken_or_refused(path)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["id", "image", "quad", "x"]), inner),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.sampled_from([("name",), ("cards",), ("cards", 0), ("boards", 0, "slots"), ("card_size_mm", 0)]), json_values)
def test_any_value_anywhere_in_a_manifest_is_taken_or_refused(
    tmp_path_factory: pytest.TempPathFactory, place: tuple[Any, ...], value: object
) -> None:
    root = manifest()
    _set(*place, value=value)(root)
    path = tmp_path_factory.getbasetemp() / "any.cardpack"
    path.write_bytes(zip_of({"manifest.json": json.dumps(root).encode(), **dict.fromkeys(IMAGES, b"picture")}))
    taken_or_refused(path)


def test_compressed_data_with_a_right_checksum_but_more_behind_it(tmp_path: Path) -> None:
    """An entry that declares 100 bytes, whose checksum fits them, and that would unpack to 30 MB."""
    data = bytearray(zip_of({"a.png": bytes(30 * 2**20), "manifest.json": json.dumps(manifest()).encode()}))
    for signature, crc in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):
        at = data.find(signature)
        struct.pack_into("<L", data, at + crc, zlib.crc32(bytes(100)))
        struct.pack_into("<L", data, at + crc + 8, 100)
    tracemalloc.start()
    try:
        with pytest.raises(PackError):  # the images that are missing
            load_bytes(tmp_path, bytes(data))
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()
