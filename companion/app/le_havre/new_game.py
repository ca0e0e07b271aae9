"""New game: who plays in the order of the seats, and which version."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from card_db.le_havre.buildings import FULL, SHORT
from card_db.le_havre.data_file import MAX_PLAYERS, MIN_PLAYERS
from card_db.le_havre.setup import load_setups
from companion.app.shell import Screen
from companion.app.theme import theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, ListButton
from companion.app.widgets.chips import known_names
from companion.app.widgets.dialogs import Field
from companion.app.widgets.seats import SeatBadge, seat_colours
from companion.core.game import Json, Seat, Setup
from companion.core.player_names import shared_name, tidy_name
from companion.drafts import Drafts
from companion.games.le_havre.box import BOX
from companion.store import StoreError
from companion.words import msg, msgs

DRAFT = "le_havre:new_game"


class NewGameScreen(Screen):
    """Everything in one view; each entry is kept until the game starts."""

    title = msg("New game")

    def heading(self) -> str:
        """Which game it is."""
        return self.say(msg("New game: {game}", game=BOX.title))

    # --- what was entered ---------------------------------------------------------------------------------------------

    @property
    def _draft(self) -> Json:
        return Drafts(self.desk.folder).get(DRAFT)

    @property
    def names(self) -> list[str]:
        """The names as typed, one for each possible seat."""
        typed = self._draft.get("names")
        names = [str(name) for name in typed] if isinstance(typed, list) else list(self.desk.settings.table)
        return (names + [""] * MAX_PLAYERS)[:MAX_PLAYERS]

    @property
    def count(self) -> int:
        """How many play."""
        number = self._draft.get("count")
        if type(number) is int and MIN_PLAYERS <= number <= MAX_PLAYERS:
            return number
        return min(MAX_PLAYERS, len(self.desk.settings.table) or 3)

    @property
    def version(self) -> str:
        """Full or short."""
        return SHORT if self._draft.get("version") == SHORT else FULL

    def keep(self, **changes: object) -> None:
        """Have it on disk."""
        entry: Json = {"names": self.names, "count": self.count, "version": self.version, **changes}
        Drafts(self.desk.folder).put(DRAFT, entry)

    def _change(self, **changes: object) -> None:
        self.keep(**changes)
        self.rebuild()

    # --- the view -----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Seats at the left (or above), version and deck beside."""
        if self.wide:
            row = PromptBox(orientation="horizontal")
            row.add_widget(Scroll(self._seats(), pad=2, size_hint_x=0.54))
            row.add_widget(Scroll(*self._more(), space=2, pad=2, size_hint_x=0.46))
            self.add_widget(row)
        else:
            self.add_widget(Scroll(self._seats(), *self._more(), space=2, pad=2))
        start = Button(
            self.say(msg("Start")), self.start, "anchor", "primary", level="heading", grow=1.2, test_id="start"
        )
        self.add_widget(Column(start, pad=2))

    def _seats(self) -> Widget:
        numbers = [(str(number), str(number)) for number in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
        panel = Panel(
            Text(self.say(msg("Number of players")), "label", bold=True),
            Choice(numbers, str(self.count), lambda key: self._change(count=int(key)), "count"),
            Text(self.say(msg("Seats clockwise; the first one begins")), "label", bold=True),
            space=1.25,
        )
        colours = seat_colours(MAX_PLAYERS)
        for seat in range(self.count):
            row = Row(height=theme.target(), space=1)
            row.add_widget(SeatBadge(self.names[seat].strip() or str(seat + 1), colours[seat], 46))
            field = Field(self.names[seat], self._usual(seat), f"name:{seat}")
            field.bind(text=lambda _, text, seat=seat: self._typed(seat, text))
            row.add_widget(field)
            if seat + 1 < self.count:
                row.add_widget(
                    Button(icon="down", on_tap=partial(self._swap, seat), kind="quiet", test_id=f"move:{seat}")
                )
            else:
                row.add_widget(Widget(size_hint_x=None, width=theme.target()))
            panel.add_widget(row)
        return panel

    def _usual(self, seat: int) -> str:
        return self.say(msg("Player {number}", number=seat + 1))

    def _typed(self, seat: int, text: str) -> None:
        """Kept with every letter; the screen stays, so that the keyboard does."""
        names = self.names
        names[seat] = tidy_name(text)
        self.keep(names=names)

    def _swap(self, seat: int) -> None:
        names = self.names
        names[seat], names[seat + 1] = names[seat + 1], names[seat]
        self._change(names=names)

    def _more(self) -> list[Widget]:
        widgets: list[Widget] = []
        chips = known_names(self.desk.settings.names, self.names[: self.count], self._seat_down)
        if chips is not None:
            words = Text(self.say(msg("Known players: tap to seat them")), "label", bold=True)
            widgets.append(Panel(words, chips, space=1.25))
        widgets.append(
            Panel(
                Text(self.say(msg("Version")), "label", bold=True),
                Choice(
                    [(FULL, self.say(msg("Full"))), (SHORT, self.say(msg("Short")))],
                    self.version,
                    lambda key: self._change(version=key),
                    "version",
                ),
                Text(self._about(), "body", "soft", test_id="version-about"),
                space=1.25,
            )
        )
        widgets.append(
            ListButton(
                self.say(msg("What the table needs")),
                self.say(msg("The set-up comes next, step by step")),
                self.start,
                icon="check",
                test_id="to-set-up",
            )
        )
        widgets.append(
            ListButton(
                self.say(msg("Is everything in the box?")),
                self.say(msg("What belongs there, deck by deck")),
                lambda: self.shell.go("box_check", box=BOX.id),
                icon="search",
                test_id="box-check",
            )
        )
        return widgets

    def _about(self) -> str:
        setup = load_setups()[self.version]
        rounds, minutes = setup.rounds[self.count - 1], setup.minutes[self.count - 1]
        words = self.say(
            msgs(
                "{count} round, about {minutes} minutes.",
                "{count} rounds, about {minutes} minutes.",
                rounds,
                minutes=minutes,
            )
        )
        special = msg("With special buildings.") if setup.special else msg("Without special buildings.")
        return f"{words} {self.say(special)}"

    def _seat_down(self, name: str) -> None:
        """A known player takes the first seat without a name, or the last one."""
        names = self.names
        seat = next((seat for seat in range(self.count) if not names[seat].strip()), self.count - 1)
        names[seat] = name
        self._change(names=names)

    # --- off we go ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Make the game and go to its set-up."""
        players = tuple(self.names[seat].strip() or self._usual(seat) for seat in range(self.count))
        if twice := shared_name(players):
            self.shell.tell(
                self.say(msg("Two players of one name")),
                self.say(msg("{player} sits here twice; please give one of them another name.", player=twice)),
            )
            return
        corrections = BOX.corrections(self.desk.folder)
        setup = Setup(BOX.id, players, Seat(0), version=self.version, corrections=corrections)
        try:
            session = self.desk.start(", ".join(players), setup)
        except StoreError as error:
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
            return
        self.desk.change(table=players)
        self.desk.remember(tuple(name.strip() for name in self.names[: self.count] if name.strip()))
        Drafts(self.desk.folder).drop(DRAFT)
        self.shell.replace("set_up", game=session.id)
