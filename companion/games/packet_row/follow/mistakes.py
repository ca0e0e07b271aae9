"""What is wrong at the table, when nothing that the rules allow leads to what is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from operator import itemgetter

from card_db.packet_row.cards import AREAS, ASSISTANT, Card
from card_db.packet_row.counts import COUNTS
from companion.games.packet_row.follow.facts import UNLIKE, Board, Boards, unlike
from companion.games.packet_row.follow.pieces import ALL_DIFFERENT, Box, Piece
from companion.games.packet_row.follow.refills import read_refill, refill_numbers
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, UNNAMED, Colours, Seen, Sight, pawns_seen
from companion.games.packet_row.names import AREA_NAMES, card_name
from companion.games.packet_row.numbers import FUTURE_SPACES, SPACES
from companion.games.packet_row.reasons import other_deck
from companion.games.packet_row.state import State
from companion.words import Message, msg

MISREAD_CARDS = 1  # of a board that may look otherwise though nobody has touched it


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong, where, and in words."""

    kind: str
    area: str
    space: str | None
    text: Message

    @property
    def key(self) -> tuple[str, str, str | None]:
        """What and where: told once."""
        return self.kind, self.area, self.space


def refilled_unchosen(name: str) -> Mistake:
    """A board got new cards though it was not chosen (E1)."""
    text = msg("{area}: refilled, but nobody was asked about this board this round.", area=AREA_NAMES[name])
    return Mistake("refilled_unchosen_board", name, None, text)


def find_mistakes(
    state: State, boards: Boards, seen: Seen, colours: Colours, drawn: Mapping[Card, int], box: Box = ALL_DIFFERENT
) -> tuple[Mistake, ...]:
    """Everything that is wrong; `drawn` counts the cards that have come from the decks."""
    pawns = [*_two_pawns(state, boards, seen, colours), *_future_taken(state, boards, seen, colours)]
    found = [*pawns, *_impossible(state, boards, seen, colours, drawn, box)]
    for name in AREAS:
        if all((name, space) in seen for space in SPACES):
            found += _on_board(state, name, boards, seen, colours)
    return tuple(found)


def _on_board(state: State, name: str, boards: Boards, seen: Seen, colours: Colours) -> Iterator[Mistake]:
    board, area = boards[name], state.areas[name]
    if not board.laid_out:
        yield from _wrong_set_up(state, name, seen)
    elif state.phase == "setup":
        return  # a board has not been seen yet: nobody knows which were chosen since
    elif not (area.due or area.chosen) and _is_refilled(state, name, board, seen, colours):
        yield refilled_unchosen(name)
    elif looks_refilled(board, name, seen, colours):
        yield from _badly_refilled(state, name, board, seen)
    elif (area.due or is_cleared(board, name, seen)) and has_moved_on(boards, seen, colours):
        text = msg("{area}: the round is over, but this board has not been refilled.", area=AREA_NAMES[name])
        yield Mistake("forgotten_refill", name, None, text)
    elif found := tuple(_wrong_number(name, board, seen)):
        # A card that came after the others of its board is a part of the set-up as long as nobody has taken one.
        yield from _wrong_set_up(state, name, seen) if _is_just_laid_out(state, board) else found


def _is_just_laid_out(state: State, board: Board) -> bool:
    """Whether the camera saw how the board was set up, and the first round has not begun."""
    begun = state.round > 1 or any(area.chosen for area in state.areas.values())
    return not begun and any(piece is not None and not piece.told for piece in board.spaces.values())


def _is_refilled(state: State, name: str, board: Board, seen: Seen, colours: Colours) -> bool:
    """Whether it looks as after a refill, all of it together: single new cards may be like old ones."""
    if len(unlike({name: board}, seen, colours)) <= MISREAD_CARDS:
        return False
    return read_refill(state, name, board, seen, lambda place: Piece(place[0])) is not None


def is_cleared(board: Board, name: str, seen: Seen) -> bool:
    """All pawns have been taken back from a board: the round is over."""
    places = [(name, space) for space in board.pawns]
    return bool(places) and all(place in seen and seen[place].state == "empty" for place in places)


def _cards_on(name: str, spaces: tuple[str, ...], seen: Seen) -> list[str]:
    return [space for space in spaces if seen[name, space].state == "card"]


