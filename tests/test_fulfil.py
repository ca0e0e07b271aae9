"""The best fulfilment against trying everything, the cheapest for given contracts, and frugal alternatives."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from card_db.packet_row.cards import (
    ASSISTANT,
    BANKER,
    CAPTAIN,
    DESTINATIONS,
    GOODS,
    TRADER,
    Card,
    Contract,
    Goods,
    Money,
    Nugget,
    Ship,
    parse_card,
)
from card_db.packet_row.deck_list import load_deck
from companion.games.packet_row.fulfil import best_plan, frugal_plans, plan_for, what_is_missing
from companion.games.packet_row.plan import NO_PLAN, Plan, judge_plan
from companion.words import English
from tests.brute_fulfil import Key, brute_key, plan_key

Hand = tuple[Card, ...]
GOLD = ("nugget:1:4", "nugget:2:7")
BLOCK = 40  # hands a test; a block that fails names the hand


def cards(*texts: str) -> Hand:
    return tuple(parse_card(text) for text in texts)


def key_of(plan: Plan, hand: Hand) -> Key:
    return plan_key({"spent": [str(card) for card in plan.spent]}, hand)


def help_of(plan: Plan) -> tuple[int, int, int]:
    """Captains, traders and units of gold that a plan spends."""
    gold = sum(use.card.units for use in plan.goods if isinstance(use.card, Nugget))
    return plan.captains, plan.traders, gold


def random_hand(random: Random, contracts: int, supplies: int, ships: int) -> Hand:
    """A hand of at most so many cards, from few kinds and places so that it often nearly works out."""
    kinds = random.sample(GOODS, random.randint(1, 4))
    places = random.sample(DESTINATIONS, random.randint(1, 3))
    rewards = random.choice(((15, 20, 25, 30, 35), (10,), (0, 5, 10), (5, 5, 10, 15), (1, 2, 3, 5, 8)))
    units = random.choice(((1, 2, 3), (2, 3, 4), (1, 1, 2), (1, 5)))
    hand: list[Card] = []
    for _ in range(random.randint(1, contracts)):
        start = random.random() < 0.2
        good, place = random.choice(kinds), random.choice(places)
        hand.append(Contract(good, random.randint(1, 4), place, random.choice(rewards), start))
    for _ in range(random.randint(0, supplies)):
        if random.random() < 0.35:
            hand.append(Nugget(random.choice((1, 1, 2)), random.choice((0, 4, 7))))
        else:
            hand.append(Goods(random.choice(kinds), random.choice(units), random.choice((2, 6, 10))))
    hand += [Ship(random.choice((*places, "sweden"))) for _ in range(random.randint(0, ships))]
    hand += [CAPTAIN] * random.choice((0, 0, 1, 2)) + [TRADER] * random.choice((0, 0, 1, 2))
    hand += [ASSISTANT, BANKER, Money(4)][: random.randint(0, 3)]
    random.shuffle(hand)
    return tuple(hand)


def small_hands(seed: int) -> list[Hand]:
    random = Random(seed)
    return [random_hand(random, contracts=4, supplies=5, ships=3) for _ in range(BLOCK)]


def middle_hands(seed: int) -> list[Hand]:
    random = Random(seed)
    return [random_hand(random, contracts=12, supplies=14, ships=6) for _ in range(BLOCK)]


@cache
def largest_hand() -> Hand:
    """Every card of the box that has to do with contracts but the starting contracts."""
    deck = load_deck()
    wanted = (Contract, Goods, Nugget, Ship)
    hand = [card for name in ("guildhall", "market", "docks") for card in deck.cards(name)]
    return tuple(card for card in hand if isinstance(card, wanted) or card in (TRADER, CAPTAIN))


# --- the best plan ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_best_plan_is_the_one_found_by_trying_everything(seed: int) -> None:
    for hand in small_hands(seed):
        assert key_of(best_plan(hand), hand) == brute_key(hand), [str(card) for card in hand]


def test_the_hands_tried_are_worth_trying() -> None:
    keys = [key_of(best_plan(hand), hand) for seed in range(10) for hand in small_hands(seed)]
    assert sum(key[0] < 0 for key in keys) > 150
    for column, least in ((1, 20), (2, 15), (3, 15), (4, 20)):
        assert sum(key[column] > 0 for key in keys) >= least, column
    assert sum(key[5] > 1 for key in keys) > 50


@pytest.mark.parametrize("seed", range(5))
def test_every_plan_found_is_legal(seed: int) -> None:
    for hand in (*small_hands(seed), *middle_hands(seed)):
        assert judge_plan(hand, best_plan(hand)) is None, [str(card) for card in hand]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_hand_changes_neither_income_nor_cost(seed: int) -> None:
    random = Random(seed)
    for hand in middle_hands(seed):
        shuffled = tuple(random.sample(hand, len(hand)))
        assert key_of(best_plan(shuffled), shuffled) == key_of(best_plan(hand), hand), [str(card) for card in hand]


@pytest.mark.parametrize("seed", range(5))
def test_a_card_more_never_lowers_the_income(seed: int) -> None:
    for hand in middle_hands(seed):
        income = best_plan(hand).income
        for index in range(len(hand)):
            without = hand[:index] + hand[index + 1 :]
            assert best_plan(without).income <= income, ([str(card) for card in hand], str(hand[index]))


@pytest.mark.parametrize("seed", range(5))
def test_what_a_plan_does_not_spend_is_not_needed_for_it(seed: int) -> None:
    for hand in middle_hands(seed):
        plan = best_plan(hand)
        assert key_of(best_plan(plan.spent), plan.spent) == key_of(plan, hand), [str(card) for card in hand]


def test_no_contracts_give_no_plan() -> None:
    assert best_plan(()) == NO_PLAN
    assert best_plan(cards("goods:fur:3:10", "ship:spain", "captain")) == NO_PLAN


def test_a_contract_that_pays_nothing_is_not_fulfilled() -> None:
    assert best_plan(cards("contract:fur:1:spain:0", "goods:fur:1:2", "ship:spain")) == NO_PLAN


def test_starting_contracts_are_contracts() -> None:
    assert best_plan(cards("start:fur:3:spain:25", "goods:fur:3:10", "ship:spain")).income == 25


@pytest.mark.parametrize(
    ("hand", "spent"),
    [
        pytest.param(
            ("contract:fur:1:spain:9", "goods:fur:1:2", "ship:france", "ship:spain", "captain"),
            ("contract:fur:1:spain:9", "goods:fur:1:2", "ship:spain"),
            id="the right ship before a captain",
        ),
        pytest.param(
            ("contract:fur:2:spain:9", "goods:grain:2:6", "trader", "nugget:2:7", "ship:spain"),
            ("contract:fur:2:spain:9", "nugget:2:7", "ship:spain"),
            id="a double nugget before a trader",
        ),
        pytest.param(
            ("contract:fur:2:spain:9", "nugget:1:4", "nugget:1:4", "nugget:2:7", "ship:spain"),
            ("contract:fur:2:spain:9", "nugget:1:4", "nugget:1:4", "ship:spain"),
            id="two single nuggets before a double",
        ),
        pytest.param(
            ("contract:fur:2:spain:9", "nugget:1:4", "goods:fur:1:2", "goods:fur:3:10", "ship:spain"),
            ("contract:fur:2:spain:9", "goods:fur:3:10", "ship:spain"),
            id="units on goods cards before a nugget",
        ),
        pytest.param(
            ("contract:fur:2:spain:9", "start:fur:1:spain:4", "start:fur:1:spain:5", "goods:fur:2:6", "ship:spain"),
            ("contract:fur:2:spain:9", "goods:fur:2:6", "ship:spain"),
            id="one contract rather than two for the same reward",
        ),
        pytest.param(
            ("contract:fur:3:spain:9", "goods:fur:2:6", "goods:fur:2:6", "goods:fur:1:2", "ship:spain"),
            ("contract:fur:3:spain:9", "goods:fur:2:6", "goods:fur:1:2", "ship:spain"),
            id="no more units than needed",
        ),
        pytest.param(
            ("contract:fur:2:spain:9", "goods:fur:1:2", "goods:fur:1:2", "goods:fur:2:6", "ship:spain"),
            ("contract:fur:2:spain:9", "goods:fur:2:6", "ship:spain"),
            id="one card rather than two of the same units",
        ),
        pytest.param(
            ("start:fur:1:spain:9", "start:grain:1:spain:9", "goods:fur:1:2", "goods:grain:1:2", *["ship:spain"] * 2),
            ("start:fur:1:spain:9", "start:grain:1:spain:9", "goods:fur:1:2", "goods:grain:1:2", "ship:spain"),
            id="one ship for one destination",
        ),
        pytest.param(
            ("start:grain:4:spain:9", "start:fur:2:spain:9", "goods:grain:3:10", "goods:fur:1:2", *GOLD, "ship:spain"),
            ("start:grain:4:spain:9", "start:fur:2:spain:9", "goods:grain:3:10", *GOLD, "ship:spain"),
            id="the double nugget where it saves a goods card",
        ),
    ],
)
def test_among_equal_rewards_the_least_is_spent(hand: tuple[str, ...], spent: tuple[str, ...]) -> None:
    for order in (hand, hand[::-1]):
        assert Counter(map(str, best_plan(cards(*order)).spent)) == Counter(spent)


def test_the_examples_of_the_rulebook_work_out() -> None:
    anna = cards("contract:fur:4:france:35", "goods:fur:2:6", "goods:fur:2:6", "ship:france")
    assert best_plan(anna).income == 35
    david = cards(
        *("contract:tobacco:4:spain:35", "contract:tobacco:2:sweden:15", "contract:cotton:2:spain:15"),
        *("goods:tobacco:3:10", "goods:tobacco:3:10", "goods:cotton:3:10", "ship:spain", "ship:sweden"),
    )
    plan = best_plan(david)
    assert plan.income == 65
    assert any(len(use.deliveries) == 2 for use in plan.goods)
    traded = cards("contract:fur:3:sweden:25", "goods:fur:1:2", "goods:cotton:2:6", "trader", "ship:sweden")
    assert best_plan(traded).income == 25


# --- the largest hand -------------------------------------------------------------------------------------------


def test_the_largest_hand_holds_what_the_box_holds() -> None:
    kinds = Counter(type(card).__name__ for card in largest_hand())
    assert kinds == {"Contract": 24, "Goods": 28, "Nugget": 10, "Ship": 18, "Helper": 10}


def test_the_largest_hand_gets_a_legal_plan() -> None:
    hand = largest_hand()
    plan = best_plan(hand)
    assert judge_plan(hand, plan) is None
    needed = {good: sum(c.units for c in hand if isinstance(c, Contract) and c.good == good) for good in GOODS}
    held = {good: sum(c.units for c in hand if isinstance(c, Goods) and c.good == good) for good in GOODS}
    if all(needed[good] <= held[good] for good in GOODS):
        assert len(plan.contracts) == 24
    assert plan.income >= max(c.reward for c in hand if isinstance(c, Contract))


@pytest.mark.parametrize("seed", range(6))
def test_the_largest_hand_earns_no_less_than_any_part_of_it(seed: int) -> None:
    random = Random(seed)
    hand = largest_hand()
    income = best_plan(hand).income
    while hand:
        part = tuple(random.sample(hand, max(0, len(hand) - random.randint(1, 9))))
        plan = best_plan(part)
        assert judge_plan(part, plan) is None
        assert plan.income <= income
        hand, income = part, plan.income


# --- given contracts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100, 106))
def test_the_plan_for_given_contracts_is_the_cheapest_or_there_is_none(seed: int) -> None:
    random = Random(seed)
    found = 0
    for hand in small_hands(seed):
        contracts = [card for card in hand if isinstance(card, Contract)]
        chosen = tuple(random.sample(contracts, random.randint(1, len(contracts))))
        # With a reward for each, the best of a hand without other contracts fulfils all of them if that can be done.
        paid = tuple(Contract(c.good, c.units, c.destination, 1 + c.reward, c.start) for c in chosen)
        brute = brute_key(paid + tuple(card for card in hand if not isinstance(card, Contract)))
        plan = plan_for(hand, chosen)
        if -brute[0] < sum(contract.reward for contract in paid):
            assert plan is None, [str(card) for card in hand]
            continue
        found += 1
        assert plan is not None, [str(card) for card in hand]
        assert key_of(plan, hand)[1:] == brute[1:], [str(card) for card in hand]
        assert Counter(plan.contracts) == Counter(chosen)
        assert judge_plan(hand, plan) is None
    assert 5 < found < BLOCK


def test_no_contracts_to_fulfil_cost_nothing() -> None:
    assert plan_for(cards("goods:fur:1:2"), ()) == NO_PLAN


NEARLY = ("contract:fur:3:spain:25", "contract:grain:1:sweden:9", "goods:fur:2:6", "goods:grain:1:2")


@pytest.mark.parametrize(
    ("hand", "contracts", "said"),
    [
        (NEARLY, ("goods:fur:2:6",), "the card with 2 fur is no contract"),
        (NEARLY, ("contract:fur:1:spain:9",), "the hand does not hold the contract for 1 fur to Spain ($9)"),
        (
            NEARLY,
            ("contract:grain:1:sweden:9", "contract:grain:1:sweden:9"),
            "the hand does not hold the contract for 1 grain to Sweden ($9)",
        ),
        (NEARLY, ("contract:grain:1:sweden:9",), "they need 1 ship, there are 0"),
        (
            (*NEARLY, "ship:spain"),
            ("contract:fur:3:spain:25", "contract:grain:1:sweden:9"),
            "they need 2 ships, there are 1",
        ),
        ((*NEARLY, "ship:spain"), ("contract:grain:1:sweden:9",), "no ship and no captain for Sweden"),
        (
            (*NEARLY, "ship:spain"),
            ("contract:fur:3:spain:25",),
            "3 fur are needed and 2 there; nuggets and traders cannot make up for it",
        ),
    ],
)
def test_what_is_missing_is_named(hand: tuple[str, ...], contracts: tuple[str, ...], said: str) -> None:
    assert plan_for(cards(*hand), cards(*contracts)) is None
    assert what_is_missing(cards(*hand), cards(*contracts)).say(English) == said


@pytest.mark.parametrize("seed", range(100, 104))
def test_something_is_said_whenever_contracts_cannot_be_fulfilled(seed: int) -> None:
    refused = 0
    for hand in (*small_hands(seed), *middle_hands(seed)):
        contracts = tuple(card for card in hand if isinstance(card, Contract))
        if plan_for(hand, contracts) is None:
            refused += 1
            said = what_is_missing(hand, contracts).say(English)
            assert not said.startswith(";"), ([str(card) for card in hand], said)
            assert "{" not in said
    assert refused > 20


# --- frugal plans -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_frugal_plans_begin_with_the_best_and_none_beats_another(seed: int) -> None:
    several = 0
    for hand in (*small_hands(seed), *middle_hands(seed)):
        plans = frugal_plans(hand)
        best = best_plan(hand)
        assert plans[:1] == ((best,) if best.contracts else ()), [str(card) for card in hand]
        for index, plan in enumerate(plans):
            assert judge_plan(hand, plan) is None
            for other in plans[:index] + plans[index + 1 :]:
                no_worse = other.income >= plan.income and all(
                    theirs <= ours for theirs, ours in zip(help_of(other), help_of(plan), strict=True)
                )
                assert not no_worse, ([str(card) for card in hand], index)
        several += len(plans) > 1
    assert several > 10


def test_a_frugal_plan_keeps_the_captain_for_less_money() -> None:
    hand = cards(
        *("contract:fur:1:spain:9", "contract:grain:1:sweden:5", "goods:fur:1:2", "goods:grain:1:2"),
        *("ship:spain", "ship:spain", "captain"),
    )
    assert [(plan.income, plan.captains) for plan in frugal_plans(hand)] == [(14, 1), (9, 0)]


def test_a_frugal_plan_keeps_traders_and_gold_too() -> None:
    hand = cards(
        *("contract:fur:1:spain:9", "contract:fur:1:spain:8", "contract:fur:2:spain:7", "ship:spain"),
        *("goods:fur:1:2", "goods:grain:2:6", "trader", "nugget:1:4"),
    )
    assert {(plan.income, *help_of(plan)) for plan in frugal_plans(hand)} == {
        (24, 0, 1, 1),
        (17, 0, 0, 1),
        (17, 0, 1, 0),
        (9, 0, 0, 0),
    }
