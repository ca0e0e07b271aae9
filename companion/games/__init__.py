"""The games the companion knows; each is loaded only when it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from companion.core.answer import Answer
from companion.core.box import Box, DeckList
from companion.core.demo import Demo
from companion.core.game import Game, InputError, Json
from companion.core.reference import Reference
from companion.words import Message, Words

TITLES = {"packet_row": "Packet Row", "le_havre": "Le Havre"}
GAMES = tuple(TITLES)
Command = Callable[[Json, Words], Answer]


def load_command(game_id: str, name: str) -> Command:
    """A command of a game: a function from a request to an answer."""
    _check_known(game_id)
    commands: dict[str, str] = import_module(f"companion.games.{game_id}").COMMANDS
    if name not in commands:
        raise InputError(f"the game {game_id} has no command {name!r} here; it has {', '.join(commands)}")
    module, function = commands[name].split(":")
    return cast(Command, getattr(import_module(f"companion.games.{game_id}.{module}"), function))


def uses_own_cards(game_id: object, command: str) -> bool:
    """Whether a command takes what the owner's printed cards say, unless the request tells it."""
    return game_id in GAMES and command in getattr(import_module(f"companion.games.{game_id}"), "OWN_CARDS", ())


def load_rules(game_id: str) -> Mapping[str, Message]:
    """The rules of a game by their ids, in our own words."""
    return cast(Mapping[str, Message], import_module(f"companion.games.{game_id}.rules").RULES)


def load_house_rules(game_id: str) -> Mapping[str, Message]:
    """The house rules of a game, each with what it changes."""
    return cast(Mapping[str, Message], import_module(f"companion.games.{game_id}.rules").HOUSE_RULE_NOTES)


def load_game(game_id: str) -> Game[Any, Any]:
    """The rules of a game in play."""
    _check_known(game_id)
    return cast(Game[Any, Any], import_module(f"companion.games.{game_id}.game").GAME)


def load_box(game_id: str) -> Box:
    """What a game offers to the shell."""
    return cast(Box, import_module(f"companion.games.{game_id}.box").BOX)


def load_demo(game_id: str) -> Demo:
    """Robots that play a game."""
    return cast(Demo, import_module(f"companion.games.{game_id}.demo_game").DEMO)


def load_deck_list(game_id: str) -> DeckList:
    """The deck of a game for the command line."""
    return cast(DeckList, import_module(f"companion.games.{game_id}.deck_command").DECK_LIST)


def load_reference(game_id: str) -> Reference:
    """The rules of a game to look things up in."""
    return cast(Reference, import_module(f"companion.games.{game_id}.reference").REFERENCE)


def load_state_text(game_id: str) -> Callable[[Any, Words], str]:
    """What tells the table of a game at a glance, as plain text."""
    return cast(Callable[[Any, Words], str], import_module(f"companion.games.{game_id}.text").state_text)


def load_watching(game_id: str) -> Callable[[Json, Words], Any]:
    """A game that a camera can follow: from its JSON to what watches it."""
    _check_known(game_id)
    module = f"companion.games.{game_id}.follow.camera"
    if find_spec(f"companion.games.{game_id}.follow") is None:
        raise InputError(f"{TITLES[game_id]} cannot be followed by a camera")
    return cast(Callable[[Json, Words], Any], import_module(module).watch_game)


def _check_known(game_id: str) -> None:
    if game_id not in GAMES:
        raise InputError(f"{game_id!a} is no game this companion knows; it knows {', '.join(GAMES)}")
