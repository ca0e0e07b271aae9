"""Our own drawn cards of Le Havre: single pictures, a folder for the scanner, sheets to print."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from card_db.le_havre.art import CardNames, draw_back, draw_face, draw_good, ship_ranks, write_pack_folder, write_sheets
from card_db.le_havre.art.pack_folder import BACK
from companion.core.box import corrections_file
from companion.games.le_havre.names import BUILDING_NAMES, SHIP_NAMES
from companion.games.le_havre.owned_cards import GAME_ID, own_corrections
from companion.games.le_havre.printed import Printed, printed
from companion.words import load_words

if TYPE_CHECKING:
    from PIL import Image

TOKEN = "token:"
TOKEN_SIDE = 128  # pixels


def card_names(language: str) -> CardNames:
    """What is printed on the cards: without the addition that tells cards of one name apart."""
    words = load_words(language)

    def name(card: str) -> str:
        text = (SHIP_NAMES.get(card) or BUILDING_NAMES[card]).say(words)
        return text.partition(" (")[0]

    return name


def looks(folder: Path) -> dict[str, str]:
    """The cards that look different because of what the owner has corrected, each with what tells the look."""
    told: dict[str, str] = {}
    for card, values in own_corrections(folder).items():
        ships = [name for name, (ship, _) in ship_ranks().items() if ship.type == card]
        told |= dict.fromkeys(ships or [card], json.dumps(values, sort_keys=True))
    return told


def draw_picture(name: str, language: str, dpi: int, board_dpi: int, folder: Path | None = None) -> Image.Image | None:
    """A card by its name, or `token:…` of goods; None for what is none of them."""
    if name.startswith(TOKEN):
        return draw_good(name.removeprefix(TOKEN), TOKEN_SIDE)
    if name == BACK:
        return draw_back(dpi)
    return draw_face(name, card_names(language), dpi, _values(folder) if folder else None)


def is_older(pack: Path, folder: Path) -> bool:
    """Whether the owner has corrected something since a pack was drawn."""
    corrections = corrections_file(folder, GAME_ID)
    return corrections.exists() and corrections.stat().st_mtime > pack.stat().st_mtime


def write_folder(target: Path, folder: Path, language: str, card_dpi: int, board_dpi: int) -> Path:
    """Draw the cards with the corrections in the owner's folder; returns the manifest."""
    return write_pack_folder(target, card_names(language), language, card_dpi, _values(folder))


def write_printable(pdf: Path, folder: Path, language: str) -> int:
    """All cards in true size with cut marks; returns the number of pages."""
    return write_sheets(pdf, card_names(language), values=_values(folder))


def _values(folder: Path) -> Printed:
    return printed(own_corrections(folder))
