"""New game: who plays, with which pawn, who is harbour master, which house rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.theme import SEAT_COLOURS, gap, theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, ListButton, Tappable, Toggle
from companion.app.widgets.cards import Flow
from companion.app.widgets.chips import known_names
from companion.app.widgets.dialogs import Field
from companion.app.widgets.seats import SeatBadge
from companion.drafts import Drafts
from companion.games.packet_row.numbers import MAX_PLAYERS, MIN_PLAYERS, STRICT_REFILL
from companion.games.packet_row.seating import Seating, read_seating, write_seating
from companion.store import StoreError
from companion.words import msg

DRAFT = "new_game"
STRICT_NOTE = msg(
    "The rule word by word: a space that an assistant emptied is not made good, so with two or three players a single "
    "assistant can end the game at once."
)


class NewGameScreen(Screen):
    """Everything in one view; each entry is kept until the game starts."""

    title = msg("New game")

    @property
    def seating(self) -> Seating:
        """What was entered so far."""
        return read_seating(Drafts(self.desk.folder).get(DRAFT), tuple(SEAT_COLOURS))

    def keep(self, seating: Seating) -> None:
        """Have it on disk."""
        Drafts(self.desk.folder).put(DRAFT, write_seating(seating))

    def change(self, seating: Seating) -> None:
        """Keep and show it."""
        self.keep(seating)
        self.rebuild()

    def build(self) -> None:
        """Seats at the left (or above), all else beside."""
        seats = Scroll(self._seats(), space=2, pad=2)
        more = Scroll(*self._more(), space=2, pad=2)
        body: Widget
        if self.wide:
            body = PromptBox(orientation="horizontal")
            seats.size_hint_x, more.size_hint_x = 0.56, 0.44
            body.add_widget(seats)
            body.add_widget(more)
        else:
            body = Scroll(self._seats(), *self._more(), space=2, pad=2)
        self.add_widget(body)
        start = Button(
            self.say(msg("Start")),
            self.start,
            icon="anchor",
            kind="primary",
            level="heading",
            grow=1.2,
            test_id="start",
        )
        self.add_widget(Column(start, pad=2))

    # --- seats --------------------------------------------------------------------------------------------------------

    def _seats(self) -> Widget:
        seating = self.seating
        counts = [(str(number), str(number)) for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
        column = Panel(
            Text(self.say(msg("Number of players")), "label", bold=True),
            Choice(counts, str(seating.count), lambda key: self.change(self.seating.sized(int(key))), "count"),
            Text(self.say(msg("Seats clockwise; tap the anchor for the harbour master")), "label", bold=True),
            space=1.25,
        )
        for seat in range(seating.count):
            column.add_widget(self._seat(seating, seat))
        return column

    def _seat(self, seating: Seating, seat: int) -> Widget:
        sign = seating.names[seat].strip() or str(seat + 1)
        row = Row(height=theme.target(), space=1)
        pawn = Tappable(partial(self._ask_colour, seat), f"colour:{seat}", size_hint=(None, None))
        pawn.size = (theme.target(), theme.target())
        pawn.add_widget(SeatBadge(sign, seating.colours[seat], 50))
        row.add_widget(pawn)
        field = Field(seating.names[seat], self._usual()[seat], f"name:{seat}")
        field.bind(text=lambda _, text: self._typed(seat, text))
        row.add_widget(field)
        master = seating.first == seat
        row.add_widget(
            Button(
                icon="anchor",
                on_tap=partial(self._make_master, seat),
                kind="chosen" if master else "quiet",
                test_id=f"master:{seat}",
            )
        )
        row.add_widget(Button(icon="down", on_tap=partial(self._move, seat), kind="quiet", test_id=f"move:{seat}"))
        return row

    def _usual(self) -> tuple[str, ...]:
        return tuple(self.say(msg("Player {number}", number=seat + 1)) for seat in range(MAX_PLAYERS))

    def _typed(self, seat: int, text: str) -> None:
        """Kept with every letter; the screen stays, so that the keyboard does."""
        self.keep(self.seating.named(seat, text))

    def _make_master(self, seat: int) -> None:
        seating = self.seating
        self.change(Seating(seating.count, seating.names, seating.colours, seat, seating.house_rules))

    def _move(self, seat: int) -> None:
        self.change(self.seating.moved(seat))

    def _ask_colour(self, seat: int) -> None:
        """All pawns there are, each with its shape."""

        def choose(colour: str) -> None:
            dialog.close()
            self.change(self.seating.coloured(seat, colour))

        name = self.seating.players(self._usual())[seat]
        pawns = []
        for colour in SEAT_COLOURS:
            pawn = Tappable(
                partial(choose, colour), f"pawn:{colour}", size_hint=(None, None), size=(dp(84), dp(84)), padding=gap(1)
            )
            here = self.seating.colours[seat] == colour
            paint(pawn, theme.colour("raised"), line=theme.colour("accent") if here else None, width=1.6)
            pawn.add_widget(SeatBadge(name, colour, 64))
            pawns.append(pawn)
        dialog = self.shell.ask(self.say(msg("Pawn of {player}", player=name)), [Flow(pawns, space=1.5)], width_dp=560)

    # --- beside -------------------------------------------------------------------------------------------------------

    def _more(self) -> Sequence[Widget]:
        widgets: list[Widget] = []
        seating = self.seating
        chips = known_names(self.desk.settings.names, seating.names[: seating.count], self._seat_down)
        if chips is not None:
            words = Text(self.say(msg("Known players: tap to seat them")), "label", bold=True)
            widgets.append(Panel(words, chips, space=1.25))
        strict = STRICT_REFILL in seating.house_rules
        widgets.append(
            Toggle(
                self.say(msg("House rule: refill to the letter")),
                self.say(STRICT_NOTE),
                strict,
                lambda on: self.change(self.seating.ruled(STRICT_REFILL, on)),
                test_id="strict-refill",
            )
        )
        widgets.append(
            ListButton(
                self.say(msg("Deck")),
                self.desk.settings.pack or self.say(msg("The drawn deck of this app")),
                lambda: self.shell.go("my_deck"),
                icon="cards",
                test_id="deck",
            )
        )
        widgets.append(
            ListButton(
                self.say(msg("Is everything in the box?")),
                self.say(msg("What belongs there, deck by deck")),
                lambda: self.shell.go("box_check", box="packet_row"),
                icon="search",
                test_id="box-check",
            )
        )
        return widgets

    def _seat_down(self, name: str) -> None:
        """A known player takes the first free seat, or the last one."""
        seating = self.seating
        seat = seating.free_seat()
        self.change(seating.named(seating.count - 1 if seat is None else seat, name))

    # --- off we go ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Make the game and go to its set-up."""
        seating, usual = self.seating, self._usual()
        if twice := seating.twice(usual):
            self.shell.tell(
                self.say(msg("Two players of one name")),
                self.say(msg("{player} sits here twice; please give one of them another name.", player=twice)),
            )
            return
        setup = seating.setup(usual)
        try:
            session = self.desk.start(", ".join(setup.players), setup)
        except StoreError as error:
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
            return
        self.desk.change(table=setup.players)
        self.desk.remember(tuple(name.strip() for name in seating.names[: seating.count] if name.strip()))
        Drafts(self.desk.folder).drop(DRAFT)
        self.shell.replace("set_up", game=session.id)
