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
RECOLOURED = 0.1  # part of the strongest details at a place; weaker ones are not there in another colour
ANY_COLOUR = 1e-4  # of the strength of print; weaker colours are not told from noise
COLOUR_ERROR = 0.08  # of print, in parts of its strength
UNEXPLAINED = 0.15  # of what is left over, the part by which colours may be off as well
PALE = 0.5  # print of a card in the light of its paper; of a deck's own 0.6 and more
STRONGEST = 5.0  # print at a place against that of the whole card
ENOUGH = 0.3  # of what tells two designs apart, the part that is enough if it is seen clearly
DISPUTED = 3.0  # as much tones say at the most, as log odds, against what details would rather have
RULED_OUT = -2.0  # log odds of a design that one witness does not believe in
OTHER_SHAPE = -10.0  # log odds of a design whose print has clearly another shape, whatever its colours
CONTRASTS = 0.5, 1.6  # of a detail against the print of the whole card
TINTS = 0.2, 1.6  # the same of the colour of a detail
GRAIN = 1.5  # pixels
UNSEEN, SEEN = 0.45, 0.7  # correlation of a design that is hidden, or surely seen, where it is told from others
TILE = 8  # pixels
BLANK = 0.2  # strength of print that is as good as none, against that of the next best design
LEAST, LEAST_COVERED = 0.1, 0.3  # difference of designs that counts; around what is hidden a little of it is left
LARGEST = 26  # pixels of a place; a hidden part of it must not spoil the rest
SOFTER = 3  # blurs that are tried beside the one told
DOUBT = 6.0  # log odds of the next best design, from which it is worth trying whether print has spread
FEW_PLACES = 3  # of a card tell how far print has spread
LITTLE = 0.5  # pixels by which ink may spread, or light that is too bright for a camera; or twice that
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
    patch: Floats,
    sharp: Floats,
    sigma: float,
    tones: NDArray[np.float64],
    is_covered: bool = False,
    has_colours: bool = True,
    is_clear: bool = True,
) -> tuple[NDArray[np.float64], float]:
    """The odds of each design: how well it explains the places where they differ, each place a little movable.

    And how well the best one explains them at all, from 0 to 1: where it does not, the place may be hidden. Without
    `has_colours` only shapes count: tones have told the colours. What is not `is_clear`, explained well as a whole, may
    have fine lines that are not seen as such, and then tones are not outvoted.
    """
    if len(sharp) == 1:
        return np.ones(1), 1.0
    first = blurred(sharp[0], sigma)
    gain = max(0.2, strength_of(patch, first))
    padded: Floats = cv2.copyMakeBorder(patch / gain, REACH, REACH, REACH, REACH, cv2.BORDER_REFLECT)
    least = LEAST_COVERED if is_covered else LEAST
    boxes = places_apart(largest(sharp.max(axis=0) - sharp.min(axis=0)) / 2, least)
    if not boxes:
        return odds_by_tones(tones), 1.0
    places = seen_places(padded, sharp, boxes, sigma)
    found = [found_at(*place) for place in places]
    strength = _strength(found)
    if strength > CONTRASTS[1]:
        # How strong print is was told by the whole card: fine art on it is paler in blur, a digit on that is not.
        padded = padded / strength
        places = seen_places(padded, sharp, boxes, sigma)
        found = [found_at(*place) for place in places]
    logs, shapes = _logs(found, places, sigma, has_colours)
    likely = np.flatnonzero(logs > -DOUBT)
    amount = _how_spread(padded, sharp[likely], sigma, least) if len(likely) > 1 else 0.0
    if amount:
        places = seen_places(padded, _spread(sharp, amount), boxes, sigma)
        found = [found_at(*place) for place in places]
        logs, shapes = _logs(found, places, sigma, has_colours)
    believed = int(tones.argmax())
    if tones[int(logs.argmax())] < RULED_OUT and logs[believed] < RULED_OUT:
        # Two witnesses that contradict each other. How unsharp the picture is was told by one design: fine lines of
        # another one may have gone in more blur, or where ink has spread, and be missed now.
        softer = [seen_places(padded, sharp, boxes, blur) for blur in BLURS if blur > sigma][:SOFTER]
        found = _in_own_blur([found, *([found_at(*place) for place in places_there] for places_there in softer)])
        logs, shapes = _logs(found, places, sigma, has_colours)
    if int(logs.argmax()) != int(tones.argmax()):  # tones are coarse: haze on one numeral was another numeral for sure
        tones = np.maximum(tones, -DISPUTED)
    # Print that would have to be seen much paler than the paper tells is rather finer print, of which blur left this.
    is_clear = is_clear and strength_of(patch, blurred(sharp[int(logs.argmax())], sigma)) > PALE
    odds = joint_odds(logs, tones, shapes if has_colours and is_clear else None)
    ranked = np.argsort(-odds, kind="stable")
    # The best one must be seen where it differs from the next best: otherwise something may be in the way there.
    best, second = int(ranked[0]), int(ranked[1])
    telling = np.array([float(((one.details[best] - one.details[second]) ** 2).sum()) for one in places]) + 1e-6
    telling /= telling.sum()
    grain = grain_of(patch / gain - first)
    seen = np.array([_seen(one, best, second, grain) for one in found])
    explained = float(np.clip((seen @ telling - UNSEEN) / (SEEN - UNSEEN), 0, 1))
    clear = np.flatnonzero(seen >= SEEN)
    hidden = [one for one, here in zip(found, seen, strict=True) if here < SEEN]
    if explained < 1 and is_clear and telling[clear].sum() > ENOUGH and not any(_shows_any(one) for one in hidden):
        # Something hides one of the places, where a value is printed in two corners: the other one tells it alone.
        few, fewer = [found[number] for number in clear], [places[number] for number in clear]
        logs, shapes = _logs(few, fewer, sigma, has_colours)
        alone = joint_odds(logs, tones, shapes if has_colours and is_clear else None)
        if int(alone.argmax()) == best:
            return alone, 1.0
    return odds, explained


