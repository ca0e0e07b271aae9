"""Which of the designs that look like a card it is, where these are known by photographs."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from scanner.by_inks import Laid, has_hidden_mark, laid_closely, laying
from scanner.cover import Cover
from scanner.geometry import UPSIDE_DOWN, Matrix
from scanner.index import ALIKE_TURNED, FINE_WIDTH, CardIndex
from scanner.named import Named
from scanner.picture import Picture
from scanner.poses import CUT_OUT
from scanner.reading import Guess
from scanner.rough_look import rough_likeness
from scanner.shadows import without_shadows
from scanner.steps import Fits, Steps, flat
from scanner.sureness import HIDDEN_MARK, UNCLEAR_FIT, certainty, known_by

UNLIKE = 0.82, 0.93  # likeness of print on photographs of a twin that nobody knows of, and of the same design
UNLIKE_ON_SPACE = 0.6, 0.85  # on a space a card of the deck is expected: other cards have 0.45 at the most
WELL_LAID = 0.95  # likeness of a card that need not be tried the other way up
OTHER_TURN = 35.0, 60.0  # degrees by which its print may be seen in another colour, and by which it is another one


def told(index: CardIndex, picture: Picture, named: Named, is_on_space: bool = False) -> Steps[Named]:
    """The same card; where designs are known by photographs, which of those that look like it."""
    if not index.is_photographed or named.fit < UNCLEAR_FIT:
        return named
    laid = yield from _laid(index, picture, named.card_map, named.cover)
    if laid.likeness[0] < WELL_LAID and index.alike_turned[laid.designs[0]] > ALIKE_TURNED:
        cover = None if named.cover is None else named.cover.turned()
        turned = yield from _laid(index, picture, named.card_map @ UPSIDE_DOWN, cover)
        if turned.likeness[0] > laid.likeness[0]:
            laid, named = turned, replace(named, card_map=named.card_map @ UPSIDE_DOWN, cover=cover)
    certain = certainty(float(laid.odds[0]))
    if named.cover is not None and has_hidden_mark(laid, cv2.resize(named.cover.suspect(), index.size(FINE_WIDTH)) > 0):
        certain = min(certain, HIDDEN_MARK)
    fit, design = max(named.fit, laid.fit), int(laid.designs[0])
    unlike = UNLIKE_ON_SPACE if is_on_space else UNLIKE
    known = known_by(fit, laid.shares[0]) * float(np.interp(laid.likeness[0], unlike, (0, 1)))
    known *= float(np.interp(laid.turns[0], OTHER_TURN, (1, 0)))
    likely = [(int(one), float(odds)) for one, odds in zip(laid.designs[:4], laid.odds, strict=False) if odds > 0.01]
    return replace(
        named,
        id=index.ids[design],
        confidence=certain * known,
        fit=fit,
        is_back=bool(index.is_back[design]),
        guesses=tuple(Guess(index.ids[one], odds) for one, odds in likely),
        card_map=laid.card_maps[0],
        share=laid.shares[0],
    )


def _laid(index: CardIndex, picture: Picture, card_map: Matrix, cover: Cover | None) -> Steps[Laid]:
    """Designs known by photographs, each laid on a card by itself."""
    near = rough_likeness(index, picture, card_map, CUT_OUT)
    fits, _ = yield Fits(card_map)
    hidden = None if cover is None else cv2.resize(cover.mask, index.size(FINE_WIDTH)) > 0
    seen = without_shadows(flat(index, picture, card_map, FINE_WIDTH))
    laid = yield from laying(index, seen, card_map, near, fits, hidden)
    return laid if hidden is not None else laid_closely(index, picture, card_map, laid)
