"""The owner's printed cards of Le Havre in the real app: found, corrected, used, and back to our list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.counting import start_counting
from companion.games.le_havre.card_facts import doubt_of, doubtful_cards, keys_of, summary, value_of, with_value
from companion.games.le_havre.owned_cards import load_corrections
from companion.games.le_havre.printed import printed, read_corrections
from companion.words import English
from tests.app_data import play_le_havre

OpenApp = Callable[..., Any]


# --- the words, without the app -----------------------------------------------------------------------------------


def said(card: str, **told: Any) -> str:
    return " · ".join(part.say(English) for part in summary(printed({card: told} if told else {}), card))


def test_a_card_is_told_in_a_line() -> None:
    assert said("Marketplace") == ("no kind of building · Value: 6 · Entry fee: 2 food or 1 franc · Materials: 2 wood")
    assert said("Bank") == "economic building · Value: 16 · Price: 40 francs · Materials: 4 brick and 1 steel"
    assert said("Luxury Yacht") == "Value: 20 · 1 fisherman"
    assert said("Church", price=3).split(" · ")[2:4] == ["Price: 3 francs", "Entry fee: free"]
    assert said("luxury").startswith("Price: cannot be bought · Materials: 3 steel · Goods aboard: 0")


def test_both_sources_of_a_doubt_can_be_told() -> None:
    assert set(doubtful_cards()) == {
        "Hardware Store",
        "Arts Center",
        "Ironworks",
        "Coal Trader",
        "Football Stadium",
    }
    for card in doubtful_cards():
        doubt = doubt_of(card)
        assert doubt is not None
        for told in (doubt.as_used, doubt.as_other):
            box = printed(read_corrections({card: told}))
            assert value_of(box, card, doubt.key) == told[doubt.key]
            assert with_value(printed(), card, doubt.key, told[doubt.key]) == told, "it counts as looked at"
    assert with_value(printed(), "Bank", "value", 16) == {}
    assert with_value(printed({"Bank": {"value": 17}}), "Bank", "price", 41) == {"value": 17, "price": 41}


def test_every_value_of_every_card_is_a_correction_that_can_be_read() -> None:
    for card in (*printed().buildings, *printed().ships):
        told = {key: value_of(printed(), card, key) for key in keys_of(card)}
        assert read_corrections({card: told}) == {card: told}


# --- in the app ---------------------------------------------------------------------------------------------------


@pytest.mark.kivy
def test_a_card_is_corrected_counted_with_and_put_back(open_app: OpenApp) -> None:
    app = open_app()
    app.tap("box:le_havre")
    app.tap("my_deck")
    app.tap("deck-values")
    app.tap("facts:Hardware Store")
    assert app.get("facts-state").text == "As in our list."
    app.tap("doubt:other")
    app.tap("fact:value:plus")
    assert app.get("listed:value").text == "Our list: 8"
    app = open_app()  # killed: what was told is on disk
    assert load_corrections(app.desk.folder) == {"Hardware Store": {"kind": "C", "value": 9}}
    box = app.desk.box_named("le_havre")
    counting = start_counting(app.desk.store, "le_havre", ("Anna",))
    counting.set_cards(0, ("Bank", "Hardware Store"))
    app.shell.go("result", count=counting.id, shown=True)
    assert app.screen.sheet.players[0].total == 25 + 2
    app.desk.change(language="de")
    app.shell.go("card_list", box="le_havre")
    app.tap("filter:told")
    app.tap("facts:Hardware Store")
    assert app.get("listed:kind").text == "Unsere Liste: Wirtschaftsgebäude"
    app.tap("facts-forget")
    assert load_corrections(app.desk.folder) == {}
    app.shell.back()
    assert app.has("no-corrections")
    app.shell.go("result", count=counting.id, shown=True)
    assert app.screen.sheet.players[0].total == 25 + 2, "a finished count stays as it was"
    assert box.corrections(app.desk.folder) == {}


@pytest.mark.kivy
def test_every_kind_of_value_can_be_changed(open_app: OpenApp) -> None:
    app = open_app((800, 1280))
    app.shell.go("card_facts", box="le_havre", card="Marketplace")
    for button in ("fact:kind:P", "fact:buyable", "fact:entry:francs:minus", "plus:brick", "fact:hammer:plus"):
        app.tap(button)
    assert load_corrections(app.desk.folder)["Marketplace"] == {
        "kind": "P",
        "price": None,
        "entry": [{"food": 2}],
        "materials": {"wood": 2, "brick": 1},
        "hammer": 1,
    }
    app.shell.replace("card_facts", box="le_havre", card="wooden")
    for button in ("fact:price:plus", "fact:load:plus", "plus:3"):
        app.tap(button)
    told = load_corrections(app.desk.folder)["wooden"]
    assert (told["price"], told["load"], told["food"]) == (15, 3, {"1": 5, "2": 4, "3": 4, "4": 2, "5": 1})


@pytest.mark.kivy
def test_a_game_in_play_takes_over_what_its_card_says(open_app: OpenApp) -> None:
    app = open_app()
    game = play_le_havre(app.desk, lambda state: state.phase == "main")
    building = app.desk.session(game).state.town[0]
    app.shell.go("table", game=game)
    app.tap(f"card:{building}")
    app.tap("card-facts")
    app.tap("fact:value:plus")
    app.shell.back()
    session = app.desk.session(game)
    value = printed().buildings[building].value
    assert session.state.printed.buildings[building].value == value + 1
    assert session.state_after(0).printed is printed()
    app.tap("undo")
    assert app.desk.session(game).state.printed is printed()
