"""The course of a game of Le Havre: set-up, turns, interest, trade, end of a round, last actions, corrections."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from card_db.le_havre.buildings import VERSIONS, load_buildings, proposals
from card_db.le_havre.goods import GOODS
from card_db.le_havre.rounds import load_rounds
from companion.games.le_havre import reasons
from companion.games.le_havre.rules import HOUSE_RULE_NOTES, RULES
from companion.games.le_havre.state import HOUSE_RULES
from companion.words import load_words
from tests.le_havre_play import (
    INTEREST,
    NAMES,
    TILES,
    Json,
    ask,
    begun,
    buy,
    enter,
    feed,
    game,
    has,
    lay_out,
    played,
    player,
    refused,
    sell,
    ship,
    supply,
    table,
    take,
    whole_round,
)

END: Json = {"do": "end_round"}


def repay(name: str, loans: int = 1) -> Json:
    return {"do": "repay", "player": name, "loans": loans}


def loan(name: str) -> Json:
    return {"do": "loan", "player": name}


def special(building: str) -> Json:
    return {"do": "special", "building": building}


def at_turn(number: int, turn: int, *more: Json, players: int = 3) -> list[Json]:
    """Tiles lie open, interest on the first; that turn of that round begins."""
    tiles = [INTEREST, *(tile for tile in TILES if tile != INTEREST)]
    return [lay_out(players), table(tiles=tiles, round=number, turn=turn), *more]


# --- set-up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("players", range(1, 6))
def test_a_game_starts_as_the_digest_says(version: str, players: int) -> None:
    view = played([lay_out(players, version)], players, version)
    one = player(view, "A")
    if version == "full":
        assert (one["francs"], one["goods"]) == (5, {"coal": 1})
        assert view["offers"] == {"francs": 2, "fish": 2, "wood": 2, "clay": 1, "iron": 0, "grain": 0, "cattle": 0}
    else:
        goods = {"fish": 2, "wood": 2, "clay": 2, "iron": 2, "cattle": 1, "coal": 2, "hides": 2}
        assert (one["francs"], one["goods"]) == (5, goods)
        assert view["offers"] == {"francs": 3, "fish": 3, "wood": 3, "clay": 2, "iron": 1, "grain": 1, "cattle": 1}
    assert one["ships"] == ([ship("wooden", 2)] if version == "short" and players < 3 else [])
    assert view["ships"]["wooden"] == ([2] if version == "short" and players == 1 else [])
    assert (view["special"], view["phase"], view["to_act"]) == (6 if version == "full" else 0, "supply", "A")
    assert sum(len(pile) for pile in view["piles"]) == len(proposals(version, players))
    assert view["town"][:3] == ["Building Firm (value 4)", "Building Firm (value 6)", "Construction Firm"]


def test_piles_are_sorted_whatever_their_order() -> None:
    event = lay_out(3)
    backwards = {**event, "piles": [pile[::-1] for pile in event["piles"]]}
    assert played([backwards]) == played([event])


def test_piles_must_be_those_of_this_game() -> None:
    event = lay_out(3)
    first, second, third = event["piles"]
    assert refused([{**event, "piles": [first[1:], second, third]}]) == "2.1"
    assert refused([{**event, "piles": [[*first[1:], "Arts Center"], second, third]}]) == "2.5"
    assert refused([{**event, "piles": [[*first[1:], second[0]], second, third]}]) == "1.2"
    assert refused([event, event]) == "2.1"
    assert refused([supply("A", INTEREST)]) == "2.1"
    short = lay_out(3, "short")
    wrong = {**short, "piles": [["Sawmill", *short["piles"][0][1:]], *short["piles"][1:]]}
    assert refused([wrong], version="short") == "2.6"


# --- a turn -----------------------------------------------------------------------------------------------------


def test_supply_brings_two_tokens_and_tiles_stay() -> None:
    view = played([lay_out(3), supply("A", "iron+francs")])
    assert (view["offers"]["iron"], view["offers"]["francs"], view["phase"]) == (1, 3, "main")
    assert view["tiles"] == ["iron+francs", *[None] * 6]
    again = [lay_out(3), supply("A", "iron+francs"), take("A", "wood")]
    assert refused([*again, supply("B", "iron+francs")]) == "2.9"
    assert refused([*again, supply("B")]) == "2.9"
    assert refused([*again, supply("C", INTEREST)]) == "3.6"
    assert refused([lay_out(3), supply("A", INTEREST), supply("B", "wood+clay")]) == "3.2"
    assert refused(at_turn(2, 1, supply("B", "wood+clay"))) == "2.9"
    assert played(at_turn(2, 1, supply("B")))["offers"]["wood"] == 3


def test_an_offer_is_taken_whole() -> None:
    view = played([*begun(), take("A", "wood")])
    assert (player(view, "A")["goods"], view["offers"]["wood"], view["phase"]) == (
        {"coal": 1, "wood": 3},
        0,
        "turn_end",
    )
    assert player(played([*begun(), take("A", "francs")]), "A")["francs"] == 7
    assert refused([*begun(), take("A", "iron")]) == "3.2"
    assert refused([*begun(), take("B", "wood")]) == "3.6"
    assert refused([*begun(), take("A", "wood"), take("A", "fish")]) == "3.2"
    assert refused([*begun(), take("A", "wood"), take("B", "fish")]) == "3.1"
    assert refused([lay_out(3), take("A", "wood")]) == "3.1"


def test_discs_stand_where_they_were_used() -> None:
    first = [*begun(), table(town=["Fishery", "Colliery"]), enter("A", "Fishery", got={"fish": 3})]
    turn_b = [*first, supply("B", "fish+clay")]
    assert refused([*turn_b, enter("B", "Fishery", got={"fish": 3})]) == "3.2"
    later = [*turn_b, take("B", "fish"), supply("C", "wood+cattle"), take("C", "wood"), supply("A", "fish+grain")]
    assert refused([*later, enter("A", "Fishery", got={"fish": 3})]) == "3.2b"
    moved = [*later, enter("A", "Colliery", fee={"fish": 2}, got={"coal": 3}), supply("B", "wood+francs")]
    view = played([*moved, enter("B", "Fishery", got={"fish": 3})])
    assert [player(view, name)["person"] for name in "ABC"] == ["Colliery", "Fishery", None]
    assert refused([*begun(), enter("A", "Marketplace", fee={"francs": 1}, got={"fish": 1})]) == "3.2b"
    assert refused([*begun(), enter("A", "Zoo", fee={"francs": 1})]) == "3.2b"


def test_turns_go_round_over_all_rounds() -> None:
    events = [*whole_round(3), END]
    view = played([lay_out(3), *whole_round(3)])
    assert (view["turn"], view["turns_left"], view["phase"]) == (7, 0, "turn_end")
    assert refused([lay_out(3), *whole_round(3), supply("B")]) == "3.5"
    assert refused([lay_out(3), *whole_round(3)[:-2], END]) == "3.5"
    assert refused([lay_out(3), *whole_round(3)[:-1], END]) == "3.2"
    assert refused(at_turn(2, 7, END)) == "3.1"
    view = played([lay_out(3), *events, *(feed(name, francs=2) for name in "ABC")])
    assert (view["round"], view["turn"], view["to_act"]) == (2, 1, "B")


def test_the_first_round_of_the_rulebook_comes_out_as_told_there() -> None:
    market = enter("A", "Marketplace", got={"coal": 1, "grain": 1})
    joinery = enter("B", "Building Firm (value 4)", build=[{"building": "Joinery", "paid": {"wood": 3}}])
    events = [
        lay_out(3),
        *(supply("A", "iron+francs"), take("A", "francs")),
        *(supply("B", INTEREST), take("B", "wood")),
        *(supply("C", "fish+grain"), take("C", "fish")),
        *(supply("A", "wood+cattle"), buy("A", "Marketplace"), market),
        *(supply("B", "wood+francs"), joinery),
        *(supply("C", "fish+clay"), take("C", "wood")),
        supply("A", "wood+clay"),
    ]
    view = played(events)
    assert view["offers"] == {"francs": 1, "fish": 1, "wood": 1, "clay": 3, "iron": 1, "grain": 1, "cattle": 1}
    events += [take("A", "clay"), END, feed("C", fish=2), feed("A", francs=2), feed("B", francs=2)]
    view = played(events)
    assert [player(view, name)["francs"] for name in "ABC"] == [0, 3, 5]
    assert [player(view, name)["goods"] for name in "ABC"] == [
        {"coal": 2, "grain": 1, "clay": 3},
        {"coal": 1},
        {"coal": 1, "fish": 2, "wood": 2},
    ]
    assert (view["ships"]["wooden"], view["round"], view["to_act"]) == ([2], 2, "B")


# --- interest ---------------------------------------------------------------------------------------------------


def test_interest_is_one_franc_however_many_loans() -> None:
    events = at_turn(2, 1, has("A", loans=3, francs=4), has("B", loans=0, francs=4), has("C", loans=1, francs=1))
    view = played([*events, supply("B")])
    assert [player(view, name)["francs"] for name in "ABC"] == [3, 4, 0]
    assert view["phase"] == "main"


def test_who_cannot_pay_interest_sells_or_borrows() -> None:
    events = at_turn(2, 1, has("A", loans=1, francs=0, buildings=["Fishery"]), has("C", loans=1, francs=0), supply("B"))
    view = played(events)
    assert (view["phase"], view["due"]) == ("interest", ["A", "C"])
    assert refused([*events, take("B", "wood")]) == "3.1"
    assert refused([*events, loan("B")]) == "3.10"
    assert refused([*events, buy("B", "Marketplace")]) == "3.1"
    view = played([*events, loan("C"), sell("A", "Fishery")])
    assert [player(view, name)["francs"] for name in "AC"] == [4, 3]
    assert [player(view, name)["loans"] for name in "AC"] == [1, 2]
    assert view["phase"] == "main"
    assert refused([*events, loan("C"), loan("C")]) == "3.10"


def test_who_repays_just_before_the_tile_pays_no_interest() -> None:
    events = at_turn(2, 1, has("A", loans=1, francs=5))
    view = player(played([*events, repay("A"), supply("B")]), "A")
    assert (view["loans"], view["francs"]) == (0, 0)
    assert refused([*events, repay("A", 2)]) == "3.10"
    assert refused([*events, has("A", francs=4), repay("A")]) == "3.10"


# --- buying and selling -----------------------------------------------------------------------------------------


def test_buildings_and_ships_are_bought_in_the_own_turn() -> None:
    events = [*begun(), table(ships=[ship("wooden", 4), ship("wooden", 2), ship("luxury", 38)]), has("A", francs=99)]
    view = played([*events, buy("A", "Building Firm (value 6)"), buy("A", "Marketplace"), buy("A", "Joinery")])
    assert player(view, "A")["francs"] == 99 - 6 - 6 - 8
    assert player(view, "A")["buildings"] == ["Building Firm (value 6)", "Marketplace", "Joinery"]
    assert view["piles"][0][0] == "Charcoal Kiln"
    wooden = {"do": "buy", "player": "A", "ship": ship("wooden", 4)}
    view = played([*events, wooden])
    assert (player(view, "A")["francs"], view["ships"]["wooden"]) == (85, [2])
    assert refused([*events, {**wooden, "ship": ship("wooden", 2)}]) == "7.17"
    assert refused([*events, {**wooden, "ship": ship("luxury", 38)}]) == "3.3"
    assert refused([*events, buy("A", "Joinery")]) == "3.3"
    assert refused([*events, has("B", francs=99), buy("B", "Marketplace")]) == "3.6"
    assert refused([*events, has("A", francs=5), buy("A", "Marketplace")]) == "3.3"
    assert refused([*events, table(town=["Church"]), buy("A", "Church")]) == "3.3"


def test_the_next_player_may_buy_before_supply() -> None:
    events = [*begun(), take("A", "wood"), has("B", francs=6), buy("B", "Marketplace")]
    view = played(events)
    assert (view["phase"], view["turn"], view["to_act"]) == ("supply", 2, "B")
    assert refused([*events, has("A", francs=9), buy("A", "Building Firm (value 4)")]) == "3.6"
    assert played([*events, supply("B", INTEREST)])["phase"] == "main"


def test_selling_brings_half_and_no_way_back_in_the_same_turn() -> None:
    events = [*begun(), has("B", buildings=["Bank"], ships=[ship("iron", 6)], francs=0), has("C", person="Bank")]
    view = played([*events, sell("B", "Bank"), {"do": "sell", "player": "B", "ship": ship("iron", 6)}])
    assert player(view, "B")["francs"] == 8 + 3
    assert (view["town"][-1], view["ships"]["iron"]) == ("Bank", [6])
    assert player(view, "C")["person"] is None
    rich = [*events, has("A", francs=99, buildings=["Fishery"]), sell("A", "Fishery")]
    assert refused([*rich, buy("A", "Fishery")]) == "3.4"
    assert refused([*rich, sell("A", "Fishery")]) == "3.4"
    later = [*rich, take("A", "fish"), has("B", francs=99), buy("B", "Fishery")]
    assert player(played(later), "B")["buildings"] == ["Bank", "Fishery"]


# --- end of a round ---------------------------------------------------------------------------------------------


def after_round(number: int, *before: Json, players: int = 3) -> list[Json]:
    """The last turn of that round is over and the round ends."""
    events = at_turn(number, 7, players=players)
    who = NAMES[(7 * number - 1) % players]
    return [*events, supply(who), take(who, "wood"), *before, END]


def test_harvest_then_food() -> None:
    before = [
        has("A", goods={"grain": 1, "cattle": 1}, francs=9),
        has("B", goods={"grain": 5, "cattle": 2}, francs=9),
        has("C", goods={"cattle": 6}, buildings=["Feedlot"], francs=9),
    ]
    view = played(after_round(2, *before))
    assert [player(view, name)["goods"] for name in "ABC"] == [
        {"grain": 2, "cattle": 1},
        {"grain": 6, "cattle": 3},
        {"cattle": 8},
    ]
    assert (view["phase"], view["due"], view["to_act"]) == ("feeding", ["A", "B", "C"], None)
    more = played(after_round(2, *before[:2], has("C", goods={"cattle": 7}, buildings=["Feedlot"], francs=9)))
    assert player(more, "C")["goods"] == {"cattle": 8}
    assert player(played(after_round(1, *before)), "B")["goods"] == {"grain": 5, "cattle": 2}  # no harvest


def test_food_is_paid_with_what_the_player_chooses() -> None:
    events = after_round(10, has("A", goods={"meat": 2, "fish": 5}, francs=9))  # 9 food
    for paid in ({"meat": 2, "fish": 3}, {"francs": 9}, {"meat": 1, "fish": 5, "francs": 1}, {"meat": 2, "fish": 5}):
        assert "A" not in played([*events, feed("A", **paid)])["due"]
    assert refused([*events, feed("A", meat=2, fish=2)]) == "3.8"
    assert refused([*events, feed("A", meat=2, fish=5, francs=1)]) == "3.8"
    assert refused([*events, feed("A", meat=3)]) == "3.8"
    assert refused([*events, feed("A", coal=3)]) == "3.8"
    assert refused([*events, feed("A", francs=9), feed("A", francs=9)]) == "3.8"
    assert refused([*events, feed("A", loans=1, francs=9)]) == "3.10"
    assert refused([*events, supply("A")]) == "3.8"
    assert refused([*begun(), feed("A", francs=1)]) == "3.8"


def test_ships_feed_and_loans_cover_what_is_missing() -> None:
    events = after_round(
        10,  # 9 food
        has("A", goods={"fish": 1}, francs=1, ships=[ship("wooden", 2)]),
        has("B", ships=[ship("steel", 10), ship("wooden", 2)]),
    )
    view = played(events)
    assert view["due"] == ["A", "C"]  # B's ships feed 9
    assert refused([*events, feed("A", loans=2, fish=1, francs=5)]) == "3.9"
    assert refused([*events, feed("A", francs=2)]) == "3.9"
    after = player(played([*events, feed("A", loans=1, fish=1, francs=5)]), "A")
    assert (after["loans"], after["francs"], after["goods"]) == (1, 0, {})
    assert refused([*events, feed("A", loans=1, francs=5)]) == "3.8"
    assert refused([*events, has("A", francs=2), feed("A", loans=1, francs=6)]) == "3.9"  # the fish comes first
    sold = [*events, has("A", buildings=["Fishery"]), sell("A", "Fishery"), feed("A", fish=1, francs=5)]
    assert (player(played(sold), "A")["francs"], player(played(sold), "A")["loans"]) == (1, 0)


def fed(number: int, *before: Json) -> list[Json]:
    rich = [has(name, francs=50) for name in "ABC"]
    food = load_rounds("full", 3)[number - 1].food
    return [*after_round(number, *rich, *before), *(feed(name, francs=food) for name in "ABC")]


def test_the_town_gets_a_building_and_the_round_card_becomes_a_ship() -> None:
    view = played(fed(3))  # a standard building, a wooden ship of 2
    assert view["town"][-1] == "Marketplace"
    assert (view["ships"]["wooden"], view["round"], view["phase"]) == ([2], 4, "supply")
    empty = played(fed(3, table(piles=[[], [], []])))
    assert len(empty["town"]) == 3
    events = fed(4)  # a special building
    view = played(events)
    assert (view["phase"], view["special"]) == ("town", 6)
    assert refused([*events, supply("B")]) == "3.11"
    view = played([*events, special("Zoo")])
    assert (view["town"][-1], view["special"], view["round"]) == ("Zoo", 5, 5)
    assert refused([*events, special("Zoo"), special("Tavern")]) == "3.11"
    assert refused([*events[:-3], table(town=["Zoo"]), *events[-3:], special("Zoo")]) == "1.2"
    stadium = played([*events, special("Football Stadium")])
    assert (stadium["waiting"], len(stadium["town"])) == (["Football Stadium"], 3)


# --- the end ----------------------------------------------------------------------------------------------------


def last_actions(*before: Json) -> list[Json]:
    return [*fed(18), has("A", francs=9), *before]


def test_everybody_has_one_last_action() -> None:
    events = last_actions(has("B", buildings=["Fishery"], person="Fishery"), has("C", loans=1, francs=5))
    view = played(events)
    assert (view["phase"], view["to_act"], view["due"], view["ships"]["luxury"]) == ("last", "A", ["A", "B", "C"], [30])
    assert refused([*events, supply("A")]) == "5.1"
    assert refused([*events, buy("A", "Building Firm (value 4)")]) == "5.1"
    assert refused([*events, END]) == "3.8"
    fish = enter("A", "Fishery", got={"fish": 3})
    done = [*events, fish]  # occupied, which is no obstacle now
    assert refused([*done, enter("B", "Fishery", got={"fish": 4})]) == "3.2b"
    end = [*done, take("B", "fish"), enter("C", "Fishery", got={"fish": 3})]
    view = played(end)
    assert (view["phase"], view["over"], view["to_act"]) == ("over", True, None)
    assert refused([*end, take("A", "wood")]) == "5.1"
    view = played([*end, repay("C"), sell("B", "Fishery")])
    assert [line["total"] for line in view["score"]["players"]] == [9, 35 + 5, 0]


# --- agreements, corrections, words -----------------------------------------------------------------------------


def test_the_table_may_agree_to_what_a_rule_refuses() -> None:
    events = [*begun(), {**take("A", "iron"), "override": True}]
    view = played(events)
    assert (view["overridden"], view["phase"]) == ([2], "turn_end")
    out_of_turn = played([*begun(), {**take("B", "wood"), "override": True}])
    assert (out_of_turn["phase"], out_of_turn["to_act"], player(out_of_turn, "B")["goods"]["wood"]) == ("main", "A", 3)
    answer = ask(game([*begun(), {**supply("B", INTEREST), "override": True}]))
    assert (answer.exit, answer.body["rule"]) == (1, "3.2")  # firm: the game is at another point


def test_everything_can_be_corrected() -> None:
    things: Json = {
        "francs": 7,
        "goods": {"coke": 2},
        "buildings": ["Zoo"],
        "ships": [ship("steel", 24)],
        "loans": 2,
        "person": "Zoo",
    }
    assert player(played([*begun(), has("B", **things)]), "B") == {"name": "B", **things}
    assert player(played([*begun(), has("B", **things), has("B", person="")]), "B")["person"] is None
    boards: Json = {
        "piles": [["Bank"], [], ["Church"]],
        "special": 2,
        "town": ["Zoo"],
        "tiles": [*TILES],
        "modernised": ["Wharf (sort 17)"],
    }
    view = played([*begun(), table(**boards, offers={"fish": 9}, ships=[ship("iron", 2)], round=5, turn=3)])
    assert {key: view[key] for key in boards} == boards
    assert (view["offers"]["fish"], view["ships"]["iron"]) == (9, [2])
    assert (view["round"], view["turn"], view["phase"], view["to_act"]) == (5, 3, "supply", "A")
    assert played([table(piles=[["Bank"], [], []])])["phase"] == "supply"


def test_hints_tell_what_might_be_overlooked() -> None:
    assert played([lay_out(3)])["hints"] == []
    cards = [card.name for card in proposals("full", 3) if card.name != "Black Market"]
    piles = [["Black Market", *cards[-8:]], cards[:9], cards[9:18]]
    (hint,) = played([{"do": "lay_out", "piles": piles}])["hints"]
    assert "Black Market" in hint
    events = at_turn(2, 1, has("A", loans=1, francs=5), has("B", loans=2, francs=9))
    (hint,) = played(events)["hints"]
    assert hint.startswith("The next tile brings interest; A could repay")
    assert played([*events, supply("B")])["hints"] == []


def test_absurd_riches_keep_nobody_waiting() -> None:
    goods = dict.fromkeys(GOODS, 999_999)
    events = [
        *begun(),
        table(town=[*load_buildings()], ships=[ship("steel", 24)]),
        has("A", francs=999_999, goods=goods),
    ]
    assert len(ask(game(events), "legal").body["legal"]) > 100


def test_a_building_that_is_corrected_is_in_one_place_only() -> None:
    """There is one card of each: who has it now took it from wherever it was believed to be."""
    start = [*begun(), has("A", buildings=["Bank", "Marketplace"])]
    view = played(start)
    assert not any("Marketplace" in pile for pile in view["piles"])
    view = played([*start, has("B", buildings=["Bank", "Construction Firm"])])
    assert [one["buildings"] for one in view["players"]] == [["Marketplace"], ["Bank", "Construction Firm"], []]
    assert "Construction Firm" not in view["town"]
    view = played([*start, table(town=["Marketplace"])])
    assert [one["buildings"] for one in view["players"]] == [["Bank"], [], []]


def test_house_rules_are_for_those_who_want_them() -> None:
    market = [*begun(1), table(town=["Marketplace"]), has("A", buildings=["Fishery", "Joinery", "Tannery"])]
    goods = dict.fromkeys(["fish", "wood", "clay", "iron", "grain"], 1)
    visit = enter("A", "Marketplace", fee={"francs": 1}, got=goods)
    assert ask(game([*market, visit], 1)).exit == 0
    answer = ask({**game([*market, visit], 1), "house_rules": ["small-marketplace"]})
    assert (answer.exit, answer.body["rule"]) == (1, "4.5")
    watch = [*fed(4), special("Harbor Watch")]
    assert ask(game(watch)).exit == 0
    answer = ask({**game(watch), "house_rules": ["no-harbor-watch"]})
    assert (answer.exit, answer.body["rule"]) == (1, "7.24")
    assert set(HOUSE_RULE_NOTES) == set(HOUSE_RULES)


def test_every_refusal_names_a_rule_that_is_told() -> None:
    folder = Path(reasons.__file__).parent
    sources = [(folder / name).read_text(encoding="utf-8") for name in ("reasons.py", "use_reasons.py")]
    named = {rule for source in sources for rule in re.findall(r'"(\d\.\d+[ab]?)"', source)}
    assert named <= set(RULES)
    assert len(named) > 25


def test_refusals_are_told_in_german() -> None:
    answer = ask(game([*begun(), take("B", "wood")]), words=load_words("de"))
    assert answer.body["reason"] == "Nicht B ist am Zug, sondern A."
