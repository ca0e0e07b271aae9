"""My deck in the real app: photograph, name, correct, mark boards, use the deck; a restart loses nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kivy.tests.common import UnitTestTouch
from PIL import Image

from card_db.pack import load_pack
from card_db.packet_row.cards import parse_card
from companion.app.worker import Worker
from companion.deck_book import DeckBook
from companion.games.packet_row.demo_game import demo_holdings
from companion.games.packet_row.owned_deck import owned_deck
from companion.games.packet_row.shelf import CORRECTIONS
from tests.scan_deck import scan_app, small_deck, wait_for

__all__ = ["scan_app", "small_deck"]

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]
QUAD = ((10.0, 10.0), (60.0, 10.0), (60.0, 90.0), (10.0, 90.0))


@pytest.fixture(autouse=True)
def no_thread_is_left(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("companion.app.screens.scan_files.home_folders", list)
    monkeypatch.setattr("companion.app.screens.my_deck_packs.home_folders", list)
    yield
    assert Worker.wait()
    assert not [thread.name for thread in threading.enumerate() if thread.name in ("camera", "scanner", "deck")]


def image(colour: str = "red") -> Image.Image:
    return Image.new("RGB", (220, 340), colour)


def book_of(app: Any) -> DeckBook:
    return DeckBook(app.desk.folder / "deck")


def name_first(app: Any, card: str, deck: str, tab: str) -> None:
    """Choose the card for the cut-out that is shown."""
    app.tap(f"name-deck:{deck}")
    if app.has(f"picker-tab:{tab}"):
        app.tap(f"picker-tab:{tab}")
    app.tap(f"pick:{card}")
    wait_for(app, lambda: app.screen.step == "values", 5)


def test_cards_are_photographed_cut_out_and_known_again(scan_app: OpenApp) -> None:
    app = scan_app()
    app.tap("my_deck")
    assert app.reads("0 of 172 cards")
    app.screen.args["source"] = "demo"
    app.tap("deck-photo")
    wait_for(app, lambda: app.screen.photo.view.shown > 1)
    app.tap("shoot")
    wait_for(app, lambda: app.screen.step == "name")
    cards = {str(card) for card in demo_holdings()[0].cards}
    assert len(book_of(app).pages.waiting) == len(cards)
    app.screen.args["source"] = "demo"
    app.screen.go("photo")
    wait_for(app, lambda: app.screen.photo.view.shown > 1)
    app.tap("shoot")
    wait_for(app, lambda: app.reads(f"0 new, {len(cards)} already there"))
    assert len(book_of(app).pages.waiting) == len(cards)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_card_is_named_its_value_corrected_and_the_deck_used(scan_app: OpenApp, language: str) -> None:
    app = scan_app(language=language)
    book_of(app).add(image("red"))
    book_of(app).add(image("blue"))
    app.tap("my_deck")
    app.tap("deck-name")
    name_first(app, "goods:fur:2:6", "market", "goods")
    app.tap("value:price:plus")
    app.tap("values-done")
    assert app.screen.step == "name"
    assert parse_card("goods:fur:2:7") in owned_deck(app.desk.folder / CORRECTIONS).cards("market")
    assert list(book_of(app).pages.cards) == ["goods:fur:2:7"]

    app = scan_app()  # a restart in the middle
    app.tap("my_deck")
    app.tap("deck-name")
    name_first(app, "banker", "bank", "helper")
    app.tap("values-done")
    wait_for(app, lambda: app.screen.step == "", 5)
    app.tap("deck-finish")
    wait_for(app, lambda: app.shell.dialog is not None, 20)
    assert app.desk.settings.pack == "my-deck.cardpack"
    pack = load_pack(app.desk.packs_folder / app.desk.settings.pack)
    assert {card.id for card in pack.cards} == {"goods:fur:2:7", "banker"}


def test_a_building_of_another_name_and_a_contract_to_another_place_are_corrected(scan_app: OpenApp) -> None:
    app = scan_app()
    for colour in ("red", "blue"):
        book_of(app).add(image(colour))
    app.tap("my_deck")
    app.tap("deck-name")
    name_first(app, "vp:library:15:3", "market", "vp")
    app.type("value:building", "Town Hall: East")
    app.tap("value:points:minus")
    app.tap("values-done")
    starts = sorted(str(card) for card in owned_deck(app.desk.folder / CORRECTIONS).cards("start"))
    name_first(app, starts[0], "start", "start")
    kind, good, units, destination, reward = starts[0].split(":")
    other = "sweden" if destination != "sweden" else "france"
    app.tap(f"value:to:{other}")
    app.tap("values-done")
    wait_for(app, lambda: app.screen.step == "", 5)
    assert set(book_of(app).pages.cards) == {"vp:town_hall_east:15:2", f"{kind}:{good}:{units}:{other}:{reward}"}
    assert parse_card("vp:town_hall_east:15:2") in owned_deck(app.desk.folder / CORRECTIONS).cards("market")


def test_a_card_that_looks_the_same_is_asked_about(scan_app: OpenApp) -> None:
    app = scan_app()
    book = book_of(app)
    known = book.add(image("red")).file
    book.name(known, "banker")
    for _ in range(2):
        book.add(image("red"), alike=known)
    app.tap("my_deck")
    app.tap("deck-name")
    app.tap("pair-same")
    assert len(book_of(app).pages.waiting) == 1
    app.tap("pair-another")
    assert app.has("name-turn")
    assert book_of(app).pages.waiting[0].alike == ""


def test_cut_outs_are_turned_dropped_and_named_as_backs(scan_app: OpenApp) -> None:
    app = scan_app()
    for colour in ("red", "blue"):
        book_of(app).add(image(colour))
    app.tap("my_deck")
    app.tap("deck-name")
    before = book_of(app).pages.waiting
    app.tap("name-turn")
    assert book_of(app).pages.waiting[0].file != before[0].file
    app.tap("name-deck:docks")
    app.tap("name-back")
    assert list(book_of(app).pages.cards) == ["back:docks"]
    app.tap("name-drop")
    assert app.screen.step == ""
    assert book_of(app).pages.waiting == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_card_with_the_wrong_name_is_named_anew(open_app: OpenApp, language: str) -> None:
    app = open_app(language=language)
    book_of(app).name(book_of(app).add(image("red")).file, "banker")
    photo = book_of(app).pages.cards["banker"]
    book_of(app).name(book_of(app).add(image("blue")).file, "back:bank")
    app.tap("my_deck")
    app.tap("deck-named")
    assert app.has("named-none")
    app.tap("named-deck:bank")
    assert [tile.card for tile in app.all("named:banker")] == [f"photo:{app.desk.folder / 'deck' / photo}"]
    app.settle()
    app.tap("named:banker")
    app.tap("named-anew")
    assert app.screen.step == "name"
    assert [page.file for page in book_of(app).pages.waiting] == [photo]
    app = open_app()
    app.tap("my_deck")
    app.tap("deck-name")
    name_first(app, "ship:spain", "docks", "ship")
    assert book_of(app).pages.cards["ship:spain"] == photo
    app.tap("values-done")
    app.tap("deck-named")
    app.tap("named-deck:bank")
    app.tap("named:back:bank")
    app.tap("named-remove")
    assert app.has("named-none")
    assert not book_of(app).has_back("bank")


def drag(view: Any, corner: tuple[float, float], right: float, up: float) -> None:
    """Move a corner of a frame by so many pixels of the screen."""
    x, y = view.to_window(*view.to_view(corner))
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_move(x + right, y + up)
    touch.touch_up()


def test_a_board_is_photographed_and_its_spaces_are_moved(scan_app: OpenApp) -> None:
    app = scan_app()
    app.tap("my_deck")
    app.tap("deck-boards")
    app.screen.args["source"] = "demo"
    app.tap("board-photo:market")
    wait_for(app, lambda: app.screen.photo.view.shown > 0)
    app.tap("shoot")
    wait_for(app, lambda: app.screen.step == "adjust")
    app.frames(3)
    found = book_of(app).pages.boards["market"].file
    app.tap("adjust-edges")
    view = app.get("outline")
    (corner, *_), shown = view.spaces["board"], app.screen.args["shot"].image.size
    drag(view, corner, 150, 0)  # inwards: a part of the board
    app.tap("outline-done")
    wait_for(app, lambda: app.screen.step == "adjust", 20)
    assert book_of(app).pages.boards["market"].file != found
    assert app.screen.args["shot"].image.size != shown
    app.frames(3)
    spaces = book_of(app).pages.boards["market"].spaces
    assert len(spaces) == 8
    view = app.get("corners")
    drag(view, spaces["current-4"][2], 12, -9)
    app.frames(2)
    moved = book_of(app).pages.boards["market"].spaces
    assert moved["current-4"][2][0] > spaces["current-4"][2][0] + 5
    assert moved["current-4"][2][1] > spaces["current-4"][2][1] + 4
    assert moved["current-4"][0] == spaces["current-4"][0]
    assert moved["draw"] == spaces["draw"]
    app.tap("adjust-same")
    same = book_of(app).pages.boards["market"].spaces
    for slot, quad in same.items():  # each as large as the one that was moved, around its own middle
        assert np.ptp(quad, axis=0) == pytest.approx(np.ptp(moved["current-4"], axis=0))
        assert np.mean(quad, axis=0) == pytest.approx(np.mean(moved[slot], axis=0))
    before = book_of(app).pages.boards["market"].file
    app.tap("turn")
    wait_for(app, lambda: book_of(app).pages.boards["market"].file != before, 20)
    with Image.open(app.desk.folder / "deck" / book_of(app).pages.boards["market"].file) as turned:
        assert turned.height > turned.width
    app.frames(3)
    app.tap("adjust-done")
    assert app.has("board-adjust:market")


def test_a_bad_deck_is_refused_in_one_sentence(scan_app: OpenApp) -> None:
    app = scan_app()
    folder = app.desk.folder / "pictures"
    folder.mkdir(exist_ok=True)
    (folder / "bad.cardpack").write_bytes(b"no zip at all")
    app.tap("my_deck")
    app.tap("deck-packs")
    app.tap("pack-import")
    app.tap("file:bad.cardpack")
    wait_for(app, lambda: app.shell.dialog is not None, 20)
    assert app.reads("This file is no deck of cards.")
    assert app.desk.settings.pack == ""


def test_a_deck_is_imported_used_exported_and_put_away(scan_app: OpenApp, small_deck: Path) -> None:
    app = scan_app()
    folder = app.desk.folder / "pictures"
    folder.mkdir(exist_ok=True)
    (folder / "friend.cardpack").write_bytes((small_deck / "drawn-en.cardpack").read_bytes())
    app.tap("my_deck")
    app.tap("deck-packs")
    app.tap("pack-import")
    app.tap("file:friend.cardpack")
    wait_for(app, lambda: app.desk.settings.pack == "friend.cardpack", 30)
    wait_for(app, lambda: app.screen.step == "packs", 10)
    app.tap("pack-export")
    wait_for(app, lambda: app.shell.dialog is not None, 20)
    exported = app.desk.folder / "exports" / "packet-row-friend.cardpack"
    assert load_pack(exported).fingerprint == load_pack(folder / "friend.cardpack").fingerprint
    app.shell.close_dialogs()
    app.tap("pack:drawn")
    assert app.desk.settings.pack == ""


def test_stickers_are_written_or_it_is_said_where_they_can_be(scan_app: OpenApp) -> None:
    app = scan_app()
    app.tap("my_deck")
    app.tap("deck-packs")
    app.tap("pack-stickers")
    wait_for(app, lambda: app.shell.dialog is not None, 30)
    sheet = app.desk.folder / "exports" / "packet-row-stickers.pdf"
    assert app.reads("172 stickers") if sheet.exists() else app.reads("python -m scanner tags")


def test_the_back_key_leads_from_part_to_part(scan_app: OpenApp) -> None:
    app = scan_app()
    book_of(app).add(image())
    app.tap("my_deck")
    app.tap("deck-name")
    app.tap("back")
    assert app.screen.step == ""
    app.tap("deck-boards")
    app.tap("back")
    app.tap("back")
    assert app.screen.test_id == "screen:home"


def test_values_that_were_being_compared_come_first_after_a_restart(scan_app: OpenApp) -> None:
    app = scan_app()
    book_of(app).add(image("red"))
    book_of(app).add(image("blue"))
    app.tap("my_deck")
    app.tap("deck-name")
    name_first(app, "goods:fur:2:6", "market", "goods")
    app.tap("value:price:plus")

    app = scan_app()  # killed before the owner said yes
    app.tap("my_deck")
    assert app.screen.step == "values"
    assert app.screen.args["card"] == "goods:fur:2:7"
    app.tap("values-done")
    assert list(book_of(app).pages.cards) == ["goods:fur:2:7"]

    app = scan_app()
    app.tap("my_deck")
    assert app.screen.step == ""


def test_a_file_that_is_no_picture_leads_back_to_the_camera(scan_app: OpenApp) -> None:
    app = scan_app()
    (app.desk.folder / "pictures").mkdir(exist_ok=True)
    (app.desk.folder / "pictures" / "odd.png").write_bytes(b"no picture")
    app.tap("my_deck")
    app.screen.args["step"] = "photo"
    app.screen.args["files"] = True
    app.screen.rebuild()
    app.tap("file:odd.png")
    wait_for(app, lambda: app.reads("This picture cannot be used"), 20)
    app.shell.back()
    assert app.screen.step == "photo"
    assert "source" not in app.screen.args


def test_one_card_is_picked_without_a_tray(scan_app: OpenApp) -> None:
    app = scan_app()
    book_of(app).add(image("red"))
    app.tap("my_deck")
    app.tap("deck-name")
    assert not app.has("picker-none")
