"""Packs and manifests as files."""

from __future__ import annotations

import json
import os
import secrets
import stat
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from card_db.pack.archive import ZIP_DAMAGE, check_end, new_entry, read_archive
from card_db.pack.checks import (
    PackError,
    PackImageError,
    megabytes,
    one_line,
    path_fault,
    read_bounded,
    reason,
    shown,
    system_errors,
)
from card_db.pack.manifest import Place, manifest_of, parse_json, parse_manifest
from card_db.pack.types import (
    IMAGES,
    MANIFEST,
    MAX_IMAGE_BYTES,
    MAX_MANIFEST_BYTES,
    MAX_PACK_BYTES,
    CardPack,
)


def read_manifest(path: Path, on_unreadable: Callable[[PackImageError], None] | None = None) -> CardPack:
    """The pack that a manifest describes; its images lie beside it or in folders below.

    A missing or oversized image file is refused, or told to `on_unreadable` and left out when that is given.
    """
    file = one_line(str(path))
    folder = Path(os.path.realpath(path.parent))
    with system_errors(file, "be read"):
        text = read_bounded(path, MAX_MANIFEST_BYTES, lambda why, kind: PackError(f"{file} {why}.", kind))
    images: dict[str, bytes] = {}

    def fetch(at: Place) -> tuple[str, bytes]:
        real = Path(os.path.realpath(folder / at.path(tidy=True)))
        if not real.is_relative_to(folder):
            raise at.refusal("must not leave the folder of the manifest", "unsafe")
        name = real.relative_to(folder).as_posix()
        if path_fault(name):
            raise at.refusal(f"leads to {shown(name)}, which {path_fault(name)}", "unsafe")
        if name not in images:
            quoted = shown(name)
            try:
                data = read_bounded(
                    real, MAX_IMAGE_BYTES, lambda why, kind: at.image_refusal(f"names {quoted}, which {why}", kind)
                )
            except OSError as error:
                raise at.image_refusal(f"names {quoted}, which cannot be read: {error.strerror or error}") from error
            if len(data) + sum(map(len, images.values())) > MAX_PACK_BYTES:
                raise at.refusal(
                    f"names {quoted}, with which the images exceed {megabytes(MAX_PACK_BYTES)}", "too_large"
                )
            images[name] = data
        return name, images[name]

    return parse_manifest(parse_json(file, text), fetch, on_unreadable)


def load_pack(path: Path) -> CardPack:
    """Read a pack that may come from anywhere."""
    file = one_line(str(path))
    with system_errors(file, "be read"):
        if not stat.S_ISREG(path.stat().st_mode):
            raise PackError(f"{file} is not a file.", "missing")
        with path.open("rb") as handle:
            check_end(file, handle)
            try:
                with zipfile.ZipFile(handle) as archive:
                    return read_archive(file, archive)
            except PackError:
                raise
            except ZIP_DAMAGE as error:
                raise PackError(f"{file} is damaged: {reason(error)}.") from error


def save_pack(pack: CardPack, path: Path) -> None:
    """Write a pack: the same content gives the same bytes, and the file is there whole or not at all."""
    file = one_line(str(path))
    manifest = manifest_of(pack)
    stored: dict[str, bytes] = {}
    for image in (*pack.cards, *pack.backs, *(board.image for board in pack.boards)):
        if fault := path_fault(image.name):
            raise PackError(f"{file}: the image name {shown(image.name)} {fault}.")
        entry = IMAGES + image.name
        if stored.setdefault(entry, image.data) != image.data:
            raise PackError(f"{file}: two different images are called {shown(image.name)}.")
    if sum(map(len, stored.values())) > MAX_PACK_BYTES:
        raise PackError(f"{file}: the images exceed {megabytes(MAX_PACK_BYTES)}.", "too_large")

    def fetch(at: Place) -> tuple[str, bytes]:
        name = at.path()
        if len(stored[name]) > MAX_IMAGE_BYTES:
            raise at.refusal(f"is larger than {megabytes(MAX_IMAGE_BYTES)}", "too_large")
        return name, stored[name]

    text = json.dumps(manifest, ensure_ascii=True, indent=1).encode() + b"\n"
    parse_manifest(parse_json(file, text), fetch)  # what is written can be read again
    beside = path.parent / f".{secrets.token_hex(8)}.tmp"
    with system_errors(file, "be written"):
        try:
            with beside.open("xb") as handle:
                with zipfile.ZipFile(handle, "w", zipfile.ZIP_STORED) as archive:
                    archive.writestr(new_entry(MANIFEST), text)
                    for name in sorted(stored):
                        archive.writestr(new_entry(name), stored[name])
                handle.flush()
                os.fsync(handle.fileno())
            beside.replace(path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
