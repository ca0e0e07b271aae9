"""What all screens share: games on disk, settings, words, pictures. No widgets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Any

from card_db.pack import CardPack, PackError, load_pack
from companion.app.pictures import Pictures
from companion.core.game import Setup
from companion.counting import SUFFIX, Counting
from companion.games.packet_row.actions import Action
from companion.games.packet_row.game import GAME
from companion.games.packet_row.state import State
from companion.records.played import Records
from companion.session import Session, start_game
from companion.settings import Settings, load_settings, save_settings
from companion.store import GameInfo, Store
from companion.words import Message, Words, load_words

PacketRowSession = Session[State, Action]


class Desk:
    """The owner's data in one folder."""

    def __init__(self, folder: Path, pictures: Path | None = None) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.settings: Settings = load_settings(folder / "settings.json")
        self.store = Store(folder / "games.sqlite")
        self._pictures_folder = pictures or folder / "pictures"
        self.pictures = self._new_pictures()
        self._session: PacketRowSession | None = None
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
        before, self.settings = self.settings, replace(self.settings, **changes)
        save_settings(self.folder / "settings.json", self.settings)
        if (before.language, before.pack) != (self.settings.language, self.settings.pack):
            self.pictures.close()
            self.pictures = self._new_pictures()

    def remember(self, names: tuple[str, ...]) -> None:
        """Keep the names of players for the next game."""
        self.change(names=self.settings.remember(names).names)

    # --- games --------------------------------------------------------------------------------------------------------

    def session(self, game_id: int) -> PacketRowSession:
        """A game in play; the one used last is kept at hand."""
        if self._session is None or self._session.id != game_id:
            self._session = Session(self.store, GAME, game_id)
        return self._session

    def start(self, name: str, setup: Setup) -> PacketRowSession:
        """A new game."""
        self._session = start_game(self.store, GAME, name, setup)
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

    def games(self) -> tuple[GameInfo, ...]:
        """All tracked games, the one changed last first."""
        return tuple(info for info in self.store.games() if info.game == GAME.id)

    def counts(self) -> tuple[GameInfo, ...]:
        """All counts, the one changed last first."""
        return tuple(info for info in self.store.games() if info.game == GAME.id + SUFFIX)

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

    def own_pack(self) -> CardPack | None:
        """The owner's deck; None for our own drawn one, or when it cannot be read any more."""
        if not self.settings.pack:
            return None
        try:
            return load_pack(self.packs_folder / self.settings.pack)
        except (OSError, PackError):
            return None

    def erase(self) -> None:
        """Delete everything that was ever entered or taught; language and look stay."""
        for info in self.store.games():
            self.delete(info.id)
        self.pictures.close()
        for path in self.folder.iterdir():
            if path.is_dir():
                rmtree(path, ignore_errors=True)
            elif not path.name.startswith((self.store.path.name, "settings.json")):
                path.unlink(missing_ok=True)
        kept = self.settings
        self.settings = Settings(language=kept.language, theme=kept.theme, text_scale=kept.text_scale, tour_seen=True)
        save_settings(self.folder / "settings.json", self.settings)
        self.pictures = self._new_pictures()

    def close(self) -> None:
        """Let go of everything."""
        self.pictures.close()
        self.store.close()

    def _new_pictures(self) -> Pictures:
        return Pictures(self._pictures_folder, self.settings.language, self.own_pack())
