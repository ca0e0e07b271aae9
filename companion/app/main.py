"""The app itself: window, lifecycle, back key."""

from __future__ import annotations

import gc
import os
import traceback
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

# Kivy reads these when it is first imported: our own arguments, quiet, no smoothing that would halve the frame rate.
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
os.environ.setdefault("KCFG_GRAPHICS_MULTISAMPLES", "0")
os.environ.setdefault("KCFG_GRAPHICS_WIDTH", "1280")
os.environ.setdefault("KCFG_GRAPHICS_HEIGHT", "800")
os.environ.setdefault("KCFG_KIVY_EXIT_ON_ESCAPE", "0")

from kivy.app import App
from kivy.base import EventLoop, ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from companion.app.android import is_android
from companion.app.desk import Desk
from companion.app.memory import give_back, spare_memory
from companion.app.shell import Shell, Turntable
from companion.app.theme import register_fonts
from companion.app.widgets.basic import Text
from companion.app.widgets.buttons import Button
from companion.damaged_files import SETTINGS
from companion.data_dir import data_dir
from companion.fault_words import is_not_saved, why
from companion.settings import load_settings
from companion.store import StoreError
from companion.words import Message, msg

BACK_KEYS = (27, 1001)
TIDY_AFTER, TIDY_EVERY = 0.7, 20.0  # seconds: when a screen has been drawn, and in any case


class CompanionApp(App):
    """Packet Row Companion."""

    title = "Packet Row Companion"
    icon = str(Path(__file__).parent / "icon.png")

    def __init__(self, folder: Path | None = None, pictures: Path | None = None, **more: Any) -> None:
        super().__init__(**more)
        self._folder, self._pictures_folder = folder or data_dir(), pictures
        self._makeshift: TemporaryDirectory[str] | None = None  # in place of a folder that cannot be used

    def build(self) -> Turntable:
        """Open the data and the home screen, or the tour when the app was never used."""
        spare_memory()
        register_fonts()
        trouble = self._open_desk()
        self.shell = Shell(self.desk)
        self.turntable = Turntable(self.shell)
        Window.softinput_mode = "below_target"  # a tablet's keyboard does not cover the field that is typed into
        Window.bind(on_keyboard=self._on_keyboard)
        gc.collect()
        gc.freeze()  # what is there now stays: to look through it again and again would take long
        gc.disable()  # Python would tidy up in the middle of building a screen, half of the time that takes
        self.shell.home()  # after that: what is frozen is never freed
        if not self.desk.settings.tour_seen:
            self.shell.go("tour")
        self._tell_damage()
        if trouble is not None:
            self._tell_trouble(trouble)
        self._tidy = Clock.create_trigger(self._tidy_up, TIDY_AFTER)
        self.shell.on_show = self._on_show
        self._tidying = Clock.schedule_interval(lambda _: gc.collect(), TIDY_EVERY)
        return self.turntable

    def _tidy_up(self, _: float) -> None:
        """What closed screens left behind goes back to the system, too."""
        gc.collect()
        give_back()

    def _open_desk(self) -> Message | None:
        """The owner's data; when they cannot be used, an empty desk for today, and why."""
        try:
            self.desk = Desk(self._folder, self._pictures_folder)
        except (OSError, StoreError) as error:
            self._makeshift = TemporaryDirectory(prefix="companion-")
            self.desk = Desk(Path(self._makeshift.name), self._pictures_folder)
            self.desk.settings = load_settings(self._folder / SETTINGS)
            return why(error)
        return None

    def _tell_damage(self) -> None:
        """What could not be read and was kept aside: nobody should wonder where it is."""
        if self.desk.damaged:
            say = self.desk.say
            self.shell.ask(
                say(msg("Something was damaged")), [Text(say(words)) for words in self.desk.damaged], test_id="damage"
            )

    def _tell_trouble(self, trouble: Message) -> None:
        """Nobody should find an empty history without being told why."""
        say = self.desk.say
        words = msg("You can go on all the same, but what you enter is gone when the app is closed.")
        self.shell.ask(
            say(msg("Your games cannot be opened")),
            [Text(say(trouble)), Text(say(words), "body", "soft")],
            [
                Button(say(msg("Try again")), self._try_again, "turn", "primary", test_id="trouble-again"),
                Button(say(msg("Go on without them")), self.shell.close_dialogs, kind="quiet", test_id="trouble-go-on"),
            ],
            leave=False,
            test_id="trouble",
        )

    def _try_again(self) -> None:
        try:
            desk = Desk(self._folder, self._pictures_folder)
        except (OSError, StoreError) as error:
            self.shell.close_dialogs()
            self._tell_trouble(why(error))
            return
        self._forget_makeshift()
        self.desk = self.shell.desk = desk
        self.shell.close_dialogs()
        self.shell.home()
        self._tell_damage()

    def _forget_makeshift(self) -> None:
        self.desk.close()
        if self._makeshift is not None:
            self._makeshift.cleanup()
            self._makeshift = None

    def _on_show(self) -> None:
        self._tidy.cancel()  # only when nothing has been tapped for a while: it would hold up the next screen
        self._tidy()
        side = self.shell.screen.side() if self.shell.screen is not None else None
        if side is not None:
            self.turntable.face(side)

    def _on_keyboard(self, _: object, key: int, *__: object) -> bool:
        """Back key and Esc: one step back; at the home screen Android puts the app away, a desktop keeps it."""
        return key in BACK_KEYS and (self.shell.back() or not is_android())

    def on_pause(self) -> bool:
        """To the background: cameras are let go; everything entered is on disk already."""
        if self.shell.screen is not None:
            self.shell.screen.paused()
        return True

    def on_resume(self) -> None:
        """Back again."""
        if self.shell.screen is not None:
            self.shell.screen.resumed()

    def on_stop(self) -> None:
        """The end: threads are waited for."""
        self._tidying.cancel()
        gc.enable()
        gc.unfreeze()
        Window.unbind(on_keyboard=self._on_keyboard)
        if self.shell.screen is not None:
            self.shell.screen.closed()
        self._forget_makeshift()


class KeepGoing(ExceptionHandler):
    """A fault of ours does not end the game: it is written down, the player reads one sentence and goes on."""

    def __init__(self, app: CompanionApp) -> None:
        super().__init__()
        self._app = app

    def handle_exception(self, error: Exception) -> int:
        """Write down what happened and go on, on the home screen if need be; a full disk is no fault of ours."""
        desk, shell = self._app.desk, self._app.shell
        with suppress(OSError), (desk.folder / "errors.log").open("a", encoding="utf-8") as log:
            log.write("".join(traceback.format_exception(error)) + "\n")
        shell.close_dialogs()
        if is_not_saved(error):
            with suppress(Exception):  # what cannot be built either is left as it stands
                shell.refresh()
            shell.tell(desk.say(msg("Not saved")), desk.say(why(error)))
            return int(ExceptionManager.PASS)
        with suppress(Exception):
            shell.home()
        shell.tell(
            desk.say(msg("That should not have happened")),
            desk.say(msg("Nothing is lost: everything you entered is on disk. Please go on from here.")),
        )
        return int(ExceptionManager.PASS)


def run_app(folder: Path | None = None) -> bool:
    """Run the app until it is closed; False when no window can be opened."""
    try:
        EventLoop.ensure_window()
    except SystemExit:  # this is how Kivy says that it has found no window
        return False
    app = CompanionApp(folder)
    ExceptionManager.add_handler(KeepGoing(app))
    app.run()
    return True
