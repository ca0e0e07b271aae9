"""Events of Le Havre that cannot be read: one clear sentence each, whatever comes in."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import InputError
from tests.game_tables import played as played_game
from tests.le_havre_play import Json, ask, begun, enter, game, has, lay_out, ship, supply, table, take


@pytest.mark.parametrize(
    ("event", "fragment"),
    [
        ({}, "no 'do'"),
        ({"do": "fly"}, "one of lay_out, supply"),
        ({"do": "supply"}, "no 'player'"),
        (supply("Z"), "'Z' is none of the players"),
        (supply("A", "fish+fish"), "a tile must be one of"),
        (take("A", "coal"), "an offer must be one of"),
        (enter("A", "Bakehous"), "did you mean 'Bakehouse'?"),
        (enter("A", "Wharf"), "'Wharf (sort 12)' or 'Wharf (sort 17)'"),
        (enter("A", "Bakehouse", fee={"gold": 1}), "must be one of fish, wood"),
        (enter("A", "Bakehouse", paid={"grain": -1}), "grain in 'paid'"),
        (enter("A", "Bakehouse", got={"bread": 1.5}), "bread in 'got'"),
        (enter("A", "Bakehouse", got=3), "must be an object"),
        (enter("A", "Construction Firm", build=[{}]), "no 'building'"),
        (enter("A", "Construction Firm", build="Fishery"), "must be a list"),
        (enter("A", "Wharf (sort 12)", ship={"type": "wooden"}), "no 'value'"),
        (enter("A", "Wharf (sort 12)", ship=ship("wooden", 3)), "wooden ships have a value of 2, 4, 6"),
        (enter("A", "Shipping Line", sailed=["paper"]), "must be one of wooden"),
        (enter("A", "Haulage Firm", offers=["coal"]), "must be one of francs"),
        (enter("A", "Harbor Watch", evicted="Z"), "'Z' is none of the players"),
        (enter("A", "Harbor Watch", then={"building": "Zoo", "then": {}}), "a visit after the second one"),
        ({"do": "buy", "player": "A"}, "either a 'building' or a 'ship'"),
        ({"do": "sell", "player": "A", "building": "Zoo", "ship": ship("iron", 2)}, "either a 'building' or a 'ship'"),
        ({"do": "repay", "player": "A", "loans": 0}, "loans must be a whole number from 1"),
        ({"do": "special", "building": "Fishery"}, "'Fishery' is no special building"),
        ({"do": "lay_out", "piles": [[]]}, "3 piles of proposals, not 1"),
        (has("A", goods={"francs": 1}), "francs are none of the goods"),
        (has("A", loans="many"), "loans must be a whole number"),
        (table(tiles=["fish+clay"]), "all 7 tiles"),
        (table(tiles=["fish+clay"] * 7), "all 7 tiles"),
        (table(round=19), "round must be a whole number from 1 to 18"),
        (table(turn=8), "turn must be a whole number from 1 to 7"),
        ({**take("A", "wood"), "override": 1}, "override must be true or false"),
        ("take", "must be an object"),
    ],
)
def test_an_event_that_cannot_be_read_is_one_clear_sentence(event: Any, fragment: str) -> None:
    with pytest.raises(InputError) as caught:
        ask(game([*begun(), event]))
    text = str(caught.value)
    assert text.startswith("event 2: ")
    assert fragment in text
    assert len(text) < 400


@pytest.mark.parametrize(
    ("change", "fragment"),
    [
        ({"game": "packet_row"}, "not of le_havre"),
        ({"players": []}, "1 to 5 players, not 0"),
        ({"players": ["A"] * 2}, "two players"),
        ({"players": [*"ABCDEF"]}, "1 to 5 players, not 6"),
        ({"version": "long"}, "version must be one of full, short"),
        ({"first": "Z"}, "'Z' is none of the players"),
        ({"colours": {"Z": "red"}}, "'Z' is none of the players"),
        ({"events": {}}, "events must be a list"),
    ],
)
def test_a_set_up_that_cannot_be_read_is_one_clear_sentence(change: Json, fragment: str) -> None:
    with pytest.raises(InputError, match=fragment):
        ask({**game([]), **change})


def test_the_start_player_and_the_colours_are_kept() -> None:
    request = {**game([lay_out(3)]), "first": "B", "colours": {"A": "red"}}
    assert ask(request).body["to_act"] == "B"


scraps = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from(["A", "B", "Zoo", "Fishery", "wood", "wooden", "fish+clay", "francs", "", "Wharf (sort 12)"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["building", "paid", "type", "value", "wood", "francs"]), inner, max_size=3)
    ),
    max_leaves=4,
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(data=st.data())
def test_whatever_stands_in_an_event_is_answered(data: st.DataObject) -> None:
    event = dict(data.draw(st.sampled_from(played_game("le_havre-2-short").events)))
    fields = ["player", "building", "fee", "paid", "got", "build", "ship", "then", "evicted", "offers", "loans", "tile"]
    for key in data.draw(st.lists(st.sampled_from([*fields, *event]), min_size=1, max_size=2)):
        event[key] = data.draw(scraps)
    with suppress(InputError):
        assert ask(game([*begun(2, "short"), event], 2, "short")).exit in (0, 1)
