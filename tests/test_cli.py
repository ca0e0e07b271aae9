"""The command line: exact answers, exit codes, and bad input of every kind."""

from __future__ import annotations

import copy
import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.words import LOCALE_DIR

ROOT = Path(__file__).parent.parent
Json = dict[str, Any]
DEEP = 100_000

FUR = "contract:fur:3:spain:25"

SCORE: Json = {
    "game": "packet_row",
    "players": [
        {"name": "Anna", "money": 31, "cards": ["vp:university:18:4", "banker", "money:4"]},
        {"name": "Ben", "money": 5, "cards": [FUR, "goods:fur:3:10", "ship:spain", "banker", "banker"]},
    ],
}

PLAN: Json = {
    "income": 65,
    "contracts": ["contract:tobacco:4:spain:35", "contract:tobacco:2:sweden:15", "contract:cotton:2:spain:15"],
    "ships": [
        {
            "card": "ship:spain",
            "to": "spain",
            "captain": False,
            "contracts": ["contract:tobacco:4:spain:35", "contract:cotton:2:spain:15"],
        },
        {"card": "ship:france", "to": "sweden", "captain": True, "contracts": ["contract:tobacco:2:sweden:15"]},
    ],
    "goods": [
        {
            "card": "goods:tobacco:5:9",
            "as": "tobacco",
            "trader": False,
            "units": [
                {"contract": "contract:tobacco:4:spain:35", "units": 4},
                {"contract": "contract:tobacco:2:sweden:15", "units": 1},
            ],
        },
        {
            "card": "nugget:1:4",
            "as": "tobacco",
            "trader": False,
            "units": [{"contract": "contract:tobacco:2:sweden:15", "units": 1}],
        },
        {
            "card": "goods:grain:3:10",
            "as": "cotton",
            "trader": True,
            "units": [{"contract": "contract:cotton:2:spain:15", "units": 2}],
        },
    ],
}
SPENT = [
    *PLAN["contracts"],
    *("ship:spain", "ship:france", "captain"),
    *("goods:tobacco:5:9", "nugget:1:4", "goods:grain:3:10", "trader"),
]
FULFIL: Json = {"cards": [*SPENT, "captain", "money:4", "ship:france"]}

NAMES = ["Anna", "Ben", "Cedric", "David"]
REVEALS: list[Json] = [
    {
        "do": "reveal",
        "area": "guildhall",
        "future": ["assistant", "contract:grain:4:sweden:35"],
        "current": ["contract:fur:3:spain:30", "assistant", "vp:university:18:4"],
    },
    {
        "do": "reveal",
        "area": "docks",
        "future": ["ship:spain", "captain"],
        "current": ["ship:france", "nugget:1:4", "vp:grand_pier:26:6"],
    },
    {
        "do": "reveal",
        "area": "market",
        "future": ["goods:fur:2:6", "trader"],
        "current": ["vp:library:15:3", "goods:tobacco:1:2", "vp:exchange:27:6"],
    },
    {"do": "reveal", "area": "bank", "future": ["money:4", "banker"], "current": ["money:2", "money:3", "banker"]},
]
DEAL: Json = {"do": "deal", "player": "Anna", "card": "start:fur:3:spain:25"}
# The example of the rulebook: four players, Anna is harbour master.
ROUND: list[Json] = [
    {"do": "choose", "area": "market"},
    {"do": "take", "player": "Ben", "card": "vp:library:15:3"},
    {"do": "decline", "player": "Cedric"},
    {"do": "take", "player": "David", "card": "goods:tobacco:1:2", "space": "current-2"},
    {"do": "decline", "player": "Anna"},
    {"do": "choose", "area": "docks"},
    {"do": "decline", "player": "Cedric"},
    {"do": "take", "player": "Anna", "card": "ship:france"},
]
REFILLS: list[Json] = [
    {"do": "refill", "area": "docks", "current": ["ship:sweden"], "future": ["nugget:2:7", "ship:spain"]},
    {"do": "refill", "area": "market", "current": ["trader"], "future": ["goods:grain:1:2", "goods:cotton:3:10"]},
]


