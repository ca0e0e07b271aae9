"""Two threads behind the camera view: one takes pictures, one reads them; the screen asks both for what is newest.

Nothing piles up and the screen never waits: a newer picture replaces an older one, and when a view is closed its
threads are told to end and leave by themselves. Those of the next view wait for them, each for the one that did the
same: no camera is opened twice.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from threading import Condition, Event, Lock, Thread, get_native_id
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from companion.app.camera import CameraError, FrameSource, Pixels
from companion.app.decks import DeckInForce, DeckMissing
from companion.app.memory import give_back
from companion.app.pace import Pace
from companion.words import Message, msg

if TYPE_CHECKING:
    from scanner.looking import Looker, Seen

_loading = Lock()
READ_HZ = 10.0
READING_NICE = 10
PREVIEW_FPS = 30.0

Frame = tuple[Any, tuple[int, int]]  # rgba, and the size of the picture that it was made from


class Worker:
    """A camera at work: `frame()`, `seen()`, `doing` and `failed` are for the screen, at any time."""

    _threads: ClassVar[list[Thread]] = []  # of all views; those that have not ended yet

    def __init__(
        self,
        source: FrameSource,
        deck: DeckInForce,
        on_boards: bool,
        otherwise: tuple[FrameSource, DeckInForce] | None = None,
    ) -> None:
        """`otherwise` is used when the source gives no picture at all."""
        self.source = source
        self.doing: Message | None = msg("Opening the camera…")
        self.failed: Message | None = None  # why there are no pictures, or no reading, any more
        self.replaced: Message | None = None  # why another source is in use
        self.readings = 0
        self._deck, self._on_boards, self._otherwise = deck, on_boards, otherwise
        self._stop = Event()
        self._wake = Condition()
        self._picture: Pixels | None = None
        self._frame: Frame | None = None
        self._on_screen: Pixels | None = None  # handed out; free when the next one is asked for
        self._used: Pixels | None = None  # to be written into: memory that is new costs more than the picture in it
        self._seen: Seen | None = None
        self._again = False

    def start(self) -> None:
        """Let both threads run."""
        before = [thread for thread in Worker._threads if thread.is_alive()]
        mine = []
        for name, work in (("camera", self._grab), ("scanner", self._read)):
            same = [thread for thread in before if thread.name == name]  # a deck being read keeps no camera closed
            mine.append(Thread(target=self._guarded, args=(work, same), name=name))
        Worker._threads = [*before, *mine]
        for thread in mine:
            thread.start()

    def stop(self) -> None:
        """Tell the threads to end; does not wait for them."""
        self._stop.set()
        with self._wake:
            self._wake.notify_all()

    @staticmethod
    def wait(seconds: float = 20.0) -> bool:
        """Wait for the threads of all views that were stopped; tells whether they have ended."""
        end = monotonic() + seconds
        for thread in Worker._threads:
            thread.join(max(0.0, end - monotonic()))
        return not any(thread.is_alive() for thread in Worker._threads)

    # --- for the screen -----------------------------------------------------------------------------------------------

    def frame(self) -> Frame | None:
        """The newest picture to show, once; its pixels are good until the next one is asked for."""
        with self._wake:
            frame, self._frame = self._frame, None
            if frame is not None:
                self._used, self._on_screen = self._on_screen, frame[0]
        return frame

    def seen(self) -> Seen | None:
        """What was read last, once."""
        with self._wake:
            seen, self._seen = self._seen, None
        return seen

    def look_again(self) -> None:
        """Forget what was read."""
        with self._wake:
            self._again = True

    # --- the threads --------------------------------------------------------------------------------------------------

    def _guarded(self, work: Callable[[], None], before: list[Thread]) -> None:
        """Whatever happens in a thread becomes a sentence on the screen."""
        for thread in before:
            thread.join()
        if self._stop.is_set():  # the view was left meanwhile: whoever waits behind it need not wait for a camera
            return
        try:
            with _loading:  # OpenCV must not be loaded by two threads at once
                import_module("scanner.looking")
            work()
        except CameraError as error:
            self.failed = error.message
        except DeckMissing as error:
            self.failed = msg("The deck cannot be read: {why}", why=error.message)
        except MemoryError:
            self.failed = msg("There is not enough memory for the camera.")
        except Exception as error:  # a driver or a library: the app must stay usable whatever it is
            self.failed = msg("The camera had to stop: {why}", why=type(error).__name__)
        finally:
            if self.failed is not None:
                self.doing = None
            give_back()

    def _grab(self) -> None:
        try:
            self._show_all()
        except CameraError as error:
            if self._otherwise is None or self._picture is not None or self._stop.is_set():
                raise
            self.replaced = error.message
            self.source, self._deck = self._otherwise
            self._show_all()

    def _show_all(self) -> None:
        from scanner.preview import as_rgba

        shown_at = 0.0
        pictures = self.source.pictures(self._stop)
        try:
            for picture in pictures:
                if self._stop.is_set():
                    return
                now = monotonic()
                frame = None
                if now - shown_at >= 0.7 / PREVIEW_FPS or self.source.still:
                    height, width = picture.shape[:2]
                    with self._wake:
                        used, self._used = self._used, None
                    frame, shown_at = (as_rgba(picture, into=used), (width, height)), now
                with self._wake:
                    self._picture = picture
                    if frame is not None:
                        if self._frame is not None:
                            self._used = self._frame[0]  # nobody has seen it
                        self._frame = frame
                    self._wake.notify_all()
        finally:
            pictures.close()

    def _read(self) -> None:
        _step_back()
        looker: Looker | None = None
        deck: DeckInForce | None = None
        last: Pixels | None = None
        pace = Pace(READ_HZ)
        while not self._stop.is_set():
            if looker is None or deck is not self._deck:
                deck = self._deck
                looker = self._new_looker(deck)
            picture, again = self._next(last)
            if again:
                looker, last = None, None
                continue
            if picture is None or picture is last or self._stop.is_set():
                continue
            last = picture
            seen = looker.look_once(picture) if self.source.still else looker.look(picture)
            self.readings += 1
            if seen is not None:
                with self._wake:
                    self._seen = seen
            pace.wait(self._stop)

    def _new_looker(self, deck: DeckInForce) -> Looker:
        index = deck.index(self._tell)
        from scanner.looking import Looker

        self.doing = None
        return Looker(index, self._on_boards)

    def _next(self, last: Pixels | None) -> tuple[Pixels | None, bool]:
        """Wait a little for another picture, or for the wish to begin anew."""
        with self._wake:
            self._wake.wait_for(lambda: self._stop.is_set() or self._picture is not last or self._again, 0.5)
            again, self._again = self._again, False
            return self._picture, again

    def _tell(self, message: Message) -> None:
        self.doing = message


def _step_back() -> None:
    """Reading takes all the time there is: the screen goes first. (Linux and Android; elsewhere it asks a process.)"""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), READING_NICE)
