"""Our own drawn deck as a pack for the scanner and as sheets to print."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from card_db.pack import read_manifest, save_pack
from card_db.packet_row.art import CardTexts, card_texts, write_pack_folder, write_sheets
from card_db.packet_row.deck_list import load_corrections, load_deck
from companion.data_dir import data_dir
from companion.games.packet_row import names
from companion.words import load_words


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


def write_drawn_pack(pack: Path, language: str) -> None:
    """A pack of the drawn deck, with the owner's corrections."""
    deck = load_deck(load_corrections(data_dir() / "packet_row-corrections.json"))
    with TemporaryDirectory() as folder:
        manifest = write_pack_folder(Path(folder), deck, deck_texts(language), language)
        save_pack(read_manifest(manifest), pack)


def write_drawn_sheets(pdf: Path, language: str) -> int:
    """All cards and boards in true size with cut marks; returns the number of pages."""
    deck = load_deck(load_corrections(data_dir() / "packet_row-corrections.json"))
    return write_sheets(pdf, deck, deck_texts(language))
