"""Whole games followed at the level of readings: robots play, readings have the errors that the scanner makes.

`python -m bench.follow [GAMES]`. Every action is played as hands do it (a card is lifted before its pawn comes, a board
is cleared and refilled card by card), and each reading leaves out spaces, is unsure of cards or, rarely, wrong. At the
end everybody spreads the hand before the same camera, as the app asks for: where it is not as recorded, the players are
shown both and say what is right.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import process_time

from bench.tables import table
from card_db.deck import Deck
from card_db.packet_row.cards import AREAS, Card
from card_db.packet_row.counts import COUNTS
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    Deal,
    Decline,
    FinalCards,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.follow.facts import boards_of, new_pieces
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.history import Recorded
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Place, Sight
from companion.games.packet_row.follow.solve import Event
from companion.games.packet_row.game import GAME
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from companion.games.packet_row.turns import advance

NAMES = ("Anna", "Ben", "Cedric", "David", "Emma")
COLOURS = ("red", "blue", "green", "yellow", "white")
STEP = 0.1  # seconds between two looks
REST = (8, 40)  # looks between two actions: nobody plays faster
ANSWERS_AFTER = (1.0, 5.0)  # seconds
UNSEEN = (Choose, Decline, Pass, Deal, Cash, Fulfil)
Table = dict[Place, Sight]


@dataclass(frozen=True, slots=True)
class Errors:
    """How often the scanner errs, measured on films of whole tables (docs/benchmark.md), rounded up."""

    unsure: float = 0.03  # of the cards, as long as they lie there
    unnamed: float = 0.003  # of those that are unsure: not even named among others
    wrong: float = 0.0005  # of the cards, said with certainty
    modest: float = 0.014  # of all cards: rightly said, with a certainty of less than 0.97
    modest_wrong: float = 0.65  # of the wrong ones: likewise; by the confidences that the scanner tells, not seen yet
    late: float = 0.1  # of the changes, told some looks later
    hidden: float = 0.01  # of the places of a look, at rest
    under_hands: float = 0.3  # of the places of a board, while hands are there


class Eyes:
    """A camera with the errors of the scanner; a card that is hard to read stays so as long as it lies there."""

    def __init__(self, random: Random, errors: Errors) -> None:
        self._random, self._errors = random, errors
        self._cards = sorted({entry.card for entry in load_deck().entries}, key=str)
        self._before: Table = {}
        self._read: Table = {}
        self._waits: dict[Place, int] = {}

    def look(self, table_now: Table, hands_on: str | None = None) -> Table:
        """The table with errors; hidden places are left out."""
        seen: Table = {}
        for place, sight in table_now.items():
            if self._before.get(place) != sight:
                self._read[place] = self._reading(place, sight)
                self._waits[place] = self._random.randint(1, 5) if self._random.random() < self._errors.late else 0
            elif self._waits[place]:
                self._waits[place] -= 1
            share = self._errors.under_hands if place[0] == hands_on else self._errors.hidden
            if not self._waits[place] and self._random.random() >= share:
                seen[place] = self._read[place]
        self._before = dict(table_now)
        return seen

    def spread_hand(self, cards: Sequence[Card]) -> list[Card]:
        """A hand as it is read in the end: what is not certain is asked, what is wrong with certainty is not."""
        kinds = {card: next(area for area in AREAS if card.kind in COUNTS[area]) for card in cards}
        read = [(card, self._reading((kinds[card], CURRENT[0]), Sight("card", card, True))) for card in cards]
        return [sight.card if sight.sure and sight.card is not None else card for card, sight in read]

    def _reading(self, place: Place, sight: Sight) -> Sight:
        chance, errors = self._random.random(), self._errors
        if sight.card is None or chance >= 1 - errors.modest:
            return sight if sight.card is None else replace(sight, firm=False)
        if chance >= errors.unsure + errors.wrong:
            return sight
        alike = [card for card in self._cards if card.kind in COUNTS[place[0]] and card != sight.card]
        other = self._random.choice([card for card in alike if card.kind == sight.card.kind] or alike)
        if chance >= errors.unsure:
            return Sight("card", other, True, firm=chance >= errors.unsure + errors.modest_wrong * errors.wrong)
        best = self._random.uniform(0.4, 0.89)
        if self._random.random() < errors.unnamed:
            return Sight("card", None, False)
        # A reading that is calibrated: what it says with a chance of 0.7 is right in 7 of 10 cases.
        first, second = (sight.card, other) if self._random.random() < best else (other, sight.card)
        return Sight("card", first, False, (first, second), chances=(best, 0.97 - best))


def plain_look(state: State) -> Table:
    """The boards as they lie there."""
    seen: Table = {}
    for name, board in boards_of(state).items():
        for space in SPACES:
            card = board.card(space)
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


@dataclass(slots=True)
class Followed:
    """A game that was followed: what was counted, what was recorded, what really happened."""

    count: Counter[str]
    follower: Follower
    everything: set[Action]

    @property
    def wrong(self) -> list[Event]:
        """What was recorded and did not happen."""
        seen = [event for event in self.follower.events if not isinstance(event.action, UNSEEN)]
        return [event for event in seen if _plain(event.action) not in self.everything]


def follow_one(players: int, seed: int, deck: Deck[Card], errors: Errors) -> Followed:
    """One game from the first board to the end; what was told, and whether it is right."""
    random = Random(seed)
    setup = Setup(GAME.id, NAMES[:players], Seat(random.randrange(players)))
    robots = RobotTable(setup, deck, random)
    follower = Follower(GAME.new_game(setup), {Seat(seat): COLOURS[seat] for seat in range(players)})
    eyes = Eyes(random, errors)
    at, told, count = 0.0, list[Told](), Counter[str]()
    truth, everything = list[Action](), set[Action]()
    played = GAME.new_game(setup)  # as far as a camera can see it
    asked: list[tuple[float, Question, list[Card]]] = []  # when it will be answered, and what is true
    lying: dict[Place, Card] = {}  # also what has just been lifted

    before = plain_look(robots.state)

    def hear(news: list[Told], table_now: Table) -> None:
        told.extend(news)
        for item in news:
            if isinstance(item, Question) and item.taker is None:  # else nobody took anything
                answers = _true_answers(item, lying, table_now, follower, truth)
                asked.append((at + random.uniform(*ANSWERS_AFTER), item, answers))
        lying.update({place: sight.card for place, sight in table_now.items() if sight.card is not None})

    for action in robots.play():
        everything.add(_plain(action))
        if not isinstance(action, Deal | Cash | Fulfil):
            played = advance(played, action)
        if isinstance(action, UNSEEN):
            continue
        after = plain_look(robots.state)
        if after == before:
            continue  # an empty board was refilled with nothing
        truth.append(action)
        area = next((place[0] for place in after if after[place] != before[place]), None)
        for between in on_the_way(before, after, action):
            at += STEP * random.randint(2, 15)
            hear(follower.see(eyes.look(between, area), at), between)
        for _ in range(random.randint(*REST)):  # readings of the table at rest, until the next hand comes
            at += STEP
            hear(follower.see(eyes.look(after), at), after)
            while asked and asked[0][0] <= at:
                _, question, cards = asked.pop(0)
                hear(_answer(follower, question, cards, count), after)
        before = after
    at += STEP
    hear(follower.see(before, at), before)
    while asked:
        _, question, cards = asked.pop(0)
        hear(_answer(follower, question, cards, count), before)
    told += follower.finish()
    count["rounds"] = robots.state.round
    count["boards"] = _agrees(robots.state, follower.state)
    count["right"] = count["boards"] and _hands(played) == _hands(follower.state)
    count["in the end"] = count["boards"] and _hands(played) == _hands(_after_the_hands(eyes, played, follower.state))
    count["questions"] = sum(isinstance(item, Question) for item in told)
    count["alarms"] = sum(isinstance(item, Mistake) for item in told)
    count["visible"] = len(truth)
    believed = Counter(_plain(event.action) for event in follower.events if not isinstance(event.action, UNSEEN))
    count["found"] = sum((Counter(map(_plain, truth)) & believed).values())
    count["revised"] = _revised(told)
    followed = Followed(count, follower, everything)
    count["wrong"] = len(followed.wrong)
    return followed


def _true_answers(
    question: Question, lying: dict[Place, Card], table_now: Table, follower: Follower, truth: Sequence[Action]
) -> list[Card]:
    """What the players know: cards that lie there, or lay there until just now if that is one of those offered."""
    answers = []
    for number, (piece, place) in enumerate(zip(question.pieces, question.places, strict=True)):
        known = [card for card in (lying.get(place), table_now[place].card) if card is not None]
        offered = {cards[number] for cards in question.answers}
        drawn = _drawn(piece, follower, truth)
        answers.append(drawn or next((card for card in known if card in offered), known[0]))
    return answers


def _drawn(piece: Piece, follower: Follower, truth: Sequence[Action]) -> Card | None:
    """What really came from the deck when a card of the record did; None when that is not recorded yet."""
    facts = [event.fact for event in follower.events if event.fact is not None]
    for fact in facts:
        if piece in new_pieces(fact):
            boards = [other for other in facts if new_pieces(other) and other.area == fact.area]
            came = [action for action in truth if isinstance(action, Reveal | Refill) and action.area == fact.area]
            action = came[boards.index(fact)]
            return (*action.current, *action.future)[new_pieces(fact).index(piece)]
    return None


def _plain(action: Action) -> Action:
    return replace(action, space=None) if isinstance(action, Take) else action


def _answer(follower: Follower, question: Question, cards: list[Card], count: Counter[str]) -> list[Told]:
    """The players choose the answer that is true, or pick the cards if it is not offered."""
    count["not offered"] += tuple(cards) not in question.answers
    return follower.answer(question, cards)


def _agrees(truth: State, believed: State) -> bool:
    same = (truth.round, truth.over, truth.harbour_master) == (believed.round, believed.over, believed.harbour_master)
    boards = all(
        (truth.areas[name].spaces, truth.areas[name].deck) == (believed.areas[name].spaces, believed.areas[name].deck)
        for name in AREAS
    )
    return same and boards


def _after_the_hands(eyes: Eyes, truth: State, believed: State) -> State:
    """What is believed after a look at every hand."""
    for seat, player in enumerate(truth.players):
        if Counter(eyes.spread_hand(player.cards)) != Counter(believed.players[seat].cards):
            believed = advance(believed, FinalCards(Seat(seat), player.cards))
    return believed


def _hands(state: State) -> list[tuple[int, list[str]]]:
    """Money and cards of the players, from which the score follows.

    What was dealt, cashed or spent is out of the camera's sight and left out on both sides.
    """
    return [(player.money, sorted(map(str, player.cards))) for player in state.players]


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
        start = process_time()
        for seed in range(games // 4):
            sums.update(follow_one(players, 1000 * players + seed, deck, Errors()).count)
        played = games // 4
        seconds = (process_time() - start) / max(1, sums["rounds"])
        rows.append(
            [
                str(players),
                str(played),
                f"{sums['right']} of {played}",
                f"{sums['in the end']} of {played}",
                f"{sums['boards']} of {played}",
                f"{100 * sums['found'] / max(1, sums['visible']):.2f} %",
                str(sums["wrong"]),
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
        "after the hands",
        "boards alone",
        "visible events",
        "wrong",
        "questions/round",
        "alarms/game",
        "revised/round",
        "CPU/round",
    )
    return table(head, rows)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
