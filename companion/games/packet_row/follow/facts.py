"""What lies on the boards, and what a look at them tells to have happened: facts, whoever's turn it was.

The model of the table knows pieces and pawns, not turns. A fact is something that can be seen to have happened: a pawn
stands where a card lay, a board has got its new cards. What the rules make of the facts is the business of `solve`.
Boards are read as a whole: that a board was refilled is seen from how many cards lie where and from all of them
together, so that one card that is in doubt, or was taken for another, is not in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import permutations
from math import log

from card_db.packet_row.cards import AREAS, ASSISTANT, Card
from companion.core.game import Seat
from companion.games.packet_row.follow.pieces import Piece, known_piece
from companion.games.packet_row.follow.sights import (
    CURRENT,
    FUTURE,
    MISREAD,
    OVERLOOKED,
    Colours,
    Place,
    Seen,
    Sight,
)
from companion.games.packet_row.numbers import FUTURE_SPACES, SPACES
from companion.games.packet_row.state import State

NEW_CARD = log(0.04)  # that a new card is just the one seen
SAME_AGAIN = log(0.05)  # that the new card in a space is like the one before
PAWN_LIFTED = log(0.1)
GONE = log(0.3)  # that a card has been taken
PUT_BACK, PUT_BACK_IN_THE_END = log(0.03), log(0.001)  # that a card was put back: in a round, and when it is over
ELSEWHERE = log(0.05)  # that a card that moves up is not laid in the first free space
CLEAR = 5.0  # by how much a refill must explain the look of a board better than no refill; as logarithm
CLEAR_IF_DUE = 2.0
ODD = -12.0  # a refill that explains the look worse than this is none: room for one misread card
HIDES = 2  # cards that are hidden by what is no card and no pawn
MAY_BE = log(0.2)  # a look, doubtful as it may be, of the card that was taken from there
UNLIKE = log(0.01)  # a look that does not fit the piece that should lie there

NewPiece = Callable[[Place], Piece]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A board was set up."""

    area: str
    current: tuple[Piece, ...]
    future: tuple[Piece, ...]
    layout: tuple[tuple[str, Piece], ...]  # what lies where


@dataclass(frozen=True, slots=True)
class Taken:
    """A pawn stands on a space where a card lay; `place` is where the record has the card, "" if nobody saw it."""

    area: str
    space: str
    place: str
    seat: Seat
    piece: Piece


@dataclass(frozen=True, slots=True)
class PutBack:
    """The card lies there again, the pawn is gone: somebody thought better of it."""

    area: str
    space: str
    seat: Seat
    piece: Piece


@dataclass(frozen=True, slots=True)
class Refilled:
    """A board got its new cards."""

    area: str
    current: tuple[Piece, ...]
    future: tuple[Piece, ...]
    layout: tuple[tuple[str, Piece], ...]


Fact = LaidOut | Taken | PutBack | Refilled


def pieces_of(fact: Fact) -> tuple[Piece, ...]:
    """The cards of which it tells."""
    return (fact.piece,) if isinstance(fact, Taken | PutBack) else (*fact.current, *fact.future)


def new_pieces(fact: Fact) -> tuple[Piece, ...]:
    """The cards that a fact brings into the game."""
    return (*fact.current, *fact.future) if isinstance(fact, LaidOut | Refilled) else ()


