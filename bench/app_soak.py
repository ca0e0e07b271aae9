"""The app for a long time: `python -m bench.app soak --minutes 30`; does its memory stay where it was?

A round uses everything once: a game is counted by camera, boards are looked at, every screen is opened. The first one
is what later ones are compared with, always at the end of a round and at the home screen: a busy machine does not get
through it in the first minute.
"""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path
from typing import Any

from bench.tables import table

STEP = 5  # minutes from one line of the report to the next
LOOK_SECONDS = 6.0  # with cards already known, as somebody who looks before taking them


def resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def wait_for_frames() -> None:
    """As with a display: the next picture waits until the last one is drawn.

    Without a display nothing holds the app back. When the processor is busy, many pictures then wait in Mesa's software
    renderer to be drawn, and it keeps the memory of all of them.
    """
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    Window.bind(on_flip=lambda *_: glFinish())


class Soak:
    """Somebody who counts demo games and looks at everything, again and again."""

    def __init__(self, app: Any, minutes: float) -> None:
        self._app = app
        self._began, self._end = time.monotonic(), time.monotonic() + 60 * minutes
        self._due = self._began  # when the next line is written
        self.rows: list[list[str]] = []
        self.counts = self.screens = 0
        self._first = 0.0
        self._routes: list[Any] | None = None
        wait_for_frames()

    def run(self) -> None:
        """Until the time is over."""
        while time.monotonic() < self._end:
            self._count()
            self._look_at_boards()
            self._look_at_everything()
            if time.monotonic() >= min(self._due, self._end):
                self._write()

    def _write(self) -> None:
        """A line of the report."""
        gc.collect()
        now = resident()
        self._first = self._first or now
        minutes = (time.monotonic() - self._began) / 60
        self._due = self._began + 60 * STEP * (minutes // STEP + 1)
        change = f"{100 * (now / self._first - 1):+.1f} %"
        self.rows.append([f"{minutes:.0f} min", f"{now:.0f} MB", change, str(self.screens), str(self.counts)])

    def _look_at_everything(self) -> None:
        from tests.app_data import routes

        if self._routes is None:
            self._routes = routes(self._app.desk)
        for _, screen, args in self._routes:
            self._app.shell.home()
            self._app.shell.go(screen, **args)
            self._app.wait(0.3)
            self.screens += 1
        self._app.shell.home()
        self._app.frames(3)

    def _count(self) -> None:
        """A whole demo game from the first look to the result; the oldest counts are deleted, as in a tidy history."""
        app = self._app
        app.tap("demo")
        app.tap("demo-count")
        count = app.screen.args["count"]
        for seat in range(len(app.desk.counting(count).count.players)):
            app.shell.replace("score_hand", count=count, seat=seat)
            app.frames(3)
            app.tap("camera")
            app.until(lambda: app.screen.latest is not None and app.screen.latest.steady, 120)
            app.wait(LOOK_SECONDS)
            app.tap("take")
            while app.screen.test_id == "screen:scan":
                app.tap("doubt-none")
        app.desk.counting(count).finish()
        app.shell.replace("result", count=count)
        app.wait(4)
        app.desk.delete(count)
        app.shell.home()
        self.counts += 1

    def _look_at_boards(self) -> None:
        app = self._app
        app.tap("demo")
        app.tap("demo-watch")
        app.until(lambda: app.screen.latest is not None, 120)
        app.wait(LOOK_SECONDS)
        app.shell.home()
        app.frames(3)


def report(rows: list[list[str]]) -> str:
    """The memory over time."""
    return table(["running for", "memory", "against the first round", "screens opened", "games counted"], rows)
