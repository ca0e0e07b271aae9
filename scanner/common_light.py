"""Cards in one picture are seen in one light, which tells colours that a single card leaves open.

A pale blue card in warm light looks like a grey one in cold light, and red print that is seen pale like black. But all
cards of a picture come from one printer and lie under one lamp: each design that a card may be would need a light of
its own, and only the right ones need the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.cardface import inset_of
from scanner.geometry import Pixels, scale_map, unit_map
from scanner.index import COVER_WIDTH, CardIndex
from scanner.picture import Picture
from scanner.reading import NAMED_FROM, SURE, Detection, Guess, TableReading, with_cards
from scanner.sureness import certainty

LEAST_CARDS = 3  # that tell a light in common
PALENESS, AS_DRAWN = (
    (0.6, 0.75, 0.9, 1.0, 1.15),
    (1.0,),
)  # of colours as they are printed against those of the references
USUAL_PALENESS = 0.95, 0.2
SELDOM = 0.0025  # chance that a card is seen in another light than the rest: in a shadow, or below a reflection
BLACK = 12.0  # grey levels that light cannot take from a camera
DARKEST, PALE = 40.0, 0.3  # grey levels of print that tells of the light; how strong the least of its colours is
FEWEST = 10  # pixels of it
INK = 0.25  # part of the light that print takes from the paper
LEAST_INK = 1.0  # pixels that would take all of it
NEAR = 0.5  # scatters between lights that are the same
STEPS = 4
APART = 2.5  # scatters between lights that tell designs apart
LIKELY = 0.05  # odds of designs whose lights may be the one of all cards
STRANGE = 0.25, 0.4  # off the light of the others: of loose cards up to 0.22, of gaps between cards 0.4 and more

Array = NDArray[np.float64]


class _Witness(NamedTuple):
    """What tells the light that each design a card may be would need: how much redder it is, and how much greener."""

    look: Callable[[Array, Array], tuple[float, float]]  # of what is seen and what is drawn (pixels, colours)
    scatter: float  # from card to card of one picture
    usual: tuple[float, float]  # differences between pictures and references


@dataclass(frozen=True, slots=True)
class _Doubt:
    """A card with the designs that it may be, their odds, and the light that each would need, by paleness."""

    card: Detection
    names: list[str]
    odds: Array
    lights: Array  # (paleness, designs, 2)


def in_one_light(index: CardIndex, picture: Picture, reading: TableReading) -> TableReading:
    """The same table, cards that their colour tells named in the light that explains most of all cards."""
    if index.is_photographed:  # each design in a light of its own
        return reading
    cards = list(reading.cards)
    for witness in (LIGHT, PRINT):
        cards = _told(index, picture, cards, witness)
    cards = _without_strangers(index, picture, cards)
    return with_cards(reading, cards, {name for name, back in zip(index.ids, index.is_back, strict=True) if back})


def _without_strangers(index: CardIndex, picture: Picture, cards: list[Detection]) -> list[Detection]:
    """The same cards, loose ones in doubt that would need quite another light than all others.

    A back that is one colour in a white frame looks like a gap between white cards, whatever colour the cloth has.
    """
    sure = [number for number, card in enumerate(cards) if card.confidence >= SURE]
    if all(cards[number].board is not None for number in sure):
        return cards
    lights = {number: _own_lights(index, picture, cards[number]) for number in sure}
    result = list(cards)
    for number, own in lights.items():
        others = [light for other, light in lights.items() if other != number and light is not None]
        if own is None or len(others) < LEAST_CARDS or cards[number].board is not None:
            continue
        off = float(np.linalg.norm(own - np.median(others, axis=0), axis=1).min())
        confidence = cards[number].confidence * float(np.interp(off, STRANGE, (1, 0)))
        if confidence < NAMED_FROM:
            name = cards[number].id
            guesses = () if name is None else (Guess(name, cards[number].confidence),)
            result[number] = replace(cards[number], id=None, confidence=confidence, alternatives=guesses)
        else:
            result[number] = replace(cards[number], confidence=confidence)
    return result


def _own_lights(index: CardIndex, picture: Picture, card: Detection) -> Array | None:
    """The light that a named card would need, for every paleness."""
    doubt = _doubt(index, picture, replace(card, alternatives=()), PALE_LIGHT)
    return None if doubt is None else doubt.lights[:, 0]


def _light(seen: Array, drawn: Array, palest: float = 0.0) -> tuple[float, float]:
    """How much redder and how much greener bright print and paper are seen than drawn."""
    least = drawn.min(axis=1)
    bright = (least > DARKEST) & (least > palest * drawn.max(axis=1))
    if int(bright.sum()) < FEWEST:
        return np.nan, np.nan
    return _in_red_and_green(np.median(np.log((seen[bright] + BLACK) / (drawn[bright] + BLACK)), axis=0))


def _print(seen: Array, drawn: Array) -> tuple[float, float]:
    """The same of print against the paper around it: which part of the light it takes in each colour."""
    taken = 1 - drawn / np.maximum(np.median(drawn, axis=0), 1)
    ink = taken.max(axis=1) > INK
    if ink.all():
        return np.nan, np.nan
    seen_taken = 1 - seen[ink] / np.maximum(np.median(seen[~ink], axis=0), 1)
    here, own = seen_taken.sum(axis=0), taken[ink].sum(axis=0)
    if min(float(here.sum()), float(own.sum())) < 3 * LEAST_INK:
        return np.nan, np.nan
    return _in_red_and_green(here / here.sum() - own / own.sum())


def _in_red_and_green(blue_green_red: Array) -> tuple[float, float]:
    blue, green, red = blue_green_red.tolist()
    return red - blue, green - (red + blue) / 2


LIGHT, PRINT = _Witness(_light, 0.035, (0.5, 0.25)), _Witness(_print, 0.04, (0.1, 0.1))
# Of strong colours a camera leaves less than any light takes: they tell designs apart, but not that a card is strange.
PALE_LIGHT = LIGHT._replace(look=partial(_light, palest=PALE))


def _told(index: CardIndex, picture: Picture, cards: list[Detection], witness: _Witness) -> list[Detection]:
    """Every card by the lights that explain most of all cards; several that do so equally well leave it open."""
    in_doubt = [card for card in cards if card.alternatives]
    # Mostly no card is told by its colour; to find that out takes little time.
    as_drawn = (_doubt(index, picture, card, witness, AS_DRAWN) for card in in_doubt)
    if len(cards) < LEAST_CARDS or not any(doubt is not None and _is_open(doubt, witness) for doubt in as_drawn):
        return cards
    doubts = [_doubt(index, picture, card, witness) for card in cards]
    known = [doubt for doubt in doubts if doubt is not None]
    if len(known) < LEAST_CARDS:
        return cards
    told = iter(_chances(known, witness))
    result = []
    for card, doubt in zip(cards, doubts, strict=True):
        if doubt is not None:
            chances = next(told)
            # Where its mark is hidden, colours are those of what lies on it.
            card = _renamed(doubt, chances) if _is_open(doubt, witness) and not card.hides_mark else card
        result.append(card)
    return result


def _doubt(
    index: CardIndex, picture: Picture, card: Detection, witness: _Witness, every: Sequence[float] = PALENESS
) -> _Doubt | None:
    """What a card may be and in which light, for every paleness; None where nothing tells."""
    odds = {guess.id: guess.confidence for guess in card.alternatives}
    if card.id is not None:
        odds[card.id] = max(1 - sum(odds.values()), 1e-3)
    names = [name for name in odds if name in index.ids]
    if not names:
        return None
    size = index.size(COVER_WIDTH)
    place = unit_map(np.asarray(card.quad, dtype=np.float64))
    seen = _inside(picture.colour.warp(place @ np.linalg.inv(scale_map(*size)), size))
    designs = [_inside(index.drawn[index.ids.index(name)]) for name in names]
    greys = [one.mean(axis=1, keepdims=True) for one in designs]
    lights = np.array(
        [
            [witness.look(seen, grey + paleness * (one - grey)) for one, grey in zip(designs, greys, strict=True)]
            for paleness in every
        ]
    )
    if not np.isfinite(lights).all():
        return None
    shares = np.array([odds[name] for name in names])
    return _Doubt(card, names, shares / shares.sum(), lights)


def _inside(card_bgr: Pixels) -> Array:
    """The pixels of a card (pixels, colours) but for its rim; every other one is enough."""
    rows, columns = card_bgr.shape[:2]
    x, y = inset_of(columns, rows)
    return card_bgr[y : rows - y : 2, x : columns - x : 2].reshape(-1, 3).astype(np.float64)


def _is_open(doubt: _Doubt, witness: _Witness) -> bool:
    """Whether a light would tell the designs apart that a card may be."""
    return bool(np.ptp(doubt.lights, axis=1).max() > APART * witness.scatter)


def _chances(doubts: Sequence[_Doubt], witness: _Witness) -> list[Array]:
    """The chances of each card's designs, over all lights in which many of the cards may be seen."""
    most = max(len(doubt.names) for doubt in doubts)
    odds = np.zeros((len(doubts), most))
    lights = np.zeros((len(PALENESS), len(doubts), most, 2))
    for number, doubt in enumerate(doubts):
        odds[number, : len(doubt.names)] = doubt.odds
        lights[:, number, : len(doubt.names)] = doubt.lights
    logs, shares = [], []
    for pale, own in zip(PALENESS, lights, strict=True):
        common = own[odds > LIKELY]
        for _ in range(STEPS):  # each to the middle of those that agree with it
            parts = odds * _agreement(own, common, witness)
            weight = parts / (parts.sum(axis=2, keepdims=True) + SELDOM)
            common = np.einsum("knd,ndc->kc", weight, own) / weight.sum(axis=(1, 2))[:, None]
        common = _different(common, NEAR * witness.scatter)
        parts = odds * _agreement(own, common, witness)
        every = parts.sum(axis=2, keepdims=True)
        off = ((common / witness.usual) ** 2).sum(axis=1) + ((pale - USUAL_PALENESS[0]) / USUAL_PALENESS[1]) ** 2
        logs.append(np.log(every).sum(axis=(1, 2)) - off / 2)
        shares.append(parts / every)
    likely = np.concatenate(logs)
    weights = np.exp(likely - likely.max())
    chances = np.einsum("k,knd->nd", weights / weights.sum(), np.concatenate(shares))
    return [chances[number, : len(doubt.names)] for number, doubt in enumerate(doubts)]


