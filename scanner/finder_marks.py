"""The three marks in the corners of a QR code, found quickly: whether it is worth while to read a spot at all.

Any straight line through the middle of a mark crosses dark, light, dark, light, dark in the proportion 1:1:3:1:1,
however the code is turned. Readers look for the same, but take several times as long on spots that hold no code.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
Crossings = NDArray[np.float32]  # one row each: line, place on it, size of a module

AROUND = 25  # pixels: dark and light are told apart against the mean of so many
DARKER = 6  # grey levels; less is noise on even ground
LOOSE = 0.5, 0.3  # how far a run may be off, in modules and in pixels more
SMALLEST = 1.5  # pixels a module
ALIKE = 0.6, 1.7  # size of the modules seen from above against that seen from the side
SAME = 4.0  # modules: nearer crossings are one mark
CELL = 4  # pixels


def count_marks(grey: Grey, enough: int) -> int:
    """How many places cross like a mark both ways; counting ends at `enough`."""
    dark = cv2.subtract(cv2.blur(grey, (AROUND, AROUND)), grey) > DARKER
    across = _crossings(dark)
    if len(across) < enough:
        return 0
    down = _crossings(dark.T)
    down = down[_near(across, dark.shape)[down[:, 1].astype(int) // CELL, down[:, 0].astype(int) // CELL]]
    marks = 0
    for x, y, module in down:
        same = (np.abs(across[:, 1] - x) < module) & (np.abs(across[:, 0] - y) < module)
        same &= (across[:, 2] > ALIKE[0] * module) & (across[:, 2] < ALIKE[1] * module)
        if same.any():
            marks += 1
            if marks == enough:
                break
            reach = SAME * module
            across = across[(np.abs(across[:, 1] - x) > reach) | (np.abs(across[:, 0] - y) > reach)]
    return marks


def _near(across: Crossings, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The cells of the picture in or beside which there is a crossing; a quick way to leave out most of the others."""
    cells = np.zeros((shape[0] // CELL + 1, shape[1] // CELL + 1), np.uint8)
    cells[across[:, 0].astype(int) // CELL, across[:, 1].astype(int) // CELL] = 1
    return cv2.dilate(cells, np.ones((3, 3), np.uint8)) > 0


def _crossings(dark: NDArray[np.bool_]) -> Crossings:
    """Where the lines of a picture cross something like the middle of a mark."""
    width = dark.shape[1] + 2
    lines = np.zeros((dark.shape[0], width), np.bool_)
    lines[:, 1:-1] = dark  # with a light rim no run reaches into the next line
    flat = lines.ravel()
    starts = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    runs = np.diff(starts).astype(np.float32)
    if len(runs) < 5:
        return np.zeros((0, 3), np.float32)
    # Runs are dark, light, dark, …: the even ones are dark. What lies between two lines is a long light run.
    first, second, middle, fourth, last = (runs[at : len(runs) - 4 + at : 2] for at in range(5))
    module = (first + second + middle + fourth + last) / 7
    off = LOOSE[0] * module + LOOSE[1]
    good = (module >= SMALLEST) & (np.abs(middle - 3 * module) < 2 * off)
    for run in (first, second, fourth, last):
        good &= np.abs(run - module) < off
    which = np.flatnonzero(good)
    begin = starts[2 * which + 2]
    same_line = starts[2 * which] // width == starts[2 * which + 4] // width
    found = np.stack([begin // width, begin % width - 1 + middle[which] / 2, module[which]], axis=1)
    crossings: Crossings = found[same_line].astype(np.float32)
    return crossings
