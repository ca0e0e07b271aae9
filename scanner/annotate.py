"""Draws a reading into its picture, for looking at."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Pixels
from scanner.reading import Quad, TableReading

SURE = 0.9
GREEN, AMBER, BLUE = (60, 180, 60), (0, 160, 255), (200, 120, 40)


def annotate(pixels_bgr: Pixels, reading: TableReading) -> Pixels:
    """The picture with outlines: boards blue, cards green when sure and amber when not, names beside them."""
    drawn = pixels_bgr.copy()
    width = max(1, round(max(drawn.shape[:2]) / 700))
    for board in reading.boards:
        _outline(drawn, board.quad, board.id, BLUE, width)
    for card in reading.cards:
        colour = GREEN if card.id is not None and card.confidence >= SURE else AMBER
        _outline(drawn, card.quad, card.id or "?", colour, width)
    return drawn


def _outline(drawn: Pixels, quad: Quad, text: str, colour: tuple[int, int, int], width: int) -> None:
    corners = np.round(np.array(quad)).astype(np.int32)
    cv2.polylines(drawn, [corners.reshape(-1, 1, 2)], True, colour, width, cv2.LINE_AA)
    place = (int(corners[:, 0].min()), int(corners[:, 1].min()) - 2 * width)
    # OpenCV's letters are ASCII; ids may be anything.
    label = text.encode("ascii", "replace").decode()
    cv2.putText(drawn, label, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * width, colour, width, cv2.LINE_AA)
