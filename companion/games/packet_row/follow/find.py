"""What a look at the boards tells to have happened: facts, whoever's turn it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from math import log

from card_db.packet_row.cards import AREAS
from companion.core.game import Seat
from companion.games.packet_row.follow.facts import UNLIKE, Board, Boards, Fact, PutBack, Taken, unlike
from companion.games.packet_row.follow.refills import ELSEWHERE, NewPiece, read_layout, read_refill
from companion.games.packet_row.follow.sights import Colours, Place, Seen
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.state import State

MAY_BE = log(0.2)  # a look, doubtful as it may be, of the card that was taken from there


def find_facts(
    state: State,
    boards: Boards,
    seen: Seen,
    stale: AbstractSet[Place],
    colours: Colours,
    new_piece: NewPiece,
    rested: bool = False,
    calm: bool = False,
    elsewhere: float = ELSEWHERE,
) -> Iterator[Fact]:
    """What must have happened since the boards looked as they are known; `state` says how many play and how.

    `stale` are places that have not been seen since something else changed on their board; `rested`: nothing has
    changed for a while, `calm`: for a moment; `elsewhere`: how often cards are not laid in the first free space here.
    """
    for name in AREAS:
        board = boards[name]
        settled = not any((name, space) in stale for space in SPACES)
        if not board.laid_out:
            if settled and (layout := read_layout(state, name, seen, new_piece)) is not None:
                yield layout
        elif settled and (refill := read_refill(state, name, board, seen, new_piece, rested, elsewhere)) is not None:
            yield refill
        else:
            yield from _taken(name, board, seen, colours)
            if settled:
                yield from _put_back(name, board, seen, colours)
            if calm:
                yield from _recoloured(name, board, seen, colours, _others(boards, colours))


def _taken(name: str, board: Board, seen: Seen, colours: Colours) -> Iterator[Taken]:
    owner = {colour: seat for seat, colour in colours.items()}
    if not _is_known(name, board, seen):
        return
    for space in SPACES:
        sight, piece = seen.get((name, space)), board.spaces[space]
        if sight is not None and piece is not None and sight.state == "pawn" and sight.pawn in owner:
            yield Taken(name, space, board.recorded[piece], owner[sight.pawn], piece)


def _others(boards: Boards, colours: Colours) -> dict[str, Seat]:
    """The colours of pawns that stand nowhere."""
    standing = {seat for board in boards.values() for seat, _ in board.pawns.values()}
    return {colour: seat for seat, colour in colours.items() if seat not in standing}


def _recoloured(
    name: str, board: Board, seen: Seen, colours: Colours, others: Mapping[str, Seat]
) -> Iterator[PutBack | Taken]:
    """A pawn that turns out to be one of `others`, and cannot be called as it was before: that player took the card.

    So it is when the pawn that it was taken for stands elsewhere, clearly in this colour.
    """
    for space, (seat, piece) in board.pawns.items():
        sight = seen.get((name, space))
        if sight is None or sight.state != "pawn":
            continue
        words: tuple[str, ...] = () if colours[seat] in sight.pawns else (sight.pawn or "",)
        if not sight.clear and any(one.clear and one.pawn == colours[seat] for one in seen.values()):
            words = sight.pawns
        if (other := next((others[word] for word in words if word in others), None)) is not None:
            yield PutBack(name, space, seat, piece)
            yield Taken(name, space, board.recorded[piece], other, piece)


def _put_back(name: str, board: Board, seen: Seen, colours: Colours) -> Iterator[PutBack]:
    """On a board that is being refilled a card like the one taken is a new card: so all else must be as it was."""
    back = []
    for space, (seat, piece) in board.pawns.items():
        sight = seen.get((name, space))
        if sight is not None and sight.pawn is None and sight.state == "card" and piece.fit(sight) > MAY_BE:
            back.append(PutBack(name, space, seat, piece))
    if {space for _, space in unlike({name: board}, seen, colours)} == {fact.space for fact in back}:
        yield from back


def _is_known(name: str, board: Board, seen: Seen) -> bool:
    """Whether the cards on a board are those that are known, but for one that may have been misread.

    On other boards a pawn says nothing about what was taken.
    """
    odd = 0
    for space in SPACES:
        sight = seen.get((name, space))
        if sight is None or sight.state != "card":
            continue
        pawn = board.pawns.get(space)
        piece = board.spaces[space] if pawn is None else pawn[1]
        if piece is None:
            return False
        odd += piece.fit(sight) < UNLIKE
    return odd <= 1
