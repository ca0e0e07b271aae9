"""What somebody is in the middle of entering: small JSON values by name, each on disk before the screen shows it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from companion.core.game import Json

FILE: Final = "drafts.json"


class Drafts:
    """All unfinished entries in one small file of the owner's folder, written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def get(self, name: str) -> Json:
        """An unfinished entry; empty when there is none or when it cannot be read any more."""
        entry = self._all().get(name)
        return entry if isinstance(entry, dict) else {}

    def put(self, name: str, entry: Json) -> None:
        """Keep an entry, in place of the one before."""
        self._write({**self._all(), name: entry})

    def drop(self, name: str) -> None:
        """The entry is finished or given up."""
        entries = self._all()
        if entries.pop(name, None) is not None:
            self._write(entries)

    def _all(self) -> dict[str, object]:
        try:
            entries = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return entries if isinstance(entries, dict) else {}

    def _write(self, entries: dict[str, object]) -> None:
        new = self._path.with_name(FILE + ".new")
        with new.open("w", encoding="utf-8") as file:
            json.dump(entries, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
