"""What all screens share: games on disk, settings, words, pictures. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Any

from card_db.pack import CardPack, PackError, load_pack
from companion.app.pictures import Pictures
from companion.core.box import Box
from companion.core.game import Setup
from companion.counting import SUFFIX, Counting
from companion.damaged_files import GAMES as GAMES_FILE
from companion.damaged_files import SETTINGS, set_damaged_aside
from companion.deck_book import book_folder
from companion.games import GAMES, load_box, load_game
from companion.records.played import Records
from companion.session import Session, start_game
from companion.settings import Settings, load_settings, save_settings
from companion.store import GameInfo, Store
from companion.words import Message, Words, load_words


class Desk:
    """The owner's data in one folder."""

    def __init__(self, folder: Path, pictures: Path | None = None) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.damaged = set_damaged_aside(folder)  # what the owner must be told
        self.settings: Settings = load_settings(folder / SETTINGS)
        self.store = Store(folder / GAMES_FILE)
        if self.store.damage is not None:
            self.damaged = (self.store.damage.message, *self.damaged)
        self._pictures_folder = pictures or folder / "pictures"
        self.pictures = self._new_pictures()
        self._session: Session[Any, Any] | None = None
        self._boxes: dict[int, str] = {}  # which game is which
        self.records = Records(self.store)

    @property
    def words(self) -> Words:
        """The words of the language in force."""
        return load_words(self.settings.language)

    def say(self, message: Message) -> str:
        """A message in the language in force."""
        return message.say(self.words)

    def change(self, **changes: Any) -> None:
        """Other settings, on disk at once."""
        before, now = self.settings, replace(self.settings, **changes)
        save_settings(self.folder / SETTINGS, now)
        self.settings = now
        if (before.language, before.pack, before.packs) != (now.language, now.pack, now.packs):
            self.pictures.close()
            self.pictures = self._new_pictures()

    def remember(self, names: tuple[str, ...]) -> None:
        """Keep the names of players for the next game."""
        self.change(names=self.settings.remember(names).names)

    # --- games --------------------------------------------------------------------------------------------------------

    @property
    def box(self) -> Box:
        """The game on the table, as chosen on the home screen."""
        return self.box_named(self.settings.game)

    def box_named(self, name: str) -> Box:
        """A game by its name; the first one when nobody knows it any more."""
        return load_box(name if name in GAMES else GAMES[0])

    def box_of(self, game_id: int) -> Box:
        """Which game a tracked game or a count is."""
        if game_id not in self._boxes:
            self._boxes = {info.id: info.game.removesuffix(SUFFIX) for info in self.store.games()}
        return self.box_named(self._boxes.get(game_id, ""))

    def box_for(self, args: Mapping[str, Any]) -> Box:
        """Which game the arguments of a screen are about: `box` by name, `game` or `count`, else the one chosen."""
        if "box" in args:
            return self.box_named(args["box"])
        game_id = args.get("count", args.get("game"))
        return self.box if game_id is None else self.box_of(game_id)

    def session(self, game_id: int) -> Session[Any, Any]:
        """A game in play; the one used last is kept at hand."""
        if self._session is None or self._session.id != game_id:
            self._session = Session(self.store, load_game(self.box_of(game_id).id), game_id)
        return self._session

    def start(self, name: str, setup: Setup) -> Session[Any, Any]:
        """A new game."""
        self._session = start_game(self.store, load_game(setup.game), name, setup)
        return self._session

    def counting(self, count_id: int) -> Counting:
        """A count of a game that nobody tracked."""
        return Counting(self.store, count_id)

    def rename(self, game_id: int, name: str) -> None:
        """Give a game or a count another name."""
        self.store.rename(game_id, name)
        self.read_anew()

    def delete(self, game_id: int) -> None:
        """Remove a game or a count for good."""
        self.store.delete(game_id)
        self.read_anew()

    def read_anew(self) -> None:
        """Forget the game at hand: the store was changed behind its back."""
        self._session = None
        self._boxes = {}

    def games(self) -> tuple[GameInfo, ...]:
        """All tracked games of the game on the table, the one changed last first."""
        return tuple(info for info in self.store.games() if info.game == self.box.id)

    def counts(self) -> tuple[GameInfo, ...]:
        """All counts of the game on the table, the one changed last first."""
        return tuple(info for info in self.store.games() if info.game == self.box.id + SUFFIX)

    def seat_colours(self, setup: Setup) -> tuple[str, ...]:
        """The colour of each seat: that of its pawn when it is known."""
        from companion.app.theme import SEAT_COLOURS

        chosen = setup.colours or {}
        free = [colour for colour in SEAT_COLOURS if colour not in chosen.values()]
        return tuple(chosen[name] if chosen.get(name) in SEAT_COLOURS else free.pop(0) for name in setup.players)

    # --- the deck -----------------------------------------------------------------------------------------------------

    @property
    def packs_folder(self) -> Path:
        """Where the owner's decks are."""
        return self.folder / "decks"

    def pack_of(self, box: Box) -> str:
        """The file of the owner's deck of a game; empty for our own drawn one."""
        return self.settings.pack if box.id == GAMES[0] else self.settings.packs.get(box.id, "")

    def use_pack(self, box: Box, file: str) -> None:
        """Look for another deck of a game; pictures are made anew also when a deck keeps its name."""
        for name in ("", file):
            if box.id == GAMES[0]:
                self.change(pack=name)
            else:
                self.change(packs={**self.settings.packs, box.id: name})

    def own_packs(self, box: Box) -> list[str]:
        """The files of all decks of a game that the owner has; those of the games after the first bear their name."""
        files = sorted(file.name for file in self.packs_folder.glob("*.cardpack")) if self.packs_folder.is_dir() else []
        others = tuple(f"{game}-" for game in GAMES[1:])
        own = [name for name in files if not name.startswith(("drawn-", "."))]
        if box.id == GAMES[0]:
            return [name for name in own if not name.startswith(others)]
        return [name for name in own if name.startswith(f"{box.id}-")]

    def pack_name(self, box: Box, name: str) -> str:
        """What the file of a deck of this game is called."""
        return name if box.id == GAMES[0] or name.startswith(f"{box.id}-") else f"{box.id}-{name}"

    def book_folder(self, box: Box) -> Path:
        """Where the photographs of a deck are that is being taught."""
        return book_folder(self.folder, box.id)

    def _own_cards(self) -> tuple[CardPack, ...]:
        """The owner's decks in use; what cannot be read any more is left out."""
        found = []
        for file in filter(None, (self.settings.pack, *self.settings.packs.values())):
            with suppress(OSError, PackError):
                found.append(load_pack(self.packs_folder / file))
        return tuple(found)

    def erase(self) -> None:
        """Delete everything that was ever entered or taught; language and look stay."""
        for info in self.store.games():
            self.delete(info.id)
        self.pictures.close()
        for path in self.folder.iterdir():
            if path.is_dir():
                rmtree(path, ignore_errors=True)
            elif not path.name.startswith((self.store.path.name, SETTINGS)):
                path.unlink(missing_ok=True)
        kept = self.settings
        self.settings = Settings(language=kept.language, theme=kept.theme, text_scale=kept.text_scale, tour_seen=True)
        save_settings(self.folder / SETTINGS, self.settings)
        self.pictures = self._new_pictures()

    def close(self) -> None:
        """Let go of everything."""
        self.pictures.close()
        self.store.close()

    def _new_pictures(self) -> Pictures:
        return Pictures(self._pictures_folder, self.settings.language, self._own_cards(), owner=self.folder)
