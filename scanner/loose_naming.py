"""Names for places that may be cards: only what a design explains by its print and its edges is one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.card_looks import Look
from scanner.geometry import UNIT_QUAD, Matrix, overlap, transform
from scanner.named import Named
from scanner.naming import Namer
from scanner.outlines import Edges, edge_support
from scanner.parallel import each
from scanner.picture import Picture
from scanner.rough_look import Start
from scanner.steps import Steps, together

OUTLINE_VALUE = 0.15  # what one side that is seen as an edge counts against the look
LOOSE_FIT = 0.6
WORTH_FIT, MOST_WORTH_FIT = 0.4, 0.6  # of a place at a good look, before it is looked at exactly
UNSEEN_WORTH = 0.13  # so much more for a side that is not seen, of the three that a card in view has
EXPLAINED, WELL_EXPLAINED = 1.5, 1.6  # fit, share of the print in place and seen sides together, of what is no chance
EDGE_EVIDENCE = 0.25  # what a side that is seen counts for that
ONE_SIGN_SURE = 0.8  # at most, of a card of which little is printed and few sides are seen, or half is explained
HALF_EXPLAINED = 0.5  # of a card, with what hides the rest of it
FEW_AT_ONCE, AT_ONCE, MOST_AT_ONCE = 4, 8, 16  # unlikely, likely and sure places named before it is asked to go on
NO_NAME = 0.02  # confidence of what no design explains, however much some blank one looks like it
CHANCE_SHARE, CHANCE_FIT = 0.25, 0.75  # of a design's print that seems to be in place anywhere, and how well it may fit
PATTERN, LESS = 3, 0.05  # so many places that look like one design but are none, and how much less they may look so
IN_STEP = 4  # places named side by side
TOP_FIT, TOP_SURE = 0.93, 0.9  # of a card that lies on top of others
LEAST_COVERED, MOST_COVERED = 0.02, 0.5  # parts of a card that others hide
SAME_SPOT = 0.06  # card widths between the corners of two outlines of which one is enough
ABOVE = 0.1  # by so much the upper one of two cards fits better where both would be
CLEARLY_ABOVE = 0.75  # how well that one explains what is seen there, at least, where its name is not sure
OUTLINED = 1.3  # sides seen of a card whose outline may tell where it is
MOST_AGAIN = 6
AROUND = 0.3  # of a card's extent that is cut out around it


@dataclass(frozen=True, slots=True)
class Place:
    """A place that may be a card: its look, the edges around it, and how many of its sides are edges."""

    look: Look
    outline: Matrix
    support: float

    @property
    def corners(self) -> Matrix:
        """Its corners in the picture."""
        return self.look.corners

    def holds(self, point: Matrix) -> bool:
        """Whether a point of the picture is on it."""
        x, y, z = np.linalg.inv(self.look.card_map) @ [point[0], point[1], 1]
        return bool(0 < x / z < 1 and 0 < y / z < 1)

    def moved(self, matrix: Matrix) -> Place:
        """The same in another picture."""
        return replace(
            self, look=replace(self.look, card_map=matrix @ self.look.card_map), outline=matrix @ self.outline
        )

    @property
    def value(self) -> float:
        """How likely it is a card: a look that fits, or else an outline."""
        return self.look.score + OUTLINE_VALUE * self.support


def name_places(
    namer: Namer, picture: Picture, edges: Edges, places: list[Place], at_once: int, vain: list[Place]
) -> tuple[list[tuple[Place, Named]], list[Named]]:
    """What was tried, and those that designs explain; when none of the next surest is a card no other will be.

    `vain`: what was tried before and is no card; such places are added to it.
    """
    kept: list[Named] = []
    tried: list[tuple[Place, Named]] = []
    left = unlike(places, vain)
    while left:
        some, left = left[:at_once], left[at_once:]
        named = _name_all(namer, picture, some)
        tried += zip(some, named, strict=True)
        vain += [place for place, one in zip(some, named, strict=True) if _is_vain(one)]
        good = explained(namer, edges, named)
        kept += good
        if not any(one.confidence > NO_NAME for one in good):
            break
        left = unlike(left, vain)
    return tried, kept


def _is_vain(named: Named) -> bool:
    """Whether no design explains a place: squares of a cloth fit a blank one well enough, but show no print of it."""
    is_chance = named.share < CHANCE_SHARE or named.fit < CHANCE_FIT
    return named.fit < LOOSE_FIT or (named.confidence < NO_NAME and is_chance)


def unlike(places: list[Place], vain: list[Place]) -> list[Place]:
    """Those that are no patch of a pattern: what looks like one design all over the table is none of its cards."""
    result = []
    for place in places:
        alike = sum(one.look.design == place.look.design and one.value > place.value - LESS for one in vain)
        if alike < PATTERN:
            result.append(place)
    return result


def _name_all(namer: Namer, picture: Picture, places: list[Place]) -> list[Named]:
    """Names of places, in their order, several in step; both processes get as many, each as sure ones as the other."""
    parts = max(2, 2 * round(len(places) / (2 * IN_STEP)))
    some = [places[first::parts] for first in range(min(parts, len(places)))]
    named = each(lambda part: together(namer.index, picture, [_naming(namer, picture, one) for one in part]), some)
    return [named[number % parts][number // parts] for number in range(len(places))]


def _naming(namer: Namer, picture: Picture, place: Place) -> Steps[Named]:
    look = place.look
    outline = place.outline if place.support >= OUTLINED else None
    # Cloth looks a little like a blank card; without edges around it that is not worth an exact look, which takes long.
    worth = float(np.clip(WORTH_FIT + UNSEEN_WORTH * (3 - place.support), WORTH_FIT, MOST_WORTH_FIT))
    return namer.naming_from(picture, [Start(look.design, look.card_map, look.score)], outline, worth)


def explained(namer: Namer, edges: Edges, named: list[Named]) -> list[Named]:
    """Those that are no chance, as when a blank design explains a patch of cloth: print or edges are where they should.

    What is only just enough to be a card makes its name less sure. A single sign in the middle may be one of the cloth:
    print counts by how much of the card it spans before a name is sure.
    """
    named = [one for one in named if one.fit >= LOOSE_FIT]
    if not named:
        return []
    support = edge_support(edges, np.stack([transform(one.card_map, UNIT_QUAD) for one in named])).sum(axis=1)
    result = []
    for one, sides in zip(named, support, strict=True):
        evidence = one.fit + one.share + EDGE_EVIDENCE * float(sides)
        if evidence >= EXPLAINED:
            sure = min(1.0, (evidence - EXPLAINED) / (WELL_EXPLAINED - EXPLAINED))
            if evidence - one.share * (1 - namer.print_span(one.id)) < WELL_EXPLAINED or one.whole_fit < HALF_EXPLAINED:
                sure = min(sure, ONE_SIGN_SURE)
            result.append(replace(one, confidence=one.confidence * sure))
    return result


def is_certain(named: Named) -> bool:
    """Whether a card is named so surely that it lies there and on top of what else is there."""
    return named.fit >= TOP_FIT and named.confidence >= TOP_SURE


def is_named(place: Place, named: list[Named]) -> bool:
    """Whether just this place is explained well, by whatever name: naming it again would tell nothing new."""
    quads = [place.corners] if place.support < OUTLINED else [place.corners, transform(place.outline, UNIT_QUAD)]
    explained = [transform(one.card_map, UNIT_QUAD) for one in named if one.fit >= TOP_FIT]
    return any(all(_is_same(one, quad) for quad in quads) for one in explained)


def _is_same(one: Matrix, two: Matrix) -> bool:
    """Whether two outlines are the same, whichever way up."""
    off = min(np.abs(one - two).max(), np.abs(one - np.roll(two, 2, axis=0)).max())
    return bool(off < SAME_SPOT * np.linalg.norm(one[1] - one[0]))


def name_uncovered(
    namer: Namer, picture: Picture, edges: Edges, tried: list[tuple[Place, Named]], kept: list[Named]
) -> list[Named]:
    """Doubtful places once more, without what cards that are certain hide of them."""
    tops = [transform(one.card_map, UNIT_QUAD) for one in kept if is_certain(one)]
    again: list[tuple[Place, list[Matrix]]] = []
    for place, named in tried:
        # What is named surely in spite of what covers it is left to `name_below`.
        if named.confidence >= TOP_SURE or place.support < OUTLINED:
            continue
        outline = transform(place.outline, UNIT_QUAD)
        shares = [overlap(top, outline) for top in tops]
        if LEAST_COVERED < sum(shares) < MOST_COVERED:
            again.append((place, [top for top, share in zip(tops, shares, strict=True) if share > 0]))
    again.sort(key=lambda one: -one[0].support)
    different: list[tuple[Place, list[Matrix]]] = []
    for place, covers in again:
        if not any(
            _is_same(transform(place.outline, UNIT_QUAD), transform(one.outline, UNIT_QUAD)) for one, _ in different
        ):
            different.append((place, covers))
    return explained(namer, edges, each(lambda one: _name_uncovered(namer, picture, *one), different[:MOST_AGAIN]))


def _name_uncovered(namer: Namer, picture: Picture, place: Place, covers: list[Matrix]) -> Named:
    """Name a place in a picture in which what covers it is painted over in the colour of its paper."""
    outline = transform(place.outline, UNIT_QUAD)
    reach = AROUND * np.ptp(outline, axis=0).max()
    left, top = np.maximum(np.floor(outline.min(axis=0) - reach), 0).astype(int)
    right, bottom = np.ceil(outline.max(axis=0) + reach).astype(int)
    pixels = picture.colour.levels[0][top:bottom, left:right].copy()
    own, hidden = np.zeros(pixels.shape[:2], np.uint8), np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(own, np.round(outline - [left, top]).astype(np.int32), 1)
    for cover in covers:
        cv2.fillConvexPoly(hidden, np.round(cover - [left, top]).astype(np.int32), 1)
    shown = pixels[(own > 0) & (hidden == 0)]
    if len(shown):
        pixels[cv2.dilate(hidden, np.ones((3, 3), np.uint8)) > 0] = np.median(shown, axis=0)
    alone, there = Picture(pixels), place.moved(np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]))
    named = together(namer.index, alone, [_naming(namer, alone, there)])[0]
    return replace(named, card_map=np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]]) @ named.card_map)


def name_below(namer: Namer, picture: Picture, edges: Edges, named: list[Named]) -> list[Named]:
    """The same cards, those below others named only by what is seen of them.

    A corner of another card on the very mark that tells twins apart may look like the mark of the wrong one.
    """
    quads = [transform(one.card_map, UNIT_QUAD) for one in named]
    reach = [(quad.min(axis=0), quad.max(axis=0)) for quad in quads]
    pairs = [
        (one, two)
        for one in range(len(named))
        for two in range(one)
        if (reach[one][0] < reach[two][1]).all()
        and (reach[two][0] < reach[one][1]).all()
        and overlap(quads[one], quads[two]) > LEAST_COVERED
    ]

    def looks(pair: tuple[int, int]) -> tuple[float, float]:
        one, two = pair
        return namer.explains(picture, named[one], quads[two]), namer.explains(picture, named[two], quads[one])

    covers: dict[int, list[Matrix]] = {}
    for (one, two), (first, second) in zip(pairs, each(looks, pairs), strict=True):
        above, below = (one, two) if first > second else (two, one)
        # Of a row of cards only the last one is seen whole; that each one lies on the next is seen where they meet.
        is_there = named[above].confidence >= TOP_SURE or max(first, second) >= CLEARLY_ABOVE
        if abs(first - second) > ABOVE and is_there:
            covers.setdefault(below, []).append(quads[above])
    numbers = sorted(covers)
    result = list(named)
    again = each(lambda number: namer.name_covered(picture, named[number], covers[number]), numbers)
    for number, one_again in zip(numbers, again, strict=True):
        result[number] = next(iter(explained(namer, edges, [one_again])), named[number])
    return result
