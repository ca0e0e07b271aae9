"""Questions about cards that are not known for sure: the likeliest answers, and what each would record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Literal

from card_db.packet_row.cards import Card
from companion.core.game import Seat
from companion.games.packet_row.actions import Action
from companion.games.packet_row.follow.facts import Fact, LaidOut, Refilled, Taken, in_doubt, new_pieces, pieces_of
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.sights import FUTURE, Place
from companion.games.packet_row.follow.solve import Event, action_of
from companion.games.packet_row.follow.unseen import is_unseen

MOST_ANSWERS = 4
POSSIBLE = 0.03  # chance from which a card is offered as an answer


@dataclass(frozen=True, slots=True)
class Question:
    """Which cards lie there? `answers` has the likeliest first, a card for each piece; it may be another as well."""

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]  # where they lie
    answers: tuple[tuple[Card, ...], ...]
    courses: tuple[tuple[Event, ...], ...]  # what each answer would record
    taker: Seat | None = None  # who must have taken the card, though nobody saw it
    about: Literal["cards", "order", "set-up"] = "cards"  # also: which has moved up, whether a board counts as laid out

    @property
    def is_settled(self) -> bool:
        """Whether nobody needs to answer any more."""
        return all(piece.told or (self.about == "cards" and piece.sure and piece.is_firm) for piece in self.pieces)

    def replaces(self, other: Question) -> bool:
        """Whether the other one need not be asked any more: the same board lies otherwise by now."""
        both_set_up = self.about == other.about == "set-up"
        return both_set_up and self.pieces[0].area == other.pieces[0].area

    def is_exchanged(self, cards: Sequence[Card]) -> bool:
        """Whether these cards say that the two were taken for each other."""
        return self.about == "order" and tuple(cards) == self.answers[-1]


def question_about(doubtful: Sequence[Piece], events: Sequence[Event], taker: Seat | None = None) -> Question:
    """A question about these cards, with what becomes of the events by each answer."""
    options = [_options(piece) for piece in doubtful]
    ranked = sorted(product(*options), key=lambda cards: -prod(chance for _, chance in cards))
    answers = tuple(tuple(card for card, _ in cards) for cards in ranked[:MOST_ANSWERS] if cards)
    return _with_courses(doubtful, answers, events, taker)


def _options(piece: Piece) -> list[tuple[Card, float]]:
    """What it may be, the likeliest first; of a card that was read with little doubt also what else it looked like."""
    likely = [one for one in piece.chances if one[1] >= POSSIBLE]
    named = {card for card, _ in likely}
    others = dict.fromkeys(card for _, sight in piece.looks if not sight.firm for card in sight.options)
    return [*likely, *((card, POSSIBLE) for card in others if card not in named)][:MOST_ANSWERS]


def question_of_order(moved: Piece, new: Piece, events: Sequence[Event]) -> Question | None:
    """Which of two cards is the one that has moved up, and which came from the deck? None when both look alike."""
    if moved.card is None or new.card is None or moved.card == new.card:
        return None
    answers = (moved.card, new.card), (new.card, moved.card)
    return replace(_with_courses((moved, new), answers, events), about="order")


def _with_courses(
    pieces: Sequence[Piece], answers: tuple[tuple[Card, ...], ...], events: Sequence[Event], taker: Seat | None = None
) -> Question:
    """The question with what each of its answers would record."""
    courses = []
    for cards in answers:
        known = dict(zip(pieces, cards, strict=True))
        courses.append(tuple(Event(renewed(event, known), event.override) for event in events))
    places = tuple(place for piece in pieces if (place := piece.place) is not None)
    return Question(tuple(pieces), places, answers, tuple(courses), taker)


def renewed(event: Event, known: Mapping[Piece, Card] | None = None) -> Action:
    """The event with what its cards are now believed to be."""
    return (action_of(event.fact, known) if event.fact is not None else None) or event.action


class Asked:
    """The cards that the players were asked about: about none twice."""

    def __init__(self) -> None:
        self._pieces: set[Piece] = set()
        self._set_up: set[tuple[str, tuple[Card | None, ...]]] = set()

    def __contains__(self, piece: Piece) -> bool:
        return piece in self._pieces

    def about(self, doubtful: Collection[Piece], events: Sequence[Event]) -> list[Question]:
        """What these are, as far as nobody has been asked yet; `events` tell of them."""
        left = [piece for piece in doubtful if piece not in self._pieces]
        self._pieces.update(left)
        return [question_about(left, events)] if left else []

    def new(self, facts: Collection[Fact], events: Sequence[Event]) -> list[Question]:
        """What lies there: new cards that are not known for certain."""
        return self.about([piece for fact in facts for piece in in_doubt(fact)], events)

    def seen_for_good(self, facts: Collection[Fact], events: Sequence[Event]) -> list[Question]:
        """What was taken from the future supply, or has moved up and looks otherwise there: it is seen nowhere else."""
        last: list[Piece] = [fact.piece for fact in facts if isinstance(fact, Taken) and fact.place in FUTURE]
        for fact in facts:
            if isinstance(fact, Refilled):
                last += [piece for _, piece in fact.layout if piece not in new_pieces(fact) and piece.looks]
        doubtful = [piece for piece in last if not piece.is_firm]
        return self.about(doubtful, events_about(doubtful, events))

    def unseen(self, events: Sequence[Event]) -> list[Question]:
        """What somebody must have taken, though nobody saw it."""
        told = []
        for event in events:
            fact = event.fact
            if isinstance(fact, Taken) and is_unseen(fact) and fact.piece not in self._pieces:
                self._pieces.add(fact.piece)
                told.append(question_about([fact.piece], [event], fact.seat))
        return told

    def order(self, pairs: Collection[tuple[Piece, Piece]], events: Sequence[Event]) -> list[Question]:
        """Which of two cards is the one that has moved up."""
        told = []
        for pair in pairs:
            question = question_of_order(*pair, events_about(pair, events))
            if question is not None and not self._pieces & set(pair):
                self._pieces.update(pair)
                told.append(question)
        return told

    def set_up(self, facts: Collection[LaidOut]) -> list[Question]:
        """Whether boards count as laid out like this, though cards were taken before; the same is asked once."""
        told = []
        for fact in facts:
            pieces, action = new_pieces(fact), action_of(fact)
            cards = tuple(piece.card for piece in pieces)
            if action is not None and (fact.area, cards) not in self._set_up:
                self._set_up.add((fact.area, cards))
                told.append(replace(question_about(pieces, [Event(action, fact=fact)]), about="set-up"))
        return told


def events_about(pieces: Collection[Piece], events: Sequence[Event]) -> list[Event]:
    """What was recorded of these cards."""
    return [event for event in events if event.fact and any(piece in pieces for piece in pieces_of(event.fact))]
