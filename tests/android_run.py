"""Runs in a process of its own, as on a tablet: `android_run.py <folder of the app> <command of the companion>`.

Other packages than those of the tablet are refused, and so are our own sources. `--refused` expects an illegal game,
`--app` opens the app, loads all modules and tells what it saw.
"""

import importlib.abc
import json
import pkgutil
import sys
import traceback
from collections.abc import Sequence

TABLET_HAS = {"kivy", "numpy", "cv2", "PIL", "pyzbar", "segno", "platformdirs", "filetype"}
OURS = {"companion", "scanner", "card_db"}


class OnlyTheTablet(importlib.abc.MetaPathFinder):
    """Finds nothing, and refuses what a tablet would not find."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names | TABLET_HAS | OURS | {"main"} and not top.startswith(("_", "kivy")):
            raise ModuleNotFoundError(f"a tablet has no {name}", name=name)


def open_app() -> dict[str, object]:
    """Open the app, look at it and close it."""
    from kivy.config import Config

    for name, _ in list(Config.items("input")):
        Config.remove_option("input", name)
    from kivy.base import EventLoop, runTouchApp, stopTouchApp
    from kivy.core.window import Window

    from companion.app.main import CompanionApp
    from companion.games.packet_row.names import AREA_NAMES

    EventLoop.ensure_window()
    app = CompanionApp()
    app._run_prepare()
    runTouchApp(embedded=True)
    for _ in range(5):
        EventLoop.idle()
    first = app.shell.stack[-1].name
    english = app.desk.say(AREA_NAMES["docks"])
    app.desk.change(language="de")
    app.shell.home()
    german = app.desk.say(AREA_NAMES["docks"])
    app.dispatch("on_pause")
    app.dispatch("on_resume")
    answer: dict[str, object] = {"first": first, "english": english, "german": german}
    answer.update(data=str(app.desk.folder), keyboard=Window.softinput_mode)
    app.dispatch("on_stop")
    stopTouchApp()
    return answer


def load_everything() -> list[str]:
    """Import each of our modules; their names."""
    importlib.import_module("main")
    modules = []
    for package in sorted(OURS):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
                modules.append(found.name)
    return modules


def main() -> int:
    folder, *arguments = sys.argv[1:]
    sys.path.insert(0, folder)
    sys.meta_path.insert(0, OnlyTheTablet())
    import companion

    if __debug__ or companion.__doc__ or not str(companion.__file__).startswith(folder):
        print(f"not as on a tablet: {companion.__file__}", file=sys.stderr)
        return 3
    if arguments == ["--app"]:
        try:
            print(json.dumps({**open_app(), "modules": load_everything()}))
        except Exception:  # Kivy keeps what goes to stderr
            print(traceback.format_exc())
            return 1
        return 0
    from companion.cli import main as command

    refused = arguments[0] == "--refused"
    return int(command(arguments[refused:]) != int(refused))


if __name__ == "__main__":
    raise SystemExit(main())
