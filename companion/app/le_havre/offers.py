"""The offers with their growing goods, and the way of the ship over the supply tiles."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.le_havre.rounds import TURNS
from card_db.le_havre.setup import load_tiles
from companion.app.le_havre.game_screen import GameScreen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Line1, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Icon, Tap, Tappable
from companion.app.widgets.cards import Picture
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.token_row import TokenRow
from companion.core.game import Seat
from companion.games.le_havre.actions import Take
from companion.games.le_havre.names import thing_name
from companion.games.le_havre.state import OFFERS


def offers_grid(screen: GameScreen) -> Widget:
    """All seven offers; a tap takes everything of one."""
    state = screen.state
    columns = len(OFFERS) if screen.wide or not screen.large_letters else 4
    grid = GridLayout(cols=columns, spacing=gap(0.75), size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    open_now = state.phase in ("main", "last") and not screen.looks_back
    for offer in OFFERS:
        number = state.offers[offer]
        take = None if screen.looks_back else partial(_take, screen, offer)
        grid.add_widget(OfferTile(screen, offer, number, bool(number) and open_now, take))
    return grid


def _take(screen: GameScreen, offer: str) -> None:
    seat = screen.state.to_act
    screen.record(Take(Seat(0) if seat is None else seat, offer))


class OfferTile(Tappable):
    """One offer: its token, how many lie there, its name."""

    def __init__(self, screen: GameScreen, offer: str, number: int, lit: bool, on_tap: Tap | None) -> None:
        high = dp(92 if screen.is_low else 112)
        super().__init__(
            on_tap, f"offer:{offer}", orientation="vertical", padding=gap(0.75), size_hint_y=None, height=high
        )
        self.text = screen.say(thing_name(offer))
        self.number = number
        paint(self, theme.colour("raised" if lit else "panel"), line=theme.colour("accent") if lit else None, width=1.4)
        row = PromptBox(spacing=gap(0.5), size_hint_y=0.68)
        row.add_widget(Picture(screen.desk.pictures, f"token:{offer}"))
        row.add_widget(FitLine(str(number), "display", "ink" if number else "soft", align="center"))
        self.add_widget(row)
        self.add_widget(FitLine(self.text, "label", "soft", align="center", size_hint_y=0.32))


def ship_way(screen: GameScreen) -> Widget:
    """The seven tiles in their order: those ahead, the one the ship is at, those behind it."""
    state = screen.state
    at = state.turn if state.phase in ("main", "turn_end", "interest") else state.turn - 1
    interest = {tile.name for tile in load_tiles() if tile.interest}
    # A narrow tile has room for its tokens and either the anchor or the coin; its frame says that the ship is there.
    narrow = screen.shell.width < dp(1200)
    side = 20 if narrow else 24
    row = GridLayout(cols=TURNS, spacing=gap(0.75), size_hint_y=None, height=dp(46))
    for number, tile in enumerate(state.tiles, 1):
        box = PromptBox(padding=(gap(0.5), 0), spacing=gap(0.25))
        box.test_id = f"tile:{number}"
        here = number == at
        paint(box, theme.colour("raised" if here else "panel"), line=theme.colour("accent") if here else None)
        if here and not (narrow and tile in interest):
            box.add_widget(Icon("anchor", "accent", 20, size_hint_x=None, width=dp(22)))
        if tile is None:
            box.add_widget(Line1("?", "label", "soft", align="center"))
        else:
            tokens = [(token, 1) for token in tile.split("+")]
            box.add_widget(TokenRow(screen.desk.pictures, tokens, side, numbers=False, pos_hint={"center_y": 0.5}))
            if tile in interest:
                box.add_widget(Icon("coin", "doubt", 18, size_hint_x=None, width=dp(20)))
        row.add_widget(box)
    return row
