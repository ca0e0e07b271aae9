"""What a pack holds, and how large it may be."""

from __future__ import annotations

import json
from dataclasses import dataclass

from card_db.pack.checks import digest

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]  # clockwise from the top left corner as one reads the card

FORMAT = 1
MANIFEST = "manifest.json"
IMAGES = "images/"  # folder of the images inside the archive

MAX_IMAGES = 2_000
MAX_SLOTS = 200  # of one board
MAX_MANIFEST_BYTES = 2 * 2**20
MAX_IMAGE_BYTES = 64 * 2**20
MAX_PACK_BYTES = 256 * 2**20  # all images together; they are held in memory
MAX_ENTRIES = MAX_IMAGES + 100  # room for folders, which some zip programs list
MAX_DIRECTORY_BYTES = MAX_ENTRIES * 1024  # the zip's table of contents
MAX_RATIO = 200  # of an entry larger than RATIO_FROM; pictures hardly shrink, a zip bomb reaches 1,000
RATIO_FROM = 2**20
CARD_SIDE_MM = (10.0, 500.0)
MAX_CARD_ASPECT = 5.0
MAX_COORDINATE = 100_000.0  # pixels


@dataclass(frozen=True, slots=True)
class PackImage:
    """One picture file as bytes; `name` is its path relative to the manifest, for messages and inside the archive."""

    id: str
    data: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """One space of a board, in pixels of the board's image."""

    id: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """One empty board and its spaces."""

    id: str
    image: PackImage
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class CardPack:
    """What the scanner knows of one printed deck; equal fingerprints mean equal content (file names aside)."""

    name: str
    card_size_mm: tuple[float, float]
    cards: tuple[PackImage, ...]
    backs: tuple[PackImage, ...]
    boards: tuple[BoardLayout, ...]
    fingerprint: str


def make_pack(
    name: str,
    card_size_mm: tuple[float, float],
    cards: tuple[PackImage, ...],
    backs: tuple[PackImage, ...] = (),
    boards: tuple[BoardLayout, ...] = (),
) -> CardPack:
    """A pack with its fingerprint; `save_pack` checks the rest."""
    width, height = card_size_mm
    content = [
        FORMAT,
        name,
        [float(width), float(height)],
        *([[image.id, digest(image.data)] for image in images] for images in (cards, backs)),
        [
            [board.id, digest(board.image.data), [[slot.id, plain_quad(slot.quad)] for slot in board.slots]]
            for board in boards
        ],
    ]
    fingerprint = digest(json.dumps(content).encode())
    return CardPack(name, (float(width), float(height)), cards, backs, boards, fingerprint)


def plain_quad(quad: Quad) -> list[list[float]]:
    """A quad as JSON writes it."""
    return [[float(x), float(y)] for x, y in quad]
