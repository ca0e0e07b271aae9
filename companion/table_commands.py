"""Commands for people at the table: the rules by id, the deck list, the demo, and games on disk.

What a command needs is imported when it runs, so that the JSON commands start quickly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.core.answer import DONE
from companion.core.game import InputError
from companion.words import LANGUAGES, load_words


def _add_rule_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.games import GAMES

    parser.add_argument("id", nargs="?", help="a rule's id such as R8; all rules unless said")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help=f"whose rules; {GAMES[0]} unless said")


def _run_rule(options: argparse.Namespace) -> int:
    from companion.games import load_rules

    words = load_words(options.lang)
    rules = load_rules(options.game)
    wanted = [rule for rule in rules if options.id is None or rule.lower() == options.id.lower()]
    if not wanted:
        raise InputError(f"{options.id!a} is no rule; without an id all of them are listed")
    for rule in wanted:
        print(f"{rule}  {rules[rule].say(words)}")
    return DONE


def _add_deck_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.games import GAMES

    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help=f"which deck; {GAMES[0]} unless said")
    parser.add_argument(
        "--correct",
        nargs="+",
        metavar="VALUE",
        help="your printed card differs from the list, or is as listed; each game says what it asks for",
    )
    parser.add_argument("--copies", type=int, default=1, help="how many cards the correction concerns; 1 unless said")


def _run_deck(options: argparse.Namespace) -> int:
    from companion.data_dir import data_dir
    from companion.games import load_deck_list

    deck = load_deck_list(options.game)
    try:
        if options.correct:
            if len(options.correct) != len(deck.asks):
                raise InputError(f"--correct asks for {' '.join(deck.asks)} in {options.game}")
            deck.correct(data_dir(), options.correct, options.copies)
        for line in deck.lines(data_dir()):
            print(line)
    except ValueError as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot write into {data_dir()}: {error.strerror}") from None
    return DONE


def _add_demo_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.games import GAMES

    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help=f"which game; {GAMES[0]} unless said")
    parser.add_argument("--players", type=int, choices=range(2, 6), default=4)
    parser.add_argument("--seed", type=int, default=1851)
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder for the score sheet; demo unless said")
    parser.add_argument("--look", action="store_true", help="in the end lay the hands on a drawn table and read them")


def _run_demo(options: argparse.Namespace) -> int:
    from companion.demo import play_demo

    try:
        play_demo(
            options.game,
            options.players,
            options.seed,
            options.out,
            load_words(options.lang),
            options.lang if options.look else "",
        )
    except OSError as error:
        raise InputError(f"cannot write into {options.out}: {error.strerror}") from None
    return DONE


def _add_app_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="folder of games and settings; the usual one unless said")
    parser.add_argument(
        "--out", type=Path, default=Path("demo"), help="folder for the score sheet when there is no display"
    )


def _run_app(options: argparse.Namespace) -> int:
    from companion.display import has_display

    if has_display():
        from companion.app.main import run_app

        if run_app(options.data):
            return DONE
    print("There is no display here, so a demo game is played in the terminal.")
    from companion.games import GAMES

    demo = argparse.Namespace(game=GAMES[0], players=4, seed=1851, out=options.out, lang=options.lang, look=True)
    return _run_demo(demo)


def _add_follow_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="GAME", help="the game in JSON, as for `replay`, with the colours of the pawns")
    parser.add_argument("--pack", type=Path, required=True, help="the enrolled deck")
    parser.add_argument(
        "--camera", required=True, metavar="SOURCE", help="device number, film, folder or stream address"
    )
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second of a folder; 10 unless said")


def _run_follow(options: argparse.Namespace) -> int:
    from companion.follow_command import run_follow

    return run_follow(options)


def _add_game_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.games import GAMES

    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")

    def add(name: str, text: str, *arguments: str) -> argparse.ArgumentParser:
        step = steps.add_parser(name, help=text, description=text)
        for argument in arguments:
            step.add_argument(argument, type=int if argument in ("id", "number") else str)
        # Also after the step's own arguments; suppressed, or its default would hide what stood before the step.
        step.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language of sentences")
        return step

    add("list", "all games")
    new = add("new", "begin a game", "name")
    new.add_argument("--players", nargs="+", required=True, metavar="PLAYER")
    new.add_argument("--game", choices=GAMES, default=GAMES[0], help=f"which game; {GAMES[0]} unless said")
    new.add_argument("--first", "--master", help="who begins; the first player unless said")
    new.add_argument("--version", help="which version, where a game has several; the full one unless said")
    new.add_argument("--house-rule", action="append", default=[], metavar="RULE")
    add("do", "record an event in JSON, as in `replay`", "id", "event")
    add("undo", "take the last step back", "id")
    add("redo", "do again what was taken back", "id")
    add("change", "another event in place of step NUMBER", "id", "number", "event")
    add("insert", "a forgotten event before step NUMBER", "id", "number", "event")
    add("remove", "the game without step NUMBER", "id", "number")
    add("show", "every step in words, and where the game stands", "id")
    add("rename", "give a game another name", "id", "name")
    add("delete", "remove a game for good", "id")
    add("export", "write the whole game as JSON, the input of `replay`", "id", "file")
    add("import", "read a whole game from JSON", "file", "name")


def _run_game(options: argparse.Namespace) -> int:
    from companion.game_commands import run_game

    return run_game(options)


def _add_cards_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.games import GAMES

    parser.add_argument("out", type=Path, help="a .pdf to print, or a .cardpack for the scanner")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help=f"whose cards; {GAMES[0]} unless said")


def _run_cards(options: argparse.Namespace) -> int:
    from card_db.art.sheets import SheetsError
    from card_db.deck import DeckError
    from card_db.pack import PackError
    from companion.drawn_cards import write_drawn_pack, write_drawn_sheets

    try:
        if options.out.suffix == ".pdf":
            print(f"{options.out}: {write_drawn_sheets(options.out, options.lang, options.game)}")
        elif options.out.suffix == ".cardpack":
            write_drawn_pack(options.out, options.lang, options.game)
            print(options.out)
        else:
            raise InputError(f"{options.out.name} must end in .pdf or .cardpack")
    except (DeckError, PackError, SheetsError) as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot write {options.out}: {error.strerror}") from None
    return DONE


TABLE_COMMANDS: Mapping[
    str, tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]
] = {
    "game": ("play and keep games: new, do, undo, show, export ...", _add_game_arguments, _run_game),
    "rule": ("a rule in our own words", _add_rule_arguments, _run_rule),
    "deck": ("the deck list, what is known of each value, your corrections", _add_deck_arguments, _run_deck),
    "cards": ("our own drawn deck, to print or for the scanner", _add_cards_arguments, _run_cards),
    "follow": ("follow a game by camera", _add_follow_arguments, _run_follow),
    "app": ("the app; without a display a demo game in the terminal", _add_app_arguments, _run_app),
    "demo": ("a whole game played by robots", _add_demo_arguments, _run_demo),
}
