"""One standing view of the table: its boards, their spaces and the loose cards, compared from frame to frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.backdrop import Backdrop, Mask, Stir
from scanner.board_model import FoundBoard
from scanner.geometry import Floats, Matrix, Pixels, largest, quad_area, transform
from scanner.patches import Difference, PatchGrid, References
from scanner.picture import Picture
from scanner.reading import Detection, Place
from scanner.steady import moved
from scanner.tracking import ViewTracker

Flags = NDArray[np.bool_]

WORK_SIDE = 1000  # about the longest side of the working picture; halves and thirds are quick to make
SMALL_SIDE = 320
CHANGED = 5.0  # grey levels that are left over where nothing has changed, at the most; a digit leaves 20 and more
PER_NOISE = 5.0
PER_SHIFT = 6.0  # more is left when the camera has shaken
SLIGHT = 2.0  # times that limit
STILL = 8.0  # the same from frame to frame
MOVING = 12.0  # pixels of the working picture a frame from which a picture is not read, sharp as it may look
DRIFT = 0.9  # pixels of the working picture by which a view may be off before it is followed
STIRS = 0.2  # pixels of a step from which the view is taken to have moved
LEAST = 3  # places that must look as before to tell that the view is the same
MOST_BY_HAND = 0.2  # part of the view that a hand changes, at the most
MOST_COVERED, REST = 0.45, 0.02  # parts of the view that hands may cover, and that may differ beside them, likewise
SOME = 3  # spaces that tell
STEADY = 20  # frames after which a space is known, pawn or not: when the view was set a hand may have been over it
CERTAIN = 0.5  # part of the tracked points that is believed whatever the places look like
NEAR = 4  # pixels of the small picture around a hand that its shadow falls on
CALM = 0.04  # part of a frame that may differ from the one before
TREMBLES = 2  # pixels of the small picture by which a calm hand moves it from frame to frame
PLAIN = 4.0  # contrast below which a picture shows nothing


class WatchedFrame:
    """A frame in the sizes that watching needs, made once."""

    def __init__(self, pixels_bgr: Pixels) -> None:
        self.pixels_bgr = pixels_bgr
        height, width = pixels_bgr.shape[:2]
        self.size = (int(width), int(height))
        self.shrink = max(1, round(max(height, width) / WORK_SIDE))
        work = _reduced(pixels_bgr, self.shrink)
        self.work: Pixels = cv2.GaussianBlur(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), (3, 3), 0)
        self.again = max(1, round(max(self.work.shape) / SMALL_SIDE))
        self.small: Pixels = _reduced(work, self.again)  # in colour

    @cached_property
    def picture(self) -> Picture:
        """The frame as the reader wants it."""
        return Picture(self.pixels_bgr)

    @cached_property
    def sharpness(self) -> float:
        """How steep the edges are, against the contrast of the frame."""
        steep = float(np.abs(cv2.Laplacian(self.work, cv2.CV_16S)).mean())
        return steep / max(float(self.small.std()), 1.0)

    def is_plain(self) -> bool:
        """Whether it shows nothing at all, as in the dark."""
        return float(self.small.std()) < PLAIN

    def is_calm_after(self, before: WatchedFrame) -> bool:
        """Whether two frames show about the same, though a hand may tremble that holds the camera."""
        one, two = before.small.astype(np.float32), self.small.astype(np.float32)
        one *= float(two.mean()) / max(float(one.mean()), 1.0)
        square = np.ones((2 * TREMBLES + 1, 2 * TREMBLES + 1), np.uint8)
        low, high = (change(one, square) for change in (cv2.erode, cv2.dilate))
        off = cv2.blur(np.maximum(np.maximum(low - two, two - high), 0), (3, 3))
        return float((largest(off) > 12 + 0.08 * largest(two)).mean()) < CALM


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame shows of a view, one entry for each place."""

    stir: Stir
    looks: Floats
    changed: Flags
    slight: Flags  # changed, but hardly more than noise and light may do
    still: Flags
    covered: Flags
    lain: Flags  # something rests there that may be a hand, over what was clearly seen before
    speed: float  # pixels of the working picture since the frame before

    def is_alone(self, number: int) -> bool:
        """Whether all other spaces below what rests there look as they are known, and there are some.

        Then no hand rests there: one was there when the view was set, and what it hid looks new.
        """
        others = self.lain.copy()
        others[number] = False
        return int(others.sum()) >= SOME and not (self.changed & others).any()

    @property
    def unrest(self) -> float:
        """The part of what covers spaces that moves."""
        return float(self.stir.moving[self.stir.cover > 0].mean()) if self.stir.cover.any() else 0.0


