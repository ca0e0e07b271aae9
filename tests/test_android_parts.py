"""The parts that only a tablet has, on a pretended one; and how the app lives there: pause, back key, rotation."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread, current_thread, main_thread
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.kivy


class FakeList(list[Any]):
    """A Java list."""

    toArray = list.copy  # noqa: N815


class FakeParameters:
    def __init__(self, flash: list[str] | None) -> None:
        self.flash, self.mode = flash, "off"

    def getSupportedPreviewSizes(self) -> FakeList:  # noqa: N802
        sizes = ((1920, 1080), (1280, 960), (1280, 768), (640, 480))
        return FakeList(SimpleNamespace(width=width, height=height) for width, height in sizes)

    def getSupportedFlashModes(self) -> FakeList | None:  # noqa: N802
        return None if self.flash is None else FakeList(self.flash)

    def setFlashMode(self, mode: str) -> None:  # noqa: N802
        self.mode = mode


class FakeTablet:
    """What Android would offer; notes what is done to it."""

    def __init__(self) -> None:
        self.held = 0  # quarter turns
        self.granted = False
        self.broken = False
        self.parameters = FakeParameters(["off", "torch"])
        self.notes: list[Any] = []
        self.answer: Callable[[Any, list[bool]], None] | None = None

    # --- the class android.hardware.Camera, and one that is open -----------------------------------------------------

    def open(self, index: int) -> FakeTablet:
        if self.broken:
            raise RuntimeError("Fail to connect to camera service")
        return self

    def release(self) -> None:
        self.notes.append("tried")

    def getParameters(self) -> FakeParameters:  # noqa: N802
        return self.parameters

    def setParameters(self, parameters: FakeParameters) -> None:  # noqa: N802
        self.notes.append(f"light {parameters.mode}")

    def getCameraInfo(self, index: int, about: Any) -> None:  # noqa: N802
        about.orientation = 90

    # --- modules -----------------------------------------------------------------------------------------------------

    def autoclass(self, name: str) -> Any:
        return {"android.hardware.Camera": self, "android.hardware.Camera$CameraInfo": SimpleNamespace}[name]

    def camera(self, index: int, resolution: tuple[int, int], stopped: bool) -> Any:
        """Kivy's camera."""
        self.notes.append(("made", resolution, current_thread() is main_thread()))
        return SimpleNamespace(
            resolution=resolution,
            _android_camera=self,
            start=lambda: self.notes.append("started"),
            grab_frame=lambda: bytearray(b"frame"),
            _release_camera=lambda: self.notes.append(("released", current_thread() is main_thread())),
        )

    def request(self, permissions: list[str], answer: Callable[[Any, list[bool]], None]) -> None:
        self.notes.append(permissions)
        self.answer = answer


@pytest.fixture
def tablet(monkeypatch: pytest.MonkeyPatch) -> FakeTablet:
    fake = FakeTablet()
    display = SimpleNamespace(getRotation=lambda: fake.held)
    activity = SimpleNamespace(getWindowManager=lambda: SimpleNamespace(getDefaultDisplay=lambda: display))
    modules: dict[str, dict[str, Any]] = {
        "android": {"mActivity": activity, "vibrate": lambda seconds: fake.notes.append(("buzz", seconds))},
        "android.permissions": {
            "Permission": SimpleNamespace(CAMERA="camera"),
            "check_permission": lambda _: fake.granted,
            "request_permissions": fake.request,
        },
        "jnius": {"autoclass": fake.autoclass},
        "kivy.core.camera.camera_android": {"CameraAndroid": fake.camera},
    }
    for name, content in modules.items():
        module = ModuleType(name)
        module.__dict__.update(content)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("companion.app.android.platform", "android")
    return fake


@pytest.fixture(autouse=True)
def _quiet_kivy(kivy_config: Any) -> None:
    """Kivy without real input devices."""


def elsewhere(work: Callable[[], Any], ticks: bool = True, seconds: float = 5) -> Any:
    """Do something in another thread, while the main one runs the clock of the app (or sleeps, as in a pause)."""
    from kivy.clock import Clock

    results: list[Any] = []

    def do() -> None:
        try:
            results.append(work())
        except Exception as error:
            results.append(error)

    thread = Thread(target=do)
    thread.start()
    end = time.monotonic() + seconds
    while thread.is_alive() and time.monotonic() < end:
        if ticks:
            Clock.tick()
        time.sleep(0.005)
    thread.join(0)
    return results[0]


def run_clock() -> None:
    from kivy.clock import Clock

    for _ in range(3):
        Clock.tick()


# --- on a desktop ---------------------------------------------------------------------------------------------------


