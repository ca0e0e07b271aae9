"""The rows of `tests/rules/*.txt`: for every rule id what it allows and what it refuses.

    R3 refuses firmly: a card of another area           id, kind, title
        2 players: choose bank; B takes ship:spain      who plays, then a script (see scripts.py)
    R3 allows: a card of the current supply
        2 players: choose bank; B takes banker
        = players/B/cards=[banker]; phase=master        what the answer then shows

Kinds: `allows`; `refuses` the last event (`firmly`: also when the table agrees; `with R5`: another id is carried);
`otherwise`, for a rule that no event can break: an outcome that would be different without the rule; `cannot be read`.
After the number of players may stand `bare` (no boards laid out yet), `C first` (harbour master) and `strict`
(house rule). `score: A 29 banker; B 9` asks for a score. `let X = …` names a text that is used as `$X`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.scripts import read_script
from tests.tables import NAMES, STRICT, Json, game

FOLDER = Path(__file__).parent / "rules"
_HEAD = re.compile(
    r"(?P<rule>[A-Z]\d) (?P<kind>allows|refuses|otherwise|cannot be read)(?P<firm> firmly)?( with (?P<says>[A-Z]\d))?"
    r": (?P<title>.+)"
)
_TABLE = re.compile(r"(?P<players>\d) players?(?P<bare>, bare)?(, (?P<master>[A-E]) first)?(?P<strict>, strict)?")


@dataclass(frozen=True)
class Row:
    """One example; `says` is the id a refusal carries, `firm` whether no agreement of the table helps."""

    file: str
    rule: str
    kind: str
    title: str
    request: Json
    command: str = "replay"
    shows: Mapping[str, object] = field(default_factory=dict)
    says: str = ""
    firm: bool = False

    def __str__(self) -> str:
        return f"{self.rule}-{self.title.replace(' ', '_')}"


def read_rows() -> list[Row]:
    """The rows of all files."""
    return [row for path in sorted(FOLDER.glob("*.txt")) for row in read_file(path)]


def read_file(path: Path) -> list[Row]:
    """The rows of one file."""
    names: dict[str, str] = {}
    rows: list[Row] = []
    for head, *lines in _paragraphs(path.read_text(encoding="utf-8")):
        if head.startswith("let "):
            name, value = " ".join([head.removeprefix("let "), *lines]).split(" = ")
            names[name] = _expand(value, names)
        else:
            rows.append(_read_row(path.stem, head, [_expand(line, names) for line in lines]))
    return rows


def _paragraphs(text: str) -> list[list[str]]:
    """A line at the margin with the indented ones below it; what is indented twice continues a line."""
    paragraphs: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith(" " * 8):
            paragraphs[-1][-1] += " " + line.strip()
        elif line.startswith(" " * 4):
            paragraphs[-1].append(line.strip())
        elif line and not line.startswith("#"):
            paragraphs.append([line])
    return paragraphs


def _expand(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\$(\w+)", lambda found: names[found[1]], text)


def _read_row(file: str, head: str, lines: list[str]) -> Row:
    found = _HEAD.fullmatch(head)
    if found is None:
        raise ValueError(f"{file}.txt: what does {head!r} mean?")
    body = lines[0]
    shows = _read_shows(lines[1].removeprefix("= ")) if len(lines) > 1 else {}
    command = "score" if body.startswith("score") else "replay"
    request = _read_score(body) if command == "score" else _read_game(body)
    says = found["says"] or found["rule"]
    return Row(file, found["rule"], found["kind"], found["title"], request, command, shows, says, bool(found["firm"]))


def _read_game(text: str) -> Json:
    who, script = text.split(":", 1)
    found = _TABLE.fullmatch(who)
    if found is None:
        raise ValueError(f"what does {who!r} mean?")
    players = int(found["players"])
    events = read_script(script, players, bare=bool(found["bare"]))
    request = game(players, events, found["master"] or "A", STRICT if found["strict"] else ())
    return {**request, "players": [*NAMES, "F"][:players]}


def _read_score(text: str) -> Json:
    how, hands = text.split(": ", 1)
    players = []
    for hand in hands.split("; "):
        name, money, *cards = hand.split()
        players.append({"name": name, "money": int(money), "cards": cards})
    return {"players": players, "fulfil": how != "score without contracts"}


def _read_shows(text: str) -> dict[str, object]:
    return {path: _read_value(value) for path, value in (item.split("=") for item in text.split("; "))}


def _read_value(text: str) -> object:
    if text in ("null", "true", "false"):
        return {"null": None, "true": True, "false": False}[text]
    if text.startswith("["):
        return text[1:-1].split()
    if "@" in text:
        area, space = text.split("@")
        return {"area": area, "space": space}
    return int(text) if text.isdecimal() else text