class View:
    """Boards and loose cards where they lie in the newest frame."""

    def __init__(self, frame: WatchedFrame, boards: Sequence[FoundBoard], loose: Sequence[Detection]) -> None:
        self.size = frame.size
        self.shrink = frame.shrink
        self.boards = list(boards)
        self.loose = list(loose)
        self.places: list[Place] = []
        self._board_of: list[int] = []
        self._tracker = ViewTracker(frame.work)
        for number, board in enumerate(self.boards):
            for slot in board.model.slots:
                if _inside(transform(board.to_picture, slot.quad), frame.size):
                    self.places.append((board.model.id, slot.id))
                    self._board_of.append(number)
        self._small = 1 / (frame.shrink * frame.again)
        self._grid = PatchGrid([quad / frame.shrink for quad in self._quads()])
        self._references = References(self._grid.cut(frame.work), self._grid.steps)
        small = [quad * self._small for quad in self._quads()]
        areas = [abs(quad_area(quad)) for quad in small]
        self.card_area = float(np.median(areas)) if areas else 0.004 * frame.small.shape[0] * frame.small.shape[1]
        self._backdrop = Backdrop(frame.small, small[: len(self.places)], self.card_area)
        self._before: Floats | None = None  # how the places looked in the frame before
        self.is_lost = False
        self.is_vague = False  # it made a leap, and few places look as before: boards may lie elsewhere
        self._noise = 1.0
        self._patience: Floats = np.ones(len(self._grid), np.float32)
        self._known: Flags = np.zeros(len(self.places), bool)  # spaces that were clearly seen with nothing over them
        self._recalled = self._known.copy()  # whose look is known from an earlier view
        self._steady: NDArray[np.intp] = np.zeros(len(self.places), np.intp)  # frames that they have looked the same
        self._set_zones(frame)

    def _quads(self) -> list[Matrix]:
        """All places in the picture: spaces first, then loose cards."""
        slots = {(board.model.id, slot.id): (board, slot) for board in self.boards for slot in board.model.slots}
        spaces = [transform(slots[place][0].to_picture, slots[place][1].quad) for place in self.places]
        return [*spaces, *(np.array(card.quad) for card in self.loose)]

    @property
    def travel(self) -> float:
        """How far the view has moved since it was set, in shares of its width."""
        width = self.size[0] / self.shrink
        corners = np.array([[0, 0], [width, 0], [0, width]])
        return float(np.linalg.norm(transform(self._tracker.to_now, corners) - corners, axis=1).max()) / width

    def board(self, name: str) -> FoundBoard:
        """The board of this name."""
        return next(board for board in self.boards if board.model.id == name)

    def shows(self, board: FoundBoard) -> bool:
        """Whether a space of the board is in view."""
        return any(_inside(transform(board.to_picture, slot.quad), self.size) for slot in board.model.slots)

    def shows_card(self, card: Detection) -> bool:
        """Whether a card is in view."""
        return _inside(np.array(card.quad), self.size)

    def of_board(self, number: int) -> Flags:
        """Which places are spaces of a board."""
        owners = np.full(len(self._grid), -1)
        owners[: len(self._board_of)] = self._board_of
        result: Flags = owners == number
        return result

    def expect(self, number: int, look: Floats) -> None:
        """A place is known to have looked so before."""
        self._references.renew(number, look, self._grid.steps[number])

    def recall(self, number: int, look: Floats) -> None:
        """A space is known to have looked so in an earlier view."""
        self.expect(number, look)
        self._recalled[number] = True

    def remember(self, before: View) -> None:
        """The quiet table is that of an earlier view of the same boards: below a hand that may still be there."""
        old = {board.model.id: board.quad for board in before.boards}
        shared = [(old[board.model.id], board.quad) for board in self.boards if board.model.id in old]
        if shared and before.size == self.size:
            # One of them may have been pushed: it looks as before where it lies now.
            were, are = (np.concatenate(quads) for quads in zip(*shared, strict=True))
            matrix, _ = cv2.findHomography(were, are, cv2.RANSAC)
            if matrix is not None:
                boards = [
                    (_scaled(cv2.findHomography(*quads)[0], self._small), quads[1] * self._small) for quads in shared
                ]
                self._backdrop.remember(before._backdrop, _scaled(matrix, self._small), boards)

    def set_loose(self, frame: WatchedFrame, loose: Sequence[Detection]) -> None:
        """Other loose cards lie there from now on."""
        first = len(self.places)
        self.loose = list(loose)
        self._grid = PatchGrid([quad / frame.shrink for quad in self._quads()])
        self._references.replace_from(first, self._grid.cut(frame.work)[first:], self._grid.steps[first:])
        self._patience = np.concatenate([self._patience[:first], np.ones(len(self.loose), np.float32)])
        self._before = None
        self._set_zones(frame)

    def accept(self, number: int, sight: Sight, same: bool, clear: bool) -> None:
        """What a place shows now is known from now on; one that was read for nothing is watched less closely."""
        self.expect(number, sight.looks[number])
        self._known[number] |= clear and not self._touched(sight.stir.lying)[number]
        self._recalled[number] = False
        self._patience[number] = min(4.0, 1.4 * self._patience[number]) if same else 1.0
        zone = self._zone(number, sight)
        zone[sight.stir.cover > 0] = 0
        self._backdrop.absorb(sight.stir, zone)

    def uncover(self, sight: Sight, hidden: Sequence[int], clear: Sequence[int], alone: bool) -> None:
        """Of the hidden places these can be read: nothing lies over them, unless the same thing hides others.

        `alone`: it has rested so long that each place counts for itself.
        """
        wide = cv2.dilate(sight.stir.cover, np.ones((2 * NEAR + 1, 2 * NEAR + 1), np.uint8))
        things = cv2.connectedComponents(wide)[1]
        over = {number: set(things[self._zone(number, sight) > 0].tolist()) - {0} for number in hidden}
        hands = {thing for number in hidden if number not in clear for thing in over[number]}
        for number in clear:
            if alone or not over[number] & hands:
                self._backdrop.absorb(sight.stir, self._zone(number, sight), rests=True)

    def _zone(self, number: int, sight: Sight) -> Mask:
        """A place and its surroundings in the small picture."""
        zone: Mask = np.zeros(sight.stir.cover.shape, np.uint8)
        x, y = self._zones[number].T
        zone[max(y.min() - NEAR, 0) : y.max() + NEAR + 1, max(x.min() - NEAR, 0) : x.max() + NEAR + 1] = 1
        return zone

    def absorb(self, sight: Sight, rests: Mask) -> None:
        """What has come to rest belongs to the table."""
        self._backdrop.absorb(sight.stir, rests, rests=True)

    def follow_light(self, sight: Sight) -> None:
        """Take over slow changes of light."""
        self._backdrop.follow(sight.stir)

    def beside_boards(self, mask: Mask) -> float:
        """How much of a mask lies beside the boards, in cards."""
        return float(np.count_nonzero(mask[self._outside])) / self.card_area

    def of_rim(self, number: int, mask: Mask) -> float:
        """The part of a board, beside its spaces, that a mask covers."""
        rim = self._rims[number]
        return float(np.count_nonzero(mask[rim])) / max(int(np.count_nonzero(rim)), 1)

    def see(self, frame: WatchedFrame, calm: bool = True) -> Sight | None:
        """Compare a frame with what is known, following the view when it has moved.

        None when nothing can be told: it is dark, or (`is_lost`) this is not the view that was known. `calm`: the frame
        shows the same as the one before.
        """
        stir = self._backdrop.see(frame.small)
        if stir is None:
            self._before = None
            return None
        looks = self._grid.cut(frame.work)
        difference = self._references.compare(looks)
        same = self._same(difference)
        speed = 0.0
        has_moved, under_hands = self._has_moved(stir, difference, same)
        if has_moved or under_hands:
            # A view that is lost is costly to follow, and in vain as long as it moves.
            # Where most of the view differs, a few places look as before by chance only.
            agreeing = int(same.sum()) if stir.share < MOST_COVERED or same.mean() >= 0.5 else 0
            again = calm or not self.is_lost or agreeing >= LEAST
            agreeing = agreeing if has_moved else max(agreeing, LEAST)
            moved = self._follow(frame, agreeing, DRIFT if under_hands else STIRS) if again else None
            if moved is None:
                self._before = None
                self.is_lost = True
                return None
            speed, grid = moved
            if grid is not None:
                looks = self._grid.cut(frame.work)
                difference = self._references.compare(looks)
                same = self._same(difference)
                stir = self._backdrop.see(frame.small) or stir
        self.is_lost = False
        if same.any():  # noise is learnt from what has not changed
            self._noise += 0.2 * (float(np.median(difference.noise[same])) - self._noise)
        still = same.copy()
        for number in np.flatnonzero(~same):
            still[number] = self._before is not None and _is_still(self._before[number], looks[number], self._noise)
        self._before = looks
        slight = ~same & self._same(difference, SLIGHT)
        covered, lain = self._covered(stir.cover), self._touched(stir.lying)
        spaces = slice(len(self.places))
        bare = (same & ~covered & ~lain)[spaces]
        self._steady = np.where(bare, self._steady + 1, 0)
        self._known |= (self._recalled & bare) | (self._steady >= STEADY)
        lain[spaces] &= self._known
        return Sight(stir, looks, ~same, slight, still, covered, lain, speed)

    def _same(self, difference: Difference, slack: float = 1.0) -> Flags:
        far = np.linalg.norm(difference.shift, axis=1)
        limit = (CHANGED + PER_NOISE * self._noise + PER_SHIFT * np.minimum(far, 1.0)) * self._patience
        result: Flags = difference.rest < slack * limit
        return result

    def _has_moved(self, stir: Stir, difference: Difference, same: Flags) -> tuple[bool, bool]:
        """Whether the view has moved, and whether hands hide so much that it may have moved behind them."""
        if len(same) < LEAST:
            return stir.share > 0.12, False
        few = int(same.sum()) < LEAST or same.mean() < 0.5 or stir.share > 0.3
        # A camera that moves changes more than a hand does, and leaves no two places as they are.
        stands = int(same.sum()) >= 2 and stir.share < MOST_BY_HAND
        if few and not stands and not _is_covered(stir):
            return True, False
        shift = float(np.linalg.norm(np.median(difference.shift[same], axis=0))) if same.any() else 0.0
        return shift > DRIFT, few

    def _follow(self, frame: WatchedFrame, agreeing: int, least: float) -> tuple[float, PatchGrid | None] | None:
        """Follow the view: how fast it moves, and its new grid when it has moved by so many pixels at `least`."""
        matrix = self._tracker.follow(frame.work)
        if matrix is None:
            return None if agreeing < LEAST else (0.0, None)
        step = matrix @ np.linalg.inv(self._tracker.to_now)
        width, height = frame.work.shape[1], frame.work.shape[0]
        marks = np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]) * (width, height)
        speed = float(np.linalg.norm(transform(step, marks) - marks, axis=1).max())
        if speed < least:
            return speed, None
        whole = _scaled(step, frame.shrink)
        former = self.boards, self.loose, self._grid
        self.boards = [replace(board, to_picture=whole @ board.to_picture) for board in self.boards]
        self.loose = [moved(card, whole) for card in self.loose]
        self._grid = PatchGrid([quad / frame.shrink for quad in self._quads()])
        same = self._same(self._references.compare(self._grid.cut(frame.work)))
        # Most points know better than places: a phone that comes back finds them changed, or in another light.
        fits = len(same) >= LEAST and int(same.sum()) >= max(LEAST, agreeing)
        if not fits and self._tracker.agreement < CERTAIN:
            self.boards, self.loose, self._grid = former
            # Places that fit neither here nor there: the view is lost, unless enough of them stay where they are.
            return None if agreeing < LEAST else (0.0, None)
        self.is_vague |= speed > MOVING and same.mean() < 0.5 and self._tracker.agreement < CERTAIN
        self._tracker.to_now = matrix
        spaces = [quad * self._small for quad in self._quads()[: len(self.places)]]
        self._backdrop.shift(_scaled(step, 1 / frame.again), frame.small, spaces)
        self._set_zones(frame)
        return speed, self._grid

    def _covered(self, cover: Mask) -> Flags:
        if not cover.any() or not len(self._zones):
            return np.zeros(len(self._grid), bool)
        wide: Mask = cv2.dilate(cover, np.ones((2 * NEAR + 1, 2 * NEAR + 1), np.uint8)).astype(np.uint8)
        return self._touched(wide)

    def _touched(self, mask: Mask) -> Flags:
        """The places on which more than a trace of a mask lies."""
        if not mask.any() or not len(self._zones):
            return np.zeros(len(self._grid), bool)
        result: Flags = mask[self._zones[..., 1], self._zones[..., 0]].mean(axis=1) > 0.04
        return result

    def _set_zones(self, frame: WatchedFrame) -> None:
        """Points of the small picture on and around each place, and where boards are."""
        rows, columns = frame.small.shape[:2]
        u, v = np.meshgrid(np.linspace(-0.1, 1.1, 8), np.linspace(-0.1, 1.1, 10))
        zones = []
        for quad in self._quads():
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            zones.append((quad[0] + u.reshape(-1, 1) * across + v.reshape(-1, 1) * down) * self._small)
        flat = np.array(zones).reshape(len(zones), u.size, 2)
        self._zones = np.clip(np.round(flat), 0, (columns - 1, rows - 1)).astype(np.intp)
        self._outside: Flags = np.ones((rows, columns), bool)
        self._rims: list[Flags] = []
        for board in self.boards:
            rim: Mask = np.zeros((rows, columns), np.uint8)
            cv2.fillConvexPoly(rim, np.round(board.quad * self._small).astype(np.int32), (1,))
            self._outside &= rim == 0
            for slot in board.model.slots:
                quad = transform(board.to_picture, slot.quad) * self._small
                cv2.fillConvexPoly(rim, np.round(quad).astype(np.int32), (0,))
            self._rims.append(rim > 0)


