"""Small files of the owner that cannot be read: kept aside and told, never written over."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.damaged_files import GAMES, SETTINGS, set_damaged_aside
from companion.deck_book import BOOK, DeckBook
from companion.words import English
from tests.app_data import play

OpenApp = Callable[..., Any]
SOUND = {
    SETTINGS: {"language": "de", "text_scale": 99},
    "drafts.json": {},
    "packet_row-corrections.json": {"version": 1, "corrections": []},
    "le_havre-corrections.json": {"version": 1, "corrections": {}},
    f"deck/{BOOK}": {"version": 1},
}


def fill(folder: Path, **contents: str) -> None:
    for name, sound in SOUND.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(contents.get(name, json.dumps(sound)), encoding="utf-8")


def test_sound_files_stay(tmp_path: Path) -> None:
    fill(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
    assert set_damaged_aside(tmp_path) == ()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == before
    assert set_damaged_aside(tmp_path / "none") == ()


@pytest.mark.parametrize("name", SOUND)
@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\0\0\0", "[" * 100_000])
def test_a_damaged_file_is_kept_under_another_name_and_told(tmp_path: Path, name: str, content: str) -> None:
    fill(tmp_path, **{name: content})
    (said,) = set_damaged_aside(tmp_path)
    (kept,) = tmp_path.rglob("*.damaged-*")
    assert str(kept) in said.say(English)
    assert kept.read_text(encoding="utf-8") == content
    assert not (tmp_path / name).exists()
    assert set_damaged_aside(tmp_path) == ()


def test_a_file_of_another_version_is_not_written_over(tmp_path: Path) -> None:
    fill(tmp_path, **{f"deck/{BOOK}": '{"version": 2}', "packet_row-corrections.json": '{"version": 7}'})
    assert len(set_damaged_aside(tmp_path)) == 2


def test_an_empty_file_of_games_is_new_only_before_the_app_was_used(tmp_path: Path) -> None:
    (tmp_path / GAMES).touch()
    assert set_damaged_aside(tmp_path) == ()
    fill(tmp_path)
    (said,) = set_damaged_aside(tmp_path)
    assert "empty" in said.say(English)
    (tmp_path / f"{GAMES}-wal").write_bytes(b"the log still holds them")
    assert set_damaged_aside(tmp_path) == ()


def test_photographs_of_a_damaged_book_wait_to_be_named_again(tmp_path: Path) -> None:
    book = DeckBook(tmp_path / "deck")
    for colour in ("red", "green"):
        book.name(book.add(Image.new("RGB", (22, 34), colour)).file, "banker" if colour == "red" else "trader")
    pictures = {file: file.read_bytes() for file in (tmp_path / "deck").glob("*.png")}
    (tmp_path / "deck" / BOOK).write_text("{", encoding="utf-8")
    assert len(set_damaged_aside(tmp_path)) == 1
    book = DeckBook(tmp_path / "deck")
    assert [page.file for page in book.pages.waiting] == sorted(file.name for file in pictures)
    new = book.add(Image.new("RGB", (22, 34), "blue")).file
    assert tmp_path / "deck" / new not in pictures
    assert {file: file.read_bytes() for file in pictures} == pictures


@pytest.mark.kivy
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_owner_is_told_what_was_damaged(open_app: OpenApp, tmp_path: Path, language: str) -> None:
    app = open_app(language=language)
    play(app.desk, lambda state: state.round == 2, players=2)
    app.stop()
    (tmp_path / "app" / "drafts.json").write_text("{", encoding="utf-8")
    for file in (tmp_path / "app").glob(f"{GAMES}*"):
        file.write_bytes(b"") if file.name == GAMES else file.unlink()
    app = open_app()
    assert app.shell.dialog.test_id == "damage"
    assert app.reads("was empty" if language == "en" else "war leer")
    assert app.reads("drafts.damaged-")
    app.tap("dialog-close")
    app = open_app()
    assert app.shell.dialog is None


@pytest.mark.kivy
def test_settings_that_cannot_be_read_are_told_over_the_tour(open_app: OpenApp, tmp_path: Path) -> None:
    open_app().stop()
    (tmp_path / "app" / SETTINGS).write_text('{"language": "d', encoding="utf-8")
    app = open_app()
    assert app.screen.test_id == "screen:tour"
    assert app.reads("The settings could not be read")
    app.tap("dialog-close")
    app.tap("tour-skip")
    assert open_app().screen.test_id == "screen:home"
