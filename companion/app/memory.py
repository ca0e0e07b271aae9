"""Memory that is free again goes back to the system; only glibc has to be told (desktop Linux)."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

MMAP_THRESHOLD, ARENA_MAX = -3, -8  # names of mallopt
OWN_FROM = 1 << 20  # bytes of a block that is taken from the system alone and given back at once
ARENAS = 2  # one for the screen, one for reading; each keeps what it once had


def spare_memory() -> None:
    """Pictures are taken from the system one by one: otherwise freed ones stay behind in a heap that only grows."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None)
            libc.mallopt(MMAP_THRESHOLD, OWN_FROM)
            libc.mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Reading a picture takes much memory for a moment; what is free again goes back to the system."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
