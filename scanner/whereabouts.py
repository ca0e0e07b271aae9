"""Boards that were found, against those that are known: whether they lie where and as they lay before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from scanner.board_model import FoundBoard
from scanner.geometry import Matrix
from scanner.reading import Detection

HELD = 0.006  # part of the picture's width by which a board may be off where it lay before
TURNED = 3  # searches in a row that find a board the other way round, after which it lies so


class WaysUp:
    """How boards lay when they were last seen: one that seems to have been turned was mostly found upside down.

    Among hands and cards little of a board's print is left, and what is left may fit the other way round as well.
    """

    def __init__(self) -> None:
        self._ways: dict[str, Matrix] = {}  # along the upper edge, in the picture
        self._turned: dict[str, int] = {}

    def note(self, boards: Iterable[FoundBoard]) -> None:
        """They lie like this."""
        for board in boards:
            self._ways[board.model.id] = _way(board)

    def is_likely(self, board: FoundBoard) -> bool:
        """Whether a board that was found lies as it did before, or was found like this several times."""
        name = board.model.id
        before = self._ways.get(name)
        same = before is None or float(before @ _way(board)) > 0
        self._turned[name] = 0 if same else self._turned.get(name, 0) + 1
        return same or self._turned[name] >= TURNED


def _way(board: FoundBoard) -> Matrix:
    corners = board.quad
    result: Matrix = corners[1] - corners[0] + corners[2] - corners[3]
    return result / max(float(np.linalg.norm(result)), 1e-9)


def lie_there(found: Sequence[FoundBoard], known: Sequence[FoundBoard], width: int) -> bool:
    """Whether boards were found where they are known to lie, in a picture so wide."""
    quads = {board.model.id: board.quad for board in known}
    return bool(found) and all(
        board.model.id in quads and np.linalg.norm(board.quad - quads[board.model.id], axis=1).max() < HELD * width
        for board in found
    )


def lies_on(card: Detection, board: FoundBoard) -> bool:
    """Whether a loose card lies on a board."""
    x, y = np.mean(card.quad, axis=0)
    return cv2.pointPolygonTest(board.quad.astype(np.float32), (float(x), float(y)), False) >= 0
