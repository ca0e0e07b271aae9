"""A board as it was enrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from scanner.align import Blocks, choose_blocks
from scanner.cardface import grey
from scanner.features import Features, describe
from scanner.geometry import Floats, Indices, Matrix, Pixels, quad_sides, transform

SMALL_SLOT, SMALL_BLUR = 40, 1.2  # pixels of a space when it is compared with the empty board
DRAWN_SLOT = 64  # pixels of a space when boards that look alike are told apart
BLACK = 12.0  # grey levels that light cannot take from a camera
BOARD_SIDE = 560  # longest side at which a board's own picture is described
BOARD_FEATURES = 600
SAME_SPOT = 12  # features at one spot, in several sizes
SPOT = 8.0  # pixels of a board within which two features are one
# A board is aligned twice: pixels of a space, least and most of the whole board, side of a block, reach. It goes by
# the spaces, not by the board: between them there is as much room for a block on a board of ten as on one of four.
LOOKS = ((34, (120, 300), 8, 7), (84, (300, 480), 14, 5))
LOOK_BLOCKS = 48
FAINTEST = 0.01  # value of a block against the most telling one: faint frames hold a board where it has no other print
SPREAD = 1.8  # sides of a block between two of them: busy print in one corner must not stand for the whole board


@dataclass(frozen=True, slots=True)
class Slot:
    """A space of a board: its id and its corners in pixels of the board's picture."""

    id: str
    quad: Matrix


Alike = tuple[str, bool]  # id of a board that looks much the same, and whether it does so turned round


@dataclass(frozen=True, slots=True)
class BoardModel:
    """A board as enrolled, with its features."""

    id: str
    pixels_bgr: Pixels
    slots: tuple[Slot, ...]
    features: Features
    spots: Indices  # for each feature those at the same spot, itself first, filled up with itself
    blocks: tuple[Blocks, ...]  # small and large, beside the spaces
    small: Floats  # its picture with spaces SMALL_SLOT pixels wide, a little blurred
    slot_width: float  # the usual width of its spaces in pixels: cards are equally large on all boards
    logs: Floats  # its picture with spaces DRAWN_SLOT pixels wide, as `logarithms` are
    alike: tuple[Alike, ...] = ()  # what it may be taken for

    @property
    def corners(self) -> Matrix:
        """The corners of its picture."""
        height, width = self.pixels_bgr.shape[:2]
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)

    @property
    def size(self) -> float:
        """Its longer side in pixels."""
        return float(max(self.pixels_bgr.shape[:2]))

    @property
    def area(self) -> float:
        """Its area in pixels."""
        return float(self.pixels_bgr.shape[0] * self.pixels_bgr.shape[1])


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in a picture: where its own pixels are to be found."""

    model: BoardModel
    to_picture: Matrix
    share: float  # of its print that was seen in place, coarse and fine print alike
    certainty: float = 1.0  # that it is this board, this way up, and none that looks like it

    @property
    def quad(self) -> Matrix:
        """Its corners in the picture."""
        return transform(self.to_picture, self.model.corners)

    def scale_of(self, model: BoardModel) -> float:
        """How large the picture of another board is in the plane of this one: cards are equally large on both."""
        return self.model.slot_width / model.slot_width


def model_board(board_id: str, pixels_bgr: Pixels, slots: Sequence[Slot]) -> BoardModel:
    """A board's features and blocks, computed once."""
    pixels_grey = grey(pixels_bgr)
    features = describe(pixels_grey, BOARD_SIDE, BOARD_FEATURES)
    widths = [quad_sides(slot.quad)[0] for slot in slots] or [max(pixels_grey.shape) / 6]
    width = float(np.median(widths))
    blocks = tuple(_blocks(pixels_grey, slots, width))
    size = _size(pixels_bgr, SMALL_SLOT / width)
    small = cv2.GaussianBlur(cv2.resize(pixels_bgr, size, interpolation=cv2.INTER_AREA), (0, 0), SMALL_BLUR)
    drawn = cv2.resize(pixels_bgr, _size(pixels_bgr, DRAWN_SLOT / width), interpolation=cv2.INTER_AREA)
    spots = _spots(features.points)
    return BoardModel(
        board_id, pixels_bgr, tuple(slots), features, spots, blocks, small.astype(np.float32), width, logarithms(drawn)
    )


def logarithms(pixels_bgr: Pixels) -> Floats:
    """A picture in which light is a sum, a little blurred."""
    result: Floats = cv2.GaussianBlur(np.log(pixels_bgr.astype(np.float32) + BLACK), (0, 0), 1.0)
    return result


def _size(pixels: Pixels, scale: float) -> tuple[int, int]:
    return round(pixels.shape[1] * scale), round(pixels.shape[0] * scale)


def beside_spaces(slots: Sequence[Slot], scale: float, size: tuple[int, int]) -> Pixels:
    """A board drawn so much smaller, in this size: 255 beside its spaces, which may be covered, 0 on them."""
    beside: Pixels = np.full(size[::-1], 255, np.uint8)
    for slot in slots:
        cv2.fillConvexPoly(beside, np.round(slot.quad * scale).astype(np.int32), 0)
    return beside


def _spots(points: Floats) -> Indices:
    """For each feature the nearest few that are at the same spot."""
    away = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    order = np.argsort(away, axis=1, kind="stable")[:, :SAME_SPOT]
    near = np.take_along_axis(away, order, axis=1) < SPOT**2
    result: Indices = np.where(near, order, np.arange(len(points))[:, None])
    return result


def _blocks(pixels_grey: Pixels, slots: Sequence[Slot], slot_width: float) -> list[Blocks]:
    """Detail of a board beside its spaces, drawn in two sizes."""
    height, width = pixels_grey.shape
    result = []
    for slot_drawn, drawn, side, _ in LOOKS:
        scale = float(np.clip(slot_drawn / slot_width * max(width, height), *drawn)) / max(width, height)
        size = (round(width * scale), round(height * scale))
        small = cv2.resize(pixels_grey, size, interpolation=cv2.INTER_AREA)
        result.append(
            choose_blocks(small, side, (2, 2), beside_spaces(slots, scale, size), LOOK_BLOCKS, SPREAD, FAINTEST)
        )
    return result
