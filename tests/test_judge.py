"""The judge of readings: each count moves when, and only when, it should."""

from __future__ import annotations

from typing import Any

import pytest

from scanner.judge import Counts, Truth, TruthError, judge, overlap, parse_truth
from scanner.measure import Tally, calibration_rows
from scanner.reading import BoardSeen, Detection, Quad, SlotReading, SlotState, TableReading


def quad(x: float, y: float = 0.0, width: float = 44.0, height: float = 68.0) -> Quad:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def card(name: str, x: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "quad": quad(x), "face": "up", "visible_fraction": 1.0, **more}


def truth(*cards: dict[str, Any], **more: Any) -> Truth:
    return parse_truth({"cards": cards, **more}, "test")


def reading(*cards: Detection, boards: tuple[BoardSeen, ...] = (), slots: tuple[SlotReading, ...] = ()) -> TableReading:
    return TableReading((800, 600), cards, boards, slots)


def seen(name: str | None, x: float, confidence: float = 0.95) -> Detection:
    return Detection(name, quad(x), confidence)


def cards_of(read: TableReading, true: Truth) -> tuple[int, int, int, int, int]:
    counts = judge(read, true).counts
    return counts.cards, counts.found, counts.right, counts.sure, counts.sure_wrong


def test_a_card_is_right_only_where_it_lies() -> None:
    true = truth(card("a", 0), card("b", 100))
    assert cards_of(reading(seen("a", 3), seen("b", 98)), true) == (2, 2, 2, 2, 0)
    assert cards_of(reading(seen("a", 300)), true) == (2, 0, 0, 0, 1)
    assert cards_of(reading(seen("b", 0), seen("a", 100)), true) == (2, 2, 0, 2, 2)
    # Half a card aside the quads share a third: neither found nor an invention.
    assert cards_of(reading(seen("a", 22)), true) == (2, 0, 0, 0, 0)


def test_doubt_is_neither_sure_nor_wrong() -> None:
    true = truth(card("a", 0), card("b", 100))
    assert cards_of(reading(seen("b", 0, 0.89), seen(None, 100, 0.95)), true) == (2, 2, 0, 0, 0)
    assert cards_of(reading(seen("a", 0, 0.6)), true) == (2, 1, 1, 0, 0)


def test_one_detection_stands_for_one_card() -> None:
    assert cards_of(reading(seen("a", 0), seen("a", 2)), truth(card("a", 0))) == (1, 1, 1, 1, 0)
    assert cards_of(reading(seen("a", 1), seen("b", 0)), truth(card("a", 0), card("b", 2)))[2:] == (0, 2, 2)


def test_cards_hardly_in_view_do_not_count_but_wrong_names_do() -> None:
    true = truth(card("a", 0, visible_fraction=0.69), card("b", 100, hidden_mark=True), card("c", 200))
    counts = judge(reading(seen("x", 0), seen("x", 100), seen("c", 200)), true).counts
    assert (counts.cards, counts.hidden, counts.right, counts.sure, counts.sure_wrong) == (1, 1, 1, 1, 2)
    assert cards_of(reading(seen("a", 0), seen("b", 100)), true) == (1, 0, 0, 0, 0)
    assert judge(reading(), truth(card("a", 0, visible_fraction=0.7))).counts.cards == 1


def test_a_foreign_card_must_not_be_named() -> None:
    true = truth(card("foreign", 0, face="foreign"))
    quiet = judge(reading(seen(None, 0, 0.3)), true).counts
    assert (quiet.cards, quiet.foreign, quiet.foreign_named, quiet.sure_wrong) == (0, 1, 0, 0)
    named = judge(reading(seen("a", 0)), true).counts
    assert (named.foreign_named, named.sure_wrong) == (1, 1)
    assert judge(reading(seen("foreign", 0)), true).counts.sure_wrong == 1


def slot(name: str, state: str, pawn: str | None = None, **more: Any) -> dict[str, Any]:
    return {"board": "m", "slot": name, "state": state, "id": None, "pawn": pawn, **more}


def read_slot(name: str, state: SlotState, pawn: str | None = None) -> SlotReading:
    return SlotReading("m", name, state, None, pawn, 0.9)


def test_spaces_and_pawns() -> None:
    spaces = [slot("1", "card", "red"), slot("2", "pawn", "blue"), slot("3", "empty"), slot("4", "back")]
    true = truth(slots=[*spaces, slot("5", "empty", visible_fraction=0.5)])
    read = reading(slots=(read_slot("1", "card", "red"), read_slot("2", "pawn", "green"), read_slot("3", "card")))
    counts = judge(read, true).counts
    assert (counts.slots, counts.slots_right, counts.pawns, counts.pawns_right) == (4, 2, 2, 1)


def test_boards_found_and_invented() -> None:
    true = truth(boards=[{"id": "m", "quad": quad(0, 0, 200, 100)}, {"id": "n", "quad": quad(300, 0, 200, 100)}])
    m, n = BoardSeen("m", quad(5, 0, 200, 100)), BoardSeen("n", quad(0, 300, 200, 100))
    counts = judge(reading(boards=(m, m, n)), true).counts
    assert (counts.boards, counts.boards_found, counts.boards_invented) == (2, 1, 2)


def test_overlap_is_the_part_shared_of_both() -> None:
    assert overlap(quad(0), quad(0)) == pytest.approx(1)
    assert overlap(quad(0), quad(22)) == pytest.approx(1 / 3)
    assert overlap(quad(0), quad(0, 0, 22)) == pytest.approx(0.5)
    assert overlap(quad(0), quad(500)) == 0


def test_counts_add_up_and_confidence_is_compared_with_what_was_right() -> None:
    first, second = Counts(cards=2, right=1, boards_invented=1), Counts(cards=3, right=3, hidden=1)
    assert first + second == Counts(cards=5, right=4, hidden=1, boards_invented=1)
    named = judge(reading(seen("a", 0, 0.6), seen("b", 100, 0.995)), truth(card("b", 0), card("b", 100))).named
    assert sorted(named) == [(0.6, False), (0.995, True)]
    rows = calibration_rows([*named, (0.95, True), (0.95, True), (0.9, False), (1.0, True)])
    assert [(row[1], row[3], row[4]) for row in rows] == [
        ("1", "0.0000", "1"),
        ("0", "–", "0"),
        ("3", "0.6667", "1"),
        ("2", "1.0000", "0"),
    ]


def test_a_tally_keeps_times_by_height() -> None:
    import numpy as np

    tally = Tally()
    for height in (720, 1080, 720):
        tally.add(
            lambda _: reading(seen("a", 0)), np.zeros((height, 16 * height // 9, 3), np.uint8), truth(card("a", 0))
        )
    assert (len(tally.times(720)), len(tally.times(1080)), len(tally.times())) == (2, 1, 3)
    assert (tally.pictures, tally.counts.right, len(tally.cpu_ms)) == (3, 3, 3)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"cards": [{"id": "a"}]},
        {"cards": [{"id": "a", "quad": [[0, 0], [1, 0], [1, 1]]}]},
        {"cards": [{"id": "a", "quad": [[0, 0], [1, 0], [1, 1], [0, "x"]]}]},
        {"cards": [{"id": "a", "quad": [[0, 0], [1, 0], [1, 1], [0, float("nan")]]}]},
        {"cards": [], "slots": [{"board": "m"}]},
        {"cards": [], "boards": 3},
    ],
)
def test_a_bad_truth_is_refused_in_one_sentence(data: Any) -> None:
    with pytest.raises(TruthError, match=r"^it\.json is not the truth[^\n]*\.$"):
        parse_truth(data, "it.json")
