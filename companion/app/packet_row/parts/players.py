"""Everybody at the table with their money, open to all; a tap corrects it."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout

from companion.app.packet_row.board_view import card_picture
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Row, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, Tappable
from companion.app.widgets.cards import Flow
from companion.app.widgets.dialogs import NumberPad
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Seat
from companion.games.packet_row.actions import CorrectPlayer
from companion.words import msg, msgs

MOST_MONEY = 999_999


class PlayersPanel(GridLayout):
    """A row for each seat."""

    def __init__(self, screen: GameScreen, columns: int = 1) -> None:
        super().__init__(cols=columns, spacing=gap(0.75), size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))
        self._screen = screen
        self._by_seat = [PlayerRow(screen, Seat(seat)) for seat in range(len(screen.names))]
        for row in self._by_seat:
            self.add_widget(row)

    def update(self) -> None:
        """Show the present state: rows that would look different are made anew."""
        for seat, row in enumerate(self._by_seat):
            if row.look != look_of(self._screen, Seat(seat)):
                self._by_seat[seat] = PlayerRow(self._screen, Seat(seat))
                index = self.children.index(row)
                self.remove_widget(row)
                self.add_widget(self._by_seat[seat], index=index)


def look_of(screen: GameScreen, seat: Seat) -> tuple[bool, bool, bool, int, int]:
    """Whether a player decides, is harbour master, has taken a card; cards and money."""
    state = screen.state
    player = state.players[seat]
    return (
        state.to_act == seat,
        state.harbour_master == seat,
        player.pawn is not None,
        len(player.cards),
        player.money,
    )


class PlayerRow(Tappable):
    """One player: sign, name, cards in hand, money; marked when it is this player's decision."""

    def __init__(self, screen: GameScreen, seat: Seat) -> None:
        super().__init__(
            lambda: open_player(screen, seat),
            f"player:{seat}",
            orientation="horizontal",
            padding=(gap(1), gap(0.5)),
            spacing=gap(1),
            size_hint_y=None,
            height=theme.target() if screen.large_letters else dp(50) if screen.is_low else theme.target(1.1),
        )
        self.look = look_of(screen, seat)
        acts, is_master, has_taken, cards, money = self.look
        paint(
            self,
            theme.colour("raised" if acts else "panel"),
            line=theme.colour("accent") if acts else None,
            width=1.6,
        )
        self.add_widget(SeatBadge(screen.names[seat], screen.colours[seat], 38 if screen.is_low else 42))
        words = PromptBox(orientation="vertical")
        words.add_widget(FitLine(screen.names[seat], "heading", bold=True, size_hint_y=0.58, font_name="Roboto"))
        held = screen.say(msgs("{count} card", "{count} cards", cards))
        if has_taken:
            held = screen.say(msg("{cards}, has taken", cards=held))
        words.add_widget(FitLine(held, "caption", "soft", size_hint_y=0.42))
        self.add_widget(words)
        if is_master:
            self.add_widget(Icon("anchor", "accent", 24, size_hint_x=None, width=dp(26)))
        dollars = FitLine(screen.money(money), "title", "accent", align="right", size_hint_x=0.62)
        dollars.test_id = f"money:{seat}"
        self.add_widget(dollars)


def open_player(screen: GameScreen, seat: Seat) -> None:
    """Correct the money; look at what lies open; the way to the hidden cards."""
    name = screen.names[seat]
    player = screen.state.players[seat]

    def corrected(value: int) -> None:
        screen.shell.close_dialogs()
        if value != player.money:
            screen.record(CorrectPlayer(seat, value, None))

    def private() -> None:
        screen.shell.close_dialogs()
        screen.shell.go("my_cards", game=screen.session.id, seat=int(seat))

    cards = Column(space=1.5, pos_hint={"top": 1})
    ships = [str(card) for card in player.cards if str(card).startswith("ship:")]
    if ships:
        cards.add_widget(Text(screen.say(msg("Ships lie open:")), "caption", "soft"))
        cards.add_widget(Flow([card_picture(screen.desk.pictures, ship, dp(52)) for ship in ships]))
    cards.add_widget(
        Button(
            screen.say(msg("Hidden cards of {player}", player=name)),
            private,
            icon="eye",
            kind="plain",
            test_id="open-private",
        )
    )
    money = Column(
        Text(screen.say(msg("Money of {player}", player=name)), "caption", "soft"),
        NumberPad(player.money, corrected, screen.say(msg("Correct the money")), MOST_MONEY, screen.money),
        pos_hint={"top": 1},
    )
    content = [Row(cards, money, space=2.5, hug=True)] if screen.wide else [cards, money]
    screen.shell.ask(name, content, width_dp=820 if screen.wide else 460, test_id="player-dialog")
