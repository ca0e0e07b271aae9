"""The upper edge of the table: whose decision it is, in letters that read from across, and who is harbour master."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.table_parts.game_screen import GameScreen, capital
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Row, paint
from companion.app.widgets.buttons import Button, Icon, Tappable
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.seats import SeatBadge
from companion.games.packet_row.guide import call
from companion.games.packet_row.outlook import outlook
from companion.games.packet_row.rules import RULES
from companion.games.packet_row.text import outlook_text
from companion.words import msg

HEIGHT = 124  # dp


def banner(screen: GameScreen) -> Widget:
    """Name in giant letters, what is to be decided below it; round and harbour master at the right."""
    height = dp(HEIGHT) * (0.6 + 0.4 * theme.scale) * (1.0 if screen.shell.height >= dp(700) else 0.8)
    row = Row(height=height, pad=1, space=1.5)
    paint(row, theme.colour("panel"), radius=0)
    back = Button(icon="back", on_tap=screen.shell.back, kind="quiet", test_id="back", pos_hint={"center_y": 0.5})
    row.add_widget(back)
    now = call(screen.state)
    if now.seat is not None:
        row.add_widget(SeatBadge(screen.names[now.seat], screen.colours[now.seat], (height - gap(3)) / dp(1)))
    words = BoxLayout(orientation="vertical")
    words.add_widget(FitLine(screen.say(now.headline), "giant", size_hint_y=0.62, test_id="call"))
    detail = capital(screen.say(now.detail))
    words.add_widget(FitLine(detail, "title", "accent", size_hint_y=0.38, test_id="call-detail"))
    row.add_widget(words)
    row.add_widget(_master(screen))
    return row


def _master(screen: GameScreen) -> Widget:
    """Round and harbour master; a tap says how near the end is."""
    state = screen.state
    block = Tappable(
        lambda: _tell_end(screen),
        "outlook",
        orientation="vertical",
        size_hint_x=0.4 if screen.wide else 0.55,
        padding=(gap(1), gap(0.5)),
    )
    name = Row(Icon("anchor", "accent", 34, size_hint_x=None, width=dp(44)), space=0.5, size_hint_y=0.62)
    name.add_widget(FitLine(screen.names[state.harbour_master], "display", test_id="harbour-master"))
    block.add_widget(name)
    earliest = outlook(state).earliest_round or state.round
    text = screen.say(msg("Round {round} of at least {least}", round=state.round, least=earliest))
    block.add_widget(FitLine(text, "label", "soft", size_hint_y=0.38, test_id="round"))
    return block


def _tell_end(screen: GameScreen) -> None:
    lines = (outlook_text(screen.state, screen.desk.words), screen.say(RULES["E5"]))
    screen.shell.tell(screen.say(msg("How near the end is")), *lines)
