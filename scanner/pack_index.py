"""Everything the scanner computes from a pack before it looks at pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from card_db.pack import CardPack
from scanner.board_model import BoardModel, Slot, model_board
from scanner.board_names import with_alike
from scanner.images import decode_image
from scanner.index import CardIndex, Design
from scanner.loose_places import LooseModel, model_loose
from scanner.naming import Namer


@dataclass(frozen=True, slots=True)
class PackIndex:
    """A deck ready to be recognised."""

    namer: Namer
    loose: LooseModel
    boards: tuple[BoardModel, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all faces and backs."""
        return frozenset(self.namer.index.ids)

    @property
    def backs(self) -> frozenset[str]:
        """The ids of the backs."""
        index = self.namer.index
        return frozenset(id_ for id_, is_back in zip(index.ids, index.is_back, strict=True) if is_back)


def index_pack(pack: CardPack) -> PackIndex:
    """Decode and describe all pictures of a pack."""
    designs = [
        Design(item.id, decode_image(item.data, item.name).pixels_bgr, is_back)
        for items, is_back in ((pack.cards, False), (pack.backs, True))
        for item in items
    ]
    boards = with_alike(
        [
            model_board(
                board.id,
                decode_image(board.image.data, board.image.name).pixels_bgr,
                [Slot(slot.id, np.asarray(slot.quad, dtype=np.float64)) for slot in board.slots],
            )
            for board in pack.boards
        ]
    )
    cards = CardIndex(designs, pack.card_size_mm)
    return PackIndex(Namer(cards), model_loose(cards), boards)
