"""What lies on a table that looks alike all over: checks, wood and marble repeat, cards do not.

On a busy cloth there are more and clearer edges than those of cards. But whatever is seen at one place of it is seen
far away as well. What is not is something that lies there. Cards that are known tell how different that is here; where
they look no more foreign than the table itself (newspaper, other cards all over it), nothing is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.from_above import View
from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, transform

ASIDE = 0.25  # card widths between the nine spots that tell how a place looks
SLOW = 3.0  # card widths within which light is even
STEP = 3  # pixels between places
SAMPLES = 400  # places of the table that others are compared with
NEXT = 16  # of them must look alike: fewer may be other cards of one kind
FAR = 2.0  # card widths: what is nearer may be of the same thing
CLEAR = 1.4  # by so much cards are more foreign than the table where that tells anything
FOREIGN = 1.6  # by so much anything is
FEWEST = 40  # places of known cards and of the open table that tell it
MIDDLE = 0.35  # card widths around the middle of a card in which all of it is foreign
CLOSE, TURN = 0.12, 10.0  # card widths and degrees between poses that are looked at
MOST_PLACES = 500
INNER = (np.arange(4) + 1.0) / 5  # of a quad
ALL = 0.9  # of a card that lies on the cloth


@dataclass(frozen=True, slots=True)
class Cloth:
    """A table seen from above, and where it shows what it does not show elsewhere: 1 there, else 0."""

    view: View
    foreign: Pixels

    def unknown(self, known: Sequence[Matrix]) -> Pixels:
        """The same without what lies on known cards (quads of the picture)."""
        unknown = self.foreign.copy()
        for quad in known:
            cv2.fillConvexPoly(unknown, np.round(self.view.seen(quad)).astype(np.int32), 0)
        return unknown

    def shown(self, quads: Floats, known: Sequence[Matrix]) -> Floats:
        """The part of each quad (n, 4, 2) of the picture that is neither cloth nor a known card."""
        unknown = self.unknown(known)
        across, down = (values.reshape(-1, 1) for values in np.meshgrid(INNER, INNER))
        shares = np.concatenate([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], 1)
        x, y = np.moveaxis(np.floor(shares @ self.view.seen(quads)).astype(np.intp), 2, 0)
        rows, columns = unknown.shape
        there = unknown[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)]
        result: Floats = there.mean(axis=1)
        return result

    def places(self, aspect: float, known: Sequence[Matrix]) -> Floats:
        """Outlines (n, 4, 2) in the picture of cards of this shape wherever an unknown one may lie, at every turn."""
        reach = 2 * round(MIDDLE * self.view.fine) + 1
        middles = np.argwhere(cv2.erode(self.unknown(known), np.ones((reach, reach), np.uint8)))[:, ::-1]
        turns = np.radians(np.arange(0.0, 180.0, TURN))
        step = max(1.0, CLOSE * self.view.fine, np.sqrt(len(middles) * len(turns) / MOST_PLACES))
        middles = middles[((middles % step) < 1).all(axis=1)]
        corners = (UNIT_QUAD - 0.5) * [self.view.fine, aspect * self.view.fine]
        cosine, sine = np.cos(turns), np.sin(turns)
        turned = corners @ np.stack([np.stack([cosine, sine], -1), np.stack([-sine, cosine], -1)], -2)
        quads = middles[:, None, None] + 0.5 + turned[None]
        every = transform(self.view.to_picture, quads.reshape(-1, 4, 2))
        return every[self.shown(every, known) >= ALL] if len(every) else every


def foreign_parts(view: View, known: Sequence[Matrix]) -> Pixels | None:
    """1 where the table shows what it does not show elsewhere, else 0; None where known cards are not told from it."""
    cards: Pixels = np.zeros_like(view.open)
    for quad in known:
        cv2.fillConvexPoly(cards, np.round(view.seen(quad)).astype(np.int32), 1)
    here, open_here = cards[::STEP, ::STEP].ravel() > 0, view.open[::STEP, ::STEP].ravel() > 0
    free = np.flatnonzero(open_here & ~here)
    if here.sum() < FEWEST or len(free) < FEWEST:
        return None
    off = _foreignness(view, free)
    shape = view.open[::STEP, ::STEP].shape
    inner = cv2.erode(cards, np.ones((3, 3), np.uint8))[::STEP, ::STEP].ravel() > 0
    usual, of_cards = float(np.median(off[free])), float(np.percentile(off[inner], 20)) if inner.any() else 0.0
    if of_cards < CLEAR * usual:
        return None
    size = view.open.shape[1], view.open.shape[0]
    smooth = cv2.resize(off.reshape(shape), size, interpolation=cv2.INTER_LINEAR)
    result: Pixels = (smooth > usual * min(FOREIGN, np.sqrt(of_cards / usual))).astype(np.uint8) & view.open
    return result


def _foreignness(view: View, free: NDArray[np.intp]) -> Floats:
    """How much each place differs from those far away that look most like it."""
    rows, columns = view.open.shape
    colours = cv2.cvtColor(view.colours, cv2.COLOR_BGR2LAB).astype(np.float32)
    aside = max(1, round(ASIDE * view.fine))
    even: Floats = cv2.GaussianBlur(colours, (0, 0), aside / 2.5)
    even -= cv2.blur(colours, (int(2 * SLOW * view.fine) | 1,) * 2)
    framed = cv2.copyMakeBorder(even, aside, aside, aside, aside, cv2.BORDER_REPLICATE)
    steps = (0, aside, 2 * aside)
    spots = [framed[y : y + rows : STEP, x : x + columns : STEP] for y in steps for x in steps]
    looks = np.concatenate(spots, axis=2).reshape(-1, 3 * len(spots))
    y, x = np.mgrid[0:rows:STEP, 0:columns:STEP].astype(np.float32)
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    chosen = np.random.default_rng(0).permutation(free)[:SAMPLES]
    off = _squared_distances(looks, looks[chosen])
    off[_squared_distances(places, places[chosen]) < (FAR * view.fine) ** 2] = np.inf
    nearest = np.partition(off, NEXT, axis=1)[:, NEXT]
    known = nearest[np.isfinite(nearest)]
    result: Floats = np.sqrt(np.minimum(nearest, known.max(initial=0.0)))
    return result


def _squared_distances(some: Floats, others: Floats) -> Floats:
    """Between all rows of both."""
    own, other = np.einsum("ij,ij->i", some, some), np.einsum("ij,ij->i", others, others)
    result: Floats = np.maximum(own[:, None] + other[None] - 2 * (some @ others.T), 0)
    return result
