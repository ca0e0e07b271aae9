"""What all screens during play of Packet Row share."""

from __future__ import annotations

from companion.app.play_screen import PlayScreen
from companion.app.play_screen import capital as capital
from companion.core.game import Json
from companion.games.packet_row.actions import Action
from companion.games.packet_row.guide import public_words
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.outlook import Outlook, outlook
from companion.games.packet_row.state import State
from companion.session import Session
from companion.words import Message, msg

WAYS = {"setup": "set_up", "refill": "refill", "final": "result"}


class GameScreen(PlayScreen):
    """A screen about one game of Packet Row."""

    @property
    def session(self) -> Session[State, Action]:
        """The game in play."""
        return self.desk.session(self.args["game"])

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.session.state

    @property
    def outlook(self) -> Outlook:
        """How near the end is; worked out once for each state."""
        known: tuple[State, Outlook] | None = getattr(self, "_outlook", None)
        if known is None or known[0] is not self.state:
            self._outlook = known = (self.state, outlook(self.state))
        return known[1]

    def public(self, event: Json, text: Message) -> Message:
        """A step as all may read it: hidden cards stay hidden."""
        return public_words(event, text)

    def way(self) -> str:
        """The screen on which the game goes on."""
        return WAYS.get(self.state.phase, "table")

    def area_title(self, area: str) -> str:
        """A board's name as a title."""
        return capital(self.say(AREA_NAMES[area]))

    def money(self, amount: int) -> str:
        """Dollars as the language writes them."""
        return self.say(msg("${money}", money=amount))
