"""A new game and the set-up of its table, through the real app."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.packet_row.actions import Reveal
from companion.games.packet_row.state import State
from tests.play_table import play_until, robot_of, setup_of, tap_action

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def nothing_yet(state: State) -> bool:
    return state.areas["guildhall"].drawn is not None


def open_set_up(app: Any, players: int = 2) -> Any:
    """A game of which only the guildhall is laid out."""
    session = play_until(app, setup_of(players), nothing_yet)
    app.shell.go("table", game=session.id)
    app.frames(5)
    assert app.screen.test_id == "screen:set_up"
    return session


# --- new game ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_new_game_is_what_was_entered_although_the_app_was_killed(open_app: OpenApp, language: str) -> None:
    app = open_app(language=language, names=["Wilma", "Ben"])
    app.tap("new_game")
    app.tap("count:4")
    app.tap("known:Wilma")
    app.type("name:1", "Anna")
    app = open_app()
    app.tap("new_game")
    assert app.get("name:0").text == "Wilma"
    assert app.get("name:1").text == "Anna"
    assert not app.has("known:Wilma")
    app.type("name:2", "Cedric")
    app.type("name:3", "Dorothea")
    app.tap("colour:1")
    app.tap("pawn:purple")
    app.tap("master:2")
    app.tap("strict-refill")
    app.tap("start")
    assert app.screen.test_id == "screen:set_up"
    setup = app.screen.session.setup
    assert setup.players == ("Wilma", "Anna", "Cedric", "Dorothea")
    assert setup.first == 2
    assert setup.house_rules == {"strict-refill"}
    assert setup.colours == {"Wilma": "orange", "Anna": "purple", "Cedric": "green", "Dorothea": "pink"}
    assert app.desk.settings.names == ("Wilma", "Anna", "Cedric", "Dorothea", "Ben")
    app.tap("back")
    app.tap("new_game")
    assert app.get("name:1").text == ""  # the next game starts with empty seats


def test_the_house_rule_says_what_it_may_do(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("new_game")
    assert app.reads("a single assistant can end the game at once")


def test_two_players_of_one_name_are_refused(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("new_game")
    app.type("name:0", "Anna")
    app.type("name:2", "Anna")
    app.tap("start")
    assert app.reads("Anna sits here twice")
    assert app.desk.games() == ()
    app.tap("dialog-close")
    app.tap("move:0")
    assert (app.get("name:0").text, app.get("name:1").text) == ("", "Anna")


def test_a_game_can_start_without_any_name(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("new_game")
    app.tap("count:5")
    app.tap("start")
    assert app.screen.session.setup.players == ("Player 1", "Player 2", "Player 3", "Player 4", "Player 5")
    assert app.desk.settings.names == ()


# --- set-up -----------------------------------------------------------------------------------------------------------


def test_ticks_and_cards_survive_a_kill(open_app: OpenApp) -> None:
    app = open_app()
    open_set_up(app)
    app.tap("tick:unseen")
    app.tap("tick:money")
    app.tap("tick:money")
    app.tap("to-boards")
    app.tap("pick:ship:spain")
    app.tap("pick:captain")
    app = open_app()
    app.tap("continue-game")
    app.frames(5)
    assert app.get("space:docks:future-1").card == "ship:spain"
    assert app.get("space:docks:future-2").card == "captain"
    app.tap("page:checklist")
    assert app.get("tick:unseen").on
    assert not app.get("tick:money").on
    assert not app.get("tick:decks").on


def test_a_wrong_card_is_taken_off_again(open_app: OpenApp) -> None:
    app = open_app()
    session = open_set_up(app)
    app.tap("page:docks")
    for card in ("ship:spain", "captain", "nugget:1:4", "ship:france"):
        app.tap(f"pick:{card}")
    app.tap("space:docks:future-2")
    assert app.get("reveal").disabled
    app.tap("pick:ship:sweden")
    app.tap("reveal")
    docks = session.state.areas["docks"]
    assert [str(card) for card in docks.future] == ["ship:spain", "ship:sweden"]
    assert [str(card) for card in docks.current] == ["nugget:1:4", "ship:france"]
    assert app.has("board:market")  # the next board is open


def test_the_scanner_fills_the_spaces(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app()
    open_set_up(app)
    app.tap("page:docks")
    app.tap("pick:captain")
    asked: dict[str, Any] = {}
    monkeypatch.setattr(app.shell, "go", lambda name, **args: asked.update(args, name=name))
    app.tap("scan")
    assert (asked["name"], asked["purpose"], asked["boards"]) == ("scan", "spaces", ["docks"])
    asked["on_spaces"](
        {
            ("docks", "future-2"): "ship:spain",
            ("docks", "current-1"): None,
            ("docks", "current-4"): "ship:france",
            ("market", "future-1"): "goods:fur:1:2",
        }
    )
    app.frames(3)
    assert app.get("space:docks:future-1").card == "captain"
    assert app.get("space:docks:future-2").card == "ship:spain"
    assert app.get("space:docks:current-1").card == ""
    assert not app.has("space:docks:current-4")


def test_a_printed_card_that_the_list_does_not_know(open_app: OpenApp) -> None:
    app = open_app()
    open_set_up(app)
    app.tap("page:bank")
    app.tap("other-card")
    app.tap("form-done")
    assert app.reads("Some values are still missing.")
    app.type("form:amount", "17")
    app.tap("form-done")
    assert app.get("space:bank:future-1").card == "money:17"
    app.tap("other-card")
    app.tap("form:vp")
    app.type("form:name", "Old Mill")
    app.type("form:price", "9")
    app.type("form:points", "2")
    app.tap("form-done")
    assert app.get("space:bank:future-2").card == "vp:old_mill:9:2"


def test_starting_contracts_are_entered_in_secret_or_not_at_all(open_app: OpenApp) -> None:
    app = open_app()
    session = open_set_up(app)
    for action in robot_of(setup_of(2)).play():
        if isinstance(action, Reveal) and session.state.areas[action.area].drawn is None:
            tap_action(app, session.state, action)
        if session.state.phase != "setup":
            break
    app.tap("deal:1")
    app.tap("deal-ready")
    app.tap("start:start:fur:3:spain:25")
    assert session.state.players[1].dealt
    assert not session.state.players[0].dealt
    app.tap("play")
    assert app.screen.test_id == "screen:table"
    assert app.get("undo").text == "Ben gets a starting contract"
    app.tap("steps")
    assert not app.reads("Spain")


def test_a_deck_that_cannot_hold_a_card_is_overruled_only_by_the_table(open_app: OpenApp) -> None:
    app = open_app()
    session = open_set_up(app, 5)
    app.tap("page:docks")
    for _ in range(6):
        app.tap("pick:captain")
    app.tap("reveal")
    assert app.get("refusal").text == "There are only 5 captains in the game."
    app.tap("override")
    assert session.state.areas["docks"].drawn is not None
    assert session.steps[-1].overridden == "S2"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_box_is_counted_deck_by_deck_and_ticks_stay(open_app: OpenApp, language: str) -> None:
    app = open_app(language=language)
    app.tap("new_game")
    app.tap("box-check")
    assert app.reads("172")
    assert app.get("box:guildhall").text.endswith("38 cards" if language == "en" else "38 Karten")
    for deck in ("guildhall", "docks"):
        app.tap(f"box:{deck}")

    app = open_app()  # a restart in the middle
    app.tap("new_game")
    app.tap("box-check")
    assert app.get("box:guildhall").on
    for deck in ("market", "bank", "start"):
        assert not app.get(f"box:{deck}").on
        app.tap(f"box:{deck}")
    assert app.reads("Everything is there." if language == "en" else "Alles ist da.")
