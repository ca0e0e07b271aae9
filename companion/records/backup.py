"""Everything that was entered or taught as one file, and back: merged into what is there, nothing doubled or lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from card_db.pack import PackError
from companion.core.box import corrections_file
from companion.core.game import InputError, Json
from companion.core.journal import read_journal
from companion.core.read_json import as_int, as_list, as_object, as_text, field, parse_request
from companion.counting import SUFFIX, Counting
from companion.games import GAMES, load_box, load_game
from companion.records.backup_decks import (
    MOST_BYTES,
    ArchiveError,
    TaughtDecks,
    own_decks,
    read_archive,
    take_in,
    write_archive,
)
from companion.results import counted_sheet
from companion.session import Session, StepRefused
from companion.store import Store, StoreError
from companion.words import English, Message, msg

FORMAT: Final = "packet-row-companion-backup"
VERSION: Final = 1
ARCHIVE: Final = b"PK"  # how an archive begins


class BackupError(Exception):
    """A backup that cannot be used, in one sentence for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.say(English))
        self.message = message


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game of a backup, as the store keeps it."""

    name: str
    game: str
    created: str
    changed: str
    setup: Json
    operations: tuple[Json, ...]

    @property
    def identity(self) -> tuple[str, str, str]:
        """What stays the same when a game goes on or gets another name."""
        return self.game, self.created, json.dumps(self.setup, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    made: str
    games: tuple[SavedGame, ...]
    names: tuple[str, ...]
    corrections: Mapping[str, Json]  # by game, as their files hold them
    decks: TaughtDecks = field_of(default_factory=TaughtDecks)


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup changed: games that are new, that went on in the backup, that were there already; new decks."""

    added: int
    continued: int
    known: int
    decks: int = 0


def make_backup(store: Store, names: tuple[str, ...], folder: Path) -> bytes:
    """All games, the players' names, the owner's corrections of cards and the decks that were taught."""
    data: Json = {
        "format": FORMAT,
        "version": VERSION,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "names": list(names),
        "cards": _own_corrections(folder),
        "games": [
            {
                "name": saved.name,
                "game": saved.game,
                "created": saved.created,
                "changed": saved.changed,
                "setup": saved.setup,
                "operations": list(saved.operations),
            }
            for saved in _saved_games(store).values()
        ],
    }
    return write_archive((json.dumps(data, ensure_ascii=True, indent=1) + "\n").encode(), own_decks(folder))


def _saved_games(store: Store) -> dict[int, SavedGame]:
    """All games by their id, the oldest change first, so that a restored list keeps its order."""
    found = {}
    for info in reversed(store.games()):
        stored = store.load(info.id)
        found[info.id] = SavedGame(info.name, info.game, info.created, info.changed, stored.setup, stored.operations)
    return found


def read_backup(data: bytes) -> Backup:
    """A backup that can be restored from the first to the last game; raises BackupError otherwise.

    A file without decks, as older versions wrote it, holds the games alone.
    """
    if not data.startswith(ARCHIVE):
        return _read_games(data)
    try:
        games, decks = read_archive(data)
    except (ArchiveError, PackError):
        raise BackupError(msg("This backup is damaged and was not read; nothing has changed.")) from None
    return replace(_read_games(games), decks=decks)


def _read_games(data: bytes) -> Backup:
    try:
        if len(data) > MOST_BYTES:
            raise InputError("far too large")
        content = parse_request(data)
        if content.get("format") != FORMAT:
            raise InputError("another format")
    except InputError:
        raise BackupError(msg("This file is no backup of the companion.")) from None
    version = content.get("version")
    if type(version) is int and version > VERSION:
        raise BackupError(msg("This backup was made by a newer version of the app; please update the app first."))
    try:
        as_int(version, "version", 1, VERSION)
        games = tuple(_read_game(item) for item in as_list(field(content, "games", "the backup"), "games"))
        names = tuple(as_text(name, "a name") for name in as_list(content.get("names", []), "names"))
        backup = Backup(as_text(content.get("made", ""), "made"), games, names, _read_corrections(content))
        _try_out(backup)
    except (StoreError, StepRefused, ValueError, KeyError, TypeError):
        raise BackupError(msg("This backup is damaged and was not read; nothing has changed.")) from None
    return backup


