"""Everything that happened, step by step; a tap on a step goes back to before it."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.end_early import ask_to_end
from companion.app.play_screen import PlayScreen
from companion.app.widgets.basic import Text
from companion.app.widgets.buttons import Button, Icon, ListButton
from companion.words import msg, msgs

MOST_STEPS = 40  # shown at once; older ones are in the replay


def open_steps(screen: PlayScreen) -> None:
    """The latest steps, the last one on top."""
    session = screen.session
    events = session.journal.events
    rows: list[Widget] = []
    for step in list(reversed(session.steps))[:MOST_STEPS]:
        text = screen.say(screen.public(events[step.number], step.text))
        below = ""
        if step.overridden:
            below = screen.say(msg("By agreement of the table, against rule {rule}", rule=step.overridden))
        number = Text(str(step.number + 1), "body", "soft", size_hint_x=None, width=dp(44), pos_hint={"center_y": 0.5})
        mark = Icon("people", "doubt", 24, size_hint_x=None, width=dp(30)) if step.overridden else None
        rows.append(
            ListButton(
                text,
                below,
                partial(_ask_back, screen, step.number),
                first=number,
                last=mark,
                test_id=f"step:{step.number}",
                arrow=False,
            )
        )
    if not rows:
        rows.append(Text(screen.say(msg("Nothing has happened yet.")), "body", "soft"))
    end = Button(
        screen.say(msg("End the game early")),
        lambda: ask_to_end(screen, screen.session.id),
        "flag",
        "quiet",
        test_id="end-early",
    )
    screen.shell.ask(screen.say(msg("Steps")), rows, [end], width_dp=760, test_id="steps-dialog")


def _ask_back(screen: PlayScreen, number: int) -> None:
    """Undo everything from this step on; redo brings it back one by one."""
    count = len(screen.session.steps) - number
    question = screen.say(
        msgs(
            "Take back the last step? Redo brings it again.",
            "Take back the last {count} steps? Redo brings them again, one by one.",
            count,
        )
    )

    def back() -> None:
        screen.shell.close_dialogs()
        screen.undo_to(number)

    screen.shell.ask(
        screen.say(msg("Go back")),
        [Text(question)],
        [Button(screen.say(msg("Take back")), back, icon="undo", kind="primary", test_id="back-to-step")],
    )
