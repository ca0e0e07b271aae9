"""The pipeline: a picture becomes a reading of the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from scanner.board_model import FoundBoard
from scanner.boards import find_boards
from scanner.colours import thing_colour
from scanner.geometry import UNIT_QUAD, Pixels, quad_sides, transform
from scanner.loose import find_loose, may_be_loose
from scanner.naming import ON_SPACE, ON_SPACE_ONCE, Named, Namer
from scanner.pack_index import PackIndex
from scanner.parallel import Later, each
from scanner.picture import Picture
from scanner.reading import NAMED_FROM, BoardSeen, Detection, Place, SlotReading, TableReading, as_quad
from scanner.slots import SlotView, card_outline, inner_change, standing_thing, view_slots
from scanner.steps import Steps, together

AT_ONCE, TURNS = 4, 4  # spaces read in step, and parts that they are read in at least
EMPTY_CHANGE = 0.02  # less of a space than this is changed by noise
CARD_CHANGE = 0.3
MOSTLY_EMPTY = 0.15  # this much may be shadows, when no design explains it
ALONE = 0.06  # part of a space beside a pawn that its shadow may change
CARD_FIT = 0.6  # a design that explains less is no explanation
CLEAR_CARD_FIT = 0.85  # where little more than one compact thing differs from the empty board
PRINTED_FIT, CLEAR_PRINT = 0.7, 0.5  # fit, and part of a design's print in place, that no pawn and no board has
PAWN_PART = (0.06, 0.2)  # of a space; a smaller or larger thing may be a part of a card as well
NOTHING_ELSE = 0.02  # part of a space beside a pawn that is changed when there is no card
COVERED_CHANGE = 0.6  # part of a space that any card changes which looks different from the board
DOUBTFUL = 0.4
PALE_PAWN = 0.6  # a white thing may be glare after all


def read_table(index: PackIndex, pixels_bgr: Pixels, most_boards: int | None = None) -> TableReading:
    """Boards first, then their spaces, then what lies beside them."""
    picture = Picture(pixels_bgr)
    boards = find_boards(index.boards, picture)[:most_boards]
    has_loose = _has_loose(index, picture, boards)
    spaces = read_spaces(index, picture, boards)
    cards = [card for _, card in spaces if card is not None]
    if has_loose():
        cards += _find_loose(index, picture, boards)
    seen = tuple(BoardSeen(board.model.id, as_quad(board.quad)) for board in boards)
    return TableReading(picture.size, tuple(cards), seen, tuple(slot for slot, _ in spaces))


def read_spaces(
    index: PackIndex, picture: Picture, boards: Sequence[FoundBoard], only: Collection[Place] | None = None
) -> list[tuple[SlotReading, Detection | None]]:
    """Every space of these boards (or only the named ones), with the card on it if there is one."""
    by_board = each(lambda board: view_slots(picture, board, index.namer.index), boards)
    views = [
        (board, view)
        for board, views in zip(boards, by_board, strict=True)
        for view in views
        if only is None or (board.model.id, view.slot.id) in only
    ]
    # Some at once, so that either process has several turns; empty spaces, which take no time, are dealt out last.
    order = sorted(range(len(views)), key=lambda number: inner_change(views[number][1]) < EMPTY_CHANGE)
    count = max(min(TURNS, len(views)), len(views) // AT_ONCE)
    some = [order[first::count] for first in range(count)]

    def read(numbers: list[int]) -> list[tuple[SlotReading, Detection | None]]:
        works = [_reading(index.namer, picture, *views[number]) for number in numbers]
        return together(index.namer.index, picture, works)

    found = {
        number: one
        for numbers, group in zip(some, each(read, some), strict=True)
        for number, one in zip(numbers, group, strict=True)
    }
    return [found[number] for number in range(len(views))]


def read_loose(index: PackIndex, picture: Picture, boards: Sequence[FoundBoard]) -> list[Detection]:
    """The cards that lie beside these boards."""
    return _find_loose(index, picture, boards) if _has_loose(index, picture, boards)() else []


def _has_loose(index: PackIndex, picture: Picture, boards: Sequence[FoundBoard]) -> Callable[[], bool]:
    """Whether it is worth while to look for cards beside these boards; without boards it always is."""
    if not boards:
        return lambda: True
    quads, width = [board.quad for board in boards], _card_width(boards)
    has_features = bool(len(picture.features.points))  # which two processes seek together
    return Later(lambda: has_features and may_be_loose(index.loose, index.namer.index.aspect, picture, quads, width))


def _find_loose(index: PackIndex, picture: Picture, boards: Sequence[FoundBoard]) -> list[Detection]:
    found = find_loose(index.loose, index.namer, picture, [board.quad for board in boards], _card_width(boards))
    return [as_detection(named, None, None) for named in found]


def _card_width(boards: Sequence[FoundBoard]) -> float | None:
    """How wide a card on one of these boards is in the picture."""
    widths = [quad_sides(transform(board.to_picture, slot.quad))[0] for board in boards for slot in board.model.slots]
    return float(np.median(widths)) if widths else None


def _reading(
    namer: Namer, picture: Picture, board: FoundBoard, view: SlotView
) -> Steps[tuple[SlotReading, Detection | None]]:
    """One space: empty, or a card that a design explains, or a pawn, or something unknown."""
    place = (board.model.id, view.slot.id)
    change = inner_change(view)
    if change < EMPTY_CHANGE:
        return SlotReading(*place, "empty", None, None, 1 - change / EMPTY_CHANGE / 2), None
    thing = standing_thing(view)
    if thing is not None and thing.rest < ALONE and PAWN_PART[0] < thing.part < PAWN_PART[1] and thing.is_colourful:
        return SlotReading(*place, "pawn", None, thing.colour, thing.purity), None
    alone = thing is not None and thing.rest < ALONE and not thing.is_pale
    # A card changes most of its space; for less it is not worth looking long.
    search = ON_SPACE if change > CARD_CHANGE and not alone else ON_SPACE_ONCE
    named = yield from namer.naming(picture, view.card_map, search, card_outline(view))
    lone = thing is not None and thing.rest < NOTHING_ELSE and thing.part > PAWN_PART[0]
    is_printed = named.fit >= PRINTED_FIT and named.share >= CLEAR_PRINT and not lone
    if named.fit < (CLEAR_CARD_FIT if alone else CARD_FIT) and not is_printed:
        if thing is not None and thing.rest < 2 * ALONE and not thing.is_glare:
            sure = min(thing.purity, PALE_PAWN) if thing.is_pale else thing.purity
            return SlotReading(*place, "pawn", None, thing.colour, sure), None
        if change < MOSTLY_EMPTY or (thing is not None and thing.rest < 2 * ALONE):
            return SlotReading(*place, "empty", None, None, 0.6), None
    if named.fit < CLEAR_CARD_FIT and not is_printed:
        upright = standing_thing(view, with_shadow=False)
        if upright is not None and upright.rest < ALONE and not upright.is_pale and not upright.is_glare:
            return SlotReading(*place, "pawn", None, upright.colour, upright.purity), None
    if named.fit < CARD_FIT and change < COVERED_CHANGE:
        # No card, for that would hide the whole space: a board that is seen badly, perhaps with a pawn on it.
        clump = standing_thing(view, with_shadow=False, coarse=True)
        if clump is None or clump.is_pale or clump.is_glare:
            return SlotReading(*place, "empty", None, None, DOUBTFUL), None
        return SlotReading(*place, "pawn", None, clump.colour, min(clump.purity, PALE_PAWN)), None
    card = as_detection(named, *place)
    pawn = None if named.cover is None else thing_colour(named.cover.pixels_bgr)
    state = SlotReading(*place, "back" if named.is_back else "card", card.id, pawn, card.confidence)
    return state, card


def as_detection(named: Named, board: str | None, slot: str | None) -> Detection:
    """A named card as it is told: without a name when that is not certain enough."""
    name = named.id if named.confidence >= NAMED_FROM else None
    others = tuple(guess for guess in named.guesses if guess.id != name)
    quad = as_quad(transform(named.card_map, UNIT_QUAD))
    return Detection(name, quad, named.confidence, others, board, slot)
