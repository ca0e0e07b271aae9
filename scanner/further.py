"""Cards that look right a little beside their place: those with signs in a row, and those that repeat all over.

Two of three signs look like a card with two, one sign too far. What is left over of such a card, a whole sign, is then
taken for something that lies on it. So a card that is not explained altogether is compared with designs of another
shape a little further along. A lattice fits itself a mesh further in all but its rim and what it has in the middle.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.cardface import even, inset_of, shrink, unit_rows
from scanner.geometry import UPSIDE_DOWN, Floats, Matrix, transform
from scanner.index import CardIndex
from scanner.picture import Picture
from scanner.rough_look import Start
from scanner.steps import Alignment, Fits, Steps, compared

ONE_SIGN, WHOLE = 0.6, 0.8  # spans of print: of one sign, and of print that is all over a card
STEPS = (0.045, 0.09, 0.135, 0.18)  # parts of a card's width or height that it may be too far: a letter half a stroke
MOST = 3  # places that are tried exactly
ONE_SHAPE = 0.9  # correlation by the mere shape of print of designs that are no others
BETTER = 0.03  # by so much another design must fit better there
GAINED = 0.3  # as much alignment adds to its fit at the most
MESH = 0.3  # parts of a card's width that a lattice may be laid too far
SAME_PLACE = 0.04  # the same of moves that alignment makes by itself
MESHES = 3  # places that are tried
ASIDE = 0.14  # parts of its width that a card lies beside its space
TURNS = (-8.0, -4.0, 0.0, 4.0, 8.0)  # degrees that a card on a space is turned
LEAST_LIKE = 0.3  # correlation of a place that may be such a card
MESH_WIDTH = 48  # pixels of a card when its lattice is looked for: meshes are larger than five of them


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
    least = float(fits[0].max()) + BETTER
    tasks = [
        (int(others[rivals[place].argmax()]), maps[1 + place])
        for place in places
        if float(rivals[place].max()) > least - GAINED
    ]
    if not tasks:
        return None
    best = None
    for pose, _ in (yield Alignment(64, 3, tasks)):
        there, _ = yield Fits(pose)
        one = int(others[there[others].argmax()])
        if float(there[one]) > least:
            least = float(there[one])
            best = Start(one, pose, least)
    return best


def mesh_further(index: CardIndex, picture: Picture, places: list[Matrix], design: int) -> Steps[Start | None]:
    """Where else within a mesh or two this design fits best, either way up, if it does so better than in any place.

    The first place is where it was laid, others are where a card is thought to lie: in a blurred picture a lattice
    that is laid wrongly is soon laid askew as well.
    """
    first = _Around(index, picture, places[0], MESH)
    likeness = first.likeness(design)
    here = first.here(likeness)
    peaks = first.peaks(likeness, here)
    for place in places[1:]:
        other = _Around(index, picture, place, MESH)
        peaks += other.peaks(other.likeness(design), here)
    likely = sorted(peaks, key=lambda peak: -peak[0])[:MESHES]
    if not likely:
        return None
    fits, _ = yield Fits(places[0])
    best, least = None, float(fits.max()) + BETTER
    for pose, _ in (yield Alignment(64, 3, [(design, place) for _, place in likely])):
        there, _ = yield Fits(pose)
        if float(there.max()) > least:
            least = float(there.max())
            best = Start(int(there.argmax()), pose, least)
    return best


def by_fine_print(index: CardIndex, picture: Picture, card_map: Matrix) -> list[Start]:
    """Poses to begin with of designs whose print is too fine for a rough look: rings of thin lines are a grey there."""
    flat = np.diag([1.0, index.aspect, 1.0]) @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    starts = []
    for turn in np.radians(TURNS):
        cosine, sine = np.cos(turn), np.sin(turn)
        spin = np.linalg.inv(flat) @ np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]]) @ flat
        around = _Around(index, picture, card_map @ spin, ASIDE)
        for design in index.fine_designs:
            peaks = around.peaks(around.likeness(design), LEAST_LIKE)
            starts += [Start(design, place, score) for score, place in peaks]
    return sorted(starts, key=lambda start: -start.score)[:MESHES]


class _Around:
    """What is seen where a card may lie: as far away as so many parts of its width."""

    def __init__(self, index: CardIndex, picture: Picture, card_map: Matrix, most: float) -> None:
        self.index, self.card_map = index, card_map
        self.size = index.size(MESH_WIDTH)
        width, height = self.size
        self.reach = round(most * width)
        margin = np.array([[1, 0, -self.reach], [0, 1, -self.reach], [0, 0, 1.0]])
        to_picture = card_map @ np.diag([1 / width, 1 / height, 1.0]) @ margin
        whole = picture.grey.warp(to_picture, (width + 2 * self.reach, height + 2 * self.reach))
        across, down = inset_of(width, height)
        self.inner = np.s_[down : height - down, across : width - across]  # of a card, that is compared
        self.part = width - 2 * across, height - 2 * down
        seen = even(whole[None], width)[0, down : len(whole) - down, across : whole.shape[1] - across]
        self.spectrum = np.fft.rfft2(seen)
        self.shape = seen.shape
        count, span = self.part[0] * self.part[1], 2 * self.reach + 1
        sums, powers = (
            cv2.boxFilter(one, -1, self.part, anchor=(0, 0), normalize=False)[:span, :span]
            for one in (seen, seen * seen)
        )
        self.detail = np.sqrt(np.maximum(powers - sums * sums / count, 1e-3))

    def likeness(self, design: int) -> Floats:
        """The correlation of a design with every place, upright and upside down: (2, down, right)."""
        drawn = even(shrink(self.index.greys[design], self.size)[None], self.size[0])[0][self.inner]
        print_ = unit_rows(drawn.reshape(1, -1)).reshape(drawn.shape)
        spectra = np.fft.rfft2(np.stack([print_, print_[::-1, ::-1]]), self.shape)
        span = 2 * self.reach + 1
        result: Floats = np.fft.irfft2(self.spectrum * spectra.conj(), self.shape)[:, :span, :span] / self.detail
        return result.astype(np.float32)

    def here(self, likeness: Floats) -> float:
        """The best correlation about where the card was thought to lie."""
        near = slice(self.reach - round(SAME_PLACE * self.size[0]), self.reach + round(SAME_PLACE * self.size[0]) + 1)
        return float(likeness[:, near, near].max())

    def peaks(self, likeness: Floats, least: float) -> list[tuple[float, Matrix]]:
        """Where a correlation is more than this, and more than all around: how much, and the card laid there."""
        found = []
        for way, turn in zip(likeness, (np.eye(3), UPSIDE_DOWN), strict=True):
            highest = (way == cv2.dilate(way, np.ones((5, 5), np.uint8))) & (way > max(least, 0.0))
            for y, x in np.argwhere(highest).tolist():
                move = np.eye(3)
                move[:2, 2] = (x - self.reach) / self.size[0], (y - self.reach) / self.size[1]
                found.append((float(way[y, x]), self.card_map @ move @ turn))
        return found


def as_large(index: CardIndex, design: int, card_map: Matrix, space: Matrix) -> Matrix:
    """A card with its print where that of this one is, and turned like it, but as large as a space."""
    flat = np.diag([1.0, index.aspect, 1.0])
    moved = flat @ np.linalg.inv(space) @ card_map @ np.linalg.inv(flat)
    blocks = index.blocks[max(index.blocks)][design]
    middle = (blocks.corners.mean(axis=0) + blocks.side / 2) / blocks.size[0]
    there, right, below = transform(moved, middle + np.array([(0, 0), (0.01, 0), (0, 0.01)]))
    # The turn that is nearest to what it does to both directions.
    cosine, sine = (right - there) + (below - there)[::-1] * (1, -1)
    turn = np.array([[cosine, -sine], [sine, cosine]]) / max(np.hypot(cosine, sine), 1e-9)
    only_moved = np.eye(3)
    only_moved[:2, :2], only_moved[:2, 2] = turn, there - turn @ middle
    result: Matrix = space @ np.linalg.inv(flat) @ only_moved @ flat
    return result


def grown(frame: float, aspect: float) -> Matrix:
    """A map of the unit square that makes a card larger by so much of its width all around."""
    across, down = 2 * frame, 2 * frame / aspect
    return np.array([[1 + across, 0, -across / 2], [0, 1 + down, -down / 2], [0, 0, 1]])
