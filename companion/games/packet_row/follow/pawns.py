"""Whose pawn it is, where its colour leaves that open."""

from __future__ import annotations

from dataclasses import replace

from companion.games.packet_row.follow.facts import Boards
from companion.games.packet_row.follow.sights import Colours, Place, Sight, with_pawn_in_play

UNCOLOURED = ("black", "white", "grey")  # pawns that show some other colour in coloured light


def with_known_pawn(boards: Boards, colours: Colours, place: Place, sight: Sight) -> Sight:
    """A pawn in a colour that nobody has is somebody's whose pawn does not stand elsewhere, or a part of a card.

    So is one that is hardly coloured and seems to be the second of its colour: a lamp makes a black pawn look blue.
    """
    if sight.pawn is None:
        return sight
    standing = {seat: (name, space) for name, board in boards.items() for space, (seat, _) in board.pawns.items()}
    free = [colour for seat, colour in colours.items() if standing.get(seat, place) == place]
    if sight.pawn in colours.values():
        pale = [name for name in sight.pawns if name in UNCOLOURED and name in free]
        first = sight.pawn in free or sight.pawn in UNCOLOURED
        return sight if first or not pale else replace(sight, pawn=pale[0])
    named = with_pawn_in_play(sight, free)
    board = boards.get(place[0])
    is_card = board is not None and (not board.laid_out or board.spaces.get(place[1]) is not None)
    return named if named.state != "pawn" or named.pawn in free or not is_card else Sight("card")
