"""What the camera tells of the spaces of the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import log
from typing import Literal

from card_db.packet_row.cards import AREAS, Building, Card
from card_db.packet_row.counts import COUNTS
from companion.core.game import Seat
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES

Place = tuple[str, str]  # area and space
CURRENT, FUTURE = SPACES[:CURRENT_SPACES], SPACES[CURRENT_SPACES:]

# Chances as logarithms: how likely a look is, if a certain card lies there.
MISREAD = log(0.0005)  # a sure reading that is wrong
OVERLOOKED = log(0.001)  # a card that is read as no card
UNNAMED = log(0.02)  # a doubtful reading that does not even name the card
VAGUE = log(0.05)  # a reading that names nothing

STRANGE = 2  # cards by which those of other decks outnumber a board's own when it is another board
HANDS_HIDE = 2  # spaces of a board that a hand hides at least


@dataclass(frozen=True, slots=True)
class Sight:
    """One space as it looks; a card that is not `sure` may be one of its `options`, with these `chances`."""

    state: Literal["card", "empty", "back", "pawn"]
    card: Card | None = None
    sure: bool = False
    options: tuple[Card, ...] = ()
    pawn: str | None = None  # the colour of a pawn that stands there, on a card or alone
    chances: tuple[float, ...] = ()  # of the options; all alike unless said
    pawns: tuple[str, ...] = ()  # what else the colour of the pawn may be called, the likeliest first
    clear: bool = False  # the pawn shows hardly any other colour
    firm: bool = True  # a sure card is hardly ever another: it need not be seen a second time

    @property
    def certain(self) -> Card | None:
        """The card, when there is no doubt about it."""
        return self.card if self.sure and self.state == "card" else None

    @property
    def named(self) -> tuple[Card, ...]:
        """All cards it may be."""
        if self.card is None or (not self.sure and self.card in self.options):
            return self.options
        return (self.card,) if self.sure else (self.card, *self.options)

    def log_chance(self, card: Card) -> float:
        """How likely it looks like this if that card lies there."""
        if self.state != "card":
            return OVERLOOKED
        if self.sure:
            return 0.0 if self.card == card else MISREAD
        named = self.named
        if not named:
            return VAGUE
        if card not in named:
            return UNNAMED
        if len(self.chances) != len(named):
            return log(1 / len(named))
        return max(UNNAMED, log(max(self.chances[named.index(card)], 1e-9)))

    def log_other(self) -> float:
        """How likely it looks like this if a card lies there that it does not name."""
        if self.sure:
            return MISREAD
        return log(max(1 - sum(self.chances), 0.02)) if self.chances else UNNAMED


def with_pawn_in_play(sight: Sight, colours: Collection[str]) -> Sight:
    """The same, its pawn called as one of those that are in play if it may be that."""
    if sight.pawn is None or sight.pawn in colours:
        return sight
    if sight.state != "pawn":
        return replace(sight, pawn=None)  # something else on a card, or its print
    return replace(sight, pawn=next((name for name in sight.pawns if name in colours), sight.pawn))


Seen = Mapping[Place, Sight]
Colours = Mapping[Seat, str]  # of the pawns


def pawns_seen(seen: Seen, colours: Colours) -> dict[Seat, list[Place]]:
    """Where the pawn of each player stands alone on a space."""
    owner = {colour: seat for seat, colour in colours.items()}
    found: dict[Seat, list[Place]] = {}
    for place, sight in seen.items():
        if sight.state == "pawn" and sight.pawn in owner:
            found.setdefault(owner[sight.pawn], []).append(place)
    return found


def hands_over(seen: Seen) -> bool:
    """Whether a part of a board is hidden; a board that is not seen at all is out of the picture."""
    shown = Counter(name for name, space in seen if space in SPACES)
    return any(0 < shown[name] <= len(SPACES) - HANDS_HIDE for name in AREAS)


def new_pawns(before: Seen, now: Seen) -> bool:
    """Whether a pawn has come."""
    return any(
        sight.state == "pawn" and (place not in before or before[place].state != "pawn") for place, sight in now.items()
    )


def on_their_boards(seen: Seen, lying: Mapping[str, Collection[Card | None]] | None = None) -> dict[Place, Sight]:
    """What is seen, without boards that were taken for another: boards that look alike may be mixed up.

    Cards of other decks give them away, buildings only if they are known to be `lying` on another board.
    """
    strange, known = Counter[str](), lying or {}
    for (name, _), sight in seen.items():
        if (card := sight.certain) is None:
            continue
        if isinstance(card, Building):
            owners = {other for other, cards in known.items() if card in cards}
            strange[name] += (name not in owners) - (name in owners) if owners else 0
        else:
            strange[name] += 1 if card.kind not in COUNTS[name] else -1
    mixed_up = {name for name, number in strange.items() if number >= STRANGE}
    return {place: sight for place, sight in seen.items() if place[0] not in mixed_up}


class Looks:
    """Which places have been looked at since something else changed on their board."""

    def __init__(self) -> None:
        self._looked: dict[Place, int] = {}  # the number of the last reading that showed a place
        self._changed: dict[str, int] = {}  # the number of the reading that last changed a board
        self._readings = 0

    def note(self, before: Seen, now: Seen) -> AbstractSet[Place]:
        """The places that were not seen since their board last changed, with what is seen now."""
        self._readings += 1
        for place, sight in now.items():
            self._looked[place] = self._readings
            old = before.get(place)
            if old is None or (old.state, old.card, old.pawn) != (sight.state, sight.card, sight.pawn):
                self._changed[place[0]] = self._readings
        # A place that changes while another is hidden says nothing about that one.
        return {
            (name, space)
            for name in AREAS
            for space in SPACES
            if self._looked.get((name, space), 0) < self._changed.get(name, 0)
        }
