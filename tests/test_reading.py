"""What the scanner tells, as it is written."""

from __future__ import annotations

from typing import Any

import pytest

from scanner.reading import NAMED_FROM, Detection, Guess, TableReading, view_reading

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def told(card: Detection) -> dict[str, float]:
    view: Any = view_reading(TableReading((1, 1), (card,), (), ()))
    return {one["id"]: one["confidence"] for one in view["cards"][0]["alternatives"]}


def test_no_alternative_of_a_card_without_a_name_is_surer_than_what_would_be_named() -> None:
    card = Detection(None, SQUARE, 0.1, (Guess("fur", 0.95), Guess("grain", 0.05)))
    assert told(card) == {"fur": NAMED_FROM, "grain": pytest.approx(NAMED_FROM / 19, abs=1e-4)}


def test_no_alternative_is_surer_than_the_name() -> None:
    twins = Detection("fur", SQUARE, 0.4054, (Guess("the same fur", 0.5),))
    assert told(twins) == {"the same fur": 0.4054}


def test_what_was_unlikely_already_stays_so() -> None:
    guesses = (Guess("fur", 0.35), Guess("grain", 0.33), Guess("tobacco", 0.32))
    assert told(Detection(None, SQUARE, 0.35, guesses)) == {"fur": 0.35, "grain": 0.33, "tobacco": 0.32}
    assert told(Detection("cotton", SQUARE, 0.5, (Guess("fur", 0.45),))) == {"fur": 0.45}
    assert told(Detection(None, SQUARE, 0.0)) == {}
