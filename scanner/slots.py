"""What lies on the spaces of a board that was found: nothing, a card, a back, a pawn.

The board's own picture, adapted to the light, tells what an empty space looks like. What differs from it is a card
when a design explains it, a pawn when it is a coloured thing with the empty space around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.board_laid import seen_on
from scanner.board_model import SMALL_SLOT, BoardModel, FoundBoard, Slot
from scanner.geometry import Floats, Matrix, Pixels, brightness, quad_area, quad_sides, smallest, unit_map
from scanner.index import CardIndex
from scanner.light import differs, light_on, unlike
from scanner.picture import Picture
from scanner.things import (
    Mask,
    Thing,
    compact_parts,
    describe_thing,
    hollow_parts,
    in_shadow,
    other_print,
    reaches_in,
    shows_through,
    without_thin,
)

THING = (0.02, 0.55)  # parts of a space that a pawn takes
CLIPPED = 247  # grey levels; as bright as it gets
CLIPPED_PART = 0.25  # of a reflection
MIDDLE = 0.45  # parts of a space from its middle, where the middle of a thing must be that stands on it
COARSE = 7  # pixels; what is thinner is no pawn
ENOUGH, PRINTED = 0.25, 3.0  # part of a space, and grey levels by which its print must differ, to be known again
LEAST_APART = 12.0  # grey levels by which a card differs from the empty space where that can be seen in any light
STANDS_OUT = 8.0  # the same as a whole, against the light around it
LIKE_PAPER = 50.0  # grey levels between papers that may look alike: boards of few strong colours tell the light badly
OTHER_PRINT = 4.0  # grey levels: without a card 1 to 4, seldom more; one thin sign on white makes 4 to 8
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
class OnSpace:
    """A thing on a space: the part of the space it takes, and what else of it is changed."""

    thing: Thing
    part: float
    rest: float
    is_glare: bool
    beside: float | None  # how much of the empty space's print is seen beside it and its shadow, see `print_seen`

    @property
    def is_pawn(self) -> bool:
        """Whether it is no reflection and no hand."""
        return self.thing.is_solid and not self.is_glare and not self.is_hand

    @property
    def is_hand(self) -> bool:
        """Whether most of it lies beyond the space, or all but a corner of it, as of a token beside the spaces."""
        mask = self.thing.mask
        at_corner = (mask[0].any() or mask[-1].any()) and (mask[:, 0].any() or mask[:, -1].any())
        return bool(at_corner) or reaches_in(mask)


def view_slots(picture: Picture, board: FoundBoard, index: CardIndex) -> list[SlotView]:
    """Each space of a board beside its empty picture."""
    model = board.model
    empty = model.small
    seen, light = seen_on(picture, board)
    change = unlike(seen, empty, light)
    plain = light.off(seen)
    marks = np.stack([change, change & in_shadow(plain, empty), smallest(seen) > CLIPPED], axis=2).astype(np.uint8)
    views = []
    for slot in model.slots:
        card_map = board.to_picture @ unit_map(slot.quad)
        marked = _cut(marks, model, slot, index) > 0
        views.append(SlotView(slot, card_map, _cut(plain, model, slot, index), *np.moveaxis(marked, 2, 0)))
    return views


def empty_space(model: BoardModel, slot: Slot, index: CardIndex) -> Floats:
    """What a space looks like when nothing lies on it, with the rim around it."""
    return _cut(model.small, model, slot, index)


def _cut(values: Floats, model: BoardModel, slot: Slot, index: CardIndex) -> Floats:
    """A space and the rim around it, out of something as large as the small picture of the board."""
    width, height = index.size(SMALL_SLOT)
    rim, scale = round(AROUND * SMALL_SLOT), SMALL_SLOT / model.slot_width
    to_slot = np.diag([1 / width, 1 / height, 1.0]) @ np.array([[1, 0, -rim], [0, 1, -rim], [0, 0, 1.0]])
    on_board = np.diag([scale, scale, 1.0]) @ unit_map(slot.quad) @ to_slot
    size, flags = (width + 2 * rim, height + 2 * rim), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    result: Floats = cv2.warpPerspective(values, on_board, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return result


def inner_change(view: SlotView) -> float:
    """How much of the space itself differs from the empty board."""
    rim = round(AROUND * SMALL_SLOT) + 3
    return float(view.change[rim:-rim, rim:-rim].mean())


def stands_out(view: SlotView, empty: Floats) -> bool:
    """Whether a space as a whole is lighter or darker than its rim makes one expect: a white card on pale paper."""
    rim = round(AROUND * SMALL_SLOT)
    off = view.plain - empty
    inside = np.zeros(view.change.shape, dtype=bool)
    inside[rim + 3 : -rim - 3, rim + 3 : -rim - 3] = True
    around = ~view.change
    around[rim - 2 : 2 - rim, rim - 2 : 2 - rim] = False
    if not around.any():
        return False
    steps = np.median(off[inside], axis=0) - np.median(off[around], axis=0)
    return bool(np.abs(steps).max() > STANDS_OUT)


def is_printed_on(view: SlotView, empty: Floats) -> bool:
    """Whether print is seen that is not that of the space, however thin: signs on a card as pale as the board."""
    rim = round(AROUND * SMALL_SLOT) + 3
    where = np.zeros(view.change.shape, dtype=bool)
    where[rim:-rim, rim:-rim] = True
    return other_print(view.plain, empty, where) > OTHER_PRINT


def looks_bare(papers: Floats, empty: Floats) -> bool:
    """Whether cards on one of these papers look like this space, but for their print."""
    return bool((np.abs(papers - _bare_colour(empty)).max(axis=1) < LIKE_PAPER).any())


def would_stand_out(drawn: Pixels, empty: Floats) -> bool:
    """Whether a space would clearly stand out so if this card lay on it."""
    step = np.median(drawn.reshape(-1, 3), axis=0) - _bare_colour(empty)
    return bool(np.abs(step).max() > 2 * STANDS_OUT)


def _bare_colour(empty: Floats) -> Floats:
    """The colour of most of a space when nothing lies on it."""
    rim = round(AROUND * SMALL_SLOT) + 3
    result: Floats = np.median(empty[rim:-rim, rim:-rim].reshape(-1, 3), axis=0)
    return result


def change_by(drawn: Floats, empty: Floats) -> float:
    """How much of a space would differ from the empty board if this card lay on it."""
    rim = round(AROUND * SMALL_SLOT)
    bare = np.ascontiguousarray(empty[rim:-rim, rim:-rim])
    card: Floats = cv2.resize(drawn.astype(np.float32), bare.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    apart = differs(card, bare) > LEAST_APART + 0.10 * brightness(bare)
    return float(apart[3:-3, 3:-3].mean())


def relit(view: SlotView, empty: Floats) -> SlotView:
    """The same space in a light of its own: a reflection or a shadow on it is not known to the light of the board."""
    light = light_on(view.plain, empty, np.ones(view.change.shape, dtype=bool))
    change, plain = unlike(view.plain, empty, light), light.off(view.plain)
    return replace(view, plain=plain, change=change, shadow=change & in_shadow(plain, empty))


def print_seen(view: SlotView, empty: Floats, hidden: Mask | None = None) -> float | None:
    """How much of the empty space's print is seen, beside what is hidden: 1 is all of it, 0 nothing as below a card.

    None when there is no print that could be seen.
    """
    where = np.zeros(view.change.shape, dtype=bool)
    rim = round(AROUND * SMALL_SLOT) + 3
    where[rim:-rim, rim:-rim] = True
    if hidden is not None:
        where &= cv2.dilate(hidden.astype(np.uint8), np.ones((7, 7), np.uint8)) == 0
    enough = where.sum() > ENOUGH * where[rim:-rim, rim:-rim].size and float(empty[where].std()) > PRINTED
    return shows_through(view.plain, empty, where) if enough else None


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


def _on_it(parts: Iterable[tuple[Mask, Matrix]], inside: Mask) -> list[tuple[float, Mask]]:
    """Those of these parts that may stand on a space, and how much of it they take, the largest first."""
    rim, found = round(AROUND * SMALL_SLOT), []
    for mask, centre in parts:
        part, place = float(mask.sum()) / inside.size, (centre - rim) / inside.shape[::-1]
        if THING[0] < part < THING[1] and np.all(np.abs(place - 0.5) < MIDDLE):
            found.append((part, mask))
    return sorted(found, key=lambda one: -one[0])


def standing_thing(
    view: SlotView,
    empty: Floats,
    with_shadow: bool = True,
    coarse: bool = False,
    most: tuple[float, float] = (1.0, 1.0),
) -> OnSpace | None:
    """The largest compact thing that stands on the space, and how much else is changed, shadows included or not.

    Seen coarsely, it need not stand apart from thin things around it. None when more of the space than `most` is
    taken by it, or changed beside it.
    """
    rim = round(AROUND * SMALL_SLOT)
    solid = without_thin(view.change if with_shadow else view.change & ~view.shadow, COARSE if coarse else 3)
    inside = solid[rim:-rim, rim:-rim]
    found = _on_it(compact_parts(solid), inside)
    is_hollow = not found
    if is_hollow:
        found = _on_it(hollow_parts(solid), inside)
    seen = float(inside.mean())
    things = [
        _described(view, empty, part, mask, seen - part)
        for part, mask in found
        if part < most[0] and seen - part < most[1]
    ]
    if is_hollow:  # only a white thing on white paper shows nothing but its shade and its shadow
        things = [one for one in things if one.thing.is_shade]
    # A reflection beside it may be larger than a pawn.
    return next((one for one in things if one.is_pawn), things[0] if things else None)


def _described(view: SlotView, empty: Floats, part: float, mask: Mask, rest: float) -> OnSpace:
    thing = describe_thing(mask, view.plain, empty, view.shadow)
    clipped = float(view.clipped[mask].mean()) > CLIPPED_PART
    return OnSpace(thing, part, rest, clipped, print_seen(view, empty, mask | view.shadow))
