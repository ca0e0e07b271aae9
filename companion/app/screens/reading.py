"""What stands there while many games are read: how far it is; the screen is built anew until it is done."""

from __future__ import annotations

from companion.app.shell import Screen
from companion.app.widgets.basic import Panel, Scroll, Text
from companion.words import msg

SECONDS = 0.15  # of reading between two frames


def still_reading(screen: Screen) -> bool:
    """Read on for a moment; True while there is more, and then the screen says so and comes back by itself."""
    done, total = screen.desk.records.catch_up(SECONDS)
    if done == total:
        return False
    words = screen.say(msg("Reading games: {done} of {total}", done=done, total=total))
    screen.add_widget(Scroll(Panel(Text(words, "label", "soft", align="center", test_id="reading")), pad=2))
    screen.shell.refresh_soon()
    return True
