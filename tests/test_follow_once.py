"""Hands-free: cards that are seen in one place only, and are not certain enough for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bench.follow import Table, plain_look
from card_db.packet_row.cards import Card, parse_card
from companion.games.packet_row.actions import Refill, Reveal, Take
from companion.games.packet_row.follow.camera import FIRM, sights_of
from companion.games.packet_row.follow.facts import LaidOut, in_doubt
from companion.games.packet_row.follow.pieces import Piece, decide, known_piece
from companion.games.packet_row.follow.questions import Question
from companion.games.packet_row.follow.sights import CURRENT, FUTURE, Place, Sight
from scanner.reading import Detection, SlotReading, TableReading
from tests.test_follow import Watched

FOUR, FIVE, SIX = (parse_card(f"money:{amount}") for amount in (4, 5, 6))
ONCE, LATER = ("bank", CURRENT[0]), ("bank", FUTURE[0])


def modest(card: Card, other: Card) -> Sight:
    return Sight("card", card, True, (card, other), chances=(0.93, 0.05), firm=False)


def seen(*looks: tuple[Place, Sight]) -> Piece:
    piece = Piece("bank")
    for place, sight in looks:
        piece.look(place, sight)
    decide([piece])
    return piece


@pytest.mark.parametrize(
    ("looks", "firm"),
    [
        ([(ONCE, Sight("card", FOUR, True))], True),
        ([(ONCE, modest(FOUR, FIVE))], False),
        ([(LATER, modest(FOUR, FIVE)), (ONCE, modest(FOUR, FIVE))], True),
        ([(LATER, modest(FOUR, FIVE)), (ONCE, Sight("card", FIVE, False, (FIVE, SIX), chances=(0.6, 0.3)))], False),
        ([(ONCE, modest(FOUR, FIVE)), (ONCE, Sight("card", FOUR, True))], True),
    ],
)
def test_a_modest_reading_needs_a_second_one(looks: list[tuple[Place, Sight]], firm: bool) -> None:
    piece = seen(*looks)
    assert (piece.card, piece.sure, piece.is_firm) == (FOUR, True, firm)


def test_only_what_will_not_be_seen_again_is_in_doubt() -> None:
    now, later = seen((ONCE, modest(FOUR, FIVE))), seen((LATER, modest(FIVE, FOUR)))
    assert in_doubt(LaidOut("bank", (now,), (later,), ())) == [now]
    assert not in_doubt(LaidOut("bank", (known_piece("bank", FOUR),), (later,), ()))


@pytest.mark.parametrize(("confidence", "firm"), [(FIRM, True), (0.93, False)])
def test_how_certain_the_scanner_is_says_whether_one_reading_is_enough(confidence: float, firm: bool) -> None:
    card = Detection("money:4", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), confidence, (), *ONCE)
    reading = TableReading((10, 10), (card,), (), (SlotReading(*ONCE, "card", "money:4", None, confidence),))
    sight = sights_of(reading)[ONCE]
    assert (sight.sure, sight.firm) == (True, firm)


def misread(table: Table, place: Place, other: Card) -> Table:
    """Whatever lies there looks like another card, with little doubt."""
    card = table[place].card
    return table if card is None else {**table, place: modest(other, card)}


def until_refilled(game: Watched) -> tuple[Refill, Place]:
    """The first refill that brings a card straight to the current supply, not shown yet, and where that lies."""
    while True:
        action = game.play(lambda _: True, show=False)
        if isinstance(action, Refill) and action.current and game.robots.state.round > 1:
            table = plain_look(game.robots.state)
            spaces = [space for space in CURRENT if table[action.area, space].card == action.current[0]]
            return action, (action.area, spaces[-1])
        game.see(plain_look(game.robots.state))


def questions(game: Watched) -> Iterator[Question]:
    return (item for item in game.told if isinstance(item, Question))


def test_a_card_that_is_seen_once_is_asked_about_before_it_is_recorded() -> None:
    game = Watched(4, 3)
    refill, place = until_refilled(game)
    other = next(
        parse_card(text) for text in ("money:4", "goods:fur:1:2", "captain", "assistant") if game_has(refill, text)
    )
    table = misread(plain_look(game.robots.state), place, other)
    game.see(table, 1.0)
    assert refill.area not in [e.action.area for e in game.follower.events[-1:] if isinstance(e.action, Refill)]
    game.see({**table}, 2.0)
    (question,) = questions(game)
    assert [cards[0] for cards in question.answers] == [other, refill.current[0]]
    game.follower.answer(question, (refill.current[0],))
    refills = [event.action for event in game.follower.events if isinstance(event.action, Refill)]
    assert refills[-1].current == refill.current
    assert question.is_settled


def game_has(refill: Refill, text: str) -> bool:
    """Whether a card belongs to the deck of a refill, and is not the one that was drawn."""
    deck = {"bank": "money", "market": "goods", "docks": "captain", "guildhall": "assistant"}[refill.area]
    return text.startswith(deck) and parse_card(text) not in refill.current


def test_nobody_is_asked_where_the_reading_is_firm() -> None:
    game = Watched(4, 3)
    until_refilled(game)
    game.see(plain_look(game.robots.state), 3.0)
    assert not list(questions(game))


def test_a_card_taken_with_an_assistant_is_asked_about_if_it_was_read_with_little_doubt() -> None:
    """It lay in the future supply and would have been seen once more."""

    def look(table: Table) -> Table:
        return {
            place: replace(sight, firm=False) if place[1] in FUTURE and sight.card is not None else sight
            for place, sight in table.items()
        }

    game = Watched(3, 4)
    while True:
        action = game.play(lambda _: True, show=False)
        game.see(look(plain_look(game.robots.state)))
        if isinstance(action, Take) and action.future:
            break
    (question,) = questions(game)
    assert question.answers == ((action.card,),)
    assert any(isinstance(event.action, Reveal | Refill) for event in question.courses[0])


def test_a_card_that_moves_up_and_does_not_look_like_that_there_is_asked_about() -> None:
    """It was misread with little doubt, and could not be read in its second place: nobody was asked before."""
    game, told = Watched(2, 3), False
    while game.robots.state.round < 3:
        before = game.robots.state
        action = game.play(lambda _: True, show=False)
        table, place = plain_look(game.robots.state), ("docks", FUTURE[1])
        if not told:
            right = table[place].card
            other = parse_card("captain" if str(right) != "captain" else "nugget:1:4")
            table = misread(table, place, other)
        if isinstance(action, Refill) and action.area == "docks" and not told:
            told = True
            table = plain_look(game.robots.state)
            space = next(s for s in CURRENT if table["docks", s].card == before.areas["docks"].future[1])
            doubt = parse_card("ship:sweden" if str(right) != "ship:sweden" else "ship:spain")
            table["docks", space] = Sight("card", doubt, False, (doubt,), chances=(0.6,))
        game.see(table)
        if told:
            break
    (question,) = [one for one in questions(game) if ("docks", space) in one.places]
    assert not question.is_settled