def test_a_desktop_has_none_of_this_and_needs_none() -> None:
    from companion.app.android import ask_for_camera, is_android, vibrate

    answers: list[bool] = []
    ask_for_camera(answers.append)
    vibrate()
    assert answers == [True]
    assert not is_android()


# --- on a tablet ----------------------------------------------------------------------------------------------------


def test_the_camera_is_asked_for_once(tablet: FakeTablet) -> None:
    from companion.app.android import ask_for_camera

    answers: list[bool] = []
    tablet.granted = True
    ask_for_camera(answers.append)
    assert (answers, tablet.notes) == ([True], [])


@pytest.mark.parametrize(("granted", "expected"), [([True], True), ([False], False), ([], False)])
def test_the_answer_reaches_the_main_thread(tablet: FakeTablet, granted: list[bool], expected: bool) -> None:
    from companion.app.android import ask_for_camera

    answers: list[tuple[bool, bool]] = []
    ask_for_camera(lambda may: answers.append((may, current_thread() is main_thread())))
    assert tablet.notes == [["camera"]]
    assert tablet.answer is not None
    elsewhere(lambda: tablet.answer and tablet.answer(None, granted), ticks=False)
    assert answers == []
    run_clock()
    assert answers == [(expected, True)]


class FakeIntent:
    """Android's question for a file, and its answer."""

    ACTION_GET_CONTENT, CATEGORY_OPENABLE = "get", "openable"

    def __init__(self, action: str) -> None:
        self.asked = [action]

    def addCategory(self, name: str) -> None:  # noqa: N802
        self.asked.append(name)

    def setType(self, name: str) -> None:  # noqa: N802
        self.asked.append(name)

    def getData(self) -> str:  # noqa: N802
        return "content://other.app/7"


class FakeFiles:
    """What another app gives out: a name and a descriptor."""

    def __init__(self, name: str, file: Path) -> None:
        self.name, self.file, self.closed = name, file, False

    def query(self, address: str, *nothing: None) -> FakeFiles:
        return self

    def moveToFirst(self) -> bool:  # noqa: N802
        return True

    def getColumnIndex(self, name: str) -> int:  # noqa: N802
        return ["_id", "_display_name"].index(name)

    def getString(self, column: int) -> str:  # noqa: N802
        return ("7", self.name)[column]

    def close(self) -> None:
        self.closed = True

    def openFileDescriptor(self, address: str, mode: str) -> Any:  # noqa: N802
        return SimpleNamespace(detachFd=lambda: os.open(self.file, os.O_RDONLY))


@pytest.mark.parametrize(
    ("name", "is_there", "expected"),
    [("deck.cardpack", True, "deck.cardpack"), ("../../games.sqlite", True, "games.sqlite"), ("gone.png", False, None)],
)
def test_a_file_of_another_app_is_copied(
    tablet: FakeTablet, tmp_path: Path, name: str, is_there: bool, expected: str | None
) -> None:
    from companion.app.android import PICK, pick_file

    given, folder = tmp_path / "given", tmp_path / "mine"
    if is_there:
        given.write_bytes(b"content")
    listeners: list[Any] = []
    asked: list[Any] = []
    android = sys.modules["android"]
    android.activity = SimpleNamespace(  # type: ignore[attr-defined]
        bind=lambda on_activity_result: listeners.append(on_activity_result),
        unbind=lambda on_activity_result: listeners.remove(on_activity_result),
    )
    android.mActivity.getContentResolver = lambda: FakeFiles(name, given)
    android.mActivity.startActivityForResult = lambda wish, question: asked.append((wish.asked, question))
    sys.modules["jnius"].autoclass = {"android.content.Intent": FakeIntent}.get  # type: ignore[attr-defined]

    chosen: list[Path | None] = []
    pick_file(folder, chosen.append)
    assert asked == [(["get", "openable", "*/*"], PICK)]
    listeners[0](PICK + 1, -1, FakeIntent(""))  # an answer to somebody else
    assert len(listeners) == 1
    listeners[0](PICK, -1, FakeIntent(""))
    run_clock()
    assert chosen == [folder / expected if expected else None]
    assert listeners == []
    if expected:
        assert (folder / expected).read_bytes() == b"content"


def test_no_file_was_chosen(tablet: FakeTablet, tmp_path: Path) -> None:
    from companion.app.android import PICK, pick_file

    listeners: list[Any] = []
    sys.modules["android"].activity = SimpleNamespace(  # type: ignore[attr-defined]
        bind=lambda on_activity_result: listeners.append(on_activity_result), unbind=lambda **_: None
    )
    sys.modules["android"].mActivity.startActivityForResult = lambda *_: None
    sys.modules["jnius"].autoclass = lambda _: FakeIntent  # type: ignore[attr-defined]
    chosen: list[Path | None] = []
    pick_file(tmp_path, chosen.append)
    listeners[0](PICK, 0, None)
    run_clock()
    assert chosen == []


