"""A child process for the tests of the store: appends operations and prints each number once it is acknowledged.

Usage: store_writer.py FILE WRITER [COUNT]; without a count it goes on until it is killed.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from companion.store import Store


def operation(writer: str, n: int) -> dict[str, object]:
    """What a writer appends as its n-th operation, so that a test knows what to expect."""
    return {"op": "record", "writer": writer, "n": n, "text": "\u2693" * (n * 37 % 150)}


def main(path: Path, writer: str, numbers: range | count[int]) -> None:
    """Append to the first game there is, or to a new one."""
    print("start", flush=True)
    with Store(path) as store:
        games = store.games()
        game_id = games[-1].id if games else store.create("kill test", "none", {"players": ["A", "B"]})
        for n in numbers:
            print(store.append(game_id, operation(writer, n)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], range(int(sys.argv[3])) if len(sys.argv) > 3 else count())
