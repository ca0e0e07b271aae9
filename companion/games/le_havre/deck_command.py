"""`companion deck` of Le Havre: every card, where sources disagree, and the owner's corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from card_db.le_havre.ships import SHIP_TYPES
from companion.core.box import DeckList
from companion.core.read_json import parse_request
from companion.games.le_havre.card_facts import doubt_of, summary
from companion.games.le_havre.owned_cards import correct_card, load_corrections
from companion.games.le_havre.printed import printed
from companion.words import English


def _lines(folder: Path) -> Iterator[str]:
    box = printed(load_corrections(folder))
    for card in (*box.buildings, *SHIP_TYPES):
        known = "; ".join(part.say(English) for part in summary(box, card))
        doubt = doubt_of(card)
        if card in box.corrections:
            known += f"  (your card: {', '.join(box.corrections[card])})"
        elif doubt is not None:
            known += f"  (sources disagree: {doubt.other.say(English)})"
        yield f"{card:25}  {known}"


def _correct(folder: Path, values: Sequence[str], copies: int) -> None:
    card, told = values
    load_corrections(folder)  # a damaged file is named, not overwritten
    correct_card(folder, card, parse_request(told.encode("utf-8", "surrogateescape")))


DECK_LIST = DeckList(("CARD", "VALUES"), _lines, _correct)
