"""`python -m bench`: all measurements, printed and kept in docs/benchmark.md."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from bench import app, fulfil, journal, replay, scanner, watch
from companion import __version__

REPORT = Path(__file__).parent.parent / "docs" / "benchmark.md"
PARTS = (
    ("Replaying games and starting", replay.main),
    ("Contracts", fulfil.main),
    ("The journal", journal.main),
    ("The scanner", scanner.main),
    ("Watching a table", watch.main),
    ("The app", app.main),
)


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
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    print(f"written to {REPORT.relative_to(Path.cwd()) if REPORT.is_relative_to(Path.cwd()) else REPORT}")
    return 0


sys.exit(main())
