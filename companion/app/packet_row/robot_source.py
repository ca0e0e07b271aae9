"""A camera over a table at which robots play: for the demo, with neither the game nor a camera."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from threading import Event
from typing import TYPE_CHECKING

from card_db.pack import PackError, load_pack
from companion.app.camera import CameraError, Pixels
from companion.app.decks import DeckInForce, DeckMissing
from companion.core.game import Seat, Setup
from companion.fault_words import why
from companion.games.packet_row.game import GAME
from companion.words import msg

if TYPE_CHECKING:
    from scanner.simulator.scene import Scene

PLAYERS = {"Anna": "red", "Ben": "blue", "Cedric": "yellow"}
SEED, ROUNDS, SIZE = 11, 3, (1280, 720)
FPS = 10.0  # at most: a picture takes its time to be drawn and read

_films: dict[int, RobotSource] = {}  # by game: who comes back to the demo sees it go on


class RobotSource:
    """Draws the film while it is shown; goes on where it was when the view is opened again."""

    still, has_torch = False, False

    def __init__(self, deck: DeckInForce, setup: Setup) -> None:
        self._deck, self._setup = deck, setup
        self._scenes: Iterator[Scene] | None = None
        self._last: Pixels = None
        self._shown = 0
        self.readings: Callable[[], int] = lambda: 0  # how many pictures were read so far

    def now(self) -> float:
        """The time in the film, in seconds: where pictures are drawn and read slowly, time goes slowly, too."""
        return self._shown / FPS

    def pictures(self, stop: Event) -> Generator[Pixels, None, None]:
        """The film, then its last picture; nothing happens in it before the picture before was read."""
        if self._scenes is None:
            self._scenes = self._film()
        for scene in self._scenes:
            self._last = scene.image_bgr
            yield from self._show(stop)
            if stop.is_set():
                return
        while self._last is not None and not stop.wait(1 / FPS):
            self._last = self._last.copy()  # a camera never gives the same picture twice
            yield from self._show(stop)

    def _show(self, stop: Event) -> Generator[Pixels, None, None]:
        before = self.readings()
        self._shown += 1
        yield self._last
        while not stop.wait(1 / FPS) and self.readings() == before:
            pass

    def torch(self, on: bool) -> None:
        """Nobody needs it here."""

    def _film(self) -> Iterator[Scene]:
        from companion.games.packet_row.robot_film import Shot, film_of, play_rounds
        from scanner.simulator.world import sim_deck_of

        try:
            deck = sim_deck_of(load_pack(self._deck.path(lambda _: None)))
        except (DeckMissing, PackError) as error:
            raise CameraError(msg("The demo table cannot be laid: {why}", why=why(error))) from error
        return film_of(play_rounds(self._setup, ROUNDS, SEED), Shot(deck, SIZE)).frames()


def demo_setup() -> Setup:
    """Who plays in the demo."""
    return Setup(GAME.id, tuple(PLAYERS), Seat(0), frozenset(), dict(PLAYERS))


def start_film(game_id: int, deck: DeckInForce, setup: Setup) -> None:
    """From now on the camera over this game shows robots."""
    _films.clear()
    _films[game_id] = RobotSource(deck, setup)


def running_film(game_id: int) -> RobotSource | None:
    """The film of a demo game, as long as the app runs."""
    return _films.get(game_id)
