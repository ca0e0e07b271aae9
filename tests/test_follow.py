"""Hands-free at the level of readings: robots play, the follower sees only the boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bench.follow import COLOURS, NAMES, UNSEEN, Table, plain_look
from card_db.packet_row.cards import AREAS, ASSISTANT, Building, Card, parse_card
from card_db.packet_row.deck_list import load_deck
from companion.cli import main
from companion.core.game import InputError, Json, Seat, Setup
from companion.games.packet_row.actions import Action, Refill, Take
from companion.games.packet_row.follow.camera import watch_game
from companion.games.packet_row.follow.follower import Follower, Told
from companion.games.packet_row.follow.history import Recorded
from companion.games.packet_row.follow.lines import follow_game
from companion.games.packet_row.follow.mistakes import Mistake
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Sight, on_their_boards
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from companion.words import English
from scanner.reading import SlotReading, TableReading


class Watched:
    """A game that robots play and a follower watches, ten looks a second."""

    def __init__(self, players: int, seed: int) -> None:
        setup = Setup(GAME.id, NAMES[:players], Seat(0))
        self.robots = RobotTable(setup, load_deck(), Random(seed))
        self.follower = Follower(GAME.new_game(setup), {Seat(seat): COLOURS[seat] for seat in range(players)})
        self.at = 0.0
        self.told: list[Told] = []
        self._moves = self.robots.play()

    def play(self, until: Callable[[State], bool], show: bool = True) -> Action:
        """Go on until the robots are there; the last action is the answer."""
        while True:
            action = next(self._moves)
            if show and not isinstance(action, UNSEEN):
                self.see(plain_look(self.robots.state))
            if until(self.robots.state):
                return action

    def see(self, seen: Table, wait: float = 1.0) -> list[Told]:
        """A reading, and some time in which nothing changes."""
        self.at += 0.1
        told = self.follower.see(seen, self.at)
        for _ in range(round(wait * 10)):
            self.at += 0.1
            told += self.follower.wait(self.at)
        self.told += told
        return told

    def is_in_step(self) -> bool:
        truth, believed = self.robots.state, self.follower.state
        return (truth.round, truth.over) == (believed.round, believed.over) and all(
            (truth.areas[name].spaces, truth.areas[name].deck)
            == (believed.areas[name].spaces, believed.areas[name].deck)
            for name in AREAS
        )


def mistakes(told: list[Told]) -> set[tuple[str, str]]:
    return {(item.kind, item.area) for item in told if isinstance(item, Mistake)}


def test_a_card_misread_long_ago_does_not_hold_up_the_game() -> None:
    """With it the docks have ten buildings: the last is called impossible, and recorded all the same."""
    game, place, other = Watched(3, 8), ("docks", "current-2"), parse_card("vp:university:18:4")
    while not game.robots.state.over:
        game.play(lambda _: True, show=False)
        seen = plain_look(game.robots.state)
        if game.robots.state.round <= 1 and seen[place].state == "card":
            seen[place] = Sight("card", other, True)
        game.see(seen)
    assert game.robots.state.areas["docks"].drawn["vp"] == 9
    assert game.is_in_step()
    assert mistakes(game.told) == {("impossible_card", "docks")}


def test_a_future_card_taken_without_an_assistant_is_named_and_recorded_when_the_game_goes_on() -> None:
    """It is rather the assistant that was misread than the table that cannot count."""
    game = Watched(3, 4)
    other = parse_card("vp:school:8:1")

    def misread(seen: Table) -> Table:
        return {
            place: Sight("card", other, True) if sight.card == ASSISTANT and place[0] == "guildhall" else sight
            for place, sight in seen.items()
        }

    def uses_one(action: Action) -> bool:
        return isinstance(action, Take) and action.future

    action = game.play(lambda _: True, show=False)
    while not uses_one(action):
        game.see(misread(plain_look(game.robots.state)), 0.3)
        action = game.play(lambda _: True, show=False)
    round_then = game.robots.state.round
    while game.robots.state.round < round_then + 2:
        game.see(misread(plain_look(game.robots.state)), 0.3)
        game.play(lambda _: True, show=False)
    game.see(misread(plain_look(game.robots.state)), 1.0)
    assert game.follower.state.round == game.robots.state.round
    assert "future_taken_without_assistant" in {kind for kind, _ in mistakes(game.told)}


def test_a_finger_that_looks_like_a_pawn_does_not_hold_up_the_game() -> None:
    game = Watched(3, 5)
    game.play(lambda state: state.round == 2 and state.phase == "refill")
    state, seen = game.robots.state, plain_look(game.robots.state)
    area = next(name for name in AREAS if state.areas[name].due)
    taker = next(seat for seat, player in enumerate(state.players) if player.pawn is not None)
    places = [(area, space) for space in FUTURE]
    lifted = {place: Sight("empty") for place in places}
    game.see({**seen, **lifted}, 0.1)
    game.see({**seen, **lifted, places[0]: Sight("pawn", pawn=COLOURS[taker])}, 0.1)
    game.see({**seen, **lifted}, 0.1)
    game.play(lambda state: state.round == 3 and state.phase == "choose")
    game.see(plain_look(game.robots.state), 1.0)
    assert game.is_in_step()
    assert not mistakes(game.told)


def test_a_pale_sleeve_is_not_the_pawn_that_has_just_come_elsewhere() -> None:
    """In a colour that nobody has it might be that player's, but his pawn stands on another board, without doubt."""
    game = Watched(4, 1)
    game.play(masters_turn)
    seat = Seat((game.robots.state.harbour_master + 1) % 4)
    seen, count = plain_look(game.robots.state), len(game.follower.events)
    card = seen["docks", "current-1"].card
    seen["docks", "current-1"] = Sight("pawn", pawn=COLOURS[seat], pawns=(COLOURS[seat],), clear=True)
    seen["bank", "current-1"] = Sight("pawn", pawn="grey", pawns=("grey", COLOURS[seat]))
    game.see(seen, wait=0)
    taken = [event.action for event in game.follower.events[count:] if isinstance(event.action, Take)]
    assert [(action.seat, action.card) for action in taken] == [(seat, card)]


