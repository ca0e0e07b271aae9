"""Good requests with one value changed or missing: never a crash, always one line."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli_table import EVERYTHING, FULFIL, PLAN, SCORE, SPENT, Ask, assert_clean, lines_of

# --- a small fuzz -----------------------------------------------------------------------------------------------

ODD_VALUES: list[object] = [
    *(None, True, -1, 1.5, float("nan"), 10**30, 10**4000, "", "\0", "\ud800", "banker"),
    *([], {}, [[[[[]]]]], {"a": 1}, ["Anna", "Anna"]),
]
FUZZED = {
    "score": SCORE | {"fulfil": True, "explain": True},
    "fulfil a hand": FULFIL | {"alternatives": True},
    "fulfil contracts": FULFIL | {"contracts": [PLAN["contracts"][0]]},
    "fulfil a plan": {"cards": SPENT, "plan": PLAN | {"spent": SPENT}},
    "replay": EVERYTHING,
    "legal": EVERYTHING,
}


def paths(value: object) -> Iterator[list[str | int]]:
    """The way to every value inside, and to the whole."""
    yield []
    items: list[tuple[Any, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        for path in paths(inner):
            yield [key, *path]


def changed(value: Any, path: list[str | int], new: object) -> Any:
    if not path:
        return new
    result = copy.copy(value)
    result[path[0]] = changed(result[path[0]], path[1:], new)
    return result


def without(value: Any, path: list[str | int]) -> Any:
    result = copy.copy(value)
    if len(path) == 1:
        del result[path[0]]
    else:
        result[path[0]] = without(result[path[0]], path[1:])
    return result


def answer_all(ask: Ask, command: str, requests: list[Any]) -> None:
    """Every request by itself gives what its line gives; lines are quicker, so only some are asked both ways."""
    reply = ask(command, lines_of(*requests), "--lines")
    assert (reply.exit, reply.err) == (0, "")
    answers = reply.lines
    assert len(answers) == len(requests)
    for answer in answers:
        assert answer["exit"] in (0, 1, 2)
        if answer["exit"] == 2:
            assert set(answer) == {"exit", "error"}
            assert answer["error"].isprintable()
            assert len(answer["error"]) < 400
    for request, answer in list(zip(requests, answers, strict=True))[::7]:
        alone = ask(command, request)
        assert_clean(alone)
        assert alone.exit == answer["exit"]


@pytest.mark.parametrize("name", FUZZED)
def test_the_requests_to_be_changed_are_good_as_they_are(ask: Ask, name: str) -> None:
    assert ask(name.split()[0], FUZZED[name]).exit == 0


@pytest.mark.parametrize("odd", ODD_VALUES, ids=lambda odd: ascii(odd)[:20])
@pytest.mark.parametrize("name", FUZZED)
def test_any_value_may_be_replaced_by_nonsense_without_a_crash(ask: Ask, name: str, odd: object) -> None:
    request = FUZZED[name]
    answer_all(ask, name.split()[0], [changed(request, path, odd) for path in paths(request)])


@pytest.mark.parametrize("name", FUZZED)
def test_any_value_may_be_missing_without_a_crash(ask: Ask, name: str) -> None:
    request = FUZZED[name]
    answer_all(ask, name.split()[0], [without(request, path) for path in paths(request) if path])
