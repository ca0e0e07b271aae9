"""Cards without the light they are seen in: how much darker or brighter print is than what is around it.

Photographs of cards, each taken in a light of its own, cannot be put into one light exactly. But print is as much
darker than the paper beside it in any light, in every colour.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.cardface import INSET, LOCAL
from scanner.geometry import Floats, Pixels

DARK = 0.2  # part of a card's brightness: haze and noise hide how much darker than that print is
PAPER, MOST_MEDIAN = 0.4, 255  # part of an edge whose usual colour is that of the paper, and pixels of it at the most
SOFT = 1.0  # pixels: edges need not lie exactly on each other


def rim_of(columns: int, rows: int) -> int:
    """How many pixels at each edge of a card's photograph may show what lay around it."""
    return round(INSET * min(columns, rows))


def without_rim(picture: Pixels) -> Pixels:
    """A picture whose rim goes on as the card inside of it: of what lay around the card each shows something else.

    As its paper does: a digit close to the edge is not drawn out to it.
    """
    rows, columns = picture.shape[:2]
    rim = rim_of(columns, rows)
    inside = picture[rim : rows - rim, rim : columns - rim]
    result: Pixels = cv2.copyMakeBorder(inside, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    wide, high = (min(MOST_MEDIAN, round(PAPER * side)) | 1 for side in (columns, rows))
    for edge, first in ((rim, 0), (rows - rim - 1, rows - rim)):
        result[first : first + rim] = cv2.medianBlur(np.ascontiguousarray(result[edge : edge + 1]), wide)
    for edge, first in ((rim, 0), (columns - rim - 1, columns - rim)):
        result[:, first : first + rim] = cv2.medianBlur(np.ascontiguousarray(result[:, edge : edge + 1]), high)
    return result


def ink_of(picture_bgr: Pixels) -> Floats:
    """The print of a card's picture against what is around it, as logarithms; 0 is none."""
    inside: Floats = without_rim(picture_bgr).astype(np.float32)
    light: Floats = np.log(inside + DARK * inside.mean(axis=(0, 1)) + 1)
    window = round(light.shape[1] * LOCAL) | 1
    around = cv2.blur(light, (window, window), borderType=cv2.BORDER_REFLECT)
    result: Floats = cv2.GaussianBlur(light - around, (0, 0), SOFT)
    return result
