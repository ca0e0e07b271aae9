"""`companion deck` of Packet Row: the deck list with where each value is known from, and the owner's corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from card_db.packet_row.deck_list import load_corrections, load_deck, parse_correction, save_corrections
from companion.core.box import DeckList
from companion.games.packet_row.shelf import CORRECTIONS


def _lines(folder: Path) -> Iterator[str]:
    for entry in load_deck(load_corrections(folder / CORRECTIONS)).entries:
        sources = ", ".join(f"{name} {source}" for name, source in entry.sources.items())
        yield f"{entry.copies} x {entry.deck:9}  {entry.card!s:40}  {sources}"


def _correct(folder: Path, values: Sequence[str], copies: int) -> None:
    deck, listed, real = values
    known = (*load_corrections(folder / CORRECTIONS), parse_correction(deck, listed, real, copies))
    load_deck(known)  # refused before it is written
    save_corrections(folder / CORRECTIONS, known)


DECK_LIST = DeckList(("DECK", "LISTED", "REAL"), _lines, _correct)
