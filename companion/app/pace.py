"""So many times a second, whatever each time takes."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import monotonic


class Pace:
    """Turns at even distances: what one takes shortens the wait for the next. Turns that were missed stay missed."""

    def __init__(self, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._step, self._clock = 1 / per_second, clock
        self._due = clock()

    def wait(self, stop: Event) -> bool:
        """Until it is time for the next turn; True when it is the end instead."""
        self._due = max(self._due + self._step, self._clock() - self._step)
        return stop.wait(max(0.0, self._due - self._clock()))
