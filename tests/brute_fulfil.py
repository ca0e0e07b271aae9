"""The best fulfilment by trying everything: every use of every card, without any of the program's insights."""

from __future__ import annotations

from itertools import product

from card_db.packet_row.cards import CAPTAIN, DESTINATIONS, GOODS, TRADER, Card, Contract, Goods, Nugget, Ship

Key = tuple[int, ...]


def brute_key(hand: tuple[Card, ...]) -> Key:
    """(-income, captains, traders, doubles, singles, contracts, units on goods cards, cards) of the best plan."""
    contracts = [card for card in hand if isinstance(card, Contract)]
    supplies = _supplies(hand)
    fleets = _fleets(hand)
    best: Key = (0,) * 8
    for chosen in product((False, True), repeat=len(contracts)):
        taken = [contract for contract, used in zip(contracts, chosen, strict=True) if used]
        income = sum(contract.reward for contract in taken)
        if -income > best[0]:
            continue
        need = [sum(contract.units for contract in taken if contract.good == good) for good in GOODS]
        for units, (traders, doubles, singles, printed, goods_cards) in supplies:
            if any(has < wants for has, wants in zip(units, need, strict=True)):
                continue
            for reached, (captains, ships) in fleets:
                if all(contract.destination in reached for contract in taken):
                    cards = len(taken) + traders + doubles + singles + goods_cards + captains + ships
                    key = (-income, captains, traders, doubles, singles, len(taken), printed, cards)
                    best = min(best, key)
    return best


def plan_key(plan: dict[str, object], hand: tuple[Card, ...]) -> Key:
    """The same key, read off a plan in JSON."""
    from card_db.packet_row.cards import parse_card

    spent = [parse_card(text) for text in plan["spent"]]  # type: ignore[attr-defined]
    goods = [card for card in spent if isinstance(card, Goods)]
    nuggets = [card.units for card in spent if isinstance(card, Nugget)]
    return (
        -sum(card.reward for card in spent if isinstance(card, Contract)),
        spent.count(CAPTAIN),
        spent.count(TRADER),
        nuggets.count(2),
        nuggets.count(1),
        sum(isinstance(card, Contract) for card in spent),
        sum(card.units for card in goods),
        len(spent),
    )


def _supplies(hand: tuple[Card, ...]) -> list[tuple[tuple[int, ...], Key]]:
    """Every way to use goods cards and nuggets: units by kind, and what it costs."""
    cards = [card for card in hand if isinstance(card, Goods | Nugget)]
    found: dict[tuple[int, ...], Key] = {}
    for uses in product((None, *range(4)), repeat=len(cards)):
        units = [0, 0, 0, 0]
        cost = [0, 0, 0, 0, 0]
        for card, kind in zip(cards, uses, strict=True):
            if kind is None:
                continue
            units[kind] += card.units
            if isinstance(card, Nugget):
                cost[3 - card.units] += 1
            else:
                cost[0] += GOODS[kind] != card.good
                cost[3] += card.units
                cost[4] += 1
        if cost[0] <= hand.count(TRADER):
            known = found.get(tuple(units))
            found[tuple(units)] = min(known, tuple(cost)) if known else tuple(cost)
    return list(found.items())


def _fleets(hand: tuple[Card, ...]) -> list[tuple[frozenset[str], tuple[int, int]]]:
    """Every way to sail the ships: destinations reached, and (captains, ships) it costs."""
    ships = [card for card in hand if isinstance(card, Ship)]
    found: dict[frozenset[str], tuple[int, int]] = {}
    for uses in product((None, *DESTINATIONS), repeat=len(ships)):
        captains = sum(to is not None and to != ship.destination for ship, to in zip(ships, uses, strict=True))
        if captains <= hand.count(CAPTAIN):
            reached = frozenset(to for to in uses if to is not None)
            cost = (captains, sum(to is not None for to in uses))
            found[reached] = min(found.get(reached, cost), cost)
    return list(found.items())
