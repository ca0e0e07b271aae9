"""The tables of Le Havre: complete, consistent with one another and with the digest, each value with its source."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from card_db.deck import DeckError
from card_db.le_havre import data_file
from card_db.le_havre.buildings import (
    COUNTS,
    FULL,
    SHORT,
    SPECIAL,
    STANDARD,
    VERSIONS,
    Building,
    load_buildings,
    load_conflicts,
    proposals,
    town_at_start,
)
from card_db.le_havre.data_file import PLAYERS, load_data
from card_db.le_havre.goods import GOODS, load_goods
from card_db.le_havre.rounds import load_conflicts as round_conflicts
from card_db.le_havre.rounds import load_round_cards, load_rounds, round_sources, ships_in_box
from card_db.le_havre.setup import load_loan, load_setups, load_tiles
from card_db.le_havre.ships import SHIP_TYPES, load_ship_types
from card_db.le_havre.sources import PROGRAMS, Mark, parse_source

FACTS_FILE = Path(__file__).parents[2] / "shared" / "le_havre" / "facts.json"
BUILDINGS = list(load_buildings().values())
GAMES = [pytest.param(version, players, id=f"{version} {players}") for version, players in product(VERSIONS, PLAYERS)]

# The round tables as somebody reads them off the overview cards: food, x no harvest, s or * the town's building, ship.
ROUNDS = """
1 full: 5* W2 | 10s W4 | 15* I6 | 20s I10 | 25* S16 | 30s S20 | 35x L30
1 short: 10s W4 | 20s I10 | 30s S20 | 35x L30
2 full: 3 W2 | 4s W2 | 5* W4 | 7 W4 | 9s W6 | 11* I4 | 13 I6 | 15s I8 | 16* I10 | 17 S16 | 18s S20 | 19* S24 | 20 L34 | 20x L30
2 short: 4s W2 | 7 W4 | 9s W6 | 13 I6 | 15s I8 | 17 S16 | 18s S20 | 20x L30
3 full: 2x W2 | 2 W2 | 3s W2 | 3* W4 | 4 W4 | 5x I2 | 6s W6 | 7* I4 | 8 I6 | 9 I8 | 10xs S10 | 11* I10 | 12 S16 | 13s S20 | 14* S24 | 14x L38 | 15 L34 | 15x L30
3 short: 2x W2 | 2 W2 | 3s W2 | 4 W4 | 5x I2 | 6s W6 | 8 I6 | 9 I8 | 10xs S10 | 12 S16 | 14x L38 | 15x L30
4 full: 1 W2 | 1 W2 | 2x W2 | 2s W4 | 2* W4 | 3x I2 | 3s W6 | 4* I4 | 4x W6 | 5s I6 | 5* I8 | 6x S10 | 7s I10 | 8* S16 | 9x I12 | 10s S20 | 10* S24 | 11x L38 | 11 L34 | 11x L30
4 short: 1 W2 | 1 W2 | 2s W4 | 3x I2 | 3s W6 | 4x W6 | 5s I6 | 7s I10 | 9x I12 | 10s S20 | 11 L34 | 11x L30
5 full: 0 W2 | 1 W2 | 1x W2 | 1s W4 | 1* W4 | 2x I2 | 2s W6 | 2* I4 | 2x W6 | 3s I6 | 3* I8 | 3x S10 | 4s I10 | 4* S16 | 4x I12 | 5s S20 | 5* S24 | 5x L38 | 6 L34 | 6x L30
5 short: 0 W2 | 1 W2 | 1x W2 | 1s W4 | 2x I2 | 2s W6 | 2x W6 | 3s I6 | 3x S10 | 4s I10 | 4x I12 | 5s S20 | 5x L38 | 6 L34 | 6x L30
""".strip().splitlines()  # noqa: E501

# The same cards once more: kind value [price], entry [materials] symbols.
STANDARD_CARDS = """
Building Firm (value 4) C 4, free [not buildable] H; Building Firm (value 6) C 6, 1f [not buildable] H;
Construction Firm I 8, 2f [not buildable] H;
01 Marketplace N 6, 2f/1F [2w]; 02 Sawmill I 14, free [1c 1i]; 03 Fishery C 10, free [1w 1c] A;
04 Joinery C 8, 1f [3w] H; 05 Bakehouse C 8, 1f [2c]; 06 Hardware Store E 8, 1f [3w 1c] A H;
07 Charcoal Kiln C 8, free [1c]; 08 Smokehouse C 6, 2f/1F [2w 1c] A; 09 Abattoir C 8, 2F [1w 1c 1i];
10 Clay Mound N 2, 1f [not buildable]; 11 Arts Center P 10, 1f [1w 1c] A; 12 Wharf (sort 12) I 14, 2f [2w 2c 2i];
13 Black Market N 2, 1f [not buildable]; 14 Brickworks I 14, 1f [2w 1c 1i]; 15 Local Court P 16, free [3w 2c];
16 Colliery I 10, 2f [1w 3c]; 17 Wharf (sort 17) I 14, 2f [2w 2c 2i]; 18 Shipping Line E 10, 2f [2w 3b] A;
19 Grocery Market E 10, 1F [1w 1b]; 20 Tannery C 12, free [1w 1b]; 21 Business Office E 12, 1F [4w 1c] A H;
22 Ironworks I 12, 3f/1F [1w 2b] H; 23 Steel Mill I 22, 2F [4b 2i]; 24 Storehouse E 4 buy 10, no entry [2w 2b] H;
25 Cokery I 18, 1F [2b 2i]; 26 Dock I 10 buy 24, no entry [1w 2b 2i]; 27 Bridge over the Seine N 16, 2F [3i];
28 Town Hall P 6 buy 30, no entry [4w 3b]; 29 Bank E 16 buy 40, no entry [4b 1s]; 30 Church P 26 buy no, free [5w 3b 1i]
"""
SPECIAL_CARDS = """
Baguette Shop E 4, 1f; Bakery E 6, 1f; Brick Manufacturer I 8, 2f H; Business Park N 10 buy 12, no entry H;
Clothing Industry I 8, 2f/1F; Coal Trader E 4, 1f; Diner E 6, 1f A; Farm E 8, 1F A;
Feedlot E 6 buy 8, no entry; Fish Market E 4, 1f A; Fish Restaurant E 6, 1f A; Fishpond and Wood N 4, 1f A;
31 Football Stadium P 24 buy no, no entry [1w 2b 2i]; Forest Hut E 4, 1f A; Furniture Factory I 8, 2f H;
Furriery C 6, 1f;
Guildhouse E 4 buy 8, no entry A H; Harbor Watch P 6, 1f; Haulage Firm E 6, 1f; Hunting Lodge C 6, 1f AA H;
Iron Mine and Coal Seam N 6, 1f H; Kiln C 6, 1f; Labor Exchange P 6, free A; Leather Industry I 8, 2f;
Luxury Yacht S 20, no entry A; Masons' Guild C 8 buy 10, no entry H; Patisserie E 6, 1f; Plant Nursery C 6, 1f H;
Schnaps Distillery C 6, 1f; Smelter I 10, 2F; Steakhouse E 6, 1f; Steelworks I 8, 2f/1F H;
Tavern E 4, free A; Town Square N 6, 1F; Wind Farm N 8 buy 12, no entry; Zoo P 8, 1F A
"""
LETTERS = {"w": "wood", "c": "clay", "b": "brick", "i": "iron", "s": "steel"}


def told(card: Building) -> str:
    """A building in the short form above."""
    fees = ["".join(f"{n}{'f' if what == 'food' else 'F'}" for what, n in fee.items()) for fee in card.entry or ()]
    entry = "no entry" if card.entry is None else "/".join(fees) or "free"
    price = " buy no" if card.price is None else "" if card.price == card.value else f" buy {card.price}"
    sort = "" if card.sort is None else f"{card.sort:02} "
    letter = {good: letter for letter, good in LETTERS.items()}
    needs = "" if card.materials is None else " ".join(f"{n}{letter[good]}" for good, n in card.materials.items())
    materials = f" [{needs}]" if needs else " [not buildable]" if card.deck == STANDARD else ""
    symbols = "".join(f" {sign}" for sign in ("A" * card.fisherman, "H" * card.hammer) if sign)
    return f"{sort}{card.name} {card.kind} {card.value}{price}, {entry}{materials}{symbols}"


@pytest.mark.parametrize(("deck", "expected"), [(STANDARD, STANDARD_CARDS), (SPECIAL, SPECIAL_CARDS)])
def test_every_building_is_as_the_overview_tells_it(deck: str, expected: str) -> None:
    cards = [" ".join(card.split()) for card in expected.split(";")]
    assert [told(card) for card in BUILDINGS if card.deck == deck] == cards


def test_the_kinds_and_symbols_add_up_to_the_totals_of_the_rulebook() -> None:
    def kinds(deck: str) -> Counter[str]:
        return Counter(card.kind for card in BUILDINGS if card.deck == deck)

    assert kinds(STANDARD) == {"C": 9, "E": 6, "I": 10, "P": 4, "N": 4}
    assert kinds(SPECIAL) == {"C": 6, "E": 14, "I": 6, "P": 4, "N": 5, "S": 1}
    assert sum(card.fisherman for card in BUILDINGS if card.deck == STANDARD) == 6
    assert sum(card.hammer for card in BUILDINGS if card.deck == STANDARD) == 8
    assert sum(card.fisherman for card in BUILDINGS if card.deck == SPECIAL) == 13
    assert sum(card.hammer for card in BUILDINGS if card.deck == SPECIAL) == 9
    assert Counter(card.deck for card in BUILDINGS) == COUNTS


def test_sort_numbers_and_ids_are_all_different() -> None:
    sorts = [card.sort for card in BUILDINGS if card.sort is not None]
    assert sorted(sorts) == list(range(1, 32))
    assert len({card.id for card in BUILDINGS}) == len(BUILDINGS)


def test_every_building_does_something_or_counts_at_the_end_or_only_counts() -> None:
    only_counts = {card.name for card in BUILDINGS if card.action is None and not card.bonus}
    assert only_counts == {"Football Stadium", "Luxury Yacht"}
    for card in BUILDINGS:
        if card.entry is not None:
            assert card.action is not None, card.name
        assert card.value % 2 == 0, "half of the value is a whole number"
        assert card.price is None or card.price >= card.value


def test_actions_speak_only_of_goods_that_exist() -> None:
    found = set()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in ("goods", "give", "get", "holding", "discount") or key.startswith("plus_"):
                    found.update(inner)
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    for card in BUILDINGS:
        if card.action:
            walk(dict(card.action.values))
    assert found <= set(GOODS)
    assert {"fish", "coke", "steel", "bread"} <= found


def test_six_cards_pay_at_the_end() -> None:
    terms = {card.name: [(term.per, term.each, term.points) for term in card.bonus] for card in BUILDINGS if card.bonus}
    assert terms == {
        "Bank": [("I", 1, 3), ("E", 1, 2)],
        "Town Hall": [("P", 1, 4), ("C", 1, 2)],
        "Dock": [("ship", 1, 4)],
        "Storehouse": [("goods", 2, 1)],
        "Guildhouse": [("E", 1, 2)],
        "Business Park": [("I", 1, 2)],
    }


# --- goods, ships, loans, tiles ---------------------------------------------------------------------------------


def test_goods_feed_burn_and_sell_as_printed() -> None:
    goods = load_goods()
    assert {good.id: good.food for good in goods.values() if good.food} == {
        "fish": 1,
        "smoked_fish": 2,
        "bread": 2,
        "meat": 3,
    }
    assert {good.id: good.energy for good in goods.values() if good.energy} == {
        "wood": 1,
        "charcoal": 3,
        "coal": 3,
        "coke": 10,
    }
    assert [goods[good].price for good in GOODS] == [1, 1, 1, 2, 1, 3, 3, 2, 2, 2, 2, 8, 3, 2, 5, 4]
    assert {good.id: good.replaces for good in goods.values() if good.replaces} == {"brick": "clay", "steel": "iron"}
    assert [good.id for good in goods.values() if good.upgrade and not good.on_offer] == ["coal", "hides"]
    assert sum(good.tokens for good in goods.values()) == 420 - 48 - 30  # all tokens but the francs


def test_there_are_twenty_ships() -> None:
    box = ships_in_box()
    values = {kind: sorted(s.value for s in box for _ in range(box[s]) if s.type == kind) for kind in SHIP_TYPES}
    assert values == {
        "wooden": [2, 2, 2, 4, 4, 6, 6],
        "iron": [2, 4, 6, 8, 10, 12],
        "steel": [10, 16, 20, 24],
        "luxury": [30, 34, 38],
    }
    types = load_ship_types()
    assert {kind: types[kind].cards for kind in types} == {kind: len(values[kind]) for kind in values}
    assert [list(types[kind].food.values()) for kind in types] == [
        [5, 4, 3, 2, 1],
        [7, 5, 4, 3, 2],
        [10, 7, 6, 5, 3],
        [0] * 5,
    ]
    assert [types[kind].price for kind in types] == [14, 20, 30, None]
    assert [types[kind].load for kind in types] == [2, 3, 4, 0]
    assert [dict(types[kind].materials) for kind in types] == [{"wood": 5}, {"iron": 4}, {"steel": 2}, {"steel": 3}]


def test_a_round_of_supply_brings_two_tokens_a_turn_and_interest_once() -> None:
    tiles = load_tiles()
    assert Counter(token for tile in tiles for token in tile.tokens) == {
        "wood": 4,
        "fish": 3,
        "clay": 2,
        "francs": 2,
        "iron": 1,
        "grain": 1,
        "cattle": 1,
    }
    assert [set(tile.tokens) for tile in tiles if tile.interest] == [{"wood", "fish"}]
    assert len(tiles) == 7


def test_loans() -> None:
    loan = load_loan()
    assert (loan.francs, loan.repay, loan.penalty, loan.interest, loan.cards, loan.back) == (4, 5, 7, 1, 11, 3)


# --- rounds and set-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ROUNDS, ids=lambda line: line.partition(":")[0])
def test_the_rounds_are_as_the_overview_cards_tell_them(line: str) -> None:
    game, rounds = line.split(": ")
    players, version = game.split()
    letters = {"wooden": "W", "iron": "I", "steel": "S", "luxury": "L"}
    events = {"": "", STANDARD: "s", SPECIAL: "*"}
    said = [
        f"{one.food}{'' if one.harvest else 'x'}{events[one.event]} {letters[one.ship.type]}{one.ship.value}"
        for one in load_rounds(version, int(players))
    ]
    assert said == rounds.split(" | ")


@pytest.mark.parametrize(("version", "players"), GAMES)
def test_a_game_has_its_rounds_turns_and_events(version: str, players: int) -> None:
    rounds, setup = load_rounds(version, players), load_setups()[version]
    events = Counter(one.event for one in rounds)
    turns = {FULL: [49, 49, 42, 35, 28], SHORT: [28, 28, 28, 21, 21]}
    assert len(rounds) == setup.rounds[players - 1]
    assert len(rounds) * 7 == turns[version][players - 1] * players, "everybody has the same number of turns"
    assert (events[STANDARD], events[SPECIAL]) == (
        setup.standard_events[players - 1],
        setup.special_events[players - 1],
    )
    assert [one.food for one in rounds] == sorted(one.food for one in rounds), "hunger grows"
    assert not rounds[-1].harvest
    assert str(rounds[-1].ship) == "luxury 30"
    assert len({one.card for one in rounds}) == len(rounds)
    starts = [(7 * (one.number - 1)) % players + 1 for one in rounds]
    assert [one.start_seat for one in rounds] == starts


@pytest.mark.parametrize("players", PLAYERS)
def test_a_short_game_uses_cards_of_the_full_one_without_special_buildings(players: int) -> None:
    full = {one.card for one in load_rounds(FULL, players)}
    short = load_rounds(SHORT, players)
    assert {one.card for one in short} < full
    assert not [one for one in short if one.event == SPECIAL]


USED = {
    (FULL, 1): "01 03 05 07 08 09 10 12 14 16 18 20 22 23 25",
    (FULL, 2): "01 03 05 07 08 09 10 12 14 16 18 20 22 23 25 28 29 30",
    (FULL, 3): "01 02 03 04 05 06 07 08 09 10 12 13 14 15 16 17 18 19 20 21 22 23 25 27 28 29 30",
    (FULL, 4): " ".join(f"{n:02}" for n in range(1, 31)),
    (FULL, 5): " ".join(f"{n:02}" for n in range(1, 31)),
    (SHORT, 1): "03 05 08 09 10 12 14 16 18 20 22 23",
    (SHORT, 2): "03 05 07 08 09 10 12 14 16 18 20 22 23 25 29",
    (SHORT, 3): "01 03 04 05 06 07 08 09 10 12 14 16 17 18 20 21 22 23 25 27 29",
    (SHORT, 4): "01 03 04 05 06 07 08 09 10 12 14 16 17 18 20 21 22 23 25 27 29",
    (SHORT, 5): "01 03 04 05 06 07 08 09 10 12 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30",
}
STARTED = {(SHORT, 1): "01 02 13", (SHORT, 2): "01", (SHORT, 4): "02", (SHORT, 5): "02"}


@pytest.mark.parametrize(("version", "players"), GAMES)
def test_the_proposals_make_three_equal_piles(version: str, players: int) -> None:
    cards = proposals(version, players)
    assert [card.id for card in cards] == USED[version, players].split()
    assert len(cards) == 3 * load_setups()[version].pile[players - 1]
    town = [card.id for card in town_at_start(version, players)]
    assert town == ["B1", "B2", "B3", *STARTED.get((version, players), "").split()]
    assert not {card.id for card in cards} & set(town)
    assert sum("Wharf" in card.name for card in cards) == (1 if players < 3 else 2)


def test_players_and_offers_start_as_the_rulebook_says() -> None:
    full, short = load_setups()[FULL], load_setups()[SHORT]
    assert (full.player, full.special) == ({"francs": 5, "coal": 1}, 6)
    assert {good: n for good, n in full.offers.items() if n} == {"francs": 2, "fish": 2, "wood": 2, "clay": 1}
    assert sum(short.offers.values()) == 14
    assert short.player == {"francs": 5, "fish": 2, "wood": 2, "clay": 2, "iron": 2, "cattle": 1, "coal": 2, "hides": 2}
    assert [len(ships) for ships in short.player_ships] == [1, 1, 0, 0, 0]
    assert [len(ships) for ships in short.town_ships] == [1, 0, 0, 0, 0]
    assert set(full.offers) == {good.id for good in load_goods().values() if good.on_offer} | {"francs"}


# --- sources ----------------------------------------------------------------------------------------------------


def test_every_value_of_a_building_has_a_source() -> None:
    cards = load_buildings()
    assert cards["Bank"].source_of("value").mark == Mark.RULEBOOK
    assert cards["Bank"].source_of("full").mark == Mark.AGREED
    assert cards["Bank"].source_of("short").mark == Mark.SINGLE
    assert str(cards["Bank"].source_of("short", 2)) == "agreed: boardspace, dfs99"
    assert cards["Hardware Store"].source_of("kind").mark == Mark.SINGLE
    assert cards["Zoo"].source_of("id").mark == Mark.SINGLE


@pytest.mark.parametrize(("version", "players"), GAMES)
def test_every_table_of_rounds_has_its_sources(version: str, players: int) -> None:
    sources = round_sources(version, players)
    single = version == SHORT and players != 2
    assert sources["rounds"].mark == Mark.RULEBOOK
    assert sources["cards"].mark == (Mark.SINGLE if single else Mark.AGREED)


def test_conflicts_are_listed_and_only_one_touches_the_score() -> None:
    conflicts = (*load_conflicts(), *round_conflicts())
    assert {conflict.name for conflict in conflicts if conflict.scoring} == {"Hardware Store"}
    assert {"Ironworks", "Arts Center", "Coal Trader", "Football Stadium"} <= {conflict.name for conflict in conflicts}
    cards = load_buildings()
    assert cards["Ironworks"].card_materials == {"wood": 3, "brick": 2}
    assert cards["Arts Center"].card_materials == {"wood": 1, "clay": 2}
    assert cards["Coal Trader"].card_limits == {"charcoal": 1, "coal": 5}


@pytest.mark.parametrize(
    "text",
    ["hearsay", "agreed: boardspace", "single: boardspace, dfs99", "single: nobody", "rulebook: dfs99", "single"],
)
def test_a_source_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(DeckError):
        parse_source(text)
    assert set(PROGRAMS) >= set(parse_source("agreed: boardspace, dfs99").programs)


@pytest.mark.skipif(not FACTS_FILE.exists(), reason="the digest is not on this machine")
def test_names_and_values_are_those_of_the_digest() -> None:
    facts: dict[str, Any] = json.loads(FACTS_FILE.read_text(encoding="utf-8"))
    listed = [*facts["buildings"]["standard"], *facts["buildings"]["special"]]
    assert [card.name for card in BUILDINGS] == [card["name"] for card in listed]
    for card, fact in zip(BUILDINGS, listed, strict=True):
        assert (card.kind, card.value, card.price) == (fact["kind"], fact["value"], fact["cost_to_buy"])
        assert (card.sell_price, card.materials) == (fact["sell_price"], fact["build_materials"])
        assert card.entry == (None if fact["entry_fee"] is None else tuple(fact["entry_fee"]))
    assert [good["id"] for good in facts["goods"]] == list(GOODS)
    cards = [(card.id, str(card.ship), card.ship_name) for card in load_round_cards()]
    assert cards == [(s["on_reverse_of"], f"{s['type']} {s['value']}", s["name"]) for s in facts["ships"]["cards"]]


@pytest.mark.skipif(not FACTS_FILE.exists(), reason="the digest is not on this machine")
def test_every_other_table_is_that_of_the_digest() -> None:
    facts: dict[str, Any] = json.loads(FACTS_FILE.read_text(encoding="utf-8"))
    for deck in (STANDARD, SPECIAL):
        for fact in facts["buildings"][deck]:
            card = load_buildings()[fact["name"]]
            symbols = fact["symbols"]
            assert (card.deck, card.sort, card.fisherman, card.hammer) == (
                deck,
                fact["sort_order"],
                symbols["fisherman"],
                symbols["hammer"],
            )
            assert card.card_materials == fact.get("build_materials_on_printed_card")
            limits = (fact["action"] or {}).get("limits_printed_on_card", {})
            assert card.card_limits == limits
            if deck == STANDARD:
                assert {use: sorted(players) for use, players in card.used.items()} == fact["used_at_players"]
    for fact in facts["goods"]:
        good = load_goods()[fact["id"]]
        assert (good.food, good.energy, good.price) == (
            fact["food_value"],
            fact["energy_value"],
            fact["shipping_price"],
        )
        assert (good.upgrade or None, good.replaces or None) == (fact["upgraded_form"], fact["may_replace"])
    for kind, fact in facts["ships"]["types"].items():
        ship = load_ship_types()[kind]
        assert (ship.price, ship.load, ship.energy) == (
            fact["cost_to_buy"],
            fact["shipping_capacity"],
            fact["build_energy"],
        )
        assert (ship.materials, ship.modern) == (fact["build_materials"], fact["needs_modernised_wharf"])
        assert {str(players): food for players, food in ship.food.items()} == fact["food_production_by_players"]
        values = sorted(one.value for one, count in ships_in_box().items() for _ in range(count) if one.type == kind)
        assert (values, ship.cards) == (sorted(fact["values"]), fact["cards"])
    for version, players in product(VERSIONS, PLAYERS):
        table = [
            (one.number, one.food, one.harvest, one.event or None, str(one.ship))
            for one in load_rounds(version, players)
        ]
        assert table == [
            (f["round"], f["food"], f["harvest"], f["building_event"], f"{f['ship']['type']} {f['ship']['value']}")
            for f in facts["rounds"][str(players)][version]
        ]
        setup, fact = load_setups()[version], facts["setup"]["per_players"][str(players)][version]
        assert (setup.rounds[players - 1], setup.pile[players - 1]) == (fact["rounds"], fact["cards_per_pile"])
        ids = [card.id for card in proposals(version, players)]
        assert (ids, sorted(card.id for card in town_at_start(version, players))) == (
            fact["proposal_cards"],
            sorted(fact["starting_town_buildings"]),
        )
        assert setup.offers == facts["setup"][version]["offer_spaces"]
        assert setup.player == facts["setup"][version]["each_player"]
    tiles = [(list(tile.tokens), tile.interest) for tile in load_tiles()]
    assert tiles == [(fact["tokens"], fact["interest"]) for fact in facts["supply_tiles"]["tiles"]]
    loan, fact = load_loan(), facts["loans"]
    assert (loan.francs, loan.repay, loan.penalty, loan.interest) == (
        fact["francs_received"],
        fact["repay_cost"],
        fact["end_penalty_each"],
        fact["interest"]["francs"],
    )


# --- damaged files ----------------------------------------------------------------------------------------------


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data files that a test may damage."""
    for file in data_file.DATA_DIR.glob("*.toml"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(data_file, "DATA_DIR", tmp_path)
    return tmp_path


LOADERS = {
    "buildings.toml": load_buildings.__wrapped__,
    "goods.toml": load_goods.__wrapped__,
    "ships.toml": load_ship_types.__wrapped__,
    "rounds.toml": load_round_cards.__wrapped__,
    "setup.toml": load_setups.__wrapped__,
}


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("buildings.toml", "version = 1", "version = 2", "another version"),
        ("buildings.toml", 'name = "Bank"', 'name = "Zoo"', "lists Zoo twice"),
        ("buildings.toml", 'kind = "N"', 'kind = "Q"', "Marketplace, has 'Q' under 'kind'"),
        ("buildings.toml", "value = 14", 'value = "14"', "Sawmill, needs a number"),
        ("buildings.toml", "value = 14", "value = -1", "Sawmill, needs a number"),
        ("buildings.toml", "value = 14", "", "Sawmill, has no 'value'"),
        ("buildings.toml", "value = 14", "value = 14\nworth = 3", "'worth', which means nothing"),
        ("buildings.toml", "{ wood = 2 }", "{ gold = 2 }", "'gold'"),
        ("buildings.toml", "{ francs = 1 }", "{ dollars = 1 }", "'dollars'"),
        ("buildings.toml", 'deck = "standard"', 'deck = "special"', "32 standard buildings, the game has 33"),
        ("buildings.toml", "full = [3, 4, 5]", "full = [3, 4, 6]", "number of players"),
        ("buildings.toml", ", each = 1", ", each = 0", "each 0"),
        ("buildings.toml", 'op = "take_d', 'oops = "take_d', "without an 'op'"),
        ("buildings.toml", 'full = "agreed: boardspace', 'full = "agreed: nobody', "nobody"),
        ("buildings.toml", "source = { full", "source = { fool", "'fool', which is no value"),
        ("buildings.toml", "[[building]]", "[[building", "cannot be read"),
        ("goods.toml", 'id = "wood"', 'id = "fish"', "each good once"),
        ("goods.toml", 'upgrade = "coke"', 'upgrade = "bread"', "own upgraded side"),
        ("goods.toml", "offer = true", 'offer = "yes"', "true or false"),
        ("ships.toml", 'id = "iron"', 'id = "wooden"', "each type of ship once"),
        ("ships.toml", "food = { 1 = 5, ", "food = { ", "every number of players"),
        ("rounds.toml", "food = { 1 = 5, ", "food = { ", "R01"),
        ("rounds.toml", 'type = "wooden"', 'type = "paper"', "'paper'"),
        ("rounds.toml", 'event = { 1 = "special"', 'event = { 1 = "funfair"', "'funfair'"),
        ("setup.toml", "rounds = [7,", "rounds = [8,", "disagree about the rounds"),
        ("setup.toml", "pile = [5,", "pile = [6,", "disagree about the proposals"),
        ("setup.toml", "minutes = [60, ", "minutes = [", "'minutes'"),
        ("setup.toml", 'version = "short"', 'version = "full"', "both versions"),
    ],
)
def test_a_slip_in_a_data_file_is_one_clear_sentence(damaged: Path, file: str, old: str, new: str, said: str) -> None:
    text = (damaged / file).read_text(encoding="utf-8")
    assert old in text
    (damaged / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DeckError, match=re.escape(said)) as caught:
        LOADERS[file]()
    assert file in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_clear_sentence(damaged: Path) -> None:
    (damaged / "goods.toml").unlink()
    with pytest.raises(DeckError, match=r"goods\.toml cannot be read"):
        load_data("goods.toml")


@pytest.mark.parametrize("file", sorted(LOADERS))
def test_no_data_file_has_anything_at_the_top_that_nobody_reads(file: str) -> None:
    data = load_data(file)
    known = {"version", "source", "building", "conflict", "good", "type", "card", "sources", "setup", "tile", "loan"}
    assert set(data.keys_among(known)) <= known
