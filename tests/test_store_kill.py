"""A process that writes is killed at random moments: what it acknowledged is on disk, and the file is sound."""

from __future__ import annotations

import random
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.store import Store
from tests.store_writer import operation
from tests.test_store import start_writer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")


def kill_writer(path: Path, writer: str, lines: int, seconds: float) -> list[int]:
    """Start a writer, wait for some lines, kill it a moment later, and return the numbers it acknowledged."""
    with start_writer(path, writer) as process:
        assert process.stdout
        read = [process.stdout.readline() for _ in range(lines)]
        time.sleep(seconds)
        process.kill()
        read += process.stdout.readlines()
    # A line without its end was cut off by the kill, and may be the beginning of a longer number.
    return [int(line) for line in read if line.endswith("\n") and line != "start\n"]


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    randomly = random.Random(6)
    expected: list[dict[str, object]] = []
    with ExitStack() as stack:
        for run in range(102):
            if run == 80:  # from now on a second open store keeps the write-ahead log from being emptied between kills
                stack.enter_context(Store(path))
            is_early = run % 6 == 5  # while it opens the file
            seconds = randomly.uniform(0, 0.01 if is_early else 0.05)
            acknowledged = kill_writer(path, str(run), 1 if is_early else 2, seconds)
            assert acknowledged == list(range(len(expected), len(expected) + len(acknowledged)))
            with Store(path) as store:
                assert store.damage is None
                (info,) = store.games()
                found = list(store.load(info.id).operations)
            written = [operation(str(run), n) for n in range(len(found) - len(expected))]
            assert found == expected + written
            assert len(acknowledged) <= len(written) <= len(acknowledged) + 1
            expected = found


def test_kills_while_the_file_is_created_leave_nothing_damaged(tmp_path: Path) -> None:
    randomly = random.Random(7)
    for run in range(30):
        path = tmp_path / f"games{run}.db"
        acknowledged = kill_writer(path, "w", 1, randomly.uniform(0, 0.008))
        with Store(path) as store:
            assert store.damage is None
            found = [store.load(info.id).operations for info in store.games()]
        assert len(found) <= 1
        written = found[0] if found else ()
        assert written == tuple(operation("w", n) for n in range(len(written)))
        assert len(acknowledged) <= len(written) <= len(acknowledged) + 1
    assert not list(tmp_path.glob("*damaged*"))
