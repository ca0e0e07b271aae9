"""How near the end is: hand-made positions, and games that never end before the round that was told."""

from __future__ import annotations

from random import Random

import pytest

from card_db.packet_row.cards import AREAS, ASSISTANT, Card, parse_card
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Seat, Setup, apply
from companion.games.packet_row.actions import Choose, CorrectPlayer, Decline, Refill, Reveal, Take
from companion.games.packet_row.game import GAME
from companion.games.packet_row.outlook import BoardOutlook, outlook
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import Area, Player, State

FULL = {2: 2, 3: 2, 4: 3, 5: 4}
SHORT_BOARDS = {2: 1, 3: 1, 4: 2, 5: 3}
ALL_DISCARDED = {"assistant": 5}
FAR = 30  # a deck that lasts for long


def setup(players: int, *house_rules: str) -> Setup:
    return Setup("packet_row", tuple("ABCDE"[:players]), Seat(0), frozenset(house_rules))


def bank(deck: int, players: int, future: int = 2, **changes: object) -> Area:
    """A board with a full current supply of money cards."""
    full, coin = FULL[players], parse_card("money:4")
    spaces = (*(coin,) * full, *(None,) * (4 - full), *(coin,) * future, *(None,) * (2 - future))
    return Area(deck=deck, spaces=spaces, drawn={})._replace(**changes)  # type: ignore[arg-type]


def position(players: int, *house_rules: str, round: int = 7, **areas: Area) -> State:
    """A position between two rounds with all assistants discarded; boards not named are far from short."""
    state = GAME.new_game(setup(players, *house_rules))
    boards = {name: bank(FAR, players) for name in AREAS} | areas
    boards["guildhall"] = boards["guildhall"]._replace(drawn=ALL_DISCARDED)
    return state._replace(phase="choose", to_act=Seat(0), round=round, areas=boards)


def visits(state: State) -> dict[str, int]:
    return {view.area: view.visits_left for view in outlook(state).boards}


def with_assistants(state: State, count: int) -> State:
    """So many of the five assistants are not discarded but held by the first player."""
    first = Player(cards=(ASSISTANT,) * count)
    return state._replace(players=(first, *state.players[1:]))


# --- visits left ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "deck", "left"),
    [
        *(
            (players, deck, left)
            for players in (2, 3)
            for deck, left in ((0, 2), (1, 2), (2, 3), (3, 3), (4, 4), (9, 6))
        ),
        *((4, deck, left) for deck, left in ((0, 1), (1, 2), (2, 2), (3, 2), (4, 3), (6, 3), (7, 4))),
        *((5, deck, left) for deck, left in ((0, 1), (1, 1), (2, 2), (4, 2), (5, 2), (6, 3), (9, 3), (10, 4))),
    ],
)
def test_visits_left_are_counted_from_the_deck(players: int, deck: int, left: int) -> None:
    assert visits(position(players, bank=bank(deck, players)))["bank"] == left


@pytest.mark.parametrize(
    ("players", "deck", "future", "left"),
    [(3, 0, 1, 1), (3, 0, 0, 1), (3, 1, 1, 2), (3, 3, 1, 3), (4, 1, 1, 1), (4, 2, 1, 2), (5, 3, 1, 2), (5, 2, 1, 1)],
)
def test_a_gap_in_the_future_supply_costs_cards_of_the_deck(players: int, deck: int, future: int, left: int) -> None:
    assert visits(position(players, bank=bank(deck, players, future)))["bank"] == left


@pytest.mark.parametrize(("players", "deck", "left"), [(2, 20, 1), (3, 20, 1), (4, 20, 1), (5, 20, 1)])
def test_under_strict_refill_a_gap_makes_the_board_short_at_once(players: int, deck: int, left: int) -> None:
    assert visits(position(players, "strict-refill", bank=bank(deck, players, 1)))["bank"] == left
    assert visits(position(players, bank=bank(deck, players, 1)))["bank"] > 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_before_the_set_up_the_decks_tell_as_much_as_after_it(players: int) -> None:
    before = GAME.new_game(setup(players))
    after = before
    for name in AREAS:
        cards = load_deck().cards(name)
        after = apply(GAME, after, Reveal(name, cards[:2], cards[2 : 2 + FULL[players]]))
    assert visits(before) == visits(after)
    assert outlook(before).earliest_round == outlook(after).earliest_round


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("house_rule", [(), ("strict-refill",)], ids=["ruling", "strict"])
def test_a_board_is_short_after_exactly_as_many_visits(players: int, house_rule: tuple[str, ...]) -> None:
    pile = list(load_deck().cards("bank"))
    state = GAME.new_game(setup(players, *house_rule))
    for name in AREAS:
        cards = pile if name == "bank" else list(load_deck().cards(name))
        future, current = tuple(cards[:2]), tuple(cards[2 : 2 + FULL[players]])
        del cards[: 2 + FULL[players]]
        state = apply(GAME, state, Reveal(name, future, current))
    told = visits(state)["bank"]
    assert told > 5
    for made in range(1, told + 1):
        state = visit_bank(state, pile)
        assert state.areas["bank"].short == (made == told)
        assert visits(state)["bank"] == told - made


def visit_bank(state: State, pile: list[Card]) -> State:
    """One round in which only the bank is chosen and the harbour master takes its first card."""
    master = state.harbour_master
    state = apply(GAME, state, CorrectPlayer(master, 100, None))
    state = apply(GAME, state, Choose("bank"))
    while state.to_act is not None and state.to_act != master:
        state = apply(GAME, state, Decline(state.to_act))
    state = apply(GAME, state, Take(master, state.areas["bank"].current[0]))
    current, future = state.refill_numbers(state.areas["bank"])
    drawn = tuple(pile[: current + future])
    del pile[: current + future]
    return apply(GAME, state, Refill("bank", drawn[:current], drawn[current:]))


