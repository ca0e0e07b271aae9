"""The end of the demo: every hand is laid on a drawn table, filmed by the simulator and read by the scanner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from card_db.pack import read_manifest
from companion.core.box import Box, Hand
from companion.drawn_cards import drawing_of
from companion.words import Listing, Message, Words, listing, msg
from scanner.pack_index import index_pack
from scanner.reading import SURE
from scanner.scan import scan_picture
from scanner.simulator.demo import spread_hand
from scanner.simulator.world import sim_deck_of

CARD_DPI, BOARD_DPI = 150, 60  # as fine as the camera of the demo sees them


def look_at_hands(box: Box, hands: Sequence[Hand], language: str, words: Words) -> None:
    """Print what is seen of each hand."""
    with TemporaryDirectory() as drafts:
        nobodys = Path(drafts) / "owner"  # without corrections
        manifest = drawing_of(box.id).write_folder(Path(drafts), nobodys, language, CARD_DPI, BOARD_DPI)
        pack = read_manifest(manifest)
    deck, index = sim_deck_of(pack), index_pack(pack)
    for seat, hand in enumerate(hands):
        if not hand.cards:
            print("  " + _words(hand.name, _cards(box, ()), 0).say(words))
            continue
        table = spread_hand(deck, list(hand.cards), seat)
        scan = scan_picture(index, next(table.pictures()))
        sure = [
            card.id
            for card in scan.reading.cards
            if card.id is not None and card.id in deck.cards and card.confidence >= SURE
        ]
        doubtful = len(scan.reading.cards) - len(sure)
        print("  " + _words(hand.name, _cards(box, sure), doubtful).say(words))


def _cards(box: Box, cards: Sequence[str]) -> Message | Listing:
    names = [
        msg("{count} × {card}", count=count, card=box.short_name(card)) if count > 1 else box.short_name(card)
        for card, count in box.shelf().in_order(cards).items()
    ]
    return listing(names) if names else msg("nothing")


def _words(player: str, cards: Message | Listing, doubtful: int) -> Message:
    if doubtful:
        return msg("{player}: {cards}; {count} to ask about", player=player, cards=cards, count=doubtful)
    return msg("{player}: {cards}", player=player, cards=cards)
