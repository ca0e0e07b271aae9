"""Boards that were found, against those that are known: whether they lie where and as they lay before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

import cv2
import numpy as np

from scanner.board_model import FoundBoard
from scanner.geometry import Matrix, overlap
from scanner.reading import Detection, Place

HELD = 0.006  # part of the picture's width by which a board may be off where it lay before
SAME_PLACE = 0.6  # part that two finds of a board share when it was hardly moved
ONE_PLACE = 0.3  # the same of two boards that cannot both lie there
ASKEW = 2  # spaces of a board that have become doubtful, from which it may lie elsewhere
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


class Doubts:
    """The spaces that are read with doubt: more of them on one board than before, and it may have been pushed.

    A push of a few millimetres changes few of its spaces so much that they are seen to differ, and then these are read
    beside where they are.
    """

    def __init__(self) -> None:
        self._known: set[Place] = set()

    def grow(self, doubtful: Collection[Place]) -> bool:
        """These are doubtful now; True when so many are new on one board that it is worth a search."""
        new = Counter(board for board, space in doubtful if (board, space) not in self._known)
        grown = any(number >= ASKEW for number in new.values())
        self._known = set(doubtful) if grown else self._known & set(doubtful)
        return grown


def _way(board: FoundBoard) -> Matrix:
    corners = board.quad
    result: Matrix = corners[1] - corners[0] + corners[2] - corners[3]
    return result / max(float(np.linalg.norm(result)), 1e-9)


def lie_there(found: Sequence[FoundBoard], known: Sequence[FoundBoard], width: int) -> bool:
    """Whether boards were found where they are known to lie, in a picture so wide."""
    before = {board.model.id: board for board in known}
    return bool(found) and all(
        board.model.id in before and off_by(board, before[board.model.id]) < HELD * width for board in found
    )


def lie_about_there(found: Sequence[FoundBoard], known: Sequence[FoundBoard]) -> bool:
    """Whether all boards that were found lay about there before: a hand that holds the camera has moved a little."""
    before = {board.model.id: board.quad for board in known}
    return bool(found) and all(
        board.model.id in before and overlap(board.quad, before[board.model.id]) >= SAME_PLACE for board in found
    )


def off_by(one: FoundBoard, other: FoundBoard) -> float:
    """By how many pixels the corners of two finds of a board are apart, at the most."""
    return float(np.linalg.norm(one.quad - other.quad, axis=1).max())


def better_laid(
    found: Sequence[FoundBoard],
    known: Sequence[FoundBoard],
    width: int,
    readable: Callable[[FoundBoard], int],
    more: int = 0,
    least: float = SAME_PLACE,
) -> list[FoundBoard]:
    """What was found, but boards that seem to lie a little off where they lay only if more of them can be read there.

    With a hand over it a board may be found askew, and all that is read of it then is wrong. `more`: so many spaces;
    `least`: the part that both places share at least.
    """
    before = {board.model.id: board for board in known}
    result = []
    for board in found:
        old = before.get(board.model.id, board)
        moved = off_by(board, old) >= HELD * width and overlap(board.quad, old.quad) >= least
        result.append(old if moved and readable(board) < readable(old) + more else board)
    return result


def together(
    found: Sequence[FoundBoard], known: Sequence[FoundBoard], readable: Callable[[FoundBoard], int]
) -> list[FoundBoard]:
    """Known boards where they were found, and those of the others that do not lie in one place.

    Of one that is known but was not found and another that was found there, the one of which more can be read.
    """
    names = {board.model.id for board in known}
    again = [board for board in found if board.model.id in names]
    hidden = [board for board in known if all(board.model is not other.model for other in again)]
    new = [board for board in found if board.model.id not in names]
    others = [*hidden, *new]
    if any(_meet(board, other) for board in hidden for other in new):
        others = sorted([*new, *hidden], key=readable, reverse=True)  # of two alike the one that was found
    boards: list[FoundBoard] = []
    for board in (*again, *others):
        if not any(_meet(board, other) for other in boards):
            boards.append(board)
    return boards


def _meet(one: FoundBoard, other: FoundBoard) -> bool:
    """Whether two boards cannot both lie there."""
    return overlap(one.quad, other.quad) >= ONE_PLACE


def lies_on(card: Detection, board: FoundBoard) -> bool:
    """Whether a loose card lies on a board."""
    x, y = np.mean(card.quad, axis=0)
    return cv2.pointPolygonTest(board.quad.astype(np.float32), (float(x), float(y)), False) >= 0
