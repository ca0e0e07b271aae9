"""Requests of every kind and from everywhere: one clear line when they are bad."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tests.cli_table import (
    DEEP,
    FULFIL,
    FUR,
    NAMES,
    PLAN,
    REVEALS,
    ROUND,
    SCORE,
    Ask,
    Json,
    Reply,
    assert_bad_input,
    game,
    lines_of,
    player,
    players,
)

# --- one request a line -----------------------------------------------------------------------------------------


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
