"""Games read straight from the pages of a journal that SQLite itself can no longer read.

A row is believed only when its own checksum matches, so nothing is recovered that was not written.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from companion.store.pages import (
    MALFORMED,
    TABLE_LEAF,
    Pages,
    find_cells,
    find_file_header,
    parse_record,
    read_cell,
    read_wal,
)

GAME, LOG = "game", "log"  # the first column of every row: which table it belongs to
HEADER_SEQ = -1  # the log row that repeats the row of the game itself, on another page
PAGE_SIZE = 4096  # of the files we make


class Row(NamedTuple):
    """What both tables hold; a row of the games table counts as number -1 of its game."""

    tag: str
    game: int
    seq: int
    at: str
    body: str

    def crc(self) -> int:
        """The checksum stored beside the row."""
        return zlib.crc32("|".join(map(str, self)).encode())


@dataclass(frozen=True, slots=True)
class SalvagedGame:
    """A game as far as its log is unbroken; the header is None when both copies of it are lost."""

    id: int
    header: Row | None
    operations: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The games found, the one changed last at the end; `lost` unless certainly everything was found."""

    games: tuple[SalvagedGame, ...]
    lost: bool


def salvage(main: bytes, wal_bytes: bytes) -> Salvaged:
    """All games that can be read from the bytes of a database and of its write-ahead log."""
    wal = read_wal(wal_bytes)
    header = find_file_header(main)
    size = header.page_size if header else wal.page_size or PAGE_SIZE
    pages = {start // size + 1: main[start : start + size].ljust(size, b"\0") for start in range(0, len(main), size)}
    # A page in the log replaces that of the file, also where it no longer holds a row: deleted games stay deleted.
    pages |= wal.pages
    rows, is_complete = _read_rows(pages)
    games, has_gaps = _group(rows)
    return Salvaged(games, lost=has_gaps or not (games and is_complete and wal.intact))


def _read_rows(pages: Pages) -> tuple[list[tuple[int, Row]], bool]:
    """The rows of both tables with their row ids, and whether these are certainly all there were."""
    rows: list[tuple[int, Row]] = []
    understood: set[int] = set()
    unreadable = 0
    for number, page in sorted(pages.items()):
        start = 100 if number == 1 else 0
        cells = find_cells(page, start)
        if cells is None:
            continue
        understood.add(number)
        for cell in cells if page[start] == TABLE_LEAF else ():
            try:
                rowid, payload, overflow = read_cell(pages, page, cell)
                row = _parse_row(rowid, payload)
            except MALFORMED:
                unreadable += 1
                continue
            understood.update(overflow)
            if row:
                rows.append((rowid, row))
    header = find_file_header(pages.get(1, b""))
    if header is None or unreadable:
        return rows, False
    # Pages not in use may hold anything, but the header says how many they are.
    is_complete = header.pages <= len(pages) and len(pages) - len(understood) <= header.free_pages
    return rows, is_complete


def _parse_row(rowid: int, payload: bytes) -> Row | None:
    """The row in a payload, None for a row of SQLite's own tables."""
    match parse_record(payload):
        case ["game", None, str(at), str(body), int(crc)]:
            row = Row(GAME, rowid, HEADER_SEQ, at, body)
        case ["log", int(game), int(seq), str(at), str(body), int(crc)]:
            row = Row(LOG, game, seq, at, body)
        case ["table" | "index" | "games", *_]:
            return None
        case _:
            raise ValueError("not a row of a journal")
    if row.crc() != crc:
        raise ValueError("the checksum does not match")
    return row


def _group(rows: list[tuple[int, Row]]) -> tuple[tuple[SalvagedGame, ...], bool]:
    """Put each game together as far as its log is unbroken, and say whether anything is missing."""
    headers: dict[int, Row] = {}
    logs: defaultdict[int, dict[int, Row]] = defaultdict(dict)
    changed: defaultdict[int, int] = defaultdict(int)  # no checksum covers a row id, but only the order depends on it
    for rowid, row in rows:
        if row.tag == GAME:
            headers[row.game] = row
        else:
            logs[row.game][row.seq] = row
            changed[row.game] = max(changed[row.game], rowid)
    games: list[SalvagedGame] = []
    has_gaps = headers.keys() != logs.keys()
    for game in sorted(headers.keys() | logs.keys(), key=lambda game: (changed[game], game)):
        log = logs[game]
        header = headers.get(game) or log.get(HEADER_SEQ)
        unbroken = 0
        while unbroken in log:
            unbroken += 1
        has_gaps = has_gaps or HEADER_SEQ not in log or len(log) != unbroken + 1
        if header or unbroken:
            games.append(SalvagedGame(game, header, tuple(log[seq] for seq in range(unbroken))))
    return tuple(games), has_gaps
