"""Our own drawn deck: faces, backs, boards, a folder for the scanner and printable sheets.

Everything is drawn by code in millimetres, from one set of engraver's tools, in English or German.
"""

from card_db.packet_row.art.backs import draw_back
from card_db.packet_row.art.boards import board_slots, draw_board
from card_db.packet_row.art.faces import draw_card
from card_db.packet_row.art.pack_folder import designs, write_pack_folder
from card_db.packet_row.art.sheets import write_sheets
from card_db.packet_row.art.showcase import contact_sheet, laid_board, write_showcase
from card_db.packet_row.art.texts import CardTexts, card_texts

__all__ = [
    "CardTexts",
    "board_slots",
    "card_texts",
    "contact_sheet",
    "designs",
    "draw_back",
    "draw_board",
    "draw_card",
    "laid_board",
    "write_pack_folder",
    "write_sheets",
    "write_showcase",
]
