"""A card as it was named."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.cover import Cover
from scanner.geometry import UNIT_QUAD, Matrix, transform
from scanner.reading import NAMED_FROM, Detection, Guess, as_quad


@dataclass(frozen=True, slots=True)
class Named:
    """A card with its best designs; `fit` tells how well the best one explains the picture (1 is perfectly)."""

    id: str
    confidence: float
    fit: float
    is_back: bool
    guesses: tuple[Guess, ...]  # the likely designs, the best one first
    card_map: Matrix  # unit square to picture, the card's own top left corner first
    share: float = 1.0  # of the design's print that is found in place
    cover: Cover | None = None  # what hides a part of it
    hides_mark: bool = False  # that is what tells it from its twins

    @property
    def whole_fit(self) -> float:
        """How well it explains all that is seen there: what is said to hide a part of it is not explained."""
        return self.fit if self.cover is None else self.fit * float((self.cover.mask == 0).mean())


def as_detection(named: Named, board: str | None, slot: str | None) -> Detection:
    """A named card as it is told: without a name when that is not certain enough."""
    name = named.id if named.confidence >= NAMED_FROM else None
    others = tuple(guess for guess in named.guesses if guess.id != name)
    quad = as_quad(transform(named.card_map, UNIT_QUAD))
    return Detection(name, quad, named.confidence, others, board, slot, hides_mark=named.hides_mark)
