"""A stranger's deck from its photographs to a counted hand: cut out, named, exported, imported, looked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from card_db.pack import load_pack
from companion.app.worker import Worker
from companion.deck_book import DeckBook
from scanner.simulator.demo import spread_hand
from scanner.simulator.foreign import make_deck
from scanner.simulator.scene import load_sim_deck
from tests.scan_deck import wait_for

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]
DECK_SEED = 313
# What the stranger calls the first card of each family, in the order in which they lie on the table.
NAMES = ("ship:spain", "ship:france", "banker", "captain", "trader", "assistant", "nugget:1:4", "vp:library:15:3")


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Cards of a deck that was never seen here, once to be taught and once to be counted, in another order."""
    folder = tmp_path_factory.mktemp("photographs")
    deck = load_sim_deck(make_deck(DECK_SEED, folder / "deck", 60))
    families: dict[str, str] = {}
    for card in deck.cards:
        families.setdefault(card.partition(":")[0], card)
    cards = list(families.values())[: len(NAMES)]
    for name, order, seed in (("taught", cards, 1), ("counted", cards[::-1], 2)):
        picture = next(spread_hand(deck, order, seed, (1920, 1080)).pictures())
        cv2.imwrite(str(folder / f"{name}.png"), picture)
    return folder


@pytest.fixture
def app(open_app: OpenApp, photographs: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The app of somebody whose photographs are in the usual folder and whose Downloads are empty."""
    downloads = photographs / "Downloads"
    downloads.mkdir(exist_ok=True)
    for module in ("scan_files", "my_deck_packs"):
        monkeypatch.setattr(f"companion.app.screens.{module}.home_folders", lambda: [photographs, downloads])
    yield open_app()
    assert Worker.wait()


def name_all(app: Any) -> None:
    """Tell for each cut-out which card it is; those that look alike are different ones here."""
    for card in NAMES:
        app.tap(f"name-deck:{app.screen.shelf.decks[card]}")
        for tab in [one.test_id for one in app.walk() if getattr(one, "test_id", "").startswith("picker-tab:")]:
            app.tap(tab)
            if app.has(f"pick:{card}"):
                break
        app.tap(f"pick:{card}")
        wait_for(app, lambda: app.screen.step == "values", 5)
        app.tap("values-done")


def test_a_photographed_deck_is_taught_passed_on_and_counted_with(app: Any, photographs: Path) -> None:
    app.tap("my_deck")
    app.tap("deck-photo")
    app.tap("photo-files")
    app.tap("file:taught.png")
    wait_for(app, lambda: app.screen.step == "name")
    assert app.reads(f"{len(NAMES)} cards cut out")
    name_all(app)
    assert set(DeckBook(app.desk.folder / "deck").pages.cards) == set(NAMES)
    app.tap("deck-finish")
    wait_for(app, lambda: app.shell.dialog is not None)
    assert app.reads(f"The camera now looks for {len(NAMES)} cards.")
    app.tap("dialog-close")

    app.tap("deck-packs")
    app.tap("pack-export")
    wait_for(app, lambda: app.reads("Deck exported"))
    app.tap("dialog-close")
    app.tap("pack:drawn")
    app.tap("pack-import")
    app.tap("file:packet-row-my-deck.cardpack")
    wait_for(app, lambda: app.desk.settings.pack == "packet-row-my-deck.cardpack")
    pack = load_pack(app.desk.packs_folder / app.desk.settings.pack)
    assert {card.id for card in pack.cards} == set(NAMES)

    app.desk.change(camera=str(photographs / "counted.png"))
    app.shell.home()
    app.tap("score-now")
    app.tap("start")
    app.tap("camera")
    wait_for(app, lambda: app.screen.latest is not None and app.screen.latest.steady)
    app.frames(3)
    app.tap("take")
    asked = 0
    while app.screen.test_id == "screen:scan":  # what is not certain is asked, and the right card is among the answers
        laid = app.screen.questions.doubts[asked]
        asked += 1
        assert laid.options
        app.tap(f"option:{laid.options[0]}")
    count = app.desk.counting(app.desk.counts()[0].id).count
    assert sorted(count.players[0].cards) == sorted(NAMES)
    assert asked <= 2
