"""Whether a view rests: a hand that trembles moves all of it alike, a card that is laid changes one place of it.

Costs a millisecond or two, so that a view that is known need not be read again (`scanner/looking.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from scanner.geometry import Pixels

SIZE: Final = (160, 90)  # of the small picture in which views are compared
PLACE: Final = 9  # of its pixels; about a card
SOFT: Final = 1.2  # pixels by which edges are softened, so that a slight turn does not count as a change
EDGE: Final = 6  # pixels along the rim, where other things come into view


@dataclass(frozen=True, slots=True)
class Difference:
    """What is left between two views once the one is laid over the other, in grey levels; `shift` in large pixels."""

    most: float  # at the place that differs most
    mean: float
    shift: tuple[float, float]


class SmallView:
    """A small grey copy of a picture."""

    def __init__(self, pixels_bgr: Pixels) -> None:
        height, width = pixels_bgr.shape[:2]
        self._scale = width / SIZE[0], height / SIZE[1]
        small = cv2.resize(pixels_bgr, SIZE, interpolation=cv2.INTER_AREA)
        self._grey: Pixels = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)

    def differs_from(self, before: SmallView) -> Difference:
        """What has changed since then; light that changes everywhere alike is no change."""
        # The window is laid over copies: OpenCV would write it into the pictures themselves.
        window: Pixels = cv2.createHanningWindow(SIZE, cv2.CV_32F)
        (x, y), _ = cv2.phaseCorrelate(before._grey * window, self._grey * window)
        shift = np.array([[1, 0, x], [0, 1, y]])
        moved: Pixels = cv2.warpAffine(before._grey, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
        apart: Pixels = cv2.GaussianBlur(self._grey - moved, (0, 0), SOFT)
        apart = np.abs(apart - np.median(apart))
        places = cv2.blur(apart, (PLACE, PLACE))[EDGE:-EDGE, EDGE:-EDGE]
        return Difference(float(places.max()), float(apart.mean()), (x * self._scale[0], y * self._scale[1]))
