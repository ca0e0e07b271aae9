"""Why a picture may be hard to read: too dark, glare, blur, too far, no board. Simple statistics, quickly computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from card_db.pack import Quad

Kind = Literal["too_dark", "glare", "blur", "too_far", "no_board"]

REDUCED_SIDE = 480  # pixels on the longer side of the picture that light is judged on

# Cards are mostly light and fill a good part of the picture, so the brightest tenth shows how they are lit. Below 70 of
# 255 a camera of a tablet is at the end of its gain and noise is as strong as the small marks on a card.
DARK_PERCENTILE = 90.0
DARK_BELOW = 70.0

# Glare is clipped light: all three colours at the end of their range, so nothing is left to read there. Prints and
# paper stay below that in a well exposed photograph. A lamp's reflection also fades away, while printed or scanned
# white (which may be 255 everywhere) ends sharply; so much of the two rows of pixels around a spot must be almost as
# bright.
CLIPPED_FROM = 250
HALO = (215, 205)
HALO_SHARE = 0.3
GLARE_OF_PICTURE = 0.0005  # the smallest spot: 1,000 pixels at 1080p
GLARE_OF_CARD = 0.03  # or this share of a card, when the size of a card is known
MAX_GLARES = 8

# Blur is the width of the sharpest edges in the direction in which they are worst (so that motion is seen too): the
# standard deviation in pixels of the Gaussian that would make an ideal edge as soft. In focus it is 0.5 to 1.1, by lens
# and JPEG. Marks that tell cards apart are a few hundredths of a card wide: allowed is CARD_BLUR of its width (2 pixels
# for a card of 90), at least SHARP.
SHARP = 1.6
CARD_BLUR = 1 / 45
UNKNOWN_BLUR = 2.5  # allowed when the size of the cards is not known
TILE = 96  # pixels; the edges are measured in the most detailed tiles, at full resolution
TILES = 16
REBLUR = 1.5
EDGE_FROM = 12.0  # slope in grey levels a pixel after reblurring; weaker edges are noise and shadows
# In a direction, for it to count; else it is looked for at half and quarter size, where soft edges are steep.
MIN_EDGES = 64
SIZES = (1, 2, 4)
SHARPEST = 20.0  # percentile

FAR_BELOW = 55.0  # a card's width in pixels; from 60 on cards that differ in a digit can be told apart


@dataclass(frozen=True, slots=True)
class QualityNote:
    """One thing to tell the user; `value` is what was measured, `where` in pixels of the picture if it has a place.

    too_dark: brightness 0 to 255; glare: share of the picture; blur: edge width in pixels; too_far: card width in
    pixels; no_board: 0.
    """

    kind: Kind
    where: tuple[Quad, ...]
    value: float


def assess(
    pixels_bgr: NDArray[np.uint8],
    card_width_px: float | None,
    boards_found: int | None,
    edge_width_px: float | None,
) -> tuple[QualityNote, ...]:
    """What stands in the way of reading this picture; empty when nothing does. None: not known, or not expected.

    The edges are measured before (`edge_width`), since that takes a while and nothing else need be known for it.
    """
    notes: list[QualityNote] = []
    if min(pixels_bgr.shape[:2]) > 0:
        scale = min(1.0, REDUCED_SIDE / max(pixels_bgr.shape[:2]))
        reduced = _reduced(pixels_bgr, scale)
        grey: NDArray[Any] = cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY)
        brightness = float(np.percentile(grey, DARK_PERCENTILE))
        if brightness < DARK_BELOW:
            notes.append(QualityNote("too_dark", (), round(brightness, 1)))
        smallest = GLARE_OF_PICTURE * reduced.shape[0] * reduced.shape[1]
        if card_width_px:
            smallest = max(4.0, GLARE_OF_CARD * (card_width_px * scale) ** 2 * 1.5)
        spots, share = _glare(reduced, grey, smallest, 1 / scale)
        if spots:
            notes.append(QualityNote("glare", spots, round(share, 4)))
        allowed = max(SHARP, card_width_px * CARD_BLUR) if card_width_px else UNKNOWN_BLUR
        if edge_width_px is not None and edge_width_px > allowed:
            notes.append(QualityNote("blur", (), round(edge_width_px, 2)))
    if card_width_px is not None and card_width_px < FAR_BELOW:
        notes.append(QualityNote("too_far", (), round(card_width_px, 1)))
    if boards_found == 0:
        notes.append(QualityNote("no_board", (), 0.0))
    return tuple(notes)


def _reduced(pixels_bgr: NDArray[Any], scale: float) -> NDArray[Any]:
    """The picture made smaller; pixels that are many more than needed are skipped first, which is far quicker."""
    if scale == 1:
        return pixels_bgr
    height, width = pixels_bgr.shape[:2]
    if 2 * scale < 1:
        twice = max(1, round(2 * scale * width)), max(1, round(2 * scale * height))
        pixels_bgr = cv2.resize(pixels_bgr, twice, interpolation=cv2.INTER_NEAREST)
    size = max(1, round(scale * width)), max(1, round(scale * height))
    return cv2.resize(pixels_bgr, size, interpolation=cv2.INTER_AREA)


def _glare(reduced: NDArray[Any], grey: NDArray[Any], smallest: float, back: float) -> tuple[tuple[Quad, ...], float]:
    """Boxes around reflections, largest first, and their share of the picture; `back` scales them to its pixels."""
    clipped = (cv2.inRange(reduced, np.full(3, CLIPPED_FROM), np.full(3, 255)) > 0).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(clipped, connectivity=8)
    spots: list[tuple[int, Quad]] = []
    for label in sorted(range(1, count), key=lambda index: -int(stats[index, cv2.CC_STAT_AREA]))[: 4 * MAX_GLARES]:
        left, top, wide, high, area = (int(value) for value in stats[label])
        if area < smallest or len(spots) == MAX_GLARES:
            break
        box = slice(max(0, top - 3), top + high + 3), slice(max(0, left - 3), left + wide + 3)
        spot = (labels[box] == label).astype(np.uint8)
        if _fades(spot, clipped[box] > 0, grey[box]):
            spots.append((area, _box(left * back, top * back, (left + wide) * back, (top + high) * back)))
    share = sum(area for area, _ in spots) / (reduced.shape[0] * reduced.shape[1])
    return tuple(quad for _, quad in spots), share


def _fades(spot: NDArray[Any], clipped: NDArray[np.bool_], grey: NDArray[Any]) -> bool:
    """Whether light falls off slowly around a spot: the shares of bright pixels in the rows around it, multiplied."""
    share = 1.0
    for bright in HALO:
        larger = cv2.dilate(spot, np.ones((3, 3), np.uint8))
        levels = grey[(larger > spot) & ~clipped]
        share *= float(np.mean(levels >= bright)) if levels.size else 0.0
        spot = larger
    return share >= HALO_SHARE


def edge_width(pixels_bgr: NDArray[np.uint8]) -> float | None:
    """How soft the sharpest edges are (see SHARP), in pixels; None when there are too few edges to tell.

    At an edge of width s, blurring once more by r makes the slope weaker by sqrt(1 + r*r / (s*s)); that gives s.
    """
    mosaic = _detailed_tiles(pixels_bgr)
    worst: dict[int, float] = {}
    if mosaic is None:
        return None
    for size in SIZES:
        ratio, angle = _slopes(mosaic, TILE // size)
        width = size * REBLUR / np.sqrt(np.maximum(ratio**2 - 1, 1e-3))
        for direction in {0, 1, 2, 3} - worst.keys():
            here = width[((angle + 22.5) // 45 % 4) == direction]
            if here.size >= MIN_EDGES // size:
                worst[direction] = float(np.percentile(here, SHARPEST))
        mosaic = cv2.resize(mosaic, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return max(worst.values(), default=None)


def _detailed_tiles(pixels: NDArray[np.uint8]) -> NDArray[Any] | None:
    """The parts of the picture with the most detail, one below the other; every eighth row decides which they are."""
    rows, columns = pixels.shape[0] // TILE, pixels.shape[1] // TILE
    if not rows or not columns:
        return None
    sampled = pixels[: rows * TILE : 8, : columns * TILE : 2, 1]
    detail = cv2.absdiff(sampled[:, 1:], sampled[:, :-1])
    detail = cv2.resize(detail.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    best = np.argsort(-detail, axis=None, kind="stable")[:TILES].tolist()
    places = [(index // columns * TILE, index % columns * TILE) for index in best]
    tiles = [pixels[top : top + TILE, left : left + TILE] for top, left in places]
    return cv2.cvtColor(np.vstack(tiles), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _slopes(grey: NDArray[Any], tile: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """At the edges inside the tiles: by how much blurring makes them weaker, and their direction in degrees."""
    softer = cv2.GaussianBlur(grey, (0, 0), REBLUR)
    slope, angle = cv2.cartToPolar(_slope(softer, 1, 0), _slope(softer, 0, 1), angleInDegrees=True)
    before = cv2.magnitude(_slope(grey, 1, 0), _slope(grey, 0, 1))
    ridge = (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8))) & (slope >= EDGE_FROM)
    inside = np.zeros(tile, np.bool_)
    inside[4:-4] = True
    ridge &= np.tile(inside, grey.shape[0] // tile)[:, None] & inside[None, :]
    return before[ridge] / slope[ridge], angle[ridge]


def _slope(grey: NDArray[Any], across: int, down: int) -> NDArray[Any]:
    return cv2.Sobel(grey, cv2.CV_32F, across, down, scale=1 / 8)


def _box(left: float, top: float, right: float, bottom: float) -> Quad:
    return (left, top), (right, top), (right, bottom), (left, bottom)
