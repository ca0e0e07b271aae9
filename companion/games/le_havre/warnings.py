"""What no box of Le Havre can hold: it is computed all the same, and named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from card_db.le_havre.rounds import ships_in_box
from card_db.le_havre.ships import Ship, load_ship_types
from companion.games.le_havre.names import BUILDING_NAMES, SHIP_NAMES, ship_name
from companion.words import Message, msg


def too_many_buildings(names: Iterable[str]) -> list[Message]:
    """Buildings that are there more than once."""
    return [_too_many(BUILDING_NAMES[name], seen, 1) for name, seen in Counter(names).items() if seen > 1]


def too_many_ships(ships: Iterable[Ship]) -> list[Message]:
    """Ships of one type and value beyond those of the box."""
    box = ships_in_box()
    return [_too_many(ship_name(ship), seen, box[ship]) for ship, seen in Counter(ships).items() if seen > box[ship]]


def too_many_of_a_type(types: Iterable[str]) -> list[Message]:
    """Ships of one type beyond those of the box, whatever their values."""
    box = {kind: ship_type.cards for kind, ship_type in load_ship_types().items()}
    return [_too_many(SHIP_NAMES[kind], seen, box[kind]) for kind, seen in Counter(types).items() if seen > box[kind]]


def _too_many(card: Message, seen: int, box: int) -> Message:
    return msg("{card} is there {seen} times; the number in the box: {box}.", card=card, seen=seen, box=box)
