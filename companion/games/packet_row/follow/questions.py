"""Questions about cards that are not known for sure: the likeliest answers, and what each would record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from card_db.packet_row.cards import Card
from companion.core.game import Seat
from companion.games.packet_row.actions import Action
from companion.games.packet_row.follow.pieces import Piece
from companion.games.packet_row.follow.sights import Place
from companion.games.packet_row.follow.solve import Event, action_of

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


def question_about(doubtful: Sequence[Piece], events: Sequence[Event], taker: Seat | None = None) -> Question:
    """A question about these cards, with what becomes of the events by each answer."""
    options = [[one for one in piece.chances if one[1] >= POSSIBLE][:MOST_ANSWERS] for piece in doubtful]
    ranked = sorted(product(*options), key=lambda cards: -prod(chance for _, chance in cards))
    answers = tuple(tuple(card for card, _ in cards) for cards in ranked[:MOST_ANSWERS] if cards)
    courses = []
    for cards in answers:
        known = dict(zip(doubtful, cards, strict=True))
        courses.append(tuple(Event(renewed(event, known), event.override) for event in events))
    places = tuple(place for piece in doubtful if (place := piece.place) is not None)
    return Question(tuple(doubtful), places, answers, tuple(courses), taker)


def renewed(event: Event, known: Mapping[Piece, Card] | None = None) -> Action:
    """The event with what its cards are now believed to be."""
    return (action_of(event.fact, known) if event.fact is not None else None) or event.action
