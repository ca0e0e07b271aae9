"""Cards without the light they are seen in: how much darker or brighter print is than what is around it.

Photographs of cards, each taken in a light of its own, cannot be put into one light exactly. But print is as much
darker than the paper beside it in any light, in every colour.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.cardface import LOCAL, inset_of
from scanner.geometry import Floats, Pixels

DARK = 0.2  # part of a card's brightness: haze and noise hide how much darker than that print is
SOFT = 1.0  # pixels: edges need not lie exactly on each other


def without_rim(picture: Pixels) -> Pixels:
    """A picture whose rim goes on as the card inside of it: of what lay around the card each shows something else."""
    rows, columns = picture.shape[:2]
    x, y = inset_of(columns, rows)
    inside = picture[y : rows - y, x : columns - x]
    result: Pixels = cv2.copyMakeBorder(inside, y, y, x, x, cv2.BORDER_REPLICATE)
    return result


def ink_of(picture_bgr: Pixels) -> Floats:
    """The print of a card's picture against what is around it, as logarithms; 0 is none."""
    inside: Floats = without_rim(picture_bgr).astype(np.float32)
    light: Floats = np.log(inside + DARK * inside.mean(axis=(0, 1)) + 1)
    window = round(light.shape[1] * LOCAL) | 1
    around = cv2.blur(light, (window, window), borderType=cv2.BORDER_REFLECT)
    result: Floats = cv2.GaussianBlur(light - around, (0, 0), SOFT)
    return result
