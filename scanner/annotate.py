"""Draws a reading into its picture, for looking at."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.geometry import Pixels
from scanner.reading import SURE, Quad, TableReading

GREEN, AMBER, BLUE, DARK = (60, 180, 60), (0, 160, 255), (200, 120, 40), (30, 30, 30)
FONT = cv2.FONT_HERSHEY_SIMPLEX
LARGEST, SMALLEST = 0.45, 0.28  # of letters, for a picture 700 pixels wide


def annotate(pixels_bgr: Pixels, reading: TableReading) -> Pixels:
    """The picture with outlines: boards blue, cards green when sure and amber when not, names and pawns on them."""
    drawn = pixels_bgr.copy()
    width = max(1, round(max(drawn.shape[:2]) / 700))
    pawns = {(slot.board, slot.slot): slot.pawn for slot in reading.slots if slot.pawn is not None}
    for board in reading.boards:
        _outline(drawn, board.quad, board.id, BLUE, width)
    for card in reading.cards:
        colour = GREEN if card.id is not None and card.confidence >= SURE else AMBER
        pawn = pawns.get((card.board or "", card.slot or ""))
        _outline(drawn, card.quad, (card.id or "?") + (f" + {pawn}" if pawn else ""), colour, width)
    return drawn


def _outline(drawn: Pixels, quad: Quad, text: str, colour: tuple[int, int, int], width: int) -> None:
    """A quad with a label that keeps within it, so that neighbours do not cover each other's names."""
    corners = np.round(np.array(quad)).astype(np.int32)
    cv2.polylines(drawn, [corners.reshape(-1, 1, 2)], True, colour, width, cv2.LINE_AA)
    # OpenCV's letters are ASCII; ids may be anything.
    label = text.encode("ascii", "replace").decode()
    left, right = int(corners[:, 0].min()), int(corners[:, 0].max())
    (wide, _), _ = cv2.getTextSize(label, FONT, 1.0, 1)
    size = float(np.clip((right - left) / max(wide, 1), SMALLEST * width / 1.5, LARGEST * width / 1.5))
    (wide, high), _ = cv2.getTextSize(label, FONT, size, 1)
    top = int(corners[:, 1].min())
    cv2.rectangle(drawn, (left - 1, top - 1), (left + wide + 2, top + high + 4), DARK, cv2.FILLED)
    cv2.putText(drawn, label, (left, top + high + 1), FONT, size, colour, 1, cv2.LINE_AA)
