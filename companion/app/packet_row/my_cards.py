"""My cards: a hidden hand on a tablet that all share; shown only while its owner wants it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.packet_row.parts.hand_view import HandScreen, hand_view
from companion.app.packet_row.parts.hold_button import HoldButton
from companion.app.theme import gap
from companion.app.widgets.basic import Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, ListButton
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Seat
from companion.games.packet_row.actions import CorrectPlayer
from companion.games.packet_row.codec_cards import read_cards
from companion.games.packet_row.shelf import shelf
from companion.words import msg, msgs

DRAFT = "hand"
IDLE_SECONDS = 60.0  # after which cards that were kept open are hidden


class MyCardsScreen(HandScreen):
    """Choose the player, hold to look, tap to fulfil or cash; a lifted finger or a pause hides everything."""

    title = msg("My cards")

    def heading(self) -> str:
        """What stands in the bar."""
        seat = self.args.get("seat")
        return super().heading() if seat is None else self.say(msg("Cards of {player}", player=self.names[seat]))

    def build(self) -> None:
        """First the player, then the hidden hand."""
        self._body = PromptBox(orientation="vertical")
        self._open = False
        self._timer: Any = None
        if self.args.get("seat") is None:
            self.add_widget(self._who())
            return
        self.add_widget(self._body)
        self.add_widget(self._below())
        self._show(bool(self.args.get("kept_open")))
        self._timer = Clock.schedule_once(lambda _: self.hide(), IDLE_SECONDS) if self._open else None

    @property
    def seat(self) -> Seat:
        """Whose cards these are."""
        return Seat(self.args["seat"])

    def bar_buttons(self) -> Sequence[Widget]:
        """Undo and redo, once it is clear whose cards these are."""
        return () if self.args.get("seat") is None else super().bar_buttons()

    def follow(self) -> None:
        """Stay here whatever happens; the table follows when one goes back."""
        self.rebuild()

    # --- who ----------------------------------------------------------------------------------------------------------

    def _who(self) -> Widget:
        rows = [
            ListButton(
                name,
                self.say(msgs("{count} card", "{count} cards", len(self.state.players[seat].cards))),
                partial(self._choose, seat),
                first=SeatBadge(name, self.colours[seat], 52),
                test_id=f"who:{seat}",
            )
            for seat, name in enumerate(self.names)
        ]
        return Scroll(Text(self.say(msg("Whose cards?")), "title"), *rows, pad=2)

    def _choose(self, seat: int) -> None:
        self.args["seat"] = seat
        self.rebuild()

    # --- hidden and shown ---------------------------------------------------------------------------------------------

    def _show(self, shown: bool) -> None:
        """Fill the screen with the hand or with nothing; the button that is held stays the same."""
        self._open = shown
        self._body.clear_widgets()
        if not shown:
            self._body.add_widget(self._hidden())
        elif self.args.get("correcting"):
            self._body.add_widget(self._picker())
        else:
            self._body.add_widget(hand_view(self, self.seat))

    def _hidden(self) -> Widget:
        name = self.names[self.seat]
        panel = Panel(
            SeatBadge(name, self.colours[self.seat], 120, pos_hint={"center_x": 0.5}),
            Text(name, "display", align="center"),
            Text(self.say(msg("Hold the button to look; lift the finger to hide.")), "heading", "soft", align="center"),
            space=2,
            pad=4,
            size_hint_x=0.7 if self.wide else 0.92,
            pos_hint={"center_x": 0.5, "center_y": 0.5},
        )
        box = PromptBox(padding=gap(2))
        box.add_widget(Widget(size_hint_x=0.15))
        box.add_widget(panel)
        box.add_widget(Widget(size_hint_x=0.15))
        return box

    def _below(self) -> Widget:
        kept = bool(self.args.get("kept_open"))
        row = Row(space=1.5, pad=1.5, hug=True)
        if kept:
            text = self.say(msg("Hide the cards"))
            kind = "quiet" if self.args.get("correcting") else "primary"
            row.add_widget(Button(text, self.hide, icon="close", kind=kind, grow=1.3, test_id="hide"))
        else:
            hold = HoldButton(self.say(msg("Hold to look")), self._show, test_id="hold")
            row.add_widget(hold)
            keep = self.say(msg("Keep open"))
            row.add_widget(
                Button(keep, self.keep_open, icon="eye", kind="quiet", grow=1.3, test_id="keep-open", size_hint_x=0.5)
            )
        return row

    def keep_open(self) -> None:
        """Show the cards until somebody hides them, for tables where both hands are needed."""
        self.args["kept_open"] = True
        self.rebuild()

    def hide(self) -> None:
        """Hide the cards."""
        self.args["kept_open"] = False
        self.args["correcting"] = False
        self.rebuild()

    def paused(self) -> None:
        """The app goes to the background: nobody else shall see the cards."""
        if self.args.get("seat") is not None:
            self.hide()

    def on_touch_down(self, touch: Any) -> bool:
        """Somebody is there: the time until the cards are hidden starts anew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer()
        return bool(super().on_touch_down(touch))

    def closed(self) -> None:
        """Nothing is left to hide."""
        if self._timer is not None:
            self._timer.cancel()

    def leave(self) -> bool:
        """Back: from correcting to the hand, else away, and the cards are hidden next time."""
        if self.args.get("correcting"):
            self.args["correcting"] = False
            self.rebuild()
            return False
        self.args["kept_open"] = False
        return True

    # --- changes ------------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """After a step: the same hand as it is now, without a new hold button under the finger."""
        if self.args.get("kept_open"):
            self.rebuild()
        else:
            self._show(self._open)

    def correct(self) -> None:
        """Say which cards are really in the hand."""
        self.args["correcting"] = True
        self.keep_open()

    def _picker(self) -> Widget:
        """All cards of the game to add or to put back; recorded as one correction."""
        held = [str(card) for card in self.state.players[self.seat].cards]
        draft = self.draft(self._hand_draft()).get("cards")
        chosen = [card for card in draft if isinstance(card, str)] if isinstance(draft, list) else held
        picker = CardPicker(
            self.desk.pictures,
            shelf(self.desk.folder),
            self.say,
            chosen,
            lambda cards: self.keep(self._hand_draft(), {"cards": cards}),
        )

        def done() -> None:
            cards = read_cards(picker.chosen, "cards")
            self.drop(self._hand_draft())
            self.args["correcting"] = False
            if sorted(picker.chosen) == sorted(held):
                self.rebuild()
            else:
                self.record(CorrectPlayer(self.seat, None, cards), done=self.rebuild)

        box = PromptBox(orientation="vertical", padding=gap(1.5), spacing=gap(1.5))
        box.add_widget(picker)
        text = self.say(msg("These are my cards"))
        box.add_widget(Button(text, done, icon="check", kind="primary", test_id="hand-done"))
        return box

    def _hand_draft(self) -> str:
        return f"{DRAFT}:{self.seat}"
