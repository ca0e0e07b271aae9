"""Two cores for one picture: this process and a copy of it read the same picture in step and share the pieces.

Python runs one thread at a time, and most steps here are too small for NumPy to let others run meanwhile; and to copy
a process anew for every list of pieces takes longer than the pieces. So the copy is made once, with the deck in
memory. For each picture both run the same function on the same pixels; wherever that works off a list (`each`), either
takes the next piece until none is left, and they exchange results. Whatever happens to the copy, the process itself
goes on alone. Programs with windows and other systems never make a copy: then everything is done in place, with the
same results.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import pickle
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from scanner.geometry import Pixels

Item = TypeVar("Item")
Result = TypeVar("Result")

FEWEST = 2  # pieces that can be shared
END, MOST_TOKENS = 255, 250  # numbers of pieces are single bytes
MOST_BYTES = 3 * 13 * 10**6  # of a picture that is shared; larger ones are read alone
PATIENCE = 60.0  # seconds without a word after which the other one is given up
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3  # numbers of glibc's settings for memory
KEPT_BYTES, LARGEST_KEPT = 2**28, 2**25  # freed memory that stays with the process, and the largest piece of it
PIECES = 3  # a little smaller than the largest, that are made ready: what reading one picture takes

_HEAD = struct.Struct("!IQ")


class _LostError(Exception):
    """The other process is gone, or out of step."""


class _Link:
    """The way to the other process."""

    def __init__(self, channel: socket.socket, tokens: tuple[int, int], side: int) -> None:
        self.channel = channel
        self.tokens = tokens  # ends of the pipe to read from and to write to
        self.side = side  # 0: this process, 1: the copy
        self.step = 0
        channel.settimeout(PATIENCE)

    def swap(self, ours: object) -> Any:
        """Give our results for theirs; one side talks first, so that neither waits for ever."""
        self.step += 1
        if self.side == 0:
            self.send(ours)
            return self.receive()
        theirs = self.receive()
        self.send(ours)
        return theirs

    def numbers(self, count: int) -> Iterator[int]:
        """The numbers of the pieces that are ours: one each to begin with, then whatever the other has not begun.

        So neither waits for long when pieces take different times or another program takes a core away. The rest lies
        in a pipe, a byte for each piece, from which both take one at a time.
        """
        rest = range(2, count)
        if len(rest) > MOST_TOKENS:
            yield from range(self.side, count, 2)
            return
        if self.side == 0 and rest:
            os.write(self.tokens[1], bytes(rest) + bytes([END, END]))
        yield self.side
        while rest:
            token = os.read(self.tokens[0], 1)
            if not token:
                raise _LostError
            if token[0] == END:
                return
            yield token[0]

    def send(self, body: object) -> None:
        """Send anything."""
        data = pickle.dumps(body, protocol=pickle.HIGHEST_PROTOCOL)
        try:
            self.channel.sendall(_HEAD.pack(self.step, len(data)) + data)
        except OSError:
            raise _LostError from None

    def receive(self) -> Any:
        """Wait for what the other one sends at the same step."""
        step, size = _HEAD.unpack(self._read(_HEAD.size))
        if step != self.step:
            raise _LostError
        return pickle.loads(self._read(size))

    def _read(self, size: int) -> bytes:
        parts = []
        while size:
            try:
                part = self.channel.recv(min(size, 2**20))
            except OSError:
                part = b""
            if not part:
                raise _LostError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


_link: _Link | None = None
_later: list[Later[Any]] = []  # work that nobody has begun yet


def each(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The results for all items, in their order; if there is another process, either does what is next.

    Work that was put off is done with them, first, since it usually takes longest.
    """
    global _link
    link = _link
    put_off = list(_later) if link is not None else []
    if link is None or len(items) + len(put_off) < FEWEST:
        return [work(item) for item in items]
    _later.clear()

    def piece(number: int) -> Any:
        return put_off[number].work() if number < len(put_off) else work(items[number - len(put_off)])

    count = len(put_off) + len(items)
    ours: dict[int, Any] = {}
    try:
        for number in link.numbers(count):
            ours[number] = piece(number)
        done = ours | link.swap(ours)
    except _LostError:
        if link.side:
            raise
        _link = None  # alone from here on
        done = ours | {number: piece(number) for number in range(count) if number not in ours}
    for number, one in enumerate(put_off):
        one.found = [done[number]]
    return [done[number] for number in range(len(put_off), count)]


