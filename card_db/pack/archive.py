"""The zip archive of a pack, every size bounded before anything is unpacked."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from typing import BinaryIO

from card_db.pack.checks import PackError, megabytes, path_fault, shown
from card_db.pack.manifest import Place, parse_json, parse_manifest
from card_db.pack.types import (
    IMAGES,
    MANIFEST,
    MAX_DIRECTORY_BYTES,
    MAX_ENTRIES,
    MAX_IMAGE_BYTES,
    MAX_MANIFEST_BYTES,
    MAX_PACK_BYTES,
    MAX_RATIO,
    RATIO_FROM,
    CardPack,
)

_END = struct.Struct(
    "<4s4H2LH"
)  # the record that ends a zip: signature, disks and counts, size and place of the directory
_ZIP64_LOCATOR_BYTES = 20
ZIP_DAMAGE = (  # what zipfile raises on damaged archives besides BadZipFile; found by fuzzing and by reading it
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    LookupError,
    RuntimeError,
)


def check_end(file: str, handle: BinaryIO) -> None:
    """Bound the zip's table of contents before `zipfile` reads all of it into memory.

    Only archives without a comment and without the 64 bit extension are accepted, so that the last 22 bytes are the end
    record and `zipfile` looks at the very same bytes.
    """
    size = handle.seek(0, os.SEEK_END)
    if size > MAX_PACK_BYTES + MAX_DIRECTORY_BYTES + MAX_MANIFEST_BYTES:
        raise PackError(f"{file} is larger than {megabytes(MAX_PACK_BYTES)}.", "too_large")
    handle.seek(max(0, size - _END.size - _ZIP64_LOCATOR_BYTES))
    tail = handle.read()
    handle.seek(0)
    if len(tail) < _END.size or not tail[-_END.size :].startswith(b"PK\x05\x06"):
        raise PackError(f"{file} is not a card pack: it does not end like a zip archive.", "no_pack")
    _, disk, first_disk, _, count, directory, _, comment = _END.unpack(tail[-_END.size :])
    if disk or first_disk or comment or tail[: -_END.size].startswith(b"PK\x06\x07"):
        raise PackError(f"{file} is not a card pack: it is a zip archive of an unusual kind.", "no_pack")
    if count > MAX_ENTRIES or directory > MAX_DIRECTORY_BYTES:
        raise PackError(f"{file} holds too many entries; {MAX_ENTRIES:,} are allowed.", "too_large")


def read_archive(file: str, archive: zipfile.ZipFile) -> CardPack:
    """The pack in an open archive."""
    entries = _checked_entries(file, archive)
    if MANIFEST not in entries:
        raise PackError(f"{file} is not a card pack: it holds no {MANIFEST}.", "no_pack")
    if entries[MANIFEST].file_size > MAX_MANIFEST_BYTES:
        raise PackError(f"{file}: {MANIFEST} is larger than {megabytes(MAX_MANIFEST_BYTES)}.", "too_large")
    images: dict[str, bytes] = {}

    def fetch(at: Place) -> tuple[str, bytes]:
        name = at.path()
        if name not in entries or name == MANIFEST:
            raise at.refusal(f"names {shown(name)}, which is no image in the archive")
        if name not in images:
            images[name] = _read_entry(file, archive, entries[name])
        return name.removeprefix(IMAGES), images[name]

    return parse_manifest(parse_json(file, _read_entry(file, archive, entries[MANIFEST])), fetch)


def _read_entry(file: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One entry; never more than it declares is unpacked, whatever the compressed data would give."""
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise PackError(f"{file}: the entry {shown(info.orig_filename)} is damaged.")
    return data


def _checked_entries(file: str, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files of an archive by name, after every entry has passed."""
    entries: dict[str, zipfile.ZipInfo] = {}
    names: set[str] = set()
    for info in archive.infolist():
        name = info.orig_filename  # `filename` is already made nicer than what is written
        fault = path_fault(name.removesuffix("/")) or _entry_fault(info)
        if not fault and name in names:
            fault = "is there twice"
        if fault:
            raise PackError(f"{file}: the entry {shown(name)} {fault}.", "unsafe")
        names.add(name)
        if not info.is_dir():
            entries[name] = info
    if sum(info.file_size for info in entries.values()) > MAX_PACK_BYTES + MAX_MANIFEST_BYTES:
        raise PackError(f"{file} unpacks to more than {megabytes(MAX_PACK_BYTES)}.", "too_large")
    if sum(info.compress_size for info in entries.values()) > MAX_PACK_BYTES + MAX_MANIFEST_BYTES:
        raise PackError(f"{file} holds entries that overlap.")
    return entries


def _entry_fault(info: zipfile.ZipInfo) -> str | None:
    mode = info.external_attr >> 16
    if info.flag_bits & 0x1 or info.flag_bits & 0x40:
        return "is encrypted"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is compressed in an unusual way"
    if info.file_size > MAX_IMAGE_BYTES:
        return f"is larger than {megabytes(MAX_IMAGE_BYTES)}"
    if info.file_size > RATIO_FROM and info.file_size > MAX_RATIO * info.compress_size:
        return f"unpacks to more than {MAX_RATIO} times its size"
    return None


def new_entry(name: str) -> zipfile.ZipInfo:
    """An entry that has the same bytes on every system and day."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system = 3  # the same bytes on every system
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    return info
