"""A rough look at a card: designs and poses to begin with, by one product of small vectors."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.cardface import coarse_parts, even_rows, unit_rows
from scanner.geometry import UNIT_QUAD, UPSIDE_DOWN, Floats, Matrix, quad_sides, transform
from scanner.index import COARSE_COLUMNS, CardIndex
from scanner.picture import Picture
from scanner.poses import Search, grid_points, poses_of

STARTS, MORE_STARTS, PARTIAL_STARTS = 3, 6, 2


@dataclass(frozen=True, slots=True)
class Start:
    """A design and a pose to begin with, and how well they agree at a rough look."""

    design: int
    card_map: Matrix
    score: float


def rough_look(index: CardIndex, picture: Picture, card_map: Matrix, search: Search) -> list[Start]:
    """A few (design, pose) to start from, of different looks."""
    scores = even_rows(_samples(index, picture, card_map, search), COARSE_COLUMNS) @ index.coarse.T
    most = STARTS if search.closer is not None else MORE_STARTS
    return _starts(index, scores, card_map, search, most)


def partial_look(index: CardIndex, picture: Picture, card_map: Matrix, search: Search) -> list[Start]:
    """The same, going by one part of the card at a time."""
    samples = _samples(index, picture, card_map, search)
    starts: list[Start] = []
    for part, own in zip(coarse_parts(COARSE_COLUMNS, index.coarse_rows), index.parts, strict=True):
        starts += _starts(index, unit_rows(samples[:, part]) @ own.T, card_map, search, PARTIAL_STARTS)
    return starts


def rough_likeness(index: CardIndex, picture: Picture, card_map: Matrix, search: Search) -> Floats:
    """How much each design, this way up, looks like the card in any of these poses."""
    upright = index.coarse[: len(index.ids)]
    likeness: Floats = even_rows(_samples(index, picture, card_map, search), COARSE_COLUMNS) @ upright.T
    best: Floats = likeness.max(axis=0)
    return best


def _samples(index: CardIndex, picture: Picture, card_map: Matrix, search: Search) -> Floats:
    """The card as a small picture in every pose: (poses, places)."""
    width, _ = quad_sides(transform(card_map, UNIT_QUAD))
    level = picture.grey.level_for(0.8 * width / COARSE_COLUMNS)
    shrunk = np.diag([0.5**level, 0.5**level, 1.0]) @ card_map
    mapped = grid_points(search, index.aspect, index.coarse_rows) @ shrunk.T.astype(np.float32)
    where = mapped[..., :2] / mapped[..., 2:] - 0.5
    samples: Floats = cv2.remap(
        picture.grey.levels[level], where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    return samples


def _starts(index: CardIndex, scores: Floats, card_map: Matrix, search: Search, most: int) -> list[Start]:
    """The best poses and designs of a look (poses, designs both ways up), no pose twice."""
    best_pose = scores.argmax(axis=0)
    best_score = scores[best_pose, np.arange(scores.shape[1])]
    poses = poses_of(search, index.aspect)
    starts: list[Start] = []
    chosen: list[tuple[int, int]] = []
    count = len(index.ids)
    for column in np.argsort(-best_score)[:40]:
        pose = int(best_pose[column])
        key = (pose, int(column) // count)
        if key in chosen:
            continue
        chosen.append(key)
        start = card_map @ poses[pose]
        if column >= count:  # upside down: the card's own top left corner is opposite
            start = start @ UPSIDE_DOWN
        starts.append(Start(int(column) % count, start, float(best_score[column])))
        if len(starts) == most:
            break
    return starts
