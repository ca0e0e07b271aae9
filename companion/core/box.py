"""What a game offers to the shell around all games: its name, its cards to pick, what is counted, its score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from companion.core.game import Corrections, Json, Setup
from companion.core.sheet import Sheet
from companion.words import Message

NO_CORRECTIONS: Corrections = MappingProxyType({})
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player has when the game ends: cards by their notation, and numbers of tokens."""

    name: str
    cards: tuple[str, ...]
    tokens: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Token:
    """Something that is counted, not picked; `picture` is what shows it, if anything does."""

    id: str
    name: Message
    picture: str = ""


@dataclass(frozen=True, slots=True)
class TokenGroup:
    """Tokens that are entered together; `amount` says a number of them in words."""

    id: str
    name: Message
    hint: Message
    amount: Callable[[int], Message]
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """Cards of one kind to pick from."""

    id: str
    name: Message
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """All different cards of a game by kind; `has_room` tells whether the box holds one more beside those chosen."""

    tabs: tuple[Tab, ...]
    has_room: Callable[[Sequence[str], str], bool]
    rank: Callable[[str], tuple[int, str]]  # where a card stands in a hand that somebody has sorted
    decks: Mapping[str, str]  # which deck a card belongs to
    copies: Mapping[str, int]  # how many there are in the box

    def in_order(self, cards: Iterable[str]) -> Counter[str]:
        """How many there are of each card, as in a sorted hand."""
        return Counter(sorted(cards, key=self.rank))


@dataclass(frozen=True, slots=True)
class DeckList:
    """All cards and what is known of their values, line by line, for the command line.

    `correct` takes the owner's folder and what `asks` names; both raise ValueError with a sentence.
    """

    asks: tuple[str, ...]
    lines: Callable[[Path], Iterable[str]]
    correct: Callable[[Path, Sequence[str], int], None]  # for so many copies


class Box(Protocol):
    """One game on the shelf."""

    id: str
    title: str
    about: Message
    players: tuple[int, int]
    fan: tuple[str, ...]  # cards for the picture on the home screen
    groups: tuple[TokenGroup, ...]
    boards: Mapping[str, Message]  # that the camera can read
    sections: Mapping[str, Message]  # the decks of the box, by the names that the shelf uses
    has_backs: bool  # whether these decks have backs of their own that tell them apart
    has_values: bool  # whether the owner compares what is printed on a card with our list once it was photographed
    has_card_list: bool  # whether there is a screen of all cards with what we believe of them, to be corrected

    def shelf(self, folder: Path | None = None) -> Shelf:
        """The cards to pick from, with the corrections in the owner's folder."""

    def is_card(self, name: str) -> bool:
        """Whether a name means a card of this game, also one that our list does not have."""

    def short_name(self, card: str) -> Message:
        """A card in a few words."""

    def demo_hands(self) -> tuple[Hand, ...]:
        """What everybody has at the end of the demo game."""

    def demo_spaces(self, seed: int) -> tuple[tuple[str, str, str], ...]:
        """(board, space, card) of a demo table."""

    def usual_spaces(self) -> dict[str, Quad]:
        """The spaces of a board as shares of its width and height, as on our own boards."""

    def sheet(self, hands: Sequence[Hand], corrections: Corrections = NO_CORRECTIONS) -> Sheet:
        """The score of everybody, with what printed cards show in place of our list."""

    def corrections(self, folder: Path) -> Corrections:
        """What the owner has read on the printed cards, to be kept by a game that begins; none when unreadable."""

    def corrections_of(self, state: Any) -> Corrections:
        """What holds in a tracked game."""

    def check_corrections(self, data: Json) -> None:
        """Raises ValueError when a file of corrections with this in it could not be read."""

    def hands(self, state: Any) -> tuple[Hand, ...]:
        """What everybody has in a tracked game."""

    def is_over(self, state: Any) -> bool:
        """Whether a tracked game has ended."""

    def round(self, state: Any) -> int:
        """In which round a tracked game is."""

    def cards_event(self, setup: Setup, seat: int, cards: Sequence[str]) -> Json:
        """The event that says which cards a player of a tracked game really has."""

    def token_event(self, setup: Setup, seat: int, hand: Hand, token: str, number: int) -> Json:
        """The event that says how many tokens a player of a tracked game really has."""

    def is_count(self, setup: Setup, seat: int, event: Json) -> bool:
        """Whether an event of a tracked game says which cards a player really has."""


def corrections_file(folder: Path, game: str) -> Path:
    """Where the owner's corrections of a game are."""
    return folder / f"{game}-corrections.json"


def token_name(box: Box, token: str) -> Message | None:
    """What a token is called: by its group when it is alone there."""
    for group in box.groups:
        for one in group.tokens:
            if one.id == token:
                return group.name if len(group.tokens) == 1 else one.name
    return None