def player(name: object = "Anna", money: object = 0, cards: object = ()) -> Json:
    return {"name": name, "money": money, "cards": list(cards) if isinstance(cards, tuple) else cards}


def players(*some: Json) -> Json:
    return {"players": [*some, player("Zora")]}


def game(*events: Json, **changes: Any) -> Json:
    start = {"game": "packet_row", "players": NAMES, "harbour_master": "Anna", "house_rules": []}
    return start | {"events": list(events)} | changes


EVERYTHING = game(
    *REVEALS,
    DEAL,
    *ROUND,
    *REFILLS,
    {"do": "choose", "area": "bank"},
    {"do": "take", "player": "Cedric", "card": "money:3"},
    {"do": "cash", "player": "Cedric", "card": "money:3"},
    {"do": "final_cards", "player": "David", "cards": [FUR, "goods:fur:3:10", "ship:spain"]},
    {"do": "fulfil", "player": "David", "contracts": [FUR]},
    {"do": "final_cards", "player": "David", "cards": SPENT},
    {"do": "fulfil", "player": "David", "plan": PLAN},
    {"do": "correct", "player": "Ben", "money": 40, "cards": ["assistant"]},
    {"do": "correct", "area": "docks", "spaces": {"current-1": "ship:spain", "future-2": None}},
    {"do": "correct", "area": "docks", "deck": 3, "discard": 2},
    colours={"Anna": "red", "Ben": "blue"},
)


@dataclass(frozen=True)
class Reply:
    """What the command printed and its exit status."""

    exit: int
    out: str
    err: str

    @property
    def body(self) -> Json:
        """The answer; there is exactly one, on a line of its own, and nothing else was said."""
        assert self.err == ""
        assert self.out.count("\n") == 1
        body = json.loads(self.out)
        assert isinstance(body, dict)
        return body

    @property
    def lines(self) -> list[Json]:
        assert self.err == ""
        return [json.loads(line) for line in self.out.splitlines()]


Ask = Callable[..., Reply]


