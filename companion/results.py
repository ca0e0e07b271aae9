"""The result of a game, whether it was tracked or only counted at its end."""

from __future__ import annotations

from card_db.packet_row.cards import parse_card
from companion.counting import Count
from companion.games.packet_row.scoring import Holding

MONEY = "money"  # the token of Packet Row


def counted_holdings(count: Count) -> tuple[Holding, ...]:
    """What everybody has, for the score."""
    return tuple(
        Holding(player.name, player.tokens.get(MONEY, 0), tuple(parse_card(card) for card in player.cards))
        for player in count.players
    )
