"""Cards that lie beside the boards: outlines first, then only what a design explains well."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

from scanner.geometry import UNIT_QUAD, Matrix, Pixels, is_convex, quad_area, quad_sides, transform, unit_map
from scanner.naming import LOOSE, Named, Namer, Start
from scanner.picture import Picture

SIDE = 900  # longest side at which outlines are sought
MIN_CARD = 36.0  # pixels of the reduced picture
LOOSE_FIT = 0.6
ROUGH_FIT = 0.55  # correlation of a rough look below which an outline is no card of this deck
MAX_OUTLINES = 40  # the likeliest ones; more would only cost time
WORKERS = 2


def find_loose(namer: Namer, picture: Picture, taken: Sequence[Matrix], card_width: float | None) -> list[Named]:
    """Every card outside the given quads that a design of the deck explains; `card_width` when boards tell it."""
    pixels = picture.colour.levels[0]
    scale = min(1.0, SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    likely: list[tuple[Matrix, list[Start]]] = []
    for quad in _outlines(small, namer.index.aspect):
        corners = quad / scale
        if any(_inside(corners, other) for other in taken):
            continue
        if card_width is not None and not 0.6 < quad_sides(corners)[0] / card_width < 1.6:
            continue
        card_map = unit_map(corners)
        starts = namer.rough_look(picture, card_map, LOOSE)
        if starts[0].score >= ROUGH_FIT:
            likely.append((card_map, starts))
    likely.sort(key=lambda one: -one[1][0].score)
    # NumPy and OpenCV let go of Python's lock, so two cards can be named at once.
    with ThreadPoolExecutor(WORKERS) as workers:
        named = list(workers.map(lambda one: namer.name_from(picture, *one), likely[:MAX_OUTLINES]))
    kept: list[Named] = []
    for one in sorted(named, key=lambda one: -one.fit):
        here = transform(one.card_map, UNIT_QUAD)
        if one.fit >= LOOSE_FIT and all(_shared(here, transform(o.card_map, UNIT_QUAD)) < 0.4 for o in kept):
            kept.append(one)
    return kept


def _outlines(small: Pixels, aspect: float) -> list[Matrix]:
    """Quads of about the shape of a card, long side down, each once."""
    found: list[Matrix] = []
    for mask in _edges(small):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if cv2.contourArea(contour) < MIN_CARD * MIN_CARD * aspect:
                continue
            hull = cv2.convexHull(contour)
            quad = _quad_of(hull)
            if quad is None or not _is_card_like(quad, aspect):
                continue
            if all(_shared(quad, other) < 0.8 for other in found):
                found.append(_upright(quad))
    return found


def _edges(small: Pixels) -> list[Pixels]:
    """Closed edge pictures at several strengths, and light and dark areas."""
    soft = cv2.bilateralFilter(small, 5, 30, 5)
    masks: list[Pixels] = []
    for low, high in ((20, 60), (50, 120)):
        edges: Pixels = np.zeros(small.shape[:2], np.uint8)
        for colour in range(3):
            edges = np.maximum(edges, cv2.Canny(soft[..., colour], low, high))
        edges = cv2.dilate(edges, np.ones((3, 3), np.uint8))
        masks.append(edges)
        masks.append(255 - edges)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB)
    for colour in range(3):
        _, mask = cv2.threshold(lab[..., colour], 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        masks += [mask, 255 - mask]
    return masks


def _quad_of(hull: Pixels) -> Matrix | None:
    """The four corners of a convex outline, when it has about four sides."""
    length = cv2.arcLength(hull, True)
    for part in (0.02, 0.035, 0.05):
        corners: Matrix = cv2.approxPolyDP(hull, part * length, True).reshape(-1, 2).astype(np.float64)
        if len(corners) == 4:
            if quad_area(corners) < 0:
                corners = corners[::-1]
            hull_area = cv2.contourArea(hull)
            return corners if is_convex(corners) and hull_area > 0.85 * quad_area(corners) else None
    return None


def _is_card_like(quad: Matrix, aspect: float) -> bool:
    width, height = quad_sides(quad)
    if min(width, height) < MIN_CARD:
        return False
    return 0.6 * aspect < max(width, height) / min(width, height) < 1.7 * aspect


def _upright(quad: Matrix) -> Matrix:
    """Corners from one whose way to the next is a short side; naming finds which of the two ends is the top."""
    width, height = quad_sides(quad)
    return quad if width < height else np.roll(quad, -1, axis=0)


def _shared(one: Matrix, two: Matrix) -> float:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), two.astype(np.float32))
    return float(area) / max(abs(quad_area(one)), abs(quad_area(two)), 1e-6)


def _inside(quad: Matrix, board: Matrix) -> bool:
    centre = quad.mean(axis=0)
    return cv2.pointPolygonTest(board.astype(np.float32), (float(centre[0]), float(centre[1])), False) >= 0
