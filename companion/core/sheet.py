"""A score sheet of any game: what screens, exports and statistics need, without knowing the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.words import Message


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a player's score: its rule, its worth in words, the cards behind it and why."""

    rule: str
    worth: Message
    cards: tuple[str, ...]
    why: Message
    matters: bool = True  # False when there is nothing behind it


@dataclass(frozen=True, slots=True)
class Score:
    """One player's score; `parts` are the points by the sources of the sheet."""

    name: str
    total: int
    place: int
    parts: tuple[int, ...]
    money: int  # at the end, for statistics
    lines: tuple[Line, ...]


def stacked(parts: Sequence[float]) -> list[float]:
    """How high each part of a bar is, so that the bar is as high as the sum: what is lost eats from the top.

    >>> stacked([8, 4, -5])
    [7, 0, 0]
    """
    heights: list[float] = [max(0, part) for part in parts]
    lost = -sum(min(0, part) for part in parts)
    for number in reversed(range(len(heights))):
        eaten = min(heights[number], lost)
        heights[number] -= eaten
        lost -= eaten
    return heights


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of the breakdown: a number for each player, and the line that explains it."""

    name: Message
    numbers: tuple[int, ...]
    lines: tuple[Line | None, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everybody's score in the order of the seats, why the winners won, and what to say besides."""

    players: tuple[Score, ...]
    why: Message
    sources: tuple[Message, ...]
    rows: tuple[SheetRow, ...]
    total_rule: str
    place_rule: str
    notes: tuple[Message, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Who is first, several when the win is shared."""
        return tuple(player.name for player in self.players if player.place == 1)
