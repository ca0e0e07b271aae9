"""A camera as long as a view of it is open: permission, a worker, a look at it in every frame, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from kivy.clock import Clock

from companion.app.android import ask_for_camera


class CameraWorker(Protocol):
    """Threads behind a camera view."""

    def start(self) -> None:
        """Let them run."""

    def stop(self) -> None:
        """Tell them to end."""


W = TypeVar("W", bound=CameraWorker)


class LiveCamera(Generic[W]):
    """`make` gives a worker, `look` is called with it in every frame, `refused` when the camera may not be used."""

    def __init__(self, make: Callable[[], W], look: Callable[[W], object], refused: Callable[[], object]) -> None:
        self.worker: W | None = None
        self._make, self._look, self._refused = make, look, refused
        self._event: Any = None
        self._is_closed = self._was_open = False

    def open(self, needs_permission: bool) -> None:
        """Once the screen stands; a demo table or a file needs no permission."""
        if needs_permission:
            ask_for_camera(self._permitted)
        else:
            self._permitted(True)

    def stop(self) -> None:
        """Let the camera go; does not wait for it."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
        if self.worker is not None:
            self.worker.stop()
            self.worker = None

    def close(self) -> None:
        """The view is left: let the camera go for good."""
        self._is_closed = True
        self.stop()

    def pause(self) -> None:
        """The app goes to the background."""
        self._was_open = self.worker is not None
        self.stop()

    def resume(self) -> None:
        """A new camera, when there was one; the old handle is of no use any more."""
        if self._was_open:
            self._start()

    def _permitted(self, granted: bool) -> None:
        """On Android the answer may come from another thread and late."""
        Clock.schedule_once(lambda _: self._start() if granted else self._refused(), 0)

    def _start(self) -> None:
        if not self._is_closed and self.worker is None:
            self.worker = self._make()
            self.worker.start()
            self._event = Clock.schedule_interval(self._tick, 0)

    def _tick(self, _: float) -> None:
        if self.worker is not None:
            self._look(self.worker)
