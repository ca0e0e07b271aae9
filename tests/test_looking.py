"""Several pictures vote: cards are found again although the view moves, boards out of view are remembered."""

from __future__ import annotations

import numpy as np
import pytest

from companion.scan_answers import board_spaces, hand_cards, missing_boards, reason
from companion.words import English
from scanner.looking import HandVotes, Seen, SpaceVotes
from scanner.quality import QualityNote
from scanner.reading import Detection, Guess, SlotReading

BLANK = np.zeros((720, 1280, 3), np.uint8)


def card(name: str | None, x: float, y: float = 0.0, confidence: float = 0.99) -> Detection:
    quad = ((x, y), (x + 60, y), (x + 60, y + 93), (x, y + 93))
    return Detection(name, quad, confidence)


def test_two_pictures_that_say_the_same_agree() -> None:
    votes = HandVotes()
    votes.add([card("a", 0), card("b", 100)])
    assert not votes.agreed
    votes.add([card("b", 103), card("a", 2)])
    assert votes.agreed
    assert [one.id for one in votes.cards] == ["a", "b"]


def test_cards_are_found_again_after_the_view_has_moved_far() -> None:
    votes = HandVotes()
    votes.add([card("a", 0), card("b", 100), card("c", 200)])
    votes.add([card("a", 300, 200), card("b", 400, 200), card("c", 500, 200)])
    assert votes.agreed
    assert len(votes.cards) == 3


def test_a_card_with_two_names_is_doubtful_and_tells_both() -> None:
    votes = HandVotes()
    votes.add([card("a", 0), card("fur2", 100, confidence=0.95)])
    votes.add([card("a", 0), card("fur3", 100, confidence=0.93)])
    assert not votes.agreed
    doubt = votes.cards[1]
    assert doubt.confidence < 0.9
    assert {doubt.id, *(guess.id for guess in doubt.alternatives)} == {"fur2", "fur3"}


def test_a_card_that_was_taken_away_is_forgotten() -> None:
    votes = HandVotes()
    for _ in range(2):
        votes.add([card("a", 0), card("b", 100)])
    for _ in range(2):
        votes.add([card("a", 0)])
    assert [one.id for one in votes.cards] == ["a"]
    assert votes.agreed


def test_the_same_card_twice_is_two_cards() -> None:
    votes = HandVotes()
    for shift in (0, 4):
        votes.add([card("a", shift), card("a", 100 + shift), card("b", 200 + shift)])
    assert sorted(one.id or "" for one in votes.cards) == ["a", "a", "b"]
    assert votes.agreed


def slot(place: str, state: str, name: str | None, confidence: float, board: str = "market") -> SlotReading:
    return SlotReading(board, place, state, name, None, confidence)  # type: ignore[arg-type]


def test_boards_out_of_view_are_remembered() -> None:
    votes = SpaceVotes()
    votes.add([slot("current-1", "card", "a", 0.99)], [], BLANK)
    votes.add([slot("current-1", "empty", None, 0.99, "bank")], [], BLANK)
    assert [(one.board, one.id) for one in votes.slots] == [("market", "a"), ("bank", None)]
    assert votes.agreed


def test_an_unsure_space_waits_for_a_second_picture() -> None:
    votes = SpaceVotes()
    votes.add([slot("current-1", "card", "a", 0.8)], [], BLANK)
    assert not votes.agreed
    votes.add([slot("current-1", "card", "a", 0.7)], [], BLANK)
    assert votes.agreed
    assert votes.slots[0].confidence == 0.8


def test_a_hand_over_a_clear_space_changes_nothing_at_once() -> None:
    votes = SpaceVotes()
    for _ in range(2):
        votes.add([slot("current-1", "card", "a", 0.95)], [], BLANK)
    votes.add([slot("current-1", "card", None, 0.2)], [], BLANK)
    assert votes.slots[0].id == "a"
    votes.add([slot("current-1", "card", None, 0.2)], [], BLANK)
    assert votes.slots[0].id is None


def seen(*cards: Detection, slots: tuple[SlotReading, ...] = ()) -> Seen:
    return Seen(cards, (), slots, (), BLANK, True)


def test_certain_and_doubtful_cards_are_told_apart() -> None:
    doubtful = Detection("fur2", card("x", 50).quad, 0.6, (Guess("fur3", 0.3), Guess("back:market", 0.1)))
    sure, doubts = hand_cards(seen(card("a", 0), doubtful, card(None, 300)))
    assert sure == ["a"]
    assert [doubt.options for doubt in doubts] == [("fur2", "fur3"), ()]
    assert doubts[0].picture.shape == (340, 220, 3)


def test_spaces_of_other_boards_and_piles_are_left_out() -> None:
    slots = (
        slot("current-1", "card", "a", 0.99),
        slot("draw", "back", "back:market", 0.99),
        slot("discard", "card", "b", 0.99),
        slot("current-2", "empty", None, 0.99),
        slot("current-1", "card", "c", 0.99, "bank"),
    )
    spaces, doubts = board_spaces(seen(slots=slots), ["market", "docks"])
    assert spaces == {("market", "current-1"): "a", ("market", "current-2"): None}
    assert doubts == []
    assert missing_boards(seen(slots=slots), ["market", "docks"]) == ["docks"]


@pytest.mark.parametrize("kind", ["too_dark", "glare", "blur", "too_far", "no_board"])
def test_every_reason_has_words(kind: str) -> None:
    words = reason([QualityNote(kind, (), 1.0)])  # type: ignore[arg-type]
    assert words is not None
    assert words.say(English).endswith(".")
    assert reason([]) is None
