"""What lies on the spaces of a board that was found: nothing, a card, a back, a pawn.

The board's own picture, adapted to the light, tells what an empty space looks like. What differs from it is a card
when a design explains it, a pawn when it is a coloured thing with the empty space around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.board_model import SMALL_BLUR, SMALL_SLOT, FoundBoard, Slot, beside_spaces
from scanner.colours import name_colour
from scanner.geometry import Floats, Matrix, quad_area, quad_sides, unit_map
from scanner.index import CardIndex
from scanner.light import light_on, unlike
from scanner.picture import Picture

THING = (0.02, 0.4)  # parts of a space that a pawn takes
SHADOW = (0.35, 0.97, 0.14)  # darkest, lightest, and by how much the colours may differ
CLIPPED = 247  # grey levels; as bright as it gets
COARSE = 7  # pixels; what is thinner is no pawn
AROUND = 0.15  # part of a space's width that is looked at around it


@dataclass(frozen=True, slots=True)
class SlotView:
    """A space with a rim around, in the light of the board's own picture."""

    slot: Slot
    card_map: Matrix  # unit square of the space to the picture
    plain: Floats  # rows, columns, 3
    change: NDArray[np.bool_]  # pixels that differ from the empty board
    shadow: NDArray[np.bool_]  # those that are only darker, all colours alike
    clipped: NDArray[np.bool_]  # those that are as bright as it gets


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a space: its colour, how pure that is, the part of the space it takes, and what else is changed."""

    colour: str
    purity: float
    part: float
    rest: float
    is_glare: bool

    @property
    def is_pale(self) -> bool:
        """Whether it may as well be a reflection, or the white of a card."""
        return self.colour in ("white", "grey")

    @property
    def is_colourful(self) -> bool:
        """Whether it can hardly be anything but a pawn."""
        return self.purity > 0.6 and self.colour not in ("white", "grey", "black") and not self.is_glare


def view_slots(picture: Picture, board: FoundBoard, index: CardIndex) -> list[SlotView]:
    """Each space of a board beside its empty picture."""
    model = board.model
    empty = model.small
    size = (empty.shape[1], empty.shape[0])
    scale = SMALL_SLOT / model.slot_width
    seen: Floats = picture.colour.warp(board.to_picture @ np.diag([1 / scale, 1 / scale, 1.0]), size)
    seen = cv2.GaussianBlur(seen, (0, 0), SMALL_BLUR).astype(np.float32)
    light = light_on(seen, empty, beside_spaces(model.slots, scale, size) > 0, mixes=True)
    change = unlike(seen, empty, light)
    plain = light.off(seen)
    marks = np.stack([change, change & _shadow(plain, empty), seen.min(axis=2) > CLIPPED], axis=2).astype(np.uint8)
    views = []
    for slot in model.slots:
        width, height = index.size(SMALL_SLOT)
        rim = round(AROUND * SMALL_SLOT)
        to_slot = np.diag([1 / width, 1 / height, 1.0]) @ np.array([[1, 0, -rim], [0, 1, -rim], [0, 0, 1.0]])
        on_board = np.diag([scale, scale, 1.0]) @ unit_map(slot.quad) @ to_slot
        out = (width + 2 * rim, height + 2 * rim)
        card_map = board.to_picture @ unit_map(slot.quad)
        marked = _cut(marks, on_board, out) > 0
        views.append(SlotView(slot, card_map, _cut(plain, on_board, out), *np.moveaxis(marked, 2, 0)))
    return views


def _shadow(plain: Floats, empty: Floats) -> NDArray[np.bool_]:
    """Pixels that are the empty board in less light; a dark thing is darker than any shadow of a pawn."""
    ratio = (plain + 8) / (empty + 8)
    low, high = ratio.min(axis=2), ratio.max(axis=2)
    result: NDArray[np.bool_] = (low > SHADOW[0]) & (high < SHADOW[1]) & (high - low < SHADOW[2])
    return result


def _cut(values: Floats, matrix: Matrix, size: tuple[int, int]) -> Floats:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    result: Floats = cv2.warpPerspective(values, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return result


def inner_change(view: SlotView) -> float:
    """How much of the space itself differs from the empty board."""
    rim = round(AROUND * SMALL_SLOT) + 3
    return float(view.change[rim:-rim, rim:-rim].mean())


def card_outline(view: SlotView) -> Matrix | None:
    """The unit square to the picture for what covers the space, when it has about the size of a card."""
    rim = round(AROUND * SMALL_SLOT)
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


def standing_thing(view: SlotView, with_shadow: bool = True, coarse: bool = False) -> Thing | None:
    """The largest compact thing that stands on the space, and how much else is changed, shadows included or not.

    Seen coarsely, it need not stand apart from thin things around it.
    """
    rim = round(AROUND * SMALL_SLOT)
    changed = (view.change if with_shadow else view.change & ~view.shadow).astype(np.uint8)
    side = COARSE if coarse else 3
    solid = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    solid = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    inside = solid[rim:-rim, rim:-rim]
    count, labels, stats, centres = cv2.connectedComponentsWithStats(solid, connectivity=8)
    best: Thing | None = None
    for label in range(1, count):
        width, height, area = (int(value) for value in stats[label][2:])
        part = area / inside.size
        centre = (centres[label] - rim) / inside.shape[::-1]
        if not THING[0] < part < THING[1] or np.any(centre < 0.05) or np.any(centre > 0.95):
            continue
        if area < 0.5 * width * height or max(width, height) > 3 * min(width, height):
            continue
        mask = labels == label
        # Its shadow has the colour of the board; but a dark thing may look like nothing but shadow.
        lit = mask & ~view.shadow
        colour, purity = name_colour(view.plain[lit if 2 * lit.sum() > mask.sum() else mask])
        clipped = float(view.clipped[mask].mean())
        left = float((solid[rim:-rim, rim:-rim] > 0).mean()) - part
        thing = Thing(colour, purity, part, left, clipped > 0.25)
        if best is None or thing.part > best.part:
            best = thing
    return best
