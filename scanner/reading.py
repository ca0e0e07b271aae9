"""What the scanner tells: plain data, no pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Place = tuple[str, str]  # board and space
SlotState = Literal["card", "empty", "back", "pawn"]
Json = dict[str, object]

SURE = 0.9  # confidence that hardly ever errs
FAINT = 0.1  # confidence of a pawn below which it is a sleeve or a finger at rest, rather; pawns have 0.2 and more
NAMED_FROM = 0.4  # confidence; a card that is less certain is told without a name


@dataclass(frozen=True, slots=True)
class Guess:
    """A design that a card may be."""

    id: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Detection:
    """A card seen; `id` is None when it cannot be named with certainty enough."""

    id: str | None
    quad: Quad
    confidence: float
    alternatives: tuple[Guess, ...] = ()
    board: str | None = None
    slot: str | None = None
    surprise: bool = False  # clearly seen, and not what the state of the game lets expect
    hides_mark: bool = False  # something lies on what tells it from its twins


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A board in the picture."""

    id: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class SlotReading:
    """What lies on one space of a board."""

    board: str
    slot: str
    state: SlotState
    id: str | None
    pawn: str | None
    confidence: float
    surprise: bool = False  # as that of the card on it
    pawns: tuple[str, ...] = ()  # colours that a pawn alone on the space may have, the likeliest first


@dataclass(frozen=True, slots=True)
class TableReading:
    """Everything read from one picture."""

    size: tuple[int, int]
    cards: tuple[Detection, ...]
    boards: tuple[BoardSeen, ...]
    slots: tuple[SlotReading, ...]


def with_cards(reading: TableReading, cards: Sequence[Detection], backs: Collection[str]) -> TableReading:
    """The same table with its cards named anew, on the spaces as well; `backs` are the designs that are backs."""
    by_place = {(card.board, card.slot): card for card in cards if card.board is not None}
    slots = []
    for slot in reading.slots:
        card = by_place.get((slot.board, slot.slot))
        if card is not None and slot.state in ("card", "back"):
            state: SlotState = slot.state if card.id is None else "back" if card.id in backs else "card"
            slot = replace(slot, id=card.id, state=state, confidence=card.confidence, surprise=card.surprise)
        slots.append(slot)
    return replace(reading, cards=tuple(cards), slots=tuple(slots))


def as_quad(corners: Iterable[Iterable[float]]) -> Quad:
    """Four corners as plain numbers."""
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four


def view_quad(quad: Quad) -> list[list[float]]:
    """A quad for JSON."""
    return [[round(x, 1), round(y, 1)] for x, y in quad]


def view_alternatives(name: str | None, confidence: float, guesses: tuple[Guess, ...]) -> list[Json]:
    """Alternatives for JSON.

    Guesses are odds if it is a card of the deck at all, which may not be certain: none of them is surer than the name,
    or than what would have been named.
    """
    most = NAMED_FROM if name is None else max(confidence, NAMED_FROM)
    part = most / max(most, *(guess.confidence for guess in guesses)) if guesses else 1.0
    return [{"id": guess.id, "confidence": round(part * guess.confidence, 4)} for guess in guesses]


def _view_surprise(surprise: bool) -> Json:
    return {"surprise": True} if surprise else {}


def view_reading(reading: TableReading) -> Json:
    """A reading for JSON."""
    return {
        "size": list(reading.size),
        "cards": [
            {
                "id": card.id,
                "quad": view_quad(card.quad),
                "confidence": round(card.confidence, 4),
                "board": card.board,
                "slot": card.slot,
                "alternatives": view_alternatives(card.id, card.confidence, card.alternatives),
                **_view_surprise(card.surprise),
            }
            for card in reading.cards
        ],
        "boards": [{"id": board.id, "quad": view_quad(board.quad)} for board in reading.boards],
        "slots": [
            {
                "board": slot.board,
                "slot": slot.slot,
                "state": slot.state,
                "id": slot.id,
                "pawn": slot.pawn,
                "confidence": round(slot.confidence, 4),
                **_view_surprise(slot.surprise),
            }
            for slot in reading.slots
        ],
    }
