"""An empty board cut out of a photograph, and where its spaces are: proposed, for the owner to correct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from scanner.cutouts import CutOut, card_quads
from scanner.geometry import Matrix, Pixels, is_convex, quad_area, quad_sides, transform
from scanner.outlines import edge_support, edges_of, snapped
from scanner.preview import cut_out
from scanner.reading import Quad, as_quad

BOARD_WIDTH: Final = 1400  # pixels of the cut-out
LEAST: Final = 0.15  # part of the photograph that a board fills
NEAR: Final = 0.6  # of a space's width that a found one may be from where it is expected
ENOUGH: Final = 4  # spaces found that tell the others


def cut_board(pixels_bgr: Pixels, outline: Quad | None = None) -> CutOut:
    """The board that fills most of the photograph, lying; the whole photograph when there is none.

    `outline` is where somebody says that it is.
    """
    quad = _lying(_outline(pixels_bgr) if outline is None else np.asarray(outline, dtype=np.float64))
    across, down = quad_sides(quad)
    size = (BOARD_WIDTH, max(200, round(BOARD_WIDTH * down / max(across, 1.0))))
    place = as_quad(quad)
    return CutOut(place, cut_out(pixels_bgr, place, size))


def _outline(pixels_bgr: Pixels) -> Matrix:
    height, width = pixels_bgr.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    scale = min(1.0, 700 / max(height, width))
    small = cv2.GaussianBlur(cv2.resize(pixels_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (5, 5), 0)
    edges = edges_of(pixels_bgr)
    best, best_value = whole, 0.0
    for low in (15, 30, 60, 100):
        lines = np.max([cv2.Canny(channel, low, 2.5 * low) for channel in cv2.split(small)], axis=0)
        for reach in (5, 11):
            closed = cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
            shapes, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            for shape in sorted(shapes, key=cv2.contourArea, reverse=True)[:2]:
                quad = _four_corners(shape)
                if quad is None or quad_area(quad) < LEAST * small.shape[0] * small.shape[1]:
                    continue
                quad = snapped(edges, (quad / scale)[None])[0]
                value = float(edge_support(edges, quad[None]).min())
                if is_convex(quad) and value > best_value:
                    best, best_value = quad, value
    return best


def _four_corners(shape: Matrix) -> Matrix | None:
    """The quad around a shape, when it has about four corners."""
    hull = cv2.convexHull(shape)
    for part in (0.02, 0.04, 0.06, 0.1):
        corners = cv2.approxPolyDP(hull, part * cv2.arcLength(hull, True), True).reshape(-1, 2).astype(np.float64)
        if len(corners) == 4:
            return corners if is_convex(corners) else corners[::-1]
    return None


def _lying(quad: Matrix) -> Matrix:
    """Beginning with the corner that is furthest up and left, a long side first."""
    first = int(quad.sum(axis=1).argmin())
    quad = np.roll(quad, -first, axis=0)
    across, down = quad_sides(quad)
    return quad if across >= down else np.roll(quad, -1, axis=0)


def propose_spaces(board_bgr: Pixels, usual: Mapping[str, Quad], aspect: float = 68 / 44) -> dict[str, Quad]:
    """Where the spaces of a board are, in its pixels; `usual` has them as shares of width and height."""
    height, width = board_bgr.shape[:2]
    expected = {name: np.asarray(quad) * (width, height) for name, quad in usual.items()}
    frames = [_upright(quad) for quad in card_quads(board_bgr, aspect)]
    usual_width = float(np.median([quad_sides(quad)[0] for quad in expected.values()]))
    pairs: dict[str, Matrix] = {}
    for frame in frames:
        distance, name = min(
            (float(np.linalg.norm(frame.mean(axis=0) - quad.mean(axis=0))), name) for name, quad in expected.items()
        )
        if distance < NEAR * usual_width and name not in pairs:
            pairs[name] = frame
    if len(pairs) < ENOUGH:
        return {name: as_quad(quad) for name, quad in expected.items()}
    one = np.concatenate([expected[name] for name in pairs]).astype(np.float32)
    two = np.concatenate(list(pairs.values())).astype(np.float32)
    matrix, fits = cv2.findHomography(one, two, cv2.RANSAC, 0.1 * usual_width)
    agreed = (
        [name for name, four in zip(pairs, fits.reshape(-1, 4), strict=True) if four.all()] if fits is not None else []
    )
    if matrix is None or len(agreed) < ENOUGH:
        return {name: as_quad(quad) for name, quad in expected.items()}
    found = {name: pairs[name] for name in agreed}  # another frame is something else that is printed there
    return {name: as_quad(found.get(name, transform(matrix, quad))) for name, quad in expected.items()}


def _upright(quad: Matrix) -> Matrix:
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)
