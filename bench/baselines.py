"""What peers do, for comparison: contours with a perceptual hash, and plain feature matching.

Both are written as their authors would: the usual steps with the usual numbers, on the same packs and pictures. Their
confidence is what such programs have (bits that agree, matches that agree) and nobody has calibrated it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from card_db.pack import BoardLayout, CardPack
from scanner.geometry import Matrix, Pixels, is_convex, quad_area, quad_map, quad_sides, transform
from scanner.images import decode_image
from scanner.judge import overlap
from scanner.reading import BoardSeen, Detection, SlotReading, SlotState, TableReading, as_quad

HASH_SIDE = 16  # bits each way
MOST_DISTANCE = 0.34  # of the bits; more is no card of the pack
MOST_OUTLINES = 400
ASPECT_SLACK = 0.35

PICTURE_FEATURES = 3000
CARD_FEATURES = 150
BOARD_FEATURES = 800
CARD_WIDTH = 180  # pixels at which references are described
BOARD_SIDE = 900
RATIO = 0.8
LEAST_INLIERS = 9
MOST_COPIES = 3  # of one design in one picture


class HashBaseline:
    """Quads from contours, flattened, hashed by their discrete cosine transform, nearest reference by Hamming."""

    def __init__(self, pack: CardPack) -> None:
        self.aspect = pack.card_size_mm[1] / pack.card_size_mm[0]
        items = (*pack.cards, *pack.backs)
        pictures = [decode_image(item.data, item.name).pixels_bgr for item in items]
        self.ids = [item.id for item in items]
        self.hashes = np.stack([perceptual_hash(picture) for picture in pictures])

    def read(self, pixels_bgr: Pixels) -> TableReading:
        """Every quad of a card's shape whose hash is near enough to a reference; the nearest where quads overlap."""
        found = []
        for quad in find_quads(pixels_bgr, self.aspect):
            for turned in (quad, np.roll(quad, 2, axis=0)):
                distances = np.mean(self.hashes != perceptual_hash(flatten(pixels_bgr, turned, self.aspect)), axis=1)
                best = int(distances.argmin())
                found.append((float(distances[best]), self.ids[best], turned))
        cards: list[Detection] = []
        for distance, name, quad in sorted(found, key=lambda item: item[0]):
            if distance <= MOST_DISTANCE and all(overlap(as_quad(quad), card.quad) < 0.2 for card in cards):
                cards.append(Detection(name, as_quad(quad), 1 - distance))
        height, width = pixels_bgr.shape[:2]
        return TableReading((width, height), tuple(cards), (), ())


def perceptual_hash(pixels_bgr: Pixels) -> NDArray[np.bool_]:
    """The signs of the low frequencies around their median."""
    side = HASH_SIDE * 4
    small = cv2.resize(cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2GRAY), (side, side), interpolation=cv2.INTER_AREA)
    low = np.asarray(cv2.dct(small.astype(np.float32)), np.float32)[:HASH_SIDE, :HASH_SIDE].ravel()
    bits: NDArray[np.bool_] = low > np.median(low)
    return bits


def find_quads(pixels_bgr: Pixels, aspect: float) -> Iterator[Matrix]:
    """Outlines with four corners and about a card's shape, the card's own short side first."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    edges = cv2.dilate(cv2.Canny(grey, 40, 120), np.ones((3, 3), np.uint8))
    threshold = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 51, 5)
    contours: list[Any] = []
    for picture in (edges, threshold, cv2.bitwise_not(threshold)):
        contours += cv2.findContours(picture, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    least = 0.0007 * grey.size
    large = [contour for contour in contours if cv2.contourArea(contour) > least]
    for contour in sorted(large, key=cv2.contourArea, reverse=True)[:MOST_OUTLINES]:
        corners = cv2.approxPolyDP(contour, 0.04 * cv2.arcLength(contour, True), True)
        if len(corners) != 4 or not cv2.isContourConvex(corners):
            continue
        quad = corners.reshape(4, 2).astype(np.float64)
        if quad_area(quad) < 0:
            quad = quad[::-1]
        wide, high = quad_sides(quad)
        if (wide > high) == (aspect > 1):
            quad, wide, high = np.roll(quad, 1, axis=0), high, wide
        if abs(high / max(wide, 1.0) / aspect - 1) < ASPECT_SLACK and quad_area(quad) < 0.5 * grey.size:
            yield quad


def flatten(pixels_bgr: Pixels, quad: Matrix, aspect: float) -> Pixels:
    """The card under a quad, seen from straight above."""
    width = 120
    height = round(width * aspect)
    flat: Pixels = cv2.warpPerspective(
        pixels_bgr, quad_map(quad, [(0, 0), (width, 0), (width, height), (0, height)]), (width, height)
    )
    return flat


@dataclass(frozen=True, slots=True)
class Reference:
    """The features of one card, back or board; `corners` and points are pixels of its file."""

    id: str
    points: NDArray[np.float32]
    descriptors: NDArray[np.float32]
    corners: Matrix
    board: BoardLayout | None = None
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A reference found in the picture."""

    reference: Reference
    matrix: Matrix  # from the reference's pixels to the picture's
    inliers: int

    @property
    def quad(self) -> Matrix:
        """Where it lies."""
        return transform(self.matrix, self.reference.corners)


