"""The commands `score`, `fulfil`, `replay` and `legal`: every field of the interface."""

from __future__ import annotations

import copy

import pytest

from tests.cli_table import (
    DEAL,
    FULFIL,
    FUR,
    NAMES,
    PLAN,
    PLAYER_FIELDS,
    REFILLS,
    REVEALS,
    ROUND,
    SCORE,
    SPENT,
    Ask,
    Json,
    assert_bad_input,
    fields,
    game,
    player,
)

# --- score ------------------------------------------------------------------------------------------------------


def test_score_answers_with_the_fields_of_the_interface(ask: Ask) -> None:
    reply = ask("score", SCORE)
    assert reply.exit == 0
    anna, ben = reply.body["players"]
    assert fields(anna, PLAYER_FIELDS) == {
        "name": "Anna",
        "contracts": [],
        "contract_income": 0,
        "money_cards": 4,
        "money": 35,
        "vp_buildings": 4,
        "vp_money": 3,
        "vp_bankers": 2,
        "total": 9,
        "place": 1,
    }
    assert fields(ben, PLAYER_FIELDS) == {
        "name": "Ben",
        "contracts": [FUR],
        "contract_income": 25,
        "money_cards": 0,
        "money": 30,
        "vp_buildings": 0,
        "vp_money": 3,
        "vp_bankers": 0,
        "total": 3,
        "place": 2,
    }
    assert reply.body["winners"] == ["Anna"]


def test_score_can_leave_contracts_unfulfilled(ask: Ask) -> None:
    ben = ask("score", SCORE | {"fulfil": False}).body["players"][1]
    assert fields(ben, "contracts contract_income money vp_money") == {
        "contracts": [],
        "contract_income": 0,
        "money": 5,
        "vp_money": 0,
    }


def test_score_needs_no_name_of_the_game(ask: Ask) -> None:
    assert ask("score", {"players": SCORE["players"]}).body == ask("score", SCORE).body


def test_score_shares_a_win_and_counts_places_densely(ask: Ask) -> None:
    some = [player(name, money) for name, money in zip("ABCDE", (9, 30, 9, 30, 11), strict=True)]
    body = ask("score", {"players": some}).body
    assert body["winners"] == ["B", "D"]
    assert [player["place"] for player in body["players"]] == [3, 1, 3, 1, 2]


def test_score_computes_what_no_deck_can_hold_and_warns(ask: Ask) -> None:
    some = [player("A", 9, ["banker"] * 4), player("B", 0, ["banker"] * 2)]
    body = ask("score", {"players": some}).body
    assert body["players"][0]["vp_bankers"] == 8
    assert len(body["warnings"]) == 1
    assert "6 bankers" in body["warnings"][0]


def test_score_can_explain_every_line(ask: Ask) -> None:
    body = ask("score", SCORE | {"explain": True}).body
    for one in body["players"]:
        assert sum(line["points"] for line in one["lines"]) == one["total"]
        assert all(line["reason"].endswith(".") for line in one["lines"])
    assert body["reason"] == "Anna wins with 9 points."


def test_score_keeps_names_as_they_are(ask: Ask) -> None:
    request = copy.deepcopy(SCORE)
    request["players"][0]["name"] = "Zoë & {Jürgen} 🃏 %s"
    body = ask("score", request | {"explain": True}).body
    assert body["winners"] == ["Zoë & {Jürgen} 🃏 %s"]
    assert "Zoë & {Jürgen} 🃏 %s" in body["reason"]


def test_score_takes_as_many_cards_as_a_box_holds_and_no_more(ask: Ask) -> None:
    def with_cards(*counts: int) -> Json:
        return {"players": [player(str(n), cards=["money:4"] * n) for n in counts]}

    assert ask("score", with_cards(172, 0)).exit == 0
    assert ask("score", with_cards(86, 85, 1)).exit == 0
    assert_bad_input(ask("score", with_cards(173, 0)), "172")
    assert_bad_input(ask("score", with_cards(86, 87)), "172")


# --- fulfil -----------------------------------------------------------------------------------------------------


