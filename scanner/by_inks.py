"""Compares a card with designs that are known by photographs.

Photographs of cards, each cut as it happened to be, cannot be laid on each other exactly. So every design is laid on
the card by itself; then two designs are told apart where they differ most, by their print against what is around it.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.closer import TOLD, UNLIKELY, close_width, is_small, nudge
from scanner.compare import blurred, joint_odds, match_blur
from scanner.cover import shown_part
from scanner.geometry import HALF, Floats, Matrix, Pixels, brightness, corner_shift, largest, scale_map
from scanner.index import FINE_WIDTH, CardIndex
from scanner.inks import SOFT, ink_of, rim_of
from scanner.picture import Picture
from scanner.shadows import without_shadows
from scanner.steps import Alignment, Steps

MOST_NEAR, NEAR = 24, 0.6  # designs that look most like the card at a rough look, and how much less they may
MOST_FITTING, FITTING = 8, 0.35  # the same of those that fit best where the best one lies
MOST_LAID, ALIKE = 12, 0.35  # designs that are laid exactly, and how much less they may look like the card then
ROUGHLY_ALIKE = 0.45  # the same before: laid roughly, the right one may look much less like it than it will
FARTHEST = 0.12  # card widths between two designs on one card: each may be cut a little inside or outside its edge
INK = 0.3  # part of its strongest print that is print
TELLING, LEAST_TELLING = 0.35, 0.08  # part of the greatest difference of two designs that tells them, and the least
TWIN, MARK_SHOWN = 0.08, 0.2  # by so much less a twin looks like a card, and the part of its mark that tells it
MOST_PLACES = 10  # where two designs are compared; twins differ in one or two, others almost everywhere
MOST_CLOSELY, LIKE_CLOSELY = 5, 0.8  # designs that are looked at closely, and how much the first must look like a card
FEWEST = 8  # pixels that tell anything
REACH = 1  # pixels that a detail may be seen off its place
WITNESSES, TOGETHER = 24.0, 4.0  # as many pixels at the most count as independent, and so many err together
CHANCE, CHANCE_INK = 0.02, 0.01  # part of a difference, and of all print, that is left over at the best
ROUNDS = 3
NUDGES = 2  # of a design until it lies exactly on a card
USUAL_TURN, MOST_TURNS = (
    12.0,
    4.0,
)  # degrees by which the colour of print is usually off, and how many times that counts
DARKNESS = 0.25  # how much it counts beside the colour of print that it is darker than the paper: that all inks are
RULED_OUT = -10.0  # log odds of a design by all print at the least: on one photograph print may be paler everywhere
AROUND = 9  # pixels of what is around a mark, which tells how strong print is seen there
PALER = 0.3, 2.5  # of print at one place, against that of a design
STRENGTHS = 0.15, 3.0  # of print as it is seen, against that of the design
BLURRED = (1.0, 1.6, 2.4, 3.6)  # pixels by which cards may be less sharp than the photographs of the designs
STRONGEST_BLURRED = 1.5  # print in blur against that of the design, which is not stronger for it
PALEST, USUAL_GAINS, NEARLY = 0.35, (0.5, 1.2), 0.12  # such strengths, and how much less a rival may look like a card
USUAL_STRENGTH = -0.1, 0.35  # the same as a logarithm, and its scatter: stripes in blur are not a filled sign


class Laid(NamedTuple):
    """Designs laid on one card, the likeliest first."""

    designs: NDArray[np.intp]
    card_maps: list[Matrix]
    shares: list[float]  # of the print of each that is found in place
    odds: NDArray[np.float64]
    likeness: Floats  # correlation of the shape of print with each, where any of them has print
    turns: Floats  # by how many degrees the print of each is seen in another colour
    fit: float  # correlation of the whole card with the likeliest
    apart: Floats  # how much each differs from the likeliest: (designs, rows, columns)


def laying(
    index: CardIndex,
    picture_bgr: Pixels,
    card_map: Matrix,
    near: Floats,
    fits: Floats,
    hidden: NDArray[np.bool_] | None,
) -> Steps[Laid]:
    """Lay the designs that may be a card on it, each by itself, and compare them.

    `picture_bgr`: the card where `card_map` takes it, FINE_WIDTH wide. `near`, `fits`: how much each design looks like
    it, about there and just there.
    """
    rough = [int(one) for one in np.argsort(-near)[:MOST_NEAR] if near[one] > near.max() - NEAR]
    there = [int(one) for one in np.argsort(-fits)[:MOST_FITTING] if fits[one] > fits.max() - FITTING]
    designs = sorted({*rough, *there})
    found = yield Alignment(32, 5, [(design, card_map) for design in designs])
    poses = [pose if corner_shift(card_map, pose) < FARTHEST else card_map for pose, _ in found]
    seen, shown = ink_of(picture_bgr), _shown(index.size(FINE_WIDTH), hidden)
    rough_ones = np.stack(
        [_laid(index.inks[design], pose, card_map, 2) for design, pose in zip(designs, poses, strict=True)]
    )
    likeness, _, _ = _likeness(seen[::2, ::2], rough_ones, shown[::2, ::2])
    least = likeness.max() - ROUGHLY_ALIKE
    likely = [number for number in np.argsort(-likeness)[:MOST_LAID] if likeness[number] > least]
    starts = [(designs[number], poses[number]) for number in likely]
    exact = yield Alignment(96, 3, starts)
    poses = [
        pose if corner_shift(card_map, pose) < FARTHEST else start
        for (pose, _), (_, start) in zip(exact, starts, strict=True)
    ]
    laid = np.stack(
        [_laid(index.inks[design], pose, card_map) for (design, _), pose in zip(starts, poses, strict=True)]
    )
    laid = _as_unsharp(seen, laid, shown)
    likeness, gains, by_shape = _likeness(seen, laid, shown)
    turns = _colour_turns(seen, laid, shown)
    odds, first = _odds(seen, laid, shown, likeness, gains, turns)
    order = np.argsort(-odds, kind="stable")
    fit, _ = match_blur(seen * shown[..., None], laid[[first]] * shown[..., None])
    return Laid(
        np.array([starts[number][0] for number in order]),
        [poses[number] for number in order],
        [exact[number][1] for number in order],
        odds[order],
        by_shape[order],
        turns[order],
        fit,
        np.stack([_apart(laid[first], laid[number]) for number in order]),
    )


def laid_closely(index: CardIndex, picture: Picture, card_map: Matrix, laid: Laid) -> Laid:
    """The same designs, those that may be a card compared once more with a larger picture of it, if there is one."""
    width = close_width(index, card_map)
    few = np.flatnonzero(laid.odds > UNLIKELY)[:MOST_CLOSELY]
    if laid.odds[0] > TOLD or width <= FINE_WIDTH or len(few) < 2 or laid.likeness[0] < LIKE_CLOSELY:
        return laid
    size = index.size(width)
    seen = ink_of(without_shadows(picture.colour.warp(card_map @ np.linalg.inv(scale_map(*size)), size)))
    prints = np.stack(
        [_laid_exactly(ink_of(index.close[laid.designs[n]]), laid.card_maps[n], card_map, seen) for n in few]
    )
    shown = _shown(size, None)
    prints = _as_unsharp(seen, prints, shown)
    likeness, gains, _ = _likeness(seen, prints, shown)
    closer, _ = _odds(seen, prints, shown, likeness, gains, laid.turns[few])
    odds = laid.odds.copy()
    odds[few] = closer * odds[few].sum()
    order = np.argsort(-odds, kind="stable")
    return Laid(
        laid.designs[order],
        [laid.card_maps[number] for number in order],
        [laid.shares[number] for number in order],
        odds[order],
        laid.likeness[order],
        laid.turns[order],
        laid.fit,
        laid.apart[order],
    )


def _laid_exactly(ink: Floats, pose: Matrix, card_map: Matrix, seen: Floats) -> Floats:
    """The print of a design laid on a card where it fits just what is seen: small print needs that."""
    there = _onto(ink, pose, card_map)
    for _ in range(NUDGES):
        move = nudge(brightness(_moved(ink, there)), brightness(seen))
        if not is_small(move, seen.shape[1]):
            break
        there = there @ np.linalg.inv(HALF) @ move @ HALF
    return _moved(ink, there)


def _onto(ink: Floats, pose: Matrix, card_map: Matrix) -> Matrix:
    """From numbers of pixels of a card to those of the design that lies on it so."""
    pixels = scale_map(ink.shape[1], ink.shape[0])
    there: Matrix = np.linalg.inv(HALF) @ pixels @ np.linalg.inv(pose) @ card_map @ np.linalg.inv(pixels) @ HALF
    return there


def _laid(ink: Floats, pose: Matrix, card_map: Matrix, step: int = 1) -> Floats:
    """The print of a design as it would lie on a card drawn where `card_map` takes it; of every `step`th pixel."""
    return _moved(ink, _onto(ink, pose, card_map) @ np.diag([step, step, 1.0]), step)


def _moved(ink: Floats, there: Matrix, step: int = 1) -> Floats:
    height, width = ink.shape[:2]
    size, flags = (-(-width // step), -(-height // step)), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    result: Floats = cv2.warpPerspective(ink, there, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return result


def _shown(size: tuple[int, int], hidden: NDArray[np.bool_] | None) -> Floats:
    """1 where a card is compared: neither at its rim nor where something hides it."""
    columns, rows = size
    rim = rim_of(columns, rows) + 1
    shown = np.zeros((rows, columns), np.float32)
    shown[rim : rows - rim, rim : columns - rim] = 1
    return shown if hidden is None else shown * ~hidden


def _likeness(seen: Floats, laid: Floats, shown: Floats) -> tuple[Floats, Floats, Floats]:
    """The correlation of a card with each design where any of them has print, and how strong it is against each.

    The last ones are the correlations when every colour may be as strong as it is seen best: those of mere shapes.
    """
    strong = largest(np.abs(laid))
    some = strong > INK * strong.max(axis=(1, 2), keepdims=True)
    where = cv2.dilate(some.any(axis=0).astype(np.uint8), np.ones((3, 3), np.uint8)) * shown
    here = np.flatnonzero(where)
    rows, own = laid.reshape(len(laid), -1, 3)[:, here], seen.reshape(-1, 3)[here]
    shares, powers = np.einsum("npk,pk->nk", rows, own), np.einsum("npk,npk->nk", rows, rows)
    shared, power, all_own = shares.sum(axis=1), np.maximum(powers.sum(axis=1), 1e-6), max(float((own**2).sum()), 1e-6)
    by_shape = np.sqrt((np.maximum(shares, 0) ** 2 / np.maximum(powers, 1e-6)).sum(axis=1) / all_own)
    return shared / np.sqrt(power * all_own), np.clip(shared / power, *STRENGTHS), by_shape


def _as_unsharp(seen: Floats, laid: Floats, shown: Floats) -> Floats:
    """Designs, each in the blur in which it looks most like a card.

    A striped sign in blur is no filled one: seen so it is as strong as usual, and the filled one far too pale. What is
    much stronger than that is a filled one.
    """
    every = np.stack([laid, *(np.stack([blurred(one, sigma) for one in laid]) for sigma in BLURRED)])
    likeness, gains, _ = _likeness(seen, every.reshape(-1, *laid.shape[1:]), shown)
    likeness, gains = (values.reshape(len(every), len(laid)) for values in (likeness, gains))
    likeness[1:][gains[1:] > STRONGEST_BLURRED] = -1
    best = likeness.argmax(axis=0)
    result: Floats = every[best, np.arange(len(laid))]
    return result


def _apart(one: Floats, two: Floats) -> Floats:
    """How much two designs differ, at each place."""
    result: Floats = cv2.GaussianBlur(largest(np.abs(one - two)), (0, 0), SOFT)
    return result


def _colour_turns(seen: Floats, laid: Floats, shown: Floats) -> Floats:
    """By how many degrees the colour of each design's print is another one than that of what is seen there."""
    # What lay around a photographed card may be darker than any print on it.
    strong = largest(np.abs(laid)) * (shown > 0)
    printed = strong > INK * strong.max(axis=(1, 2), keepdims=True)
    shape = (laid[..., 0] + laid[..., 1] + laid[..., 2]) / 3 * printed
    here, own = (
        _hue(vectors) for vectors in (np.einsum("nrc,rck->nk", shape, seen), np.einsum("nrc,nrck->nk", shape, laid))
    )
    lengths = np.linalg.norm(here, axis=1) * np.linalg.norm(own, axis=1)
    turns: Floats = np.degrees(np.arccos(np.clip((here * own).sum(axis=1) / np.maximum(lengths, 1e-6), -1, 1)))
    return turns


