"""Buildings with an action of their own kind: building firms, wharves, Shipping Line, Local Court and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from card_db.le_havre.buildings import YACHT, Action, load_buildings
from card_db.le_havre.goods import FRANCS, load_goods
from companion.core.game import Refusal
from companion.games.le_havre import reasons, use_reasons
from companion.games.le_havre.actions import Built
from companion.games.le_havre.costs import building_costs, ship_cost
from companion.games.le_havre.purse import find_missing, fits_cost, spend, total
from companion.games.le_havre.visit import Outcome, Visit

# --- special cases ------------------------------------------------------------------------------------------------


def build(visit: Visit) -> Outcome | Refusal:
    """Top proposals one after another, each paid before the next (4.3).

    One that is paid in francs was bought in between, to get at the card below it.
    """
    built = visit.use.built
    firm, most = visit.building, visit.action.number("max")
    number = sum(not is_bought(one) for one in built)
    if not number:
        return use_reasons.must_be_used(firm.name)
    if number > most:
        return use_reasons.too_often(visit.rule, firm.name, most)
    player, state = visit.player, visit.state
    for one in built:
        if one.building not in state.tops:
            return use_reasons.not_on_top(one.building)
        if refusal := _check_bought(visit, one) if is_bought(one) else _check_built(visit, one):
            return refusal
        if missing := find_missing(player, one.paid):
            return reasons.lacks(visit.rule, visit.name, missing, player.has(missing))
        player = spend(player, one.paid)
        state = state.without_proposal(one.building)
    return Outcome()


def is_bought(one: Built) -> bool:
    """Whether a proposal was bought between two that were built."""
    return set(one.paid) == {FRANCS}


def _check_built(visit: Visit, one: Built) -> Refusal | None:
    if load_buildings()[one.building].materials is None:
        return use_reasons.cannot_be_built(one.building)
    costs = building_costs(visit.state.printed, visit.player, visit.building, one.building)
    if not costs:
        return use_reasons.needs_wood(one.building)
    return None if any(fits_cost(one.paid, cost) for cost in costs) else use_reasons.wrong_cost(one.building, costs)


def _check_bought(visit: Visit, one: Built) -> Refusal | None:
    if visit.state.phase == "last":
        return reasons.no_buying_at_the_end()
    price = visit.state.printed.buildings[one.building].price
    if price is None:
        return reasons.never_sold(one.building)
    if one.paid[FRANCS] != price:
        return reasons.cannot_pay(visit.name, one.building, price, visit.player.francs)
    return None


def build_ship(visit: Visit) -> Outcome | Refusal:
    """The top ship of a pile, or the Luxury Yacht for an iron ship (3.12, 7.5)."""
    ship, swapped = visit.use.ship, visit.use.swapped
    if swapped is not None:
        if YACHT not in visit.state.town:
            return use_reasons.no_yacht()
        if swapped.type != "iron" or ship is not None or swapped not in visit.player.ships:
            return use_reasons.not_iron()
        return Outcome()
    if ship is None:
        return use_reasons.must_be_used(visit.building.name)
    if visit.state.ships[ship.type][:1] != (ship,):
        return reasons.ship_not_on_top(ship)
    cost = ship_cost(visit.state, visit.building, ship)
    if not fits_cost(visit.use.paid, cost):
        return use_reasons.wrong_ship_cost(ship, cost, cost != visit.state.printed.ships[ship.type].materials)
    return Outcome(paid=visit.use.paid, energy=visit.action.number("energy"))


def ship_goods(visit: Visit) -> Outcome | Refusal:
    """Goods sold abroad, three energy for each ship (3.13)."""
    types, use = visit.state.printed.ships, visit.use
    owned = Counter(ship.type for ship in visit.player.ships)
    for kind, number in Counter(use.sailed).items():
        if not types[kind].load:
            return use_reasons.carries_nothing(kind)
        if number > owned[kind]:
            return use_reasons.no_such_ship(visit.name, kind)
    if not use.paid or not use.sailed:
        return use_reasons.must_be_used(visit.building.name)
    if FRANCS in use.paid:
        return use_reasons.other_action(visit.rule, visit.building.name)
    room = sum(types[kind].load for kind in use.sailed)
    if (aboard := sum(use.paid.values())) > room:
        return use_reasons.overloaded(room, aboard)
    francs = sum(number * load_goods()[good].price for good, number in use.paid.items())
    return Outcome({FRANCS: francs}, use.paid, visit.action.number("energy_per_ship") * len(use.sailed))


def court_rulings(action: Action, loans: int) -> tuple[Mapping[str, int], ...]:
    """What the Local Court does for somebody with so many loans (7.23)."""
    key = "one" if loans == 1 else "two" if loans == 2 else "more"
    return tuple(action.values[key]) if loans else ()


def return_loans(visit: Visit) -> Outcome | Refusal:
    """Loans given back for nothing (7.23)."""
    rulings = court_rulings(visit.action, visit.player.loans)
    if not rulings:
        return use_reasons.no_loans(visit.name)
    for ruling in rulings:
        got = total({FRANCS: ruling.get(FRANCS, 0)})
        if (visit.use.loans, visit.use.got) == (ruling["loans"], got):
            return Outcome(got)
    return use_reasons.wrong_loans(visit.name, visit.player.loans)


def haul(visit: Visit) -> Outcome | Refusal:
    """Two neighbouring offers for 3 francs (4.11)."""
    pairs = [set(pair) for pair in visit.action.values["adjacent_pairs"]]
    if len(visit.use.offers) != 2 or set(visit.use.offers) not in pairs:
        return use_reasons.not_neighbours()
    got = total({offer: visit.state.offers[offer] for offer in visit.use.offers})
    if not got:
        return use_reasons.must_be_used(visit.building.name)
    return Outcome(got, {FRANCS: visit.action.number("francs_cost")})


def evict(visit: Visit) -> Outcome | Refusal:
    """A franc to somebody whose place is taken; the visit there is checked by the caller (4.12)."""
    evicted, then = visit.use.evicted, visit.use.then
    if evicted is None or then is None or evicted == visit.seat:
        return use_reasons.nobody_to_evict()
    place = visit.state.players[evicted].person
    if place is None or place == visit.building.name or load_buildings()[place].entry is None:
        return use_reasons.nobody_to_evict()
    if then.building != place or then.seat != visit.seat:
        return use_reasons.other_place(place)
    return Outcome(paid={FRANCS: visit.action.number("francs_to_evicted")})
