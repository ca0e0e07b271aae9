"""What was told of a table last, and whether there is anything new to tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scanner.reading import FAINT, SURE, Detection, Place
from scanner.steady import Key, Space

Signature = tuple[tuple[str, ...], tuple[tuple[Place, Key | None], ...], tuple[str, ...]]


class Telling:
    """The last reading that was told: what it said, and how sure it was of each space."""

    def __init__(self) -> None:
        self._told: Signature | None = None
        self._sure: dict[Place, int] = {}

    @property
    def has_told(self) -> bool:
        """Whether anything was told yet."""
        return self._told is not None

    def is_new(self, boards: Iterable[str], spaces: Mapping[Place, Space], loose: Iterable[Detection]) -> bool:
        """Whether this says something else than what was told, or the same of a space with more certainty.

        A pawn on a card may look like a finger; once the card has been drawn away below it, it is seen for what it is.
        """
        keys = tuple((place, spaces[place].key) for place in sorted(spaces))
        names = tuple(sorted(card.id for card in loose if card.id is not None))
        sure = {place: _sureness(space) for place, space in spaces.items()}
        signature = tuple(sorted(boards)), keys, names
        if signature == self._told and all(sure[place] <= self._sure[place] for place in sure):
            return False
        self._told, self._sure = signature, sure
        return True


def _sureness(space: Space) -> int:
    """Of a pawn, in steps that matter to whoever is told: what is a little surer is nothing new, nor a surer card."""
    if space.reading is None or space.reading[0].state != "pawn":
        return 0
    return sum(space.reading[0].confidence >= step for step in (FAINT, SURE))
