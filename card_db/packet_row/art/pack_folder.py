"""Our deck as a folder that the scanner can enrol: pictures and a manifest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from PIL import Image

from card_db.deck import Deck
from card_db.packet_row.art.backs import draw_back
from card_db.packet_row.art.boards import draw_board
from card_db.packet_row.art.faces import draw_card
from card_db.packet_row.art.palette import BOARD_DPI, CARD_DPI, CARD_HEIGHT_MM, CARD_WIDTH_MM
from card_db.packet_row.art.texts import CardTexts
from card_db.packet_row.cards import AREAS, Card

BACKS: Final = (*AREAS, "start")


def designs(deck: Deck[Card]) -> dict[Card, str]:
    """Each different card face once, with the deck it belongs to."""
    found: dict[Card, str] = {}
    for entry in deck.entries:
        found.setdefault(entry.card, entry.deck)
    return found


def write_pack_folder(
    folder: Path,
    deck: Deck[Card],
    texts: CardTexts,
    language: str,
    *,
    card_dpi: int = CARD_DPI,
    board_dpi: int = BOARD_DPI,
) -> Path:
    """Draw every design, back and board into a folder and return the path of its manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = []
    for number, (card, home) in enumerate(designs(deck).items()):
        image = _save(folder, f"card-{number:03d}", draw_card(card, texts, card_dpi, deck=home), card_dpi)
        cards.append({"id": str(card), "image": image})
    backs = [
        {"id": f"back:{name}", "image": _save(folder, f"back-{name}", draw_back(name, card_dpi), card_dpi)}
        for name in BACKS
    ]
    boards = []
    for area in AREAS:
        picture, slots = draw_board(area, texts, board_dpi)
        places = [{"id": slot.id, "quad": [list(corner) for corner in slot.quad]} for slot in slots]
        boards.append({"id": area, "image": _save(folder, f"board-{area}", picture, board_dpi), "slots": places})
    manifest = {
        "name": f"Packet Row, our own deck ({language})",
        "card_size_mm": [CARD_WIDTH_MM, CARD_HEIGHT_MM],
        "cards": cards,
        "backs": backs,
        "boards": boards,
    }
    path = folder / "manifest.json"
    path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def _save(folder: Path, name: str, image: Image.Image, dpi: int) -> str:
    file = f"{name}.png"
    image.save(folder / file, compress_level=3, dpi=(dpi, dpi))
    return file
