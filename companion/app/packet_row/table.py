"""The table: four boards as they lie there, whose decision it is, one tap for every decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS
from companion.app.packet_row.board_view import BoardView
from companion.app.packet_row.parts.banner import Banner
from companion.app.packet_row.parts.boards import table_looks
from companion.app.packet_row.parts.correct_board import open_boards
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.packet_row.parts.players import PlayersPanel
from companion.app.steps import open_steps
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.table_tools import StepButtons, Tool, padded
from companion.core.game import Refusal
from companion.games.packet_row.actions import Action, Choose, Decline, Pass, Take
from companion.words import msg

SIDE = 324  # dp, the column beside the boards


class TableScreen(GameScreen):
    """The main screen during play; after a decision only what has changed is made anew."""

    title = msg("Table")
    has_bar = False

    def build(self) -> None:
        """Banner above, boards below it, players and buttons beside (or under) the boards."""
        self._is_built = self.state.to_act is not None
        if not self._is_built:
            self.follow_soon()
            return
        looks = table_looks(self, self.record)
        self._boards = {
            area: BoardView(self.desk.pictures, looks[area], on_tap=partial(self.choose, area)) for area in AREAS
        }
        self._banner = Banner(self)
        self._players = PlayersPanel(self, 1 if self.wide else 2)
        self._actions = Column()
        self._history = StepButtons(self.undo, self.redo, upright=not self.is_low)
        self._decision: tuple[str, bool] | None = None
        self._show_actions()
        self._history.show(self.undo_words(), self.redo_words())
        self._arrange()

    def _arrange(self) -> None:
        boards = GridLayout(cols=2, spacing=gap(1))
        for view in self._boards.values():
            boards.add_widget(view)
        self.add_widget(self._banner)
        people = Scroll(self._actions, self._players, space=1 if self.wide else 1.5)
        footer = Column(self._history, self._tools(), space=1)
        if self.wide:
            side = PromptBox(orientation="vertical", spacing=gap(1), size_hint_x=None)
            side.width = min(dp(SIDE) * (0.45 + 0.55 * theme.scale), self.shell.width * 0.36)
            side.add_widget(people)
            side.add_widget(footer)
            self.add_widget(padded(boards, side, orientation="horizontal"))
        else:
            boards.size_hint_y = None
            boards.height = min(self.shell.width * 0.69, self.shell.height * 0.5)
            self.add_widget(padded(boards, people, footer, orientation="vertical"))

    def follow(self) -> None:
        """After a decision: the same table as it is now, or the screen where the game goes on."""
        if self.state.to_act is None or not self._is_built:
            super().follow()
            return
        for area, look in table_looks(self, self.record).items():
            self._boards[area].show(look)
        self._banner.update()
        self._players.update()
        self._show_actions()
        self._history.show(self.undo_words(), self.redo_words())

    def tell_move(self, news: str) -> None:
        """Nothing more: the buttons name the step, and a note would lie over the cards of the next decision."""

    # --- decisions ----------------------------------------------------------------------------------------------------

    def choose(self, area: str) -> None:
        """The harbour master names this area; a tap beside the cards of the area in question means nothing."""
        if self.state.area != area:
            self.record(Choose(area))

    def decide(self) -> None:
        """What the large button says: the player declines, or the harbour master ends the round."""
        action = self._without_card()
        if action is not None:
            self.record(action)

    def _without_card(self) -> Decline | Pass | None:
        """What can be decided without a card; nothing while an area is chosen."""
        state = self.state
        if state.to_act is None or state.phase == "choose":
            return None
        ends = state.phase == "master" and state.others_have_taken()
        return Pass(state.to_act) if ends else Decline(state.to_act)

    def ways_out(self, refusal: Refusal, action: Action) -> Sequence[Widget]:
        """Who cannot pay may first cash money cards or fulfil contracts (C1, M1)."""
        if not isinstance(action, Take) or refusal.rule != "R4":
            return ()

        def open_cards() -> None:
            self.shell.close_dialogs()
            self.shell.go("my_cards", game=self.session.id, seat=int(action.seat))

        text = self.say(msg("First cash money or fulfil contracts"))
        return (Button(text, open_cards, icon="coin", kind="primary", test_id="first-cash"),)

    # --- beside the boards --------------------------------------------------------------------------------------------

    def _show_actions(self) -> None:
        """The large button, or a word on what to tap."""
        action = self._without_card()
        decision = (type(action).__name__, action is not None and self.refusal(action) is None)
        if decision == self._decision:
            return
        self._decision = decision
        self._actions.clear_widgets()
        if action is None:
            words = self.say(msg("Tap the board of the area."))
            self._actions.add_widget(Panel(Text(words, "heading", "soft", align="center"), pad=2.5))
            return
        ends = isinstance(action, Pass)
        self._actions.add_widget(
            Button(
                self.say(msg("Passes, round ends") if ends else msg("Declines")),
                self.decide,
                kind="primary" if decision[1] else "quiet",
                level="heading" if self.large_letters or ends else "title",
                grow=1.1 if self.is_low else 1.7,
                test_id="pass" if ends else "decline",
            )
        )
        if ends and decision[1]:
            hint = self.say(msg("Or tap a card here, or another board."))
            self._actions.add_widget(Text(hint, "body", "soft", align="center"))

    def _tools(self) -> Widget:
        """The other screens and what is rarely needed."""
        in_two_rows = self.wide and not self.is_low and len(self.names) <= 4  # else the players need the height
        tools = GridLayout(cols=3 if in_two_rows else 6, spacing=gap(0.75), size_hint_y=None)
        tools.bind(minimum_height=tools.setter("height"))
        for icon, text, tap, test_id in (
            ("camera", msg("Watch"), lambda: self.shell.go("follow", game=self.session.id), "follow"),
            ("eye", msg("Cards"), lambda: self.shell.go("my_cards", game=self.session.id), "my-cards"),
            ("scales", msg("Arbiter"), lambda: self.shell.go("arbiter", game=self.session.id), "arbiter"),
            ("clock", msg("Steps"), lambda: open_steps(self), "steps"),
            ("pen", msg("Correct"), lambda: open_boards(self), "correct-board"),
            ("turn", msg("Turn"), self.turn, "turn"),
        ):
            tools.add_widget(Tool(icon, self.say(text), tap, test_id))
        return tools
