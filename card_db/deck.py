"""Deck lists: which cards a box holds and where each value is known from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

C = TypeVar("C")


class DeckError(ValueError):
    """A deck list or a file of corrections cannot be used; the message names the file and says why."""


class Provenance(StrEnum):
    """Where a value is known from; the owner's printed card beats the rulebook, both beat a guess."""

    RULEBOOK = "rulebook"
    ASSUMED = "assumed"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class DeckEntry(Generic[C]):
    """Some equal cards of one deck; `sources` tells for each value of the card where it is known from."""

    deck: str
    card: C
    copies: int
    sources: Mapping[str, Provenance]


@dataclass(frozen=True, slots=True)
class Deck(Generic[C]):
    """All cards of a box."""

    entries: tuple[DeckEntry[C], ...]

    def cards(self, deck: str) -> tuple[C, ...]:
        """Every single card of one deck."""
        return tuple(entry.card for entry in self.entries if entry.deck == deck for _ in range(entry.copies))
