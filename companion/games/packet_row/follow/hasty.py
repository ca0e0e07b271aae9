"""Boards that are refilled in the middle of a round: a card that was seen to lie there afterwards is taken later.

Such a refill looks like the first one after a round that nobody knew to be over. What is taken then tells that the
round went on; without this memory the course would have the card taken first and the board refilled afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from companion.games.packet_row.follow.facts import Fact, Refilled, Taken
from companion.games.packet_row.follow.sights import Place, Seen


class Hasty:
    """Refills that nothing explains, with the cards that were seen on the table since."""

    def __init__(self) -> None:
        self._since: dict[Fact, set[Place]] = {}
        self._found: set[Fact] = set()

    def note(self, idle: Iterable[Fact], seen: Seen) -> None:
        """These refills are not explained, and this is seen."""
        cards = {place for place, sight in seen.items() if sight.state == "card" and sight.pawn is None}
        self._since = {fact: self._since.get(fact, set()) | cards for fact in idle}

    def believe(self, facts: AbstractSet[Fact]) -> None:
        """Others have happened: a card that lay there after a refill was taken after it."""
        taken = {(fact.area, fact.space) for fact in facts if isinstance(fact, Taken)}
        self._found |= {fact for fact, cards in self._since.items() if fact not in facts and cards & taken}

    def left_out(self, facts: frozenset[Fact]) -> frozenset[Fact]:
        """The facts without them; when another board is refilled the round is over, and they are made good."""
        others = facts - self._found
        return facts if any(isinstance(fact, Refilled) for fact in others) else others
