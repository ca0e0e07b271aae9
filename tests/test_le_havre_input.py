"""Le Havre on the command line: one request a line, and one clear sentence for whatever is bad."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import answer_request
from companion.core.game import InputError
from companion.games import GAMES, load_rules
from companion.words import English
from tests.cli_table import DEEP, SCORE, Ask, assert_bad_input, lines_of, process
from tests.game_tables import played as robots
from tests.le_havre_play import lay_out, supply, take
from tests.le_havre_table import Json, eater, feeding_of, player, score_of

GOOD_SCORE = score_of(
    player("Anna", francs=31, buildings=["Bank", "Luxury Yacht"], ships=[{"type": "wooden", "value": 2}], loans=1),
    player("Ben", goods={"fish": 5}, buildings=["Storehouse"]),
)
GOOD_FEEDING = feeding_of(
    eater("Anna", francs=3), eater("Ben", goods={"fish": 5}, ships=[{"type": "iron", "value": 2}])
)
GOOD = {"score": GOOD_SCORE, "feeding": GOOD_FEEDING}
NAN = float("nan")

# What is wrong with a number, a name, a list: for either command.
BAD_NUMBERS: list[object] = [-1, 1_000_000, 3.0, "3", True, None, [], {}, NAN, 10**400]
BAD_NAMES: list[object] = ["", "  ", "x" * 101, "two\nlines", "\ud800", 7, None, []]


def wrong_of(kind: str) -> dict[str, tuple[str, Json, str]]:
    """Requests that are wrong in one point, each with a word of the answer."""
    make, one = (score_of, player) if kind == "score" else (feeding_of, eater)
    fields = ["name", "francs", "goods", "ships"] + (["buildings", "loans"] if kind == "score" else [])
    full = one()
    found: dict[str, tuple[str, Json, str]] = {
        f"no {key}": (kind, make({k: v for k, v in full.items() if k != key}), f"has no '{key}'") for key in fields
    }
    cases: dict[str, tuple[Json, str]] = {
        "players a number": (make() | {"players": 3}, "players must be a list"),
        "nobody": (make(), "for 1 to 5 players, not 0"),
        "six": (make(*(one(name) for name in "ABCDEF")), "for 1 to 5 players, not 6"),
        "the same name": (make(one("Ann"), one("Ann")), "two players are called 'Ann'"),
        "a player a list": (make([]), "a player must be an object"),  # type: ignore[arg-type]
        "goods a list": (make(one(goods=["fish"])), "the goods of Anna must be an object"),
        "unknown good": (make(one(goods={"gold": 1})), "'gold' in the goods of Anna"),
        "francs as a good": (make(one(goods={"francs": 1})), "'francs' in the goods of Anna"),
        "goods with a capital": (make(one(goods={"Fish": 1})), "'Fish'"),
        "ships an object": (make(one(ships={"type": "wooden", "value": 2})), "the ships of Anna must be a list"),
        "a ship a word": (make(one(ships=["wooden"])), "a ship in the ships of Anna must be an object"),
        "a ship without type": (make(one(ships=[{"value": 2}])), "has no 'type'"),
        "a paper ship": (make(one(ships=[{"type": "paper", "value": 2}])), "wooden, iron, steel, luxury"),
        "a ship type a list": (make(one(ships=[{"type": ["wooden"], "value": 2}])), "the type of a ship"),
        "a wooden ship of 8": (make(one(ships=[{"type": "wooden", "value": 8}])), "2, 4, 6, not 8"),
        "a ship of half a value": (make(one(ships=[{"type": "wooden", "value": 2.0}])), "not 2.0"),
        "a ship worth true": (make(one(ships=[{"type": "wooden", "value": True}])), "not True"),
        "explain a word": (make(one(), explain="yes"), "explain must be true or false"),
        "another game": (make(one()) | {"game": "catan"}, "no game this companion knows"),
        "a game a number": (make(one()) | {"game": 7}, "game must be text"),
    }
    found |= {name: (kind, request, said) for name, (request, said) in cases.items()}
    for bad in BAD_NUMBERS:
        found[f"francs {bad!r:.20}"] = (kind, make(one(francs=bad)), "the francs of Anna must be a whole number")
        found[f"fish {bad!r:.20}"] = (kind, make(one(goods={"fish": bad})), "fish in the goods of Anna")
    for name in BAD_NAMES:
        found[f"name {name!r:.20}"] = (kind, make(one(name)), "name")
    return {f"{kind}: {name}": case for name, case in found.items()}


WRONG = wrong_of("score") | wrong_of("feeding")
WRONG |= {
    f"score: {name}": ("score", score_of(player(**changes)), said)
    for name, changes, said in [
        ("unknown building", {"buildings": ["Casino"]}, "'Casino' in the buildings of Anna is no building"),
        ("half a name", {"buildings": ["Wharf"]}, "did you mean 'Wharf (sort 12)' or 'Wharf (sort 17)'?"),
        ("a slip", {"buildings": ["Storhouse"]}, "did you mean 'Storehouse'?"),
        ("a name in small letters", {"buildings": ["town hall"]}, "is no building of Le Havre"),
        ("an empty building", {"buildings": [""]}, "is no building of Le Havre"),
        ("an endless building", {"buildings": ["Bank" * 9999]}, "is no building of Le Havre"),
        ("a building of Packet Row", {"buildings": ["vp:university:18:4"]}, "is no building of Le Havre"),
        ("a building a number", {"buildings": [29]}, "a building in the buildings of Anna must be text"),
        ("a building a list", {"buildings": [["Bank"]]}, "must be text"),
        ("buildings a word", {"buildings": "Bank"}, "the buildings of Anna must be a list"),
        ("buildings null", {"buildings": None}, "the buildings of Anna must be a list"),
        ("a ship without value", {"ships": [{"type": "wooden"}]}, "has no 'value'"),
        ("the yacht as a ship", {"ships": [{"type": "Luxury Yacht", "value": 20}]}, "wooden, iron, steel, luxury"),
        *((f"loans {bad!r:.20}", {"loans": bad}, "the loans of Anna must be a whole number") for bad in BAD_NUMBERS),
    ]
}
WRONG |= {
    f"score: {name}": ("score", score_of(player(), corrections=corrections), said)
    for name, corrections, said in [
        ("corrections a list", [], "corrections must be an object"),
        ("a correction of nothing", {"Casino": {}}, "'Casino' in corrections is no building"),
        ("a correction a word", {"Zoo": "E"}, "the correction of 'Zoo' must be an object"),
        ("a corrected colour", {"Zoo": {"colour": "red"}}, "fisherman, hammer, limits, not 'colour'"),
        ("an unknown kind", {"Zoo": {"kind": "Q"}}, "C, E, I, P, N, S, not 'Q'"),
        *((f"a value {bad!r:.20}", {"Zoo": {"value": bad}}, "the value in the correction") for bad in BAD_NUMBERS),
    ]
}
WRONG |= {
    f"feeding: {name}": ("feeding", request, said)
    for name, request, said in [
        ("round 0", feeding_of(eater(), number=0), "round must be a whole number from 1 to 7"),
        ("round 8 alone", feeding_of(eater(), number=8), "from 1 to 7, not 8"),
        ("round 9 of 2, short", feeding_of(eater("A"), eater("B"), number=9, version="short"), "from 1 to 8, not 9"),
        ("round a word", feeding_of(eater(), number="1"), "round must be a whole number"),
        ("round true", feeding_of(eater(), number=True), "round must be a whole number"),
        ("a long version", feeding_of(eater(), version="long"), "version must be one of full, short, not 'long'"),
        ("version a number", feeding_of(eater(), version=1), "version must be one of full, short"),
        ("no version", {"game": "le_havre", "round": 1, "players": [eater()]}, "has no 'version'"),
        ("no round", {"game": "le_havre", "version": "full", "players": [eater()]}, "has no 'round'"),
        ("no players", {"game": "le_havre", "version": "full", "round": 1}, "has no 'players'"),
        ("no game", {key: value for key, value in GOOD_FEEDING.items() if key != "game"}, "packet_row has no command"),
    ]
}


@pytest.mark.parametrize(("command", "request_", "said"), WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_one_clear_line(ask: Ask, command: str, request_: Json, said: str) -> None:
    assert_bad_input(ask(command, request_), said)


def test_there_are_many_ways_to_be_wrong() -> None:
    assert len(WRONG) > 120


@pytest.mark.parametrize("command", GOOD)
@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff", b'{"game":"le_havre"}', b"[" * DEEP], ids=range(7)
)
def test_what_is_no_request_is_one_clear_line(ask: Ask, command: str, data: bytes) -> None:
    assert_bad_input(ask(command, data))


# --- good input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", GOOD)
def test_lines_are_answered_in_order_each_with_its_exit(ask: Ask, command: str) -> None:
    good = GOOD[command]
    reply = ask(command, lines_of(good, good | {"players": []}, b"", b"{", good), "--lines")
    assert reply.exit == 0
    first, second, third, fourth = reply.lines
    assert first == fourth == ask(command, good).body | {"exit": 0}
    assert set(second) == set(third) == {"exit", "error"}
    assert second["exit"] == third["exit"] == 2


def test_lines_of_both_games_may_be_mixed(ask: Ask) -> None:
    answers = ask("score", lines_of(SCORE, GOOD_SCORE, SCORE), "--lines").lines
    assert [answer["exit"] for answer in answers] == [0, 0, 0]
    assert ["money" in answer["players"][0] for answer in answers] == [True, False, True]


def test_score_without_a_game_is_packet_row(ask: Ask) -> None:
    nameless = {key: value for key, value in SCORE.items() if key != "game"}
    assert ask("score", nameless).body == ask("score", SCORE).body
    assert_bad_input(ask("score", {key: value for key, value in GOOD_SCORE.items() if key != "game"}), "'money'")


def test_more_fields_are_no_harm(ask: Ask) -> None:
    more = GOOD_SCORE | {"version": "full", "note": {"x": 1}}
    assert ask("score", more).body == ask("score", GOOD_SCORE).body


def test_the_answer_has_exactly_these_fields(ask: Ask) -> None:
    body = ask("score", GOOD_SCORE).body
    assert body["players"] == [
        {
            "name": "Anna",
            "buildings": 16,
            "ships": 22,
            "bonuses": {"Bank": 2},
            "francs": 31,
            "loans": 7,
            "total": 64,
            "place": 1,
        },
        {
            "name": "Ben",
            "buildings": 4,
            "ships": 0,
            "bonuses": {"Storehouse": 2},
            "francs": 0,
            "loans": 0,
            "total": 6,
            "place": 2,
        },
    ]
    assert (body["winners"], body["warnings"]) == (["Anna"], [])


# --- what this game does not have -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["outlook", "fulfil"])
def test_a_command_of_another_game_is_one_clear_line(ask: Ask, command: str) -> None:
    request = {"game": "le_havre", "players": ["Anna", "Ben"], "events": []}
    assert_bad_input(ask(command, request), f"le_havre has no command '{command}'", "score, feeding")


def test_a_game_of_le_havre_is_played_from_the_command_line(
    call: Ask, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PACKET_ROW_DATA", str(tmp_path / "data"))
    begin = ("game", "new", "Friday", "--game", "le_havre", "--version", "short", "--players", "Anna", "Ben")
    assert call(*begin, "--first", "Ben", "--house-rule", "small-marketplace").out == "1\n"
    assert_bad_input(call(*begin, "--house-rule", "strict-refill"), "a house rule must be one of")
    events = [lay_out(2, "short"), supply("Ben", "wood+clay"), take("Ben", "wood")]
    for event in events:
        assert call("game", "do", "1", json.dumps(event)).exit == 0
    refusal = call("game", "do", "1", json.dumps(take("Anna", "fish")))
    assert (refusal.exit, refusal.out) == (1, "3.1: Anna first moves the ship to the next supply tile.\n")
    shown = call("game", "show", "1").out
    assert "Ben takes 4 wood from the offer" in shown
    assert "Round 1, turn 1\nFood at the end of the round: 4\nTo decide: Ben\n" in shown
    file = tmp_path / "game.json"
    assert call("game", "export", "1", str(file)).exit == 0
    assert call("game", "import", str(file), "Again").out == "2\n"
    assert call("game", "show", "2").out == shown


def test_a_finished_game_is_shown_with_its_score(call: Ask, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACKET_ROW_DATA", str(tmp_path / "data"))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(robots("le_havre-1-full").request))
    assert call("game", "import", str(file), "Alone").out == "1\n"
    shown = call("game", "show", "1").out
    assert "The rounds are over." in shown
    assert "Anna ends with" in shown
    file.write_text(json.dumps({"game": "halma", "players": ["Anna"]}))
    assert_bad_input(call("game", "import", str(file), "No"), "'halma' is no game this companion knows")


def test_the_rules_of_both_games_are_told(call: Ask) -> None:
    assert call("rule", "--game", "le_havre", "3.2A").out.startswith("3.2a  ")
    assert call("rule", "--game", "le_havre").out.count("\n") == len(load_rules("le_havre"))
    assert call("rule", "r8").out.startswith("R8  ")
    assert_bad_input(call("rule", "--game", "le_havre", "R8"), "'R8' is no rule")
    assert_bad_input(call("rule", "--game", "halma"), "halma")


def test_both_games_are_known() -> None:
    assert GAMES == ("packet_row", "le_havre")


@pytest.mark.parametrize("command", GOOD)
def test_the_command_starts_without_app_and_scanner(command: str) -> None:
    code = (
        "import sys; from companion.cli import main; status = main(); "
        "heavy = {'kivy', 'cv2', 'numpy', 'PIL'} & set(sys.modules); sys.exit(status or (3 if heavy else 0))"
    )
    done = process(command, "-", data=json.dumps(GOOD[command]).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    light = subprocess.run(
        [sys.executable, "-c", code, command, "-"],
        input=json.dumps(GOOD[command]).encode(),
        capture_output=True,
        check=False,
    )
    assert light.returncode == 0, light.stderr


# --- anything at all --------------------------------------------------------------------------------------------

scraps = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["Bank", "wooden", "fish", "full", "Anna", "le_havre", 2, 10]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "francs", "type", "value", "fish", "ships", "goods", "game", "round"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)


def paths(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Where in a request something could stand in the place of what is there."""
    inner: list[tuple[object, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(found for key, below in inner for found in paths(below, (*path, key)))]


def replaced(request: Any, path: tuple[Any, ...], scrap: object) -> Any:
    """The request with something else in one place."""
    if not path:
        return scrap
    key, *rest = path
    changed = dict(request) if isinstance(request, dict) else list(request)
    changed[key] = replaced(request[key], tuple(rest), scrap)
    return changed


@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_whatever_stands_in_a_request_there_is_an_answer_or_one_sentence(command: str, data: st.DataObject) -> None:
    good = GOOD[command]
    path = data.draw(st.sampled_from(paths(good)[1:]))
    request = replaced(good, path, data.draw(scraps))
    try:
        answer = answer_request(command, request, English)
    except InputError as error:
        said = str(error)
    else:
        assert answer.exit == 0
        assert answer.body["players"]
        return
    assert "\n" not in said
    assert len(said) < 400
