"""The command line: JSON in, JSON out, one clear line when something is wrong."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn

from companion import __version__
from companion.core.answer import BAD_INPUT, DONE, Answer
from companion.core.game import InputError, Json
from companion.core.read_json import parse_request, shown
from companion.table_commands import TABLE_COMMANDS
from companion.words import LANGUAGES, Words, load_words

INTERRUPTED = 130
JSON_COMMANDS = {
    "score": "the final score from hands and money",
    "fulfil": "the best fulfilment of contracts, or a judgement of a plan",
    "replay": "the state after the events of a game",
    "legal": "the state and what may come next",
    "outlook": "how near the end of the game is",
    "feeding": "what the end of a round asks of everybody: food, loans",
}


class OutputError(Exception):
    """The answer cannot be written."""


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit status 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    try:
        options = _parser().parse_args(argv)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except InputError as error:
        print(f"companion: {error}", file=sys.stderr)
        return BAD_INPUT
    except OutputError as error:
        print(f"companion: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        _forget_output()  # whoever read our answers has gone
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = OneLineParser(prog="companion", description="Packet Row Companion: the engine on the command line.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in JSON_COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("file", metavar="FILE", help="the request in JSON; - is standard input")
        command.add_argument("--lines", action="store_true", help="one request a line, one answer a line")
        command.set_defaults(run=_run_json)
    for name, (text, add_arguments, run) in TABLE_COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        add_arguments(command)
        command.set_defaults(run=run)
    for command in commands.choices.values():
        command.add_argument("--lang", choices=LANGUAGES, default="en", help="language of sentences")
    return parser


def _run_json(options: argparse.Namespace) -> int:
    words = load_words(options.lang)
    if options.lines:
        return _answer_lines(options.command, options.file, words)
    answer = _answer(options.command, parse_request(_read(options.file)), words)
    _print(answer.body)
    return answer.exit


@contextmanager
def _open(file: str) -> Iterator[BinaryIO]:
    """The named file or standard input; what goes wrong while it is read is one sentence."""
    try:
        if file == "-":
            if sys.stdin is None:
                raise InputError("there is no standard input to read from")
            yield sys.stdin.buffer
        else:
            with Path(file).open("rb") as opened:
                yield opened
    except (OSError, ValueError) as error:
        if isinstance(error, InputError | BrokenPipeError):
            raise
        raise InputError(f"cannot read {shown(file)}: {getattr(error, 'strerror', None) or error}") from None


def _read(file: str) -> bytes:
    with _open(file) as opened:
        return opened.read()


def _answer_lines(command: str, file: str, words: Words) -> int:
    with _open(file) as lines:
        for line in lines:
            if not line.strip():
                continue
            try:
                answer = _answer(command, parse_request(line), words)
                body = {**answer.body, "exit": answer.exit}
            except InputError as error:
                body = {"exit": BAD_INPUT, "error": str(error)}
            _print(body)
    return DONE


def _answer(command: str, request: Json, words: Words) -> Answer:
    """As answer_request, with what the owner's printed cards say where the request does not tell it."""
    from companion.games import load_box, uses_own_cards

    game = request.get("game")
    if isinstance(game, str) and "corrections" not in request and uses_own_cards(game, command):
        from companion.core.box import corrections_file
        from companion.data_dir import data_dir

        file = corrections_file(data_dir(), game)
        if file.exists():
            try:
                own = parse_request(_read(str(file)))
                load_box(game).check_corrections(own)
            except InputError as error:
                raise InputError(f"{file.name} cannot be used: {error}; repair or remove it") from None
            request = {**request, "corrections": own["corrections"]}
    return answer_request(command, request, words)


def answer_request(command: str, request: Json, words: Words) -> Answer:
    """The answer of a game's command; raises InputError for what cannot be read."""
    from companion.games import GAMES, load_command  # kept apart so that other commands start without the rules

    game = request.get("game", GAMES[0])
    if not isinstance(game, str):
        raise InputError(f"game must be text, not {shown(game)}")
    return load_command(game, command)(request, words)


def _print(body: Json) -> None:
    # A lone surrogate cannot be written as UTF-8; names with one are refused, this is for what else repeats input.
    if sys.stdout is None:
        raise OutputError("there is no standard output to write to")
    try:
        sys.stdout.buffer.write(json.dumps(body, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_output()
        raise OutputError(f"cannot write the answer: {error.strerror}") from None


def _forget_output() -> None:
    """What is still in the buffer goes nowhere; a second try at exit would only print a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
