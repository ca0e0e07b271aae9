"""Compares look-alike designs with a card, only where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import inner, unit_rows
from scanner.geometry import Floats, Pixels, largest

REACH = 3  # pixels that a detail may be printed or seen off its place
SHARED = 18.0  # neighbouring pixels and colours err together: so many count as one
SOFT = 1.5  # pixels of blur at which twice as many err together
OFF_COLOUR = 0.04  # a fifth of the strength of a detail, squared
CONTRADICTED = -1.0  # log odds by its tones, against the best tones, of the design that has the best details
RULED_OUT = -2.0  # log odds of a design that one witness does not believe in
CONTRASTS = 0.5, 1.6  # of a detail against the print of the whole card
TINTS = 0.4, 1.6  # the same of the colour of a detail
GRAIN = 1.5  # pixels
UNSEEN, SEEN = 0.45, 0.7  # correlation of a design that is hidden, or surely seen, where it is told from others
BLANK = 0.2  # strength of print that is as good as none, against that of the next best design
LEAST, LEAST_COVERED = 0.1, 0.3  # difference of designs that counts; around what is hidden a little of it is left
LARGEST = 26  # pixels of a place; a hidden part of it must not spoil the rest
BLURS = (0.0, 0.6, 1.0, 1.5, 2.2, 3.2)


def match_blur(patch: Floats, templates: Floats) -> tuple[float, float]:
    """How unsharp the picture is against the first template (pixels), and their correlation then."""
    seen = unit_rows(inner(patch[None]).reshape(1, -1))[0]
    best_fit, best_sigma = -1.0, 0.0
    for sigma in BLURS:
        fit = _correlation(seen, blurred(templates[0], sigma))
        if fit < best_fit:
            break
        best_fit, best_sigma = fit, sigma
    # Where a design has little print, noise is most of what is seen: that is fine grain and goes when it is smoothed.
    softer = blurred(templates[0], float(np.hypot(best_sigma, GRAIN)))
    seen = unit_rows(inner(blurred(patch, GRAIN)[None]).reshape(1, -1))[0]
    return max(best_fit, _correlation(seen, softer)), best_sigma


def _correlation(seen: Floats, template: Floats) -> float:
    """Of what is seen, of length one and without its mean, with the compared part of a template."""
    drawn = inner(template[None]).ravel()
    mean = float(drawn.mean())
    length = float(np.sqrt(max(float(drawn @ drawn) - len(drawn) * mean * mean, 1e-6)))
    return float(drawn @ seen) / length


def blurred(template: Floats, sigma: float) -> Floats:
    """The template as unsharp as the picture."""
    if sigma == 0:
        return template
    result: Floats = cv2.GaussianBlur(template, (0, 0), sigma)
    return result


def odds_of(
    patch: Floats, sharp: Floats, sigma: float, tones: NDArray[np.float64], is_covered: bool = False
) -> tuple[NDArray[np.float64], float]:
    """The odds of each design: how well it explains the places where they differ, each place a little movable.

    And how well the best one explains them at all, from 0 to 1: where it does not, the place may be hidden.
    """
    if len(sharp) == 1:
        return np.ones(1), 1.0
    first = blurred(sharp[0], sigma)
    gain = max(0.2, float(np.vdot(patch, first)) / max(float(np.vdot(first, first)), 1e-6))
    padded = cv2.copyMakeBorder(patch / gain, REACH, REACH, REACH, REACH, cv2.BORDER_REFLECT)
    places = []
    least = LEAST_COVERED if is_covered else LEAST
    for top, bottom, left, right in _places(largest(sharp.max(axis=0) - sharp.min(axis=0)) / 2, least):
        window = padded[top : bottom + 2 * REACH, left : right + 2 * REACH]
        views = _all_shifts(window, bottom - top, right - left).reshape(-1, 3, (bottom - top) * (right - left))
        places.append(_Place(views, _details(sharp, (top, bottom, left, right), sigma)))
    if not places:
        return _odds(tones), 1.0
    found = [_found(*place) for place in places]
    logs = _logs(places, [one.misfit for one in found], sigma)
    odds = _together(logs, tones)
    if tones[int(logs.argmax())] < CONTRADICTED and logs[int(tones.argmax())] < RULED_OUT:
        # Two witnesses that contradict each other. A coloured light makes one colour of print stronger against another,
        # which looks like another design: of that tones know more. What else the details say is asked without it; but
        # designs may differ in just that colour, so this alone makes no name sure.
        free = _logs(places, [_found(*place, is_free=True).misfit for place in places], sigma)
        odds = (odds + _together(free, tones)) / 2
    ranked = np.argsort(-odds, kind="stable")
    # The best one must be seen where it differs from the next best: otherwise something may be in the way there.
    best, second = int(ranked[0]), int(ranked[1])
    telling = np.array([float(((one.details[best] - one.details[second]) ** 2).sum()) for one in places]) + 1e-6
    seen = float(np.array([_seen(one, best, second) for one in found]) @ telling)
    return odds, float(np.clip((seen / telling.sum() - UNSEEN) / (SEEN - UNSEEN), 0, 1))


class _Place(NamedTuple):
    """What is seen at one place, moved by every shift (shifts, colours, pixels), and the details of all designs."""

    views: Floats
    details: Floats


class _Found(NamedTuple):
    """How each design agrees with what is seen at one place, at the shift where it does so best."""

    misfit: Floats
    shared: Floats
    power: Floats
    own: Floats


def _found(views: Floats, details: Floats, is_free: bool = False) -> _Found:
    """Details of every design found near their place; the contrast is free, on request that of each colour."""
    shifts, colours, area = views.shape
    sums, flat = views.sum(axis=2), views.reshape(shifts, -1)
    # Details have no mean, so those of what is seen only matter for its power.
    power = (np.einsum("ij,ij->i", flat, flat) - np.einsum("ij,ij->i", sums, sums) / area)[:, None]
    if is_free:
        by_colour = details.reshape(len(details), colours, area).transpose(1, 0, 2)
        own_parts = (by_colour**2).sum(axis=2)[:, None]
        parts = views.transpose(1, 0, 2) @ by_colour.transpose(0, 2, 1)  # colours, shifts, designs
        contrast = np.clip(parts / np.maximum(own_parts, 1e-3), *CONTRASTS)
        gained = (2 * contrast * parts - contrast**2 * own_parts).sum(axis=0)
        shared, own = parts.sum(axis=0), own_parts.sum(axis=0)
    else:
        own = (details**2).sum(axis=1)[None, :]
        shared = flat @ details.T
        # Print is seen stronger or weaker, and its colour paler: the grey in it and its tint have a contrast each.
        grey = details.reshape(len(details), colours, area).mean(axis=1)
        own_grey, shared_grey = colours * (grey**2).sum(axis=1)[None, :], views.sum(axis=1) @ grey.T
        gained = _gained(shared_grey, own_grey, CONTRASTS) + _gained(shared - shared_grey, own - own_grey, TINTS)
    misfit = power - gained
    best = misfit.argmin(axis=0), np.arange(len(details))
    return _Found(misfit[best], shared[best], power[best[0], 0], own[0])


def _gained(shared: Floats, own: Floats, contrasts: tuple[float, float]) -> Floats:
    """How much of what is seen is explained by details at their best contrast."""
    contrast = np.clip(shared / np.maximum(own, 1e-3), *contrasts)
    result: Floats = 2 * contrast * shared - contrast**2 * own
    return result


def _logs(places: Sequence[_Place], misfits: Sequence[Floats], sigma: float) -> NDArray[np.float64]:
    """How much less likely each design is than the best one by its details: 0 and below."""
    by_place = np.stack(misfits)
    areas = np.array([place.details.shape[1] for place in places])
    best = int(by_place.sum(axis=0).argmin())
    # No camera and no printer keeps colours exactly: a part of what is printed there counts as error.
    energy = sum(float((place.details[best] ** 2).sum()) for place in places)
    usual = by_place[:, best].sum() + OFF_COLOUR * energy
    # A place that no design explains may be hidden: it has little to say.
    noise = np.maximum(by_place.min(axis=1) / areas, usual / areas.sum()) + 0.01
    logs = -((by_place - by_place[:, best : best + 1]) / noise[:, None]).sum(axis=0)
    logs /= 2 * SHARED * (1 + (sigma / SOFT) ** 2)
    result: NDArray[np.float64] = logs - logs.max()
    return result


def _together(logs: NDArray[np.float64], tones: NDArray[np.float64]) -> NDArray[np.float64]:
    """The odds by details and tones; if each rules out what the other one says, neither is believed alone."""
    likely = max(tones[int(logs.argmax())], logs[int(tones.argmax())])
    return _odds(logs + tones) if likely >= RULED_OUT else (_odds(logs) + _odds(tones)) / 2


def _odds(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(logs - logs.max())
    result: NDArray[np.float64] = odds / odds.sum()
    return result


def _seen(found: _Found, best: int, second: int) -> float:
    """How much of one place looks like the best design; where that is blank, how little of the next best one."""
    own, power = found.own, float(found.power[best])
    if own[best] > BLANK * own[second]:
        return float(found.shared[best] / np.sqrt(max(power * float(own[best]), 1e-3)))
    return float(np.clip(1 - power / max(float(own[second]), 1e-3), 0, 1))


def _details(sharp: Floats, box: tuple[int, int, int, int], sigma: float) -> Floats:
    """One place of every design as unsharp as the picture, as rows with mean 0 in each colour."""
    top, bottom, left, right = box
    more = int(np.ceil(3 * sigma))
    above, before = min(top, more), min(left, more)
    around = sharp[:, top - above : bottom + more, left - before : right + more]
    # All designs are blurred at once, as if they were colours of one picture.
    rows, columns = around.shape[1:3]
    soft = blurred(around.transpose(1, 2, 0, 3).reshape(rows, columns, -1), sigma)
    part = soft[above : above + bottom - top, before : before + right - left]
    details = part.reshape(-1, len(sharp), 3).transpose(1, 2, 0)
    flat: Floats = (details - details.mean(axis=2, keepdims=True)).reshape(len(sharp), -1)
    return flat


def _all_shifts(window: Floats, rows: int, columns: int) -> Floats:
    """Every part of the window that is so large: (down, right, colour, rows, columns)."""
    steps = (window.shape[0] - rows + 1, window.shape[1] - columns + 1)
    down, right, colour = window.strides
    return np.lib.stride_tricks.as_strided(
        window, (*steps, 3, rows, columns), (down, right, colour, down, right), writeable=False
    )


def _places(spread: Floats, least: float) -> list[tuple[int, int, int, int]]:
    """The boxes (top, bottom, left, right) in which the designs differ."""
    rows, columns = spread.shape
    mask: Pixels = (spread > max(0.3 * float(spread.max()), least)).astype(np.uint8)
    mask = cv2.dilate(mask, np.ones((7, 7), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = []
    for left, top, width, height, area in sorted(stats[1:count].tolist(), key=lambda one: -one[2] * one[3])[:8]:
        if area >= 12:
            boxes += _tiles((top, min(top + height, rows), left, min(left + width, columns)))
    return boxes


def _tiles(box: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    """A box in pieces that are not too large."""
    top, bottom, left, right = box
    down, across = -((top - bottom) // LARGEST), -((left - right) // LARGEST)
    ys = [top + (bottom - top) * step // down for step in range(down + 1)]
    xs = [left + (right - left) * step // across for step in range(across + 1)]
    return [(y, below, x, after) for y, below in pairwise(ys) for x, after in pairwise(xs)]