def test_a_card_that_was_hidden_by_a_finger_is_not_taken_when_it_is_seen_again() -> None:
    """Two pawns of one player explain nothing; once one of them was none, the other tells what happened."""
    game = Watched(4, 1)
    game.play(masters_turn)
    seat = Seat((game.robots.state.harbour_master + 1) % 4)
    before, count = plain_look(game.robots.state), len(game.follower.events)
    pawn = Sight("pawn", pawn=COLOURS[seat], pawns=(COLOURS[seat],))
    game.see({**before, ("docks", "current-1"): pawn, ("bank", "current-1"): pawn}, wait=1)
    assert len(game.follower.events) == count
    told = game.see({**before, ("docks", "current-1"): pawn}, wait=1)
    recorded = [event.action for one in told if isinstance(one, Recorded) for event in one.events]
    assert [action.card for action in recorded if isinstance(action, Take)] == [before["docks", "current-1"].card]


def masters_turn(state: State) -> bool:
    return state.round == 2 and state.phase == "choose"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_game_is_followed_by_looking_alone(players: int, seed: int) -> None:
    game = Watched(players, seed)
    game.play(lambda state: state.over)
    game.see(plain_look(game.robots.state), wait=8)
    game.told += game.follower.finish()
    assert game.is_in_step()
    assert not [item for item in game.told if isinstance(item, Question)]


