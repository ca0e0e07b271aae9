"""How many cards of each kind the box holds: the printed component list, the basis of S2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from card_db.packet_row.cards import GOODS, Card

BUILDINGS_PER_DECK: Final = 9

COUNTS: Final[Mapping[str, Mapping[str, int]]] = {
    "guildhall": {"contract": 24, "assistant": 5, "vp": BUILDINGS_PER_DECK},
    "docks": {"ship": 18, "captain": 5, "nugget:1": 5, "nugget:2": 5, "vp": BUILDINGS_PER_DECK},
    "market": {**{f"goods:{good}": 7 for good in GOODS}, "trader": 5, "vp": BUILDINGS_PER_DECK},
    "bank": {"money": 24, "banker": 5, "vp": BUILDINGS_PER_DECK},
    "start": {f"start:{good}": 3 for good in GOODS},
}
DECK_SIZE: Final[Mapping[str, int]] = {deck: sum(kinds.values()) for deck, kinds in COUNTS.items()}
BOX_SIZE: Final = sum(DECK_SIZE.values())

_IN_BOX: Counter[str] = Counter()
for _kinds in COUNTS.values():
    _IN_BOX.update(_kinds)
IN_BOX: Final[Mapping[str, int]] = dict(_IN_BOX)


def count_kinds(cards: Iterable[Card]) -> Counter[str]:
    """How many cards of each kind there are."""
    return Counter(card.kind for card in cards)


def impossible_kinds(cards: Iterable[Card]) -> list[tuple[str, int, int]]:
    """Kinds of which there are more than the box holds: (kind, seen, in the box)."""
    return [(kind, seen, IN_BOX[kind]) for kind, seen in count_kinds(cards).items() if seen > IN_BOX[kind]]
