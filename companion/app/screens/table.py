"""The table: four boards as they lie there, whose decision it is, one tap for every decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.app import App
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS
from companion.app.table_parts.banner import banner
from companion.app.table_parts.boards import table_looks
from companion.app.table_parts.correct_board import open_boards
from companion.app.table_parts.game_screen import GameScreen
from companion.app.table_parts.players import players_panel
from companion.app.table_parts.steps import open_steps
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Scroll, Text, paint
from companion.app.widgets.board_view import BoardView
from companion.app.widgets.buttons import Button, Icon, Tap, Tappable
from companion.app.widgets.fit_line import FitLine
from companion.core.game import Refusal
from companion.games.packet_row.actions import Action, Choose, Decline, Pass, Take
from companion.words import msg

SIDE = 300  # dp, the column beside the boards


class TableScreen(GameScreen):
    """The main screen during play."""

    title = msg("Table")
    has_bar = False

    def build(self) -> None:
        """Banner above, boards below it, players and buttons beside (or under) the boards."""
        if self.state.to_act is None:
            self.follow_soon()
            return
        self.add_widget(banner(self))
        boards = self._boards()
        if self.wide:
            side = BoxLayout(orientation="vertical", spacing=gap(1), size_hint_x=None)
            side.width = dp(SIDE) * (0.45 + 0.55 * theme.scale)
            side.add_widget(Scroll(self._actions(), players_panel(self), space=1))
            side.add_widget(self._footer())
            self.add_widget(_padded(boards, side, orientation="horizontal"))
        else:
            boards.size_hint_y = None
            boards.height = min(self.shell.width * 0.69, self.shell.height * 0.5)
            columns = 1 if self.large_letters else 2
            below = Scroll(self._actions(), players_panel(self, columns), space=1.5)
            self.add_widget(_padded(boards, below, self._footer(), orientation="vertical"))

    # --- boards -------------------------------------------------------------------------------------------------------

    def _boards(self) -> Widget:
        grid = GridLayout(cols=2, spacing=gap(1))
        looks = table_looks(self, self.take)
        for area in AREAS:
            grid.add_widget(BoardView(self.desk.pictures, looks[area], on_tap=partial(self.choose, area)))
        return grid

    def take(self, take: Take) -> None:
        """The player who decides takes this card."""
        self.record(take)

    def choose(self, area: str) -> None:
        """The harbour master names this area; a tap beside the cards of the area in question means nothing."""
        if self.state.area != area:
            self.record(Choose(area))

    def ways_out(self, refusal: Refusal, action: Action) -> Sequence[Widget]:
        """Who cannot pay may first cash money cards or fulfil contracts (C1, M1)."""
        if not isinstance(action, Take) or refusal.rule != "R4":
            return ()

        def open_cards() -> None:
            self.shell.close_dialogs()
            self.shell.go("my_cards", game=self.session.id, seat=int(action.seat))

        text = self.say(msg("First cash money or fulfil contracts"))
        return (Button(text, open_cards, icon="coin", kind="primary", test_id="first-cash"),)

    # --- beside them --------------------------------------------------------------------------------------------------

    def _actions(self) -> Widget:
        """What is decided without a card."""
        state = self.state
        if state.to_act is None or state.phase == "choose":
            words = self.say(msg("Tap the board of the area."))
            return Panel(Text(words, "heading", "soft", align="center"), pad=2.5)
        column = Column(space=1)
        if state.phase == "master" and state.others_have_taken():
            passes = Pass(state.to_act)
            column.add_widget(self._decision(self.say(msg("Passes, round ends")), passes, "pass"))
            if self.refusal(passes) is None:
                hint = self.say(msg("Or tap a card here, or another board."))
                column.add_widget(Text(hint, "body", "soft", align="center"))
                return column
        else:
            column.add_widget(self._decision(self.say(msg("Declines")), Decline(state.to_act), "decline"))
        return column

    def _decision(self, text: str, action: Action, test_id: str) -> Button:
        legal = self.refusal(action) is None
        return Button(
            text,
            lambda: self.record(action),
            kind="primary" if legal else "quiet",
            level="title" if not self.large_letters else "heading",
            grow=1.7,
            test_id=test_id,
        )

    def _footer(self) -> Widget:
        """The way back and forth with its words, and the other screens."""
        column = Column(space=1)
        undo, redo = self.undo_words(), self.redo_words()
        if undo:
            column.add_widget(Button(undo, self.undo, icon="undo", kind="quiet", level="body", test_id="undo"))
        if redo:
            column.add_widget(Button(redo, self.redo, icon="redo", kind="quiet", level="body", test_id="redo"))
        tools = GridLayout(cols=3 if self.large_letters and self.wide else 5, spacing=gap(0.75), size_hint_y=None)
        tools.bind(minimum_height=tools.setter("height"))
        for icon, text, tap, test_id in (
            ("eye", msg("Cards"), lambda: self.shell.go("my_cards", game=self.session.id), "my-cards"),
            ("scales", msg("Arbiter"), lambda: self.shell.go("arbiter", game=self.session.id), "arbiter"),
            ("clock", msg("Steps"), lambda: open_steps(self), "steps"),
            ("pen", msg("Correct"), lambda: open_boards(self), "correct-board"),
            ("turn", msg("Turn"), self.turn, "turn"),
        ):
            tools.add_widget(Tool(icon, self.say(text), tap, test_id))
        column.add_widget(tools)
        return column

    def turn(self) -> None:
        """A quarter turn, for whoever sits there."""
        turntable = App.get_running_app().turntable
        turntable.turn(turntable.turns + 1)


class Tool(Tappable):
    """A small button: an icon with its word below."""

    def __init__(self, icon: str, text: str, on_tap: Tap, test_id: str) -> None:
        super().__init__(
            on_tap,
            test_id,
            orientation="vertical",
            padding=gap(0.5),
            spacing=gap(0.25),
            size_hint_y=None,
            height=theme.target(1.05),
        )
        self.text = text
        paint(self, theme.colour("panel"))
        self.add_widget(Icon(icon, "accent", 26))
        self.add_widget(FitLine(text, "caption", "soft", align="center", size_hint_y=0.45))


def _padded(*children: Widget, orientation: str) -> BoxLayout:
    box = BoxLayout(orientation=orientation, padding=gap(1), spacing=gap(1))
    for child in children:
        box.add_widget(child)
    return box
