"""What every game owes to the rest of the companion; the same tests for all of them."""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.core.game import IllegalAction, apply, legal_actions, refused_actions
from companion.core.replay import replay_events
from companion.games import GAMES, load_box, load_command, load_deck_list, load_rules
from companion.session import Session, import_game, start_game
from companion.store import Store
from companion.words import English, Message, load_words
from tests.game_tables import SETUPS, Played, played

LANGUAGES = (English, load_words("de"))
every_table = pytest.mark.parametrize("table", SETUPS)


def assert_said(message: Message) -> None:
    """In words in every language, with all values filled in."""
    for words in LANGUAGES:
        text = message.say(words)
        assert text.strip()
        assert "{" not in text


def again(value: Any) -> Any:
    """As it comes back from a file."""
    return json.loads(json.dumps(value))


def test_every_game_has_a_table() -> None:
    assert {setup.game for setup in SETUPS.values()} == set(GAMES)


@every_table
def test_a_set_up_survives_being_written(table: str) -> None:
    game = played(table).game
    setup = SETUPS[table]
    assert game.read_setup(again(game.write_setup(setup))) == setup


@every_table
def test_every_option_is_legal_and_applies_or_is_refused_with_a_rule_in_words(table: str) -> None:
    game, rules = played(table).game, load_rules(SETUPS[table].game)
    for step in played(table).some(25):
        state = step.before
        legal = legal_actions(game, state)
        for action in legal:
            apply(game, state, action)
            assert_said(game.describe(state, action))
        for action, refusal in refused_actions(game, state):
            assert refusal.rule in rules
            assert_said(refusal.reason)
            assert refusal.reason.say(English).endswith(".")
            with pytest.raises(IllegalAction) as caught:
                apply(game, state, action)
            assert caught.value.refusal == refusal
            if not refusal.firm:  # the table may agree to it
                assert_said(game.describe(state, action))
                apply(game, state, action, override=True)
        for action in game.options(state):
            assert game.decode(SETUPS[table], again(game.encode(SETUPS[table], action))) == action


@every_table
def test_every_action_of_a_game_survives_being_written_and_is_told_in_words(table: str) -> None:
    game, setup, steps = played(table)
    for step in steps:
        assert game.decode(setup, again(game.encode(setup, step.action))) == step.action
        assert_said(game.describe(step.before, step.action))


@every_table
def test_a_replay_of_the_written_game_equals_play_step_by_step(table: str) -> None:
    game = played(table)
    written = again(game.request)
    replayed = replay_events(game.game, written, written["events"])
    assert (replayed.state, replayed.played, replayed.refusal) == (game.end, len(game.steps), None)


@every_table
def test_a_game_ends_and_its_score_is_that_of_what_everybody_has(table: str) -> None:
    game = played(table)
    assert game.end.over
    assert not any(step.before.over for step in game.steps)
    view = again(load_command(game.setup.game, "replay")(game.request, English).body)
    assert (view["ok"], view["over"]) == (True, True)
    hands = [
        {key: thing for key, thing in player.items() if key not in ("pawn", "person")} for player in view["players"]
    ]
    answer = load_command(game.setup.game, "score")({"game": game.setup.game, "players": hands}, English)
    assert answer.body == view["score"]


@every_table
def test_legal_lists_what_may_come_next_and_why_the_rest_may_not(table: str) -> None:
    game = played(table)
    for step in game.some(4):
        events = game.events[: game.steps.index(step)]
        answer = load_command(game.setup.game, "legal")({**game.request, "events": events}, LANGUAGES[1])
        assert answer.exit == 0
        assert answer.body["legal"]
        assert all(refused["rule"] and refused["reason"] for refused in again(answer.body["refused"]))


# --- on disk ----------------------------------------------------------------------------------------------------


def record(session: Session[Any, Any], game: Played, number: int) -> None:
    for event in game.events[:number]:
        session.record(event)


@every_table
def test_undo_and_redo_equal_a_replay_of_fewer_or_more_events(table: str, tmp_path: Path) -> None:
    game = played(table)
    with Store(tmp_path / "games.db") as store:
        session = import_game(store, game.game, "Friday", again(game.request))
        assert session.state == game.end
        assert [step.overridden for step in session.steps] == [None] * len(game.steps)
        names = [session.undo() for _ in range(12)]
        assert session.state == game.steps[-12].before
        assert [session.redo() for _ in range(12)] == names[::-1]
        assert session.state == game.end


@every_table
def test_a_kill_at_any_moment_loses_nothing(table: str, tmp_path: Path) -> None:
    game = played(table)
    (tmp_path / "played").mkdir()
    with Store(tmp_path / "played" / "games.db") as store:
        session = start_game(store, game.game, "Friday", game.setup)
        record(session, game, 30)
        shutil.copytree(tmp_path / "played", tmp_path / "killed")  # as it lies there, nothing closed
        state, steps = session.state, session.steps
    for folder in ("killed", "played"):
        with Store(tmp_path / folder / "games.db") as store:
            reopened = Session(store, game.game, session.id)
            assert (reopened.state, reopened.steps) == (state, steps)
            reopened.undo()
            assert reopened.state == game.steps[29].before


@every_table
def test_an_agreement_of_the_table_is_marked(table: str, tmp_path: Path) -> None:
    game = played(table)
    number, step, soft = next(
        (number, step, action)
        for number, step in enumerate(game.steps)
        for action, refusal in refused_actions(game.game, step.before)
        if not refusal.firm
    )
    refusal = game.game.check(step.before, soft)
    assert refusal is not None
    event = game.game.encode(game.setup, soft)
    with Store(tmp_path / "games.db") as store:
        session = start_game(store, game.game, "Friday", game.setup)
        record(session, game, number)
        with pytest.raises(IllegalAction):
            session.record(event)
        session.record({**event, "override": True})
        assert session.steps[-1].overridden == refusal.rule


# --- what the shell asks of every game --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_robots_play_a_demo_that_can_be_replayed(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", game, "--players", "2", "--seed", "5", "--lang", "de", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert load_box(game).title in said.splitlines()[0]
    assert "{" not in said
    sheet = (tmp_path / "score-sheet.txt").read_text(encoding="utf-8").strip()
    assert sheet in said
    view = load_command(game, "replay")(json.loads((tmp_path / "game.json").read_text(encoding="utf-8")), English).body
    assert (view["ok"], view["over"]) == (True, True)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_deck_list_a_replay_and_pages_of_the_tour(game: str, tmp_path: Path) -> None:
    deck = load_deck_list(game)
    lines = list(deck.lines(tmp_path))
    assert len(lines) > 50
    assert all(line.isprintable() for line in lines)
    with pytest.raises(ValueError, match=r"\w"):
        deck.correct(tmp_path, ["nonsense"] * len(deck.asks), 1)
    assert list(deck.lines(tmp_path)) == lines
    assert "replay" in import_module(f"companion.app.{game}").SCREENS
    assert find_spec(f"companion.app.{game}.tour") is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_file_of_corrections_is_refused(game: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        load_box(game).check_corrections({"version": 99})
    assert load_box(game).corrections(Path("nowhere")) == {}
