"""What only a tablet can do, each with a twin that does nothing on a desktop.

Keeping the display on and putting the app away by the back key need no code here: `Window.allow_screensaver` and Kivy
itself do both.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from kivy.clock import Clock
from kivy.utils import platform

MAIN_THREAD_SECONDS = 8.0  # a first camera takes its time
RELEASE_SECONDS = 1.0
QUARTER = 90
PICK = 4711  # tells our question from those of others


def is_android() -> bool:
    """Whether this is a tablet."""
    return bool(platform == "android")


def vibrate(seconds: float = 0.03) -> None:
    """A short buzz for the finger; desktops have none."""
    if is_android():
        from android import vibrate as buzz

        buzz(seconds)


def ask_for_camera(answered: Callable[[bool], object]) -> None:
    """Ask for the camera where one has to; `answered` is told, in the main thread, whether it may be used."""
    if not is_android():
        answered(True)
        return
    from android.permissions import Permission, check_permission, request_permissions

    if check_permission(Permission.CAMERA):
        answered(True)
        return

    def told(_: object, granted: list[bool]) -> None:
        """Comes from a thread of Android; an empty answer is a dialog that was interrupted."""
        Clock.schedule_once(lambda _: answered(bool(granted) and all(granted)))

    request_permissions([Permission.CAMERA], told)


def pick_file(folder: Path, chosen: Callable[[Path | None], object]) -> None:
    """Open Android's own list of files; `chosen` is told, in the main thread, of a copy of the file in the folder.

    Other apps and shared folders give out contents, not paths, hence the copy. None: it could not be read.
    """
    from android import activity, mActivity
    from jnius import autoclass

    def answered(question: int, _: int, intent: Any) -> None:
        """Comes from a thread of Android; without an intent nothing was chosen."""
        if question != PICK:
            return
        activity.unbind(on_activity_result=answered)
        if intent is not None:
            Clock.schedule_once(lambda _: chosen(_copy(intent.getData(), folder)))

    intents = autoclass("android.content.Intent")
    wish = intents(intents.ACTION_GET_CONTENT)
    wish.addCategory(intents.CATEGORY_OPENABLE)
    wish.setType("*/*")
    activity.bind(on_activity_result=answered)
    mActivity.startActivityForResult(wish, PICK)


class TabletCamera:
    """The camera on the back, for a worker thread.

    Kivy's camera draws into a texture of its own, so it must be made in the main thread. Stopping it is not enough:
    other apps, and our next view, get the camera only when it is released.
    """

    def __init__(self, wanted: tuple[int, int]) -> None:
        self._camera, self.has_torch, self._mounted = in_main_thread(lambda: _open(wanted), MAIN_THREAD_SECONDS)
        self.resolution: tuple[int, int] = self._camera.resolution

    def grab_frame(self) -> bytes | None:
        """The newest frame, in NV21; None as long as there is none."""
        frame = self._camera.grab_frame()
        return None if frame is None else bytes(frame)

    @property
    def turns(self) -> int:
        """Clockwise quarter turns that put a frame upright on the display as it is held now."""
        from android import mActivity

        shown = int(mActivity.getWindowManager().getDefaultDisplay().getRotation())
        return (self._mounted // QUARTER - shown) % 4

    def torch(self, on: bool) -> None:
        """Light for dark rooms."""
        if self.has_torch:
            handle = self._camera._android_camera
            parameters = handle.getParameters()
            parameters.setFlashMode("torch" if on else "off")
            handle.setParameters(parameters)

    def stop(self) -> None:
        """Let the camera go; in the background the main thread sleeps, then this thread has to do it."""
        try:
            in_main_thread(self._camera._release_camera, RELEASE_SECONDS)
        except TimeoutError:
            self._camera._release_camera()


def in_main_thread(work: Callable[[], Any], seconds: float) -> Any:
    """Let the main thread do something and wait for its result; TimeoutError when it does not get round to it."""
    done, results, errors = Event(), list[Any](), list[BaseException]()

    def do(_: float) -> None:
        try:
            results.append(work())
        except Exception as error:  # belongs to the thread that asked
            errors.append(error)
        done.set()

    event = Clock.schedule_once(do)
    if not done.wait(seconds):
        event.cancel()
        raise TimeoutError
    if errors:
        raise errors[0]
    return results[0]


def nearest_size(wanted: tuple[int, int], sizes: list[tuple[int, int]]) -> tuple[int, int]:
    """The size that a camera offers which has most nearly as many pixels; among equals the broader one."""
    return min(sizes, key=lambda size: (abs(size[0] * size[1] - wanted[0] * wanted[1]), -size[0])) if sizes else wanted


def _open(wanted: tuple[int, int]) -> tuple[Any, bool, int]:
    """In the main thread: a running camera in a size that it really has, whether it has light, how it is built in."""
    from jnius import autoclass
    from kivy.core.camera.camera_android import CameraAndroid

    handle = autoclass("android.hardware.Camera").open(0)
    try:
        sizes = handle.getParameters().getSupportedPreviewSizes().toArray()
        offered = [(int(size.width), int(size.height)) for size in sizes]
        has_torch = "torch" in _flash_modes(handle)
    finally:
        handle.release()
    camera = CameraAndroid(index=0, resolution=nearest_size(wanted, offered), stopped=True)
    camera.start()
    return camera, has_torch, _mounting()


def _flash_modes(handle: Any) -> list[str]:
    modes = handle.getParameters().getSupportedFlashModes()
    return [] if modes is None else [str(mode) for mode in modes.toArray()]


def _mounting() -> int:
    """How the camera is built in, in degrees."""
    from jnius import autoclass

    camera = autoclass("android.hardware.Camera")
    about = autoclass("android.hardware.Camera$CameraInfo")()
    camera.getCameraInfo(0, about)
    return int(about.orientation)


def _copy(address: Any, folder: Path) -> Path | None:
    from android import mActivity

    try:
        resolver = mActivity.getContentResolver()
        rows = resolver.query(address, None, None, None, None)
        rows.moveToFirst()
        name = Path(str(rows.getString(rows.getColumnIndex("_display_name")))).name or "file"
        rows.close()
        folder.mkdir(parents=True, exist_ok=True)
        given = resolver.openFileDescriptor(address, "r").detachFd()
        with os.fdopen(given, "rb") as source, (folder / name).open("wb") as copy:
            shutil.copyfileobj(source, copy)
        return folder / name
    except Exception:  # Java's own errors are of many kinds; whichever it is, there is no file
        return None
