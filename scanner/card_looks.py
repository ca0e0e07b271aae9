"""A quick look at many places at once: which of them look like a card of the deck at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cardface import inner, prepare, shrink, unit_rows
from scanner.geometry import UNIT_QUAD, UPSIDE_DOWN, Floats, Matrix, Pixels, brightness, quads_of, transform
from scanner.index import CardIndex
from scanner.picture import Picture

COLUMNS, ROUGH_COLUMNS = 24, 12
SOFT = 3  # pixels that are mixed in soft ones
LEAST_HIDDEN, MOST_HIDDEN = 0.02, 0.5  # parts of a place that other cards may hide
COVER_STEP = 4  # pixels of the picture for one that tells whether something is hidden there
LEAST_GAIN, HOPELESS = 0.01, 0.3  # by one step, and look after it, of a place that is worth another step
RIM = 0.03  # of a card that hides a part: its edge and shadow hide, too


@dataclass(frozen=True, slots=True)
class Look:
    """How much a place looks like the best design, and the pose with that design's own top left corner first."""

    score: float
    design: int
    card_map: Matrix
    is_turned: bool = False  # against the pose that was asked for

    @property
    def corners(self) -> Matrix:
        """Its corners in the picture."""
        return transform(self.card_map, UNIT_QUAD)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Places as normalised pictures, their correlation with every design both ways up, and which pixels count."""

    values: Floats
    scores: Floats
    shown: Floats


class Looks:
    """Small pictures of all designs of a deck, upright and upside down.

    What so few pixels show of a fine lattice is another thing in every picture; in `soft` ones it is not seen. Thin
    lines that stand alone are seen in the others only.
    """

    def __init__(self, index: CardIndex, columns: int = COLUMNS, soft: bool = False) -> None:
        self.size = (columns, round(columns * index.aspect))
        self._is_soft = soft
        small = self._prepared(np.stack([shrink(one, self.size) for one in index.drawn]))
        both = np.concatenate([small, small[:, ::-1, ::-1]])
        self._rows = unit_rows(inner(both).reshape(len(both), -1))
        by_pixel = self._rows.reshape(len(both), -1, small.shape[3])
        self._squares, self._sums = (by_pixel**2).sum(axis=2).T, by_pixel.sum(axis=2).T
        self._small = small
        self._designs = len(small)
        x = (np.arange(self.size[0]) + 0.5) / self.size[0]
        y = (np.arange(self.size[1]) + 0.5) / self.size[1]
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        self._grid = np.concatenate([grid, np.ones((len(grid), 1))], axis=1).astype(np.float32)

    def at(self, picture: Picture, card_maps: Floats, cover: Pixels | None = None) -> list[Look]:
        """The best design for each of these poses, in their order; `cover` is where other cards may hide them."""
        return self._looks(card_maps, self._seen(picture, card_maps, cover).scores) if len(card_maps) else []

    def scores(self, picture: Picture, card_maps: Floats, cover: Pixels | None = None) -> Floats:
        """How much each of these poses looks like the best design, at any of its sides up."""
        best: Floats = self._seen(picture, card_maps, cover).scores.max(axis=1)
        return best

    def closer(self, picture: Picture, looks: list[Look], rounds: int, cover: Pixels | None = None) -> list[Look]:
        """The same places, each moved (as an affine map) to where its design fits best; never to where it fits less."""
        if not looks:
            return []
        now, seen = list(looks), self._seen(picture, np.stack([look.card_map for look in looks]), cover)
        values, shown = seen.values, seen.shown
        left = list(range(len(looks)))
        for _ in range(rounds):
            moves = self._moves(values[left], shown[left], np.array([now[number].design for number in left]))
            maps = np.stack([now[number].card_map for number in left]) @ moves
            moved = self._seen(picture, maps, cover)
            gained = []
            for place, (number, look) in enumerate(zip(left, self._looks(maps, moved.scores), strict=True)):
                if look.score > now[number].score:
                    if look.score > max(now[number].score + LEAST_GAIN, HOPELESS):
                        gained.append(number)
                    now[number] = look
                    # A look that turned the place upside down turned its picture, too.
                    way = slice(None, None, -1 if look.is_turned else 1)
                    values[number], shown[number] = moved.values[place, way, way], moved.shown[place, way, way]
            left = gained  # the others are where they fit best, or fit nowhere
            if not left:
                break
        return now

    def _looks(self, card_maps: Floats, scores: Floats) -> list[Look]:
        best = scores.argmax(axis=1)
        result = []
        for card_map, row, design in zip(card_maps, scores, best, strict=True):
            is_turned = bool(design >= self._designs)
            own_map = card_map @ UPSIDE_DOWN if is_turned else card_map
            result.append(Look(float(row[design]), int(design) % self._designs, own_map, is_turned))
        return result

    def _seen(self, picture: Picture, card_maps: Floats, cover: Pixels | None) -> _Seen:
        """These places, each as a whole or without what hides a part of it, whichever looks more like a design."""
        patches, covered = self._patches(picture, card_maps, cover)
        values = self._prepared(patches)
        rows = inner(values).reshape(len(values), -1)
        # A correlation, as the rows of designs have no mean and length one.
        spread = np.einsum("ij,ij->i", rows, rows) - rows.sum(axis=1) ** 2 / rows.shape[1]
        scores = rows @ self._rows.T / np.sqrt(np.maximum(spread, 1e-6))[:, None]
        shown = np.ones(values.shape[:3], np.float32)
        share = covered.mean(axis=(1, 2))
        numbers = np.flatnonzero((share > LEAST_HIDDEN) & (share < MOST_HIDDEN))
        visible = ~covered[numbers]
        if len(numbers):
            part = patches[numbers]
            counted: Floats = visible.reshape(len(numbers), 1, -1).astype(np.float32)
            sums = (counted @ part.reshape(len(numbers), -1, 3).astype(np.float32))[:, 0]
            paper = (sums / counted.sum(axis=2)).astype(np.uint8)
            part = np.where(np.repeat(visible, 3, axis=2).reshape(part.shape), part, paper[:, None, None])
            part_values = self._prepared(part)
            part_scores = self._part_scores(part_values, visible)
            better = part_scores.max(axis=1) > scores[numbers].max(axis=1)
            chosen = numbers[better]
            values[chosen], scores[chosen], shown[chosen] = part_values[better], part_scores[better], visible[better]
        return _Seen(values, scores, shown)

    def _prepared(self, patches: NDArray[np.uint8]) -> Floats:
        """Small pictures (n, rows, columns, 3) as they are compared."""
        if self._is_soft:
            patches = np.stack([cv2.blur(patch, (SOFT, SOFT)) for patch in patches])
        return prepare(patches, self.size[0])

    def _part_scores(self, values: Floats, visible: NDArray[np.bool_]) -> Floats:
        """The correlation of places with every design, going only by pixels that are not hidden."""
        part: Floats = inner(visible[..., None]).reshape(len(values), -1).astype(np.float32)
        count = values.shape[3] * part.sum(axis=1, keepdims=True)
        every = np.repeat(part, values.shape[3], axis=1)
        rows = inner(values).reshape(len(values), -1) * every
        rows = rows - (rows.sum(axis=1, keepdims=True) / count) * every
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        spread = part @ self._squares - (part @ self._sums) ** 2 / count
        scores: Floats = rows @ self._rows.T
        scores /= np.maximum(length * np.sqrt(np.maximum(spread, 0)), 1e-3)
        return scores

    def _moves(self, values: Floats, shown: Floats, designs: NDArray[np.intp]) -> Floats:
        """One step of Gauss and Newton towards each place's design, as maps of the unit square."""
        templates, values = brightness(self._small[designs]), brightness(values)
        right, down = np.gradient(templates, axis=2) * self.size[0], np.gradient(templates, axis=1) * self.size[1]
        grid = self._grid[:, :2].reshape(1, self.size[1], self.size[0], 2) - 0.5
        x, y = grid[..., 0], grid[..., 1]
        parts = (right, right * x, right * y, down, down * x, down * y)
        slopes = np.stack([inner(part).reshape(len(values), -1) for part in parts], axis=2)
        own, seen = inner(templates).reshape(len(values), -1), inner(values).reshape(len(values), -1)
        gain = (own * seen).sum(axis=1, keepdims=True) / np.maximum((own * own).sum(axis=1, keepdims=True), 1e-6)
        error = seen / np.clip(gain, 0.3, 3) - own
        usual = 1.5 * np.median(np.abs(error), axis=1, keepdims=True) + 1e-3
        weight = inner(shown[..., None]).reshape(len(values), -1) / (1 + (error / usual) ** 2)
        weighted = slopes * weight[..., None]
        left = weighted.transpose(0, 2, 1) @ slopes
        # A little damping: a design without detail in some direction must not run away.
        left += np.eye(6) * (1e-3 * np.trace(left, axis1=1, axis2=2) + 1e-6)[:, None, None]
        step = np.linalg.solve(left, (weighted.transpose(0, 2, 1) @ error[..., None]))[..., 0]
        step = np.clip(step, -0.08, 0.08)
        maps = np.tile(np.eye(3), (len(values), 1, 1))
        maps[:, 0, :2] += step[:, 1:3]
        maps[:, 1, :2] += step[:, 4:6]
        maps[:, 0, 2] += step[:, 0] - 0.5 * (step[:, 1] + step[:, 2])
        maps[:, 1, 2] += step[:, 3] - 0.5 * (step[:, 4] + step[:, 5])
        return np.linalg.inv(maps)

    def _patches(
        self, picture: Picture, card_maps: Floats, cover: Pixels | None
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """The small pictures of these places, and which of their pixels are covered."""
        size = (len(card_maps), self.size[1], self.size[0])
        patches: NDArray[np.uint8] = np.zeros((*size, 3), np.uint8)
        covered: NDArray[np.bool_] = np.zeros(size, dtype=bool)
        sides = np.linalg.norm(np.diff(quads_of(card_maps), axis=1)[:, ::2], axis=2).mean(axis=1)
        levels = np.array([picture.colour.level_for(width / self.size[0]) for width in sides.tolist()])
        for level in np.unique(levels).tolist():
            chosen = np.flatnonzero(levels == level)
            shrunk = (np.diag([0.5**level, 0.5**level, 1.0]) @ card_maps[chosen]).astype(np.float32)
            x, y, depth = np.moveaxis(shrunk @ self._grid.T, 1, 0)  # each (places, pixels)
            x, y = x / depth, y / depth
            pixels = picture.colour.levels[level]
            seen = cv2.remap(pixels, x - 0.5, y - 0.5, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            patches[chosen] = seen.reshape(len(chosen), *size[1:], 3)
            if cover is not None:
                part = np.float32(2.0**level / COVER_STEP)
                hidden = cv2.remap(cover, x * part - 0.5, y * part - 0.5, cv2.INTER_NEAREST, borderValue=0)
                covered[chosen] = hidden.reshape(len(chosen), *size[1:]) > 0
        return patches, covered


def cover_of(picture: Picture, quads: Sequence[Matrix]) -> Pixels:
    """A small picture of where these cards lie: 255 there, else 0."""
    width, height = (-(-side // COVER_STEP) for side in picture.size)
    cover: Pixels = np.zeros((height, width), np.uint8)
    for quad in quads:
        grown = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + 2 * RIM)
        cv2.fillConvexPoly(cover, np.round(grown / COVER_STEP - 0.5).astype(np.int32), 255)
    return cover
