"""What lies on the boards, and what a look at them tells to have happened: facts, whoever's turn it was.

The model of the table knows cards and pawns, not turns. A fact is something that can be seen to have happened: a pawn
stands where a card lay, a board has got its new cards. What the rules make of the facts is the business of `solve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from card_db.packet_row.cards import AREAS, Card
from companion.core.game import Seat
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Colours, Seen, Sight
from companion.games.packet_row.numbers import FUTURE_SPACES, SPACES
from companion.games.packet_row.state import State


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A board was set up."""

    area: str
    current: tuple[Card, ...]
    future: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A pawn stands on a space where a card lay."""

    area: str
    space: str
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PutBack:
    """The card lies there again, the pawn is gone: somebody thought better of it."""

    area: str
    space: str
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Refilled:
    """A board got its new cards."""

    area: str
    current: tuple[Card, ...]
    future: tuple[Card, ...]


Fact = LaidOut | Taken | PutBack | Refilled


@dataclass(frozen=True, slots=True)
class Board:
    """One board as it lies there: cards by space, pawns by space, cards left in its deck."""

    spaces: Mapping[str, Card | None]
    pawns: Mapping[str, tuple[Seat, Card]]  # whose pawn, and the card it was put there for
    deck: int
    laid_out: bool

    @property
    def future(self) -> tuple[Card, ...]:
        """The cards of the future supply."""
        return tuple(card for space in FUTURE if (card := self.spaces[space]) is not None)

    @property
    def current(self) -> tuple[Card, ...]:
        """The cards of the current supply."""
        return tuple(card for space in CURRENT if (card := self.spaces[space]) is not None)


Boards = Mapping[str, Board]


def boards_of(state: State) -> dict[str, Board]:
    """The boards as they should lie there."""
    boards = {}
    for name in AREAS:
        area = state.areas[name]
        spaces = dict(zip(SPACES, area.spaces, strict=True))
        boards[name] = Board(spaces, {}, area.deck, area.drawn is not None)
    for seat, player in enumerate(state.players):
        if player.pawn is not None and player.cards:
            board = boards[player.pawn.area]
            pawns = {**board.pawns, player.pawn.space: (Seat(seat), player.cards[-1])}
            boards[player.pawn.area] = replace(board, pawns=pawns)
    return boards


def find_facts(state: State, boards: Boards, seen: Seen, colours: Colours) -> Iterator[Fact]:
    """What must have happened since the boards looked as they are known; `state` says how many play and how."""
    for name in AREAS:
        board = boards[name]
        if not board.laid_out:
            yield from _laid_out(state, name, seen)
        elif (refill := read_refill(state, name, board, seen)) is not None:
            yield refill
        else:
            # On a board that is being refilled a card like the one taken is a new card.
            yield from _pawns(name, board, seen, colours, may_return=not state.areas[name].due)


def apply_fact(boards: Boards, fact: Fact) -> dict[str, Board]:
    """The boards after a fact."""
    board = boards[fact.area]
    match fact:
        case LaidOut(_, current, future):
            board = Board(_spaces(current, future), {}, max(0, board.deck - len(current) - len(future)), True)
        case Refilled(_, current, future):
            deck = max(0, board.deck - len(current) - len(future))
            board = Board(_spaces((*board.future, *current), future), {}, deck, True)
        case Taken(_, space, seat, card):
            spaces, pawns = {**board.spaces, space: None}, {**board.pawns, space: (seat, card)}
            board = replace(board, spaces=spaces, pawns=pawns)
        case PutBack(_, space, _, card):
            pawns = {other: pawn for other, pawn in board.pawns.items() if other != space}
            board = replace(board, spaces={**board.spaces, space: card}, pawns=pawns)
    return {**boards, fact.area: board}


def _spaces(current: tuple[Card, ...], future: tuple[Card, ...]) -> dict[str, Card | None]:
    """Cards are laid from space 1 upward."""
    spaces: dict[str, Card | None] = dict.fromkeys(SPACES)
    spaces.update(zip(CURRENT, current, strict=False))
    spaces.update(zip(FUTURE, future, strict=False))
    return spaces


# --- reading one board ----------------------------------------------------------------------------------------------


def _laid_out(state: State, name: str, seen: Seen) -> Iterator[LaidOut]:
    current = _laid(name, CURRENT, state.full_current, seen)
    future = _laid(name, FUTURE, FUTURE_SPACES, seen)
    if current is not None and future is not None:
        yield LaidOut(name, current, future)


def _laid(name: str, spaces: tuple[str, ...], count: int, seen: Seen) -> tuple[Card, ...] | None:
    """So many cards from the first space on, the other spaces empty; None when it looks otherwise or is in doubt."""
    cards: list[Card] = []
    for index, space in enumerate(spaces):
        sight = seen.get((name, space))
        if sight is None:
            return None
        if index >= count:
            if sight.state != "empty":
                return None
        elif sight.certain is None or sight.pawn is not None:
            return None
        else:
            cards.append(sight.certain)
    return tuple(cards)


def refill_numbers(state: State, board: Board) -> tuple[int, int]:
    """How many cards come from the deck to the current and to the future supply (E2, E3)."""
    area = state.areas[AREAS[0]]._replace(deck=board.deck, spaces=tuple(board.spaces[space] for space in SPACES))
    return state.refill_numbers(area)


def read_refill(state: State, name: str, board: Board, seen: Seen) -> Refilled | None:
    """The new cards of a board whose former future cards lie first in the current supply (E2, E3)."""
    kept = board.future
    drawn, ahead = refill_numbers(state, board)
    for index, card in enumerate(kept):
        sight = seen.get((name, CURRENT[index]))
        if sight is None or sight.pawn is not None or not sight.may_be(card):
            return None
    new = _laid(name, CURRENT[len(kept) :], drawn, seen)
    future = _laid(name, FUTURE, ahead, seen)
    if new is None or future is None:
        return None
    refill = Refilled(name, new, future)
    after = apply_fact({name: board}, refill)[name]
    # A board on which nothing has changed is no refill, however much its rows are alike.
    return None if after.spaces == board.spaces and not board.pawns else refill


def _pawns(name: str, board: Board, seen: Seen, colours: Colours, may_return: bool) -> Iterator[Taken | PutBack]:
    owner = {colour: seat for seat, colour in colours.items()}
    if not _is_known(name, board, seen):
        return
    for space in SPACES:
        sight = seen.get((name, space))
        if sight is None:
            continue
        card, pawn = board.spaces[space], board.pawns.get(space)
        if card is not None and sight.state == "pawn" and sight.pawn in owner:
            yield Taken(name, space, owner[sight.pawn], card)
        elif may_return and pawn is not None and sight.pawn is None and sight.certain == pawn[1]:
            yield PutBack(name, space, *pawn)


def _is_known(name: str, board: Board, seen: Seen) -> bool:
    """Whether the cards on a board are those that are known; on others a pawn says nothing about what was taken."""
    for space in SPACES:
        sight, card = seen.get((name, space)), board.spaces[space]
        if sight is None or sight.state != "card":
            continue
        pawn = board.pawns.get(space)
        if not (sight.may_be(card) if card is not None else pawn is not None and sight.may_be(pawn[1])):
            return False
    return True


def unlike(boards: Boards, seen: Seen, colours: Colours) -> list[tuple[str, str]]:
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
    card = board.spaces[space]
    return sight.state == "empty" if card is None else sight.may_be(card)
