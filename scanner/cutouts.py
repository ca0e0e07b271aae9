"""Cards of a deck that nobody has described yet: cut out of a photograph, and told whether one is there already.

Cards have one shape and one size, and their outer edge stands out from the table. Closed outlines and pairs of straight
edges propose quads; the size that explains most of the picture wins, which also tells a card from the frame printed on
it; and every quad is moved to the clearest edges close by.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from scanner.geometry import Floats, Matrix, Pixels, is_convex, overlap, quad_sides, transform, unit_map
from scanner.outlines import Edges, corner_quads, edge_support, edges_of, line_quads, snapped
from scanner.preview import cut_out
from scanner.reading import Quad, as_quad
from scanner.table_plane import plane_of

NARROWEST, WIDEST = 0.04, 0.45  # widths of cards against the longest side of the photograph
CUT_WIDTH: Final = (220, 440)  # pixels of a cut-out
TILTED: Final = 1.25  # how much a card may be foreshortened
CLEAR_SIDE, CLEAR = 0.3, 2.0  # of a side seen as an edge, and of all four together
SAME_SIZE: Final = 0.16
APART: Final = 0.2  # part of a card that may lie on another one
MOST: Final = 40
MARGINS: Final = tuple(np.round(np.arange(-0.02, 0.125, 0.01), 3).tolist())  # between a printed frame and the edge
OUTER: Final = 0.75  # of the clearest outline that the outermost one must reach
TOUCHING: Final = 0.015  # part of a card that reaches into the next one from which outlines are too large
FINE: Final = 0.02

_GRID = (80, 124)  # pixels of a card when two are compared
_BLOCK, _RIM = 9, 6
_HOPELESS = 0.5  # correlation of two cards that have nothing in common
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)
_BORDER = cv2.BORDER_REPLICATE
CLOSELY: Final = 6  # cut-outs that are compared closely
SAME, ALIKE = 0.4, 0.2  # of the least alike place of two cards, from which they are the same or may be


@dataclass(frozen=True, slots=True)
class CutOut:
    """A card cut from a photograph, and where it lay."""

    quad: Quad
    pixels_bgr: Pixels


def cut_cards(pixels_bgr: Pixels, aspect: float = 68 / 44) -> list[CutOut]:
    """Every card that lies apart from others, from top left to bottom right, each one's upper side up."""
    upright = [_upside(quad) for quad in card_quads(pixels_bgr, aspect)]
    rows = max((quad_sides(quad)[1] for quad in upright), default=1.0)
    upright.sort(key=lambda quad: (round(float(quad[:, 1].mean()) / rows), float(quad[:, 0].mean())))
    return [_cut(pixels_bgr, quad, aspect) for quad in upright[:MOST]]


def card_quads(pixels_bgr: Pixels, aspect: float) -> list[Matrix]:
    """Outlines of all things that have the shape of a card and one size."""
    edges = edges_of(pixels_bgr)
    size = (int(pixels_bgr.shape[1]), int(pixels_bgr.shape[0]))
    found = _of_one_size(edges, _candidates(pixels_bgr, edges, aspect))
    if found:
        plane = plane_of(found, size, aspect)
        more = corner_quads(edges, plane)
        every = np.stack([*found, *more])
        every = np.concatenate([every, snapped(edges, every)])
        found = [quad for quad in _clearest(edges, every) if plane.size_error(quad) < SAME_SIZE]
        found = _outermost(edges, found, aspect)
    return found


def _cut(pixels_bgr: Pixels, quad: Matrix, aspect: float) -> CutOut:
    width = int(np.clip(quad_sides(quad)[0], *CUT_WIDTH))
    place = as_quad(quad)
    return CutOut(place, cut_out(pixels_bgr, place, (width, round(width * aspect))))


def _candidates(pixels_bgr: Pixels, edges: Edges, aspect: float) -> list[Matrix]:
    longest = max(pixels_bgr.shape[:2])
    narrowest, widest = NARROWEST * longest, WIDEST * longest
    quads = [*_closed(pixels_bgr, aspect, narrowest, widest), *line_quads(edges, aspect, narrowest, widest)[:400]]
    if not quads:
        return []
    every = np.stack(quads)
    return [quad for quad in np.concatenate([every, snapped(edges, every)]) if is_convex(quad)]


