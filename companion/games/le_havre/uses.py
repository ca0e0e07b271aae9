"""What a visitor would most likely do in a building: uses to choose from, paid with what is least missed.

The card allows more than is listed here; whatever is done is recorded and checked all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from card_db.le_havre.buildings import YACHT
from card_db.le_havre.goods import FRANCS, load_goods
from companion.core.game import Refusal, Seat
from companion.games.le_havre.actions import Amounts, Built, Enter, Use
from companion.games.le_havre.costs import building_costs, energy_cost, ship_cost
from companion.games.le_havre.deals import choosable
from companion.games.le_havre.purse import burn, pay_cost, pay_food, spend, times, total
from companion.games.le_havre.state import Player, State
from companion.games.le_havre.turns import after_eviction, after_fee
from companion.games.le_havre.visit import Visit, visit_of
from companion.games.le_havre.visits import OUTCOMES
from companion.games.le_havre.works import court_rulings

WAYS_ELSEWHERE: Final = 3  # listed for a place that somebody was sent home from
MOST_AT_ONCE: Final = 99  # more than any table has; a slip of the pen must not keep everybody waiting


def usual_visits(state: State, seat: Seat, building: str) -> Iterator[Enter]:
    """A player in a building, the fee paid as it costs least; nothing when the fee cannot be paid."""
    fee = usual_fee(state, seat, building)
    if fee is not None:
        inside = after_fee(state, Enter(seat, building, fee))
        for use in usual_uses(inside, seat, building):
            yield Enter(seat, building, fee, use)


def usual_fee(state: State, seat: Seat, building: str) -> Amounts | None:
    """The entry fee as it costs least (3.2a); None when it cannot be paid."""
    fees = state.printed.buildings[building].entry or ()
    if not fees or state.owner(building) == seat:
        return {}
    player = state.players[seat]
    for fee in sorted(fees, key=lambda fee: sum(fee.values())):
        paid = pay_food(player, fee["food"]) if "food" in fee else fee if player.francs >= fee[FRANCS] else None
        if paid is not None:
            return paid
    return None


def usual_uses(state: State, seat: Seat, building: str) -> Iterator[Use]:
    """What somebody who paid the fee can do here."""
    visit = visit_of(state, Enter(seat, building))
    if visit.building.entry is not None:
        yield from USES.get(visit.action.op, _as_printed)(visit)


def _fuel(player: Player, energy: int) -> Amounts | None:
    return burn(player.goods, energy_cost(player, energy))


def _as_printed(visit: Visit) -> Iterator[Use]:
    """Nothing to choose: the card says what one gets."""
    outcome = OUTCOMES[visit.action.op](visit)
    if isinstance(outcome, Refusal):
        return
    yield Use(got=dict(outcome.got))
    if extra := visit.action.values.get("optional_extra"):
        fuel = _fuel(visit.player, extra["energy"])
        if fuel is not None:
            yield Use(energy=fuel, got=total(outcome.got, extra["goods"]))


def _choice(visit: Visit) -> Iterator[Use]:
    """The goods that sell best, and those that do worst."""
    goods, most = choosable(visit)
    prices = load_goods()
    ranked = sorted(goods, key=lambda good: -prices[good].price)
    for chosen in (ranked[:most], ranked[-most:]):
        if most:
            yield Use(got=dict.fromkeys(chosen, 1))


def _often(visit: Visit, give: Amounts) -> Iterator[Use]:
    """As often as possible, and once."""
    held = min(visit.player.has(thing) // number for thing, number in give.items())
    most = min(held, visit.action.number("max", held), MOST_AT_ONCE)
    largest = next((use for n in range(most, 0, -1) if (use := _set(visit, times(give, n)))), None)
    if largest is not None:
        yield largest
        if largest.paid != give and (once := _set(visit, give)):
            yield once


def _set(visit: Visit, paid: Amounts) -> Use | None:
    """What one gets for this, if there is fuel for it."""
    outcome = OUTCOMES[visit.action.op](visit._replace(use=Use(paid=paid)))
    if isinstance(outcome, Refusal):
        return None
    fuel = _fuel(spend(visit.player, paid), outcome.energy)
    return None if fuel is None else Use(paid=paid, energy=fuel, got=dict(outcome.got))


def _upgrades(visit: Visit) -> Iterator[Use]:
    yield from _often(visit, {visit.action.values["from"]: 1})


def _sets(visit: Visit) -> Iterator[Use]:
    yield from _often(visit, visit.action.amounts("give"))


def _wood(visit: Visit) -> Iterator[Use]:
    for wood, francs in zip(visit.action.values["wood"], visit.action.values[FRANCS], strict=True):
        if visit.player.has("wood") >= wood:
            yield Use(paid={"wood": wood}, got={FRANCS: francs})


def _everything(visit: Visit) -> Iterator[Use]:
    """All goods sold."""
    paid = dict(visit.player.goods)
    outcome = OUTCOMES[visit.action.op](visit._replace(use=Use(paid=paid)))
    if not isinstance(outcome, Refusal):
        yield Use(paid=paid, got=dict(outcome.got))


def _exchanges(visit: Visit) -> Iterator[Use]:
    """Each exchange by itself, as often as possible."""
    player = visit.player
    for option in visit.action.values["options"]:
        if "give_any_goods" in option:
            for good in option["get_one_of"]:
                others = {other: number for other, number in player.goods.items() if other != good}
                goods = _least(others, option["give_any_goods"])
                if goods is not None:
                    yield Use(paid=goods, got={good: 1})
        else:
            held = min(player.has(thing) // number for thing, number in option["give"].items())
            if often := min(held, option.get("max", held)):
                got = total(option.get("get", {}), {FRANCS: option.get(FRANCS, 0)})
                yield Use(paid=times(option["give"], often), got=times(got, often))


def _least(goods: Amounts, number: int) -> Amounts | None:
    """So many goods of any kind, those that sell worst; None when there are not so many."""
    prices = load_goods()
    chosen: dict[str, int] = {}
    for good in sorted(goods, key=lambda good: prices[good].price):
        if take := min(goods[good], number - sum(chosen.values())):
            chosen[good] = take
    return chosen if sum(chosen.values()) == number else None


def _for_food(visit: Visit) -> Iterator[Use]:
    for option in visit.action.values["options"]:
        paid = pay_food(visit.player, option["food"])
        if paid is not None:
            yield Use(paid=paid, got=dict(option["get"]))


def _buildings(visit: Visit) -> Iterator[Use]:
    """Every top proposal that can be paid, and two of them where two may be built."""
    for one, player in _built(visit, visit.state, visit.player):
        yield Use(built=(one,))
        if visit.action.number("max") > 1:
            for other, _ in _built(visit, visit.state.without_proposal(one.building), player):
                yield Use(built=(one, other))


def _built(visit: Visit, state: State, player: Player) -> Iterator[tuple[Built, Player]]:
    for name in state.tops:
        costs = building_costs(state.printed, player, visit.building, name)
        payments = (pay_cost(player, cost) for cost in costs)
        paid = next((payment for payment in payments if payment is not None), None)
        if paid is not None:
            yield Built(name, paid), spend(player, paid)


def _ships(visit: Visit) -> Iterator[Use]:
    """The top ship of each pile that can be paid, and the Luxury Yacht for an iron ship."""
    for pile in visit.state.ships.values():
        for ship in pile[:1]:
            paid = pay_cost(visit.player, ship_cost(visit.state, visit.building, ship))
            if paid is not None:
                fuel = _fuel(spend(visit.player, paid), visit.action.number("energy"))
                if fuel is not None:
                    yield Use(paid=paid, energy=fuel, ship=ship)
    if YACHT in visit.state.town:
        iron = sorted(ship for ship in visit.player.ships if ship.type == "iron")
        yield from (Use(swapped=ship) for ship in iron[:1])


def _freight(visit: Visit) -> Iterator[Use]:
    """With any number of ships that there is fuel and freight for, those with most room first."""
    types, goods = visit.state.printed.ships, load_goods()
    fleet = sorted((ship.type for ship in visit.player.ships), key=lambda kind: -types[kind].load)
    fleet = [kind for kind in fleet if types[kind].load]
    for number in range(len(fleet), 0, -1):
        sailed = fleet[:number]
        fuel = _fuel(visit.player, visit.action.number("energy_per_ship") * len(sailed))
        if fuel is None or not sailed:
            continue
        left = spend(visit.player, fuel).goods
        room = sum(types[kind].load for kind in sailed)
        freight: dict[str, int] = {}
        for good in sorted(left, key=lambda good: -goods[good].price):
            if aboard := min(left[good], room - sum(freight.values())):
                freight[good] = aboard
        if freight:
            francs = sum(n * goods[good].price for good, n in freight.items())
            yield Use(paid=freight, energy=fuel, got={FRANCS: francs}, sailed=tuple(sailed))


def _court(visit: Visit) -> Iterator[Use]:
    for ruling in court_rulings(visit.action, visit.player.loans):
        yield Use(got=total({FRANCS: ruling.get(FRANCS, 0)}), loans=ruling["loans"])


def _pairs(visit: Visit) -> Iterator[Use]:
    cost = {FRANCS: visit.action.number("francs_cost")}
    for one, other in visit.action.values["adjacent_pairs"]:
        got = total({offer: visit.state.offers[offer] for offer in (one, other)})
        if got and visit.player.francs >= cost[FRANCS]:
            yield Use(paid=cost, got=got, offers=(one, other))


def _evictions(visit: Visit) -> Iterator[Use]:
    """Every other disc sent home, and the first things to do in its place."""
    cost = {FRANCS: visit.action.number("francs_to_evicted")}
    for index, other in enumerate(visit.state.players):
        evicted = Seat(index)
        if evicted == visit.seat or other.person in (None, visit.building.name) or visit.player.francs < cost[FRANCS]:
            continue
        moved = after_eviction(visit.state, Enter(visit.seat, visit.building.name, {}, Use(paid=cost, evicted=evicted)))
        for then in list(usual_visits(moved, visit.seat, str(other.person)))[:WAYS_ELSEWHERE]:
            yield Use(paid=cost, evicted=evicted, then=then)


USES: Final[Mapping[str, Callable[[Visit], Iterator[Use]]]] = {
    "take_different_standard_goods": _choice,
    "take_different_upgraded_goods": _choice,
    "upgrade": _upgrades,
    "sell_set": _sets,
    "exchange": _sets,
    "exchange_each_optional": _exchanges,
    "buy_with_food": _for_food,
    "sell_once": _wood,
    "sell_goods": _everything,
    "build_buildings": _buildings,
    "build_ship": _ships,
    "ship_goods": _freight,
    "return_loans_free": _court,
    "take_two_adjacent_offers": _pairs,
    "evict_and_enter": _evictions,
}
