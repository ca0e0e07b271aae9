"""A game state from a file (`--game-state`) as a prior for the scanner.

Three forms are known by their shape: what `companion replay` prints, a game as `companion replay` reads it (it is then
asked, as a process of its own: the scanner knows no rules), and a plain form for any other game:
`{"places":{"market":{"current-1":["id",…],…}},"copies":{"id":n},"designs":["id",…]}`, every part optional.
"""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from scanner.prior import Prior
from scanner.reading import Place

MAX_BYTES = 8 * 2**20
MAX_COPIES = 1_000
REPLAY_SECONDS = 60

PLAIN = ("places", "copies", "designs")


class GameStateError(ValueError):
    """A game state cannot be used; one sentence that names the file."""


def load_prior(path: Path, ids: Collection[str]) -> Prior:
    """Read a file in any of the three forms; `ids` are those of the pack, others are ignored."""
    body = _read(path)
    if "events" in body:
        body = {**_replay(path), **{key: body[key] for key in PLAIN if key in body}}
    try:
        return prior_of(body, ids)
    except GameStateError as error:
        raise GameStateError(f"{path} is no game state: {error}.") from None


def prior_of(body: Mapping[str, object], ids: Collection[str]) -> Prior:
    """A prior from a state as `replay` prints it, or from the plain form."""
    state = body.get("state")
    if isinstance(state, dict):  # a replay that was stopped by an illegal event tells the state before it
        body = {**state, **{key: body[key] for key in PLAIN if key in body}}
    if not any(key in body for key in ("areas", *PLAIN)):
        raise GameStateError("it has neither areas nor events, places, copies or designs")
    expected: dict[Place, frozenset[str]] = {}
    for board, area in _object(body.get("areas", {}), "areas").items():
        spaces = _object(_object(area, f"areas.{board}").get("spaces", {}), f"areas.{board}.spaces")
        expected.update(_places(board, spaces, f"areas.{board}.spaces", ids))
    for board, named in _object(body.get("places", {}), "places").items():
        expected.update(_places(board, _object(named, f"places.{board}"), f"places.{board}", ids))
    held: Counter[str] = Counter()
    for player in _list(body.get("players", []), "players"):
        held.update(_texts(_object(player, "players").get("cards", []), "players.cards"))
    copies = {id_: _number(count, id_) for id_, count in _object(body.get("copies", {}), "copies").items()}
    designs = frozenset(_texts(body["designs"], "designs")) & frozenset(ids) if "designs" in body else None
    return Prior(
        expected,
        {id_: count for id_, count in copies.items() if id_ in ids},
        {id_: count for id_, count in held.items() if id_ in ids},
        designs,
    )


def _places(board: str, spaces: Mapping[str, object], where: str, ids: Collection[str]) -> dict[Place, frozenset[str]]:
    """What should lie on each space: a card, one of several, or nothing."""
    places = {}
    for slot, cards in spaces.items():
        named = _texts([] if cards is None else [cards] if isinstance(cards, str) else cards, f"{where}.{slot}")
        known = frozenset(card for card in named if card in ids)
        if known or not named:  # a card that the pack does not know is no empty space
            places[board, slot] = known
    return places


def _read(path: Path) -> dict[str, object]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe or a device may never end
            raise GameStateError(f"{path} is not a file.")
        with path.open("rb") as handle:
            data = handle.read(MAX_BYTES + 1)
    except OSError as error:
        raise GameStateError(f"{path} cannot be read: {error.strerror or error}.") from None
    if len(data) > MAX_BYTES:
        raise GameStateError(f"{path} is larger than {MAX_BYTES // 2**20} MB.")
    return _parse(data, f"{path} is not JSON.", f"{path} is no game state: it is not a JSON object.")


def _replay(path: Path) -> dict[str, object]:
    """The state of a game, told by the companion."""
    command = [sys.executable, "-m", "companion", "replay", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=REPLAY_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        raise GameStateError(f"{path} is a game, and the companion that could replay it did not answer.") from None
    if done.returncode not in (0, 1) or not done.stdout.strip():
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise GameStateError(f"{path} is a game that cannot be replayed: {said[-1] if said else 'no answer'}")
    wrong = f"{path} is a game, and the companion's answer to it is not understood."
    return _parse(done.stdout, wrong, wrong)


def _parse(data: bytes, not_json: str, not_object: str) -> dict[str, object]:
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        raise GameStateError(not_json) from None
    if not isinstance(body, dict):
        raise GameStateError(not_object)
    return body


def _object(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise GameStateError(f"{where} must be an object")
    return value


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise GameStateError(f"{where} must be a list")
    return value


def _texts(value: object, where: str) -> list[str]:
    texts = [text for text in _list(value, where) if isinstance(text, str)]
    if len(texts) != len(_list(value, where)):
        raise GameStateError(f"{where} must list ids")
    return texts


def _number(value: object, id_: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_COPIES:
        raise GameStateError(f"copies of {id_} must be a whole number from 0 to {MAX_COPIES:,}")
    return value
