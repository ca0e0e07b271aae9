"""Lays the pictures of look-alike designs on each other.

Reference pictures may be cut from photographs, each a little inside or outside its card's edge. Designs that differ in
little else would then be told apart by how they were cut. So each is laid on the first one that looks like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.align import Blocks, align, choose_blocks
from scanner.cardface import even_rows, grey, inset_of, prepare, shrink, unit_rows
from scanner.geometry import (
    HALF,
    UNIT_QUAD,
    Floats,
    Indices,
    Matrix,
    Pixels,
    Pyramid,
    brightness,
    largest,
    scale_map,
    transform,
    warp,
)
from scanner.inks import without_rim
from scanner.shadows import without_shadows

COLUMNS = 12  # of the small pictures by which look-alikes are found: they need not lie exactly on each other for that
LOOK_ALIKE, TRIED = 0.8, 3  # correlation of those, and how many are tried
STEPS = ((64, 14, 5), (96, 18, 3))  # pixels of a card, of a block on it, and how far that is looked for
IN_PLACE = 0.6  # share of the print of one design that is found on the other: less is another print
NEAR, FAR = 0.005, 0.08  # parts of its width by which a picture is moved: less is no matter, more is another print
PHOTOGRAPHED = 0.3  # part of the look-alikes that must be moved if they are photographs
EXACT_SIDE, EDGE = 256, 24  # pixels of a card, and grey levels of an edge on it, when pixels are compared
SAME_PIXEL, SAME_EDGES = 0.15, 0.5  # part of an edge by which it may be off, and of all edges that are the same then
TRIED_EXACTLY = 5
QUICK_WIDTH, QUICK_STEPS = 48, 15  # pixels of a card when several are tried, and steps of each
EXACT_WIDTH, EXACT_STEPS = 128, 30  # the same when it is laid on another one exactly
ECC_SOFT = 5  # pixels within which edges are smoothed for that
ROUGHLY_SAME = 0.75  # correlation at the first try of what may be the same print
SAME = 0.85  # correlation of the same print in any colours when it lies exactly on each other
BETTER = 0.02  # by so much more it correlates than before if it has been moved
FEWEST_TWINS = 3  # of which two tell what they share
CHANCE, CHANCE_SOFT = 8.0, 0.01  # grey levels, and parts of a card's width, of differences that are chance
PRINT = 0.05  # parts of a card's width; what is larger is light
SHARED = 0.5  # part of their print that twins have in common
OTHER_PAPER = 0.25  # by so much more than another one a colour is lit where paper may not be the same
OTHER_PRINT = 0.5  # the same of look-alikes: no lamp does that, they are printed in another colour
DARK = 8.0  # grey levels below which there is more noise than light
SAME_LIGHT = 0.35  # part of two cards that must be the same to tell the light of one against the other
PART = 0.4  # of a card, its brightest or its darkest
FITS = (0.3, 0.2, 0.12, 0.08, 0.08)  # errors of light, in parts of it, from the first fit to the last
Mask = NDArray[np.bool_]


class Registered(NamedTuple):
    """Pictures of designs, whether they are photographs, and which of these were turned round."""

    pictures: list[Pixels]
    are_photographs: bool
    are_turned: list[bool]


def registered(pictures: Sequence[Pixels], aspect: float) -> Registered:
    """Photographs of look-alikes laid on each other, in one light; drawn ones are exact as they are."""
    looks = _looks(pictures, aspect)
    size = STEPS[0][0], round(STEPS[0][0] * aspect)
    blocks: dict[int, list[Blocks]] = {}
    alike, moved = 0, 0
    for number, picture in enumerate(pictures):
        found = [(first, *_place(picture, blocks[first])) for first in _likely(looks, list(blocks), number)]
        first, place, share, off = max(found, key=lambda one: one[2], default=(number, np.eye(3), 0.0, 0.0))
        if share < IN_PLACE or off > FAR:
            blocks[number] = _blocks(picture, aspect)
            continue
        alike += 1
        if off > NEAR:
            one, before, after = (_shape(each, size) for each in (pictures[first], picture, _moved(picture, place)))
            is_better = _correlation(one, after) > _correlation(one, before) + BETTER
            moved += is_better and not _is_exact_on_any(picture, pictures, _most_like(looks, number))
    if moved < PHOTOGRAPHED * alike or not moved:
        # Drawn: there they are where they should be, and whatever differs tells them apart.
        return Registered(list(pictures), False, [False] * len(pictures))
    return _laid_on_each_other(pictures, looks, aspect)


def _laid_on_each_other(pictures: Sequence[Pixels], looks: Floats, aspect: float) -> Registered:
    """Each picture laid on that of the former ones on which it fits best, wherever that has been laid.

    Some may have been photographed the other way up: signs that look nearly the same so would else be told by that.
    """
    sizes = [(width, round(width * aspect)) for width in (QUICK_WIDTH, EXACT_WIDTH)]
    looks = looks.copy()
    result: list[Pixels] = []
    quick: list[Floats] = []
    shapes: list[Floats] = []
    kinds: list[int] = []
    are_turned: list[bool] = []
    for number, photograph in enumerate(pictures):
        # Before it is moved: what lay around a card that is laid smaller would else come far inside of it.
        upright = without_shadows(without_rim(photograph))
        picture, small = upright, _shape(upright, sizes[0])
        place, light = scale_map(picture.shape[1], picture.shape[0]), -1
        likely = _most_like(looks, number)
        tried = _tried_on(small, quick, likely)
        other_way = _tried_on(np.ascontiguousarray(small[::-1, ::-1]), quick, _most_like(looks, number, is_turned=True))
        are_turned.append(other_way.fit > max(tried.fit, ROUGHLY_SAME) + BETTER)
        if are_turned[-1]:
            picture, tried = np.ascontiguousarray(upright[::-1, ::-1]), other_way
            looks[number] = looks[number, ::-1]
            likely = _most_like(looks, number)
        if tried.fit > ROUGHLY_SAME:  # only the best of them is worth an exact look, which takes long
            fit, there = _laid_exactly(_shape(picture, sizes[1]), shapes[tried.former], tried.place, EXACT_STEPS)
            if fit > SAME:
                place, light = place @ there, tried.former
        laid = _moved(picture, place)
        lit = [_relit(laid, result[former], aspect) for former in likely if light in (former, -1)]
        relit, share, tint = max(lit, key=lambda one: one[1], default=(laid, 1.0, 0.0))
        # Another design that is lit in another colour may as well be printed on other paper.
        is_lit = share > SAME_LIGHT and tint < (OTHER_PRINT if light >= 0 else OTHER_PAPER)
        result.append(relit if is_lit else laid)
        quick.append(_shape(laid, sizes[0]))
        shapes.append(_shape(laid, sizes[1]))
        kinds.append(kinds[light] if light >= 0 and is_lit else number)  # backs of one pattern may have any colour
    shared = _with_shared_print(result, kinds)
    laid_ones = [two if one is None else one for one, two in zip(shared, result, strict=True)]
    return Registered(laid_ones, True, are_turned)


class _Tried(NamedTuple):
    """How well a picture fits on a former one, where it does, and on which."""

    fit: float
    place: Matrix
    former: int


def _tried_on(small: Floats, quick: Sequence[Floats], likely: Indices) -> _Tried:
    """Where a small shape fits best on one of these former ones."""
    tried = [_Tried(*_laid_exactly(small, quick[former], np.eye(3), QUICK_STEPS), int(former)) for former in likely]
    return max(tried, key=lambda one: one.fit, default=_Tried(0.0, np.eye(3), -1))


def _with_shared_print(pictures: Sequence[Pixels], kinds: Sequence[int]) -> list[Pixels | None]:
    """Pictures of which those of a kind are the same wherever they differ by no more than by chance.

    What twins share is drawn from all of them, so that only their own marks tell them apart. None where they share too
    little print for that, such as signs in different colours.
    """
    result: list[Pixels | None] = [None] * len(pictures)
    for kind in sorted(set(kinds)):
        own = [number for number, one in enumerate(kinds) if one == kind]
        if len(own) < FEWEST_TWINS:
            continue
        height, width = pictures[own[0]].shape[:2]
        every = np.stack([cv2.resize(pictures[number], (width, height)) for number in own]).astype(np.float32)
        shared: Floats = np.median(every, axis=0)
        parts = _own_parts(every, shared)
        x, y = inset_of(width, height)
        inside = np.s_[y : height - y, x : width - x]
        print_ = np.abs(shared - cv2.GaussianBlur(shared, (0, 0), PRINT * width)).sum(axis=2)[inside]
        if (
            float((print_ * (1 - np.stack([part[inside] for part in parts]))).mean(axis=0).sum())
            < SHARED * print_.sum()
        ):
            continue
        for number, one, part in zip(own, every, parts, strict=True):
            result[number] = (one * part[..., None] + shared * (1 - part[..., None])).astype(np.uint8)
    return result


def _own_parts(every: Floats, shared: Floats) -> list[Floats]:
    """Where each of these pictures of a kind is different from what they share: 1 there, 0 elsewhere."""
    soft = CHANCE_SOFT * shared.shape[1]
    # Edges that do not quite meet are brighter on one side and darker on the other: smoothed they are gone.
    off = np.stack([largest(np.abs(cv2.GaussianBlur(one - shared, (0, 0), soft))) for one in every])
    marks = (off > float(np.median(off)) + CHANCE).astype(np.float32)
    return [cv2.GaussianBlur(cv2.dilate(mark, np.ones((5, 5), np.uint8)), (0, 0), soft) for mark in marks]


def _moved(picture: Pixels, place: Matrix) -> Pixels:
    """What lies at a place of a picture (a map of the unit square), as large as the whole picture."""
    height, width = picture.shape[:2]
    return warp(picture, place @ np.linalg.inv(scale_map(width, height)), (width, height))


def _correlation(one: Floats, two: Floats) -> float:
    first, second = unit_rows(np.stack([one.ravel(), two.ravel()]))
    return float(first @ second)


def _looks(pictures: Sequence[Pixels], aspect: float) -> Floats:
    rows = round(COLUMNS * aspect)
    small = [cv2.resize(grey(one), (COLUMNS, rows), interpolation=cv2.INTER_AREA).ravel() for one in pictures]
    return even_rows(np.stack(small).astype(np.float32), COLUMNS)


def _likely(looks: Floats, firsts: list[int], number: int) -> list[int]:
    """Those of the first ones of each kind that a picture looks like most."""
    if not firsts:
        return []
    likeness = looks[firsts] @ looks[number]
    return [firsts[one] for one in np.argsort(-likeness)[:TRIED] if likeness[one] > LOOK_ALIKE]


def _most_like(looks: Floats, number: int, is_turned: bool = False) -> Indices:
    """The former pictures that one looks like most, as it is or turned round."""
    own = looks[number, ::-1] if is_turned else looks[number]
    return np.argsort(-(looks[:number] @ own))[:TRIED_EXACTLY]


def _is_exact_on_any(picture: Pixels, pictures: Sequence[Pixels], likely: Indices) -> bool:
    """Whether edges of a picture are the same, pixel by pixel, on another one: no two photographs are.

    Drawn signs that are filled and striped are moved as well: stripes are paler, so that they seem to be smaller.
    """
    height, width = picture.shape[:2]
    size = (EXACT_SIDE, round(EXACT_SIDE * height / width))
    own = shrink(picture, size)
    edges = _edges(own)
    for one in likely:
        if pictures[one].shape != picture.shape:
            continue
        other = shrink(pictures[one], size)
        off = largest(cv2.absdiff(own, other))
        for edge in (edges, _edges(other)):  # of a filled sign the edge is all there is, of a striped one the least
            strong = edge > EDGE
            if strong.any() and float((off < SAME_PIXEL * edge)[strong].mean()) > SAME_EDGES:
                return True
    return False


def _edges(picture: Pixels) -> Pixels:
    """By how much the colours of a picture change around each pixel."""
    near = np.ones((3, 3), np.uint8)
    return largest(cv2.subtract(cv2.dilate(picture, near), cv2.erode(picture, near)))


def _blocks(picture: Pixels, aspect: float) -> list[Blocks]:
    sizes = [(width, round(width * aspect)) for width, _, _ in STEPS]
    sides = [side for _, side, _ in STEPS]
    return [
        choose_blocks(grey(shrink(picture, size)), side, inset_of(*size))
        for size, side in zip(sizes, sides, strict=True)
    ]


def _place(picture: Pixels, blocks: Sequence[Blocks]) -> tuple[Matrix, float, float]:
    """Where the print of a design lies on another picture, the share of it that is there, and how far it has moved."""
    height, width = picture.shape[:2]
    place, share = scale_map(width, height), 0.0
    greys = Pyramid(grey(picture))
    for drawn, (_, _, reach) in zip(blocks, STEPS, strict=True):
        place, share = align(greys, drawn, place, reach)
    return place, share, _off(place, width, height)


def _laid_exactly(one: Floats, first: Floats, start: Matrix, most: int) -> tuple[float, Matrix]:
    """Just where the print of one shape lies on another: the correlation there, and the map of the unit square."""
    rows, columns = first.shape
    mask = np.zeros((rows, columns), np.uint8)
    x, y = inset_of(columns, rows)
    mask[y : rows - y, x : columns - x] = 255
    pixels = scale_map(columns, rows)
    begin = np.linalg.inv(HALF) @ pixels @ start @ np.linalg.inv(pixels) @ HALF
    steps = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, most, 1e-5)
    try:
        fit, found = cv2.findTransformECC(
            first, one, begin[:2].astype(np.float32), cv2.MOTION_AFFINE, steps, mask, ECC_SOFT
        )
    except cv2.error:  # it has gone astray
        return 0.0, start
    there: Matrix = np.linalg.inv(pixels) @ HALF @ np.vstack([found, [0, 0, 1]]) @ np.linalg.inv(HALF) @ pixels
    return (0.0 if _off(there, 1, 1) > FAR else float(fit)), there


def _off(place: Matrix, width: int, height: int) -> float:
    """How far a place is from being the whole picture, in parts of its width."""
    whole = transform(scale_map(width, height), UNIT_QUAD)
    return float(np.abs(transform(place, UNIT_QUAD) - whole).max()) / width


def _shape(picture: Pixels, size: tuple[int, int]) -> Floats:
    """The print of a picture whatever its colour and light."""
    shape: Floats = brightness(prepare(shrink(picture, size)[None], size[0])[0])
    return shape


def _relit(picture: Pixels, first: Pixels, aspect: float) -> tuple[Pixels, float, float]:
    """A picture in the light of another one, the part of them that is the same then, and how coloured its light was.

    Light grows evenly across a card. It is told by the largest part of the card that has it: usually its paper, but
    that may be bright or dark, so several parts are tried.
    """
    size = STEPS[0][0], round(STEPS[0][0] * aspect)
    seen, known = (np.log(shrink(one, size).astype(np.float64) + DARK) for one in (picture, first))
    ratio = np.ascontiguousarray((seen - known).reshape(-1, 3).T)  # whole rows at once: three numbers are a slow loop
    bright = (seen + known).sum(axis=2).ravel()
    rows, columns = seen.shape[:2]
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    even = np.stack([np.ones(rows * columns), x.ravel(), y.ravel()])
    parts = [bright > np.quantile(bright, 1 - PART), bright < np.quantile(bright, PART), np.ones(len(bright), bool)]
    lights = [_even_light(even, ratio, part) for part in parts]
    light, count = max(lights, key=lambda one: (np.ptp(one[0][0]) < OTHER_PRINT, one[1]))
    height, width = picture.shape[:2]
    gain = cv2.resize(np.exp(even.T @ light).reshape(rows, columns, 3).astype(np.float32), (width, height))
    relit: Pixels = np.clip((picture.astype(np.float32) + DARK) / gain - DARK, 0, 255).astype(np.uint8)
    return relit, count / ratio.shape[1], float(np.ptp(light[0]))


def _even_light(even: Floats, ratio: Floats, part: Mask) -> tuple[Floats, int]:
    """How light grows (constant, right, down; for each colour), begun with a part of the card, and how much has it."""
    light: Floats = np.zeros((3, 3))
    for reach in FITS:
        here = even[:, part]
        light = np.linalg.lstsq(here @ here.T, here @ ratio[:, part].T, rcond=None)[0]
        part = np.logical_and.reduce(np.abs(ratio - light.T @ even) < reach)
        if part.sum() < len(light) ** 2:
            return light, 0
    return light, int(part.sum())
