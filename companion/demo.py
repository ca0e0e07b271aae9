"""A whole game played by robots in the terminal: what the companion follows, and the score sheet at the end."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from companion.core.game import Json
from companion.games import load_box, load_demo, load_game
from companion.records.exports import sheet_text
from companion.words import Words, msg

PLAYERS = ("Anna", "Ben", "Cedric", "David", "Emma")


def play_demo(game_id: str, players: int, seed: int, folder: Path, words: Words, look: str = "") -> None:
    """Print a game move by move; write the score sheet and the game itself into the folder.

    With `look`, a language, the hands are in the end laid on a drawn table and read by the scanner.
    """
    game, box, demo = load_game(game_id), load_box(game_id), load_demo(game_id)
    table = demo.new_table(PLAYERS[:players], Random(seed))
    before, setup = table.state, table.state.setup
    events: list[Json] = []
    shown_round = 0
    print(msg("A demo game: {game}", game=box.title).say(words))
    for action in table.play():
        lines = demo.round_words(before)
        if lines and box.round(before) != shown_round:
            shown_round = box.round(before)
            print()
            print("\n  ".join(line.say(words) for line in lines))
        print("  " + game.describe(before, action).say(words))
        events.append(game.encode(setup, action))
        before = table.state
    hands = box.hands(before)
    if look:
        from companion.demo_look import look_at_hands

        print()
        print(msg("The game is over; the camera looks at everybody's cards:").say(words))
        look_at_hands(box, hands, look, words)
    sheet = sheet_text(box.sheet(hands), words)
    folder.mkdir(parents=True, exist_ok=True)
    sheet_file, game_file = folder / "score-sheet.txt", folder / "game.json"
    sheet_file.write_text(sheet + "\n", encoding="utf-8")
    played = {**game.write_setup(setup), "events": events}
    game_file.write_text(json.dumps(played, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print()
    print(msg("The game is over after round {round}.", round=box.round(before)).say(words))
    print()
    print(sheet)
    print()
    print(msg("Score sheet: {file}", file=str(sheet_file)).say(words))
    print(msg("The whole game, for `companion replay`: {file}", file=str(game_file)).say(words))
