"""The journal of games on disk: one SQLite file, one append-only log of operations per game.

The store is game-blind: setups and operations are plain JSON that it never looks into. Undo and redo are operations
too, so they survive a restart and nothing that was entered is ever lost. Use a store from one thread only.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self

from companion.store.errors import StoreError, damaged, in_plain_words, no_game
from companion.store.recovery import Damage, examine, recover
from companion.store.salvage import GAME, HEADER_SEQ, LOG, PAGE_SIZE, Row, SalvagedGame
from companion.words import msg

Json = dict[str, object]
Migrations = tuple[tuple[str, ...], ...]

# Element n brings a file from version n to n + 1. Salvage knows the shape of these rows: change both or none.
# Each game is there twice, in `games` and as row -1 of its log, so that its setup outlives the loss of one page.
MIGRATIONS: Migrations = (
    (
        """CREATE TABLE games (
            tag TEXT NOT NULL, id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL, body TEXT NOT NULL, crc INTEGER NOT NULL)""",
        """CREATE TABLE log (
            tag TEXT NOT NULL, game_id INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
            at TEXT NOT NULL, body TEXT NOT NULL, crc INTEGER NOT NULL, UNIQUE (game_id, seq))""",
    ),
)
BUSY_SECONDS = 5.0  # how long one process waits for another one to finish writing


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One line in a list of games; times are UTC, ISO 8601 to the second."""

    id: int
    name: str
    game: str
    created: str
    changed: str
    operations: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A whole game as it was entered."""

    info: GameInfo
    setup: Json
    operations: tuple[Json, ...]


class Store:
    """Games in a file; `damage` says what happened if the file was found damaged."""

    def __init__(self, path: Path, migrations: Migrations = MIGRATIONS) -> None:
        self.path = path
        self.damage: Damage | None = None
        with in_plain_words(path), _alone(path):
            version, is_damaged = examine(path)
            if version > len(migrations):
                raise StoreError(msg("{file} was made by a newer version of this app.", file=str(path)))
            if is_damaged:
                self.damage = recover(path, partial(_rebuild, migrations))
            self._db = _open(path, migrations, "WAL")
            self._inode = path.stat().st_ino

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; everything is on disk already."""
        self._db.close()

    def create(
        self, name: str, game: str, setup: Json, operations: Iterable[Json] = (), created: str = "", changed: str = ""
    ) -> int:
        """Begin a game, all or nothing with its first operations, and return its id, which is never used again.

        A game that comes from elsewhere keeps the times at which it was `created` and last `changed`.
        """
        body = _dump({"name": name, "game": game, "setup": setup})
        bodies = [_dump(operation) for operation in operations]
        with self._writing():
            query = "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'games'"
            game_id = int(self._db.execute(query).fetchone()[0])
            _insert_game(self._db, Row(GAME, game_id, HEADER_SEQ, created or _now(), body))
            for seq, operation in enumerate(bodies):
                _insert(self._db, Row(LOG, game_id, seq, changed or _now(), operation))
        return game_id

    def append(self, game_id: int, operation: Json) -> int:
        """Write an operation and return its number, from 0; it is safely on disk when this returns."""
        body = _dump(operation)
        with self._writing():
            # Counted inside the write transaction, so that two processes cannot give out the same number.
            (last,) = self._db.execute("SELECT max(seq) FROM log WHERE game_id = ?", (game_id,)).fetchone()
            if last is None:
                raise no_game(game_id)
            _insert(self._db, Row(LOG, game_id, last + 1, _now(), body))
        return int(last) + 1

    def games(self) -> tuple[GameInfo, ...]:
        """All games, the one changed last first."""
        # Row ids grow with time, also when somebody sets the clock back.
        query = """SELECT last.at, last.seq + 1, games.tag, games.id, -1, games.at, games.body, games.crc
            FROM (SELECT max(rowid) AS row FROM log GROUP BY game_id) JOIN log AS last ON last.rowid = row
            JOIN games ON games.id = last.game_id ORDER BY row DESC"""
        with in_plain_words(self.path):
            rows = self._db.execute(query).fetchall()
        return tuple(_info(self._trust(*row), changed, operations) for changed, operations, *row in rows)

    def load(self, game_id: int) -> StoredGame:
        """A game with all its operations in the order they were entered."""
        query = "SELECT tag, game_id, seq, at, body, crc FROM log WHERE game_id = ? ORDER BY seq"
        with in_plain_words(self.path):
            rows = [self._trust(*row) for row in self._db.execute(query, (game_id,))]
        if not rows:
            raise no_game(game_id)
        if [row.seq for row in rows] != list(range(HEADER_SEQ, len(rows) - 1)):
            raise damaged(self.path)
        header, *operations = rows
        setup: Json = json.loads(header.body)["setup"]
        info = _info(header, rows[-1].at, len(operations))
        return StoredGame(info, setup, tuple(json.loads(row.body) for row in operations))

    def rename(self, game_id: int, name: str) -> None:
        """Give a game another name; this is no change of the game itself."""
        with self._writing():
            query = "SELECT tag, id, -1, at, body, crc FROM games WHERE id = ?"
            row = self._db.execute(query, (game_id,)).fetchone()
            if row is None:
                raise no_game(game_id)
            header = self._trust(*row)
            header = header._replace(body=_dump(json.loads(header.body) | {"name": name}))
            update = "UPDATE games SET body = ?, crc = ? WHERE id = ?"
            self._db.execute(update, (header.body, header.crc(), game_id))
            update = "UPDATE log SET body = ?, crc = ? WHERE game_id = ? AND seq = ?"
            self._db.execute(update, (header.body, header._replace(tag=LOG).crc(), game_id, HEADER_SEQ))

    def delete(self, game_id: int) -> None:
        """Remove a game and all its operations for good."""
        with self._writing():
            if not self._db.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount:
                raise no_game(game_id)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A write transaction, refused when the file is no longer the one that was opened."""
        with in_plain_words(self.path), _transaction(self._db):
            if not self.path.exists() or self.path.stat().st_ino != self._inode:
                raise StoreError(msg("{file} was moved or replaced; please restart the app.", file=str(self.path)))
            yield

    def _trust(self, tag: str, game: int, seq: int, at: str, body: str, crc: int) -> Row:
        """A row whose checksum matches."""
        row = Row(tag, game, seq, at, body)
        if row.crc() != crc:
            raise damaged(self.path)
        return row


def _open(path: Path, migrations: Migrations, journal_mode: str) -> sqlite3.Connection:
    """A connection that keeps what it commits, on a file brought to the newest version."""
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        db.text_factory = partial(str, encoding="utf-8", errors="replace")  # the checksum tells what is damaged
        db.execute(f"PRAGMA page_size={PAGE_SIZE}")
        # FULL waits for the disk at every commit: with NORMAL a power cut may take the last operations with it.
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA fullfsync=ON")  # macOS waits for the disk itself only when asked for this
        db.execute("PRAGMA secure_delete=ON")  # what was deleted must not come back in a salvage
        # A new file gets its tables before it is switched to WAL: a rollback journal makes its creation atomic.
        for version in range(db.execute("PRAGMA user_version").fetchone()[0], len(migrations)):
            with _transaction(db):
                for statement in migrations[version]:
                    db.execute(statement)
                db.execute(f"PRAGMA user_version={version + 1}")
        db.execute("PRAGMA foreign_keys=ON")
        db.execute(f"PRAGMA journal_mode={journal_mode}")
    except BaseException:
        db.close()
        raise
    return db


def _rebuild(migrations: Migrations, path: Path, games: tuple[SalvagedGame, ...]) -> None:
    """Write salvaged games into a new file, without a write-ahead log that would have to move along with it."""
    with closing(_open(path, migrations, "DELETE")) as db, _transaction(db):
        for game in games:
            header = game.header
            if header is None:
                body = _dump({"name": f"recovered game {game.id}", "game": "", "setup": {}})
                header = Row(GAME, game.id, HEADER_SEQ, game.operations[0].at, body)
            _insert_game(db, header)
            for row in game.operations:
                _insert(db, row)


def _insert_game(db: sqlite3.Connection, header: Row) -> None:
    header = header._replace(tag=GAME)
    insert = "INSERT INTO games (tag, id, at, body, crc) VALUES (?, ?, ?, ?, ?)"
    db.execute(insert, (header.tag, header.game, header.at, header.body, header.crc()))
    _insert(db, header._replace(tag=LOG))


def _insert(db: sqlite3.Connection, row: Row) -> None:
    insert = "INSERT INTO log (tag, game_id, seq, at, body, crc) VALUES (?, ?, ?, ?, ?, ?)"
    db.execute(insert, (*row, row.crc()))


def _info(header: Row, changed: str, operations: int) -> GameInfo:
    body = json.loads(header.body)
    return GameInfo(header.game, body["name"], body["game"], header.at, changed, operations)


def _dump(value: Json) -> str:
    """JSON in pure ASCII: no character, not even NUL or half a surrogate pair, can hurt on the way to the disk."""
    try:
        return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(msg("This cannot be saved: {detail}.", detail=str(error))) from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; takes the write lock at once, so that nobody writes between our reading and our writing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one process at a time may create, check, recover or migrate; a lock ends with its process."""
    if path.is_dir():
        raise StoreError(msg("{file} is a folder, not a file with games.", file=str(path)))
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path.with_name(path.name + "-lock"), timeout=BUSY_SECONDS)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
