"""Cards in two or three words, for labels beside their pictures."""

from __future__ import annotations

from typing import Final

from card_db.packet_row.cards import Building, CardError, Contract, Goods, Helper, Money, Nugget, Ship, parse_card
from companion.games.packet_row import names
from companion.words import Message, msg

BACK = "back:"

# Alone, not after "to": other languages change the name there.
COUNTRIES: Final = {
    **names.DESTINATION_NAMES,
    "netherlands": msg("Netherlands"),
    "german_confederation": msg("German Confederation"),
}


def short_name(text: str) -> Message:
    """A card by its notation in a few words; what is no card is called by its own name."""
    if text.startswith(BACK):
        return msg("face down")
    try:
        card = parse_card(text)
    except CardError:
        return Message("{name}", (("name", text),))
    match card:
        case Contract(good, units, reward=reward):
            return msg("{units} {good}, ${reward}", units=units, good=names.GOOD_NAMES[good], reward=reward)
        case Goods(good, units):
            return msg("{units} {good}", units=units, good=names.GOOD_NAMES[good])
        case Ship(destination):
            return COUNTRIES[destination]
        case Nugget(units):
            return names.NUGGET_NAMES[units]
        case Money(amount):
            return msg("${money}", money=amount)
        case Building(name):
            return names.building_name(name)
        case Helper(role):
            return names.HELPER_NAMES[role]
