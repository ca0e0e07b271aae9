"""Plain words for the colours of things."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Floats

PURE = 0.55  # part of a pawn that shows its colour; the rest is in its own shadow or shines
COLOURED, DARK = 0.2, 0.15  # parts of a thing that tell its colour, and that it is black: the rest may shine
HUES = {
    "red": (330, 16),
    "orange": (16, 38),
    "yellow": (38, 76),
    "green": (76, 172),
    "blue": (172, 262),
    "purple": (262, 330),
}


def name_colour(pixels_bgr: Floats) -> tuple[str, float]:
    """A plain word for the colour of a thing, and how many of its pixels share it."""
    hsv = cv2.cvtColor(np.clip(pixels_bgr, 0, 255).astype(np.uint8)[None], cv2.COLOR_BGR2HSV)[0].astype(np.float32)
    hue, saturation, value = hsv[:, 0] * 2, hsv[:, 1] / 255, hsv[:, 2] / 255
    # Dark pixels have a hue only by chance: what counts is how far the colours are apart, not their ratio.
    chroma = saturation * value
    colourful = (saturation > 0.35) & (chroma > 0.16)
    # Its top may shine: the most colourful part of a thing tells its colour.
    if colourful.mean() > COLOURED:
        hues = (hue[colourful] - HUES["red"][0]) % 360
        strength = chroma[colourful]
        shares = {
            name: float(
                strength[(hues >= (low - HUES["red"][0]) % 360) & (hues < (high - HUES["red"][0] - 1) % 360 + 1)].sum()
                / strength.sum()
            )
            for name, (low, high) in HUES.items()
        }
        best = max(shares, key=lambda name: shares[name])
        return best, shares[best] * float(colourful.mean())
    if float((value < 0.2).mean()) > DARK or float(np.median(value)) < 0.4:
        return "black", float((value < 0.45).mean())
    if float(np.median(value)) > 0.6:
        return "white", float((value > 0.5).mean())
    return "grey", 0.5


def thing_colour(pixels_bgr: Floats) -> str | None:
    """The colour of a thing that is all of one colour, such as a pawn; None for anything else."""
    colour, purity = name_colour(pixels_bgr)
    return colour if purity > PURE else None
