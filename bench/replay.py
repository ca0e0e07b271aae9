"""Replaying whole games: microseconds an event, beside reading the same JSON alone; and `score` from the shell."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from statistics import median
from time import perf_counter, process_time

from bench.tables import percentile, table
from card_db.packet_row.deck_list import load_deck
from companion.core.game import Json, Seat, Setup
from companion.games.packet_row.game import GAME
from companion.games.packet_row.replay_commands import replay_command
from companion.games.packet_row.robot import RobotTable
from companion.words import English

GAMES = 1000
STARTS = 20
SCORE_REQUEST = {
    "players": [
        {"name": "Anna", "money": 31, "cards": ["vp:university:18:4", "banker", "money:4", "ship:spain", "captain"]},
        {"name": "Ben", "money": 35, "cards": ["banker", "contract:fur:3:spain:25", "goods:fur:3:10", "ship:spain"]},
    ]
}


def whole_games(count: int) -> list[Json]:
    """Random whole games of 2 to 5 players, as requests."""
    deck = load_deck()
    requests: list[Json] = []
    for seed in range(count):
        random = Random(seed)
        players = 2 + seed % 4
        setup = Setup(GAME.id, ("A", "B", "C", "D", "E")[:players], Seat(random.randrange(players)))
        robot = RobotTable(setup, deck, random)
        requests.append({**GAME.write_setup(setup), "events": [GAME.encode(setup, action) for action in robot.play()]})
    return requests


def replay_rows() -> list[list[str]]:
    """Time an event of reading JSON, of the replay with its final score, and of both with writing the answer."""
    texts = [json.dumps(request) for request in whole_games(GAMES)]
    events = 0
    reading, replaying, writing = 0.0, 0.0, 0.0
    for text in texts:
        start = process_time()
        request = json.loads(text)
        read = process_time()
        answer = replay_command(request, English)
        replayed = process_time()
        json.dumps(answer.body)
        writing += process_time() - replayed
        reading += read - start
        replaying += replayed - read
        events += len(request["events"])
    micro = 1e6 / events
    return [
        ["baseline: reading the JSON", f"{reading * micro:.1f}", ""],
        ["replay: decode, check, advance, final score", f"{replaying * micro:.1f}", "40"],
        ["all, with writing the answer", f"{(reading + replaying + writing) * micro:.1f}", ""],
        [f"({GAMES} games, {events} events)", "", ""],
    ]


def start_rows() -> list[list[str]]:
    """Seconds from the shell to the answer."""
    request = json.dumps(SCORE_REQUEST).encode()
    ways = {
        "baseline: python -c pass": ([sys.executable, "-c", "pass"], ""),
        "python -m companion score": ([sys.executable, "-m", "companion", "score", "-"], "0.25"),
    }
    rows = []
    for name, (command, bar) in ways.items():
        times = []
        for _ in range(STARTS):
            start = perf_counter()
            subprocess.run(command, input=request, capture_output=True, check=True)
            times.append(perf_counter() - start)
        rows.append([name, f"{median(times):.3f}", f"{percentile(times, 95):.3f}", bar])
    return rows


def main() -> str:
    """Both tables in Markdown."""
    return "\n\n".join(
        [
            table(["replay", "µs an event (CPU)", "at most"], replay_rows()),
            table([f"from shell to answer, {STARTS} times", "median s", "95 % s", "at most"], start_rows()),
        ]
    )


if __name__ == "__main__":
    print(main())
