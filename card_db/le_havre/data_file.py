"""Reading the data files: typed values, and one clear sentence that names the file and the entry when one is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path

from card_db.deck import DeckError
from card_db.le_havre.sources import Conflict, Source, parse_source

DATA_DIR = Path(__file__).parent
DATA_VERSION = 1
MIN_PLAYERS = 1
MAX_PLAYERS = 5
PLAYERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)


class Entry:
    """One table of a data file; every value is asked for by name, and `finish` finds those nobody asked for."""

    def __init__(self, data: Mapping[str, object], where: str) -> None:
        self._data = data
        self._asked: set[str] = set()
        self.where = where

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def _get(self, key: str) -> object:
        self._asked.add(key)
        if key not in self._data:
            raise self.wrong(f"has no {key!r}")
        return self._data[key]

    def wrong(self, text: str) -> DeckError:
        """The error with the file and the entry in it."""
        return DeckError(f"{self.where} {text}")

    def text(self, key: str, choices: Collection[str] = ()) -> str:
        """Some text, one of the choices when there are any."""
        value = self._get(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(f"needs text under {key!r}")
        if choices and value not in choices:
            raise self.wrong(f"has {value!r} under {key!r}, which is none of {', '.join(choices)}")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number that is not negative."""
        if default is not None and key not in self._data:
            return default
        return self._number(self._get(key), key)

    def _number(self, value: object, key: str) -> int:
        if type(value) is not int or value < 0:
            raise self.wrong(f"needs a number that is not negative under {key!r}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false when it is not there."""
        value = self._data.get(key, False)
        self._asked.add(key)
        if not isinstance(value, bool):
            raise self.wrong(f"needs true or false under {key!r}")
        return value

    def items(self, key: str) -> list[object]:
        """A list; empty when it is not there."""
        value = self._data.get(key, [])
        self._asked.add(key)
        if not isinstance(value, list):
            raise self.wrong(f"needs a list under {key!r}")
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(self._number(value, key) for value in self.items(key))

    def texts(self, key: str, choices: Collection[str]) -> tuple[str, ...]:
        """A list of words, all of them among the choices."""
        values = self.items(key)
        if wrong := [value for value in values if value not in choices]:
            raise self.wrong(f"has {wrong[0]!r} under {key!r}, which is none of {', '.join(choices)}")
        return tuple(str(value) for value in values)

    def entry(self, key: str) -> Entry:
        """A table inside this one; empty when it is not there."""
        value = self._data.get(key, {})
        self._asked.add(key)
        return self._inner(value, key)

    def entries(self, key: str) -> list[Entry]:
        """A list of tables."""
        return [self._inner(value, key) for value in self.items(key)]

    def _inner(self, value: object, key: str) -> Entry:
        if not isinstance(value, dict):
            raise self.wrong(f"needs a table under {key!r}")
        return Entry(value, f"{self.where}, {key}")

    def amounts(self, key: str, names: Collection[str]) -> Mapping[str, int]:
        """How much of what, the names among those given; empty when it is not there."""
        inner = self.entry(key)
        return {str(name): inner.number(name) for name in inner.keys_among(names)}

    def by_players(self, key: str) -> Mapping[int, int]:
        """A number for some or all numbers of players."""
        inner = self.entry(key)
        return {int(name): inner.number(name) for name in inner.keys_among([str(n) for n in PLAYERS])}

    def keys_among(self, names: Collection[str]) -> tuple[str, ...]:
        """The names of all values of this table, which must be among these."""
        if unknown := [key for key in self._data if key not in names]:
            raise self.wrong(f"has {unknown[0]!r}, which is none of {', '.join(names)}")
        return tuple(self._data)

    def source(self, key: str = "source") -> Source:
        """Where something is known from."""
        text = self.text(key)
        try:
            return parse_source(text)
        except DeckError as error:
            raise self.wrong(f"has a wrong {key!r}: {error}") from error

    def sources(self, values: Collection[str]) -> Mapping[str, Source]:
        """Where single values are known from, also `value.2` for two players; what is not named is in the rulebook."""
        inner = self.entry("source")
        names = [key.partition(".")[0] for key in inner._data]
        if unknown := [name for name in names if name not in values]:
            raise self.wrong(f"names a source of {unknown[0]!r}, which is no value of it")
        return {key: inner.source(key) for key in inner._data}

    def raw(self, key: str) -> Mapping[str, object]:
        """A table as it is."""
        return self.entry(key)._data

    def finish(self) -> None:
        """Nothing is left that nobody asked for, which would be a slip of the pen."""
        if left := [key for key in self._data if key not in self._asked]:
            raise self.wrong(f"has {left[0]!r}, which means nothing here")


def load_data(name: str) -> Entry:
    """A data file of this folder; raises DeckError when it cannot be read or has another version."""
    try:
        with (DATA_DIR / name).open("rb") as file:
            entry = Entry(tomllib.load(file), name)
    except (OSError, ValueError) as error:
        raise DeckError(f"{name} cannot be read ({' '.join(str(error).split())})") from error
    if entry.number("version") != DATA_VERSION:
        raise entry.wrong(f"has another version than {DATA_VERSION}")
    return entry


def read_conflicts(data: Entry) -> tuple[Conflict, ...]:
    """The conflicts listed in a data file."""
    conflicts = []
    for item in data.entries("conflict"):
        conflicts.append(
            Conflict(
                name=item.text("name"),
                value=item.text("value"),
                used=item.text("used"),
                used_from=item.source("used_from"),
                other=item.text("other"),
                other_from=item.source("other_from"),
                scoring=item.flag("scoring"),
            )
        )
        item.finish()
    return tuple(conflicts)
