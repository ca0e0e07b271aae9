"""Cards that lie beside the boards.

Features of the deck tell most of them; those found surely tell the table and the size of a card on it, and with the
size known every corner of two straight edges tells a further card. Only what a design explains well is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from scanner.apart import apart, beside, crowded_out, different, lying_on
from scanner.card_looks import ROUGH_COLUMNS, Look, Looks, cover_of
from scanner.features import beside as features_beside
from scanner.geometry import (
    UNIT_QUAD,
    Floats,
    Indices,
    Matrix,
    Pixels,
    quads_of,
    transform,
    unit_map,
    unit_maps,
)
from scanner.index import CardIndex
from scanner.loose_features import (
    FeatureBank,
    Matches,
    feature_bank,
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
from scanner.naming import Named, Namer
from scanner.outlines import Edges, corner_quads, edge_support, line_quads, quick_edges, snapped
from scanner.parallel import Later, each
from scanner.picture import Picture
from scanner.reading import NAMED_FROM
from scanner.rectangles import best_rectangles, parts_of_search
from scanner.shifted import unshifted
from scanner.table_plane import TablePlane, plane_of

NARROWEST, WIDEST = 0.02, 0.7  # widths of cards against the longest side of the picture
SURE, SURE_VALUE = 0.7, 0.88  # look of a place that surely is a card, and look and outline together
LIKELY = 0.45  # look of a place whose design may be right
WORTH = 0.78  # look and outline together of a place that is worth naming
HOPEFUL = 0.55  # the same at a rough look of an outline that is worth looking at again; cards were worth 0.6 and more
POSSIBLE = 0.25  # look of a place that may become a card when it is moved a little
SAME = 0.5  # two places that share more than this part of the smaller one cannot both be cards
WRONG_SIZE = 0.25  # a card on the table is not so much larger or smaller than its neighbours
SIZE_RANGE = 1.4  # how much a single feature may be wrong about the size
MOST_POSES, MOST_OUTLINES, MOST_CLOSER = 60, 64, 24  # more would only cost time: cards are among the first third
MOST_NAMED, MOST_PLAIN, MOST_RIVALS, MOST_LEFT, MOST_WHOLE = 60, 6, 4, 4, 100
CLEARER = 0.8  # sides more that are seen of a place that contests a surer one
MIN_SUPPORT, CLEAR_SUPPORT, FULL_SUPPORT = 1.3, 2.6, 2.9  # sides of a card that are seen as edges, of four
FEW_CARDS, ENOUGH_CARDS, PLANE_ROUNDS = 3, 5, 2  # cards found surely that tell the table
ABOUT_THERE = 0.12  # card widths between the corners of outlines of one card
ROUNDS = 2

Pieces = TypeVar("Pieces", Floats, Indices, list[Look])


@dataclass(frozen=True, slots=True)
class LooseModel:
    """What is computed once from a deck to find its cards anywhere."""

    bank: FeatureBank
    looks: Looks
    rough: Looks  # still smaller ones, for very many places


def model_loose(index: CardIndex) -> LooseModel:
    """Features and small pictures of all designs."""
    return LooseModel(feature_bank(index), Looks(index), Looks(index, ROUGH_COLUMNS))


def find_loose(
    model: LooseModel, namer: Namer, picture: Picture, taken: Sequence[Matrix], card_width: float | None
) -> list[Named]:
    """Every card outside the given quads that a design of the deck explains; `card_width` when boards tell it."""
    seeker = _Seeker(model, namer, picture, taken, card_width)
    named = _best_named(seeker.edges, seeker.cards())
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
    model: LooseModel, aspect: float, picture: Picture, taken: Sequence[Matrix], card_width: float | None
) -> bool:
    """Whether features tell of a card beside the boards; without any it is not worth looking for outlines there."""
    narrowest, widest = _widths(picture, card_width)
    features = features_beside(picture.features, taken)
    matches = match_features(model.bank, features)
    poses = feature_poses(model.bank, features, matches, narrowest, widest)
    if not poses:
        return False
    maps = np.stack(poses) @ _to_metric(aspect)
    free = beside(quads_of(maps), taken)[:MOST_POSES]
    looks = model.looks.at(picture, maps[free])
    return any(look.score >= LIKELY for look in looks)


def _widths(picture: Picture, card_width: float | None) -> tuple[float, float]:
    """The least and the greatest width of a card that is looked for."""
    longest = max(picture.size)
    return (NARROWEST * longest, WIDEST * longest) if card_width is None else (0.5 * card_width, 2 * card_width)


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
        card_width: float | None,
    ) -> None:
        self.model, self.namer, self.picture, self.taken = model, namer, picture, taken
        self.aspect = namer.index.aspect
        self.widths = narrowest, widest = _widths(picture, card_width)
        features = picture.features  # which two processes seek together

        def by_features() -> tuple[Matches, list[Matrix]]:
            matches = match_features(model.bank, features)
            return matches, feature_poses(model.bank, features, matches, narrowest, widest)

        self.edges, (self.matches, poses) = quick_edges(picture, by_features)
        halves = self._halves_of_looks(poses, _to_metric(self.aspect))
        self.found = [place for half in each(_do, halves) for place in half]
        if len(_sure(self.found)) < FEW_CARDS:
            whole = line_quads(self.edges, self.aspect, narrowest, widest)
            self.found += _outlined(model, picture, self.edges, whole, taken)
        self.tried: list[tuple[Place, Named]] = []
        self.vain: list[Place] = []
        self.kept: list[Named] = []

    def cards(self) -> list[Named]:
        """All places that a design explains; several may be of one card."""
        known = 0
        plane = None
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
        looking = [place for place in self.found if place.look.score >= SURE]
        found = looking + _flat(plane, [place for place in self.found if place.look.score < SURE])
        places = _best_places(found)
        places += _rivals(found, places)
        plain = [place for place in places if place.look.score < LIKELY]  # only their outline tells that they are cards
        likely = self._open([place for place in places if place.look.score >= LIKELY][:MOST_NAMED])
        if len(likely) <= FEW_AT_ONCE:  # with a few others, or one process would wait for the other
            likely += plain[:MOST_PLAIN]
        self._name(likely, AT_ONCE)
        self._name(plain[:MOST_PLAIN], FEW_AT_ONCE)
        self._name(self._left_over(found), FEW_AT_ONCE)
        return self.kept + name_uncovered(self.namer, self.picture, self.edges, self.tried, self.kept)

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
        works: list[Callable[[], Any]] = [
            partial(_poses_on_table, model, picture, matches, plane),
            partial(self._lined_quads, plane),
            *parts_of_search(picture, plane),
        ]
        poses, lined, *rectangles = each(_do, works)
        # These are looked at beside the outlines.
        halves = [Later(half) for half in self._halves_of_looks(poses, _to_metric(plane.aspect), known)]
        quads = np.concatenate([lined[0], best_rectangles(rectangles), lined[1]])
        outlined = _outlined(model, picture, edges, quads, taken, known, sides)
        self.found += [place for half in halves for place in half()] + outlined

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
        some = [maps[np.sort(half)] for half in _halves(to_right)]
        return [partial(_posed, self.model, self.picture, self.edges, half, cover) for half in some]


def _flat(plane: TablePlane | None, places: list[Place]) -> list[Place]:
    """Those that have about the size of a card that lies there on the table; all when that is not known."""
    if plane is None or not places:
        return places
    errors = plane.size_errors(np.stack([place.corners for place in places]))
    return [place for place, error in zip(places, errors.tolist(), strict=True) if error < WRONG_SIZE]


def _sure(places: list[Place]) -> list[Place]:
    """Those that surely are cards, by their look or by a clear outline with the right things on it."""
    return _best_places([place for place in places if place.look.score >= SURE or place.value >= SURE_VALUE])


def _posed(model: LooseModel, picture: Picture, edges: Edges, maps: Floats, cover: Pixels | None) -> list[Place]:
    """Those of many poses that look like cards."""
    looks = model.looks.at(picture, maps, cover)
    looks = sorted((look for look in looks if look.score >= POSSIBLE), key=lambda look: -look.score)
    chosen = [looks[number] for number in apart([look.corners for look in looks], SAME)]
    return _bounded(edges, model.looks.closer(picture, chosen, ROUNDS, cover))


def _poses_on_table(model: LooseModel, picture: Picture, matches: Matches, plane: TablePlane) -> list[Matrix]:
    """Poses that features agree on, when the table is known."""
    flat = moved_features(picture.features, plane.to_table)
    poses = feature_poses(model.bank, flat, matches, 1 / SIZE_RANGE, SIZE_RANGE, 2)
    return [plane.to_picture @ pose for pose in poses]


def _do(work: Callable[[], Any]) -> Any:
    return work()


def _bounded(edges: Edges, looks: list[Look]) -> list[Place]:
    """Looks with the edges around them."""
    if not looks:
        return []
    corners = np.stack([look.corners for look in looks])
    support = edge_support(edges, corners).sum(axis=1)
    outlines = unit_maps(snapped(edges, corners))
    return [Place(*one) for one in zip(looks, outlines, support.tolist(), strict=True)]


def _outlined(
    model: LooseModel,
    picture: Picture,
    edges: Edges,
    quads: Floats,
    taken: Sequence[Matrix],
    known: Sequence[Matrix] = (),
    sides: Sequence[float] = (),
) -> list[Place]:
    """Those of many outlines that are edges in the picture and may be cards.

    On a known card of which so many sides are seen only those that are seen better.
    """
    cover = cover_of(picture, known) if len(known) else None
    # Outlines may contest known cards, however sure their names: signs in a row fit one sign too far as well.
    needed = np.array([0.0, *(seen + CLEARER if seen >= CLEAR_SUPPORT else 0.0 for seen in sides)])

    def seen(some: Floats) -> tuple[Floats, Floats]:
        """Those with enough sides in view, and what they are worth at a rough look."""
        some = some[beside(some, taken)]
        support = edge_support(edges, some).sum(axis=1) if len(some) else np.zeros(0)
        some, support = some[support >= MIN_SUPPORT], support[support >= MIN_SUPPORT]
        clear = support >= needed[lying_on(picture.size, some, known)]
        some, support = some[clear], support[clear]
        # A checked cloth has more and clearer edges than cards.
        rough = model.rough.scores(picture, unit_maps(some), cover) if len(some) else np.zeros(0)
        return some, rough + OUTLINE_VALUE * support

    def looked_at(some: Floats) -> tuple[Floats, Floats, list[Look]]:
        """The same outlines and those at the edges close by, how many sides of each are seen, and their looks."""
        every = np.concatenate([some, snapped(edges, some)])
        return every, edge_support(edges, every).sum(axis=1), model.looks.at(picture, unit_maps(every), cover)

    every, worth = (np.concatenate(part) for part in zip(*each(seen, _halves(quads)), strict=True))
    if not len(every):
        return []
    ranked = np.argsort(-worth)[: 3 * MOST_OUTLINES]
    chosen = different(every[ranked[worth[ranked] >= HOPEFUL]])[:MOST_OUTLINES]
    if not len(chosen):
        return []
    *parts, looks_of = zip(*each(looked_at, _halves(chosen)), strict=True)
    every, support = (np.concatenate(part) for part in parts)
    looks = [look for part in looks_of for look in part]
    good = [i for i, look in enumerate(looks) if look.score >= POSSIBLE or support[i] >= FULL_SUPPORT]
    good.sort(key=lambda number: -looks[number].score - OUTLINE_VALUE * support[number])
    good = [good[number] for number in apart([every[number] for number in good], 0.8)][:MOST_CLOSER]
    halves = each(lambda some: model.looks.closer(picture, some, ROUNDS, cover), _halves([looks[n] for n in good]))
    closer = [look for half in halves for look in half]
    # What hardly looks like a design must not be moved towards it: then only its edges tell where it is.
    closer = [look if look.score >= LIKELY else looks[number] for look, number in zip(closer, good, strict=True)]
    # Several outlines tell the same card: its place is where most of its sides are seen.
    clearest = _clearest(every, support, good)
    return [
        Place(look, unit_map(every[number]), float(support[number]))
        for look, number in zip(closer, clearest, strict=True)
    ]


def _halves(pieces: Pieces) -> list[Pieces]:
    """The first and the second half, for two processes; all at once when there are no two."""
    middle = len(pieces) // 2
    return [pieces[:middle], pieces[middle:]] if middle else [pieces]


def _clearest(quads: Floats, support: Floats, chosen: list[int]) -> list[int]:
    """For each of the chosen quads the one about there of which most is seen."""
    result = []
    for number in chosen:
        off = np.abs(quads - quads[number]).max(axis=(1, 2))
        near = np.flatnonzero(off < ABOUT_THERE * np.linalg.norm(quads[number, 1] - quads[number, 0]))
        result.append(int(near[support[near].argmax()]))
    return result


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
