"""The state of a game settles close calls and leaves alone what is clearly seen."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.game_state import GameStateError, load_prior, prior_of
from scanner.prior import IMPOSSIBLE, Option, Prior, _joint, settle
from scanner.reading import SURE, BoardSeen, Detection, Guess, Quad, SlotReading, TableReading

QUAD: Quad = ((0, 0), (1, 0), (1, 1), (0, 1))
GAMES = Path(__file__).parent / "games"
ONE, TWO = ("market", "current-1"), ("market", "current-2")
IDS = ("x", "y", "z", "back")


def card(odds: dict[str, float], place: tuple[str, str] | None = ONE, known: float = 1.0) -> Detection:
    """A card as the scanner tells it that has these odds."""
    guesses = [Guess(id_, chance) for id_, chance in sorted(odds.items(), key=lambda pair: -pair[1])]
    confidence = guesses[0].confidence * known
    name = guesses[0].id if confidence >= 0.5 else None
    others = tuple(guess for guess in guesses if guess.id != name)
    return Detection(name, QUAD, confidence, others, *(place or (None, None)))


def table(*cards: Detection) -> TableReading:
    slots = tuple(
        SlotReading(one.board, one.slot, "card", one.id, None, one.confidence)
        for one in cards
        if one.board is not None and one.slot is not None
    )
    return TableReading((10, 10), cards, (BoardSeen("market", QUAD),), slots)


def settled(prior: Prior, *cards: Detection) -> tuple[Detection, ...]:
    reading = settle(table(*cards), prior, ("back",))
    for slot in reading.slots:  # cards and spaces always tell the same
        on_it = next(one for one in reading.cards if (one.board, one.slot) == (slot.board, slot.slot))
        assert (slot.id, slot.confidence, slot.surprise) == (on_it.id, on_it.confidence, on_it.surprise)
        assert slot.state == ("back" if on_it.id == "back" else "card")
    return reading.cards


def test_the_expected_card_wins_a_close_call() -> None:
    close = card({"y": 0.55, "x": 0.45})
    (now,) = settled(Prior({ONE: frozenset({"x"})}), close)
    assert (now.id, now.alternatives[0].id) == ("x", "y")
    assert now.confidence >= SURE
    assert settled(Prior(), close)[0].id == "y"  # nothing known, nothing changed


def test_a_confident_surprise_stays_and_is_marked() -> None:
    seen = card({"y": 0.97, "x": 0.03})
    (now,) = settled(Prior({ONE: frozenset({"x"})}), seen)
    assert (now.id, now.confidence, now.surprise) == ("y", seen.confidence, True)
    assert not settled(Prior({ONE: frozenset({"x", "y"})}), seen)[0].surprise
    assert settled(Prior({ONE: frozenset()}), seen)[0].surprise  # where nothing should lie
    assert settled(Prior(copies={"y": 0}), seen)[0].surprise
    assert settled(Prior(designs=frozenset({"x"})), seen)[0].surprise
    assert not settled(Prior({TWO: frozenset({"x"})}), seen)[0].surprise


@pytest.mark.parametrize("chance", [0.11, 0.2, 0.3])
def test_what_the_picture_contradicts_is_never_sure(chance: float) -> None:
    (now,) = settled(Prior({ONE: frozenset({"x"})}), card({"y": 1 - chance, "x": chance}))
    assert now.confidence < SURE
    certain = Prior({ONE: frozenset({"x"})}, {"y": 0, "x": 9}, {}, frozenset({"x"}))
    assert settled(certain, card({"y": 1 - chance, "x": chance}))[0].confidence < SURE


def test_what_may_be_no_card_of_this_deck_does_not_become_one() -> None:
    (now,) = settled(Prior({ONE: frozenset({"x"})}), card({"x": 0.98}, known=0.3))
    assert now.confidence < SURE
    (elsewhere,) = settled(Prior({TWO: frozenset({"x"})}), card({"x": 0.98}, known=0.3))
    assert elsewhere.confidence == pytest.approx(0.98 * 0.3, abs=0.02)


def test_what_is_not_expected_is_not_raised_because_others_are_used_up() -> None:
    doubtful = card({"y": 0.6, "z": 0.4})
    (now,) = settled(Prior({ONE: frozenset({"x"})}, {"y": 1, "z": 0}), doubtful)
    assert (now.id, now.confidence) == ("y", pytest.approx(0.6))
    (anywhere,) = settled(Prior({}, {"y": 1, "z": 0}), doubtful)
    assert 0.8 < anywhere.confidence < SURE


def test_a_card_of_the_same_board_is_likelier_than_another() -> None:
    prior = Prior({ONE: frozenset({"z"}), TWO: frozenset({"x"})})
    (now,) = settled(prior, card({"y": 0.52, "x": 0.48}))
    assert now.id == "x"
    assert now.confidence < SURE


def test_copies_that_are_used_up_are_out() -> None:
    first, second = card({"x": 0.95, "y": 0.05}), card({"x": 0.55, "y": 0.45}, TWO)
    now = settled(Prior(copies={"x": 1, "y": 3}), first, second)
    assert [one.id for one in now] == ["x", "y"]
    assert [one.id for one in settled(Prior(copies={"x": 2, "y": 3}), first, second)] == ["x", "x"]
    both = settled(Prior(copies={"x": 1}), first, card({"x": 0.95}, TWO))
    assert [(one.id, one.surprise) for one in both] == [("x", True), ("x", True)]


def test_two_doubtful_cards_do_not_make_each_other_certain() -> None:
    now = settled(Prior(copies={"x": 1, "y": 9}), card({"x": 0.6, "y": 0.4}), card({"x": 0.55, "y": 0.45}, TWO))
    # One by one the first would be x and the second then surely y; together y is likelier for both.
    assert [one.id for one in now] == ["y", "y"]
    assert now[0].confidence == pytest.approx(0.4 / 0.67, abs=0.02)
    assert now[1].confidence == pytest.approx(0.45 / 0.67, abs=0.02)


def test_cards_in_hands_are_not_on_boards_but_may_lie_beside_them() -> None:
    prior = Prior(copies={"x": 1, "y": 1}, held={"x": 1})
    assert settled(prior, card({"x": 0.55, "y": 0.45}))[0].id == "y"
    assert settled(prior, card({"x": 0.55, "y": 0.45}, None))[0].id == "x"


def test_a_card_on_a_board_out_of_sight_uses_up_its_copy() -> None:
    prior = Prior({("docks", "current-1"): frozenset({"x"})}, {"x": 1, "y": 1})
    assert settled(prior, card({"x": 0.55, "y": 0.45}))[0].id == "y"


def test_backs_are_never_used_up_and_turn_the_space_over() -> None:
    (now,) = settled(Prior(copies={"x": 0, "back": 0}), card({"x": 0.55, "back": 0.45}))
    assert now.id == "back"
    assert not now.surprise


def test_designs_that_cannot_appear_are_unlikely() -> None:
    (now,) = settled(Prior(designs=frozenset({"y"})), card({"x": 0.55, "y": 0.45}))
    assert now.id == "y"
    assert Prior(designs=frozenset({"y"})).weight(ONE, "x") == IMPOSSIBLE


WEIGHTS = st.floats(0.01, 1.0)


@given(
    st.lists(st.dictionaries(st.sampled_from("xyz"), WEIGHTS, min_size=1), min_size=1, max_size=5),
    st.dictionaries(st.sampled_from("xyz"), st.integers(0, 3)),
)
def test_the_sum_over_all_tables_is_exact(cards: list[dict[str, float]], copies: dict[str, int]) -> None:
    options = {
        at: [Option(None, 0.01), *(Option(id_, weight, ((id_, "table"),)) for id_, weight in choice.items())]
        for at, choice in enumerate(cards)
    }
    beliefs = _joint(options, {(id_, "table"): number for id_, number in copies.items()})
    total = 0.0
    sums: dict[tuple[int, str | None], float] = {}
    for way in product(*options.values()):
        names = [option.design for option in way]
        if all(names.count(id_) <= number for id_, number in copies.items()):
            weight = 1.0
            for option in way:
                weight *= option.weight
            total += weight
            for at, name in enumerate(names):
                sums[at, name] = sums.get((at, name), 0.0) + weight
    for at, belief in beliefs.items():
        for design, chance in belief.items():
            assert chance == pytest.approx(sums.get((at, design), 0.0) / total, abs=1e-9)


def test_a_table_of_many_doubtful_cards_is_settled_quickly() -> None:
    ids = [f"card {number}" for number in range(30)]
    cards = [
        Detection(
            None, QUAD, 0.3, tuple(Guess(ids[(at * 7 + step) % 30], 0.25) for step in range(4)), "market", f"{at}"
        )
        for at in range(40)
    ]
    now = settled(Prior(copies=dict.fromkeys(ids, 1)), *cards)
    assert len(now) == 40


# Files


def test_what_replay_prints_is_understood(tmp_path: Path) -> None:
    state = {
        "ok": True,
        "areas": {"market": {"spaces": {"current-1": "x", "current-2": None, "future-1": "unknown"}, "short": False}},
        "players": [{"name": "Anna", "cards": ["y", "y", "unknown"]}],
        "copies": {"x": 2, "unknown": 5},
    }
    prior = prior_of(state, IDS)
    assert prior == Prior({ONE: frozenset({"x"}), TWO: frozenset()}, {"x": 2}, {"y": 2}, None)
    assert prior_of({"ok": False, "event": 3, "rule": "R5", "state": state}, IDS) == prior


def test_the_plain_form() -> None:
    body = {"places": {"market": {"current-1": ["x", "y"], "current-2": []}}, "designs": ["x", "y", "w"]}
    assert prior_of(body, IDS) == Prior({ONE: frozenset("xy"), TWO: frozenset()}, {}, {}, frozenset("xy"))
    assert prior_of({"copies": {"z": 0}}, IDS) == Prior(copies={"z": 0})


@pytest.fixture
def game(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A recorded game up to the first choice of an area, as a file."""
    body = json.loads((GAMES / "three.json").read_text())["request"]
    events = [event for event in body["events"] if event["do"] in ("reveal", "deal")][:8]
    file = tmp_path / "game.json"
    body["events"] = events
    file.write_text(json.dumps(body))
    return file, body


