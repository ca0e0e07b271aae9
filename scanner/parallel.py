"""Two cores for one picture: a list of pieces is worked off by this process and a copy of it.

Python runs one thread at a time, and most steps here are too small for NumPy to let others run meanwhile. A forked
copy has the picture and the deck in memory already and sends back only results. Where a process may not be copied
(a program with windows, other threads, other systems) everything is done in place: results are the same.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Other = TypeVar("Other")

FEWEST = 3  # pieces that are worth a copy of the process

_allowed = False


def allow_copies() -> None:
    """From now on work may be shared with a copy of this process; only for programs without windows."""
    global _allowed
    _allowed = hasattr(os, "fork")


def each(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The results for all items, in their order."""
    if len(items) < FEWEST:
        return [work(item) for item in items]
    odd, even = beside(lambda: [work(item) for item in items[1::2]], lambda: [work(item) for item in items[::2]])
    return [(odd if number % 2 else even)[number // 2] for number in range(len(items))]


def beside(there: Callable[[], Result], here: Callable[[], Other]) -> tuple[Result, Other]:
    """Two pieces of work at once, the first one in a copy of this process if that is possible."""
    if not _allowed or threading.active_count() > 1:
        return there(), here()
    copy = _Copy(there)
    try:
        done = here()
    finally:
        answer = copy.answer()
    # A copy that has failed sends nothing: done again here, the reason will be told.
    return (answer[0] if answer else there()), done


class _Copy(Generic[Result]):
    """A copy of this process that does one piece of work."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._source, sink = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            _send(sink, work)
        os.close(sink)

    def answer(self) -> tuple[Result] | None:
        """What the copy sends, once it is done."""
        with os.fdopen(self._source, "rb") as source:
            sent = source.read()
        os.waitpid(self._child, 0)
        return pickle.loads(sent) if sent else None


def _send(sink: int, work: Callable[[], object]) -> None:
    """In the copy: do the work, send it, and end without any of the parent's farewells."""
    global _allowed
    _allowed = False
    try:
        sent = pickle.dumps((work(),), protocol=pickle.HIGHEST_PROTOCOL)
        with os.fdopen(sink, "wb") as answer:
            answer.write(sent)
    except BaseException:  # whatever it is: the parent will meet it too, and can tell
        os._exit(1)
    os._exit(0)