def test_takes_are_recorded_with_the_declines_before_them() -> None:
    game = Watched(3, 1)
    taken: list[Action] = []
    while len(taken) < 8:
        action = next(game._moves)
        if isinstance(action, UNSEEN):
            continue
        before = len(game.follower.events)
        game.see(plain_look(game.robots.state))
        if isinstance(action, Take):
            taken.append(action)
            last = [event.action for event in game.follower.events[before:]][-1]
            assert isinstance(last, Take)
            assert (last.seat, last.card, last.future) == (action.seat, action.card, action.future)


def test_nothing_happens_while_hands_hide_the_boards() -> None:
    game = Watched(3, 1)
    game.play(masters_turn)
    seen = plain_look(game.robots.state)
    hidden = {place: sight for place, sight in seen.items() if place[0] != "market"}
    assert game.see(hidden, wait=10) == []
    assert game.see({}, wait=10) == []


def test_a_card_in_the_air_is_waited_for() -> None:
    """The card is gone, the pawn has not come yet."""
    game = Watched(3, 1)
    game.play(masters_turn)
    seen = plain_look(game.robots.state)
    seen["market", "current-1"] = Sight("empty")
    assert game.see(seen, wait=3) == []


def test_a_card_put_back_was_never_taken() -> None:
    game = Watched(3, 1)
    game.play(masters_turn)
    before = plain_look(game.robots.state)
    count = len(game.follower.events)
    seat = Seat((game.robots.state.harbour_master + 1) % 3)
    taken = {**before, ("bank", "current-1"): Sight("pawn", pawn=COLOURS[seat])}
    game.see(taken)
    assert len(game.follower.events) > count
    card = before["bank", "current-1"].card
    assert card is not None
    doubtful = Sight("card", card, False, (card, parse_card("money:9")), chances=(0.45, 0.4))
    game.see({**before, ("bank", "current-1"): doubtful}, wait=4)
    assert len(game.follower.events) == count


def test_a_card_that_the_harbour_master_puts_back_was_never_taken_either() -> None:
    """His card ends the round; but the board lies there as before, so nobody refills it."""
    game = Watched(3, 1)
    game.play(masters_turn)
    before, count = plain_look(game.robots.state), len(game.follower.events)
    taken = {**before, ("bank", "current-1"): Sight("pawn", pawn=COLOURS[game.robots.state.harbour_master])}
    game.see(taken)
    assert game.follower.state.phase == "refill"
    game.see(before)
    assert len(game.follower.events) == count
    assert game.follower.state.phase == "choose"


def test_a_black_pawn_that_a_lamp_makes_blue_is_no_second_blue_one() -> None:
    game = Watched(3, 1)
    game.play(masters_turn)
    master = game.robots.state.harbour_master
    order = [Seat((master + number) % 3) for number in (1, 2)]
    game.follower.colours = {master: "red", order[0]: "blue", order[1]: "black"}
    seen, count = plain_look(game.robots.state), len(game.follower.events)
    for number, seat in enumerate(order, 1):
        colour = game.follower.colours[seat]
        words = (colour,) if colour != "black" else ("blue", "purple", "red", "black")
        seen = {**seen, ("bank", f"current-{number}"): Sight("pawn", pawn=words[0], pawns=words)}
        game.see(seen)
    taken = [event.action for event in game.follower.events[count:] if isinstance(event.action, Take)]
    assert [action.seat for action in taken] == order
    assert not mistakes(game.told)


def test_a_pawn_that_turns_out_to_be_another_players_was_his_from_the_beginning() -> None:
    """A reflection made it white at first."""
    game = Watched(3, 1)
    game.play(masters_turn)
    master = game.robots.state.harbour_master
    order = [Seat((master + number) % 3) for number in (1, 2)]
    game.follower.colours = {master: "red", order[0]: "blue", order[1]: "white"}
    seen, count = plain_look(game.robots.state), len(game.follower.events)
    for colour in ("white", "blue"):
        game.see({**seen, ("bank", "current-1"): Sight("pawn", pawn=colour, pawns=(colour,))}, wait=4)
    taken = [event.action for event in game.follower.events[count:] if isinstance(event.action, Take)]
    assert [action.seat for action in taken] == order[:1]
    assert not mistakes(game.told)


