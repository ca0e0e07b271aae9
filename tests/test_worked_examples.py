"""The worked examples of the rules, state by state."""

from __future__ import annotations

from tests.scripts import read_plan
from tests.tables import (
    Json,
    ask,
    choose,
    decline,
    fulfil,
    fulfil_plan,
    holds,
    laid_out,
    look,
    played,
    refill,
    take,
    take_future,
)

MARKET = (["vp:library:15:3", "goods:tobacco:1:2", "goods:grain:2:5"], ["goods:tobacco:3:10", "goods:cotton:1:2"])
DOCKS = (["ship:spain", "captain", "nugget:1:4"], ["ship:france", "ship:sweden"])


def four_at_the_table(*events: Json) -> Json:
    """Anna is harbour master; Ben, Cedric and David sit to her left."""
    return {
        "game": "packet_row",
        "players": ["Anna", "Ben", "Cedric", "David"],
        "harbour_master": "Anna",
        "events": [*laid_out(4, market=MARKET, docks=DOCKS), *events],
    }


ROUND = [
    choose("market"),
    take("Ben", "vp:library:15:3"),
    decline("Cedric"),
    take("David", "goods:tobacco:1:2"),
    decline("Anna"),
    choose("docks"),
    decline("Cedric"),
    take("Anna", "ship:spain"),
]
REFILLS = [
    refill("market", ["trader"], ["goods:fur:1:2", "goods:fur:2:6"]),
    refill("docks", ["ship:france"], ["captain", "nugget:2:8"]),
]


def test_a_round_of_four_asks_one_after_the_other() -> None:
    turns = [
        ("choose", "Anna"),  # before the first event
        ("asking", "Ben"),
        ("asking", "Cedric"),
        ("asking", "David"),
        ("master", "Anna"),
        ("choose", "Anna"),
        ("asking", "Cedric"),  # Ben and David have taken a card
        ("master", "Anna"),
        ("refill", None),
    ]
    for count, (phase, to_act) in enumerate(turns):
        view = played(four_at_the_table(*ROUND[:count]))
        assert (count, view["phase"], view["to_act"]) == (count, phase, to_act)
        assert (view["round"], view["harbour_master"]) == (1, "Anna")


def test_a_round_of_four_moves_cards_money_and_pawns() -> None:
    view = played(four_at_the_table(*ROUND))
    seen = {player["name"]: (player["money"], player["cards"], player["pawn"]) for player in view["players"]}
    assert seen == {
        "Anna": (25, ["ship:spain"], {"area": "docks", "space": "current-1"}),
        "Ben": (10, ["vp:library:15:3"], {"area": "market", "space": "current-1"}),
        "Cedric": (25, [], None),
        "David": (23, ["goods:tobacco:1:2"], {"area": "market", "space": "current-2"}),
    }
    assert look(view, "areas/market/current") == ["goods:grain:2:5"]
    assert look(view, "areas/docks/current") == ["captain", "nugget:1:4"]
    assert [name for name, area in view["areas"].items() if area["chosen"]] == ["docks", "market"]


def test_after_the_round_of_four_two_boards_are_refilled_and_ben_is_harbour_master() -> None:
    before = played(four_at_the_table(*ROUND))
    between = played(four_at_the_table(*ROUND, REFILLS[0]))
    assert (between["phase"], between["harbour_master"], between["round"]) == ("refill", "Anna", 1)
    assert look(between, "players/Ben/pawn") is None
    assert look(between, "players/Anna/pawn/area") == "docks"

    after = played(four_at_the_table(*ROUND, *REFILLS))
    assert (after["phase"], after["to_act"], after["harbour_master"], after["round"]) == ("choose", "Ben", "Ben", 2)
    assert all(player["pawn"] is None for player in after["players"])
    assert look(after, "areas/market") == {
        "current": ["goods:tobacco:3:10", "goods:cotton:1:2", "trader"],
        "future": ["goods:fur:1:2", "goods:fur:2:6"],
        "spaces": {
            "current-1": "goods:tobacco:3:10",
            "current-2": "goods:cotton:1:2",
            "current-3": "trader",
            "current-4": None,
            "future-1": "goods:fur:1:2",
            "future-2": "goods:fur:2:6",
        },
        "deck": 42 - 5 - 3,
        "discard": 1,
        "short": False,
        "chosen": False,
    }
    assert look(after, "areas/docks/current") == ["ship:france", "ship:sweden", "ship:france"]
    assert look(after, "areas/docks/future") == ["captain", "nugget:2:8"]
    assert (look(after, "areas/docks/deck"), look(after, "areas/docks/discard")) == (42 - 5 - 3, 2)
    for untouched in ("guildhall", "bank"):
        assert look(after, f"areas/{untouched}") == look(before, f"areas/{untouched}")


