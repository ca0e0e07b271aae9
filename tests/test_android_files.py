"""The Android package will contain what it needs; this needs no Android tools."""

import re
from configparser import ConfigParser, SectionProxy
from pathlib import Path
from xml.etree import ElementTree

import pytest

TOP = Path(__file__).parent.parent
PACKAGES = ("companion", "scanner", "card_db")
NOT_FOR_ANDROID = {".pyc", ".po", ".pot", ".md", ".typed"}  # work files, and what only developers read


@pytest.fixture(scope="module")
def app() -> SectionProxy:
    spec = ConfigParser()
    with open(TOP / "buildozer.spec", encoding="utf-8") as file:
        spec.read_file(file)
    return spec["app"]


def names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",")]


def package_files() -> list[Path]:
    return [path for package in PACKAGES for path in (TOP / package).rglob("*") if path.is_file()]


def test_every_path_in_the_spec_exists(app: SectionProxy) -> None:
    assert (TOP / app["source.dir"] / "main.py").is_file()
    for key in ("version.filename", "android.extra_manifest_xml", "icon.filename", "presplash.filename"):
        assert key not in app or (TOP / app[key]).is_file(), key


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


def test_every_data_file_of_the_packages_is_taken_along(app: SectionProxy) -> None:
    taken = {f".{ext}" for ext in names(app["source.include_exts"])}
    used = {path.suffix for path in package_files()} - NOT_FOR_ANDROID
    assert used <= taken


def test_no_package_lies_in_a_folder_that_is_left_out(app: SectionProxy) -> None:
    left_out = set(names(app["source.exclude_dirs"]))
    assert "tests" in left_out
    assert not [path for path in package_files() if str(path.relative_to(TOP).parent) in left_out]


def test_the_camera_is_asked_for_but_not_required(app: SectionProxy) -> None:
    assert "android.permission.CAMERA" in names(app["android.permissions"])
    assert not [name for name in names(app["android.permissions"]) if name.endswith("INTERNET")]
    text = (TOP / app["android.extra_manifest_xml"]).read_text(encoding="utf-8")
    namespace = "http://schemas.android.com/apk/res/android"
    features = ElementTree.fromstring(f'<manifest xmlns:android="{namespace}">{text}</manifest>')
    required = {f.get(f"{{{namespace}}}name"): f.get(f"{{{namespace}}}required") for f in features}
    assert required == {"android.hardware.camera.any": "false"}
