"""`companion game`: a game kept on disk and played from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main

MARKET = {
    "do": "reveal",
    "area": "market",
    "future": ["goods:tobacco:3:10", "trader"],
    "current": ["vp:library:15:3", "goods:fur:2:6"],
}
OTHERS = [
    {"do": "reveal", "area": "docks", "future": ["captain", "captain"], "current": ["ship:spain", "nugget:1:4"]},
    {"do": "reveal", "area": "bank", "future": ["banker", "money:4"], "current": ["money:5", "vp:treasury:28:3"]},
    {
        "do": "reveal",
        "area": "guildhall",
        "future": ["assistant", "contract:fur:3:spain:25"],
        "current": ["assistant", "contract:cotton:3:netherlands:25"],
    },
]


class Table:
    """Runs commands and keeps what they printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *arguments: str) -> tuple[int, str, str]:
        status = main(["game", *arguments])
        printed = self._capsys.readouterr()
        return status, printed.out, printed.err

    def do(self, event: dict[str, object], *options: str) -> tuple[int, str, str]:
        return self.run("do", "1", json.dumps(event), *options)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    monkeypatch.setenv("PACKET_ROW_DATA", str(tmp_path / "data"))
    table = Table(capsys)
    assert table.run("new", "Friday", "--players", "Anna", "Ben", "Cedric") == (0, "1\n", "")
    for event in (MARKET, *OTHERS):
        assert table.do(event)[0] == 0
    return table


def test_steps_are_told_in_words_and_refusals_name_their_rule(table: Table) -> None:
    assert table.do({"do": "choose", "area": "bank"}) == (0, "Anna chooses: bank\n", "")
    status, out, _ = table.do({"do": "take", "player": "Ben", "card": "vp:treasury:28:3"})
    assert (status, out) == (1, "R4: Ben has $25; the treasury costs $28.\n")
    status, out, _ = table.do({"do": "take", "player": "Ben", "card": "vp:treasury:28:3"}, "--lang", "de")
    assert (status, out) == (1, "R4: Ben hat 25 $; „Schatzamt“ kostet 28 $.\n")
    assert table.do({"do": "take", "player": "Ben", "card": "vp:treasury:28:3", "override": True})[0] == 0
    _, shown, _ = table.run("show", "1")
    assert "Ben takes the treasury for $28  [R4]" in shown
    assert "To decide: Cedric" in shown


def test_undo_redo_change_insert_and_remove(table: Table) -> None:
    table.do({"do": "choose", "area": "bank"})
    assert table.run("undo", "1") == (0, "Anna chooses: bank\n", "")
    assert table.run("redo", "1") == (0, "Anna chooses: bank\n", "")
    assert table.run("redo", "1")[0] == 2
    deal = json.dumps({"do": "deal", "player": "Ben", "card": "start:fur:3:spain:25"})
    assert table.run("insert", "1", "5", deal)[0] == 0
    assert table.run("change", "1", "6", json.dumps({"do": "choose", "area": "docks"}))[0] == 0
    assert "Anna chooses: docks" in table.run("show", "1")[1]
    assert table.run("remove", "1", "5")[0] == 0
    status, out, _ = table.run("remove", "1", "1")
    assert status == 1
    assert out.startswith("S4: Step 4 ")
    assert table.run("remove", "1", "99")[0] == 2


def test_a_game_is_exported_imported_renamed_listed_and_deleted(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    assert table.run("export", "1", str(file))[0] == 0
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert exported["name"] == "Friday"
    assert len(exported["events"]) == 4
    assert table.run("import", str(file), "copy") == (0, "2\n", "")
    assert table.run("rename", "2", "second")[0] == 0
    assert "second (4)" in table.run("list")[1]
    assert table.run("delete", "2")[0] == 0
    assert "second" not in table.run("list")[1]
    assert table.run("show", "2")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("do", "1", "not json"),
        ("do", "7", "{}"),
        ("show", "one"),
        ("import", "missing.json", "x"),
        ("new", "x", "--players", "Anna"),
        ("new", "x", "--players", "Anna", "Anna"),
        ("new", "x", "--players", "Anna", "Ben", "--house-rule", "poker"),
    ],
)
def test_mistakes_are_one_line_and_exit_2(table: Table, arguments: tuple[str, ...]) -> None:
    try:
        status, out, err = table.run(*arguments)
    except SystemExit as left:
        status, out = left.code, ""
        err = table._capsys.readouterr().err
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_the_strict_refill_says_what_it_means(table: Table) -> None:
    status, out, err = table.run("new", "x", "--players", "Anna", "Ben", "--house-rule", "strict-refill")
    assert (status, out) == (0, "2\n")
    assert "a single assistant can end the game at once" in err


def test_a_damaged_file_is_set_aside_and_told(table: Table, tmp_path: Path) -> None:
    database = tmp_path / "data" / "games.db"
    database.write_bytes(b"x" * 5000)
    for beside in ("-wal", "-shm"):
        database.with_name(database.name + beside).unlink(missing_ok=True)
    status, out, err = table.run("list")
    assert (status, out) == (0, "")
    assert "damaged" in err
    assert len(list(database.parent.glob("games.damaged-*"))) == 1