def _agreement(lights: Array, common: Array, witness: _Witness) -> Array:
    """How likely the light that each design of a card needs is in each common one: (common, cards, designs)."""
    off = ((lights[None] - common[:, None, None]) ** 2).sum(axis=3) / (2 * witness.scatter**2)
    result: Array = np.exp(-off) + SELDOM
    return result


def _different(lights: Array, least: float) -> Array:
    """Of lights that are about the same only the first."""
    kept: list[int] = []
    for number, light in enumerate(lights):
        if all(np.abs(light - lights[other]).max() >= least for other in kept):
            kept.append(number)
    return lights[kept]


def _renamed(doubt: _Doubt, chances: Array) -> Detection:
    """A card with these chances of its designs; how sure it is to be any of them stays as it was."""
    before, after = float(doubt.odds.max()), float(chances.max())
    known = doubt.card.confidence / max(certainty(before), 1e-6)
    confidence = min(known, 1.0) * certainty(after)
    ranked = np.argsort(-chances, kind="stable")
    name = doubt.names[ranked[0]] if confidence >= NAMED_FROM else None
    guesses = tuple(Guess(doubt.names[one], float(chances[one])) for one in ranked if chances[one] > 0.01)
    others = tuple(guess for guess in guesses if guess.id != name)
    return replace(doubt.card, id=name, confidence=confidence, alternatives=others)
