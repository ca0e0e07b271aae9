"""Playing a list of events through the rules of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Game, InputError, Json, Refusal, Setup
from companion.core.journal import is_override

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Replayed(Generic[S]):
    """How far it went: the last state, which steps the table had to agree to, and the refusal that stopped it."""

    state: S
    played: int
    overridden: tuple[int, ...]
    refusal: Refusal | None


def read_events(game: Game[S, A], setup: Setup, events: Iterable[object]) -> list[tuple[A, bool]]:
    """All actions of the events, each with whether it overrides; raises InputError naming the event."""
    actions = []
    for number, event in enumerate(events):
        try:
            if not isinstance(event, dict):
                raise InputError(f"it must be an object, not {type(event).__name__}")
            actions.append((game.decode(setup, event), "override" in event and is_override(event)))
        except InputError as error:
            raise InputError(f"event {number}: {error}") from None
    return actions


def replay(game: Game[S, A], state: S, actions: Iterable[tuple[A, bool]]) -> Replayed[S]:
    """Play the actions until one is refused."""
    overridden: list[int] = []
    number = -1
    for number, (action, override) in enumerate(actions):
        refusal = game.check(state, action)
        if refusal is not None:
            if refusal.firm or not override:
                return Replayed(state, number, tuple(overridden), refusal)
            overridden.append(number)
        state = game.advance(state, action)
    return Replayed(state, number + 1, tuple(overridden), None)


def replay_events(game: Game[S, A], data: Json, events: Iterable[object]) -> Replayed[S]:
    """Play events in JSON from the set-up in JSON."""
    setup = game.read_setup(data)
    return replay(game, game.new_game(setup), read_events(game, setup, events))
