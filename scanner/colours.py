"""Plain words for the colours of things."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Floats

PURE = 0.55  # part of a pawn that shows its colour; the rest is in its own shadow or shines
HUES = {
    "red": (330, 16),
    "orange": (16, 38),
    "yellow": (38, 76),
    "green": (76, 172),
    "blue": (172, 262),
    "purple": (262, 330),
}


def name_colour(pixels_bgr: Floats) -> tuple[str, float]:
    """A plain word for the colour of some pixels, and how many of them share it."""
    hsv = cv2.cvtColor(np.clip(pixels_bgr, 0, 255).astype(np.uint8)[None], cv2.COLOR_BGR2HSV)[0].astype(np.float32)
    hue, saturation, value = hsv[:, 0] * 2, hsv[:, 1] / 255, hsv[:, 2] / 255
    # Dark pixels have a hue only by chance: what counts is how far the colours are apart, not their ratio.
    colourful = (saturation > 0.35) & (saturation * value > 0.16)
    if colourful.mean() > 0.4:
        hues = (hue[colourful] - HUES["red"][0]) % 360
        shares = {
            name: float(
                ((hues >= (low - HUES["red"][0]) % 360) & (hues < (high - HUES["red"][0] - 1) % 360 + 1)).mean()
            )
            for name, (low, high) in HUES.items()
        }
        best = max(shares, key=lambda name: shares[name])
        return best, shares[best] * float(colourful.mean())
    if float(np.median(value)) > 0.6:
        return "white", float((value > 0.5).mean())
    if float(np.median(value)) < 0.4:
        return "black", float((value < 0.45).mean())
    return "grey", 0.5


def thing_colour(pixels_bgr: Floats) -> str | None:
    """The colour of a thing that is all of one colour, such as a pawn; None for anything else."""
    colour, purity = name_colour(pixels_bgr)
    return colour if purity > PURE else None
