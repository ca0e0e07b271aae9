"""The result of a game that was only counted at its end."""

from __future__ import annotations

from pathlib import Path

from companion.core.box import Hand
from companion.core.sheet import Sheet
from companion.counting import Count, Counting
from companion.games import load_box


def counted_hands(count: Count) -> tuple[Hand, ...]:
    """What everybody has."""
    return tuple(Hand(player.name, player.cards, player.tokens) for player in count.players)


def finish_count(counting: Counting, folder: Path) -> None:
    """The result is shown, with what the owner's cards say now, or said in the game that was ended early."""
    told = counting.begun_with
    counting.finish(load_box(counting.game).corrections(folder) if told is None else told)


def counted_sheet(game: str, count: Count) -> Sheet:
    """The score of what was counted."""
    return load_box(game).sheet(counted_hands(count), count.corrections)
