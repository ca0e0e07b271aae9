"""Decks that the owner has taught, as a part of a backup: an archive with the games, the decks and the unfinished book.

An archive may come from anywhere: only names without folders are taken, nothing is unpacked before its size is known,
and every deck is read once before it is kept.
"""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from card_db.pack import load_pack
from companion.deck_book import BOOK, book_folder
from companion.games import GAMES

GAMES_FILE: Final = "backup.json"
DECKS, BOOK_FOLDER = "decks/", "book/"
BOOKS: Final = "books/"  # of the games after the first: books/<game>/
ENDING: Final = ".cardpack"
DRAWN: Final = "drawn-"  # the app can draw these again
PICTURE: Final = ".png"
MOST_FILES: Final = 2000
MOST_BYTES: Final = 400_000_000

Files = dict[str, bytes]


class ArchiveError(ValueError):
    """An archive that is no backup, or a damaged one."""


@dataclass(frozen=True, slots=True)
class TaughtDecks:
    """Decks by the name of their file, and by game the books of decks that are being photographed."""

    packs: Files = field(default_factory=dict)
    books: dict[str, Files] = field(default_factory=dict)


def own_decks(folder: Path) -> TaughtDecks:
    """What the owner has taught by now."""
    packs = {file.name: file.read_bytes() for file in _packs(folder)}
    books = {}
    for game in GAMES:
        place = book_folder(folder, game)
        if (place / BOOK).exists():
            files = [place / BOOK, *sorted(place.glob(f"*{PICTURE}"))]
            books[game] = {file.name: file.read_bytes() for file in files}
    return TaughtDecks(packs, books)


def _packs(folder: Path) -> list[Path]:
    found = (folder / "decks").glob(f"*{ENDING}") if (folder / "decks").exists() else ()
    return sorted(file for file in found if not file.name.startswith(DRAWN))


def write_archive(games: bytes, decks: TaughtDecks) -> bytes:
    """Games, decks and books in one file."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(GAMES_FILE, games)
        books = [(_start(game), files) for game, files in decks.books.items()]
        for start, files in ((DECKS, decks.packs), *books):
            for name, data in files.items():
                archive.writestr(start + name, data, zipfile.ZIP_STORED)  # pictures are small already
    return target.getvalue()


def read_archive(data: bytes) -> tuple[bytes, TaughtDecks]:
    """The games as they were written, and the decks; raises ArchiveError."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise ArchiveError("far too large")
            files = {entry.filename: archive.read(entry) for entry in entries}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise ArchiveError(str(error)) from error
    games = files.pop(GAMES_FILE, None)
    if games is None:
        raise ArchiveError("without games")
    packs = _inside(files, DECKS)
    books = {game: book for game in GAMES if (book := _inside(files, _start(game)))}
    if len(packs) + sum(map(len, books.values())) != len(files) or not all(name.endswith(ENDING) for name in packs):
        raise ArchiveError("with other files")
    for book in books.values():
        if BOOK not in book or not all(name == BOOK or name.endswith(PICTURE) for name in book):
            raise ArchiveError("with a damaged book")
    _try_out(packs)
    return games, TaughtDecks(packs, books)


def _start(game: str) -> str:
    """The folder of a game's book in the archive."""
    return BOOK_FOLDER if game == GAMES[0] else f"{BOOKS}{game}/"


def _inside(files: Files, start: str) -> Files:
    """The files of one folder by their plain names."""
    found = {name.removeprefix(start): data for name, data in files.items() if name.startswith(start)}
    if not all(name and name == Path(name).name and "\\" not in name and name.isprintable() for name in found):
        raise ArchiveError("with names that lead elsewhere")
    return found


def _try_out(packs: Files) -> None:
    """What cannot be read as a deck is not taken in; raises PackError."""
    with TemporaryDirectory() as folder:
        for number, data in enumerate(packs.values()):
            file = Path(folder) / f"{number}{ENDING}"
            file.write_bytes(data)
            load_pack(file)


def take_in(decks: TaughtDecks, folder: Path) -> int:
    """Keep the decks that are not here yet, under another name where there is a different one; how many they were.

    A book that was begun here wins over that of the backup.
    """
    known = {file.read_bytes() for file in _packs(folder)}
    added = 0
    for name, data in decks.packs.items():
        if data not in known:
            _write(_free(folder / "decks" / name), data)
            added += 1
    for game, book in decks.books.items():
        place = book_folder(folder, game)
        if not (place / BOOK).exists():
            for name in sorted(book, key=lambda name: name == BOOK):  # pictures first: the book names them
                _write(place / name, book[name])
    return added


def _free(path: Path) -> Path:
    number, free = 2, path
    while free.exists():
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
