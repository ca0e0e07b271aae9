"""Set-up: the physical table as a checklist, then the cards of each board, then the starting contracts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS
from companion.app.packet_row.board_view import ASPECT, BoardLook, BoardView, SpaceLook, card_picture
from companion.app.packet_row.parts.card_entry import CardEntry, Entries, follow_button, scan_button
from companion.app.packet_row.parts.correct_board import correction
from companion.app.packet_row.parts.deal import deal_rows
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Row, Scroll, Text, level, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, Tap, Tappable
from companion.app.widgets.cards import SHAPE
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.seats import SeatBadge
from companion.games.packet_row.actions import Reveal
from companion.games.packet_row.guide import SetupStep, cards_on, read_entries, reveal_spaces, setup_steps
from companion.games.packet_row.numbers import SPACES
from companion.words import msg

DRAFT = "set_up"
CHECKLIST, CONTRACTS = "checklist", "contracts"
PAGES = (CHECKLIST, *AREAS, CONTRACTS)


class SetUpScreen(GameScreen):
    """Page by page; every tick and every card is on disk at once."""

    title = msg("Set-up")

    def heading(self) -> str:
        """What stands in the bar."""
        if area := self.args.get("correct"):
            return self.say(msg("Correct: {area}", area=self.area_title(area)))
        return super().heading()

    def bar_buttons(self) -> Sequence[Widget]:
        """The camera may follow instead; undo and redo."""
        return (follow_button(self), *super().bar_buttons()) if self.state.phase == "setup" else super().bar_buttons()

    def build(self) -> None:
        """The page that is open."""
        if area := self.args.get("correct"):
            self.add_widget(correction(self, area))
            return
        page = self._page()
        self.add_widget(self._ways(page))
        if page == CHECKLIST:
            self.add_widget(self._checklist())
        elif page == CONTRACTS:
            self.add_widget(self._contracts())
        elif self.state.areas[page].drawn is None:
            self.add_widget(self._entry(page))
        else:
            self.add_widget(self._laid_out(page))

    # --- pages --------------------------------------------------------------------------------------------------------

    def _page(self) -> str:
        if self.state.phase != "setup" and self.args.get("page") != CHECKLIST:
            return self.args.get("page") or CONTRACTS
        page = self.draft(DRAFT).get("page")
        return page if isinstance(page, str) and page in PAGES else CHECKLIST

    def open(self, page: str) -> None:
        """Go to another page."""
        self.args["page"] = page
        self.keep(DRAFT, {**self.draft(DRAFT), "page": page})
        self.rebuild()

    def _next(self) -> None:
        """The first board that is not laid out, else the starting contracts."""
        self.open(next((area for area in AREAS if self.state.areas[area].drawn is None), CONTRACTS))

    def _ways(self, page: str) -> Widget:
        """All pages, done ones with a tick."""
        grid = GridLayout(cols=6 if self.wide else 3, spacing=gap(0.75), padding=gap(1), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for name in PAGES:
            title = self._page_title(name)
            grid.add_widget(Way(title, name == page, self._is_done(name), partial(self.open, name), name))
        return grid

    def _page_title(self, page: str) -> str:
        if page == CHECKLIST:
            return self.say(msg("Checklist"))
        return self.say(msg("Contracts")) if page == CONTRACTS else self.area_title(page)

    def _is_done(self, page: str) -> bool:
        if page == CHECKLIST:
            return all(step.id in self._ticks() for step in setup_steps(self.session.setup))
        if page == CONTRACTS:
            return all(player.dealt for player in self.state.players)
        return self.state.areas[page].drawn is not None

    # --- checklist ----------------------------------------------------------------------------------------------------

    def _ticks(self) -> list[str]:
        ticks = self.draft(DRAFT).get("ticks")
        return [tick for tick in ticks if isinstance(tick, str)] if isinstance(ticks, list) else []

    def tick(self, step: str) -> None:
        """A step is done, or not yet."""
        ticks = self._ticks()
        ticks = [tick for tick in ticks if tick != step] if step in ticks else [*ticks, step]
        self.keep(DRAFT, {**self.draft(DRAFT), "ticks": ticks})
        self.rebuild()

    def _checklist(self) -> Widget:
        steps = setup_steps(self.session.setup)
        two = self.wide and not self.large_letters
        grid = GridLayout(cols=2 if two else 1, spacing=gap(1.5), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        ticks = self._ticks()
        rows = [StepRow(self, number, step, step.id in ticks) for number, step in enumerate(steps, 1)]
        for row in rows:
            grid.add_widget(row)
        for first in range(0, len(rows), grid.cols):
            level(*rows[first : first + grid.cols])
        go_on = Button(
            self.say(msg("The table is ready: enter the cards")),
            self._next,
            icon="next",
            kind="primary",
            test_id="to-boards",
        )
        missing = [area for area in AREAS if self.state.areas[area].drawn is None]
        scan = scan_button(self, missing, self._scanned, size_hint_x=0.35)
        return _page(Scroll(grid, pad=1.5), Row(go_on, scan, hug=True) if missing else go_on)

    def _scanned(self, spaces: dict[tuple[str, str], str | None]) -> None:
        """What the camera has read is kept as if it had been tapped, for everybody to look over."""
        order = reveal_spaces(self.session.setup)
        for area in {board for board, _ in spaces}:
            if area in AREAS and self.state.areas[area].drawn is None:
                found = {space: card for (board, space), card in spaces.items() if board == area and card}
                entries = read_entries({**self._entered(area), **found}, order)
                self.keep(f"{DRAFT}:{area}", dict(entries))
        first = next((area for area in AREAS if self.state.areas[area].drawn is None), CONTRACTS)
        if self._page() == CHECKLIST:
            self.keep(DRAFT, {**self.draft(DRAFT), "page": first})
        self.shell.refresh_soon()

    # --- boards -------------------------------------------------------------------------------------------------------

    def _entered(self, area: str) -> Entries:
        return read_entries(self.draft(f"{DRAFT}:{area}"), reveal_spaces(self.session.setup))

    def _entry(self, area: str) -> Widget:
        def keep(entries: Entries) -> None:
            self.keep(f"{DRAFT}:{area}", dict(entries))

        def done() -> None:
            entries = self._entered(area)
            reveal = Reveal(area, cards_on(entries, "future"), cards_on(entries, "current"))
            self.record(reveal, done=lambda: self._laid(area))

        order = reveal_spaces(self.session.setup)

        def buttons(entries: Entries) -> Sequence[Widget]:
            ready = all(space in entries for space in order)
            text = self.say(msg("Done, next"))
            return (
                Button(text, done, icon="check", kind="primary", test_id="reveal", enabled=ready),
                scan_button(self, [area], self._scanned),
            )

        hint = self.say(
            msg("Which cards lie on this board? Tap them in the order of the spaces, the upper ones first.")
        )
        words = (Text(hint, "body", "soft"),)
        return CardEntry(self, area, order, self._entered(area), keep, buttons, words, deck=self.state.areas[area].deck)

    def _laid(self, area: str) -> None:
        self.drop(f"{DRAFT}:{area}")
        self._next()

    def _laid_out(self, area: str) -> Widget:
        board = self.state.areas[area]
        spaces = {space: SpaceLook(str(card or "")) for space, card in zip(SPACES, board.spaces, strict=True)}
        look = BoardLook(area, self.area_title(area), spaces, deck=board.deck)
        view = BoardView(self.desk.pictures, look, size_hint_y=None)
        view.height = min(self.shell.width / ASPECT, self.shell.height * 0.6)
        words = Text(self.say(msg("This board is laid out.")), "body", "soft", align="center")
        correct = Button(
            self.say(msg("Correct a board")),
            lambda: self.shell.go("set_up", game=self.session.id, correct=area),
            icon="pen",
            kind="quiet",
            test_id="correct-board",
        )
        go_on = Button(self.say(msg("Next")), self._next, icon="next", kind="primary", test_id="next")
        return _page(Scroll(view, words, pad=1.5), correct, go_on)

    # --- starting contracts -------------------------------------------------------------------------------------------

    def _contracts(self) -> Widget:
        hint = self.say(
            msg("Who likes may enter the starting contract in secret; the fulfilment assistant then counts with it.")
        )
        missing = self.state.phase == "setup"
        text = self.say(msg("Lay out the boards first") if missing else msg("Start playing"))
        play = Button(text, self._next if missing else self.play, icon="play", kind="primary", test_id="play")
        return _page(Scroll(Text(hint, "body", "soft"), *deal_rows(self), pad=1.5), play)

    def play(self) -> None:
        """On to the table."""
        super().follow()

    def follow(self) -> None:
        """After undo and redo the set-up stays open."""
        self.rebuild()


def _page(body: Widget, *buttons: Widget) -> Widget:
    column = PromptBox(orientation="vertical")
    column.add_widget(body)
    column.add_widget(Column(*buttons, space=1, pad=1.5))
    return column


class Way(Tappable):
    """A page of the set-up to go to."""

    def __init__(self, text: str, here: bool, done: bool, on_tap: Tap, name: str) -> None:
        super().__init__(
            on_tap,
            f"page:{name}",
            orientation="horizontal",
            padding=(gap(1), gap(0.5)),
            spacing=gap(0.5),
            size_hint_y=None,
            height=theme.target(),
        )
        self.text = text
        paint(self, theme.colour("raised" if here else "panel"), line=theme.colour("accent") if here else None)
        if done:
            self.add_widget(Icon("check", "good", 22, size_hint_x=None, width=dp(26)))
        self.add_widget(FitLine(text, "label", "accent" if here else "ink", align="center", bold=here))


class StepRow(Tappable):
    """One thing to do, with pictures, to be ticked off."""

    wanted = NumericProperty(0)  # how high its words ask for

    def __init__(self, screen: SetUpScreen, number: int, step: SetupStep, done: bool) -> None:
        super().__init__(
            lambda: screen.tick(step.id),
            f"tick:{step.id}",
            orientation="horizontal",
            padding=gap(1.5),
            spacing=gap(1.5),
            size_hint_y=None,
        )
        self.on = done
        paint(self, theme.colour("panel"), line=theme.colour("good") if done else None)
        box = Widget(size_hint=(None, None), size=(dp(36), dp(36)), pos_hint={"center_y": 0.5})
        paint(box, theme.colour("raised"), radius=10, line=theme.colour("good" if done else "line"), width=1.5)
        if done:
            mark = Icon("check", "good", 26, size_hint=(None, None), size=(dp(36), dp(36)))
            box.add_widget(mark)
            box.bind(pos=lambda _, pos: setattr(mark, "pos", pos))
        self.add_widget(box)
        title = screen.say(msg("{number}. {title}", number=number, title=step.title))
        words = Column(Text(title, "heading", bold=True), Text(screen.say(step.text), "body", "soft"), space=0.5)
        words.pos_hint = {"center_y": 0.5}
        self._least = theme.target(1.9)
        words.bind(height=self._grow)
        self.add_widget(words)
        self.add_widget(_pictures(screen, step))
        self.wanted = self._least

    def _grow(self, _: Widget, height: float) -> None:
        self.wanted = max(self._least, height + gap(3))


def _pictures(screen: SetUpScreen, step: SetupStep) -> Widget:
    """Small pictures of what the step is about."""
    width = dp(44)
    things: list[Widget] = [card_picture(screen.desk.pictures, name, width) for name in step.pictures]
    if step.id == "money":
        things = [Icon("coin", "accent", 44, size_hint=(None, None), size=(dp(52), width * SHAPE))]
    if step.id == "pawns":
        things = [SeatBadge(name, colour, 38) for name, colour in zip(screen.names, screen.colours, strict=True)]
    row = Row(*things, space=0.5, size_hint=(None, None), height=width * SHAPE, pos_hint={"center_y": 0.5})
    row.width = sum(thing.width for thing in things) + gap(0.5) * (len(things) - 1)
    return row
