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
    """In steps that matter to whoever is told, so that a reading which is a little surer is not told again."""
    if space.reading is None:
        return 0
    slot = space.reading[0]
    if slot.state == "pawn":
        return sum(slot.confidence >= step for step in (FAINT, SURE))
    return int(slot.id is not None and slot.confidence >= SURE)
