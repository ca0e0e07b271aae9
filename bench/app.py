"""The app without a display: cold start, live preview while cards are read, taps; `python -m bench.app`.

`python -m bench.app soak --minutes 30` lets it run for a long time and looks at its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from threading import Event
from typing import Any

from bench.tables import percentile, table
from tools.offscreen import DRIVER, OFFSCREEN

STARTS = 5
SECONDS = 10.0
ROUNDS = 4
CAMERA_FPS = 30.0
TILES = ("score-now", "new_game", "arbiter", "history", "my_deck", "demo", "settings")  # of the home screen


def main() -> str:
    """All three as a table; every measurement has a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        _child(folder, "prepare")
        starts = [float(_child(folder, "start", str(time.time()))) for _ in range(STARTS)]
        quiet = [float(value) for value in _child(folder, "preview", "quiet").split()]
        reading = [float(value) for value in _child(folder, "preview", "reading").split()]
        taps = [float(value) for value in _child(folder, "taps").split()]
    rows = [
        ["cold start to the home screen, median", f"{percentile(starts, 50):.1f} s", ""],
        *_preview_rows("cards known, nothing changes", quiet),
        *_preview_rows("read again without a pause", reading),
        ["tap to another screen, median", f"{percentile(taps, 50):.0f} ms", "below 50 ms"],
        ["tap to another screen, 90 %", f"{percentile(taps, 90):.0f} ms", ""],
    ]
    return table(["", "measured", "wanted"], rows)


def _preview_rows(what: str, values: list[float]) -> list[list[str]]:
    fps, cpu, readings = values
    return [
        [f"720p preview, {what}", f"{fps:.1f} pictures a second", "30"],
        [f"CPU meanwhile ({readings:.1f} pictures read a second)", f"{cpu:.0f} % of one core", "200 % at most"],
    ]


def _child(folder: str, *arguments: str) -> str:
    command = [sys.executable, "-m", "bench.app", folder, *arguments]
    done = subprocess.run(
        command,
        env={**os.environ, **DRIVER, **OFFSCREEN, "KCFG_GRAPHICS_MAXFPS": "60"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


# --- in the child processes -------------------------------------------------------------------------------------------


def _prepare(folder: Path) -> None:
    """The drawn deck and its index, so that only the first look of all is not measured."""
    from companion.app.decks import make_drawn_pack
    from companion.settings import Settings, save_settings
    from scanner.index_cache import load_index

    save_settings(folder / "settings.json", Settings(tour_seen=True))
    load_index(make_drawn_pack(folder, "en"))


def _driver(folder: Path) -> Any:
    from tests.app_driver import Driver

    return Driver(folder, folder / "pictures")


def _start(folder: Path, since: float) -> None:
    app = _driver(folder)
    print(time.time() - since)
    app.stop()


def _preview(folder: Path, mode: str) -> None:
    """A camera of 30 pictures a second over a spread hand."""
    from companion.app.demo_source import DemoSource
    from companion.app.pace import Pace
    from companion.app.worker import Worker
    from scanner.looking import Looker

    def film(self: DemoSource, stop: Event) -> Generator[Any, None, None]:
        shown = list(self._table().pictures())
        pace, number = Pace(CAMERA_FPS), 0
        while not pace.wait(stop):
            yield shown[number % len(shown)].copy()
            number += 1

    DemoSource.pictures = film  # type: ignore[method-assign]
    look = Looker.look

    def look_anew(self: Looker, pixels: Any) -> Any:
        self._known = None
        return look(self, pixels)

    if mode == "reading":
        Looker.look = look_anew  # type: ignore[method-assign,assignment]
    app = _driver(folder)
    app.shell.go("scan", purpose="hand", title="", on_cards=print, source="demo", seed=1)
    app.until(lambda: app.screen.latest is not None and app.screen.latest.steady, 120)
    shown, used, readings, began = _state(app)
    app.wait(SECONDS)
    shown, used, readings, passed = (
        after - before for after, before in zip(_state(app), (shown, used, readings, began), strict=True)
    )
    print(shown / passed, 100 * used / passed, readings / passed)
    app.stop()
    Worker.wait()


def _state(app: Any) -> tuple[float, float, float, float]:
    looks = app.screen.worker.readings
    return app.screen.view.shown, time.process_time(), looks, time.monotonic()


def _taps(folder: Path) -> None:
    """From the finger's leaving to the first picture of the other screen: tiles of the home screen, then all screens.

    Screens that no tile leads to are opened as a tap would, from the home screen.
    """
    from kivy.base import EventLoop
    from kivy.tests.common import UnitTestTouch

    from tests.app_data import routes

    app = _driver(folder)
    ways = routes(app.desk)
    app.shell.home()
    app.settle()
    times = []
    for _ in range(ROUNDS):
        for name in TILES:
            widget = app.get(name)
            app.scroll_to(widget)
            touch = UnitTestTouch(*widget.to_window(*widget.center))
            touch.touch_down()
            app.frames(4)
            began = time.perf_counter()
            touch.touch_up()
            while app.screen.test_id == "screen:home" and time.perf_counter() - began < 5:
                EventLoop.idle()
            EventLoop.idle()
            times.append((time.perf_counter() - began) * 1000)
            _back_home(app)
        for _, screen, args in ways:
            began = time.perf_counter()
            app.shell.go(screen, **args)
            EventLoop.idle()
            times.append((time.perf_counter() - began) * 1000)
            _back_home(app)
    print(*times)
    app.stop()


def _back_home(app: Any) -> None:
    app.shell.home()
    app.settle()
    app.wait(0.2)


def _soak(folder: Path, minutes: float) -> None:
    from bench.app_soak import Soak, report

    app = _driver(folder)
    app.settle()
    soak = Soak(app, minutes)
    soak.run()
    print(report(soak.rows).replace("\n", "\\n"))
    app.stop()


def soak(minutes: float) -> str:
    """The app for so long, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        _child(folder, "prepare")
        return _child(folder, "soak", str(minutes)).replace("\\n", "\n")


def _in_child(folder: Path, what: str, rest: list[str]) -> None:
    match what:
        case "prepare":
            _prepare(folder)
        case "start":
            _start(folder, float(rest[0]))
        case "preview":
            _preview(folder, rest[0])
        case "soak":
            _soak(folder, float(rest[0]))
        case _:
            _taps(folder)


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            print(main())
        case ["soak", *options]:
            print(soak(float(options[-1]) if options else 30.0))
        case [place, what, *rest]:
            _in_child(Path(place), what, rest)
