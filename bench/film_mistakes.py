"""Mistakes of players on film, through the real scanner: each kind some times, on foreign decks.

`python -m bench.film_mistakes [TIMES]`. The game is known up to where the camera comes; then one thing goes wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.films import COLOURS, NAMES, foreign_pack, watch_film
from bench.tables import table
from card_db.pack import load_pack
from card_db.packet_row.cards import AREAS, ASSISTANT, Building, Card, Contract
from card_db.packet_row.counts import COUNTS
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import Action, Refill
from companion.games.packet_row.follow.sights import CURRENT, FUTURE
from companion.games.packet_row.game import GAME
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.robot_film import Manner, Played, Shot, film_steps, hand_steps, play_rounds
from companion.games.packet_row.state import State
from scanner.simulator.film import Lay, LiftPawn, PutPawn, Step, Take, Wait
from scanner.simulator.world import World, sim_deck_of

STAYS = 60  # frames
MANNER = Manner(at_once=True)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at which something goes wrong."""

    state: State
    steps: Sequence[Step]
    spoil: Callable[[World], World] | None = None


Moment = tuple[State, Action, State]  # an action with the state before and after it


def _lying(state: State, area: str, spaces: Sequence[str]) -> dict[str, Card]:
    cards = dict(zip(SPACES, state.areas[area].spaces, strict=True))
    return {space: card for space in spaces if (card := cards[space]) is not None}


def _other(state: State, area: str, random: Random) -> Card:
    """A card of that deck of which nothing is known."""
    lying = {card for one in AREAS for card in _lying(state, one, SPACES).values()}
    cards = sorted({e.card for e in load_deck().entries if e.card.kind in COUNTS[area]}, key=str)
    held = {card for player in state.players for card in player.cards}
    return random.choice([card for card in cards if card not in lying | held])


def _first_asked(state: State) -> Seat:
    return Seat((state.harbour_master + 1) % len(state.players))


def _begins(state: State) -> bool:
    return state.round >= 2 and state.phase == "choose" and not any(area.chosen for area in state.areas.values())


def wrong_setup(moment: Moment, random: Random) -> Scene | None:
    """A card less on a board."""
    state = moment[0]
    if state.phase != "choose" or state.round != 1:
        return None
    area = random.choice(AREAS)
    return Scene(state, (), lambda world: world.without(area, next(iter(_lying(state, area, CURRENT)))))


def two_pawns_one_player(moment: Moment, random: Random) -> Scene | None:
    """Somebody takes two cards; the second pawn is a spare one."""
    state = moment[0]
    boards = [name for name in AREAS if _lying(state, name, CURRENT)]
    if not _begins(state) or len(boards) < 2:
        return None
    one, two = ((name, next(iter(_lying(state, name, CURRENT)))) for name in random.sample(boards, 2))
    colour = COLOURS[_first_asked(state)]
    return Scene(state, (Take(*one), PutPawn(*one, colour), Wait(8), Take(*two), PutPawn(*two, colour, spare=True)))


def future_taken_without_assistant(moment: Moment, random: Random) -> Scene | None:
    """Somebody takes from the future supply."""
    state = moment[0]
    seat = _first_asked(state)
    if not _begins(state) or ASSISTANT in state.players[seat].cards:
        return None
    area = random.choice([name for name in AREAS if _lying(state, name, FUTURE)])
    space = next(iter(_lying(state, area, FUTURE)))
    return Scene(state, (Take(area, space), PutPawn(area, space, COLOURS[seat])))


def too_many_current(moment: Moment, random: Random) -> Scene | None:
    """A card is added in the middle of a round."""
    state = moment[0]
    area = random.choice(AREAS)
    free = [space for space in CURRENT if space not in _lying(state, area, CURRENT)]
    if not _begins(state) or not free:
        return None
    return Scene(state, (Lay(area, free[0], str(_other(state, area, random))),))


def too_few_current(moment: Moment, _: Random) -> Scene | None:
    """A board gets a card less than it should."""
    old, action, new = moment
    if not isinstance(action, Refill) or not _lying(new, action.area, CURRENT):
        return None
    last = list(_lying(new, action.area, CURRENT))[-1]
    return Scene(old, (*hand_steps(old, action, new, MANNER), Take(action.area, last)))


