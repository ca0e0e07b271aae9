"""A game of Le Havre again, step by step: offers, cards and goods as they were."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.le_havre.cards_area import harbour, owned
from companion.app.le_havre.game_screen import GameScreen
from companion.app.le_havre.offers import offers_grid, ship_way
from companion.app.le_havre.players import PlayerRow
from companion.app.look_back import LookBackScreen
from companion.app.theme import gap
from companion.app.widgets.basic import Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Choice
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.lists import inset
from companion.core.game import Seat
from companion.games.le_havre.state import State, rounds_of
from companion.words import Message, msg

HARBOUR, PLAYERS = "harbour", "players"


class ReplayScreen(LookBackScreen, GameScreen):
    """`tab` says whose cards are shown."""

    looks_back = True
    table_share = 0.64

    @property
    def state(self) -> State:
        """Where the game stood."""
        return self.session.state_after(self.step)

    def table(self) -> Widget:
        """Offers, the way of the ship, cards."""
        self._table = PromptBox(orientation="vertical", spacing=gap(1))
        self._fill()
        return self._table

    def show(self) -> None:
        """The table at another step."""
        self._table.clear_widgets()
        self._fill()

    def _fill(self) -> None:
        tabs = [(HARBOUR, self.say(msg("Harbour and town"))), (PLAYERS, self.say(msg("Players' cards")))]
        tab = str(self.args.setdefault("tab", HARBOUR))
        cards = inset(Scroll(*(harbour(self) if tab == HARBOUR else owned(self)), space=1.25))
        cards.scroll_y = self.args.get("scroll", 1.0)  # where one was a step ago
        cards.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        for widget in (offers_grid(self), ship_way(self), Choice(tabs, tab, self._open_tab, "tab"), cards):
            self._table.add_widget(widget)

    def _open_tab(self, tab: str) -> None:
        self.args.update(tab=tab, scroll=1.0)
        self.rebuild()

    def when(self) -> Message:
        """Round and turn."""
        state = self.state
        match state.phase:
            case "setup":
                return msg("Set-up")
            case "last" | "over":
                return msg("Last actions") if state.phase == "last" else msg("The game is over")
        return msg(
            "Round {round} of {rounds}, turn {turn}",
            round=state.round,
            rounds=len(rounds_of(state.setup)),
            turn=state.turn,
        )

    def people(self) -> Sequence[Widget]:
        """Francs, goods, loans."""
        return [PlayerRow(self, Seat(seat), None) for seat in range(len(self.names))]

    def open_player(self, seat: Seat) -> None:
        """The cards of a player at this step."""
        player = self.state.players[seat]
        cards = [*player.buildings, *(str(ship) for ship in player.ships)]
        tiles = [CardTile(self.desk.pictures, card, dp(84)) for card in cards]
        content: Sequence[Widget] = [Flow(tiles)] if tiles else [Text(self.say(msg("No cards.")))]
        title = self.say(msg("Cards of {player}", player=self.names[seat]))
        self.shell.ask(title, content, width_dp=720, test_id="hand-dialog")
