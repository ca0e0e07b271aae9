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
from companion.games.packet_row.actions import VISIBLE, Action
from companion.games.packet_row.game import GAME
from companion.games.packet_row.state import State
from companion.session import Session
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

    def __init__(self, deck: DeckInForce, setup: Setup, recorded: int = 0) -> None:
        """`recorded`: so much of what can be seen of the game has been seen."""
        self._deck, self._setup, self._recorded = deck, setup, recorded
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
        from companion.games.packet_row.robot_film import Shot, film_of, play_rounds, rest_of
        from scanner.simulator.world import sim_deck_of

        try:
            deck = sim_deck_of(load_pack(self._deck.path(lambda _: None)))
        except (DeckMissing, PackError) as error:
            raise CameraError(msg("The demo table cannot be laid: {why}", why=why(error))) from error
        return film_of(rest_of(play_rounds(self._setup, ROUNDS, SEED), self._recorded), Shot(deck, SIZE)).frames()


def demo_setup() -> Setup:
    """Who plays in the demo."""
    return Setup(GAME.id, tuple(PLAYERS), Seat(0), frozenset(), dict(PLAYERS), demo=True)


def film_over(session: Session[State, Action], deck: DeckInForce) -> RobotSource | None:
    """The film of a demo game: that which runs, or after a new start of the app one from where the record stands."""
    if not session.setup.demo:
        return None
    if session.id not in _films:
        recorded = [GAME.decode(session.setup, event) for event in session.journal.events]
        _films.clear()
        _films[session.id] = RobotSource(deck, session.setup, sum(isinstance(one, VISIBLE) for one in recorded))
    return _films[session.id]
