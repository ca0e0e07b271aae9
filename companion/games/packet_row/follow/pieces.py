"""The cards on the table as things: each is one card all the time, and becomes better known the oftener it is seen.

What a piece is follows from all looks at it together, and from the others: of a contract there is only one, so two
pieces are not both this contract, however much one of them looks like it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log

from card_db.packet_row.cards import Building, Card, Contract, Ship, parse_card
from card_db.packet_row.counts import BOX_SIZE, COUNTS, DECK_SIZE, IN_BOX
from companion.games.packet_row.follow.sights import UNNAMED, Place, Sight

SHIPS_EACH = 3  # to every destination
SURE = 0.9  # chance from which a card is known
ALONE = 0.8  # the same when nothing else is named that it may be; of all cards from 0.7 to 0.9 most are right
AGAIN = 0.3  # what another look at the same place counts, that is no surer than those before and tells the same
MOST_LOOKS = 12
OF_THIS_DECK = log(max(DECK_SIZE.values()) / BOX_SIZE)  # that a card of which nothing is known is of a certain deck

# For cards that lie there and cannot be read at all, until they can: the first of which there are some left.
STAND_INS = {
    area: tuple(parse_card(text) for text in texts)
    for area, texts in {
        "guildhall": ("assistant", "contract:fur:2:spain:15"),
        "docks": ("captain", "nugget:1:4", "nugget:2:7", "ship:spain"),
        "market": ("trader", "goods:fur:1:2", "goods:grain:1:2", "goods:cotton:1:2", "goods:tobacco:1:2"),
        "bank": ("banker", "money:2"),
    }.items()
}


@dataclass(eq=False, slots=True)
class Piece:
    """One card; `card` is what it is believed to be, None when nothing is known."""

    area: str
    card: Card | None = None
    sure: bool = False
    told: bool = False  # by the players or by the record: no look changes it
    chances: tuple[tuple[Card, float], ...] = ()  # the likeliest first
    looks: list[tuple[Place, Sight]] = field(default_factory=list)
    came: Place | None = None  # where it came to lie; a pawn may have hidden it ever since
    stand_in: Card = field(init=False)  # goes into the record as long as nothing is known

    def __post_init__(self) -> None:
        self.stand_in = STAND_INS[self.area][0]

    @property
    def place(self) -> Place | None:
        """Where it was seen last, or must have lain."""
        return self.looks[-1][0] if self.looks else self.came

    @property
    def is_firm(self) -> bool:
        """Whether it is known well enough where it is seen only once: told, likeliest in two places, hardly ever wrong.

        A card that comes straight to the current supply lies nowhere else before it is taken or discarded.
        """
        places = {place for place, sight in self.looks if sight.named[:1] == (self.card,)}
        return self.told or len(places) > 1 or any(one.firm and one.certain == self.card for _, one in self.looks)

    def look(self, place: Place, sight: Sight) -> bool:
        """One more look; True when it says something new."""
        last = next((known for where, known in reversed(self.looks) if where == place), None)
        if sight.state != "card" or sight == last or len(self.looks) >= MOST_LOOKS:
            return False
        self.looks.append((place, sight))
        return True

    def fit(self, sight: Sight) -> float:
        """How likely this piece looks like that: the logarithm of the chance."""
        if self.card is None:
            return UNNAMED
        if self.sure or not self.chances:
            return sight.log_chance(self.card)
        return max(sight.log_chance(card) for card, chance in self.chances if chance > 0.01)

    def tell(self, card: Card) -> None:
        """Somebody who knows says what it is."""
        self.card, self.sure, self.told, self.chances = card, True, True, ((card, 1.0),)


def known_piece(area: str, card: Card) -> Piece:
    """A piece that is known from the record."""
    piece = Piece(area)
    piece.tell(card)
    return piece


@dataclass(frozen=True, slots=True)
class Box:
    """A printed deck by what its designs tell: of fewer buildings than cards of them some are there twice."""

    buildings: int = IN_BOX["vp"]

    def copies(self, card: Card) -> int | None:
        """How many cards of this design there are at the most; None when nobody can say."""
        match card:
            case Building():
                return max(1, IN_BOX["vp"] - max(1, self.buildings) + 1)
            case Contract():
                return 1
            case Ship():
                return SHIPS_EACH
        return None


ALL_DIFFERENT = Box()


def box_of(designs: Iterable[str]) -> Box:
    """The box of a deck of these designs; of one without buildings nothing is known."""
    buildings = sum(design.startswith("vp:") for design in designs)
    return Box(buildings) if buildings else ALL_DIFFERENT


def seen_twice(pieces: Iterable[Piece], lying: Collection[Piece | None], box: Box = ALL_DIFFERENT) -> list[Piece]:
    """Cards that have left the boards and of which, if they were what they seemed, there are now more than exist.

    One of them was misread. Those that lie there are seen again, so it is the others that somebody must tell.
    """
    known = [piece for piece in pieces if piece.card is not None and piece.sure]
    number = Counter(piece.card for piece in known)
    return [
        piece
        for piece in known
        if piece.card is not None
        and (most := box.copies(piece.card)) is not None
        and number[piece.card] > most
        and piece not in lying
        and not piece.told
    ]


def cannot_be(piece: Piece, certain: Iterable[Piece], out: Mapping[Card, int], box: Box = ALL_DIFFERENT) -> bool:
    """Whether a new card is surely one of which all are elsewhere: `certain` are those that somebody can look at."""
    if piece.card is None or not piece.sure:
        return False
    used = _Used(Counter(out), box)
    for other in certain:
        if other is not piece:
            used.add(other)
    return not used.leaves(piece.card)


def decide(
    pieces: Iterable[Piece],
    beside: Iterable[Piece] = (),
    out: Mapping[Card, int] | None = None,
    box: Box = ALL_DIFFERENT,
) -> None:
    """What all pieces are, the surest first.

    Nothing is more often there than it exists: neither a card nor a kind, those `beside` and those long `out` included.
    """
    used = _Used(Counter(out or {}), box)
    for piece in beside:
        used.add(piece)
    guesses = [(piece, *_guesses(piece)) for piece in pieces]
    guesses.sort(key=lambda item: (not item[0].told, _doubt(item[1], item[2])))
    for piece, chances, other in guesses:
        if not piece.told:
            _choose(piece, chances, other, used)
        if piece.card is None and not used.leaves(piece.stand_in):
            piece.stand_in = next((card for card in STAND_INS[piece.area] if used.leaves(card)), piece.stand_in)
        used.add(piece)


class _Used:
    """The cards that are accounted for."""

    def __init__(self, cards: Counter[Card], box: Box) -> None:
        self._cards, self._kinds, self._box = cards, Counter[str](), box
        for card, number in cards.items():
            self._kinds[card.kind] += number

    def add(self, piece: Piece) -> None:
        """One more, if it is known."""
        if piece.card is not None and piece.sure:
            self._cards[piece.card] += 1
            self._kinds[piece.card.kind] += 1

    def leaves(self, card: Card) -> bool:
        """Whether the box has one more of this card, and of its kind."""
        most = self._box.copies(card)
        return (most is None or self._cards[card] < most) and self._kinds[card.kind] < IN_BOX[card.kind]


def _doubt(chances: list[tuple[Card, float]], other: float) -> float:
    total = sum(chance for _, chance in chances) + other
    return 1 - chances[0][1] / total if chances else 1.0


def _choose(piece: Piece, chances: list[tuple[Card, float]], other: float, used: _Used) -> None:
    left = [(card, chance) for card, chance in chances if used.leaves(card)]
    # What was surely seen is believed, though it cannot be: that is a mistake of the players, and told as such.
    left = left or chances
    total = sum(chance for _, chance in left) + other
    piece.chances = tuple((card, chance / total) for card, chance in left)
    best, chance = piece.chances[0] if piece.chances else (None, 0.0)
    piece.card, piece.sure = best, chance >= (SURE if len(left) > 1 else ALONE)


def _guesses(piece: Piece) -> tuple[list[tuple[Card, float]], float]:
    """Cards that it may be by its looks alone, the likeliest first, and how likely it is another."""
    if piece.told:
        return list(piece.chances), 0.0
    named = dict.fromkeys(card for _, sight in piece.looks for card in sight.named)
    # A card of another deck lies there by mistake, and only if it is surely seen.
    sure = {sight.certain for _, sight in piece.looks}
    here = [card for card in named if card.kind in COUNTS[piece.area]] or [card for card in named if card in sure]
    before: set[tuple[Place, bool, Card | None]] = set()
    # Where cards of other decks are named, most of what is not named is of other decks too.
    scores, other = dict.fromkeys(here, 0.0), OF_THIS_DECK if len(here) < len(named) else 0.0
    for place, sight in piece.looks:
        look = place, sight.sure, sight.card
        weight = AGAIN if look in before else 1.0
        before.add(look)
        other += weight * sight.log_other()
        for card in here:
            scores[card] += weight * sight.log_chance(card)
    best = max((*scores.values(), other))
    ranked = sorted(((card, exp(score - best)) for card, score in scores.items()), key=lambda item: -item[1])
    return ranked, exp(other - best) if here else 1.0
