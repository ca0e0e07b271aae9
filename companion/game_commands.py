"""`companion game`: games kept on disk, played from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.core.answer import BAD_INPUT, DONE, REFUSED
from companion.core.game import IllegalAction, InputError, Json
from companion.core.read_json import as_text, parse_request
from companion.data_dir import data_dir
from companion.games import GAMES, load_box, load_game, load_house_rules, load_state_text
from companion.records.exports import sheet_text
from companion.session import Session, StepRefused, import_game, start_game
from companion.store import Store, StoreError
from companion.words import Words, load_words


def run_game(options: argparse.Namespace) -> int:
    """One step of a stored game; what it refuses is said in one line."""
    words = load_words(options.lang)
    try:
        with Store(data_dir() / "games.db") as store:
            if store.damage is not None:
                print(store.damage.message.say(words), file=sys.stderr)
            if options.step in ("list", "new", "import", "rename", "delete"):
                _run_store_step(options, store, words)
            else:
                game = load_game(store.load(options.id).info.game)
                _run_step(options, Session(store, game, options.id), words)
            return DONE
    except IllegalAction as error:
        print(f"{error.refusal.rule}: {error.refusal.reason.say(words)}")
        return REFUSED
    except StepRefused as error:
        print(f"{error.refusal.rule}: {error.reason.say(words)}")
        return REFUSED
    except StoreError as error:
        print(f"companion: {error.message.say(words)}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        raise InputError(f"cannot use {options.file}: {error.strerror}") from None


def _run_store_step(options: argparse.Namespace, store: Store, words: Words) -> None:
    match options.step:
        case "list":
            for info in store.games():
                print(f"{info.id}  {info.changed}  {info.name} ({info.operations})")
        case "new":
            game = load_game(options.game)
            setup = game.read_setup(_setup(options))
            for rule in sorted(setup.house_rules):
                print(load_house_rules(game.id)[rule].say(words), file=sys.stderr)
            print(start_game(store, game, options.name, setup).id)
        case "import":
            data = parse_request(Path(options.file).read_bytes())
            game = load_game(as_text(data.get("game", GAMES[0]), "game"))
            print(import_game(store, game, options.name, data).id)
        case "rename":
            store.rename(options.id, options.name)
        case "delete":
            store.delete(options.id)


def _setup(options: argparse.Namespace) -> Json:
    """The set-up in JSON; each game reads what it knows of it."""
    first = options.first or options.players[0]
    corrections = load_box(options.game).corrections(data_dir())
    setup: Json = {
        "game": options.game,
        "players": options.players,
        "first": first,
        "house_rules": options.house_rule,
    }
    more: Json = {"version": options.version, "corrections": dict(corrections)}
    return {**setup, **{key: value for key, value in more.items() if value}}


def _run_step(options: argparse.Namespace, session: Session[Any, Any], words: Words) -> None:
    match options.step:
        case "do":
            session.record(_event(options))
            print(session.steps[-1].text.say(words))
        case "undo":
            print(session.undo().say(words))
        case "redo":
            print(session.redo().say(words))
        case "change":
            session.change(options.number - 1, _event(options))
        case "insert":
            session.insert(options.number - 1, _event(options))
        case "remove":
            session.remove(options.number - 1)
        case "export":
            text = json.dumps(session.export(), ensure_ascii=False, indent=1)
            Path(options.file).write_text(text + "\n", encoding="utf-8")
        case "show":
            _show(session, words)


def _event(options: argparse.Namespace) -> Json:
    return parse_request(options.event.encode("utf-8", "surrogateescape"))


def _show(session: Session[Any, Any], words: Words) -> None:
    for step in session.steps:
        mark = f"  [{step.overridden}]" if step.overridden else ""
        print(f"{step.number + 1:4}  {step.text.say(words)}{mark}")
    print()
    print(load_state_text(session.setup.game)(session.state, words))
    box = load_box(session.setup.game)
    if box.is_over(session.state):
        print()
        sheet = box.sheet(box.hands(session.state), box.corrections_of(session.state))
        print(sheet_text(sheet, words))