def _how_spread(padded: Floats, designs: Floats, sigma: float, least: float) -> float:
    """By how much what is bright (or dark, if less than 0) has spread, by what the best design leaves over then."""
    boxes = places_apart(largest(designs.max(axis=0) - designs.min(axis=0)) / 2, least)[:FEW_PLACES]
    if not boxes:
        return 0.0

    def left(amount: float) -> float:
        places = seen_places(padded, _spread(designs, amount) if amount else designs, boxes, sigma)
        return float(np.sum([found_at(*place).misfit for place in places], axis=0).min())

    tried = {0.0: left(0.0), LITTLE: left(LITTLE), -LITTLE: left(-LITTLE)}
    best = min(tried, key=lambda one: tried[one])
    if best and left(2 * best) < tried[best]:
        return 2 * best
    return best


def _spread(sharp: Floats, amount: float) -> Floats:
    """Designs as they look when what is bright has spread by so many pixels; less than 0: what is dark."""
    change = cv2.dilate if amount > 0 else cv2.erode
    wider = np.stack([change(one, np.ones((3, 3), np.uint8)) for one in sharp])
    result: Floats = sharp + abs(amount) * (wider - sharp)
    return result


def _in_own_blur(blurs: Sequence[Sequence[_Found]]) -> list[_Found]:
    """What was found at each place, every design in that of several blurs in which it leaves least over in all."""
    left = np.stack([np.sum([one.misfit for one in found], axis=0) for found in blurs])
    best, designs = left.argmin(axis=0), np.arange(left.shape[1])

    def chosen(*values: Floats) -> Floats:
        result: Floats = np.stack(values)[best, designs]
        return result

    result = []
    for place in zip(*blurs, strict=True):
        misfit, shape, shared, power, own, areas = zip(*place, strict=True)
        result.append(
            _Found(chosen(*misfit), chosen(*shape), chosen(*shared), chosen(*power), chosen(*own), area=areas[0])
        )
    return result


def strength_of(patch: Floats, template: Floats) -> float:
    """How strong the print of a design is seen on a card."""
    return float(np.vdot(patch, template)) / max(float(np.vdot(template, template)), 1e-6)


def _strength(found: Sequence[_Found]) -> float:
    """How strong the print of the best design is seen at these places; 1 where it has next to none."""
    best = int(np.sum([one.misfit for one in found], axis=0).argmin())
    own = np.sum([one.own for one in found], axis=0)
    if own[best] < BLANK * own.max():
        return 1.0
    return min(sum(float(one.shared[best]) for one in found) / max(float(own[best]), 1e-3), STRONGEST)


