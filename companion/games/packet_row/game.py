"""Packet Row as the companion's core sees a game."""

from __future__ import annotations

from card_db.packet_row.cards import AREAS, Money
from companion.core.game import Json, Refusal, Seat, Setup
from companion.games.packet_row import checks, codec, steps, turns
from companion.games.packet_row.actions import Action, Cash, Choose, Decline, Fulfil, Pass, Take
from companion.games.packet_row.fulfil import best_plan
from companion.games.packet_row.scoring import Holding
from companion.games.packet_row.state import State, new_state
from companion.words import Message


class PacketRow:
    """The game: fulfils the protocol `companion.core.game.Game`."""

    id = "packet_row"

    def read_setup(self, data: Json) -> Setup:
        """The set-up from its JSON."""
        return codec.read_setup(data)

    def write_setup(self, setup: Setup) -> Json:
        """The inverse of read_setup."""
        return codec.write_setup(setup)

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
        return codec.read_event(setup, event)

    def encode(self, setup: Setup, action: Action) -> Json:
        """The inverse of decode."""
        return codec.write_event(setup, action)

    def describe(self, state: State, action: Action) -> Message:
        """The action in words."""
        return steps.describe(state, action)

    def options(self, state: State) -> tuple[Action, ...]:
        """What someone may try now, legal or not; what comes from a deck is not listed, it has to be seen."""
        return (*turn_options(state), *hand_options(state))


def turn_options(state: State) -> tuple[Action, ...]:
    """What the player to act may try: areas, cards, declining, passing."""
    if state.to_act is None:
        return ()
    seat = state.to_act
    actions: list[Action] = []
    if state.area is not None:
        actions += take_options(state, seat, state.area)
        actions.append(Decline(seat))
    if state.phase == "master":
        actions.append(Pass(seat))
    if state.phase in ("choose", "master"):
        actions += [Choose(area) for area in AREAS]
    return tuple(actions)


def take_options(state: State, seat: Seat, area_name: str) -> list[Action]:
    """Every card of the area once: from the current supply, and from the future supply with an assistant."""
    area = state.areas[area_name]
    current = [Take(seat, card) for card in dict.fromkeys(area.current)]
    return [*current, *(Take(seat, card, future=True) for card in dict.fromkeys(area.future))]


def hand_options(state: State) -> tuple[Action, ...]:
    """What everybody may do at any time: cash a money card, fulfil the best set of contracts."""
    actions: list[Action] = []
    if state.phase == "setup":
        return ()
    for index, player in enumerate(state.players):
        seat = Seat(index)
        actions += [Cash(seat, card) for card in dict.fromkeys(player.cards) if isinstance(card, Money)]
        plan = best_plan(player.cards)
        if plan.contracts:
            actions.append(Fulfil(seat, None, plan.contracts))
    return tuple(actions)


def holdings(state: State) -> tuple[Holding, ...]:
    """What everybody has, for the score."""
    return tuple(
        Holding(name, player.money, player.cards)
        for name, player in zip(state.setup.players, state.players, strict=True)
    )


GAME = PacketRow()
