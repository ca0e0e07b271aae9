"""What lies on the boards, and facts: what was seen to happen there, whoever's turn it was.

The model of the table knows pieces and pawns, not turns. A fact is something that can be seen to have happened: a pawn
stands where a card lay, a board has got its new cards (`find.py`, `refills.py`). What the rules make of the facts is
the business of `solve`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from card_db.packet_row.cards import AREAS, Card
from companion.core.game import Seat
from companion.games.packet_row.follow.pieces import Piece, known_piece
from companion.games.packet_row.follow.sights import (
    CURRENT,
    FUTURE,
    Colours,
    Place,
    Seen,
    Sight,
)
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.state import State

HIDES = 2  # cards that are hidden by what is no card and no pawn
UNLIKE = log(0.01)  # a look that does not fit the piece that should lie there


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


def in_doubt(fact: Fact) -> list[Piece]:
    """The new cards that are not known for certain; what lies in the future supply will be seen once more."""
    if not isinstance(fact, LaidOut | Refilled):
        return []
    return [
        *(piece for piece in fact.current if not (piece.sure and piece.is_firm)),
        *(piece for piece in fact.future if not piece.sure),
    ]


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


def exchanged(boards: Boards, one: Piece, other: Piece) -> dict[str, Board] | None:
    """The boards, two cards having been taken for each other; None when one of them has left its board."""
    board, instead = boards[one.area], {one: other, other: one}
    there = {*board.spaces.values(), *(piece for _, piece in board.pawns.values())}
    if not there.issuperset(instead):
        return None
    spaces = {space: instead.get(piece, piece) if piece is not None else None for space, piece in board.spaces.items()}
    pawns = {space: (seat, instead.get(piece, piece)) for space, (seat, piece) in board.pawns.items()}
    return {**boards, one.area: replace(board, spaces=spaces, pawns=pawns)}


def taken_instead(fact: Fact, board: Board, one: Piece, other: Piece) -> Fact:
    """A card having been taken for another: who took the one took the other."""
    if not isinstance(fact, Taken) or fact.piece not in (one, other):
        return fact
    piece = other if fact.piece is one else one
    return replace(fact, piece=piece, place=board.recorded[piece])


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