def _is_more(name: str, lying: list[str], wanted: int, seen: Seen) -> bool:
    """Whether more cards lie there than wanted; what cannot be read at all may be something else."""
    return sum(bool(seen[name, space].named) for space in lying) > wanted


# --- pawns ----------------------------------------------------------------------------------------------------------


def _two_pawns(state: State, boards: Boards, seen: Seen, colours: Colours) -> Iterator[Mistake]:
    for seat, places in pawns_seen(seen, colours).items():
        if len(places) < 2:
            continue
        new = [place for place in places if place[1] not in boards[place[0]].pawns] or places
        text = msg("{player} has two pawns on the boards.", player=state.setup.players[seat])
        yield Mistake("two_pawns_one_player", *new[0], text)


def _future_taken(state: State, boards: Boards, seen: Seen, colours: Colours) -> Iterator[Mistake]:
    for seat, places in pawns_seen(seen, colours).items():
        for area, space in places:
            new = space in FUTURE and space not in boards[area].pawns
            if new and len(places) == 1 and ASSISTANT not in state.players[seat].cards:
                text = msg(
                    "{area}: {player} took a card of the future supply without an assistant.",
                    area=AREA_NAMES[area],
                    player=state.setup.players[seat],
                )
                yield Mistake("future_taken_without_assistant", area, space, text)


def has_moved_on(boards: Boards, seen: Seen, colours: Colours) -> bool:
    """A pawn stands where none stood before: the next round has begun."""
    return any(
        space not in boards[area].pawns for places in pawns_seen(seen, colours).values() for area, space in places
    )


# --- cards ----------------------------------------------------------------------------------------------------------


def _impossible(
    state: State, boards: Boards, seen: Seen, colours: Colours, drawn: Mapping[Card, int], box: Box
) -> Iterator[Mistake]:
    more: Counter[Card] = Counter()
    stayed: dict[tuple[str, Card], list[str]] = {}  # where cards lie that lay on their board before
    lying_now = {board.card(space) for board in boards.values() for space in SPACES}
    misread = {places[0] for name in boards if len(places := unlike({name: boards[name]}, seen, colours)) == 1}
    for (area, space), sight in sorted(seen.items(), key=lambda item: item[0]):
        card = sight.certain
        if card is None or space not in SPACES or area not in boards:
            continue
        # Spaces of the current supply come first: what has moved up there does not lie in the future supply as well.
        alike = stayed.setdefault((area, card), [])
        if boards[area].laid_out and _may_be_the_same(boards[area], space, card, alike):
            alike.append(space)
            continue
        if (area, space) in misread and boards[area].spaces[space] is not None and card not in lying_now:
            continue  # all else is as it was: rather the card that is known to lie there
        more[card] += 1
        if not _can_be_drawn(state, area, card, drawn.get(card, 0) + more[card], box):
            text = msg(
                "{area}: the {card} lies there, but all cards like it are elsewhere.",
                area=AREA_NAMES[area],
                card=card_name(card),
            )
            text = text if card.kind in COUNTS[area] else other_deck(card, area).reason
            yield Mistake("impossible_card", area, space, text)


def _may_be_the_same(board: Board, space: str, card: Card, alike: Sequence[str]) -> bool:
    """Whether it has only moved on its board, or not at all; none goes from the current to the future supply (E6).

    `alike`: where others like it lie that are accounted for.
    """
    lay = [other for other in SPACES if board.card(other) == card]
    ahead = (sum(other in FUTURE for other in spaces) for spaces in (lay, alike))
    return len(alike) < len(lay) and (space in CURRENT or next(ahead) > next(ahead))


def _can_be_drawn(state: State, area: str, card: Card, number: int, box: Box) -> bool:
    """Whether the deck of a board can hold so many copies of a card."""
    if card.kind not in COUNTS[area]:
        return False
    known, most = (state.areas[area].drawn or {}).get(card.kind, 0), box.copies(card)
    return known < COUNTS[area][card.kind] and (most is None or number <= most)


# --- boards ---------------------------------------------------------------------------------------------------------


def _wrong_set_up(state: State, name: str, seen: Seen) -> Iterator[Mistake]:
    current, future = len(_cards_on(name, CURRENT, seen)), len(_cards_on(name, FUTURE, seen))
    if current + future and (current, future) != (state.full_current, FUTURE_SPACES):
        text = msg(
            "{area}: the set-up asks for {current} cards in the current supply and {future} in the future supply.",
            area=AREA_NAMES[name],
            current=state.full_current,
            future=FUTURE_SPACES,
        )
        yield Mistake("wrong_setup", name, None, text)


