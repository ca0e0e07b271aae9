"""The journal of games on disk, on real SQLite files."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store import MIGRATIONS, Store, StoreError
from companion.store import database as store_module
from tests import store_writer

ROOT = Path(__file__).parent.parent
SETUP: dict[str, object] = {"players": ["A", "B"], "first": 0}
ODD_NAMES = ["", "Zoë & Jürgen 🃏", "nul\0 inside", "half a pair \ud83c", "'; DROP TABLE games; --", "two\nlines"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def start_writer(path: Path, *args: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-S", str(ROOT / "tests" / "store_writer.py"), str(path), *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})


def query(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as db:
        row = db.execute(sql).fetchone()
        db.commit()
    return row and row[0]


def test_a_new_file_is_empty_and_undamaged(store: Store) -> None:
    assert store.games() == ()
    assert store.damage is None


def test_operations_come_back_in_order_after_a_restart(path: Path) -> None:
    operations: list[dict[str, object]] = [{"op": "record", "event": {"n": n}, "source": "tap"} for n in range(50)]
    operations += [{"op": "undo"}, {"op": "undo"}, {"op": "redo"}, {"op": "change", "at": 5, "event": {}}]
    with Store(path) as store:
        game = store.create("Friday", "packet_row", SETUP)
        assert [store.append(game, operation) for operation in operations] == list(range(len(operations)))
    with Store(path) as store:
        loaded = store.load(game)
        assert list(loaded.operations) == operations
        assert loaded.setup == SETUP
        assert loaded.info == store.games()[0]
        assert (loaded.info.name, loaded.info.game, loaded.info.operations) == ("Friday", "packet_row", len(operations))
        assert store.append(game, {"op": "redo"}) == len(operations)


def test_times_are_utc_to_the_second(store: Store) -> None:
    info = store.load(store.create("a", "g", {})).info
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", info.created)
    assert info.changed == info.created


def test_the_game_changed_last_is_first(store: Store) -> None:
    first, second, third = (store.create(name, "g", {}) for name in "abc")
    store.append(second, {})
    store.append(first, {})
    store.rename(third, "renaming is no change")
    assert [info.id for info in store.games()] == [first, second, third]


def test_many_games_do_not_mix(store: Store) -> None:
    games = [store.create(f"game {n}", "g", {"n": n}) for n in range(40)]
    for turn in range(10):
        for game in games:
            store.append(game, {"game": game, "turn": turn})
    for n, game in enumerate(games):
        loaded = store.load(game)
        assert loaded.setup == {"n": n}
        assert loaded.operations == tuple({"game": game, "turn": turn} for turn in range(10))
    assert len(store.games()) == 40


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_odd_names_survive(path: Path, name: str) -> None:
    with Store(path) as store:
        created, renamed = store.create(name, name, {name: name}), store.create("plain", "g", {})
        store.rename(renamed, name)
    with Store(path) as store:
        assert store.damage is None
        assert {info.name for info in store.games()} == {name}
        assert store.load(created).setup == {name: name}
        assert store.load(renamed).info.name == name


TEXTS = st.text(st.characters(exclude_categories=()))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@given(operation=st.dictionaries(TEXTS, JSON, max_size=3))
def test_any_json_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, operation: dict[str, object]) -> None:
    with Store(tmp_path_factory.getbasetemp() / "any.db") as store:
        game = store.create("any", "g", operation)
        store.append(game, operation)
        assert store.load(game).operations == (operation,)
        assert store.load(game).setup == operation


@pytest.mark.parametrize("value", [2**64, -(10**4000), "\0", "\udc80", "x" * 5_000_000, [[[]]] * 1000], ids=range(6))
def test_extreme_values_survive(store: Store, value: object) -> None:
    game = store.create("extreme", "g", {})
    store.append(game, {"value": value})
    assert store.load(game).operations == ({"value": value},)


@pytest.mark.parametrize("value", [object(), float("nan"), 10**5000], ids=["no JSON", "NaN", "5000 digits"])
def test_what_is_not_json_is_refused_and_nothing_is_written(store: Store, value: object) -> None:
    game = store.create("odd", "g", {})
    with pytest.raises(StoreError, match="cannot be saved"):
        store.append(game, {"value": value})
    assert store.append(game, {}) == 0


def test_deleted_games_are_gone_and_their_ids_are_not_used_again(path: Path) -> None:
    with Store(path) as store:
        kept, deleted = store.create("kept", "g", {}), store.create("deleted", "g", {})
        store.append(deleted, {"secret": "xyzzy" * 2000})
        store.delete(deleted)
        assert [info.id for info in store.games()] == [kept]
        assert store.create("next", "g", {}) > deleted
    assert b"xyzzy" not in path.read_bytes()


def test_a_game_that_is_not_there_is_one_sentence(store: Store) -> None:
    for ask in (store.load, store.delete, lambda game: store.append(game, {}), lambda game: store.rename(game, "x")):
        with pytest.raises(StoreError, match=r"^There is no game 7\.$"):
            ask(7)


def test_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    with Store(path) as store:
        game = store.create("shared", "g", {})
    writers = [start_writer(path, name, "100") for name in "xyz"]
    acknowledged = {}
    for name, writer in zip("xyz", writers, strict=True):
        lines, _ = writer.communicate(timeout=60)
        assert writer.returncode == 0
        for n, number in enumerate(lines.split()[1:]):
            acknowledged[int(number)] = store_writer.operation(name, n)
    with Store(path) as store:
        assert store.damage is None
        assert store.load(game).operations == tuple(acknowledged[number] for number in range(300))


def test_processes_that_create_the_file_at_once_agree(path: Path) -> None:
    writers = [start_writer(path, str(n), "5") for n in range(6)]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 6
    for writer in writers:
        writer.communicate()
    with Store(path) as store:
        assert store.damage is None
        assert sum(info.operations for info in store.games()) == 30


def test_commits_wait_for_the_disk(store: Store) -> None:
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA foreign_keys").fetchone() == (1,)


ADD_NOTE = ("ALTER TABLE games ADD COLUMN note TEXT",)
FAILS_HALFWAY = ("CREATE TABLE extra (x)", "INSERT INTO extra VALUES (1)", "CREATE TABLE games (x)")


def saved_game(path: Path) -> int:
    with Store(path) as store:
        game = store.create("old", "g", SETUP)
        store.append(game, {"n": 0})
    return game


def test_an_old_file_is_migrated(path: Path) -> None:
    game = saved_game(path)
    with Store(path, (*MIGRATIONS, ADD_NOTE)) as store:
        assert store.damage is None
        assert store.append(game, {"n": 1}) == 1
        assert store.load(game).operations == ({"n": 0}, {"n": 1})
    assert query(path, "PRAGMA user_version") == 2
    assert query(path, "SELECT count(note) FROM games") == 0


def test_a_migration_that_fails_halfway_leaves_the_old_version(path: Path) -> None:
    game = saved_game(path)
    with pytest.raises(StoreError, match="games already exists"):
        Store(path, (*MIGRATIONS, ADD_NOTE, FAILS_HALFWAY))
    assert query(path, "PRAGMA user_version") == 2  # the step before it is kept
    assert query(path, "SELECT count(*) FROM sqlite_master WHERE name = 'extra'") == 0
    with Store(path, (*MIGRATIONS, ADD_NOTE)) as store:
        assert store.load(game).operations == ({"n": 0},)


def test_a_new_file_gets_all_migrations(path: Path) -> None:
    Store(path, (*MIGRATIONS, ADD_NOTE)).close()
    assert query(path, "PRAGMA user_version") == 2


def test_a_file_from_a_newer_version_is_refused_and_untouched(path: Path) -> None:
    saved_game(path)
    Store(path, (*MIGRATIONS, ADD_NOTE, ("DROP TABLE log",))).close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"^.*games\.db was made by a newer version of this app\.$"):
        Store(path)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*damaged*"))


def test_a_newer_file_with_a_write_ahead_log_is_untouched(path: Path, tmp_path: Path) -> None:
    with Store(path, (*MIGRATIONS, ADD_NOTE)) as newer:
        newer.create("in the log only", "g", {})
        copies = tmp_path / "copy.db", tmp_path / "copy.db-wal"
        for original, copy in zip((path, Path(f"{path}-wal")), copies, strict=True):
            copy.write_bytes(original.read_bytes())
    before = [copy.read_bytes() for copy in copies]
    with pytest.raises(StoreError, match="newer version"):
        Store(copies[0])
    assert [copy.read_bytes() for copy in copies] == before


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)


def test_missing_folders_are_made(tmp_path: Path) -> None:
    with Store(tmp_path / "new" / "deep" / "games.db") as store:
        assert store.create("a", "g", {}) == 1


def test_a_file_in_the_way_of_a_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "file" / "games.db")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder nobody can write to")
def test_a_place_without_write_access_is_one_sentence() -> None:
    with pytest.raises(StoreError, match=r"^/proc/games\.db cannot be opened for writing\.$"):
        Store(Path("/proc/games.db"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only for root")
@pytest.mark.parametrize("place", ["folder", "file"])
def test_a_read_only_place_is_one_sentence(path: Path, place: str) -> None:
    game = saved_game(path)
    locked = path if place == "file" else path.parent
    locked.chmod(0o444 if place == "file" else 0o555)
    try:
        with pytest.raises(StoreError, match="cannot be opened for writing"), Store(path) as store:
            store.append(game, {})
    finally:
        locked.chmod(0o755)
    with Store(path) as store:
        assert store.load(game).operations == ({"n": 0},)


def test_a_full_disk_is_one_sentence_and_loses_nothing_acknowledged(store: Store) -> None:
    game = store.create("full", "g", {})
    store.append(game, {"n": 0})
    limit = store._db.execute("PRAGMA max_page_count=1").fetchone()[0]  # SQLite sets it to what is in use
    with pytest.raises(StoreError, match=r"^The disk is full, so .* cannot be written\.$"):
        store.append(game, {"text": "x" * 100_000})
    store._db.execute(f"PRAGMA max_page_count={limit + 1000}")
    assert store.append(game, {"n": 1}) == 1
    assert store.load(game).operations == ({"n": 0}, {"n": 1})


def test_a_locked_file_is_one_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = saved_game(path)
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    with Store(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program; please try again"):
            store.append(game, {})
        other.execute("ROLLBACK")
        assert store.append(game, {}) == 1


def test_opening_waits_for_a_process_that_is_opening(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(f"{path}-lock", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="is in use by another program"):
            Store(path)
    Store(path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be moved there")
def test_a_file_moved_away_is_noticed_before_anything_is_written_to_it(path: Path) -> None:
    with Store(path) as store:
        game = store.create("a", "g", {})
        path.rename(path.with_name("elsewhere.db"))
        with pytest.raises(StoreError, match="was moved or replaced; please restart"):
            store.append(game, {})
        Store(path).close()
        with pytest.raises(StoreError, match="was moved or replaced"):
            store.append(game, {})
