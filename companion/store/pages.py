"""SQLite's file format as far as a salvage needs it: pages, cells, records and the write-ahead log.

The layouts are those of https://www.sqlite.org/fileformat2.html. Bytes that make no sense raise one of `MALFORMED`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import chain

MALFORMED = (IndexError, KeyError, ValueError, struct.error)
TABLE_LEAF = 0x0D

_MAGIC = b"SQLite format 3\0"
_WAL_MAGIC = 0x377F0682
_HEADER_LENGTHS = {0x02: 12, 0x05: 12, 0x0A: 8, TABLE_LEAF: 8}  # of the four kinds of b-tree pages
_INTEGER_LENGTHS = (0, 1, 2, 3, 4, 6, 8)

Pages = dict[int, bytes]  # by page number, from 1


@dataclass(frozen=True, slots=True)
class FileHeader:
    """What the first page says about the file."""

    page_size: int
    pages: int
    free_pages: int


@dataclass(frozen=True, slots=True)
class Wal:
    """The newest committed pages of a write-ahead log; not intact when some of them cannot be read."""

    pages: Pages
    page_size: int
    intact: bool


def find_file_header(main: bytes) -> FileHeader | None:
    """The header of a database, None when it makes no sense."""
    if len(main) < 100 or not main.startswith(_MAGIC):
        return None
    named, pages, free_pages = struct.unpack(">16xH10xI4xI60x", main[:100])
    page_size = 65536 if named == 1 else named
    return FileHeader(page_size, pages, free_pages) if page_size >= 512 and page_size.bit_count() == 1 else None


def read_wal(data: bytes) -> Wal:
    """Look at every frame of a write-ahead log, also behind a broken one, where SQLite itself stops."""
    if len(data) < 32:
        return Wal({}, 0, intact=True)
    magic, _, page_size, _, *salts, sum1, sum2 = struct.unpack(">8I", data[:32])
    order = ">" if magic & 1 else "<"
    if magic & ~1 != _WAL_MAGIC or _wal_sums(order, (0, 0), data[:24]) != (sum1, sum2):
        return Wal({}, 0, intact=False)
    runs: list[list[Pages]] = [[]]  # commits, a new run after every broken frame
    uncommitted: Pages = {}
    previous = (sum1, sum2)
    for start in range(32, len(data) - page_size - 23, page_size + 24):
        number, is_commit, *frame_salts, sum1, sum2 = struct.unpack(">6I", data[start : start + 24])
        page = data[start + 24 : start + 24 + page_size]
        # Frames with other salts are left over from before the last checkpoint.
        if frame_salts == salts and _wal_sums(order, previous, data[start : start + 8] + page) == (sum1, sum2):
            uncommitted[number] = page
            if is_commit:
                runs[-1].append(uncommitted)
                uncommitted = {}
        else:
            runs.append([])
        previous = (sum1, sum2)
    # A writer that dies leaves broken frames only behind its last commit, and at most one whole commit of which the
    # others do not know yet, so that they write over its beginning. More of them behind a broken frame is damage.
    sound, *later = runs
    damaged = [run for run in later if len(run) > 1]
    pages: Pages = {}
    for commit in chain(sound, *damaged):
        pages |= commit
    return Wal(pages, page_size, intact=not damaged)


def find_cells(page: bytes, start: int) -> tuple[int, ...] | None:
    """The cell offsets of a b-tree page, None when it does not look like one."""
    header_length = _HEADER_LENGTHS.get(page[start])
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    if header_length is None or start + header_length + 2 * count > len(page):
        return None
    return struct.unpack_from(f">{count}H", page, start + header_length)


def read_cell(pages: Pages, page: bytes, at: int) -> tuple[int, bytes, list[int]]:
    """Row id and payload of a table leaf cell, and the overflow pages that hold the rest of it."""
    length, at = _varint(page, at)
    rowid, at = _varint(page, at)
    usable = len(page)
    if length <= usable - 35:
        return rowid, page[at : at + length], []
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    if local > usable - 35:
        local = least
    payload = page[at : at + local]
    (following,) = struct.unpack_from(">I", page, at + local)
    chain: list[int] = []
    while len(payload) < length:
        if following in chain:
            raise ValueError("overflow pages in a circle")
        chain.append(following)
        payload += pages[following][4:]
        following = int.from_bytes(pages[following][:4], "big")
    return rowid, payload[:length], chain


def parse_record(payload: bytes) -> list[int | str | None]:
    """The values of a record of integers, texts and nulls."""
    start, at = _varint(payload, 0)
    end = start
    values: list[int | str | None] = []
    while at < end:
        kind, at = _varint(payload, at)
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind < len(_INTEGER_LENGTHS):
            values.append(int.from_bytes(payload[start : start + _INTEGER_LENGTHS[kind]], "big", signed=True))
            start += _INTEGER_LENGTHS[kind]
        elif kind >= 13 and kind % 2:
            values.append(payload[start : start + (kind - 13) // 2].decode())
            start += (kind - 13) // 2
        else:
            raise ValueError("neither integer nor text")
    return values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and the place behind it."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _wal_sums(order: str, sums: tuple[int, int], data: bytes) -> tuple[int, int]:
    """The running checksum of a write-ahead log, continued over these bytes."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = first + even + second & 0xFFFFFFFF
        second = second + odd + first & 0xFFFFFFFF
    return first, second
