"""Whole recorded games of Le Havre, replayed and compared; a file more in tests/games/le_havre is a test more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.le_havre_play import Json, ask
from tests.make_le_havre_games import SUMMARY, count_options

FILES = sorted((Path(__file__).parent / "games" / "le_havre").glob("*.json"))
GAMES: dict[str, Json] = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    game = GAMES[name]
    answer = ask(game["request"])
    assert answer.exit == 0, answer.body.get("reason")
    assert {key: answer.body[key] for key in SUMMARY} == {key: game["expected"][key] for key in SUMMARY}


@pytest.mark.parametrize("name", GAMES)
def test_as_much_is_allowed_and_refused_as_when_it_was_recorded(name: str) -> None:
    game = GAMES[name]
    assert count_options(game["request"]) == game["expected"]["options"]


@pytest.mark.parametrize("name", GAMES)
def test_the_score_of_a_recorded_game_follows_from_what_everybody_has(name: str) -> None:
    expected = GAMES[name]["expected"]
    assert ask({"game": "le_havre", "players": expected["players"]}, "score").body == expected["score"]


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_without_its_last_action_is_not_over(name: str) -> None:
    request = GAMES[name]["request"]
    last = max(number for number, event in enumerate(request["events"]) if event["do"] in ("take", "enter"))
    body = ask({**request, "events": request["events"][:last]}).body
    assert (body["phase"], body["over"], body["score"]) == ("last", False, None)


def test_the_recorded_games_show_nearly_everything_that_can_happen() -> None:
    requests = [game["request"] for game in GAMES.values()]
    done = {event["do"] for request in requests for event in request["events"]}
    assert done >= {
        "lay_out",
        "supply",
        "take",
        "enter",
        "buy",
        "sell",
        "repay",
        "loan",
        "end_round",
        "feed",
        "special",
    }
    visited = {event["building"] for request in requests for event in request["events"] if event["do"] == "enter"}
    assert len(visited) > 25
    assert {request["version"] for request in requests} == {"full", "short"}
