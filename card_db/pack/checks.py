"""Texts, paths and files from outside: bounded, quoted on one line, refused in a sentence."""

from __future__ import annotations

import hashlib
import stat
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath

MAX_TEXT = 200  # characters of an id or a name
MAX_PATH = 400


class PackError(ValueError):
    """A pack or a manifest cannot be used; one sentence that names the file and the key.

    Kinds: missing, no_pack, too_large, newer, unsafe, no_pictures, damaged.
    """

    def __init__(self, sentence: str, kind: str = "damaged") -> None:
        """`kind` is for programs that have words of their own."""
        super().__init__(sentence)
        self.kind = kind


class PackImageError(PackError):
    """One image of a manifest cannot be read as a file; the rest of the manifest may be fine."""


def text_fault(text: str, longest: int = MAX_TEXT) -> str | None:
    """Why a text cannot be an id or a name."""
    if not text.strip():
        return "must not be empty"
    if len(text) > longest:
        return f"has {len(text):,} characters, {longest} are allowed"
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in text):
        return "must not contain control characters"
    return None


def path_fault(text: str) -> str | None:
    """Why a path is not a plain relative one that stays below its folder."""
    if fault := text_fault(text, MAX_PATH):
        return fault
    if "\\" in text:
        return "must be written with forward slashes"
    path = PurePosixPath(text)
    if path.is_absolute() or PureWindowsPath(text).drive:
        return "must be relative"
    return "must not leave its folder" if ".." in path.parts else None


def read_bounded(path: Path, largest: int, refusal: Callable[[str, str], PackError]) -> bytes:
    """A regular file as bytes; pipes and devices, which may never end, are refused unopened."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise refusal("is not a file", "missing")
    with path.open("rb") as handle:
        data = handle.read(largest + 1)
    if len(data) > largest:
        raise refusal(f"is larger than {megabytes(largest)}", "too_large")
    return data


@contextmanager
def system_errors(file: str, done: str) -> Iterator[None]:
    """What the system complains about, as a sentence."""
    try:
        yield
    except PackError:
        raise
    except OSError as error:
        raise PackError(f"{file} cannot {done}: {error.strerror or error}.", "missing") from error


def digest(data: bytes) -> str:
    """A hash of some bytes."""
    return hashlib.sha256(data).hexdigest()


def megabytes(size: int) -> str:
    """A size in words."""
    return f"{size // 2**20} MB"


def shown(text: str) -> str:
    """A text from outside, quoted on one line and not too long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def one_line(text: str) -> str:
    """A text without line breaks and other surprises."""
    return "".join(character if character.isprintable() else "?" for character in text)


def reason(error: Exception) -> str:
    """What an exception says, as the end of a sentence."""
    return one_line(str(error))[:200].rstrip(".") or type(error).__name__
