"""What all screens during play of Le Havre share."""

from __future__ import annotations

from typing import ClassVar

from companion.app.play_screen import PlayScreen
from companion.core.game import Seat
from companion.games.le_havre.actions import Action
from companion.games.le_havre.state import State
from companion.session import Session

WAYS = {"setup": "set_up"}


class GameScreen(PlayScreen):
    """A screen about one game of Le Havre."""

    looks_back: ClassVar[bool] = False  # nothing can be done: it shows how the table was

    @property
    def session(self) -> Session[State, Action]:
        """The game in play."""
        return self.desk.session(self.args["game"])

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.session.state

    def open_player(self, seat: Seat) -> None:
        """All that a player has."""
        self.shell.go("player", game=self.session.id, seat=int(seat))

    def way(self) -> str:
        """The screen on which the game goes on."""
        return WAYS.get(self.state.phase, "table")