def _closed(pixels_bgr: Pixels, aspect: float, narrowest: float, widest: float) -> list[Matrix]:
    """Boxes around closed outlines of about the shape of a card, at several strengths of edges."""
    scale = min(1.0, 900 / max(pixels_bgr.shape[:2]))
    small = cv2.GaussianBlur(cv2.resize(pixels_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (5, 5), 0)
    quads: list[Matrix] = []
    for low in (20, 50, 100):
        lines = np.max([cv2.Canny(channel, low, 2.5 * low) for channel in cv2.split(small)], axis=0)
        lines = cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        shapes, _ = cv2.findContours(lines, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for shape in shapes:
            box = cv2.boxPoints(cv2.minAreaRect(shape)) / scale
            across, down = sorted(quad_sides(box))
            fits = narrowest < across < widest and aspect / TILTED < down / max(across, 1e-6) < aspect * TILTED
            if fits and cv2.contourArea(cv2.convexHull(shape)) > 0.85 * across * down * scale**2:
                quads.append(_short_side_first(box.astype(np.float64)))
    return quads


def _of_one_size(edges: Edges, quads: Sequence[Matrix]) -> list[Matrix]:
    """The quads of the one size that covers most of the photograph with clear outlines."""
    if not quads:
        return []
    every = np.stack(quads)
    support = edge_support(edges, every)
    every = every[(support.min(axis=1) > CLEAR_SIDE) & (support.sum(axis=1) > CLEAR)]
    widths = np.array([quad_sides(quad)[0] for quad in every])
    best: list[Matrix] = []
    best_area = 0.0
    for width in sorted(set(np.round(np.log(np.maximum(widths, 1)) / np.log(1.07)).tolist())):
        about = 1.07**width
        group = _clearest(edges, every[np.abs(np.log(np.maximum(widths, 1) / about)) < 0.12])
        area = sum(float(np.prod(quad_sides(quad))) for quad in group)
        if area > best_area:
            best, best_area = group, area
    return best


def _clearest(edges: Edges, quads: Floats) -> list[Matrix]:
    """The quads with the clearest outlines, none on another one."""
    if not len(quads):
        return []
    sides = edge_support(edges, quads)
    value = sides.sum(axis=1)
    kept: list[Matrix] = []
    for number in np.argsort(-value)[: 20 * MOST]:
        if value[number] < CLEAR or sides[number].min() < 0.6 * CLEAR_SIDE or not is_convex(quads[number]):
            continue
        if all(overlap(quads[number], other) < APART for other in kept):
            kept.append(quads[number])
    return kept


def _outermost(edges: Edges, quads: Sequence[Matrix], aspect: float) -> list[Matrix]:
    """The quads moved out from a printed frame to the edge of the card: all cards have the same margin."""
    if not quads:
        return []
    values: list[float] = []
    for margin in MARGINS:
        grown = [_grown(quad, (margin,) * 4, aspect) for quad in quads]
        if values and _on_each_other(grown):
            break  # these are the edges of the neighbours
        values.append(float(np.median(edge_support(edges, np.stack(grown)).sum(axis=1))))
    clear = [margin for margin, value in zip(MARGINS, values, strict=False) if value >= OUTER * max(values)]
    return [_fitted(edges, _grown(quad, (clear[-1],) * 4, aspect), aspect) for quad in quads]


def _on_each_other(quads: Sequence[Matrix]) -> bool:
    """Whether most of the quads reach into another one."""
    reach = [max((overlap(one, two) for two in quads if two is not one), default=0.0) for one in quads]
    return float(np.median(reach)) > TOUCHING


def _fitted(edges: Edges, quad: Matrix, aspect: float) -> Matrix:
    """The quad with each side moved a little to where the edge is clearest."""
    tries = np.linspace(-FINE, FINE, 9)
    moves = [0.0, 0.0, 0.0, 0.0]
    for side in range(4):
        moved = np.stack([_grown(quad, tuple(move if k == side else 0.0 for k in range(4)), aspect) for move in tries])
        value = edge_support(edges, moved)[:, side] - 0.5 * np.abs(tries)
        moves[side] = float(tries[int(value.argmax())])
    return _grown(quad, tuple(moves), aspect)


def _grown(quad: Matrix, margins: Sequence[float], aspect: float) -> Matrix:
    """The quad with its upper, right, lower and left side moved outwards by parts of its width."""
    top, right, bottom, left = margins[0] / aspect, margins[1], margins[2] / aspect, margins[3]
    corners = np.array([[-left, -top], [1 + right, -top], [1 + right, 1 + bottom], [-left, 1 + bottom]])
    return transform(unit_map(quad), corners)


def _short_side_first(quad: Matrix) -> Matrix:
    across, down = quad_sides(quad)
    return quad if across <= down else np.roll(quad, -1, axis=0)


def _upside(quad: Matrix) -> Matrix:
    """The same quad beginning with the short side that is further up."""
    return quad if quad[:2, 1].sum() <= quad[2:, 1].sum() else np.roll(quad, 2, axis=0)


def likeness(one: Pixels, two: Pixels) -> float:
    """How alike two cut-outs are at the place where they are least alike: 1 is the same, either way up."""
    same = find_same(one, [("", two)], 0.0)
    return same[1] if same else 0.0


def find_same(picture: Pixels, known: Iterable[tuple[str, Pixels]], least: float = ALIKE) -> tuple[str, float] | None:
    """The known cut-out most like this one, when it may be the same card; at SAME it surely is.

    Laying one over the other takes its time, so only those are compared closely that look alike at first sight.
    """
    seen = _comparable(picture)
    ways = [(name, way) for name, other in known for way in _both_ways(_comparable(other))]
    first = sorted(((_at_first_sight(seen, way), number) for number, (_, way) in enumerate(ways)), reverse=True)
    close = [number for alike, number in first[:CLOSELY] if alike >= _HOPELESS]
    best = max(((_least(seen, ways[number][1]), ways[number][0]) for number in close), default=(-1.0, ""))
    return (best[1], best[0]) if best[0] >= least else None


def _both_ways(picture: Floats) -> tuple[Floats, Floats]:
    return picture, np.ascontiguousarray(picture[::-1, ::-1])


def _at_first_sight(one: Floats, two: Floats) -> float:
    """How alike two pictures are without laying them over each other."""
    inner = (slice(_RIM, -_RIM), slice(_RIM, -_RIM))
    grey: Floats = cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)
    other: Floats = cv2.cvtColor(two, cv2.COLOR_BGR2GRAY)
    return float(np.corrcoef(grey[inner].ravel(), other[inner].ravel())[0, 1])


def _comparable(pixels: Pixels) -> Floats:
    small = cv2.resize(pixels, _GRID, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32)


def _least(one: Floats, two: Floats) -> float:
    """One minus the largest difference of any place, against the contrast of the card."""
    inner = (slice(_RIM, -_RIM), slice(_RIM, -_RIM))
    grey: Floats = cv2.cvtColor(one, cv2.COLOR_BGR2GRAY)
    other: Floats = cv2.cvtColor(two, cv2.COLOR_BGR2GRAY)
    shift = np.eye(2, 3, dtype=np.float32)
    try:
        _, shift = cv2.findTransformECC(grey, other, shift, cv2.MOTION_AFFINE, _STOP)  # type: ignore[assignment]
    except cv2.error:  # nothing to hold on to
        return 0.0
    moved = cv2.warpAffine(two, shift, _GRID, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=_BORDER)
    worst = 0.0
    for colour in range(3):
        seen, told = one[..., colour][inner], moved[..., colour][inner]
        gain = float(seen.std()) / max(float(told.std()), 1e-3)
        off = np.abs(seen - float(seen.mean()) - gain * (told - float(told.mean())))
        worst = max(worst, float(cv2.blur(off, (_BLOCK, _BLOCK)).max()) / max(float(seen.std()), 8.0))
    return 1.0 - worst
