"""What the owner has read on the printed cards, on disk: written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from companion.core.box import NO_CORRECTIONS, corrections_file
from companion.core.game import Corrections, InputError, Json
from companion.core.read_json import as_object, field
from companion.games.le_havre.printed import read_corrections

GAME_ID: Final = "le_havre"
VERSION: Final = 1


def read_file(data: Json) -> Corrections:
    """The corrections in what the file holds; raises InputError."""
    if field(data, "version", "the file") != VERSION:
        raise InputError(f"the file has another version than {VERSION}")
    return read_corrections(field(data, "corrections", "the file"))


def load_corrections(folder: Path) -> Corrections:
    """What the owner has corrected; raises InputError when the file is damaged."""
    path = corrections_file(folder, GAME_ID)
    try:
        return read_file(as_object(json.loads(path.read_text(encoding="utf-8")), "the file"))
    except FileNotFoundError:
        return NO_CORRECTIONS
    except (OSError, ValueError, RecursionError) as error:
        cause = " ".join(str(error).split())
        message = f"{path.name} is not a readable file of corrections ({cause}); repair or remove it"
        raise InputError(message) from error


def own_corrections(folder: Path) -> Corrections:
    """As load_corrections; none when they cannot be read."""
    try:
        return load_corrections(folder)
    except InputError:
        return NO_CORRECTIONS


def correct_card(folder: Path, card: str, values: Json) -> Corrections:
    """All that the owner's card of this name shows in place of our list; nothing leads back to the list.

    Raises InputError, and OSError when it cannot be kept.
    """
    kept = {name: told for name, told in own_corrections(folder).items() if name != card}
    now = read_corrections({**kept, card: values})
    path = corrections_file(folder, GAME_ID)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8") as file:
        json.dump({"version": VERSION, "corrections": dict(now)}, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    return now
