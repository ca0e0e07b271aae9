"""All steps from a picture to what is told: the table, its tags, what is known of the game, the picture's quality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.geometry import Pixels, quad_sides
from scanner.pack_index import PackIndex
from scanner.parallel import Later
from scanner.prior import Prior, settle
from scanner.quality import QualityNote, assess, edge_width
from scanner.read import read_table
from scanner.reading import Json, Quad, TableReading, view_quad, view_reading
from scanner.tagged import Space, decide_by_tags, spaces_in_view
from scanner.tags import Tag, read_tags

MAX_READ_PIXELS = 12 * 10**6  # larger pictures are reduced to this first: a card in them is large enough all the same


@dataclass(frozen=True, slots=True)
class Scan:
    """What is told about one picture."""

    reading: TableReading
    tags: tuple[Tag, ...]
    quality: tuple[QualityNote, ...]


class Looks:
    """What is looked for in a picture whatever else is in it: that can be done beside anything."""

    def __init__(self, pixels_bgr: Pixels) -> None:
        self.tags = Later(lambda: read_tags(pixels_bgr))
        self.edge_width = Later(lambda: edge_width(pixels_bgr))


def scan_picture(
    index: PackIndex, pixels_bgr: Pixels, most_boards: int | None = None, prior: Prior | None = None
) -> Scan:
    """Read a picture completely."""
    height, width = pixels_bgr.shape[:2]
    scale = min(1.0, (MAX_READ_PIXELS / (height * width)) ** 0.5)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels_bgr = cv2.resize(pixels_bgr, size, interpolation=cv2.INTER_AREA)
    looks = Looks(pixels_bgr)
    reading = read_table(index, pixels_bgr, most_boards)
    scan = complete(index, pixels_bgr, reading, prior, looks)
    return scan if scale == 1 else _enlarged(scan, (width, height))


def complete(
    index: PackIndex,
    pixels_bgr: Pixels,
    reading: TableReading,
    prior: Prior | None = None,
    looks: Looks | None = None,
) -> Scan:
    """A reading with what its tags and the state of the game say about it, and how good the picture is."""
    looks = looks or Looks(pixels_bgr)
    spaces = spaces_in_view(index.boards, reading.boards)
    tags = looks.tags()
    notes = assess(pixels_bgr, card_width(reading, spaces), None, looks.edge_width())
    cards = tuple(replace(card, quad=index.as_printed(card.quad, card.id)) for card in reading.cards)
    reading = replace(reading, cards=cards)
    spaces = tuple(replace(space, quad=index.as_printed(space.quad)) for space in spaces)
    reading = decide_by_tags(reading, tags, spaces, index.ids, index.backs)
    if prior is not None:
        reading = settle(reading, prior, index.backs)
    if misses_board(reading, bool(index.boards)):
        notes = (*notes, QualityNote("no_board", (), 0.0))
    return Scan(reading, tags, notes)


def card_width(reading: TableReading, spaces: Sequence[Space]) -> float | None:
    """How wide a card is in the picture: the median over spaces and cards; None when nothing was found."""
    named = [card.quad for card in reading.cards if card.id is not None]
    quads = [space.quad for space in spaces] + (named or [card.quad for card in reading.cards])
    widths = [quad_sides(np.asarray(quad))[0] for quad in quads]
    return float(np.median(widths)) if widths else None


def misses_board(reading: TableReading, expected: bool) -> bool:
    """Whether it is worth telling that no board was found.

    A deck with boards may well be looked at without them, a hand of cards for example: then cards are named.
    """
    return expected and not reading.boards and not any(card.id is not None for card in reading.cards)


def _enlarged(scan: Scan, size: tuple[int, int]) -> Scan:
    """A scan of a reduced picture, in pixels of the picture itself."""
    across, down = size[0] / scan.reading.size[0], size[1] / scan.reading.size[1]

    def moved(quad: Quad) -> Quad:
        one, two, three, four = ((x * across, y * down) for x, y in quad)
        return one, two, three, four

    reading = replace(
        scan.reading,
        size=size,
        cards=tuple(replace(card, quad=moved(card.quad)) for card in scan.reading.cards),
        boards=tuple(replace(board, quad=moved(board.quad)) for board in scan.reading.boards),
    )
    tags = tuple(replace(tag, quad=moved(tag.quad)) for tag in scan.tags)
    notes = tuple(replace(note, where=tuple(moved(quad) for quad in note.where)) for note in scan.quality)
    return Scan(reading, tags, notes)


def view_scan(scan: Scan) -> Json:
    """A scan for JSON."""
    return {
        **view_reading(scan.reading),
        "tags": [{"text": tag.text, "quad": view_quad(tag.quad)} for tag in scan.tags],
        "quality": [
            {"kind": note.kind, "where": [view_quad(quad) for quad in note.where], "value": note.value}
            for note in scan.quality
        ],
    }