def test_fulfil_answers_with_the_fields_of_the_interface(ask: Ask) -> None:
    reply = ask("fulfil", FULFIL)
    assert reply.exit == 0
    body = fields(reply.body, "income contracts ships goods spent")
    assert body["income"] == 65
    assert body["contracts"] == PLAN["contracts"]
    assert sorted(body["spent"]) == sorted(SPENT)
    assert body["ships"] == PLAN["ships"]
    for use in body["goods"]:
        assert set(use) == {"card", "as", "trader", "units"}
        assert all(set(part) == {"contract", "units"} for part in use["units"])
    assert sorted(use["card"] for use in body["goods"]) == sorted(use["card"] for use in PLAN["goods"])


def test_fulfil_judges_its_own_answer_as_legal(ask: Ask) -> None:
    plan = ask("fulfil", FULFIL).body
    assert ask("fulfil", FULFIL | {"plan": plan}).body == {"legal": True, "income": 65}


def test_fulfil_without_contracts_earns_nothing(ask: Ask) -> None:
    body = ask("fulfil", {"cards": []}).body
    assert fields(body, "income contracts ships goods spent") == {
        "income": 0,
        "contracts": [],
        "ships": [],
        "goods": [],
        "spent": [],
    }


def test_fulfil_exactly_the_contracts_asked_for(ask: Ask) -> None:
    reply = ask("fulfil", FULFIL | {"contracts": ["contract:cotton:2:spain:15"]})
    assert reply.exit == 0
    assert reply.body["income"] == 15
    assert sorted(reply.body["spent"]) == sorted(
        ["contract:cotton:2:spain:15", "ship:spain", "goods:grain:3:10", "trader"]
    )


def test_fulfil_refuses_contracts_that_cannot_be_fulfilled(ask: Ask) -> None:
    reply = ask("fulfil", {"cards": [FUR, "goods:fur:3:10"], "contracts": [FUR]})
    assert reply.exit == 1
    assert reply.body == {
        "legal": False,
        "rule": "C1",
        "reason": "This contract cannot be fulfilled: they need 1 ship, there are 0.",
    }


def test_fulfil_judges_a_plan_against_the_hand(ask: Ask) -> None:
    assert ask("fulfil", {"cards": SPENT, "plan": PLAN}).body == {"legal": True, "income": 65}
    for missing, rule in (("captain", "C7"), ("trader", "C6"), ("ship:spain", "C1"), ("nugget:1:4", "C1")):
        reply = ask("fulfil", {"cards": [card for card in SPENT if card != missing], "plan": PLAN})
        assert (reply.exit, reply.body["legal"], reply.body["rule"]) == (1, False, rule)
        assert reply.body["reason"].endswith(".")


def test_fulfil_offers_frugal_alternatives_when_asked(ask: Ask) -> None:
    assert "alternatives" not in ask("fulfil", FULFIL).body
    others = ask("fulfil", FULFIL | {"alternatives": True}).body["alternatives"]
    assert others
    assert all(other["income"] < 65 for other in others)


def test_fulfil_warns_of_what_no_deck_can_hold(ask: Ask) -> None:
    assert len(ask("fulfil", {"cards": ["trader"] * 6}).body["warnings"]) == 1


# --- replay -----------------------------------------------------------------------------------------------------

STATE_FIELDS = "ok round phase harbour_master to_act players areas boards_short over score"


