"""Whole recorded games: every file of tests/games is replayed and compared; adding a file adds a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tables import STRICT, Json, ask, played

FILES = sorted((Path(__file__).parent / "games").glob("*.json"))
GAMES: dict[str, Json] = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_ends_as_it_did(name: str) -> None:
    game = GAMES[name]
    view = played(game["request"])
    assert view["phase"] == "final"
    assert {key: view[key] for key in game["expected"]} == game["expected"]


@pytest.mark.parametrize("name", GAMES)
def test_the_score_of_a_recorded_game_follows_from_hands_and_money_alone(name: str) -> None:
    view = played(GAMES[name]["request"])
    hands = [{key: player[key] for key in ("name", "money", "cards")} for player in view["players"]]
    assert ask({"players": hands}, "score").body == view["score"]


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_without_its_last_refill_is_not_over(name: str) -> None:
    request = GAMES[name]["request"]
    last = max(number for number, event in enumerate(request["events"]) if event["do"] == "refill")
    view = played({**request, "events": request["events"][:last]})
    assert (view["phase"], view["over"], view["score"]) == ("refill", False, None)


def test_the_recorded_games_show_everything_that_can_happen() -> None:
    requests = [game["request"] for game in GAMES.values()]
    events = [event for request in requests for event in request["events"]]
    assert {len(request["players"]) for request in requests} == {2, 3, 4, 5}
    assert {event["do"] for event in events} == {
        *("reveal", "deal", "choose", "take", "decline", "pass", "refill", "fulfil", "cash", "final_cards")
    }
    assert any(request["house_rules"] == list(STRICT) for request in requests)
    assert any(event.get("from") == "future" for event in events)
    fulfilments = [event for event in events if event["do"] == "fulfil"]
    assert any("plan" in event for event in fulfilments)
    assert any("contracts" in event for event in fulfilments)
    scores = [game["expected"]["score"] for game in GAMES.values()]
    assert any(len(score["winners"]) > 1 for score in scores)
    assert any(is_won_by_money(score) for score in scores)


def is_won_by_money(score: Json) -> bool:
    """One winner, though another has as many points (F4)."""
    totals = [player["total"] for player in score["players"]]
    return len(score["winners"]) == 1 and totals.count(max(totals)) > 1