@pytest.fixture
def ask(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Ask:
    """Run a command on a request (bytes as they are, anything else as JSON) in this process."""
    file = tmp_path / "request.json"

    def run(command: str, request: object, *options: str) -> Reply:
        file.write_bytes(request if isinstance(request, bytes) else json.dumps(request).encode())
        return call(command, str(file), *options)

    def call(*argv: str) -> Reply:
        try:
            status = main(argv)
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else -1
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        return Reply(status, out.decode("utf-8"), err.decode("utf-8", "replace"))

    run.call = call  # type: ignore[attr-defined]
    return run


@pytest.fixture
def call(ask: Ask) -> Ask:
    """Run the command with exactly these arguments."""
    return ask.call  # type: ignore[attr-defined, no-any-return]


def assert_bad_input(reply: Reply, *fragments: str) -> None:
    assert reply.exit == 2
    assert reply.out == ""
    assert reply.err.endswith("\n")
    line = reply.err[:-1]
    assert line.isprintable(), line
    assert "Traceback" not in line
    assert len(line) < 400, line
    for fragment in fragments:
        assert fragment in line


def assert_clean(reply: Reply) -> None:
    """Done, refused or bad input, each in its form."""
    if reply.exit == 2:
        assert_bad_input(reply)
    else:
        assert reply.exit in (0, 1)
        assert reply.body


def process(
    *argv: str, data: bytes = b"", python: tuple[str, ...] = (), shell_tail: str = ""
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, *python, "-m", "companion", *argv]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    if shell_tail:
        command = ["sh", "-c", shlex.join(command) + shell_tail]
    return subprocess.run(command, input=data, capture_output=True, env=environment, check=False)


# --- score ------------------------------------------------------------------------------------------------------


def fields(body: Json, names: str) -> Json:
    """These fields of an answer, all of which must be there; an answer may have more."""
    return {name: body[name] for name in names.split()}


PLAYER_FIELDS = "name contracts contract_income money_cards money vp_buildings vp_money vp_bankers total place"


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
    for player in body["players"]:
        assert sum(line["points"] for line in player["lines"]) == player["total"]
        assert all(line["reason"].endswith(".") for line in player["lines"])
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


# --- one request a line -----------------------------------------------------------------------------------------


def lines_of(*requests: object, end: bytes = b"\n") -> bytes:
    return b"".join((r if isinstance(r, bytes) else json.dumps(r).encode()) + end for r in requests)


def test_lines_are_answered_in_order_each_with_its_exit(ask: Ask) -> None:
    refused = {"cards": [FUR], "contracts": [FUR]}
    reply = ask("fulfil", lines_of(FULFIL, refused, {"cards": ["wizard"]}, {"cards": []}), "--lines")
    assert reply.exit == 0
    first, second, third, fourth = reply.lines
    assert first == ask("fulfil", FULFIL).body | {"exit": 0}
    assert second == ask("fulfil", refused).body | {"exit": 1}
    assert set(third) == {"exit", "error"}
    assert third["exit"] == 2
    assert "'wizard' is not a card" in third["error"]
    assert (fourth["exit"], fourth["income"]) == (0, 0)


def test_lines_keep_the_order_of_many_requests(ask: Ask) -> None:
    requests = [players(player(money=n)) for n in range(300)]
    answers = ask("score", lines_of(*requests), "--lines").lines
    assert [answer["players"][0]["money"] for answer in answers] == list(range(300))


@pytest.mark.parametrize("command", ["replay", "legal"])
def test_lines_work_for_games_too(ask: Ask, command: str) -> None:
    good, wrong = game(*REVEALS), game(ROUND[0])
    answers = ask(command, lines_of(good, wrong, good), "--lines").lines
    assert [answer["exit"] for answer in answers] == [0, 1, 0]
    assert [answer["ok"] for answer in answers] == [True, False, True]


def test_blank_lines_are_skipped(ask: Ask) -> None:
    reply = ask("score", lines_of(b"", SCORE, b"", b"   ", b"\t", b"\r", SCORE, b""), "--lines")
    assert [answer["exit"] for answer in reply.lines] == [0, 0]


def test_no_lines_give_no_answers(ask: Ask) -> None:
    assert ask("score", b"", "--lines") == Reply(0, "", "")


def test_lines_may_end_as_windows_ends_them_and_the_last_need_not_end(ask: Ask) -> None:
    data = lines_of(SCORE, b"", SCORE, end=b"\r\n") + json.dumps(SCORE).encode()
    assert [answer["exit"] for answer in ask("score", data, "--lines").lines] == [0, 0, 0]


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(b"\xff\xfe\x00", id="not UTF-8"),
        pytest.param(b'{"players": "\xed\xa0\x80"}', id="half a character"),
        pytest.param(b'{"players": [', id="half a request"),
        pytest.param(b"\x00", id="a null byte"),
        pytest.param(b"[" * DEEP, id="nested deeply"),
        pytest.param(b'{"players": ' + b"[" * DEEP + b"]" * DEEP + b"}", id="well-formed and nested deeply"),
        pytest.param(b'{"players": ' + b"9" * 5000 + b"}", id="an endless number"),
        pytest.param(b"null", id="null"),
        pytest.param(b"{} {}", id="two requests on a line"),
    ],
)
def test_a_bad_line_does_not_harm_the_next(ask: Ask, bad: bytes) -> None:
    reply = ask("score", lines_of(SCORE, bad, SCORE), "--lines")
    assert reply.exit == 0
    assert [answer["exit"] for answer in reply.lines] == [0, 2, 0]
    assert reply.lines[1]["error"].isprintable()


def test_an_unreadable_file_of_lines_is_bad_input(call: Ask) -> None:
    assert_bad_input(call("score", "missing.json", "--lines"), "missing.json", "No such file")
    assert_bad_input(call("score", ".", "--lines"), "directory")


# --- where requests come from -----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--lines",)], ids=["one", "lines"])
def test_a_dash_reads_standard_input(call: Ask, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(SCORE).encode())))
    reply = call("score", "-", *options)
    assert reply.exit == 0
    assert reply.body["winners"] == ["Anna"]


def test_a_byte_order_mark_is_no_harm(ask: Ask) -> None:
    assert ask("score", b"\xef\xbb\xbf" + json.dumps(SCORE).encode()).exit == 0
    assert ask("score", b"\xef\xbb\xbf" + lines_of(SCORE, SCORE), "--lines").lines[0]["exit"] == 0