def test_a_head_over_a_board_takes_no_card() -> None:
    game = Watched(4, 1)
    game.play(masters_turn)
    before, count = plain_look(game.robots.state), len(game.follower.events)
    over = {("bank", "current-1"): Sight("pawn", pawn=COLOURS[0])}
    over |= {("bank", "current-2"): Sight("empty"), ("bank", "future-1"): Sight("card")}
    game.see({**before, **over}, wait=3)
    game.see(before, wait=3)
    assert len(game.follower.events) == count
    assert not mistakes(game.told)


def test_a_pawn_beside_cards_that_are_lifted_is_believed_when_it_stays() -> None:
    game = Watched(4, 1)
    game.play(masters_turn)
    before, count = plain_look(game.robots.state), len(game.follower.events)
    lifted = {("bank", space): Sight("empty") for space in ("current-2", "current-3")}
    seat = Seat((game.robots.state.harbour_master + 1) % 4)
    game.see({**before, **lifted, ("bank", "current-1"): Sight("pawn", pawn=COLOURS[seat])}, wait=3)
    assert len(game.follower.events) == count
    game.see({**before, ("bank", "current-1"): Sight("pawn", pawn=COLOURS[seat])}, wait=0)
    assert [str(event.action.card) for event in game.follower.events[count:] if isinstance(event.action, Take)] == [
        str(before["bank", "current-1"].card)
    ]


def test_a_pawn_taken_for_another_is_put_right_when_that_one_stands_elsewhere() -> None:
    """A white pawn looked black; then the black one comes, and there is no doubt about its colour."""
    game = Watched(4, 1)
    game.play(masters_turn)
    first, second = (Seat((game.robots.state.harbour_master + step) % 4) for step in (1, 2))
    seen, count = plain_look(game.robots.state), len(game.follower.events)
    words = (COLOURS[second], COLOURS[first])
    seen["bank", "current-1"] = Sight("pawn", pawn=COLOURS[second], pawns=words)
    game.see(seen)
    seen["bank", "current-2"] = Sight("pawn", pawn=COLOURS[second], pawns=words, clear=True)
    game.see(seen)
    taken = [event.action for event in game.follower.events[count:] if isinstance(event.action, Take)]
    assert [(action.seat, action.space) for action in taken] == [(first, "current-1"), (second, "current-2")]
    assert not mistakes(game.told)


def test_an_unsure_new_card_is_asked_about() -> None:
    game = Watched(4, 2)
    game.play(lambda state: state.round == 1 and state.phase == "refill")
    action = next(game._moves)
    assert isinstance(action, Refill)
    seen = plain_look(game.robots.state)
    place = (action.area, FUTURE[0])
    card = seen[place].card
    assert card is not None
    other = next(entry.card for entry in load_deck().entries if entry.card.kind == card.kind and entry.card != card)
    seen[place] = Sight("card", card, False, (card, other))
    told = game.see(seen, wait=3)
    assert [item for item in told if isinstance(item, Question)]
    assert not [item for item in told if isinstance(item, Recorded)]
    told = game.see({**seen, place: Sight("card", card, True)})
    assert [item for item in told if isinstance(item, Recorded)]


# --- mistakes -------------------------------------------------------------------------------------------------------


@pytest.fixture
def started() -> Watched:
    """Four players, the second round begins."""
    game = Watched(4, 2)
    game.play(masters_turn)
    assert game.is_in_step()
    return game


def test_too_few_and_too_many_cards_at_the_set_up() -> None:
    for players, spaces in ((4, 2), (3, 3)):
        game = Watched(players, 3)
        game.play(lambda state: state.areas["guildhall"].drawn is not None, show=False)
        seen = plain_look(game.robots.state)
        for number, space in enumerate(CURRENT):
            seen["guildhall", space] = (
                Sight("card", parse_card("assistant"), True) if number < spaces else Sight("empty")
            )
        assert ("wrong_setup", "guildhall") in mistakes(game.see(seen, wait=6))


