"""Every building of Le Havre: what a visit may do, what it may not, and by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from card_db.le_havre.buildings import load_buildings
from companion.games.le_havre.building_words import building_rules, building_text
from companion.games.le_havre.rules import RULES
from companion.games.le_havre.visits import OUTCOMES
from companion.words import English, load_words
from tests.le_havre_play import (
    TILES,
    Json,
    ask,
    begun,
    enter,
    feed,
    game,
    has,
    played,
    player,
    refused,
    ship,
    supply,
    table,
    take,
)

ROWS = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parent / "le_havre_visits.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def rows(kind: str) -> list[Any]:
    return [pytest.param(*row[1:], id=" | ".join(row[1:])) for row in ROWS if row[0] == kind]


def amounts(text: str) -> dict[str, int]:
    """`2 wood 3 francs` and so on."""
    words = text.split() if text != "nothing" else []
    return {thing: int(number) for number, thing in zip(words[::2], words[1::2], strict=True)}


def read_before(text: str) -> Json:
    goods, *more = text.split("; ")
    held = amounts(goods)
    before: Json = {"francs": held.pop("francs", 0), "goods": held}
    for part in more:
        word, _, things = part.partition(" ")
        listed = [thing.split() for thing in things.split(", ")]
        if word == "sails":
            before["ships"] = [ship(kind, int(value)) for kind, value in listed]
        else:
            before["buildings"] = things.split(", ")
    return before


def read_visit(text: str) -> Json:
    visits: Json = {}
    for part in text.split("; ") if text != "nothing" else []:
        word, _, things = part.partition(" ")
        match word:
            case "paid" | "energy" | "got":
                visits[word] = amounts(things)
            case "sailed" | "offers":
                visits[word] = things.split()
            case "loans":
                visits[word] = int(things)
            case "build":
                built = [one.split(" for ") for one in things.split(", ")]
                visits[word] = [{"building": name, "paid": amounts(paid)} for name, paid in built]
            case "then":
                visits[word] = {"building": things}
            case _:
                visits[word] = things
    return visits


def visit(building: str, before: Json, visits: Json, fee: Json | None = None) -> list[Json]:
    """A visits a building of the town; the fee is paid in francs unless said."""
    fees = load_buildings()[building].entry
    paid = fee if fee is not None else {"francs": next(iter(fees[0].values()))} if fees else {}
    return [*begun(), table(town=[building]), has("A", **before), enter("A", building, fee=paid, **visits)]


@pytest.mark.parametrize(("building", "before", "does", "after"), rows("allows"))
def test_a_visit_does_what_the_card_says(building: str, before: str, does: str, after: str) -> None:
    held, visits = read_before(before), read_visit(does)
    view = played(visit(building, held, visits))
    who = player(view, "A")
    assert {**who["goods"], **({"francs": who["francs"]} if who["francs"] else {})} == amounts(after)
    assert (who["person"], view["phase"]) == (building, "turn_end")
    assert who["buildings"][len(held.get("buildings", [])) :] == [one["building"] for one in visits.get("build", [])]


@pytest.mark.parametrize(("building", "before", "does", "rule"), rows("refuses"))
def test_a_visit_that_the_card_does_not_allow_is_refused(building: str, before: str, does: str, rule: str) -> None:
    assert refused(visit(building, read_before(before), read_visit(does))) == rule


def test_every_operation_is_tried_both_ways() -> None:
    tried: dict[str, set[str]] = {"allows": set(), "refuses": set()}
    for kind, building, *_ in ROWS:
        if action := load_buildings()[building].action:
            tried[kind].add(action.op)
    below = {"build_ship", "return_loans_free", "evict_and_enter", "francs_per_other_player_person_in_your_buildings"}
    assert tried["allows"] | below == set(OUTCOMES)
    assert tried["refuses"] | {"build_ship", "exchange"} == set(OUTCOMES)


# --- fees ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "fee", "rule"),
    [
        ("Colliery", {"fish": 2}, None),
        ("Colliery", {"francs": 2}, None),
        ("Colliery", {"fish": 1, "francs": 1}, None),
        ("Colliery", {"meat": 1}, None),
        ("Colliery", {"fish": 1}, "3.2a"),
        ("Colliery", {"meat": 1, "francs": 1}, "3.2a"),
        ("Colliery", {"wood": 2}, "3.2a"),
        ("Colliery", {}, "3.2a"),
        ("Colliery", {"bread": 1}, "3.2a"),
        ("Ironworks", {"francs": 1}, None),
        ("Ironworks", {"fish": 2, "francs": 1}, None),
        ("Ironworks", {"francs": 2}, "7.25"),
        ("Smelter", {"francs": 2}, None),
        ("Smelter", {"francs": 1, "fish": 1}, "3.2a"),
        ("Fishery", {"francs": 1}, "3.2a"),
    ],
)
def test_an_entry_fee_is_paid_as_printed(building: str, fee: Json, rule: str | None) -> None:
    got = {"Colliery": {"coal": 3}, "Ironworks": {"iron": 3}, "Smelter": {"coal": 1, "coke": 1, "iron": 1}}
    events = visit(
        building,
        {"francs": 9, "goods": {"fish": 3, "meat": 1, "wood": 2}},
        {"got": got.get(building, {"fish": 3})},
        fee,
    )
    assert played(events)["ok"] if rule is None else refused(events) == rule


def test_the_owner_gets_the_fee_and_enters_for_nothing() -> None:
    events = [*begun(), has("B", buildings=["Colliery"], francs=0, goods={}), has("A", francs=1, goods={"fish": 1})]
    view = played([*events, enter("A", "Colliery", fee={"fish": 1, "francs": 1}, got={"coal": 3})])
    assert (player(view, "B")["goods"], player(view, "B")["francs"]) == ({"fish": 1}, 1)
    assert player(view, "A")["goods"] == {"coal": 3}
    own = [*begun(), has("A", buildings=["Colliery"], goods={})]
    assert player(played([*own, enter("A", "Colliery", got={"coal": 3})]), "A")["goods"] == {"coal": 3}
    assert refused([*own, enter("A", "Colliery", fee={"francs": 2}, got={"coal": 3})]) == "3.2a"


# --- cards of their own kind --------------------------------------------------------------------------------------

WHARF = "Wharf (sort 12)"
IRON_YARD = [table(ships=[ship("iron", 4), ship("iron", 2), ship("wooden", 2)], town=[WHARF])]
RICH = {"francs": 2, "goods": {"iron": 4, "steel": 3, "brick": 1, "wood": 8, "coal": 1}}


def build_ship(kind: str, value: int, paid: Json, energy: Json | None = None) -> Json:
    return enter("A", WHARF, fee={"francs": 2}, ship=ship(kind, value), paid=paid, energy=energy or {"coal": 1})


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (build_ship("wooden", 2, {"wood": 5}), None),
        (build_ship("wooden", 2, {"wood": 5}, {"wood": 3}), None),
        (build_ship("wooden", 2, {"wood": 5}, {"wood": 2}), "4.13"),
        (build_ship("wooden", 2, {"wood": 4}), "3.12"),
        (build_ship("wooden", 2, {"wood": 5, "brick": 1}), "3.12"),
        (build_ship("iron", 4, {"iron": 4, "brick": 1}), None),
        (build_ship("iron", 4, {"iron": 3, "steel": 1, "brick": 1}), None),
        (build_ship("iron", 4, {"iron": 4}), "3.12"),
        (build_ship("iron", 4, {"iron": 4, "clay": 1}), "3.12"),
        (build_ship("iron", 2, {"iron": 4, "brick": 1}), "7.17"),
        (build_ship("steel", 10, {"steel": 2, "brick": 1}), "7.17"),
        (enter("A", WHARF, fee={"francs": 2}), "3.2"),
    ],
)
def test_a_ship_costs_materials_energy_and_once_a_brick(event: Json, rule: str | None) -> None:
    events = [*begun(), *IRON_YARD, has("A", **RICH), event]
    if rule is not None:
        assert refused(events) == rule
        return
    view = played(events)
    assert player(view, "A")["ships"] == [event["ship"]]
    assert view["modernised"] == ([WHARF] if event["ship"]["type"] == "iron" else [])
    assert event["ship"]["value"] not in view["ships"][event["ship"]["type"]]


def test_a_modernised_wharf_asks_for_no_brick_of_anybody() -> None:
    events = [*begun(), *IRON_YARD, table(modernised=[WHARF]), has("A", **RICH)]
    assert played([*events, build_ship("iron", 4, {"iron": 4})])["modernised"] == [WHARF]
    assert refused([*events, build_ship("iron", 4, {"iron": 4, "brick": 1})]) == "3.12"


def test_the_wind_farm_saves_the_energy_of_a_ship() -> None:
    events = [*begun(), *IRON_YARD, has("A", **RICH, buildings=["Wind Farm"])]
    visit = enter("A", WHARF, fee={"francs": 2}, ship=ship("wooden", 2), paid={"wood": 5})
    assert player(played([*events, visit]), "A")["goods"]["wood"] == 3


def test_the_luxury_yacht_is_swapped_for_an_iron_ship_at_a_wharf() -> None:
    events = [*begun(), table(town=[WHARF, "Luxury Yacht"]), has("A", francs=2, ships=[ship("iron", 8)])]
    visit = enter("A", WHARF, fee={"francs": 2}, swapped=ship("iron", 8))
    view = played([*events, visit])
    assert (player(view, "A")["buildings"], player(view, "A")["ships"]) == (["Luxury Yacht"], [])
    assert view["town"] == [WHARF]
    assert view["ships"]["iron"] == []  # it has left the game
    assert refused([*events, has("A", ships=[ship("wooden", 2)]), {**visit, "swapped": ship("wooden", 2)}]) == "7.5"
    assert refused([*events, table(town=[WHARF]), visit]) == "7.5"
    assert refused([*events, enter("A", "Luxury Yacht")]) == "3.2b"
    answer = ask(game(events), "legal")
    assert visit in answer.body["legal"]


@pytest.mark.parametrize(
    ("loans", "back", "francs", "rule"),
    [
        *((1, 1, 0, None), (1, 1, 2, "7.23"), (2, 1, 2, None), (2, 2, 0, "7.23")),
        *((3, 2, 0, None), (4, 1, 2, None), (4, 3, 0, "7.23")),
    ],
)
def test_the_local_court_gives_back_loans(loans: int, back: int, francs: int, rule: str | None) -> None:
    events = visit("Local Court", {"loans": loans, "francs": 0}, {"loans": back, "got": {"francs": francs}})
    if rule is not None:
        assert refused(events) == rule
    else:
        view = player(played(events), "A")
        assert (view["loans"], view["francs"]) == (loans - back, francs)


def test_the_arts_center_pays_for_the_discs_of_others() -> None:
    events = [
        *begun(),
        table(town=["Arts Center"]),
        has("A", francs=1, buildings=["Fishery", "Tannery", "Bakehouse"]),
        has("B", person="Fishery"),
        has("C", person="Tannery"),
    ]
    assert (
        player(played([*events, enter("A", "Arts Center", fee={"francs": 1}, got={"francs": 8})]), "A")["francs"] == 8
    )
    assert refused([*events, enter("A", "Arts Center", fee={"francs": 1}, got={"francs": 12})]) == "4.10"


def test_the_harbor_watch_takes_the_place_of_somebody() -> None:
    events = [
        *begun(),
        table(town=["Harbor Watch"]),
        has("A", francs=4, goods={}),
        has("B", person="Colliery", francs=0),
        has("C", buildings=["Colliery"], francs=0),
    ]
    then = {"building": "Colliery", "fee": {"francs": 2}, "got": {"coal": 3}}
    watch = enter("A", "Harbor Watch", fee={"francs": 1}, paid={"francs": 1}, evicted="B", then=then)
    view = played([*events, watch])
    assert [player(view, name)["francs"] for name in "ABC"] == [0, 1, 2]
    assert [player(view, name)["person"] for name in "ABC"] == ["Colliery", None, None]
    assert refused([*events, enter("A", "Colliery", fee={"francs": 2}, got={"coal": 3})]) == "3.2"
    assert refused([*events, {**watch, "then": {**then, "fee": {}}}]) == "3.2a"
    assert refused([*events, {**watch, "evicted": "C"}]) == "4.12"
    assert refused([*events, {**watch, "then": {**then, "building": "Fishery"}}]) == "4.12"
    assert refused([*events, has("A", francs=3), watch]) == "3.2a"
    assert refused([*events, {**watch, "paid": {}}]) == "4.12"
    assert refused([*events, has("B", person="Bank"), {**watch, "then": {"building": "Bank"}}]) == "4.12"


def test_the_football_stadium_waits_for_an_empty_space() -> None:
    ready = [
        *begun(),
        table(piles=[["Marketplace"], ["Fishery", "Bakehouse"], ["Joinery"]], waiting=["Football Stadium"]),
    ]
    view = played(ready)
    assert view["waiting"] == ["Football Stadium"]
    build = [
        {"building": "Marketplace", "paid": {"wood": 2}},
        {"building": "Football Stadium", "paid": {"wood": 1, "brick": 2, "iron": 2}},
    ]
    both = enter("A", "Construction Firm", fee={"francs": 2}, build=build)
    view = played([*ready, has("A", francs=2, goods={"wood": 3, "brick": 2, "iron": 2}), both])
    assert player(view, "A")["buildings"] == ["Marketplace", "Football Stadium"]
    assert view["waiting"] == []
    laid = [*ready, has("A", francs=99), {"do": "buy", "player": "A", "building": "Marketplace"}]
    assert played(laid)["piles"][0] == ["Football Stadium"]
    assert refused([*laid, {"do": "buy", "player": "A", "building": "Football Stadium"}]) == "3.3"


def test_what_cannot_be_built_or_bought_is_refused_at_a_firm() -> None:
    events = [
        *begun(),
        table(piles=[["Clay Mound"], ["Fishery"], ["Church"]]),
        has("A", francs=99, goods={"wood": 9, "clay": 9}),
    ]
    fishery = {"building": "Fishery", "paid": {"wood": 1, "clay": 1}}

    def build(*built: Json) -> Json:
        return enter("A", "Construction Firm", fee={"francs": 2}, build=list(built))

    assert refused([*events, build({"building": "Clay Mound", "paid": {}})]) == "4.3"
    assert played([*events, build(fishery, {"building": "Clay Mound", "paid": {"francs": 2}})])["ok"]
    assert refused([*events, build(fishery, {"building": "Church", "paid": {"francs": 26}})]) == "3.3"
    last = [*events, table(round=18, turn=7, tiles=TILES), supply("C"), take("C", "wood"), {"do": "end_round"}]
    last += [has(name, francs=50) for name in "ABC"] + [feed(name, francs=15) for name in "ABC"]
    assert refused([*last, build(fishery, {"building": "Clay Mound", "paid": {"francs": 2}})]) == "5.1"


@pytest.mark.parametrize("wood", [1, 3])
def test_where_sources_disagree_the_card_at_the_table_decides(wood: int) -> None:
    events = [*begun(), table(piles=[["Ironworks"], [], []]), has("A", goods={"wood": 3, "brick": 2})]
    build = [{"building": "Ironworks", "paid": {"wood": wood, "brick": 2}}]
    assert played([*events, enter("A", "Building Firm (value 4)", build=build)])["ok"]
    dear = [{"building": "Ironworks", "paid": {"wood": 2, "brick": 2}}]
    answer = ask(game([*events, enter("A", "Building Firm (value 4)", build=dear)]))
    assert answer.body["reason"] == "Here Ironworks costs 1 wood and 2 brick or 3 wood and 2 brick."


# --- in words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", load_buildings())
def test_every_building_is_told_in_words(name: str) -> None:
    text = building_text(name)
    assert text
    assert set(building_rules(name)) <= set(RULES)
    for words in (English, load_words("de")):
        assert all(sentence.say(words).endswith(".") and "{" not in sentence.say(words) for sentence in text)
