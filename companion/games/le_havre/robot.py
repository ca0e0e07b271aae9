"""A table that plays by itself: shuffled piles and players without taste, for tests and demonstrations.

The rules know no chance; here is where the shuffling happens, as on a real table.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from card_db.le_havre.buildings import proposals
from card_db.le_havre.setup import PILES
from companion.core.game import Setup, apply
from companion.games.le_havre.actions import Action, Enter, LayOut, Repay, Take
from companion.games.le_havre.game import GAME
from companion.games.le_havre.options import any_time_options, buy_options, next_options
from companion.games.le_havre.state import State


class RobotTable:
    """Plays one game to its end; `state` is where it stands."""

    def __init__(self, setup: Setup, random: Random) -> None:
        self.state: State = GAME.new_game(setup)
        self._random = random

    def play(self) -> Iterator[Action]:
        """All actions of the game, each already done when it is given."""
        yield self._do(self._lay_out())
        while not self.state.over:
            if self._random.random() < 0.3:
                yield from self._trade()
            yield self._do(self._next())

    def _do(self, action: Action) -> Action:
        self.state = apply(GAME, self.state, action)
        return action

    def _lay_out(self) -> LayOut:
        cards = [card.name for card in proposals(self.state.setup.version, len(self.state.players))]
        self._random.shuffle(cards)
        return LayOut(tuple(tuple(cards[pile::PILES]) for pile in range(PILES)))

    def _trade(self) -> Iterator[Action]:
        """Now and then somebody buys, repays a loan or, seldom, sells."""
        actions: list[Action] = list(buy_options(self.state))
        actions += [
            action
            for action in any_time_options(self.state)
            if isinstance(action, Repay) or self._random.random() < 0.05
        ]
        legal = [action for action in actions if GAME.check(self.state, action) is None]
        if legal:
            yield self._do(self._random.choice(legal))

    def _next(self) -> Action:
        """The next step of the game; buildings are entered more often than offers taken, and building most of all."""
        legal = [action for action in next_options(self.state) if GAME.check(self.state, action) is None]
        return self._random.choices(legal, [_appeal(self.state, action) for action in legal])[0]


def _appeal(state: State, action: Action) -> float:
    match action:
        case Enter(use=use):
            return 8.0 if use.built or use.ship else 1.0
        case Take(offer=offer):
            return state.offers[offer] * 0.7
    return 1.0