def test_a_card_too_many_that_comes_after_the_others_of_the_set_up() -> None:
    game = Watched(3, 3)
    game.play(lambda state: state.phase == "choose")
    assert game.follower.state.phase == "choose"
    seen = plain_look(game.robots.state)
    seen["bank", "current-3"] = Sight("card", parse_card("money:9"), True)
    assert mistakes(game.see(seen, wait=6)) == {("wrong_setup", "bank")}


def test_two_pawns_of_one_player(started: Watched) -> None:
    seen = plain_look(started.robots.state)
    seat = Seat((started.robots.state.harbour_master + 1) % 4)
    seen["bank", "current-1"] = Sight("pawn", pawn=COLOURS[seat])
    seen["docks", "current-2"] = Sight("pawn", pawn=COLOURS[seat])
    assert "two_pawns_one_player" in {kind for kind, _ in mistakes(started.see(seen, wait=6))}


def test_a_future_card_taken_without_an_assistant(started: Watched) -> None:
    seen = plain_look(started.robots.state)
    without = next(
        seat
        for seat in range(1, 4)
        if parse_card("assistant") not in started.follower.state.players[seat].cards
        and seat != started.robots.state.harbour_master
    )
    seen["market", "future-2"] = Sight("pawn", pawn=COLOURS[without])
    assert ("future_taken_without_assistant", "market") in mistakes(started.see(seen, wait=6))


def test_a_card_too_many_and_a_card_too_few(started: Watched) -> None:
    seen = plain_look(started.robots.state)
    more = {**seen, ("bank", "current-4"): Sight("card", parse_card("money:9"), True)}
    assert ("too_many_current", "bank") in mistakes(started.see(more, wait=6))
    fewer = {**seen, ("docks", "current-1"): Sight("empty")}
    assert ("too_few_current", "docks") in mistakes(started.see(fewer, wait=6))
    assert started.see(seen, wait=6) == []


def test_a_building_that_lies_there_twice(started: Watched) -> None:
    seen = plain_look(started.robots.state)
    twice = next(
        (place, sight.card)
        for place, sight in seen.items()
        if sight.card is not None and str(sight.card).startswith(("vp:", "contract:"))
    )
    (area, _), card = twice
    other = next(name for name in AREAS if name != area)
    seen[other, "future-1"] = Sight("card", card, True)
    assert ("impossible_card", other) in mistakes(started.see(seen, wait=6))


def test_a_building_that_was_just_discarded_comes_again(refilling: tuple[Watched, Refill, Table]) -> None:
    game, action, before = refilling
    building, seen = parse_card("vp:university:18:4"), plain_look(game.robots.state)
    space = next(space for space in CURRENT if before[action.area, space].state == "card")
    game.follower = _with_card(game, action.area, building, space)
    seen[action.area, "future-2"] = Sight("card", building, True)
    assert mistakes(game.see(seen, wait=5)) == {("impossible_card", action.area)}


def test_a_sixth_trader_is_named_though_the_fifth_moves_up_on_the_same_board(
    refilling: tuple[Watched, Refill, Table],
) -> None:
    """The one that has moved up is accounted for once only."""
    game, action, _ = refilling
    trader, seen, state = parse_card("trader"), plain_look(game.robots.state), game.follower.state
    area = state.areas["market"]
    market = area._replace(spaces=(*area.spaces[:4], trader, area.spaces[5]), drawn={**(area.drawn or {}), "trader": 5})
    game.follower = Follower(
        state._replace(areas={**state.areas, "market": market}), game.follower.colours, {trader: 5}
    )
    assert action.area == "market"
    seen["market", "current-1"] = seen["market", "future-1"] = Sight("card", trader, True)
    assert mistakes(game.see(seen, wait=6)) == {("impossible_card", "market")}


