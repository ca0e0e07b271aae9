"""Files of the owner that cannot be read: kept under another name, before anything is written in their place.

Every reader of these files takes what it cannot read for nothing at all, so that the app always starts. Without a word
and without the old file that would be a loss.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Final

from companion.deck_book import BOOK, VERSION
from companion.words import Message, msg

SETTINGS: Final = "settings.json"
GAMES: Final = "games.sqlite"

# Which files, the version they must have if any, and what is told.
KINDS: Final[tuple[tuple[str, int | None, Callable[[str], Message]], ...]] = (
    (
        SETTINGS,
        None,
        lambda kept: msg(
            "The settings could not be read and are as at the beginning; the damaged file is kept as {kept}.", kept=kept
        ),
    ),
    (
        "drafts.json",
        None,
        lambda kept: msg(
            "What was being entered and not finished could not be read; the damaged file is kept as {kept}.", kept=kept
        ),
    ),
    (
        "*-corrections.json",
        1,
        lambda kept: msg(
            "Your corrections of the card list could not be read, so our own list counts; the damaged file is kept as "
            "{kept}.",
            kept=kept,
        ),
    ),
    (
        f"deck*/{BOOK}",
        VERSION,
        lambda kept: msg(
            "The names in the deck that you were teaching could not be read; its photographs wait to be named again, "
            "and the damaged file is kept as {kept}.",
            kept=kept,
        ),
    ),
)


def set_damaged_aside(folder: Path) -> tuple[Message, ...]:
    """Give every damaged file of a folder another name; a sentence for each of them."""
    said = [_no_games()] if _games_are_emptied(folder) else []
    for pattern, version, words in KINDS:
        for path in sorted(folder.glob(pattern)):
            if not _is_sound(path, version):
                try:
                    said.append(words(str(_set_aside(path))))
                except OSError:
                    continue  # where nothing can be renamed nothing can be written over it either
    return tuple(said)


def _games_are_emptied(folder: Path) -> bool:
    """Whether the file with the games lost all it held; before the app was used, an empty one is a new one."""
    games, log = folder / GAMES, folder / f"{GAMES}-wal"
    held = [file.stat().st_size for file in (games, log) if file.is_file()]
    return games.is_file() and not any(held) and (folder / SETTINGS).exists()


def _no_games() -> Message:
    return msg(
        "The file with your games was empty, so a new one was begun; if you have a backup, restore it in the settings."
    )


def _is_sound(path: Path, version: int | None) -> bool:
    """Whether a file holds a JSON object of its version; one that may not be read now is left alone."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        return True
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and (version is None or data.get("version") == version)


def _set_aside(path: Path) -> Path:
    """Rename a file to a name that is free."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    counters = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.stem}.damaged-{stamp}{counter}{path.suffix}") for counter in counters)
    return path.rename(next(name for name in names if not name.exists()))
