"""Which deck the camera looks for: the owner's pack, or our own drawn deck, made once; and its index, loaded once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Final

from card_db.deck import DeckError
from card_db.pack import PackError, read_manifest, save_pack
from card_db.packet_row.art import write_pack_folder
from card_db.packet_row.deck_list import load_corrections, load_deck
from companion.drawn_cards import deck_texts
from companion.words import Message, msg

if TYPE_CHECKING:
    from companion.app.desk import Desk
    from scanner.pack_index import PackIndex

CORRECTIONS: Final = "packet_row-corrections.json"
CARD_DPI, BOARD_DPI = 150, 100  # as fine as a camera sees a card, and drawn in a few seconds

Tell = Callable[[Message], object]

# Two threads must not make the same thing at once; but a table may be filmed while its deck is being indexed.
_drawing, _indexing = Lock(), Lock()
_loaded: dict[tuple[Path, int], PackIndex] = {}


class DeckMissing(Exception):
    """There is no deck to look for; one sentence in the language of the file system."""


def drawn_pack(folder: Path, language: str) -> Path:
    """Where our own deck is kept."""
    return folder / "decks" / f"drawn-{language}.cardpack"


def make_drawn_pack(folder: Path, language: str, tell: Tell = lambda _: None) -> Path:
    """Our own deck with the owner's corrections as a pack; drawn when it is not there or older than they are."""
    path, corrections = drawn_pack(folder, language), folder / CORRECTIONS
    with _drawing:
        if path.exists() and not (corrections.exists() and corrections.stat().st_mtime > path.stat().st_mtime):
            return path
        tell(msg("Drawing the cards of the demo deck, once…"))
        try:
            deck = load_deck(load_corrections(corrections))
        except (OSError, DeckError):
            deck = load_deck()  # corrections that cannot be read are as if nobody had made them
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with TemporaryDirectory() as drafts:
                manifest = write_pack_folder(
                    Path(drafts), deck, deck_texts(language), language, card_dpi=CARD_DPI, board_dpi=BOARD_DPI
                )
                save_pack(read_manifest(manifest), path)
        except (OSError, PackError) as error:
            raise DeckMissing(str(error)) from error
    return path


class DeckInForce:
    """The deck that a look is for; everything here may take seconds and belongs into a thread."""

    def __init__(self, desk: Desk, drawn: bool) -> None:
        self.folder, self.language = desk.folder, desk.settings.language
        self.own = desk.packs_folder / desk.settings.pack if desk.settings.pack and not drawn else None

    def path(self, tell: Tell) -> Path:
        """The pack file."""
        return self.own or make_drawn_pack(self.folder, self.language, tell)

    def index(self, tell: Tell) -> PackIndex:
        """What the scanner knows of the deck; kept for the next look."""
        from scanner.index_cache import load_index  # OpenCV takes a moment to load: not at the start of the app

        path = self.path(tell)
        try:
            key = (path, path.stat().st_mtime_ns)
            with _indexing:
                if key not in _loaded:
                    tell(msg("Preparing your deck…"))
                    index = load_index(path)
                    _loaded.clear()
                    _loaded[key] = index
                return _loaded[key]
        except (OSError, PackError) as error:
            raise DeckMissing(str(error)) from error
