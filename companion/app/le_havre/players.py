"""Everybody at the table: francs, goods, loans, and what the end of the round will ask; a tap opens the rest."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout

from companion.app.le_havre.game_screen import GameScreen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Row, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Tappable
from companion.app.widgets.cards import Picture
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.seats import SeatBadge
from companion.app.widgets.token_row import TokenRow
from companion.core.game import Seat
from companion.games.le_havre.demand import outlook
from companion.games.le_havre.feeding import Feeding
from companion.words import msg, msgs


class PlayersPanel(GridLayout):
    """A panel for each seat."""

    def __init__(self, screen: GameScreen, columns: int = 1) -> None:
        super().__init__(cols=columns, spacing=gap(0.75), size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))
        demands = outlook(screen.state) if screen.state.phase not in ("last", "over") else ()
        for seat in range(len(screen.names)):
            self.add_widget(PlayerRow(screen, Seat(seat), demands[seat] if demands else None))


class PlayerRow(Tappable):
    """One player: sign, name, francs; goods below; food at the end of the round."""

    def __init__(self, screen: GameScreen, seat: Seat, demand: Feeding | None) -> None:
        super().__init__(
            lambda: screen.open_player(seat),
            f"player:{seat}",
            orientation="vertical",
            padding=gap(0.75),
            spacing=gap(0.5),
            size_hint_y=None,
        )
        player = screen.state.players[seat]
        acts = screen.state.to_act == seat or seat in screen.state.due
        paint(
            self, theme.colour("raised" if acts else "panel"), line=theme.colour("accent") if acts else None, width=1.6
        )
        head = PromptBox(spacing=gap(0.75), size_hint_y=None, height=dp(36) * max(1.0, 0.6 + 0.4 * theme.scale))
        head.add_widget(SeatBadge(screen.names[seat], screen.colours[seat], 34))
        head.add_widget(FitLine(screen.names[seat], "heading", bold=True, font_name="Roboto"))
        head.add_widget(Picture(screen.desk.pictures, "token:francs", size_hint_x=None, width=dp(26)))
        francs = FitLine(str(player.francs), "title", "accent", align="right", size_hint_x=None)
        francs.width = theme.size("title") * 0.68 * max(2, len(str(player.francs)))
        francs.test_id = f"francs:{seat}"
        head.add_widget(francs)
        self.add_widget(head)
        held = Column(space=0.5)
        if player.goods:
            held.add_widget(TokenRow(screen.desk.pictures, player.goods, 24, test_id=f"goods:{seat}"))
        words = [_cards_words(screen, seat)]
        if player.loans:
            words.append(screen.say(msgs("{count} loan", "{count} loans", player.loans)))
        line = Row(height=theme.size("caption") * 1.5, space=1)
        line.add_widget(FitLine(" · ".join(words), "caption", "soft"))
        if demand is not None and screen.state.phase != "feeding":
            text, colour = demand_words(screen, demand)
            line.add_widget(FitLine(text, "caption", colour, align="right", test_id=f"demand:{seat}"))
        held.add_widget(line)
        held.bind(height=lambda _, height: setattr(self, "height", head.height + height + gap(2)))
        self.add_widget(held)
        self.height = head.height + gap(5)


def _cards_words(screen: GameScreen, seat: Seat) -> str:
    player = screen.state.players[seat]
    return screen.say(msgs("{count} card", "{count} cards", len(player.buildings) + len(player.ships)))


def demand_words(screen: GameScreen, demand: Feeding) -> tuple[str, str]:
    """What the end of the round will ask, in a few words, and its colour."""
    if not demand.to_pay:
        return screen.say(msg("fed by ships")), "good"
    if demand.loans:
        lacking = msgs(
            "{missing} food short: {count} loan",
            "{missing} food short: {count} loans",
            demand.loans,
            missing=demand.shortfall,
        )
        return screen.say(lacking), "bad"
    return screen.say(msg("{food} food to pay, has it", food=demand.to_pay)), "soft"
