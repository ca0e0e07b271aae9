"""Whole games followed at the level of readings: robots play, readings have the errors that the scanner makes.

`python -m bench.follow [GAMES]`. Every action is played as hands do it (a card is lifted before its pawn comes, a board
is cleared and refilled card by card), and each reading leaves out spaces, is unsure of cards or, rarely, wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import perf_counter

from bench.tables import table
from card_db.deck import Deck
from card_db.packet_row.cards import AREAS, Card
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import Action, Cash, Choose, Deal, Decline, Fulfil, Pass, Refill, Take
from companion.games.packet_row.follow.facts import boards_of
from companion.games.packet_row.follow.follower import Follower, Question, Recorded, Told
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Place, Sight
from companion.games.packet_row.game import GAME
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State

NAMES = ("Anna", "Ben", "Cedric", "David", "Emma")
COLOURS = ("red", "blue", "green", "yellow", "white")
STEP = 0.1  # seconds between two looks
UNSEEN = (Choose, Decline, Pass, Deal, Cash, Fulfil)
Table = dict[Place, Sight]


class Eyes:
    """A camera with the errors of the scanner, as measured on films: shares of the spaces of a reading."""

    def __init__(self, random: Random, hidden: float = 0.02, unsure: float = 0.03, wrong: float = 0.0002) -> None:
        self._random, self._hidden, self._unsure, self._wrong = random, hidden, unsure, wrong
        self._cards = sorted({entry.card for entry in load_deck().entries}, key=str)

    def look(self, table_now: Table) -> Table:
        """The table with errors."""
        seen: Table = {}
        for place, sight in table_now.items():
            chance = self._random.random()
            if chance < self._hidden:
                continue
            if sight.card is not None and chance < self._hidden + self._unsure:
                other = self._random.choice(self._cards)
                first, second = self._random.sample((sight.card, other), 2)
                seen[place] = Sight("card", first, False, (first, second))
            elif sight.card is not None and chance < self._hidden + self._unsure + self._wrong:
                seen[place] = Sight("card", self._random.choice(self._cards), True)
            else:
                seen[place] = sight
        return seen


def plain_look(state: State) -> Table:
    """The boards as they lie there."""
    seen: Table = {}
    for name, board in boards_of(state).items():
        for space in SPACES:
            card = board.spaces[space]
            if space in board.pawns:
                seen[name, space] = Sight("pawn", pawn=COLOURS[board.pawns[space][0]])
            elif card is None or not board.laid_out:
                seen[name, space] = Sight("empty")
            else:
                seen[name, space] = Sight("card", card, True)
    return seen


def on_the_way(before: Table, after: Table, action: Action) -> Iterator[Table]:
    """How the table looks between two states while hands are at work."""
    now = dict(before)
    if isinstance(action, Take):
        (place,) = [place for place in after if after[place].state == "pawn" and before[place].state != "pawn"]
        now[place] = Sight("empty")
        yield dict(now)
    elif isinstance(action, Refill):
        name = action.area
        for space in CURRENT:
            now[name, space] = Sight("empty")
            yield dict(now)
        kept = [before[name, space] for space in FUTURE if before[name, space].state == "card"]
        for space in FUTURE:
            now[name, space] = Sight("empty")
        for space, sight in zip(CURRENT, kept, strict=False):
            now[name, space] = sight
            yield dict(now)
        for space in SPACES:
            if now[name, space] != after[name, space]:
                now[name, space] = after[name, space]
                yield dict(now)


def follow_one(players: int, seed: int, deck: Deck[Card]) -> Counter[str]:
    """One game from the first board to the end; what was told, and whether it is right."""
    random = Random(seed)
    setup = Setup(GAME.id, NAMES[:players], Seat(random.randrange(players)))
    robots = RobotTable(setup, deck, random)
    follower = Follower(GAME.new_game(setup), {Seat(seat): COLOURS[seat] for seat in range(players)})
    eyes = Eyes(random)
    at, told, count = 0.0, list[Told](), Counter[str]()
    before = plain_look(robots.state)
    for action in robots.play():
        if isinstance(action, UNSEEN):
            continue
        count["visible"] += 1
        after = plain_look(robots.state)
        for between in on_the_way(before, after, action):
            at += STEP * random.randint(2, 15)
            told += follower.see(eyes.look(between), at)
        for _ in range(random.randint(4, 30)):  # readings of the table at rest, until the next hand comes
            at += STEP
            told += follower.see(eyes.look(after), at) if random.random() < 0.3 else follower.wait(at)
        before = after
    told += follower.see(before, at + STEP) + follower.finish()
    count["rounds"] = robots.state.round
    count["right"] = _agrees(robots.state, follower.state)
    count["questions"] = sum(isinstance(item, Question) for item in told)
    count["alarms"] = sum(isinstance(item, Mistake) for item in told)
    count["recorded"] = sum(
        isinstance(event.action, Take | Refill) or not isinstance(event.action, UNSEEN) for event in follower.events
    )
    count["revised"] = _revised(told)
    return count


def _agrees(truth: State, believed: State) -> bool:
    same = (truth.round, truth.over, truth.harbour_master) == (believed.round, believed.over, believed.harbour_master)
    return same and all(
        (truth.areas[name].spaces, truth.areas[name].deck) == (believed.areas[name].spaces, believed.areas[name].deck)
        for name in AREAS
    )


def _revised(told: list[Told]) -> int:
    """How often the course was thought over."""
    times = known = 0
    for item in told:
        if isinstance(item, Recorded):
            times += item.keep < known
            known = item.keep + len(item.events)
    return times


def main(games: int = 40) -> str:
    """So many games by number of players."""
    deck = load_deck()
    rows = []
    for players in range(2, 6):
        sums: Counter[str] = Counter()
        start = perf_counter()
        for seed in range(games // 4):
            sums.update(follow_one(players, 1000 * players + seed, deck))
        played = games // 4
        seconds = (perf_counter() - start) / max(1, sums["rounds"])
        rows.append(
            [
                str(players),
                str(played),
                f"{sums['right']} of {played}",
                f"{100 * sums['recorded'] / max(1, sums['visible']):.1f} %",
                f"{sums['questions'] / max(1, sums['rounds']):.3f}",
                f"{sums['alarms'] / played:.2f}",
                f"{sums['revised'] / max(1, sums['rounds']):.2f}",
                f"{1000 * seconds:.0f} ms",
            ]
        )
    head = (
        "players",
        "games",
        "end as played",
        "visible events",
        "questions/round",
        "alarms/game",
        "revised/round",
        "CPU/round",
    )
    return table(head, rows)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
