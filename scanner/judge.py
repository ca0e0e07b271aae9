"""How good a reading is: what was read, counted against the truth of a scene or a labelled photograph.

A card counts when at least 70 % of it are in view and what tells it from its twins is not covered. It is found when
something was read there (the quads share more than half of what they cover together) and right when that has its name.
Anything named with 0.9 or more that is something else, or where no such card lies, is wrong, however little is in view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from scanner.geometry import quad_area, shared_area
from scanner.reading import SURE, Detection, Quad, TableReading

IN_SIGHT = 0.7
OVERLAP = 0.5
TOUCHING = 0.1  # a right name here is a card told in a bad place or twice, not a wrong name
FOREIGN = "foreign"


class TruthError(ValueError):
    """A truth that cannot be used, in one sentence."""


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card that lies there; `hidden_mark`: what tells it from its twins is covered."""

    id: str
    quad: Quad
    visible: float
    is_foreign: bool
    hidden_mark: bool

    @property
    def counts(self) -> bool:
        """Whether it is a card that should be named."""
        return not self.is_foreign and self.visible >= IN_SIGHT and not self.hidden_mark


@dataclass(frozen=True, slots=True)
class TrueSlot:
    """A space, what it holds and the pawn on it."""

    board: str
    slot: str
    state: str
    pawn: str | None
    visible: float


@dataclass(frozen=True, slots=True)
class Truth:
    """What a picture shows."""

    cards: tuple[TrueCard, ...]
    slots: tuple[TrueSlot, ...]
    boards: tuple[tuple[str, Quad], ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """What was to be read and what was read of it; counts of several pictures can be added."""

    cards: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_wrong: int = 0
    hidden: int = 0  # cards in view whose mark is covered: not among `cards`
    foreign: int = 0
    foreign_named: int = 0
    slots: int = 0
    slots_right: int = 0
    pawns: int = 0
    pawns_right: int = 0
    boards: int = 0
    boards_found: int = 0
    boards_invented: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Judgement:
    """The counts, and of each named card the confidence and whether the name is right."""

    counts: Counts
    named: tuple[tuple[float, bool], ...]


def judge(reading: TableReading, truth: Truth) -> Judgement:
    """Compare a reading with the truth."""
    pairs = _match(reading.cards, truth.cards)
    counts, named = _count_cards(reading.cards, truth.cards, pairs)
    return Judgement(counts + _count_slots(reading, truth) + _count_boards(reading, truth), named)


def _count_cards(
    seen: Sequence[Detection], cards: Sequence[TrueCard], pairs: Mapping[int, int]
) -> tuple[Counts, tuple[tuple[float, bool], ...]]:
    found = right = sure = sure_wrong = foreign_named = 0
    named = []
    for number, card in enumerate(seen):
        true = cards[pairs[number]] if number in pairs else None
        is_sure = card.id is not None and card.confidence >= SURE
        is_right = true is not None and not true.is_foreign and card.id == true.id
        misplaced = true is None and any(
            other.id == card.id and overlap(card.quad, other.quad) > TOUCHING for other in cards
        )
        if card.id is not None and not misplaced:
            named.append((card.confidence, is_right))
        sure_wrong += is_sure and not is_right and not misplaced
        if true is not None and true.is_foreign:
            foreign_named += card.id is not None
        if true is not None and true.counts:
            found += 1
            right += is_right
            sure += is_sure
    counts = Counts(
        cards=sum(card.counts for card in cards),
        found=found,
        right=right,
        sure=sure,
        sure_wrong=sure_wrong,
        hidden=sum(not card.is_foreign and card.visible >= IN_SIGHT and card.hidden_mark for card in cards),
        foreign=sum(card.is_foreign for card in cards),
        foreign_named=foreign_named,
    )
    return counts, tuple(named)


def _count_slots(reading: TableReading, truth: Truth) -> Counts:
    read = {(slot.board, slot.slot): slot for slot in reading.slots}
    slots = [slot for slot in truth.slots if slot.visible >= IN_SIGHT]
    answers = [(slot, read.get((slot.board, slot.slot))) for slot in slots]
    return Counts(
        slots=len(slots),
        slots_right=sum(answer is not None and answer.state == slot.state for slot, answer in answers),
        pawns=sum(slot.pawn is not None for slot in slots),
        pawns_right=sum(
            slot.pawn is not None and answer is not None and answer.pawn == slot.pawn for slot, answer in answers
        ),
    )


def _count_boards(reading: TableReading, truth: Truth) -> Counts:
    left = list(truth.boards)
    found = 0
    for board in reading.boards:
        hit = next((true for true in left if true[0] == board.id and overlap(board.quad, true[1]) > OVERLAP), None)
        if hit is not None:
            left.remove(hit)
            found += 1
    return Counts(boards=len(truth.boards), boards_found=found, boards_invented=len(reading.boards) - found)


def _match(seen: Sequence[Detection], cards: Sequence[TrueCard]) -> dict[int, int]:
    """Which card each detection stands for, one for one, those that fit best first."""
    shared = [
        (share, number, true_number)
        for number, card in enumerate(seen)
        for true_number, true in enumerate(cards)
        if (share := overlap(card.quad, true.quad)) > OVERLAP
    ]
    pairs: dict[int, int] = {}
    for _, number, true_number in sorted(shared, reverse=True):
        if number not in pairs and true_number not in pairs.values():
            pairs[number] = true_number
    return pairs


def overlap(one: Quad, two: Quad) -> float:
    """The part two convex quads share of what they cover together."""
    first, second = np.array(one, np.float64), np.array(two, np.float64)
    if np.any(first.max(0) < second.min(0)) or np.any(second.max(0) < first.min(0)):
        return 0.0
    shared = shared_area(first, second)
    together = abs(quad_area(first)) + abs(quad_area(second)) - shared
    return shared / together if together > 0 else 0.0


def parse_truth(data: Any, name: str) -> Truth:
    """The truth out of JSON as the simulator and the labelled photographs have it; `name` is for messages."""
    try:
        cards = tuple(
            TrueCard(
                id=str(card["id"]),
                quad=_quad(card["quad"]),
                visible=float(card.get("visible_fraction", 1.0)),
                is_foreign=card.get("face") == FOREIGN,
                hidden_mark=bool(card.get("hidden_mark", False)),
            )
            for card in data["cards"]
        )
        slots = tuple(
            TrueSlot(
                board=str(slot["board"]),
                slot=str(slot["slot"]),
                state=str(slot["state"]),
                pawn=slot.get("pawn"),
                visible=float(slot.get("visible_fraction", 1.0)),
            )
            for slot in data.get("slots", ())
        )
        boards = tuple((str(board["id"]), _quad(board["quad"])) for board in data.get("boards", ()))
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        raise TruthError(f"{name} is not the truth of a picture: cards with id and quad, slots, boards.") from None
    return Truth(cards, slots, boards)


def _quad(corners: Any) -> Quad:
    (a, b), (c, d), (e, f), (g, h) = corners
    numbers = [float(value) for value in (a, b, c, d, e, f, g, h)]
    if not np.all(np.isfinite(numbers)):
        raise ValueError("not a number")
    a, b, c, d, e, f, g, h = numbers
    return (a, b), (c, d), (e, f), (g, h)
