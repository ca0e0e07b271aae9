"""How long the table has been at rest: hands begin that anew, a moment in which the camera shakes does not."""

from __future__ import annotations

from collections.abc import Sequence

SHAKE = 0.5  # seconds that a part of the table may be hidden with nobody at it


class Patience:
    """Seconds of rest, and how many of some limits they have passed."""

    def __init__(self, limits: Sequence[float]) -> None:
        self._limits = limits
        self._since = self._last = self._hidden = 0.0
        self._passed = 0

    def begin(self, at: float) -> None:
        """Something has changed."""
        self._since = self._last = at
        self._hidden, self._passed = 0.0, 0

    def note(self, at: float, is_hidden: bool) -> None:
        """Nothing has changed, as far as it can be seen; a part of the table may be hidden."""
        passed, self._last = at - self._last, at
        self._hidden = self._hidden + passed if is_hidden else 0.0
        if self._hidden > SHAKE:
            self.begin(at)
            self._hidden = SHAKE  # and it goes on
        elif is_hidden:
            self._since += passed

    def has_passed(self, at: float) -> bool:
        """Whether another limit has been passed since this was asked."""
        before, self._passed = self._passed, max(self._passed, sum(self.waited(at) >= one for one in self._limits))
        return self._passed > before

    def waited(self, at: float) -> float:
        """Seconds of rest."""
        return at - self._since