def _is_covered(stir: Stir) -> bool:
    """Whether all that differs is covered by hands: the view itself has not moved."""
    covered = float((stir.cover > 0).mean())
    beside = float(((stir.changed > 0) & (stir.cover == 0)).mean())
    return 0 < covered < MOST_COVERED and beside < REST * (1 - covered)


def _reduced(pixels: Pixels, by: int) -> Pixels:
    if by == 1:
        return pixels
    size = (max(1, pixels.shape[1] // by), max(1, pixels.shape[0] // by))
    result: Pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return result


def _scaled(matrix: Matrix, factor: float) -> Matrix:
    """A map of a picture for the same picture so many times larger."""
    result: Matrix = np.diag([factor, factor, 1.0]) @ matrix @ np.diag([1 / factor, 1 / factor, 1.0])
    return result


def _inside(quad: Matrix, size: tuple[int, int]) -> bool:
    slack = 0.02 * max(size)
    return bool(np.all(quad > -slack) and np.all(quad < np.array(size) + slack))


def _is_still(before: Floats, after: Floats, noise: float) -> bool:
    """Whether a place shows the same as in the frame before, allowing for light and for a shift of a pixel."""
    light = float(np.clip(float(after.mean()) / max(float(before.mean()), 1.0), 0.7, 1.4))
    square = np.ones((3, 3), np.uint8)
    low, high = (change(before * np.float32(light), square) for change in (cv2.erode, cv2.dilate))
    off = cv2.blur(np.maximum(np.maximum(low - after, after - high), 0), (3, 3))
    return float(off.max()) < STILL + PER_NOISE * noise
