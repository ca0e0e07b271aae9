"""The table ends a game before the rules do: its points as it stands, or only setting it aside."""

from __future__ import annotations

from companion.app.shell import Route, Screen
from companion.app.widgets.basic import Text
from companion.app.widgets.buttons import Button
from companion.core.game import InputError
from companion.fault_words import why
from companion.set_aside import SetAside, count_as_it_stands
from companion.store import StoreError
from companion.words import msg


def ask_to_end(screen: Screen, game_id: int) -> None:
    """What it means, and both ways; nothing is lost either way."""
    say, shell = screen.say, screen.shell
    words = msg(
        "The rules know no early end, so all have to agree. The game stays in the history, where it can be gone on "
        "with at any time."
    )

    def count() -> None:
        shell.close_dialogs()
        try:
            box = screen.desk.box_of(game_id)
            count_id = count_as_it_stands(screen.desk.store, box, screen.desk.session(game_id))
        except (StoreError, InputError) as error:
            shell.tell(say(msg("That does not work")), say(why(error)))
            return
        SetAside(screen.desk.folder).add(game_id)
        shell.home(Route("score_hand", {"count": count_id}))
        shell.note(say(msg("As it stands now: look through everybody's cards, then show the result.")))

    def aside() -> None:
        shell.close_dialogs()
        SetAside(screen.desk.folder).add(game_id)
        shell.home()
        shell.note(say(msg("The game is set aside; you find it in the history.")))

    shell.close_dialogs()
    shell.ask(
        say(msg("End the game early?")),
        [Text(say(words))],
        [
            Button(say(msg("Count the points as it stands")), count, "trophy", "primary", test_id="end-count"),
            Button(say(msg("Only set it aside")), aside, "flag", test_id="end-aside"),
        ],
        test_id="end-dialog",
    )