def test_replay_of_the_rulebooks_example_ends_with_the_state_it_describes(ask: Ask) -> None:
    reply = ask("replay", game(*REVEALS, DEAL, *ROUND, *REFILLS))
    assert reply.exit == 0
    body = fields(reply.body, STATE_FIELDS)
    players, areas = body.pop("players"), body.pop("areas")
    assert body == {
        "ok": True,
        "round": 2,
        "phase": "choose",
        "harbour_master": "Ben",
        "to_act": "Ben",
        "boards_short": 0,
        "over": False,
        "score": None,
    }
    assert players == [
        {"name": "Anna", "money": 25, "cards": ["start:fur:3:spain:25", "ship:france"], "pawn": None},
        {"name": "Ben", "money": 10, "cards": ["vp:library:15:3"], "pawn": None},
        {"name": "Cedric", "money": 25, "cards": [], "pawn": None},
        {"name": "David", "money": 23, "cards": ["goods:tobacco:1:2"], "pawn": None},
    ]
    assert list(areas) == ["guildhall", "docks", "market", "bank"]
    assert areas["market"] == {
        "current": ["goods:fur:2:6", "trader", "trader"],
        "future": ["goods:grain:1:2", "goods:cotton:3:10"],
        "spaces": {
            "current-1": "goods:fur:2:6",
            "current-2": "trader",
            "current-3": "trader",
            "current-4": None,
            "future-1": "goods:grain:1:2",
            "future-2": "goods:cotton:3:10",
        },
        "deck": 34,
        "discard": 1,
        "short": False,
        "chosen": False,
    }
    assert fields(areas["docks"], "deck discard") == {"deck": 34, "discard": 2}
    assert fields(areas["bank"], "current deck discard") == {
        "current": ["money:2", "money:3", "banker"],
        "deck": 33,
        "discard": 0,
    }


def test_replay_in_the_middle_of_a_round_shows_pawns_and_who_is_asked(ask: Ask) -> None:
    body = ask("replay", game(*REVEALS, *ROUND[:4])).body
    assert fields(body, "phase to_act harbour_master round") == {
        "phase": "master",
        "to_act": "Anna",
        "harbour_master": "Anna",
        "round": 1,
    }
    assert [player["pawn"] for player in body["players"]] == [
        None,
        {"area": "market", "space": "current-1"},
        None,
        {"area": "market", "space": "current-2"},
    ]
    market = body["areas"]["market"]
    assert market["current"] == ["vp:exchange:27:6"]
    assert market["spaces"]["current-3"] == "vp:exchange:27:6"
    assert market["chosen"] is True


@pytest.mark.parametrize(
    ("events", "phase"),
    [
        ([], "setup"),
        (REVEALS[:3], "setup"),
        (REVEALS, "choose"),
        ([*REVEALS, ROUND[0]], "asking"),
        ([*REVEALS, *ROUND], "refill"),
        ([*REVEALS, *ROUND, REFILLS[0]], "refill"),
    ],
)
def test_replay_tells_the_phase_and_nobody_acts_in_set_up_and_refill(ask: Ask, events: list[Json], phase: str) -> None:
    body = ask("replay", game(*events)).body
    assert body["phase"] == phase
    assert (body["to_act"] is None) == (phase in ("setup", "refill"))


def test_replay_without_events_is_the_start_of_the_set_up(ask: Ask) -> None:
    request = game()
    del request["events"]
    body = ask("replay", request).body
    assert [player["money"] for player in body["players"]] == [25] * 4
    assert {name: area["deck"] for name, area in body["areas"].items()} == {
        "guildhall": 38,
        "docks": 42,
        "market": 42,
        "bank": 38,
    }


def test_replay_stops_at_an_illegal_event_with_the_state_before_it(ask: Ask) -> None:
    wrong = {"do": "take", "player": "Ben", "card": "vp:library:15:3"}
    events = [*REVEALS, *ROUND[:2], wrong, *ROUND[2:]]
    reply = ask("replay", game(*events))
    assert reply.exit == 1
    assert fields(reply.body, "ok event rule reason") == {
        "ok": False,
        "event": 6,
        "rule": "R5",
        "reason": "Ben has already taken a card this round.",
    }
    before = ask("replay", game(*events[:6])).body
    assert reply.body["state"] == {name: value for name, value in before.items() if name != "ok"}


