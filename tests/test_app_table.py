"""The table, the refill and a whole game through the real app."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.packet_row.actions import Cash, Choose, Deal, Decline, Fulfil, Pass, Refill, Reveal, Take
from companion.games.packet_row.game import GAME
from companion.games.packet_row.guide import boards_due
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES
from companion.games.packet_row.state import State
from tests.play_table import open_table, play_until, robot_of, setup_of, tap_action

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]


def in_phase(phase: str, least_round: int = 1) -> Callable[[State], bool]:
    return lambda state: state.phase == phase and state.round >= least_round


def dear_card(state: State) -> tuple[str, str] | None:
    """A card of the current supply that the player to act cannot pay, and its space."""
    if state.to_act is None or state.area is None or state.phase != "asking":
        return None
    for index, card in enumerate(state.areas[state.area].spaces[:CURRENT_SPACES]):
        if card is not None and card.price > state.players[state.to_act].money:
            return SPACES[index], str(card)
    return None


# --- a whole game -----------------------------------------------------------------------------------------------------


# By language: rounds that are tapped, what is done in them, the last refill, the end.
OFTEN = {Reveal, Deal, Choose, Take, Refill}
ALL = {*OFTEN, Decline, Pass, Fulfil, Cash}
GAMES = {
    "en": (3, ALL, "Market: no future card to move, add none", "1 board is short: the game is over."),
    "de": (
        1,
        OFTEN,
        "Markt: oben liegt nichts zum Nachrücken, keine dazu",
        "1 Plan ist unvollständig: Das Spiel ist zu Ende.",
    ),
}


@pytest.mark.parametrize("language", GAMES)
def test_a_whole_game_is_tapped_from_the_new_game_to_the_result(open_app: OpenApp, language: str) -> None:
    rounds, expected, headline, end = GAMES[language]
    app = open_app(language=language)
    setup = setup_of(2)
    app.tap("new_game")
    app.tap("count:2")
    for seat, name in enumerate(setup.players):
        app.type(f"name:{seat}", name)
    app.tap("start")
    session = app.screen.session
    assert session.setup == setup
    robot = robot_of(setup, seed=1325)  # with everything in its first three rounds
    done = set()
    for action in robot.play():
        before = session.state
        tap_action(app, before, action)
        assert session.state == robot.state
        done.add(type(action))
        if session.state.phase == "choose" and app.screen.test_id == "screen:set_up" and not undealt(session.state):
            app.tap("play")
            app = open_app()  # the app is killed right after the set-up
            app.tap("continue-game")
            session = app.screen.session
        if session.state.round > rounds:
            break
    assert done == expected
    assert app.screen.test_id == "screen:table"
    hurry_to_the_end(app, headline)
    assert session.state.over
    app.frames(5)
    assert app.screen.test_id == "screen:result"
    assert app.reads(end)


def undealt(state: State) -> bool:
    return not all(player.dealt for player in state.players)


def hurry_to_the_end(app: Any, headline: str) -> None:
    """The market is at its end: one round there ends a game of two."""
    session = app.screen.session
    session.record({"do": "correct", "area": "market", "deck": 0, "spaces": {"future-1": None, "future-2": None}})
    app.screen.follow()
    app.tap("board:market")
    app.tap("decline")
    state = session.state
    takes = [option for option in GAME.options(state) if isinstance(option, Take)]
    tap_action(app, state, next(take for take in takes if GAME.check(state, take) is None))
    assert boards_due(session.state) == ("market",)
    assert app.get("headline").text == headline
    app.tap("refill")


# --- decisions --------------------------------------------------------------------------------------------------------


def test_the_table_names_who_decides_and_who_is_harbour_master(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("asking", 2))
    assert app.get("call").text == session.setup.players[session.state.to_act]
    assert app.get("harbour-master").text == session.setup.players[session.state.harbour_master]
    assert app.get("call").font_size == 64
    for seat, player in enumerate(session.state.players):
        assert app.get(f"money:{seat}").text == f"${player.money}"


def test_one_tap_takes_a_card_and_undo_and_redo_say_what_they_do(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("asking"))
    before = session.state
    take = next(a for a in GAME.options(before) if isinstance(a, Take) and GAME.check(before, a) is None)
    tap_action(app, before, take)
    assert session.state.players[take.seat].pawn is not None
    words = app.get("undo").text
    assert "takes the" in words
    app.tap("undo")
    assert session.state == before
    assert app.get("redo").text == words
    app.tap("redo")
    assert session.state.players[take.seat].pawn is not None


def test_a_card_that_is_too_dear_says_why_and_the_table_may_agree(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), lambda state: dear_card(state) is not None)
    state = session.state
    space, card = dear_card(state)
    seat = state.to_act
    assert app.get(f"space:{state.area}:{space}")._dimmed
    app.tap(f"space:{state.area}:{space}")
    assert session.state == state
    assert "costs" in app.get("refusal").text
    assert app.get("refusal-rule").text.startswith("R4: ")
    assert app.has("first-cash")
    app.tap("override")
    assert card in [str(held) for held in session.state.players[seat].cards]
    assert session.steps[-1].overridden == "R4"
    app.tap("steps")
    assert app.reads("By agreement of the table, against rule R4")


def test_a_refusal_leads_to_its_rule(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("asking"))
    other = next(area for area in session.state.areas if area != session.state.area)
    app.tap(f"board:{other}")
    gone: list[Any] = []
    monkeypatch.setattr(app.shell, "go", lambda name, **args: gone.append((name, args)))
    app.tap("open-rule")
    assert gone == [("rules", {"rule": "R7", "box": "packet_row"})]
    assert app.shell.dialog is None


def test_money_is_corrected_by_a_tap(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("choose"))
    app.tap("player:1")
    for key in "42":
        app.tap(f"key:{key}")
    app.tap("pad-done")
    assert session.state.players[1].money == 42
    assert app.get("money:1").text == "$42"


def test_a_board_is_corrected(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("choose"))
    old = session.state.areas["docks"]
    app.tap("correct-board")
    app.tap("correct:docks")
    app.tap("space:docks:current-1")
    app.tap("pick:ship:sweden")
    app.tap("deck:minus")
    app = open_app()  # killed in the middle: what was entered is still there
    app.tap("continue-game")
    app.tap("correct-board")
    app.tap("correct:docks")
    app.tap("correct-done")
    new = app.screen.state.areas["docks"]
    assert str(new.spaces[0]) == "ship:sweden"
    assert new.spaces[1:] == old.spaces[1:]
    assert new.deck == old.deck - 1
    assert app.screen.test_id == "screen:table"


def test_going_back_to_a_step_undoes_all_after_it(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("asking", 2))
    target = next(
        number for number, event in reversed(list(enumerate(session.journal.events))) if event["do"] == "choose"
    )
    app.tap("steps")
    app.tap(f"step:{target}")
    app.tap("back-to-step")
    assert len(session.steps) == target
    assert session.state.phase == "choose"


def test_the_whole_app_turns_for_another_seat(open_app: OpenApp) -> None:
    app = open_app()
    open_table(app, setup_of(3), in_phase("choose"))
    app.tap("turn")
    app.frames(5)
    assert app.app.turntable.turns == 1
    assert not app.screen.wide
    app.tap("turn")
    app.tap("turn")
    app.tap("turn")
    app.frames(5)
    assert app.app.turntable.turns == 0
    assert app.screen.wide


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
def test_everything_of_the_table_is_on_the_screen_at_once(open_app: OpenApp, size: tuple[int, int]) -> None:
    app = open_app(size=size)
    open_table(app, setup_of(5), in_phase("asking", 2))
    for test_id in ("decline", "undo", "turn", "call", *(f"player:{seat}" for seat in range(5))):
        widget = app.get(test_id)
        left, bottom = widget.to_window(widget.x, widget.y)
        assert 0 <= left <= left + widget.width <= size[0] + 1, test_id
        assert 0 <= bottom <= bottom + widget.height <= size[1] + 1, test_id
        assert widget.height >= 40, test_id


def test_the_harbour_master_passes_when_all_others_have_taken(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(
        app,
        setup_of(2),
        lambda state: state.phase == "master" and state.others_have_taken() and not state.must_take,
    )
    assert not app.has("decline")
    app.tap("pass")
    assert session.state.phase == "refill"
    assert app.screen.test_id == "screen:refill"


# --- refill -----------------------------------------------------------------------------------------------------------


def test_the_refill_says_what_to_do_and_survives_a_kill(open_app: OpenApp) -> None:
    app = open_app(language="de")
    setup = setup_of(4)
    session = play_until(app, setup, in_phase("refill"))
    app.tap("back") if app.has("back") else None
    app.shell.go("table", game=session.id)
    app.frames(5)
    assert app.screen.test_id == "screen:refill"
    area = boards_due(session.state)[0]
    deck = session.state.areas[area].deck
    picks = [widget.test_id for widget in app.walk() if getattr(widget, "test_id", "").startswith("pick:")]
    app.tap(picks[-1])
    app = open_app()
    app.tap("continue-game")
    app.frames(5)
    session = app.screen.session
    app.tap(picks[-2])
    app.tap(picks[-3])
    app.tap("refill")
    after = session.state.areas[area]
    assert [str(card) for card in (*after.current[2:], *after.future)] == [
        pick.removeprefix("pick:") for pick in (picks[-1], picks[-2], picks[-3])
    ]
    assert after.deck == deck - 3


def test_after_the_refill_the_next_harbour_master_is_named(open_app: OpenApp) -> None:
    app = open_app()
    setup = setup_of(3)
    session = app.desk.start("x", setup)
    robot = robot_of(setup)
    for action in robot.play():
        before = session.state
        if before.phase == "refill":
            if app.screen.test_id != "screen:refill":
                app.shell.go("table", game=session.id)
                app.frames(5)
            tap_action(app, before, action)
        else:
            session.record(GAME.encode(setup, action))
        if session.state.round == 2:
            break
    assert app.screen.test_id == "screen:table"
    assert app.reads("Round 2: Ben is harbour master now.")


def test_a_decline_out_of_order_is_no_decision_of_the_screen(open_app: OpenApp) -> None:
    app = open_app()
    session = open_table(app, setup_of(3), in_phase("asking"))
    other = (session.state.to_act + 1) % 3
    assert app.screen.refusal(Decline(other)) is not None


def test_money_can_be_corrected_on_a_low_screen_without_scrolling(open_app: OpenApp) -> None:
    app = open_app(size=(1024, 600))
    open_table(app, setup_of(3), in_phase("choose"))
    app.tap("player:1")
    app.frames(3)
    panel, done = app.shell.dialog.panel, app.get("pad-done")
    assert panel.y < done.to_window(*done.pos)[1]