def _read_game(item: object) -> SavedGame:
    game = as_object(item, "a game")
    operations = tuple(as_object(op, "an operation") for op in as_list(field(game, "operations", "a game"), "a game"))
    return SavedGame(
        as_text(field(game, "name", "a game"), "a name"),
        as_text(field(game, "game", "a game"), "a game"),
        _time(field(game, "created", "a game")),
        _time(field(game, "changed", "a game")),
        as_object(field(game, "setup", "a game"), "a setup"),
        operations,
    )


def _time(value: object) -> str:
    when = datetime.fromisoformat(as_text(value, "a time"))
    if when.tzinfo is None:
        raise InputError("a time without its zone")
    return when.astimezone(UTC).isoformat(timespec="seconds")


def _try_out(backup: Backup) -> None:
    """Open every game once in a store of its own: what cannot be opened is not taken in."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite") as store:
        for saved in backup.games:
            game_id = store.create(saved.name, saved.game, saved.setup, saved.operations)
            _open(store, saved.game, game_id)
    for game, corrections in backup.corrections.items():
        load_box(game).check_corrections(corrections)


def _open(store: Store, game: str, game_id: int) -> None:
    if game in GAMES:
        Session(store, load_game(game), game_id)
    elif game.removesuffix(SUFFIX) in GAMES:
        count = Counting(store, game_id).count
        if count.corrections:
            counted_sheet(game.removesuffix(SUFFIX), count)
    else:
        read_journal(store.load(game_id).operations)


def restore(store: Store, backup: Backup, folder: Path, rename: Callable[[str], str]) -> Restored:
    """Take in what is not there yet; `rename` names a game that went on differently here and in the backup."""
    added = continued = known = 0
    here: dict[tuple[str, str, str], list[tuple[int, tuple[Json, ...]]]] = {}
    for game_id, present in _saved_games(store).items():
        here.setdefault(present.identity, []).append((game_id, present.operations))
    for saved in backup.games:
        twins = here.get(saved.identity, [])
        shorter = [(game_id, own) for game_id, own in twins if own == saved.operations[: len(own)]]
        if any(own[: len(saved.operations)] == saved.operations for _, own in twins):
            known += 1
        elif shorter:
            game_id, begun = max(shorter, key=lambda twin: len(twin[1]))
            for operation in saved.operations[len(begun) :]:
                store.append(game_id, operation)
            continued += 1
        else:
            name = rename(saved.name) if twins else saved.name
            store.create(name, saved.game, saved.setup, saved.operations, saved.created, saved.changed)
            added += 1
    for game, corrections in backup.corrections.items():
        _write_corrections(corrections_file(folder, game), corrections)
    return Restored(added, continued, known, take_in(backup.decks, folder))


def _own_corrections(folder: Path) -> dict[str, Json]:
    """What the owner's printed cards say, game by game; a file that could not be restored is left out."""
    found = {}
    for game in GAMES:
        with suppress(OSError, ValueError, KeyError, TypeError):
            text = corrections_file(folder, game).read_text(encoding="utf-8")
            data = as_object(json.loads(text), "corrections")
            load_box(game).check_corrections(data)
            found[game] = data
    return found


def _read_corrections(content: Json) -> dict[str, Json]:
    """By game; older backups have those of the first game alone."""
    first = content.get("corrections")
    found = {} if first is None else {GAMES[0]: as_object(first, "corrections")}
    for game, data in as_object(content.get("cards", {}), "cards").items():
        if game in GAMES:
            found[game] = as_object(data, "corrections")
    return found


def _write_corrections(file: Path, corrections: Json) -> None:
    """What the owner has corrected here wins over the backup."""
    if not file.exists():
        new = file.with_suffix(".new")
        new.write_text(json.dumps(corrections, ensure_ascii=False, indent=1), encoding="utf-8")
        new.replace(file)
