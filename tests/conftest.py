"""Kivy without a screen: the environment for every test, Kivy's own settings for those that ask for `kivy_config`."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli_table import ask, call
from tools.offscreen import DRIVER, OFFSCREEN

__all__ = ["ask", "call"]  # fixtures for all tests of the command line


def pytest_configure() -> None:
    os.environ.update({**DRIVER, **os.environ})  # a driver that somebody has chosen stays
    os.environ.update(OFFSCREEN, KIVY_HOME=tempfile.mkdtemp(prefix="companion-kivy-"))


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["KIVY_HOME"], ignore_errors=True)


@pytest.fixture(scope="session")
def kivy_config() -> Any:
    """Kivy's Config without real input devices; ask for it before the first window opens."""
    from kivy.config import Config

    for name, _ in list(Config.items("input")):
        Config.remove_option("input", name)
    return Config


@pytest.fixture(scope="session")
def pictures_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of cards, drawn once for all tests."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def open_app(kivy_config: Any, pictures_folder: Path, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens the real app: `open_app(size=…, language=…)`, on a copy of `data`; called again it is a restart."""
    from tests.app_driver import Driver

    open_drivers: list[Driver] = []

    def start(size: tuple[int, int] = (1280, 800), data: Path | None = None, **settings: object) -> Driver:
        while open_drivers:
            open_drivers.pop().stop()
        if data is not None and not (tmp_path / "app").exists():
            shutil.copytree(data, tmp_path / "app")
        file = tmp_path / "app" / "settings.json"
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps({"tour_seen": True, **settings}), encoding="utf-8")
        open_drivers.append(Driver(file.parent, pictures_folder, size))
        return open_drivers[-1]

    yield start
    while open_drivers:
        open_drivers.pop().stop()