def test_a_game_is_replayed_by_the_companion(game: tuple[Path, dict[str, Any]]) -> None:
    file, body = game
    ids = {card for event in body["events"] for card in (*event.get("current", ()), *event.get("future", ()))}
    prior = load_prior(file, ids)
    reveals = [event for event in body["events"] if event["do"] == "reveal"]
    assert reveals
    for event in reveals:
        for supply in ("current", "future"):
            for number, card in enumerate(event[supply], 1):
                assert prior.expected[event["area"], f"{supply}-{number}"] == {card}


def test_a_game_with_an_illegal_event_gives_the_state_before_it(game: tuple[Path, dict[str, Any]]) -> None:
    file, body = game
    ids = {card for event in body["events"] for card in event.get("current", ())}
    before = load_prior(file, ids)
    illegal = {"do": "take", "player": body["players"][0], "card": "banker"}
    file.write_text(json.dumps({**body, "events": [*body["events"], illegal], "copies": {min(ids): 3}}))
    assert load_prior(file, ids) == replace(before, copies={min(ids): 3})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"areas":[]}',
        b'{"areas":{"market":{"spaces":3}}}',
        b'{"places":{"market":{"current-1":[3]}}}',
        b'{"places":{"market":{"current-1":4}}}',
        b'{"copies":{"x":-1}}',
        b'{"copies":{"x":true}}',
        b'{"copies":{"x":1e999}}',
        b'{"designs":"x"}',
        b'{"areas":{},"players":[{"cards":"x"}]}',
        b'{"events":[],"players":["A"]}',
        b"\xff\xfe\x00",
    ],
)
def test_bad_files_are_refused_in_one_sentence(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_bytes(data)
    with pytest.raises(GameStateError) as error:
        load_prior(file, IDS)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)
    assert "Traceback" not in str(error.value)


def test_files_that_are_not_there_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, Path("/dev/zero")):
        with pytest.raises(GameStateError):
            load_prior(path, IDS)
