"""Counting a game that nobody tracked: entries on disk at once, undo and redo with words."""

from pathlib import Path

import pytest

from companion.core.game import InputError
from companion.counting import Count, Counting, start_counting
from companion.results import counted_sheet
from companion.store import Store
from companion.words import English


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games.sqlite")


def test_what_was_entered_is_there_after_a_restart(store: Store) -> None:
    counting = start_counting(store, "packet_row", ("Anna", "Ben"))
    counting.set_cards(0, ["banker", "money:4"], "scan")
    counting.set_token(1, "money", 31)
    counting.rename(1, "Bea")
    again = Counting(Store(store.path), counting.id)
    assert again.count == counting.count
    assert [player.name for player in again.count.players] == ["Anna", "Bea"]
    assert again.count.players[0].cards == ("banker", "money:4")
    assert again.count.players[1].tokens == {"money": 31}
    assert again.game == "packet_row"


def test_only_players_whose_cards_were_entered_count_as_looked_at(store: Store) -> None:
    counting = start_counting(store, "packet_row", ("Anna", "Ben"))
    counting.set_cards(1, [])
    assert [player.looked for player in counting.count.players] == [False, True]


def test_undo_and_redo_say_what_they_do_and_survive_a_restart(store: Store) -> None:
    counting = start_counting(store, "packet_row", ("Anna", "Ben"))
    counting.set_cards(0, ["banker"])
    counting.set_token(0, "money", 7)
    assert counting.undo().say(English) == "Cash of Anna"
    assert Counting(store, counting.id).count.players[0].tokens == {}
    assert counting.redo().say(English) == "Cash of Anna"
    assert Counting(store, counting.id).count.players[0].tokens == {"money": 7}
    counting.undo()
    assert counting.undo().say(English) == "Cards of Anna"
    with pytest.raises(InputError, match="nothing to undo"):
        counting.undo()


@pytest.mark.parametrize(("seat", "token", "number"), [(2, "money", 5), (-1, "money", 5), (0, "money", -1)])
def test_an_entry_that_makes_no_sense_is_refused_and_not_written(
    store: Store, seat: int, token: str, number: int
) -> None:
    counting = start_counting(store, "packet_row", ("Anna", "Ben"))
    with pytest.raises(InputError):
        counting.set_token(seat, token, number)
    assert Counting(store, counting.id).journal.edits == ()


def test_finishing_twice_is_one_entry(store: Store) -> None:
    counting = start_counting(store, "packet_row", ("Anna", "Ben"))
    counting.finish()
    counting.finish()
    assert len(counting.journal.edits) == 1
    assert counting.count.finished


def test_the_score_of_counted_hands(store: Store) -> None:
    counting = start_counting(store, "packet_row", ("Anna", "Ben"))
    counting.set_cards(0, ["vp:university:18:4", "banker"])
    counting.set_token(0, "money", 31)
    counting.set_cards(1, ["money:4"])
    sheet = counted_sheet("packet_row", counting.count)
    assert [player.total for player in sheet.players] == [4 + 3 + 2, 0]
    assert isinstance(counting.count, Count)


def test_a_demo_stays_a_demo_after_a_restart(store: Store) -> None:
    demo = start_counting(store, "packet_row", ("Anna", "Ben"), demo=True)
    own = start_counting(store, "packet_row", ("Anna", "Ben"))
    assert [Counting(store, count.id).demo for count in (demo, own)] == [True, False]