def test_with_an_assistant_david_takes_the_three_tobacco_for_ten_dollars() -> None:
    start = [holds("David", "assistant"), *ROUND[:3]]
    view = played(four_at_the_table(*start, take_future("David", "goods:tobacco:3:10")))
    assert (look(view, "players/David/money"), look(view, "players/David/cards")) == (15, ["goods:tobacco:3:10"])
    assert look(view, "players/David/pawn") == {"area": "market", "space": "future-1"}
    assert (look(view, "areas/guildhall/discard"), view["to_act"]) == (1, "Anna")


def test_without_an_assistant_david_cannot_take_the_three_tobacco() -> None:
    answer = ask(four_at_the_table(*ROUND[:3], take_future("David", "goods:tobacco:3:10")))
    assert (answer.exit, answer.body["rule"], answer.body["event"]) == (1, "R3", 7)


def test_anna_fulfils_a_contract_with_two_goods_cards_and_receives_35() -> None:
    contract = "contract:fur:4:spain:35"
    hand = [contract, "goods:fur:2:6", "goods:fur:2:6", "ship:spain", "banker"]
    view = played(four_at_the_table(holds("Anna", *hand), fulfil("Anna", contract)))
    assert (look(view, "players/Anna/money"), look(view, "players/Anna/cards")) == (25 + 35, ["banker"])
    discards = {name: area["discard"] for name, area in view["areas"].items()}
    assert discards == {"guildhall": 1, "docks": 1, "market": 2, "bank": 0}


DAVID = [
    "contract:cotton:4:france:35",
    "contract:tobacco:1:france:15",
    "contract:tobacco:2:sweden:15",
    "goods:cotton:2:5",
    "goods:cotton:3:9",
    "goods:tobacco:3:10",
    "ship:france",
    "ship:sweden",
]
DAVIDS_PLAN = (
    "contract:cotton:4:france:35 contract:tobacco:1:france:15 on ship:france, "
    "contract:tobacco:2:sweden:15 on ship:sweden, "
    "2 of goods:cotton:2:5 to contract:cotton:4:france:35, 2 of goods:cotton:3:9 to contract:cotton:4:france:35, "
    "1 of goods:tobacco:3:10 to contract:tobacco:1:france:15 + 2 to contract:tobacco:2:sweden:15"
)


def test_david_fulfils_three_contracts_at_once_by_plan_and_receives_65() -> None:
    view = played(four_at_the_table(holds("David", *DAVID), fulfil_plan("David", read_plan(DAVIDS_PLAN))))
    assert (look(view, "players/David/money"), look(view, "players/David/cards")) == (25 + 65, [])
    discards = {name: area["discard"] for name, area in view["areas"].items()}
    assert discards == {"guildhall": 3, "docks": 2, "market": 3, "bank": 0}


def test_david_fulfils_three_contracts_at_once_by_naming_them() -> None:
    by_plan = played(four_at_the_table(holds("David", *DAVID), fulfil_plan("David", read_plan(DAVIDS_PLAN))))
    by_name = played(four_at_the_table(holds("David", *DAVID), fulfil("David", *DAVID[:3])))
    assert by_name == by_plan


def test_david_cannot_fulfil_the_two_tobacco_contracts_one_after_the_other() -> None:
    first, second = fulfil("David", DAVID[1]), fulfil("David", DAVID[2])
    answer = ask(four_at_the_table(holds("David", *DAVID), first, second))
    assert (answer.exit, answer.body["rule"], answer.body["event"]) == (1, "C1", 6)


def test_the_best_fulfilment_of_davids_hand_is_65() -> None:
    body = ask({"cards": DAVID}, "fulfil").body
    assert (body["income"], sorted(body["spent"])) == (65, sorted(DAVID))


def test_a_trader_turns_two_cotton_into_the_fur_that_is_missing() -> None:
    contract = "contract:fur:3:netherlands:25"
    hand = [contract, "goods:fur:1:2", "goods:cotton:2:5", "trader", "ship:netherlands"]
    view = played(four_at_the_table(holds("Ben", *hand), fulfil("Ben", contract)))
    assert (look(view, "players/Ben/money"), look(view, "players/Ben/cards")) == (25 + 25, [])
    assert look(view, "areas/market/discard") == 3
    for missing in hand[1:]:
        rest = [card for card in hand if card != missing]
        assert ask(four_at_the_table(holds("Ben", *rest), fulfil("Ben", contract))).body["rule"] == "C1"
