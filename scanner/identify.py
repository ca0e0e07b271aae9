"""Names a picture that is one cut-out card, either way up, cut a little inside or outside its edge."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Pixels, scale_map
from scanner.naming import CUT_OUT
from scanner.pack_index import PackIndex
from scanner.picture import Picture
from scanner.read import as_detection
from scanner.reading import Detection

MIN_SIDE = 12  # pixels; less shows no card


def identify(index: PackIndex, pixels_bgr: Pixels) -> Detection:
    """The card that fills the picture."""
    height, width = pixels_bgr.shape[:2]
    if min(height, width) < MIN_SIDE:
        corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
        return Detection(None, corners, 0.0)
    if (width > height) != (index.namer.index.aspect < 1):
        pixels_bgr = np.ascontiguousarray(np.rot90(pixels_bgr))
        height, width = width, height
    # A rim of the border colour, so that a card cut too tightly can still be found a little outside.
    rim = max(2, width // 12)
    padded = cv2.copyMakeBorder(pixels_bgr, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    expected = np.array([[1, 0, rim], [0, 1, rim], [0, 0, 1.0]]) @ scale_map(width, height)
    return as_detection(index.namer.name(Picture(padded), expected, CUT_OUT), None, None)