def _hue(inks: Floats) -> Floats:
    """Inks (n, colours) of which it counts less that they are dark: red and green are far from each other then."""
    result: Floats = inks - (1 - DARKNESS) * inks.mean(axis=1, keepdims=True)
    return result


def _odds(
    seen: Floats, laid: Floats, shown: Floats, likeness: Floats, gains: Floats, turns: Floats
) -> tuple[NDArray[np.float64], int]:
    """The odds of each design, by all print and by what tells it from the likeliest, and which that is."""
    by_print = -WITNESSES / 2 * np.log(1 - np.clip(likeness, 0, 1).astype(np.float64) ** 2 + CHANCE_INK)
    by_print -= np.minimum(turns / USUAL_TURN, MOST_TURNS) ** 2 / 2
    by_print -= ((np.log(gains) - USUAL_STRENGTH[0]) / USUAL_STRENGTH[1]) ** 2 / 2
    by_print = np.maximum(by_print - by_print.max(), RULED_OUT)
    # A filled sign as pale as that is a striped one that blur has filled, if such a one would be as strong as usual.
    usual = (gains > USUAL_GAINS[0]) & (gains < USUAL_GAINS[1]) & (likeness > likeness.max() - NEARLY)
    too_pale = (gains < PALEST) & usual.any()
    by_print[too_pale] = RULED_OUT
    first = int(np.where(too_pale, -1.0, likeness).argmax())
    by_marks = np.zeros(len(laid))
    for _ in range(ROUNDS):
        in_light = seen / gains[first]
        for number in range(len(laid)):
            if too_pale[number] or likeness[number] < likeness.max() - ALIKE:
                by_marks[number] = RULED_OUT
            elif number != first:
                by_marks[number] = _by_marks(in_light, laid[first], laid[number], shown)
            else:
                by_marks[number] = 0.0
        likeliest = int((by_print + by_marks).argmax())
        if likeliest == first:
            break
        first = likeliest
    odds = joint_odds(by_print, by_marks - by_marks.max())
    return odds, int(odds.argmax())


