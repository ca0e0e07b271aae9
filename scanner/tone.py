"""Compares designs with a card by how dark and of what colour their print is against the paper.

Details are compared without their strength, because cameras and printers change it. But a filled sign and a shaded one,
or a red and a green one, differ in nothing else; the paper around them tells how strong print should look here.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Floats, Pixels, largest
from scanner.light import light_on

DIFFERENT = 24.0  # grey levels by which designs differ where tones are compared
SOFT = 0.8  # pixels: edges need not lie exactly on each other
INEXACT = 5.0, 0.1  # grey levels, and part of the print's contrast, by which tones are usually off
INEXACT_SUM = 2.0, 0.1  # the same of all print together
WITNESSES = 4.0  # all pixels of a print are off together: so many count as independent
FEWEST = 6  # pixels
STRENGTH = 1.0, 0.25  # of print as it is seen, and the usual error
TINT = 0.9, 0.3  # the same of its colour: cameras show it paler rather than stronger
UNKNOWN_TWIN = 2.0, 5.0  # how unlikely the right design hardly ever looks, and never
PAPER = 0.3  # part of the card that must be the same on all designs to tell the light


class Tones(NamedTuple):
    """How much less likely each design is than the best one by its tones, and how strong each colour is seen here."""

    logs: NDArray[np.float64]  # 0 and below
    gains: Floats | None  # of the three colours, against the drawn ones; None where nothing common tells them
    unlike: NDArray[np.float64] | None = None  # how unlikely the print of each design looks so; None where unknown

    def believable(self, design: int) -> float:
        """From 1 to 0: less for a design whose print looks otherwise, so that it may be a twin nobody knows of."""
        return 1.0 if self.unlike is None else float(np.interp(self.unlike[design], UNKNOWN_TWIN, (1, 0)))


def tones_of(
    seen_bgr: Pixels,
    drawn_bgr: Pixels,
    sigma: float,
    hidden: NDArray[np.bool_] | None = None,
    is_inexact: bool = False,
) -> Tones:
    """What the tones of a card say of designs (n, rows, columns, 3).

    Where these do not lie exactly on each other, all their print is taken together: blur and small moves keep its sum.
    """
    soft = float(np.hypot(sigma, SOFT))
    drawn = np.stack([cv2.GaussianBlur(one.astype(np.float32), (0, 0), soft) for one in drawn_bgr])
    seen: Floats = cv2.GaussianBlur(seen_bgr.astype(np.float32), (0, 0), SOFT)
    spread = largest(drawn.max(axis=0) - drawn.min(axis=0))
    where = spread > max(DIFFERENT, 0.4 * float(spread.max()))
    same = spread < 0.5 * DIFFERENT
    if hidden is not None:
        where, same = where & ~hidden, same & ~hidden
    if same.mean() < PAPER:
        return Tones(np.zeros(len(drawn)), None)
    light = light_on(seen, drawn[0], same)
    gains = light.gain[same].mean(axis=0)
    if int(where.sum()) < FEWEST:
        return Tones(np.zeros(len(drawn)), gains)
    # Against what all have in common, usually the paper: strength and colour of print are what a camera changes.
    common = drawn[0][same].mean(axis=0)
    print_ = drawn[:, where] - common  # designs, places, colours
    off = (seen[where] - light.haze[where]) / light.gain[where] - common
    if is_inexact:
        print_, off = print_.mean(axis=1, keepdims=True), off.mean(axis=0, keepdims=True)
        usual = INEXACT_SUM[0] + INEXACT_SUM[1] * float(np.abs(print_).mean())
        unlike = _misfits(print_, off, usual) / (2 * usual**2) * WITNESSES
        return Tones(unlike.min() - unlike, gains, unlike)
    contrast = np.abs(print_ - print_.mean(axis=1, keepdims=True)).mean()
    usual = INEXACT[0] + INEXACT[1] * float(contrast) + INEXACT[1] * float(spread[where].mean())
    misfit = _misfits(print_, off, usual) / (2 * usual**2)
    logs: NDArray[np.float64] = -(misfit - misfit.min()) * WITNESSES
    return Tones(logs, gains)


def _misfits(print_: Floats, seen: Floats, usual: float) -> Floats:
    """The mean squared error of each print (designs, places, colours), as strong and as coloured as it is seen best."""
    grey = print_.mean(axis=2, keepdims=True)
    tint = print_ - grey
    seen_grey = seen.mean(axis=1, keepdims=True)
    seen_tint = seen - seen_grey
    count = print_.shape[1] * 3
    left = []
    for part, wanted, (middle, error) in (
        (grey * np.ones(3), seen_grey * np.ones(3), STRENGTH),
        (tint, seen_tint, TINT),
    ):
        # The usual strength counts as one more, uncertain, measurement.
        weight = count * usual**2 / WITNESSES / error**2
        power, shared = (part * part).sum(axis=(1, 2)), (part * wanted).sum(axis=(1, 2))
        factor = (shared + weight * middle) / (power + weight)
        miss = np.minimum(np.abs(part * factor[:, None, None] - wanted), 4 * usual)
        left.append((miss**2).mean(axis=(1, 2)) + weight * (factor - middle) ** 2 / count)
    result: Floats = left[0] + left[1]
    return result
