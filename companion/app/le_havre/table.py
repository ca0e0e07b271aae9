"""The table: offers, the way of the ship, proposals, ships and buildings, everybody's goods, and what is to be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.le_havre.cards_area import harbour, owned
from companion.app.le_havre.feeding import feeding_panel
from companion.app.le_havre.game_screen import GameScreen
from companion.app.le_havre.offers import offers_grid, ship_way
from companion.app.le_havre.players import PlayersPanel
from companion.app.le_havre.round_card import Banner
from companion.app.steps import open_steps
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, Tappable
from companion.app.widgets.lists import inset
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.table_tools import StepButtons, Tool, padded
from companion.app.widgets.token_row import TokenRow
from companion.core.game import Refusal
from companion.games.le_havre.actions import Action, Borrow, EndRound, Enter, Feed, Repay, Supply, Take, TurnUp
from companion.games.le_havre.hints import hints
from companion.games.le_havre.names import tile_name
from companion.games.le_havre.options import special_left, supply_options
from companion.games.le_havre.shelf import shelf
from companion.words import Message, msg

SIDE = 330  # dp, the column beside the table
HARBOUR, PLAYERS = "harbour", "players"


class TableScreen(GameScreen):
    """The main screen during play; `tab` says whose cards are shown."""

    title = msg("Table")
    has_bar = False

    def build(self) -> None:
        """Banner above, the table below it, players and buttons beside (or under) it."""
        if self.state.phase == "setup":
            self.follow_soon()
            return
        self.add_widget(Banner(self))
        panel = PlayersPanel(self, 1 if self.wide else 2)
        people = inset(Scroll(panel, space=1))
        footer = Column(*self._advice(), self._doing(), self._history(), self._tools(), space=1)
        if self.wide:
            side = PromptBox(orientation="vertical", spacing=gap(1), size_hint_x=None)
            side.width = min(dp(SIDE) * (0.5 + 0.5 * theme.scale), self.shell.width * 0.38)
            side.add_widget(people)
            side.add_widget(footer)
            self.add_widget(padded(self._middle(), side, orientation="horizontal"))
        else:
            most = self.shell.height * 0.3
            people.size_hint_y, people.height = None, most

            def fit(_: Widget, height: float) -> None:
                people.height = min(most, height + gap(1))

            panel.bind(height=fit)
            self.add_widget(padded(self._middle(), people, footer, orientation="vertical"))

    def _middle(self) -> Widget:
        """What the phase is about: the table, or feeding, or the special building of the town."""
        match self.state.phase:
            case "feeding":
                return feeding_panel(self)
            case "town":
                return self._special()
        tabs = [(HARBOUR, self.say(msg("Harbour and town"))), (PLAYERS, self.say(msg("Players' cards")))]
        tab = str(self.args.setdefault("tab", HARBOUR))
        cards = inset(Scroll(*(harbour(self) if tab == HARBOUR else owned(self)), space=1.25))
        cards.scroll_y = self.args.get("scroll", 1.0)  # where one was before the last tap
        cards.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        box = PromptBox(orientation="vertical", spacing=gap(1))
        for widget in (offers_grid(self), ship_way(self), Choice(tabs, tab, self._open_tab, "tab"), cards):
            box.add_widget(widget)
        return box

    def _open_tab(self, tab: str) -> None:
        self.args.update(tab=tab, scroll=1.0)
        self.rebuild()

    def _special(self) -> Widget:
        left = set(special_left(self.state))
        picker = CardPicker(
            self.desk.pictures,
            shelf(self.state.printed),
            self.say,
            (),
            lambda cards: self.record(TurnUp(cards[0])) if cards else None,
            lambda card: card in left,
            most=1,
        )
        holder = PromptBox(orientation="vertical", spacing=gap(1))
        holder.add_widget(Text(self.say(msg("Tap the special building that was turned up.")), "heading", bold=True))
        holder.add_widget(picker)
        return holder

    def tell_move(self, news: str) -> None:
        """Nothing more: the buttons name the step."""

    def ways_out(self, refusal: Refusal, action: Action) -> Sequence[Widget]:
        """Who has loans may repay before something is refused for them; who lacks things may correct them."""
        if not isinstance(action, Enter | Take | Feed | Repay) or refusal.firm:
            return ()

        def correct() -> None:
            self.shell.close_dialogs()
            if isinstance(action, Take):
                self.shell.go("correct", game=self.session.id)
            else:
                self.shell.go("player", game=self.session.id, seat=int(action.seat))

        words = msg("Correct what {player} has", player=self.names[action.seat])
        if isinstance(action, Take):  # nothing lies there
            words = msg("Correct the table")
        return (Button(self.say(words), correct, "pen", "plain", test_id="correct-first"),)

    # --- what is to be done -------------------------------------------------------------------------------------------

    def _doing(self) -> Widget:
        """The next step as a large button; choices where there are some."""
        state = self.state
        match state.phase:
            case "supply":
                return self._supply(state.turn)
            case "turn_end" if state.turns_left:
                return self._supply(state.turn + 1)
            case "turn_end":
                return self._button(msg("End of round {round}", round=state.round), EndRound(), "end-round", "flag")
            case "interest":
                return Column(
                    *(
                        self._button(
                            msg("{player} takes a loan", player=self.names[seat]), Borrow(seat), f"borrow:{seat}"
                        )
                        for seat in state.due
                    )
                )
            case "over":
                words = self.say(msg("Show the result"))
                show = lambda: self.shell.replace("result", game=self.session.id)  # noqa: E731
                return Button(words, show, "trophy", "primary", "heading", test_id="show-result", grow=1.4)
            case "main" | "last":
                hint = self.say(msg("Tap an offer, or a building with a frame."))
                return Panel(Text(hint, "label", "soft", align="center"), pad=1.5)
            case _:
                return Widget(size_hint_y=None, height=0)

    def _advice(self) -> list[Widget]:
        """What the table might overlook."""
        return [Text(self.say(hint), "caption", "doubt", test_id="hint") for hint in hints(self.state)]

    def _button(self, words: Message, action: Action, test_id: str, icon: str = "check") -> Button:
        return Button(
            self.say(words), partial(self.record, action), icon, "primary", "heading", test_id=test_id, grow=1.3
        )

    def _supply(self, turn: int) -> Widget:
        """The tile that the ship reaches; asked for while it lies face down."""
        options = list(supply_options(self.state, turn))
        seat = options[0].seat
        name = self.names[seat]
        if len(options) == 1:
            tile = options[0].tile or self.state.tiles[turn - 1] or ""
            words = msg("{player} begins: {tokens}", player=name, tokens=tile_name(tile))
            return self._button(words, options[0], "supply", "anchor")
        grid = GridLayout(cols=4 if len(options) > 3 else 3, spacing=gap(0.75), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for option in options:
            grid.add_widget(TileButton(self, option))
        question = self.say(msg("{player} begins: which tile is turned up?", player=name))
        return Column(Text(question, "label", bold=True), grid, space=0.75)

    # --- beside -------------------------------------------------------------------------------------------------------

    def _history(self) -> Widget:
        steps = StepButtons(self.undo, self.redo, upright=self.wide and not self.is_low)
        steps.show(self.undo_words(), self.redo_words())
        return steps

    def _tools(self) -> Widget:
        game = self.session.id
        tools = GridLayout(cols=5, spacing=gap(0.75), size_hint_y=None)
        tools.bind(minimum_height=tools.setter("height"))
        for icon, text, tap, test_id in (
            ("scales", msg("Arbiter"), lambda: self.shell.go("arbiter", game=game), "arbiter"),
            ("clock", msg("Steps"), lambda: open_steps(self), "steps"),
            ("pen", msg("Correct"), lambda: self.shell.go("correct", game=game), "correct"),
            ("trophy", msg("Score"), lambda: self.shell.go("score_hand", game=game, seat=0), "score"),
            ("turn", msg("Turn"), self.turn, "turn"),
        ):
            tools.add_widget(Tool(icon, self.say(text), tap, test_id))
        return tools


class TileButton(Tappable):
    """A supply tile that may lie there: its two tokens."""

    def __init__(self, screen: GameScreen, option: Supply) -> None:
        super().__init__(
            partial(screen.record, option),
            f"supply:{option.tile}",
            orientation="vertical",
            padding=gap(0.75),
            size_hint_y=None,
            height=theme.target(),
        )
        self.text = screen.say(msg("{tokens}", tokens=tile_name(option.tile or "")))
        paint(self, theme.colour("raised"), line=theme.colour("accent"))
        tokens = [(token, 1) for token in (option.tile or "").split("+")]
        row = TokenRow(screen.desk.pictures, tokens, 30, numbers=False, size_hint_x=None, width=dp(66))
        row.pos_hint = {"center_x": 0.5}
        for widget in (Widget(), row, Widget()):
            self.add_widget(widget)
