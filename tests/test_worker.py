"""The threads behind the camera: the newest picture counts, failures are sentences, everything ends when told."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from threading import Event
from typing import Any

import numpy as np
import pytest

from companion.app.camera import AndroidSource, CameraError
from companion.app.decks import DeckMissing
from companion.app.worker import READ_HZ, Worker
from companion.words import English, msg


def picture(level: int) -> Any:
    return np.full((36, 64, 3), level, np.uint8)


class Source:
    """Pictures whose grey tells their number."""

    has_torch = False

    def __init__(self, count: int = 10**6, still: bool = False, error: CameraError | None = None) -> None:
        self.count, self.still, self.error = count, still, error
        self.opened, self.closed, self.given = 0, 0, 0

    def pictures(self, stop: Event) -> Generator[Any, None, None]:
        self.opened += 1
        try:
            for number in range(self.count):
                self.given = number + 1
                yield picture(number % 250)
                if stop.wait(0.005):
                    return
            if self.error is not None:
                raise self.error
        finally:
            self.closed += 1

    def torch(self, on: bool) -> None:
        return None


class Looker:
    """Notes which pictures it was given."""

    def __init__(self, slow: float = 0.0) -> None:
        self.seen: list[int] = []
        self.stills = 0
        self._slow = slow

    def look(self, pixels: Any) -> Any:
        self.seen.append(int(pixels[0, 0, 0]))
        time.sleep(self._slow)
        return f"seen {self.seen[-1]}"

    def look_once(self, pixels: Any) -> Any:
        self.stills += 1
        return self.look(pixels)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Worker, Looker]]]:
    workers: list[Worker] = []

    def start(source: Any, otherwise: Any = None, slow: float = 0.0) -> tuple[Worker, Looker]:
        looker = Looker(slow)

        def new_looker(self: Worker, deck: Any) -> Any:
            self.doing = None
            return looker

        monkeypatch.setattr(Worker, "_new_looker", new_looker)
        worker = Worker(source, "deck", False, otherwise)  # type: ignore[arg-type]
        workers.append(worker)
        worker.start()
        return worker, looker

    yield start
    for worker in workers:
        worker.stop()
    assert Worker.wait(10)


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def test_only_the_newest_picture_is_read_and_not_too_often(work: Any) -> None:
    source = Source()
    worker, looker = work(source, slow=0.05)
    start = time.monotonic()
    until(lambda: len(looker.seen) >= 4)
    assert len(looker.seen) <= (time.monotonic() - start) * READ_HZ + 2
    assert source.given > 2 * len(looker.seen)
    assert worker.seen() is not None
    assert worker.failed is None


def test_what_is_on_the_screen_is_not_written_to(work: Any) -> None:
    source = Source()
    worker, _ = work(source)
    for _ in range(4):
        until(lambda: worker._frame is not None)
        rgba, _ = worker.frame()
        level, given = int(rgba[0, 0, 0]), source.given
        until(lambda given=given: source.given > given + 12)
        assert (rgba == [level, level, level, 255]).all()


def test_a_frame_is_given_out_once(work: Any) -> None:
    worker, _ = work(Source(count=1, still=True))
    until(lambda: worker._frame is not None)
    rgba, size = worker.frame()
    assert rgba.shape == (36, 64, 4)
    assert size == (64, 36)
    assert worker.frame() is None


def test_a_still_is_read_once(work: Any) -> None:
    worker, looker = work(Source(count=1, still=True))
    until(lambda: worker.seen() is not None)
    time.sleep(0.3)
    assert looker.stills == 1
    worker.look_again()
    until(lambda: looker.stills == 2)


def test_a_stopped_worker_ends_and_closes_its_source(work: Any) -> None:
    source = Source()
    worker, _ = work(source)
    until(lambda: source.given > 3)
    worker.stop()
    assert Worker.wait(10)
    assert source.closed == 1


def test_the_next_worker_waits_until_the_camera_is_free(work: Any) -> None:
    first, second = Source(), Source()
    worker, _ = work(first)
    until(lambda: first.given > 0)
    work(second)
    time.sleep(0.2)
    assert second.opened == 0
    worker.stop()
    until(lambda: second.opened == 1)
    assert first.closed == 1


def test_a_view_that_was_left_before_its_turn_opens_no_camera(work: Any) -> None:
    first, hasty, last = Source(), Source(), Source()
    worker, _ = work(first)
    until(lambda: first.given > 0)
    left, _ = work(hasty)
    left.stop()
    work(last)
    worker.stop()
    until(lambda: last.opened == 1)
    assert hasty.opened == 0  # a stream that does not answer would have kept the last one waiting


def test_a_reader_that_is_still_busy_keeps_no_camera_closed(work: Any) -> None:
    reading, done = Event(), Event()

    def look(_: Any) -> str:
        reading.set()
        done.wait(20)
        return "seen"

    first, looker = work(Source())
    looker.look = look
    assert reading.wait(10)
    first.stop()
    second, _ = work(Source())
    try:
        until(lambda: second.frame() is not None)
    finally:
        done.set()


def test_a_camera_that_goes_away_becomes_a_sentence(work: Any) -> None:
    worker, _ = work(Source(count=3, error=CameraError(msg("It is gone."))))
    until(lambda: worker.failed is not None)
    assert worker.failed is not None
    assert worker.failed.say(English) == "It is gone."


def test_without_a_first_picture_the_other_source_is_used(work: Any) -> None:
    other = Source()
    worker, _ = work(Source(count=0, error=CameraError(msg("None here."))), otherwise=(other, "other deck"))
    until(lambda: other.given > 0)
    assert worker.failed is None
    assert worker.replaced is not None
    assert worker.source is other


def test_whatever_a_driver_raises_is_no_crash(work: Any) -> None:
    class Broken(Source):
        def pictures(self, stop: Event) -> Generator[Any, None, None]:
            raise OSError("no such device")
            yield

    worker, _ = work(Broken())
    until(lambda: worker.failed is not None)
    assert worker.failed is not None
    assert "had to stop" in worker.failed.say(English)


def test_a_deck_that_cannot_be_read_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deck:
        def index(self, tell: Any) -> Any:
            raise DeckMissing(msg("This deck is damaged."))

    worker = Worker(Source(), Deck(), False)  # type: ignore[arg-type]
    worker.start()
    until(lambda: worker.failed is not None)
    worker.stop()
    assert Worker.wait(10)
    assert worker.failed is not None
    assert worker.failed.say(English) == "The deck cannot be read: This deck is damaged."


class FakeAndroidCamera:
    """The camera of a tablet: frames as NV21, none at first; it is held in portrait."""

    resolution = (64, 48)
    has_torch = True
    turns = 1

    def __init__(self) -> None:
        self.lit: list[bool] = []
        self.stopped = False
        self.grabbed = 0

    def grab_frame(self) -> bytearray | None:
        self.grabbed += 1
        if self.grabbed == 1:
            return None
        return bytearray([200] * (64 * 48) + [128] * (64 * 48 // 2))

    def torch(self, on: bool) -> None:
        self.lit.append(on)

    def stop(self) -> None:
        self.stopped = True


def test_frames_of_android_are_decoded_and_the_camera_let_go() -> None:
    camera, stop = FakeAndroidCamera(), Event()
    source = AndroidSource(lambda _: camera)
    pictures = source.pictures(stop)
    frame = next(pictures)
    assert frame.shape == (64, 48, 3)
    assert int(np.ptp(frame)) <= 2  # grey
    assert 180 < int(frame.mean()) < 235
    source.torch(True)
    assert (source.has_torch, camera.lit) == (True, [True])
    stop.set()
    assert next(pictures, None) is None
    assert camera.stopped


def test_a_tablet_camera_that_does_not_open_is_a_sentence() -> None:
    def no_camera(_: tuple[int, int]) -> Any:
        raise RuntimeError("Fail to connect to camera service")

    with pytest.raises(CameraError, match="gives no pictures"):
        next(AndroidSource(no_camera).pictures(Event()))
