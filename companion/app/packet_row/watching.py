"""The thread that watches the table: frames in, what can be seen of the boards out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from companion.app.camera import Pixels
from companion.app.decks import DeckInForce
from companion.app.worker import Worker
from companion.games.packet_row.follow.camera import sights_of
from companion.games.packet_row.follow.sights import Place, Sight
from companion.scan_answers import reason
from companion.words import Message

if TYPE_CHECKING:
    from scanner.pack_index import PackIndex
    from scanner.reading import BoardSeen

BLIND_FOR = 1.0  # seconds without any space in view after which the picture is looked into for a reason
STILL_LOOKS = 4  # at a picture file, so that its readings agree


@dataclass(frozen=True, slots=True)
class Look:
    """The spaces that can be seen at the moment, the boards in pixels of the picture, and why nothing is seen."""

    seen: Mapping[Place, Sight]
    at: float
    boards: tuple[BoardSeen, ...] = ()
    trouble: Message | None = None
    designs: frozenset[str] = frozenset()  # of the deck in use


class TableLooker:
    """Tells after every picture what can be seen of the table."""

    def __init__(
        self, index: PackIndex, clock: Callable[[], float] = monotonic, pawns: frozenset[str] | None = None
    ) -> None:
        from scanner.watch import Watcher

        self._clock = clock
        self._watcher = Watcher(index, loose=False, pawns=pawns)
        self._designs = index.ids
        self._table: dict[Place, Sight] = {}
        self._boards: tuple[BoardSeen, ...] = ()
        self._number = 0
        self._saw_at = self._judged_at = clock()
        self._trouble: Message | None = None

    def look(self, picture: Pixels) -> Look:
        """One more picture."""
        at = self._clock()
        self._number += 1
        reading = self._watcher.see(self._number, at, picture)
        if reading is not None:
            self._table, self._boards = sights_of(reading), reading.boards
        visible = self._watcher.visible
        seen = {place: sight for place, sight in self._table.items() if place in visible}
        if visible:
            self._saw_at, self._trouble = at, None
        elif at - max(self._saw_at, self._judged_at) >= BLIND_FOR:
            self._judged_at, self._trouble = at, _judge(picture, bool(self._boards))
        boards = tuple(board for board in self._boards if _in_view(board, visible))
        return Look(seen, at, boards, self._trouble, self._designs)

    def look_once(self, picture: Pixels) -> Look:
        """A still picture: there will be no other."""
        look = self.look(picture)
        for _ in range(STILL_LOOKS):
            look = self.look(picture)
        return look


class WatchWorker(Worker):
    """A camera over the table; `look()` is what was seen last, once, at the time of `clock`."""

    clock: Callable[[], float] = staticmethod(monotonic)
    pawns: frozenset[str] | None = None  # their colours, once all are known

    def look(self) -> Look | None:
        """What can be seen now, once."""
        return cast("Look | None", self.seen())

    def _new_looker(self, deck: DeckInForce) -> Any:
        index = deck.index(self._tell)
        self.doing = None
        return TableLooker(index, self.clock, self.pawns)


def _judge(picture: Pixels, boards_known: bool) -> Message | None:
    from scanner.quality import assess, edge_width

    return reason(assess(picture, None, None if boards_known else 0, edge_width(picture)))


def _in_view(board: BoardSeen, visible: frozenset[Place]) -> bool:
    return any(name == board.id for name, _ in visible)
