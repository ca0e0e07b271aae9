"""The search for the best fulfilment of contracts (C1 to C7), exact for any hand.

Two facts make the search small. A destination costs one ship however many contracts sail there (C3), so at most 64 sets
of destinations matter. Units are divided at will (C4), so of the chosen contracts only the units asked for of each of
the four goods matter. For each set of destinations and each kind of goods a short frontier of (units, value) is kept;
combinations of four frontier points are tried from the most rewarding down, and `Supply` prices each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from card_db.packet_row.cards import (
    CAPTAIN,
    DESTINATIONS,
    GOODS,
    TRADER,
    Card,
    Contract,
    Goods,
    Nugget,
    Ship,
)
from companion.games.packet_row.plan import NO_PLAN, Delivery, GoodsUse, Plan, ShipUse
from companion.games.packet_row.supply import KINDS, Need, Spend, Supply, Work

# No hand that the box can hold comes near this; it is a few seconds of work.
WORK_LIMIT = 10_000_000
# A value is reward * _REWARD - number of contracts: more reward first, then fewer contracts.
_REWARD = 1024
Point = tuple[int, int]  # units, value


@dataclass(frozen=True, slots=True)
class Limits:
    """What a player is willing to spend; None is no limit."""

    captains: int | None = None
    traders: int | None = None
    nuggets: bool = True


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class _Choice:
    """The best found so far; `key` is smaller for the better one."""

    key: tuple[int, int, int, int, int, int, int, int]
    destinations: int
    points: tuple[Point, ...]
    spend: Spend


class Search:
    """The search over one hand."""

    def __init__(self, cards: Iterable[Card], limits: Limits) -> None:
        self.contracts: list[Contract] = []
        self.ships: Counter[str] = Counter()
        self.goods: list[list[Goods]] = [[], [], [], []]
        nuggets: dict[int, list[Nugget]] = {1: [], 2: []}
        captains = traders = 0
        for card in cards:
            match card:
                case Contract():
                    self.contracts.append(card)
                case Ship():
                    self.ships[card.destination] += 1
                case Goods():
                    self.goods[GOODS.index(card.good)].append(card)
                case Nugget():
                    nuggets[card.units].append(card)
                case _:
                    captains += card == CAPTAIN
                    traders += card == TRADER
        self.nuggets = nuggets if limits.nuggets else {1: [], 2: []}
        self.captains = captains if limits.captains is None else min(captains, limits.captains)
        self.traders = traders if limits.traders is None else min(traders, limits.traders)
        self.fleet = self.ships.total()
        self.work = Work(WORK_LIMIT)
        self.supply = Supply(
            tuple(tuple(card.units for card in own) for own in self.goods),
            len(self.nuggets[1]),
            len(self.nuggets[2]),
            self.traders,
            self.work,
        )
        self._frontiers: dict[tuple[int, int], list[Point]] = {}
        self._groups: dict[tuple[int, int], dict[int, tuple[int, tuple[Contract, ...]]]] = {}
        self._caps: tuple[int, ...] = ()
        self._reward = 1  # less is not worth looking at: the best reward found so far

    def best(self) -> Plan:
        """The most rewarding plan, among those the one that spends least."""
        open_to = self._reachable()
        self._caps = tuple(self.supply.cap(kind) for kind in KINDS)
        by_place: dict[tuple[int, int], list[Contract]] = {}
        for contract in self.contracts:
            kind, place = GOODS.index(contract.good), DESTINATIONS.index(contract.destination)
            if contract.reward and open_to >> place & 1 and contract.units <= self._caps[kind]:
                by_place.setdefault((kind, place), []).append(contract)
        if not by_place:
            return NO_PLAN
        self._groups = {key: _subsets(group, self._caps[key[0]]) for key, group in by_place.items()}
        best: _Choice | None = None
        voyages = self._voyages()
        self.work.left = max(self.work.left, WORK_LIMIT // 4)  # always enough for a good plan
        for ceiling, captains, ships, destinations in voyages:
            if ceiling <= (self._reward - 1) * _REWARD:
                break  # voyages come by falling ceiling
            if self.work.is_used_up:
                break
            if best is not None and captains > best.key[1] and -(-ceiling // _REWARD) == self._reward:
                continue
            best = self._sail(destinations, captains, ships, best)
        if self.work.cut_short and best is None:
            return self._one_by_one()
        return NO_PLAN if best is None else self._plan(best)

    def exactly(self, contracts: Sequence[Contract]) -> Plan | None:
        """The cheapest plan for exactly these contracts of the hand, None when it cannot be done."""
        destinations = {contract.destination for contract in contracts}
        captains = sum(not self.ships[destination] for destination in destinations)
        if captains > self.captains or len(destinations) > self.fleet:
            return None
        need = tuple(sum(contract.units for contract in contracts if contract.good == good) for good in GOODS)
        spend = self.supply.cheapest(need, self.traders)
        return None if spend is None else self.plan(contracts, spend)

    def _one_by_one(self) -> Plan:
        """A good plan for a hand that is too large to try everything."""
        chosen: list[Contract] = []
        plan = NO_PLAN
        for contract in sorted(self.contracts, key=lambda one: -one.reward):
            self.work.left = WORK_LIMIT // 100
            more = self.exactly([*chosen, contract])
            if more is not None:
                chosen.append(contract)
                plan = more
        return replace(plan, proven=False)

    def _reachable(self) -> int:
        """The destinations that some ship can sail to, as bits."""
        if self.captains and self.fleet:
            return (1 << len(DESTINATIONS)) - 1
        return sum(1 << place for place, name in enumerate(DESTINATIONS) if self.ships[name])

    def _voyages(self) -> list[tuple[int, int, int, int]]:
        """The possible sets of destinations: (highest value, captains, ships, destinations), most valuable first."""
        wanted = 0
        for _, place in self._groups:
            wanted |= 1 << place
        own = sum(1 << place for place, name in enumerate(DESTINATIONS) if self.ships[name])
        voyages = []
        destinations = wanted
        while destinations:
            captains = (destinations & ~own).bit_count()
            ships = destinations.bit_count()
            if captains <= self.captains and ships <= self.fleet:
                ceiling = sum(self._frontier(kind, destinations)[-1][1] for kind in KINDS)
                voyages.append((ceiling, captains, ships, destinations))
            destinations = destinations - 1 & wanted
        voyages.sort(key=lambda voyage: (-voyage[0], voyage[1], voyage[2]))
        return voyages

    def _frontier(self, kind: int, destinations: int) -> list[Point]:
        """Units against value for contracts of one kind to these destinations; both rise from point to point."""
        frontier = self._frontiers.get((kind, destinations))
        if frontier is None:
            if not destinations:
                frontier = [(0, 0)]
            else:
                rest = self._frontier(kind, destinations & destinations - 1)
                group = self._groups.get((kind, (destinations & -destinations).bit_length() - 1))
                frontier = rest if group is None or self.work.is_used_up else _merge(rest, group, self._caps[kind])
                self.work.left -= len(rest) * len(group or ())
            self._frontiers[kind, destinations] = frontier
        return frontier

    def _sail(self, destinations: int, captains: int, ships: int, best: _Choice | None) -> _Choice | None:
        """The best choice for these destinations, or the given one when it is better."""
        frontiers = [self._frontier(kind, destinations) for kind in KINDS]
        for value, points in self._combinations(frontiers):
            self.work.left -= 50
            if self.work.is_used_up and (best is not None or self.work.left < -WORK_LIMIT):
                break
            paid = -(-value // _REWARD)
            most_traders = self.supply.traders
            if best is not None and paid == self._reward:
                if captains > best.key[1]:
                    continue
                if captains == best.key[1]:
                    most_traders = best.key[2]
            need: Need = tuple(units for units, _ in points)
            spend = self.supply.cheapest(need, most_traders)
            if spend is None:
                continue
            traders, doubles, singles, weight = spend.key
            count = paid * _REWARD - value
            units = weight - spend.goods_cards
            key = (-paid, captains, traders, doubles, singles, count, units, ships + spend.goods_cards)
            if best is None or key < best.key:
                best = _Choice(key, destinations, points, spend)
                self._reward = paid
        return best

    def _combinations(self, frontiers: list[list[Point]]) -> Iterator[tuple[int, tuple[Point, ...]]]:
        """One point of each frontier, roughly best first, all that can be supplied and reach the best reward so far.

        That reward may rise while the caller looks at what came; ceilings tell what the kinds not yet decided can add.
        """
        first, second, third, fourth = ([*reversed(frontier)] for frontier in frontiers)
        total = min(self.supply.total, sum(frontier[-1][0] for frontier in frontiers))
        self.work.left -= total * sum(len(frontier) for frontier in frontiers[1:])
        above_fourth = _ceilings(fourth, [0] * (total + 1))
        above_third = _ceilings(third, above_fourth)
        above_second = _ceilings(second, above_third)
        for one in first:
            room1, value1 = total - one[0], one[1]
            if room1 < 0 or value1 + above_second[room1] <= (self._reward - 1) * _REWARD:
                continue
            for two in second:
                room2, value2 = room1 - two[0], value1 + two[1]
                if room2 < 0 or value2 + above_third[room2] <= (self._reward - 1) * _REWARD:
                    continue
                for three in third:
                    room3, value3 = room2 - three[0], value2 + three[1]
                    if room3 < 0 or value3 + above_fourth[room3] <= (self._reward - 1) * _REWARD:
                        continue
                    for four in fourth:
                        if four[0] > room3:
                            continue
                        if value3 + four[1] <= (self._reward - 1) * _REWARD:
                            break
                        yield value3 + four[1], (one, two, three, four)

    def _plan(self, choice: _Choice) -> Plan:
        chosen: list[Contract] = []
        for kind in KINDS:
            chosen += self._chosen(kind, choice.destinations, choice.points[kind])
        return self.plan(chosen, choice.spend)

    def _chosen(self, kind: int, destinations: int, point: Point) -> tuple[Contract, ...]:
        """Contracts behind a point of the frontier."""
        if not destinations:
            return ()
        rest = destinations & destinations - 1
        group = self._groups.get((kind, (destinations & -destinations).bit_length() - 1))
        if group is None:
            return self._chosen(kind, rest, point)
        before = set(self._frontier(kind, rest))
        if point in before:
            return self._chosen(kind, rest, point)
        for units, (value, contracts) in group.items():
            earlier = (point[0] - units, point[1] - value)
            if earlier in before:
                return contracts + self._chosen(kind, rest, earlier)
        raise AssertionError("a frontier point without contracts")  # cannot happen: _merge made it from these

    def plan(self, chosen: Sequence[Contract], spend: Spend) -> Plan:
        """The plan in full for these contracts, in the order of the hand."""
        left = Counter(chosen)
        contracts = []
        for contract in self.contracts:
            if left[contract]:
                left[contract] -= 1
                contracts.append(contract)
        ships, goods = self._ship_uses(contracts), self._goods_uses(contracts, spend)
        return Plan(tuple(contracts), ships, goods, proven=not self.work.cut_short)

    def _ship_uses(self, contracts: list[Contract]) -> tuple[ShipUse, ...]:
        aboard: dict[str, list[Contract]] = {}
        for contract in contracts:
            aboard.setdefault(contract.destination, []).append(contract)
        spare = Counter(self.ships)
        spare.subtract(destination for destination in aboard if self.ships[destination])
        uses = []
        for destination, cargo in aboard.items():
            ship = destination
            if not self.ships[destination]:
                # A second ship of a kind is missed least.
                ship = max(DESTINATIONS, key=lambda name: spare[name])
                spare[ship] -= 1
            uses.append(ShipUse(Ship(ship), destination, ship != destination, tuple(cargo)))
        return tuple(uses)

    def _goods_uses(self, contracts: list[Contract], spend: Spend) -> tuple[GoodsUse, ...]:
        """Each card spent, with the contracts its units go to."""
        stock = [sorted(own, key=lambda card: -card.price) for own in self.goods]
        gold = {size: list(cards) for size, cards in self.nuggets.items()}

        def draw(kind: int, size: int) -> Goods:
            card = next(card for card in stock[kind] if card.units == size)
            stock[kind].remove(card)
            return card

        uses = []
        for kind in KINDS:
            given: list[tuple[Goods | Nugget, bool]] = [(draw(kind, size), False) for size in spend.own[kind]]
            given += [(draw(trade.kind, trade.units), True) for trade in spend.trades if trade.to == kind]
            given += [(gold[1].pop(), False) for _ in range(spend.singles[kind])]
            given += [(gold[2].pop(), False) for _ in range(spend.doubles[kind])]
            asking = [contract for contract in contracts if contract.good == GOODS[kind]]
            missing = [contract.units for contract in asking]
            for card, trader in given:
                uses.append(GoodsUse(card, GOODS[kind], trader, _deliver(card.units, asking, missing)))
        return tuple(uses)


def _deliver(units: int, contracts: list[Contract], missing: list[int]) -> tuple[Delivery, ...]:
    """Give the units of one card to the contracts that still need some; equal contracts are one pool."""
    given: Counter[Contract] = Counter()
    for index, contract in enumerate(contracts):
        part = min(units, missing[index])
        if part:
            missing[index] -= part
            units -= part
            given[contract] += part
    return tuple(Delivery(contract, part) for contract, part in given.items())


def _subsets(group: list[Contract], cap: int) -> dict[int, tuple[int, tuple[Contract, ...]]]:
    """For contracts of one kind to one destination: units -> (value, contracts), the best for each number of units."""
    best: dict[int, tuple[int, tuple[Contract, ...]]] = {0: (0, ())}
    for contract in group:
        for units, (value, chosen) in list(best.items()):
            more, worth = units + contract.units, value + contract.reward * _REWARD - 1
            if more <= cap and (more not in best or best[more][0] < worth):
                best[more] = (worth, (*chosen, contract))
    return best


def _merge(rest: list[Point], group: dict[int, tuple[int, tuple[Contract, ...]]], cap: int) -> list[Point]:
    """The frontier of two independent choices."""
    best: dict[int, int] = {}
    for units, value in rest:
        for more, (worth, _) in group.items():
            total = units + more
            if total <= cap and best.get(total, -1) < value + worth:
                best[total] = value + worth
    frontier: list[Point] = []
    for units in sorted(best):
        if not frontier or best[units] > frontier[-1][1]:
            frontier.append((units, best[units]))
    return frontier


def _ceilings(frontier: list[Point], after: list[int]) -> list[int]:
    """The highest value that this frontier and those after it can reach within each number of units."""
    return [
        max(value + after[room - units] for units, value in frontier if units <= room) for room in range(len(after))
    ]
