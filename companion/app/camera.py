"""Where pictures come from: a camera of the desktop, a stream, films and folders, one picture file, Android's camera.

A source is used by one thread from its first picture to its end; closing the iterator lets the camera go.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Protocol

from companion.app.android import TabletCamera, is_android
from companion.app.pace import Pace
from companion.fault_words import why
from companion.words import Message, msg

Pixels = Any  # height x width x 3, in the order blue, green, red

FIRST_CAMERA = "0"
FILM_FPS = 15.0
LIVE_FPS = 30.0
PICTURE_FILES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")


class CameraError(Exception):
    """No pictures; `message` says why in a sentence for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.template)
        self.message = message


class FrameSource(Protocol):
    """Pictures one after the other. `still`: there is only one; `has_torch`: light can be made."""

    still: bool
    has_torch: bool

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """The pictures until the source ends or `stop` is set; raises CameraError."""

    def torch(self, on: bool) -> None:
        """Switch the light of the camera."""


class StillSource:
    """One picture file."""

    still, has_torch = True, False

    def __init__(self, path: Path) -> None:
        self._path = path

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """The picture, once."""
        from scanner.images import ImageError, load_image

        try:
            yield load_image(self._path).pixels_bgr
        except ImageError as error:
            raise CameraError(msg("This picture cannot be used: {why}", why=why(error))) from error

    def torch(self, on: bool) -> None:
        """There is none."""


class FilmSource:
    """A device number, a stream address, a film or a folder of pictures, through OpenCV."""

    still, has_torch = False, False

    def __init__(self, address: str) -> None:
        self._address = address

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """Its frames in their time; the last one of a film stays."""
        from scanner.frames import FrameError, open_frames

        try:
            frames = open_frames(self._address)
            last, pace = None, Pace(FILM_FPS)
            for frame in frames:
                last = frame.pixels_bgr
                yield last
                if stop.is_set():
                    return
                if not frames.live:
                    pace.wait(stop)
        except FrameError as error:
            raise CameraError(msg("The camera gives no pictures: {why}", why=why(error))) from error
        if frames.live:
            raise CameraError(msg("The camera has gone. Plug it in again, or choose a picture file."))
        while last is not None and not stop.wait(0.5):
            yield last

    def torch(self, on: bool) -> None:
        """Unknown to OpenCV."""


class AndroidSource:
    """The camera of a tablet; made anew after every pause, because an old handle crashes."""

    still, has_torch = False, False
    SIZE = (1280, 720)

    def __init__(self, open_camera: Callable[[tuple[int, int]], Any] = TabletCamera) -> None:
        self._open = open_camera
        self._camera: Any = None

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """Frames as the camera delivers them, upright."""
        from scanner.preview import nv21_to_bgr, turned

        try:
            camera = self._camera = self._open(self.SIZE)
        except Exception as error:  # Java's own errors are of many kinds
            raise CameraError(msg("The camera gives no pictures. Close other apps that use it.")) from error
        self.has_torch = camera.has_torch
        silent_since, pace = monotonic(), Pace(LIVE_FPS)
        try:
            while not pace.wait(stop):
                data = camera.grab_frame()
                if data is None:
                    if monotonic() - silent_since > 5:
                        raise CameraError(msg("The camera gives no pictures. Close other apps that use it."))
                    continue
                silent_since = monotonic()
                yield turned(nv21_to_bgr(data, *camera.resolution), camera.turns)
        finally:
            self._camera = None
            camera.stop()

    def torch(self, on: bool) -> None:
        """Light for dark rooms."""
        if self._camera is not None:
            self._camera.torch(on)


def own_camera(address: str) -> FrameSource:
    """The camera chosen in the settings, else the first one there is."""
    if address:
        path = Path(address)
        if path.suffix.lower() in PICTURE_FILES and path.is_file():
            return StillSource(path)
        return FilmSource(address)
    return AndroidSource() if is_android() else FilmSource(FIRST_CAMERA)
