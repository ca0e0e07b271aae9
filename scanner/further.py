"""Cards with signs in a row: two of three signs look like a card with two, one sign too far.

What is left over of such a card, a whole sign, is then taken for something that lies on it. So a card that is not
explained altogether is compared with designs of another shape a little further along.
"""

from __future__ import annotations

import numpy as np

from scanner.cardface import unit_rows
from scanner.geometry import Matrix
from scanner.index import CardIndex
from scanner.picture import Picture
from scanner.rough_look import Start
from scanner.steps import Alignment, Fits, Steps, compared

ONE_SIGN, WHOLE = 0.6, 0.8  # spans of print: of one sign, and of print that is all over a card
STEPS = (0.08, 0.13, 0.18)  # parts of a card's width or height that it may be too far
MOST = 2  # places that are tried exactly
ONE_SHAPE = 0.9  # correlation by the mere shape of print of designs that are no others
BETTER = 0.03  # by so much another design must fit better there


def print_span(index: CardIndex, design: int) -> float:
    """How far the print of a design reaches across it, from 0 to 1: that of one sign in the middle about half."""
    blocks = index.blocks[max(index.blocks)][design]
    if not len(blocks.corners):
        return 0.0
    span = float(np.sqrt(((np.ptp(blocks.corners, axis=0) + blocks.side) / blocks.size).prod()))
    return float(np.interp(span, (0, ONE_SIGN, WHOLE), (0, ONE_SIGN, 1)))


def further_along(index: CardIndex, picture: Picture, card_map: Matrix, design: int) -> Steps[Start | None]:
    """The design of another shape than this that fits best a little further along, if it does so better than any here.

    Thin lines fit only where they lie exactly on each other, so the likeliest places are aligned.
    """
    others = np.flatnonzero(index.plain @ index.plain[design] < ONE_SHAPE)
    if not len(others):
        return None
    moves = [np.eye(3)]
    for step in STEPS:
        for x, y in ((step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)):
            moves.append(np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))
    maps = card_map @ np.stack(moves)
    seen = unit_rows(compared(index, picture, list(maps)).reshape(len(maps), -1))
    fits = seen @ index.whole.T
    rivals = fits[1:, others]
    places = np.argsort(-rivals.max(axis=1))[:MOST]
    tasks = [(int(others[rivals[place].argmax()]), maps[1 + place]) for place in places]
    best = None
    least = float(fits[0].max()) + BETTER
    for pose, _ in (yield Alignment(64, 3, tasks)):
        there, _ = yield Fits(pose)
        one = int(others[there[others].argmax()])
        if float(there[one]) > least:
            least = float(there[one])
            best = Start(one, pose, least)
    return best
