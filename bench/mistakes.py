"""Mistakes of players at the level of readings: each kind many times, with the errors that the scanner makes.

`python -m bench.mistakes [TIMES]`. Robots play faultlessly for some rounds; then one thing goes wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from bench.follow import COLOURS, NAMES, STEP, UNSEEN, Errors, Eyes, Table, on_the_way, plain_look
from bench.tables import table
from card_db.packet_row.cards import AREAS, ASSISTANT, Building, Card, Contract
from card_db.packet_row.counts import COUNTS
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import Action, Refill, Take
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Sight
from companion.games.packet_row.game import GAME, turn_options
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State

STAYS = 120  # looks at what is wrong


class KeenRobots(RobotTable):
    """Robots who hardly ever decline."""

    def _decide(self) -> Action:
        options = [action for action in turn_options(self.state) if GAME.check(self.state, action) is None]
        takes = [action for action in options if isinstance(action, Take) and not action.future]
        return self._random.choice(takes) if takes and self._random.random() < 0.9 else super()._decide()


@dataclass
class Watched:
    """A game that robots play, looked at with the errors of the scanner."""

    players: int
    seed: int
    keen: bool = False
    told: list[Told] = field(default_factory=list)
    at: float = 0.0

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        setup = Setup(GAME.id, NAMES[: self.players], Seat(self.random.randrange(self.players)))
        self.robots = (KeenRobots if self.keen else RobotTable)(setup, load_deck(), self.random)
        self.follower = Follower(GAME.new_game(setup), {Seat(n): COLOURS[n] for n in range(self.players)})
        self.eyes = Eyes(self.random, Errors())
        self._before = plain_look(self.robots.state)
        self._moves = self.robots.play()

    def play(self, until: Callable[[State], bool]) -> Iterator[Action]:
        """Everything that happens until then, seen by the follower unless the caller looks away."""
        while not until(self.robots.state):
            action = next(self._moves)
            yield action
            if isinstance(action, UNSEEN):
                continue
            after = plain_look(self.robots.state)
            for between in on_the_way(self._before, after, action):
                self.look(between, 4)
            self.look(after, 12)
            self._before = after

    def refill(self) -> Refill:
        """The refill that is due; nobody has looked yet."""
        action = next(self._moves)
        if not isinstance(action, Refill):
            raise TypeError(action)
        self._before = plain_look(self.robots.state)
        return action

    def look(self, seen: Table, times: int) -> None:
        """So many looks at a table; questions are answered."""
        for _ in range(times):
            self.at += STEP
            news = self.follower.see(self.eyes.look(seen), self.at)
            self.told += news
            for item in news:
                if isinstance(item, Question) and item.taker is None:  # else nobody took anything
                    cards = [card for place in item.places if (card := seen[place].card) is not None]
                    if len(cards) == len(item.pieces):
                        self.told += self.follower.answer(item, cards)


def _begin(game: Watched, until: Callable[[State], bool]) -> Table:
    for _ in game.play(until):
        pass
    return plain_look(game.robots.state)


def _round_begins(state: State) -> bool:
    return state.round >= 3 and state.phase == "choose" and not any(area.chosen for area in state.areas.values())


def _refill_due(state: State) -> bool:
    return state.round >= 3 and state.phase == "refill"


def _next_refill(game: Watched) -> tuple[Refill, Table, Table]:
    """The next refill, how the table looked before it, and how it should look then."""
    before = _begin(game, _refill_due)
    return game.refill(), before, plain_look(game.robots.state)


def _cards(seen: Table, area: str, spaces: tuple[str, ...]) -> list[str]:
    return [space for space in spaces if seen[area, space].state == "card"]


def _somebody(game: Watched) -> Seat:
    """Who is asked first."""
    return Seat((game.robots.state.harbour_master + 1) % game.players)


def wrong_setup(game: Watched) -> Table:
    """A card too many or too few on a board."""
    for action in game.play(lambda state: state.areas["bank"].drawn is not None):
        if getattr(action, "area", None) == "bank":
            break
    seen = plain_look(game.robots.state)
    lying = _cards(seen, "bank", CURRENT)
    if game.random.random() < 0.5 and len(lying) < len(CURRENT):
        seen["bank", CURRENT[len(lying)]] = Sight("card", _other(game, seen, "bank"), True)
    else:
        seen["bank", lying[-1]] = Sight("empty")
    return seen


def _other(game: Watched, seen: Table, area: str) -> Card:
    """A card of that deck that lies nowhere."""
    lying = {sight.card for sight in seen.values()}
    cards = sorted({entry.card for entry in load_deck().entries if entry.card.kind in COUNTS[area]}, key=str)
    return game.random.choice([card for card in cards if card not in lying])


def two_pawns_one_player(game: Watched) -> Table:
    """Somebody takes two cards."""
    seen = _begin(game, _round_begins)
    boards = [name for name in AREAS if _cards(seen, name, CURRENT)]
    for name in game.random.sample(boards, 2):
        seen[name, _cards(seen, name, CURRENT)[0]] = Sight("pawn", pawn=COLOURS[_somebody(game)])
    return seen


def future_taken_without_assistant(game: Watched) -> Table:
    """Somebody takes from the future supply."""
    seen = _begin(
        game,
        lambda state: (
            _round_begins(state) and ASSISTANT not in state.players[(state.harbour_master + 1) % game.players].cards
        ),
    )
    name = game.random.choice([name for name in AREAS if _cards(seen, name, FUTURE)])
    seen[name, _cards(seen, name, FUTURE)[0]] = Sight("pawn", pawn=COLOURS[_somebody(game)])
    return seen


def too_many_current(game: Watched) -> Table:
    """A card is added in the middle of a round."""
    seen = _begin(game, _round_begins)
    name = game.random.choice(AREAS)
    free = next(space for space in CURRENT if seen[name, space].state == "empty")
    seen[name, free] = Sight("card", _other(game, seen, name), True)
    return seen


def too_few_current(game: Watched) -> Table:
    """A board gets a card less than it should."""
    refill, before, seen = _next_refill(game)
    lying = _cards(seen, refill.area, CURRENT)
    for between in on_the_way(before, seen, refill):
        game.look(between, 4)
    if lying:
        seen[refill.area, lying[-1]] = Sight("empty")
    return seen


def card_not_discarded(game: Watched) -> Table:
    """A card of the current supply stays though new ones come."""
    while True:
        refill, before, seen = _next_refill(game)
        left = _cards(before, refill.area, CURRENT)
        if left:
            break
        game.look(seen, 12)
    free = [space for space in CURRENT if seen[refill.area, space].state == "empty"]
    seen[refill.area, free[-1]] = before[refill.area, left[0]]
    return seen


def forgotten_refill(game: Watched) -> Table:
    """The next round begins, and a board has not been refilled."""
    before = _begin(game, lambda state: _refill_due(state) and not all(area.due for area in state.areas.values()))
    state = game.robots.state
    seen = {place: Sight("empty") if sight.state == "pawn" else sight for place, sight in before.items()}
    game.look(seen, 20)
    name = next(name for name in AREAS if not state.areas[name].due)
    asked_next = Seat((state.harbour_master + 2) % game.players)
    seen[name, _cards(seen, name, CURRENT)[0]] = Sight("pawn", pawn=COLOURS[asked_next])
    return seen


def refilled_unchosen_board(game: Watched) -> Table:
    """What was chosen is known, from taps or because nothing else fits; then another board gets new cards as well."""
    refill, _, _ = _next_refill(game)
    state = game.robots.state
    while all(area.chosen for area in state.areas.values()):
        for _ in game.play(lambda state: state.phase != "refill"):
            pass
        refill, _, _ = _next_refill(game)
        state = game.robots.state
    name = next(name for name in AREAS if not state.areas[name].chosen and name != refill.area)
    for _ in game.play(lambda state: state.phase != "refill"):
        pass
    game.follower = Follower(game.robots.state, {Seat(n): COLOURS[n] for n in range(game.players)})
    seen = plain_look(game.robots.state)
    game.look(seen, 12)
    return _refilled(game, seen, name)


def refilled_like_the_others(game: Watched) -> Table:
    """A board of which nobody spoke gets new cards when the round is over, like those that were chosen."""
    _begin(game, lambda state: state.round >= 13)
    while True:
        refill, _, seen = _next_refill(game)
        game.look(seen, 12)
        state = game.robots.state
        others = [name for name in AREAS if not state.areas[name].chosen and name != refill.area]
        if others:
            break
    return _refilled(game, seen, others[0])


def _refilled(game: Watched, seen: Table, name: str) -> Table:
    kept = [seen[name, space] for space in _cards(seen, name, FUTURE)]
    count = len(_cards(seen, name, CURRENT))
    for space in (*CURRENT, *FUTURE):
        seen[name, space] = Sight("empty")
    for number in range(count):
        new = kept[number] if number < len(kept) else Sight("card", _other(game, seen, name), True)
        seen[name, CURRENT[number]] = new
    for space in FUTURE:
        seen[name, space] = Sight("card", _other(game, seen, name), True)
    return seen


def impossible_card(game: Watched) -> Table:
    """A building or a contract lies there a second time."""
    seen = _begin(game, lambda state: _round_begins(state) and _unique(plain_look(state)) is not None)
    place = _unique(seen)
    if place is not None:
        other = next(name for name in AREAS if name != place[0])
        seen[other, FUTURE[0]] = seen[place]
    return seen


def _unique(seen: Table) -> tuple[str, str] | None:
    return next((place for place, sight in seen.items() if isinstance(sight.card, Building | Contract)), None)


# A current supply of five players has no free space for a card too many.
KINDS: tuple[tuple[Callable[[Watched], Table], tuple[int, ...]], ...] = (
    (wrong_setup, (2, 3, 4, 5)),
    (two_pawns_one_player, (2, 3, 4, 5)),
    (future_taken_without_assistant, (2, 3, 4, 5)),
    (too_many_current, (2, 3, 4)),
    (too_few_current, (2, 3, 4, 5)),
    (card_not_discarded, (2, 3, 4)),
    (forgotten_refill, (2, 3, 4, 5)),
    (refilled_unchosen_board, (2, 3, 4, 5)),
    (refilled_like_the_others, (2, 3, 4, 5)),
    (impossible_card, (2, 3, 4, 5)),
)


def main(times: int = 50, only: tuple[str, ...] = ()) -> str:
    """Each kind so many times: how often it was named, and how often something else was said as well.

    A board that was refilled beside others looks like one about which all declined: where people decline often, nobody
    can tell, so `refilled_like_the_others` is measured at a table of keen players.
    """
    rows = []
    for make, players in KINDS:
        if only and make.__name__ not in only:
            continue
        named = other = before = 0
        for seed in range(times):
            game = Watched(players[seed % len(players)], 7000 + seed, keen=make is refilled_like_the_others)
            seen = make(game)
            early = len(game.told)
            game.look(seen, STAYS)
            kinds = [item.kind for item in game.told[early:] if isinstance(item, Mistake)]
            wanted = "refilled_unchosen_board" if make is refilled_like_the_others else make.__name__
            named += wanted in kinds
            other += any(kind != wanted for kind in kinds)
            before += any(isinstance(item, Mistake) for item in game.told[:early])
        rows.append([make.__name__, str(times), f"{100 * named / times:.0f} %", str(other), str(before)])
    return table(("mistake", "times", "named", "others said too", "false alarms before"), rows)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, tuple(sys.argv[2:])))
