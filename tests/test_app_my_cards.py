"""Hidden cards on a tablet that all share, through the real app."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.play_table import play_until, setup_of

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]

HAND = (
    "contract:cotton:3:netherlands:25",
    "start:fur:3:spain:25",
    "goods:cotton:3:10",
    "goods:fur:2:6",
    "nugget:1:4",
    "ship:netherlands",
    "ship:spain",
    "money:4",
    "money:4",
    "banker",
)


def open_hand(app: Any, cards: tuple[str, ...] = HAND) -> Any:
    """Ben's hand, reached from the table."""
    session = play_until(app, setup_of(3), lambda state: state.phase == "choose")
    session.record({"do": "correct", "player": "Ben", "cards": list(cards)})
    app.shell.go("table", game=session.id)
    app.frames(4)
    app.tap("my-cards")
    app.tap("who:1")
    return session


def shown(app: Any) -> list[str]:
    return [widget.card for widget in app.walk() if getattr(widget, "test_id", "").startswith("held:")]


def test_the_hand_shows_while_a_finger_holds_and_hides_when_it_goes(open_app: OpenApp) -> None:
    app = open_app()
    open_hand(app)
    assert shown(app) == []
    finger = app.press(app.get("hold"))
    app.frames(3)
    assert set(shown(app)) == set(HAND)
    finger.touch_up()
    app.frames(3)
    assert shown(app) == []
    assert not app.has("fulfil:0")


def test_a_finger_that_slips_away_hides_the_hand_too(open_app: OpenApp) -> None:
    app = open_app()
    open_hand(app)
    finger = app.press(app.get("hold"))
    finger.touch_move(10, 10)
    app.frames(2)
    assert shown(app)
    finger.touch_up()
    app.frames(3)
    assert shown(app) == []


@pytest.mark.parametrize("way", ["pause", "hide", "back", "restart", "idle"])
def test_a_hand_that_is_kept_open_is_hidden_again(open_app: OpenApp, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.packet_row.my_cards.IDLE_SECONDS", 4.0 if way == "idle" else 60.0)
    app = open_app()
    open_hand(app)
    app.tap("keep-open")
    assert shown(app)
    match way:
        case "pause":
            app.app.dispatch("on_pause")
            app.frames(3)
        case "idle":
            app.until(lambda: not shown(app))
        case "hide":
            app.tap("hide")
        case "back":
            app.tap("back")
            app.tap("my-cards")
            app.tap("who:1")
        case "restart":
            app = open_app()
            app.tap("continue-game")
            app.tap("my-cards")
            app.tap("who:1")
    assert shown(app) == []
    assert app.has("hold")


def test_a_money_card_is_cashed_by_a_tap_while_the_other_hand_holds(open_app: OpenApp) -> None:
    app = open_app()
    session = open_hand(app)
    finger = app.press(app.get("hold"))
    app.frames(3)
    app.tap("held:money:4")
    assert session.state.players[1].money == 29
    assert [str(card) for card in session.state.players[1].cards].count("money:4") == 1
    assert shown(app)  # the first finger is still there
    finger.touch_up()
    app.frames(3)
    assert shown(app) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_contracts_are_fulfilled_with_the_chosen_plan(open_app: OpenApp, language: str) -> None:
    app = open_app(language=language)
    session = open_hand(app)
    app.tap("keep-open")
    assert app.has("plan:1")  # without the nugget only one of the two contracts
    app.tap("fulfil:1")
    player = session.state.players[1]
    assert player.money == 50
    assert "nugget:1:4" in [str(card) for card in player.cards]
    app.tap("undo")
    app.tap("fulfil:0")
    assert session.state.players[1].money == 75
    assert {str(card) for card in session.state.players[1].cards} == {"money:4", "banker"}
    assert session.journal.events[-1]["plan"]["income"] == 50
    assert app.has("no-plan")


def test_a_hand_is_corrected_and_the_others_do_not_read_how(open_app: OpenApp) -> None:
    app = open_app()
    session = open_hand(app, ("banker",))
    app.tap("keep-open")
    app.tap("correct-hand")
    app.tap("picker-tab:ship")
    app.tap("pick:ship:sweden")
    app = open_app()  # killed before it was confirmed
    app.tap("continue-game")
    app.tap("my-cards")
    app.tap("who:1")
    app.tap("keep-open")
    app.tap("correct-hand")
    app.tap("hand-done")
    session = app.screen.session
    assert {str(card) for card in session.state.players[1].cards} == {"banker", "ship:sweden"}
    app.tap("back")
    assert app.get("undo").text == "Corrected: cards of Ben"


def test_a_late_starting_contract_is_entered_with_the_hand(open_app: OpenApp) -> None:
    app = open_app()
    session = open_hand(app, ())
    app.tap("keep-open")
    app.tap("enter-deal")
    app.tap("deal-ready")
    app.tap("start:start:fur:3:spain:25")
    assert [str(card) for card in session.state.players[1].cards] == ["start:fur:3:spain:25"]
    assert not app.has("enter-deal")


def test_the_back_key_leaves_correcting_first(open_app: OpenApp) -> None:
    app = open_app()
    open_hand(app, ("banker",))
    app.tap("keep-open")
    app.tap("correct-hand")
    app.app._on_keyboard(None, 27)
    app.frames(3)
    assert shown(app) == ["banker"]
