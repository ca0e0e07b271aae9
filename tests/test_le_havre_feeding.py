"""Le Havre: what the end of a round asks of everybody."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_db.le_havre.buildings import VERSIONS
from card_db.le_havre.rounds import Round, load_rounds
from card_db.le_havre.ships import Ship, load_ship_types
from companion.cli import answer_request
from companion.games.le_havre.feeding import Feeding, Larder, feed, why_feeding
from companion.games.le_havre.rules import RULES
from companion.words import English
from tests.le_havre_table import Json, eater, fed, feeding_of, hungry_tables

FACTS_FILE = Path(__file__).parents[2] / "shared" / "le_havre" / "facts.json"
WOODEN, IRON, STEEL, LUXURY = (
    {"type": kind, "value": value} for kind, value in (("wooden", 2), ("iron", 2), ("steel", 10), ("luxury", 30))
)
OTHERS = [eater(name) for name in "BCDE"]


def ask(request: Json) -> Json:
    answer = answer_request("feeding", request, English)
    assert answer.exit == 0
    return json.loads(json.dumps(answer.body))  # type: ignore[no-any-return]


def feed_one(food: int, players: int, larder: Larder) -> Feeding:
    """The feeding of the first of some players in a round that asks for this much."""
    one = Round(1, "R00", food, True, "", Ship("wooden", 2), 1)
    return feed(one, [larder, *(Larder(name, 0, {}, ()) for name in "BCDE"[: players - 1])], load_ship_types())[0]


# --- examples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "food", "ships", "goods", "francs", "to_pay", "shortfall", "loans", "left"),
    [
        pytest.param(3, 8, "wooden iron", {"fish": 1}, 0, 1, 0, 0, 0, id="one fish pays the rest"),
        pytest.param(2, 17, "steel wooden", {"bread": 1}, 1, 6, 3, 1, 1, id="short of 3: one loan, 1 franc left"),
        pytest.param(4, 11, "steel steel wooden", {}, 5, 0, 0, 0, 0, id="ships feed more than needed"),
        pytest.param(1, 20, "wooden", {"meat": 2}, 0, 15, 9, 3, 3, id="short of 9: three loans, 3 francs left"),
        pytest.param(5, 4, "", {"meat": 2}, 0, 4, 0, 0, 0, id="two meat pay 4 without change"),
        pytest.param(5, 4, "luxury luxury", {"cattle": 9, "grain": 9, "coke": 9}, 0, 4, 4, 1, 0, id="no food at all"),
        pytest.param(2, 9, "", {"smoked_fish": 2, "fish": 1}, 4, 9, 0, 0, 0, id="food and francs to the last"),
        pytest.param(2, 9, "", {"smoked_fish": 2, "fish": 1}, 3, 9, 1, 1, 3, id="one franc short"),
        pytest.param(5, 0, "", {}, 0, 0, 0, 0, 0, id="the first round of five"),
    ],
)
def test_feeding_by_example(
    players: int,
    food: int,
    ships: str,
    goods: dict[str, int],
    francs: int,
    to_pay: int,
    shortfall: int,
    loans: int,
    left: int,
) -> None:
    feeding = feed_one(food, players, Larder("Anna", francs, goods, tuple(ships.split())))
    assert (feeding.to_pay, feeding.shortfall, feeding.loans, feeding.francs_after_loans) == (
        to_pay,
        shortfall,
        loans,
        left,
    )


@pytest.mark.skipif(not FACTS_FILE.exists(), reason="the digest is not on this machine")
def test_the_feeding_examples_as_the_digest_lists_them() -> None:
    examples = json.loads(FACTS_FILE.read_text(encoding="utf-8"))["feeding_examples"]
    assert len(examples) == 5
    for example in examples:
        larder = Larder("Anna", example["francs"], example["food_tokens"], tuple(example["ships"]))
        feeding = feed_one(example["food_on_card"], example["players"], larder)
        assert (feeding.to_pay, feeding.shortfall) == (example["net_demand"], example["shortfall"])
        assert feeding.loans == example["loans_needed"]
        assert feeding.francs_after_loans == (example["francs_left_if_loans_taken"] or 0)


def test_an_answer_has_the_round_and_everybody() -> None:
    players = [
        eater("Anna", francs=1, goods={"bread": 1}, ships=[STEEL, WOODEN]),
        eater("Ben", francs=9, goods={"meat": 3, "fish": 1}, ships=[IRON]),
    ]
    assert ask(feeding_of(*players, number=10)) == {
        "round": 10,
        "food": 17,
        "harvest": True,
        "players": [
            {
                "name": "Anna",
                "from_ships": 11,
                "to_pay": 6,
                "from_goods": 2,
                "francs_paid": 1,
                "shortfall": 3,
                "loans": 1,
                "francs_after_loans": 1,
            },
            {
                "name": "Ben",
                "from_ships": 5,
                "to_pay": 12,
                "from_goods": 10,
                "francs_paid": 2,
                "shortfall": 0,
                "loans": 0,
                "francs_after_loans": 0,
            },
        ],
        "warnings": [],
    }


ROUNDS = [
    pytest.param(version, players, one.number, one.food, one.harvest, id=f"{version} {players} round {one.number}")
    for version, players in product(VERSIONS, range(1, 6))
    for one in load_rounds(version, players)
]


def test_all_rounds_of_all_games_are_tried() -> None:
    assert len(ROUNDS) == 7 + 14 + 18 + 20 + 20 + 4 + 8 + 12 + 12 + 15


@pytest.mark.parametrize(("version", "players", "number", "food", "harvest"), ROUNDS)
def test_every_round_asks_for_its_food(version: str, players: int, number: int, food: int, harvest: bool) -> None:
    one_of_each = eater(ships=[WOODEN, IRON, STEEL, LUXURY])
    body = ask(feeding_of(one_of_each, *OTHERS[: players - 1], version=version, number=number))
    assert (body["round"], body["food"], body["harvest"]) == (number, food, harvest)
    first, *others = body["players"]
    assert first["from_ships"] == [22, 16, 13, 10, 6][players - 1]
    assert all(other["to_pay"] == food for other in others)


def test_ships_may_be_told_by_their_types_alone() -> None:
    said = ask(feeding_of(eater(ships=[{"type": "iron"}, {"type": "steel"}])))
    assert said == ask(feeding_of(eater(ships=[IRON, STEEL])))


def test_ships_beyond_the_box_are_fed_from_and_named() -> None:
    body = ask(feeding_of(eater("A", ships=[{"type": "steel"}] * 4), eater("B", ships=[STEEL])))
    assert [player["from_ships"] for player in body["players"]] == [28, 7]
    assert body["warnings"] == ["steel ship is there 5 times; the number in the box: 4."]
    assert ask(feeding_of(eater(ships=[STEEL] * 2)))["warnings"] == [
        "steel ship of value 10 is there 2 times; the number in the box: 1."
    ]


# --- random tables ----------------------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=300)
@given(hungry_tables(), st.sampled_from(VERSIONS), st.integers(0, 19))
def test_random_tables_agree_with_a_second_calculation(players: list[Json], version: str, pick: int) -> None:
    rounds = load_rounds(version, len(players))
    one = rounds[pick % len(rounds)]
    body = ask(feeding_of(*players, version=version, number=one.number, explain=True))
    for player, said in zip(players, body["players"], strict=True):
        expected = fed(player, one.food, len(players))
        assert {key: said[key] for key in expected} == expected
        assert said["rule"] in RULES
        assert said["reason"].endswith(".")
        paid = said["from_ships"] + said["from_goods"] + player["francs"] + 4 * said["loans"]
        assert paid >= one.food, "loans are enough"
        assert said["loans"] == 0 or paid - 4 < one.food, "and one less is not"
        assert said["francs_paid"] <= player["francs"]
        assert not said["shortfall"] or said["francs_paid"] == player["francs"], "all francs come before a loan"
        assert 0 <= said["francs_after_loans"] < 4


@settings(derandomize=True, deadline=None, max_examples=60)
@given(hungry_tables(), st.integers(0, 3))
def test_the_order_of_players_does_not_matter(players: list[Json], pick: int) -> None:
    def by_name(*order: Json) -> list[Json]:
        return sorted(ask(feeding_of(*order, number=pick + 1))["players"], key=lambda player: str(player["name"]))

    assert by_name(*players) == by_name(*players[::-1])


# --- words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("larder", "reason"),
    [
        (Larder("A", 0, {}, ("steel",)), "Ships feed 7, the round asks for 7: nothing is to pay."),
        (
            Larder("A", 0, {"meat": 1, "fish": 2, "wood": 3}, ("iron",)),
            "Ships feed 5 of 7. Food in hand: 1 meat and 2 fish, worth 5, enough for the other 2; there is no change "
            "for food.",
        ),
        (
            Larder("A", 9, {"fish": 2}, ()),
            "Ships feed 0 of 7. Food in hand: 2 fish, worth 2; francs to pay besides: 5.",
        ),
        (
            Larder("A", 4, {}, ()),
            "Ships feed 0 of 7. Food in hand: nothing, worth 0; francs: 4. Missing: 3, for which 1 loan is needed "
            "unless something is sold; francs left of it: 1.",
        ),
        (
            Larder("A", 0, {}, ()),
            "Ships feed 0 of 7. Food in hand: nothing, worth 0; francs: 0. Missing: 7, for which 2 loans are needed "
            "unless something is sold; francs left of them: 1.",
        ),
    ],
)
def test_the_reason_tells_how_it_comes_about(larder: Larder, reason: str) -> None:
    assert why_feeding(feed_one(7, 2, larder)).say(English) == reason
