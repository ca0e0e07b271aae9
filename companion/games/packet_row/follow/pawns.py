"""Whose pawn it is, where its colour leaves that open."""

from __future__ import annotations

from dataclasses import replace

from companion.games.packet_row.follow.facts import Boards, Fact, Taken, unlike
from companion.games.packet_row.follow.sights import Colours, Place, Seen, Sight, with_pawn_in_play

UNCOLOURED = ("black", "white", "grey")  # pawns that show some other colour in coloured light


def with_known_pawn(boards: Boards, colours: Colours, place: Place, seen: Seen) -> Sight:
    """A pawn in a colour that nobody has is somebody's whose pawn does not stand elsewhere, or a part of a card.

    So is one that is hardly coloured and seems to be the second of its colour: a lamp makes a black pawn look blue.
    """
    sight = seen[place]
    if sight.pawn is None:
        return sight
    standing = {seat: (name, space) for name, board in boards.items() for space, (seat, _) in board.pawns.items()}
    free = [colour for seat, colour in colours.items() if standing.get(seat, place) == place]
    if sight.pawn in colours.values():
        pale = [name for name in sight.pawns if name in UNCOLOURED and name in free]
        first = sight.pawn in free or sight.pawn in UNCOLOURED
        return sight if first or not pale else replace(sight, pawn=pale[0])
    # One that has just come elsewhere, clearly in its own colour, is not this one: a pale sleeve is no black pawn.
    come = {other.pawn for where, other in seen.items() if where != place and other.state == "pawn" and other.clear}
    free = [colour for colour in free if colour not in come]
    named = with_pawn_in_play(sight, free)
    board = boards.get(place[0])
    is_card = board is not None and (not board.laid_out or board.spaces.get(place[1]) is not None)
    return named if named.state != "pawn" or named.pawn in free or not is_card else Sight("card")


def was_no_pawn(fact: Fact, boards: Boards, seen: Seen, colours: Colours) -> bool:
    """Whether a card that seemed to be taken lies there after all, with all else as before: it was a finger."""
    return (
        isinstance(fact, Taken)
        and seen[fact.area, fact.space].state == "card"
        and not unlike({fact.area: boards[fact.area]}, seen, colours)
    )


def is_second_pawn(fact: Fact, boards: Boards, shown: Seen, colours: Colours) -> bool:
    """Whether the pawn of a card that seems to be taken stands elsewhere at the same time: a finger, or a mistake.

    Unless only this one is clearly of its colour: then the other is somebody else's.
    """
    if not isinstance(fact, Taken):
        return False
    here = shown.get((fact.area, fact.space))
    others = [
        shown[name, space]
        for name, board in boards.items()
        for space, (seat, _) in board.pawns.items()
        if seat == fact.seat and (name, space) in shown and (name, space) != (fact.area, fact.space)
    ]
    return any(
        other.state == "pawn" and other.pawn == colours[fact.seat] and (other.clear or here is None or not here.clear)
        for other in others
    )
