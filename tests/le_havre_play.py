"""Games of Le Havre in JSON for its tests: a table that is laid out, corrected to what a test needs, and played on."""

from __future__ import annotations

from typing import Any

from card_db.le_havre.buildings import proposals
from card_db.le_havre.setup import load_tiles
from companion.core.answer import Answer
from companion.games import load_command
from companion.words import English, Words

Json = dict[str, Any]
NAMES = ["A", "B", "C", "D", "E"]
INTEREST = "wood+fish"
TILES = [tile.name for tile in load_tiles()]


def lay_out(players: int, version: str = "full") -> Json:
    """The proposals dealt in turn to three piles, so that their tops are the three lowest numbers."""
    cards = [card.name for card in proposals(version, players)]
    return {"do": "lay_out", "piles": [cards[pile::3] for pile in range(3)]}


def supply(player: str, tile: str | None = None) -> Json:
    return {"do": "supply", "player": player} | ({"tile": tile} if tile else {})


def take(player: str, offer: str) -> Json:
    return {"do": "take", "player": player, "offer": offer}


def enter(player: str, building: str, **visit: Any) -> Json:
    return {"do": "enter", "player": player, "building": building, **visit}


def buy(player: str, building: str) -> Json:
    return {"do": "buy", "player": player, "building": building}


def sell(player: str, building: str) -> Json:
    return {"do": "sell", "player": player, "building": building}


def ship(kind: str, value: int) -> Json:
    return {"type": kind, "value": value}


def feed(player: str, loans: int = 0, **paid: int) -> Json:
    return {"do": "feed", "player": player, "paid": paid} | ({"loans": loans} if loans else {})


def has(player: str, **things: Any) -> Json:
    """A player has this and nothing else of what is named."""
    return {"do": "correct", "player": player, **things}


def table(**things: Any) -> Json:
    return {"do": "correct", **things}


def game(events: list[Json], players: int = 3, version: str = "full") -> Json:
    return {"game": "le_havre", "version": version, "players": NAMES[:players], "events": events}


def begun(players: int = 3, version: str = "full") -> list[Json]:
    """A has the first main action; the tile brought wood and clay."""
    return [lay_out(players, version), supply("A", "wood+clay")]


def whole_round(players: int, first: bool = True) -> list[Json]:
    """Seven turns in which everybody takes what the tile brought; interest comes last."""
    tiles = [*(tile for tile in TILES if tile != INTEREST), INTEREST]
    events: list[Json] = []
    for turn, tile in enumerate(tiles):
        name = NAMES[turn % players]
        events += [supply(name, tile if first else None), take(name, tile.split("+")[0])]
    return events


def ask(request: Json, command: str = "replay", words: Words = English) -> Answer:
    return load_command("le_havre", command)(request, words)


def played(events: list[Json], players: int = 3, version: str = "full") -> Json:
    """The state after events that are all legal."""
    answer = ask(game(events, players, version))
    assert answer.exit == 0, answer.body.get("reason")
    return answer.body


def refused(events: list[Json], players: int = 3, version: str = "full") -> str:
    """The rule by which the last event is refused."""
    answer = ask(game(events, players, version))
    assert answer.exit == 1
    assert answer.body["event"] == len(events) - 1, answer.body["reason"]
    assert str(answer.body["reason"]).endswith(".")
    return str(answer.body["rule"])


def player(view: Json, name: str) -> Json:
    return next(one for one in view["players"] if one["name"] == name)
