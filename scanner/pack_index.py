"""Everything the scanner computes from a pack before it looks at pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from card_db.pack import CardPack
from scanner.boards import BoardModel, Slot, model_board
from scanner.images import decode_image
from scanner.index import CardIndex, Design
from scanner.naming import Namer


@dataclass(frozen=True, slots=True)
class PackIndex:
    """A deck ready to be recognised."""

    namer: Namer
    boards: tuple[BoardModel, ...]


def index_pack(pack: CardPack) -> PackIndex:
    """Decode and describe all pictures of a pack."""
    designs = [
        Design(item.id, decode_image(item.data, item.name).pixels_bgr, is_back)
        for items, is_back in ((pack.cards, False), (pack.backs, True))
        for item in items
    ]
    boards = tuple(
        model_board(
            board.id,
            decode_image(board.image.data, board.image.name).pixels_bgr,
            [Slot(slot.id, np.asarray(slot.quad, dtype=np.float64)) for slot in board.slots],
        )
        for board in pack.boards
    )
    return PackIndex(Namer(CardIndex(designs, pack.card_size_mm)), boards)