def test_a_missing_file_a_folder_and_an_impossible_name_are_bad_input(call: Ask) -> None:
    assert_bad_input(call("score", "missing.json"), "missing.json", "No such file")
    assert_bad_input(call("score", "."), "directory")
    assert_bad_input(call("score", "null\0byte"))
    assert_bad_input(call("score", "two\nlines"))
    assert_bad_input(call("score", "x" * 5000))


@pytest.mark.parametrize(
    "argv",
    [
        (),
        ("score",),
        ("dance", "-"),
        ("score", "-", "--unknown"),
        ("score", "-", "more"),
        ("--unknown",),
        ("score", "-", "--lang", "tlh"),
        ("score", "-", "--two\nlines"),
        ("two\nlines", "-"),
    ],
    ids=repr,
)
def test_wrong_usage_is_one_line(call: Ask, argv: tuple[str, ...]) -> None:
    assert_bad_input(call(*argv))


@pytest.mark.parametrize("argv", [("--help",), ("score", "--help"), ("--version",)])
def test_help_and_version_are_no_errors(call: Ask, argv: tuple[str, ...]) -> None:
    reply = call(*argv)
    assert (reply.exit, reply.err) == (0, "")
    assert reply.out


# --- bad input --------------------------------------------------------------------------------------------------

