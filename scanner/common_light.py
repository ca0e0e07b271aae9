"""Cards in one picture are seen in one light, which tells colours that a single card leaves open.

A pale blue card in warm light looks like a grey one in cold light, and red print that is seen pale like black. But all
cards of a picture come from one printer and lie under one lamp: each design that a card may be would need a light of
its own, and only the right ones need the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.cardface import inset_of
from scanner.geometry import Pixels, scale_map, unit_map
from scanner.index import COVER_WIDTH, CardIndex
from scanner.naming import CAUTION
from scanner.picture import Picture
from scanner.reading import NAMED_FROM, Detection, Guess, TableReading, with_cards

LEAST_CARDS = 3  # that tell a light in common
PALENESS = (0.6, 0.75, 0.9, 1.0, 1.15)  # of colours as they are printed against those of the references
USUAL_PALENESS = 0.95, 0.2
OTHERWISE = -6.0  # log odds that a card is seen in another light than the rest: in a shadow, or below a reflection
BLACK = 12.0  # grey levels that light cannot take from a camera
DARKEST = 40.0  # grey levels of print that tells of the light
FEWEST = 40  # pixels of it
INK = 0.25  # part of the light that print takes from the paper
LEAST_INK = 3.0  # pixels that would take all of it
NEAR = 0.5  # scatters between lights that are the same
STEPS = 4
LIKELY = 0.05  # odds of designs whose lights may be the one of all cards

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
    for witness in (_Witness(_light, 0.035, (0.5, 0.25)), _Witness(_print, 0.04, (0.1, 0.1))):
        cards = _told(index, picture, cards, witness)
    return with_cards(reading, cards, {name for name, back in zip(index.ids, index.is_back, strict=True) if back})


def _light(seen: Array, drawn: Array) -> tuple[float, float]:
    """How much redder and how much greener bright print and paper are seen than drawn."""
    bright = drawn.min(axis=1) > DARKEST
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


def _doubt(index: CardIndex, picture: Picture, card: Detection, witness: _Witness) -> _Doubt | None:
    """What a card may be and in which light; None where nothing tells."""
    odds = {guess.id: guess.confidence for guess in card.alternatives}
    if card.id is not None:
        odds[card.id] = max(1 - sum(odds.values()), 1e-3)
    names = [name for name in odds if name in index.ids]
    if not names:
        return None
    size = index.size(COVER_WIDTH)
    place = unit_map(np.asarray(card.quad, dtype=np.float64))
    seen = _inside(picture.colour.warp(place @ np.linalg.inv(scale_map(*size)), size))
    every = [_inside(index.drawn[index.ids.index(name)]) for name in names]
    greys = [one.mean(axis=1, keepdims=True) for one in every]
    lights = np.array(
        [
            [witness.look(seen, grey + paleness * (one - grey)) for one, grey in zip(every, greys, strict=True)]
            for paleness in PALENESS
        ]
    )
    if not np.isfinite(lights).all():
        return None
    shares = np.array([odds[name] for name in names])
    return _Doubt(card, names, shares / shares.sum(), lights)


def _inside(card_bgr: Pixels) -> Array:
    """The pixels of a card (pixels, colours) but for its rim."""
    rows, columns = card_bgr.shape[:2]
    x, y = inset_of(columns, rows)
    return card_bgr[y : rows - y, x : columns - x].reshape(-1, 3).astype(np.float64)


def _told(index: CardIndex, picture: Picture, cards: list[Detection], witness: _Witness) -> list[Detection]:
    """Every card by the lights that explain most of all cards; several that do so equally well leave it open."""
    doubts = [_doubt(index, picture, card, witness) for card in cards]
    known = [doubt for doubt in doubts if doubt is not None]
    if len(known) < LEAST_CARDS or not any(_is_open(doubt, witness) for doubt in known):
        return cards
    lights, weights = _common_lights(known, witness)
    result = []
    for card, doubt in zip(cards, doubts, strict=True):
        if doubt is not None:
            chances = np.zeros(len(doubt.odds))
            for (paleness, light), weight in zip(lights, weights.tolist(), strict=True):
                here = doubt.odds * np.exp(_agreement(doubt, paleness, light, witness))
                chances += weight * here / here.sum()
            card = _renamed(doubt, chances)
        result.append(card)
    return result


def _is_open(doubt: _Doubt, witness: _Witness) -> bool:
    """Whether a light would tell the designs apart that a card may be."""
    return bool(np.ptp(doubt.lights[PALENESS.index(1.0)], axis=0).max() > witness.scatter)


def _common_lights(doubts: Sequence[_Doubt], witness: _Witness) -> tuple[list[tuple[int, Array]], Array]:
    """Lights in which many of the cards may be seen, with the paleness of print, and how likely each is."""
    found: list[tuple[int, Array]] = []
    logs: list[float] = []
    for paleness, pale in enumerate(PALENESS):
        there: list[Array] = []
        for start in np.concatenate([doubt.lights[paleness, doubt.odds > LIKELY] for doubt in doubts]):
            light = _middle(doubts, paleness, start, witness)
            if any(np.abs(light - other).max() < NEAR * witness.scatter for other in there):
                continue
            there.append(light)
            found.append((paleness, light))
            explained = [doubt.odds @ np.exp(_agreement(doubt, paleness, light, witness)) for doubt in doubts]
            off = [*(light / witness.usual), (pale - USUAL_PALENESS[0]) / USUAL_PALENESS[1]]
            logs.append(float(np.log(explained).sum() - (np.array(off) ** 2).sum() / 2))
    weights = np.exp(np.array(logs) - max(logs))
    return found, weights / weights.sum()


def _middle(doubts: Sequence[_Doubt], paleness: int, light: Array, witness: _Witness) -> Array:
    """The middle of all lights that agree with one."""
    for _ in range(STEPS):
        total, lights = 0.0, np.zeros(2)
        for doubt in doubts:
            parts = doubt.odds * np.exp(_agreement(doubt, paleness, light, witness))
            if parts.sum() > 2 * np.exp(OTHERWISE):
                total += 1
                lights += parts / parts.sum() @ doubt.lights[paleness]
        light = lights / total if total else light
    return light


def _agreement(doubt: _Doubt, paleness: int, light: Array, witness: _Witness) -> Array:
    """How likely the light is that each design needs, as logarithms, 0 and below."""
    off = ((doubt.lights[paleness] - light) ** 2).sum(axis=1) / (2 * witness.scatter**2)
    result: Array = np.logaddexp(-off, OTHERWISE)
    return result


def _renamed(doubt: _Doubt, chances: Array) -> Detection:
    """A card with these chances of its designs; how sure it is to be any of them stays as it was."""
    before, after = float(doubt.odds.max()), float(chances.max())
    known = doubt.card.confidence / max(_certain(before), 1e-6)
    confidence = min(known, 1.0) * _certain(after)
    ranked = np.argsort(-chances, kind="stable")
    name = doubt.names[ranked[0]] if confidence >= NAMED_FROM else None
    guesses = tuple(Guess(doubt.names[one], float(chances[one])) for one in ranked if chances[one] > 0.01)
    others = tuple(guess for guess in guesses if guess.id != name)
    return replace(doubt.card, id=name, confidence=confidence, alternatives=others)


def _certain(odds: float) -> float:
    return 1.0 - float(max(1 - odds, 0.0) ** CAUTION)
