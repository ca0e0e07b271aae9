"""A small drawn deck for tests with the camera: quickly drawn and indexed, once for all tests."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from card_db.deck import Deck
from card_db.pack import read_manifest, save_pack
from card_db.packet_row.art import write_pack_folder
from card_db.packet_row.deck_list import load_deck
from companion.games.packet_row.demo_game import demo_holdings
from companion.games.packet_row.drawn import deck_texts
from scanner.index_cache import load_index

MORE = ("goods:fur:2:6", "goods:fur:3:10", "ship:spain", "money:4")


@pytest.fixture(scope="session")
def small_deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pack of all cards in the demo hands and some more."""
    folder = tmp_path_factory.mktemp("decks")
    hands = {str(card) for hand in demo_holdings() for card in hand.cards} | set(MORE)
    deck = Deck(tuple(entry for entry in load_deck().entries if str(entry.card) in hands))
    manifest = write_pack_folder(folder / "drawing", deck, deck_texts("en"), "en", card_dpi=110, board_dpi=90)
    save_pack(read_manifest(manifest), folder / "drawn-en.cardpack")
    shutil.rmtree(folder / "drawing")
    load_index(folder / "drawn-en.cardpack")  # kept beside the pack, so that every test finds it
    return folder


@pytest.fixture
def scan_app(small_deck: Path, open_app: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """`open_app` with the small deck in place of the drawn one, in both languages."""

    def start(*args: Any, **more: Any) -> Any:
        decks = tmp_path / "app" / "decks"
        decks.mkdir(parents=True, exist_ok=True)
        for file in small_deck.iterdir():
            for language in ("en", "de"):
                target = decks / file.name.replace("-en", f"-{language}")
                if not target.exists():
                    shutil.copyfile(file, target)
        return open_app(*args, **more)

    return start


def wait_for(app: Any, true: Callable[[], object], seconds: float = 120) -> None:
    """As `until`, but the threads behind the camera get time to work."""

    def rested() -> object:
        time.sleep(0.1)
        return true()

    app.until(rested, seconds)
