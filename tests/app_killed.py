"""The app in the middle of something, killed by the system: `python -m tests.app_killed FLOW FOLDER PICTURES`.

Nothing is told, nothing is tidied up: the process is gone right after a tap, as when a battery is empty.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def count_hands(app: Any) -> None:
    """Score now: one hand entered, the second one begun."""
    app.tap("score-now")
    app.tap("players:2")
    app.tap("start")
    for tab, card in (("helper", "banker"), ("vp", "vp:university:18:4")):
        app.tap(f"picker-tab:{tab}")
        app.tap(f"pick:{card}")
    app.tap("money")
    app.tap("key:3")
    app.tap("key:1")
    app.tap("pad-done")
    app.tap("next")
    app.tap("picker-tab:ship")
    app.tap("pick:ship:spain")


def seat_players(app: Any) -> None:
    """New game: half of it is entered."""
    app.tap("new_game")
    app.tap("count:4")
    app.type("name:0", "Wilma")
    app.type("name:1", "Anna")
    app.tap("master:1")


def set_table_up(app: Any) -> None:
    """The set-up of a new game: ticks, and two cards of the first board."""
    app.tap("new_game")
    app.tap("start")
    app.tap("tick:money")
    app.tap("to-boards")
    app.tap("pick:contract:fur:2:netherlands:15")
    app.tap("pick:assistant")


def play(app: Any) -> None:
    """The table: a card taken, taken back, declined."""
    from companion.games.packet_row.actions import Take
    from companion.games.packet_row.game import GAME
    from tests.play_table import open_table, setup_of, tap_action

    session = open_table(app, setup_of(3), lambda state: state.phase == "asking")
    before = session.state
    take = next(a for a in GAME.options(before) if isinstance(a, Take) and GAME.check(before, a) is None)
    tap_action(app, before, take)
    app.tap("undo")
    app.tap("decline")


def teach(app: Any) -> None:
    """My deck: a cut-out is named and its value corrected, another one waits."""
    from tests.app_data import teach as teach_deck

    teach_deck(app.desk.folder / "deck", pair=False)
    app.tap("my_deck")
    app.tap("deck-name")
    app.tap("name-deck:market")
    app.tap("picker-tab:goods")
    app.tap("pick:goods:fur:2:6")
    app.tap("value:price:plus")
    app.tap("values-done")


def settle_in(app: Any) -> None:
    """Settings: everything is changed once."""
    app.tap("settings")
    app.tap("language:de")
    app.tap("theme:bright")
    app.tap("text-size:1.25")


FLOWS: dict[str, Callable[[Any], None]] = {
    "score_now": count_hands,
    "new_game": seat_players,
    "set_up": set_table_up,
    "table": play,
    "my_deck": teach,
    "settings": settle_in,
}


def main(flow: str, folder: Path, pictures: Path) -> None:
    """Do it, and be gone."""
    from tests.app_driver import Driver

    FLOWS[flow](Driver(folder, pictures))
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
