"""Reading what players have: buildings, ships and goods by their names, one clear sentence when a name is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from card_db.le_havre.buildings import KINDS, Building, load_buildings
from card_db.le_havre.goods import GOODS
from card_db.le_havre.rounds import ships_in_box
from card_db.le_havre.ships import SHIP_TYPES, Ship
from companion.core.game import InputError, Json
from companion.core.read_json import as_choice, as_int, as_list, as_object, as_text, field, shown

MAX_AMOUNT = 999_999
CORRECTABLE = ("kind", "value")


def read_amount(player: Json, key: str, name: str) -> int:
    """A number of francs or loans of a player."""
    return as_int(field(player, key, name), f"the {key} of {name}", 0, MAX_AMOUNT)


def read_box(request: Json) -> Mapping[str, Building]:
    """The buildings by their names, with what the owner's printed cards show instead under `corrections` (7.1)."""
    box = dict(load_buildings())
    corrections = as_object(request.get("corrections", {}), "corrections")
    for name, values in corrections.items():
        what = f"the correction of {shown(name)}"
        building = _building(box, name, "corrections")
        box[name] = building.corrected(**_correction(as_object(values, what), what))
    return box


def _correction(values: Json, what: str) -> dict[str, object]:
    """What may be corrected is what a score counts: kind and value."""
    if unknown := [value for value in values if value not in CORRECTABLE]:
        raise InputError(f"{what} can tell {' and '.join(CORRECTABLE)}, not {shown(unknown[0])}")
    read: dict[str, object] = {}
    if "kind" in values:
        read["kind"] = as_choice(values["kind"], f"the kind in {what}", KINDS)
    if "value" in values:
        read["value"] = as_int(values["value"], f"the value in {what}", 0, MAX_AMOUNT)
    return read


def read_buildings(box: Mapping[str, Building], value: object, what: str) -> tuple[Building, ...]:
    """Buildings by their names."""
    return tuple(_building(box, as_text(name, f"a building in {what}"), what) for name in as_list(value, what))


def _building(known: Mapping[str, Building], name: str, what: str) -> Building:
    if name in known:
        return known[name]
    # A name without its addition fits two cards; otherwise the nearest name is what was meant.
    meant = [card for card in known if name and card.startswith(f"{name} (")]
    meant = meant or get_close_matches(name[:60], known, n=1, cutoff=0.8)
    hint = f"; did you mean {' or '.join(map(repr, meant))}?" if meant else ""
    raise InputError(f"{shown(name)} in {what} is no building of Le Havre{hint}")


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
