"""The result of a game that was only counted at its end."""

from __future__ import annotations

from companion.core.box import Hand
from companion.core.sheet import Sheet
from companion.counting import Count
from companion.games import load_box


def counted_hands(count: Count) -> tuple[Hand, ...]:
    """What everybody has."""
    return tuple(Hand(player.name, player.cards, player.tokens) for player in count.players)


def counted_sheet(game: str, count: Count) -> Sheet:
    """The score of what was counted."""
    return load_box(game).sheet(counted_hands(count), count.corrections)