def test_a_tablet_offers_its_own_list_of_files(
    open_app: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = open_app()
    app.shell.go("export", restore=True)
    app.frames(3)
    assert not app.has("pick-file")
    monkeypatch.setattr("companion.app.android.platform", "android")
    monkeypatch.setattr("companion.app.screens.scan_files.pick_file", lambda folder, chosen: chosen(None))
    app.screen.rebuild()
    app.frames(3)
    app.tap("pick-file")
    assert app.reads("This file cannot be read.")


def test_a_buzz(tablet: FakeTablet) -> None:
    from companion.app.android import vibrate

    vibrate(0.05)
    assert tablet.notes == [("buzz", 0.05)]


def test_the_camera_is_made_and_released_in_the_main_thread(tablet: FakeTablet) -> None:
    from companion.app.android import TabletCamera

    camera = elsewhere(lambda: TabletCamera((1280, 720)))
    assert tablet.notes == ["tried", ("made", (1280, 768), True), "started"]
    assert camera.resolution == (1280, 768)
    assert camera.grab_frame() == b"frame"
    tablet.notes.clear()
    elsewhere(camera.stop)
    assert tablet.notes == [("released", True)]


def test_in_a_pause_the_worker_releases_the_camera_itself(tablet: FakeTablet, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.android import TabletCamera

    monkeypatch.setattr("companion.app.android.RELEASE_SECONDS", 0.05)
    camera = elsewhere(lambda: TabletCamera((1280, 720)))
    tablet.notes.clear()
    elsewhere(camera.stop, ticks=False)
    run_clock()
    assert tablet.notes == [("released", False)]


def test_a_camera_that_another_app_holds_is_an_error_in_the_thread_that_asked(tablet: FakeTablet) -> None:
    from companion.app.android import TabletCamera

    tablet.broken = True
    assert isinstance(elsewhere(lambda: TabletCamera((1280, 720))), RuntimeError)


def test_the_light(tablet: FakeTablet) -> None:
    from companion.app.android import TabletCamera

    camera = elsewhere(lambda: TabletCamera((1280, 720)))
    assert camera.has_torch
    tablet.notes.clear()
    camera.torch(True)
    camera.torch(False)
    assert tablet.notes == ["light torch", "light off"]


@pytest.mark.parametrize("modes", [None, ["off"]])
def test_a_tablet_without_light(tablet: FakeTablet, modes: list[str] | None) -> None:
    from companion.app.android import TabletCamera

    tablet.parameters.flash = modes
    camera = elsewhere(lambda: TabletCamera((1280, 720)))
    tablet.notes.clear()
    camera.torch(True)
    assert not camera.has_torch
    assert tablet.notes == []


@pytest.mark.parametrize(("held", "turns"), [(0, 1), (1, 0), (2, 3), (3, 2)])
def test_frames_are_upright_however_the_tablet_is_held(tablet: FakeTablet, held: int, turns: int) -> None:
    from companion.app.android import TabletCamera

    camera = elsewhere(lambda: TabletCamera((1280, 720)))
    tablet.held = held
    assert camera.turns == turns


def test_sizes() -> None:
    from companion.app.android import nearest_size

    assert nearest_size((1280, 720), [(640, 480), (1280, 720), (1920, 1080)]) == (1280, 720)
    assert nearest_size((1280, 720), []) == (1280, 720)


# --- the life of the app --------------------------------------------------------------------------------------------


def test_pause_and_resume_leave_everything_as_it_was(open_app: Callable[..., Any]) -> None:
    app = open_app()
    app.tap("score-now")
    here = app.screen.test_id
    seen = app.texts()
    assert app.app.dispatch("on_pause")  # False would end the app
    app.app.dispatch("on_resume")
    app.frames(3)
    assert (app.screen.test_id, app.texts()) == (here, seen)


def test_the_back_key_goes_step_by_step_and_then_puts_the_app_away(
    open_app: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.main.is_android", lambda: True)
    app = open_app()
    app.tap("score-now")
    assert app.app._on_keyboard(None, 27)
    assert app.screen.test_id == "screen:home"
    assert not app.app._on_keyboard(None, 27), "Kivy itself puts the app away when nobody takes the key"


def test_turning_the_tablet_keeps_the_screen(open_app: Callable[..., Any]) -> None:
    from kivy.core.window import Window

    app = open_app()
    app.tap("score-now")
    here, wide = app.screen.test_id, app.screen.wide
    for size in ((800, 1280), (1280, 800)):
        Window.size = size
        app.frames(4)
        assert app.screen.test_id == here
    assert wide
    assert app.screen.wide