def seen_places(
    padded: Floats, sharp: Floats, boxes: Sequence[tuple[int, int, int, int]], sigma: float
) -> list[_Place]:
    """What is seen in these boxes, and the details of all designs there, as unsharp as the picture."""
    places = []
    for top, bottom, left, right in boxes:
        window = padded[top : bottom + 2 * REACH, left : right + 2 * REACH]
        views = _all_shifts(window, bottom - top, right - left).reshape(-1, 3, (bottom - top) * (right - left))
        places.append(_Place(views, _details(sharp, (top, bottom, left, right), sigma)))
    return places


class _Place(NamedTuple):
    """What is seen at one place, moved by every shift (shifts, colours, pixels), and the details of all designs."""

    views: Floats
    details: Floats


class _Found(NamedTuple):
    """How each design agrees with what is seen at one place, at the shift where it does so best."""

    misfit: Floats
    shape: Floats  # what is left of the misfit when print may have any colours
    shared: Floats
    power: Floats
    own: Floats
    area: int  # pixels in all colours


def found_at(views: Floats, details: Floats) -> _Found:
    """Details of every design found near their place, as strong and as coloured as they are seen best."""
    shifts, colours, area = views.shape
    sums, flat = views.sum(axis=2), views.reshape(shifts, -1)
    # Details have no mean, so those of what is seen only matter for its power.
    power = (np.einsum("ij,ij->i", flat, flat) - np.einsum("ij,ij->i", sums, sums) / area)[:, None]
    own = (details**2).sum(axis=1)[None, :]
    shared = flat @ details.T
    # Print is seen stronger or weaker, and its colour paler: the grey in it and its tint have a contrast each.
    by_colour = details.reshape(len(details), colours, area)
    grey = by_colour.mean(axis=1)
    own_grey, shared_grey = colours * (grey**2).sum(axis=1)[None, :], views.sum(axis=1) @ grey.T
    misfit = power - _gained(shared_grey, own_grey, CONTRASTS) - _gained(shared - shared_grey, own - own_grey, TINTS)
    best = misfit.argmin(axis=0), np.arange(len(details))
    least, there = misfit[best], power[best[0], 0]
    turned = by_colour.transpose(0, 2, 1)
    strength, seen = by_colour @ turned, views[best[0]] @ turned  # designs, colours, colours
    explained = _explained(strength, seen)
    # What is hardly printed at all is not made visible by another colour.
    shape = np.where(own[0] > RECOLOURED * float(own.max()), np.minimum(there - explained, least), least)
    return _Found(least, shape, shared[best], there, own[0], colours * area)


def _explained(strength: Floats, shared: Floats) -> Floats:
    """How much of what is seen (n, its colours, those of the print) print explains in any colours."""
    # Of colours in which hardly anything is printed a mix would only explain noise.
    little = ANY_COLOUR * np.trace(strength, axis1=1, axis2=2) + 1e-3
    mix = np.linalg.solve(strength + np.eye(strength.shape[1]) * little[:, None, None], shared.transpose(0, 2, 1))
    # What this mix explains, not what the equations promise: that would be the less the stronger print is.
    result: Floats = 2 * np.einsum("nij,nji->n", shared, mix) - np.einsum("nji,njk,nki->n", mix, strength, mix)
    return result


def _gained(shared: Floats, own: Floats, contrasts: tuple[float, float]) -> Floats:
    """How much of what is seen is explained by details at their best contrast."""
    contrast = np.clip(shared / np.maximum(own, 1e-3), *contrasts)
    result: Floats = 2 * contrast * shared - contrast**2 * own
    return result


