"""After the round: what to put where, board by board, and which new cards came from the decks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.packet_row.board_view import card_picture
from companion.app.packet_row.parts.card_entry import CardEntry, Entries, follow_button, scan_button
from companion.app.packet_row.parts.game_screen import GameScreen, capital
from companion.app.theme import Level, gap
from companion.app.widgets.basic import Panel, Row, Text
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.cards import SHAPE
from companion.app.widgets.seats import SeatBadge
from companion.games.packet_row.actions import Refill
from companion.games.packet_row.guide import (
    RefillStep,
    after_refill,
    boards_due,
    cards_on,
    read_entries,
    refill_headline,
    refill_spaces,
    refill_steps,
)
from companion.games.packet_row.numbers import SPACES
from companion.words import msg

DRAFT = "refill"
SMALL = 30  # dp, the width of a card beside its words


class RefillScreen(GameScreen):
    """One board after the other; whatever was entered is on disk at once."""

    title = msg("Refill")

    def heading(self) -> str:
        """What stands in the bar."""
        return self.say(msg("Round {round} is over: refill", round=self.state.round))

    def bar_buttons(self) -> Sequence[Widget]:
        """The camera may follow instead; undo and redo."""
        return (follow_button(self), *super().bar_buttons())

    def build(self) -> None:
        """The board that is open: words, picture, cards to tap."""
        due = boards_due(self.state)
        if not due:
            self.follow_soon()
            return
        area = self.args.get("area")
        area = area if area in due else due[0]
        if len(due) > 1:
            options = [(name, self.area_title(name)) for name in due]
            ways = GridLayout(cols=1, padding=(gap(1.5), gap(1), gap(1.5), 0), size_hint_y=None)
            ways.bind(minimum_height=ways.setter("height"))
            ways.add_widget(Choice(options, area, self._open, "due"))
            self.add_widget(ways)
        self.add_widget(self._entry(area))

    def _open(self, area: str) -> None:
        self.args["area"] = area
        self.rebuild()

    def _entered(self, area: str) -> Entries:
        return read_entries(self.draft(f"{DRAFT}:{area}"), refill_spaces(self.state, area))

    def _entry(self, area: str) -> Widget:
        state = self.state
        board = state.areas[area]
        order = refill_spaces(state, area)
        lying = {space: str(card) for space, card in zip(SPACES, board.future, strict=False)}

        def keep(entries: Entries) -> None:
            self.keep(f"{DRAFT}:{area}", dict(entries))

        def scanned(spaces: dict[tuple[str, str], str | None]) -> None:
            found = {space: card for (name, space), card in spaces.items() if name == area and card and space in order}
            keep({**self._entered(area), **found})
            self.shell.refresh_soon()

        def buttons(entries: Entries) -> Sequence[Widget]:
            ready = all(space in entries for space in order)
            done = Button(
                self.say(msg("Done, next")),
                partial(self._done, area),
                icon="check",
                kind="primary",
                test_id="refill",
                enabled=ready,
            )
            return (done, scan_button(self, [area], scanned)) if order else (done,)

        return CardEntry(
            self, area, order, self._entered(area), keep, buttons, self._words(area), lying, deck=board.deck
        )

    def _words(self, area: str) -> Sequence[Widget]:
        """What to do, in order, each with the cards or pawns it is about."""
        level: Level = "label" if self.is_low else "heading"
        headline = Text(capital(self.say(refill_headline(self.state, area))), level, bold=True, test_id="headline")
        if not self.is_low:
            return (Panel(headline, *self._steps(area), space=1, pad=1.5),)
        headline.pos_hint = {"center_y": 0.5}
        return (Row(headline, Button(icon="info", on_tap=partial(self._tell, area), test_id="refill-steps"), hug=True),)

    def _steps(self, area: str) -> list[Widget]:
        return [self._step(number, step) for number, step in enumerate(refill_steps(self.state, area), 1)]

    def _tell(self, area: str) -> None:
        """Where there is no room beside the board, the steps come over it."""
        self.shell.ask(capital(self.say(refill_headline(self.state, area))), self._steps(area))

    def _step(self, number: int, step: RefillStep) -> Widget:
        words = self.say(msg("{number}. {title}", number=number, title=step.text))
        things: list[Widget] = [card_picture(self.desk.pictures, str(card), dp(SMALL)) for card in step.cards]
        things += [SeatBadge(self.names[seat], self.colours[seat], 34) for seat in step.seats]
        row = Row(Text(words, "body", pos_hint={"center_y": 0.5}), *things, space=0.5, hug=True)
        if not things:
            return row
        row.size_hint_y, row.height = None, dp(SMALL) * SHAPE
        return Row(row, height=max(dp(SMALL) * SHAPE, dp(48)))

    def _done(self, area: str) -> None:
        entries = self._entered(area)
        refill = Refill(area, cards_on(entries, "current"), cards_on(entries, "future"))
        self.record(refill, done=partial(self._recorded, f"{DRAFT}:{area}:{self.args['game']}:{self.state.round}"))

    def _recorded(self, draft: str) -> None:
        """On to the next board, or to what the end of the round brings."""
        self.drafts.drop(draft)
        news = self.say(after_refill(self.state)) if self.state.phase != "refill" else ""
        self.follow()
        if news:
            self.shell.note(news)
