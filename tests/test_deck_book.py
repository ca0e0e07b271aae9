"""The book of the owner's deck: every step is on disk, a restart goes on, values correct the deck list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from card_db.deck import DeckError, Provenance
from card_db.pack import PackError, load_pack, save_pack
from card_db.packet_row.cards import parse_card
from card_db.packet_row.deck_list import load_deck
from companion.deck_book import BOOK, DeckBook
from companion.games.packet_row.owned_deck import owned_deck, settle_values
from companion.games.packet_row.shelf import shelf

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 15.0), (0.0, 15.0))


def image(colour: str = "red") -> Image.Image:
    return Image.new("RGB", (44, 68), colour)


@pytest.fixture
def book(tmp_path: Path) -> DeckBook:
    return DeckBook(tmp_path / "deck")


def test_a_new_book_is_empty(book: DeckBook) -> None:
    progress = book.progress(shelf())
    assert (progress.designs, progress.cards, progress.all_cards) == (0, 0, 172)


def test_naming_a_design_counts_all_its_copies(book: DeckBook) -> None:
    book.name(book.add(image()).file, "banker")
    assert book.progress(shelf()).cards == 5
    assert book.progress(shelf(), "bank").designs == 1
    assert book.progress(shelf(), "docks").cards == 0
    assert book.pages.waiting == ()


def test_every_step_is_there_after_a_restart(book: DeckBook) -> None:
    first, second = book.add(image("red")), book.add(image("blue"), alike="picture-0001.png")
    book.name(first.file, "ship:spain")
    book.set_board("market", image("green"), {"current-1": QUAD})
    again = DeckBook(book.folder)
    assert again.pages == book.pages
    assert again.pages.waiting == (second,)
    assert again.pages.boards["market"].spaces["current-1"] == QUAD


def test_a_picture_can_be_turned(book: DeckBook) -> None:
    picture = image("white")
    picture.putpixel((0, 0), (255, 0, 0))
    page = book.turn(book.add(picture).file)
    with Image.open(book.picture(page.file)) as turned:
        assert turned.getpixel((43, 67)) == (255, 0, 0)
    assert len(list(book.folder.glob("*.png"))) == 1


def test_a_design_named_twice_keeps_the_newer_picture(book: DeckBook) -> None:
    old, new = book.add(image("red")).file, book.add(image("blue")).file
    book.name(old, "banker")
    book.name(new, "banker")
    assert book.pages.cards == {"banker": new}
    assert not book.picture(old).exists()


def test_what_is_dropped_or_forgotten_is_gone(book: DeckBook) -> None:
    page = book.add(image(), alike="x")
    book.is_another(page.file)
    assert book.pages.waiting[0].alike == ""
    book.drop(page.file)
    assert book.pages.waiting == ()
    book.name(book.add(image()).file, "captain")
    book.forget("captain")
    assert book.pages.cards == {}
    assert not list(book.folder.glob("*.png"))


def test_a_damaged_book_keeps_its_pictures_and_missing_ones_are_left_out(book: DeckBook) -> None:
    book.name(book.add(image()).file, "banker")
    kept = book.add(image())
    book.picture(book.pages.cards["banker"]).unlink()
    again = DeckBook(book.folder)
    assert again.pages.cards == {}
    assert again.pages.waiting == (kept,)
    (book.folder / BOOK).write_text("{", encoding="utf-8")
    assert DeckBook(book.folder).pages.waiting == (kept,)
    body = {"version": 1, "taken": 1, "waiting": [], "cards": {"no card": kept.file}, "boards": {}}
    (book.folder / BOOK).write_text(json.dumps(body), encoding="utf-8")
    assert DeckBook(book.folder).pages.cards == {}


def test_the_book_becomes_a_pack(book: DeckBook, tmp_path: Path) -> None:
    with pytest.raises(PackError):
        book.make_pack("Mine")
    book.name(book.add(image("red")).file, "banker")
    book.name(book.add(image("blue")).file, "back:bank")
    book.set_board("bank", image("green"), {"current-1": QUAD})
    save_pack(book.make_pack("Mine"), tmp_path / "mine.cardpack")
    pack = load_pack(tmp_path / "mine.cardpack")
    assert [card.id for card in pack.cards] == ["banker"]
    assert [back.id for back in pack.backs] == ["back:bank"]
    assert pack.boards[0].slots[0].quad == QUAD
    assert pack.card_size_mm == (44.0, 68.0)


def test_confirmed_values_come_from_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "corrections.json"
    settle_values(path, "bank", "money:4", "money:4")
    settle_values(path, "bank", "money:4", "money:4")
    entry = next(entry for entry in owned_deck(path).entries if str(entry.card) == "money:4")
    assert entry.sources["amount"] is Provenance.OWNER
    assert len(json.loads(path.read_text())["corrections"]) == 1


def test_corrected_values_change_the_deck_list(tmp_path: Path) -> None:
    path = tmp_path / "corrections.json"
    before = load_deck().cards("market").count(parse_card("goods:fur:2:6"))
    settle_values(path, "market", "goods:fur:2:6", "goods:fur:2:7")
    cards = owned_deck(path).cards("market")
    assert cards.count(parse_card("goods:fur:2:7")) == before
    assert parse_card("goods:fur:2:6") not in cards
    settle_values(path, "market", "goods:fur:2:7", "goods:fur:2:5")
    assert parse_card("goods:fur:2:5") in owned_deck(path).cards("market")


def test_a_correction_that_cannot_be_is_refused_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "corrections.json"
    with pytest.raises(DeckError):
        settle_values(path, "market", "goods:fur:2:6", "goods:grain:2:6")
    with pytest.raises(DeckError):
        settle_values(path, "bank", "goods:fur:2:6", "goods:fur:2:7")
    assert not path.exists()
