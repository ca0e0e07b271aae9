"""Our own drawn decks as packs for the scanner and as sheets to print."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from card_db.pack import read_manifest, save_pack
from companion.core.box import corrections_file
from companion.data_dir import data_dir
from companion.games import GAMES

if TYPE_CHECKING:
    from PIL import Image

CARD_DPI, BOARD_DPI = 300, 150


def drawing_of(game: str) -> Any:
    """The module that draws the cards of a game: draw_picture, looks, is_older, write_folder, write_printable."""
    return import_module(f"companion.games.{game}.drawn")


def looks(folder: Path) -> dict[str, str]:
    """Cards that are drawn differently because of the owner's corrections, each with what tells the look."""
    games = [game for game in GAMES if corrections_file(folder, game).exists()]  # drawing takes a moment to load
    return {card: look for game in games for card, look in drawing_of(game).looks(folder).items()}


def draw_picture(name: str, language: str, dpi: int, board_dpi: int, folder: Path | None = None) -> Image.Image:
    """The picture of a card of whatever game, as in the owner's folder; raises ValueError for what no game knows."""
    for game in GAMES:
        image: Image.Image | None = drawing_of(game).draw_picture(name, language, dpi, board_dpi, folder)
        if image is not None:
            return image
    raise ValueError(f"no game has a card {name!r}")


def save_drawn_pack(
    pack: Path, game: str, folder: Path, language: str, card_dpi: int = CARD_DPI, board_dpi: int = BOARD_DPI
) -> None:
    """A pack of a drawn deck, with the corrections in the owner's folder."""
    with TemporaryDirectory() as drafts:
        manifest = drawing_of(game).write_folder(Path(drafts), folder, language, card_dpi, board_dpi)
        save_pack(read_manifest(manifest), pack)


def write_drawn_pack(pack: Path, language: str, game: str = GAMES[0]) -> None:
    """As save_drawn_pack, with the corrections of the command line."""
    save_drawn_pack(pack, game, data_dir(), language)


def write_drawn_sheets(pdf: Path, language: str, game: str = GAMES[0]) -> int:
    """All cards and boards in true size with cut marks; returns the number of pages."""
    pages: int = drawing_of(game).write_printable(pdf, data_dir(), language)
    return pages
