"""The pipeline: a picture becomes a reading of the table."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from scanner.boards import FoundBoard, find_boards
from scanner.geometry import UNIT_QUAD, Matrix, Pixels, Pyramid, quad_sides, transform
from scanner.loose import find_loose
from scanner.naming import ON_SPACE, Named, Namer, make_pyramids
from scanner.pack_index import PackIndex
from scanner.reading import BoardSeen, Detection, Point, Quad, SlotReading, TableReading
from scanner.slots import SlotView, card_outline, inner_change, pawn_colour, view_slots

WORKERS = 2
EMPTY_CHANGE = 0.10  # less of a space than this is changed by noise and shadows
CARD_FIT = 0.55  # a design that explains less is no explanation
CERTAIN = 0.5  # below this a card is told without a name


def read_table(index: PackIndex, pixels_bgr: Pixels, most_boards: int | None = None) -> TableReading:
    """Boards first, then their spaces, then what lies beside them."""
    picture, greys = make_pyramids(pixels_bgr)
    boards = find_boards(index.boards, greys)[:most_boards]  # they come by falling number of witnesses
    cards: list[Detection] = []
    slots: list[SlotReading] = []
    views = [(board, view) for board in boards for view in view_slots(picture, board, index.namer.index)]
    # NumPy and OpenCV let go of Python's lock, so two spaces can be read at once.
    with ThreadPoolExecutor(WORKERS) as workers:
        read = workers.map(lambda pair: _read_slot(index.namer, picture, greys, *pair), views)
        for slot, card in read:
            slots.append(slot)
            if card is not None:
                cards.append(card)
    width = (
        float(np.median([quad_sides(transform(view.card_map, UNIT_QUAD))[0] for _, view in views])) if views else None
    )
    for named in find_loose(index.namer, picture, greys, [board.quad for board in boards], width):
        cards.append(as_detection(named, None, None))
    size = (pixels_bgr.shape[1], pixels_bgr.shape[0])
    seen = tuple(BoardSeen(board.model.id, as_quad(board.quad)) for board in boards)
    return TableReading(size, tuple(cards), seen, tuple(slots))


def _read_slot(
    namer: Namer, picture: Pyramid, greys: Pyramid, board: FoundBoard, view: SlotView
) -> tuple[SlotReading, Detection | None]:
    """One space: empty, or a card that a design explains, or a pawn, or something unknown."""
    place = (board.model.id, view.slot.id)
    change = inner_change(view)
    if change < EMPTY_CHANGE:
        return SlotReading(*place, "empty", None, None, 1 - change / EMPTY_CHANGE / 2), None
    named = namer.name(picture, greys, view.card_map, ON_SPACE, card_outline(view))
    if named.fit < CARD_FIT:
        colour, purity = pawn_colour(view)
        if purity > 0.4 and change < 0.8:
            return SlotReading(*place, "pawn", None, colour, purity), None
    card = as_detection(named, *place)
    state = SlotReading(*place, "back" if named.is_back else "card", card.id, None, card.confidence)
    return state, card


def as_detection(named: Named, board: str | None, slot: str | None) -> Detection:
    """A named card as it is told: without a name when that is not certain enough."""
    name = named.id if named.confidence >= CERTAIN else None
    others = tuple(guess for guess in named.guesses if guess.id != name)
    quad = as_quad(transform(named.card_map, UNIT_QUAD))
    return Detection(name, quad, named.confidence, others, board, slot)


def as_quad(corners: Matrix) -> Quad:
    """Corners as plain numbers."""
    points: list[Point] = [(float(x), float(y)) for x, y in np.asarray(corners)]
    return points[0], points[1], points[2], points[3]
