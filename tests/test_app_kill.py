"""The app is killed by the system in the middle of each flow; opened again, everything that was tapped is there."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.deck_book import DeckBook

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


@pytest.fixture
def after_kill(open_app: OpenApp, tmp_path: Path, pictures_folder: Path) -> Callable[[str], Any]:
    """The app on what a flow has left behind."""

    def kill(flow: str) -> Any:
        folder = tmp_path / "app"
        folder.mkdir()
        (folder / "settings.json").write_text(json.dumps({"tour_seen": True}), encoding="utf-8")
        command = [sys.executable, "-m", "tests.app_killed", flow, str(folder), str(pictures_folder)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == -signal.SIGKILL, done.stderr
        return open_app()

    return kill


def test_hands_that_were_being_counted(after_kill: Callable[[str], Any]) -> None:
    app = after_kill("score_now")
    app.tap("continue-count")
    first, second = app.screen.hands.hand(0), app.screen.hands.hand(1)
    assert sorted(first.cards) == ["banker", "vp:university:18:4"]
    assert first.tokens["money"] == 31
    assert second.cards == ("ship:spain",)


def test_players_who_were_taking_their_seats(after_kill: Callable[[str], Any]) -> None:
    app = after_kill("new_game")
    app.tap("new_game")
    assert [app.get(f"name:{seat}").text for seat in range(4)] == ["Wilma", "Anna", "", ""]
    app.tap("start")
    assert app.screen.session.setup.first == 1


def test_a_table_that_was_being_set_up(after_kill: Callable[[str], Any]) -> None:
    app = after_kill("set_up")
    app.tap("continue-game")
    app.frames(5)
    assert app.get("space:guildhall:future-1").card == "contract:fur:2:netherlands:15"
    assert app.get("space:guildhall:future-2").card == "assistant"
    app.tap("page:checklist")
    assert app.get("tick:money").on
    assert not app.get("tick:decks").on


def test_a_game_with_its_undone_step(after_kill: Callable[[str], Any]) -> None:
    app = after_kill("table")
    app.tap("continue-game")
    app.frames(5)
    session = app.screen.session
    event = session.journal.events[-1]
    assert event["do"] == "decline"
    assert not any(other["do"] == "take" and other["player"] == event["player"] for other in session.journal.events)
    app.tap("undo")
    state = session.state
    assert state.phase == "asking"
    assert state.setup.players[state.to_act] == event["player"]


def test_a_deck_that_was_being_taught(after_kill: Callable[[str], Any]) -> None:
    app = after_kill("my_deck")
    pages = DeckBook(app.desk.folder / "deck").pages
    assert "goods:fur:2:7" in pages.cards
    assert len(pages.waiting) == 1
    app.tap("my_deck")
    app.tap("deck-name")
    assert app.has("name-picture")


def test_settings(after_kill: Callable[[str], Any]) -> None:
    kept = after_kill("settings").desk.settings
    assert (kept.language, kept.theme, kept.text_scale) == ("de", "bright", 1.25)
