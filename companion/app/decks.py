"""Which deck the camera looks for: the owner's pack, or our own drawn deck, made once; and its index, loaded once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from card_db.pack import PackError
from companion.core.box import Box
from companion.drawn_cards import drawing_of, save_drawn_pack
from companion.fault_words import why
from companion.games import GAMES
from companion.words import Message, msg

if TYPE_CHECKING:
    from companion.app.desk import Desk
    from scanner.pack_index import PackIndex

CARD_DPI, BOARD_DPI = 150, 100  # as fine as a camera sees a card, and drawn in a few seconds

Tell = Callable[[Message], object]

# Two threads must not make the same thing at once; but a table may be filmed while its deck is being indexed.
_drawing, _indexing = Lock(), Lock()
_loaded: dict[tuple[Path, int], PackIndex] = {}


class DeckMissing(Exception):
    """There is no deck to look for; `message` says why in a sentence for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.template)
        self.message = message


def drawn_pack(folder: Path, language: str, game: str = GAMES[0]) -> Path:
    """Where our own deck of a game is kept; the name of the first game's is older than the others."""
    return folder / "decks" / f"drawn-{language if game == GAMES[0] else f'{game}-{language}'}.cardpack"


def make_drawn_pack(folder: Path, language: str, tell: Tell = lambda _: None, game: str = GAMES[0]) -> Path:
    """Our own deck with the owner's corrections as a pack; drawn when it is not there or older than they are."""
    path = drawn_pack(folder, language, game)
    with _drawing:
        if path.exists() and not drawing_of(game).is_older(path, folder):
            return path
        tell(msg("Drawing the cards of the demo deck, once…"))
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            save_drawn_pack(path, game, folder, language, CARD_DPI, BOARD_DPI)
        except (OSError, PackError) as error:
            raise DeckMissing(why(error)) from error
    return path


class DeckInForce:
    """The deck that a look is for; everything here may take seconds and belongs into a thread."""

    def __init__(self, desk: Desk, drawn: bool, box: Box) -> None:
        self.folder, self.language, self.box = desk.folder, desk.settings.language, box
        own = desk.pack_of(box)
        self.own = desk.packs_folder / own if own and not drawn else None

    def path(self, tell: Tell) -> Path:
        """The pack file."""
        return self.own or make_drawn_pack(self.folder, self.language, tell, self.box.id)

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
            raise DeckMissing(why(error)) from error
