"""Our own drawn cards of Le Havre: buildings, ships, tokens of goods, a folder for the scanner, sheets to print."""

from card_db.le_havre.art.faces import draw_back, draw_building, draw_good, draw_ship
from card_db.le_havre.art.pack_folder import CardNames, draw_face, ship_ranks, write_pack_folder, write_sheets

__all__ = [
    "CardNames",
    "draw_back",
    "draw_building",
    "draw_face",
    "draw_good",
    "draw_ship",
    "ship_ranks",
    "write_pack_folder",
    "write_sheets",
]
