"""A game followed by a camera: readings of the scanner in, lines of JSON out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from card_db.packet_row.cards import Card, CardError, parse_card
from companion.core.game import Json
from companion.games.packet_row.follow.lines import Following, follow_game
from companion.games.packet_row.follow.pieces import box_of
from companion.games.packet_row.follow.sights import Place, Sight, on_their_boards
from companion.games.packet_row.pawn_colours import COLOUR_NAMES
from companion.words import Words
from scanner.reading import FAINT, SURE, TableReading

TORN = 0.75  # confidence against odds of a card that is surely one of some twins
FIRM = 0.97  # confidence of a card that need not be seen a second time
DOUBTFUL = 0.03  # of confidence, below which an alternative is none


@dataclass(slots=True)
class Watching:
    """A game with what the camera has told of its table."""

    following: Following
    _table: dict[Place, Sight] = field(default_factory=dict)

    @property
    def pawns(self) -> frozenset[str]:
        """The colours of the pawns in play."""
        return frozenset(self.following.follower.colours.values())

    def know(self, designs: Collection[str]) -> None:
        """The deck that is in use has these designs."""
        self.following.follower.box = box_of(designs)

    def see(self, reading: TableReading | None, visible: Collection[Place], frame: int, at: float) -> Iterator[Json]:
        """One more frame: its reading if that is a new one, and the spaces that it shows."""
        self._table = self._table if reading is None else self._sights(reading)
        seen = {place: sight for place, sight in self._table.items() if place in visible}
        return self.following.lines(self.following.follower.see(seen, at), frame, at)

    def end(self, reading: TableReading | None, frame: int, at: float) -> Iterator[Json]:
        """The film is over."""
        follower = self.following.follower
        if reading is not None:
            yield from self.following.lines(follower.see(self._sights(reading), at), frame, at)
        yield from self.following.lines(follower.finish(), frame, at)

    def _sights(self, reading: TableReading) -> dict[Place, Sight]:
        """What a reading tells; a pawn in a colour that nobody has is that of whose colour the camera has no word."""
        lying = {name: area.spaces for name, area in self.following.follower.state.areas.items()}
        seen, strange = on_their_boards(sights_of(reading), lying), self.pawns - COLOUR_NAMES.keys()
        if len(strange) != 1:
            return seen
        return {
            place: replace(sight, pawn=next(iter(strange)), pawns=())
            if sight.state == "pawn" and sight.pawn not in self.pawns
            else sight
            for place, sight in seen.items()
        }

    def result(self) -> Json:
        """The state in the end, as `replay` prints it."""
        return self.following.result()


def watch_game(data: Json, words: Words) -> Watching:
    """A game in JSON, to be watched from where it stands; raises InputError or IllegalAction."""
    return Watching(follow_game(data, words))


def sights_of(reading: TableReading) -> dict[Place, Sight]:
    """What a reading tells of the spaces, with cards instead of texts."""
    guesses = {(card.board, card.slot): card.alternatives for card in reading.cards}
    seen: dict[Place, Sight] = {}
    for slot in reading.slots:
        if slot.state == "pawn" and slot.confidence < FAINT:
            continue  # hidden
        card = _card(slot.id) if slot.state == "card" and slot.id is not None else None
        sure = card is not None and slot.confidence >= SURE
        chances = {} if card is None else {card: slot.confidence}
        others = guesses.get((slot.board, slot.slot), ())
        # Odds say which of the designs it is, if it is any: a card without a name may be none of those.
        is_any = 1.0 if card is not None or not others else min(1.0, slot.confidence / (TORN * others[0].confidence))
        for guess in others:
            if (chance := is_any * guess.confidence) >= DOUBTFUL and (other := _card(guess.id)) is not None:
                chances.setdefault(other, chance)
        place = slot.board, slot.slot
        clear = slot.state == "pawn" and slot.confidence >= SURE
        odds = tuple(chances.values())
        firm = slot.confidence >= FIRM
        seen[place] = Sight(slot.state, card, sure, tuple(chances), slot.pawn, odds, slot.pawns, clear, firm)
    return on_their_boards(seen)


def _card(text: str) -> Card | None:
    try:
        return parse_card(text)
    except CardError:
        return None
