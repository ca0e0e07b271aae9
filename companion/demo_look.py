"""The end of the demo: every hand is laid on a drawn table, filmed by the simulator and read by the scanner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from card_db.pack import read_manifest
from card_db.packet_row.art import write_pack_folder
from card_db.packet_row.cards import Card, parse_card
from card_db.packet_row.deck_list import load_deck
from companion.games.packet_row.drawn import deck_texts
from companion.games.packet_row.names import card_names
from companion.games.packet_row.scoring import Holding
from companion.words import Message, Words, msg
from scanner.pack_index import index_pack
from scanner.reading import SURE
from scanner.scan import scan_picture
from scanner.simulator.demo import spread_hand
from scanner.simulator.world import sim_deck_of

CARD_DPI, BOARD_DPI = 150, 60  # as fine as the camera of the demo sees them


def look_at_hands(holdings: Sequence[Holding], language: str, words: Words) -> None:
    """Print what is seen of each hand."""
    with TemporaryDirectory() as drafts:
        manifest = write_pack_folder(
            Path(drafts), load_deck(), deck_texts(language), language, card_dpi=CARD_DPI, board_dpi=BOARD_DPI
        )
        pack = read_manifest(manifest)
    deck, index = sim_deck_of(pack), index_pack(pack)
    for seat, holding in enumerate(holdings):
        table = spread_hand(deck, [str(card) for card in holding.cards], seat)
        scan = scan_picture(index, next(table.pictures()))
        sure = [parse_card(card.id) for card in scan.reading.cards if card.id in deck.cards and card.confidence >= SURE]
        doubtful = len(scan.reading.cards) - len(sure)
        print("  " + _words(holding.name, sure, doubtful).say(words))


def _words(player: str, sure: Sequence[Card], doubtful: int) -> Message:
    if doubtful:
        return msg("{player}: {cards}; {count} to ask about", player=player, cards=card_names(sure), count=doubtful)
    return msg("{player}: {cards}", player=player, cards=card_names(sure))
