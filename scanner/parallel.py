"""Two cores for one picture: this process and a copy of it read the same picture in step and share the pieces.

Python runs one thread at a time, and most steps here are too small for NumPy to let others run meanwhile; and to copy
a process anew for every list of pieces takes longer than the pieces. So the copy is made once, with the deck in
memory. For each picture both run the same function on the same pixels; wherever that works off a list (`each`), either
does every second piece and they exchange results. Whatever happens to the copy, the process itself goes on alone.
Programs with windows and other systems never make a copy: then everything is done in place, with the same results.
"""

from __future__ import annotations

import mmap
import os
import pickle
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from scanner.geometry import Pixels

Item = TypeVar("Item")
Result = TypeVar("Result")

FEWEST = 2  # pieces that can be shared
MOST_BYTES = 3 * 13 * 10**6  # of a picture that is shared; larger ones are read alone
PATIENCE = 60.0  # seconds without a word after which the other one is given up

_HEAD = struct.Struct("!IQ")


class _LostError(Exception):
    """The other process is gone, or out of step."""


class _Link:
    """The way to the other process."""

    def __init__(self, channel: socket.socket, side: int) -> None:
        self.channel = channel
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


def each(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The results for all items, in their order; every second one is done by the other process if there is one."""
    global _link
    link = _link
    if link is None or len(items) < FEWEST:
        return [work(item) for item in items]
    ours = [work(item) for item in items[link.side :: 2]]
    try:
        theirs = link.swap(ours)
    except _LostError:
        if link.side:
            raise
        _link = None  # alone from here on
        theirs = [work(item) for item in items[1::2]]
    even, odd = (ours, theirs) if link.side == 0 else (theirs, ours)
    return [(odd if number % 2 else even)[number // 2] for number in range(len(items))]


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
        link = _Link(self._channel, 0)
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

    def close(self) -> None:
        """Let the copy go; the next picture makes a new one."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
            os.waitpid(self._child, 0)

    def _start(self) -> None:
        self._memory = self._memory or mmap.mmap(-1, MOST_BYTES)
        ours, theirs = socket.socketpair()
        self._child = os.fork()
        if self._child == 0:
            ours.close()
            self._follow(theirs, self._memory)
        theirs.close()
        self._channel = ours

    def _follow(self, channel: socket.socket, memory: mmap.mmap) -> None:
        """In the copy: read the same pictures until nobody sends any, and end without any of the parent's farewells."""
        global _link
        try:
            channel.settimeout(None)
            while True:
                link = _Link(channel, 1)
                channel.settimeout(None)
                shape = link.receive()
                channel.settimeout(PATIENCE)
                size = int(np.prod(shape))
                _link = link
                self._function(np.frombuffer(memory, np.uint8, size).reshape(shape))
        except BaseException:  # whatever it is: the process itself meets it too, and can tell
            os._exit(1)
