"""Choosing a picture file from a plain list; a tablet has a list of its own, since its folders are closed to apps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.android import is_android, pick_file
from companion.app.camera import PICTURE_FILES
from companion.app.dates import day_words
from companion.app.shell import Screen
from companion.app.widgets.basic import Panel, Scroll, Text
from companion.app.widgets.buttons import Button, Icon, ListButton
from companion.words import msg

MOST = 40
FOLDERS = ("", "Pictures", "Bilder", "Downloads", "DCIM/Camera", "Desktop")


def home_folders() -> list[Path]:
    """Where people keep what they have photographed or downloaded; nowhere that a tablet would let us look."""
    return [] if is_android() else [Path.home() / name for name in FOLDERS]


def found_files(folders: Iterable[Path], endings: Sequence[str]) -> list[Path]:
    """Files with these endings in these folders, the newest first."""
    found: dict[Path, float] = {}
    for folder in folders:
        try:
            for file in folder.iterdir():
                if file.suffix.lower() in endings and not file.name.startswith(".") and file.is_file():
                    found[file] = file.stat().st_mtime
        except OSError:
            continue  # a folder that is not there or may not be read
    return sorted(found, key=lambda file: -found[file])[:MOST]


def chooser(screen: Screen, folder: Path, on_choose: Callable[[Path], object]) -> list[Widget]:
    """On a tablet a button for its own list of files; `folder` gets a copy of what is chosen there."""
    if not is_android():
        return []

    def chosen(file: Path | None) -> None:
        if file is None:
            screen.shell.note(screen.say(msg("This file cannot be read.")))
        else:
            on_choose(file)

    words = screen.say(msg("Choose a file…")), screen.say(msg("From this tablet or from another app"))
    return [ListButton(*words, lambda: pick_file(folder, chosen), icon="search", test_id="pick-file")]


def build_files(screen: Screen, on_choose: Callable[[Path], object], endings: Sequence[str] = PICTURE_FILES) -> None:
    """The files there are, newest first; a tap chooses one."""
    own = screen.desk.folder / "pictures"
    files = found_files([own, *home_folders()], endings)
    rows = chooser(screen, own, on_choose)
    rows += [
        ListButton(
            file.name,
            f"{file.parent} · {screen.say(day_words(datetime.fromtimestamp(file.stat().st_mtime)))}",
            lambda file=file: on_choose(file),  # type: ignore[misc]
            icon="camera" if endings is PICTURE_FILES else "cards",
            test_id=f"file:{file.name}",
        )
        for file in files
    ]
    if rows:
        screen.add_widget(Scroll(*rows, space=1, pad=2))
        return
    where = screen.say(msg("Put it into {folder} or your home folder.", folder=str(own)))
    nothing = Panel(
        Icon("search", "accent", 44, size_hint_y=None, height=dp(56)),
        Text(screen.say(msg("No file found")), "heading", bold=True, align="center"),
        Text(where, "body", "soft", align="center"),
        Button(screen.say(msg("Look again")), screen.rebuild, "turn", test_id="files-again"),
        space=1.5,
        pad=3,
    )
    screen.add_widget(Scroll(nothing, pad=2))
