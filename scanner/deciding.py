"""Which of the designs that are left a card is, where its place is known: compared only where they differ."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import colourless, inner, open_correlations, prepare, unit_rows, without
from scanner.closer import shortlist, tell_closely
from scanner.compare import match_blur
from scanner.cover import Cover, hides_mark, inside
from scanner.further import ONE_SIGN, print_span
from scanner.geometry import Floats, Matrix
from scanner.index import COVER_WIDTH, FINE_WIDTH, FIT_WIDTH, CardIndex
from scanner.named import Named
from scanner.picture import Picture
from scanner.reading import Guess
from scanner.steps import Fits, Steps, compared, flat
from scanner.sureness import HIDDEN_MARK, UNCLEAR_FIT, believed_light, certainty, known_by
from scanner.verdict import Designs, FlatCard, Verdict

SHORTLIST, LIKELY = 24, 8  # designs that are compared, and those that are told
ALIKE = 0.05  # designs this much less correlated than the best one are out of question
LEFT_ALIKE = 0.6  # so much more for what the best one leaves unexplained
OTHER_COLOUR = 0.4  # the same of designs whose print is alike but for its colours
UNHELD_ALIKE = 0.15  # so much more for a card that no print holds in its place
FEWEST_SHARED = 60  # pixels of a drawn card that tell whether it lies above or below another one
CERTAIN_FIT = 0.93  # of a card that need not be tried where another design may fit
DOUBTFUL_FIT = 0.65  # more poses are worth a try
HELD_SHARE = 0.5  # less of its print in place does not tell exactly where a card lies


def _in_question(fits: Floats, plain: Floats, alike: float) -> NDArray[np.bool_]:
    """Which designs correlate about as well with a card as the best one does.

    Cameras and printers change how strong each colour is: what has the same print in another one is in question.
    """
    same_print = (plain > plain.max() - alike) & (fits > fits.max() - OTHER_COLOUR)
    result: NDArray[np.bool_] = (fits > fits.max() - alike) | same_print
    return result


class Decider:
    """Compares the designs of one deck with a card whose place is known."""

    def __init__(self, index: CardIndex) -> None:
        self.index = index

    def open_fit(self, picture: Picture, card_map: Matrix, covers: list[Matrix], most: float) -> float:
        """How well any design fits just there beside what these quads may hide; none where that is more than `most`."""
        hidden = inside(card_map, covers, self.index.size(COVER_WIDTH))
        if float((hidden > 0).mean()) > most:
            return -1.0
        return float(self._open_fits(picture, card_map, Cover(hidden))[0].max())

    def explains(self, picture: Picture, named: Named, quad: Matrix) -> float:
        """The correlation of a named card with the picture where it lies within a quad; 0 where it hardly does."""
        there = inside(named.card_map, [quad], self.index.size(FINE_WIDTH)) > 0
        if int(there.sum()) < FEWEST_SHARED:
            return 0.0
        drawn = self.index.fine[self.index.ids.index(named.id)]
        patch = prepare(flat(self.index, picture, named.card_map, FINE_WIDTH)[None], FINE_WIDTH)[0]
        rows = np.stack([patch[there].ravel(), drawn[there].ravel()])
        one, two = unit_rows(rows)
        return float(one @ two)

    def print_span(self, design: str) -> float:
        """How far the print of a design reaches across it, from 0 to 1: that of one sign in the middle about half."""
        return print_span(self.index, self.index.ids.index(design))

    def _open_fits(self, picture: Picture, card_map: Matrix, cover: Cover) -> tuple[Floats, Floats]:
        """The correlation of the card with every design and by the mere shape of print, as far as it is not hidden."""
        visible = cv2.resize(cover.mask, self.index.size(FIT_WIDTH), interpolation=cv2.INTER_NEAREST) == 0
        counted = inner(visible[None, ..., None]).ravel().astype(np.float32)
        seen = compared(self.index, picture, [card_map])
        coloured = open_correlations(self.index.whole, seen.ravel(), np.repeat(counted, 3))
        return coloured, open_correlations(self.index.plain, colourless(seen)[0], counted)

    def _decide(
        self, picture: Picture, card_map: Matrix, share: float, cover: Cover | None, is_alone: bool = False
    ) -> Steps[Named]:
        """Compare the designs that are left, only where they differ.

        On a space something may lie whatever it looks like, and each design is likely there or not; a place that is
        alone and that no design explains is no card, so it does not matter which one it looks like.
        """
        fits, plain = (yield Fits(card_map)) if cover is None else self._open_fits(picture, card_map, cover)
        # Where little print says that the card lies just here, more of them are in question.
        alike = ALIKE + UNHELD_ALIKE * max(0.0, 1 - share / HELD_SHARE)
        open_to = _in_question(fits, plain, alike)
        if int(open_to.sum()) == 1:
            # A card laid a little askew looks more like one with another frame than like itself: a single design is
            # not sure for want of another one, the less so the more it leaves unexplained.
            open_to = _in_question(fits, plain, alike + LEFT_ALIKE * max(0.0, CERTAIN_FIT - float(fits.max())))
        order = np.argsort(-fits)
        order = order[open_to[order]]
        many = int((fits > fits.max() - ALIKE).sum()) > SHORTLIST and fits.max() > DOUBTFUL_FIT
        if many and cover is None and not self.index.is_photographed:
            order = shortlist(self.index, picture, card_map, order, SHORTLIST)
        order, seen = order[:SHORTLIST], flat(self.index, picture, card_map, FINE_WIDTH)
        patch, templates = prepare(seen[None], FINE_WIDTH)[0], self.index.fine[order]
        hidden_there = None if cover is None else cv2.resize(cover.mask, self.index.size(FINE_WIDTH)) > 0
        if hidden_there is not None:
            patch, templates = without(patch[None], hidden_there)[0], without(templates, hidden_there)
        fit, sigma = match_blur(patch, templates)
        # One sign is told by little: as of a loose card more of it must be in place.
        known = known_by(fit, share, is_alone or print_span(self.index, int(order[0])) <= ONE_SIGN)
        # Where nothing that depends on small marks can be told, or other means tell it at the end.
        if fit < UNCLEAR_FIT or (is_alone and known == 0) or self.index.is_photographed:
            templates, order = templates[:1], order[:1]
        verdict = Verdict(np.ones(1), 1.0)
        if len(order) > 1:
            hidden = None if cover is None else cover.mask > 0
            small = flat(self.index, picture, card_map, COVER_WIDTH)
            card = FlatCard(seen, small, patch, fit, sigma, hidden, known)
            designs = Designs(order, templates, self.index.strengths[order])
            order, verdict = tell_closely(self.index, picture, card_map, card, designs)
        odds = verdict.odds
        # A colour that no usual light makes of any of them is that of another deck.
        known *= believed_light(verdict.misfit)
        best = int(odds.argmax())
        names = self.index.ids
        likely = [int(i) for i in np.argsort(-odds)[:LIKELY] if odds[i] > 0.01]
        guesses = tuple(Guess(names[order[i]], float(odds[i])) for i in likely)
        design = int(order[best])
        back = bool(self.index.is_back[design])
        is_hidden = cover is not None and hides_mark(inner(self.index.fine[order]), best, self._suspect(cover))
        certain = min(certainty(float(odds[best])), HIDDEN_MARK if is_hidden else 1.0)
        sure = certain * known * verdict.explained
        return Named(names[design], sure, fit, back, guesses, card_map, share, cover, is_hidden)

    def _suspect(self, cover: Cover) -> NDArray[np.bool_]:
        """What of the compared part of a card may be hidden."""
        suspect = cv2.resize(cover.suspect(), self.index.size(FINE_WIDTH)) > 0
        compared: NDArray[np.bool_] = inner(suspect[None])[0]
        return compared
