"""Everything the scanner computes from a pack before it looks at pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from card_db.pack import CardPack, PackImage
from scanner.board_model import BoardModel, Slot, model_board
from scanner.board_names import with_alike
from scanner.geometry import Pixels
from scanner.images import decode_image
from scanner.index import CardIndex, Design
from scanner.loose_places import LooseModel, model_loose
from scanner.naming import Namer
from scanner.reading import Quad


@dataclass(frozen=True, slots=True)
class PackIndex:
    """A deck ready to be recognised."""

    namer: Namer
    loose: LooseModel
    boards: tuple[BoardModel, ...]
    is_turned: bool = False  # whether cards are known a quarter turned, see `index_pack`

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all faces and backs."""
        return frozenset(self.namer.index.ids)

    @property
    def backs(self) -> frozenset[str]:
        """The ids of the backs."""
        index = self.namer.index
        return frozenset(id_ for id_, is_back in zip(index.ids, index.is_back, strict=True) if is_back)

    def as_printed(self, quad: Quad, design: str | None = None) -> Quad:
        """A card's corners beginning with the top left one of its own picture."""
        cards = self.namer.index
        if design in cards.ids and cards.is_turned[cards.ids.index(design)]:
            quad = (*quad[2:], *quad[:2])
        return (quad[3], *quad[:3]) if self.is_turned else quad


def index_pack(pack: CardPack) -> PackIndex:
    """Decode and describe all pictures of a pack.

    Cards that are wider than high are known a quarter turned: everything else goes by the width of a card and takes
    its first side for the shorter one.
    """
    width, height = pack.card_size_mm
    is_turned = width > height

    def upright(item: PackImage) -> Pixels:
        pixels = decode_image(item.data, item.name).pixels_bgr
        return np.ascontiguousarray(np.rot90(pixels)) if is_turned else pixels

    designs = [
        Design(item.id, upright(item), is_back)
        for items, is_back in ((pack.cards, False), (pack.backs, True))
        for item in items
    ]
    boards = with_alike(
        [
            model_board(
                board.id,
                decode_image(board.image.data, board.image.name).pixels_bgr,
                [
                    Slot(slot.id, np.roll(np.asarray(slot.quad, dtype=np.float64), -int(is_turned), axis=0))
                    for slot in board.slots
                ],
            )
            for board in pack.boards
        ]
    )
    cards = CardIndex(designs, (min(width, height), max(width, height)))
    return PackIndex(Namer(cards), model_loose(cards), boards, is_turned)
