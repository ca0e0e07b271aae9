"""Writes the whole games of tests/games: `python -m tests.make_games` (only when a game is to be added or made anew).

Robots play; afterwards a game may be told differently (fulfilments by their contracts alone, a starting contract told
late) and hands may be shown at the end. The games do not depend on the deck list once they are written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from card_db.packet_row.deck_list import load_deck
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from tests.tables import STRICT, Json, ask, final_cards, new_setup

FOLDER = Path(__file__).parent / "games"
ATTEMPTS = 2000
SUMMARY = ("round", "harbour_master", "boards_short", "score")
Events = list[Json]


@dataclass(frozen=True)
class Plan:
    """A game to be written: who plays, what must happen in it, how it is told, which hands are shown at the end."""

    name: str
    about: str
    players: int
    house_rules: tuple[str, ...] = ()
    first: int = 0
    wanted: Callable[[Events], bool] = lambda events: True
    told: Callable[[Events], Events] = lambda events: events
    shown: Callable[[Json], Events] = lambda state: []


def has_assistant(events: Events) -> bool:
    return any(event.get("from") == "future" for event in events)


def has(events: Events, *kinds: str) -> bool:
    return set(kinds) <= {str(event["do"]) for event in events}


def by_contracts(events: Events) -> Events:
    """Fulfilments named by their contracts; the companion finds the plan."""
    return [
        {"do": "fulfil", "player": event["player"], "contracts": event["plan"]["contracts"]}
        if event["do"] == "fulfil"
        else event
        for event in events
    ]


def deals_told_last(events: Events) -> Events:
    """Starting contracts are told only when the game is over."""
    deals = [event for event in events if event["do"] == "deal"]
    return [event for event in events if event["do"] != "deal"] + deals


def first_deal_told_late(events: Events) -> Events:
    """One starting contract is told in the middle of the game."""
    deal = next(event for event in events if event["do"] == "deal")
    rest = [event for event in events if event is not deal]
    return [*rest[: len(rest) // 2], deal, *rest[len(rest) // 2 :]]


def money_of(state: Json) -> dict[str, int]:
    return {player["name"]: player["money"] for player in state["players"]}


def all_equal(state: Json) -> Events:
    """Everybody shows one money card that makes all equally rich: a shared win."""
    money = money_of(state)
    return [final_cards(name, f"money:{max(money.values()) + 1 - amount}") for name, amount in money.items()]


def tie_broken_by_money(state: Json) -> Events:
    """All have as many full tens, the last by seat a dollar more: tied in points, the richest wins."""
    money = money_of(state)
    goal = (max(money.values()) // 10 + 1) * 10
    last = list(money)[-1]
    return [final_cards(name, f"money:{goal + (name == last) - amount}") for name, amount in money.items()]


PLANS = [
    Plan("two", "two players, fulfilments by plan, money cards cashed", 2, wanted=lambda e: has(e, "cash", "fulfil")),
    Plan("two-strict", "strict refill and an assistant end the game early", 2, STRICT, wanted=has_assistant),
    Plan("two-shared-win", "everything equal: the win is shared", 2, first=1, shown=all_equal),
    Plan("three", "three players, an assistant used", 3, first=2, wanted=has_assistant),
    Plan(
        "three-by-contracts",
        "three players, fulfilments by naming the contracts",
        3,
        wanted=lambda e: has(e, "fulfil"),
        told=by_contracts,
    ),
    Plan("three-told-late", "a starting contract told in the middle", 3, first=1, told=first_deal_told_late),
    Plan("four", "four players, the end by two short boards", 4, wanted=lambda e: has(e, "cash", "fulfil", "pass")),
    Plan("four-tie", "tied in points, the most money wins", 4, first=3, shown=tie_broken_by_money),
    Plan("five", "five players, assistants, fulfilments", 5, wanted=lambda e: has_assistant(e) and has(e, "fulfil")),
    Plan(
        "five-strict-told-last",
        "strict refill with five, starting contracts told after the end",
        5,
        STRICT,
        first=4,
        wanted=has_assistant,
        told=deals_told_last,
    ),
]


def make_game(plan: Plan) -> Json:
    """The first game by seed in which everything wanted happens and which can be told as wanted."""
    for seed in range(ATTEMPTS):
        setup = new_setup(plan.players, plan.house_rules, plan.first)
        table = RobotTable(setup, load_deck(), Random(seed))
        events = [GAME.encode(setup, action) for action in table.play()]
        if not plan.wanted(events):
            continue
        request = {**GAME.write_setup(setup), "events": plan.told(events)}
        told = ask(request)
        if told.exit != 0:
            continue  # a fulfilment used a contract that is told later now
        request["events"] = [*plan.told(events), *plan.shown(told.body)]
        final = ask(request)
        if final.exit != 0:
            continue  # a card shown at the end was discarded before (S2)
        return {"about": plan.about, "request": request, "expected": {key: final.body[key] for key in SUMMARY}}
    raise SystemExit(f"{plan.name}: no such game in {ATTEMPTS} attempts")


def write_games() -> None:
    FOLDER.mkdir(exist_ok=True)
    for plan in PLANS:
        game = make_game(plan)
        (FOLDER / f"{plan.name}.json").write_text(format_game(game), encoding="utf-8")


def format_game(game: Json) -> str:
    """JSON with one event a line."""
    request = game["request"]
    events = ",\n".join("  " + json.dumps(event) for event in request["events"])
    head = {key: value for key, value in request.items() if key != "events"}
    lines = [
        "{",
        f'"about": {json.dumps(game["about"])},',
        f'"request": {json.dumps(head)[:-1]}, "events": [\n{events}\n]}},',
        f'"expected": {json.dumps(game["expected"], indent=1)}',
        "}",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_games()
