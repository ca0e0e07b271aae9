"""Decks that were taught as a part of a backup; archives that come from anywhere."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from card_db.pack import PackError, load_pack, save_pack
from companion.deck_book import DeckBook, book_folder
from companion.games import load_box
from companion.records.backup import BackupError, make_backup, read_backup, restore
from companion.records.backup_decks import ArchiveError, TaughtDecks, read_archive, take_in, write_archive
from companion.store import Store


def teach(folder: Path, shade: int = 60) -> DeckBook:
    """A deck of one card, and the book it was made from."""
    book = DeckBook(folder / "deck")
    book.name(book.add(Image.new("RGB", (220, 340), (shade, 90, 120))).file, "banker")
    book.add(Image.new("RGB", (220, 340), (30, 30, shade)))
    (folder / "decks").mkdir(exist_ok=True)
    save_pack(book.make_pack("Mine"), folder / "decks" / "mine.cardpack")
    (folder / "decks" / "drawn-en.cardpack").write_bytes(b"the app can draw it again")
    return book


def test_decks_and_the_unfinished_book_come_back(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    book = teach(here)
    with Store(tmp_path / "one.sqlite") as store, Store(tmp_path / "two.sqlite") as other:
        backup = read_backup(make_backup(store, (), here))
        assert restore(other, backup, there, str).decks == 1
        assert restore(other, backup, there, str).decks == 0
    assert [file.name for file in (there / "decks").iterdir()] == ["mine.cardpack"]
    assert [card.id for card in load_pack(there / "decks" / "mine.cardpack").cards] == ["banker"]
    again = DeckBook(there / "deck")
    assert again.pages == book.pages
    assert all(again.picture(page.file).exists() for page in again.pages.waiting)


def test_the_unfinished_book_of_every_game_comes_back(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    box = load_box("le_havre")
    book = DeckBook(book_folder(here, "le_havre"), box)
    book.name(book.add(Image.new("RGB", (220, 340), (90, 90, 120))).file, "Bank")
    book.add(Image.new("RGB", (220, 340), (30, 30, 60)))
    with Store(tmp_path / "one.sqlite") as store, Store(tmp_path / "two.sqlite") as other:
        restore(other, read_backup(make_backup(store, (), here)), there, str)
    again = DeckBook(book_folder(there, "le_havre"), box)
    assert again.pages == book.pages != DeckBook(tmp_path / "nowhere", box).pages
    assert not DeckBook(there / "deck").pages.cards, "it is no book of the first game"


def test_what_is_here_stays_beside_what_comes(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, shade in ((here, 60), (there, 200)):
        folder.mkdir()
        teach(folder, shade)
    own = DeckBook(there / "deck").pages
    decks = TaughtDecks(
        {"mine.cardpack": (here / "decks" / "mine.cardpack").read_bytes()},
        {"packet_row": {file.name: file.read_bytes() for file in (here / "deck").iterdir()}},
    )
    assert take_in(decks, there) == 1
    names = sorted(file.name for file in (there / "decks").iterdir())
    assert names == ["drawn-en.cardpack", "mine-2.cardpack", "mine.cardpack"]
    assert DeckBook(there / "deck").pages == own


def archive(**files: bytes) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    return target.getvalue()


@pytest.mark.parametrize(
    "files",
    [
        {"decks/a.cardpack": b""},
        {"backup.json": b"{}", "decks/../../a.cardpack": b""},
        {"backup.json": b"{}", "decks/a/b.cardpack": b""},
        {"backup.json": b"{}", "decks/a\\b.cardpack": b""},
        {"backup.json": b"{}", "decks/a.exe": b""},
        {"backup.json": b"{}", "else.txt": b""},
        {"backup.json": b"{}", "book/1.png": b""},
        {"backup.json": b"{}", "book/book.json": b"{}", "book/run.sh": b""},
        {"backup.json": b"{}", "books/le_havre/1.png": b""},
        {"backup.json": b"{}", "books/halma/book.json": b"{}"},
        {str(number): b"" for number in range(2001)},
    ],
    ids=[
        "no games",
        "upwards",
        "folder",
        "backslash",
        "no deck",
        "other",
        "no book",
        "no picture",
        "bare",
        "unknown",
        "many",
    ],
)
def test_archives_of_another_kind_are_refused(files: dict[str, bytes]) -> None:
    with pytest.raises(ArchiveError):
        read_archive(archive(**files))
    with pytest.raises(BackupError, match="damaged"):
        read_backup(archive(**files))


def test_damaged_archives_bombs_and_bad_decks_are_refused() -> None:
    good = write_archive(b"{}", TaughtDecks())
    with pytest.raises(ArchiveError):
        read_archive(good[: len(good) // 2])
    with pytest.raises(ArchiveError, match="too large"):
        read_archive(good.replace((2).to_bytes(4, "little"), (2**31).to_bytes(4, "little")))
    with pytest.raises(PackError):
        read_archive(write_archive(b"{}", TaughtDecks({"a.cardpack": b"no deck"})))