# --- short boards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_boards_that_are_short_are_named_and_counted(players: int) -> None:
    fresh = outlook(position(players))
    assert fresh.short == ()
    assert fresh.missing == SHORT_BOARDS[players]
    short = outlook(position(players, market=bank(0, players, 0, short=True)))
    assert short.short == ("market",)
    assert short.missing == SHORT_BOARDS[players] - 1
    assert short.boards[AREAS.index("market")] == BoardOutlook("market", 0, True, 0)


def test_short_boards_come_in_the_order_of_the_areas() -> None:
    worn = bank(0, 5, 0, short=True)
    view = outlook(position(5, bank=worn, guildhall=worn))
    assert view.short == ("guildhall", "bank")
    assert view.missing == 1


def test_no_more_boards_are_missing_than_none() -> None:
    worn = bank(0, 3, 0, short=True)
    assert outlook(position(3, bank=worn, docks=worn)).missing == 0


def test_a_game_that_is_over_has_no_earliest_round() -> None:
    over = position(3, bank=bank(0, 3, 0, short=True))._replace(phase="final", to_act=None)
    assert outlook(over).earliest_round is None


# --- the earliest round -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "earliest"), [(0, 8), (1, 8), (2, 9), (6, 11)])
def test_without_assistants_the_first_board_ends_a_game_of_three(deck: int, earliest: int) -> None:
    assert outlook(position(3, bank=bank(deck, 3))).earliest_round == earliest


def test_with_four_players_the_second_board_decides_and_with_five_the_third() -> None:
    four = position(4, bank=bank(0, 4), docks=bank(4, 4), market=bank(12, 4))
    assert visits(four) | {"guildhall": 0} == {"guildhall": 0, "docks": 3, "market": 5, "bank": 1}
    assert outlook(four).earliest_round == 7 + 3 - 1
    five = position(5, bank=bank(0, 5), docks=bank(2, 5), market=bank(6, 5))
    assert outlook(five).earliest_round == 7 + 3 - 1


def test_a_short_board_needs_no_more_visits() -> None:
    four = position(4, bank=bank(0, 4, 0, short=True), docks=bank(4, 4))
    assert outlook(four).earliest_round == 7 + 3 - 1
    two_missing = position(5, bank=bank(0, 5, 0, short=True), docks=bank(2, 5), market=bank(6, 5))
    assert outlook(two_missing).earliest_round == 7 + 3 - 1


def test_an_assistant_about_can_bring_the_end_nearer() -> None:
    state = position(3, bank=bank(0, 3))
    assert outlook(state).earliest_round == 8
    assert outlook(with_assistants(state, 1)).earliest_round == 7


@pytest.mark.parametrize(("assistants", "earliest"), [(0, 14), (1, 13), (2, 13), (3, 12), (4, 12), (5, 11)])
def test_each_assistant_takes_one_card_more_from_a_deck(assistants: int, earliest: int) -> None:
    # Three players, 12 cards in the deck: 14 with the future supply, two a visit, one more for each assistant.
    assert outlook(with_assistants(position(3, bank=bank(12, 3)), assistants)).earliest_round == earliest


def test_assistants_on_the_boards_and_in_the_deck_count_as_about() -> None:
    state = position(3, bank=bank(0, 3))
    guildhall = state.areas["guildhall"]
    unseen = state._replace(areas=state.areas | {"guildhall": guildhall._replace(drawn={"assistant": 4})})
    assert outlook(unseen).earliest_round == 7
    lying = guildhall._replace(spaces=(ASSISTANT, *guildhall.spaces[1:]))
    assert outlook(state._replace(areas=state.areas | {"guildhall": lying})).earliest_round == 7


def test_one_assistant_does_not_serve_two_boards() -> None:
    # Both boards have a full future supply and one card: an assistant on each would end the game in this round.
    state = position(4, bank=bank(1, 4), docks=bank(1, 4))
    assert outlook(with_assistants(state, 0)).earliest_round == 8
    assert outlook(with_assistants(state, 1)).earliest_round == 8
    assert outlook(with_assistants(state, 2)).earliest_round == 7


def test_while_boards_are_refilled_only_those_that_are_due_can_become_short() -> None:
    refilling = position(3, bank=bank(0, 3, 1))._replace(phase="refill", to_act=None)
    assert outlook(refilling).earliest_round == 8
    due = refilling._replace(areas=refilling.areas | {"bank": bank(0, 3, 1, due=True, chosen=True)})
    assert outlook(due).earliest_round == 7


def test_under_strict_refill_one_assistant_may_end_a_game_of_two_at_once() -> None:
    state = position(2, "strict-refill")
    assert outlook(state).earliest_round > 20  # type: ignore[operator]
    assert outlook(with_assistants(state, 1)).earliest_round == 7


# --- whole games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("house_rule", [(), ("strict-refill",)], ids=["ruling", "strict"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_game_ends_before_the_round_that_was_told(players: int, seed: int, house_rule: tuple[str, ...]) -> None:
    game = RobotTable(setup(players, *house_rule), load_deck(), Random(seed))
    told = [outlook(game.state).earliest_round or 0]
    before_the_end = game.state
    phase = ""
    for _ in game.play():
        if game.state.over:
            break
        before_the_end = game.state
        if game.state.phase != phase:  # within a phase decks and future supplies hardly change
            phase = game.state.phase
            told.append(outlook(game.state).earliest_round or 0)
    ended = game.state.round
    assert game.state.over
    assert all(0 < earliest <= ended for earliest in told), (told, ended)
    assert before_the_end.phase == "refill"
    assert outlook(before_the_end).earliest_round == ended
    assert outlook(game.state).missing == 0
