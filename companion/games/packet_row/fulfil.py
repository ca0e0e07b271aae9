"""Fulfilling contracts: the best plan for a hand, the cheapest for given contracts, and frugal alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from card_db.packet_row.cards import DESTINATIONS, GOODS, Card, Contract, Nugget
from companion.games.packet_row.names import DESTINATION_NAMES, GOOD_NAMES, card_name
from companion.games.packet_row.plan import Plan
from companion.games.packet_row.search import NO_LIMITS, Limits, Search
from companion.games.packet_row.supply import KINDS
from companion.words import Message, listing, msg, msgs


@lru_cache(maxsize=64)
def best_plan(hand: tuple[Card, ...], limits: Limits = NO_LIMITS) -> Plan:
    """The most rewarding fulfilment of a hand, the least spent among equals."""
    return Search(hand, limits).best()


def plan_for(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> Plan | None:
    """The cheapest plan that fulfils exactly these contracts of the hand, None when it cannot be done."""
    search = Search(hand, NO_LIMITS)
    contracts = tuple(card for card in cards if isinstance(card, Contract))
    if len(contracts) < len(cards) or Counter(contracts) - Counter(search.contracts):
        return None
    return search.exactly(contracts)


def frugal_plans(hand: tuple[Card, ...]) -> tuple[Plan, ...]:
    """The best plan first, then those that earn less but keep captains, traders or nuggets; none beaten by another."""
    best = best_plan(hand)
    found: list[Plan] = []
    for limits in _frugal_limits(best):
        plan = best_plan(hand, limits)
        if plan.contracts and all(_is_worth_listing(plan, other) for other in found):
            found.append(plan)
    return tuple(found)


def _frugal_limits(best: Plan) -> Iterator[Limits]:
    """From what the best plan spends down to nothing, one kind of help after the other."""
    yield NO_LIMITS
    for nuggets in (True, False):
        for traders in range(best.traders, -1, -1):
            for captains in range(best.captains, -1, -1):
                yield Limits(captains, traders, nuggets)


def _gold(plan: Plan) -> int:
    return sum(use.card.units for use in plan.goods if isinstance(use.card, Nugget))


def _is_worth_listing(plan: Plan, other: Plan) -> bool:
    """The other plan does not earn as much with no more help."""
    return (
        plan.income > other.income
        or plan.captains < other.captains
        or plan.traders < other.traders
        or _gold(plan) < _gold(other)
    )


def what_is_missing(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> Message:
    """Why these contracts cannot be fulfilled together, as far as one sentence can tell."""
    search = Search(hand, NO_LIMITS)
    contracts = tuple(card for card in cards if isinstance(card, Contract))
    for card in cards:
        if not isinstance(card, Contract):
            return msg("the {card} is no contract", card=card_name(card))
    for contract in (Counter(contracts) - Counter(search.contracts)).elements():
        return msg("the hand does not hold the {contract}", contract=card_name(contract))
    destinations = sorted({contract.destination for contract in contracts}, key=DESTINATIONS.index)
    foreign = [destination for destination in destinations if not search.ships[destination]]
    if len(destinations) > search.fleet:
        return msgs(
            "they need {count} ship, there are {ships}",
            "they need {count} ships, there are {ships}",
            len(destinations),
            ships=search.fleet,
        )
    if len(foreign) > search.captains:
        return msg("no ship and no captain for {to}", to=listing([DESTINATION_NAMES[name] for name in foreign]))
    short = []
    for kind in KINDS:
        wanted = sum(contract.units for contract in contracts if contract.good == GOODS[kind])
        if wanted > search.supply.totals[kind]:
            good, held = GOOD_NAMES[GOODS[kind]], search.supply.totals[kind]
            short.append(msg("{wanted} {good} are needed and {held} there", wanted=wanted, good=good, held=held))
    return msg("{short}; nuggets and traders cannot make up for it", short=listing(short))
