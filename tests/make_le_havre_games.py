"""Writes whole games of Le Havre: `python -m tests.make_le_havre_games`, only when one is added or made anew."""

from __future__ import annotations

import json
from pathlib import Path

from companion.core.game import Seat, Setup, apply, legal_actions, refused_actions
from companion.games import load_command
from companion.games.le_havre.game import GAME
from companion.words import English
from tests.game_tables import play
from tests.le_havre_play import Json

FOLDER = Path(__file__).parent / "games" / "le_havre"
SUMMARY = ("phase", "players", "offers", "town", "ships", "piles", "modernised", "score")
SETUPS = {
    "one-short": (Setup("le_havre", ("A",), Seat(0), version="short"), 3),
    "two-short": (Setup("le_havre", ("A", "B"), Seat(1), version="short"), 5),
    "three-full": (Setup("le_havre", ("A", "B", "C"), Seat(0), version="full"), 8),
    "five-full": (Setup("le_havre", ("A", "B", "C", "D", "E"), Seat(3), version="full"), 6),
}


def count_options(request: Json) -> list[list[int]]:
    """How many options are legal and how many refused, at every tenth step; another number means other rules."""
    setup = GAME.read_setup(request)
    state, counts = GAME.new_game(setup), []
    for number, event in enumerate(request["events"]):
        if number % 10 == 0:
            counts.append([len(legal_actions(GAME, state)), len(refused_actions(GAME, state))])
        state = apply(GAME, state, GAME.decode(setup, event))
    return counts


def main() -> None:
    """Write all games, one event a line."""
    FOLDER.mkdir(exist_ok=True)
    for name, (setup, seed) in SETUPS.items():
        events = [GAME.encode(setup, step.action) for step in play(setup, seed)]
        request = {**GAME.write_setup(setup), "events": events}
        body = load_command("le_havre", "replay")(request, English).body
        expected = {key: body[key] for key in SUMMARY}
        expected["options"] = count_options(request)
        lines = ",\n".join(json.dumps(event) for event in events)
        head = json.dumps(GAME.write_setup(setup))[:-1]
        text = f'{{"request": {head}, "events": [\n{lines}\n]}},\n"expected": {json.dumps(expected)}}}\n'
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
