"""Pawns that stand on cards, or half on a card and half beside it.

Such a pawn is seen whole only where the cards that lie on a board are known: then whatever else differs from board and
cards together is a thing, whatever it stands on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from scanner.board_laid import seen_on
from scanner.board_model import SMALL_BLUR, SMALL_SLOT, FoundBoard
from scanner.geometry import UNIT_QUAD, Matrix, scale_map, transform, unit_map
from scanner.index import COVER_WIDTH, CardIndex
from scanner.light import light_on, unlike
from scanner.parallel import each
from scanner.picture import Picture
from scanner.reading import Detection, SlotReading
from scanner.things import Mask, Thing, compact_parts, describe_thing, in_shadow, reaches_in, without_thin

PAWN = (0.03, 0.6)  # parts of a space that a pawn takes
EDGE = 2  # pixels beside a card in which it may be seen as well
FOOT = 0.35  # part of a pawn, that nearest to whom it stands before, on which it stands
ON_CARD = 0.2  # part of a pawn that hides the card at least

Spaces = Sequence[tuple[SlotReading, Detection | None]]


def with_pawns_on_cards(
    index: CardIndex, picture: Picture, boards: Sequence[FoundBoard], spaces: Spaces
) -> list[tuple[SlotReading, Detection | None]]:
    """The same spaces, cards with the pawns that stand on them."""
    by_board = [[one for one in spaces if one[0].board == board.model.id] for board in boards]
    tasks = [(board, some) for board, some in zip(boards, by_board, strict=True) if any(card for _, card in some)]
    found = each(lambda task: _pawns(index, picture, *task), tasks)
    pawns = {
        (board.model.id, slot): colour
        for (board, _), some in zip(tasks, found, strict=True)
        for slot, colour in some.items()
    }
    return [
        (replace(slot, pawn=slot.pawn or pawns.get((slot.board, slot.slot))), card) if card else (slot, card)
        for slot, card in spaces
    ]


def _pawns(index: CardIndex, picture: Picture, board: FoundBoard, spaces: Spaces) -> Mapping[str, str]:
    """The colours of pawns that stand on cards of one board, by their spaces."""
    view = _View(index, picture, board)
    for _, card in spaces:
        if card is not None and (card.id is not None or card.alternatives):
            view.lay(card)
    states = {slot.slot: slot for slot, _ in spaces}
    result = {}
    for thing in view.things():
        name = view.space_of(thing.mask)
        if name is not None and states[name].state in ("card", "back") and states[name].pawn is None:
            result[name] = thing.colour
    return result


class _View:
    """A board with the cards that lie on it: what is seen, and what is known to be there."""

    def __init__(self, index: CardIndex, picture: Picture, board: FoundBoard) -> None:
        self.index, self.board, model = index, board, board.model
        self.known = model.small.copy()
        size = (self.known.shape[1], self.known.shape[0])
        self.scale = SMALL_SLOT / model.slot_width
        self.to_picture: Matrix = board.to_picture @ np.diag([1 / self.scale, 1 / self.scale, 1.0])
        self.seen, light = seen_on(picture, board)
        whole = np.full(picture.size[::-1], 255, np.uint8)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        self.beyond = cv2.warpPerspective(whole, self.to_picture, size, flags=flags) == 0
        self.changed = unlike(self.seen, self.known, light)
        self.plain = light.off(self.seen)
        self.on_cards: Mask = np.zeros(self.changed.shape, bool)

    def lay(self, card: Detection) -> None:
        """What is known of a card: in a light of its own, since board and card are printed by two printers."""
        name = card.id if card.id is not None else card.alternatives[0].id
        size = self.index.size(COVER_WIDTH)
        to_board = np.linalg.inv(self.to_picture) @ unit_map(card.quad) @ np.linalg.inv(scale_map(*size))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpPerspective(self.seen, to_board, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        drawn = cv2.GaussianBlur(self.index.drawn[self.index.ids.index(name)].astype(np.float32), (0, 0), SMALL_BLUR)
        light = light_on(seen, drawn, np.ones(seen.shape[:2], dtype=bool))
        changed = unlike(seen, drawn, light).astype(np.float32)
        # Its rim lies partly on the board beside it.
        inside = np.zeros(seen.shape[:2], np.float32)
        inside[1:-1, 1:-1] = 1
        rows, columns = self.changed.shape
        corners = transform(to_board, UNIT_QUAD * size)
        left, top = np.clip(np.floor(corners.min(axis=0)).astype(int) - EDGE, 0, (columns - 1, rows - 1))
        right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int) + EDGE, (left + 1, top + 1), (columns, rows))
        here, part = np.s_[top:bottom, left:right], (int(right - left), int(bottom - top))
        moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ to_board
        plain, known, marks = (
            cv2.warpPerspective(one, moved, part) for one in (light.off(seen), drawn, np.dstack([changed, inside]))
        )
        there = marks[..., 1] > 0.5
        self.plain[here][there], self.known[here][there] = plain[there], known[there]
        self.changed[here][there] = marks[..., 0][there] > 0.5
        # What is just beside it is its edge.
        rim = (cv2.dilate(there.astype(np.uint8), np.ones((2 * EDGE + 1, 2 * EDGE + 1), np.uint8)) > 0) & ~there
        self.changed[here] &= ~(rim & ~self.on_cards[here])
        self.on_cards[here] |= there

    def things(self) -> list[Thing]:
        """What stands on cards, or beside them and leans over."""
        result: list[Thing] = []
        shadow = in_shadow(self.plain, self.known)
        space = SMALL_SLOT * SMALL_SLOT * self.index.aspect
        ends = cv2.dilate(self.beyond.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        for changed in (self.changed & ~shadow, self.changed):
            for mask, _ in compact_parts(without_thin(changed)):
                part = float(mask.sum()) / space
                on_card = float(self.on_cards[mask].mean())
                is_known = any(bool((mask & one.mask).any()) for one in result)
                if not PAWN[0] < part < PAWN[1] or on_card < ON_CARD or is_known or reaches_in(mask):
                    continue
                if (mask & ends).any():
                    continue
                thing = describe_thing(mask, self.plain, self.known, shadow)
                if thing.is_on_card:
                    result.append(thing)
        return result

    def space_of(self, mask: Mask) -> str | None:
        """The space on which a thing stands: its foot is the end that is lowest in the picture."""
        ys, xs = np.nonzero(mask)
        places = np.column_stack([xs, ys]).astype(np.float64) + 0.5
        heights = transform(self.to_picture, places)[:, 1]
        foot = places[heights >= np.quantile(heights, 1 - FOOT)].mean(axis=0) / self.scale
        for slot in self.board.model.slots:
            if cv2.pointPolygonTest(slot.quad.astype(np.float32), (float(foot[0]), float(foot[1])), True) > -0.1 * (
                self.board.model.slot_width
            ):
                return slot.id
        return None
