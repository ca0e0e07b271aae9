"""Cards that lie beside the boards.

Features of the deck tell most of them; those found surely tell the table and the size of a card on it, and with the
size known every corner of two straight edges tells a further card. Only what a design explains well is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from scanner.apart import apart, beside, crowded_out, lying_on
from scanner.card_looks import cover_of
from scanner.cloth import Cloth, foreign_parts
from scanner.features import beside as features_beside
from scanner.from_above import seen_from_above
from scanner.geometry import (
    UNIT_QUAD,
    Floats,
    Matrix,
    quad_sides,
    quads_of,
    transform,
    unit_maps,
)
from scanner.loose_features import (
    Matches,
    feature_poses,
    match_features,
    moved_features,
    other_matches,
)
from scanner.loose_naming import (
    AT_ONCE,
    EDGE_EVIDENCE,
    FEW_AT_ONCE,
    MOST_AT_ONCE,
    OUTLINE_VALUE,
    TOP_FIT,
    TOP_SURE,
    Place,
    is_certain,
    is_named,
    name_below,
    name_places,
    name_uncovered,
)
from scanner.loose_places import (
    CLEAR_SUPPORT,
    CLEARER,
    FULL_SUPPORT,
    LIKELY,
    SAME,
    LooseModel,
    halves_of,
    outlined,
    posed,
    spotted,
)
from scanner.named import Named
from scanner.naming import Namer
from scanner.outlines import Edges, corner_quads, edge_support, line_quads, quick_edges
from scanner.parallel import Later, each
from scanner.picture import Picture
from scanner.reading import NAMED_FROM
from scanner.rectangles import best_rectangles, parts_of_search, table_quads
from scanner.rows import laid_in_rows
from scanner.shifted import unshifted
from scanner.table_plane import TablePlane, plane_of

NARROWEST, WIDEST = 0.02, 0.7  # widths of cards against the longest side of the picture
SURE, SURE_VALUE = 0.7, 0.88  # look of a place that surely is a card, and look and outline together
WORTH = 0.78  # look and outline together of a place that is worth naming
WRONG_SIZE = 0.25  # a card on the table is not so much larger or smaller than its neighbours
NO_CARD_SIZE = 0.5  # the same whatever it looks like, on a table that some cards tell; cards were 0.2 off at the most
ROUGHLY = 0.58  # rough look of a rectangle that may be a card; cloth and wood have less, cards seen well more
SIZE_RANGE = 1.4  # how much a single feature may be wrong about the size
MOST_POSES = 60  # more would only cost time: cards are among the first third
MOST_NAMED, MOST_PLAIN, MOST_RIVALS, MOST_LEFT, MOST_WHOLE = 60, 6, 4, 4, 100
FOREIGN = 0.7  # of what may be a card: neither cloth nor a known one
FEW_CARDS, ENOUGH_CARDS, PLANE_ROUNDS = 3, 5, 2  # cards found surely that tell the table


def find_loose(
    model: LooseModel, namer: Namer, picture: Picture, taken: Sequence[Matrix], spaces: Sequence[Matrix] = ()
) -> list[Named]:
    """Every card outside the given quads that a design of the deck explains.

    `spaces`: outlines of boards' spaces, which tell the table and the size of a card on it.
    """
    seeker = _Seeker(model, namer, picture, taken, spaces)
    named = _best_named(seeker.edges, seeker.cards())
    if seeker.plane is not None:
        named = laid_in_rows(model.looks, namer, picture, seeker.edges, seeker.plane, seeker.tried, named)
    settled = unshifted(model.looks, namer, picture, seeker.edges, named)
    result = name_below(namer, picture, seeker.edges, settled)
    # What could as well be another one further along stays doubtful, however well its visible part is explained.
    return [
        replace(last, confidence=min(last.confidence, after.confidence))
        if after.confidence < before.confidence
        else last
        for before, after, last in zip(named, settled, result, strict=True)
    ]


def may_be_loose(
    model: LooseModel, aspect: float, picture: Picture, taken: Sequence[Matrix], spaces: Sequence[Matrix]
) -> bool:
    """Whether features tell of a card beside the boards, or a rectangle of its size that looks like one."""
    narrowest, widest = _widths(picture, spaces)
    features = features_beside(picture.features, taken)
    poses = []
    if len(features.points):
        poses = feature_poses(model.bank, features, match_features(model.bank, features), narrowest, widest)
    if poses:
        maps = np.stack(poses) @ _to_metric(aspect)
        free = beside(quads_of(maps), taken)[:MOST_POSES]
        if any(look.score >= LIKELY for look in model.looks.at(picture, maps[free])):
            return True
    quads = table_quads(picture, plane_of(spaces, picture.size, aspect), taken)
    quads = quads[beside(quads, taken)]
    return bool(len(quads)) and float(model.rough.scores(picture, unit_maps(quads)).max()) >= ROUGHLY


def _widths(picture: Picture, spaces: Sequence[Matrix]) -> tuple[float, float]:
    """The least and the greatest width of a card that is looked for."""
    longest = max(picture.size)
    if not spaces:
        return NARROWEST * longest, WIDEST * longest
    usual = float(np.median([quad_sides(space)[0] for space in spaces]))
    return 0.5 * usual, 2 * usual


def _to_metric(aspect: float) -> Matrix:
    """From the unit square to a card about its centre, in card widths."""
    return np.array([[1, 0, -0.5], [0, aspect, -0.5 * aspect], [0, 0, 1.0]])


class _Seeker:
    """One search for loose cards: what was found so far, and what of it was named."""

    def __init__(
        self,
        model: LooseModel,
        namer: Namer,
        picture: Picture,
        taken: Sequence[Matrix],
        spaces: Sequence[Matrix],
    ) -> None:
        self.model, self.namer, self.picture, self.taken = model, namer, picture, taken
        self.aspect = namer.index.aspect
        self.table = plane_of(spaces, picture.size, self.aspect) if spaces else None
        self.widths = narrowest, widest = _widths(picture, spaces)
        features = picture.features  # which two processes seek together

        def by_features() -> tuple[Matches, list[Matrix]]:
            matches = match_features(model.bank, features)
            return matches, feature_poses(model.bank, features, matches, narrowest, widest)

        self.edges, (self.matches, poses) = quick_edges(picture, by_features)
        halves = self._halves_of_looks(poses, _to_metric(self.aspect))
        self.found = [place for half in each(_do, halves) for place in half]
        if len(_sure(self.found)) < FEW_CARDS:
            whole = line_quads(self.edges, self.aspect, narrowest, widest)
            self.found += outlined(model, picture, self.edges, whole, taken)
        self.found = _possible(self.table, self.found)
        self.plane: TablePlane | None = None  # when it is known well
        self.cloth: Cloth | None = None
        self.tried: list[tuple[Place, Named]] = []
        self.vain: list[Place] = []
        self.kept: list[Named] = []

    def cards(self) -> list[Named]:
        """All places that a design explains; several may be of one card."""
        known = 0
        plane = self.table
        if plane is not None:
            known = ENOUGH_CARDS  # as many spaces tell it
            self._seek_on(plane)
        for _ in range(PLANE_ROUNDS):
            sure = self._open(_flat(plane, _sure(self.found)))
            # A table known from many cards does not get better by a few more, and these can be named with the others.
            if known >= ENOUGH_CARDS and len(sure) < FEW_AT_ONCE:
                break
            outlined = [place for place in sure if place.look.score < SURE]
            self._name([place for place in sure if place.look.score >= SURE] + outlined[:FEW_AT_ONCE], MOST_AT_ONCE)
            self._name(outlined, AT_ONCE)  # of a checked cloth no more than a few, see `unlike`
            quads, trust = self._cards_that_tell()
            if not quads or len(quads) < 1.5 * known or known >= ENOUGH_CARDS:
                break
            known = len(quads)
            plane = plane_of(quads, self.picture.size, self.aspect, trust)
            self._seek_on(plane)
        found = _possible(plane, self.found)
        places = _best_places(found)
        places += _rivals(found, places)
        plain = [place for place in places if place.look.score < LIKELY]  # only their outline tells that they are cards
        likely = self._open([place for place in places if place.look.score >= LIKELY][:MOST_NAMED])
        if len(likely) <= FEW_AT_ONCE:  # with a few others, or one process would wait for the other
            likely += plain[:MOST_PLAIN]
        self._name(likely, AT_ONCE)
        self._name(plain[:MOST_PLAIN], FEW_AT_ONCE)
        self._name(self._left_over(found), FEW_AT_ONCE)
        if self.cloth is not None:
            self._name(self._on_cloth(self.cloth), FEW_AT_ONCE)
        named = self.kept + name_uncovered(self.namer, self.picture, self.edges, self.tried, self.kept)
        self.plane = plane if known >= FEW_CARDS else None
        return named if self.plane is None else card_sized(self.plane, named)

    def _left_over(self, places: list[Place]) -> list[Place]:
        """Other places where a card is seen by its edges, but what was tried there had no name.

        Two outlines of one card with little on it may look like different designs, and only one of them be right.
        """
        done = {id(place) for place, _ in self.tried}
        clear = [place for place in places if _is_whole(place) and _is_worth(place) and id(place) not in done]
        if not clear:
            return []
        known = [transform(one.card_map, UNIT_QUAD) for one in self.kept if one.confidence >= NAMED_FROM]
        on = lying_on(self.picture.size, np.stack([place.corners for place in clear]), known)
        clear = [place for place, number in zip(clear, on, strict=True) if not number]
        clear.sort(key=lambda place: -place.value)
        return [clear[number] for number in apart([place.corners for place in clear], SAME)][:MOST_LEFT]

    def _name(self, places: list[Place], at_once: int) -> None:
        """Name those of the places that are not named yet."""
        tried, kept = name_places(self.namer, self.picture, self.edges, self._open(places), at_once, self.vain)
        self.tried += tried
        self.kept += kept

    def _open(self, places: list[Place]) -> list[Place]:
        """Those of the places that are not named yet and may be cards beside those that are."""
        done = {id(place) for place, _ in self.tried}
        new = [place for place in places if id(place) not in done and not is_named(place, self.kept)]
        if not new:
            return []
        # Between two cards their paper and the gap look like a card as well.
        certain = [transform(one.card_map, UNIT_QUAD) for one in self.kept if is_certain(one)]
        between = crowded_out(self.picture.size, np.stack([place.corners for place in new]), certain).tolist()
        return [one for one, is_between in zip(new, between, strict=True) if not is_between or _is_whole(one)]

    def _cards_that_tell(self) -> tuple[list[Matrix], list[float]]:
        """Outlines of cards that tell the table, and how sure each is: named ones, or else those that look like cards.

        Where a card lies is known exactly only when it is named.
        """
        quads = [transform(one.card_map, UNIT_QUAD) for one in self.kept]
        if quads:
            support = edge_support(self.edges, np.stack(quads)).sum(axis=1)
            trust = [
                (one.fit + one.share + EDGE_EVIDENCE * sides) ** 3
                for one, sides in zip(self.kept, support.tolist(), strict=True)
            ]
            return quads, trust
        sure = _sure(self.found)
        # Things on a card may look right one thing too far; its edges may not.
        return [place.corners for place in sure], [place.support**3 for place in sure]

    def _seek_on(self, plane: TablePlane) -> None:
        """Find more on a table that is known."""
        model, picture, edges, taken = self.model, self.picture, self.edges, self.taken
        # What is explained less may be a place beside the card.
        there = [one for one in self.kept if one.confidence >= TOP_SURE or one.fit >= TOP_FIT]
        known = [transform(one.card_map, UNIT_QUAD) for one in there]
        sides = edge_support(edges, np.stack(known)).sum(axis=1).tolist() if known else []
        clear = [quad for quad, seen in zip(known, sides, strict=True) if seen >= CLEAR_SUPPORT]
        matches = other_matches(picture.features, self.matches, clear)
        view = seen_from_above(picture, plane, taken)
        works: list[Callable[[], Any]] = [
            partial(_poses_on_table, model, picture, matches, plane),
            partial(self._lined_quads, plane),
        ]
        if view is not None:
            works += [partial(foreign_parts, view, known), *parts_of_search(view, plane.aspect)]
        poses, lined, *others = each(_do, works)
        foreign, *rectangles = others or [None]
        self.cloth = None if view is None or foreign is None else Cloth(view, foreign)
        # These are looked at beside the outlines.
        halves = [Later(half) for half in self._halves_of_looks(poses, _to_metric(plane.aspect), known)]
        quads = np.concatenate([lined[0], best_rectangles(rectangles), lined[1]])
        shown = None if self.cloth is None else partial(self.cloth.shown, known=known)
        contours = outlined(model, picture, edges, quads, taken, known, sides, shown)
        self.found += [place for half in halves for place in half()] + contours

    def _on_cloth(self, cloth: Cloth) -> list[Place]:
        """What looks like a card, or has its edges, where something unknown lies on the cloth."""
        known = [transform(one.card_map, UNIT_QUAD) for one in self.kept]
        # Cards of other games were looked at.
        foreign = [place.corners for place, _ in self.tried if place.support >= CLEAR_SUPPORT]
        places = spotted(self.model, self.picture, self.edges, cloth, self.aspect, [*known, *foreign])
        clear = self._open([place for place in self.found if place.support >= CLEAR_SUPPORT])
        if clear:
            shown = cloth.shown(np.stack([place.corners for place in clear]), known)
            places += [place for place, part in zip(clear, shown.tolist(), strict=True) if part >= FOREIGN]
        places.sort(key=lambda place: -place.value)
        return [places[number] for number in apart([place.corners for place in places], SAME)][:MOST_LEFT]

    def _lined_quads(self, plane: TablePlane) -> tuple[Floats, Floats]:
        """Outlines (n, 4, 2) of what may be cards on a known table: at corners, and those seen in full."""
        # Far from the cards that tell the table it may be known badly; outlines that are seen in full tell their size.
        whole = line_quads(self.edges, self.aspect, *self.widths)
        return corner_quads(self.edges, plane), whole[plane.size_errors(whole) < WRONG_SIZE][:MOST_WHOLE]

    def _halves_of_looks(
        self, poses: list[Matrix], to_metric: Matrix, known: Sequence[Matrix] = ()
    ) -> list[Callable[[], list[Place]]]:
        """Finds those of many poses that look like cards beside those known, in the left and in the right half."""
        if not poses:
            return []
        maps = np.stack(poses) @ to_metric
        maps = maps[beside(quads_of(maps), self.taken)]
        maps = maps[np.flatnonzero(lying_on(self.picture.size, quads_of(maps), known) == 0)[:MOST_POSES]]
        cover = cover_of(self.picture, known) if len(known) else None
        to_right = np.argsort(quads_of(maps)[:, :, 0].mean(axis=1), kind="stable")
        some = [maps[np.sort(half)] for half in halves_of(to_right)]
        return [partial(posed, self.model, self.picture, self.edges, half, cover) for half in some]


def _flat(plane: TablePlane | None, places: list[Place]) -> list[Place]:
    """Those that have about the size of a card that lies there on the table; all when that is not known."""
    if plane is None or not places:
        return places
    errors = plane.size_errors(np.stack([place.corners for place in places]))
    return [place for place, error in zip(places, errors.tolist(), strict=True) if error < WRONG_SIZE]


def _possible(plane: TablePlane | None, places: list[Place]) -> list[Place]:
    """Those that surely look like cards, of whatever size, then those others that have about the size of one there."""
    looking = [place for place in places if place.look.score >= SURE]
    return looking + _flat(plane, [place for place in places if place.look.score < SURE])


def card_sized(plane: TablePlane, named: list[Named]) -> list[Named]:
    """Without doubtful ones that have not at all the size of a card there: a spot of a cloth looks like one sign.

    What is named surely may be a card that is held up, but then it is larger both ways: the sign of another game looks
    like one of this when it is seen from its edge.
    """
    if not named:
        return []
    quads = np.stack([transform(one.card_map, UNIT_QUAD) for one in named])
    is_sized = plane.size_errors(quads) < NO_CARD_SIZE
    is_shaped = plane.shape_errors(quads) < NO_CARD_SIZE
    return [
        one
        for one, sized, shaped in zip(named, is_sized, is_shaped, strict=True)
        if sized or (shaped and one.confidence >= TOP_SURE)
    ]


def _sure(places: list[Place]) -> list[Place]:
    """Those that surely are cards, by their look or by a clear outline with the right things on it."""
    return _best_places([place for place in places if place.look.score >= SURE or place.value >= SURE_VALUE])


def _poses_on_table(model: LooseModel, picture: Picture, matches: Matches, plane: TablePlane) -> list[Matrix]:
    """Poses that features agree on, when the table is known."""
    flat = moved_features(picture.features, plane.to_table)
    poses = feature_poses(model.bank, flat, matches, 1 / SIZE_RANGE, SIZE_RANGE, 2)
    return [plane.to_picture @ pose for pose in poses]


def _do(work: Callable[[], Any]) -> Any:
    return work()


def _best_places(places: list[Place]) -> list[Place]:
    """Those that are worth naming, the surest first, leaving out those that share too much with a surer one."""
    good = sorted((place for place in places if _is_worth(place)), key=lambda place: -place.value)
    crowded = [not _is_whole(place) for place in good]
    return [good[number] for number in apart([place.corners for place in good], SAME, crowded)]


def _is_whole(place: Place) -> bool:
    """Whether it is seen all around, so that it lies on top of whatever else is there."""
    return place.support >= FULL_SUPPORT


def _is_worth(place: Place) -> bool:
    """Whether it is worth naming, which takes long: cloth looks a little like some design anywhere."""
    return place.look.score >= SURE or place.value >= WORTH


def _rivals(places: list[Place], best: list[Place]) -> list[Place]:
    """Places that share too much with a surer one, but whose sides are seen much better: naming will tell.

    A card with the same thing on it two or three times looks right one thing too far as well.
    """
    result: list[Place] = []
    for place in sorted(places, key=lambda place: -place.value):
        if not _is_worth(place) or len(result) == MOST_RIVALS:
            continue
        centre = transform(place.look.card_map, np.array([[0.5, 0.5]]))[0]
        if all(place.support > one.support + CLEARER for one in (*best, *result) if one.holds(centre)):
            result.append(place)
    return result


def _best_named(edges: Edges, named: list[Named]) -> list[Named]:
    """Two names for one card: the one that explains the picture better, and the edges around it.

    The gap between two cards may be a sign and their paper that of a card: such a one lies on both, without its edges.
    """
    if not named:
        return []
    quads = np.stack([transform(one.card_map, UNIT_QUAD) for one in named])
    sides = edge_support(edges, quads).sum(axis=1)
    ranked = np.argsort(-np.array([one.fit for one in named]) - OUTLINE_VALUE * sides)
    crowded = (sides[ranked] < FULL_SUPPORT).tolist()
    return [named[ranked[number]] for number in apart([quads[number] for number in ranked], SAME, crowded)]
