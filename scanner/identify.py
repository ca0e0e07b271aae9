"""Names a picture that is one cut-out card, either way up, cut a little inside or outside its edge."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Pixels, largest, scale_map
from scanner.named import Named, as_detection
from scanner.pack_index import PackIndex
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.reading import SURE, Detection
from scanner.shadows import without_shadows

AS_WELL = 0.02  # by so much less a card may fit without what was around it
MIN_SIDE = 12  # pixels; less shows no card
RIM, PAPER = 0.08, 0.14  # parts of a card's sides: what may lie around it, and up to where its own edge is looked at
OTHER, MOSTLY = 40, 0.6  # grey levels that what lies around a card is off its edge, and the part of a line that is so


def identify(index: PackIndex, pixels_bgr: Pixels) -> Detection:
    """The card that fills the picture."""
    height, width = pixels_bgr.shape[:2]
    if min(height, width) < MIN_SIDE:
        corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
        return Detection(None, corners, 0.0)
    if (width > height) != (index.namer.index.aspect < 1):
        pixels_bgr = np.ascontiguousarray(np.rot90(pixels_bgr))
        height, width = width, height
    if index.namer.index.is_photographed:
        pixels_bgr = without_shadows(pixels_bgr)
    named = _named(index, pixels_bgr)
    if named.confidence < SURE and index.namer.index.is_photographed:
        # What little is printed on some cards tells their size badly, and what lies around them pulls at it. Of drawn
        # decks a frame is known as exactly as all else, and must not be taken for what lies around.
        inside = without_surroundings(pixels_bgr)
        if inside.shape != pixels_bgr.shape:
            again = _named(index, inside)
            named = again if again.fit > named.fit - AS_WELL else named
    return as_detection(named, None, None)


def _named(index: PackIndex, pixels_bgr: Pixels) -> Named:
    height, width = pixels_bgr.shape[:2]
    # A rim of the border colour, so that a card cut too tightly can still be found a little outside.
    rim = max(2, width // 12)
    padded = cv2.copyMakeBorder(pixels_bgr, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    expected = np.array([[1, 0, rim], [0, 1, rim], [0, 0, 1.0]]) @ scale_map(width, height)
    return index.namer.name(Picture(padded), expected, CUT_OUT)


def without_surroundings(pixels_bgr: Pixels) -> Pixels:
    """A cut-out card without what is seen around it: lines at its sides that have not the colour of its own edge."""
    whole = pixels_bgr
    for _ in range(4):  # each side in turn is the upper one
        whole = np.rot90(whole)
        rim, paper = (round(part * len(whole)) for part in (RIM, PAPER))
        if paper > rim:
            own = np.median(whole[rim:paper], axis=(0, 1))
            lines = (largest(np.abs(whole[:rim] - own)) > OTHER).mean(axis=1) > MOSTLY
            whole = whole[int(lines.argmin()) if not lines.all() else 0 :]
    return np.ascontiguousarray(whole)
