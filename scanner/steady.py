"""Steady readings: what several frames say about a space or a loose card becomes one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from scanner.geometry import Floats, Matrix, quad_area, shared_area, transform
from scanner.reading import Detection, SlotReading

SpaceReading = tuple[SlotReading, Detection | None]
Key = tuple[str, str | None, str | None]

SURE = 0.97  # one reading is enough
AGREE = 2  # readings that say the same
MOST = 4  # readings after which the best answer is taken
NAMED = 0.9  # a loose card that was seen once only
INSISTS = 3  # looks in vain that say the same of a card, after which it is believed
LATER = (3, 8, 24, 72)  # frames after which a card without a name is looked at once more


@dataclass(slots=True)
class Space:
    """One space of a board: its steady reading and what is being found out about it."""

    reading: SpaceReading | None = None
    to_picture: Matrix | None = None  # of its board when it was read
    look: Floats | None = None  # how it looked then
    votes: list[SpaceReading] = field(default_factory=list)
    tries: int = 0
    wait: int = 0  # frames until a doubtful one is tried again
    trying: bool = False  # it is tried again just now
    vain: int = 0  # frames until it is looked at again below something that may be a hand
    doubted: tuple[Key, int] | None = None  # what it said when it was looked at in vain, how often
    was_hidden: bool = False  # or disturbed, by a hand that may have laid a card there which looks almost the same

    @property
    def key(self) -> Key | None:
        """What the steady reading says."""
        return key_of(self.reading) if self.reading is not None else None

    def vote(self, reading: SpaceReading, slight: bool = False) -> bool:
        """Count one more reading; True when it is settled. `slight`: the space has hardly changed."""
        self.votes.append(reading)
        if slight and key_of(reading) == self.key:
            self.votes = [reading]
            return True
        if self.trying and len(self.votes) == AGREE and all(is_nameless(vote) for vote in self.votes):
            return True  # not this time either
        return len(self.votes) >= MOST or settled(self.votes) is not None

    def insists(self, reading: SpaceReading) -> bool:
        """Whether it has said the same of a card, looked at now and then, though something may lie over it.

        A finger looks like a pawn, but not like one card of the deck all the time.
        """
        key = key_of(reading)
        often = self.doubted[1] + 1 if self.doubted is not None and self.doubted[0] == key else 1
        self.doubted = key, often
        return often >= INSISTS and reading[0].state == "card" and reading[0].pawn is None and not is_nameless(reading)

    def settle(self, to_picture: Matrix) -> bool:
        """Make the votes the steady reading; True when that says something new."""
        answer = settled(self.votes) or best_of(self.votes)
        before, self.votes, self.trying, self.was_hidden, self.doubted = self.key, [], False, False, None
        if before is not None and self.reading is not None and _is_same_in_doubt(self.reading, answer):
            answer = self.reading
        else:
            self.to_picture = to_picture
        self.reading = answer
        doubtful = is_nameless(answer)
        self.tries = self.tries + 1 if doubtful and before == key_of(answer) else 0
        self.wait = LATER[self.tries] if doubtful and self.tries < len(LATER) else 0
        return self.key != before

    def now(self, to_picture: Matrix) -> SpaceReading | None:
        """The steady reading with the card where the board lies now."""
        if self.reading is None:
            return None
        slot, card = self.reading
        if card is None or self.to_picture is None:
            return slot, card
        return slot, moved(card, to_picture @ np.linalg.inv(self.to_picture))


def key_of(reading: SpaceReading) -> Key:
    """What a reading says, without how sure it is."""
    slot = reading[0]
    return slot.state, slot.id, slot.pawn


def is_nameless(reading: SpaceReading) -> bool:
    """Whether a card lies there that has no name yet."""
    return reading[0].state in ("card", "back") and reading[0].id is None


def is_doubtful(reading: SpaceReading) -> bool:
    """Whether a card or nothing seems to lie there, with little certainty: so it looks where a space is not."""
    return is_nameless(reading) or (reading[0].pawn is None and reading[0].confidence < NAMED)


def is_certain(slot: SlotReading) -> bool:
    """Whether one reading is enough, and no hand is in it: a finger is read as a pawn, on a card or alone."""
    return slot.confidence >= SURE and slot.pawn is None and (slot.state == "empty" or slot.id is not None)


def settled(votes: Sequence[SpaceReading]) -> SpaceReading | None:
    """The answer that is certain by now."""
    for vote in votes:
        alike = [other for other in votes if key_of(other) == key_of(vote)]
        if not is_nameless(vote) and (len(alike) >= AGREE or (len(votes) == 1 and vote[0].confidence >= SURE)):
            return max(alike, key=lambda one: one[0].confidence)
    return None


def best_of(votes: Sequence[SpaceReading]) -> SpaceReading:
    """The answer with most on its side; a name counts more than none."""
    weights: dict[Key, float] = {}
    for vote in votes:
        weight = 0.3 if is_nameless(vote) else vote[0].confidence
        weights[key_of(vote)] = weights.get(key_of(vote), 0.0) + weight
    best = max(weights, key=lambda key: weights[key])
    return max((vote for vote in votes if key_of(vote) == best), key=lambda one: one[0].confidence)


def _is_same_in_doubt(before: SpaceReading, after: SpaceReading) -> bool:
    """Whether a card without a name is most likely the one that was named there before."""
    card = after[1]
    if not is_nameless(after) or card is None or not card.alternatives or before[0].state != after[0].state:
        return False
    return before[0].id is not None and card.alternatives[0].id == before[0].id


def moved(card: Detection, matrix: Matrix) -> Detection:
    """The card after the view has moved."""
    x = transform(matrix, np.array(card.quad))
    corners = [(float(a), float(b)) for a, b in x]
    return replace(card, quad=(corners[0], corners[1], corners[2], corners[3]))


def merge_loose(
    before: Sequence[Detection], looks: Sequence[Sequence[Detection]], keeps: Callable[[int], bool]
) -> list[Detection]:
    """Loose cards after several looks; `keeps(i)`: the former card i is covered or looks as before."""
    result = [card for number, card in enumerate(before) if keeps(number)]
    for number, look in enumerate(looks):
        for card in look:
            if any(shared(card, other) > 0.3 for other in result):
                continue
            alike = [other for later in looks[number:] for other in later if shared(card, other) > 0.3]
            weights: dict[str | None, float] = {}
            for other in alike:
                weights[other.id] = weights.get(other.id, 0.0) + (other.confidence if other.id is not None else 0.05)
            name = max(weights, key=lambda one: weights[one])
            best = max((other for other in alike if other.id == name), key=lambda one: one.confidence)
            if len(alike) >= AGREE or (best.id is not None and best.confidence >= NAMED):
                result.append(best)
    return result


def loose_differ(before: Sequence[Detection], after: Sequence[Detection]) -> bool:
    """Whether other named cards lie there, or one lies elsewhere."""
    old, new = ([card for card in cards if card.id is not None] for cards in (before, after))
    if sorted(str(card.id) for card in old) != sorted(str(card.id) for card in new):
        return True
    return any(all(other.id != card.id or shared(card, other) < 0.1 for other in old) for card in new)


def shared(one: Detection, two: Detection) -> float:
    """The part that two cards share, of the larger one."""
    first, second = (np.array(card.quad) for card in (one, two))
    return shared_area(first, second) / max(abs(quad_area(first)), abs(quad_area(second)), 1e-6)
