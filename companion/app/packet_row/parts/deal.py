"""Starting contracts, entered in secret: who sees the screen sees only that somebody has one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.packet_row.cards import parse_card
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.packet_row.parts.make_card import ask_card
from companion.app.widgets.basic import Text
from companion.app.widgets.buttons import Button, Icon, ListButton
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Seat
from companion.games.packet_row.actions import Deal
from companion.games.packet_row.shelf import known_designs
from companion.words import msg

TILE = 96  # dp


def deal_rows(screen: GameScreen) -> Sequence[Widget]:
    """Everybody, with what is known of the starting contract."""
    rows = []
    for index, name in enumerate(screen.names):
        dealt = screen.state.players[index].dealt
        below = screen.say(msg("entered") if dealt else msg("not known; tap to enter it"))
        mark = Icon("check", "good", 28, size_hint_x=None, width=dp(36)) if dealt else None
        rows.append(
            ListButton(
                name,
                below,
                None if dealt else partial(open_deal, screen, Seat(index)),
                first=SeatBadge(name, screen.colours[index], 44),
                last=mark,
                test_id=f"deal:{index}",
                arrow=not dealt,
            )
        )
    return rows


def open_deal(screen: GameScreen, seat: Seat) -> None:
    """Give the tablet to its player, then all starting contracts to choose from."""
    name = screen.names[seat]

    def deal(card: str) -> None:
        screen.shell.close_dialogs()
        screen.record(Deal(seat, parse_card(card)), done=screen.rebuild)

    def other() -> None:
        screen.shell.close_dialogs()
        ask_card(screen, "start", deal)

    def show() -> None:
        screen.shell.close_dialogs()
        starts = [card for card, home in known_designs(screen.desk.folder).items() if home == "start"]
        tiles = [
            CardTile(screen.desk.pictures, card, dp(TILE), on_tap=partial(deal, card), test_id=f"start:{card}")
            for card in starts
        ]
        title = screen.say(msg("Starting contract of {player}", player=name))
        elsewhere = Button(
            screen.say(msg("A card that is not here")), other, icon="pen", kind="quiet", test_id="other-card"
        )
        screen.shell.ask(title, [Flow(tiles)], [elsewhere], width_dp=760, test_id="deal-dialog")

    text = screen.say(msg("Now only {player} looks at the screen.", player=name))
    ready = Button(
        screen.say(msg("I am {player}", player=name)), show, icon="eye", kind="primary", test_id="deal-ready"
    )
    screen.shell.ask(name, [Text(text, "heading")], [ready], test_id="deal-who")
