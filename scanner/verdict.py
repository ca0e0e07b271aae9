"""Which of the designs that are left a card is: by the tones of its print, and by what is printed where they differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.cardface import strengths
from scanner.compare import match_blur, odds_by_tones, odds_of
from scanner.geometry import Floats, Indices, Pixels
from scanner.index import COVER_WIDTH, CardIndex
from scanner.sureness import believed_light
from scanner.tone import Tones, papers_of, tones_of

ONE_SHAPE = 0.75  # correlation by the mere shape of print of designs that are told by their tones
SAME_SHAPE = 0.93  # and of those on other paper that nothing else tells apart
CLEAR_FIT = 0.93  # correlation of a card that is explained well
OTHER_FINENESS = 0.15  # of print that goes in blur: those that differ in that much more are twins in some blur
OTHER_PAPER = -8.0  # log odds by its colour of paper that it is not worth while to look for print on
NAMELESS = 0.15  # how sure what has no name may be
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FlatCard:
    """A card as designs are compared with it."""

    seen_bgr: Pixels
    small_bgr: Pixels  # COVER_WIDTH pixels wide
    print: Floats  # the larger one prepared, nothing where something hides it
    fit: float  # correlation with the best design
    sigma: float  # pixels by which it is unsharp
    hidden: Mask | None = None  # of the small one
    known: float = 1.0  # how sure it is that it is a card of the deck, but for its colours

    @property
    def width(self) -> int:
        """Pixels of the larger picture."""
        return self.seen_bgr.shape[1]


class Designs(NamedTuple):
    """Designs that are compared with a card."""

    order: Indices  # their numbers in the index
    prints: Floats  # prepared as the card is
    strengths: Floats  # of each of their colours before that

    def some(self, which: Indices) -> Designs:
        """Only these of them."""
        return Designs(self.order[which], self.prints[which], self.strengths[which])


class Verdict(NamedTuple):
    """The odds of each design, how well the best one explains where they differ (0 to 1), and how odd its light is."""

    odds: NDArray[np.float64]
    explained: float
    misfit: float = 0.0


def unsharp(index: CardIndex, card: FlatCard, designs: Designs) -> tuple[FlatCard, Designs]:
    """The same, with the design first that tells best how unsharp the card is, and how strong its print.

    By the first one alone a striped sign in blur is a filled one seen sharply, in pale print: then it has no stripes.
    """
    fineness = index.fineness[designs.order]
    others = np.flatnonzero(np.abs(fineness - fineness[0]) > OTHER_FINENESS)[:1]
    if not len(others):
        return card, designs
    fit, sigma = match_blur(card.print, designs.prints[others])
    if fit <= card.fit:
        return card, designs
    rest = np.delete(np.arange(len(fineness)), others)
    return replace(card, fit=fit, sigma=sigma), designs.some(np.concatenate([others, rest]))


def may_be_one(card: FlatCard, misfit: float) -> bool:
    """Whether it may have a name at all in a light so odd: squares of a cloth are in question all over a table."""
    return card.known * believed_light(misfit) > NAMELESS


def tell(index: CardIndex, card: FlatCard, designs: Designs) -> Verdict:
    """What a card is of these designs."""
    tones, alike = _tones(index, card, designs.order)
    if not may_be_one(card, tones.misfit):  # whatever is printed there
        return Verdict(odds_by_tones(tones.logs), 1.0, tones.misfit)
    if tones.is_by_light and alike.all():
        return _on_papers(index, card, designs, tones)
    return _by_print(card, designs, tones)


def _tones(index: CardIndex, card: FlatCard, order: Indices) -> tuple[Tones, Mask]:
    """What tones say of these designs, and which of them have about one shape."""
    # Without paper in common only designs of one shape can be told by tones.
    alike = np.asarray(index.plain[order] @ index.plain[order[0]] > ONE_SHAPE)
    soft = card.sigma * COVER_WIDTH / card.width
    return tones_of(card.small_bgr, index.drawn[order], soft, card.hidden, alike), alike


def _by_print(card: FlatCard, designs: Designs, tones: Tones) -> Verdict:
    """By what is printed where they differ."""
    patch, templates = card.print, designs.prints
    if tones.gains is not None:
        # In one light for all: on its own each is as strong in every colour, whatever colour its print has.
        usual = np.sqrt((designs.strengths**2).mean(axis=0))
        rows = templates.reshape(*templates.shape[:2], -1)  # whole rows at once: three numbers are a slow loop
        templates = (rows * np.tile(designs.strengths / usual, card.width)[:, None]).reshape(templates.shape)
        patch = patch * (strengths(card.seen_bgr[None], card.width)[0] / usual / tones.gains)
    how = (card.hidden is not None, not tones.is_by_light, card.fit >= CLEAR_FIT)
    odds, explained = odds_of(patch, templates, card.sigma, tones.logs, *how)
    return Verdict(odds, explained, tones.misfit)


def _on_papers(index: CardIndex, card: FlatCard, designs: Designs, tones: Tones) -> Verdict:
    """Designs on paper in several colours: light tells the paper, and print the design on it."""
    order = designs.order
    papers = papers_of(index.drawn[order])
    odds, likeliest, explained = np.zeros(len(order)), list[int](), list[float]()
    for own in papers:
        verdict = Verdict(np.full(len(own), 1 / len(own)), 1.0)
        if len(own) > 1 and tones.logs[own].max() > OTHER_PAPER:
            verdict = _by_print(card, designs.some(own), _tones(index, card, order[own])[0])
        odds[own] = verdict.odds
        likeliest.append(int(own[verdict.odds.argmax()]))
        explained.append(verdict.explained)
    if len(papers) == 1:
        return Verdict(odds, explained[0], tones.misfit)
    few = np.array(likeliest)
    logs = tones.logs[few]
    if (index.plain[order[few]] @ index.plain[order[few[logs.argmax()]]] > SAME_SHAPE).all():
        between = Verdict(odds_by_tones(logs), 1.0)
    else:
        between = _by_print(card, designs.some(few), tones._replace(logs=logs))
    for own, share in zip(papers, between.odds.tolist(), strict=True):
        odds[own] *= share
    best = int(between.odds.argmax())
    return Verdict(odds, min(explained[best], between.explained), tones.misfit)
