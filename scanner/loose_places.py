"""Places that look like cards: poses that features agree on, and outlines seen in the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from scanner.apart import apart, beside, different, lying_on
from scanner.card_looks import ROUGH_COLUMNS, Look, Looks, cover_of
from scanner.cloth import Cloth
from scanner.geometry import Floats, Indices, Matrix, Pixels, quads_of, unit_map, unit_maps
from scanner.index import CardIndex
from scanner.loose_features import FeatureBank, feature_bank
from scanner.loose_naming import OUTLINE_VALUE, Place
from scanner.outlines import Edges, edge_support, snapped
from scanner.parallel import each
from scanner.picture import Picture

LIKELY = 0.45  # look of a place whose design may be right
POSSIBLE = 0.25  # look of a place that may become a card when it is moved a little
UNLIKE = 0.2  # look of a place that is not looked at softly either
CLEAR_LOOK = 0.6  # of a card that need not be looked at softly
SOFTER = 0.06  # more than others soft pictures look like any design
HOPEFUL = 0.55  # look and outline together, at a rough look, that deserve another; cards were worth 0.6 and more
SAME = 0.5  # two places that share more than this part of the smaller one cannot both be cards
FOREIGN_VALUE = 0.3  # what it counts against the look that nothing of an outline is cloth
SPOT_LOOK = 0.58  # soft rough look of a place without edges that is looked at closely; cloth has hardly ever more
MOST_SPOTS = 4  # such places
MOST_OUTLINES, MOST_CLOSER = 64, 24  # more would only cost time: cards are among the first third
CLEARER = 0.8  # sides more that are seen of a place that contests a surer one
MIN_SUPPORT, CLEAR_SUPPORT, FULL_SUPPORT = 1.3, 2.6, 2.9  # sides of a card that are seen as edges, of four
ABOUT_THERE = 0.12  # card widths between the corners of outlines of one card
ROUNDS = 2

Pieces = TypeVar("Pieces", Floats, Indices, list[Look])


@dataclass(frozen=True, slots=True)
class LooseModel:
    """What is computed once from a deck to find its cards anywhere."""

    bank: FeatureBank
    looks: Looks
    rough: Looks  # still smaller ones, for very many places
    soft: Looks
    soft_rough: Looks


def model_loose(index: CardIndex) -> LooseModel:
    """Features and small pictures of all designs."""
    sharp, soft = ((Looks(index, soft=soft), Looks(index, ROUGH_COLUMNS, soft)) for soft in (False, True))
    return LooseModel(feature_bank(index), *sharp, *soft)


def posed(model: LooseModel, picture: Picture, edges: Edges, maps: Floats, cover: Pixels | None) -> list[Place]:
    """Those of many poses that look like cards."""
    every = model.looks.at(picture, maps, cover)
    found = _closest(model.looks, picture, every, cover)
    # Backs with a lattice show their look only when that is not seen.
    unclear = maps[[look.score >= UNLIKE for look in every]]
    clear = [look.corners for look in found if look.score >= CLEAR_LOOK]
    unclear = unclear[lying_on(picture.size, quads_of(unclear), clear) == 0]
    softly = _closest(model.soft, picture, model.soft.at(picture, unclear, cover), cover)
    found += [replace(look, score=look.score - SOFTER) for look in softly]
    found.sort(key=lambda look: -look.score)
    return _bounded(edges, [found[number] for number in apart([look.corners for look in found], SAME)])


def _closest(looks: Looks, picture: Picture, some: list[Look], cover: Pixels | None) -> list[Look]:
    """Those that may be cards, each moved to where it fits best."""
    there = sorted((look for look in some if look.score >= POSSIBLE), key=lambda look: -look.score)
    chosen = [there[number] for number in apart([look.corners for look in there], SAME)]
    return looks.closer(picture, chosen, ROUNDS, cover)


def spotted(
    model: LooseModel, picture: Picture, edges: Edges, cloth: Cloth, aspect: float, known: Sequence[Matrix]
) -> list[Place]:
    """What looks like a card where something lies on a cloth that is not known, whether or not its edges are seen."""
    quads = cloth.places(aspect, known)
    if not len(quads):
        return []
    cover = cover_of(picture, known) if known else None
    rough = np.concatenate(
        each(lambda some: model.soft_rough.scores(picture, unit_maps(some), cover), halves_of(quads))
    )
    ranked = np.argsort(-rough, kind="stable")
    best = quads[ranked[rough[ranked] >= SPOT_LOOK]]
    best = best[apart(list(best), SAME)][:MOST_SPOTS]
    halves = each(lambda some: posed(model, picture, edges, unit_maps(some), cover), halves_of(best))
    return [place for half in halves for place in half]


def outlined(
    model: LooseModel,
    picture: Picture,
    edges: Edges,
    quads: Floats,
    taken: Sequence[Matrix],
    known: Sequence[Matrix] = (),
    sides: Sequence[float] = (),
    foreign: Callable[[Floats], Floats] | None = None,
) -> list[Place]:
    """Those of many outlines that are edges in the picture and may be cards.

    On a known card of which so many sides are seen only those that are seen better. What is `foreign` on its cloth, as
    a part of each outline, is looked at first.
    """
    cover = cover_of(picture, known) if len(known) else None
    # Outlines may contest known cards, however sure their names: signs in a row fit one sign too far as well.
    needed = np.array([0.0, *(seen + CLEARER if seen >= CLEAR_SUPPORT else 0.0 for seen in sides)])

    def seen(some: Floats) -> tuple[Floats, Floats]:
        """Those with enough sides in view, and what they are worth at a rough look."""
        some = some[beside(some, taken)]
        if not len(some):
            return some, np.zeros(0)
        support = edge_support(edges, some).sum(axis=1)
        # A checked cloth has more and clearer edges than cards.
        rough = model.rough.scores(picture, unit_maps(some), cover)
        # Faint edges are seen just where they are, and rectangles are found a little beside them.
        near = np.flatnonzero((support < MIN_SUPPORT) & (rough >= LIKELY))
        if len(near):
            some[near] = snapped(edges, some[near], is_sized=True)
            support[near] = edge_support(edges, some[near]).sum(axis=1)
        clear = (support >= MIN_SUPPORT) & (support >= needed[lying_on(picture.size, some, known)])
        some, worth = some[clear], rough[clear] + OUTLINE_VALUE * support[clear]
        return some, worth if foreign is None else worth + FOREIGN_VALUE * foreign(some)

    def looked_at(some: Floats) -> tuple[Floats, Floats, Floats, list[Look]]:
        """The same outlines and those at the edges close by, how many sides of each are seen, and their looks."""
        every = np.concatenate([some, snapped(edges, some, is_sized=True)])
        support = edge_support(edges, every).sum(axis=1)
        first = OUTLINE_VALUE * support if foreign is None else OUTLINE_VALUE * support + FOREIGN_VALUE * foreign(every)
        return every, support, first, model.looks.at(picture, unit_maps(every), cover)

    every, worth = (np.concatenate(part) for part in zip(*each(seen, halves_of(quads)), strict=True))
    if not len(every):
        return []
    ranked = np.argsort(-worth)[: 3 * MOST_OUTLINES]
    chosen = different(every[ranked[worth[ranked] >= HOPEFUL]])[:MOST_OUTLINES]
    if not len(chosen):
        return []
    *parts, looks_of = zip(*each(looked_at, halves_of(chosen)), strict=True)
    every, support, first = (np.concatenate(part) for part in parts)
    looks = [look for part in looks_of for look in part]
    good = [i for i, look in enumerate(looks) if look.score >= POSSIBLE or support[i] >= FULL_SUPPORT]
    good.sort(key=lambda number: -looks[number].score - first[number])
    good = [good[number] for number in apart([every[number] for number in good], 0.8)][:MOST_CLOSER]
    halves = each(lambda some: model.looks.closer(picture, some, ROUNDS, cover), halves_of([looks[n] for n in good]))
    closer = [look for half in halves for look in half]
    # What hardly looks like a design must not be moved towards it: then only its edges tell where it is.
    closer = [look if look.score >= LIKELY else looks[number] for look, number in zip(closer, good, strict=True)]
    # Several outlines tell the same card: its place is where most of its sides are seen.
    clearest = _clearest(every, support, good)
    return [
        Place(look, unit_map(every[number]), float(support[number]))
        for look, number in zip(closer, clearest, strict=True)
    ]


def _bounded(edges: Edges, looks: list[Look]) -> list[Place]:
    """Looks with the edges around them."""
    if not looks:
        return []
    corners = np.stack([look.corners for look in looks])
    support = edge_support(edges, corners).sum(axis=1)
    outlines = unit_maps(snapped(edges, corners))
    return [Place(*one) for one in zip(looks, outlines, support.tolist(), strict=True)]


def halves_of(pieces: Pieces) -> list[Pieces]:
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