def _logs(
    found: Sequence[_Found], places: Sequence[_Place], sigma: float, has_colours: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much less likely each design is than the best one by its details, 0 and below, and by their shapes alone."""
    every, by_place = np.stack([one.misfit for one in found]), np.stack([one.shape for one in found])
    areas = np.array([one.area for one in found])
    best = int(every.sum(axis=0).argmin())
    # No camera and no printer keeps colours exactly: a part of what is printed there counts as error.
    energy = sum(float(one.own[best]) for one in found)
    usual = every[:, best].sum() + OFF_COLOUR * energy
    # A place that no design explains may be hidden: it has little to say.
    noise = np.maximum(every.min(axis=1) / areas, usual / areas.sum()) + 0.01
    # By more than their shapes differ they cannot be told by shape: what is left over looks alike on all of them.
    apart = CONTRASTS[1] ** 2 * np.stack([_shapes_apart(one.details, best) for one in places])
    shapes = -(np.clip(by_place - by_place[:, best : best + 1], -apart, apart) / noise[:, None]).sum(axis=0)
    shapes /= 2 * SHARED * (1 + (sigma / SOFT) ** 2)
    logs = shapes
    if has_colours:  # which are off everywhere together, so that no number of pixels makes them surer
        colour = (every - by_place).sum(axis=0) / max(energy, 1e-3)
        # What no design explains in any colours says how little colours can be trusted.
        strongest = float(np.sum([one.own for one in found], axis=0).max())
        unexplained = UNEXPLAINED * float(by_place[:, best].sum()) / max(strongest, 1e-3)
        logs = shapes - (colour - colour[best]) / (2 * (COLOUR_ERROR**2 + unexplained**2))
    return logs - logs.max(), shapes - shapes.max()


def _shapes_apart(details: Floats, best: int) -> Floats:
    """How much of each design's print at one place the best one does not explain in any colours, or it of the best."""
    by_colour = details.reshape(len(details), 3, -1)
    turned = by_colour.transpose(0, 2, 1)
    own = (details**2).sum(axis=1)
    strength = by_colour @ turned
    shared = by_colour @ turned[best]  # designs, colours of each, colours of the best one
    by_best = _explained(np.broadcast_to(strength[best], strength.shape), shared)
    of_best = _explained(strength, shared.transpose(0, 2, 1))
    result: Floats = np.maximum(np.maximum(own - by_best, own[best] - of_best), 0)
    return result


def joint_odds(
    logs: NDArray[np.float64], tones: NDArray[np.float64], shapes: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The odds by details and tones; if each rules out what the other one says, neither is believed alone.

    Unless what tones say has clearly another shape: they are coarse, and printers make strokes thicker or thinner.
    """
    by_details, by_tones = int(logs.argmax()), int(tones.argmax())
    if max(tones[by_details], logs[by_tones]) >= RULED_OUT:
        return odds_by_tones(logs + tones)
    if shapes is not None and shapes[by_tones] - shapes[by_details] < min(OTHER_SHAPE, tones[by_details]):
        return odds_by_tones(logs)
    return (odds_by_tones(logs) + odds_by_tones(tones)) / 2


def odds_by_tones(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Odds from how much less likely each design is than the best one."""
    odds = np.exp(logs - logs.max())
    result: NDArray[np.float64] = odds / odds.sum()
    return result


def grain_of(left_over: Floats) -> float:
    """The noise of a pixel in each colour, squared: what the best design leaves over in most parts of a card."""
    rows, columns = (side // TILE for side in left_over.shape[:2])
    whole, small = left_over[: rows * TILE, : columns * TILE], (columns, rows)
    mean, power = (cv2.resize(one, small, interpolation=cv2.INTER_AREA) for one in (whole, whole * whole))
    return float(np.median((power - mean * mean).mean(axis=-1)))


def _seen(found: _Found, best: int, second: int, grain: float) -> float:
    """How much of one place looks like the best design; where that is blank, how little of the next best one.

    Noise is seen everywhere and hides nothing.
    """
    own, power = found.own, float(found.power[best]) - grain * found.area
    if own[best] > BLANK * own[second]:
        weakest = float(own[best]) * CONTRASTS[0] ** 2
        return float(found.shared[best] / np.sqrt(max(max(power, weakest) * float(own[best]), 1e-3)))
    return float(np.clip(1 - power / max(float(own[second]), 1e-3), 0, 1))


def _shows_any(found: _Found) -> bool:
    """Whether one of the designs is seen at a place, so that nothing hides it."""
    likeness = found.shared / np.sqrt(np.maximum(found.power * found.own, 1e-3))
    return bool((likeness >= SEEN).any())


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


def places_apart(spread: Floats, least: float) -> list[tuple[int, int, int, int]]:
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
