"""As on the tablet: only the packed files, compiled with -OO and without their sources; and what buildozer would do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.android_package import PACKAGES, TOP, names, packed_files, spec_app
from tests.cli_table import SCORE, Json

GUARDED = Path(__file__).parent / "android_run.py"
GAME = json.loads((Path(__file__).parent / "games" / "five.json").read_text(encoding="utf-8"))["request"]
KNOWN_FROM_PIP = {"certifi", "chardet", "filetype", "idna", "platformdirs", "requests", "segno", "six", "urllib3"}


@pytest.fixture(scope="module")
def tablet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the app as it is unpacked on a tablet: no sources, no docstrings, no asserts."""
    folder = tmp_path_factory.mktemp("tablet") / "app"
    for path in packed_files(spec_app()):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / path, folder / path)
    command = [sys.executable, "-OO", "-m", "compileall", "-q", "-b", "-f", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    for source in folder.rglob("*.py"):
        source.unlink()
    return folder


def run(tablet: Path, *arguments: str, said: str = "") -> str:
    """Run something there, with only the packages that the tablet has; what it prints."""
    environment = {**os.environ, "ANDROID_PRIVATE": str(tablet.parent / "files"), "HOME": "/"}
    environment.pop("PYTHONPATH", None)
    command = [sys.executable, "-OO", "-P", str(GUARDED), str(tablet), *arguments]
    done = subprocess.run(
        command, input=said, capture_output=True, text=True, timeout=120, check=False, cwd=tablet, env=environment
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def run_here(*arguments: str, said: str) -> str:
    """The same with the sources."""
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=120, check=True, cwd=TOP).stdout


@pytest.mark.parametrize(("command", "request_"), [("score", SCORE), ("replay", GAME), ("legal", GAME)])
def test_the_engine_answers_as_ever(tablet: Path, command: str, request_: Json) -> None:
    said = json.dumps(request_)
    answer = json.loads(run(tablet, command, "-", said=said))
    assert answer == json.loads(run_here(command, "-", said=said))
    assert "rule" not in answer


def test_rules_are_still_enforced_without_assert(tablet: Path) -> None:
    game = {**GAME, "events": [GAME["events"][0], GAME["events"][0]]}
    answer = json.loads(run(tablet, "--refused", "replay", "-", said=json.dumps(game)))
    assert (answer["ok"], answer["event"]) == (False, 1)
    assert answer["rule"]


@pytest.mark.kivy
def test_the_app_opens_and_every_module_can_be_loaded(tablet: Path) -> None:
    data = tablet.parent / "files"
    data.mkdir()
    (data / "settings.json").write_text('{"tour_seen": true}', encoding="utf-8")
    answer = json.loads(run(tablet, "--app").splitlines()[-1])
    assert answer["first"] == "home"
    assert answer["data"] == str(data)
    assert answer["german"] != answer["english"]
    assert answer["keyboard"] == "below_target"
    assert set(answer["modules"]) == all_modules()


def all_modules() -> set[str]:
    """Our modules by their sources."""
    files = {path.relative_to(TOP).with_suffix("") for package in PACKAGES for path in (TOP / package).rglob("*.py")}
    named = {".".join(file.parent.parts if file.name == "__init__" else file.parts) for file in files}
    return {name for name in named - set(PACKAGES) if not name.endswith("__main__")}


# --- with buildozer and python-for-android, where they are installed --------------------------------------------------


def test_buildozer_reads_the_spec(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("buildozer")
    from buildozer.specparser import SpecParser

    import companion

    monkeypatch.chdir(TOP)
    spec = SpecParser()
    spec.read("buildozer.spec", "utf-8")
    assert spec.getlist("app", "requirements") == names(spec_app()["requirements"])
    assert spec.getbooldefault("app", "android.allow_backup", True) is False
    for key in (key for key in spec.options("app") if key.endswith(("filename", "xml"))):
        assert (TOP / spec.get("app", key)).is_file(), key

    from buildozer import Buildozer

    assert Buildozer("buildozer.spec").get_version() == companion.__version__


def test_buildozer_copies_exactly_what_we_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("buildozer")
    from buildozer import Buildozer

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(TOP)
    tool = Buildozer("buildozer.spec")
    tool.config.set("buildozer", "build_dir", str(tmp_path / "build"))
    tool.user_bin_dir = str(tmp_path / "bin")
    tool.set_target("android")
    tool._copy_application_sources()
    copied = Path(tool.app_dir)
    files = {path.relative_to(copied).as_posix() for path in copied.rglob("*") if path.is_file()}
    assert files == packed_files(spec_app())


def test_python_for_android_knows_how_to_build_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pythonforandroid")
    from pythonforandroid.bootstrap import Bootstrap
    from pythonforandroid.build import Context
    from pythonforandroid.graph import get_recipe_order_and_bootstrap

    monkeypatch.setenv("HOME", str(tmp_path))
    app = spec_app()
    context = Context()
    context.local_recipes = None
    bare = [name.partition("==")[0] for name in names(app["requirements"])]  # as the tool itself does it
    bootstrap = Bootstrap.get_bootstrap(app["p4a.bootstrap"], context)
    recipes, from_pip, _ = get_recipe_order_and_bootstrap(context, bare, bootstrap)
    assert set(recipes) >= {"kivy", "opencv", "numpy", "pyzbar", "libzbar", "sqlite3", "pillow", "pyjnius", "android"}
    assert set(from_pip) <= KNOWN_FROM_PIP
    assert set(from_pip) >= {"filetype", "platformdirs", "segno"}


def test_the_packager_takes_the_pictures_and_the_orientation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line that buildozer makes for the packager, caught before it would run."""
    pytest.importorskip("buildozer")
    from buildozer import Buildozer

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(TOP)
    tool = Buildozer("buildozer.spec")
    tool.config.set("buildozer", "build_dir", str(tmp_path / "build"))
    tool.user_bin_dir = str(tmp_path / "bin")
    tool.set_target("android")

    class Caught(Exception):
        pass

    def catch(command: list[str], **_: object) -> None:
        raise Caught(command)

    monkeypatch.setattr(tool.target, "_p4a", catch)
    monkeypatch.setattr(tool.target, "_update_libraries_references", lambda _: None)
    monkeypatch.setattr(tool.target, "get_dist_dir", lambda *_: str(tmp_path))
    with pytest.raises(Caught) as caught:
        tool.target.build_package()
    command = [str(word) for word in caught.value.args[0]]
    assert command.count("--orientation") == 4
    assert command[command.index("--manifest-orientation") + 1] == "fullUser"
    assert command[command.index("--allow-backup") + 1] == "false"
    for option in ("--icon", "--icon-fg", "--icon-bg", "--presplash"):
        assert Path(command[command.index(option) + 1]).is_file(), option
    assert "INTERNET" not in " ".join(command)
    assert "--feature" not in command
