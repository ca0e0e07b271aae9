"""In which order facts were first seen, as long as they are not believed.

A pawn that stood there for seconds before another board was refilled came before that, also where neither can be
explained yet. What comes within a moment may have happened in any order: one thing
is read later than another.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.games.packet_row.follow.facts import Fact

TOGETHER = 1.0  # seconds within which facts may have happened in any order


class Order:
    """When each fact was first seen."""

    def __init__(self) -> None:
        self._first: dict[Fact, float] = {}

    def note(self, facts: Collection[Fact], at: float) -> None:
        """These are seen now, and no others."""
        self._first = {fact: self._first.get(fact, at) for fact in facts}

    def groups(self, facts: Collection[Fact]) -> list[frozenset[Fact]]:
        """Facts in the order they were seen, those of a moment in one group."""
        found: list[set[Fact]] = []
        began = 0.0
        for fact in sorted(facts, key=self._when):
            if not found or self._when(fact) > began + TOGETHER:
                found.append(set())
                began = self._when(fact)
            found[-1].add(fact)
        return [frozenset(group) for group in found]

    def _when(self, fact: Fact) -> float:
        return self._first.get(fact, max(self._first.values(), default=0.0))
