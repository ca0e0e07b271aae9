"""What lies on the spaces of a board that was found: nothing, a card, a back, a pawn.

The board's own picture, adapted to the light, tells what an empty space looks like. What differs from it is a card
when a design explains it, a pawn when it is a coloured thing with the empty space around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.boards import FoundBoard, Slot
from scanner.geometry import Floats, Matrix, quad_area, quad_sides, unit_map
from scanner.index import CardIndex
from scanner.picture import Picture

SLOT_WIDTH = 40  # pixels of a space when it is compared with the empty board
AROUND = 0.15  # part of a space's width that is looked at around it


@dataclass(frozen=True, slots=True)
class SlotView:
    """A space as seen and as it would be empty, both with a rim around, in light of the picture."""

    slot: Slot
    card_map: Matrix  # unit square of the space to the picture
    seen: Floats  # rows, columns, 3
    empty: Floats
    change: NDArray[np.bool_]  # pixels that differ from the empty board


def view_slots(picture: Picture, board: FoundBoard, index: CardIndex) -> list[SlotView]:
    """Each space of a board beside its empty picture."""
    model = board.model
    widths = [quad_sides(slot.quad)[0] for slot in model.slots]
    scale = SLOT_WIDTH / float(np.median(widths))
    size = (round(model.pixels_bgr.shape[1] * scale), round(model.pixels_bgr.shape[0] * scale))
    seen: Floats = picture.colour.warp(board.to_picture @ np.diag([1 / scale, 1 / scale, 1.0]), size).astype(np.float32)
    empty: Floats = cv2.resize(model.pixels_bgr, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    seen, empty = (cv2.GaussianBlur(values, (0, 0), 1.2) for values in (seen, empty))
    outside = np.full(size[::-1], 255, dtype=np.uint8)
    for slot in model.slots:
        cv2.fillConvexPoly(outside, np.round(slot.quad * scale).astype(np.int32), 0)
    empty = _in_light_of(seen, empty, outside > 0)
    views = []
    for slot in model.slots:
        width, height = index.size(SLOT_WIDTH)
        rim = round(AROUND * SLOT_WIDTH)
        to_slot = np.diag([1 / width, 1 / height, 1.0]) @ np.array([[1, 0, -rim], [0, 1, -rim], [0, 0, 1.0]])
        on_board = np.diag([scale, scale, 1.0]) @ unit_map(slot.quad) @ to_slot
        out = (width + 2 * rim, height + 2 * rim)
        here = _cut(seen, on_board, out)
        there = _cut(empty, on_board, out)
        views.append(SlotView(slot, board.to_picture @ unit_map(slot.quad), here, there, _changed(here, there)))
    return views


def _cut(values: Floats, matrix: Matrix, size: tuple[int, int]) -> Floats:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    result: Floats = cv2.warpPerspective(values, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return result


def _in_light_of(seen: Floats, empty: Floats, outside: NDArray[np.bool_]) -> Floats:
    """The empty board with the colours it has in this light, which may change smoothly over the board."""
    rows, columns = outside.shape
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    basis = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
    step = slice(None, None, 3)
    usable = outside[step, step].ravel()
    design = basis[step, step].reshape(-1, 6)[usable]
    result = np.empty_like(empty)
    for colour in range(3):
        ratio = np.log((seen[step, step, colour] + 8) / (empty[step, step, colour] + 8)).ravel()[usable]
        weight = np.ones(len(ratio), dtype=np.float32)
        fit = np.zeros(6, dtype=np.float32)
        for _ in range(4):  # what covers the board is left out step by step
            fit = np.linalg.lstsq(design * weight[:, None], ratio * weight, rcond=None)[0].astype(np.float32)
            off = np.abs(ratio - design @ fit)
            weight = (off < max(2.0 * float(np.median(off)), 0.05)).astype(np.float32)
        result[..., colour] = (empty[..., colour] + 8) * np.exp(basis @ fit) - 8
    return result


def _changed(seen: Floats, empty: Floats) -> NDArray[np.bool_]:
    """Pixels unlike the empty board, allowing for a shift of a pixel."""
    low = cv2.erode(empty, np.ones((3, 3), np.uint8))
    high = cv2.dilate(empty, np.ones((3, 3), np.uint8))
    off = np.maximum(low - seen, seen - high).max(axis=2)
    changed: NDArray[np.bool_] = off > 10 + 0.12 * empty.mean(axis=2)
    return changed


def inner_change(view: SlotView) -> float:
    """How much of the space itself differs from the empty board."""
    rim = round(AROUND * SLOT_WIDTH) + 3
    return float(view.change[rim:-rim, rim:-rim].mean())


def card_outline(view: SlotView) -> Matrix | None:
    """The unit square to the picture for what covers the space, when it has about the size of a card."""
    rim = round(AROUND * SLOT_WIDTH)
    rows, columns = view.change.shape
    width, height = columns - 2 * rim, rows - 2 * rim
    solid = cv2.morphologyEx(view.change.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    hull = cv2.convexHull(np.concatenate([c for c in contours if len(c) > 8] or [contours[0]]))
    corners: Matrix = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64) + 0.5
    order = np.argmin(corners.sum(axis=1))
    corners = np.roll(corners, -int(order), axis=0)
    if quad_area(corners) < 0:
        corners = np.roll(corners[::-1], 1, axis=0)
    wide, high = quad_sides(corners)
    if not (0.88 < wide / width < 1.12 and 0.88 < high / height < 1.12):
        return None
    on_slot = (corners - rim) / (width, height)
    return view.card_map @ unit_map(on_slot)


def pawn_colour(view: SlotView) -> tuple[str, float]:
    """The colour of what stands on the space, and how pure it is."""
    rim = round(AROUND * SLOT_WIDTH) - 2
    change = view.change[rim:-rim, rim:-rim]
    if not change.any():
        return "", 0.0
    pixels = view.seen[rim:-rim, rim:-rim][change]
    return name_colour(pixels)


def name_colour(pixels_bgr: Floats) -> tuple[str, float]:
    """A plain word for the colour of some pixels, and how many of them share it."""
    hsv = cv2.cvtColor(np.clip(pixels_bgr, 0, 255).astype(np.uint8)[None], cv2.COLOR_BGR2HSV)[0].astype(np.float32)
    hue, saturation, value = hsv[:, 0] * 2, hsv[:, 1] / 255, hsv[:, 2] / 255
    colourful = saturation > 0.35
    if colourful.mean() > 0.35:
        hues = hue[colourful]
        edges = {"red": (345, 15), "orange": (15, 40), "yellow": (40, 70), "green": (70, 170), "blue": (170, 260)}
        edges["purple"] = (260, 345)
        shares = {
            name: float(
                ((hues >= low) & (hues < high)).mean() if low < high else ((hues >= low) | (hues < high)).mean()
            )
            for name, (low, high) in edges.items()
        }
        best = max(shares, key=lambda name: shares[name])
        return best, shares[best] * float(colourful.mean())
    if float(np.median(value)) > 0.6:
        return "white", float((value > 0.5).mean())
    if float(np.median(value)) < 0.35:
        return "black", float((value < 0.4).mean())
    return "grey", 0.5
