"""Compares look-alike designs with a card, only where they differ."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import inner, unit_rows
from scanner.geometry import Floats, Pixels

REACH = 3  # pixels that a detail may be printed or seen off its place
SHARED = 18.0  # neighbouring pixels and colours err together: so many count as one
SOFT = 1.5  # pixels of blur at which twice as many err together
OFF_COLOUR = 0.04  # a fifth of the strength of a detail, squared
UNEXPLAINED, EXPLAINED = 10.0, 5.0  # error of a place against that of the whole card: it counts nothing, and a range
CONTRADICTED = -2.0  # log odds of a design by its tones when another one has the better details
GRAIN = 1.5  # pixels
BLURS = (0.0, 0.6, 1.0, 1.5, 2.2, 3.2)


def match_blur(patch: Floats, templates: Floats) -> tuple[float, float]:
    """How unsharp the picture is against the first template (pixels), and their correlation then."""
    seen = unit_rows(inner(patch[None]).reshape(1, -1))[0]
    best_fit, best_sigma = -1.0, 0.0
    for sigma in BLURS:
        fit = float(unit_rows(inner(blurred(templates[0], sigma)[None]).reshape(1, -1))[0] @ seen)
        if fit < best_fit:
            break
        best_fit, best_sigma = fit, sigma
    # Where a design has little print, noise is most of what is seen: that is fine grain and goes when it is smoothed.
    softer = blurred(templates[0], float(np.hypot(best_sigma, GRAIN)))
    pair = unit_rows(inner(np.stack([blurred(patch, GRAIN), softer])).reshape(2, -1))
    return max(best_fit, float(pair[0] @ pair[1])), best_sigma


def blurred(template: Floats, sigma: float) -> Floats:
    """The template as unsharp as the picture."""
    if sigma == 0:
        return template
    result: Floats = cv2.GaussianBlur(template, (0, 0), sigma)
    return result


def odds_of(patch: Floats, sharp: Floats, sigma: float, tones: NDArray[np.float64]) -> NDArray[np.float64]:
    """The odds of each design: how well it explains the places where they differ, each place a little movable."""
    if len(sharp) == 1:
        return np.ones(1)
    first = blurred(sharp[0], sigma)
    gain = max(0.2, float(np.vdot(patch, first)) / max(float(np.vdot(first, first)), 1e-6))
    padded = cv2.copyMakeBorder(patch / gain, REACH, REACH, REACH, REACH, cv2.BORDER_REFLECT)
    off = padded[REACH:-REACH, REACH:-REACH] - first
    elsewhere = float(np.minimum(off * off, 4.0).mean()) + 0.02
    misfit, energy = np.zeros(len(sharp)), np.zeros(len(sharp))
    size = 1e-3
    for top, bottom, left, right in _places((sharp.max(axis=0) - sharp.min(axis=0)).max(axis=2) / 2):
        window = padded[top : bottom + 2 * REACH, left : right + 2 * REACH]
        area = (bottom - top) * (right - left)
        views = _all_shifts(window, bottom - top, right - left).reshape(-1, 3, area)
        views = (views - views.mean(axis=2, keepdims=True)).reshape(len(views), -1)
        details = _details(sharp, (top, bottom, left, right), sigma)
        power = (views**2).sum(axis=1)[:, None]
        own = (details**2).sum(axis=1)[None, :]
        shared = views @ details.T
        contrast = np.clip(shared / np.maximum(own, 1e-3), 0.5, 1.6)
        here = (power - 2 * contrast * shared + contrast**2 * own).min(axis=0)
        # A design should explain the places where they differ about as well as the whole card. What none explains is
        # hidden, and says nothing about them.
        explained = float(np.clip((UNEXPLAINED - here.min() / (3 * area) / elsewhere) / EXPLAINED, 0, 1))
        misfit += explained * here
        energy += explained * own[0]
        size += explained * area
    best = int(misfit.argmin())
    # No camera and no printer keeps colours exactly: a part of what is printed there counts as error.
    noise = (misfit[best] + OFF_COLOUR * energy[best]) / (3 * size) + 0.01
    logs = -(misfit - misfit[best]) / (2 * noise * SHARED * (1 + (sigma / SOFT) ** 2))
    if tones[best] < CONTRADICTED:  # two witnesses that contradict each other: neither is believed alone
        return (_odds(logs) + _odds(tones)) / 2
    return _odds(logs + tones)


def _odds(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(logs - logs.max())
    result: NDArray[np.float64] = odds / odds.sum()
    return result


def _details(sharp: Floats, box: tuple[int, int, int, int], sigma: float) -> Floats:
    """One place of every design as unsharp as the picture, as rows with mean 0 in each colour."""
    top, bottom, left, right = box
    more = int(np.ceil(3 * sigma))
    above, before = min(top, more), min(left, more)
    parts = [
        blurred(whole[top - above : bottom + more, left - before : right + more], sigma)[
            above : above + bottom - top, before : before + right - left
        ]
        for whole in sharp
    ]
    details = np.stack(parts).transpose(0, 3, 1, 2).reshape(len(sharp), 3, -1)
    flat: Floats = (details - details.mean(axis=2, keepdims=True)).reshape(len(sharp), -1)
    return flat


def _all_shifts(window: Floats, rows: int, columns: int) -> Floats:
    """Every part of the window that is so large: (down, right, colour, rows, columns)."""
    steps = (window.shape[0] - rows + 1, window.shape[1] - columns + 1)
    down, right, colour = window.strides
    return np.lib.stride_tricks.as_strided(
        window, (*steps, 3, rows, columns), (down, right, colour, down, right), writeable=False
    )


def _places(spread: Floats) -> list[tuple[int, int, int, int]]:
    """The boxes (top, bottom, left, right) in which the designs differ."""
    rows, columns = spread.shape
    mask: Pixels = (spread > max(0.3 * float(spread.max()), 0.1)).astype(np.uint8)
    mask = cv2.dilate(mask, np.ones((7, 7), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = []
    for left, top, width, height, area in stats[1:count]:
        if area >= 12:
            boxes.append((int(top), int(min(top + height, rows)), int(left), int(min(left + width, columns))))
    return sorted(boxes, key=lambda box: -(box[1] - box[0]) * (box[3] - box[2]))[:8]
