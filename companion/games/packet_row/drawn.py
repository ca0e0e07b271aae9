"""Our own drawn deck of Packet Row: single pictures, a folder for the scanner, sheets to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from card_db.deck import Deck, DeckError
from card_db.packet_row.art import (
    CardTexts,
    card_texts,
    draw_back,
    draw_board,
    draw_card,
    write_pack_folder,
    write_sheets,
)
from card_db.packet_row.cards import AREAS, Card, CardError, parse_card
from card_db.packet_row.deck_list import DECKS, load_corrections, load_deck
from companion.games.packet_row import names
from companion.games.packet_row.shelf import CORRECTIONS
from companion.words import load_words

if TYPE_CHECKING:
    from PIL import Image

BACK = "back:"
BOARD = "board:"


def deck_texts(language: str) -> CardTexts:
    """The words on the cards."""
    words = load_words(language)
    return card_texts(
        language,
        goods={key: name.say(words) for key, name in names.GOOD_NAMES.items()},
        areas={key: name.say(words) for key, name in names.AREA_NAMES.items()},
        helpers={key: name.say(words) for key, name in names.HELPER_NAMES.items()},
        nuggets={key: name.say(words) for key, name in names.NUGGET_NAMES.items()},
        buildings={key: name.say(words) for key, name in names.BUILDING_NAMES.items()},
    )


def looks(folder: Path) -> dict[str, str]:
    """None: a card with other values is another card."""
    return {}


def draw_picture(name: str, language: str, dpi: int, board_dpi: int, folder: Path | None = None) -> Image.Image | None:
    """A card by its notation, `back:…` or `board:…`; None for what is none of them."""
    if name.startswith(BACK):
        deck = name.removeprefix(BACK)
        return draw_back(deck, dpi) if deck in DECKS else None
    if name.startswith(BOARD):
        area = name.removeprefix(BOARD)
        return draw_board(area if area in AREAS else AREAS[0], deck_texts(language), board_dpi)[0]
    try:
        card = parse_card(name)
    except CardError:
        return None
    return draw_card(card, deck_texts(language), dpi)


def is_older(pack: Path, folder: Path) -> bool:
    """Whether the owner has corrected something since a pack was drawn."""
    corrections = folder / CORRECTIONS
    return corrections.exists() and corrections.stat().st_mtime > pack.stat().st_mtime


def write_folder(target: Path, folder: Path, language: str, card_dpi: int, board_dpi: int) -> Path:
    """Draw the deck with the corrections in the owner's folder; returns the manifest."""
    deck = _deck(folder)
    return write_pack_folder(target, deck, deck_texts(language), language, card_dpi=card_dpi, board_dpi=board_dpi)


def write_printable(pdf: Path, folder: Path, language: str) -> int:
    """All cards and boards in true size with cut marks; returns the number of pages."""
    return write_sheets(pdf, load_deck(load_corrections(folder / CORRECTIONS)), deck_texts(language))


def _deck(folder: Path) -> Deck[Card]:
    try:
        return load_deck(load_corrections(folder / CORRECTIONS))
    except (OSError, DeckError):
        return load_deck()  # corrections that cannot be read are as if nobody had made them
