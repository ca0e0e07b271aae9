"""The pipeline: a picture becomes a reading of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from scanner.board_model import BoardModel, FoundBoard
from scanner.board_names import with_right_names
from scanner.board_plane import clearest, room_for
from scanner.boards import clear_boards, find_boards, missing_boards
from scanner.common_light import in_one_light
from scanner.geometry import Matrix, Pixels, transform
from scanner.hidden_boards import by_its_cards, hidden_boards, not_on
from scanner.loose import find_loose, may_be_loose
from scanner.named import as_detection
from scanner.pack_index import PackIndex
from scanner.parallel import Later
from scanner.pawns_on_cards import with_pawns_on_cards
from scanner.picture import Picture
from scanner.reading import SURE, BoardSeen, Detection, SlotReading, TableReading, as_quad
from scanner.spaces import read_spaces

Spaces = list[tuple[SlotReading, Detection | None]]


def read_table(index: PackIndex, pixels_bgr: Pixels, most_boards: int | None = None) -> TableReading:
    """Boards first, then their spaces, then what lies beside them."""
    picture = Picture(pixels_bgr)
    most = len(index.boards) if most_boards is None else most_boards
    boards = clear_boards(index.boards, picture)[:most]
    missing = missing_boards(index.boards, boards) if len(boards) < most else []
    has_loose = _has_loose(index, picture, boards, missing)
    spaces = read_spaces(index, picture, boards)
    loose = _find_loose(index, picture, boards) if has_loose() else []
    hidden = hidden_boards(index, picture, boards, loose)[: most - len(boards)]
    if hidden:
        # With more boards their common light is known better: some of the others may be called otherwise now.
        boards, spaces = _renamed(index, picture, boards, [*boards, *hidden], spaces)
        loose = not_on(hidden, loose)
    if any(board.certainty < SURE for board in boards):
        boards, spaces = _renamed(index, picture, boards, boards, spaces)
    spaces = with_pawns_on_cards(index.namer.index, picture, boards, spaces)
    cards = [card for _, card in spaces if card is not None] + loose
    seen = tuple(BoardSeen(board.model.id, as_quad(board.quad)) for board in boards)
    reading = TableReading(picture.size, tuple(cards), seen, tuple(slot for slot, _ in spaces))
    reading = in_one_light(index.namer.index, picture, reading)
    return replace(reading, slots=_as_certain(reading.slots, boards))


def _renamed(
    index: PackIndex, picture: Picture, known: Sequence[FoundBoard], boards: Sequence[FoundBoard], spaces: Spaces
) -> tuple[list[FoundBoard], Spaces]:
    """These boards under their right names, and their spaces; of those that stay as they were known these are read."""
    cards = [card for _, card in spaces if card is not None and card.confidence >= SURE]
    named = with_right_names(index.boards, picture, boards, cards)
    places = {board.model.id: board.to_picture for board in known}
    new = [board for board in named if places.get(board.model.id) is not board.to_picture]
    kept = {board.model.id for board in named} - {board.model.id for board in new}
    return named, [one for one in spaces if one[0].board in kept] + read_spaces(index, picture, new)


def _as_certain(slots: Sequence[SlotReading], boards: Sequence[FoundBoard]) -> tuple[SlotReading, ...]:
    """These spaces no more certain than it is that their board lies there, and this way up."""
    certainty = {board.model.id: board.certainty for board in boards}
    return tuple(replace(slot, confidence=min(slot.confidence, certainty[slot.board])) for slot in slots)


def find_table(index: PackIndex, picture: Picture) -> list[FoundBoard]:
    """The boards in a picture; one that is full of cards is told by these as well."""
    return find_boards(index.boards, picture, partial(by_its_cards, index, picture))


def read_loose(index: PackIndex, picture: Picture, boards: Sequence[FoundBoard]) -> list[Detection]:
    """The cards that lie beside these boards."""
    return _find_loose(index, picture, boards) if _has_loose(index, picture, boards)() else []


def _has_loose(
    index: PackIndex, picture: Picture, boards: Sequence[FoundBoard], missing: Sequence[BoardModel] = ()
) -> Callable[[], bool]:
    """Whether it is worth while to look for cards beside these boards.

    It always is without boards, or where a missing one may be hidden below its cards.
    """
    beside = clearest(boards)
    if beside is None or room_for(picture.size, beside, boards, missing)[0]:
        return lambda: True
    quads, spaces = [board.quad for board in boards], _spaces(boards)
    picture.features  # noqa: B018 (two processes seek them together)
    return Later(lambda: may_be_loose(index.loose, index.namer.index.aspect, picture, quads, spaces))


def _find_loose(index: PackIndex, picture: Picture, boards: Sequence[FoundBoard]) -> list[Detection]:
    found = find_loose(index.loose, index.namer, picture, [board.quad for board in boards], _spaces(boards))
    return [as_detection(named, None, None) for named in found]


def _spaces(boards: Sequence[FoundBoard]) -> list[Matrix]:
    """The outlines of all spaces of these boards in the picture."""
    return [transform(board.to_picture, slot.quad) for board in boards for slot in board.model.slots]