def card_not_discarded(moment: Moment, _: Random) -> Scene | None:
    """A card of the current supply stays though new ones come."""
    old, action, new = moment
    if not isinstance(action, Refill) or not _lying(old, action.area, CURRENT):
        return None
    free = [space for space in CURRENT if space not in _lying(new, action.area, CURRENT)]
    if not free:
        return None
    left = str(next(iter(_lying(old, action.area, CURRENT).values())))
    return Scene(old, (*hand_steps(old, action, new, MANNER), Lay(action.area, free[-1], left)))


def forgotten_refill(moment: Moment, _: Random) -> Scene | None:
    """The next round begins, and no board has been refilled."""
    state = moment[0]
    if state.phase != "refill" or state.round < 2 or all(area.due for area in state.areas.values()):
        return None
    other = next(name for name, area in state.areas.items() if not area.due)
    pawns = [LiftPawn(player.pawn.area, player.pawn.space) for player in state.players if player.pawn is not None]
    asked = Seat((state.harbour_master + 2) % len(state.players))
    if not pawns or not _lying(state, other, CURRENT):
        return None
    space = next(iter(_lying(state, other, CURRENT)))
    return Scene(state, (*pawns, Wait(8), Take(other, space), PutPawn(other, space, COLOURS[asked])))


def refilled_unchosen_board(moment: Moment, random: Random) -> Scene | None:
    """A board gets new cards at the beginning of a round."""
    state = moment[0]
    area = random.choice(AREAS)
    if not _begins(state) or state.areas[area].deck < 6:
        return None
    current, future = state.refill_numbers(state.areas[area])
    new = [_other(state, area, random) for _ in range(current + future)]
    refill = Refill(area, tuple(new[:current]), tuple(new[current:]))
    return Scene(state, tuple(hand_steps(state, refill, state, MANNER)))


def impossible_card(moment: Moment, random: Random) -> Scene | None:
    """A building or a contract lies there a second time."""
    state = moment[0]
    single = [
        (area, card)
        for area in AREAS
        for card in _lying(state, area, SPACES).values()
        if isinstance(card, Building | Contract)
    ]
    if not _begins(state) or not single:
        return None
    area, card = random.choice(single)
    other = next(name for name in AREAS if name != area)
    return Scene(state, (Take(other, FUTURE[0]), Lay(other, FUTURE[0], str(card))))


KINDS = (
    wrong_setup,
    two_pawns_one_player,
    future_taken_without_assistant,
    too_many_current,
    too_few_current,
    card_not_discarded,
    forgotten_refill,
    refilled_unchosen_board,
    impossible_card,
)


def find_scene(make: Callable[[Moment, Random], Scene | None], seed: int) -> tuple[Played, Scene]:
    """The first moment of some game at which that can go wrong."""
    random = Random(seed)
    for number in count(seed):
        names = NAMES[: random.randint(2, 4)]
        setup = Setup(GAME.id, names, Seat(0), colours=dict(zip(names, COLOURS, strict=False)))
        played = play_rounds(setup, 4, number)
        for index, moment in enumerate(played.actions):
            if moment[0].phase != "setup" and (scene := make(moment, random)) is not None:
                return replace(played, known=0 if make is wrong_setup else index), scene
    raise LookupError(make.__name__)


def main(times: int = 3, only: tuple[str, ...] = ()) -> str:
    """Each kind so many times."""
    rows = []
    with TemporaryDirectory() as folder:
        for kind, make in enumerate(KINDS):
            if only and make.__name__ not in only:
                continue
            said: list[str] = []
            for number in range(times):
                seed = 300 + 10 * kind + number
                pack = foreign_pack(seed, Path(folder))
                played, scene = find_scene(make, seed)
                shot = Shot(sim_deck_of(load_pack(pack)), light=("good", "medium")[number % 2], manner=MANNER)
                film = film_steps(scene.state, (*scene.steps, Wait(STAYS)), shot, seed, scene.spoil)
                lines = watch_film(film, played.game, pack).lines
                kinds = {str(line["mistake"]) for line in lines if "mistake" in line}
                said.append(", ".join(sorted(kinds)) or "nothing")
            right = sum(make.__name__ in one for one in said)
            rows.append([make.__name__, f"{right} of {times}", "; ".join(sorted(set(said)))])
            print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    return table(("mistake on film", "named", "said"), rows)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3, tuple(sys.argv[2:])))
