"""Le Havre as the companion's core sees a game."""

from __future__ import annotations

from companion.core.game import Json, Refusal, Setup
from companion.games.le_havre import checks, event_codec, options, steps, turns
from companion.games.le_havre.actions import Action
from companion.games.le_havre.scoring import Holding
from companion.games.le_havre.state import State, new_state
from companion.words import Message


class LeHavre:
    """The game: fulfils the protocol `companion.core.game.Game`."""

    id = "le_havre"

    def read_setup(self, data: Json) -> Setup:
        """The set-up from its JSON."""
        return event_codec.read_setup(data)

    def write_setup(self, setup: Setup) -> Json:
        """The inverse of read_setup."""
        return event_codec.write_setup(setup)

    def new_game(self, setup: Setup) -> State:
        """The state before the first action."""
        return new_state(setup)

    def check(self, state: State, action: Action) -> Refusal | None:
        """Why the action is refused, or None."""
        return checks.check(state, action)

    def advance(self, state: State, action: Action) -> State:
        """The state after the action."""
        return turns.advance(state, action)

    def decode(self, setup: Setup, event: Json) -> Action:
        """The action of an event in JSON."""
        return event_codec.read_event(setup, event)

    def encode(self, setup: Setup, action: Action) -> Json:
        """The inverse of decode."""
        return event_codec.write_event(setup, action)

    def describe(self, state: State, action: Action) -> Message:
        """The action in words."""
        return steps.describe(state, action)

    def options(self, state: State) -> tuple[Action, ...]:
        """What someone may try now, legal or not; the three piles of proposals have to be seen."""
        return options.options(state)


def holdings(state: State) -> tuple[Holding, ...]:
    """What everybody has, for the score."""
    box = state.printed.buildings
    return tuple(
        Holding(
            name=name,
            francs=player.francs,
            buildings=tuple(box[building] for building in player.buildings),
            ships=player.ships,
            goods=player.goods,
            loans=player.loans,
        )
        for name, player in zip(state.setup.players, state.players, strict=True)
    )


GAME = LeHavre()
