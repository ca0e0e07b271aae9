"""What a game must say, and what follows from it: one home for legality.

`check` is the only place that knows what is allowed; applying an action, listing the legal ones and explaining the
refused ones all rest on it, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NewType, Protocol, TypeVar

from companion.words import English, Message

Seat = NewType("Seat", int)
Json = dict[str, object]
Corrections = Mapping[str, Json]  # what printed cards show in place of our list: values by the name of the card

S = TypeVar("S")
A = TypeVar("A")


class InputError(ValueError):
    """What came in cannot be read; the message is one sentence for people."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first card: who plays, who begins, house rules, colours of the pawns when known.

    `version` is the one that is played, when the game has several; `corrections` are those of its owner when it began;
    a `demo` is played by robots and counts in no statistics.
    """

    game: str
    players: tuple[str, ...]
    first: Seat
    house_rules: frozenset[str] = frozenset()
    colours: Mapping[str, str] | None = None
    version: str = ""
    corrections: Corrections = field(default_factory=dict)
    demo: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed; `firm` when not even an agreement of the table gives it a meaning."""

    rule: str
    reason: Message
    firm: bool = False


class IllegalAction(Exception):
    """An action was refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule}: {refusal.reason.say(English)}")
        self.refusal = refusal


class Game(Protocol[S, A]):
    """All that a game must say."""

    id: str

    def read_setup(self, data: Json) -> Setup:
        """The set-up from its JSON; raises InputError."""

    def write_setup(self, setup: Setup) -> Json:
        """The inverse of read_setup."""

    def new_game(self, setup: Setup) -> S:
        """The state before the first action."""

    def options(self, state: S) -> tuple[A, ...]:
        """What someone may try now, legal or not."""

    def check(self, state: S, action: A) -> Refusal | None:
        """Why the action is refused, or None when it is legal."""

    def advance(self, state: S, action: A) -> S:
        """The state after a checked or overridden action; never raises."""

    def decode(self, setup: Setup, event: Json) -> A:
        """The action of an event in JSON; raises InputError."""

    def encode(self, setup: Setup, action: A) -> Json:
        """The inverse of decode."""

    def describe(self, state: S, action: A) -> Message:
        """The action in words, before it is done."""


def apply(game: Game[S, A], state: S, action: A, override: bool = False) -> S:
    """The next state; raises IllegalAction when refused, unless the table agreed and the refusal is not firm."""
    refusal = game.check(state, action)
    if refusal is not None and (refusal.firm or not override):
        raise IllegalAction(refusal)
    return game.advance(state, action)


def legal_actions(game: Game[S, A], state: S) -> tuple[A, ...]:
    """The options that pass the check."""
    return tuple(action for action in game.options(state) if game.check(state, action) is None)


def refused_actions(game: Game[S, A], state: S) -> tuple[tuple[A, Refusal], ...]:
    """The options that do not pass, each with its reason."""
    pairs = ((action, game.check(state, action)) for action in game.options(state))
    return tuple((action, refusal) for action, refusal in pairs if refusal is not None)
