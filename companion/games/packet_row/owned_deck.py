"""The deck list with what the owner has read on the printed cards."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from card_db.deck import Deck, DeckError
from card_db.packet_row.cards import Card, parse_card
from card_db.packet_row.deck_list import (
    Correction,
    check_correction,
    load_corrections,
    load_deck,
    save_corrections,
)


def owned_deck(path: Path) -> Deck[Card]:
    """The deck list with the owner's corrections; without them when they cannot be read."""
    try:
        return load_deck(load_corrections(path))
    except (OSError, DeckError):
        return load_deck()


def settle_values(path: Path, deck: str, was: str, now: str) -> None:
    """The owner has read a card: its values are as listed (`was` equals `now`) or corrected; raises DeckError.

    A card that was settled once and is corrected again replaces what was said of it.
    """
    listed, real = parse_card(was), parse_card(now)
    known = load_corrections(path)
    entries = [entry for entry in load_deck(known).entries if entry.deck == deck and entry.card == listed]
    if not entries:
        raise DeckError(f"{was} is not in the deck list of {deck}")
    copies = sum(entry.copies for entry in entries)
    correction = Correction(deck, listed, real, copies)
    check_correction(correction)
    after = (*known, correction)
    load_deck(after)  # refused before it is written
    save_corrections(path, _shortened(after))


def _shortened(corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    """Without the same confirmation twice."""
    kept: list[Correction] = []
    for correction in corrections:
        if correction not in kept or correction.was != correction.now:
            kept.append(correction)
    return tuple(kept)