@dataclass(frozen=True, slots=True)
class Board:
    """One board as it lies there: pieces by space, pawns by space, cards left in its deck.

    The record lays cards from space 1 upward; `recorded` has a piece where the record has it, which is where it lies
    unless the players lay their cards otherwise.
    """

    spaces: Mapping[str, Piece | None]
    recorded: Mapping[Piece, str]
    pawns: Mapping[str, tuple[Seat, Piece]]  # whose pawn, and the card it was put there for
    deck: int
    laid_out: bool
    discarded: tuple[Piece, ...] = ()  # at the last refill
    lifted: frozenset[str] = frozenset()  # spaces whose card was gone for a while: what lies there may be another

    @property
    def future(self) -> tuple[Piece, ...]:
        """The pieces of the future supply, in the order of the record."""
        return self._in(FUTURE)

    @property
    def current(self) -> tuple[Piece, ...]:
        """The pieces of the current supply, in the order of the record."""
        return self._in(CURRENT)

    def card(self, space: str) -> Card | None:
        """What is believed to lie there."""
        piece = self.spaces[space]
        return None if piece is None else piece.card

    def _in(self, spaces: tuple[str, ...]) -> tuple[Piece, ...]:
        lying = [piece for space in spaces if (piece := self.spaces[space]) is not None]
        return tuple(sorted(lying, key=lambda piece: SPACES.index(self.recorded[piece])))


Boards = Mapping[str, Board]


def boards_of(state: State) -> dict[str, Board]:
    """The boards as they should lie there."""
    boards = {}
    for name in AREAS:
        area = state.areas[name]
        spaces = {
            space: None if card is None else known_piece(name, card)
            for space, card in zip(SPACES, area.spaces, strict=True)
        }
        recorded = {piece: space for space, piece in spaces.items() if piece is not None}
        boards[name] = Board(spaces, recorded, {}, area.deck, area.drawn is not None)
    for seat, player in enumerate(state.players):
        if player.pawn is not None and player.cards:
            board = boards[player.pawn.area]
            piece = known_piece(player.pawn.area, player.cards[-1])
            boards[player.pawn.area] = replace(
                board,
                pawns={**board.pawns, player.pawn.space: (Seat(seat), piece)},
                recorded={**board.recorded, piece: player.pawn.space},
            )
    return boards


def find_facts(
    state: State,
    boards: Boards,
    seen: Seen,
    stale: AbstractSet[Place],
    colours: Colours,
    new_piece: NewPiece,
    rested: bool = False,
    calm: bool = False,
) -> Iterator[Fact]:
    """What must have happened since the boards looked as they are known; `state` says how many play and how.

    `stale` are places that have not been seen since something else changed on their board; `rested`: nothing has
    changed for a while, `calm`: for a moment.
    """
    for name in AREAS:
        board = boards[name]
        settled = not any((name, space) in stale for space in SPACES)
        if not board.laid_out:
            if settled and (layout := _laid_out(state, name, seen, new_piece)) is not None:
                yield layout
        elif settled and (refill := read_refill(state, name, board, seen, new_piece, rested)) is not None:
            yield refill
        else:
            yield from _taken(name, board, seen, colours)
            if settled:
                yield from _put_back(name, board, seen, colours)
            if calm:
                yield from _recoloured(name, board, seen, colours, _others(boards, colours))


def stands(fact: Fact, seen: Seen) -> bool:
    """Whether the pawn of a fact is still to be seen, if it tells of one."""
    return not isinstance(fact, Taken) or seen[fact.area, fact.space].state == "pawn"


def was_last_card(fact: Fact, board: Board, seen: Seen) -> bool:
    """Whether a board that seemed to be refilled with nothing had its last card lifted: now a pawn stands there."""
    if not isinstance(fact, Refilled) or fact.layout:
        return False
    sights = {space: seen.get((fact.area, space)) for space in SPACES if board.spaces[space] is not None}
    return any(sight is not None and sight.state == "pawn" for sight in sights.values())


def apply_fact(boards: Boards, fact: Fact) -> dict[str, Board]:
    """The boards after a fact."""
    board = boards[fact.area]
    match fact:
        case LaidOut(_, current, future, layout):
            deck = max(0, board.deck - len(current) - len(future))
            board = Board(_spaces(layout), _places(current, future), {}, deck, True)
        case Refilled(_, current, future, layout):
            deck = max(0, board.deck - len(current) - len(future))
            moved = [piece for _, piece in layout if piece not in current and piece not in future]
            moved.sort(key=lambda piece: board.recorded.get(piece, ""))
            board = Board(_spaces(layout), _places((*moved, *current), future), {}, deck, True, board.current)
        case Taken(_, space, _, seat, piece):
            spaces, pawns = {**board.spaces, space: None}, {**board.pawns, space: (seat, piece)}
            board = replace(board, spaces=spaces, pawns=pawns)
        case PutBack(_, space, _, piece):
            pawns = {other: pawn for other, pawn in board.pawns.items() if other != space}
            board = replace(board, spaces={**board.spaces, space: piece}, pawns=pawns)
    return {**boards, fact.area: board}