class Later(Generic[Result]):
    """A piece of work that is needed only later: it is done beside the next list of pieces, or when it is asked for."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self.work = work
        self.found: list[Result] = []
        if _link is not None:
            _later.append(self)

    def __call__(self) -> Result:
        """Its result."""
        if not self.found:
            self.found = [self.work()]
            if self in _later:
                _later.remove(self)
        return self.found[0]


def both(one: Callable[[], Item], two: Callable[[], Result]) -> tuple[Item, Result]:
    """Two pieces of work that do not depend on each other, each by another process if there is one."""
    pieces: list[Callable[[], Any]] = [one, two]
    first, second = each(lambda piece: piece(), pieces)
    return first, second


class Shared(Generic[Result]):
    """A function of pictures that two processes work on together; only for programs without windows."""

    def __init__(self, function: Callable[[Pixels], Result]) -> None:
        self._function = function
        self._memory: mmap.mmap | None = None
        self._channel: socket.socket | None = None
        self._tokens = (-1, -1)
        self._child = 0
        self._is_possible = hasattr(os, "fork") and (os.cpu_count() or 1) > 1

    def __call__(self, pixels: Pixels) -> Result:
        """The result for one picture."""
        global _link
        if not self._is_possible or pixels.nbytes > MOST_BYTES or threading.active_count() > 1:
            return self._function(pixels)
        if self._channel is None:
            self._start()
        if self._memory is None or self._channel is None:
            return self._function(pixels)
        self._memory[: pixels.nbytes] = np.ascontiguousarray(pixels).data.cast("B")
        link = _Link(self._channel, self._tokens, 0)
        _later.clear()
        _link = link
        try:
            link.send(pixels.shape)
            result = self._function(pixels)
        except _LostError:  # it was gone before we began
            _link = None
            result = self._function(pixels)
        except BaseException:
            self.close()  # it waits for results that will not come
            raise
        finally:
            lost, _link = _link is None, None
        if lost:
            self.close()
        return result

    def start(self) -> None:
        """Make the copy now, so that the first picture need not wait for it."""
        if self._is_possible and self._channel is None and threading.active_count() == 1:
            self._start()

    def close(self) -> None:
        """Let the copy go; the next picture makes a new one."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
            for end in self._tokens:
                os.close(end)
            os.waitpid(self._child, 0)

    def _start(self) -> None:
        self._memory = self._memory or mmap.mmap(-1, MOST_BYTES)
        ours, theirs = socket.socketpair()
        self._tokens = os.pipe()
        is_kept = _keep_memory()
        self._child = os.fork()
        if is_kept:
            _touch_memory()
        if self._child == 0:
            ours.close()
            os.close(self._tokens[1])  # so that a lost process ends the pipe
            self._follow(theirs, self._memory)
        theirs.close()
        self._channel = ours

    def _follow(self, channel: socket.socket, memory: mmap.mmap) -> None:
        """In the copy: read the same pictures until nobody sends any, and end without any of the parent's farewells."""
        global _link
        try:
            channel.settimeout(None)
            while True:
                link = _Link(channel, self._tokens, 1)
                _later.clear()
                channel.settimeout(None)
                shape = link.receive()
                channel.settimeout(PATIENCE)
                size = int(np.prod(shape))
                _link = link
                self._function(np.frombuffer(memory, np.uint8, size).reshape(shape))
        except BaseException:  # whatever it is: the process itself meets it too, and can tell
            os._exit(1)


def _keep_memory() -> bool:
    """Have freed memory kept for the next step; tells whether that is possible here.

    Arrays of a picture's size would be returned to the system and asked for again at every step, page by page.
    """
    try:
        change = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # other systems do that in their own way
        return False
    return bool(change(MMAP_THRESHOLD, LARGEST_KEPT)) and bool(change(TRIM_THRESHOLD, KEPT_BYTES))


def _touch_memory() -> None:
    """Get the memory that a picture takes now, so that the first one need not: two copies share no page they write."""
    for piece in [np.empty(LARGEST_KEPT * 3 // 4, np.uint8) for _ in range(PIECES)]:
        piece[::1024] = 0
