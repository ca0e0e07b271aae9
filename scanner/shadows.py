"""Takes shadows with clear edges off a card that is mostly plain paper.

A shadow on a card of one thin sign is stronger than all of its print. But paper has one colour, in shadow as well: what
has another one is print, and so is what is darker than all that is around it, for shadows reach the edge of the card.
What is left is paper, and tells how much light falls on it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import shrink
from scanner.geometry import Floats, Pixels, brightness

WIDTH = 96  # pixels of a card when its light is told
SMALLEST, LONGEST = 12, 4.0  # pixels of a side, and the longer one against the shorter; what is beyond that is no card
DARK = 8.0  # grey levels below which there is more noise than light
RIM = 0.06  # part of a card's sides at which something else may be seen
ONE_COLOUR = 0.03  # scatter of colours, as logarithms, of a card that is mostly paper; painted ones have 0.1
COLOUR, SCATTERED = 0.1, 4.0  # by so much another colour is print, and against how much those of paper scatter
TINGED = 0.03  # the same of what an outline encloses
DARKER = 0.06  # by so much print is darker than all paper around it
AT_ONCE = 8  # steps between two looks whether anything changes
MOST_PAPER = 0.4  # part of a card that is paper at least; less tells no light
REACHES = (1.0, 2.5, 6.0, 15.0, 40.0)  # pixels from which light is taken, the nearest that tell it
ENOUGH = 0.25  # part of what is so near that must be paper
MOST = 1.2  # logarithm of light that is taken off at the most: what is darker is no shadow
Mask = NDArray[np.bool_]


def without_shadows(picture_bgr: Pixels) -> Pixels:
    """The same card as if one light fell on all of it; as it is where too little paper tells that light."""
    rows, columns = picture_bgr.shape[:2]
    if min(rows, columns) < SMALLEST or max(rows, columns) > LONGEST * min(rows, columns):
        return picture_bgr
    size = WIDTH, max(1, round(WIDTH * rows / columns))
    logs: Floats = np.log(shrink(picture_bgr, size).astype(np.float32) + DARK)
    inside = _inside(size)
    grey = brightness(logs)
    paper = _paper(logs, grey, inside)
    if paper[inside].mean() < MOST_PAPER:
        return picture_bgr
    light = _spread(grey, paper)
    seen: Floats = grey[inside][paper[inside]]
    usual = float(np.median(seen))
    gain = cv2.resize(np.exp(np.clip(usual - light, -MOST, MOST)), (columns, rows), interpolation=cv2.INTER_LINEAR)
    result: Pixels = np.clip(picture_bgr * gain[..., None], 0, 255).astype(np.uint8)
    return result


def _inside(size: tuple[int, int]) -> tuple[slice, slice]:
    columns, rows = size
    x, y = max(1, round(RIM * columns)), max(1, round(RIM * rows))
    return slice(y, rows - y), slice(x, columns - x)


def _paper(logs: Floats, grey: Floats, inside: tuple[slice, slice]) -> Mask:
    """What of a card is neither print in another colour nor darker than all that is around it."""
    colours: Floats = cv2.GaussianBlur(logs - grey[..., None], (0, 0), 0.8)
    colours -= np.median(colours[inside].reshape(-1, 3), axis=0)
    off = np.abs(colours).max(axis=2)
    usual = float(np.median(off[inside]))
    if usual > ONE_COLOUR:
        return np.zeros(grey.shape, dtype=bool)
    coloured = (off > max(COLOUR, SCATTERED * usual)).astype(np.uint8)
    coloured = cv2.dilate(coloured, np.ones((5, 5), np.uint8))  # print is paler at its edges
    paper: Mask = coloured == 0
    # Shadows go on beside the card, print does not.
    paper[inside] &= _without_islands(grey[inside]) - grey[inside] < DARKER
    # Stripes in blur have about the colour of paper, but not quite, and an outline encloses them.
    count, pieces = cv2.connectedComponents(paper.astype(np.uint8), connectivity=4)
    at_rim = np.ones(paper.shape, dtype=bool)
    at_rim[inside] = False
    outside = np.unique(pieces[cv2.dilate(at_rim.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0])
    for number in range(1, count):
        piece = pieces == number
        if number not in outside and np.abs(colours[piece].mean(axis=0)).max() > TINGED:
            paper &= ~piece
    return paper


def _without_islands(grey: Floats) -> Floats:
    """The same with all that is darker than what is around it as bright as that."""
    level = np.full_like(grey, float(grey.max()))
    level[[0, -1]], level[:, [0, -1]] = grey[[0, -1]], grey[:, [0, -1]]
    around = np.ones((3, 3), np.uint8)
    while True:
        before = level
        for _ in range(AT_ONCE):
            level = np.maximum(cv2.erode(level, around), grey)
        if np.array_equal(level, before):
            return level


def _spread(grey: Floats, paper: Mask) -> Floats:
    """The light on paper, on print that on the nearest paper around."""
    counted = paper.astype(np.float32)
    light: Floats = np.full(grey.shape, float(grey[paper].mean()), np.float32)
    for reach in reversed(REACHES):
        part = cv2.GaussianBlur(counted, (0, 0), reach)
        near = cv2.GaussianBlur(grey * counted, (0, 0), reach) / np.maximum(part, 1e-6)
        light = np.where(part > ENOUGH, near, light)
    return light
