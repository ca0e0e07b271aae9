"""Every rule id with what it allows and what it refuses, played through the commands as anybody else would.

The rows are in tests/rules/*.txt, see rule_table.py; here is what holds for all of them, and what needs a loop.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from card_db.packet_row.counts import COUNTS
from companion.core.game import InputError
from companion.games.packet_row.rules import RULES
from tests.rule_table import Row, read_rows
from tests.scripts import read_script
from tests.tables import (
    CURRENT,
    NAMES,
    Json,
    agreed,
    ask,
    cash,
    choose,
    correct,
    deal,
    decline,
    declines,
    fulfil,
    game,
    laid_out,
    look,
    passes,
    played,
    refill,
    take,
    take_future,
)

ROWS = read_rows()


def rows(*kinds: str) -> list[object]:
    return [pytest.param(row, id=str(row)) for row in ROWS if row.kind in kinds]


def at(players: int, script: str, *more: Json) -> Json:
    """A game whose boards are laid out, then this script and these events."""
    return game(players, [*read_script(script, players), *more])


@pytest.mark.parametrize("row", rows("allows", "otherwise"))
def test_the_rule_gives_this_outcome(row: Row) -> None:
    answer = ask(row.request, row.command)
    assert answer.exit == 0, answer.body
    assert row.shows, "a row without an effect proves nothing"
    assert {path: look(answer.body, path) for path in row.shows} == row.shows


@pytest.mark.parametrize("row", rows("refuses"))
def test_the_last_event_is_refused_with_the_id_of_its_rule(row: Row) -> None:
    *before, _ = row.request["events"]
    answer = ask(row.request)
    assert answer.exit == 1, answer.body
    assert (answer.body["rule"], answer.body["event"], answer.body["ok"]) == (row.says, len(before), False)
    assert str(answer.body["reason"]).endswith(".")
    assert {"ok": True, **answer.body["state"]} == played({**row.request, "events": before})


@pytest.mark.parametrize("row", rows("refuses"))
def test_the_table_can_agree_to_a_refused_event_unless_the_refusal_is_firm(row: Row) -> None:
    *before, last = row.request["events"]
    answer = ask({**row.request, "events": [*before, agreed(last)]})
    if row.firm:
        assert (answer.exit, answer.body.get("rule"), answer.body.get("event")) == (1, row.says, len(before))
    else:
        assert (answer.exit, answer.body.get("overridden")) == (0, [len(before)])


@pytest.mark.parametrize("row", rows("cannot be read"))
def test_a_game_outside_the_rules_cannot_be_read(row: Row) -> None:
    with pytest.raises(InputError):
        ask(row.request)


def test_two_players_cannot_have_the_same_name() -> None:
    with pytest.raises(InputError, match="two players are called 'A'"):
        ask({**game(2, []), "players": ["A", "A"]})


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_id_has_an_acceptance_and_a_refusal_or_counter_example(rule: str) -> None:
    kinds = {row.kind for row in ROWS if row.rule == rule and row.file != "priority"}
    assert "allows" in kinds
    assert kinds & {"refuses", "otherwise", "cannot be read"}


def test_no_row_speaks_of_a_rule_that_does_not_exist() -> None:
    assert {row.rule for row in ROWS} | {row.says for row in ROWS} == set(RULES)


def test_no_two_rows_have_the_same_name() -> None:
    assert len({str(row) for row in ROWS}) == len(ROWS)


# --- S2: every kind of card is counted ------------------------------------------------------------------------------

FREE = {  # a card of each kind that costs nothing, so that a game of two can draw the whole deck
    "contract": "contract:fur:3:spain:25",
    "assistant": "assistant",
    "vp": "vp:park:0:1",
    "ship": "ship:spain",
    "captain": "captain",
    "nugget:1": "nugget:1:0",
    "nugget:2": "nugget:2:0",
    "goods:grain": "goods:grain:1:0",
    "goods:cotton": "goods:cotton:1:0",
    "goods:fur": "goods:fur:1:0",
    "goods:tobacco": "goods:tobacco:1:0",
    "trader": "trader",
    "money": "money:4",
    "banker": "banker",
}
PRINTED = {  # the component list of the rulebook
    ("guildhall", "contract"): 24,
    ("guildhall", "assistant"): 5,
    ("docks", "ship"): 18,
    ("docks", "captain"): 5,
    ("docks", "nugget:1"): 5,
    ("docks", "nugget:2"): 5,
    ("market", "goods:grain"): 7,
    ("market", "goods:cotton"): 7,
    ("market", "goods:fur"): 7,
    ("market", "goods:tobacco"): 7,
    ("market", "trader"): 5,
    ("bank", "money"): 24,
    ("bank", "banker"): 5,
    **{(area, "vp"): 9 for area in CURRENT},
}


def drawn_in_order(area: str, cards: Sequence[str], players: int = 2) -> list[Json]:
    """A game in which this board is visited until these cards have come: four at first, then two a round."""
    supply, coming, rest = list(cards[:2]), list(cards[2:4]), list(cards[4:])
    events = laid_out(players, **{area: (supply, coming)})
    master = 0
    while rest:
        new, rest = rest[:2], rest[2:]
        events += visit(area, players, master, supply[0], new)
        supply, coming = coming, new
        master += 1
    return events


def visit(area: str, players: int, master: int, card: str, new: Sequence[str]) -> list[Json]:
    """A round of two or three players: the others decline, the harbour master takes a card, new future cards come."""
    names = [NAMES[(master + step) % players] for step in range(1, players + 1)]
    return [choose(area), *declines("".join(names[:-1])), take(names[-1], card), refill(area, [], new)]


def test_the_program_counts_the_kinds_of_the_component_list() -> None:
    assert {(area, kind): count for area in CURRENT for kind, count in COUNTS[area].items()} == PRINTED


@pytest.mark.parametrize(("area", "kind"), PRINTED)
def test_a_board_gives_all_cards_of_a_kind_but_not_one_more(area: str, kind: str) -> None:
    count = PRINTED[area, kind]
    other = next(FREE[name] for name in COUNTS[area] if name != kind)
    whole = [*[other] * (count % 2), *[FREE[kind]] * count]  # two cards come at a time
    assert played(game(2, drawn_in_order(area, [*whole, other, other])))["phase"] == "choose"
    answer = ask(game(2, drawn_in_order(area, [*whole, other, FREE[kind]])))
    assert (answer.exit, answer.body["rule"]) == (1, "S2")


@pytest.mark.parametrize("good", ["grain", "cotton", "fur", "tobacco"])
def test_there_are_three_starting_contracts_of_a_kind_whatever_they_say(good: str) -> None:
    cards = [f"start:{good}:{units}:spain:{reward}" for units, reward in ((1, 10), (2, 15), (3, 25), (4, 30))]
    deals = [deal(name, card) for name, card in zip("ABCD", cards, strict=True)]
    assert look(played(game(5, deals[:3])), "players/C/cards") == [cards[2]]
    answer = ask(game(5, deals))
    assert (answer.exit, answer.body["rule"], answer.body["event"]) == (1, "S2", 3)
    other = deal("D", "start:grain:3:spain:25" if good == "fur" else "start:fur:3:spain:25")
    assert ask(game(5, [*deals[:3], other])).exit == 0


@pytest.mark.parametrize(("players", "visits"), [(2, 16), (3, 19)])
def test_a_deck_runs_out_and_two_visits_later_the_game_ends(players: int, visits: int) -> None:
    """Docks: 32 or 38 cards after the set-up, two a visit; then there is one future supply left to move up."""
    kinds = {"ship": 18, "captain": 5, "nugget:1": 5, "nugget:2": 5, "vp": 9}
    cards = [FREE[kind] for kind, count in kinds.items() for _ in range(count)][: 4 + 2 * visits]
    events = drawn_in_order("docks", cards, players)
    empty = played(game(players, events))
    assert look(empty, "areas/docks/deck") == 0
    assert (empty["round"], empty["over"]) == (visits + 1, False)

    events += visit("docks", players, visits, look(empty, "areas/docks/current/0"), [])
    last = played(game(players, events))
    assert (last["over"], look(last, "areas/docks/short")) == (False, False)
    assert look(last, "areas/docks/current") == cards[-2:]
    assert look(last, "areas/docks/future") == []

    events += visit("docks", players, visits + 1, cards[-2], [])
    over = played(game(players, events))
    assert (over["over"], over["boards_short"], over["round"]) == (True, 1, visits + 2)
    assert look(over, "areas/docks/discard") == visits + 2  # each visit takes one card and discards the other
    assert over["score"]["winners"]


# --- agreements and corrections of the table -------------------------------------------------------------------------


def test_an_agreement_to_a_legal_event_is_not_listed() -> None:
    assert "overridden" not in played(at(2, "agreed choose bank; agreed B declines"))


def test_all_overridden_events_are_listed_in_order() -> None:
    view = played(at(3, "choose bank; agreed C takes banker; B takes money:4; agreed A declines"))
    assert view["overridden"] == [5, 7]
    assert (view["phase"], look(view, "players/C/cards")) == ("choose", ["banker"])


def test_who_takes_out_of_order_by_agreement_does_not_change_who_is_asked() -> None:
    view = played(at(3, "choose bank; agreed C takes banker"))
    assert (view["to_act"], look(view, "players/C/pawn/space")) == ("B", "current-2")
    assert played(at(3, "choose bank; agreed C takes banker; B declines"))["to_act"] == "A"


def test_by_agreement_money_never_falls_below_nothing() -> None:
    view = played(at(2, "B holds with 3; choose market; agreed B takes vp:library:15:3"))
    assert (look(view, "players/B/money"), look(view, "players/B/cards")) == (0, ["vp:library:15:3"])


def test_by_agreement_the_future_supply_is_open_without_an_assistant() -> None:
    view = played(at(2, "choose bank; agreed B takes money:8 from future"))
    assert (look(view, "players/B/cards"), look(view, "areas/guildhall/discard")) == (["money:8"], 0)


def test_by_agreement_the_round_ends_early() -> None:
    assert played(at(3, "choose bank; agreed A passes"))["phase"] == "refill"


def test_by_agreement_a_refill_leaves_a_space_empty_and_the_board_is_short() -> None:
    view = played(at(4, "choose bank; BCD decline; A takes money:4; agreed refill bank / money:3 money:5"))
    assert (look(view, "areas/bank/short"), view["boards_short"], view["over"]) == (True, 1, False)


def test_an_agreement_must_be_true_or_false() -> None:
    with pytest.raises(InputError, match="event 4"):
        ask(at(2, "", {**choose("bank"), "override": "yes"}))


ROUND = "choose market; B declines; A takes goods:tobacco:1:2"


@pytest.mark.parametrize(
    "script",
    [
        f"{ROUND}; agreed refill bank money:1 money:1 money:1 / money:2 money:2",
        f"{ROUND}; agreed refill bank / money:2 money:2 money:2",
        f"{ROUND}; agreed refill market trader / trader trader trader",
        "agreed lay bank money:4 money:4 money:4 money:4 money:4 / banker",
    ],
    ids=["E1_current", "E1_future", "E2_future", "S4_current"],
)
def test_no_agreement_lays_more_cards_than_a_board_has_spaces(script: str) -> None:
    """The first fault (E1, E2, S4) could be agreed to; cards that have no space could not."""
    assert ask(at(2, script)).exit == 1


@pytest.mark.parametrize("player", ["B", "C"])
def test_no_agreement_takes_a_card_that_does_not_lie_there(player: str) -> None:
    """B has taken a card (R5), C is not asked (R2); whatever the table agrees to, there is no such card."""
    answer = ask(at(3, f"choose bank; B takes banker; C declines; agreed {player} takes ship:spain"))
    assert answer.exit == 1


def test_a_corrected_hand_and_purse_replace_what_was_believed() -> None:
    view = played(at(2, "B holds banker trader with 7"))
    assert (look(view, "players/B/money"), look(view, "players/B/cards")) == (7, ["banker", "trader"])
    assert look(view, "players/A/money") == 25


def test_a_correction_of_money_alone_keeps_the_hand() -> None:
    view = played(at(2, "B holds banker", correct(player="B", money=0)))
    assert (look(view, "players/B/money"), look(view, "players/B/cards")) == (0, ["banker"])


def test_a_correction_of_cards_alone_keeps_the_money() -> None:
    view = played(at(2, "B holds with 3", correct(player="B", cards=["trader"])))
    assert (look(view, "players/B/money"), look(view, "players/B/cards")) == (3, ["trader"])


def test_a_corrected_space_changes_what_can_be_taken() -> None:
    fixed = correct(area="bank", spaces={"current-1": "money:5", "current-2": None})
    assert look(played(at(2, "choose bank", fixed, take("B", "money:5"))), "players/B/cards") == ["money:5"]
    for card in ("money:4", "banker"):
        assert ask(at(2, "choose bank", fixed, take("B", card))).body["rule"] == "R3"


def test_a_corrected_space_is_counted() -> None:
    """Three bankers seem to lie there; one was misread and is a money card, so three more may come, not two."""
    board = "lay bank money:4 banker / banker banker"
    rounds = read_script(
        "choose bank; B declines; A takes money:4; refill bank / banker banker;"
        "choose bank; A declines; B takes banker; refill bank / banker money:1",
        2,
        bare=True,
    )
    assert ask(at(2, board, correct(area="bank", spaces={"current-2": "money:5"}), *rounds)).exit == 0
    assert ask(at(2, board, *rounds)).body["rule"] == "S2"


def test_a_corrected_deck_and_discard_pile_are_believed() -> None:
    view = played(at(2, "", correct(area="docks", deck=9, discard=21)))
    assert (look(view, "areas/docks/deck"), look(view, "areas/docks/discard")) == (9, 21)


@pytest.mark.parametrize("script", ["", "choose bank", ROUND])
def test_corrections_are_possible_at_any_time(script: str) -> None:
    assert look(played(at(2, script, correct(player="A", money=1))), "players/A/money") == 1


def test_corrections_are_possible_before_the_boards_are_laid_out() -> None:
    assert look(played(game(2, [correct(player="A", money=1)])), "players/A/money") == 1


def test_a_corrected_starting_contract_counts_among_the_three_of_its_kind() -> None:
    told = "A holds start:fur:3:spain:25 start:fur:3:spain:25; B gets start:fur:3:spain:25"
    assert ask(at(4, told)).exit == 0
    assert ask(at(4, f"{told}; C gets start:fur:3:spain:25")).body["rule"] == "S2"


# --- what `legal` says ----------------------------------------------------------------------------------------------

FUR = "contract:fur:3:spain:35"


def test_legal_names_every_card_that_cannot_be_taken_and_why() -> None:
    answer = ask(at(2, "B holds with 10; choose market"), "legal").body
    assert answer["legal"] == [take("B", "goods:tobacco:1:2"), decline("B")]
    assert [(item["event"], item["rule"]) for item in answer["refused"]] == [
        (take("B", "vp:library:15:3"), "R4"),
        (take_future("B", "goods:tobacco:3:10"), "R3"),
        (take_future("B", "goods:cotton:2:5"), "R3"),
    ]


def test_legal_lists_what_is_left_to_the_harbour_master_under_r8() -> None:
    answer = ask(at(2, "choose market; B takes goods:tobacco:1:2"), "legal").body
    areas = [choose(area) for area in ("guildhall", "docks", "bank")]
    assert answer["legal"] == [take("A", "vp:library:15:3"), passes("A"), *areas]


def test_legal_lists_only_cards_after_choosing_on() -> None:
    answer = ask(at(2, "choose market; B takes goods:tobacco:1:2; choose bank"), "legal").body
    assert answer["legal"] == [take("A", "money:4"), take("A", "banker")]


def test_legal_gives_numbers_for_what_comes_from_a_deck() -> None:
    answer = ask(game(4, laid_out(4)[1:]), "legal").body
    assert answer["legal"] == [{"do": "reveal", "area": "guildhall", "future": 2, "current": 3}]
    answer = ask(at(4, "choose market; BCDA decline; choose docks; BCD decline; A takes ship:spain"), "legal").body
    assert answer["legal"] == [
        {"do": "refill", "area": "docks", "current": 1, "future": 2},
        {"do": "refill", "area": "market", "current": 1, "future": 2},
    ]


def test_legal_lists_cash_and_the_best_contracts_of_everybody() -> None:
    answer = ask(at(2, f"B holds {FUR} ship:spain goods:fur:3:9 money:4 money:4; choose bank"), "legal").body
    mine = [event for event in answer["legal"] if event["do"] in ("cash", "fulfil")]
    assert mine == [cash("B", "money:4"), fulfil("B", FUR)]
