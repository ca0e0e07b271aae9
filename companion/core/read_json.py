"""Reading JSON values with one clear sentence when something is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from companion.core.game import InputError, Json

MAX_NAME = 100
UNFIT_FOR_NAMES = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def shown(value: object) -> str:
    """A value as it may be repeated in a message: short and printable."""
    try:
        text = ascii(value)
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= 60 else text[:57] + "..."


def parse_request(data: bytes) -> Json:
    """The JSON object of a request; raises InputError with one sentence."""
    try:
        request = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("the request is not UTF-8 text") from None
    except RecursionError:
        raise InputError("the request is nested too deeply") from None
    except ValueError as error:
        raise InputError(f"the request is not JSON: {error}") from None
    return as_object(request, "the request")


def as_object(value: object, what: str) -> Json:
    """A JSON object."""
    if not isinstance(value, dict):
        raise InputError(f"{what} must be an object, not {shown(value)}")
    return value


def field(data: Json, key: str, what: str) -> Any:
    """A field that must be there."""
    try:
        return data[key]
    except KeyError:
        raise InputError(f"{what} has no {key!r}") from None


def as_list(value: object, what: str) -> list[Any]:
    """A JSON list."""
    if not isinstance(value, list):
        raise InputError(f"{what} must be a list, not {shown(value)}")
    return value


def as_int(value: object, what: str, low: int, high: int) -> int:
    """A whole number within its range; true, 3.0 and "3" are not numbers."""
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"{what} must be a whole number from {low} to {high}, not {shown(value)}")
    return value


def as_bool(value: object, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise InputError(f"{what} must be true or false, not {shown(value)}")
    return value


def as_text(value: object, what: str) -> str:
    """Some text."""
    if not isinstance(value, str):
        raise InputError(f"{what} must be text, not {shown(value)}")
    return value


def as_choice(value: object, what: str, choices: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in choices:
        raise InputError(f"{what} must be one of {', '.join(choices)}, not {shown(value)}")
    return value


def as_name(value: object) -> str:
    """The name of a player: printable, not blank, not endless."""
    name = as_text(value, "a player's name")
    if not name.strip() or len(name) > MAX_NAME or UNFIT_FOR_NAMES.search(name):
        raise InputError(f"{shown(name)} cannot be a player's name: 1 to {MAX_NAME} printable characters, please")
    return name


def as_names(value: object, low: int, high: int) -> tuple[str, ...]:
    """The players' names, all different."""
    names = tuple(as_name(name) for name in as_list(value, "players"))
    check_players(names, low, high)
    return names


def check_players(names: Sequence[str], low: int, high: int) -> None:
    """The number of players fits and no two have the same name."""
    if not low <= len(names) <= high:
        raise InputError(f"this game is for {low} to {high} players, not {len(names)}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if list(names).count(name) > 1)
        raise InputError(f"two players are called {shown(twice)}; give them different names")
