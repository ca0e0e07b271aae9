"""What can happen at a table of Le Havre: one class for each event.

What changes hands is told in amounts: how many of which goods, with `francs` beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from card_db.le_havre.ships import Ship
from companion.core.game import Corrections, Seat

Amounts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LayOut:
    """Set-up: the three piles of proposals (2.1); their order follows from the numbers on the cards."""

    piles: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Supply:
    """A turn begins (3.1); `tile` is what was turned up, None when it lies open already."""

    seat: Seat
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Main action: everything on one offer (3.2)."""

    seat: Seat
    offer: str


@dataclass(frozen=True, slots=True)
class Built:
    """A proposal that is built, and what was paid for it."""

    building: str
    paid: Amounts


@dataclass(frozen=True, slots=True)
class Use:
    """What a visit to a building did; only the fields its action needs are filled."""

    paid: Amounts = field(default_factory=dict)  # goods and francs handed in
    energy: Amounts = field(default_factory=dict)  # goods burned
    got: Amounts = field(default_factory=dict)  # goods and francs received
    built: tuple[Built, ...] = ()
    ship: Ship | None = None  # built at a wharf
    swapped: Ship | None = None  # given at a wharf for the Luxury Yacht (7.5)
    sailed: tuple[str, ...] = ()  # types of the ships used at the Shipping Line
    offers: tuple[str, ...] = ()  # emptied through the Haulage Firm
    loans: int = 0  # given back at the Local Court
    evicted: Seat | None = None  # sent home by the Harbor Watch
    then: Enter | None = None  # and the visit that follows there


@dataclass(frozen=True, slots=True)
class Enter:
    """Main action: a building is entered for its fee and used (3.2)."""

    seat: Seat
    building: str
    fee: Amounts = field(default_factory=dict)
    use: Use = field(default_factory=Use)


@dataclass(frozen=True, slots=True)
class Buy:
    """A building or the top ship of a pile is bought (3.3)."""

    seat: Seat
    card: str | Ship


@dataclass(frozen=True, slots=True)
class Sell:
    """A building or a ship is sold to the town (3.4)."""

    seat: Seat
    card: str | Ship


@dataclass(frozen=True, slots=True)
class Repay:
    """Loans are repaid (3.10)."""

    seat: Seat
    loans: int = 1


@dataclass(frozen=True, slots=True)
class Borrow:
    """A loan for interest that cannot be paid (7.16)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class EndRound:
    """The seventh turn is over: harvest (3.5, 3.7)."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A player pays the food of the round (3.8), with loans for what is missing (3.9)."""

    seat: Seat
    paid: Amounts = field(default_factory=dict)  # food and francs, those of new loans among them
    loans: int = 0


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The special building that the town gets (3.11)."""

    building: str


@dataclass(frozen=True, slots=True)
class CorrectPlayer:
    """The table corrects what the companion believes of a player; None leaves a thing as it is."""

    seat: Seat
    francs: int | None = None
    goods: Amounts | None = None  # all of them
    buildings: tuple[str, ...] | None = None
    ships: tuple[Ship, ...] | None = None
    loans: int | None = None
    person: str | None = None  # the building, empty for nowhere


@dataclass(frozen=True, slots=True)
class CorrectTable:
    """The table corrects what lies on the boards; None leaves a thing as it is, offers not named stay."""

    offers: Amounts = field(default_factory=dict)
    tiles: tuple[str | None, ...] | None = None
    piles: tuple[tuple[str, ...], ...] | None = None
    special: int | None = None
    waiting: tuple[str, ...] | None = None
    town: tuple[str, ...] | None = None
    ships: tuple[Ship, ...] | None = None  # of all piles, the top ones first
    modern: tuple[str, ...] | None = None
    round: int | None = None
    turn: int | None = None  # of the round; the game goes on with its supply
    cards: Corrections | None = None  # all that the printed cards show in place of our list


Action = (
    LayOut
    | Supply
    | Take
    | Enter
    | Buy
    | Sell
    | Repay
    | Borrow
    | EndRound
    | Feed
    | TurnUp
    | CorrectPlayer
    | CorrectTable
)
