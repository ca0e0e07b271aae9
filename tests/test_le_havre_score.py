"""Le Havre: the final score, by worked examples, against a second calculation, and its reasons."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_db.le_havre.buildings import load_buildings
from card_db.le_havre.goods import GOODS
from card_db.le_havre.sources import Mark
from companion.cli import answer_request
from companion.games.le_havre.names import BUILDING_NAMES, GOOD_NAMES, SHIP_NAMES
from companion.games.le_havre.rules import RULES
from companion.games.le_havre.scoring import BONUS_RULES
from companion.words import English
from tests.le_havre_table import (
    ALL_BUILDINGS,
    ALL_GOODS,
    ALL_SHIPS,
    BY_KIND,
    Json,
    counted,
    final_positions,
    player,
    score_of,
)

FACTS_FILE = Path(__file__).parents[2] / "shared" / "le_havre" / "facts.json"
SHIP_LETTERS = {"W": "wooden", "I": "iron", "S": "steel", "L": "luxury"}

# id | buildings | ships | goods | cash | loans | bonuses | total
EXAMPLES = """
E01 | Building Firm (value 4), Fishery | W2 | 6 fish 3 bread 2 steel | 7 | 0 | - | 23
E02 | Joinery, Smokehouse | W4 | - | 3 | 2 | - | 7
E03 | - | - | 4 wood | 2 | 3 | - | -19
E04a | Sawmill | - | - | 12 | 2 | - | 12
E04b | Sawmill | - | - | 2 | 0 | - | 16
E05 | Bank, Steel Mill, Cokery, Wharf (sort 12), Shipping Line, Grocery Market | - | - | 25 | 0 | Bank 15 | 130
E06 | Town Hall, Church, Local Court, Bakehouse, Tannery, Building Firm (value 6) | - | - | 11 | 0 | Town Hall 18 | 103
E07 | Dock | W2 W6 I8 S20 L38 | - | 4 | 0 | Dock 20 | 108
E08 | Dock, Luxury Yacht | I10 S16 | - | 0 | 0 | Dock 12 | 68
E09 | Storehouse | - | 5 fish 4 bread 3 wood 2 coke 1 steel 2 hides | 9 | 0 | Storehouse 8 | 21
E10 | Guildhouse, Bakery, Diner, Business Office, Hardware Store | - | - | 13 | 0 | Guildhouse 10 | 59
E11 | Business Park, Construction Firm, Colliery, Brickworks, Clothing Industry, Dock | - | - | 6 | 0 | Business Park 10, Dock 0 | 76
E12 | Football Stadium, Town Hall, Zoo, Labor Exchange, Masons' Guild | - | - | 1 | 0 | Town Hall 18 | 71
E13 | Bank, Town Hall, Guildhouse, Business Park, Dock, Storehouse, Wharf (sort 17), Steelworks, Church, Fishery, Luxury Yacht | I12 S24 L34 | 4 charcoal 3 leather 2 grain | 31 | 1 | Bank 15, Town Hall 10, Guildhouse 6, Business Park 6, Dock 16, Storehouse 4 | 279
E14 | Bank, Marketplace, Clay Mound, Black Market, Bridge over the Seine | - | - | 0 | 0 | Bank 2 | 44
E15 | Steel Mill, Bank | S24 | - | 10 | 4 | Bank 5 | 49
E16 | Storehouse, Masons' Guild | - | 10 clay 10 brick | 0 | 0 | Storehouse 10 | 22
E17a | Wharf (sort 12) | W6 | - | 20 | 0 | - | 40
E17b | Colliery | S16 | - | 21 | 1 | - | 40
E17c | Cokery | W2 | 9 coke | 19 | 0 | - | 39
E18a | Church | - | - | 4 | 0 | - | 30
E18b | - | L30 | - | 0 | 0 | - | 30
E18c | Bank, Business Park | - | - | 9 | 1 | Bank 2, Business Park 0 | 30
""".strip().splitlines()  # noqa: E501


def read_example(line: str) -> tuple[Json, dict[str, int], int]:
    """A player, the bonuses and the total of one line."""
    name, buildings, ships, goods, cash, loans, bonuses, total = (part.strip() for part in line.split(" | "))
    counts = iter([] if goods == "-" else goods.split())
    holding = player(
        name,
        buildings=[] if buildings == "-" else buildings.split(", "),
        ships=[{"type": SHIP_LETTERS[ship[0]], "value": int(ship[1:])} for ship in ships.split() if ship != "-"],
        goods={good: int(number) for number, good in zip(counts, counts, strict=True)},
        francs=int(cash),
        loans=int(loans),
    )
    paid = dict(bonus.rsplit(" ", 1) for bonus in bonuses.split(", ") if bonus != "-")
    return holding, {card: int(points) for card, points in paid.items()}, int(total)


WORKED = {line.split(" | ")[0]: read_example(line) for line in EXAMPLES}


def ask(request: Json) -> Json:
    answer = answer_request("score", request, English)
    assert answer.exit == 0
    return json.loads(json.dumps(answer.body))  # type: ignore[no-any-return]


# --- worked examples --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORKED)
def test_the_worked_examples_of_the_digest(name: str) -> None:
    holding, bonuses, total = WORKED[name]
    body = ask(score_of(holding))
    (score,) = body["players"]
    assert (score["bonuses"], score["total"], score["place"]) == (bonuses, total, 1)
    assert score["loans"] == 7 * holding["loans"]
    assert body["warnings"] == []


def test_there_are_twenty_three_of_them() -> None:
    assert len(WORKED) == 23


@pytest.mark.skipif(not FACTS_FILE.exists(), reason="the digest is not on this machine")
def test_the_worked_examples_as_the_digest_lists_them() -> None:
    facts = json.loads(FACTS_FILE.read_text(encoding="utf-8"))
    for example in facts["scoring_examples"]:
        given = {key: example[key] for key in ("buildings", "ships", "goods", "loans")}
        (score,) = ask(score_of(player(example["id"], francs=example["cash"], **given)))["players"]
        expected = example["expected"]
        assert (score["buildings"], score["ships"]) == (expected["building_values"], expected["ship_values"])
        assert score["bonuses"] == expected["bonuses"]
        assert (score["francs"], -score["loans"]) == (expected["cash"], expected["loan_penalty"])
        assert score["total"] == expected["total"]
    for tie in facts["tie_examples"]:
        body = ask(score_of(*(WORKED[name][0] for name in tie["players"])))
        assert [score["total"] for score in body["players"]] == tie["totals"]
        assert body["winners"] == tie["winners"]


@pytest.mark.parametrize(
    ("names", "winners", "places"),
    [
        (["E17a", "E17b", "E17c"], ["E17a", "E17b"], [1, 1, 2]),
        (["E18a", "E18b", "E18c"], ["E18a", "E18b", "E18c"], [1, 1, 1]),
        (["E17c", "E03", "E17a", "E02", "E17b"], ["E17a", "E17b"], [2, 4, 1, 3, 1]),
    ],
)
def test_who_is_tied_shares_the_win_and_places_are_dense(
    names: list[str], winners: list[str], places: list[int]
) -> None:
    body = ask(score_of(*(WORKED[name][0] for name in names)))
    assert body["winners"] == winners
    assert [score["place"] for score in body["players"]] == places


def test_repaying_a_loan_is_worth_two_points_and_is_only_suggested() -> None:
    before, after = ask(score_of(WORKED["E04a"][0])), ask(score_of(WORKED["E04b"][0]))
    assert after["players"][0]["total"] - before["players"][0]["total"] == 4
    assert before["hints"] == ["E04a can still repay 2 loans for 10 francs, which is worth 4 points."]
    assert after["hints"] == []


@pytest.mark.parametrize(("francs", "loans", "hint"), [(4, 3, 0), (5, 0, 0), (9, 3, 1), (99, 3, 3)])
def test_only_loans_that_can_be_paid_are_suggested(francs: int, loans: int, hint: int) -> None:
    hints = ask(score_of(player(francs=francs, loans=loans)))["hints"]
    assert bool(hints) == bool(hint)
    assert not hint or f"repay {hint} loan" in hints[0]


# --- single rules -----------------------------------------------------------------------------------------------


def total(*buildings: str, **more: object) -> int:
    (score,) = ask(score_of(player(buildings=list(buildings), **more)))["players"]
    points = score["total"]
    assert isinstance(points, int)
    return points


@pytest.mark.parametrize("name", ALL_BUILDINGS)
def test_every_building_counts_its_value_and_its_kind(name: str) -> None:
    kind = next(kind for kind, cards in BY_KIND.items() if name in cards)
    own = {"Bank": 2, "Town Hall": 4, "Guildhouse": 2}.get(name, 0)  # these count themselves
    assert total(name) == BY_KIND[kind][name] + own
    for card, rates in {
        "Bank": {"I": 3, "E": 2},
        "Town Hall": {"P": 4, "C": 2},
        "Dock": {"S": 4},
        "Guildhouse": {"E": 2},
        "Business Park": {"I": 2},
        "Storehouse": {},
    }.items():
        if card == name:
            continue
        (score,) = ask(score_of(player(buildings=[card])))["players"]
        (more,) = ask(score_of(player(buildings=[card, name])))["players"]
        assert more["bonuses"][card] - score["bonuses"][card] == rates.get(kind, 0), card


@pytest.mark.parametrize("goods", [{"fish": 1}, {"fish": 1, "wood": 1, "coke": 1}, {"steel": 7}, {"clay": 0}, {}])
def test_the_storehouse_rounds_down_once(goods: dict[str, int]) -> None:
    assert total("Storehouse", goods=goods) == 4 + sum(goods.values()) // 2
    assert total(goods=goods) == 0


def test_goods_francs_and_loans_may_be_many() -> None:
    assert total("Storehouse", goods=dict.fromkeys(ALL_GOODS, 999999)) == 4 + 8 * 999_999
    assert total(francs=999_999) == 999_999
    assert total(loans=999_999) == -7 * 999_999


def test_the_luxury_yacht_is_a_ship_on_the_way_out() -> None:
    (score,) = ask(score_of(player(buildings=["Luxury Yacht", "Zoo"])))["players"]
    assert (score["buildings"], score["ships"], score["bonuses"]) == (8, 20, {})


def test_every_ship_of_the_box_counts_its_value() -> None:
    body = ask(score_of(player(ships=ALL_SHIPS)))
    assert body["players"][0]["ships"] == sum(ship["value"] for ship in ALL_SHIPS) == 240
    assert body["warnings"] == []


def test_all_cards_of_the_box_at_one_table() -> None:
    body = ask(
        score_of(player("A", buildings=ALL_BUILDINGS[::2], ships=ALL_SHIPS), player("B", buildings=ALL_BUILDINGS[1::2]))
    )
    assert body["warnings"] == []


# --- what no box holds ------------------------------------------------------------------------------------------


def test_a_card_owned_twice_is_computed_and_named() -> None:
    body = ask(score_of(player(buildings=["Bank", "Bank", "Zoo"]), player("Ben", buildings=["Zoo"])))
    assert body["players"][0] | {"place": 1} == {
        "name": "Anna",
        "buildings": 40,
        "ships": 0,
        "bonuses": {"Bank": 8},  # each Bank counts both
        "francs": 0,
        "loans": 0,
        "total": 48,
        "place": 1,
    }
    assert body["warnings"] == [
        "Bank is there 2 times; the number in the box: 1.",
        "Zoo is there 2 times; the number in the box: 1.",
    ]


def test_ships_beyond_the_box_are_named() -> None:
    small, large = {"type": "wooden", "value": 2}, {"type": "luxury", "value": 38}
    body = ask(score_of(player(ships=[small] * 3), player("Ben", ships=[small, large, large])))
    assert [score["ships"] for score in body["players"]] == [6, 78]
    assert body["warnings"] == [
        "wooden ship of value 2 is there 4 times; the number in the box: 3.",
        "luxury liner of value 38 is there 2 times; the number in the box: 1.",
    ]


# --- the owner's cards ------------------------------------------------------------------------------------------


def test_the_card_at_the_table_decides() -> None:
    holding = player(buildings=["Bank", "Town Hall", "Hardware Store"])
    corrections = {"Hardware Store": {"kind": "C", "value": 10}, "Zoo": {}}
    (listed,) = ask(score_of(holding))["players"]
    (printed,) = ask(score_of(holding, corrections=corrections))["players"]
    assert (listed["buildings"], listed["bonuses"]) == (30, {"Bank": 4, "Town Hall": 4})
    assert (printed["buildings"], printed["bonuses"]) == (32, {"Bank": 2, "Town Hall": 6})
    assert ask(score_of(holding))["players"] == [listed], "the next request knows nothing of it"


def test_a_corrected_value_is_the_owners() -> None:
    card = load_buildings()["Ironworks"].corrected(materials={"wood": 3, "brick": 2})
    assert card.materials == card.card_materials
    assert (card.source_of("materials").mark, card.source_of("value").mark) == (Mark.OWNER, Mark.RULEBOOK)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(final_positions(), st.randoms(use_true_random=False))
def test_random_cards_of_the_owner_agree_with_a_second_calculation(holdings: list[Json], random: Random) -> None:
    """Some cards show another kind or another value; the Luxury Yacht stays a ship."""
    cards = [name for kind in "CEIPN" for name in BY_KIND[kind]]
    told = {name: {"kind": random.choice("CEIPN"), "value": random.randrange(40)} for name in random.sample(cards, 20)}
    listed = {name: (kind, value) for kind, names in BY_KIND.items() for name, value in names.items()}
    real = listed | {name: (values["kind"], values["value"]) for name, values in told.items()}
    by_kind = {kind: {name: value for name, (of, value) in real.items() if of == kind} for kind in BY_KIND}
    expected = [counted(holding, by_kind) for holding in holdings]
    body = ask(score_of(*holdings, corrections=told))
    assert [{key: value for key, value in score.items() if key != "place"} for score in body["players"]] == expected
    assert body["corrections"] == told


# --- random positions -------------------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=300)
@given(final_positions())
def test_random_positions_agree_with_a_second_calculation(holdings: list[Json]) -> None:
    body = ask(score_of(*holdings))
    expected = [counted(holding) for holding in holdings]
    best = max(score["total"] for score in expected)
    assert [{key: value for key, value in score.items() if key != "place"} for score in body["players"]] == expected
    assert body["winners"] == [score["name"] for score in expected if score["total"] == best]
    better = [len({other["total"] for other in expected if other["total"] > score["total"]}) for score in expected]
    assert [score["place"] for score in body["players"]] == [number + 1 for number in better]
    assert body["warnings"] == []


@settings(derandomize=True, deadline=None, max_examples=150)
@given(final_positions())
def test_the_lines_add_up_to_the_total_and_name_every_card(holdings: list[Json]) -> None:
    body = ask(score_of(*holdings, explain=True))
    for holding, score in zip(holdings, body["players"], strict=True):
        lines = score["lines"]
        assert sum(line["points"] for line in lines) == score["total"]
        assert {line["rule"] for line in lines} <= set(RULES)
        assert all(line["reason"].endswith(".") for line in lines)
        cards = [card for line in lines[:2] for card in line["cards"]]
        ships = [f"{ship['type']} {ship['value']}" for ship in holding["ships"]]
        assert sorted(cards) == sorted([*holding["buildings"], *ships])
        assert [line["cards"] for line in lines[2:-2]] == [[card] for card in score["bonuses"]]
        assert [line["points"] for line in lines[2:-2]] == list(score["bonuses"].values())
        assert (lines[-2]["points"], lines[-1]["points"]) == (holding["francs"], -7 * holding["loans"])
    assert all(winner in body["reason"] for winner in body["winners"])


@settings(derandomize=True, deadline=None, max_examples=60)
@given(final_positions(), st.integers(0, 119))
def test_the_order_of_players_and_cards_does_not_matter(holdings: list[Json], pick: int) -> None:
    orders = list(permutations(holdings))
    order = orders[pick % len(orders)]
    turned = [holding | {key: holding[key][::-1] for key in ("buildings", "ships")} for holding in order]
    one, other = ask(score_of(*holdings)), ask(score_of(*turned))

    def by_name(body: Json) -> list[Json]:
        return sorted(body["players"], key=lambda score: str(score["name"]))

    assert by_name(one) == by_name(other)
    assert sorted(one["winners"]) == sorted(other["winners"])


@settings(derandomize=True, deadline=None, max_examples=60)
@given(final_positions())
def test_one_more_loan_costs_seven_and_one_more_franc_gives_one(holdings: list[Json]) -> None:
    first, *others = holdings
    before = ask(score_of(*holdings))["players"][0]["total"]
    loan = ask(score_of(first | {"loans": first["loans"] + 1}, *others))["players"][0]["total"]
    franc = ask(score_of(first | {"francs": first["francs"] + 1}, *others))["players"][0]["total"]
    assert (loan - before, franc - before) == (-7, 1)


# --- words ------------------------------------------------------------------------------------------------------


def test_every_reason_says_how_a_line_came_about() -> None:
    holding, _, _ = WORKED["E13"]
    body = ask(score_of(holding, explain=True))
    assert [(line["rule"], line["points"], line["reason"]) for line in body["players"][0]["lines"]] == [
        (
            "5.2",
            108,
            "Buildings as printed: Bank 16, Town Hall 6, Guildhouse 4, Business Park 10, Dock 10, Storehouse 4, "
            "Wharf (sort 17) 14, Steelworks 8, Church 26 and Fishery 10.",
        ),
        ("5.2", 90, "Ships as printed: iron ship 12, steel ship 24, luxury liner 34 and Luxury Yacht 20."),
        ("5.3", 15, "Bank counts industrial buildings (3 at 3 each) and economic buildings (3 at 2 each)."),
        ("5.3", 10, "Town Hall counts public buildings (2 at 4 each) and craftsmen's buildings (1 at 2 each)."),
        ("5.4", 6, "Guildhouse counts economic buildings (3 at 2 each)."),
        ("5.4", 6, "Business Park counts industrial buildings (3 at 2 each)."),
        ("5.3", 16, "Dock counts ships (4 at 4 each)."),
        ("5.4", 4, "Storehouse counts goods (9, 1 for every 2)."),
        ("5.2", 31, "Francs count as they are: 31."),
        ("5.2", -7, "1 open loan costs 7 points."),
    ]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["E01"], "E01 ends with 23 points."),
        (["E01", "E02"], "E01 wins with 23 points."),
        (["E17a", "E17b"], "E17a and E17b share the win with 40 points each; there is no tie-breaker."),
    ],
)
def test_the_sheet_says_who_won(names: list[str], reason: str) -> None:
    assert ask(score_of(*(WORKED[name][0] for name in names), explain=True))["reason"] == reason


def test_everything_has_a_name_and_every_bonus_a_rule() -> None:
    cards = load_buildings()
    assert list(BUILDING_NAMES) == list(cards)
    assert sorted(cards) == sorted(ALL_BUILDINGS)
    assert tuple(GOOD_NAMES) == GOODS
    assert set(SHIP_NAMES) == {ship["type"] for ship in ALL_SHIPS}
    assert set(BONUS_RULES) == {name for name, card in cards.items() if card.bonus}
    assert set(BONUS_RULES.values()) <= set(RULES)


def test_the_rules_have_the_ids_of_the_digest_and_say_something() -> None:
    assert {f"7.{number}" for number in range(1, 26)} <= set(RULES)
    assert {f"3.{number}" for number in range(1, 14)} <= set(RULES)
    assert all(text.say(English).endswith(".") for text in RULES.values())
