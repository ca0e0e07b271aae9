"""A damaged journal: set aside byte for byte, and what can be read is recovered."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from companion.store import Damage, Store, StoredGame, StoreError
from companion.store.pages import read_cell, read_wal
from companion.words import English
from tests.test_store import start_writer

PAGE = 4096
Written = dict[int, StoredGame]


@dataclass(frozen=True, slots=True)
class Files:
    """A database and its write-ahead log as bytes, and the games that were written to them."""

    main: bytes
    wal: bytes
    written: Written

    def put(self, path: Path, main: bytes | None = None, wal: bytes | None = None) -> None:
        path.write_bytes(self.main if main is None else main)
        wal = self.wal if wal is None else wal
        if wal:
            Path(f"{path}-wal").write_bytes(wal)


def fill(store: Store, turns: int) -> None:
    """Some games in turns; every operation carries the mark of its game from end to end."""
    randomly = random.Random(turns)
    for n in range(12):
        store.create(f"game {n}", "packet_row", {"players": ["A", "B"], "n": n})
    games = [info.id for info in store.games()]
    for turn in range(turns):
        game = randomly.choice(games)
        length = randomly.choice([1, 5, 20, 20, 20, 2000 if turn % 10 == 0 else 50])
        store.append(game, {"op": "record", "turn": turn, "text": f"<{game}>" * length})


def everything(store: Store) -> Written:
    return {info.id: store.load(info.id) for info in store.games()}


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A journal after a clean end: all in the database."""
    path = tmp_path_factory.mktemp("closed") / "games.db"
    with Store(path) as store:
        fill(store, 400)
        written = everything(store)
    return Files(path.read_bytes(), b"", written)


