"""Actions in words: the names of the steps in the journal, in undo and redo."""

from __future__ import annotations

from typing import assert_never

from card_db.packet_row.cards import Contract
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    CorrectArea,
    CorrectPlayer,
    Deal,
    Decline,
    FinalCards,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.names import AREA_NAMES, card_name, card_names
from companion.games.packet_row.state import State
from companion.words import Message, msg, msgs


def describe(state: State, action: Action) -> Message:
    """The action in words, for the state before it."""
    names = state.setup.players
    match action:
        case Reveal(area):
            return msg("Board laid out: {area}", area=AREA_NAMES[area])
        case Deal(seat, card):
            return msg("{player} gets the {card}", player=names[seat], card=card_name(card))
        case Choose(area):
            return msg("{player} chooses: {area}", player=names[state.harbour_master], area=AREA_NAMES[area])
        case Take(seat, card, future):
            return _describe_take(names[seat], card_name(card), card.price, future)
        case Decline(seat):
            return msg("{player} declines", player=names[seat])
        case Pass(seat):
            return msg("{player} passes and ends the round", player=names[seat])
        case Refill(area, current, future):
            drawn = len(current) + len(future)
            return msgs(
                "Refilled with {count} new card: {area}",
                "Refilled with {count} new cards: {area}",
                drawn,
                area=AREA_NAMES[area],
            )
        case Fulfil(seat, _, contracts):
            fulfilled = [card for card in contracts if isinstance(card, Contract)]
            return msgs(
                "{player} fulfils {count} contract for ${income}",
                "{player} fulfils {count} contracts for ${income}",
                len(fulfilled),
                player=names[seat],
                income=sum(contract.reward for contract in fulfilled),
            )
        case Cash(seat, card):
            return msg("{player} cashes the {card}", player=names[seat], card=card_name(card))
        case FinalCards(seat, cards):
            return msgs("{player} holds {count} card", "{player} holds {count} cards", len(cards), player=names[seat])
        case CorrectPlayer(seat, money, held):
            if money is not None and held is None:
                return msg("Corrected: {player} has ${money}", player=names[seat], money=money)
            return msg("Corrected: {player} holds {cards}", player=names[seat], cards=card_names(held or ()))
        case CorrectArea(area):
            return msg("Corrected: {area}", area=AREA_NAMES[area])
        case _:
            assert_never(action)


def _describe_take(player: str, card: Message, price: int, future: bool) -> Message:
    if future and price:
        return msg("{player} takes the {card} with an assistant for ${price}", player=player, card=card, price=price)
    if future:
        return msg("{player} takes the {card} with an assistant", player=player, card=card)
    if price:
        return msg("{player} takes the {card} for ${price}", player=player, card=card, price=price)
    return msg("{player} takes the {card}", player=player, card=card)
