"""`python -m bench`: all measurements, printed and kept in docs/benchmark.md."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from bench import app, follow, fulfil, journal, mistakes, replay, scanner, watch
from companion import __version__

REPORT = Path(__file__).parent.parent / "docs" / "benchmark.md"
PARTS = (
    ("Replaying games and starting", replay.main),
    ("Contracts", fulfil.main),
    ("The journal", journal.main),
    ("The scanner", scanner.main),
    ("Watching a table", watch.main),
    ("Following a game", follow.main),
    ("Mistakes of players", mistakes.main),
    ("The app", app.main),
)


# These take too long to be measured each time: `python -m bench.films`, `python -m bench.film_mistakes`,
# `python -m bench.app soak --minutes 30`.
KEPT = ("Games on film", "Mistakes on film", "The app for half an hour")


def _kept(title: str) -> list[str]:
    """A section of the last report."""
    text = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
    _, found, rest = text.partition(f"## {title}\n")
    return [found.strip(), rest.split("\n## ")[0].strip()] if found else []


def main() -> int:
    """Measure everything."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    parts = [
        "# Benchmarks",
        f"Made by `make bench` with version {__version__} on {machine}. Times depend on the machine; what counts is "
        "the distance to the baseline beside them and to the limits in the last column.",
    ]
    for title, measure in PARTS:
        text = measure()
        parts += [f"## {title}", text]
        print(f"{title}\n\n{text}\n", flush=True)
    for title in KEPT:
        parts += _kept(title)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"written to {REPORT.relative_to(Path.cwd()) if REPORT.is_relative_to(Path.cwd()) else REPORT}")
    return 0


sys.exit(main())