COMMANDS = ("score", "fulfil", "replay", "legal")
NOT_A_REQUEST = {
    "empty": b"",
    "blank": b" \n",
    "not JSON": b"players: Anna, Ben",
    "half": b'{"players": [',
    "two in a row": b"{}{}",
    "single quotes": b"{'players': []}",
    "not UTF-8": b'{"players": "\xff"}',
    "UTF-16": '{"players": []}'.encode("utf-16"),
    "a raw half character": b'{"game": "\xed\xa0\x80"}',
    "null bytes": b"\0" * 100,
    "a list": b"[]",
    "a number": b"3",
    "text": b'"score"',
    "null": b"null",
    "true": b"true",
    "not a number": b"NaN",
    "infinite": b"-Infinity",
    "an empty object": b"{}",
    "nested deeply": b"[" * DEEP,
    "well-formed and nested deeply": b"[" * DEEP + b"]" * DEEP,
    "objects nested deeply": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "an endless number": b"1" * 5000,
    "an unknown game": b'{"game": "chess", "players": [], "cards": []}',
    "no text for the game": b'{"game": 1, "players": [], "cards": []}',
    "an odd game": b'{"game": "../../etc", "players": [], "cards": []}',
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("data", NOT_A_REQUEST.values(), ids=NOT_A_REQUEST.keys())
def test_what_is_no_request_is_bad_input(ask: Ask, command: str, data: bytes) -> None:
    assert_bad_input(ask(command, data))


def deepest_json() -> int:
    """How deeply nested a list this interpreter still reads."""
    low, high = 1, DEEP
    while high - low > 1:
        middle = (low + high) // 2
        try:
            json.loads("[" * middle + "]" * middle)
            low = middle
        except RecursionError:
            high = middle
    return low


@pytest.mark.parametrize(
    ("command", "template"),
    [
        ("score", '{"players":%s}'),
        ("score", '{"players":[%s]}'),
        ("score", '{"players":[{"name":%s}]}'),
        ("score", '{"players":[{"name":"A","money":%s}]}'),
        ("score", '{"players":[{"name":"A","money":1,"cards":[%s]}]}'),
        ("fulfil", '{"cards":[],"plan":{"ships":[{"card":%s}],"goods":[]}}'),
        ("replay", '{"players":["A","B"],"harbour_master":"A","events":[{"do":%s}]}'),
        ("replay", '{"players":["A","B"],"harbour_master":"A","events":[{"do":"deal","player":%s}]}'),
    ],
)
def test_a_value_nested_nearly_too_deeply_is_bad_input(ask: Ask, command: str, template: str) -> None:
    limit = deepest_json()
    for depth in range(limit - 40, limit + 5):
        assert_bad_input(ask(command, (template % ("[" * depth + "]" * depth)).encode()))


BAD_SCORES: dict[str, Json] = {
    "no players": {"players": []},
    "one player": {"players": [player()]},
    "six players": {"players": [player(name) for name in "ABCDEF"]},
    "players by name": {"players": {"Anna": player()}},
    "a player who is text": {"players": ["Anna", "Ben"]},
    "a player without name": players({"money": 1, "cards": []}),
    "a player without money": players({"name": "Anna", "cards": []}),
    "a player without cards": players({"name": "Anna", "money": 1}),
    "two players of one name": players(player("Zora")),
    "an empty name": players(player("")),
    "a blank name": players(player(" \t")),
    "an endless name": players(player("x" * 101)),
    "a number for a name": players(player(7)),
    "a null character in a name": players(player("An\0na")),
    "half a character in a name": players(player("An\ud800na")),
    "a line break in a name": players(player("An\nna")),
    "a line separator in a name": players(player("An\u2028na")),
    "a terminal escape in a name": players(player("\x1b[31mAnna")),
    "negative money": players(player(money=-1)),
    "too much money": players(player(money=1_000_000)),
    "huge money": players(player(money=10**4000)),
    "a fraction of money": players(player(money=1.5)),
    "a float of money": players(player(money=3.0)),
    "true money": players(player(money=True)),
    "money as text": players(player(money="31")),
    "no money at all": players(player(money=None)),
    "money that is no number": players(player(money=float("nan"))),
    "infinite money": players(player(money=float("inf"))),
    "an unknown card": players(player(cards=("wizard",))),
    "a malformed card": players(player(cards=("goods:fur:2",))),
    "a card of another spelling": players(player(cards=("Banker",))),
    "a card that is a number": players(player(cards=(4,))),
    "a card that is null": players(player(cards=(None,))),
    "a card that is a list": players(player(cards=(["banker"],))),
    "cards as text": players(player(cards="banker")),
    "cards as numbers": players(player(cards={"banker": 2})),
    "a card with half a character": players(player(cards=("vp:x\ud800:1:1",))),
    "a card with a line break": players(player(cards=("banker\n",))),
    "fulfil as text": players(player()) | {"fulfil": "no"},
    "fulfil as a number": players(player()) | {"fulfil": 0},
    "fulfil as null": players(player()) | {"fulfil": None},
    "explain as a number": players(player()) | {"explain": 1},
}


@pytest.mark.parametrize("request_", BAD_SCORES.values(), ids=BAD_SCORES.keys())
def test_a_score_of_nonsense_is_bad_input(ask: Ask, request_: Json) -> None:
    assert_bad_input(ask("score", request_))


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (BAD_SCORES["one player"], "this game is for 2 to 5 players, not 1"),
        (BAD_SCORES["six players"], "this game is for 2 to 5 players, not 6"),
        (BAD_SCORES["two players of one name"], "two players are called 'Zora'"),
        (BAD_SCORES["negative money"], "the money of Anna must be a whole number from 0 to 999999, not -1"),
        (BAD_SCORES["an unknown card"], "'wizard' is not a card"),
        (BAD_SCORES["a player without cards"], "Anna has no 'cards'"),
    ],
)
def test_bad_input_is_named(ask: Ask, request_: Json, said: str) -> None:
    assert_bad_input(ask("score", request_), said)


def test_a_million_cards_are_bad_input(ask: Ask) -> None:
    million = ["banker"] * 1_000_000
    assert_bad_input(ask("score", players(player(cards=million))), "172")
    assert_bad_input(ask("fulfil", {"cards": million}), "172")
    assert_bad_input(ask("fulfil", {"cards": [], "contracts": million}), "172")
    event = {"do": "final_cards", "player": "Anna", "cards": million}
    assert_bad_input(ask("replay", game(event)), "event 0", "172")


def test_a_plan_with_more_cards_than_a_box_is_bad_input(ask: Ask) -> None:
    use = PLAN["ships"][0]
    assert_bad_input(ask("fulfil", {"cards": [], "plan": {"ships": [use] * 173, "goods": []}}), "172")