def looks_refilled(board: Board, name: str, seen: Seen, colours: Colours) -> bool:
    """New cards lie in the future supply, or all its cards have moved to the current supply."""
    if len(unlike({name: board}, seen, colours)) <= MISREAD_CARDS:
        return False
    known = {board.card(space) for space in SPACES}
    ahead = [piece.card for piece in board.future]
    fresh = any((card := seen[name, space].certain) is not None and card not in known for space in FUTURE)
    lying = [seen[name, space].certain for space in CURRENT]
    stays = any(seen[name, space].certain == board.card(space) for space in FUTURE if board.spaces[space] is not None)
    moved = bool(ahead) and all(card in lying for card in ahead) and not stays
    return fresh or moved


def _badly_refilled(state: State, name: str, board: Board, seen: Seen) -> Iterator[Mistake]:
    drawn, _ = refill_numbers(state, board)
    wanted = len(board.future) + drawn
    lying = _cards_on(name, CURRENT, seen)
    left = _left_over(name, board, lying, seen) if len(lying) > wanted else {}
    too_many = _is_more(name, lying, wanted, seen)
    if left:
        space = next((space for space, card in left.items() if board.card(space) == card), next(iter(left)))
        yield _not_discarded(name, space, left[space])
    elif too_many or len(lying) < wanted:
        yield _number(name, len(lying), wanted, lying[-1] if lying else None)


def _left_over(name: str, board: Board, lying: list[str], seen: Seen) -> dict[str, Card]:
    """Where cards of the former current supply lie, beside those that moved up; these may be alike."""
    moved = board.future
    orders = permutations(lying, len(moved))
    usual = max(
        orders,
        key=lambda spaces: sum(piece.fit(seen[name, space]) for piece, space in zip(moved, spaces, strict=True)),
    )
    left = {}
    for space in lying:
        fits = [(piece.fit(seen[name, space]), piece.card) for piece in board.current if piece.card is not None]
        fit, card = max(fits, key=itemgetter(0), default=(UNLIKE, None))
        # Another of the same kind is no old card, if that was seen to be lifted.
        stayed = card is not None and (ALL_DIFFERENT.copies(card) == 1 or not _was_lifted(board, card))
        if space not in usual and card is not None and fit > UNNAMED and stayed:
            left[space] = card
    return left


def _was_lifted(board: Board, card: Card) -> bool:
    """Whether all spaces where such a card lay have been empty since."""
    return all(space in board.lifted for space in CURRENT if board.card(space) == card)


def _not_discarded(name: str, space: str, card: Card) -> Mistake:
    text = msg("{area}: the {card} should have been discarded.", area=AREA_NAMES[name], card=card_name(card))
    return Mistake("card_not_discarded", name, space, text)


def _discarded(board: Board, sight: Sight) -> Card | None:
    """The card that was discarded at the last refill and lies there again."""
    return next((piece.card for piece in board.discarded if piece.card == sight.certain is not None), None)


def _wrong_number(name: str, board: Board, seen: Seen) -> Iterator[Mistake]:
    """Between refills: a card too many, or one gone without a pawn in its place."""
    lying, wanted = _cards_on(name, CURRENT, seen), len(board.current)
    added = [space for space in lying if board.spaces[space] is None]
    gone = [space for space in CURRENT if board.spaces[space] is not None and seen[name, space].state == "empty"]
    old = {space: card for space in added if (card := _discarded(board, seen[name, space])) is not None}
    if len(lying) > wanted and old:
        space, card = next(iter(old.items()))
        yield _not_discarded(name, space, card)
    elif _is_more(name, lying, wanted, seen) and added:
        yield _number(name, len(lying), wanted, added[0])
    elif len(lying) < wanted and gone:
        yield _number(name, len(lying), wanted, gone[0])


def _number(name: str, lying: int, wanted: int, space: str | None) -> Mistake:
    kind = "too_many_current" if lying > wanted else "too_few_current"
    text = msg(
        "{area}: {lying} cards lie in the current supply; there should be {wanted}.",
        area=AREA_NAMES[name],
        lying=lying,
        wanted=wanted,
    )
    return Mistake(kind, name, space, text)
