"""The arbiter and the rules of the real app."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.packet_row.reference import GLOSSARY, GROUPS, PICTURES, REFERENCE
from companion.games.packet_row.rules import RULES
from companion.words import English, load_words
from tests.some_games import add_game

pytestmark = pytest.mark.kivy
OpenApp = Callable[..., Any]

STEPS = 11  # of the game `four`: the bank is chosen and D decides


def open_question(app: Any) -> int:
    """From home to the questions about a game in play."""
    session = add_game(app.desk.store, "four", "Friday", steps=STEPS)
    assert (session.state.area, session.state.to_act) == ("bank", 3)
    app.tap("arbiter")
    app.tap("ask-game")
    return session.id


def asked(app: Any) -> tuple[str, str]:
    """The answer and its rule."""
    return app.get("verdict").text, app.get("look-up").text.rpartition(" ")[2]


def test_who_decides_may_take_a_card_and_does_it(open_app: OpenApp) -> None:
    app = open_app()
    game = open_question(app)
    app.tap("ask:take:money:5")
    assert asked(app) == ("Yes", "R3")
    app.tap("do-it")
    session = app.desk.session(game)
    assert session.journal.events[-1] == {"do": "take", "player": "D", "card": "money:5"}
    app = open_app()  # after a kill the step is there
    assert len(app.desk.session(game).journal.events) == STEPS + 1


def test_a_refusal_names_its_rule_which_opens(open_app: OpenApp) -> None:
    app = open_app(language="de")
    open_question(app)
    app.tap("seat:A")
    app.tap("ask:take:money:5")
    assert asked(app)[1] == "R2"
    assert "nicht die von A" in app.get("reason").text or "D" in app.get("reason").text
    app.tap("look-up")
    assert app.screen.test_id == "screen:rules"
    assert app.has("rule:R2:marked")


def test_the_table_may_agree_and_the_step_is_marked(open_app: OpenApp) -> None:
    app = open_app()
    game = open_question(app)
    app.tap("seat:A")
    app.tap("ask:take:money:5")
    app.tap("agree")
    app.tap("confirm-no")
    assert len(app.desk.session(game).journal.events) == STEPS
    app.tap("agree")
    app.tap("confirm-yes")
    session = app.desk.session(game)
    assert session.journal.events[-1]["override"] is True
    assert session.steps[-1].overridden == "R2"
    app.tap("note-action")  # undo
    assert len(session.journal.events) == STEPS


QUESTIONS = [
    ("D", "decline", "", ("Yes", "R2")),
    ("D", "pass", "", ("No", "R8")),
    ("D", "take", "ask:future:money:8", ("No", "R3")),
    ("B", "decline", "", ("No", "R2")),
    ("B", "choose", "ask:choose:docks", ("No", "R1")),
    ("A", "choose", "ask:choose:docks", ("No", "R7")),
    ("C", "cash", "ask:cash:money:4", ("No", "M1")),
]


def test_everybody_may_ask_everything(open_app: OpenApp) -> None:
    app = open_app()
    open_question(app)
    for seat, verb, what, answer in QUESTIONS:
        if app.screen.seat != "ABCD".index(seat):
            app.tap(f"seat:{seat}")
        if app.screen.verb != verb:
            app.tap(f"verb:{verb}")
        if what:
            app.tap(what)
        assert asked(app) == answer, (seat, verb, what)
        if (seat, verb) == ("B", "choose"):
            assert not app.has("agree")  # nobody else can choose, not even by agreement


def test_contracts_of_a_hidden_hand_are_named_not_shown(open_app: OpenApp) -> None:
    app = open_app()
    game = open_question(app)
    held = app.desk.session(game).state.players[0].cards
    app.tap("seat:A")
    app.tap("verb:fulfil")
    assert not any(app.has(f"chosen:{card}") for card in held)
    assert not app.has("verdict")
    app.tap("pick:contract:grain:2:great_britain:15")
    assert asked(app) == ("No", "C1")


# --- without a game -------------------------------------------------------------------------------------------------


def test_contracts_on_any_table_are_judged_and_laid_out(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("arbiter")
    app.tap("ask-fulfil")
    assert not app.has("verdict")
    app.tap("pick:contract:cotton:3:netherlands:25")
    assert asked(app) == ("No", "C1")
    app.tap("picker-tab:goods")
    app.tap("pick:goods:cotton:3:10")
    app.tap("picker-tab:ship")
    app.tap("pick:ship:netherlands")
    assert asked(app) == ("Yes", "C1")
    assert "$25" in app.get("reason").text
    app = open_app()  # what was entered survives
    app.tap("arbiter")
    app.tap("ask-fulfil")
    assert asked(app) == ("Yes", "C1")
    app.tap("chosen:ship:netherlands")
    assert asked(app)[0] == "No"
    app.tap("picker-clear")
    assert not app.has("verdict")


def test_the_box_holds_only_five_bankers_and_so_on(open_app: OpenApp) -> None:
    app = open_app()
    app.shell.go("arbiter", ask="fulfil")
    app.frames(4)
    app.tap("picker-tab:helper")
    for _ in range(6):
        app.tap("pick:captain")
    assert app.get("picker-count").text == "5 cards"


def test_the_end_of_the_game_by_short_boards(open_app: OpenApp) -> None:
    app = open_app(language="de", size=(800, 1280))
    app.tap("arbiter")
    app.tap("ask-end")
    app.tap("short:bank")
    goes_on = app.get("verdict").text
    app.tap("short:market")
    over = app.get("verdict").text
    assert over != goes_on
    app.tap("players:5")
    assert app.get("verdict").text == goes_on
    app = open_app(size=(800, 1280))  # what was entered survives
    app.tap("arbiter")
    app.tap("ask-end")
    assert app.get("verdict").text == goes_on
    app.tap("players:3")
    app.tap("short:bank")
    assert app.get("verdict").text == over


# --- the rules ------------------------------------------------------------------------------------------------------


def test_the_rules_open_at_the_rule_that_is_asked_for(open_app: OpenApp) -> None:
    app = open_app(size=(1024, 600), text_scale=1.6)
    app.shell.go("rules", rule="C6")
    app.frames(12)
    entry, view = app.get("rule:C6:marked"), app.screen._list
    low, high = entry.to_window(entry.x, entry.y)[1], entry.to_window(entry.x, entry.y + entry.height)[1]
    assert view.to_window(view.x, view.y)[1] <= low < high <= view.to_window(view.x, view.y + view.height)[1]
    assert not app.has("rule:R1")  # one chapter at a time
    app.tap("chapter:R")
    assert app.has("rule:R1")


def test_the_rules_are_searched_in_the_language_in_force(open_app: OpenApp) -> None:
    app = open_app(language="de")
    app.tap("arbiter")
    app.tap("ask-rules")
    app.type("rules-search", "Gehilfe")
    found = [widget.test_id for widget in app.walk() if getattr(widget, "test_id", "").startswith("rule:")]
    assert found == ["rule:R3", "rule:R9"]
    app.type("rules-search", "zzz")
    assert app.has("nothing-found")


def test_a_term_leads_to_its_rule(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("arbiter")
    app.tap("ask-glossary")
    app.tap("term:E5")
    assert app.has("rule:E5:marked")


def test_every_rule_has_its_group_and_every_reference_its_rule() -> None:
    assert {rule[0] for rule in RULES} == set(GROUPS)
    assert set(PICTURES) <= set(RULES)
    assert {term.rule for term in GLOSSARY} <= set(RULES)
    assert len(GLOSSARY) >= 12
    assert REFERENCE.find_rules("", English) == tuple(RULES)
    assert REFERENCE.find_rules("e5", English)[0] == "E5"
    assert [term.rule for term in REFERENCE.find_terms("trader", English)] == ["C6"]
    assert REFERENCE.find_terms("xyz", load_words("de")) == ()


def test_a_game_that_cannot_be_read_keeps_nobody_from_the_rules(open_app: OpenApp) -> None:
    app = open_app()
    app.desk.store.create("odd", "packet_row", {"players": ["A", "B"], "harbour_master": "A"}, [{"op": "undo"}])
    app.tap("arbiter")
    assert not app.has("ask-game")
    app.tap("ask-rules")
    assert app.screen.test_id == "screen:rules"
