"""Results of all games, and numbers over them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.box import Hand
from companion.counting import start_counting
from companion.games.packet_row.sheet import make_sheet
from companion.records.played import Played, Records
from companion.records.statistics import statistics
from companion.store import Store
from tests.some_games import add_count, add_game


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as store:
        yield store


def test_a_game_that_is_over_has_a_result_and_one_in_play_has_a_round(store: Store) -> None:
    over = add_game(store, "three", "Friday")
    open_game = add_game(store, "two", "Sunday", steps=20)
    open_count = add_count(store, ("Ann", 12, "banker"), ("Bob", 3, ""), finish=False)
    by_id = {played.id: played for played in Records(store).all()}
    assert by_id[over.id].finished
    assert by_id[over.id].players == over.setup.players
    assert not by_id[open_game.id].finished
    assert by_id[open_game.id].round == open_game.state.round
    assert not by_id[open_count.id].finished
    assert [played.id for played in Records(store).all()] == [open_count.id, open_game.id, over.id]


def test_a_count_is_scored_once_its_result_was_shown(store: Store) -> None:
    counting = add_count(store, ("Ann", 12, "banker vp:opera:28:6"), ("Bob", 33, ""))
    played = Records(store).get("count", counting.id)
    assert played is not None
    assert played.sheet is not None
    assert [player.total for player in played.sheet.players] == [7, 3]


def test_what_changes_is_read_again(store: Store) -> None:
    records = Records(store)
    counting = add_count(store, ("Ann", 12, ""), ("Bob", 33, ""))
    before = records.all()[0].sheet
    counting.set_token(0, "money", 90)
    after = records.all()[0].sheet
    assert before is not None
    assert after is not None
    assert (before.winners, after.winners) == (("Bob",), ("Ann",))
    store.rename(counting.id, "Finale")
    assert records.all()[0].name == "Finale"


def test_many_games_are_read_bit_by_bit(store: Store) -> None:
    for _ in range(3):
        add_count(store, ("Ann", 12, ""), ("Bob", 33, ""))
    records = Records(store)
    assert records.catch_up(-1) == (0, 3)  # no time: nothing is read
    assert records.catch_up(60) == (3, 3)
    assert len(records.finished()) == 3


def test_a_game_that_cannot_be_read_is_listed_as_such(store: Store) -> None:
    store.create("broken", "packet_row", {"players": ["only one"]})
    store.create("odd", "packet_row", {"players": ["A", "B"], "harbour_master": "A"}, [{"op": "undo"}])
    store.create("other game", "chess", {})
    assert [(played.name, played.readable) for played in Records(store).all()] == [("odd", False), ("broken", False)]


def test_statistics_of_a_table(store: Store) -> None:
    add_count(store, ("Ann", 40, "vp:opera:28:6"), ("Bob", 10, ""))  # 10 : 1
    add_count(store, ("Bob", 70, ""), ("Ann", 5, "vp:school:8:1"))  # 7 : 1
    add_count(store, ("Ann", 20, ""), ("Bob", 20, ""), ("Cora", 0, "banker"))  # 2 : 2 : 0, shared
    add_game(store, "two", "in play", steps=10)
    ann, bob, cora = statistics(Records(store).finished())
    assert (ann.name, ann.games, ann.wins, ann.best) == ("Ann", 3, 2, 10)
    assert ann.average == pytest.approx(13 / 3)
    assert ann.average_sources == pytest.approx((7 / 3, 6 / 3, 0))
    assert (bob.name, bob.wins) == ("Bob", 2)
    assert bob.average_money == pytest.approx(100 / 3)
    assert (cora.name, cora.games, cora.wins) == ("Cora", 1, 0)


HANDS = st.lists(st.tuples(st.sampled_from("ABCDE"), st.integers(0, 99), st.integers(0, 3)), min_size=2, max_size=5,
                 unique_by=lambda hand: hand[0])  # fmt: skip


@given(st.lists(HANDS, max_size=6))
def test_statistics_agree_with_the_score_sheets(tables: list[list[tuple[str, int, int]]]) -> None:
    games = []
    for number, hands in enumerate(tables):
        sheet = make_sheet([Hand(name, (), {"money": money}) for name, money, _ in hands])
        names = tuple(name for name, _, _ in hands)
        games.append(Played("packet_row", "count", number, "", f"2026-01-0{number + 1}", "", names, None, 0, (), sheet))
    found = statistics(games)
    assert {player.name for player in found} == {name for hands in tables for name, _, _ in hands}
    assert sum(player.games for player in found) == sum(len(hands) for hands in tables)
    assert sum(player.wins for player in found) == sum(len(game.sheet.winners) for game in games if game.sheet)
    for player in found:
        assert player.average == pytest.approx(sum(player.average_sources))
        assert player.best >= player.average
        assert [part.when for part in player.parts] == sorted(part.when for part in player.parts)


def test_the_demo_is_listed_but_counts_nowhere(store: Store) -> None:
    counting = start_counting(store, "packet_row", ("Ann", "Bob"), demo=True)
    counting.finish()
    (played,) = Records(store).all()
    assert played.finished
    assert played.demo
    assert Records(store).finished() == ()