@pytest.mark.parametrize("new", [("nugget:1:4", "nugget:2:7", "ship:spain"), ("nugget:1:4", "captain", "ship:sweden")])
def test_a_board_that_is_refilled_while_the_round_goes_on(started: Watched, new: tuple[str, ...]) -> None:
    """A card that lay there after the refill is taken: the round was not over. New cards may be like old ones."""
    state = started.robots.state
    seen, seats = plain_look(state), [Seat((state.harbour_master + step) % 4) for step in (1, 2, 3)]
    for seat, space in zip(seats[:2], CURRENT, strict=False):
        seen["bank", space] = Sight("pawn", pawn=COLOURS[seat])
        started.see(seen)
    cards = [seen["docks", space].card for space in FUTURE]
    cards += [parse_card(text) for text in new]
    for space, card in zip((*CURRENT[:3], *FUTURE), cards, strict=True):
        seen["docks", space] = Sight("card", card, True)
    started.see(seen, wait=1)
    seen["bank", "current-3"] = Sight("pawn", pawn=COLOURS[seats[2]])
    told = started.see(seen, wait=6)
    assert mistakes(told) == {("refilled_unchosen_board", "docks")}
    assert started.follower.state.phase == "master"


def test_a_board_that_is_taken_for_another_is_not_looked_at(started: Watched) -> None:
    """The scanner finds the market where the bank lay: hardly a card of the bank, so it is not the bank."""
    seen = plain_look(started.robots.state)
    cards = [parse_card(text) for text in ("goods:fur:1:2", "vp:school:8:1", "trader", "goods:fur:2:6")]
    strange = {("bank", space): Sight("card", card, True) for space, card in zip(CURRENT, cards, strict=True)}
    others = {place: sight for place, sight in seen.items() if place[0] != "bank"}
    own = {("bank", space): Sight("card", parse_card("money:4"), True) for space in FUTURE}
    assert on_their_boards({**others, **strange}) == others
    assert on_their_boards({**others, **strange, **own}).keys() >= strange.keys(), "somebody took the wrong deck"
    houses = [parse_card("vp:school:8:1"), parse_card("vp:university:18:4")]
    built = {("bank", space): Sight("card", card, True) for space, card in zip(CURRENT, houses, strict=False)}
    assert on_their_boards(built, {"market": houses, "bank": []}) == {}
    assert on_their_boards(built, {"market": [], "bank": houses}) == on_their_boards(built) == built


def test_a_building_that_lies_elsewhere_comes_with_a_refill(refilling: tuple[Watched, Refill, Table]) -> None:
    """The rules count kinds only: it is named all the same, and recorded when the players go on with it."""
    game, action, _ = refilling
    building, seen = parse_card("vp:university:18:4"), plain_look(game.robots.state)
    other = next(name for name in AREAS if name != action.area)
    game.follower = _with_card(game, other, building)
    seen[other, "current-1"] = Sight("card", building, True)
    seen[action.area, "future-1"] = Sight("card", building, True)
    count = len(game.follower.events)
    assert mistakes(game.see(seen, wait=5)) == {("impossible_card", action.area)}
    assert len(game.follower.events) == count
    game.see(seen, wait=3)
    recorded = game.follower.events[-1].action
    assert isinstance(recorded, Refill)
    assert building in recorded.future


def test_a_card_of_another_deck_is_said_to_be_one(started: Watched) -> None:
    seen = plain_look(started.robots.state)
    seen["market", "future-1"] = Sight("card", parse_card("captain"), sure=True)
    told = [one for one in started.see(seen, wait=6) if isinstance(one, Mistake) and one.kind == "impossible_card"]
    assert [one.text.say(English) for one in told] == ["The captain does not belong to this board: market."]


