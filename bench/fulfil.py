"""The best fulfilment: random hands, hands full of useful cards, the largest real hand, and hands made to be hard.

Every time is that of a fresh search: nothing is remembered between hands. The baseline tries everything and is shown on
the small hands that it can do at all; there both must find the same.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import process_time

from bench.tables import percentile, table
from card_db.packet_row.cards import (
    AREAS,
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
from card_db.packet_row.deck_list import load_deck
from companion.games.packet_row.codec_cards import write_plan
from companion.games.packet_row.plan import judge_plan
from companion.games.packet_row.search import NO_LIMITS, Search
from tests.brute_fulfil import brute_key, plan_key

RANDOM_HANDS = 10_000
USEFUL_HANDS = 2_000
HARD_HANDS = 1_000
SMALL_HANDS = 200
Hand = tuple[Card, ...]


def box() -> list[Card]:
    """All 172 cards."""
    deck = load_deck()
    return [card for name in (*AREAS, "start") for card in deck.cards(name)]


def is_useful(card: Card) -> bool:
    """Whether a card can take part in a fulfilment."""
    return isinstance(card, Contract | Goods | Nugget | Ship) or card in (CAPTAIN, TRADER)


def hard_hand(random: Random) -> Hand:
    """All 24 contracts, 28 goods, 10 nuggets, 5 traders, 5 captains, 18 ships, with values that make it hard."""
    rewards = random.choice([[20], [15, 25, 35], [5, 10, 15, 20, 25, 30, 35, 40], list(range(10, 60))])
    most_wanted, most_on_card = random.choice([2, 3, 4, 6]), random.choice([2, 3, 4, 5])
    kinds = random.choice([GOODS, GOODS[:2], GOODS[:1]])
    ports = random.choice([DESTINATIONS, DESTINATIONS[:3], DESTINATIONS[:1]])
    hand: list[Card] = [
        Contract(good, random.randint(1, most_wanted), to, random.choice(rewards))
        for good in GOODS
        for to in DESTINATIONS
    ]
    hand += [Goods(random.choice(kinds), random.randint(1, most_on_card), 5) for _ in range(28)]
    hand += [Nugget(1, 4)] * 5 + [Nugget(2, 7)] * 5 + [TRADER] * 5 + [CAPTAIN] * 5
    return (*hand, *(Ship(random.choice(ports)) for _ in range(18)))


def small_hand(random: Random) -> Hand:
    """A hand that even the baseline can do."""
    hand: list[Card] = [
        Contract(random.choice(GOODS), random.randint(1, 4), random.choice(DESTINATIONS[:3]), random.randint(1, 6) * 5)
        for _ in range(3)
    ]
    hand += [Goods(random.choice(GOODS), random.randint(1, 3), 5) for _ in range(4)]
    hand += [Ship(random.choice(DESTINATIONS[:3])) for _ in range(2)]
    return (*hand, Nugget(random.randint(1, 2), 4), TRADER, CAPTAIN)


def search_key(hand: Hand) -> object:
    """What our search finds, as the baseline tells it."""
    plan = Search(hand, NO_LIMITS).best()
    if judge_plan(hand, plan) is not None:
        raise RuntimeError(f"an illegal plan for {hand}")
    return plan_key(write_plan(plan), hand)


def measure(hands: Iterable[Hand], solve: Callable[[Hand], object]) -> list[float]:
    """Milliseconds of CPU for each hand."""
    gc.collect()
    gc.freeze()  # Python need not look through our thousands of hands while one is timed
    times = []
    for hand in hands:
        start = process_time()
        solve(hand)
        times.append((process_time() - start) * 1000)
    return times


def row(name: str, times: list[float], bar: str) -> list[str]:
    """One line of the table."""
    return [name, str(len(times)), f"{median(times):.3f}", f"{percentile(times, 99):.2f}", f"{max(times):.2f}", bar]


def main() -> str:
    """The table in Markdown."""
    cards = box()
    useful = [card for card in cards if is_useful(card)]
    largest = tuple(card for card in useful if not (isinstance(card, Contract) and card.start))
    small = [small_hand(Random(seed)) for seed in range(SMALL_HANDS)]
    if any(brute_key(hand) != search_key(hand) for hand in small[:50]):
        raise RuntimeError("search and baseline disagree")
    randoms = [tuple(Random(seed).sample(cards, 1 + seed % 20)) for seed in range(RANDOM_HANDS)]
    full = [tuple(Random(seed).sample(useful, 20)) for seed in range(USEFUL_HANDS)]
    hard = [hard_hand(Random(seed)) for seed in range(HARD_HANDS)]
    rows = [
        row("baseline (tries everything), 12 cards", measure(small[:50], brute_key), ""),
        row("search, the same and more of them", measure(small, search_key), ""),
        row("search, random hands of 1 to 20 cards", measure(randoms, search_key), "median 1, worst 20"),
        row("search, 20 useful cards", measure(full, search_key), ""),
        row("search, the largest real hand (90 cards)", measure([largest] * 20, search_key), "300"),
        row("search, hands of 90 cards made to be hard", measure(hard, search_key), "300"),
    ]
    return table(["best fulfilment", "hands", "median ms", "99 % ms", "worst ms", "at most"], rows)


if __name__ == "__main__":
    print(main())
