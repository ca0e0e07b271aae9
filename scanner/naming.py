"""Which design a card is, and how sure that is.

Pose and family first (one matrix product of small vectors), then exact alignment, then the designs that are left are
compared only where they differ. How sure it is comes from the picture itself: the odds of these designs, and how well
the best one explains the whole card and just those places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from scanner.by_photographs import told
from scanner.cardface import unit_rows
from scanner.cover import Cover, beyond_picture, find_cover, inside
from scanner.deciding import CERTAIN_FIT, DOUBTFUL_FIT, HELD_SHARE, Decider
from scanner.further import as_large, by_fine_print, further_along, grown, mesh_further
from scanner.geometry import (
    UPSIDE_DOWN,
    Matrix,
    corner_shift,
)
from scanner.index import ALIKE_TURNED, COVER_WIDTH, SAME_TURNED
from scanner.named import Named
from scanner.own_marks import as_sure_as_marked
from scanner.picture import Picture
from scanner.poses import ON_SPACE_ONCE, Search
from scanner.rough_look import MORE_STARTS, PARTIAL_STARTS, STARTS, Start, partial_look, rough_look
from scanner.steps import Alignment, Fits, Steps, compared, flat, together
from scanner.sureness import known_by

FARTHEST = 0.3  # parts of its width that a card may lie from where it is thought to lie
REFINED = 2  # poses that are worth a closer look
FRAMES = (0.0, 0.03, 0.06)  # usual widths of a card's printed frame, in parts of the card's width
LATTICE_SHARE = 0.3  # of its print in place, of a lattice that is laid a mesh too far
UNEXPLAINED_FIT = 0.88  # a card that is seen well is explained better
ALONE_FIT = 0.97  # of a card with little print that no other design explains as well a little further along
HOPELESS_FIT = 0.2  # no design is there
NOWHERE_FIT = 0.35  # where no design fits better without moving it, moving finds none either
RIVALS = 3  # designs that may lay a card better than the one it looks like
EXACT = 0.015  # of its width: a card that moves less is in place
CLEARLY, A_LITTLE = 0.05, 0.01  # by so much a way up fits better that the other one need not be tried
AS_WELL = 1.2  # times as much as the best way leaves unexplained, of one that is as good
EITHER_WAY_SURE = 0.8  # of a card that is another one as well, turned round
CLEAR_SHARE = 0.8  # of its print in place: this design or a twin of it
CLEAR_ROUGHLY = 0.7  # the same at a rough look
CLEAR_FIT = 0.8  # no other pose need be tried
POOREST_FIT, COVERED_FIT = 0.3, 0.93  # between them something may hide a part of the card


@dataclass(frozen=True, slots=True)
class _Pose:
    """A pose and the design that fits it best."""

    fit: float
    design: int
    card_map: Matrix
    is_clear: bool = False  # nearly all of its print is in place


def _is_thought_covered(named: Named) -> bool:
    """Whether something is said to lie on it for want of another explanation."""
    return named.cover is not None and not named.cover.is_exact


class Namer(Decider):
    """Names cards of one deck."""

    def name(self, picture: Picture, card_map: Matrix, search: Search, outline: Matrix | None = None) -> Named:
        """The best design for a card expected where `card_map` takes the unit square; its outline if known."""
        return together(self.index, picture, [self.naming(picture, card_map, search, outline)])[0]

    def naming(self, picture: Picture, card_map: Matrix, search: Search, outline: Matrix | None = None) -> Steps[Named]:
        """The same in steps that several cards can take together."""
        best = yield from self._best_pose(rough_look(self.index, picture, card_map, search))
        closer = search.closer
        if closer is None:
            is_on_space = search is ON_SPACE_ONCE
            if is_on_space:
                best = yield from self._or_fine_print(picture, best, card_map)
            named = yield from self._settled(picture, best, is_alone=not is_on_space)
            if not is_on_space and named.fit < UNEXPLAINED_FIT:  # a lattice fits a mesh further as well
                named = yield from self._or_just_there(picture, named, [card_map], is_alone=True)
            if is_on_space:
                named = yield from self._or_as_large(picture, named, card_map)
            named = yield from self._or_further_along(picture, named, card_map, is_alone=not is_on_space)
            return (yield from self._told(picture, named, is_on_space))
        places = [card_map] if outline is None else [outline, card_map]
        best = yield from self._or_fine_print(picture, best, card_map)
        looks: list[Callable[[], list[Start]]] = [
            lambda: self._fitting(picture, places),
            lambda: partial_look(self.index, picture, card_map, search),
            lambda: rough_look(self.index, picture, card_map, closer),
        ]
        tried = 0
        while tried < len(looks) and best.fit <= DOUBTFUL_FIT:
            again = yield from self._best_pose(looks[tried]())
            best = max(best, again, key=lambda one: one.fit)
            tried += 1
        named = yield from self._settled(picture, best)
        if tried == 0 and named.fit < UNEXPLAINED_FIT:
            named = yield from self._or_just_there(picture, named, places)
        named = yield from self._or_as_large(picture, named, card_map)
        named = yield from self._or_further_along(picture, named, places[0])
        return (yield from self._told(picture, named, is_on_space=True))

    def _or_fine_print(self, picture: Picture, best: _Pose, card_map: Matrix) -> Steps[_Pose]:
        """The same pose, or that of a design of thin lines, of which nothing is left in the size of a rough look."""
        if best.fit > DOUBTFUL_FIT or not self.index.fine_designs:
            return best
        for start in by_fine_print(self.index, picture, card_map):
            refined = yield from self._refined(_Pose(start.score, start.design, start.card_map))
            best = max(best, refined, key=lambda one: one.fit)
        return best

    def _or_just_there(
        self, picture: Picture, named: Named, places: list[Matrix], is_alone: bool = False
    ) -> Steps[Named]:
        """The same card, or what begins just where it should lie: designs may have the same signs in other places."""
        there = yield from self._best_pose(self._fitting(picture, places))
        other = yield from self._settled(picture, there, is_alone=is_alone)
        return max(named, other, key=lambda one: one.fit + one.share / 2)

    def _or_further_along(self, picture: Picture, named: Named, place: Matrix, is_alone: bool = False) -> Steps[Named]:
        """The same card, or another design or the same one a little further along that leaves less of it over."""
        # Designs known by photographs are laid again one by one in the end.
        if not HOPELESS_FIT < named.whole_fit < (COVERED_FIT if self.index.is_photographed else ALONE_FIT):
            return named
        own = self.index.ids.index(named.id)
        starts = []
        if named.fit < UNEXPLAINED_FIT and named.share >= LATTICE_SHARE:
            starts.append((yield from mesh_further(self.index, picture, [named.card_map, place], own)))
        if self.print_span(named.id) < 1:
            starts.append((yield from further_along(self.index, picture, named.card_map, own)))
        start = max((one for one in starts if one is not None), key=lambda one: one.score, default=None)
        if start is None:
            return named
        other = yield from self._settled(picture, _Pose(start.score, start.design, start.card_map), is_alone=is_alone)
        return max(named, other, key=lambda one: one.whole_fit)

    def _or_as_large(self, picture: Picture, named: Named, space: Matrix) -> Steps[Named]:
        """The same card, or what lies there as large as its space: a small sign tells the size of its card badly."""
        if named.share < HELD_SHARE or named.fit >= UNEXPLAINED_FIT or self.print_span(named.id) >= 1:
            return named
        there = as_large(self.index, self.index.ids.index(named.id), named.card_map, space)
        start = max(self._fitting(picture, [there]), key=lambda one: one.score)
        other = yield from self._decide(picture, start.card_map, named.share, None)
        return max(named, other, key=lambda one: one.fit)

    def naming_from(
        self, picture: Picture, starts: list[Start], outline: Matrix | None = None, least: float = 0.0
    ) -> Steps[Named]:
        """The same, beginning from poses that are known; from its outline, if known, when they do not fit.

        What fits less than `least` at a good look is not worth an exact one.
        """
        best = yield from self._best_pose(starts)
        if not best.is_clear:
            # The design may be wrong and the place right: which one fits just there, without moving it?
            places = [starts[0].card_map]
            if outline is not None:  # which may be that of a frame printed inside its edge
                places += [outline @ grown(frame, self.index.aspect) for frame in FRAMES]
            fitting = sorted(self._fitting(picture, places), key=lambda one: -one.score)
            there = _Pose(fitting[0].score, fitting[0].design, fitting[0].card_map)
            if max(best.fit, there.fit) > NOWHERE_FIT and (best.fit < CERTAIN_FIT or best.fit < there.fit):
                again = yield from self._best_pose(fitting[:STARTS])
                there = max(there, again, key=lambda one: one.fit)
            best = max(best, there, key=lambda one: one.fit)
        named = yield from self._settled(picture, best, least, is_alone=True)
        if named.share >= HELD_SHARE:
            named = yield from self._or_further_along(picture, named, starts[0].card_map, is_alone=True)
        if outline is not None and named.share >= HELD_SHARE and named.fit < UNEXPLAINED_FIT:
            # One sign in the middle is in place but tells the size of its card badly; the edges tell it well.
            start = max(self._fitting(picture, [outline]), key=lambda one: one.score)
            other = yield from self._decide(picture, start.card_map, named.share, None, is_alone=True)
            named = max(named, other, key=lambda one: one.fit)
        return (yield from self._told(picture, named))

    def name_covered(self, picture: Picture, named: Named, covers: list[Matrix]) -> Named:
        """The same card in the same place, going only by what these quads do not hide."""
        size = self.index.size(COVER_WIDTH)
        hidden, beyond = inside(named.card_map, covers, size), beyond_picture(named.card_map, picture.size, size)
        cover = Cover(hidden if beyond is None else np.maximum(hidden, beyond.mask))
        again = together(self.index, picture, [self._named_below(picture, named, cover)])[0]
        # The less is seen the more looks like a card with little on it: print must tell that there is one, as much of
        # it as of a card that is seen whole.
        return replace(again, confidence=min(again.confidence, known_by(again.fit, named.share, is_alone=True)))

    def _named_below(self, picture: Picture, named: Named, cover: Cover) -> Steps[Named]:
        again = yield from self._decide(picture, named.card_map, named.share, cover)
        return (yield from self._told(picture, again))

    def naming_beside(self, picture: Picture, places: list[tuple[Matrix, Cover]]) -> Steps[Named]:
        """A card of which a part is known to be hidden, in each place where it may lie: by what is seen of it."""
        starts = []
        for place, cover in places:
            for card_map, hidden in ((place, cover), (place @ UPSIDE_DOWN, cover.turned())):
                fits, _ = self._open_fits(picture, card_map, hidden)
                for one in np.argsort(-fits)[:PARTIAL_STARTS]:
                    starts.append((Start(int(one), card_map, float(fits[one])), hidden))
        starts.sort(key=lambda one: -one[0].score)
        best = yield from self._best_pose([start for start, _ in starts[:MORE_STARTS]])
        named = yield from self._settled(picture, best)
        # As a whole it may look more like another design, with such a sign on it, than like its own.
        start, hidden = starts[0]
        ((pose, share),) = yield Alignment(96, 3, [(start.design, start.card_map)])
        below = yield from self._decide(picture, pose, share, hidden)
        return (yield from self._told(picture, max(named, below, key=lambda one: one.whole_fit), is_on_space=True))

    def _told(self, picture: Picture, named: Named, is_on_space: bool = False) -> Steps[Named]:
        """The same card as other means tell it at the end: photographs, and the marks of a design."""
        named = yield from told(self.index, picture, named, is_on_space)
        return as_sure_as_marked(self.index, picture, named)

    def _fitting(self, picture: Picture, places: list[Matrix]) -> list[Start]:
        """The designs that fit best just where a card is thought to lie, whichever way up.

        Cards with almost no picture need a start close by, as their outline gives it.
        """
        seen = compared(self.index, picture, places)
        ways = np.stack([seen, seen[:, ::-1, ::-1]], axis=1).reshape(2 * len(places), -1)
        every = [self.index.whole @ row for row in unit_rows(ways)]
        starts = []
        for number, fits in enumerate(every):
            card_map = places[number // 2] @ UPSIDE_DOWN if number % 2 else places[number // 2]
            starts += [Start(int(one), card_map, float(fits[one])) for one in np.argsort(-fits)[:PARTIAL_STARTS]]
        return starts

    def _best_pose(self, starts: list[Start]) -> Steps[_Pose]:
        """The best pose to be reached from any of these: a rough one from each, then a good one from the best few."""
        rough: list[_Pose] = []
        for some in (starts[:1], starts[1:]):  # the first one is often clear; if not, all others at once
            found = yield Alignment(32, 5, [(start.design, start.card_map) for start in some])
            for start, (pose, share) in zip(some, found, strict=True):
                if corner_shift(start.card_map, pose) < FARTHEST:
                    rough.append(_Pose(share, start.design, pose))
            if len(starts) == 1 or any(one.fit > CLEAR_ROUGHLY for one in rough):
                break
        rough.sort(key=lambda one: -one.fit)
        best = _Pose(-1.0, starts[0].design, starts[0].card_map)
        for found in rough[:REFINED]:
            refined = yield from self._refined(found)
            best = max(best, refined, key=lambda one: one.fit)
            if best.fit > CLEAR_FIT:
                break
        return best

    def _refined(self, rough: _Pose) -> Steps[_Pose]:
        """From a rough pose to a good one, and how well a design fits there."""
        ((pose, share),) = yield Alignment(64, 3, [(rough.design, rough.card_map)])
        if share > CLEAR_SHARE:
            return _Pose(share, rough.design, pose, is_clear=True)
        fits, _ = yield Fits(pose)
        if share > float(fits.max()):  # something hides a part of it, so the card as a whole says less
            return _Pose(share, rough.design, pose)
        return _Pose(float(fits.max()), int(fits.argmax()), pose)

    def _settled(self, picture: Picture, pose: _Pose, least: float = 0.0, is_alone: bool = False) -> Steps[Named]:
        """The exact pose, and the design there; cards that look nearly the same turned round are tried both ways."""
        if pose.fit < max(HOPELESS_FIT, least):
            name, back = self.index.ids[pose.design], bool(self.index.is_back[pose.design])
            return Named(name, 0.0, max(pose.fit, 0.0), back, (), pose.card_map, 0.0)
        ways = [(pose.card_map, pose.design)]
        likest = self.index.likest_turned[pose.design]
        if likest > ALIKE_TURNED and self.index.twins_alike_turned[pose.design] < SAME_TURNED:
            upright, turned, other = self._both_ways(picture, pose.card_map)
            ways = [] if turned > upright + CLEARLY else ways
            # A six of pips is the same turned round, but the seven that it may be is not.
            less = CLEARLY if self.index.alike_turned[pose.design] < SAME_TURNED else A_LITTLE
            ways += [(pose.card_map @ UPSIDE_DOWN, other)] if turned > upright - less else []
        settled = []
        for way, design in ways:
            settled.append((yield from self._settled_there(picture, way, design, is_alone)))
        if len(ways) == 1 and ways[0][1] == pose.design and likest > ALIKE_TURNED and _is_thought_covered(settled[0]):
            # What seems to lie on a nine may be the line below a six.
            _, _, other = self._both_ways(picture, settled[0].card_map)
            turned = settled[0].card_map @ UPSIDE_DOWN
            settled.append((yield from self._settled_there(picture, turned, other, is_alone)))
        best = max(settled, key=lambda one: one.fit)
        others = [one for one in settled if one.id != best.id]
        if any(1 - one.fit < AS_WELL * (1 - best.fit) for one in others):
            return replace(best, confidence=min(best.confidence, EITHER_WAY_SURE))
        return best

    def _both_ways(self, picture: Picture, card_map: Matrix) -> tuple[float, float, int]:
        """How well any design fits just there, upright and upside down, and which one does so upside down."""
        seen = compared(self.index, picture, [card_map])[0]
        rows = unit_rows(np.stack([seen.ravel(), seen[::-1, ::-1].ravel()]))
        upright, turned = (self.index.whole @ row for row in rows)
        return float(upright.max()), float(turned.max()), int(turned.argmax())

    def _settled_there(self, picture: Picture, start: Matrix, design: int, is_alone: bool) -> Steps[Named]:
        exact, share = start, 0.0
        for reach in (3, 2):
            before = exact
            ((exact, share),) = yield Alignment(96, reach, [(design, exact)])
            if corner_shift(before, exact) < EXACT:
                break
        if share < HELD_SHARE and exact is not start:
            # Little print holds it, and what little there is may have been looked for in the wrong place.
            (before_fits, _), (after_fits, _) = (yield Fits(start)), (yield Fits(exact))
            exact = start if float(before_fits.max()) > float(after_fits.max()) else exact
        beyond = beyond_picture(exact, picture.size, self.index.size(COVER_WIDTH))
        named = yield from self._decide(picture, exact, share, beyond, is_alone)
        if beyond is not None:
            return named
        told = self.index.ids.index(named.id)
        if is_alone and told != design and POOREST_FIT < named.fit < CERTAIN_FIT:
            # It was laid here by the print of another design: its own may lay it better.
            ((exact_again, share_again),) = yield Alignment(96, 3, [(told, exact)])
            again = yield from self._decide(picture, exact_again, share_again, None, is_alone)
            if again.fit > named.fit:
                exact, share, named = exact_again, share_again, again
        if len(named.guesses) == 1 and share < CLEAR_SHARE and POOREST_FIT < named.fit < ALONE_FIT:
            exact_again, share_again = yield from self._laid_by_others(exact, told)
            if share_again > share:
                again = yield from self._decide(picture, exact_again, share_again, None, is_alone)
                if again.fit > named.fit:
                    exact, share, named = exact_again, share_again, again
        if POOREST_FIT < named.fit < COVERED_FIT:
            seen = flat(self.index, picture, named.card_map, COVER_WIDTH)
            cover = find_cover(seen, self.index.drawn[self.index.ids.index(named.id)])
            if cover is not None:
                without = yield from self._decide(picture, exact, share, cover, is_alone)
                clearer = without.fit > named.fit and without.confidence > named.confidence
                named = without if clearer or without.fit > named.fit + 0.03 else named
        return named

    def _laid_by_others(self, card_map: Matrix, told: int) -> Steps[tuple[Matrix, float]]:
        """The card laid by the next likely designs, where the only one in question does not lie well on it."""
        fits, _ = yield Fits(card_map)
        rivals = [int(one) for one in np.argsort(-fits)[: RIVALS + 1] if one != told][:RIVALS]
        found: list[tuple[Matrix, float]] = yield Alignment(96, 3, [(rival, card_map) for rival in rivals])
        return max(found, key=lambda one: one[1])