def _by_marks(seen: Floats, one: Floats, two: Floats, shown: Floats) -> float:
    """How much likelier the second design is than the first, as a logarithm, by how much less it leaves over.

    What tells two designs apart may be hidden; what little else differs on photographs tells nothing.
    """
    apart = _apart(one, two)
    marks = (apart > max(TELLING * float(apart.max()), LEAST_TELLING)) & (shown > 0)
    if int(marks.sum()) < FEWEST:
        return 0.0
    places = cv2.dilate(marks.astype(np.uint8), np.ones((AROUND, AROUND), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(places)
    by_one, by_two = np.zeros(5), np.zeros(5)
    for column, row, wide, high, _ in sorted(stats[1:count].tolist(), key=lambda one: -one[4])[:MOST_PLACES]:
        top, bottom = max(row, REACH), min(row + high, len(seen) - REACH)
        first, last = max(column, REACH), min(column + wide, seen.shape[1] - REACH)
        here = np.s_[top:bottom, first:last]
        wider = seen[top - REACH : bottom + REACH, first - REACH : last + REACH]
        views = np.lib.stride_tricks.sliding_window_view(wider, (bottom - top, last - first, 3))
        counted = shown[here].ravel()
        every = _level(np.ascontiguousarray(views.reshape(-1, counted.size, 3).transpose(0, 2, 1)), counted)
        drawn = [_level(design[here].reshape(-1, 3).T, counted) for design in (one, two)]
        by_one += _left_over(every, drawn[0], drawn[1], counted)
        by_two += _left_over(every, drawn[1], drawn[0], counted)
    # Either design may be the one by whose strength they are compared; what both ways of telling it agree on counts.
    one_left, two_left = (np.maximum(left[:4], 0) + CHANCE * left[4] + 1e-6 for left in (by_one, by_two))
    around, there = (
        float(np.log(one_left[way] / one_left[way + 1]) - np.log(two_left[way] / two_left[way + 1])) / 2
        for way in (0, 2)
    )
    likelier = 0.0 if around * there < 0 else min(around, there, key=abs)
    return min(WITNESSES, int(marks.sum()) / TOGETHER) / 2 * likelier


def _left_over(views: Floats, one: Floats, two: Floats, counted: Floats) -> NDArray[np.float64]:
    """What each of two designs (colours, pixels) leaves over at one place, in two ways, and how much they differ there.

    Print is as strong as it is seen best: on another photograph the same digit may look paler.
    """
    apart = np.abs(one - _strengths(one[None], two, counted) * two).max(axis=0) * counted
    weight = apart * (apart > TELLING * float(apart.max()))
    left = []
    # How strong print is seen is told around the mark, or just there: thin lines are paler than others when blurred.
    for where in (counted, weight):
        seen = _level(views, where)
        flat = seen.reshape(len(seen), -1)
        power = (flat * flat) @ np.tile(weight, len(one))
        for design in (_level(one, where), _level(two, where)):
            strength = _strengths(seen, design, where)
            weighted = design * weight
            shared, own = flat @ weighted.ravel(), float((design * weighted).sum())
            left.append(float((power - 2 * strength * shared + strength**2 * own).min()))
    return np.array([*left, float((weight * apart**2).sum())])


def _level(values: Floats, counted: Floats) -> Floats:
    """The same (..., pixels) without their mean."""
    result: Floats = values - (values @ counted / max(float(counted.sum()), 1e-6))[..., None]
    return result


def _strengths(views: Floats, drawn: Floats, counted: Floats) -> Floats:
    """How strong print is seen in each view against what is drawn."""
    part = drawn * counted
    strengths: Floats = views.reshape(len(views), -1) @ part.ravel() / max(float((part * drawn).sum()), 1e-6)
    return np.clip(strengths, *PALER)


def has_hidden_mark(laid: Laid, hidden: NDArray[np.bool_]) -> bool:
    """Whether too little is in view of what tells one of the other designs that look like the likeliest from it."""
    for apart, likeness in zip(laid.apart[1:], laid.likeness[1:], strict=True):
        mark = apart > TELLING * max(float(apart.max()), 1e-6)
        is_twin = likeness > laid.likeness[0] - TWIN
        if is_twin and shown_part(mark, hidden) < MARK_SHOWN:
            return True
    return False
