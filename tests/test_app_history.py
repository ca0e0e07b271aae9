"""History, replay, statistics, exports and backups of the real app."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.some_games import add_count, add_game

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def two_counts(app: Any) -> None:
    add_count(app.desk.store, ("Ann", 40, "vp:opera:28:6"), ("Bob", 10, "banker"))
    add_count(app.desk.store, ("Bob", 70, ""), ("Ann", 5, "vp:school:8:1"))


def read_only(app: Any, ending: str) -> bytes:
    """The one exported file with this ending."""
    (file,) = (app.desk.folder / "exports").glob(f"*.{ending}")
    return bytes(Path(file).read_bytes())


# --- history --------------------------------------------------------------------------------------------------------


def test_without_games_the_history_says_what_will_be_there(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("history")
    assert app.has("no-games")


def test_a_finished_game_opens_its_score_sheet(open_app: OpenApp) -> None:
    app = open_app()
    over = add_game(app.desk.store, "three", "Friday")
    going = add_game(app.desk.store, "two", "Sunday", steps=20)
    app.tap("history")
    assert app.reads("In play, round")
    app.tap("filter:finished")
    assert not app.has(f"game:{going.id}")
    app.tap(f"game:{over.id}")
    app.tap("open-result")
    assert (app.screen.test_id, app.screen.args["game"]) == ("screen:result", over.id)


def test_an_unfinished_game_goes_on_and_an_unfinished_count_too(open_app: OpenApp) -> None:
    app = open_app(language="de")
    going = add_game(app.desk.store, "two", "Sonntag", steps=20)
    count = add_count(app.desk.store, ("Ann", 4, ""), ("Bob", 1, ""), finish=False)
    app.tap("history")
    app.tap(f"game:{going.id}")
    assert not app.has("open-result")
    app.tap("continue")
    assert (app.screen.test_id, app.screen.args["game"]) == ("screen:table", going.id)
    app.shell.back()
    app.frames(3)
    app.tap(f"count:{count.id}")
    app.tap("continue")
    assert (app.screen.test_id, app.screen.args["count"]) == ("screen:score_hand", count.id)


def test_a_game_is_renamed_and_deleted_only_after_a_question(open_app: OpenApp) -> None:
    app = open_app()
    two_counts(app)
    app.tap("history")
    app.tap("count:2")
    app.tap("rename")
    app.type("rename-field", "  Our   finale ")
    app.tap("rename-save")
    assert app.reads("Our finale")
    app.tap("count:1")
    app.tap("delete")
    app.tap("confirm-no")
    assert app.has("count:1")
    app.tap("count:1")
    app.tap("delete")
    app.tap("confirm-yes")
    app = open_app()
    assert [info.name for info in app.desk.counts()] == ["Our finale"]


def test_a_game_that_cannot_be_read_can_only_be_deleted(open_app: OpenApp) -> None:
    app = open_app()
    broken = app.desk.store.create("broken", "packet_row", {"players": ["one"]})
    app.shell.go("history")
    app.frames(3)
    app.tap(f"game:{broken}")
    assert not app.has("continue")
    assert not app.has("open-replay")
    assert app.has("delete")


# --- replay ---------------------------------------------------------------------------------------------------------


def test_a_game_is_replayed_step_by_step(open_app: OpenApp) -> None:
    app = open_app()
    session = add_game(app.desk.store, "three", "Friday")
    app.tap("history")
    app.tap(f"game:{session.id}")
    app.tap("open-replay")
    assert app.get("happened").text == "Before the first step"
    app.tap("next")
    first = app.get("happened").text
    assert first.startswith("Board laid out")
    app.tap("next")
    app.tap("previous")
    assert app.get("happened").text == first
    app.tap(next(widget for widget in app.walk() if getattr(widget, "test_id", "").startswith("space:")))
    assert app.has("card-dialog")
    app.shell.close_dialogs()
    app.screen.go_to(10_000)
    app.frames(2)
    assert app.screen.args["step"] == len(session.steps)
    app.tap(f"player:{session.setup.players[0]}")  # the game is over: hands may be seen
    assert app.has("hand-dialog")
    app.shell.close_dialogs()
    slider = app.get("slider")
    touch = app.press(slider)
    touch.touch_up()
    app.frames(2)
    assert abs(app.screen.args["step"] - len(session.steps) / 2) <= 2
    app.shell.refresh()  # turned or in another language: the step stays
    app.frames(2)
    assert abs(app.screen.step - len(session.steps) / 2) <= 2


def test_the_replay_of_a_game_in_play_keeps_hands_hidden(open_app: OpenApp) -> None:
    app = open_app(language="de", size=(800, 1280))
    session = add_game(app.desk.store, "three", "Freitag", steps=12)
    app.shell.go("replay", game=session.id, step=7)
    app.frames(4)
    app.tap(f"player:{session.setup.players[0]}")
    assert not app.has("hand-dialog")
    assert app.has("note")
    deals = [step for step, event in enumerate(session.journal.events) if event["do"] == "deal"]
    app.screen.go_to(deals[0] + 1)
    app.frames(2)
    assert "Startvertrag:" not in app.get("happened").text
    app.tap("play")
    app.until(lambda: app.screen.args["step"] > deals[0] + 1)
    app.tap("pause")
    assert app.has("play")


# --- statistics -----------------------------------------------------------------------------------------------------


def test_statistics_of_everybody_and_of_one_player(open_app: OpenApp) -> None:
    app = open_app()
    two_counts(app)
    app.tap("history")
    app.tap("statistics")
    assert app.has("wins")
    assert app.reads("1 of 2 games")
    app.tap("player:Ann")
    numbers = {key: app.get(f"number:{key}").number for key in ("games", "wins", "average", "best", "money")}
    assert numbers == {"games": "2", "wins": "1", "average": "5.5", "best": "10", "money": "$22"}
    app.app.desk.change(language="de")
    app.shell.refresh()
    app.frames(3)
    assert app.get("number:average").number == "5,5"
    assert app.has("columns")


def test_a_long_history_is_read_without_holding_up_the_screen(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    two_counts(app)
    monkeypatch.setattr("companion.app.screens.reading.SECONDS", -1)
    app.shell.go("statistics")
    assert app.has("reading")
    monkeypatch.setattr("companion.app.screens.reading.SECONDS", 1)
    app.until(lambda: app.has("wins"))


def test_statistics_without_games_say_so(open_app: OpenApp) -> None:
    app = open_app()
    app.shell.go("statistics")
    app.frames(2)
    assert app.has("no-statistics")


# --- exports --------------------------------------------------------------------------------------------------------


def test_a_result_is_shared_in_every_way(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app()
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    two_counts(app)
    app.tap("history")
    app.tap("count:1")
    app.tap("open-export")
    code = app.get("qr")
    assert len(code.modules) > 80
    app.tap("bg-stats")
    assert opened == [code.text]
    for name in ("picture", "csv", "text"):
        app.tap(f"export-{name}")
        assert app.reads(str(app.desk.folder / "exports"))
        app.shell.close_dialogs()
        app.frames(2)
    assert read_only(app, "png").startswith(b"\x89PNG")
    assert b"Ann" in read_only(app, "csv")
    assert b"Ann wins with 10 points." in read_only(app, "txt")
    app.until(lambda: app.get("sheet-preview").texture is not None)


def test_the_code_can_be_read_by_a_phone(open_app: OpenApp) -> None:
    from PIL import Image
    from pyzbar.pyzbar import decode

    from companion.app.widgets.qr_code import qr_modules

    text = "https://app.bgstatsapp.com/createPlay.html?data=" + "%7B%22Jürgen" * 90
    modules = qr_modules(text)
    assert modules is not None
    side = len(modules)
    image = Image.new("L", (side, side))
    image.putdata([0 if dark else 255 for row in modules for dark in row])
    (found,) = decode(image.resize((side * 4, side * 4), Image.Resampling.NEAREST))
    assert found.data.decode() == text
    assert qr_modules("x" * 5000) is None


def test_a_backup_is_saved_and_restored(open_app: OpenApp) -> None:
    app = open_app()
    two_counts(app)
    app.tap("history")
    app.tap("export")
    app.tap("backup")
    app.shell.close_dialogs()
    app.frames(2)
    (file,) = (app.desk.folder / "exports").glob("*.zip")
    app.desk.delete(1)
    app.tap("restore")
    app.tap(f"file:{file.name}")
    app.tap("confirm-yes")
    assert app.reads("New: 1. Continued: 0. Already here: 1.")
    assert len(app.desk.counts()) == 2


def test_a_bad_backup_is_refused_in_one_sentence(open_app: OpenApp) -> None:
    app = open_app()
    two_counts(app)
    folder = app.desk.folder / "exports"
    folder.mkdir()
    (folder / "newer.json").write_text(json.dumps({"format": "packet-row-companion-backup", "version": 99}))
    (folder / "other.json").write_text("[1]")
    app.shell.go("export", restore=True)
    app.frames(3)
    app.tap("file:newer.json")
    assert app.reads("newer version of the app")
    app.shell.close_dialogs()
    app.frames(2)
    app.tap("file:other.json")
    assert app.reads("This file is no backup")
    assert len(app.desk.counts()) == 2
