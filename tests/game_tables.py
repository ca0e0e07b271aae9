"""Tables of every game with robots at them, for the tests that hold each game to the same contract."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from card_db.packet_row.deck_list import load_deck
from companion.core.game import Game, Seat, Setup
from companion.games import load_game
from companion.games.le_havre.robot import RobotTable as LeHavreTable
from companion.games.packet_row.robot import RobotTable as PacketRowTable

NAMES = ("Anna", "Ben", "Cedric", "Dora", "Emil")


class Step(NamedTuple):
    """One action of a robot's game, with the states around it."""

    before: Any
    action: Any
    after: Any


class Played(NamedTuple):
    """A whole game that robots played."""

    game: Game[Any, Any]
    setup: Setup
    steps: tuple[Step, ...]

    @property
    def events(self) -> list[dict[str, object]]:
        return [self.game.encode(self.setup, step.action) for step in self.steps]

    @property
    def request(self) -> dict[str, object]:
        return {**self.game.write_setup(self.setup), "events": self.events}

    @property
    def end(self) -> Any:
        return self.steps[-1].after

    def some(self, number: int) -> list[Step]:
        """Steps from all over the game."""
        return list(self.steps[:: max(1, len(self.steps) // number)])


SETUPS = {
    "packet_row-2": Setup("packet_row", NAMES[:2], Seat(1)),
    "packet_row-5": Setup("packet_row", NAMES[:5], Seat(0)),
    "le_havre-1-full": Setup("le_havre", NAMES[:1], Seat(0), version="full"),
    "le_havre-2-short": Setup("le_havre", NAMES[:2], Seat(1), version="short"),
    "le_havre-3-full": Setup("le_havre", NAMES[:3], Seat(0), version="full"),
    "le_havre-4-short": Setup("le_havre", NAMES[:4], Seat(2), version="short"),
    "le_havre-5-full": Setup("le_havre", NAMES[:5], Seat(0), version="full"),
}


def robot(setup: Setup, random: Random) -> Any:
    """The table of the game that this set-up is for."""
    if setup.game == "packet_row":
        return PacketRowTable(setup, load_deck(), random)
    return LeHavreTable(setup, random)


def play(setup: Setup, seed: int) -> Iterator[Step]:
    table = robot(setup, Random(seed))
    before = table.state
    for action in table.play():
        yield Step(before, action, table.state)
        before = table.state


@lru_cache
def played(name: str) -> Played:
    setup = SETUPS[name]
    return Played(load_game(setup.game), setup, tuple(play(setup, 1)))