def test_replay_of_a_finished_game_shows_the_score_that_score_computes(ask: Ask) -> None:
    # By agreement of the table nearly nothing is left in the bank, so with three players one visit ends the game.
    names = NAMES[:3]
    reveals = [event | {"current": event["current"][:2]} for event in REVEALS]
    empty = {"do": "correct", "area": "bank", "deck": 0, "spaces": {"future-1": None}}
    ending = [
        {"do": "choose", "area": "bank"},
        {"do": "decline", "player": "Ben"},
        {"do": "decline", "player": "Cedric"},
        {"do": "take", "player": "Anna", "card": "money:3"},
        {"do": "refill", "area": "bank", "current": [], "future": []},
    ]
    body = ask("replay", game(*reveals, empty, *ending, players=names)).body
    assert fields(body, "phase over round harbour_master to_act boards_short") == {
        "phase": "final",
        "over": True,
        "round": 1,
        "harbour_master": "Anna",
        "to_act": None,
        "boards_short": 1,
    }
    hands = [fields(player, "name money cards") for player in body["players"]]
    assert body["score"] == ask("score", {"players": hands}).body
    assert body["score"]["winners"] == ["Anna"]


# --- legal ------------------------------------------------------------------------------------------------------


def test_legal_lists_what_may_come_next_and_why_other_cards_may_not(ask: Ask) -> None:
    reply = ask("legal", game(*REVEALS, ROUND[0]))
    assert reply.exit == 0
    body = reply.body
    assert fields(body, STATE_FIELDS) == fields(ask("replay", game(*REVEALS, ROUND[0])).body, STATE_FIELDS)
    assert body["legal"] == [
        {"do": "take", "player": "Ben", "card": "vp:library:15:3"},
        {"do": "take", "player": "Ben", "card": "goods:tobacco:1:2"},
        {"do": "decline", "player": "Ben"},
    ]
    assert [(item["event"], item["rule"]) for item in body["refused"]] == [
        ({"do": "take", "player": "Ben", "card": "vp:exchange:27:6"}, "R4"),
        ({"do": "take", "player": "Ben", "card": "goods:fur:2:6", "from": "future"}, "R3"),
        ({"do": "take", "player": "Ben", "card": "trader", "from": "future"}, "R3"),
    ]
    assert all(item["reason"].endswith(".") for item in body["refused"])


def test_legal_stands_numbers_in_place_of_cards_from_a_deck(ask: Ask) -> None:
    setup = ask("legal", game(*REVEALS[:3])).body
    assert setup["legal"] == [{"do": "reveal", "area": "bank", "future": 2, "current": 3}]
    refill = ask("legal", game(*REVEALS, *ROUND)).body
    assert refill["legal"] == [
        {"do": "refill", "area": "docks", "current": 1, "future": 2},
        {"do": "refill", "area": "market", "current": 1, "future": 2},
    ]
    assert refill["refused"] == []


def test_legal_lists_areas_money_cards_and_the_best_fulfilment(ask: Ask) -> None:
    hand = [FUR, "goods:fur:3:10", "ship:spain", "money:4", "money:4", "money:5"]
    events = [*REVEALS, {"do": "correct", "player": "Cedric", "cards": hand}]
    assert ask("legal", game(*events)).body["legal"] == [
        *({"do": "choose", "area": area} for area in ("guildhall", "docks", "market", "bank")),
        {"do": "cash", "player": "Cedric", "card": "money:4"},
        {"do": "cash", "player": "Cedric", "card": "money:5"},
        {"do": "fulfil", "player": "Cedric", "contracts": [FUR]},
    ]


def test_every_legal_event_is_accepted_by_replay_and_every_refused_one_is_not(ask: Ask) -> None:
    assistant = {"do": "correct", "player": "Cedric", "cards": ["assistant", "money:4"]}
    events = [*REVEALS, assistant]
    for event in ROUND:
        body = ask("legal", game(*events)).body
        for legal in body["legal"]:
            assert ask("replay", game(*events, legal)).exit == 0, legal
        for refused in body["refused"]:
            reply = ask("replay", game(*events, refused["event"]))
            assert (reply.exit, reply.body["rule"]) == (1, refused["rule"])
        events.append(event)


def test_legal_of_an_illegal_game_answers_as_replay_does(ask: Ask) -> None:
    wrong = game(*REVEALS, {"do": "decline", "player": "Ben"})
    assert ask("legal", wrong) == ask("replay", wrong)
    assert ask("legal", wrong).exit == 1