BAD_FULFILS: dict[str, Json] = {
    "no cards": {},
    "cards as text": {"cards": "banker"},
    "an unknown card": {"cards": ["wizard"]},
    "contracts as text": {"cards": [], "contracts": FUR},
    "an unknown contract": {"cards": [], "contracts": ["contract:fur"]},
    "alternatives as text": {"cards": [], "alternatives": "yes"},
    "a plan as text": {"cards": [], "plan": "best"},
    "an empty plan": {"cards": [], "plan": {}},
    "a plan without goods": {"cards": [], "plan": {"ships": []}},
    "a ship that is text": {"cards": [], "plan": {"ships": ["ship:spain"], "goods": []}},
    "a ship to nowhere": {"cards": [], "plan": {"ships": [PLAN["ships"][0] | {"to": "atlantis"}], "goods": []}},
    "a captain who is a number": {"cards": [], "plan": {"ships": [PLAN["ships"][0] | {"captain": 1}], "goods": []}},
    "goods as nothing known": {"cards": [], "plan": {"ships": [], "goods": [PLAN["goods"][0] | {"as": "gold"}]}},
    "units that are negative": {
        "cards": [],
        "plan": {"ships": [], "goods": [PLAN["goods"][0] | {"units": [{"contract": FUR, "units": -1}]}]},
    },
    "units for what is no contract": {
        "cards": [],
        "plan": {"ships": [], "goods": [PLAN["goods"][0] | {"units": [{"contract": "banker", "units": 1}]}]},
    },
}


@pytest.mark.parametrize("request_", BAD_FULFILS.values(), ids=BAD_FULFILS.keys())
def test_a_fulfilment_of_nonsense_is_bad_input(ask: Ask, request_: Json) -> None:
    assert_bad_input(ask("fulfil", request_))


BAD_GAMES: dict[str, Json] = {
    "no players": game(players=[]),
    "one player": game(players=["Anna"]),
    "six players": game(players=[*NAMES, "Eve", "Anton"]),
    "two players of one name": game(players=["Anna", "Anna"]),
    "a player who is an object": game(players=[{"name": "Anna"}, {"name": "Ben"}]),
    "a null character in a name": game(players=["Anna", "B\0n"]),
    "half a character in a name": game(players=["Anna", "B\udc00n"]),
    "an unknown harbour master": game(harbour_master="Eve"),
    "no harbour master": game(harbour_master=None),
    "an unknown house rule": game(house_rules=["speed-chess"]),
    "house rules as text": game(house_rules="strict-refill"),
    "an unknown colour of nobody": game(colours={"Eve": "red"}),
    "a colour that is a number": game(colours={"Anna": 3}),
    "events as text": game(events="none"),
    "an event that is text": game(events=["reveal"]),
    "an event without do": game({"area": "market"}),
    "an unknown event": game({"do": "dance"}),
    "an unknown area": game({"do": "choose", "area": "tavern"}),
    "an unknown player": game({"do": "decline", "player": "Eve"}),
    "an unknown card": game({"do": "take", "player": "Anna", "card": "wizard"}),
    "a take from nowhere": game({"do": "take", "player": "Anna", "card": "banker", "from": "past"}),
    "a take from an unknown space": game({"do": "take", "player": "Anna", "card": "banker", "space": "current-5"}),
    "a reveal without cards": game({"do": "reveal", "area": "bank"}),
    "a refill with numbers": game({"do": "refill", "area": "bank", "current": 1, "future": 2}),
    "a fulfilment of nothing": game({"do": "fulfil", "player": "Anna"}),
    "an override that is text": game({"do": "choose", "area": "bank", "override": "yes"}),
}


@pytest.mark.parametrize("command", ["replay", "legal"])
@pytest.mark.parametrize("request_", BAD_GAMES.values(), ids=BAD_GAMES.keys())
def test_a_game_of_nonsense_is_bad_input(ask: Ask, command: str, request_: Json) -> None:
    assert_bad_input(ask(command, request_))


def test_bad_input_in_an_event_names_the_event_also_behind_an_illegal_one(ask: Ask) -> None:
    illegal = {"do": "decline", "player": "Ben"}
    assert_bad_input(ask("replay", game(*REVEALS, illegal, {"do": "dance"})), "event 5", "'dance'")


# --- a small fuzz -----------------------------------------------------------------------------------------------