def _with_card(game: Watched, area: str, card: Card, space: str = CURRENT[0]) -> Follower:
    """The same game, with another card in a space of a board."""
    state, number = game.follower.state, CURRENT.index(space)
    spaces = (*state.areas[area].spaces[:number], card, *state.areas[area].spaces[number + 1 :])
    areas = {**state.areas, area: state.areas[area]._replace(spaces=spaces)}
    return Follower(state._replace(areas=areas), game.follower.colours)


def test_a_card_that_looks_like_one_in_a_hand_was_misread(started: Watched) -> None:
    """What lies there is known, and nothing else has changed."""
    started.play(lambda state: state.round == 4)
    held = [card for player in started.robots.state.players for card in player.cards]
    seen = plain_look(started.robots.state)
    area, space = next((name, CURRENT[0]) for name in AREAS if seen[name, CURRENT[0]].state == "card")
    seen[area, space] = Sight("card", next(card for card in held if isinstance(card, Building)), True)
    assert mistakes(started.see(seen, wait=6)) == set()


@pytest.fixture
def refilling() -> tuple[Watched, Refill, Table]:
    """A round is over: the refill that comes, and how the table looked before it."""
    game = Watched(4, 2)
    game.play(lambda state: state.round == 2 and state.phase == "refill")
    before = plain_look(game.robots.state)
    action = next(game._moves)
    assert isinstance(action, Refill)
    return game, action, before


def test_a_card_that_was_not_discarded(refilling: tuple[Watched, Refill, Table]) -> None:
    game, refill, before = refilling
    seen = plain_look(game.robots.state)
    left = next(sight for space in CURRENT if (sight := before[refill.area, space]).state == "card")
    seen[refill.area, "current-4"] = left
    assert mistakes(game.see(seen, wait=6)) == {("card_not_discarded", refill.area)}


def test_a_card_that_was_not_discarded_may_be_like_one_that_moved_up(refilling: tuple[Watched, Refill, Table]) -> None:
    game, refill, _ = refilling
    seen = plain_look(game.robots.state)
    board = game.follower._boards[refill.area]
    moved, left = board.future[0], board.current[0]
    assert moved.card is not None
    left.tell(moved.card)
    seen[refill.area, "current-4"] = Sight("card", moved.card, True)
    assert mistakes(game.see(seen, wait=6)) == {("card_not_discarded", refill.area)}


def test_one_card_of_a_board_that_looks_otherwise_is_a_question_and_no_mistake(started: Watched) -> None:
    seen = plain_look(started.robots.state)
    known = {sight.card for sight in seen.values()}
    other = next(card for card in load_deck().cards("bank") if card not in known)
    seen["bank", "future-1"] = Sight("card", other, True)
    told = started.see(seen, wait=6)
    assert mistakes(told) == set()
    assert [item.places for item in told if isinstance(item, Question)] == [(("bank", "future-1"),)]


def test_a_board_is_not_judged_before_all_of_it_was_seen_again(refilling: tuple[Watched, Refill, Table]) -> None:
    """A shadow or an arm lies over the rest of it."""
    game, refill, before = refilling
    seen = plain_look(game.robots.state)
    first = next(space for space in CURRENT if before[refill.area, space].card != seen[refill.area, space].card)
    shown = {place: sight for place, sight in seen.items() if place[0] != refill.area or place[1] == first}
    assert mistakes(game.see(shown, wait=6)) == set()


def test_too_few_cards_after_a_refill(refilling: tuple[Watched, Refill, Table]) -> None:
    game, refill, _ = refilling
    seen = plain_look(game.robots.state)
    seen[refill.area, "current-3"] = Sight("empty")
    assert mistakes(game.see(seen, wait=6)) == {("too_few_current", refill.area)}


