"""How long a durable append takes, beside the same without waiting for the disk and a plain file with fsync.

Run with `python -m bench.journal`; the files lie beside this one, because a temporary folder may be in memory.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from companion.store import Store

APPENDS = 2000
OPERATION: dict[str, object] = {
    "op": "record",
    "event": {"type": "take", "seat": 1, "area": "harbour", "card": "contract 3 coal 2 timber 7"},
    "source": "tap",
}


@dataclass(frozen=True, slots=True)
class Measurement:
    """Time per append of one way to keep a journal."""

    name: str
    survives: str
    median_ms: float
    p99_ms: float


def rows() -> list[Measurement]:
    """Measure all ways, in turns, so that whatever else the disk does hits them alike."""
    with (
        tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder,
        Store(Path(folder, "durable.db")) as durable,
        Store(Path(folder, "lazy.db")) as lazy,
        Path(folder, "plain.jsonl").open("a") as plain,
    ):
        lazy._db.execute("PRAGMA synchronous=OFF")  # a store has no such setting, on purpose
        games = durable.create("bench", "none", {}), lazy.create("bench", "none", {})

        def append_line() -> None:
            plain.write(json.dumps(OPERATION) + "\n")
            plain.flush()
            os.fsync(plain.fileno())

        ways: list[tuple[str, str, Callable[[], object]]] = [
            ("store (synchronous=FULL)", "power cut", lambda: durable.append(games[0], OPERATION)),
            ("same with synchronous=OFF", "kill", lambda: lazy.append(games[1], OPERATION)),
            ("plain file, append and fsync", "power cut, not checked", append_line),
        ]
        times: list[list[float]] = [[] for _ in ways]
        for _ in range(APPENDS):
            for (_, _, append), measured in zip(ways, times, strict=True):
                start = perf_counter()
                append()
                measured.append((perf_counter() - start) * 1000)
    return [
        Measurement(name, survives, median(measured), quantiles(measured, n=100)[98])
        for (name, survives, _), measured in zip(ways, times, strict=True)
    ]


def main() -> str:
    """The measurements as a Markdown table."""
    lines = [f"| append, {APPENDS} times | made to survive | median ms | 99 % below ms |", "|---|---|---:|---:|"]
    lines += [f"| {row.name} | {row.survives} | {row.median_ms:.3f} | {row.p99_ms:.3f} |" for row in rows()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