ODD_VALUES: list[object] = [
    *(None, True, -1, 1.5, float("nan"), 10**30, 10**4000, "", "\0", "\ud800", "banker"),
    *([], {}, [[[[[]]]]], {"a": 1}, ["Anna", "Anna"]),
]
FUZZED = {
    "score": SCORE | {"fulfil": True, "explain": True},
    "fulfil a hand": FULFIL | {"alternatives": True},
    "fulfil contracts": FULFIL | {"contracts": [PLAN["contracts"][0]]},
    "fulfil a plan": {"cards": SPENT, "plan": PLAN | {"spent": SPENT}},
    "replay": EVERYTHING,
    "legal": EVERYTHING,
}


def paths(value: object) -> Iterator[list[str | int]]:
    """The way to every value inside, and to the whole."""
    yield []
    items: list[tuple[Any, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        for path in paths(inner):
            yield [key, *path]


def changed(value: Any, path: list[str | int], new: object) -> Any:
    if not path:
        return new
    result = copy.copy(value)
    result[path[0]] = changed(result[path[0]], path[1:], new)
    return result


def without(value: Any, path: list[str | int]) -> Any:
    result = copy.copy(value)
    if len(path) == 1:
        del result[path[0]]
    else:
        result[path[0]] = without(result[path[0]], path[1:])
    return result


def answer_all(ask: Ask, command: str, requests: list[Any]) -> None:
    """Every request by itself gives what its line gives; lines are quicker, so only some are asked both ways."""
    reply = ask(command, lines_of(*requests), "--lines")
    assert (reply.exit, reply.err) == (0, "")
    answers = reply.lines
    assert len(answers) == len(requests)
    for answer in answers:
        assert answer["exit"] in (0, 1, 2)
        if answer["exit"] == 2:
            assert set(answer) == {"exit", "error"}
            assert answer["error"].isprintable()
            assert len(answer["error"]) < 400
    for request, answer in list(zip(requests, answers, strict=True))[::7]:
        alone = ask(command, request)
        assert_clean(alone)
        assert alone.exit == answer["exit"]


@pytest.mark.parametrize("name", FUZZED)
def test_the_requests_to_be_changed_are_good_as_they_are(ask: Ask, name: str) -> None:
    assert ask(name.split()[0], FUZZED[name]).exit == 0


@pytest.mark.parametrize("odd", ODD_VALUES, ids=lambda odd: ascii(odd)[:20])
@pytest.mark.parametrize("name", FUZZED)
def test_any_value_may_be_replaced_by_nonsense_without_a_crash(ask: Ask, name: str, odd: object) -> None:
    request = FUZZED[name]
    answer_all(ask, name.split()[0], [changed(request, path, odd) for path in paths(request)])


@pytest.mark.parametrize("name", FUZZED)
def test_any_value_may_be_missing_without_a_crash(ask: Ask, name: str) -> None:
    request = FUZZED[name]
    answer_all(ask, name.split()[0], [without(request, path) for path in paths(request) if path])


# --- words ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not (LOCALE_DIR / "de").exists(), reason="there is no German catalogue yet")
def test_reasons_are_said_in_german_and_the_rest_stays_as_it_is(ask: Ask) -> None:
    wrong = game(*REVEALS, {"do": "decline", "player": "Ben"})
    english, german = ask("replay", wrong).body, ask("replay", wrong, "--lang", "de").body
    assert german["reason"] != english["reason"]
    assert german | {"reason": ""} == english | {"reason": ""}
    explained = SCORE | {"explain": True}
    english, german = ask("score", explained).body, ask("score", explained, "--lang", "de").body
    assert german["reason"] != english["reason"]
    assert german["winners"] == english["winners"]
    for one, other in zip(english["players"], german["players"], strict=True):
        assert fields(one, PLAYER_FIELDS) == fields(other, PLAYER_FIELDS)
        assert [line["reason"] for line in one["lines"]] != [line["reason"] for line in other["lines"]]
    refused = {"cards": [FUR], "contracts": [FUR]}
    assert ask("fulfil", refused, "--lang", "de").body["reason"] != ask("fulfil", refused).body["reason"]


# --- a process of its own ---------------------------------------------------------------------------------------


def test_the_command_runs_as_a_module_with_its_exit_codes() -> None:
    done = process("score", "-", data=json.dumps(SCORE).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["winners"] == ["Anna"]
    refused = process("fulfil", "-", data=json.dumps({"cards": [FUR], "contracts": [FUR]}).encode())
    assert (refused.returncode, refused.stderr) == (1, b"")
    assert json.loads(refused.stdout)["rule"] == "C1"
    bad = process("replay", "-", data=b"{")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"companion: the request is not JSON")
    assert bad.stderr.count(b"\n") == 1
    usage = process("score")
    assert (usage.returncode, usage.stdout, usage.stderr.count(b"\n")) == (2, b"", 1)


def test_lines_in_a_process_exit_with_0_whatever_the_answers_are() -> None:
    done = process("score", "-", "--lines", data=lines_of(SCORE, b"{", SCORE))
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["exit"] for line in done.stdout.splitlines()] == [0, 2, 0]


def test_answers_are_utf_8_whatever_the_terminal_is() -> None:
    request = json.dumps(SCORE).replace("Anna", "Zoë 🃏").encode()
    command = [sys.executable, "-m", "companion", "score", "-"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = subprocess.run(command, input=request, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["winners"] == ["Zoë 🃏"]
    bad = subprocess.run(
        command, input=request.replace(b"31", b"-1"), capture_output=True, env=environment, check=False
    )
    assert (bad.returncode, bad.stderr.count(b"\n")) == (2, 1)


def test_score_loads_neither_kivy_nor_opencv_nor_numpy(tmp_path: Path) -> None:
    file = tmp_path / "score.json"
    file.write_text(json.dumps(SCORE), encoding="utf-8")
    code = (
        "import sys; from companion.cli import main; status = main(['score', sys.argv[1]]);"
        "print(status, sorted({'kivy', 'cv2', 'numpy', 'pyzbar', 'scanner', 'card_db'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    answer, seen = done.stdout.splitlines()
    assert json.loads(answer)["winners"] == ["Anna"]
    assert seen == "0 ['card_db']"  # card_db is there, so the list is not empty for some other reason


@pytest.mark.parametrize("request_", [SCORE, BAD_SCORES["six players"]], ids=["good", "bad"])
def test_score_answers_the_same_without_docstrings_and_asserts(request_: Json) -> None:
    data = json.dumps(request_).encode()
    plain, stripped = process("score", "-", data=data), process("score", "-", data=data, python=("-OO",))
    assert (stripped.returncode, stripped.stdout, stripped.stderr) == (plain.returncode, plain.stdout, plain.stderr)


def test_replay_answers_the_same_without_docstrings_and_asserts() -> None:
    data = json.dumps(EVERYTHING).encode()
    plain, stripped = process("replay", "-", data=data), process("replay", "-", data=data, python=("-OO",))
    assert plain.returncode == 0
    assert stripped.stdout == plain.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("argv", "tail"),
    [
        pytest.param(("score", "-"), " <&-", id="standard input is closed"),
        pytest.param(("score", "-", "--lines"), " <&-", id="standard input of lines is closed"),
        pytest.param(("score", "/proc/self/mem", "--lines"), "", id="a file of lines cannot be read"),
        pytest.param(("score", "-"), " >/dev/full", id="the disk is full"),
        pytest.param(("score", "-"), " >&-", id="standard output is closed"),
    ],
)
def test_trouble_with_files_is_one_line(argv: tuple[str, ...], tail: str) -> None:
    if not all(Path(part).exists() for part in (*argv, tail.removeprefix(" >")) if part.startswith("/")):
        pytest.skip("this system has no such file")
    done = process(*argv, data=json.dumps(SCORE).encode(), shell_tail=tail or " ")
    assert done.returncode == 2, done.stderr
    assert done.stderr.count(b"\n") == 1, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_goes_away_is_no_reason_for_a_traceback() -> None:
    done = process("score", "-", "--lines", data=lines_of(*[SCORE] * 3000), shell_tail=" | head -n 1")
    assert b"Traceback" not in done.stderr
    assert json.loads(done.stdout)["exit"] == 0
