"""Whole games and counts in a store, for tests of what comes after a game."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from companion.counting import Counting, start_counting
from companion.games.packet_row.actions import Action
from companion.games.packet_row.game import GAME
from companion.games.packet_row.state import State
from companion.session import Session, import_game
from companion.store import Store
from tests.tables import Json

FOLDER = Path(__file__).parent / "games"


@lru_cache
def _request(name: str) -> str:
    return json.dumps(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["request"])


def whole_game(name: str, steps: int | None = None) -> Json:
    """A recorded game of tests/games, or its first steps."""
    request: Json = json.loads(_request(name))
    request["events"] = request["events"][:steps]
    return request


def add_game(
    store: Store, name: str = "three", title: str = "Friday", steps: int | None = None
) -> Session[State, Action]:
    """A recorded game in the store."""
    return import_game(store, GAME, title, whole_game(name, steps))


def add_count(store: Store, *hands: tuple[str, int, str], finish: bool = True) -> Counting:
    """A count: for each player the name, the money and the cards."""
    counting = start_counting(store, GAME.id, [name for name, _, _ in hands])
    for seat, (_, money, cards) in enumerate(hands):
        counting.set_token(seat, "money", money)
        counting.set_cards(seat, cards.split())
    if finish:
        counting.finish()
    return counting
