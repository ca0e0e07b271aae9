"""Settings: everything is stored and shown at once."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion import __version__
from companion.app.shell import Screen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, ListButton, Toggle
from companion.app.widgets.dialogs import Field
from companion.app.widgets.seats import SeatBadge, seat_colours
from companion.fault_words import why
from companion.settings import TEXT_SCALES
from companion.store import StoreError
from companion.words import Message, msg

LANGUAGES = (("en", "English"), ("de", "Deutsch"))  # each in its own words
SIZES = (msg("Small"), msg("Normal"), msg("Large"), msg("Huge"))
DRAWN = "drawn-"  # how the files of our own deck begin

LICENCES = (
    ("Packet Row Companion", "MIT"),
    ("Kivy", "MIT"),
    ("OpenCV", "Apache 2.0"),
    ("NumPy", "BSD"),
    ("Pillow", "HPND"),
    ("ZBar, pyzbar", "LGPL 2.1, MIT"),
    ("segno", "BSD"),
    ("platformdirs", "MIT"),
    ("Roboto", "Apache 2.0"),
    ("PacketRowDisplay (Old Standard)", "SIL OFL 1.0"),
)


class SettingsScreen(Screen):
    """Language, letters, colours, sounds, camera, deck, data."""

    title = msg("Settings")

    def build(self) -> None:
        """Panels in one or two columns."""
        first = [self._look(), self._play()]
        second = [self._camera(), self._deck(), self._data(), self._about()]
        if self.wide:
            columns = PromptBox(orientation="horizontal", spacing=gap(2), size_hint_y=None)
            columns.bind(minimum_height=columns.setter("height"))
            for panels in (first, second):
                column = Column(*panels, space=2)
                column.pos_hint = {"top": 1}
                columns.add_widget(column)
            scroll = Scroll(columns, pad=2)
        else:
            scroll = Scroll(*first, *second, space=2, pad=2)
        scroll.scroll_y = self.args.get("scroll", 1.0)  # a change builds the screen anew, in the same place
        scroll.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        self.add_widget(scroll)

    def _change(self, **changes: Any) -> None:
        self.desk.change(**changes)
        self.rebuild()

    def _panel(self, title: Message, *content: Widget) -> Widget:
        return Panel(Text(self.say(title), "heading", bold=True), *content, space=1.25)

    def _label(self, text: Message) -> Widget:
        return Text(self.say(text), "body", "soft")

    # --- what it looks like -------------------------------------------------------------------------------------------

    def _look(self) -> Widget:
        settings = self.desk.settings
        languages = Choice(LANGUAGES, settings.language, lambda key: self._change(language=key), "language")
        sizes = Choice(
            [(str(scale), self.say(name)) for scale, name in zip(TEXT_SCALES, SIZES, strict=True)],
            str(settings.text_scale),
            lambda key: self._change(text_scale=float(key)),
            "text-size",
            upright=theme.scale > 1.25,
        )
        themes = Choice(
            [("dark", self.say(msg("Dark room"))), ("bright", self.say(msg("Bright room")))],
            settings.theme,
            lambda key: self._change(theme=key),
            "theme",
        )
        badges = Row(space=1, height=gap(6))
        for name, colour in zip("ABCDE", seat_colours(5), strict=True):
            badges.add_widget(SeatBadge(name, colour, 40))
        badges.add_widget(Widget())
        return self._panel(
            msg("Look"),
            self._label(msg("Language")),
            languages,
            self._label(msg("Size of the letters")),
            sizes,
            self._label(msg("Light around you")),
            themes,
            self._label(msg("Players' colours are safe for colour-blind eyes, and each has its own shape.")),
            badges,
        )

    def _play(self) -> Widget:
        settings = self.desk.settings
        return self._panel(
            msg("During play"),
            Toggle(
                self.say(msg("Sounds")),
                self.say(msg("When a card is taken, a step is undone, the game ends")),
                settings.sounds,
                lambda on: self._change(sounds=on),
                "sounds",
            ),
            Toggle(
                self.say(msg("Hide totals until the end")),
                self.say(msg("Nobody sees points before the game is over")),
                settings.totals_hidden,
                lambda on: self._change(totals_hidden=on),
                "totals-hidden",
            ),
            Toggle(
                self.say(msg("Turn to whoever decides")),
                self.say(msg("For a tablet in the middle of the table: players sit around it in their order")),
                settings.turns_to_player,
                lambda on: self._change(turns_to_player=on),
                "turns-to-player",
            ),
        )

    # --- what it works with -------------------------------------------------------------------------------------------

    def _camera(self) -> Widget:
        field = Field(self.desk.settings.camera, self.say(msg("automatic")), "camera", self._set_camera)
        field.bind(focus=lambda _, focused: None if focused else self._set_camera(field.text))
        return self._panel(
            msg("Camera"),
            field,
            self._label(
                msg("Empty for the first camera, or: the number of a device, an address of a stream, a folder, a film.")
            ),
        )

    def _set_camera(self, text: str) -> None:
        if text.strip() != self.desk.settings.camera:
            self.desk.change(camera=text.strip())
            self.shell.note(self.say(msg("Saved.")))

    def _deck(self) -> Widget:
        box = self.desk.box
        own = self.desk.own_packs(box)
        options = [("", self.say(msg("The drawn deck of the app"))), *((name, name) for name in own)]
        current = self.desk.pack_of(box) if self.desk.pack_of(box) in own else ""
        return self._panel(
            msg("Deck"),
            Choice(options, current, self._use_pack, "pack", upright=True),
            Button(self.say(msg("My deck")), lambda: self.shell.go("my_deck"), "cards", "quiet", test_id="my-deck"),
        )

    def _use_pack(self, name: str) -> None:
        self.desk.use_pack(self.desk.box, name)
        self.rebuild()

    def _data(self) -> Widget:
        return self._panel(
            msg("Your data"),
            self._label(msg("Everything stays on this device; there is no account.")),
            Button(self.say(msg("Export and backup")), lambda: self.shell.go("export"), "save", test_id="export"),
            Button(
                self.say(msg("Restore a backup")),
                lambda: self.shell.go("export", restore=True),
                "undo",
                test_id="restore",
            ),
            Button(self.say(msg("Delete everything")), self._delete, "trash", "danger", test_id="delete-all"),
        )

    def _delete(self) -> None:
        """Asked twice: there is no way back."""
        self.shell.confirm(
            self.say(msg("Delete everything?")),
            self.say(msg("All games, counts, names and decks on this device.")),
            self.say(msg("Delete everything")),
            self._delete_for_good,
        )

    def _delete_for_good(self) -> None:
        self.shell.confirm(
            self.say(msg("Are you sure?")),
            self.say(msg("Nothing of it can be brought back unless you have saved a backup elsewhere.")),
            self.say(msg("Yes, delete for good")),
            self._erase,
        )

    def _erase(self) -> None:
        try:
            self.desk.erase()
        except (OSError, StoreError) as error:
            self.shell.tell(self.say(self.title), self.say(why(error)))
            return
        self.shell.home()
        self.shell.note(self.say(msg("Everything is deleted.")))

    # --- about --------------------------------------------------------------------------------------------------------

    def _about(self) -> Widget:
        return self._panel(
            msg("About"),
            ListButton(
                self.say(msg("The tour again")),
                self.say(msg("What the app can do, on five pages")),
                lambda: self.shell.go("tour"),
                "play",
                test_id="tour",
            ),
            ListButton(
                self.say(msg("Licences")),
                self.say(msg("Packet Row Companion {version}", version=__version__)),
                self._licences,
                "info",
                test_id="licences",
            ),
        )

    def _licences(self) -> None:
        thanks = msg(
            "A companion made by players. It contains neither the rulebook's words nor its pictures; cards and words "
            "are our own."
        )
        lines = [Text(f"{name}: {licence}") for name, licence in LICENCES]
        self.shell.ask(self.say(msg("Licences")), [Text(self.say(thanks)), *lines], test_id="licences-dialog")
