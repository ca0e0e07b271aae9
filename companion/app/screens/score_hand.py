"""Score now, second step: the cards and the money of each player, by camera or by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.hands import open_hands
from companion.app.scan_ways import go_on_asking, open_scan
from companion.app.shell import Route, Screen, Shell
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Line1, Row, Scroll, Text, level_columns, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Icon, Tap, Tappable
from companion.app.widgets.dialogs import NumberPad
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.seats import SeatBadge
from companion.app.widgets.table_tools import StepButtons
from companion.app.widgets.token_counters import TokenCounters
from companion.core.box import TokenGroup
from companion.core.game import IllegalAction, InputError
from companion.fault_words import why
from companion.results import finish_count
from companion.words import msg, msgs

LARGE = 1.25  # scale of letters from which there is no room for hints beside each other


class ScoreHandScreen(Screen):
    """One player's cards and money; the seats above lead to the others."""

    title = msg("Score now")

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self.hands = open_hands(self.desk, self.args)
        self.box = self.hands.box
        seats = range(len(self.hands.names))
        first = next((seat for seat in seats if not self.hands.looked(seat)), 0)
        self.seat: int = self.args.setdefault("seat", first)

    def heading(self) -> str:
        """Whose cards they are."""
        return self.say(msg("Cards of {player}", player=self.hands.names[self.seat]))

    def bar_buttons(self) -> Sequence[Widget]:
        """Undo and redo."""
        self._steps = StepButtons(self._undo, self._redo, self.shell.width)
        self._show_steps()
        return [self._steps]

    def _show_steps(self) -> None:
        undo, redo = self.hands.undo_words(), self.hands.redo_words()
        self._steps.show(self.say(undo) if undo else "", self.say(redo) if redo else "")

    def build(self) -> None:
        """Seats above; camera, money and the way on beside (or above) the cards."""
        go_on_asking(self, **self._scan_args())
        self.add_widget(self._seats())
        picker = CardPicker(
            self.desk.pictures,
            self.box.shelf(self.desk.folder),
            self.say,
            self.hands.hand(self.seat).cards,
            self._set_cards,
            tab=self.args.get("tab", ""),
            on_tab=lambda tab: self.args.update(tab=tab),
        )
        if self.wide:
            side = Column(fill=True, space=1.5, size_hint_x=0.3)
            side.add_widget(Scroll(self._camera(), *self._tokens(), space=1.5))
            side.add_widget(self._next())
            body = Row(side, picker, space=2, pad=2)
            picker.size_hint_x = 0.7
            self.add_widget(body)
        else:
            self.add_widget(Column(self._camera(), *self._in_rows(self._tokens()), pad=1.5, space=1))
            holder = PromptBox(padding=(gap(1.5), 0, gap(1.5), gap(1)))
            holder.add_widget(picker)
            self.add_widget(holder)
            self.add_widget(Column(self._next(), pad=1.5))

    # --- parts --------------------------------------------------------------------------------------------------------

    def _seats(self) -> Widget:
        row = Row(space=1, pad=1, height=theme.target(1.25))
        paint(row, theme.colour("panel"), radius=0)
        for seat, name in enumerate(self.hands.names):
            row.add_widget(
                SeatTab(
                    name,
                    self.hands.colours[seat],
                    seat == self.seat,
                    self.hands.looked(seat),
                    partial(self._go, seat),
                    f"seat:{seat}",
                )
            )
        return row

    def _camera(self) -> Widget:
        count = len(self.hands.hand(self.seat).cards)
        if count:
            words = msgs("Look again ({count} card)", "Look again ({count} cards)", count)
        else:
            words = msg("Look with the camera")
        kind = "plain" if self.hands.looked(self.seat) else "primary"
        return Button(self.say(words), self._scan, "camera", kind, "heading", test_id="camera", grow=1.5)

    def _tokens(self) -> list[Widget]:
        return [self._group(group) for group in self.box.groups]

    def _in_rows(self, widgets: list[Widget]) -> list[Widget]:
        """One alone, more of them beside each other, all of one height."""
        if len(widgets) == 1:
            return widgets

        level_columns(widgets)
        return [Row(*widgets, hug=True)]

    def _group(self, group: TokenGroup) -> Widget:
        """What is counted: its name, a hint, the number; a tap opens the entry."""
        tokens = self.hands.hand(self.seat).tokens
        shown = self.say(group.amount(sum(tokens.get(token.id, 0) for token in group.tokens)))
        narrow = len(self.box.groups) > 1
        upright = narrow or (self.wide and theme.scale > LARGE)  # the number below its words
        number = Line1(shown, "title" if narrow else "display", "accent", test_id=f"{group.id}-shown")
        words = Column(Text(self.say(group.name), "label", bold=True), space=0.25, pos_hint={"center_y": 0.5})
        if not narrow or self.wide or theme.scale <= LARGE:
            words.add_widget(Text(self.say(group.hint), "caption", "soft"))
        button = Tappable(
            partial(self._enter, group),
            group.id,
            orientation="vertical" if upright else "horizontal",
            padding=gap(1.5 if upright else 2),
            spacing=gap(0.5 if upright else 1),
            size_hint_y=None,
        )
        paint(button, theme.colour("panel"), line=theme.colour("line"))
        button.add_widget(words)
        button.add_widget(number)
        if upright:
            number.size_hint_y, number.height = None, theme.size("title" if narrow else "display") * 1.4
            button.bind(minimum_height=button.setter("height"))
            return button
        number.align = "right"
        number.size_hint_x = None
        number.width = theme.size("display") * 0.62 * max(3, len(shown))
        words.bind(height=lambda _, height: setattr(button, "height", max(theme.target(1.6), height + gap(4))))
        button.height = theme.target(1.6)
        return button

    def _next(self) -> Widget:
        following = self._following()
        looked = self.hands.looked(self.seat)
        if following is None:
            text, icon = self.say(msg("Show the result")), "trophy"
        else:
            text, icon = self.say(msg("Next: {player}", player=self.hands.names[following])), "next"
        return Button(text, self._on, icon, "primary" if looked else "plain", "heading", test_id="next", grow=1.4)

    def _following(self) -> int | None:
        """The next player whose cards nobody has entered yet."""
        count = len(self.hands.names)
        others = ((self.seat + step) % count for step in range(1, count))
        return next((seat for seat in others if not self.hands.looked(seat)), None)

    # --- what happens -------------------------------------------------------------------------------------------------

    def _go(self, seat: int) -> None:
        self.args["seat"] = seat
        self.rebuild()

    def _on(self) -> None:
        if not self.hands.looked(self.seat):
            self._ask_empty()
            return
        following = self._following()
        if following is not None:
            self._go(following)
        else:
            self._show_result()

    def _ask_empty(self) -> None:
        """Nobody entered anything: perhaps forgotten, perhaps a player without cards."""
        name = self.hands.names[self.seat]

        def without() -> None:
            self.hands.set_cards(self.seat, (), "tap")
            self._on()

        self.shell.confirm(
            self.say(msg("No cards?")),
            self.say(msg("Nothing was entered for {player} yet.", player=name)),
            self.say(msg("{player} has no cards", player=name)),
            without,
            danger=False,
        )

    def _show_result(self) -> None:
        key = "count" if "count" in self.args else "game"
        if key == "count":  # counted with what the owner's cards say now
            finish_count(self.desk.counting(self.args[key]), self.desk.folder)
        self.shell.replace("result", **{key: self.args[key]})

    def _scan(self) -> None:
        open_scan(self, **self._scan_args())

    def _scan_args(self) -> dict[str, Any]:
        key = "count" if "count" in self.args else "game"
        return {
            "draft": f"scan:{self.args[key]}:{self.seat}",
            "box": self.box.id,
            "purpose": "hand",
            "title": self.say(msg("Cards of {player}", player=self.hands.names[self.seat])),
            "on_cards": self._scanned,
            **({"source": "demo", "seed": self.seat} if self.hands.demo else {}),
        }

    def _scanned(self, cards: list[str]) -> None:
        """What the camera saw; the screen was left for the scan, so the hands are opened anew."""
        hands = open_hands(self.desk, self.args)
        before = hands.hand(self.seat).cards
        hands.set_cards(self.seat, cards, "scan")
        self.shell.refresh()
        words = msgs("{count} card counted", "{count} cards counted", len(cards))
        if before and sorted(before) != sorted(cards):
            words = msgs(
                "{count} card counted, other than before", "{count} cards counted, other than before", len(cards)
            )
        self.shell.note(self.say(words), (self.say(msg("Undo")), lambda: self._undo_now()))

    def _undo_now(self) -> None:
        open_hands(self.desk, self.args).undo()
        self.shell.refresh()

    def _set_cards(self, cards: list[str]) -> None:
        first = not self.hands.looked(self.seat)
        try:
            self.hands.set_cards(self.seat, cards, "tap")
        except (IllegalAction, InputError) as error:
            self._refused(error)
            return
        self._show_steps()
        if first:
            self.shell.refresh_soon()

    def _refused(self, error: IllegalAction | InputError) -> None:
        if isinstance(error, IllegalAction):
            self.shell.tell(self.say(msg("Rule {rule}", rule=error.refusal.rule)), self.say(error.refusal.reason))
        else:
            self.shell.tell(self.say(msg("That does not work")), self.say(why(error)))
        self.rebuild()

    def _enter(self, group: TokenGroup) -> None:
        name = self.hands.names[self.seat]
        title = self.say(msg("{what} of {player}", what=group.name, player=name))
        if len(group.tokens) == 1:
            self._enter_number(title, group.tokens[0].id, group)
            return
        tokens = self.hands.hand(self.seat).tokens

        def change(token: str, number: int) -> None:
            self.hands.set_token(self.seat, token, number)

        def close() -> None:
            dialog.close()
            self.rebuild()

        counters = TokenCounters(self.desk.pictures, self.say, group.tokens, tokens, change)
        done = Button(self.say(msg("Done")), close, "check", "primary", test_id="tokens-done")
        dialog = self.shell.ask(title, [counters], [done], width_dp=860, leave=False)

    def _enter_number(self, title: str, token: str, group: TokenGroup) -> None:
        def done(value: int) -> None:
            dialog.close()
            self.hands.set_token(self.seat, token, value)
            self.rebuild()

        before = self.hands.hand(self.seat).tokens.get(token, 0)
        pad = NumberPad(before, done, self.say(msg("Done")), show=lambda amount: self.say(group.amount(amount)))
        dialog = self.shell.ask(title, [pad], width_dp=420)

    def _undo(self) -> None:
        undone = self.say(self.hands.undo())
        self.rebuild()
        self.shell.note(self.say(msg("Undone: {step}", step=undone)))

    def _redo(self) -> None:
        redone = self.say(self.hands.redo())
        self.rebuild()
        self.shell.note(self.say(msg("Done again: {step}", step=redone)))


class SeatTab(Tappable):
    """A player above the cards: the sign of the seat, the name, a tick once the cards are there."""

    def __init__(self, name: str, colour: str, chosen: bool, looked: bool, on_tap: Tap, test_id: str) -> None:
        super().__init__(on_tap, test_id, orientation="horizontal", padding=(gap(1), 0), spacing=gap(1))
        self.text = name
        paint(self, theme.colour("raised" if chosen else "panel"), line=theme.colour("accent") if chosen else None)
        self.add_widget(SeatBadge(name, colour, 34))
        self.add_widget(Line1(name, "label", "ink" if chosen else "soft", bold=chosen))
        if looked:
            self.add_widget(Icon("check", "good", 22, size_hint_x=None, width=dp(26)))
