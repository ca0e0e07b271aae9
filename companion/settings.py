"""What the owner has chosen: kept in one small file, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.words import LANGUAGES

THEMES = ("dark", "bright")
TEXT_SCALES = (0.85, 1.0, 1.25, 1.6)
MOST_NAMES = 30  # remembered


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices, each with what holds until somebody chooses."""

    language: str = "en"
    game: str = GAMES[0]  # on the table, as chosen on the home screen
    theme: str = "dark"
    text_scale: float = 1.0
    sounds: bool = True
    totals_hidden: bool = True  # until the end of the game
    turns_to_player: bool = False  # the display faces whoever decides
    tour_seen: bool = False
    camera: str = (
        ""  # a device number, a stream address, a folder or a film; empty: the first camera, or the demo table
    )
    pack: str = ""  # file name of the owner's deck; empty: our own drawn deck
    packs: Mapping[str, str] = field(default_factory=dict)  # the same for the games after the first, by their names
    names: tuple[str, ...] = ()  # of players, the latest first
    table: tuple[str, ...] = ()  # who sat at the table last, in the order of the seats

    def remember(self, names: tuple[str, ...]) -> Settings:
        """With these players first in the list of known names."""
        return replace(self, names=tuple(dict.fromkeys((*names, *self.names)))[:MOST_NAMES])


def load_settings(path: Path) -> Settings:
    """The settings in a file; what is missing or makes no sense is as if it was never chosen."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    if not isinstance(data, dict):
        return Settings()
    usual = Settings()
    known = {one.name: _sensible(one.name, data.get(one.name), getattr(usual, one.name)) for one in fields(usual)}
    return Settings(**known)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the file anew: after a crash it is the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8") as file:
        json.dump(asdict(settings), file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _sensible(name: str, value: Any, usual: Any) -> Any:
    match name:
        case "language":
            return value if value in LANGUAGES else usual
        case "theme":
            return value if value in THEMES else usual
        case "text_scale":
            return value if value in TEXT_SCALES else usual
        case "packs":
            known = value.items() if isinstance(value, dict) else ()
            return {game: file for game, file in known if isinstance(file, str)}
        case "names" | "table":
            return (
                tuple(name for name in value if isinstance(name, str))[:MOST_NAMES]
                if isinstance(value, list)
                else usual
            )
    return value if type(value) is type(usual) else usual
