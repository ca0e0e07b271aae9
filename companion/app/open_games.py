"""The game that can be gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from companion.app.desk import Desk
from companion.records.played import UNREADABLE
from companion.set_aside import SetAside

LATEST = 3  # games that are looked at: opening one takes a moment


class OpenGame(NamedTuple):
    """A game in play."""

    id: int
    name: str
    round: int


def open_game(desk: Desk) -> OpenGame | None:
    """The game that was played last and is not over; a demo only where there is no other."""
    demo = None
    for is_demo, game in _open_games(desk):
        if not is_demo:
            return game
        demo = demo or game
    return demo


def _open_games(desk: Desk) -> Iterator[tuple[bool, OpenGame]]:
    """The latest games that can be read and are not over, none that the table has set aside; whether it is a demo."""
    aside = SetAside(desk.folder)
    latest = [info for info in desk.games() if info.id not in aside][:LATEST]
    for info in latest[:1]:  # it may be at hand already
        with suppress(*UNREADABLE):
            session = desk.session(info.id)
            if not desk.box.is_over(session.state):
                yield session.setup.demo, OpenGame(info.id, info.name, desk.box.round(session.state))
    for info in latest[1:]:
        played = desk.records.get("game", info.id)
        if played is not None and played.readable and not played.finished:
            yield played.demo, OpenGame(info.id, info.name, played.round)
