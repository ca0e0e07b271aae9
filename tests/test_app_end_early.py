"""A table that stops before the end: the game is set aside or counted as it stands, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.drafts import Drafts
from companion.set_aside import DRAFT, SetAside
from tests.app_data import play

OpenApp = Callable[..., Any]


def in_round(number: int) -> Callable[[Any], bool]:
    return lambda state: state.round == number and state.phase == "asking"


@pytest.mark.kivy
def test_several_games_are_open_and_one_is_set_aside_and_taken_up_again(open_app: OpenApp) -> None:
    app = open_app()
    older = play(app.desk, in_round(2))
    newer = play(app.desk, in_round(3), seed=3)
    app.shell.home()
    app.frames(3)
    assert app.reads("Friday, round 3")
    app.tap("continue-game")
    app.tap("steps")
    app.tap("end-early")
    app.tap("end-aside")
    assert app.screen.test_id == "screen:home"
    app = open_app()
    assert app.reads("Friday, round 2")  # the other one is offered now
    app.tap("history")
    assert app.reads("Set aside in round 3")
    app.tap(f"game:{newer}")
    assert not app.has("end-early")
    app.tap("continue")
    assert app.screen.args["game"] == newer
    app.tap("decline")
    app.shell.home()
    app.frames(3)
    assert app.reads("Friday, round 3")
    assert {info.id for info in app.desk.games()} == {older, newer}


@pytest.mark.kivy
def test_a_game_is_counted_as_it_stands(open_app: OpenApp) -> None:
    app = open_app(language="de")
    game = play(app.desk, in_round(4))
    hands = app.desk.box_of(game).hands(app.desk.session(game).state)
    app.tap("history")
    app.tap(f"game:{game}")
    app.tap("end-early")
    assert app.reads("Die Regeln kennen kein vorzeitiges Ende")
    app.tap("end-count")
    assert app.screen.test_id == "screen:score_hand"
    counted = app.desk.counting(app.screen.args["count"]).count.players
    assert [(one.name, sorted(one.cards), one.tokens["money"]) for one in counted] == [
        (hand.name, sorted(hand.cards), hand.tokens["money"]) for hand in hands
    ]
    app = open_app()
    assert not app.has("continue-game")
    assert app.has("continue-count")


def test_what_is_set_aside_survives_and_damage_is_nothing(tmp_path: Path) -> None:
    aside = SetAside(tmp_path)
    aside.add(3)
    aside.add(1)
    aside.drop(2)
    assert 3 in SetAside(tmp_path)
    SetAside(tmp_path).drop(3)
    assert 3 not in SetAside(tmp_path)
    assert 1 in SetAside(tmp_path)
    Drafts(tmp_path).put(DRAFT, {"games": "all"})
    assert 1 not in SetAside(tmp_path)
