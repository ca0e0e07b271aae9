"""Memory: what is kept for the next time has a bound, and what is free again goes back to the system."""

from __future__ import annotations

import ctypes
import sys
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

MMAP_THRESHOLD, ARENA_MAX = -3, -8  # names of mallopt
OWN_FROM = 1 << 20  # bytes of a block that is taken from the system alone and given back at once
ARENAS = 2  # one for the screen, one for reading; each keeps what it once had


K = TypeVar("K", bound=Hashable)


class Sized(Protocol):
    """A texture: so many pixels of four bytes."""

    size: Any


T = TypeVar("T", bound=Sized)


class Kept(Generic[K, T]):
    """Textures that were used lately, up to so many bytes together; those not asked for longest go first.

    One that a screen still shows lives on with it.
    """

    def __init__(self, most: int) -> None:
        self.most, self.bytes = most, 0
        self._textures: OrderedDict[K, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._textures)

    def get(self, key: K) -> T | None:
        """The texture, when it is still there."""
        texture = self._textures.get(key)
        if texture is not None:
            self._textures.move_to_end(key)
        return texture

    def keep(self, key: K, texture: T) -> None:
        """Keep one more; the newest one stays whatever its size."""
        self.drop(key)
        self._textures[key] = texture
        self.bytes += _bytes(texture)
        while self.bytes > self.most and len(self._textures) > 1:
            self.bytes -= _bytes(self._textures.popitem(last=False)[1])

    def drop(self, key: K) -> None:
        """Forget one, if it is there."""
        if (texture := self._textures.pop(key, None)) is not None:
            self.bytes -= _bytes(texture)


def _bytes(texture: Sized) -> int:
    width, height = texture.size
    return 4 * int(width) * int(height)


def spare_memory() -> None:
    """Pictures are taken from the system one by one: otherwise freed ones stay behind in a heap that only grows.

    Only glibc has to be told (desktop Linux).
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None)
            libc.mallopt(MMAP_THRESHOLD, OWN_FROM)
            libc.mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Reading a picture takes much memory for a moment; what is free again goes back to the system (below 10 ms)."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
