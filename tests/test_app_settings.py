"""The settings of the real app, sounds, and handing things to other apps."""

import os
import sys
import types
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.settings import Settings
from companion.words import English, load_words
from tests.some_games import add_count

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def test_every_choice_is_seen_at_once_and_survives_a_restart(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("settings")
    app.tap("language:de")
    assert app.get("heading").text == load_words("de").gettext("Settings")
    app.tap("theme:bright")
    app.tap("text-size:1.25")
    app.tap("sounds")
    app.tap("totals-hidden")
    app = open_app()
    kept: Settings = app.desk.settings
    assert (kept.language, kept.theme, kept.text_scale) == ("de", "bright", 1.25)
    assert (kept.sounds, kept.totals_hidden) == (False, False)


def test_the_camera_is_entered_as_text(open_app: OpenApp) -> None:
    app = open_app()
    app.shell.go("settings")
    app.frames(3)
    field = app.get("camera")
    field.text = " rtsp://192.168.1.7/live "
    field.dispatch("on_text_validate")
    app.frames(2)
    app = open_app()
    assert app.desk.settings.camera == "rtsp://192.168.1.7/live"


def test_only_the_owners_decks_are_offered(open_app: OpenApp) -> None:
    app = open_app()
    app.desk.packs_folder.mkdir()
    for name in ("mine.cardpack", "drawn-en.cardpack", "notes.txt"):
        (app.desk.packs_folder / name).write_bytes(b"")
    app.shell.go("settings")
    app.frames(3)
    assert app.has("pack:")
    assert not app.has("pack:drawn-en.cardpack")
    app.tap("pack:mine.cardpack")  # a file that is no pack: the drawn deck stands in for it
    assert app.desk.settings.pack == "mine.cardpack"
    app.shell.home()
    app.settle()


def test_everything_is_deleted_only_after_two_questions(open_app: OpenApp) -> None:
    app = open_app(language="de")
    add_count(app.desk.store, ("Ann", 4, ""), ("Bob", 1, ""))
    app.desk.remember(("Ann", "Bob"))
    app.desk.packs_folder.mkdir()
    (app.desk.packs_folder / "mine.cardpack").write_bytes(b"x")
    app.tap("settings")
    app.tap("delete-all")
    app.tap("confirm-yes")
    app.tap("confirm-no")
    assert len(app.desk.counts()) == 1
    app.tap("delete-all")
    app.tap("confirm-yes")
    app.tap("confirm-yes")
    assert app.screen.test_id == "screen:home"
    app = open_app()
    assert app.desk.counts() == ()
    assert app.desk.settings.names == ()
    assert app.desk.settings.language == "de"
    assert not app.desk.packs_folder.exists()
    assert app.screen.test_id == "screen:home"  # no tour again


def test_about_names_the_licences(open_app: OpenApp) -> None:
    app = open_app()
    app.shell.go("settings")
    app.frames(3)
    app.tap("licences")
    assert app.has("licences-dialog")
    assert app.reads("Kivy: MIT")


# --- sounds ---------------------------------------------------------------------------------------------------------


class Played:
    """Stands in for Kivy's sounds."""

    def __init__(self) -> None:
        self.count = 0

    def play(self) -> None:
        self.count += 1

    def stop(self) -> None:
        pass


def fake_audio(monkeypatch: pytest.MonkeyPatch, load: Callable[[str], Any]) -> None:
    module = types.ModuleType("kivy.core.audio")
    module.SoundLoader = types.SimpleNamespace(load=load)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "kivy.core.audio", module)


