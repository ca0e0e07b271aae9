"""Outlines of cards from straight edges: two that meet tell a whole card, most surely when its size is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import TypeVar

import cv2
import numpy as np

from scanner.geometry import Floats, Pixels, transform
from scanner.parallel import both
from scanner.picture import Picture
from scanner.table_plane import TablePlane

SIDE = 900  # longest side at which outlines are checked
SMALL_SIDE = 600  # the same for straight edges when they need not be exact: noise breaks fewer of them
MAX_LINES = 400
MAX_CORNERS = 1200
SHORTEST = 0.18  # card widths of the shortest edge that is used
TILTED = 1.5  # how much a card may be foreshortened
SQUARE = 0.16  # radians that a corner on the table may be from a right one
CORNER_GAP = 0.3  # card widths between a corner and where its edges are seen to end: corners are rounded
FAINT = 8.0  # strength of an edge (eight times its grey levels a pixel) that counts half even where nothing else is
SAMPLES = 18  # points on a side
WIDE = 2  # pixels that an edge may be off
SNAP = 0.07  # card widths that a side may be off before it is moved to the edge
STEPS = 13  # places of each end of a side that are tried
COVERED, SEEN = 0.3, 0.6  # parts of a side that are seen as an edge: hardly, clearly

Other = TypeVar("Other")


@dataclass(frozen=True, slots=True)
class Edges:
    """The reduced picture's gradients, strongest colour at each place, about one where there is a clear edge."""

    scale: float
    slopes: Floats  # across and down, (rows, columns, 2)
    lines: Floats  # straight edges (n, 2, 2), in pixels of the picture itself


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Pairs of lines that meet: where, the directions away from there, lengths, and the ways to their other ends."""

    corners: Floats
    arms: tuple[Floats, Floats]
    lengths: tuple[Floats, Floats]
    ends: tuple[Floats, Floats]


def edges_of(pixels_bgr: Pixels) -> Edges:
    """Gradients and straight edges of the reduced picture."""
    scale, small = _reduced(pixels_bgr, SIDE)
    return Edges(scale, cv2.merge(clear_gradients(_soft(small))), _straight_edges(small, SIDE) / scale)


def quick_edges(picture: Picture, also: Callable[[], Other]) -> tuple[Edges, Other]:
    """About the same in a fraction of the time, and something else that is found beside it.

    Straight edges are sought in a smaller picture. Gradients are too much to be sent to another process.
    """
    small, scale = _quickly_reduced(picture)
    lines, other = both(lambda: _straight_edges(small, SMALL_SIDE) / scale, also)
    return Edges(scale, cv2.merge(clear_gradients(_soft(small))), lines), other


def clear_gradients(soft: Pixels) -> tuple[Floats, Floats]:
    """Gradients across and down, of the strongest colour at each place, about one where there is a clear edge."""
    first, *others = cv2.split(soft)
    right, below = cv2.Sobel(first, cv2.CV_32F, 1, 0), cv2.Sobel(first, cv2.CV_32F, 0, 1)
    strength: Floats = cv2.magnitude(right, below)
    for colour in others:
        across, down = cv2.Sobel(colour, cv2.CV_32F, 1, 0), cv2.Sobel(colour, cv2.CV_32F, 0, 1)
        own = cv2.magnitude(across, down)
        stronger = cv2.compare(own, strength, cv2.CMP_GE)
        cv2.copyTo(across, stronger, right)
        cv2.copyTo(down, stronger, below)
        cv2.copyTo(own, stronger, strength)
    # Weak edges count nearly as much as strong ones: what matters is that they are straight and long.
    share = 1 / (strength + (1.5 * float(np.median(strength[::4, ::4])) + FAINT))
    return cv2.multiply(right, share), cv2.multiply(below, share)


def _straight_edges(pixels_bgr: Pixels, side: int) -> Floats:
    """Straight edges (n, 2, 2), in pixels of the picture."""
    finder = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, 1.0)
    scale, small = _reduced(cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2GRAY), side)
    found = finder.detect(_soft(small))[0]
    return np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2).astype(np.float64) / scale


def _reduced(pixels: Pixels, side: int) -> tuple[float, Pixels]:
    """The picture at the size at which edges are sought, and how much smaller that is."""
    scale = min(1.0, side / max(pixels.shape[:2]))
    if scale == 1:
        return scale, pixels
    return scale, cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _quickly_reduced(picture: Picture) -> tuple[Pixels, float]:
    """About the same, from the smallest of its halves that is large enough; it is softened anyway."""
    scale = min(1.0, SIDE / max(picture.size))
    halves = picture.colour.levels
    small = halves[min(int(log2(1 / scale)), len(halves) - 1)]
    size = round(picture.size[0] * scale), round(picture.size[1] * scale)
    return cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), scale


def _soft(pixels: Pixels) -> Pixels:
    return cv2.GaussianBlur(pixels, (0, 0), 1.0).astype(np.uint8, copy=False)


def line_quads(edges: Edges, aspect: float, narrowest: float, widest: float) -> Floats:
    """Cards (n, 4, 2) of unknown size: two edges that meet and look like a short and a long side, seen in full."""
    lines = edges.lines
    length = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    usual = np.flatnonzero((length > narrowest * 0.8) & (length < widest * aspect * 1.2))
    lines = lines[usual[np.argsort(-length[usual])[:MAX_LINES]]]
    if len(lines) < 2:
        return np.zeros((0, 4, 2))
    meeting = _meeting(lines, 0.5, 0.12)
    one, two = meeting.arms[0] * meeting.ends[0][:, None], meeting.arms[1] * meeting.ends[1][:, None]
    ratio = meeting.ends[1] / np.maximum(meeting.ends[0], 1e-6)
    quads = []
    for across, down, shape in ((one, two, ratio), (two, one, 1 / ratio)):
        fits = (shape > aspect / TILTED) & (shape < aspect * TILTED)
        corner, across, down = meeting.corners[fits], across[fits], down[fits]
        quad = np.stack([corner, corner + across, corner + across + down, corner + down], axis=1)
        quads.append(_clockwise(quad))
    every: Floats = np.concatenate(quads)
    if not len(every):
        return np.zeros((0, 4, 2))
    support = edge_support(edges, every)
    good = np.flatnonzero(support.min(axis=1) > 0.2)
    return every[good[np.argsort(-support[good].sum(axis=1))]]


def corner_quads(edges: Edges, plane: TablePlane) -> Floats:
    """Cards (n, 4, 2) of the known size at every corner of two edges, the longest edges first."""
    lines = transform(plane.to_table, edges.lines)
    length = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    usual = np.flatnonzero((length > SHORTEST) & (length < 1.15 * plane.aspect))
    lines = lines[usual[np.argsort(-length[usual])[:MAX_LINES]]]
    if len(lines) < 2:
        return np.zeros((0, 4, 2))
    meeting = _meeting(lines, SQUARE, CORNER_GAP)
    quads, ranks = [], []
    for first, second in ((0, 1), (1, 0)):
        narrow, narrow_length = meeting.arms[first], meeting.lengths[first]
        wide, wide_length = meeting.arms[second], meeting.lengths[second]
        # The longer edge tells the direction of both.
        sign = np.sign(narrow[:, 0] * wide[:, 1] - narrow[:, 1] * wide[:, 0])[:, None]
        turned_wide = np.stack([-narrow[:, 1], narrow[:, 0]], axis=1) * sign
        turned_narrow = np.stack([wide[:, 1], -wide[:, 0]], axis=1) * sign
        by_narrow = (narrow_length > wide_length)[:, None]
        across = np.where(by_narrow, narrow, turned_narrow)
        down = np.where(by_narrow, turned_wide, wide) * plane.aspect
        corner = meeting.corners
        quad = _clockwise(np.stack([corner, corner + across, corner + across + down, corner + down], axis=1))
        fits = (narrow_length < 1.15) & (wide_length < 1.1 * plane.aspect)
        quads.append(quad[fits])
        ranks.append((narrow_length + wide_length / plane.aspect)[fits])
    every, rank = np.concatenate(quads), np.concatenate(ranks)
    return transform(plane.to_picture, every[np.argsort(-rank)[:MAX_CORNERS]])


def _meeting(lines: Floats, square: float, gap: float) -> _Meeting:
    """All pairs of lines that meet near an end of each; `gap` is in units when `square` is strict, else in lengths."""
    starts, ends = lines[:, 0], lines[:, 1]
    along = ends - starts
    length = np.linalg.norm(along, axis=1)
    along = along / length[:, None]
    reach = np.full(len(lines), gap) if square < 0.3 else gap * length
    one, two = np.triu_indices(len(lines), 1)
    sine = along[one, 0] * along[two, 1] - along[one, 1] * along[two, 0]
    crossing = np.abs(sine) > np.cos(square)
    one, two, sine = one[crossing], two[crossing], sine[crossing]
    apart = starts[two] - starts[one]
    # Where the two lines meet, in lengths from the start of each.
    places = (
        (apart[:, 0] * along[two, 1] - apart[:, 1] * along[two, 0]) / sine,
        (apart[:, 0] * along[one, 1] - apart[:, 1] * along[one, 0]) / sine,
    )
    near = np.ones(len(one), dtype=bool)
    arms, far = [], []
    for line, place in zip((one, two), places, strict=True):
        at_start = np.abs(place) < np.abs(place - length[line])
        near &= np.where(at_start, np.abs(place), np.abs(place - length[line])) < reach[line]
        arms.append(np.where(at_start[:, None], along[line], -along[line]))
        far.append(np.where(at_start, length[line] - place, place))
    corners = starts[one] + along[one] * places[0][:, None]
    return _Meeting(
        corners[near],
        (arms[0][near], arms[1][near]),
        (length[one[near]], length[two[near]]),
        (far[0][near], far[1][near]),
    )


def _clockwise(quads: Floats) -> Floats:
    """The same quads, each clockwise as seen in the picture, beginning with a short side."""
    one, two = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    right = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] > 0
    return np.where(right[:, None, None], quads, quads[:, [1, 0, 3, 2]])


def edge_support(edges: Edges, quads: Floats) -> Floats:
    """How much of each side (n, 4) of these quads lies on an edge that runs along it, from 0 to 1."""
    scaled = np.asarray(quads) * edges.scale
    starts, ends = scaled, np.roll(scaled, -1, axis=1)
    part = ((np.arange(SAMPLES) + 0.5) / SAMPLES * 0.8 + 0.1)[:, None]  # corners are round
    normal = _normals(starts, ends)[:, :, None]
    offs = (np.arange(-WIDE, WIDE + 1)[:, None] * normal)[:, :, :, None]  # quads, sides, offs
    points = starts[:, :, None, None] + part * (ends - starts)[:, :, None, None] + offs
    seen = _across(edges, points, normal[:, :, :, None]).mean(axis=3)
    best: Floats = np.abs(seen).max(axis=2)
    return best


def snapped(edges: Edges, quads: Floats, is_sized: bool = False) -> Floats:
    """Quads (n, 4, 2) with each side moved to the clearest straight edge close by; `is_sized`: as large as cards."""
    scaled = np.asarray(quads) * edges.scale
    starts, ends = scaled, np.roll(scaled, -1, axis=1)
    normal = _normals(starts, ends)
    width = np.linalg.norm(scaled[:, 1] - scaled[:, 0], axis=1)
    offs = np.linspace(-SNAP, SNAP, STEPS)[None, None, :, None] * width[:, None, None, None]
    part = (np.arange(SAMPLES) + 0.5) / SAMPLES * 0.8 + 0.1
    points = starts[:, :, None, None] + part[None, None, :, None, None] * (ends - starts)[:, :, None, None]
    points = points + (offs * normal[:, :, None])[:, :, None]
    seen = _across(edges, points, normal[:, :, None, None])  # (n, side, sample, place)
    # A line from place a at the start to place b at the end.
    at_start, at_end = (grid.ravel() for grid in np.meshgrid(np.arange(STEPS), np.arange(STEPS), indexing="ij"))
    close = np.abs(at_start - at_end) <= STEPS // 3
    at_start, at_end = at_start[close], at_end[close]
    where = np.round(at_start[:, None] * (1 - part) + at_end[:, None] * part).astype(int)  # (line, sample)
    sums = np.zeros((*seen.shape[:2], len(where)), np.float32)
    for sample in range(SAMPLES):
        sums += seen[:, :, sample][:, :, where[:, sample]]
    sums = np.abs(sums)
    # The sides as they are, when nothing is clearly better.
    sums -= 0.02 * SAMPLES * (np.abs(at_start - STEPS // 2) + np.abs(at_end - STEPS // 2)) / STEPS
    best = sums.argmax(axis=2)
    if is_sized:
        # A side that something covers goes along with the one opposite, which tells where it is: cards have one size.
        clear = np.take_along_axis(sums, best[..., None], axis=2)[..., 0] / SAMPLES
        follows = (clear < COVERED) & (np.roll(clear, 2, axis=1) > SEEN)
        # Its line is the other one's, the other way round: both normals point outwards.
        number = {pair: place for place, pair in enumerate(zip(at_start.tolist(), at_end.tolist(), strict=True))}
        opposite = np.array([number[STEPS - 1 - end, STEPS - 1 - start] for start, end in number])
        best = np.where(follows, opposite[np.roll(best, 2, axis=1)], best)
    moved = offs[..., 0][:, 0][:, None, :].repeat(4, axis=1)
    rows, sides = np.ogrid[: len(scaled), :4]
    begin = starts + moved[rows, sides, at_start[best]][..., None] * normal
    finish = ends + moved[rows, sides, at_end[best]][..., None] * normal
    return _crossings(begin, finish, scaled) / edges.scale


def _crossings(begin: Floats, finish: Floats, otherwise: Floats) -> Floats:
    """Corners where each side meets the one before it."""
    before, after = np.roll(begin, 1, axis=1), np.roll(finish, 1, axis=1)
    one, two = after - before, finish - begin
    cross = one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0]
    apart = begin - before
    along = (apart[..., 0] * two[..., 1] - apart[..., 1] * two[..., 0]) / np.where(np.abs(cross) < 1e-6, 1e-6, cross)
    corners: Floats = before + along[..., None] * one
    far = np.linalg.norm(corners - otherwise, axis=2).max(axis=1) > 0.25 * np.linalg.norm(
        otherwise[:, 1] - otherwise[:, 0], axis=1
    )
    corners[far] = otherwise[far]
    return corners


def _normals(starts: Floats, ends: Floats) -> Floats:
    along = ends - starts
    along = along / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-6)
    return np.stack([-along[..., 1], along[..., 0]], axis=-1)


def _across(edges: Edges, points: Floats, normal: Floats) -> Floats:
    """The gradient across the sides at these points."""
    where = (points - 0.5).astype(np.float32).reshape(len(points), -1, 2)
    nothing = np.empty(0, np.float32)  # both coordinates are in one map
    slopes: Floats = cv2.remap(edges.slopes, where, nothing, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    slopes = slopes.reshape(points.shape)
    across, down = normal[..., 0].astype(np.float32), normal[..., 1].astype(np.float32)
    result: Floats = slopes[..., 0] * across + slopes[..., 1] * down
    return result
