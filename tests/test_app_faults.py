"""What goes wrong around the app: data that cannot be opened, a full disk, games of another version."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.main import KeepGoing
from companion.app.pictures import Pictures
from tests.app_data import count_hands, play

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def full_disk(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def tap_and_keep_going(app: Any, what: str) -> None:
    """A tap whose fault is handled as in the running app."""
    try:
        app.tap(what)
    except Exception as error:
        KeepGoing(app.app).handle_exception(error)
    app.frames(3)


@pytest.mark.parametrize("language", ["en", "de"])
def test_games_that_cannot_be_opened_are_told_and_can_be_tried_again(
    open_app: OpenApp, tmp_path: Path, language: str
) -> None:
    app = open_app(language=language)
    play(app.desk, lambda state: state.round == 2, players=2)
    app = open_app()
    games = tmp_path / "app" / "games.sqlite"
    app.stop()
    kept = games.read_bytes()
    games.unlink()
    games.mkdir()

    app = open_app()
    assert app.shell.dialog is not None
    assert app.shell.dialog.test_id == "trouble"
    assert app.reads("is a folder" if language == "en" else "ist ein Ordner")
    app.tap("trouble-again")
    assert app.shell.dialog.test_id == "trouble"
    app.tap("trouble-go-on")
    assert app.shell.dialog is None
    app.tap("score-now")
    app.tap("start")
    assert app.screen.test_id == "screen:score_hand"

    app = open_app()
    games.rmdir()
    games.write_bytes(kept)
    app.tap("trouble-again")
    assert app.shell.dialog is None
    assert app.has("continue-game")


def test_games_of_a_newer_version_do_not_keep_the_app_closed(open_app: OpenApp, tmp_path: Path) -> None:
    app = open_app()
    app.stop()
    with sqlite3.connect(tmp_path / "app" / "games.sqlite") as games:
        games.execute("PRAGMA user_version=99")
    app = open_app()
    assert app.shell.dialog.test_id == "trouble"
    assert app.reads("newer version")


def test_a_full_disk_changes_nothing_and_is_told(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app()
    app.tap("settings")
    monkeypatch.setattr("companion.app.desk.save_settings", full_disk)
    (app.desk.folder / "errors.log").mkdir()  # cannot be written either
    tap_and_keep_going(app, "language:de")
    assert app.reads("There is no room left on the device.")
    assert app.desk.settings.language == "en"
    assert app.screen.test_id == "screen:settings"
    monkeypatch.undo()
    app.shell.close_dialogs()
    app.tap("language:de")
    assert app.desk.settings.language == "de"


def test_any_other_fault_leads_home_and_is_written_down(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("settings")
    KeepGoing(app.app).handle_exception(ZeroDivisionError("ours"))
    assert app.screen.test_id == "screen:home"
    assert app.reads("That should not have happened")
    assert "ours" in (app.desk.folder / "errors.log").read_text(encoding="utf-8")


def test_a_game_that_cannot_be_read_does_not_keep_the_app_closed(open_app: OpenApp) -> None:
    app = open_app()
    older = play(app.desk, lambda state: state.round == 2, players=2)
    odd = play(app.desk, lambda state: state.round == 2, players=2)
    count = count_hands(app.desk, finished=False)
    app.desk.store.append(odd, {"op": "of a version to come"})
    app.desk.store.append(count, {"op": "record", "at": 0, "event": {"do": "something new"}})
    app = open_app()
    assert not app.has("continue-count")
    app.tap("continue-game")
    assert app.screen.args["game"] == older


def test_cards_are_drawn_also_when_they_cannot_be_kept(
    kivy_config: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = Pictures(tmp_path, "en")
    try:
        broken = pictures._path("ship:spain")
        broken.write_bytes(b"half a picture")
        mended = pictures._pixels("ship:spain")
        assert not broken.exists()
        monkeypatch.setattr(Pictures, "_save", full_disk)
        assert pictures._pixels("ship:spain").tobytes() == mended.tobytes()
        assert len(set(mended.getdata())) > 100  # a drawing, not a grey box
    finally:
        pictures.close()
