"""The way to the camera and back to questions about doubtful cards that were open when the app was closed."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.app.shell import Screen
from companion.drafts import Drafts
from companion.scan_drafts import kept_questions


def open_scan(screen: Screen, draft: str, **args: Any) -> None:
    """The scan view; its questions are kept under the name `draft`."""
    screen.shell.go("scan", draft=draft, **args)


def go_on_asking(screen: Screen, draft: str, **args: Any) -> None:
    """Called while a screen is built: when questions are left from before, they come first."""
    if kept_questions(Drafts(screen.desk.folder), draft) is not None:
        Clock.schedule_once(lambda _: open_scan(screen, draft, **args) if screen.shell.screen is screen else None, 0)
