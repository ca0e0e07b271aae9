"""A game again, step by step: the four boards as they lay, who had what, and what happened in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS, Card
from companion.app.packet_row.board_view import BoardLook, BoardView, SpaceLook
from companion.app.shell import Route, Screen, Shell
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Line1, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, Tappable
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.lists import inset
from companion.app.widgets.seats import SeatBadge
from companion.app.widgets.slider import StepSlider
from companion.games.packet_row.guide import public_words
from companion.games.packet_row.names import AREA_NAMES, card_name
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.state import State
from companion.words import msg

SECONDS = 1.5  # between steps while it plays by itself


class ReplayScreen(Screen):
    """`game` says which game, `step` how many steps are done; hands are open only when the game is over."""

    title = msg("Replay")
    in_game = True

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self.session = self.desk.session(self.args["game"])
        self._colours = self.desk.seat_colours(self.session.setup)
        self._playing: Any = None

    def heading(self) -> str:
        """Which game."""
        return self.session.name

    def closed(self) -> None:
        """Stop playing."""
        self._stop()

    def paused(self) -> None:
        """Stop playing."""
        self._stop()

    @property
    def step(self) -> int:
        """How many steps are done."""
        return min(int(self.args.get("step", 0)), len(self.session.steps))

    def build(self) -> None:
        """Boards beside (or above) the words; below them the way through the game."""
        state = self.session.state_after(self.step)
        boards = GridLayout(cols=2, spacing=gap(0.5))
        self._boards = {area: BoardView(self.desk.pictures, self._look(state, area)) for area in AREAS}
        for board in self._boards.values():
            boards.add_widget(board)
        self._words = inset(Scroll(space=1.5))
        body = PromptBox(orientation="horizontal" if self.wide else "vertical", padding=gap(1), spacing=gap(1.5))
        if self.wide:
            boards.size_hint_x, self._words.size_hint_x = 0.62, 0.38
        else:
            boards.size_hint_y, self._words.size_hint_y = None, 1
            boards.height = (self.shell.width - gap(2.5)) * 0.69
        body.add_widget(boards)
        body.add_widget(self._words)
        self.add_widget(body)
        self.add_widget(self._controls())
        self._show_words(state)

    # --- the table at this step ---------------------------------------------------------------------------------------

    def _look(self, state: State, name: str) -> BoardLook:
        area = state.areas[name]
        names = state.setup.players
        pawns = {
            player.pawn.space: (names[seat], self._colours[seat])
            for seat, player in enumerate(state.players)
            if player.pawn is not None and player.pawn.area == name
        }
        spaces = {
            space: SpaceLook(pawn=pawns.get(space))
            if card is None
            else SpaceLook(str(card), partial(self.show_card, card), pawn=pawns.get(space))
            for space, card in zip(SPACES, area.spaces, strict=True)
        }
        chips = ((self.say(msg("short")), "bad"),) if area.short else ()
        title = self.say(AREA_NAMES[name])
        frame = "accent" if state.area == name else ""
        return BoardLook(name, title[:1].upper() + title[1:], spaces, area.deck, area.discard, chips, frame)

    def _show_words(self, state: State) -> None:
        column = self._words.column
        column.clear_widgets()
        setup = state.setup
        round_words = msg(
            "Round {round}, harbour master {master}", round=state.round, master=setup.players[state.harbour_master]
        )
        panel = Panel(Text(self.say(round_words), "caption", "soft"), space=1, line="accent")
        panel.add_widget(Text(self._happened(), "heading", bold=True, test_id="happened"))
        rule = self.session.steps[self.step - 1].overridden if self.step else None
        if rule is not None:
            agreed = msg("By agreement of the table, against rule {rule}", rule=rule)
            panel.add_widget(Text(self.say(agreed), "body", "doubt"))
        column.add_widget(panel)
        players = GridLayout(cols=1 if self.wide else 2, spacing=gap(1), size_hint_y=None)
        players.bind(minimum_height=players.setter("height"))
        for seat in range(len(setup.players)):
            players.add_widget(PlayerRow(self, state, seat, self._colours[seat]))
        column.add_widget(players)

    def _happened(self) -> str:
        if self.step == 0:
            return self.say(msg("Before the first step"))
        done = self.session.steps[self.step - 1]
        if self.session.state.over:
            return self.say(done.text)
        return self.say(public_words(self.session.journal.events[done.number], done.text))

    def show_card(self, card: Card) -> None:
        """A card so large that it can be read across the table."""
        tile = CardTile(self.desk.pictures, str(card), min(dp(260), self.shell.height * 0.36))
        middle = Row(Widget(), tile, Widget(), height=tile.height)
        name = self.say(card_name(card))
        self.shell.ask(name[:1].upper() + name[1:], [middle], test_id="card-dialog")

    def show_hand(self, seat: int) -> None:
        """The cards of a player at this step; the hands of a game in play stay hidden."""
        name = self.session.setup.players[seat]
        if not self.session.state.over:
            self.shell.note(self.say(msg("Hands stay hidden until the game is over.")))
            return
        cards = self.session.state_after(self.step).players[seat].cards
        tiles = [CardTile(self.desk.pictures, str(card), dp(84)) for card in cards]
        content: Sequence[Widget] = [Flow(tiles)] if tiles else [Text(self.say(msg("No cards.")))]
        self.shell.ask(self.say(msg("Cards of {player}", player=name)), content, width_dp=720, test_id="hand-dialog")

    # --- the way through ----------------------------------------------------------------------------------------------

    def _controls(self) -> Widget:
        last = len(self.session.steps)
        self._slider = StepSlider(last, self.step, self.go_to, "slider")
        self._count = Line1("", "body", "soft", align="center", size_hint_x=None, width=theme.size("body") * 5.5)
        self._play = PromptBox(size_hint=(None, None), size=(theme.target(), theme.target()))
        self._show_play()
        buttons = [
            Button(icon="back", on_tap=lambda: self.go_to(self.step - 1), test_id="previous"),
            self._play,
            Button(icon="next", on_tap=lambda: self.go_to(self.step + 1), test_id="next"),
        ]
        bar = Row(*buttons, self._slider, self._count, height=theme.target(1.15), pad=0.5, space=1)
        paint(bar, theme.colour("panel"), radius=0)
        self._show_count()
        return bar

    def _show_count(self) -> None:
        self._count.text = f"{self.step} / {len(self.session.steps)}"

    def go_to(self, step: int) -> None:
        """Show the table after so many steps."""
        step = max(0, min(step, len(self.session.steps)))
        if step == self.args.get("step", 0):
            return
        self.args["step"] = step
        self._slider.show(step)
        self._show_count()
        state = self.session.state_after(step)
        for area, board in self._boards.items():
            board.show(self._look(state, area))
        self._show_words(state)

    def _show_play(self) -> None:
        icon = "play" if self._playing is None else "pause"
        self._play.clear_widgets()
        self._play.add_widget(Button(icon=icon, on_tap=self._toggle, kind="primary", test_id=icon))

    def _toggle(self) -> None:
        if self._playing is not None:
            self._stop()
            return
        if self.step == len(self.session.steps):
            self.go_to(0)
        self._playing = Clock.schedule_interval(self._play_on, SECONDS)
        self._show_play()

    def _play_on(self, _: float) -> None:
        self.go_to(self.step + 1)
        if self.step == len(self.session.steps):
            self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
            self._show_play()


class PlayerRow(Tappable):
    """A player at one step: money and how many cards."""

    def __init__(self, screen: ReplayScreen, state: State, seat: int, colour: str) -> None:
        name, player = state.setup.players[seat], state.players[seat]
        super().__init__(
            lambda: screen.show_hand(seat), f"player:{name}", orientation="horizontal", padding=gap(1), spacing=gap(1)
        )
        self.size_hint_y, self.height = None, theme.target(1.15)
        self.text = name
        decides = state.to_act == seat
        paint(self, theme.colour("raised" if decides else "panel"), line=theme.colour("accent") if decides else None)
        self.add_widget(SeatBadge(name, colour, 38))
        self.add_widget(Line1(name, "label", bold=decides))
        self.add_widget(Icon("cards", "soft", 22, size_hint_x=None, width=dp(26)))
        self.add_widget(self._number(str(len(player.cards)), 1.6, "soft"))
        self.add_widget(self._number(screen.say(msg("${money}", money=player.money)), 3.2, "accent"))

    def _number(self, text: str, wide: float, colour: str) -> Widget:
        width = theme.size("label") * wide
        return Line1(text, "label", colour, bold=True, align="right", size_hint_x=None, width=width)
