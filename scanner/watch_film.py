"""A film watched from its first to its last frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scanner.frames import Frame
from scanner.pack_index import PackIndex
from scanner.reading import TableReading
from scanner.watch import Watcher


def watch(
    index: PackIndex, frames: Iterable[Frame], most_boards: int | None = None
) -> Iterator[tuple[Frame, TableReading]]:
    """The steady readings of a film, each with the frame at which it was certain."""
    watcher = Watcher(index, most_boards)
    last: Frame | None = None
    for frame in frames:
        last = frame
        reading = watcher.see(frame.number, frame.at, frame.pixels_bgr)
        if reading is not None:
            yield frame, reading
    reading = watcher.finish()
    if last is not None and reading is not None:
        yield last, reading
