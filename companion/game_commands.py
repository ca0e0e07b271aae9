"""`companion game`: games kept on disk, played from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.core.answer import BAD_INPUT, DONE, REFUSED
from companion.core.game import IllegalAction, InputError
from companion.core.read_json import parse_request
from companion.data_dir import data_dir
from companion.games.packet_row.actions import Action
from companion.games.packet_row.game import GAME, holdings
from companion.games.packet_row.rules import HOUSE_RULE_NOTES
from companion.games.packet_row.scoring import score
from companion.games.packet_row.state import State
from companion.games.packet_row.text import score_text, state_text
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
                _run_step(options, Session(store, GAME, options.id), words)
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
            setup = GAME.read_setup(
                {
                    "players": options.players,
                    "harbour_master": options.master or options.players[0],
                    "house_rules": options.house_rule,
                }
            )
            for rule in sorted(setup.house_rules):
                print(HOUSE_RULE_NOTES[rule].say(words), file=sys.stderr)
            print(start_game(store, GAME, options.name, setup).id)
        case "import":
            data = parse_request(Path(options.file).read_bytes())
            print(import_game(store, GAME, options.name, data).id)
        case "rename":
            store.rename(options.id, options.name)
        case "delete":
            store.delete(options.id)


def _run_step(options: argparse.Namespace, session: Session[State, Action], words: Words) -> None:
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


def _event(options: argparse.Namespace) -> dict[str, object]:
    return parse_request(options.event.encode("utf-8", "surrogateescape"))


def _show(session: Session[State, Action], words: Words) -> None:
    for step in session.steps:
        mark = f"  [{step.overridden}]" if step.overridden else ""
        print(f"{step.number + 1:4}  {step.text.say(words)}{mark}")
    print()
    print(state_text(session.state, words))
    if session.state.over:
        print()
        print(score_text(score(holdings(session.state)), words))
