"""What a game offers to a demo in the terminal: robots that play it, and what is said when a round begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from companion.words import Message


class Robots(Protocol):
    """A table that plays by itself."""

    state: Any

    def play(self) -> Iterator[Any]:
        """All actions of the game, each already done when it is given."""


@dataclass(frozen=True, slots=True)
class Demo:
    """`new_table` seats robots of these names; `round_words` says where a round begins, nothing anywhere else."""

    new_table: Callable[[Sequence[str], Random], Robots]
    round_words: Callable[[Any], tuple[Message, ...]]
