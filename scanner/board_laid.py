"""A board laid exactly over a picture, and whether it can really be there.

Blocks of faint or regular print are found by chance as well, on a checked cloth or on cards. But a board is flat and
seen in perspective, and what is printed on it beside the spaces looks alike in one light.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.align import align
from scanner.board_model import LOOKS, SMALL_BLUR, SMALL_SLOT, BoardModel, FoundBoard, beside_spaces
from scanner.geometry import Floats, Matrix, brightness, is_convex, quad_area, quad_sides, transform
from scanner.light import Light, light_on, unlike
from scanner.parallel import each
from scanner.picture import Picture

NO_SHARE = 0.12  # at the first look; even from afar more of it would be seen
MIN_SHARE = 0.25  # of its print beside the spaces that must be seen, the mean of both looks; chance has 0.13
FURTHEST, NEAREST = 9, 3  # pixels of a drawn board by which its print is sought off its place at most
AGAIN, MORE = 2, 0.02  # times that it is laid from where it was laid, and by how much it must be seen better there
SURE_SHARE = 0.55  # the same of a board that needs no other witness; by chance faint print had 0.4
LENSES = (1.0, 0.8, 1.4, 0.6, 2.2, 0.7, 4.0)  # focal lengths, in longer sides of a picture, the usual ones first
BENT = 0.11  # widths of a space by which corners may be off what a camera sees; boards laid rightly had 0.08
STRAIGHT = 0.03  # the same of one for which no better lens is sought
SLANTED = 1.9  # times as long as wide that a square may look; at 45 degrees it is 1.4 in the middle of a picture
IN_VIEW = 0.25  # part of a board
OTHERWISE = 0.4  # part of it beside the spaces that may look otherwise
LIKE = ((0.04, 0.08), (0.2, 0.4))  # correlation of its print beside the spaces, for corners that are so far off
LESS_ALIKE = 0.5  # of the likeness of the board that looks most like its print
EVERY = 2  # pixels of a board's small picture, which is blurred, between those that are looked at
SOME = np.s_[::EVERY, ::EVERY]
NO_BEND = np.zeros(4)  # of a lens
AROUND = 1.0  # widths of a space beyond which what is seen there is light


def verified(
    model: BoardModel, matrix: Matrix, picture: Picture, stiffness: float = 1.0, least: float = MIN_SHARE
) -> FoundBoard | None:
    """The board laid exactly over the picture, if the picture looks like it there."""
    exact, share = _laid(model, matrix, picture, stiffness, FURTHEST)
    if NO_SHARE < share < SURE_SHARE:
        # Its frame may be taken for its own edge, or for the edges of cards, which are seen more clearly.
        nearby = _laid(model, matrix, picture, stiffness, NEAREST)
        exact, share = max((exact, share), nearby, key=lambda one: one[1])
    for _ in range(AGAIN):
        if not MIN_SHARE < share < SURE_SHARE:
            break
        # Of a long board only the end may be seen in place at first, and the rest of it too far off.
        further = _laid(model, exact, picture, stiffness, FURTHEST)
        if further[1] < share + MORE:
            break
        exact, share = further
    board = FoundBoard(model, exact, share)
    if share < least or not is_sane(model, exact) or not is_seen_so(board, picture.size):
        return None
    # Where cards tell of it, its print need not.
    is_told = share >= SURE_SHARE or least < MIN_SHARE
    return board if is_told or looks_like_it(board, picture) else None


def _laid(model: BoardModel, matrix: Matrix, picture: Picture, stiffness: float, furthest: int) -> tuple[Matrix, float]:
    """A board laid exactly, its print sought so far off at most; and the share of it that is seen there."""
    size = model.corners[2]
    board_map = matrix @ np.diag([size[0], size[1], 1.0])
    shares = []
    for blocks, (_, _, _, reach) in zip(model.blocks, LOOKS, strict=True):
        board_map, seen = align(picture.grey, blocks, board_map, min(reach, furthest), stiffness)
        if seen < NO_SHARE:
            return matrix, 0.0
        shares.append(seen)
    # Noise and blur take the fine print, a hand or glare takes some of both: either look alone would lose boards.
    return board_map @ np.diag([1 / size[0], 1 / size[1], 1.0]), sum(shares) / len(shares)


def is_sane(model: BoardModel, matrix: Matrix) -> bool:
    """Whether a board can look like this: convex, not mirrored, not tiny, not seen from its edge."""
    quad = transform(matrix, model.corners)
    if not np.all(np.isfinite(quad)) or not is_convex(quad):
        return False
    area = quad_area(quad)
    width, height = quad_sides(quad)
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    if area < 60 * 60 or edges.min() * 4 < edges.max() * min(1.0, _flatness(model)):
        return False
    shape = (width / height) / (model.corners[1, 0] / model.corners[3, 1])
    return bool(0.4 < shape < 2.5)


def _flatness(model: BoardModel) -> float:
    sides = model.corners[2]
    return float(min(sides) / max(sides))


def is_seen_so(board: FoundBoard, size: tuple[int, int]) -> bool:
    """Whether some camera sees a flat board like this, not from its edge, and most of it is in its picture."""
    return _slant(board) < SLANTED and in_view(board, size) > IN_VIEW and bend(board, size) < BENT


def _slant(board: FoundBoard) -> float:
    """How many times as long as wide a square in the middle of a board looks, whichever way it is turned."""
    x, y = board.model.corners.mean(axis=0)
    across, down, depth = board.to_picture @ (x, y, 1.0)
    there = np.array([across, down]) / depth
    local = (board.to_picture[:2, :2] - np.outer(there, board.to_picture[2, :2])) / depth
    longest, shortest = np.linalg.svd(local, compute_uv=False)
    return float(longest / max(shortest, 1e-9))


def in_view(board: FoundBoard, size: tuple[int, int]) -> float:
    """The part of a board that is in the picture."""
    width, height = size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    quad = board.quad.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(quad, frame)
    return float(shared) / max(float(cv2.contourArea(quad)), 1.0)


def bend(board: FoundBoard, size: tuple[int, int]) -> float:
    """How far its corners are from where a camera with some usual lens would see them, in widths of a space."""
    model, quad = board.model, board.quad
    own = model.corners / model.slot_width
    flat = np.column_stack([own - own.mean(axis=0), np.zeros(4)])
    unit = float(np.sqrt(quad_area(quad) / (model.area / model.slot_width**2)))
    least = np.inf
    for lens in LENSES:
        if least < STRAIGHT:
            break
        far = lens * max(size)
        camera = np.array([[far, 0, size[0] / 2], [0, far, size[1] / 2], [0, 0, 1.0]])
        _, turns, moves, _ = cv2.solvePnPGeneric(flat, quad.reshape(-1, 1, 2), camera, NO_BEND, flags=cv2.SOLVEPNP_IPPE)
        for turn, move in zip(turns, moves, strict=True):
            seen = cv2.projectPoints(flat, turn, move, camera, NO_BEND)[0].reshape(-1, 2)
            least = min(least, float(np.linalg.norm(seen - quad, axis=1).max()) / unit)
    return least


def looks_like_it(board: FoundBoard, picture: Picture) -> bool:
    """Whether what is seen beside the spaces looks like the print of the board."""
    return max(_likenesses(board, picture)) > float(np.interp(bend(board, picture.size), *LIKE))


def likeness(board: FoundBoard, picture: Picture) -> float:
    """How much what is seen beside the spaces looks like the print of the board; 1 is altogether."""
    return sum(_likenesses(board, picture)) / 2


def clearest_first(boards: Sequence[FoundBoard], picture: Picture) -> list[FoundBoard]:
    """Boards that may lie in the same places, those first that are seen most clearly and look most like their print.

    Boards may have one frame: of that as much is in place where another one of them lies, or even more.
    """
    clear = each(lambda board: board.share + likeness(board, picture), boards)
    return [boards[number] for number in np.argsort(-np.array(clear), kind="stable")]


def as_alike(boards: Sequence[FoundBoard], others: Sequence[FoundBoard], picture: Picture) -> list[FoundBoard]:
    """Those of these boards that look about as much like their print as the one of them or the others that does most.

    All of them are seen in one light: one that looks much less like itself is another one with the same frame.
    """
    alike = each(lambda board: likeness(board, picture), [*boards, *others])
    return [board for board, own in zip(boards, alike, strict=False) if own > LESS_ALIKE * max(alike)]


def _likenesses(board: FoundBoard, picture: Picture) -> tuple[float, float]:
    """The same by its colours and by its shape."""
    model = board.model
    seen, light = seen_on(picture, board)
    there = _shown(board, picture.size)
    if not there.any() or float(unlike(seen, model.small, light)[SOME][there].mean()) > OTHERWISE:
        return 0.0, 0.0
    by_colour = _alike(light.off(seen)[SOME][there], model.small[SOME][there])
    return by_colour, _alike(_shape(seen)[SOME][there], _shape(model.small)[SOME][there])


def seen_on(picture: Picture, board: FoundBoard) -> tuple[Floats, Light]:
    """A board as it is seen, as small as its own small picture, and the light in which that looks so."""
    model = board.model
    size = (model.small.shape[1], model.small.shape[0])
    scale = SMALL_SLOT / model.slot_width
    seen: Floats = picture.colour.warp(board.to_picture @ np.diag([1 / scale, 1 / scale, 1.0]), size)
    seen = cv2.GaussianBlur(seen, (0, 0), SMALL_BLUR).astype(np.float32)
    return seen, light_on(seen, model.small, beside_spaces(model.slots, scale, size) > 0, mixes=True)


def _shown(board: FoundBoard, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which of SOME pixels of a board's small picture are beside its spaces and in the picture."""
    model = board.model
    rows, columns = model.small.shape[:2]
    scale = SMALL_SLOT / model.slot_width
    there: NDArray[np.bool_] = beside_spaces(model.slots, scale, (columns, rows))[SOME] > 0
    y, x = np.mgrid[0:rows:EVERY, 0:columns:EVERY]
    places = transform(board.to_picture, (np.stack([x, y], axis=-1) + 0.5).reshape(-1, 2) / scale)
    return there & ((places > 0) & (places < size)).all(axis=1).reshape(there.shape)


def _shape(values: Floats) -> Floats:
    """A picture without colours and without slow changes of light."""
    grey: Floats = brightness(values)
    window = round(AROUND * SMALL_SLOT) | 1
    return grey - cv2.blur(grey, (window, window))


def _alike(seen: Floats, known: Floats) -> float:
    """The correlation of pixels."""
    one, two = (values - values.mean(axis=0) for values in (seen, known))
    return float((one * two).sum() / np.sqrt(max(float((one * one).sum() * (two * two).sum()), 1e-6)))
