"""What can happen at a table of Packet Row: one class for each event of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from card_db.packet_row.cards import Card
from companion.core.game import Seat
from companion.games.packet_row.plan import Plan


@dataclass(frozen=True, slots=True)
class Reveal:
    """Set-up of one board (S4, S5)."""

    area: str
    future: tuple[Card, ...]
    current: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A starting contract becomes known (S6)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Choose:
    """The harbour master chooses an area (R1)."""

    area: str


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a card (R3); `space` when the table named it."""

    seat: Seat
    card: Card
    future: bool = False
    space: str | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """A player takes no card here (R2, R7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """The harbour master ends the round without a card (R8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Refill:
    """What came from the deck at the end of a round (E1 to E3)."""

    area: str
    current: tuple[Card, ...]
    future: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Fulfil:
    """A player fulfils contracts (C1): by a plan, or these contracts with the least spent."""

    seat: Seat
    plan: Plan | None
    contracts: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cash:
    """A player discards a money card for its amount (M1)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class FinalCards:
    """What a player really holds, for example from a scan."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CorrectPlayer:
    """The table corrects what the companion believes of a player; None leaves a thing as it is."""

    seat: Seat
    money: int | None
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class CorrectArea:
    """The table corrects what the companion believes of a board; spaces not named stay as they are."""

    area: str
    spaces: Mapping[str, Card | None]
    deck: int | None
    discard: int | None


Action = (
    Reveal | Deal | Choose | Take | Decline | Pass | Refill | Fulfil | Cash | FinalCards | CorrectPlayer | CorrectArea
)

VISIBLE = (Reveal, Take, Refill)  # what a camera over the boards can see
