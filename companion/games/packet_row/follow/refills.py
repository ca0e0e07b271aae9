"""How a board that was laid out or refilled is read: as a whole.

That a board was refilled is seen from how many cards lie where and from all of them together, so that one card that is
in doubt, or was taken for another, is not in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import log

from card_db.packet_row.cards import AREAS, ASSISTANT
from companion.games.packet_row.follow.facts import UNLIKE, Board, LaidOut, Refilled
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, MISREAD, OVERLOOKED, Place, Seen, Sight
from companion.games.packet_row.numbers import FUTURE_SPACES, SPACES
from companion.games.packet_row.state import State

NEW_CARD = log(0.04)  # that a new card is just the one seen
SAME_AGAIN = log(0.05)  # that the new card in a space is like the one before
PAWN_LIFTED = log(0.1)
GONE = log(0.3)  # that a card has been taken
PUT_BACK, PUT_BACK_IN_THE_END = log(0.03), log(0.001)  # that a card was put back: in a round, and when it is over
ELSEWHERE = 0.05  # how often a card that moves up is not laid in the first free space, where nothing was seen of that
CLEAR = 5.0  # by how much a refill must explain the look of a board better than no refill; as logarithm
CLEAR_IF_DUE = 2.0
ODD = -12.0  # a refill that explains the look worse than this is none: room for one misread card

NewPiece = Callable[[Place], Piece]


def _lying(name: str, seen: Seen) -> tuple[list[str], list[str]] | None:
    """The spaces of both supplies on which cards lie; None when the board is not all in view, or pawns stand on it."""
    sights = [seen.get((name, space)) for space in SPACES]
    if any(sight is None or sight.pawn is not None for sight in sights):
        return None
    return _occupied(sights)


def _occupied(sights: Sequence[Sight | None]) -> tuple[list[str], list[str]] | None:
    """The spaces of both supplies that are not empty; None when one of them is not seen or shows the back of a card."""
    if any(sight is None or sight.state == "back" for sight in sights):
        return None
    filled = [sight is not None and sight.state != "empty" for sight in sights]
    spaces = [space for space, full in zip(SPACES, filled, strict=True) if full]
    return [space for space in spaces if space in CURRENT], [space for space in spaces if space in FUTURE]


def read_layout(state: State, name: str, seen: Seen, new_piece: NewPiece) -> LaidOut | None:
    """The cards of a board that was set up."""
    lying = _lying(name, seen)
    if lying is None or (len(lying[0]), len(lying[1])) != (state.full_current, FUTURE_SPACES):
        return None
    current, future = (tuple(new_piece((name, space)) for space in spaces) for spaces in lying)
    layout = tuple(zip((*lying[0], *lying[1]), (*current, *future), strict=True))
    return LaidOut(name, current, future, layout)


def refill_numbers(state: State, board: Board) -> tuple[int, int]:
    """How many cards come from the deck to the current and to the future supply (E2, E3)."""
    spaces = tuple(None if board.spaces[space] is None else ASSISTANT for space in SPACES)  # only their number counts
    area = state.areas[AREAS[0]]._replace(deck=board.deck, spaces=spaces)
    return state.refill_numbers(area)


def read_refill(
    state: State,
    name: str,
    board: Board,
    seen: Seen,
    new_piece: NewPiece,
    rested: bool = False,
    elsewhere: float = ELSEWHERE,
) -> Refilled | None:
    """The new cards of a board whose former future cards lie in the current supply (E2, E3).

    Cards may have been taken since: then a pawn stands where none stood before. New cards may be like the old ones; a
    board that has `rested` with one card that cannot be there otherwise was refilled.
    """
    sights = {space: seen.get((name, space)) for space in SPACES}
    lying = _occupied(list(sights.values()))
    kept = board.future
    drawn, ahead = refill_numbers(state, board)
    if lying is None or (len(lying[0]), len(lying[1])) != (len(kept) + drawn, ahead):
        return None
    if any(sight is not None and sight.state == "pawn" and space in board.pawns for space, sight in sights.items()):
        return None  # it may be the pawn that stood there all the time
    current, future = lying
    orders = permutations(current, len(kept))
    order = max(orders, key=lambda spaces: (_moved_up(name, kept, spaces, current, seen, elsewhere), spaces))
    fit = _moved_up(name, kept, order, current, seen, ELSEWHERE)  # a habit that is broken once is no other table
    new = [space for space in current if space not in order]
    odd = any(_fit_now(board, space, seen[name, space], False) <= OVERLOOKED for space in SPACES)
    certain = rested and odd and fit > UNLIKE
    fit += sum(_new_here(board, space, seen[name, space]) for space in (*new, *future))
    unchanged = sum(_fit_now(board, space, seen[name, space], state.areas[name].due) for space in SPACES)
    # Where nothing is left to be laid down, pawns that have gone are all that tells of the end of the round.
    wanted = CLEAR if lying != ([], []) and not state.areas[name].due else CLEAR_IF_DUE
    if not certain and (fit - unchanged < wanted or fit < ODD + NEW_CARD * (drawn + ahead)):
        return None
    fresh, ahead_pieces = (tuple(new_piece((name, space)) for space in spaces) for spaces in (new, future))
    layout = (*zip(order, kept, strict=True), *zip(new, fresh, strict=True), *zip(future, ahead_pieces, strict=True))
    return Refilled(name, fresh, ahead_pieces, layout)


def _moved_up(
    name: str, kept: Sequence[Piece], spaces: Sequence[str], current: Sequence[str], seen: Seen, elsewhere: float
) -> float:
    """How well these spaces look as if the cards of the future supply had been moved there."""
    usual = current[: len(kept)]
    sights = [seen[name, space] for space in spaces]
    fit = sum(GONE if sight.pawn is not None else piece.fit(sight) for piece, sight in zip(kept, sights, strict=True))
    return fit + sum(log(elsewhere) for space, expected in zip(spaces, usual, strict=True) if space != expected)


def _new_here(board: Board, space: str, sight: Sight) -> float:
    """How likely a new card looks like this."""
    before = board.spaces[space]
    stayed = before is not None and space not in board.lifted and sight.pawn is None and before.fit(sight) > UNLIKE
    return NEW_CARD + (SAME_AGAIN if stayed else 0.0)


def _fit_now(board: Board, space: str, sight: Sight, due: bool) -> float:
    """How well a space looks as it did before; cards may have been taken or put back, pawns lifted."""
    if (pawn := board.pawns.get(space)) is not None:
        back = (PUT_BACK_IN_THE_END if due else PUT_BACK) + pawn[1].fit(sight)
        return PAWN_LIFTED if sight.state == "empty" else max(back, MISREAD)
    piece = board.spaces[space]
    if piece is None:
        return 0.0 if sight.state == "empty" else OVERLOOKED
    if sight.state == "pawn":
        return GONE
    return max(piece.fit(sight), MISREAD) + (PUT_BACK if space in board.lifted and sight.state == "card" else 0.0)
