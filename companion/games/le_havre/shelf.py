"""The cards of Le Havre to pick from: buildings by kind, ships; each by the name the score knows it by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from card_db.le_havre.buildings import Building
from card_db.le_havre.rounds import ships_in_box
from card_db.le_havre.ships import SHIP_TYPES, Ship
from companion.core.box import Shelf, Tab
from companion.games.le_havre.names import BUILDING_NAMES, SHIP_NAMES
from companion.games.le_havre.printed import Printed, printed
from companion.words import Message, msg

SHIP_DECK: Final = "ship"
SHIPS: Final = "S"  # the tab of ships, and the kind of the Luxury Yacht
TABS: Final = {
    "C": msg("Craftsmen"),
    "E": msg("Economic"),
    "I": msg("Industrial"),
    "P": msg("Public"),
    "N": msg("Other buildings"),
    SHIPS: msg("Ships"),
}


@lru_cache(maxsize=1)
def ships_by_name() -> dict[str, Ship]:
    """Every different ship by its name."""
    ships = sorted(ships_in_box(), key=lambda ship: (SHIP_TYPES.index(ship.type), ship.value))
    return {str(ship): ship for ship in ships}


def split(cards: Sequence[str], box: Printed | None = None) -> tuple[tuple[Building, ...], tuple[Ship, ...]]:
    """Buildings and ships by their names; what is neither is left out."""
    buildings, ships = (box or printed()).buildings, ships_by_name()
    return (
        tuple(buildings[card] for card in cards if card in buildings),
        tuple(ships[card] for card in cards if card in ships),
    )


def short_name(card: str) -> Message:
    """A card in a few words; what is no card is called by its own name."""
    if (ship := ships_by_name().get(card)) is not None:
        return msg("{ship} {points}", ship=SHIP_NAMES[ship.type], points=ship.value)
    return BUILDING_NAMES.get(card) or Message("{name}", (("name", card),))


def shelf(box: Printed | None = None) -> Shelf:
    """All cards by the kind that is printed on them; of each building there is one."""
    return _shelf(box or printed())


@lru_cache(maxsize=2)
def _shelf(box: Printed) -> Shelf:
    buildings = box.buildings
    in_order = sorted(buildings.values(), key=lambda card: (card.deck != "standard", card.sort or 0))
    tabs = []
    for kind, name in TABS.items():
        cards = [card.name for card in in_order if card.kind == kind]
        tabs.append(Tab(kind, name, (*(ships_by_name() if kind == SHIPS else ()), *cards)))
    places = {card: number for tab in tabs for number, card in enumerate(tab.cards)}
    kinds = {card: number for number, tab in enumerate(tabs) for card in tab.cards}
    decks = {card: buildings[card].deck if card in buildings else SHIP_DECK for card in kinds}
    ships = ships_by_name()
    copies = {card: ships_in_box()[ships[card]] if card in ships else 1 for card in kinds}

    def rank(card: str) -> tuple[int, str]:
        return kinds.get(card, 0), f"{places.get(card, 0):03d}"

    return Shelf(tuple(tabs), _has_room, rank, decks, copies)


def _has_room(chosen: Sequence[str], card: str) -> bool:
    ship = ships_by_name().get(card)
    return list(chosen).count(card) < (1 if ship is None else ships_in_box()[ship])
