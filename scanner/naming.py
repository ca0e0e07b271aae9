"""Which design a card is, and how sure that is.

Pose and family first (one matrix product of small vectors), then exact alignment, then the designs that are left are
compared two by two, only where they differ. How sure it is comes from the picture itself: the same comparison pattern,
moved over the rest of the card, shows how large chance makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry import UNIT_QUAD, Floats, Matrix, Pixels, quad_sides, scale_map, transform
from scanner.index import (
    ALIGN_WIDTH,
    COARSE_COLUMNS,
    EXACT_WIDTH,
    FINE_WIDTH,
    FINE_WIDTHS,
    INSET,
    CardIndex,
    inner,
    prepare,
    unit_rows,
)
from scanner.picture import Picture
from scanner.reading import Guess

SHORTLIST = 24
ALIKE = 0.05  # designs this much less correlated than the best one are out of question
STARTS = 3
CLEAR_FIT = 0.8  # no other pose need be tried
DOUBTFUL_FIT = 0.65  # more poses are worth a try
POOR_FIT, GOOD_FIT = 0.6, 0.85  # correlation of a card that is hardly, or surely, of this deck
REACH = 3  # pixels that a detail may be printed or seen off its place
SHARED = 12.0  # neighbouring pixels and colours err together: so many count as one
MARGIN = 8  # pixels around a card while it is aligned
BLURS = (0.0, 0.6, 1.0, 1.5, 2.2, 3.2)


UPSIDE_DOWN = np.array([[-1, 0, 1], [0, -1, 1], [0, 0, 1.0]])


@dataclass(frozen=True, slots=True)
class Search:
    """How far a card may lie from where it is expected, in parts of its width, degrees and scale."""

    shift: float
    step: float
    turns: tuple[float, ...]
    scales: tuple[float, ...]


ON_SPACE = Search(0.12, 0.03, (-8.0, -4.0, 0.0, 4.0, 8.0), (1.0,))
CUT_OUT = Search(0.06, 0.03, (-2.5, 0.0, 2.5), (0.92, 0.97, 1.03, 1.08))
LOOSE = Search(0.06, 0.03, (-3.0, 0.0, 3.0), (0.95, 1.0, 1.05))


@dataclass(frozen=True, slots=True)
class Named:
    """A card with its best designs; `fit` tells how well the best one explains the picture (1 is perfectly)."""

    id: str
    confidence: float
    fit: float
    is_back: bool
    guesses: tuple[Guess, ...]  # the likely designs, the best one first
    card_map: Matrix  # unit square to picture, the card's own top left corner first


@dataclass(frozen=True, slots=True)
class Start:
    """A design and a pose to begin with, and how well they agree at a rough look."""

    design: int
    card_map: Matrix
    score: float


@dataclass(frozen=True, slots=True)
class _Pose:
    """A pose and the design that fits it best."""

    fit: float
    design: int
    card_map: Matrix


@lru_cache(maxsize=16)
def _poses(search: Search, aspect: float) -> NDArray[np.float64]:
    """Maps of the unit square near the identity, one for each pose to try."""
    steps = round(search.shift / search.step)
    moves = [step * search.step for step in range(-steps, steps + 1)]
    maps = []
    for scale in search.scales:
        for turn in search.turns:
            cos, sin = scale * np.cos(np.radians(turn)), scale * np.sin(np.radians(turn))
            for down in moves:
                for right in moves:
                    # About the centre, in units of the width: y is aspect times as long.
                    about = np.array([[1, 0, 0.5 + right], [0, 1 / aspect, 0.5 + down / aspect], [0, 0, 1]])
                    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
                    back = np.array([[1, 0, -0.5], [0, aspect, -0.5 * aspect], [0, 0, 1]])
                    maps.append(about @ spin @ back)
    return np.stack(maps)


class Namer:
    """Names cards of one deck."""

    def __init__(self, index: CardIndex) -> None:
        self.index = index
        columns, rows = COARSE_COLUMNS, index.coarse_rows
        x = INSET + (np.arange(columns) + 0.5) / columns * (1 - 2 * INSET)
        y = INSET + (np.arange(rows) + 0.5) / rows * (1 - 2 * INSET)
        self._grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)

    def name(self, picture: Picture, card_map: Matrix, search: Search, outline: Matrix | None = None) -> Named:
        """The best design for a card expected where `card_map` takes the unit square; its outline if known."""
        starts = self.rough_look(picture, card_map, search)
        return self.name_from(picture, card_map, starts, outline)

    def name_from(
        self,
        picture: Picture,
        card_map: Matrix,
        starts: list[Start],
        outline: Matrix | None = None,
    ) -> Named:
        """The same, beginning from a rough look."""
        best = _Pose(-1.0, 0, card_map)
        for start in starts:
            pose = self._align(picture, start.card_map, start.design, ALIGN_WIDTH, cv2.MOTION_AFFINE)
            best = max(best, self._posed(picture, pose), key=lambda one: one.fit)
            if best.fit > CLEAR_FIT:
                break
        if best.fit < DOUBTFUL_FIT:  # cards with almost no picture need a start close by, which their outline gives
            places = [card_map] if outline is None else [card_map, outline]
            for place in (*places, *(place @ UPSIDE_DOWN for place in places)):
                fits = self._fine(picture, place, FINE_WIDTHS[0])[1]
                for design in np.argsort(-fits)[:STARTS]:
                    pose = self._align(picture, place, int(design), ALIGN_WIDTH, cv2.MOTION_AFFINE)
                    best = max(best, self._posed(picture, pose), key=lambda one: one.fit)
        exact = self._align(picture, best.card_map, best.design, EXACT_WIDTH, cv2.MOTION_HOMOGRAPHY)
        return self._decide(picture, exact)

    def _posed(self, picture: Picture, pose: Matrix) -> _Pose:
        """How well the best design fits in this pose."""
        fits = self._fine(picture, pose, FINE_WIDTHS[0])[1]
        return _Pose(float(fits.max()), int(fits.argmax()), pose)

    def rough_look(self, picture: Picture, card_map: Matrix, search: Search) -> list[Start]:
        """A few (design, pose) to start from, of different looks."""
        poses = _poses(search, self.index.aspect)
        corners = transform(card_map, UNIT_QUAD)
        width, _ = quad_sides(corners)
        level = picture.grey.level_for(0.8 * width / COARSE_COLUMNS)
        shrunk = np.diag([0.5**level, 0.5**level, 1.0]) @ card_map
        maps = shrunk @ poses
        points = np.concatenate([self._grid, np.ones((len(self._grid), 1))], axis=1)
        mapped = points @ maps.transpose(0, 2, 1)
        where = (mapped[..., :2] / mapped[..., 2:3] - 0.5).astype(np.float32)
        samples = cv2.remap(
            picture.grey.levels[level], where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        scores = unit_rows(samples.astype(np.float32)) @ self.index.coarse.T
        best_pose = scores.argmax(axis=0)
        best_score = scores[best_pose, np.arange(scores.shape[1])]
        starts: list[Start] = []
        chosen: list[tuple[int, int]] = []
        count = len(self.index.ids)
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
            if len(starts) == STARTS:
                break
        return starts

    def _align(self, picture: Picture, start: Matrix, design: int, drawn: int, motion: int) -> Matrix:
        """The pose that fits this design best, found from nearby; `drawn` is the width it is compared at."""
        width, height = self.index.size(drawn)
        shift = np.array([[1, 0, -MARGIN], [0, 1, -MARGIN], [0, 0, 1.0]])
        to_picture = start @ np.linalg.inv(scale_map(width, height)) @ shift
        seen = picture.grey.warp(to_picture, (width + 2 * MARGIN, height + 2 * MARGIN))
        x, y = round(width * INSET), round(height * INSET)
        template = self.index.align[drawn][design][y : height - y, x : width - x]
        move = np.array([[1, 0, MARGIN + x], [0, 1, MARGIN + y], [0, 0, 1]], dtype=np.float32)
        rows = 3 if motion == cv2.MOTION_HOMOGRAPHY else 2
        criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)
        try:
            everywhere = np.full(seen.shape, 255, np.uint8)
            _, found = cv2.findTransformECC(template, seen, move[:rows], motion, criteria, everywhere, 5)
        except cv2.error:  # does not converge: stay where we are
            return start
        move[:rows] = found
        # Pixel centres are at whole numbers for OpenCV, corners are ours.
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        own = half @ move.astype(np.float64) @ np.linalg.inv(half) @ np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
        refined: Matrix = to_picture @ own @ scale_map(width, height)
        before = transform(start, UNIT_QUAD)
        if np.abs(transform(refined, UNIT_QUAD) - before).max() > 0.25 * quad_sides(before)[0]:
            return start
        return refined

    def _fine(self, picture: Picture, card_map: Matrix, width: int) -> tuple[Floats, Floats]:
        """The rectified card, and the correlation of all but its rim with every design."""
        size = self.index.size(width)
        seen = picture.colour.warp(card_map @ np.linalg.inv(scale_map(*size)), size)
        patch = prepare(seen[None], width)
        fits: Floats = self.index.rows[width] @ unit_rows(inner(patch).reshape(1, -1))[0]
        return patch[0], fits

    def _decide(self, picture: Picture, card_map: Matrix) -> Named:
        """Compare the designs that are left, only where they differ."""
        patch, fits = self._fine(picture, card_map, FINE_WIDTH)
        order = np.argsort(-fits)[:SHORTLIST]
        order = order[fits[order] > fits[order[0]] - ALIKE]
        templates, fit = _match_blur(patch, self.index.fine[FINE_WIDTH][order])
        odds, explained = _odds(patch, templates)
        best = int(odds.argmax())
        names = self.index.ids
        likely = [int(i) for i in np.argsort(-odds)[:4] if odds[i] > 0.01]
        guesses = tuple(Guess(names[order[i]], float(odds[i])) for i in likely)
        design = int(order[best])
        # However clear the choice between designs is: what no design explains well may be no card of this deck.
        known = float(np.clip((fit - POOR_FIT) / (GOOD_FIT - POOR_FIT), 0, 1))
        back = bool(self.index.is_back[design])
        return Named(names[design], float(odds[best]) * known * explained, fit, back, guesses, card_map)


def _match_blur(patch: Floats, templates: Floats) -> tuple[Floats, float]:
    """The templates as unsharp as the picture, and the correlation of the best one."""
    seen = unit_rows(inner(patch[None]).reshape(1, -1))[0]
    best_fit, best_sigma = -1.0, 0.0
    for sigma in BLURS:
        template = templates[0] if sigma == 0 else cv2.GaussianBlur(templates[0], (0, 0), sigma)
        fit = float(unit_rows(inner(template[None]).reshape(1, -1))[0] @ seen)
        if fit < best_fit:
            break
        best_fit, best_sigma = fit, sigma
    if best_sigma == 0:
        return templates, best_fit
    return np.stack([cv2.GaussianBlur(other, (0, 0), best_sigma) for other in templates]), best_fit


def _odds(patch: Floats, templates: Floats) -> tuple[NDArray[np.float64], float]:
    """The odds of each design: how well it explains the places where they differ, each place a little movable.

    And how well the best one explains them at all, from 0 to 1: where it does not, the place may be hidden.
    """
    if len(templates) == 1:
        return np.ones(1), 1.0
    mean = templates.mean(axis=0)
    gain = max(0.2, float((patch * mean).sum()) / max(float((mean**2).sum()), 1e-6))
    padded = cv2.copyMakeBorder(patch / gain, REACH, REACH, REACH, REACH, cv2.BORDER_REFLECT)
    spread = np.abs(templates - mean).max(axis=(0, 3))
    misfit = np.zeros(len(templates))
    size = 0
    for top, bottom, left, right in _places(spread):
        window = padded[top : bottom + 2 * REACH, left : right + 2 * REACH]
        area = (bottom - top) * (right - left)
        size += area
        shifts = _all_shifts(window, bottom - top, right - left)
        views = shifts.reshape(-1, 3, area)
        views = (views - views.mean(axis=2, keepdims=True)).reshape(len(views), -1)
        details = templates[:, top:bottom, left:right].transpose(0, 3, 1, 2).reshape(len(templates), 3, area)
        details = (details - details.mean(axis=2, keepdims=True)).reshape(len(templates), -1)
        power = (views**2).sum(axis=1)[:, None]
        own = (details**2).sum(axis=1)[None, :]
        shared = views @ details.T
        contrast = np.clip(shared / np.maximum(own, 1e-3), 0.5, 1.6)
        misfit += (power - 2 * contrast * shared + contrast**2 * own).min(axis=0)
    best = int(misfit.argmin())
    noise = misfit[best] / max(3 * size, 1) + 0.01
    logs = -(misfit - misfit[best]) / (2 * noise * SHARED)
    odds = np.exp(logs)
    # Where the designs differ the best one should explain the picture about as well as on the whole card.
    elsewhere = float(np.mean(np.minimum((patch / gain - templates[best]) ** 2, 4.0))) + 0.02
    worse = misfit[best] / max(3 * size, 1) / elsewhere
    return odds / odds.sum(), float(np.clip((10 - worse) / 5, 0, 1))


def _all_shifts(window: Floats, rows: int, columns: int) -> Floats:
    """Every part of the window that is so large: (down, right, colour, rows, columns)."""
    steps = (window.shape[0] - rows + 1, window.shape[1] - columns + 1)
    down, right, colour = window.strides
    return np.lib.stride_tricks.as_strided(
        window, (*steps, 3, rows, columns), (down, right, colour, down, right), writeable=False
    )


def _places(spread: Floats) -> list[tuple[int, int, int, int]]:
    """The boxes (top, bottom, left, right) in which the designs differ."""
    rows, columns = spread.shape
    mask: Pixels = (spread > max(0.3 * float(spread.max()), 0.1)).astype(np.uint8)
    mask = cv2.dilate(mask, np.ones((7, 7), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = []
    for left, top, width, height, area in stats[1:count]:
        if area >= 12:
            boxes.append((int(top), int(min(top + height, rows)), int(left), int(min(left + width, columns))))
    return sorted(boxes, key=lambda box: -(box[1] - box[0]) * (box[3] - box[2]))[:8]
