"""Robots play before a camera: their game as a film, for the demo and for tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from card_db.packet_row.deck_list import load_deck
from companion.core.game import Json, Setup
from companion.games.packet_row.actions import Refill, Take
from companion.games.packet_row.game import GAME
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from scanner.simulator import film as at
from scanner.simulator.demo import lay_table
from scanner.simulator.world import SimDeck

PAUSE, LONG_PAUSE = 6, 8  # frames after a card was taken, and after a board was refilled


def film_of(
    setup: Setup, seed: int, rounds: int, deck: SimDeck, size: tuple[int, int] = (1280, 720)
) -> tuple[at.Film, list[Json]]:
    """The first rounds of a game from when the boards are laid out, and all its events, those of the set-up included.

    The setup names the colours of the pawns.
    """
    robots = RobotTable(setup, load_deck(), Random(seed))
    colours = [(setup.colours or {})[name] for name in setup.players]
    steps: list[at.Step] = [at.Wait(LONG_PAUSE)]
    events: list[Json] = []
    before = robots.state
    start: State | None = None
    for action in robots.play():
        events.append(GAME.encode(setup, action))
        if start is None and robots.state.phase != "setup":
            start = robots.state
        if isinstance(action, Take) and (pawn := robots.state.players[action.seat].pawn) is not None:
            put = at.PutPawn(pawn.area, pawn.space, colours[action.seat])
            steps += [at.Take(pawn.area, pawn.space), at.Wait(1), put, at.Wait(PAUSE)]
        elif isinstance(action, Refill):
            steps += [*_refill(before, action), at.Wait(LONG_PAUSE)]
        before = robots.state
        if before.round > rounds:
            break
    table = lay_table(deck, list(_spaces(start or before)), seed, size)
    return at.Film(deck, table.world, table.setting, tuple(steps), seed), events


def _refill(before: State, action: Refill) -> Iterator[at.Step]:
    """Pawns and old cards leave, the future supply moves down, new cards come."""
    name, spaces = action.area, before.areas[action.area].spaces
    for player in before.players:
        if player.pawn is not None and player.pawn.area == name:
            yield at.LiftPawn(name, player.pawn.space)
    for space, card in zip(SPACES[:CURRENT_SPACES], spaces[:CURRENT_SPACES], strict=True):
        if card is not None:
            yield at.Take(name, space)
    filled = 0
    for space, card in zip(SPACES[CURRENT_SPACES:], spaces[CURRENT_SPACES:], strict=True):
        if card is not None:
            yield at.Take(name, space)
            yield at.Lay(name, SPACES[filled], str(card))
            filled += 1
    for card in action.current:
        yield at.Lay(name, SPACES[filled], str(card))
        filled += 1
    for number, card in enumerate(action.future):
        yield at.Lay(name, SPACES[CURRENT_SPACES + number], str(card))


def _spaces(state: State) -> Iterator[tuple[str, str, str]]:
    for name, area in state.areas.items():
        yield name, "draw", f"back:{name}"
        for space, card in zip(SPACES, area.spaces, strict=True):
            if card is not None:
                yield name, space, str(card)
