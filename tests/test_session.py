"""Games on disk in play: recorded, undone, changed, overridden, carried over a restart, exported and imported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from card_db.packet_row.deck_list import load_deck
from companion.core.game import IllegalAction, InputError, Json, Seat, Setup
from companion.core.journal import Journal, read_journal
from companion.games.packet_row.actions import Action
from companion.games.packet_row.game import GAME
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.state import State
from companion.session import Session, StepRefused, import_game, start_game
from companion.store import Store
from companion.words import English, load_words

SETUP = Setup("packet_row", ("Anna", "Ben", "Cedric"), Seat(0))
MARKET: Json = {
    "do": "reveal",
    "area": "market",
    "future": ["goods:tobacco:3:10", "trader"],
    "current": ["vp:library:15:3", "goods:fur:2:6"],
}
REVEALS: list[Json] = [
    MARKET,
    {"do": "reveal", "area": "docks", "future": ["captain", "captain"], "current": ["ship:spain", "nugget:1:4"]},
    {"do": "reveal", "area": "bank", "future": ["banker", "money:4"], "current": ["money:5", "vp:treasury:28:3"]},
    {
        "do": "reveal",
        "area": "guildhall",
        "future": ["assistant", "contract:fur:3:spain:25"],
        "current": ["assistant", "contract:cotton:3:netherlands:25"],
    },
]
PlayedSession = Session[State, Action]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def started(store: Store) -> PlayedSession:
    session: PlayedSession = start_game(store, GAME, "Friday", SETUP)
    for event in REVEALS:
        session.record(event)
    return session


def reopened(store: Store, session: PlayedSession) -> PlayedSession:
    return Session(store, GAME, session.id)


def whole_game(seed: int) -> list[Json]:
    robot = RobotTable(SETUP, load_deck(), Random(seed))
    return [GAME.encode(SETUP, action) for action in robot.play()]


def test_what_was_recorded_is_there_after_a_restart(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "market"})
    again = reopened(store, session)
    assert again.state == session.state
    assert again.name == "Friday"
    assert [step.text.say(English) for step in again.steps][-1] == "Anna chooses: market"


def test_a_refused_event_changes_nothing(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "bank"})
    before = session.state
    with pytest.raises(IllegalAction) as refused:
        session.record({"do": "take", "player": "Ben", "card": "vp:treasury:28:3"})
    assert refused.value.refusal.rule == "R4"
    assert refused.value.refusal.reason.say(English) == "Ben has $25; the treasury costs $28."
    assert refused.value.refusal.reason.say(load_words("de")) == "Ben hat 25 $; „Schatzamt“ kostet 28 $."
    assert session.state == before
    assert reopened(store, session).state == before


def test_an_unreadable_event_changes_nothing(store: Store) -> None:
    session = started(store)
    with pytest.raises(InputError, match="goods:gold"):
        session.record({"do": "cash", "player": "Ben", "card": "goods:gold:1:1"})
    assert len(reopened(store, session).steps) == 4


def test_undo_and_redo_of_a_whole_game_survive_restarts(store: Store) -> None:
    session: PlayedSession = start_game(store, GAME, "whole", SETUP)
    events = whole_game(3)
    states = [session.state]
    for event in events:
        states.append(session.record(event))
    for left in range(len(events), 0, -1):
        name = session.undo()
        assert name.say(English)
        assert session.state == states[left - 1]
        if left % 40 == 0:
            session = reopened(store, session)
    with pytest.raises(InputError, match="nothing to undo"):
        session.undo()
    session = reopened(store, session)
    for state in states[1:]:
        session.redo()
        assert session.state == state
    with pytest.raises(InputError, match="nothing to redo"):
        session.redo()
    assert session.state.over


def test_undo_and_redo_say_what_they_concern(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "market"})
    session.record({"do": "take", "player": "Ben", "card": "vp:library:15:3"})
    assert session.undo().say(English) == "Ben takes the library for $15"
    assert session.redo().say(load_words("de")) == "Ben nimmt für 15 $: Bücherei"


def test_a_new_step_after_an_undo_ends_the_redo(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "market"})
    session.undo()
    session.record({"do": "choose", "area": "docks"})
    with pytest.raises(InputError, match="nothing to redo"):
        reopened(store, session).redo()


def test_an_earlier_step_can_be_changed_and_the_change_undone(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "market"})
    session.record({"do": "take", "player": "Ben", "card": "vp:library:15:3"})
    before = session.state
    session.change(0, {**MARKET, "future": ["trader", "trader"]})
    assert [str(card) for card in reopened(store, session).state.areas["market"].future] == ["trader", "trader"]
    session.undo()
    assert session.state == before
    assert reopened(store, session).state == before


def test_a_change_that_breaks_a_later_step_is_refused_with_its_number(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "market"})
    session.record({"do": "take", "player": "Ben", "card": "vp:library:15:3"})
    before = session.state
    with pytest.raises(StepRefused) as refused:
        session.change(4, {"do": "choose", "area": "docks"})
    assert refused.value.number == 5
    assert refused.value.refusal.rule == "R3"
    assert "step 6" in refused.value.reason.say(English).lower()
    assert session.state == before
    assert reopened(store, session).state == before


def test_a_forgotten_step_can_be_inserted_and_a_wrong_one_removed(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "market"})
    session.record({"do": "decline", "player": "Ben"})
    session.insert(5, {"do": "deal", "player": "Ben", "card": "start:fur:3:spain:25"})
    assert len(session.state.players[1].cards) == 1
    session.remove(5)
    assert not session.state.players[1].cards
    assert session.undo().say(English) == "Step 6 removed"
    assert len(reopened(store, session).state.players[1].cards) == 1


def test_what_the_table_agreed_to_is_played_and_marked(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "bank"})
    session.record({"do": "take", "player": "Ben", "card": "vp:treasury:28:3", "override": True})
    again = reopened(store, session)
    assert again.steps[-1].overridden == "R4"
    assert again.steps[-2].overridden is None
    assert again.state.players[1].money == 0
    assert again.export()["events"][-1]["override"] is True  # type: ignore[index]


def test_no_agreement_makes_a_card_appear(store: Store) -> None:
    session = started(store)
    session.record({"do": "choose", "area": "bank"})
    with pytest.raises(IllegalAction) as refused:
        session.record({"do": "take", "player": "Ben", "card": "ship:spain", "override": True})
    assert refused.value.refusal.firm


def test_money_and_spaces_can_be_corrected(store: Store) -> None:
    session = started(store)
    session.record({"do": "correct", "player": "Ben", "money": 3})
    session.record({"do": "correct", "area": "market", "spaces": {"current-1": None}, "deck": 30})
    again = reopened(store, session)
    assert again.state.players[1].money == 3
    assert len(again.state.areas["market"].current) == 1
    assert again.state.areas["market"].deck == 30


def test_an_exported_game_comes_back_by_import_and_by_replay(store: Store) -> None:
    session: PlayedSession = start_game(store, GAME, "Friday", SETUP)
    for event in whole_game(5):
        session.record(event)
    exported = session.export()
    assert exported["name"] == "Friday"
    copy: PlayedSession = import_game(store, GAME, "copy", exported)
    assert copy.id != session.id
    assert copy.state == session.state
    assert reopened(store, copy).state == session.state


def test_an_import_with_an_illegal_step_stores_nothing(store: Store) -> None:
    events = [*REVEALS, {"do": "pass", "player": "Anna"}]
    with pytest.raises(StepRefused) as refused:
        import_game(store, GAME, "bad", {**GAME.write_setup(SETUP), "events": events})
    assert refused.value.number == 4
    assert store.games() == ()


def test_a_journal_is_the_same_whichever_way_it_was_reached() -> None:
    journal = Journal().record({"do": "a"}).record({"do": "b"}).record({"do": "c"})
    assert journal.undo().undo().redo().redo() == journal
    assert journal.undo().events == ({"do": "a"}, {"do": "b"})


@pytest.mark.parametrize(
    "operations",
    [
        [{"op": "undo"}],
        [{"op": "redo"}],
        [{"op": "change", "at": 0, "event": {}}],
        [{"op": "record", "at": 1, "event": {}}],
        [{"op": "record", "at": -1, "event": {}}],
        [{"op": "record", "event": 3}],
        [{"op": "fly"}],
        [{}],
    ],
)
def test_operations_that_do_not_fit_are_refused(operations: list[Json]) -> None:
    with pytest.raises(InputError):
        read_journal(operations)
