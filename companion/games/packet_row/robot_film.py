"""A robot table: games of Packet Row played by the rules and filmed, with boards, cards, pawns and moving hands.

Only the frames reach who follows them; what really happened is the truth to compare with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from card_db.packet_row.cards import AREAS
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Json, Setup
from companion.games.packet_row.actions import VISIBLE, Action, Refill, Take
from companion.games.packet_row.game import GAME
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from scanner.simulator import film as table
from scanner.simulator.camera import Camera, aim
from scanner.simulator.demo import lay_table
from scanner.simulator.layout import pawn_on_slot
from scanner.simulator.scene import Setting, extent, make_setting
from scanner.simulator.world import SimDeck, World

CURRENT, FUTURE = SPACES[:CURRENT_SPACES], SPACES[CURRENT_SPACES:]
REST = (6, 12)  # frames after an action

Move = table.Lay | table.Take | table.LiftPawn


@dataclass(frozen=True, slots=True)
class Played:
    """Some rounds of a game: what happened, with the state before and after each action."""

    setup: Setup
    actions: tuple[tuple[State, Action, State], ...]
    seed: int
    known: int = 0  # so many of them happened before the camera came

    @property
    def game(self) -> Json:
        """The game as `follow` wants it, as it stands when the camera comes."""
        return {**GAME.write_setup(self.setup), "events": list(self._events[: self.known])}

    @property
    def events(self) -> tuple[Json, ...]:
        """The truth: what happened before the camera."""
        return self._events[self.known :]

    @property
    def _events(self) -> tuple[Json, ...]:
        return tuple(GAME.encode(self.setup, action) for _, action, _ in self.actions)


@dataclass(frozen=True, slots=True)
class Manner:
    """How people at a table handle things: everybody has their own way."""

    rest: tuple[int, int] = REST
    pawn_first: bool = False  # the pawn is put on the card, which is then drawn from under it
    at_once: bool = False  # a board is cleared in one go, and its new cards are laid in one go
    pawns_home_first: bool = False  # before the first board is refilled
    shown_discards: bool = False  # face up on their space


@dataclass(frozen=True, slots=True)
class Shot:
    """How a game is filmed: its deck, the light, the camera, the people."""

    deck: SimDeck
    size: tuple[int, int] = (1280, 720)
    light: str = "good"  # or a difficulty of the simulator
    phone: bool = False  # held over one board after the other, instead of a camera over the whole table
    manner: Manner = Manner()


def play_rounds(setup: Setup, rounds: int, seed: int) -> Played:
    """Robots play so many rounds, or to the end; the setup names the colours of their pawns."""
    robots = RobotTable(setup, load_deck(), Random(seed))
    happened: list[tuple[State, Action, State]] = []
    before = robots.state
    for action in robots.play():
        happened.append((before, action, robots.state))
        before = robots.state
        if robots.state.round > rounds:
            break
    return Played(setup, tuple(happened), seed)


def rest_of(played: Played, seen: int) -> Played:
    """What is left to film when so many of its actions that a camera can see were seen."""
    visible = [number for number, (_, action, _) in enumerate(played.actions, 1) if isinstance(action, VISIBLE)]
    return replace(played, known=[0, *visible][min(seen, len(visible))])


def film_of(played: Played, shot: Shot) -> table.Film:
    """How it looks when hands do all that.

    Each action that can be seen is followed by a mark with its number among all actions.
    """
    random = Random(played.seed)
    filmed = played.actions[played.known :]
    states = [*(state for state, _, _ in filmed), played.actions[-1][2]]
    start = next(state for state in states if state.phase != "setup")
    steps: list[table.Step] = []
    for number, (old, action, new) in enumerate(filmed, played.known):
        if isinstance(action, Take | Refill):
            steps += hand_steps(old, action, new, shot.manner)
            steps += [table.Mark(number), table.Wait(random.randint(*shot.manner.rest))]
    return film_steps(start, steps, shot, played.seed)


def film_steps(
    start: State, steps: Sequence[table.Step], shot: Shot, seed: int, spoil: Callable[[World], World] | None = None
) -> table.Film:
    """Whatever hands do at a table that stands so; `spoil` may change how it is laid."""
    world, setting = _laid_out(shot, start, seed)
    world = world if spoil is None else spoil(world)
    steps = [table.Wait(8), *steps, table.Wait(REST[1])]
    if shot.phone:
        steps = list(_from_board_to_board(steps, world, setting))
        setting = replace(setting, camera=_over(setting.camera, world, AREAS[0]))
    return table.Film(shot.deck, world, setting, tuple(steps), seed)


def hand_steps(old: State, action: Action, new: State, manner: Manner) -> Iterator[table.Step]:
    """What hands do at an action."""
    if isinstance(action, Take):
        pawn = new.players[action.seat].pawn
        if pawn is not None:
            colour = _colours(old)[action.seat]
            take, put = table.Take(pawn.area, pawn.space), table.PutPawn(pawn.area, pawn.space, colour)
            if manner.pawn_first:
                yield from (put, table.Wait(2), table.Together(pawn.area, (take, put)))
            else:
                yield from (take, table.Wait(1), put)
    elif isinstance(action, Refill):
        if manner.pawns_home_first and all(area.due for area in old.areas.values() if area.chosen):
            yield from _pawns_home(old, AREAS)
        yield from _refill(old, action, manner)


def _pawns_home(old: State, areas: Sequence[str]) -> Iterator[table.LiftPawn]:
    for player in old.players:
        if player.pawn is not None and player.pawn.area in areas:
            yield table.LiftPawn(player.pawn.area, player.pawn.space)


def _refill(old: State, refill: Refill, manner: Manner) -> Iterator[table.Step]:
    name, lying = refill.area, dict(zip(SPACES, old.areas[refill.area].spaces, strict=True))
    clear: list[Move] = [] if manner.pawns_home_first else list(_pawns_home(old, (name,)))
    for space in CURRENT:
        if (card := lying[space]) is not None:
            clear.append(table.Take(name, space))
            if manner.shown_discards:
                clear.append(table.Lay(name, "discard", str(card)))
    lay: list[Move] = []
    free = iter(CURRENT)
    for space in FUTURE:
        if (card := lying[space]) is not None:
            lay += [table.Take(name, space), table.Lay(name, next(free), str(card))]
    lay += [table.Lay(name, next(free), str(card)) for card in refill.current]
    lay += [table.Lay(name, space, str(card)) for space, card in zip(FUTURE, refill.future, strict=False)]
    if not manner.at_once:
        yield from (*clear, *lay)
        return
    for moves in (clear, lay):
        if moves:
            yield table.Together(name, tuple(moves))


def _laid_out(shot: Shot, start: State, seed: int) -> tuple[World, Setting]:
    """The boards as they are set up, and how they are lit and seen."""
    spaces = [
        (name, space, str(card))
        for name, area in start.areas.items()
        for space, card in zip(SPACES, area.spaces, strict=True)
        if card is not None
    ]
    backs = [(name, "draw", f"back:{name}") for name in start.areas if f"back:{name}" in shot.deck.backs]
    laid = lay_table(shot.deck, [*spaces, *backs], seed, shot.size)
    rng = np.random.default_rng([seed, 81])
    pawns = [
        pawn_on_slot(rng, laid.world.board(player.pawn.area), player.pawn.space, colour, "easy")
        for player, colour in zip(start.players, _colours(start), strict=True)
        if player.pawn is not None
    ]
    world = replace(laid.world, pawns=tuple(pawns))
    if shot.light == "good":
        return world, laid.setting
    return world, make_setting(rng, shot.deck, world, "table", shot.light, shot.size)


def _colours(state: State) -> list[str]:
    """The colour of each player's pawn."""
    told = state.setup.colours or {}
    return [told.get(name, "") for name in state.setup.players]


def _over(camera: Camera, world: World, board: str) -> Camera:
    """The camera held over one board."""
    points = extent(World(boards=(world.board(board),)))
    middle = points.mean(0)
    return aim(replace(camera, target_mm=(float(middle[0]), float(middle[1]))), points, 0.85)


def _from_board_to_board(steps: Sequence[table.Step], world: World, setting: Setting) -> Iterator[table.Step]:
    """First a look at every board, then the camera goes where something happens."""
    here = AREAS[0]
    for name in AREAS:
        yield table.Look(_over(setting.camera, world, name))
        yield table.Wait(8)
        here = name
    for step in steps:
        board = getattr(step, "board", here)
        if board != here:
            here = board
            yield table.Look(_over(setting.camera, world, here))
            yield table.Wait(4)
        yield step