def test_sounds_are_made_and_played_unless_they_are_off(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app import sounds

    app = open_app()
    sound = Played()
    fake_audio(monkeypatch, lambda file: sound)
    for name in sounds.SOUNDS:
        sounds.play(app.desk, name)
        with wave.open(str(app.desk.folder / "sounds" / f"{name}.wav")) as file:
            assert 0.1 < file.getnframes() / file.getframerate() < 1
    assert sound.count == len(sounds.SOUNDS)
    app.desk.change(sounds=False)
    sounds.play(app.desk, "take")
    assert sound.count == len(sounds.SOUNDS)


def test_without_audio_nothing_happens(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app import sounds

    def broken(file: str) -> Any:
        raise RuntimeError("no device")

    app = open_app()
    fake_audio(monkeypatch, broken)
    sounds.play(app.desk, "take")
    fake_audio(monkeypatch, lambda file: None)
    sounds.play(app.desk, "undo")
    sounds.play(app.desk, "undo")
    assert [sounds._loaded[app.desk.folder / "sounds" / f"{name}.wav"] for name in ("take", "undo")] == [None, None]


# --- other apps -----------------------------------------------------------------------------------------------------


class Java:
    """Stands in for a Java class or object: everything can be called and is written down."""

    def __init__(self, name: str, calls: list[tuple[str, tuple[Any, ...]]]) -> None:
        self._name, self._calls = name, calls

    def __getattr__(self, name: str) -> "Java":
        return Java(f"{self._name}.{name}", self._calls)

    def __call__(self, *args: Any) -> "Java":
        self._calls.append((self._name, args))
        return Java(f"{self._name}()", self._calls)


@pytest.fixture
def java(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...]]]:
    """An Android without a tablet."""
    calls: list[tuple[str, tuple[Any, ...]]] = []
    module = types.ModuleType("jnius")
    module.autoclass = lambda name: Java(name.rpartition(".")[2], calls)  # type: ignore[attr-defined]
    module.cast = lambda kind, thing: thing  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jnius", module)
    monkeypatch.setattr("companion.app.android_share.is_android", lambda: True)
    return calls


def test_on_android_files_go_to_downloads_and_to_other_apps(
    tmp_path: Path, java: list[tuple[str, tuple[Any, ...]]]
) -> None:
    from companion.app.android_share import share_file, share_text

    file = tmp_path / "sheet.png"
    file.write_bytes(b"picture")
    assert "sheet.png" in share_file(file, "image/png", "Friday").say(English)
    called = [name for name, _ in java]
    assert "ContentValues().put" in called
    assert called[-1].endswith("mActivity.startActivity")
    assert any(args == (b"picture",) for _, args in java)
    java.clear()
    share_text("hello", "Friday")
    assert java[-1][0].endswith("mActivity.startActivity")


def test_on_android_a_backup_is_chosen_in_androids_own_list(
    open_app: OpenApp, java: list[tuple[str, tuple[Any, ...]]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from companion.app import android_share

    answers: list[Callable[[int, int, Any], object]] = []
    module = types.ModuleType("android")
    module.activity = types.SimpleNamespace(  # type: ignore[attr-defined]
        bind=lambda on_activity_result: answers.append(on_activity_result),
        unbind=lambda on_activity_result: answers.remove(on_activity_result),
    )
    monkeypatch.setitem(sys.modules, "android", module)
    monkeypatch.setattr(android_share, "_read_document", lambda own, address, most: b"no backup at all")
    app = open_app()
    monkeypatch.setattr("companion.app.screens.export.is_android", lambda: True)
    app.shell.go("export", restore=True)
    app.frames(3)
    app.tap("choose")
    assert java[-1][0].endswith("startActivityForResult")
    (answer,) = answers
    answer(7, -1, Java("data", java))  # an answer to somebody else's question
    assert answers
    answer(android_share.REQUEST, -1, Java("data", java))
    assert not answers
    app.until(lambda: app.reads("This file is no backup"))


def test_a_document_is_read_up_to_its_limit(tmp_path: Path, java: list[tuple[str, tuple[Any, ...]]]) -> None:
    from companion.app.android_share import _read_document

    (tmp_path / "file").write_bytes(b"123456")

    class Own(Java):
        def detachFd(self) -> int:  # noqa: N802
            return os.open(tmp_path / "file", os.O_RDONLY)

    own = Own("own", java)
    monkey = types.SimpleNamespace(openFileDescriptor=lambda address, mode: own)
    assert _read_document(types.SimpleNamespace(getContentResolver=lambda: monkey), "x", 3) == b"1234"
    assert _read_document(types.SimpleNamespace(), "x", 3) == b""


def test_on_android_a_failed_intent_says_where_the_file_is(
    tmp_path: Path, java: list[tuple[str, tuple[Any, ...]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.app import android_share

    monkeypatch.setattr(android_share, "_send", lambda *_, **__: 1 / 0)
    said = android_share.share_file(tmp_path / "sheet.png", "image/png", "Friday")
    assert str(tmp_path) in said.say(English)


def test_a_link_that_nothing_opens_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.android_share import open_link

    monkeypatch.setattr("webbrowser.open", lambda address: False)
    assert "copy it" in open_link("https://example.org").say(English)
