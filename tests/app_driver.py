"""Drives the real app without a screen: finds widgets by `test_id` or words, taps them, looks at what is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from kivy.app import App
from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget
from PIL import Image

from companion.app.main import CompanionApp
from companion.app.worker import Worker


def nobody_reads() -> Callable[[], None]:
    """Scan views show their pictures, but nothing is looked for in them; the answer lets them look again."""

    class Blind:
        def look(self, _: object) -> None:
            return None

        look_once = look

    def blind(self: Worker, _: object) -> Any:
        self.doing = None
        return Blind()

    before = Worker._new_looker
    Worker._new_looker = blind  # type: ignore[method-assign,assignment]

    def again() -> None:
        Worker._new_looker = before  # type: ignore[method-assign]

    return again


class Driver:
    """The app as somebody uses it."""

    def __init__(self, folder: Path, pictures: Path, size: tuple[int, int] = (1280, 800)) -> None:
        EventLoop.ensure_window()
        Window.size = size
        self.app = CompanionApp(folder, pictures)
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.frames(3)

    @property
    def shell(self) -> Any:
        return self.app.shell

    @property
    def desk(self) -> Any:
        return self.app.desk

    @property
    def screen(self) -> Any:
        return self.app.shell.screen

    def frames(self, count: int = 2) -> None:
        for _ in range(count):
            EventLoop.idle()

    def until(self, true: Callable[[], object], seconds: float = 20) -> None:
        """Let the app run until something holds."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise AssertionError("the app did not get there in time")
            EventLoop.idle()

    def walk(self, root: Widget | None = None) -> Iterator[Widget]:
        """All widgets, those in front last."""
        yield from (root or self.shell).walk()

    def all(self, test_id: str) -> list[Any]:
        return [widget for widget in self.walk() if getattr(widget, "test_id", "") == test_id]

    def has(self, test_id: str) -> bool:
        return bool(self.all(test_id))

    def get(self, test_id: str) -> Any:
        found = self.all(test_id)
        if not found:
            known = sorted({widget.test_id for widget in self.walk() if getattr(widget, "test_id", "")})
            raise AssertionError(f"no {test_id!r} here; there are {', '.join(known)}")
        return found[0]

    def texts(self) -> list[str]:
        """Everything that can be read on the screen."""
        return [widget.text for widget in self.walk() if getattr(widget, "text", "")]

    def reads(self, words: str) -> bool:
        return any(words in text for text in self.texts())

    def tap(self, what: str | Widget) -> None:
        """Tap the middle of a widget, after scrolling to it."""
        widget = self.get(what) if isinstance(what, str) else what
        self._still(widget)
        in_list = self.scroll_to(widget)
        self._still(widget)
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.frames(2)
        if in_list:
            self.frames(2)
            self.wait(0.07)  # a list hands a touch on only when it is no scrolling; lifted sooner it comes 0.2 s later
        touch.touch_up()
        self.frames(3)

    def _still(self, widget: Widget) -> None:
        """Wait until a widget has found its place."""
        place = None
        for _ in range(30):
            now = widget.to_window(*widget.center)
            if now == place:
                return
            place = now
            self.frames(1)

    def press(self, widget: Widget) -> Any:
        """Put a finger down and keep it there; the answer lifts it."""
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.frames(2)
        return touch

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()

    def scroll_to(self, widget: Any) -> bool:
        """Bring a widget into sight; whether it stands in a list that scrolls."""
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not parent.parent and not isinstance(parent, ScrollView):
            parent = parent.parent
            if parent is Window:
                return False
        if isinstance(parent, ScrollView):
            child = parent.children[0]
            if child.height > parent.height or child.width > parent.width:  # else Kivy would push it out of its place
                parent.scroll_to(widget, animate=False)
                self.frames(2)
            return True
        return False

    def type(self, test_id: str, text: str) -> None:
        field = self.get(test_id)
        field.text = text
        self.frames(2)

    def picture(self, path: Path) -> None:
        """What is on the screen, as a file."""
        self.settle()
        self.app.turntable.export_to_png(str(path))
        with Image.open(path) as drawn:
            pixels = np.asarray(drawn.convert("RGBA"), np.float32) / 255
        # Drawn on nothing, colours come already multiplied by how much they cover.
        seen = pixels[..., :3] + (1 - pixels[..., 3:]) * np.array(Window.clearcolor[:3], np.float32)
        Image.fromarray((255 * seen.clip(0, 1)).round().astype(np.uint8)).save(path)

    def settle(self, seconds: float = 30) -> None:
        """Wait for all pictures, that of a score sheet too."""
        self.until(lambda: not self.desk.pictures._waiting, seconds)
        self.until(self._camera_shows, seconds)
        self.until(lambda: all(preview.texture for preview in self.all("sheet-preview")), seconds)
        self.frames(3)

    def _camera_shows(self) -> bool:
        """Whether a camera view that is open shows its picture, or says why it cannot."""
        step = getattr(self.screen, "photo", None) or self.screen  # My deck has its camera in a part of its own
        camera = getattr(step, "camera", None)
        worker = getattr(camera, "worker", None)
        return worker is None or worker.failed is not None or bool(step.view.shown)

    def stop(self) -> None:
        self.app.dispatch("on_stop")
        for child in Window.children[:]:
            Window.remove_widget(child)
        stopTouchApp()
        App._running_app = None
