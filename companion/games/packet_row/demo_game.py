"""A game that robots have played, for the demo table: hands at its end, boards in the middle of another one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from card_db.packet_row.deck_list import load_deck
from companion.core.demo import Demo
from companion.core.game import Seat, Setup
from companion.games.packet_row.game import GAME, holdings
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.scoring import Holding
from companion.games.packet_row.state import State
from companion.games.packet_row.text import outlook_words
from companion.words import Message, msg

PLAYERS = ("Anna", "Ben", "Cedric", "David")
IN_DEMO = 3  # players of the demo game that is counted
GAME_SEED = 11
HALFWAY = 40  # actions after which the boards look lively


@lru_cache(maxsize=2)
def demo_holdings(seed: int = GAME_SEED) -> tuple[Holding, ...]:
    """What everybody has at the end of the demo game."""
    return holdings(_played(IN_DEMO, seed, None))


def demo_spaces(seed: int = GAME_SEED) -> tuple[tuple[str, str, str], ...]:
    """(board, space, card) in the middle of another demo game."""
    found = []
    for name, area in _played(4, seed, HALFWAY).areas.items():
        found += [(name, space, str(card)) for space, card in zip(SPACES, area.spaces, strict=True) if card is not None]
        found.append((name, "draw", f"back:{name}"))
    return tuple(found)


def new_table(names: Sequence[str], random: Random) -> RobotTable:
    """Robots of these names; chance says who begins."""
    first = Seat(random.randrange(len(names)))
    return RobotTable(Setup(GAME.id, tuple(names), first), load_deck(), random)


def round_words(state: State) -> tuple[Message, ...]:
    """Whose round it is and how near the end, before the first choice."""
    if state.phase != "choose":
        return ()
    master = state.setup.players[state.harbour_master]
    return (
        msg("Round {round}, harbour master {master}", round=state.round, master=master),
        outlook_words(state),
    )


DEMO = Demo(new_table, round_words)


def _played(players: int, seed: int, actions: int | None) -> State:
    table = RobotTable(Setup(GAME.id, PLAYERS[:players], Seat(0)), load_deck(), Random(seed))
    for number, _ in enumerate(table.play()):
        if number == actions:
            break
    return table.state
