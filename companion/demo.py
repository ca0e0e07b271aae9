"""A whole game played by robots in the terminal: what the companion follows, and the score sheet at the end."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from card_db.packet_row.deck_list import load_deck
from companion.core.game import Json, Seat, Setup
from companion.games.packet_row.actions import Choose, Reveal
from companion.games.packet_row.game import GAME, holdings
from companion.games.packet_row.robot import RobotTable
from companion.games.packet_row.scoring import score
from companion.games.packet_row.text import outlook_text, score_text
from companion.words import Words, msg

PLAYERS = ("Anna", "Ben", "Cedric", "David", "Emma")


def play_demo(players: int, seed: int, folder: Path, words: Words, look: str = "") -> None:
    """Print a game move by move; write the score sheet and the game itself into the folder.

    With `look`, a language, the hands are in the end laid on a drawn table and read by the scanner.
    """
    random = Random(seed)
    setup = Setup(GAME.id, PLAYERS[:players], Seat(random.randrange(players)))
    table = RobotTable(setup, load_deck(), random)
    before = table.state
    events: list[Json] = []
    shown_round = 0
    for action in table.play():
        if isinstance(action, Choose) and before.round != shown_round:
            shown_round = before.round
            master = setup.players[before.harbour_master]
            print()
            print(msg("Round {round}, harbour master {master}", round=shown_round, master=master).say(words))
            print("  " + outlook_text(before, words))
        if isinstance(action, Reveal) and not events:
            print(msg("A demo game: the boards are laid out.").say(words))
        print("  " + GAME.describe(before, action).say(words))
        events.append(GAME.encode(setup, action))
        before = table.state
    if look:
        from companion.demo_look import look_at_hands

        print()
        print(msg("The game is over; the camera looks at everybody's cards:").say(words))
        look_at_hands(holdings(table.state), look, words)
    sheet = score_text(score(holdings(table.state)), words)
    folder.mkdir(parents=True, exist_ok=True)
    sheet_file, game_file = folder / "score-sheet.txt", folder / "game.json"
    sheet_file.write_text(sheet + "\n", encoding="utf-8")
    game = {**GAME.write_setup(setup), "events": events}
    game_file.write_text(json.dumps(game, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print()
    print(msg("The game is over after round {round}.", round=table.state.round).say(words))
    print()
    print(sheet)
    print()
    print(msg("Score sheet: {file}", file=str(sheet_file)).say(words))
    print(msg("The whole game, for `companion replay`: {file}", file=str(game_file)).say(words))
