"""Plain words for the colours of things."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Floats

COLOURFUL = 0.22  # how far colours are apart in the more colourful half; the rest may shine
DARK_COLOUR = ((0.18, 0.32), (0.22, 0.14))  # the same of things of such brightness; on brown boards black is bluish
PASTEL = 0.42  # the same against its brightness: less is white in a light that is not quite known, or mirrors a lamp
DARK, BRIGHT = 0.5, 0.62  # brightness of what is black or white
GLOSSY = 0.58  # the same of a black thing that shines; a white one is brighter even in its own shade
DARKEST = 0.25  # brightness of the darkest tenth of a black thing, of which the top may shine
VIVID = 0.4  # the same in what is surely neither white nor black
TINGE = 0.06  # how far colours are apart in what has any colour at all
SIDES, LEAST_SIDES = 0.75, 0.12  # brightness of a thing's sides against its top, and the part that they take
MORE_COLOURFUL = 1.5  # the sides of a coloured thing against its top that mirrors a lamp; a white one is alike all over
NEAREST = 4  # words told for a colour, the likeliest first
HUES = {
    "red": (330, 15),
    "orange": (15, 38),
    "yellow": (38, 85),
    "green": (85, 165),
    "blue": (165, 262),
    "purple": (262, 330),
}

WORDS = frozenset({*HUES, "white", "grey", "black"})


def name_colour(pixels_bgr: Floats) -> tuple[str, float]:
    """A plain word for the colour of a thing, and how much of it shares it."""
    hue, chroma, value = _tones(pixels_bgr)
    coloured = chroma >= np.median(chroma)
    strength, hues = chroma[coloured], (hue[coloured] - HUES["red"][0]) % 360
    usual = float(np.median(value))
    least = COLOURFUL if usual > DARK else float(np.interp(usual, *DARK_COLOUR))
    depth = float(np.median(strength / np.maximum(value[coloured], 1 / 255)))
    if depth > PASTEL and float(np.median(strength)) > least:
        starts = [(low - HUES["red"][0]) % 360 for low, _ in HUES.values()]
        shares = np.bincount(np.searchsorted(starts, hues, side="right") - 1, strength**2, len(HUES))
        return list(HUES)[int(shares.argmax())], float(shares.max() / shares.sum())
    if usual < DARK or (usual < BRIGHT and float(np.percentile(value, 10)) < DARKEST):
        return "black", float((value < BRIGHT).mean())
    if usual < GLOSSY:
        return "black", 0.5
    if usual > BRIGHT:
        return "white", float((value > DARK).mean())
    return "grey", 0.5


def near_colours(pixels_bgr: Floats) -> tuple[str, ...]:
    """The words for the colour of a thing, the likeliest first: in the light of a lamp yellow looks orange."""
    hues_seen, chroma, value = _tones(pixels_bgr)
    strong = chroma >= np.median(chroma)
    turns = np.radians(hues_seen[strong])
    hue = float(np.degrees(np.arctan2((chroma[strong] * np.sin(turns)).sum(), (chroma[strong] * np.cos(turns)).sum())))
    away = {name: min(_between(hue, low), _between(hue, high)) for name, (low, high) in HUES.items()}
    bright = float(np.median(value)) > (DARK + BRIGHT) / 2
    greys = ["white", "grey", "black"] if bright else ["black", "grey", "white"]  # the top of a black one may shine
    hues = sorted(away, key=lambda name: away[name]) if float(np.median(chroma[strong])) > TINGE else []
    first, _ = name_colour(pixels_bgr)
    if first in HUES:
        others = hues[:3] if float(np.median(chroma[strong])) > VIVID else [*hues[:3], *greys]
    else:
        others = [*greys[:2], *hues[:1], *greys]
    return tuple(dict.fromkeys([first, *others]))[:NEAREST]


def below_shine(pixels_bgr: Floats) -> str | None:
    """The colour of what looks pale because its top mirrors a lamp, by its sides; None of what is pale itself."""
    _, chroma, value = _tones(pixels_bgr)
    sides = value < SIDES * np.percentile(value, 75)
    if sides.mean() < LEAST_SIDES:
        return None
    depth = chroma / np.maximum(value, 1 / 255)
    if float(np.median(depth[sides])) > MORE_COLOURFUL * float(np.median(depth[~sides])):
        word, _ = name_colour(pixels_bgr[sides])
        if word in HUES:
            return word
    return "black" if float(np.percentile(value, 10)) < DARKEST else None


def _tones(pixels_bgr: Floats) -> tuple[Floats, Floats, Floats]:
    """Hue in degrees, how far the colours are apart, and brightness of each pixel.

    Dark pixels have a hue only by chance: what counts is how far the colours are apart, not their ratio. What is
    brighter than white in the light that was taken off keeps its colour: cut off one by one its colours would be pale.
    """
    whole = np.maximum(pixels_bgr, 0)
    whole = whole * np.minimum(1, 255 / np.maximum(whole.max(axis=1, keepdims=True), 1))
    hsv = cv2.cvtColor(whole.astype(np.uint8)[None], cv2.COLOR_BGR2HSV)[0].astype(np.float32)
    value = hsv[:, 2] / 255
    return hsv[:, 0] * 2, hsv[:, 1] / 255 * value, value


def _between(one: float, two: float) -> float:
    """The angle between two hues, in degrees."""
    return abs((one - two + 180) % 360 - 180)
