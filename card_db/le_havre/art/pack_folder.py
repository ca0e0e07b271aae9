"""All cards as a folder that the scanner can enrol, and as sheets to print."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from PIL import Image

from card_db.art.palette import CARD_DPI, CARD_HEIGHT_MM, CARD_WIDTH_MM
from card_db.art.sheets import write_pages
from card_db.le_havre.art.faces import draw_back, draw_building, draw_ship
from card_db.le_havre.buildings import Building, load_buildings
from card_db.le_havre.rounds import ships_in_box
from card_db.le_havre.ships import SHIP_TYPES, Ship, ShipType, load_ship_types

CardNames = Callable[[str], str]  # what is printed on a card: by the building's name or the ship's type
BACK = "back:le_havre"


@lru_cache(maxsize=1)
def ship_ranks() -> dict[str, tuple[Ship, int]]:
    """Every different ship by its name, with its place among those of its type."""
    found = {}
    for kind in SHIP_TYPES:
        for rank, ship in enumerate(sorted(ship for ship in ships_in_box() if ship.type == kind)):
            found[str(ship)] = (ship, rank)
    return found


class Values(Protocol):
    """What is printed on the cards; our list unless somebody knows better."""

    @property
    def buildings(self) -> Mapping[str, Building]:
        """By name."""

    @property
    def ships(self) -> Mapping[str, ShipType]:
        """By type."""


def draw_face(card: str, names: CardNames, dpi: int = CARD_DPI, values: Values | None = None) -> Image.Image | None:
    """The face of a building or a ship by its name; None for what is neither."""
    if card in ship_ranks():
        ship, rank = ship_ranks()[card]
        kinds = values.ships if values else load_ship_types()
        return draw_ship(ship, kinds[ship.type], names(ship.type), rank, dpi)
    building = (values.buildings if values else load_buildings()).get(card)
    return None if building is None else draw_building(building, names(card), dpi)


def write_pack_folder(
    folder: Path, names: CardNames, language: str, card_dpi: int = CARD_DPI, values: Values | None = None
) -> Path:
    """Draw every card into a folder and return the path of its manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = []
    for number, card in enumerate((*load_buildings(), *ship_ranks())):
        image = draw_face(card, names, card_dpi, values)
        if image is not None:
            cards.append({"id": card, "image": _save(folder, f"card-{number:03d}", image, card_dpi)})
    manifest = {
        "name": f"Le Havre, our own cards ({language})",
        "card_size_mm": [CARD_WIDTH_MM, CARD_HEIGHT_MM],
        "cards": cards,
        "backs": [{"id": BACK, "image": _save(folder, "back", draw_back(card_dpi), card_dpi)}],
        "boards": [],
    }
    path = folder / "manifest.json"
    path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def write_sheets(path: Path, names: CardNames, card_dpi: int = CARD_DPI, values: Values | None = None) -> int:
    """Write a PDF with every card of the box in true size and return its number of pages."""
    ships = [str(ship) for ship, count in ships_in_box().items() for _ in range(count)]

    def draw(side: Any) -> Image.Image:
        return draw_face(side, names, card_dpi, values) or draw_back(card_dpi)

    return write_pages(path, "Le Havre: cards", [(card, BACK) for card in (*load_buildings(), *ships)], draw)


def _save(folder: Path, name: str, image: Image.Image, dpi: int) -> str:
    file = f"{name}.png"
    image.save(folder / file, compress_level=3, dpi=(dpi, dpi))
    return file
