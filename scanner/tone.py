"""Compares designs with a card by how dark and of what colour their print is against the paper.

Details are compared without their strength, because cameras and printers change it. But a filled sign and a shaded one,
or a red and a green one, differ in nothing else; the paper around them tells how strong print should look here.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Pixels, largest
from scanner.light import light_on

DIFFERENT = 24.0  # grey levels by which designs differ where tones are compared
SOFT = 0.8  # pixels: edges need not lie exactly on each other
INEXACT = 8.0, 0.15  # grey levels, and part of the print's contrast, by which tones are usually off
WITNESSES = 4.0  # all pixels of a print are off together: so many count as independent
FEWEST = 6  # pixels
PAPER = 0.3  # part of the card that must be the same on all designs to tell the light


def tone_logs(
    seen_bgr: Pixels, drawn_bgr: Pixels, sigma: float, hidden: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """How much less likely each design (n, rows, columns, 3) is than the best one by its tones: 0 and below."""
    soft = float(np.hypot(sigma, SOFT))
    drawn = np.stack([cv2.GaussianBlur(one.astype(np.float32), (0, 0), soft) for one in drawn_bgr])
    seen: Floats = cv2.GaussianBlur(seen_bgr.astype(np.float32), (0, 0), SOFT)
    spread = largest(drawn.max(axis=0) - drawn.min(axis=0))
    where = spread > max(DIFFERENT, 0.4 * float(spread.max()))
    same = spread < 0.5 * DIFFERENT
    if hidden is not None:
        where, same = where & ~hidden, same & ~hidden
    if int(where.sum()) < FEWEST or same.mean() < PAPER:
        return np.zeros(len(drawn))
    light = light_on(seen, drawn[0], same)
    expected = drawn[:, where] * light.gain[where] + light.haze[where]  # designs, places, colours
    off = np.abs(expected - seen[where])
    contrast = np.abs(expected - expected.mean(axis=1, keepdims=True)).mean()
    usual = INEXACT[0] + INEXACT[1] * float(contrast) + INEXACT[1] * float(spread[where].mean())
    misfit = (np.minimum(off, 4 * usual) ** 2).mean(axis=(1, 2)) / (2 * usual**2)
    logs: NDArray[np.float64] = -(misfit - misfit.min()) * WITNESSES
    return logs
