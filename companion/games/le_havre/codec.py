"""Reading what players have: buildings, ships and goods by their names, one clear sentence when a name is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from card_db.le_havre.buildings import Building
from card_db.le_havre.goods import GOODS
from card_db.le_havre.rounds import ships_in_box
from card_db.le_havre.ships import SHIP_TYPES, Ship
from companion.core.game import InputError, Json
from companion.core.read_json import as_choice, as_int, as_list, as_object, as_text, field, shown
from companion.games.le_havre.card_names import building_named
from companion.games.le_havre.printed import MAX_AMOUNT, Printed, printed, read_corrections


def read_amount(player: Json, key: str, name: str) -> int:
    """A number of francs or loans of a player."""
    return as_int(field(player, key, name), f"the {key} of {name}", 0, MAX_AMOUNT)


def read_printed(request: Json) -> Printed:
    """The cards with what the owner's printed ones show instead under `corrections` (7.1)."""
    return printed(read_corrections(request.get("corrections", {})))


def view_corrections(cards: Printed) -> Json:
    """The corrections that were used, for the answer; nothing when there were none."""
    return {"corrections": dict(cards.corrections)} if cards.corrections else {}


def read_buildings(box: Mapping[str, Building], value: object, what: str) -> tuple[Building, ...]:
    """Buildings by their names."""
    return tuple(building_named(box, as_text(name, f"a building in {what}"), what) for name in as_list(value, what))


def read_ships(value: object, what: str) -> tuple[Ship, ...]:
    """Ships by their types and values."""
    return tuple(_ship(as_object(item, f"a ship in {what}"), what) for item in as_list(value, what))


def _ship(item: Json, what: str) -> Ship:
    kind = _ship_type(item, what)
    value = field(item, "value", f"a ship in {what}")
    values = [ship.value for ship in ships_in_box() if ship.type == kind]
    if type(value) is not int or value not in values:
        listed = ", ".join(map(str, values))
        raise InputError(f"a ship in {what} cannot be: {kind} ships have a value of {listed}, not {shown(value)}")
    return Ship(kind, value)


def _ship_type(item: Json, what: str) -> str:
    return as_choice(field(item, "type", f"a ship in {what}"), f"the type of a ship in {what}", SHIP_TYPES)


def read_fleet(value: object, what: str) -> tuple[tuple[str, Ship | None], ...]:
    """The types of ships, where the values do not matter and may be left out."""
    fleet: list[tuple[str, Ship | None]] = []
    for item in as_list(value, what):
        ship = as_object(item, f"a ship in {what}")
        fleet.append((_ship_type(ship, what), _ship(ship, what) if "value" in ship else None))
    return tuple(fleet)


def read_goods(value: object, what: str) -> Mapping[str, int]:
    """How many of which goods; francs are none."""
    goods = as_object(value, what)
    if unknown := [name for name in goods if name not in GOODS]:
        raise InputError(f"{shown(unknown[0])} in {what} is none of the goods ({', '.join(GOODS)})")
    return {name: as_int(number, f"{name} in {what}", 0, MAX_AMOUNT) for name, number in goods.items()}
