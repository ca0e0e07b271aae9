"""Finds out whether a journal is damaged, sets a damaged one aside and puts what can be read in its place."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from companion.store.pages import read_wal
from companion.store.salvage import Row, SalvagedGame, salvage
from companion.words import Message, msg, msgs

SIDES = ("-wal", "-shm", "-journal")  # the files SQLite keeps beside a database
# Also what is no sign of damage elsewhere: a look at a sound journal finds all it asks for, and no gigabytes of text.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG)
_EVERY_ROW = """SELECT tag, id, -1, at, body, crc FROM games
                UNION ALL SELECT tag, game_id, seq, at, body, crc FROM log"""
_GAPS = "SELECT id FROM games LEFT JOIN log ON game_id = id GROUP BY id HAVING count(seq) IS NOT max(seq) + 2"


@dataclass(frozen=True, slots=True)
class Damage:
    """What became of a damaged file: where it is now, what was recovered, whether something is or may be lost."""

    set_aside: Path
    games: int
    operations: int
    lost: bool

    @property
    def message(self) -> Message:
        """The same as a sentence for people."""
        kept = str(self.set_aside)
        if not self.lost:
            return msg("The saved games were damaged but all recovered; the damaged file is kept as {kept}.", kept=kept)
        return msg(
            "The saved games were damaged and some may be lost; recovered are {games} with {operations} in all, "
            "and the damaged file is kept as {kept}.",
            games=msgs("{count} game", "{count} games", self.games),
            operations=msgs("{count} entry", "{count} entries", self.operations),
            kept=kept,
        )


def examine(path: Path) -> tuple[int, bool]:
    """The schema version of a file, 0 for a new one, and whether it is damaged; leaves every byte as it is."""
    _undo_unfinished_creation(path)
    if not _size(path):
        return 0, bool(_size(_beside(path, "-wal"))) or _recovered(path).exists()
    version = 0
    try:
        # Read-only, because closing a connection that may write would move the write-ahead log into the file.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            return version, version < 1 or _is_wal_broken(path) or not _is_sound(db)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # An error without a code is Python's, which found text that is no text.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _DAMAGED:
            raise
        return version, True


def recover(path: Path, rebuild: Callable[[Path, tuple[SalvagedGame, ...]], None]) -> Damage:
    """Put a journal of everything readable in the place of a damaged one, which is kept under another name."""
    recovered = _recovered(path)
    lost = True
    if _size(path) or not recovered.exists():  # otherwise an earlier recovery was stopped just before its last step
        found = salvage(_read(path), _read(_beside(path, "-wal")))
        lost = found.lost
        draft = path.with_name(f"{path.stem}.recovering{path.suffix}")
        for side in ("", *SIDES):
            _beside(draft, side).unlink(missing_ok=True)
        rebuild(draft, found.games)
        os.replace(draft, recovered)
    aside = _set_aside(path)
    os.rename(recovered, path)
    with closing(sqlite3.connect(path)) as db:
        games, rows = db.execute("SELECT count(DISTINCT game_id), count(*) FROM log").fetchone()
    return Damage(aside, games, operations=rows - games, lost=lost)  # each game has one row that is no operation


def _undo_unfinished_creation(path: Path) -> None:
    """Let SQLite roll back what was begun: only the creation of a journal uses a rollback journal."""
    if _size(_beside(path, "-journal")):
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as db:
            db.execute("SELECT count(*) FROM sqlite_master")


def _is_sound(db: sqlite3.Connection) -> bool:
    """Whether structure, checksums and numbering are all right."""
    # Not quick_check: it does not notice rows missing from an index, which would hide operations.
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        return False
    if any(Row(*row).crc() != crc for *row, crc in db.execute(_EVERY_ROW)):
        return False
    return db.execute(_GAPS).fetchone() is None and db.execute("PRAGMA foreign_key_check").fetchone() is None


def _is_wal_broken(path: Path) -> bool:
    """Whether the write-ahead log lost committed pages; SQLite itself would silently ignore the rest of it."""
    wal = _read(_beside(path, "-wal"))
    if read_wal(wal).intact:
        return False
    time.sleep(0.05)  # what looks broken may be another process that is just writing
    return wal == _read(_beside(path, "-wal"))


def _set_aside(path: Path) -> Path:
    """Rename a database and the files beside it to names that are free, and return the first of them."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    counters = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.stem}.damaged-{stamp}{counter}{path.suffix}") for counter in counters)
    aside = next(name for name in names if not any(_beside(name, side).exists() for side in ("", *SIDES)))
    sides = [side for side in ("", *SIDES) if _beside(path, side).exists()]
    # The database goes first: while it is in its place an interrupted recovery starts again, and needs all files.
    for side in sides:
        os.rename(_beside(path, side), _beside(aside, side))
    return _beside(aside, sides[0]) if sides else aside


def _recovered(path: Path) -> Path:
    """A finished recovery that waits for the damaged file to be out of the way."""
    return path.with_name(f"{path.stem}.recovered{path.suffix}")


def _beside(path: Path, side: str) -> Path:
    return path.with_name(path.name + side)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""
