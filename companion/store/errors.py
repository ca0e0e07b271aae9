"""What can go wrong with a journal on disk, as sentences for people."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.words import English, Message, msg


class StoreError(Exception):
    """A journal that cannot be used as asked, in one sentence for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.say(English))
        self.message = message


@contextmanager
def in_plain_words(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system complains about into a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explain(path, error) from error
    except UnicodeDecodeError as error:  # in the middle of a complaint about damage
        raise damaged(path) from error
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _disk_full(path) from error
        raise StoreError(
            msg("{file} cannot be used: {detail}.", file=str(path), detail=error.strerror or str(error))
        ) from error


def _explain(path: Path, error: sqlite3.Error) -> StoreError:
    match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(msg("{file} is in use by another program; please try again.", file=str(path)))
        case sqlite3.SQLITE_FULL:
            return _disk_full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreError(msg("{file} cannot be opened for writing.", file=str(path)))
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_TOOBIG:  # no operation is that big
            return damaged(path)
        case _:
            return StoreError(msg("{file} cannot be used: {detail}.", file=str(path), detail=str(error)))


def _disk_full(path: Path) -> StoreError:
    return StoreError(msg("The disk is full, so {file} cannot be written.", file=str(path)))


def damaged(path: Path) -> StoreError:
    """The file turned out to be damaged while in use."""
    return StoreError(
        msg("{file} is damaged; please restart the app, which then recovers what can be read.", file=str(path))
    )


def no_game(game_id: int) -> StoreError:
    """A game was asked for that is not there."""
    return StoreError(msg("There is no game {number}.", number=game_id))