@pytest.fixture(scope="module")
def unclosed(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A journal as a killed app leaves it: half in the database, half in the write-ahead log."""
    path = tmp_path_factory.mktemp("unclosed") / "games.db"
    with Store(path) as store:
        fill(store, 200)
    with Store(path) as store:
        fill(store, 100)
        return Files(path.read_bytes(), Path(f"{path}-wal").read_bytes(), everything(store))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def check_recovered(path: Path, written: Written) -> tuple[Damage, Written]:
    """Open a damaged file: what comes back was written, in order, and the damaged file is kept as it was."""
    main = path.read_bytes() if path.exists() else None
    wal_path = Path(f"{path}-wal")
    wal = wal_path.read_bytes() if wal_path.exists() else None
    with Store(path) as store:
        found = everything(store)
        damage = store.damage
    assert damage
    kept = damage.set_aside
    assert kept.name.startswith("games.damaged-")
    if main is not None:
        assert kept.suffix == ".db"
        assert kept.read_bytes() == main
        kept = kept.with_name(kept.name + "-wal")
    if wal is not None:
        assert kept.read_bytes() == wal
    for game, loaded in found.items():
        assert loaded.operations == written[game].operations[: len(loaded.operations)]
        if loaded.info.name == f"recovered game {game}":
            assert damage.lost
            assert (loaded.info.game, loaded.setup) == ("", {})
        else:
            assert loaded.setup == written[game].setup
    assert damage.games == len(found)
    assert damage.operations == sum(len(loaded.operations) for loaded in found.values())
    assert found == written or damage.lost
    with Store(path) as store:  # it is repaired, and told only once
        assert store.damage is None
        assert everything(store) == found
    return damage, found


def test_a_zeroed_header_loses_nothing(path: Path, closed: Files) -> None:
    closed.put(path, bytes(100) + closed.main[100:])
    damage, found = check_recovered(path, closed.written)
    assert found == closed.written
    assert list(found) == list(closed.written)  # still the one changed last first
    assert damage.message.say(English) == (
        "The saved games were damaged and some may be lost; recovered are 12 games with 400 entries in all, "
        f"and the damaged file is kept as {damage.set_aside}."
    )


def test_a_zeroed_header_with_a_newer_one_in_the_write_ahead_log_is_harmless(path: Path, unclosed: Files) -> None:
    unclosed.put(path, bytes(100) + unclosed.main[100:])
    with Store(path) as store:
        assert store.damage is None
        assert everything(store) == unclosed.written


def test_what_is_only_in_the_write_ahead_log_is_recovered_too(path: Path, unclosed: Files) -> None:
    in_wal = read_wal(unclosed.wal).pages
    start = next(n for n in range(2, 99) if n not in in_wal) * PAGE - PAGE
    unclosed.put(path, unclosed.main[:start] + bytes(PAGE) + unclosed.main[start + PAGE :])
    _, found = check_recovered(path, unclosed.written)
    for game, stored in unclosed.written.items():
        if f"<{game}>".encode() not in unclosed.main[start : start + PAGE]:
            assert found[game] == stored


def test_every_page_but_the_damaged_one_comes_back(path: Path, closed: Files) -> None:
    for number in range(len(closed.main) // PAGE):
        start = number * PAGE
        noise = random.Random(number).randbytes(PAGE) if number % 2 else bytes(PAGE)
        closed.put(path, closed.main[:start] + noise + closed.main[start + PAGE :])
        _, found = check_recovered(path, closed.written)
        damaged = closed.main[start : start + PAGE]
        for game, stored in closed.written.items():
            if f"<{game}>".encode() not in damaged:
                assert found[game] == stored


def check_recovered_or_harmless(path: Path, files: Files, main: bytes) -> None:
    """Damage may go unnoticed where it changes nothing: in unused space, or under a newer page in the log."""
    files.put(path, main)
    with Store(path) as store:
        is_damaged = store.damage is not None
        assert is_damaged or everything(store) == files.written
    if is_damaged:
        files.put(path, main)
        check_recovered(path, files.written)


@pytest.mark.parametrize("seed", range(40))
def test_noise_anywhere_recovers_only_what_was_written(path: Path, unclosed: Files, seed: int) -> None:
    randomly = random.Random(seed)
    main = bytearray(unclosed.main)
    for _ in range(randomly.randint(1, 20)):
        length = randomly.randint(1, 5000)
        start = randomly.randrange(len(main) - length)
        main[start : start + length] = randomly.randbytes(length)
    check_recovered_or_harmless(path, unclosed, bytes(main))


@pytest.mark.parametrize("seed", range(100))
def test_one_wrong_byte_is_noticed_or_harmless(path: Path, closed: Files, seed: int) -> None:
    place = random.Random(seed).randrange(100, len(closed.main))
    main = bytearray(closed.main)
    main[place] ^= 1 << seed % 8
    check_recovered_or_harmless(path, closed, bytes(main))


@pytest.mark.parametrize("place", range(100))
def test_a_wrong_byte_in_the_header_is_noticed_refused_or_harmless(path: Path, closed: Files, place: int) -> None:
    main = bytearray(closed.main)
    main[place] ^= 0x55
    closed.put(path, bytes(main))
    if 60 <= place < 64:  # the schema version
        with pytest.raises(StoreError, match="newer version"):
            Store(path)
        assert path.read_bytes() == main
        return
    with Store(path) as store:
        assert everything(store) == closed.written


def test_truncated_files_keep_their_beginning(path: Path, closed: Files) -> None:
    # A zero cut off the end is read as zero again, and the checksum at the very end may well end in one.
    size = len(closed.main.rstrip(b"\0"))
    lengths = {*range(1, 120, 7), *range(PAGE, size, PAGE), *random.Random(4).sample(range(1, size), 40), size - 1}
    for length in lengths:
        closed.put(path, closed.main[:length])
        damage, _ = check_recovered(path, closed.written)
        assert damage.lost
        path.unlink()


@pytest.mark.parametrize(
    "content",
    [b"x", b"Dear diary,\n" * 500, b"SQLite format 3\0", bytes(PAGE * 3), random.Random(5).randbytes(50_000)],
    ids=["one byte", "text", "magic only", "zeros", "noise"],
)
def test_a_file_that_is_no_database_is_set_aside(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    damage, found = check_recovered(path, {})
    assert found == {}
    assert damage.lost


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    Path(f"{path}-wal").touch()
    with Store(path) as store:
        assert store.damage is None
        assert store.create("first", "g", {}) == 1


@pytest.mark.parametrize("exists", [True, False])
def test_a_lost_database_is_recovered_from_its_write_ahead_log(path: Path, unclosed: Files, exists: bool) -> None:
    unclosed.put(path, b"")
    if not exists:
        path.unlink()
    damage, found = check_recovered(path, unclosed.written)
    assert damage.lost
    assert found


@pytest.mark.parametrize("table", ["games", "log"])
def test_a_missing_table_is_damage(path: Path, closed: Files, table: str) -> None:
    closed.put(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"DROP TABLE {table}")
    damage, found = check_recovered(path, closed.written)
    assert damage.lost
    if table == "games":
        assert found == closed.written  # every log has a copy of its game
    else:
        assert [loaded.setup for loaded in found.values()] == [{"players": ["A", "B"], "n": n} for n in range(12)][::-1]


def test_a_sound_database_of_something_else_is_set_aside(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE contacts (name TEXT)")
    damage, found = check_recovered(path, {})
    assert found == {}
    with closing(sqlite3.connect(damage.set_aside)) as db:
        assert db.execute("SELECT count(*) FROM contacts").fetchone() == (0,)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM log WHERE game_id = 3 AND seq = 5",
        "UPDATE log SET body = '{}' WHERE game_id = 3 AND seq = 5",
        "UPDATE log SET body = CAST(x'ff00ff' AS TEXT) WHERE game_id = 3 AND seq = 5",
        "UPDATE log SET seq = 99999 WHERE game_id = 3 AND seq = 5",
    ],
)
def test_a_game_with_a_gap_keeps_its_unbroken_beginning(path: Path, closed: Files, change: str) -> None:
    closed.put(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    damage, found = check_recovered(path, closed.written)
    assert damage.lost
    assert len(found.pop(3).operations) == 5
    assert found == {game: stored for game, stored in closed.written.items() if game != 3}


def test_a_game_without_any_header_is_kept_under_a_new_name(path: Path, closed: Files) -> None:
    closed.put(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM games WHERE id = 3")
        db.execute("DELETE FROM log WHERE game_id = 3 AND seq = -1")
        db.commit()
    _, found = check_recovered(path, closed.written)
    assert found[3].info.name == "recovered game 3"
    assert found[3].operations == closed.written[3].operations


def test_damage_to_an_index_only_is_known_to_lose_nothing(path: Path, closed: Files) -> None:
    closed.put(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute("DELETE FROM sqlite_master WHERE type = 'index'")
        db.commit()
    damage, found = check_recovered(path, closed.written)
    assert found == closed.written
    assert not damage.lost
    assert "but all recovered" in damage.message.say(English)


def frames(wal: bytes) -> list[int]:
    return list(range(32, len(wal), PAGE + 24))


@pytest.mark.parametrize("seed", range(30))
def test_a_write_ahead_log_damaged_inside_is_noticed(path: Path, unclosed: Files, seed: int) -> None:
    randomly = random.Random(seed)
    wal = bytearray(unclosed.wal)
    start = randomly.choice(frames(unclosed.wal)[:-12])
    length = randomly.choice([1, 8, 24, 500, PAGE + 24, 3 * (PAGE + 24)])
    wal[start : start + length] = bytes(byte ^ 0xA5 for byte in wal[start : start + length])
    unclosed.put(path, wal=bytes(wal))
    damage, _ = check_recovered(path, unclosed.written)
    assert damage.lost


def test_what_follows_the_damage_in_a_write_ahead_log_is_recovered(path: Path, unclosed: Files) -> None:
    wal = bytearray(unclosed.wal)
    place = frames(unclosed.wal)[3] + 2000
    wal[place] ^= 1
    unclosed.put(path, wal=bytes(wal))
    _, found = check_recovered(path, unclosed.written)
    assert sum(len(loaded.operations) for loaded in found.values()) > 280  # of 300; SQLite alone would find 200


@pytest.mark.parametrize("wal", [b"rubbish" * 1000, bytes(9000)], ids=["text", "zeros"])
def test_a_write_ahead_log_of_rubbish_is_noticed(path: Path, closed: Files, wal: bytes) -> None:
    closed.put(path, wal=wal)
    damage, found = check_recovered(path, closed.written)
    assert found == closed.written
    assert damage.lost


def test_a_write_ahead_log_torn_at_its_end_is_no_damage(path: Path, unclosed: Files) -> None:
    """As a power cut leaves it: what is torn was not acknowledged."""
    last = frames(unclosed.wal)[-1]
    for length in (last + 10, last + 24, last + 3000, len(unclosed.wal) - 1):
        unclosed.put(path, wal=unclosed.wal[:length] + b"\xff" * (len(unclosed.wal) - length))
        with Store(path) as store:
            assert store.damage is None
            found = everything(store)
        assert sum(map(operations, unclosed.written.values())) - sum(map(operations, found.values())) == 1


def test_what_a_killed_writer_left_half_done_is_no_damage(path: Path, unclosed: Files) -> None:
    """Frames of a commit that never came, the first of them overwritten by a later and shorter commit."""
    commits = [start for start in frames(unclosed.wal) if any(unclosed.wal[start + 4 : start + 8])]
    before, commit = next(pair for pair in pairwise(commits) if pair[1] - pair[0] > 3 * (PAGE + 24))
    wal = bytearray(unclosed.wal[:commit])
    wal[before + PAGE + 24 + 100] ^= 1
    assert read_wal(bytes(wal)).pages
    unclosed.put(path, wal=bytes(wal))
    with Store(path) as store:
        assert store.damage is None


def test_what_a_writer_killed_while_the_disk_wrote_left_behind_is_no_damage(path: Path, tmp_path: Path) -> None:
    """All frames of a commit that no other process knew of, the first ones overwritten by a later and shorter one.

    SQLite tells others of a commit only when the disk has it. Where another process has the file open nobody looks
    for what was written but not told.
    """
    with Store(path) as store:
        game = store.create("game", "none", {})
        store.append(game, {"n": 0})
        before = Files(path.read_bytes(), Path(f"{path}-wal").read_bytes(), {})
        store.append(game, {"n": "killed", "text": "x" * 50000})
        killed = Path(f"{path}-wal").read_bytes()
    other = tmp_path / "other.db"
    before.put(other)
    with Store(other) as store:
        store.append(game, {"n": 1})
        written = everything(store)
        later = Path(f"{other}-wal").read_bytes()
        left = Files(other.read_bytes(), later + killed[len(later) :], written)
    assert len(killed) > len(later)
    third = tmp_path / "third.db"
    left.put(third)
    with Store(third) as store:
        assert store.damage is None
        assert everything(store) == written


def test_overflow_pages_in_a_circle_come_to_an_end() -> None:
    endless = b"\xff" * 8 + b"\x7f" + b"\x01"
    page = endless.ljust(PAGE, b"\2")
    pages = {1: page, 0x02020202: b"\2" * PAGE}
    with pytest.raises(ValueError, match="circle"):
        read_cell(pages, page, 0)


def operations(game: StoredGame) -> int:
    return len(game.operations)


@pytest.mark.parametrize("cut", range(0, 100, 7))
def test_a_shortened_write_ahead_log_keeps_its_beginning(path: Path, unclosed: Files, cut: int) -> None:
    unclosed.put(path, wal=unclosed.wal[: len(unclosed.wal) * cut // 100])
    with Store(path) as store:
        for game, loaded in everything(store).items():
            assert loaded.operations == unclosed.written[game].operations[: len(loaded.operations)]


def test_deleted_games_do_not_come_back(path: Path, closed: Files) -> None:
    closed.put(path)
    with Store(path) as store:
        for game in (2, 5, 6):
            store.delete(game)
        left = everything(store)
        in_log = Files(path.read_bytes(), Path(f"{path}-wal").read_bytes(), left)
    in_main = Files(path.read_bytes(), b"", left)
    in_main.put(path, bytes(100) + in_main.main[100:])
    assert check_recovered(path, left)[1] == left
    first_sum = 32 + 16
    in_log.put(path, wal=in_log.wal[:first_sum] + bytes(4) + in_log.wal[first_sum + 4 :])
    assert not {2, 5, 6} & check_recovered(path, left)[1].keys()


def test_damage_while_the_app_runs_asks_for_a_restart(path: Path, closed: Files) -> None:
    closed.put(path)
    with Store(path) as store:
        damaged = bytearray(path.read_bytes())
        for start in range(2 * PAGE, len(damaged), PAGE):
            damaged[start : start + 200] = bytes(200)
        path.write_bytes(damaged)
        with pytest.raises(StoreError, match=r"is damaged; please restart the app"):
            everything(store)
    check_recovered(path, closed.written)


def test_wrong_content_while_the_app_runs_asks_for_a_restart(path: Path, closed: Files) -> None:
    closed.put(path)
    with Store(path) as store:
        path.write_bytes(path.read_bytes().replace(b"<3>", b"<8>"))
        with pytest.raises(StoreError, match=r"is damaged; please restart the app"):
            store.load(3)
    check_recovered(path, closed.written)


def test_no_damaged_file_overwrites_another(path: Path) -> None:
    asides = []
    for n in range(4):
        path.write_bytes(b"no database %d" % n)
        with Store(path) as store:
            assert store.damage
            asides.append(store.damage.set_aside)
    assert [aside.read_bytes() for aside in asides] == [b"no database %d" % n for n in range(4)]


@pytest.mark.parametrize("step", range(5))
@pytest.mark.parametrize("is_done", [False, True])
def test_a_recovery_stopped_at_any_step_is_finished_next_time(
    tmp_path: Path, unclosed: Files, monkeypatch: pytest.MonkeyPatch, step: int, is_done: bool
) -> None:
    damaged_wal = unclosed.wal[:9000] + b"damaged!" + unclosed.wal[9008:]
    for name in ("stopped", "straight"):
        (tmp_path / name).mkdir()
        unclosed.put(tmp_path / name / "games.db", wal=damaged_wal)
    _, expected = check_recovered(tmp_path / "straight" / "games.db", unclosed.written)
    steps = iter(range(99))

    def stop_at_step(real: Callable[[Path, Path], None], source: Path, target: Path) -> None:
        is_last = next(steps) == step
        if not is_last or is_done:
            real(source, target)
        if is_last:
            raise KeyboardInterrupt

    path = tmp_path / "stopped" / "games.db"
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", partial(stop_at_step, os.rename))
        patched.setattr(os, "replace", partial(stop_at_step, os.replace))
        with pytest.raises(KeyboardInterrupt):
            Store(path)
    with Store(path) as store:
        assert everything(store) == expected
        assert store.damage or (step == 4 and is_done)  # in this one case nobody is left to tell
    kept = [file.read_bytes() for file in path.parent.glob("games.damaged-*")]
    assert unclosed.main in kept
    assert damaged_wal in kept


def test_processes_that_find_the_damage_at_once_recover_once(path: Path, closed: Files) -> None:
    closed.put(path, bytes(100) + closed.main[100:])
    writers = [start_writer(path, name, "10") for name in "wxyz"]
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    assert len(list(path.parent.glob("games.damaged-*.db"))) == 1
    with Store(path) as store:
        assert store.damage is None
        assert sum(map(operations, everything(store).values())) == 400 + 40