class FeatureBaseline:
    """SIFT of every reference, ratio test, homography by RANSAC; the design with most inliers takes the place."""

    def __init__(self, pack: CardPack) -> None:
        self.cards = [
            self._describe(item.id, decode_image(item.data, item.name).pixels_bgr, is_back=back)
            for items, back in ((pack.cards, False), (pack.backs, True))
            for item in items
        ]
        self.boards = [
            self._describe(board.id, decode_image(board.image.data, board.image.name).pixels_bgr, board)
            for board in pack.boards
        ]

    def _describe(
        self, name: str, pixels_bgr: Pixels, board: BoardLayout | None = None, is_back: bool = False
    ) -> Reference:
        height, width = pixels_bgr.shape[:2]
        scale = min(1.0, BOARD_SIDE / max(width, height) if board else CARD_WIDTH / min(width, height))
        small = cv2.resize(pixels_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        points, descriptors = _features(small, BOARD_FEATURES if board else CARD_FEATURES)
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
        return Reference(name, points / np.float32(scale), descriptors, corners, board, is_back)

    def read(self, pixels_bgr: Pixels) -> TableReading:
        """Boards and cards by their features; a space with a card in its middle holds it, the others are empty."""
        cv2.setRNGSeed(0)  # RANSAC draws by chance
        height, width = pixels_bgr.shape[:2]
        points, descriptors = _features(pixels_bgr, PICTURE_FEATURES)
        boards = [board for board in (self._find(ref, points, descriptors) for ref in self.boards) if board]
        candidates = []
        for reference in self.cards:
            left = np.ones(len(points), bool)
            for _ in range(MOST_COPIES):
                found = self._find(reference, points[left], descriptors[left])
                if found is None:
                    break
                candidates.append(found)
                left &= ~_inside(found.quad, points)
        cards: list[Detection] = []
        backs = set()
        for found in sorted(candidates, key=lambda item: -item.inliers):
            quad = as_quad(found.quad)
            if all(overlap(quad, card.quad) < 0.3 for card in cards):
                cards.append(Detection(found.reference.id, quad, min(1.0, found.inliers / 30)))
                backs |= {found.reference.id} if found.reference.is_back else set()
        slots = [slot for board in boards for slot in _slots(board, cards, backs)]
        seen = tuple(BoardSeen(board.reference.id, as_quad(board.quad)) for board in boards)
        return TableReading((width, height), tuple(cards), seen, tuple(slots))

    def _find(
        self, reference: Reference, points: NDArray[np.float32], descriptors: NDArray[np.float32]
    ) -> Found | None:
        if len(reference.points) < LEAST_INLIERS or len(points) < LEAST_INLIERS:
            return None
        good, nearest = _ratio_test(reference.descriptors, descriptors)
        if len(good) < LEAST_INLIERS:
            return None
        matrix, mask = cv2.findHomography(reference.points[good], points[nearest], cv2.RANSAC, 4.0, maxIters=1000)
        if matrix is None or int(mask.sum()) < LEAST_INLIERS:
            return None
        found = Found(reference, np.asarray(matrix), int(mask.sum()))
        quad = found.quad
        shown = quad_area(quad) / quad_area(reference.corners)
        sane = np.all(np.isfinite(quad)) and is_convex(quad) and 0.002 < shown < 30
        return found if sane else None


def _features(pixels_bgr: Pixels, most: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    grey = cv2.cvtColor(pixels_bgr, cv2.COLOR_BGR2GRAY)
    points, found = cv2.SIFT.create(nfeatures=most).detectAndCompute(grey, np.full(grey.shape, 255, np.uint8))
    descriptors = np.zeros((0, 128), np.float32) if not points else np.asarray(found, np.float32)
    lengths = np.linalg.norm(descriptors, axis=1, keepdims=True)
    return np.array([point.pt for point in points], np.float32).reshape(-1, 2), descriptors / np.maximum(lengths, 1e-6)


def _ratio_test(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which of our features are clearly nearer to one of theirs than to any other, and to which; as one product."""
    alike = ours @ theirs.T
    rows = np.arange(len(ours))
    nearest = alike.argmax(axis=1)
    best = alike[rows, nearest].copy()
    alike[rows, nearest] = -1
    second = alike.max(axis=1)
    good = np.flatnonzero(2 - 2 * best < RATIO**2 * (2 - 2 * second))  # squared distances of unit vectors
    return good, nearest[good]


def _inside(quad: Matrix, points: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which points lie in a convex quad that runs clockwise."""
    sides = np.roll(quad, -1, axis=0) - quad
    away = points[:, None, :] - quad[None]
    inside: NDArray[np.bool_] = np.all(sides[:, 0] * away[..., 1] - sides[:, 1] * away[..., 0] > 0, axis=1)
    return inside


def _slots(found: Found, cards: list[Detection], backs: set[str]) -> Iterator[SlotReading]:
    board = found.reference.board
    if board is None:
        return
    centres = np.array([np.mean(card.quad, axis=0) for card in cards]).reshape(-1, 2)
    for slot in board.slots:
        place = transform(found.matrix, np.array(slot.quad))
        hits = np.flatnonzero(_inside(place, centres.astype(np.float32)))
        card = cards[int(hits[0])] if len(hits) else None
        state: SlotState = "empty" if card is None else "back" if card.id in backs else "card"
        name, confidence = (card.id, card.confidence) if card else (None, 0.5)
        yield SlotReading(found.reference.id, slot.id, state, name, None, confidence)
