"""The games the companion knows; each is loaded only when it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, cast

from companion.core.answer import Answer
from companion.core.box import Box
from companion.core.game import Game, InputError, Json
from companion.core.reference import Reference
from companion.words import Message, Words

GAMES = ("packet_row", "le_havre")
Command = Callable[[Json, Words], Answer]


def load_command(game_id: str, name: str) -> Command:
    """A command of a game: a function from a request to an answer."""
    if game_id not in GAMES:
        raise InputError(f"{game_id!a} is no game this companion knows; it knows {', '.join(GAMES)}")
    commands: dict[str, str] = import_module(f"companion.games.{game_id}").COMMANDS
    if name not in commands:
        raise InputError(f"the game {game_id} has no command {name!r} here; it has {', '.join(commands)}")
    module, function = commands[name].split(":")
    return cast(Command, getattr(import_module(f"companion.games.{game_id}.{module}"), function))


def load_rules(game_id: str) -> Mapping[str, Message]:
    """The rules of a game by their ids, in our own words."""
    return cast(Mapping[str, Message], import_module(f"companion.games.{game_id}.rules").RULES)


def load_game(game_id: str) -> Game[Any, Any]:
    """The rules of a game in play."""
    return cast(Game[Any, Any], import_module(f"companion.games.{game_id}.game").GAME)


def load_box(game_id: str) -> Box:
    """What a game offers to the shell."""
    return cast(Box, import_module(f"companion.games.{game_id}.box").BOX)


def load_reference(game_id: str) -> Reference:
    """The rules of a game to look things up in."""
    return cast(Reference, import_module(f"companion.games.{game_id}.reference").REFERENCE)
