"""Buildings, ships and goods in words; the English words are the names by which the commands know them."""

from __future__ import annotations

from collections.abc import Mapping

from card_db.le_havre.goods import FRANCS
from card_db.le_havre.ships import Ship
from companion.words import Listing, Message, listing, msg, msgs

BUILDING_NAMES = {
    message.template: message
    for message in (
        msg("Building Firm (value 4)"),
        msg("Building Firm (value 6)"),
        msg("Construction Firm"),
        msg("Marketplace"),
        msg("Sawmill"),
        msg("Fishery"),
        msg("Joinery"),
        msg("Bakehouse"),
        msg("Hardware Store"),
        msg("Charcoal Kiln"),
        msg("Smokehouse"),
        msg("Abattoir"),
        msg("Clay Mound"),
        msg("Arts Center"),
        msg("Wharf (sort 12)"),
        msg("Black Market"),
        msg("Brickworks"),
        msg("Local Court"),
        msg("Colliery"),
        msg("Wharf (sort 17)"),
        msg("Shipping Line"),
        msg("Grocery Market"),
        msg("Tannery"),
        msg("Business Office"),
        msg("Ironworks"),
        msg("Steel Mill"),
        msg("Storehouse"),
        msg("Cokery"),
        msg("Dock"),
        msg("Bridge over the Seine"),
        msg("Town Hall"),
        msg("Bank"),
        msg("Church"),
        msg("Baguette Shop"),
        msg("Bakery"),
        msg("Brick Manufacturer"),
        msg("Business Park"),
        msg("Clothing Industry"),
        msg("Coal Trader"),
        msg("Diner"),
        msg("Farm"),
        msg("Feedlot"),
        msg("Fish Market"),
        msg("Fish Restaurant"),
        msg("Fishpond and Wood"),
        msg("Football Stadium"),
        msg("Forest Hut"),
        msg("Furniture Factory"),
        msg("Furriery"),
        msg("Guildhouse"),
        msg("Harbor Watch"),
        msg("Haulage Firm"),
        msg("Hunting Lodge"),
        msg("Iron Mine and Coal Seam"),
        msg("Kiln"),
        msg("Labor Exchange"),
        msg("Leather Industry"),
        msg("Luxury Yacht"),
        msg("Masons' Guild"),
        msg("Patisserie"),
        msg("Plant Nursery"),
        msg("Schnaps Distillery"),
        msg("Smelter"),
        msg("Steakhouse"),
        msg("Steelworks"),
        msg("Tavern"),
        msg("Town Square"),
        msg("Wind Farm"),
        msg("Zoo"),
    )
}
SHIP_NAMES = {
    "wooden": msg("wooden ship"),
    "iron": msg("iron ship"),
    "steel": msg("steel ship"),
    "luxury": msg("luxury liner"),
}
GOOD_NAMES = {
    "fish": msg("fish"),
    "wood": msg("wood"),
    "clay": msg("clay"),
    "iron": msg("iron"),
    "grain": msg("grain"),
    "cattle": msg("cattle"),
    "coal": msg("coal"),
    "hides": msg("hides"),
    "smoked_fish": msg("smoked fish"),
    "charcoal": msg("charcoal"),
    "brick": msg("brick"),
    "steel": msg("steel"),
    "bread": msg("bread"),
    "meat": msg("meat"),
    "coke": msg("coke"),
    "leather": msg("leather"),
}


def ship_name(ship: Ship) -> Message:
    """A ship with its value, which tells it from others of its type."""
    return msg("{ship} of value {value}", ship=SHIP_NAMES[ship.type], value=ship.value)


def card_name(card: str | Ship) -> Message:
    """A building or a ship."""
    return ship_name(card) if isinstance(card, Ship) else BUILDING_NAMES[card]


def thing_name(thing: str) -> Message:
    """A good, or francs."""
    return msg("francs") if thing == FRANCS else GOOD_NAMES[thing]


def amounts_name(amounts: Mapping[str, int]) -> Message | Listing:
    """How many of which things."""
    named = [
        msgs("{count} franc", "{count} francs", number)
        if thing == FRANCS
        else msg("{units} {good}", units=number, good=GOOD_NAMES[thing])
        for thing, number in amounts.items()
        if number
    ]
    return listing(named) if named else msg("nothing")


def tile_name(tile: str) -> Listing:
    """A supply tile by its tokens."""
    return listing([thing_name(token) for token in tile.split("+")])
