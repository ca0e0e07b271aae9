"""The buildings: 33 standard and 36 special cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from card_db.le_havre.data_file import PLAYERS, Entry, load_data, read_conflicts
from card_db.le_havre.goods import FRANCS, GOODS
from card_db.le_havre.sources import OWNER, RULEBOOK, Conflict, Source

KINDS = ("C", "E", "I", "P", "N", "S")  # craftsman, economic, industrial, public, non-building, ship
BONUS_KINDS = (*KINDS, "ship", "goods")
STANDARD = "standard"
SPECIAL = "special"
COUNTS = {STANDARD: 33, SPECIAL: 36}
FULL = "full"
SHORT = "short"
VERSIONS = (FULL, SHORT)
YACHT = "Luxury Yacht"  # a special building on paper, a ship at the end
USES = (FULL, "full_start", SHORT, "short_start")
VALUES = (
    *("deck", "id", "name", "kind", "sort", "value", "price", "entry", "materials", "card_materials", "card_limits"),
    *("fisherman", "hammer", *USES, "bonus", "action"),
)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points at the end: so many for every `each` things of a kind."""

    per: str
    each: int
    points: int


@dataclass(frozen=True, slots=True)
class Action:
    """What entering or owning the building does, as data: an operation and its values."""

    op: str
    values: Mapping[str, Any]

    def number(self, key: str, default: int = 0) -> int:
        """A number of the operation."""
        return int(self.values.get(key, default))

    def amounts(self, key: str) -> Mapping[str, int]:
        """How many of which things; nothing when the operation does not name them."""
        amounts: Mapping[str, int] = self.values.get(key, {})
        return amounts


@dataclass(frozen=True, slots=True)
class Building:
    """One card; None where it cannot be bought, built or entered."""

    deck: str
    id: str
    name: str
    kind: str
    sort: int | None
    value: int
    price: int | None
    entry: tuple[Mapping[str, int], ...] | None  # alternatives; () is free
    materials: Mapping[str, int] | None
    card_materials: Mapping[str, int] | None  # what pictures of the printed card show instead
    card_limits: Mapping[str, int]
    fisherman: int
    hammer: int
    used: Mapping[str, frozenset[int]]  # by USES: at which numbers of players
    bonus: tuple[Bonus, ...]
    action: Action | None
    sources: Mapping[str, Source]
    limits: Mapping[str, int] = field(default_factory=dict)  # how many of some goods a visit brings at most

    @property
    def sell_price(self) -> int:
        """Half of the value (3.4)."""
        return self.value // 2

    @property
    def is_ship(self) -> bool:
        """Whether the card counts as a ship (7.6)."""
        return self.kind == "S"

    def source_of(self, value: str, players: int = 0) -> Source:
        """Where a value is known from, for this number of players when that matters."""
        return self.sources.get(f"{value}.{players}") or self.sources.get(value) or RULEBOOK

    def corrected(self, **values: Any) -> Building:
        """The card as the owner's printed one shows it; that beats every other source."""
        return replace(self, **values, sources={**self.sources, **dict.fromkeys(values, OWNER)})


@lru_cache(maxsize=1)
def load_buildings() -> Mapping[str, Building]:
    """All buildings by their names; raises DeckError when the file is damaged or the counts are wrong."""
    data = load_data("buildings.toml")
    buildings = [_building(item) for item in data.entries("building")]
    names = Counter(building.name for building in buildings)
    if twice := [name for name, count in names.items() if count > 1]:
        raise data.wrong(f"lists {twice[0]} twice")
    seen = Counter(building.deck for building in buildings)
    for deck, wanted in COUNTS.items():
        if seen[deck] != wanted:
            raise data.wrong(f"has {seen[deck]} {deck} buildings, the game has {wanted}")
    return MappingProxyType({building.name: building for building in buildings})


@lru_cache(maxsize=1)
def load_conflicts() -> tuple[Conflict, ...]:
    """Where sources disagree about a building."""
    return read_conflicts(load_data("buildings.toml"))


def proposals(version: str, players: int) -> tuple[Building, ...]:
    """The standard buildings that are shuffled into the proposals, by sort number."""
    used = [card for card in load_buildings().values() if card.deck == STANDARD and players in card.used[version]]
    return tuple(sorted(used, key=lambda card: card.sort or 0))


def town_at_start(version: str, players: int) -> tuple[Building, ...]:
    """The buildings the town owns from the start."""
    return tuple(card for card in load_buildings().values() if players in card.used[f"{version}_start"])


def _building(item: Entry) -> Building:
    name = item.text("name")
    item.where = f"{item.where.partition(',')[0]}, {name},"
    building = Building(
        deck=item.text("deck", COUNTS),
        id=item.text("id"),
        name=name,
        kind=item.text("kind", KINDS),
        sort=item.number("sort") if "sort" in item else None,
        value=item.number("value"),
        price=item.number("price") if "price" in item else None,
        entry=_entry(item) if "entry" in item else None,
        materials=item.amounts("materials", GOODS) if "materials" in item else None,
        card_materials=item.amounts("card_materials", GOODS) if "card_materials" in item else None,
        card_limits=item.amounts("card_limits", GOODS),
        fisherman=item.number("fisherman", 0),
        hammer=item.number("hammer", 0),
        used={use: _players(item, use) for use in USES},
        bonus=tuple(_bonus(term) for term in item.entries("bonus")),
        action=_action(item) if "action" in item else None,
        sources=item.sources(VALUES),
    )
    item.finish()
    return building


def _entry(item: Entry) -> tuple[Mapping[str, int], ...]:
    """The alternatives of an entry fee: food or francs."""
    fees = []
    for fee in item.entries("entry"):
        fees.append({name: fee.number(name) for name in fee.keys_among(("food", FRANCS))})
        fee.finish()
    return tuple(fees)


def _players(item: Entry, use: str) -> frozenset[int]:
    players = item.numbers(use)
    if not set(players) <= set(PLAYERS):
        raise item.wrong(f"names a number of players under {use!r} that this game is not for")
    return frozenset(players)


def _bonus(term: Entry) -> Bonus:
    bonus = Bonus(term.text("per", BONUS_KINDS), term.number("each"), term.number("points"))
    if bonus.each == 0:
        raise term.wrong("counts each 0 things")
    term.finish()
    return bonus


def _action(item: Entry) -> Action:
    values = dict(item.raw("action"))
    op = values.pop("op", None)
    if not isinstance(op, str):
        raise item.wrong("has an action without an 'op'")
    return Action(op, MappingProxyType(values))