def after_facts(boards: Boards, groups: Sequence[frozenset[Fact]]) -> Boards:
    """The boards after groups of facts."""
    for facts in groups:
        for fact in sorted(facts, key=lambda one: not isinstance(one, PutBack)):  # then another may take it
            boards = apply_fact(boards, fact)
    return boards


def note_lifted(boards: Boards, seen: Seen) -> dict[str, Board]:
    """The boards, knowing where no card lies for the moment."""
    noted = {}
    for name, board in boards.items():
        empty = {space for space in SPACES if (sight := seen.get((name, space))) and sight.state == "empty"}
        lifted = board.lifted | {space for space in empty if board.spaces[space] is not None}
        noted[name] = board if lifted == board.lifted else replace(board, lifted=lifted)
    return noted


def _spaces(layout: tuple[tuple[str, Piece], ...]) -> dict[str, Piece | None]:
    return {**dict.fromkeys(SPACES), **dict(layout)}


def _places(current: Sequence[Piece], future: Sequence[Piece]) -> dict[Piece, str]:
    """Where the record has the cards: from space 1 upward."""
    return {
        **{piece: space for space, piece in zip(CURRENT, current, strict=False)},
        **{piece: space for space, piece in zip(FUTURE, future, strict=False)},
    }


# --- reading one board ----------------------------------------------------------------------------------------------


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


def _laid_out(state: State, name: str, seen: Seen, new_piece: NewPiece) -> LaidOut | None:
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
    state: State, name: str, board: Board, seen: Seen, new_piece: NewPiece, rested: bool = False
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
    fit, order = max(
        (_moved_up(name, kept, spaces, current, seen), spaces) for spaces in permutations(current, len(kept))
    )
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


def _moved_up(name: str, kept: Sequence[Piece], spaces: Sequence[str], current: Sequence[str], seen: Seen) -> float:
    """How well these spaces look as if the cards of the future supply had been moved there."""
    usual = current[: len(kept)]
    sights = [seen[name, space] for space in spaces]
    fit = sum(GONE if sight.pawn is not None else piece.fit(sight) for piece, sight in zip(kept, sights, strict=True))
    return fit + sum(ELSEWHERE for space, expected in zip(spaces, usual, strict=True) if space != expected)


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


def is_disturbed(name: str, board: Board, seen: Seen) -> bool:
    """Whether several cards of a board cannot be seen, though no pawn stands in their place: something lies over it."""
    gone = 0
    for space, piece in board.spaces.items():
        sight = seen.get((name, space))
        if piece is not None and piece.sure and sight is not None:
            gone += sight.state in ("empty", "back") or (sight.state == "card" and sight.card is None)
    return gone >= HIDES


def unlike(boards: Boards, seen: Seen, colours: Colours) -> list[Place]:
    """The places that look otherwise than they are known."""
    places = []
    for name, board in boards.items():
        if not board.laid_out:
            continue
        for space in SPACES:
            sight = seen.get((name, space))
            if sight is not None and not _fits(board, space, sight, colours):
                places.append((name, space))
    return places


def _fits(board: Board, space: str, sight: Sight, colours: Colours) -> bool:
    if (pawn := board.pawns.get(space)) is not None:
        return sight.state == "empty" or (sight.state == "pawn" and sight.pawn == colours[pawn[0]])
    piece = board.spaces[space]
    return sight.state == "empty" if piece is None else sight.state == "card" and piece.fit(sight) >= UNLIKE
