"""The cheapest way to supply given amounts of the four goods from goods cards, nuggets and traders (C2, C4 to C6).

Cheapest means, in this order: fewest traders, double nuggets, single nuggets, units on the goods cards, goods cards.
Units of one kind may be divided among contracts at will, so only the total of each kind matters here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

KINDS = range(4)
Need = tuple[int, ...]  # units asked for, by kind of goods
_CARD_BITS = 12  # units and number of cards are added up together in one number: units << 12 | cards


@dataclass(frozen=True, slots=True)
class Trade:
    """One goods card turned into another kind by a trader (C6)."""

    kind: int
    units: int
    to: int


@dataclass(frozen=True, slots=True)
class Spend:
    """What is spent; comparing two spends by `key` tells the cheaper one."""

    key: tuple[int, int, int, int]  # traders, doubles, singles, units and cards
    trades: tuple[Trade, ...]
    doubles: tuple[int, ...]  # double nuggets by kind
    singles: tuple[int, ...]  # single nuggets by kind
    own: tuple[tuple[int, ...], ...]  # sizes of the goods cards given as their own kind, by kind

    @property
    def goods_cards(self) -> int:
        """How many goods cards are spent."""
        return self.key[3] & ((1 << _CARD_BITS) - 1)


class Work:
    """How much may still be tried; hands that no box can hold could otherwise keep a search busy for hours."""

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.cut_short = False  # something was left out because of it

    @property
    def is_used_up(self) -> bool:
        """Whether the search has to go on with what it has."""
        if self.left < 0:
            self.cut_short = True
        return self.left < 0


class Supply:
    """The goods, nuggets and traders of one hand; answers are remembered."""

    def __init__(
        self, sizes: tuple[tuple[int, ...], ...], singles: int, doubles: int, traders: int, work: Work
    ) -> None:
        self.work = work
        self.sizes = sizes
        self.totals = tuple(sum(own) for own in sizes)
        self.singles = singles
        self.doubles = doubles
        self.gold = singles + 2 * doubles
        self.total = sum(self.totals) + self.gold
        self.largest = tuple(sorted((size for own in sizes for size in own), reverse=True))
        self.traders = min(traders, len(self.largest))
        self.traded = tuple(sum(self.largest[:count]) for count in range(self.traders + 1))
        self._types = [(kind, size) for kind in KINDS for size in sorted(set(sizes[kind]), reverse=True)]
        self._covers: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self._known: dict[Need, tuple[int, Spend | None]] = {}

    def cap(self, kind: int) -> int:
        """More units of this kind than this can never be supplied."""
        others = sorted((s for k in KINDS if k != kind for s in self.sizes[k]), reverse=True)
        return self.totals[kind] + self.gold + sum(others[: self.traders])

    def cheapest(self, need: Need, max_traders: int) -> Spend | None:
        """The cheapest supply with at most so many traders, None when there is none."""
        max_traders = min(max_traders, self.traders)
        searched, spend = self._known.get(need, (-1, None))
        if spend is not None:
            return spend if spend.key[0] <= max_traders else None
        if searched >= max_traders:
            return None
        missing = sum(max(0, need[kind] - self.totals[kind]) for kind in KINDS)
        if sum(need) > self.total or missing > self.gold + self.traded[max_traders]:
            return None
        for traders in range(searched + 1, max_traders + 1):
            if missing <= self.gold + self.traded[traders]:
                spend = self._with_traders(need, traders)
                if spend is not None:
                    break
        self._known[need] = (max_traders, spend)
        return spend

    def _with_traders(self, need: Need, count: int) -> Spend | None:
        best: Spend | None = None
        for given in self._givings(need, count):
            if count and self.work.is_used_up:
                break
            lost: list[tuple[int, ...]] = [tuple(size for kind, size in given if kind == k) for k in KINDS]
            left = [need[k] - self.totals[k] + sum(lost[k]) for k in KINDS]  # above 0: not covered by own cards
            for targets in _assignments(given, left):
                got = [0, 0, 0, 0]
                for (_, size), to in zip(given, targets, strict=True):
                    got[to] += size
                settled = self._settle(tuple(need[k] - got[k] for k in KINDS), lost)
                if settled is None:
                    continue
                doubles, singles, wanted, weight = settled
                weight += sum((size << _CARD_BITS) + 1 for _, size in given)
                key = (count, sum(doubles), sum(singles), weight)
                if best is None or key < best.key:
                    trades = tuple(Trade(kind, size, to) for (kind, size), to in zip(given, targets, strict=True))
                    own = tuple(self._pick(k, lost[k], wanted[k]) for k in KINDS)
                    best = Spend(key, trades, doubles, singles, own)
        return best

    def _givings(self, need: Need, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Which cards may be traded away, as (kind, size), largest first within a kind; hopeless sets are left out."""
        if count == 0:
            yield ()
            return
        largest = self.largest[0]
        lost = [0, 0, 0, 0]

        def choose(start: int, left: int, given: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
            pool = sum(size for _, size in given)
            lacking = sum(max(0, need[k] - self.totals[k] + lost[k]) for k in KINDS)
            self.work.left -= 20
            if lacking > pool + self.gold + left * largest or self.work.is_used_up:
                return
            if left == 0:
                yield given
                return
            for index in range(start, len(self._types)):
                kind, size = self._types[index]
                if given.count((kind, size)) < self.sizes[kind].count(size):
                    lost[kind] += size
                    yield from choose(index, left - 1, (*given, (kind, size)))
                    lost[kind] -= size

        yield from choose(0, count, ())

    def _settle(
        self, need: Need, lost: list[tuple[int, ...]]
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int] | None:
        """Nuggets for what the own cards cannot give: (doubles, singles, units from own cards, their weight)."""
        gaps = [max(0, need[k] - self.totals[k] + sum(lost[k])) for k in KINDS]
        if not any(gaps):
            wanted = tuple(max(0, units) for units in need)
            return (0, 0, 0, 0), (0, 0, 0, 0), wanted, self._weight(lost, wanted)
        pairs = sum(gap // 2 for gap in gaps)
        odd = [k for k in KINDS if gaps[k] % 2]
        units = sum(gaps)
        if units - self.singles <= 2 * pairs:
            count = max(0, -(-(units - self.singles) // 2))  # every double is used in full
        else:
            count = pairs + len(odd) - self.singles  # singles are short even for the odd units: a double covers one
        if count > self.doubles:
            return None
        best: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int] | None = None
        for halved in combinations(odd, max(0, count - pairs)):
            doubles = [gaps[k] // 2 for k in KINDS]
            for k in halved:
                doubles[k] += 1
            surplus = sum(doubles) - count
            for k in KINDS:
                fewer = min(surplus, doubles[k])
                doubles[k] -= fewer
                surplus -= fewer
            singles = tuple(max(0, gaps[k] - 2 * doubles[k]) for k in KINDS)
            wanted = tuple(max(0, need[k] - 2 * doubles[k] - singles[k]) for k in KINDS)
            weight = self._weight(lost, wanted)
            if best is None or weight < best[3]:
                best = (tuple(doubles), singles, wanted, weight)
        return best

    def _weight(self, lost: list[tuple[int, ...]], wanted: tuple[int, ...]) -> int:
        return sum(self._cover(k, lost[k])[wanted[k]] for k in KINDS if wanted[k])

    def _left(self, kind: int, lost: tuple[int, ...]) -> list[int]:
        left = list(self.sizes[kind])
        for size in lost:
            left.remove(size)
        return left

    def _cover(self, kind: int, lost: tuple[int, ...]) -> list[int]:
        """For each number of units the least weight of own cards that give at least so many."""
        cover = self._covers.get((kind, lost))
        if cover is None:
            left = self._left(kind, lost)
            fewest = {0: 0}  # sum of units -> fewest cards
            for size in left:
                for total, cards in list(fewest.items()):
                    if cards + 1 < fewest.get(total + size, 1 << _CARD_BITS):
                        fewest[total + size] = cards + 1
            cover = [0] * (sum(left) + 1)
            weight = 0
            for total in range(len(cover) - 1, -1, -1):
                if total in fewest:
                    weight = (total << _CARD_BITS) + fewest[total]
                cover[total] = weight
            self._covers[kind, lost] = cover
        return cover

    def _pick(self, kind: int, lost: tuple[int, ...], wanted: int) -> tuple[int, ...]:
        """The sizes of the own cards behind `_cover`."""
        if wanted == 0:
            return ()
        total = self._cover(kind, lost)[wanted] >> _CARD_BITS
        chosen: dict[int, tuple[int, ...]] = {0: ()}
        for size in self._left(kind, lost):
            for units, cards in list(chosen.items()):
                if units + size not in chosen or len(cards) + 1 < len(chosen[units + size]):
                    chosen[units + size] = (*cards, size)
        return chosen[total]


def _assignments(given: tuple[tuple[int, int], ...], left: list[int]) -> Iterator[tuple[int, ...]]:
    """To which kinds the traded cards go: only where something is still missing, equal cards in one order only."""
    missing = list(left)

    def assign(index: int, targets: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == len(given):
            yield targets
            return
        kind, size = given[index]
        first = targets[-1] if index and given[index - 1] == given[index] else 0
        for to in range(first, 4):
            if to != kind and missing[to] > 0:
                missing[to] -= size
                yield from assign(index + 1, (*targets, to))
                missing[to] += size

    yield from assign(0, ())
