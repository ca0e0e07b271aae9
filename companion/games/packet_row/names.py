"""Cards, goods, places and boards in words."""

from __future__ import annotations

from collections.abc import Iterable

from card_db.packet_row.cards import Building, Card, Contract, Goods, Helper, Money, Nugget, Ship
from companion.words import Listing, Message, listing, msg

GOOD_NAMES = {"grain": msg("grain"), "cotton": msg("cotton"), "fur": msg("fur"), "tobacco": msg("tobacco")}
DESTINATION_NAMES = {
    "great_britain": msg("Great Britain"),
    "france": msg("France"),
    "netherlands": msg("the Netherlands"),
    "sweden": msg("Sweden"),
    "spain": msg("Spain"),
    "german_confederation": msg("the German Confederation"),
}
AREA_NAMES = {"guildhall": msg("guildhall"), "docks": msg("docks"), "market": msg("market"), "bank": msg("bank")}
HELPER_NAMES = {
    "trader": msg("trader"),
    "captain": msg("captain"),
    "assistant": msg("assistant"),
    "banker": msg("banker"),
}
NUGGET_NAMES = {1: msg("single nugget"), 2: msg("double nugget")}
BUILDING_NAMES = {
    "academy": msg("academy"),
    "bakehouse": msg("bakehouse"),
    "boatyard": msg("boatyard"),
    "cathedral": msg("cathedral"),
    "city_hall": msg("city hall"),
    "coin_house": msg("coin house"),
    "courthouse": msg("courthouse"),
    "customs_house": msg("customs house"),
    "dry_dock": msg("dry dock"),
    "exchange": msg("exchange"),
    "fish_hall": msg("fish hall"),
    "fountain": msg("fountain"),
    "grand_pier": msg("grand pier"),
    "hospital": msg("hospital"),
    "insurance_house": msg("insurance house"),
    "library": msg("library"),
    "library_hall": msg("reading room"),
    "lighthouse": msg("lighthouse"),
    "market_hall": msg("market hall"),
    "merchants_club": msg("merchants' club"),
    "museum": msg("museum"),
    "naval_school": msg("naval school"),
    "newspaper": msg("newspaper"),
    "opera": msg("opera"),
    "park": msg("park"),
    "post_office": msg("post office"),
    "railway_station": msg("railway station"),
    "savings_bank": msg("savings bank"),
    "school": msg("school"),
    "seamens_home": msg("seamen's home"),
    "telegraph_office": msg("telegraph office"),
    "theatre": msg("theatre"),
    "town_clock": msg("town clock"),
    "treasury": msg("treasury"),
    "university": msg("university"),
    "warehouse": msg("warehouse"),
}
KIND_NAMES = {
    "contract": msg("contracts"),
    "assistant": msg("assistants"),
    "ship": msg("merchant ships"),
    "captain": msg("captains"),
    "nugget:1": msg("single nuggets"),
    "nugget:2": msg("double nuggets"),
    "goods:grain": msg("grain cards"),
    "goods:cotton": msg("cotton cards"),
    "goods:fur": msg("fur cards"),
    "goods:tobacco": msg("tobacco cards"),
    "trader": msg("traders"),
    "money": msg("money cards"),
    "banker": msg("bankers"),
    "vp": msg("buildings"),
    "start:grain": msg("starting contracts for grain"),
    "start:cotton": msg("starting contracts for cotton"),
    "start:fur": msg("starting contracts for fur"),
    "start:tobacco": msg("starting contracts for tobacco"),
}


def building_name(name: str) -> Message:
    """A building in words; one that our list does not know keeps its own name."""
    return BUILDING_NAMES.get(name) or Message("{name}", (("name", name.replace("_", " ")),))


def card_name(card: Card) -> Message:
    """A card in words, to stand after an article."""
    match card:
        case Contract(good, units, destination, reward, start):
            what, to = GOOD_NAMES[good], DESTINATION_NAMES[destination]
            if start:
                return msg(
                    "starting contract for {units} {good} to {to} (${reward})",
                    units=units,
                    good=what,
                    to=to,
                    reward=reward,
                )
            return msg("contract for {units} {good} to {to} (${reward})", units=units, good=what, to=to, reward=reward)
        case Goods(good, units):
            return msg("card with {units} {good}", units=units, good=GOOD_NAMES[good])
        case Ship(destination):
            return msg("ship to {to}", to=DESTINATION_NAMES[destination])
        case Nugget(units):
            return NUGGET_NAMES[units]
        case Money(amount):
            return msg("money card of ${amount}", amount=amount)
        case Building(name):
            return building_name(name)
        case Helper(role):
            return HELPER_NAMES[role]


def card_names(cards: Iterable[Card]) -> Listing:
    """Several cards in a row."""
    return listing([card_name(card) for card in cards])
