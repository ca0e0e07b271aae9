"""Printable sheets of our own deck: all cards and boards in true size."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from PIL import Image

from card_db.art.sheets import write_pages
from card_db.deck import Deck
from card_db.packet_row.art.backs import draw_back
from card_db.packet_row.art.boards import draw_board
from card_db.packet_row.art.faces import draw_card
from card_db.packet_row.art.palette import BOARD_HEIGHT_MM, BOARD_WIDTH_MM, CARD_DPI
from card_db.packet_row.art.texts import CardTexts
from card_db.packet_row.cards import AREAS, Card

_BOARD_SHEET_DPI: Final = 200


def write_sheets(
    path: Path,
    deck: Deck[Card],
    texts: CardTexts,
    *,
    backs: bool = True,
    boards: bool = True,
    card_dpi: int = CARD_DPI,
    board_dpi: int = _BOARD_SHEET_DPI,
) -> int:
    """Write the PDF and return its number of pages; raises SheetsError when reportlab is missing."""

    def draw(side: Any) -> Image.Image:
        card, home = side
        return draw_back(home, card_dpi) if card is None else draw_card(card, texts, card_dpi, deck=home)

    size = (BOARD_WIDTH_MM, BOARD_HEIGHT_MM)
    return write_pages(
        path,
        "Packet Row: cards and boards",
        [((card, home), (None, home)) for card, home in sheet_cards(deck)],
        draw,
        ((draw_board(area, texts, board_dpi)[0], size) for area in (AREAS if boards else ())),
        backs,
    )


def sheet_cards(deck: Deck[Card]) -> list[tuple[Card, str]]:
    """Every single card to print with its deck, copies counted."""
    return [(entry.card, entry.deck) for entry in deck.entries for _ in range(entry.copies)]
