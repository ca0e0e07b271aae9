"""The cards as they are printed in one box: our list, and what its owner has read on the cards instead (7.1 to 7.4).

A game keeps the corrections it was begun with, so that it stays the same when it is looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from card_db.le_havre.buildings import KINDS, Building, load_buildings
from card_db.le_havre.data_file import PLAYERS
from card_db.le_havre.goods import FRANCS, GOODS
from card_db.le_havre.ships import ShipType, load_ship_types
from companion.core.game import Corrections, InputError, Json
from companion.core.read_json import as_choice, as_int, as_list, as_object, shown
from companion.games.le_havre.card_names import building_named

MAX_AMOUNT: Final = 999_999
FOOD: Final = "food"
OF_BUILDINGS: Final = ("kind", "value", "price", "entry", "materials", "fisherman", "hammer", "limits")
OF_SHIPS: Final = ("price", "materials", "load", "food")


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """All buildings by name and all types of ships, with the corrections in them."""

    buildings: Mapping[str, Building]
    ships: Mapping[str, ShipType]
    corrections: Corrections


def printed(corrections: Corrections | None = None) -> Printed:
    """The cards with these corrections, which were read before."""
    return _printed(json.dumps(dict(corrections)) if corrections else "{}")


@lru_cache(maxsize=64)
def _printed(text: str) -> Printed:
    corrections: dict[str, Json] = json.loads(text)
    buildings, ships = dict(load_buildings()), dict(load_ship_types())
    for card, values in corrections.items():
        if card in ships:
            ships[card] = replace(ships[card], **_ship_values(values))
        else:
            buildings[card] = buildings[card].corrected(**_building_values(values, buildings[card]))
    return Printed(buildings, ships, corrections)


def _building_values(values: Json, listed: Building) -> dict[str, Any]:
    changed: dict[str, Any] = dict(values)
    if "value" in changed and listed.price == listed.value:
        changed.setdefault("price", changed["value"])  # the price is the value unless a cost is printed (3.3)
    if "entry" in changed:
        changed["entry"] = tuple(changed["entry"])
    if "materials" in changed:
        changed["card_materials"] = None  # the owner's card decides between the sources
    return changed


def _ship_values(values: Json) -> dict[str, Any]:
    changed: dict[str, Any] = dict(values)
    if FOOD in changed:
        changed[FOOD] = {int(players): food for players, food in changed[FOOD].items()}
    return changed


# --- reading ------------------------------------------------------------------------------------------------------


def read_corrections(value: object, what: str = "corrections") -> Corrections:
    """Corrections by the name of a building or the type of ships; raises InputError with one sentence."""
    read: dict[str, Json] = {}
    for name, item in as_object(value, what).items():
        about = f"the correction of {shown(name)}"
        if name in load_ship_types():
            read[name] = _read(as_object(item, about), about, OF_SHIPS, load_ship_types()[name])
        else:
            card = building_named(load_buildings(), name, what)
            read[name] = _read(as_object(item, about), about, OF_BUILDINGS, card)
    return {name: values for name, values in read.items() if values}


def _read(values: Json, what: str, known: Sequence[str], card: Building | ShipType) -> Json:
    if unknown := [key for key in values if key not in known]:
        raise InputError(f"{what} can tell {', '.join(known)}, not {shown(unknown[0])}")
    return {key: READERS[key](value, f"the {key} in {what}", card) for key, value in values.items()}


def _kind(value: object, what: str, _: object) -> object:
    return as_choice(value, what, KINDS)


def _number(value: object, what: str, _: object) -> object:
    return as_int(value, what, 0, MAX_AMOUNT)


def _price(value: object, what: str, _: object) -> object:
    return None if value is None else as_int(value, what, 0, MAX_AMOUNT)


def _amounts(value: object, what: str, names: Sequence[str]) -> dict[str, int]:
    amounts = as_object(value, what)
    for name, number in amounts.items():
        as_int(number, f"{as_choice(name, what, names)} in {what}", 0, MAX_AMOUNT)
    return {name: int(str(amounts[name])) for name in names if amounts.get(name)}


def _materials(value: object, what: str, card: Building | ShipType) -> object:
    if card.materials is None:
        raise InputError(f"{what} cannot be told: the card cannot be built")
    return _amounts(value, what, GOODS)


def _entry(value: object, what: str, card: Building) -> object:
    if card.entry is None:
        raise InputError(f"{what} cannot be told: the card cannot be entered")
    fees = [_amounts(fee, what, (FOOD, FRANCS)) for fee in as_list(value, what)]
    if any(len(fee) != 1 for fee in fees):
        raise InputError(f"{what} must be a list of fees, each of either food or francs; an empty list is free")
    return fees


def _limits(value: object, what: str, card: Building) -> object:
    if not card.card_limits:
        raise InputError(f"{what} cannot be told: no card of this name has any")
    return _amounts(value, what, tuple(card.card_limits))


def _food(value: object, what: str, _: object) -> object:
    food = as_object(value, what)
    return {str(n): as_int(food.get(str(n)), f"{what} for {n} players", 0, MAX_AMOUNT) for n in PLAYERS}


READERS: Final[Mapping[str, Callable[[object, str, Any], object]]] = {
    "kind": _kind,
    "value": _number,
    "price": _price,
    "entry": _entry,
    "materials": _materials,
    "fisherman": _number,
    "hammer": _number,
    "limits": _limits,
    "load": _number,
    "food": _food,
}
