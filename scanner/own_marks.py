"""Whether a card shows the marks of its design: another one that the pack does not know may be alike in all but these.

Designs are compared with each other only; a missing twin would have the name of the one that it is most like. What the
best design leaves over at the marks of its twins tells it: cards of other editions and of other games in one style.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import inset_of, prepare, prepare_all
from scanner.closer import close_width, laid_on
from scanner.compare import (
    LEAST,
    REACH,
    blurred,
    found_at,
    grain_of,
    match_blur,
    places_apart,
    seen_places,
    strength_of,
)
from scanner.geometry import Floats, Pixels, largest
from scanner.index import FINE_WIDTH, TWINS, CardIndex
from scanner.named import Named
from scanner.picture import Picture
from scanner.reading import SURE
from scanner.steps import flat

ONE_PRINT = 0.9  # correlation of designs that differ in their colours or in little else
MOST = 12  # twins that are looked at
USUAL, UNCLEAR = 0.07, 0.6  # what is left over at marks of the right design, and so much more of what is unexplained
OWN, ANOTHER = 1.0, 2.0  # times as much, of a card that surely is, or is not, of this design
ANOTHER_SURE = 0.5  # of such a card
OTHER_MARK = 0.25  # of the greatest difference at a place; less is no other mark
NO_MARK = 0.55  # left over at a mark, against what is printed there: a thing or a reflection leaves more,
COARSE, MOSTLY = 3.0, 0.5  # pixels, and the part that is larger than these: it is no print,
BRIGHTER, FAINT = 1.25, 0.05  # and is brighter or darker than other marks are


def as_sure_as_marked(index: CardIndex, picture: Picture, named: Named) -> Named:
    """The same card, less sure the more its design leaves over where its twins have other marks."""
    if named.confidence < SURE or index.is_photographed:
        return named
    left = marks_left_over(index, picture, named)
    most = float(np.interp(left, (OWN, ANOTHER), (1, ANOTHER_SURE)))
    return named if named.confidence <= most else replace(named, confidence=most)


def marks_left_over(index: CardIndex, picture: Picture, named: Named) -> float:
    """What its design leaves over at its marks, against what is usual for a card seen so well; 0 without twins."""
    own = index.ids.index(named.id)
    alike = index.whole @ index.whole[own]
    is_twin = (alike > TWINS) | (index.plain @ index.plain[own] > ONE_PRINT)
    is_twin[own] = False
    twins = np.flatnonzero(is_twin)
    if not len(twins):
        return 0.0
    twins = twins[np.argsort(-alike[twins])[:MOST]]
    designs = [own, *twins.tolist()]
    hidden = None if named.cover is None else named.cover.suspect()
    patch = prepare(flat(index, picture, named.card_map, FINE_WIDTH)[None], FINE_WIDTH)[0]
    left = _left_over(patch, index.fine[designs], hidden)
    width = close_width(index, named.card_map)
    if left <= OWN or width == FINE_WIDTH:
        return left
    # Small print is told by a closer look.
    close = prepare_all(index.close[designs], width)[0]
    return min(
        left, _left_over(prepare(laid_on(index, picture, named.card_map, close[0])[None], width)[0], close, hidden)
    )


def _left_over(patch: Floats, sharp: Floats, hidden: Pixels | None) -> float:
    """What the first design leaves over at its marks, against what is usual for a card seen so well."""
    fit, sigma = match_blur(patch, sharp)
    mask = None if hidden is None else cv2.resize(hidden, patch.shape[1::-1]) > 0
    return _left_at_marks(patch, sharp, sigma, mask) / (USUAL + UNCLEAR * (1 - fit * fit))


def _left_at_marks(patch: Floats, sharp: Floats, sigma: float, hidden: NDArray[np.bool_] | None = None) -> float:
    """What the first design leaves over where others have other marks, at the worst of these places.

    Against how much that design differs from them there and what it has there itself: up to a tenth if it is that one.
    What lies there, or shines, leaves over more than any other mark would; it is for others to say what that hides.
    """
    first = blurred(sharp[0], sigma)
    gain = max(0.2, strength_of(patch, first))
    padded: Floats = cv2.copyMakeBorder(patch / gain, REACH, REACH, REACH, REACH, cv2.BORDER_REFLECT)
    spread = largest(sharp.max(axis=0) - sharp.min(axis=0)) / 2
    rows, columns = spread.shape
    x, y = inset_of(columns, rows)
    rim = np.ones(spread.shape, np.bool_)
    rim[2 * y : rows - 2 * y, 2 * x : columns - 2 * x] = False
    spread[rim] = 0
    if hidden is not None:
        spread[hidden] = 0
    boxes = places_apart(spread, LEAST)
    grain = grain_of(patch / gain - first)
    over = patch / gain - first
    worst = 0.0
    for box, place in zip(boxes, seen_places(padded, sharp, boxes, sigma), strict=True):
        found = found_at(place.views, place.details[:1])
        apart = ((place.details[1:] - place.details[0]) ** 2).sum(axis=1)
        usual = float(np.median(apart[apart >= OTHER_MARK * apart.max()]))
        left = (float(found.misfit[0]) - grain * found.area) / max(usual + float(found.own[0]), 1e-3)
        if max(worst, USUAL) < left < NO_MARK:
            others = [blurred(one, sigma) - first for one in sharp[1:]]
            worst = left if _is_as_fine(over, others, box) else worst
    return worst


def _is_as_fine(over: Floats, others: Sequence[Floats], box: tuple[int, int, int, int]) -> bool:
    """Whether what is left over in a box is as fine as another mark, and no brighter or darker than that would be."""
    top, bottom, left, right = box
    there = over[top:bottom, left:right]
    smooth = float((blurred(there, COARSE) ** 2).sum()) / max(float((there**2).sum()), 1e-6)
    brightest = max(float(np.abs(one[top:bottom, left:right].mean(axis=(0, 1))).max()) for one in others)
    return smooth < MOSTLY and float(np.abs(there.mean(axis=(0, 1))).max()) < BRIGHTER * max(brightest, FAINT)
