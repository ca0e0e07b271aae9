"""Paying: what goods are worth as food, energy and material, and the payment that loses least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from card_db.le_havre.goods import FRANCS, load_goods
from companion.games.le_havre.actions import Amounts
from companion.games.le_havre.state import Player


def gain(player: Player, amounts: Amounts) -> Player:
    """The player with so much more."""
    if not amounts:
        return player
    goods = Counter(player.goods)
    goods.update({good: number for good, number in amounts.items() if good != FRANCS})
    return player._replace(goods=_tidy(goods), francs=player.francs + amounts.get(FRANCS, 0))


def spend(player: Player, amounts: Amounts) -> Player:
    """The player with so much less; by agreement of the table somebody may give what he does not have."""
    if not amounts:
        return player
    goods = Counter(player.goods)
    goods.subtract({good: number for good, number in amounts.items() if good != FRANCS})
    return player._replace(goods=_tidy(goods), francs=max(0, player.francs - amounts.get(FRANCS, 0)))


def total(*several: Amounts) -> Amounts:
    """All of them together."""
    added: Counter[str] = Counter()
    for amounts in several:
        added.update(amounts)
    return _tidy(added)


def times(amounts: Amounts, number: int) -> Amounts:
    """So many times as much."""
    return _tidy({thing: number * one for thing, one in amounts.items()})


def find_missing(player: Player, amounts: Amounts) -> str | None:
    """The first good, or francs, of which the player has too few."""
    return next((thing for thing, number in amounts.items() if player.has(thing) < number), None)


def _tidy(amounts: Mapping[str, int]) -> Amounts:
    return {thing: number for thing, number in amounts.items() if number > 0}


# --- food -------------------------------------------------------------------------------------------------------


def food_in(amounts: Amounts) -> int:
    """What goods and francs are worth as food (1.6)."""
    return sum(number * food_of(thing) for thing, number in amounts.items())


def food_of(thing: str) -> int:
    """What one of them is worth as food."""
    return 1 if thing == FRANCS else load_goods()[thing].food


def pay_food(player: Player, need: int) -> Amounts | None:
    """Food first, as little of it wasted as possible, then francs; None when all of it is not enough."""
    ways = {
        (max(0, worth - need), max(0, need - worth)): paid
        for worth, paid in _ways(player.goods, _foods(), need).items()
        if need - worth <= player.francs
    }
    if not ways:
        return None
    wasted, francs = min(ways)
    return _tidy({**ways[wasted, francs], FRANCS: francs})


@lru_cache(maxsize=1)
def _foods() -> Mapping[str, int]:
    return {good.id: good.food for good in load_goods().values() if good.food}


# --- energy -----------------------------------------------------------------------------------------------------


def energy_in(amounts: Amounts) -> int:
    """What goods give when they are burned; francs burn badly."""
    goods = load_goods()
    return sum(number * goods[good].energy for good, number in amounts.items() if good != FRANCS)


def is_fuel(thing: str) -> bool:
    """Whether it gives energy at all."""
    return thing in _fuels()


def burn(goods: Amounts, need: int) -> Amounts | None:
    """The fuel that wastes least, of that the cheapest; None when all of it is not enough."""
    if energy_in(goods) < need:
        return None
    ways = {energy: burned for energy, burned in _ways(goods, _fuels(), need).items() if energy >= need}
    return ways[min(ways)]


@lru_cache(maxsize=1)
def _fuels() -> Mapping[str, int]:
    return {good.id: good.energy for good in load_goods().values() if good.energy}


def _ways(goods: Amounts, worth: Mapping[str, int], need: int) -> Mapping[int, Amounts]:
    """For every worth that can be reached with these goods, as far as it makes sense: the way least missed."""
    prices = load_goods()
    most = need + max(worth.values()) - 1
    ways: dict[int, tuple[int, Amounts]] = {0: (0, {})}
    for good, each in worth.items():
        for reached, (price, paid) in list(ways.items()):
            for number in range(1, min(goods.get(good, 0), (most - reached) // each) + 1):
                way = price + number * prices[good].price, {**paid, good: number}
                there = reached + number * each
                if there not in ways or way[0] < ways[there][0]:
                    ways[there] = way
    return {reached: paid for reached, (_, paid) in ways.items()}


# --- material ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _better() -> Mapping[str, str]:
    """What may stand for a material: brick for clay, steel for iron (1.6)."""
    return {good.replaces: good.id for good in load_goods().values() if good.replaces}


def fits_cost(paid: Amounts, cost: Amounts) -> bool:
    """Whether this pays exactly, the better material where wanted."""
    better = _better()
    for thing in (*cost, *paid):
        pair = (thing, better.get(thing, ""))
        if thing in better.values():
            if paid.get(thing, 0) < cost.get(thing, 0):
                return False
            pair = (next(good for good, other in better.items() if other == thing), thing)
        if sum(paid.get(good, 0) for good in pair) != sum(cost.get(good, 0) for good in pair):
            return False
    return True


def pay_cost(player: Player, cost: Amounts) -> Amounts | None:
    """The payment of a cost, the better material only where the plain one is missing; None when it cannot be paid."""
    paid = Counter({thing: min(number, player.has(thing)) for thing, number in cost.items()})
    for thing, number in cost.items():
        lacking = number - player.has(thing)
        if lacking > 0:
            stand_in = _better().get(thing, "")
            if player.has(stand_in) - paid[stand_in] < lacking:
                return None
            paid[stand_in] += lacking
    return _tidy(paid)
