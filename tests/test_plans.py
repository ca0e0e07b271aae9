"""Judging plans: for every rule a plan that keeps to it and one that breaks it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from card_db.packet_row.cards import DESTINATIONS, Card, Contract, parse_card
from companion.games.packet_row.plan import NO_PLAN, Delivery, GoodsUse, Plan, ShipUse, judge_plan
from companion.games.packet_row.rules import RULES
from companion.words import English

FUR = "contract:fur:3:spain:25"
FUR_TWO = "contract:fur:2:spain:15"
FUR_TO_SWEDEN = "contract:fur:2:sweden:20"
GRAIN = "contract:grain:2:spain:10"


def cards(*texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)


def contract(text: str) -> Contract:
    card = parse_card(text)
    assert isinstance(card, Contract)
    return card


def contracts(*texts: str) -> tuple[Contract, ...]:
    return tuple(contract(text) for text in texts)


def ship(card: str, *aboard: str, to: str = "", captain: bool = False) -> ShipUse:
    return ShipUse(parse_card(card), to or card.split(":")[1], captain, contracts(*aboard))


def goods(card: str, *units: tuple[str, int], good: str = "fur", trader: bool = False) -> GoodsUse:
    return GoodsUse(parse_card(card), good, trader, tuple(Delivery(contract(text), count) for text, count in units))


def plan(fulfilled: tuple[str, ...], ships: tuple[ShipUse, ...], given: tuple[GoodsUse, ...]) -> Plan:
    return Plan(contracts(*fulfilled), ships, given)


def rule_of(hand: tuple[str, ...], judged: Plan) -> str | None:
    """The rule a plan breaks, None when it is legal; the reason is always a sentence."""
    refusal = judge_plan(cards(*hand), judged)
    if refusal is None:
        return None
    said = refusal.reason.say(English)
    assert said.endswith(".")
    assert "{" not in said
    assert refusal.rule in RULES
    return refusal.rule


SIMPLE_HAND = (FUR, "goods:fur:3:10", "ship:spain")
SIMPLE = plan((FUR,), (ship("ship:spain", FUR),), (goods("goods:fur:3:10", (FUR, 3)),))


# --- C1: contract, goods and ship -------------------------------------------------------------------------------


def test_c1_a_contract_with_its_goods_and_ship_is_fulfilled() -> None:
    assert rule_of(SIMPLE_HAND, SIMPLE) is None
    assert SIMPLE.income == 25
    assert SIMPLE.spent == cards(FUR, "ship:spain", "goods:fur:3:10")


def test_c1_to_do_nothing_is_legal() -> None:
    assert rule_of((), NO_PLAN) is None


@pytest.mark.parametrize("missing", SIMPLE_HAND)
def test_c1_what_the_hand_does_not_hold_cannot_be_used(missing: str) -> None:
    assert rule_of(tuple(card for card in SIMPLE_HAND if card != missing), SIMPLE) == "C1"


def test_c1_a_card_cannot_be_used_twice() -> None:
    twice = goods("goods:fur:3:10", (FUR, 2)), goods("goods:fur:3:10", (FUR, 2))
    assert rule_of(SIMPLE_HAND, replace(SIMPLE, goods=twice)) == "C1"
    ships = ship("ship:spain", FUR), ship("ship:spain")
    assert rule_of(SIMPLE_HAND, replace(SIMPLE, ships=ships)) == "C1"
    both = plan((FUR, FUR), (ship("ship:spain", FUR, FUR),), (goods("goods:fur:6:9", (FUR, 6)),))
    assert rule_of((FUR, "goods:fur:6:9", "ship:spain"), both) == "C1"


def test_c1_goods_of_another_size_or_price_are_another_card() -> None:
    assert rule_of((FUR, "goods:fur:3:9", "ship:spain"), SIMPLE) == "C1"


def test_c1_a_contract_without_ship_is_not_fulfilled() -> None:
    assert rule_of(SIMPLE_HAND, replace(SIMPLE, ships=())) == "C1"
    assert rule_of(SIMPLE_HAND, replace(SIMPLE, ships=(ship("ship:spain"),))) == "C1"


def test_c1_a_contract_without_enough_goods_is_not_fulfilled() -> None:
    assert rule_of(SIMPLE_HAND, replace(SIMPLE, goods=())) == "C1"
    assert rule_of(SIMPLE_HAND, replace(SIMPLE, goods=(goods("goods:fur:3:10", (FUR, 2)),))) == "C1"


def test_c1_a_ship_carries_only_what_is_fulfilled_and_only_once() -> None:
    hand = (*SIMPLE_HAND, FUR_TWO, "ship:spain")
    assert rule_of(hand, replace(SIMPLE, ships=(ship("ship:spain", FUR, FUR_TWO),))) == "C1"
    twice = ship("ship:spain", FUR), ship("ship:spain", FUR)
    assert rule_of(hand, replace(SIMPLE, ships=twice)) == "C1"


def test_c1_goods_go_only_to_what_is_fulfilled() -> None:
    hand = (*SIMPLE_HAND, FUR_TWO, "goods:fur:2:6")
    more = (*SIMPLE.goods, goods("goods:fur:2:6", (FUR_TWO, 2)))
    assert rule_of(hand, replace(SIMPLE, goods=more)) == "C1"


@pytest.mark.parametrize("other", ["money:4", "captain", "goods:fur:3:10", "nugget:1:4", FUR])
def test_c1_only_ships_sail(other: str) -> None:
    sailing = ShipUse(parse_card(other), "spain", False, contracts(FUR))
    assert rule_of((*SIMPLE_HAND, other), replace(SIMPLE, ships=(sailing,))) == "C1"


@pytest.mark.parametrize("other", ["money:4", "trader", "ship:spain", "vp:x:1:1", FUR])
def test_c1_only_goods_and_nuggets_are_delivered(other: str) -> None:
    given = (*SIMPLE.goods, goods(other))
    assert rule_of((*SIMPLE_HAND, other), replace(SIMPLE, goods=given)) == "C1"


# --- C2: excess -------------------------------------------------------------------------------------------------


def test_c2_more_goods_than_needed_may_be_given() -> None:
    hand = (FUR_TWO, "goods:fur:3:10", "goods:fur:1:2", "ship:spain")
    for given in ((goods("goods:fur:3:10", (FUR_TWO, 2)),), (goods("goods:fur:3:10", (FUR_TWO, 3)),)):
        judged = plan((FUR_TWO,), (ship("ship:spain", FUR_TWO),), given)
        assert rule_of(hand, judged) is None
        assert rule_of(hand, replace(judged, goods=(*given, goods("goods:fur:1:2", (FUR_TWO, 1))))) is None
        assert rule_of(hand, replace(judged, goods=(*given, goods("goods:fur:1:2")))) is None


def test_c2_excess_of_one_contract_does_not_help_another() -> None:
    hand = (FUR, FUR_TWO, "goods:fur:3:10", "goods:fur:3:10", "ship:spain")
    given = goods("goods:fur:3:10", (FUR, 3)), goods("goods:fur:3:10", (FUR, 2), (FUR_TWO, 1))
    assert rule_of(hand, plan((FUR, FUR_TWO), (ship("ship:spain", FUR, FUR_TWO),), given)) == "C1"


# --- C3: one ship, one destination ------------------------------------------------------------------------------

SHARED_HAND = (FUR, FUR_TWO, GRAIN, "goods:fur:5:9", "goods:grain:2:6", "ship:spain", "ship:sweden")
SHARED = plan(
    (FUR, FUR_TWO, GRAIN),
    (ship("ship:spain", FUR, FUR_TWO, GRAIN),),
    (goods("goods:fur:5:9", (FUR, 3), (FUR_TWO, 2)), goods("goods:grain:2:6", (GRAIN, 2), good="grain")),
)


def test_c3_one_ship_serves_all_contracts_to_its_destination() -> None:
    assert rule_of(SHARED_HAND, SHARED) is None
    assert SHARED.income == 50


def test_c3_a_ship_does_not_carry_contracts_to_several_destinations() -> None:
    hand = (FUR, FUR_TO_SWEDEN, "goods:fur:5:9", "ship:spain", "ship:sweden")
    given = (goods("goods:fur:5:9", (FUR, 3), (FUR_TO_SWEDEN, 2)),)
    both = plan((FUR, FUR_TO_SWEDEN), (ship("ship:spain", FUR, FUR_TO_SWEDEN),), given)
    assert rule_of(hand, both) == "C3"
    each = ship("ship:spain", FUR), ship("ship:sweden", FUR_TO_SWEDEN)
    assert rule_of(hand, replace(both, ships=each)) is None


def test_c3_a_ship_to_another_destination_does_not_serve() -> None:
    assert rule_of((*SIMPLE_HAND, "ship:sweden"), replace(SIMPLE, ships=(ship("ship:sweden", FUR),))) == "C3"


def test_c3_two_ships_to_one_destination_may_both_sail() -> None:
    ships = ship("ship:spain", FUR), ship("ship:spain", FUR_TWO, GRAIN)
    assert rule_of((*SHARED_HAND, "ship:spain"), replace(SHARED, ships=ships)) is None


# --- C4: a divided card -----------------------------------------------------------------------------------------


def test_c4_the_units_of_a_card_are_divided_also_between_destinations() -> None:
    hand = (FUR, FUR_TO_SWEDEN, "goods:fur:1:2", "goods:fur:4:9", "ship:spain", "ship:sweden")
    given = goods("goods:fur:4:9", (FUR, 2), (FUR_TO_SWEDEN, 2)), goods("goods:fur:1:2", (FUR, 1))
    ships = ship("ship:spain", FUR), ship("ship:sweden", FUR_TO_SWEDEN)
    assert rule_of(hand, plan((FUR, FUR_TO_SWEDEN), ships, given)) is None


def test_c4_a_card_gives_no_more_units_than_are_on_it() -> None:
    hand = (FUR, FUR_TWO, "goods:fur:4:9", "ship:spain")
    given = (goods("goods:fur:4:9", (FUR, 3), (FUR_TWO, 2)),)
    assert rule_of(hand, plan((FUR, FUR_TWO), (ship("ship:spain", FUR, FUR_TWO),), given)) == "C4"


def test_c4_a_card_gives_no_more_units_than_are_on_it_after_a_trade_either() -> None:
    hand = (FUR, "goods:grain:2:6", "trader", "ship:spain")
    given = (goods("goods:grain:2:6", (FUR, 3), trader=True),)
    assert rule_of(hand, replace(SIMPLE, goods=given)) == "C4"


# --- C5: nuggets ------------------------------------------------------------------------------------------------


def test_c5_nuggets_stand_for_any_goods() -> None:
    given = goods("nugget:1:4", (FUR, 1)), goods("nugget:2:7", (FUR, 2))
    assert rule_of((FUR, "nugget:1:4", "nugget:2:7", "ship:spain"), replace(SIMPLE, goods=given)) is None


def test_c5_a_double_nugget_may_be_divided_among_contracts_for_one_kind() -> None:
    hand = (FUR, FUR_TO_SWEDEN, "goods:fur:2:6", "goods:fur:1:2", "nugget:2:7", "ship:spain", "ship:sweden")
    given = (
        goods("goods:fur:2:6", (FUR, 2)),
        goods("goods:fur:1:2", (FUR_TO_SWEDEN, 1)),
        goods("nugget:2:7", (FUR, 1), (FUR_TO_SWEDEN, 1)),
    )
    ships = ship("ship:spain", FUR), ship("ship:sweden", FUR_TO_SWEDEN)
    assert rule_of(hand, plan((FUR, FUR_TO_SWEDEN), ships, given)) is None


@pytest.mark.parametrize("good", ["fur", "grain"])
def test_c5_a_double_nugget_is_of_one_kind(good: str) -> None:
    hand = (FUR, GRAIN, "goods:fur:2:6", "goods:grain:1:2", "nugget:2:7", "ship:spain")
    given = (
        goods("goods:fur:2:6", (FUR, 2)),
        goods("goods:grain:1:2", (GRAIN, 1), good="grain"),
        goods("nugget:2:7", (FUR, 1), (GRAIN, 1), good=good),
    )
    assert rule_of(hand, plan((FUR, GRAIN), (ship("ship:spain", FUR, GRAIN),), given)) == "C5"


@pytest.mark.parametrize(("nugget", "units"), [("nugget:1:4", 2), ("nugget:2:7", 3)])
def test_c5_a_nugget_gives_no_more_units_than_it_has(nugget: str, units: int) -> None:
    given = goods("goods:fur:1:2", (FUR, 1)), goods(nugget, (FUR, units))
    assert rule_of((FUR, "goods:fur:1:2", nugget, "ship:spain"), replace(SIMPLE, goods=given)) == "C5"


# --- C6: traders ------------------------------------------------------------------------------------------------

TRADED_HAND = (FUR, "goods:fur:1:2", "goods:cotton:2:6", "trader", "ship:spain")
TRADED = replace(SIMPLE, goods=(goods("goods:fur:1:2", (FUR, 1)), goods("goods:cotton:2:6", (FUR, 2), trader=True)))


def test_c6_a_trader_turns_a_card_into_another_kind() -> None:
    assert rule_of(TRADED_HAND, TRADED) is None
    assert TRADED.spent.count(parse_card("trader")) == 1


def test_c6_another_kind_needs_a_trader() -> None:
    untraded = replace(TRADED, goods=(TRADED.goods[0], replace(TRADED.goods[1], trader=False)))
    assert rule_of(TRADED_HAND, untraded) == "C6"
    assert rule_of(tuple(card for card in TRADED_HAND if card != "trader"), TRADED) == "C6"


def test_c6_each_trader_serves_one_card() -> None:
    hand = (FUR, "goods:cotton:1:2", "goods:cotton:2:6", "trader", "ship:spain")
    given = goods("goods:cotton:1:2", (FUR, 1), trader=True), goods("goods:cotton:2:6", (FUR, 2), trader=True)
    assert rule_of(hand, replace(SIMPLE, goods=given)) == "C6"
    assert rule_of((*hand, "trader"), replace(SIMPLE, goods=given)) is None


def test_c6_all_units_of_a_traded_card_are_of_the_other_kind() -> None:
    hand = (FUR_TWO, GRAIN, "goods:grain:4:9", "trader", "ship:spain")
    given = (goods("goods:grain:4:9", (FUR_TWO, 2), (GRAIN, 2), trader=True),)
    assert rule_of(hand, plan((FUR_TWO, GRAIN), (ship("ship:spain", FUR_TWO, GRAIN),), given)) == "C6"


def test_c6_goods_do_not_serve_a_contract_for_another_kind() -> None:
    given = (goods("goods:grain:3:9", (FUR, 3), good="grain"),)
    assert rule_of((FUR, "goods:grain:3:9", "trader", "ship:spain"), replace(SIMPLE, goods=given)) == "C6"


def test_c6_a_trader_does_not_change_a_nugget() -> None:
    given = goods("goods:fur:2:6", (FUR, 2)), goods("nugget:1:4", (FUR, 1), trader=True)
    assert rule_of((FUR, "goods:fur:2:6", "nugget:1:4", "trader", "ship:spain"), replace(SIMPLE, goods=given)) == "C6"


# --- C7: captains -----------------------------------------------------------------------------------------------

CAPTAIN_HAND = (FUR, "goods:fur:3:10", "ship:sweden", "captain")
WITH_CAPTAIN = replace(SIMPLE, ships=(ship("ship:sweden", FUR, to="spain", captain=True),))


def test_c7_a_captain_changes_the_destination_of_a_ship() -> None:
    assert rule_of(CAPTAIN_HAND, WITH_CAPTAIN) is None
    assert WITH_CAPTAIN.spent.count(parse_card("captain")) == 1


def test_c7_another_destination_needs_a_captain() -> None:
    alone = replace(SIMPLE, ships=(ship("ship:sweden", FUR, to="spain"),))
    assert rule_of(CAPTAIN_HAND, alone) == "C7"
    assert rule_of(CAPTAIN_HAND[:-1], WITH_CAPTAIN) == "C7"


def test_c7_each_captain_serves_one_ship() -> None:
    hand = (FUR, FUR_TO_SWEDEN, "goods:fur:5:9", "ship:france", "ship:france", "captain")
    ships = (
        ship("ship:france", FUR, to="spain", captain=True),
        ship("ship:france", FUR_TO_SWEDEN, to="sweden", captain=True),
    )
    judged = plan((FUR, FUR_TO_SWEDEN), ships, (goods("goods:fur:5:9", (FUR, 3), (FUR_TO_SWEDEN, 2)),))
    assert rule_of(hand, judged) == "C7"
    assert rule_of((*hand, "captain"), judged) is None


def test_c7_contracts_that_share_a_ship_share_its_new_destination() -> None:
    hand = (FUR, FUR_TO_SWEDEN, "goods:fur:5:9", "ship:sweden", "captain")
    given = (goods("goods:fur:5:9", (FUR, 3), (FUR_TO_SWEDEN, 2)),)
    ships = (ship("ship:sweden", FUR, FUR_TO_SWEDEN, to="spain", captain=True),)
    assert rule_of(hand, plan((FUR, FUR_TO_SWEDEN), ships, given)) == "C7"


@pytest.mark.parametrize("destination", DESTINATIONS)
def test_c7_a_captain_reaches_every_destination(destination: str) -> None:
    wanted = f"contract:fur:3:{destination}:25"
    sailing = (ship("ship:spain", wanted, to=destination, captain=True),)
    judged = plan((wanted,), sailing, (goods("goods:fur:3:10", (wanted, 3)),))
    assert rule_of((wanted, "goods:fur:3:10", "ship:spain", "captain"), judged) is None


# --- pools of equal contracts -----------------------------------------------------------------------------------

POOL_HAND = (FUR, FUR, "goods:fur:2:6", "goods:fur:4:9", "ship:spain", "ship:spain")
POOL = plan(
    (FUR, FUR),
    (ship("ship:spain", FUR, FUR),),
    (goods("goods:fur:2:6", (FUR, 2)), goods("goods:fur:4:9", (FUR, 4))),
)


def test_equal_contracts_are_one_pool_for_goods_and_ships() -> None:
    assert rule_of(POOL_HAND, POOL) is None
    assert POOL.income == 50
    assert rule_of(POOL_HAND, replace(POOL, ships=(ship("ship:spain", FUR), ship("ship:spain", FUR)))) is None
    parts = goods("goods:fur:2:6", (FUR, 1), (FUR, 1)), goods("goods:fur:4:9", (FUR, 2), (FUR, 2))
    assert rule_of(POOL_HAND, replace(POOL, goods=parts)) is None


def test_a_pool_needs_goods_and_a_ship_for_each_of_its_contracts() -> None:
    few = goods("goods:fur:2:6", (FUR, 2)), goods("goods:fur:4:9", (FUR, 3))
    assert rule_of(POOL_HAND, replace(POOL, goods=few)) == "C1"
    assert rule_of(POOL_HAND, replace(POOL, ships=(ship("ship:spain", FUR),))) == "C1"
    assert rule_of(POOL_HAND, replace(POOL, ships=(ship("ship:spain", FUR, FUR, FUR),))) == "C1"


def test_starting_contracts_are_not_in_one_pool_with_others() -> None:
    start = FUR.replace("contract", "start")
    hand = (FUR, start, "goods:fur:2:6", "goods:fur:4:9", "ship:spain")
    ships = (ship("ship:spain", FUR, start),)
    assert rule_of(hand, plan((FUR, start), ships, POOL.goods)) == "C1"
    divided = goods("goods:fur:2:6", (FUR, 2)), goods("goods:fur:4:9", (FUR, 1), (start, 3))
    assert rule_of(hand, plan((FUR, start), ships, divided)) is None
