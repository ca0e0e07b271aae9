"""What the camera tells of the spaces of the boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from card_db.packet_row.cards import Card
from companion.core.game import Seat
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES

Place = tuple[str, str]  # area and space
CURRENT, FUTURE = SPACES[:CURRENT_SPACES], SPACES[CURRENT_SPACES:]


@dataclass(frozen=True, slots=True)
class Sight:
    """One space as it looks; a card that is not `sure` may also be one of its `options`."""

    state: Literal["card", "empty", "back", "pawn"]
    card: Card | None = None
    sure: bool = False
    options: tuple[Card, ...] = ()
    pawn: str | None = None  # the colour of a pawn that stands there, on a card or alone

    @property
    def certain(self) -> Card | None:
        """The card, when there is no doubt about it."""
        return self.card if self.sure and self.state == "card" else None

    def may_be(self, card: Card) -> bool:
        """Whether this may be that card: named so, or not named surely otherwise."""
        if self.state != "card":
            return False
        if self.sure:
            return self.card == card
        return card == self.card or card in self.options or not self.options


Seen = Mapping[Place, Sight]
Colours = Mapping[Seat, str]  # of the pawns


def merged(before: Seen, now: Seen) -> Seen:
    """What is seen now, over what was seen before where nothing is seen now, or the same less surely."""
    table = dict(before)
    for place, sight in now.items():
        old = before.get(place)
        less_sure = old is not None and old.certain is not None and not sight.sure and sight.may_be(old.certain)
        if not less_sure:
            table[place] = sight
    return table


def pawns_seen(seen: Seen, colours: Colours) -> dict[Seat, list[Place]]:
    """Where the pawn of each player stands alone on a space."""
    owner = {colour: seat for seat, colour in colours.items()}
    found: dict[Seat, list[Place]] = {}
    for place, sight in seen.items():
        if sight.state == "pawn" and sight.pawn in owner:
            found.setdefault(owner[sight.pawn], []).append(place)
    return found
