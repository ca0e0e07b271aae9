"""A tag of the deck decides what a card is, wherever it lies; other tags change nothing."""

from __future__ import annotations

from scanner.reading import BoardSeen, Detection, Guess, Quad, SlotReading, TableReading
from scanner.tagged import TAG_CONFIDENCE, Space, decide_by_tags
from scanner.tags import Tag

IDS = ("a", "b", "c", "back")
BACKS = ("back",)


def square(left: float, top: float, side: float = 100.0) -> Quad:
    return (left, top), (left + side, top), (left + side, top + side), (left, top + side)


def tag(text: str, left: float, top: float) -> Tag:
    return Tag(text, square(left, top, 20))


SPACES = (Space("board", "one", square(0, 0)), Space("board", "two", square(200, 0)))
ON_ONE = Detection("a", square(5, 5), 0.95, (Guess("b", 0.04),), "board", "one")
LOOSE = Detection(None, square(500, 500), 0.3, (Guess("b", 0.6), Guess("c", 0.4)))
READING = TableReading(
    (1000, 1000),
    (ON_ONE, LOOSE),
    (BoardSeen("board", square(0, 0, 400)),),
    (SlotReading("board", "one", "card", "a", "red", 0.95), SlotReading("board", "two", "empty", None, None, 1.0)),
)


def decided(*tags: Tag) -> TableReading:
    return decide_by_tags(READING, tags, SPACES, IDS, BACKS)


def test_the_tag_on_a_card_is_its_name_and_what_the_picture_said_stays_known() -> None:
    reading = decided(tag("b", 40, 40), tag("c", 540, 540))
    assert [(card.id, card.confidence) for card in reading.cards] == [("b", TAG_CONFIDENCE), ("c", TAG_CONFIDENCE)]
    assert [guess.id for guess in reading.cards[0].alternatives] == ["a"]
    assert sum(guess.confidence for card in reading.cards for guess in card.alternatives) < 0.01
    assert reading.slots[0] == SlotReading("board", "one", "card", "b", "red", TAG_CONFIDENCE)
    assert reading.slots[1] == READING.slots[1]
    assert [card.quad for card in reading.cards] == [card.quad for card in READING.cards]


def test_a_tag_on_an_empty_space_makes_it_a_card() -> None:
    reading = decided(tag("c", 230, 30))
    assert reading.cards[:2] == READING.cards
    assert reading.cards[2] == Detection("c", SPACES[1].quad, TAG_CONFIDENCE, (), "board", "two")
    assert reading.slots[1] == SlotReading("board", "two", "card", "c", None, TAG_CONFIDENCE)


def test_a_tag_on_a_space_beside_the_quad_of_its_card_is_no_second_card() -> None:
    spaces = (Space("board", "one", square(0, 0, 150)),)
    reading = decide_by_tags(READING, [tag("b", 110, 110)], spaces, IDS)
    assert [card.id for card in reading.cards] == ["b", None]


def test_a_tag_of_a_back_turns_the_card_over() -> None:
    assert decided(tag("back", 40, 40)).slots[0].state == "back"


def test_a_tag_alone_is_a_card_where_the_tag_is() -> None:
    lonely = tag("c", 800, 100)
    assert decided(lonely).cards[2:] == (Detection("c", lonely.quad, TAG_CONFIDENCE),)


def test_tags_of_other_things_change_nothing() -> None:
    assert decided(tag("https://example.org", 40, 40), tag("A", 230, 30), tag("", 800, 100)) == READING


def test_two_tags_that_disagree_leave_a_card_open_and_two_that_agree_do_not() -> None:
    reading = decided(tag("b", 20, 20), tag("c", 60, 60))
    assert reading.cards[0].id is None
    assert reading.cards[0].confidence < 0.5
    assert {guess.id for guess in reading.cards[0].alternatives} == {"b", "c"}
    assert (reading.slots[0].state, reading.slots[0].id) == ("card", None)
    assert decided(tag("b", 20, 20), tag("b", 60, 60)).cards[0].id == "b"


def test_where_cards_overlap_the_tag_belongs_to_the_nearer_one() -> None:
    two = (Detection("a", square(0, 0), 0.5), Detection("b", square(60, 0), 0.5))
    reading = decide_by_tags(TableReading((500, 500), two, (), ()), [tag("c", 85, 40)], (), IDS)
    assert [card.id for card in reading.cards] == ["a", "c"]
