"""How sharp the pictures of a film usually are, so that a blurred one can be left out."""

from __future__ import annotations

SHARP = 0.75  # part of the usual sharpness from which a picture is read
MOST_BLURRED = 4  # frames in a row that are left out as blurred; then blur is usual


class Sharpness:
    """What is usual in this film."""

    def __init__(self) -> None:
        self._usual = 0.0
        self._blurred = 0

    def is_blurred(self, sharpness: float) -> bool:
        """Whether a picture is less sharp than the others, and a sharper one may come."""
        if sharpness < SHARP * self._usual and self._blurred < MOST_BLURRED:
            self._blurred += 1
            return True
        self._usual = max(sharpness, 0.9 * self._usual + 0.1 * sharpness)
        self._blurred = 0
        return False
