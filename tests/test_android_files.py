"""The Android package will contain what it needs; this needs no Android tools."""

import re
import struct
import sys
from configparser import SectionProxy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.android_package import PACKAGES, TOP, names, packed_files, spec_app

NOT_FOR_ANDROID = {".pyc", ".po", ".pot", ".md", ".typed"}  # work files, and what only developers read
ANDROID_HAS = {"kivy", "numpy", "cv2", "PIL", "pyzbar", "segno", "platformdirs", "android", "jnius"}
NOT_BUNDLED = {"tkinter", "idlelib", "lib2to3", "ensurepip", "multiprocessing", "curses", "crypt", "cgi", "imp"}
PRINTS_ON_A_DESKTOP = {"scanner/tag_sheet.py", "card_db/art/sheets.py"}
IMPORT = re.compile(r"^\s*(?:from|import) ([a-zA-Z_][\w.]*)(?= import|$| as |,)", re.MULTILINE)
PICTURES = ("icon.filename", "icon.adaptive_foreground.filename", "icon.adaptive_background.filename")


@pytest.fixture(scope="module")
def app() -> SectionProxy:
    return spec_app()


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """The text of every module, by its path."""
    files = [path for path in package_files() if path.suffix == ".py"]
    return {path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8") for path in [*files, TOP / "main.py"]}


@pytest.fixture(scope="module")
def imported(sources: dict[str, str]) -> set[tuple[str, str]]:
    """Which module imports what, wherever in the file."""
    return {(path, name) for path, text in sources.items() for name in IMPORT.findall(text)}


def package_files() -> list[Path]:
    return [path for package in PACKAGES for path in (TOP / package).rglob("*") if path.is_file()]


def test_every_path_in_the_spec_exists(app: SectionProxy) -> None:
    assert (TOP / app["source.dir"] / "main.py").is_file()
    for key in ("version.filename", "android.extra_manifest_xml", "presplash.filename", *PICTURES):
        assert (TOP / app[key]).is_file(), key


@pytest.mark.parametrize(("key", "least"), [(PICTURES[0], 512), (PICTURES[1], 432), (PICTURES[2], 432)])
def test_the_icons_are_square_and_large_enough(app: SectionProxy, key: str, least: int) -> None:
    head = (TOP / app[key]).read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    width, height = struct.unpack("!II", head[16:])
    assert width == height >= least


def test_the_version_is_found_and_is_the_one_of_the_package(app: SectionProxy) -> None:
    import companion

    found = re.search(app["version.regex"], (TOP / app["version.filename"]).read_text(encoding="utf-8"))
    assert found
    assert found[1] == companion.__version__


def test_the_requirements_are_those_that_android_can_build(app: SectionProxy) -> None:
    wanted = {name.partition("==")[0] for name in names(app["requirements"])}
    assert wanted >= {"python3", "android", "pyjnius", "sqlite3", "libiconv", "libzbar"}
    assert wanted >= {"kivy", "numpy", "opencv", "pillow", "pyzbar", "filetype", "segno", "platformdirs"}
    assert not wanted & {"reportlab", "opencv-python", "hypothesis", "pytest", "babel"}
    assert "numpy" in names(app["requirements"]), "numpy must not be pinned: its recipe needs a git tag"


def test_the_camera_is_asked_for_but_not_required(app: SectionProxy) -> None:
    assert set(names(app["android.permissions"])) == {"android.permission.CAMERA", "android.permission.VIBRATE"}
    text = (TOP / app["android.extra_manifest_xml"]).read_text(encoding="utf-8")
    namespace = "http://schemas.android.com/apk/res/android"
    features = ElementTree.fromstring(f'<manifest xmlns:android="{namespace}">{text}</manifest>')
    required = {f.get(f"{{{namespace}}}name"): f.get(f"{{{namespace}}}required") for f in features}
    assert required == {"android.hardware.camera.any": "false"}


def test_the_app_may_turn_with_the_tablet(app: SectionProxy) -> None:
    assert set(names(app["orientation"])) == {"landscape", "landscape-reverse", "portrait", "portrait-reverse"}
    assert app["android.manifest.orientation"] == "fullUser"


# --- what is packed ---------------------------------------------------------------------------------------------------


def test_every_file_of_the_packages_is_packed(app: SectionProxy) -> None:
    wanted = {path.relative_to(TOP).as_posix() for path in package_files() if path.suffix not in NOT_FOR_ANDROID}
    assert wanted - packed_files(app) == set()


def test_nothing_but_the_packages_is_packed(app: SectionProxy) -> None:
    others = {path for path in packed_files(app) if not path.startswith(tuple(f"{name}/" for name in PACKAGES))}
    assert others == {"main.py", "LICENSE"}


def test_what_the_app_reads_at_run_time_is_packed(app: SectionProxy) -> None:
    packed = packed_files(app)
    assert packed >= {
        "card_db/packet_row/deck.toml",
        "companion/app/fonts/PacketRowDisplay.ttf",
        "companion/app/fonts/PacketRowDisplay-OFL.txt",
        "companion/app/icon.png",
        "companion/locale/de/LC_MESSAGES/companion.mo",
    }


# --- what the code may use --------------------------------------------------------------------------------------------


def test_no_module_reads_docstrings_since_android_strips_them(sources: dict[str, str]) -> None:
    assert [path for path, text in sources.items() if "__doc__" in text] == []


def test_no_module_asks_for_installed_packages(imported: set[tuple[str, str]]) -> None:
    assert len(imported) > 500
    asking = ("importlib.metadata", "importlib_metadata", "pkg_resources", "setuptools")
    assert {(path, name) for path, name in imported if name.startswith(asking)} == set()


def test_only_what_android_has_is_imported(imported: set[tuple[str, str]]) -> None:
    known = (sys.stdlib_module_names - NOT_BUNDLED) | ANDROID_HAS | set(PACKAGES)
    tops = {(path, name.partition(".")[0]) for path, name in imported}
    assert {(path, top) for path, top in tops if top not in known} == {
        (path, "reportlab") for path in PRINTS_ON_A_DESKTOP
    }


def test_reportlab_is_imported_only_when_something_is_printed(sources: dict[str, str]) -> None:
    for path in PRINTS_ON_A_DESKTOP:
        assert "reportlab" in sources[path]
        assert not re.search(r"^(from|import) reportlab", sources[path], re.MULTILINE)
