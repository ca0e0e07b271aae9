"""Score now in the real app: from the first tap to the result, by hand; kill and restart in between."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app_data import count_hands

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def name_player(app: Any, seat: int, name: str) -> None:
    app.tap(f"player:{seat}")
    app.type("name", name)
    app.tap("name-done")


def pick(app: Any, *cards: str) -> None:
    for card in cards:
        head = card.partition(":")[0]
        tab = "helper" if head in ("banker", "captain", "trader", "assistant", "nugget") else head
        app.tap(f"picker-tab:{tab}")
        app.tap(f"pick:{card}")


def enter_money(app: Any, money: int) -> None:
    app.tap("money")
    for key in str(money):
        app.tap(f"key:{key}")
    app.tap("pad-done")


def start_two(app: Any) -> None:
    app.tap("score-now")
    app.tap("players:2")
    name_player(app, 0, "Anna")
    name_player(app, 1, "Ben")
    app.tap("start")


def test_the_camera_is_three_taps_away(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("score-now")
    app.tap("start")
    assert app.has("camera")


@pytest.mark.parametrize(
    ("language", "verdict"), [("en", "Anna wins with 11 points."), ("de", "Anna gewinnt mit 11 Punkten.")]
)
def test_two_hands_entered_by_hand_give_the_result(open_app: OpenApp, language: str, verdict: str) -> None:
    app = open_app(language=language)
    start_two(app)
    pick(app, "vp:university:18:4", "banker", "banker", "money:4")
    enter_money(app, 31)
    app.tap("next")
    assert app.reads("Ben")
    pick(app, "start:fur:3:spain:25", "ship:spain")
    enter_money(app, 12)
    app.tap("next")
    assert app.get("why").text == verdict
    app.tap("cell:5:Anna")
    assert app.reads("F3")


def test_a_restart_in_the_middle_loses_nothing(open_app: OpenApp) -> None:
    app = open_app()
    start_two(app)
    pick(app, "banker")
    enter_money(app, 25)
    app = open_app()
    app.tap("continue-count")
    assert app.screen.hands.hand(0).cards == ("banker",)
    assert app.screen.hands.hand(0).tokens["money"] == 25
    assert app.screen.seat == 1  # the first whose cards nobody has entered


def test_undo_takes_a_card_back_and_says_so(open_app: OpenApp) -> None:
    app = open_app()
    start_two(app)
    pick(app, "banker")
    app.tap("undo")
    assert app.screen.hands.hand(0).cards == ()
    assert app.reads("Undone: Cards of Anna")
    app.tap("redo")
    assert app.screen.hands.hand(0).cards == ("banker",)


def test_a_player_without_cards_is_asked_about(open_app: OpenApp) -> None:
    app = open_app()
    start_two(app)
    app.tap("next")
    assert app.reads("Nothing was entered for Anna yet.")
    app.tap("confirm-no")
    assert app.screen.seat == 0
    app.tap("next")
    app.tap("confirm-yes")
    assert app.screen.seat == 1


def test_two_players_cannot_have_one_name(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("score-now")
    app.tap("players:2")
    name_player(app, 0, "Anna")
    app.tap("player:1")
    app.type("name", "anna")
    app.tap("name-done")
    assert app.reads("The name anna is taken; please choose another one.")
    app.type("name", "  ")
    app.tap("name-done")
    assert app.screen._names() == ["Anna", "Player 2"]  # nothing typed is nothing changed


def test_every_number_of_the_result_opens_its_reason(open_app: OpenApp) -> None:
    app = open_app()
    start_two(app)
    pick(app, "vp:university:18:4", "start:fur:3:spain:25", "ship:spain", "goods:fur:3:10")
    app.tap("next")
    pick(app, "money:4")
    app.tap("next")
    for cell, words in (
        ("cell:0:Anna", "Fulfilled for $25"),
        ("cell:3:Anna", "university 4"),
        ("total:Ben", "$4 make 0 points"),
    ):
        app.tap(cell)
        assert app.reads(words)
        app.tap("dialog-close")


def test_recount_changes_the_result(open_app: OpenApp) -> None:
    app = open_app()
    start_two(app)
    pick(app, "vp:university:18:4")
    app.tap("next")
    pick(app, "money:4")
    app.tap("next")
    assert app.get("why").text == "Anna wins with 4 points."
    app.tap("recount")
    app.tap("chosen:vp:university:18:4")
    app.tap("next")
    assert "Anna" not in app.get("why").text


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
def test_cards_to_pick_reach_from_edge_to_edge(open_app: OpenApp, size: tuple[int, int]) -> None:
    app = open_app(size=size)
    start_two(app)
    app.frames(3)
    tiles = [widget for widget in app.walk() if getattr(widget, "test_id", "").startswith("pick:")]
    first_row = [tile for tile in tiles if tile.top == tiles[0].top]
    row = tiles[0].parent
    assert len(first_row) > 3
    assert min(tile.x for tile in first_row) == row.x
    assert row.right - max(tile.right for tile in first_row) < len(first_row)  # what is lost to whole pixels
    assert {tile.width for tile in tiles} == {tiles[0].width}


def test_the_way_back_is_named(open_app: OpenApp) -> None:
    app = open_app()
    start_two(app)
    assert not app.has("undo")
    pick(app, "vp:university:18:4")
    assert app.get("undo").text == "Cards of Anna"
    enter_money(app, 31)
    assert app.get("undo").text == "Cash of Anna"
    app.tap("undo")
    assert app.get("redo").text == "Cash of Anna"
    assert app.get("undo").text == "Cards of Anna"


def test_at_the_end_the_bars_stand_on_a_podium(open_app: OpenApp) -> None:
    from companion.app.widgets.score_bars import podium

    assert [podium(range(1, players + 1)) for players in (1, 2, 4, 5)] == [[0], [1, 0], [1, 0, 2, 3], [2, 1, 3, 0, 4]]
    app = open_app()
    app.shell.go("result", count=count_hands(app.desk), shown=True)  # Anna has won, Cedric is second
    app.frames(3)
    bars = app.get("bars")
    spots = [badge.center_x for badge in bars._badges]
    assert spots[2] < spots[0] < spots[1]
