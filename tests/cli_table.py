"""Requests, answers and ways to run the command line, shared by its tests."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

ROOT = Path(__file__).parent.parent
Json = dict[str, Any]
DEEP = 100_000

FUR = "contract:fur:3:spain:25"

SCORE: Json = {
    "game": "packet_row",
    "players": [
        {"name": "Anna", "money": 31, "cards": ["vp:university:18:4", "banker", "money:4"]},
        {"name": "Ben", "money": 5, "cards": [FUR, "goods:fur:3:10", "ship:spain", "banker", "banker"]},
    ],
}

PLAN: Json = {
    "income": 65,
    "contracts": ["contract:tobacco:4:spain:35", "contract:tobacco:2:sweden:15", "contract:cotton:2:spain:15"],
    "ships": [
        {
            "card": "ship:spain",
            "to": "spain",
            "captain": False,
            "contracts": ["contract:tobacco:4:spain:35", "contract:cotton:2:spain:15"],
        },
        {"card": "ship:france", "to": "sweden", "captain": True, "contracts": ["contract:tobacco:2:sweden:15"]},
    ],
    "goods": [
        {
            "card": "goods:tobacco:5:9",
            "as": "tobacco",
            "trader": False,
            "units": [
                {"contract": "contract:tobacco:4:spain:35", "units": 4},
                {"contract": "contract:tobacco:2:sweden:15", "units": 1},
            ],
        },
        {
            "card": "nugget:1:4",
            "as": "tobacco",
            "trader": False,
            "units": [{"contract": "contract:tobacco:2:sweden:15", "units": 1}],
        },
        {
            "card": "goods:grain:3:10",
            "as": "cotton",
            "trader": True,
            "units": [{"contract": "contract:cotton:2:spain:15", "units": 2}],
        },
    ],
}
SPENT = [
    *PLAN["contracts"],
    *("ship:spain", "ship:france", "captain"),
    *("goods:tobacco:5:9", "nugget:1:4", "goods:grain:3:10", "trader"),
]
FULFIL: Json = {"cards": [*SPENT, "captain", "money:4", "ship:france"]}

NAMES = ["Anna", "Ben", "Cedric", "David"]
REVEALS: list[Json] = [
    {
        "do": "reveal",
        "area": "guildhall",
        "future": ["assistant", "contract:grain:4:sweden:35"],
        "current": ["contract:fur:3:spain:30", "assistant", "vp:university:18:4"],
    },
    {
        "do": "reveal",
        "area": "docks",
        "future": ["ship:spain", "captain"],
        "current": ["ship:france", "nugget:1:4", "vp:grand_pier:26:6"],
    },
    {
        "do": "reveal",
        "area": "market",
        "future": ["goods:fur:2:6", "trader"],
        "current": ["vp:library:15:3", "goods:tobacco:1:2", "vp:exchange:27:6"],
    },
    {"do": "reveal", "area": "bank", "future": ["money:4", "banker"], "current": ["money:2", "money:3", "banker"]},
]
DEAL: Json = {"do": "deal", "player": "Anna", "card": "start:fur:3:spain:25"}
# The example of the rulebook: four players, Anna is harbour master.
ROUND: list[Json] = [
    {"do": "choose", "area": "market"},
    {"do": "take", "player": "Ben", "card": "vp:library:15:3"},
    {"do": "decline", "player": "Cedric"},
    {"do": "take", "player": "David", "card": "goods:tobacco:1:2", "space": "current-2"},
    {"do": "decline", "player": "Anna"},
    {"do": "choose", "area": "docks"},
    {"do": "decline", "player": "Cedric"},
    {"do": "take", "player": "Anna", "card": "ship:france"},
]
REFILLS: list[Json] = [
    {"do": "refill", "area": "docks", "current": ["ship:sweden"], "future": ["nugget:2:7", "ship:spain"]},
    {"do": "refill", "area": "market", "current": ["trader"], "future": ["goods:grain:1:2", "goods:cotton:3:10"]},
]


def player(name: object = "Anna", money: object = 0, cards: object = ()) -> Json:
    return {"name": name, "money": money, "cards": list(cards) if isinstance(cards, tuple) else cards}


def players(*some: Json) -> Json:
    return {"players": [*some, player("Zora")]}


def game(*events: Json, **changes: Any) -> Json:
    start = {"game": "packet_row", "players": NAMES, "harbour_master": "Anna", "house_rules": []}
    return start | {"events": list(events)} | changes


EVERYTHING = game(
    *REVEALS,
    DEAL,
    *ROUND,
    *REFILLS,
    {"do": "choose", "area": "bank"},
    {"do": "take", "player": "Cedric", "card": "money:3"},
    {"do": "cash", "player": "Cedric", "card": "money:3"},
    {"do": "final_cards", "player": "David", "cards": [FUR, "goods:fur:3:10", "ship:spain"]},
    {"do": "fulfil", "player": "David", "contracts": [FUR]},
    {"do": "final_cards", "player": "David", "cards": SPENT},
    {"do": "fulfil", "player": "David", "plan": PLAN},
    {"do": "correct", "player": "Ben", "money": 40, "cards": ["assistant"]},
    {"do": "correct", "area": "docks", "spaces": {"current-1": "ship:spain", "future-2": None}},
    {"do": "correct", "area": "docks", "deck": 3, "discard": 2},
    colours={"Anna": "red", "Ben": "blue"},
)


@dataclass(frozen=True)
class Reply:
    """What the command printed and its exit status."""

    exit: int
    out: str
    err: str

    @property
    def body(self) -> Json:
        """The answer; there is exactly one, on a line of its own, and nothing else was said."""
        assert self.err == ""
        assert self.out.count("\n") == 1
        body = json.loads(self.out)
        assert isinstance(body, dict)
        return body

    @property
    def lines(self) -> list[Json]:
        assert self.err == ""
        return [json.loads(line) for line in self.out.splitlines()]


Ask = Callable[..., Reply]


@pytest.fixture
def ask(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Ask:
    """Run a command on a request (bytes as they are, anything else as JSON) in this process."""
    file = tmp_path / "request.json"

    def run(command: str, request: object, *options: str) -> Reply:
        file.write_bytes(request if isinstance(request, bytes) else json.dumps(request).encode())
        return call(command, str(file), *options)

    def call(*argv: str) -> Reply:
        try:
            status = main(argv)
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else -1
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        return Reply(status, out.decode("utf-8"), err.decode("utf-8", "replace"))

    run.call = call  # type: ignore[attr-defined]
    return run


@pytest.fixture
def call(ask: Ask) -> Ask:
    """Run the command with exactly these arguments."""
    return ask.call  # type: ignore[attr-defined, no-any-return]


def assert_bad_input(reply: Reply, *fragments: str) -> None:
    assert reply.exit == 2
    assert reply.out == ""
    assert reply.err.endswith("\n")
    line = reply.err[:-1]
    assert line.isprintable(), line
    assert "Traceback" not in line
    assert len(line) < 400, line
    for fragment in fragments:
        assert fragment in line


def assert_clean(reply: Reply) -> None:
    """Done, refused or bad input, each in its form."""
    if reply.exit == 2:
        assert_bad_input(reply)
    else:
        assert reply.exit in (0, 1)
        assert reply.body


def process(
    *argv: str, data: bytes = b"", python: tuple[str, ...] = (), shell_tail: str = ""
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, *python, "-m", "companion", *argv]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    if shell_tail:
        command = ["sh", "-c", shlex.join(command) + shell_tail]
    return subprocess.run(command, input=data, capture_output=True, env=environment, check=False)


def fields(body: Json, names: str) -> Json:
    """These fields of an answer, all of which must be there; an answer may have more."""
    return {name: body[name] for name in names.split()}


PLAYER_FIELDS = "name contracts contract_income money_cards money vp_buildings vp_money vp_bankers total place"


def lines_of(*requests: object, end: bytes = b"\n") -> bytes:
    return b"".join((r if isinstance(r, bytes) else json.dumps(r).encode()) + end for r in requests)
