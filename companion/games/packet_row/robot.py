"""A table that plays by itself: shuffled decks and simple players, for the demo, tests and benchmarks.

The rules know no chance; here is where the shuffling happens, as on a real table.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from card_db.deck import Deck
from card_db.packet_row.cards import AREAS, Building, Card, Contract, Goods, Helper, Money, Nugget, Ship
from companion.core.game import Seat, Setup, apply
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    Deal,
    Decline,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.fulfil import best_plan
from companion.games.packet_row.game import GAME, turn_options
from companion.games.packet_row.numbers import FUTURE_SPACES, MIN_PLAYERS, UNSEEN_WITH_TWO
from companion.games.packet_row.state import Player, State


class RobotTable:
    """Plays one game to its end; `state` is where it stands."""

    def __init__(self, setup: Setup, deck: Deck[Card], random: Random) -> None:
        self.state: State = GAME.new_game(setup)
        self._random = random
        self._piles: dict[str, list[Card]] = {}
        for name in (*AREAS, "start"):
            pile = list(deck.cards(name))
            random.shuffle(pile)
            if len(setup.players) == MIN_PLAYERS and name != "start":
                del pile[:UNSEEN_WITH_TWO]
            self._piles[name] = pile

    def play(self) -> Iterator[Action]:
        """All actions of the game, each already done when it is given."""
        for name in AREAS:
            future = self._draw(name, FUTURE_SPACES)
            yield self._do(Reveal(name, future, self._draw(name, self.state.full_current)))
        for index in range(len(self.state.players)):
            yield self._do(Deal(Seat(index), self._draw("start", 1)[0]))
        while not self.state.over:
            if self.state.phase == "refill":
                yield self._do(self._refill())
                continue
            yield from self._hand_actions()
            yield self._do(self._decide())

    def _do(self, action: Action) -> Action:
        self.state = apply(GAME, self.state, action)
        return action

    def _draw(self, name: str, count: int) -> tuple[Card, ...]:
        return tuple(self._piles[name].pop() for _ in range(count))

    def _refill(self) -> Refill:
        due = [name for name, area in self.state.areas.items() if area.due]
        name = self._random.choice(due)
        current, future = self.state.refill_numbers(self.state.areas[name])
        return Refill(name, self._draw(name, current), self._draw(name, future))

    def _hand_actions(self) -> Iterator[Action]:
        """Now and then somebody fulfils contracts or cashes a money card."""
        for index, player in enumerate(self.state.players):
            seat = Seat(index)
            if self._random.random() < 0.2:
                plan = best_plan(player.cards)
                if plan.contracts:
                    yield self._do(Fulfil(seat, plan, plan.contracts))
            if self._random.random() < 0.1:
                money = [card for card in self.state.players[index].cards if isinstance(card, Money)]
                if money:
                    yield self._do(Cash(seat, self._random.choice(money)))

    def _decide(self) -> Action:
        """The player to act takes the card that looks best, if any looks good enough."""
        options = [action for action in turn_options(self.state) if GAME.check(self.state, action) is None]
        takes = [action for action in options if isinstance(action, Take)]
        others = [action for action in options if not isinstance(action, Take)]
        seat = self.state.to_act
        if takes and seat is not None:
            player = self.state.players[seat]
            best = max(takes, key=lambda take: appeal(take, player) + self._random.random() * 4)
            if not others or appeal(best, player) > self._random.random() * 8:
                return best
        chooses = [action for action in others if isinstance(action, Choose)]
        if self.state.phase == "choose" or (chooses and self._random.random() < 0.5):
            return self._random.choice(chooses)
        return next(action for action in others if isinstance(action, Decline | Pass))


def appeal(take: Take, player: Player) -> float:
    """How much a simple player likes to take this card: contracts first, then what they need, buildings from riches."""
    contracts = [card for card in player.cards if isinstance(card, Contract)]
    harbours = {card.destination for card in player.cards if isinstance(card, Ship)}
    match take.card:
        case Contract(_, _, destination, reward):
            worth = reward / 5 - 2 * len(contracts) + 2 * (destination in harbours)
        case Ship(destination):
            worth = 9 if destination not in harbours and any(c.destination == destination for c in contracts) else 0
        case Goods(good, units, price):
            wanted = sum(contract.units for contract in contracts if contract.good == good)
            held = sum(card.units for card in player.cards if isinstance(card, Goods) and card.good == good)
            worth = 4 * min(units, wanted - held) - price / 5
        case Nugget(units, price):
            worth = 2 * units * bool(contracts) - price / 5
        case Money(amount):
            worth = amount
        case Building(_, price, points):
            worth = 3 * points - price / 6 - max(0, 12 - (player.money - price)) / 2
        case Helper(role):
            worth = {"banker": 4, "assistant": 2, "trader": 2, "captain": 2}[role]
    return worth - (3 if take.future else 0)
