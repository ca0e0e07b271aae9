"""Two processes on one picture: the same results as alone, whatever happens to the other one."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest

from scanner.geometry import Pixels
from scanner.parallel import Later, Shared, both, each

PICTURE = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No copy is made of a process with threads; those that other test files leave behind are idle and do not count."""
    left = set(threading.enumerate())
    monkeypatch.setattr(threading, "active_count", lambda: 1 + len(set(threading.enumerate()) - left))


def rows_and_workers(pixels: Pixels) -> tuple[list[int], set[int]]:
    done = each(lambda row: (int(pixels[row].sum()), os.getpid()), range(len(pixels)))
    return [total for total, _ in done], {worker for _, worker in done}


def test_work_is_shared_in_order_and_results_are_those_of_one_process() -> None:
    alone, _ = rows_and_workers(PICTURE)
    shared = Shared(rows_and_workers)
    try:
        for picture in (PICTURE, PICTURE[:, ::-1], PICTURE + 1):
            totals, workers = shared(picture)
            assert totals == [int(row.sum()) for row in picture]
            assert len(workers) == 2 or (os.cpu_count() or 1) < 2
        assert shared(PICTURE)[0] == alone
    finally:
        shared.close()


def test_two_pieces_of_different_kinds_are_shared() -> None:
    def work(pixels: Pixels) -> tuple[int, str]:
        return both(lambda: int(pixels.sum()), lambda: str(pixels.shape))

    pixels = np.full((4, 5, 3), 2, np.uint8)
    shared = Shared(work)
    assert shared(pixels) == shared(pixels) == work(pixels) == (120, "(4, 5, 3)")
    shared.close()


def test_work_put_off_is_done_beside_the_next_list_or_when_it_is_asked_for() -> None:
    def work(pixels: Pixels) -> tuple[int, list[int], str, bool]:
        beside, asked = Later(lambda: int(pixels.sum())), Later(lambda: str(pixels.shape))
        shape = asked()
        rows = each(lambda row: int(pixels[row].sum()), range(len(pixels)))
        return beside(), rows, shape, bool(beside.found)

    expected = int(PICTURE.sum()), [int(row.sum()) for row in PICTURE], "(4, 5, 3)", True
    shared = Shared(work)
    shared.start()
    try:
        assert shared(PICTURE) == shared(PICTURE) == work(PICTURE) == expected
    finally:
        shared.close()


def test_more_pieces_than_there_are_numbers_for() -> None:
    shared = Shared(lambda pixels: each(lambda number: number * int(pixels[0, 0, 1]), range(700)))
    try:
        assert shared(PICTURE) == list(range(700))
    finally:
        shared.close()


def test_a_copy_that_dies_is_done_without() -> None:
    parent = os.getpid()

    def work(pixels: Pixels) -> list[int]:
        def piece(row: int) -> int:
            if row == 1 and os.getpid() != parent:
                os._exit(7)
            return int(pixels[row].sum())

        first = each(piece, range(len(pixels)))
        return first + each(piece, range(len(pixels)))

    shared = Shared(work)
    try:
        expected = [int(row.sum()) for row in PICTURE] * 2
        assert [shared(PICTURE) for _ in range(3)] == [expected] * 3
    finally:
        shared.close()


def test_an_error_reaches_the_caller_and_the_next_picture_is_read() -> None:
    def work(pixels: Pixels) -> list[int]:
        if pixels[0, 0, 0] == 99:
            raise ValueError("no good")
        return each(lambda row: int(pixels[row].sum()), range(len(pixels)))

    shared = Shared(work)
    try:
        shared(PICTURE)
        with pytest.raises(ValueError, match="no good"):
            shared(np.full((4, 5, 3), 99, np.uint8))
        assert shared(PICTURE) == [int(row.sum()) for row in PICTURE]
    finally:
        shared.close()
