"""A desk with something on every screen: games at different points, counted hands; and the way to each screen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.counting import start_counting
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State

NAMES = ("Anna", "Ben", "Cedric", "David")
COLOURS = {"Anna": "orange", "Ben": "blue", "Cedric": "green", "David": "pink"}

Route = tuple[str, str, dict[str, Any]]  # what to call it, screen, arguments


def play(desk: Any, until: Callable[[State], bool], players: int = 4, seed: int = 7) -> int:
    """A game that robots played up to a point; returns its id."""
    setup = Setup(GAME.id, NAMES[:players], Seat(0), frozenset(), {name: COLOURS[name] for name in NAMES[:players]})
    table = RobotTable(setup, load_deck(), Random(seed))
    session = desk.start("Friday", setup)
    moves = table.play()
    while not until(table.state):
        session.record(GAME.encode(setup, next(moves)))
    return int(session.id)


def count_hands(desk: Any, finished: bool = True) -> int:
    """Three hands, counted."""
    counting = start_counting(desk.store, GAME.id, NAMES[:3])
    hands = (
        ("vp:university:18:4", "vp:opera:22:6", "banker", "banker", "money:4", "start:fur:3:spain:25", "ship:spain",
         "contract:cotton:3:netherlands:25", "ship:france", "captain", "trader", "goods:fur:3:10", "goods:grain:2:5",
         "nugget:1:4", "ship:netherlands"),
        ("banker", "vp:park:8:2", "money:9"),
        ("vp:library:15:3", "contract:fur:2:spain:15"),
    )  # fmt: skip
    for seat, cards in enumerate(hands):
        counting.set_cards(seat, cards)
        counting.set_token(seat, "money", 12 + 19 * seat)
    if finished:
        counting.finish()
    return counting.id


def routes(desk: Any) -> list[Route]:
    """Every screen with something to show."""
    over = play(desk, lambda state: state.over, seed=3)
    count = count_hands(desk)
    setting_up = play(desk, lambda state: state.areas["docks"].drawn is not None)
    refill = play(desk, lambda state: state.round == 2 and state.phase == "refill")
    asking = play(desk, lambda state: state.round == 4 and state.phase == "asking")
    desk.remember((*NAMES, "Emma"))
    return [
        ("home", "home", {}),
        ("tour", "tour", {}),
        ("score-players", "score_players", {}),
        ("score-hand", "score_hand", {"count": count, "seat": 0}),
        ("result", "result", {"count": count, "shown": True}),
        ("result-game", "result", {"game": over, "shown": True}),
        ("new-game", "new_game", {}),
        ("set-up", "set_up", {"game": setting_up}),
        ("table", "table", {"game": asking}),
        ("refill", "refill", {"game": refill}),
        ("my-cards", "my_cards", {"game": asking}),
        ("arbiter", "arbiter", {}),
        ("arbiter-game", "arbiter", {"game": asking}),
        ("rules", "rules", {"rule": "R8"}),
        ("history", "history", {}),
        ("replay", "replay", {"game": over}),
        ("statistics", "statistics", {}),
        ("export", "export", {"count": count}),
        ("my-deck", "my_deck", {}),
        ("settings", "settings", {}),
        ("demo", "demo", {}),
    ]
