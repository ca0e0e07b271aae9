"""In which order facts were first seen.

A pawn that stood there for seconds before another board was refilled came before that, also where neither can be
explained yet. What comes within a moment may have happened in any order: one thing
is read later than another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from companion.games.packet_row.follow.facts import Fact

TOGETHER = 1.0  # seconds within which facts may have happened in any order


class Order:
    """When each fact was first seen."""

    def __init__(self) -> None:
        self._open: dict[Fact, float] = {}
        self._kept: dict[Fact, float] = {}

    def note(self, facts: Collection[Fact], at: float) -> None:
        """These are seen now, and no others that are still open."""
        self._open = {fact: self._open.get(fact, at) for fact in facts}

    def keep(self, facts: Collection[Fact]) -> None:
        """These are believed, or other things are to be seen there by now: they do not come again."""
        self._kept.update({fact: self._open[fact] for fact in facts if fact in self._open})

    def replace(self, instead: Callable[[Fact], Fact]) -> None:
        """What was believed was something else."""
        self._kept = {instead(fact): when for fact, when in self._kept.items()}

    def groups(self, facts: Collection[Fact]) -> list[frozenset[Fact]]:
        """Facts in the order they were seen, those of a moment in one group."""
        found: list[set[Fact]] = []
        began = last = max(self._open.values(), default=0.0)
        for fact in sorted(facts, key=lambda one: self._open.get(one, last)):
            when = self._open.get(fact, last)
            if not found or when > began + TOGETHER:
                found.append(set())
                began = when
            found[-1].add(fact)
        return [frozenset(group) for group in found]

    def merged(self, known: Sequence[frozenset[Fact]], new: Sequence[frozenset[Fact]]) -> list[frozenset[Fact]]:
        """Groups with new ones where they were seen: a card in doubt holds up its board while others are believed."""
        merged = list(known)
        for group in new:
            place, when = len(merged), self._began(group)
            while place and self._began(merged[place - 1]) > when + TOGETHER:
                place -= 1
            merged.insert(place, group)
        return merged

    def _began(self, group: frozenset[Fact]) -> float:
        return min(self._kept.get(fact, self._open.get(fact, 0.0)) for fact in group)
