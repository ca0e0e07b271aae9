"""A plan to fulfil contracts at once: which ship carries which contracts, which card delivers what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from card_db.packet_row.cards import CAPTAIN, TRADER, Card, Contract, Goods, Nugget, Ship
from companion.core.game import Refusal
from companion.games.packet_row import reasons


@dataclass(frozen=True, slots=True)
class Delivery:
    """Units of one card that go to one contract; contracts with the same text are one pool."""

    contract: Contract
    units: int


@dataclass(frozen=True, slots=True)
class ShipUse:
    """A ship that sails for these contracts; with a captain it may change its destination (C7)."""

    card: Card
    to: str
    captain: bool
    contracts: tuple[Contract, ...]


@dataclass(frozen=True, slots=True)
class GoodsUse:
    """A goods card or nugget given as one kind of goods; a trader may change the kind (C6)."""

    card: Card
    good: str
    trader: bool
    deliveries: tuple[Delivery, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Contracts to fulfil together, and what is given for them."""

    contracts: tuple[Contract, ...]
    ships: tuple[ShipUse, ...]
    goods: tuple[GoodsUse, ...]
    proven: bool = True  # false when a search had to stop before it had tried everything

    @property
    def income(self) -> int:
        """What the contracts pay."""
        return sum(contract.reward for contract in self.contracts)

    @property
    def captains(self) -> int:
        """How many captains it discards."""
        return sum(use.captain for use in self.ships)

    @property
    def traders(self) -> int:
        """How many traders it discards."""
        return sum(use.trader for use in self.goods)

    @property
    def spent(self) -> tuple[Card, ...]:
        """All cards it discards."""
        return (
            *self.contracts,
            *(use.card for use in self.ships),
            *(CAPTAIN for _ in range(self.captains)),
            *(use.card for use in self.goods),
            *(TRADER for _ in range(self.traders)),
        )


NO_PLAN = Plan((), (), ())


def judge_plan(hand: tuple[Card, ...], plan: Plan) -> Refusal | None:
    """Whether this hand can carry out the plan (C1 to C7)."""
    return (
        _check_in_hand(hand, plan)
        or _check_ships(hand.count(CAPTAIN), plan)
        or _check_goods(hand.count(TRADER), plan)
        or _check_needs(plan)
    )


def _check_in_hand(hand: tuple[Card, ...], plan: Plan) -> Refusal | None:
    wanted: Counter[Card] = Counter(plan.contracts)
    wanted.update(use.card for use in plan.ships)
    wanted.update(use.card for use in plan.goods)
    held = Counter(hand)
    for card, count in wanted.items():
        if count > held[card]:
            return reasons.not_in_hand(card, count, held[card])
    return None


def _check_ships(captains: int, plan: Plan) -> Refusal | None:
    aboard: Counter[Contract] = Counter()
    for use in plan.ships:
        if not isinstance(use.card, Ship):
            return reasons.not_a_ship(use.card)
        if use.to != use.card.destination and not use.captain:
            return reasons.no_captain(use.card, use.to)
        captains -= use.captain
        if captains < 0:
            return reasons.no_captain_left(use.card, use.to)
        for contract in use.contracts:
            if contract.destination != use.to:
                return reasons.other_destination(use.card, use.to, contract, use.captain)
        aboard.update(use.contracts)
    for contract, count in Counter(plan.contracts).items():
        if aboard[contract] < count:
            return reasons.no_ship(contract)
    for contract, count in aboard.items():
        if count > plan.contracts.count(contract):
            return reasons.ship_carries_more(contract)
    return None


def _check_goods(traders: int, plan: Plan) -> Refusal | None:
    for use in plan.goods:
        if not isinstance(use.card, Goods | Nugget):
            return reasons.not_goods(use.card)
        if isinstance(use.card, Nugget) and use.trader:
            return reasons.trader_on_nugget(use.card)
        if isinstance(use.card, Goods) and use.good != use.card.good and not use.trader:
            return reasons.no_trader(use.card, use.good)
        traders -= use.trader
        if traders < 0:
            return reasons.no_trader_left(use.card, use.good)
        for delivery in use.deliveries:
            if delivery.contract not in plan.contracts:
                return reasons.no_ship(delivery.contract)
            if delivery.contract.good != use.good:
                return reasons.other_good(use.card, use.good, delivery.contract)
        given = sum(delivery.units for delivery in use.deliveries)
        if given > use.card.units:
            return reasons.too_many_units(use.card, given)
    return None


def _check_needs(plan: Plan) -> Refusal | None:
    given: Counter[Contract] = Counter()
    for use in plan.goods:
        for delivery in use.deliveries:
            given[delivery.contract] += delivery.units
    for contract, count in Counter(plan.contracts).items():
        if given[contract] < contract.units * count:
            return reasons.too_few_units(contract, given[contract], contract.units * count)
    return None
