"""Tags decide identity: a card that carries a sticker of the deck is what the sticker says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.board_model import BoardModel
from scanner.geometry import quad_map, transform
from scanner.reading import BoardSeen, Detection, Guess, Place, Point, Quad, SlotReading, TableReading, as_quad
from scanner.tags import Tag

TAG_CONFIDENCE = 0.999  # a code has its own check sum; what is left is a sticker on the wrong sleeve


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board in the picture."""

    board: str
    slot: str
    quad: Quad

    @property
    def place(self) -> Place:
        """Board and space."""
        return self.board, self.slot


def spaces_in_view(models: Sequence[BoardModel], seen: Sequence[BoardSeen]) -> tuple[Space, ...]:
    """Where the spaces of the boards that were found lie in the picture."""
    by_id = {model.id: model for model in models}
    spaces = []
    for board in seen:
        model = by_id[board.id]
        to_picture = quad_map(model.corners, board.quad)
        spaces += [Space(board.id, slot.id, as_quad(transform(to_picture, slot.quad))) for slot in model.slots]
    return tuple(spaces)


def decide_by_tags(
    reading: TableReading,
    tags: Sequence[Tag],
    spaces: Sequence[Space],
    ids: Collection[str],
    backs: Collection[str] = (),
) -> TableReading:
    """The reading with every card that carries a tag of this deck named by it.

    A tag belongs to the card it lies on, else to the space it lies on, which then holds a card, else it is a card of
    its own that is only seen where its tag is. Tags of other things (`ids` does not hold their text) change nothing.
    """
    on_card: dict[int, list[str]] = {}
    on_space: dict[Place, list[str]] = {}
    alone: list[Detection] = []
    by_place = {space.place: space for space in spaces}
    for tag in tags:
        if tag.text not in ids:
            continue
        centre = _centre(tag.quad)
        card = _card_under(reading.cards, centre)
        space = next((one for one in spaces if _covers(one.quad, centre)), None)
        if card is None and space is not None:
            card = next((at for at, one in enumerate(reading.cards) if (one.board, one.slot) == space.place), None)
        if card is not None:
            on_card.setdefault(card, []).append(tag.text)
        elif space is not None:
            on_space.setdefault(space.place, []).append(tag.text)
        else:
            alone.append(Detection(tag.text, tag.quad, TAG_CONFIDENCE))
    cards = [_named(card, on_card[at]) if at in on_card else card for at, card in enumerate(reading.cards)]
    cards += [
        _named(Detection(None, by_place[place].quad, 0.0, (), *place), texts) for place, texts in on_space.items()
    ]
    changed = {
        (card.board, card.slot): card for at, card in enumerate(cards) if at in on_card or at >= len(reading.cards)
    }
    slots = tuple(
        _with_card(slot, changed[slot.board, slot.slot], backs) if (slot.board, slot.slot) in changed else slot
        for slot in reading.slots
    )
    return replace(reading, cards=(*cards, *alone), slots=slots)


def _named(card: Detection, texts: Sequence[str]) -> Detection:
    """A card as its tags say; several that disagree leave it open which one it is."""
    named = sorted(set(texts))
    if len(named) > 1:
        guesses = tuple(Guess(text, TAG_CONFIDENCE / len(named)) for text in named)
        return replace(card, id=None, confidence=0.0, alternatives=guesses)
    # What the picture took it for stays known, with what little the tag leaves to it.
    looks = ([Guess(card.id, card.confidence)] if card.id is not None else []) + list(card.alternatives)
    others = tuple(Guess(guess.id, guess.confidence * (1 - TAG_CONFIDENCE)) for guess in looks if guess.id != named[0])
    return replace(card, id=named[0], confidence=TAG_CONFIDENCE, alternatives=others)


def _with_card(slot: SlotReading, card: Detection, backs: Collection[str]) -> SlotReading:
    """The space with this card on it; a pawn seen there stands on the card."""
    state = slot.state if card.id is None and slot.state == "back" else "back" if card.id in backs else "card"
    return replace(slot, state=state, id=card.id, confidence=card.confidence)


def _card_under(cards: Sequence[Detection], point: Point) -> int | None:
    """The card on which a point lies; where two overlap, the one whose middle is nearer."""
    under = [at for at, card in enumerate(cards) if _covers(card.quad, point)]
    return min(under, key=lambda at: float(np.hypot(*np.subtract(_centre(cards[at].quad), point))), default=None)


def _covers(quad: Quad, point: Point) -> bool:
    return cv2.pointPolygonTest(np.array(quad, np.float32), point, False) >= 0


def _centre(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
