"""The upper edge of the table: whose decision it is, in letters that read from across, and who is harbour master."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.packet_row.parts.game_screen import GameScreen, capital
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Row, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, Tappable
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Seat
from companion.games.packet_row.guide import call
from companion.games.packet_row.rules import RULES
from companion.games.packet_row.text import outlook_text
from companion.words import msg

HEIGHT = 124  # dp


class Banner(Row):
    """Name in giant letters, what is to be decided below it; round and harbour master at the right."""

    def __init__(self, screen: GameScreen) -> None:
        height = dp(HEIGHT) * (0.6 + 0.4 * theme.scale) * (1.0 if screen.shell.height >= dp(700) else 0.8)
        super().__init__(height=height, pad=1, space=1.5)
        paint(self, theme.colour("panel"), radius=0)
        self._screen = screen
        self._side = (height - gap(3)) / dp(1)
        self._seat: Seat | None = None
        self._sign = PromptBox(size_hint_x=None, width=height - gap(3))
        self._call = FitLine("", "giant", size_hint_y=0.62, test_id="call")
        self._detail = FitLine("", "title", "accent", size_hint_y=0.38, test_id="call-detail")
        self._master = FitLine("", "display", test_id="harbour-master")
        self._round = FitLine("", "label", "soft", size_hint_y=0.38, test_id="round")
        back = Button(icon="back", on_tap=screen.shell.back, kind="quiet", test_id="back", pos_hint={"center_y": 0.5})
        words = PromptBox(orientation="vertical")
        words.add_widget(self._call)
        words.add_widget(self._detail)
        for widget in (back, self._sign, words, self._right()):
            self.add_widget(widget)
        self.update()

    def _right(self) -> Widget:
        """Round and harbour master; a tap says how near the end is."""
        block = Tappable(
            self._tell_end,
            "outlook",
            orientation="vertical",
            size_hint_x=0.4 if self._screen.wide else 0.55,
            padding=(gap(1), gap(0.5)),
        )
        anchor = Icon("anchor", "accent", 34, size_hint_x=None, width=dp(44))
        block.add_widget(Row(anchor, self._master, space=0.5, size_hint_y=0.62))
        block.add_widget(self._round)
        return block

    def update(self) -> None:
        """Show the present state."""
        screen, state = self._screen, self._screen.state
        now = call(state)
        if now.seat != self._seat:
            self._seat = now.seat
            self._sign.clear_widgets()
            if now.seat is not None:
                self._sign.add_widget(SeatBadge(screen.names[now.seat], screen.colours[now.seat], self._side))
        self._call.text = screen.say(now.headline)
        detail = screen.say(now.detail)
        self._detail.text = capital(detail) if now.detail.template.startswith("{area}") else detail
        self._master.text = screen.names[state.harbour_master]
        earliest = screen.outlook.earliest_round or state.round
        self._round.text = screen.say(
            msg("Round {round} of at least {least}", round=state.round, least=max(earliest, state.round))
        )

    def _tell_end(self) -> None:
        screen = self._screen
        visits = msg("Each board tells how often it can still be chosen before it is short.")
        lines = (outlook_text(screen.state, screen.desk.words), screen.say(visits), screen.say(RULES["E5"]))
        screen.shell.tell(screen.say(msg("How near the end is")), *lines)
