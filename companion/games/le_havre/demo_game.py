"""A game of Le Havre that robots play, for the demo."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from card_db.le_havre.buildings import SHORT
from companion.core.demo import Demo
from companion.core.game import Seat, Setup
from companion.games.le_havre.game import GAME
from companion.games.le_havre.robot import RobotTable
from companion.games.le_havre.state import State, rounds_of
from companion.words import Message, msg


def new_table(names: Sequence[str], random: Random) -> RobotTable:
    """The short version, so that the demo does not take too long to read."""
    return RobotTable(Setup(GAME.id, tuple(names), Seat(0), version=SHORT), random)


def round_words(state: State) -> tuple[Message, ...]:
    """What the round asks for, before its first turn."""
    if (state.phase, state.turn) != ("supply", 1):
        return ()
    rounds = len(rounds_of(state.setup))
    return (
        msg("Round {round} of {rounds}", round=state.round, rounds=rounds),
        msg("Food at the end of the round: {food}", food=state.card.food),
    )


DEMO = Demo(new_table, round_words)
