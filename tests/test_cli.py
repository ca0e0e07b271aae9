"""The command line as a whole: languages, exit codes and what a process loads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.words import LOCALE_DIR
from tests.cli_table import (
    EVERYTHING,
    FUR,
    PLAYER_FIELDS,
    REVEALS,
    ROOT,
    SCORE,
    Ask,
    Json,
    fields,
    game,
    lines_of,
    player,
    process,
)

# --- words ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not (LOCALE_DIR / "de").exists(), reason="there is no German catalogue yet")
def test_reasons_are_said_in_german_and_the_rest_stays_as_it_is(ask: Ask) -> None:
    wrong = game(*REVEALS, {"do": "decline", "player": "Ben"})
    english, german = ask("replay", wrong).body, ask("replay", wrong, "--lang", "de").body
    assert german["reason"] != english["reason"]
    assert german | {"reason": ""} == english | {"reason": ""}
    explained = SCORE | {"explain": True}
    english, german = ask("score", explained).body, ask("score", explained, "--lang", "de").body
    assert german["reason"] != english["reason"]
    assert german["winners"] == english["winners"]
    for one, other in zip(english["players"], german["players"], strict=True):
        assert fields(one, PLAYER_FIELDS) == fields(other, PLAYER_FIELDS)
        assert [line["reason"] for line in one["lines"]] != [line["reason"] for line in other["lines"]]
    refused = {"cards": [FUR], "contracts": [FUR]}
    assert ask("fulfil", refused, "--lang", "de").body["reason"] != ask("fulfil", refused).body["reason"]


# --- a process of its own ---------------------------------------------------------------------------------------


def test_the_command_runs_as_a_module_with_its_exit_codes() -> None:
    done = process("score", "-", data=json.dumps(SCORE).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["winners"] == ["Anna"]
    refused = process("fulfil", "-", data=json.dumps({"cards": [FUR], "contracts": [FUR]}).encode())
    assert (refused.returncode, refused.stderr) == (1, b"")
    assert json.loads(refused.stdout)["rule"] == "C1"
    bad = process("replay", "-", data=b"{")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert bad.stderr.startswith(b"companion: the request is not JSON")
    assert bad.stderr.count(b"\n") == 1
    usage = process("score")
    assert (usage.returncode, usage.stdout, usage.stderr.count(b"\n")) == (2, b"", 1)


def test_lines_in_a_process_exit_with_0_whatever_the_answers_are() -> None:
    done = process("score", "-", "--lines", data=lines_of(SCORE, b"{", SCORE))
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["exit"] for line in done.stdout.splitlines()] == [0, 2, 0]


def test_answers_are_utf_8_whatever_the_terminal_is() -> None:
    request = json.dumps(SCORE).replace("Anna", "Zoë 🃏").encode()
    command = [sys.executable, "-m", "companion", "score", "-"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = subprocess.run(command, input=request, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["winners"] == ["Zoë 🃏"]
    bad = subprocess.run(
        command, input=request.replace(b"31", b"-1"), capture_output=True, env=environment, check=False
    )
    assert (bad.returncode, bad.stderr.count(b"\n")) == (2, 1)


def test_score_loads_neither_kivy_nor_opencv_nor_numpy(tmp_path: Path) -> None:
    file = tmp_path / "score.json"
    file.write_text(json.dumps(SCORE), encoding="utf-8")
    code = (
        "import sys; from companion.cli import main; status = main(['score', sys.argv[1]]);"
        "print(status, sorted({'kivy', 'cv2', 'numpy', 'pyzbar', 'scanner', 'card_db'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    answer, seen = done.stdout.splitlines()
    assert json.loads(answer)["winners"] == ["Anna"]
    assert seen == "0 ['card_db']"  # card_db is there, so the list is not empty for some other reason


@pytest.mark.parametrize("request_", [SCORE, {"players": [player(name) for name in "ABCDEF"]}], ids=["good", "bad"])
def test_score_answers_the_same_without_docstrings_and_asserts(request_: Json) -> None:
    data = json.dumps(request_).encode()
    plain, stripped = process("score", "-", data=data), process("score", "-", data=data, python=("-OO",))
    assert (stripped.returncode, stripped.stdout, stripped.stderr) == (plain.returncode, plain.stdout, plain.stderr)


def test_replay_answers_the_same_without_docstrings_and_asserts() -> None:
    data = json.dumps(EVERYTHING).encode()
    plain, stripped = process("replay", "-", data=data), process("replay", "-", data=data, python=("-OO",))
    assert plain.returncode == 0
    assert stripped.stdout == plain.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("argv", "tail"),
    [
        pytest.param(("score", "-"), " <&-", id="standard input is closed"),
        pytest.param(("score", "-", "--lines"), " <&-", id="standard input of lines is closed"),
        pytest.param(("score", "/proc/self/mem", "--lines"), "", id="a file of lines cannot be read"),
        pytest.param(("score", "-"), " >/dev/full", id="the disk is full"),
        pytest.param(("score", "-"), " >&-", id="standard output is closed"),
    ],
)
def test_trouble_with_files_is_one_line(argv: tuple[str, ...], tail: str) -> None:
    if not all(Path(part).exists() for part in (*argv, tail.removeprefix(" >")) if part.startswith("/")):
        pytest.skip("this system has no such file")
    done = process(*argv, data=json.dumps(SCORE).encode(), shell_tail=tail or " ")
    assert done.returncode == 2, done.stderr
    assert done.stderr.count(b"\n") == 1, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_goes_away_is_no_reason_for_a_traceback() -> None:
    done = process("score", "-", "--lines", data=lines_of(*[SCORE] * 3000), shell_tail=" | head -n 1")
    assert b"Traceback" not in done.stderr
    assert json.loads(done.stdout)["exit"] == 0
