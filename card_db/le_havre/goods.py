"""The goods: eight standard ones and their upgraded sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from card_db.le_havre.data_file import Entry, load_data

GOODS = (
    *("fish", "wood", "clay", "iron", "grain", "cattle", "coal", "hides"),
    *("smoked_fish", "charcoal", "brick", "steel", "bread", "meat", "coke", "leather"),
)
FRANCS = "francs"


@dataclass(frozen=True, slots=True)
class Good:
    """One side of a token: what it feeds, burns and sells for at the Shipping Line."""

    id: str
    food: int
    energy: int
    price: int
    upgrade: str  # the other side of the token; empty on the upgraded side
    replaces: str  # what it may stand for as a building material, or empty
    on_offer: bool
    tokens: int  # in the box; 0 on the upgraded side, the tokens are the same


@lru_cache(maxsize=1)
def load_goods() -> Mapping[str, Good]:
    """All goods by their ids; raises DeckError when the file is damaged."""
    data = load_data("goods.toml")
    data.source()
    goods = [_good(item) for item in data.entries("good")]
    data.finish()
    by_id = {good.id: good for good in goods}
    if tuple(by_id) != GOODS or len(goods) != len(GOODS):
        raise data.wrong("does not list each good once, in the usual order")
    upgraded = [good.upgrade for good in goods if good.upgrade]
    if sorted(upgraded) != sorted(good.id for good in goods if not good.upgrade):
        raise data.wrong("does not give every standard good its own upgraded side")
    return MappingProxyType(by_id)


def _good(item: Entry) -> Good:
    good = Good(
        id=item.text("id", GOODS),
        food=item.number("food"),
        energy=item.number("energy"),
        price=item.number("price"),
        upgrade=item.text("upgrade", GOODS) if "upgrade" in item else "",
        replaces=item.text("replaces", GOODS) if "replaces" in item else "",
        on_offer=item.flag("offer"),
        tokens=item.number("tokens", 0),
    )
    item.finish()
    return good
