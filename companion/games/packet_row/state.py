"""The state of a game of Packet Row: what lies where, who holds what, who decides.

Player, Area and State are named tuples, not dataclasses like the rest: a replay does little else than copy them with a
field changed, and that is several times cheaper here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from card_db.packet_row.cards import AREAS, Card, Contract, Goods, Helper, Money, Nugget, Ship
from card_db.packet_row.counts import DECK_SIZE
from companion.core.game import Seat, Setup
from companion.games.packet_row.numbers import (
    CURRENT_SPACES,
    FULL_CURRENT,
    FUTURE_SPACES,
    MIN_PLAYERS,
    SPACES,
    START_MONEY,
    STRICT_DRAW,
    STRICT_REFILL,
    UNSEEN_WITH_TWO,
)

Phase = Literal["setup", "choose", "asking", "master", "refill", "final"]

NO_SPACES: Final[tuple[Card | None, ...]] = (None,) * len(SPACES)


@dataclass(frozen=True, slots=True)
class Pawn:
    """Where a player's pawn stands: the space the card was taken from (R5)."""

    area: str
    space: str


class Player(NamedTuple):
    """What a player has; `dealt` is false while the starting contract is unknown to the companion."""

    money: int = START_MONEY
    cards: tuple[Card, ...] = ()
    pawn: Pawn | None = None
    dealt: bool = False


class Area(NamedTuple):
    """One board: its six open spaces, its piles, and what the round did to it."""

    deck: int
    spaces: tuple[Card | None, ...] = NO_SPACES
    discard: int = 0
    drawn: Mapping[str, int] | None = None  # cards seen so far by kind; None until the board is revealed
    chosen: bool = False
    due: bool = False  # chosen in a round that has ended, refill outstanding
    short: bool = False

    @property
    def current(self) -> tuple[Card, ...]:
        """The cards of the current supply, in the order of their spaces."""
        return tuple(card for card in self.spaces[:CURRENT_SPACES] if card is not None)

    @property
    def future(self) -> tuple[Card, ...]:
        """The cards of the future supply, in the order of their spaces."""
        return tuple(card for card in self.spaces[CURRENT_SPACES:] if card is not None)


class State(NamedTuple):
    """Everything the companion knows of the table."""

    setup: Setup
    phase: Phase
    round: int
    harbour_master: Seat
    area: str | None  # the area being asked about
    to_act: Seat | None
    must_take: bool  # the harbour master chose this area after all others had taken a card (R8)
    players: tuple[Player, ...]
    areas: Mapping[str, Area]
    told: Mapping[str, int]  # cards by kind that corrected hands add to (or take from) what was drawn

    @property
    def full_current(self) -> int:
        """How many cards a current supply should have (S5)."""
        return FULL_CURRENT[len(self.players)]

    @property
    def boards_short(self) -> int:
        """How many boards are short now (E5)."""
        return sum(area.short for area in self.areas.values())

    @property
    def over(self) -> bool:
        """Whether the game has ended (E5)."""
        return self.phase == "final"

    def others_have_taken(self) -> bool:
        """All players but the harbour master have taken a card this round (R8)."""
        return all(p.pawn is not None for seat, p in enumerate(self.players) if seat != self.harbour_master)

    def next_asked(self, seat: Seat) -> Seat:
        """Who decides after this seat: the next clockwise with a pawn in hand, at last the harbour master (R2)."""
        count = len(self.players)
        for step in range(1, count):
            following = Seat((seat + step) % count)
            if following == self.harbour_master or self.players[following].pawn is None:
                return following
        return self.harbour_master

    def refill_numbers(self, area: Area) -> tuple[int, int]:
        """How many cards the deck gives to the current and to the future supply at a refill (E2, E3)."""
        if STRICT_REFILL in self.setup.house_rules:
            wanted = STRICT_DRAW[len(self.players)]
        else:
            wanted = self.full_current - len(area.future)
        current = min(wanted, area.deck)
        return current, min(FUTURE_SPACES, area.deck - current)


def new_state(setup: Setup) -> State:
    """Boards with face-down decks (S2, S3), players with their money (S7)."""
    unseen = UNSEEN_WITH_TWO if len(setup.players) == MIN_PLAYERS else 0
    return State(
        setup=setup,
        phase="setup",
        round=1,
        harbour_master=setup.first,
        area=None,
        to_act=None,
        must_take=False,
        players=tuple(Player() for _ in setup.players),
        areas={name: Area(DECK_SIZE[name] - unseen) for name in AREAS},
        told={},
    )


def discard_deck(card: Card) -> str | None:
    """The discard pile a card from a hand goes to; starting contracts and buildings go to none."""
    match card:
        case Goods() | Nugget() | Ship() | Money() | Helper():
            return card.deck
        case Contract(start=False):
            return "guildhall"
    return None
