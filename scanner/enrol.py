"""Enrolment: a manifest with pictures becomes a checked pack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from card_db.pack import (
    BoardLayout,
    CardPack,
    PackError,
    PackImage,
    PackImageError,
    Point,
    Quad,
    make_pack,
    read_manifest,
    save_pack,
)
from scanner.images import ImageError, decode_image

OUTSIDE = 0.01  # how far a slot may stick out of its board's picture, as a share of the picture's longer side
ASPECT = 0.10  # by how much a card's picture may differ in shape from the card before a note is made
MIN_SLOT_PX = 8.0  # the shortest side of a slot

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A checked pack. `errors`: pictures that cannot be used and were left out; `notes`: what looks odd but is kept."""

    pack: CardPack
    notes: tuple[str, ...]
    errors: tuple[str, ...]


def enrol(manifest: Path, pack: Path) -> Enrolment:
    """Build a pack from a manifest and save it; one unusable picture does not stop the others."""
    errors: list[str] = []

    def left_out(error: PackImageError) -> None:
        errors.append(str(error))

    enrolment = check_pack(read_manifest(manifest, left_out), str(manifest))
    save_pack(enrolment.pack, pack)
    return replace(enrolment, errors=(*errors, *enrolment.errors))


def check_pack(pack: CardPack, what: str) -> Enrolment:
    """Decode every picture of a pack and check slots and shapes; `what` names the pack in messages.

    Raises PackError for slots that cannot be, and when no card is left.
    """
    errors: list[str] = []
    notes: list[str] = []

    def size_of(image: PackImage) -> Size | None:
        try:
            return decode_image(image.data, f"{what}: {image.name}").size
        except ImageError as error:
            errors.append(str(error))
            return None

    kept: list[tuple[PackImage, ...]] = []
    for images in (pack.cards, pack.backs):
        sizes = [(image, size_of(image)) for image in images]
        notes += [note for image, size in sizes if size and (note := _shape_note(image, size, pack, what))]
        kept.append(tuple(image for image, size in sizes if size))
    boards = []
    for board in pack.boards:
        if size := size_of(board.image):
            check_board(board, size, what)
            boards.append(board)
    cards, backs = kept
    if not cards:
        why = f"{what}: none of the pictures of cards can be used; the first of them says: {errors[0]}"
        raise PackError(why, "no_pictures")
    if errors:
        pack = make_pack(pack.name, pack.card_size_mm, cards, backs, tuple(boards))
    return Enrolment(pack, tuple(notes), tuple(errors))


def check_board(board: BoardLayout, size: Size, what: str) -> None:
    """Raise PackError when a slot does not lie on its board of that size, or is no quad clockwise from its top left."""
    for slot in board.slots:
        if fault := _slot_fault(slot.quad, size):
            raise PackError(f"{what}: the quad of slot {slot.id!r} of board {board.id!r} {fault}.")


def _slot_fault(quad: Quad, size: Size) -> str | None:
    width, height = size
    slack = OUTSIDE * max(size)
    if not all(-slack <= x <= width + slack and -slack <= y <= height + slack for x, y in quad):
        return f"leaves the picture of {width} x {height} pixels"
    corners = [(quad[index], quad[(index + 1) % 4], quad[(index + 2) % 4]) for index in range(4)]
    turns = [_turn(*corner) for corner in corners]
    if any((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 < MIN_SLOT_PX**2 for a, b, _ in corners):
        return f"has a side shorter than {MIN_SLOT_PX:g} pixels"
    if all(turn < 0 for turn in turns):
        return "must go round clockwise"
    if not all(turn > 0 for turn in turns):
        return "is not convex"
    return None


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive for a turn to the right on the way from a over b to c (y points down)."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _shape_note(image: PackImage, size: Size, pack: CardPack, what: str) -> str | None:
    """A picture of another shape than the card was probably cut badly or lies on its side."""
    shape = size[0] / size[1]
    card = pack.card_size_mm[0] / pack.card_size_mm[1]
    if abs(shape / card - 1) <= ASPECT:
        return None
    mm = " x ".join(f"{side:g}" for side in pack.card_size_mm)
    lying = " and seems to lie on its side" if abs(shape * card - 1) <= ASPECT else ""
    return f"{what}: {image.name} is {size[0]} x {size[1]} pixels, which is not the shape of a card of {mm} mm{lying}."
