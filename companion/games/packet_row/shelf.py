"""The cards of Packet Row to pick from: every design of the owner's deck once, by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from card_db.deck import Deck, DeckError
from card_db.packet_row.art import designs
from card_db.packet_row.cards import Building, Card, CardError, parse_card
from card_db.packet_row.counts import IN_BOX
from card_db.packet_row.deck_list import load_corrections, load_deck
from companion.core.box import Shelf, Tab
from companion.words import Message, msg

CORRECTIONS: Final = "packet_row-corrections.json"

# Which cards stand under which tab, by the first part of their notation.
TABS: Final[dict[str, tuple[Message, tuple[str, ...]]]] = {
    "contract": (msg("Contracts"), ("contract",)),
    "start": (msg("Starting contracts"), ("start",)),
    "goods": (msg("Goods"), ("goods",)),
    "ship": (msg("Ships"), ("ship",)),
    "helper": (msg("Gold and helpers"), ("nugget", "trader", "captain", "assistant", "banker")),
    "money": (msg("Money cards"), ("money",)),
    "vp": (msg("Buildings"), ("vp",)),
}
_HEADS: Final = [head for _, heads in TABS.values() for head in heads]


@lru_cache(maxsize=4)
def known_designs(folder: Path | None = None) -> dict[str, str]:
    """Every different card of the owner's deck by its notation, with its deck; buildings by what they are worth."""
    found = list(designs(_deck(folder)).items())
    found.sort(key=lambda item: (item[0].points, item[0].price) if isinstance(item[0], Building) else (0, 0))
    return {str(card): home for card, home in found}


def _deck(folder: Path | None) -> Deck[Card]:
    try:
        return load_deck(load_corrections(folder / CORRECTIONS) if folder else ())
    except (OSError, DeckError, CardError):
        return load_deck()  # corrections that cannot be read are as if nobody had made them


@lru_cache(maxsize=4)
def _copies(folder: Path | None) -> dict[str, int]:
    copies: Counter[str] = Counter()
    for entry in _deck(folder).entries:
        copies[str(entry.card)] += entry.copies
    return dict(copies)


def forget_designs() -> None:
    """The owner has corrected the deck list."""
    known_designs.cache_clear()
    _copies.cache_clear()


def shelf(folder: Path | None = None) -> Shelf:
    """The designs by kind."""
    known = known_designs(folder)
    tabs = tuple(
        Tab(name, title, tuple(card for card in known if card.partition(":")[0] in heads))
        for name, (title, heads) in TABS.items()
    )
    return Shelf(tabs, _has_room, _rank, known, _copies(folder))


def _has_room(chosen: Sequence[str], card: str) -> bool:
    """The box holds only so many cards of a kind (S2)."""
    kind = parse_card(card).kind
    return sum(parse_card(other).kind == kind for other in chosen) < IN_BOX[kind]


def in_order(cards: Iterable[str]) -> Counter[str]:
    """How many there are of each card; by kind, as in a hand that somebody has sorted."""
    return Counter(sorted(cards, key=_rank))


def _rank(card: str) -> tuple[int, str]:
    return _HEADS.index(card.partition(":")[0]), card