def test_a_forgotten_refill_is_noticed_when_the_next_round_begins(refilling: tuple[Watched, Refill, Table]) -> None:
    game, refill, before = refilling
    other = next(name for name in AREAS if not game.robots.state.areas[name].chosen)
    seat = Seat((game.robots.state.harbour_master + 2) % 4)
    cleared = {place: Sight("empty") if sight.state == "pawn" else sight for place, sight in before.items()}
    assert game.see(cleared, wait=6) == []
    cleared[other, "current-1"] = Sight("pawn", pawn=COLOURS[seat])
    assert ("forgotten_refill", refill.area) in mistakes(game.see(cleared, wait=6))


# --- the command ----------------------------------------------------------------------------------------------------

GAME_FILE = {
    "players": ["Anna", "Ben"],
    "harbour_master": "Anna",
    "events": [],
    "colours": {"Anna": "red", "Ben": "blue"},
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"colours": {"Anna": "red"}}, "the colour of Ben's pawn is missing"),
        ({"colours": {"Anna": "red", "Ben": "Red"}}, "two players have pawns of the same colour"),
        ({"colours": {"Anna": "pink", "Ben": "Violet"}}, "two players have pawns of the same colour"),
        ({"colours": {"Anna": "clear", "Ben": "tartan"}}, "cannot tell pawns in clear and tartan apart: it knows red"),
        ({"players": ["Anna"]}, "players"),
    ],
)
def test_a_game_that_cannot_be_followed_is_one_sentence(change: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        follow_game({**GAME_FILE, **change}, English)


def test_a_pawn_in_the_only_colour_that_a_camera_has_no_word_for_is_that_players() -> None:
    watching = watch_game({**GAME_FILE, "colours": {"Anna": "Crimson", "Ben": "blue"}}, English)
    slots = [
        SlotReading("market", f"current-{number}", "pawn", None, pawn, 0.99, pawns=(pawn, "blue"))
        for number, pawn in enumerate(("blue", "red"), 1)
    ]
    seen = watching._sights(TableReading((640, 480), (), (), tuple(slots)))
    assert [sight.pawn for sight in seen.values()] == ["blue", "crimson"]


def test_events_are_lines_and_the_state_comes_last() -> None:
    following = follow_game({**GAME_FILE, "colours": {"Anna": COLOURS[0], "Ben": COLOURS[1]}}, English)
    game = Watched(2, 5)
    game.play(lambda state: state.phase != "setup", show=False)
    lines = list(following.lines(following.follower.see(plain_look(game.robots.state), 0.5), 5, 0.5))
    assert [line["event"]["do"] for line in lines] == ["reveal"] * 4  # type: ignore[index]
    assert {(line["frame"], line["at"]) for line in lines} == {(5, 0.5)}
    assert following.result()["phase"] == "choose"


def test_no_event_is_printed_twice_when_the_course_is_thought_over() -> None:
    """Only what is new is told, and where it belongs; what turns out not to have happened is taken back."""
    following = follow_game({**GAME_FILE, "colours": {"Anna": COLOURS[0], "Ben": COLOURS[1]}}, English)
    chosen: list[Json] = [{"do": "choose", "area": area} for area in AREAS[:3]]
    first, second, third = chosen
    assert list(following._changes(0, [first, third])) == [{"event": first}, {"event": third}]
    assert list(following._changes(1, [second, third])) == [{"event": second, "index": 1}]
    assert list(following._changes(1, [third])) == [{"taken_back": second}]
    assert following.written == [first, third]
    assert list(following._changes(0, [third, first])) in (
        [{"moved": third, "index": 0}],
        [{"moved": first, "index": 1}],
    )


def test_a_missing_pack_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.json"
    game.write_text(json.dumps(GAME_FILE), encoding="utf-8")
    arguments = ["follow", str(game), "--pack", str(tmp_path / "none.cardpack"), "--camera", str(tmp_path)]
    assert main(arguments) == 2
    error = capfd.readouterr().err
    assert "none.cardpack" in error
    assert error.count("\n") == 1
