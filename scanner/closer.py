"""A closer look at a card that is large in the picture.

Designs that differ in a digit of small print look the same in the small pictures in which cards are usually compared.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.cardface import LOCAL, grey, inner, inset_of, prepare, prepare_all, unit_rows
from scanner.compare import blurred, match_blur
from scanner.geometry import (
    UNIT_QUAD,
    Floats,
    Indices,
    Matrix,
    Pixels,
    brightness,
    largest,
    quad_sides,
    scale_map,
    transform,
)
from scanner.index import FINE_WIDTH, CardIndex
from scanner.picture import Picture
from scanner.verdict import Designs, FlatCard, Verdict, may_be_one, tell, unsharp

SHARP = 1.0  # pixels by which a card is unsharp, as it is usually compared, at the most: in more blur nothing is left
TOLD = 0.999  # odds of a design that a closer look cannot make surer
UNLIKELY = 1e-3  # odds of a design that it need not try
SOFT = 1.0  # pixels by which both are made unsharp before one is laid on the other
ROUNDS = 2  # of laying it
DIFFERING = 0.3  # of the greatest difference of many designs, where these are compared first
FARTHEST = 4.0  # pixels by which it was laid wrongly at the most


def shortlist(index: CardIndex, picture: Picture, card_map: Matrix, order: Indices, most: int) -> Indices:
    """The best of many designs by what they differ in, the best one first: as a whole they all look alike."""
    width = close_width(index, card_map)
    first = index.fine[order[0]] if width == FINE_WIDTH else prepare(index.close[order[:1]], width)[0]
    seen = laid_on(index, picture, card_map, first)[None]
    drawn = index.close[order]
    if width == FINE_WIDTH:
        seen, drawn = prepare(seen, width), index.fine[order]
    drawn = inner(drawn)
    spread = largest(drawn.max(axis=0) - drawn.min(axis=0))
    where = spread > DIFFERING * spread.max()
    rows = unit_rows(drawn[:, where].reshape(len(order), -1).astype(np.float32))
    fits = rows @ unit_rows(inner(seen)[:, where].reshape(1, -1).astype(np.float32))[0]
    return order[np.argsort(-fits)[:most]]


def tell_closely(
    index: CardIndex, picture: Picture, card_map: Matrix, card: FlatCard, designs: Designs
) -> tuple[Indices, Verdict]:
    """What a card is of these designs, of which those are left that may be it."""
    card, designs = unsharp(index, card, designs)
    verdict = tell(index, card, designs)
    width = close_width(index, card_map)
    is_sharp = card.sigma <= SHARP and card.hidden is None and may_be_one(card, verdict.misfit)
    if verdict.odds.max() > TOLD or width <= card.width or not is_sharp:
        return designs.order, verdict
    order = designs.order[verdict.odds > UNLIKELY]
    likely = Designs(order, *prepare_all(index.close[order], width))
    seen = laid_on(index, picture, card_map, likely.prints[0])
    patch = prepare(seen[None], width)[0]
    fit, sigma = match_blur(patch, likely.prints)
    close, likely = unsharp(index, FlatCard(seen, card.small_bgr, patch, fit, sigma, known=card.known), likely)
    return likely.order, tell(index, close, likely)


def close_width(index: CardIndex, card_map: Matrix) -> int:
    """Pixels in which a card is worth comparing: more than usually if it is seen and known in more detail."""
    known, seen = index.close.shape[2], quad_sides(transform(card_map, UNIT_QUAD))[0]
    return known if min(known, seen) > FINE_WIDTH else FINE_WIDTH


def laid_on(index: CardIndex, picture: Picture, card_map: Matrix, drawn: Floats) -> Pixels:
    """The card as it would look flat, laid exactly on a design that looks like it: small print needs that."""
    width = drawn.shape[1]
    size = index.size(width)
    wanted = _even(brightness(drawn))
    exact = card_map @ np.linalg.inv(scale_map(*size))
    seen = picture.colour.warp(exact, size)
    for _ in range(ROUNDS):
        move = nudge(_even(grey(seen)), wanted)
        if not is_small(move, width):
            break
        exact = exact @ move
        seen = picture.colour.warp(exact, size)
    return seen


def is_small(move: Matrix, width: int) -> bool:
    """Whether a card drawn so wide is hardly moved: further away nothing is known."""
    corners = UNIT_QUAD * width
    return float(np.abs(transform(move, corners) - corners).max()) < FARTHEST


def _even(values: Floats | Pixels) -> Floats:
    """A card without colours and without slow changes of light, of about unit strength."""
    soft = blurred(values.astype(np.float32), SOFT)
    window = round(soft.shape[1] * LOCAL) | 1
    soft = soft - cv2.blur(soft, (window, window), borderType=cv2.BORDER_REFLECT)
    result: Floats = soft / max(float(soft.std()), 1e-3)
    return result


def nudge(seen: Floats, wanted: Floats) -> Matrix:
    """The map of output pixels that lays what is seen on what is wanted, when it is about there already."""
    rows, columns = seen.shape
    left, top = inset_of(columns, rows)
    inside = np.s_[top : rows - top, left : columns - left]
    across = cv2.Sobel(seen, cv2.CV_32F, 1, 0, scale=1 / 8)[inside].ravel()
    down = cv2.Sobel(seen, cv2.CV_32F, 0, 1, scale=1 / 8)[inside].ravel()
    y, x = (one.ravel().astype(np.float32) for one in np.mgrid[top : rows - top, left : columns - left])
    x, y = x / columns - 0.5, y / rows - 0.5
    terms = np.stack([across, across * x, across * y, down, down * x, down * y])
    left_over = (wanted - seen)[inside].ravel()
    dx, dx_x, dx_y, dy, dy_x, dy_y = np.linalg.solve(
        terms @ terms.T + 1e-3 * np.eye(6, dtype=np.float32), terms @ left_over
    )
    # Moved by what grows from the middle of the card.
    to_middle = np.array([[1 / columns, 0, -0.5], [0, 1 / rows, -0.5], [0, 0, 1.0]])
    move: Matrix = np.eye(3) + np.array([[dx_x, dx_y, dx], [dy_x, dy_y, dy], [0, 0, 0.0]]) @ to_middle
    return move
