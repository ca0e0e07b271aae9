"""Boards that hardly show any print: cards lie on all of them, or no feature tells of their faint print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np

from scanner.apart import beside
from scanner.board_cards import boards_below, showing_cards
from scanner.board_model import FoundBoard
from scanner.board_outlines import outlined_boards
from scanner.board_plane import clearest, room_for
from scanner.boards import among_more_features, missing_boards, with_hidden
from scanner.geometry import Matrix, transform, unit_maps
from scanner.pack_index import PackIndex
from scanner.picture import Picture
from scanner.reading import SURE, Detection
from scanner.spaces import read_spaces

CLEARLY_SEEN = 0.6  # share of its print in place of a board in a picture that is neither dim nor blurred
MOST_READ = 2  # places of a board that are worth reading its spaces there
LIKELIEST = 2  # spaces of such a place that look most like cards: where these are none, it is not there
LIKE_A_CARD = 0.5  # look of a space on which one lies, at least
BY_CARDS = 3  # cards that tell of a board which is nearly hidden by them
IN_PLACE, AS_LARGE = 0.1, 0.06  # widths of a space that these may lie off, and by how much they may be larger


def hidden_boards(
    index: PackIndex, picture: Picture, boards: Sequence[FoundBoard], loose: Sequence[Detection]
) -> list[FoundBoard]:
    """Boards that hardly show any print: told by cards that lie on them, or by the looks of their frame."""
    known, quads = _by_loose_cards(index, picture, boards, loose)
    missing = missing_boards(index.boards, known)
    beside = clearest(known)
    if missing and (beside is None or room_for(picture.size, beside, known, missing)[0]):
        outlined = outlined_boards(missing, picture, quads, known)
        known, quads = _by_loose_cards(index, picture, [*known, *outlined], loose) if outlined else (known, quads)
    if not boards and known:  # these tell where others may lie
        known += among_more_features(missing_boards(index.boards, known), picture, known)
    below = known[len(boards) :]
    # Where boards are found clearly, one that is not found at once must be full of cards: without any it is not there,
    # and to look for its frame everywhere takes long.
    is_clear = bool(boards) and max(board.share for board in boards) >= CLEARLY_SEEN
    if is_clear and len(quads) <= BY_CARDS:
        return below
    every = with_hidden(index.boards, picture, known, partial(by_its_cards, index, picture))
    return [board for board in every if all(board.model is not one.model for one in boards)]


def _by_loose_cards(
    index: PackIndex, picture: Picture, boards: Sequence[FoundBoard], loose: Sequence[Detection]
) -> tuple[list[FoundBoard], list[Matrix]]:
    """These boards and those that cards beside them tell of, and the cards that lie on none of them."""
    known = list(boards)
    while True:  # a board that is found tells the table better than the cards did
        quads = [np.asarray(card.quad, dtype=np.float64) for card in not_on(known, loose)]
        missing = missing_boards(index.boards, known)
        more = boards_below(missing, picture, quads, known, index.namer.index.aspect)
        known += more
        if not more:
            return known, quads


def not_on(boards: Sequence[FoundBoard], loose: Sequence[Detection]) -> list[Detection]:
    """Those cards that do not lie on these boards after all."""
    if not loose:
        return []
    free = beside(np.stack([np.asarray(card.quad) for card in loose]), [board.quad for board in boards])
    return [loose[number] for number in free]


def by_its_cards(index: PackIndex, picture: Picture, places: Sequence[FoundBoard]) -> FoundBoard | None:
    """A board laid exactly below the cards on it, in the first of these places where they lie as on its spaces."""
    likely = showing_cards(index.loose.rough, index.loose.looks, picture, places)[:MOST_READ]
    return next(filter(None, (_below_cards(index, picture, board) for board in likely)), None)


def _below_cards(index: PackIndex, picture: Picture, board: FoundBoard) -> FoundBoard | None:
    """The board laid exactly below the cards on its spaces; None if they do not lie there."""
    spaces = {slot.id: slot.quad.mean(axis=0) for slot in board.model.slots}
    places = board.to_picture @ unit_maps(np.stack([slot.quad for slot in board.model.slots]))
    looks = index.loose.looks.scores(picture, places)
    if int((looks > LIKE_A_CARD).sum()) < BY_CARDS:  # to find no name where no card lies takes long
        return None
    names = [board.model.slots[number].id for number in np.argsort(-looks, kind="stable").tolist()]
    lying: list[Detection] = []
    for some in (names[:LIKELIEST], names[LIKELIEST:]):  # where these show no card, the others need not be read
        read = read_spaces(index, picture, [board], {(board.model.id, name) for name in some})
        lying += [card for _, card in read if card is not None and card.confidence >= SURE]
        if not lying:
            return None
    if len(lying) < BY_CARDS:
        return None
    source = np.array([spaces[str(card.slot)] for card in lying])
    seen = transform(np.linalg.inv(board.to_picture), np.array([np.mean(card.quad, axis=0) for card in lying]))
    move, _ = cv2.estimateAffinePartial2D(source, seen, method=cv2.LMEDS)
    if move is None:
        return None
    exact = np.vstack([move, [0, 0, 1.0]])
    off = np.linalg.norm(transform(exact, source) - seen, axis=1) / board.model.slot_width
    grown = float(np.linalg.norm(move[0, :2]))
    if np.median(off) > IN_PLACE or abs(grown - 1) > AS_LARGE:
        return None
    return FoundBoard(board.model, board.to_picture @ exact, board.share)
