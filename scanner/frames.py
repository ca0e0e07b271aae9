"""Where frames come from: a folder of pictures, a video file, a camera or a stream.

Files are read frame by frame, none is skipped, and their time is the film's own: the same film always gives the same
frames. A camera or a stream is read in a thread and only its newest frame counts, so that nothing piles up.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple, Protocol

import cv2

from scanner.geometry import Pixels
from scanner.images import ImageError, load_image

DEFAULT_FPS = 10.0
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
OPEN_MS = 10_000  # how long a stream may take to answer
SILENCE_S = 10.0  # a live source that gives nothing for so long has ended
_DEVICE = re.compile(r"[0-9]{1,2}")
_SECRET = re.compile(r"//[^/@]*@")  # user and password of a stream address


class FrameError(ValueError):
    """A source gives no frames; one sentence that names it.

    Kinds: no_source, closed, silent, missing, no_pictures, no_film.
    """

    def __init__(self, sentence: str, kind: str = "closed") -> None:
        """`kind` is for programs that have words of their own."""
        super().__init__(sentence)
        self.kind = kind


class Frame(NamedTuple):
    """One picture of a film."""

    number: int  # from 0
    at: float  # seconds of the film
    pixels_bgr: Pixels


class FrameSource(Protocol):
    """Frames in order. `skipped` counts those that were broken, `live` tells whether time does not wait."""

    name: str
    skipped: int
    live: bool

    def __iter__(self) -> Iterator[Frame]:
        """The frames; one pass only."""


def open_frames(source: str, fps: float = DEFAULT_FPS) -> FrameSource:
    """The frames of a device number, a video file, a folder of frames or a stream address."""
    if not 0 < fps <= 1000:
        raise FrameError("the number of frames a second must be more than 0 and at most 1000.")
    _be_silent()
    if "://" in source and not source.startswith("file://"):
        return LiveFrames(source)
    if _DEVICE.fullmatch(source):
        return LiveFrames(int(source))
    path = Path(source.removeprefix("file://"))
    try:
        is_folder, is_file = path.is_dir() and bool(source), path.is_file()
    except (OSError, ValueError):
        raise FrameError(f"{_plain(source)} cannot be opened.") from None
    if is_folder:
        return FolderFrames(path, fps)
    if is_file:
        return FileFrames(path)
    raise FrameError(
        f"{_plain(source) or 'nothing'} is neither a device number, a file, a folder nor a stream address.",
        "no_source",
    )


class FolderFrames:
    """Pictures of a folder in the natural order of their names; a broken one is left out, its number stays its own."""

    live = False

    def __init__(self, folder: Path, fps: float) -> None:
        self.name = _plain(str(folder))
        self.skipped = 0
        self._fps = fps
        try:
            files = [file for file in folder.iterdir() if file.suffix.lower() in PICTURES and file.is_file()]
        except OSError as error:
            raise FrameError(f"{self.name} cannot be read: {error.strerror or error}.", "missing") from None
        self._files = sorted((file for file in files if not file.name.startswith(".")), key=_natural)
        if not self._files:
            raise FrameError(f"{self.name} holds no pictures.", "no_pictures")

    def __iter__(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            try:
                pixels = load_image(file).pixels_bgr
            except ImageError:
                self.skipped += 1
                continue
            yield Frame(number, number / self._fps, pixels)
        if self.skipped == len(self._files):
            raise FrameError(f"none of the {self.skipped} pictures in {self.name} can be read.", "no_pictures")


class FileFrames:
    """A video file, frame by frame."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = _plain(str(path))
        self.skipped = 0
        try:
            with path.open("rb") as handle:
                handle.read(1)
        except OSError as error:
            raise FrameError(f"{self.name} cannot be read: {error.strerror or error}.", "missing") from None
        # Only this reader: others take a name with digits for a pattern of many files.
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        good, first = self._capture.read() if self._capture.isOpened() else (False, None)
        if not good or first is None:
            self._capture.release()
            raise FrameError(f"{self.name} is not a video that can be read.", "no_film")
        self._first: Pixels = first
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps if 0 < fps <= 1000 else DEFAULT_FPS

    def __iter__(self) -> Iterator[Frame]:
        number, pixels = 0, self._first
        try:
            while True:
                yield Frame(number, number / self._fps, pixels)
                good, following = self._capture.read()
                if not good or following is None:
                    return
                number, pixels = number + 1, following
        finally:
            self._capture.release()


class LiveFrames:
    """A camera or a stream: a thread reads it, the newest frame counts; numbers count the frames that came."""

    live = True

    def __init__(self, source: int | str) -> None:
        self.skipped = 0
        self.name = f"camera {source}" if isinstance(source, int) else _plain(_SECRET.sub("//", source))
        self._capture = _open_live(source)
        self._wake = threading.Condition()
        self._newest: Frame | None = None
        self._ended = not self._capture.isOpened()
        if self._ended:
            raise FrameError(f"{self.name} cannot be opened.")

    def __iter__(self) -> Iterator[Frame]:
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        last = -1
        try:
            while True:
                with self._wake:
                    self._wake.wait_for(lambda: self._ended or self._newest is not None, SILENCE_S)
                    frame, self._newest = self._newest, None
                if frame is None:
                    break
                self.skipped += frame.number - last - 1
                last = frame.number
                yield frame
        finally:
            self._ended = True
            reader.join(1.0)
            if not reader.is_alive():  # releasing under a read that hangs would crash
                self._capture.release()
        if last < 0:
            raise FrameError(f"{self.name} gives no pictures.", "silent")

    def _read(self) -> None:
        number, start = 0, monotonic()
        while not self._ended:
            good, pixels = self._capture.read()
            with self._wake:
                if not good or pixels is None:
                    self._ended = True
                else:
                    self._newest = Frame(number, monotonic() - start, pixels)
                    number += 1
                self._wake.notify()


def _open_live(source: int | str) -> cv2.VideoCapture:
    if isinstance(source, int):
        return cv2.VideoCapture(source)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, OPEN_MS]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)


def _be_silent() -> None:
    """OpenCV and FFmpeg tell of bad files on standard error; here one sentence does."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # looked at when the first video is opened
    cv2.setLogLevel(0)


def _natural(file: Path) -> tuple[list[tuple[int, str]], str]:
    """Frame 9 comes before frame 10, whatever stands around the number."""
    parts = re.split(r"([0-9]+)", file.name.lower())
    # Split so, every second part is a number.
    return [(int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts)], file.name


def _plain(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)
