"""The ships: four types; the single cards are the backs of the round cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from card_db.le_havre.data_file import PLAYERS, Entry, load_data
from card_db.le_havre.goods import GOODS
from card_db.le_havre.sources import Source

SHIP_TYPES = ("wooden", "iron", "steel", "luxury")


@dataclass(frozen=True, slots=True, order=True)
class Ship:
    """A ship as it counts: its type and its value; ships alike in both are equal."""

    type: str
    value: int

    def __str__(self) -> str:
        return f"{self.type} {self.value}"


@dataclass(frozen=True, slots=True)
class ShipType:
    """What holds for all ships of a type; `price` is None when they cannot be bought."""

    id: str
    cards: int
    materials: Mapping[str, int]
    energy: int
    modern: bool  # needs a modernised wharf
    price: int | None
    load: int
    food: Mapping[int, int]  # by the number of players
    sources: Mapping[str, Source]


@lru_cache(maxsize=1)
def load_ship_types() -> Mapping[str, ShipType]:
    """The types of ships by their ids; raises DeckError when the file is damaged."""
    data = load_data("ships.toml")
    types = [_ship_type(item) for item in data.entries("type")]
    data.finish()
    if tuple(ship_type.id for ship_type in types) != SHIP_TYPES:
        raise data.wrong("does not list each type of ship once, in the usual order")
    return MappingProxyType({ship_type.id: ship_type for ship_type in types})


def _ship_type(item: Entry) -> ShipType:
    ship_type = ShipType(
        id=item.text("id", SHIP_TYPES),
        cards=item.number("cards"),
        materials=item.amounts("materials", GOODS),
        energy=item.number("energy"),
        modern=item.flag("modern"),
        price=item.number("price") if "price" in item else None,
        load=item.number("load"),
        food=item.by_players("food"),
        sources=item.sources(("cards", "materials", "energy", "modern", "price", "load", "food")),
    )
    if set(ship_type.food) != set(PLAYERS):
        raise item.wrong("does not tell its food for every number of players")
    item.finish()
    return ship_type
