"""Whether the card allows what changed hands during a visit (4.1 to 4.13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.game import Refusal
from companion.games.le_havre import deals, reasons, use_reasons, works
from companion.games.le_havre.actions import Use
from companion.games.le_havre.costs import energy_cost
from companion.games.le_havre.purse import energy_in, find_missing, is_fuel, total
from companion.games.le_havre.visit import FIELDS, OWN_FIELDS, Outcome, Visit

OUTCOMES: Final[Mapping[str, Callable[[Visit], Outcome | Refusal]]] = {
    "take": deals.take,
    "take_from_each_empty_offer_space": deals.take_from_empty_offers,
    "take_if_holding": deals.take_if_holding,
    "take_different_standard_goods": deals.take_different,
    "take_different_upgraded_goods": deals.take_different,
    "upgrade": deals.upgrade,
    "sell_set": deals.exchange,
    "exchange": deals.exchange,
    "exchange_each_optional": deals.exchange_each,
    "buy_with_food": deals.buy_with_food,
    "sell_once": deals.sell_once,
    "sell_goods": deals.sell_goods,
    "francs_for_live_animals": deals.francs_for_animals,
    "francs_per_other_player_person_in_your_buildings": deals.francs_for_visitors,
    "build_buildings": works.build,
    "build_ship": works.build_ship,
    "ship_goods": works.ship_goods,
    "return_loans_free": works.return_loans,
    "take_two_adjacent_offers": works.haul,
    "evict_and_enter": works.evict,
}


def check_use(visit: Visit) -> Refusal | None:
    """Whether the card allows what changed hands."""
    use, rule, name = visit.use, visit.rule, visit.building.name
    own = OWN_FIELDS.get(visit.action.op, ())
    empty = Use()
    if any(getattr(use, field) != getattr(empty, field) for field in FIELDS if field not in own):
        return use_reasons.other_action(rule, name)
    outcome = OUTCOMES[visit.action.op](visit)
    if isinstance(outcome, Refusal):
        return outcome
    if use.paid != outcome.paid:
        return use_reasons.wrong_paid(rule, name, outcome.paid)
    if refusal := _check_energy(visit, outcome.energy):
        return refusal
    given = total(use.paid, use.energy)
    if missing := find_missing(visit.player, given):
        return reasons.lacks(rule, visit.name, missing, visit.player.has(missing))
    if use.got != outcome.got:
        return use_reasons.wrong_got(rule, name, outcome.got)
    return None


def _check_energy(visit: Visit, energy: int) -> Refusal | None:
    burned = visit.use.energy
    if wrong := [thing for thing in burned if not is_fuel(thing)]:
        return use_reasons.no_fuel(wrong[0])
    need = energy_cost(visit.player, energy)
    if energy_in(burned) < need or (burned and not need):
        return use_reasons.too_little_energy(need, energy_in(burned))
    return None
