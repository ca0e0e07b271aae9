"""Every game in the store as one line of a history: who played, how it went, what can be done with it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.game import InputError
from companion.core.sheet import Sheet
from companion.counting import SUFFIX, Counting
from companion.games import GAMES, load_box, load_game
from companion.results import counted_sheet
from companion.session import Session, StepRefused
from companion.store import GameInfo, Store, StoreError

Kind = Literal["game", "count"]

# What a stored game may raise that this version cannot make sense of: the others are there all the same.
UNREADABLE: Final = (StoreError, StepRefused, InputError, ValueError)


@dataclass(frozen=True, slots=True)
class Played:
    """A game: tracked (`game`) or only counted at its end (`count`); `sheet` once it is over."""

    box: str  # which game it is
    kind: Kind
    id: int
    name: str
    created: str
    changed: str
    players: tuple[str, ...]
    first: int | None  # the seat of who began, where it is known
    round: int
    colours: tuple[tuple[str, str], ...]  # of pawns by player, where they were chosen
    sheet: Sheet | None
    readable: bool = True
    demo: bool = False  # on the demo table: nobody has played it

    @property
    def finished(self) -> bool:
        """Whether there is a result."""
        return self.sheet is not None


class Records:
    """All games of a store; what was read once is kept as long as the game does not change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[GameInfo, Played] = {}

    def catch_up(self, seconds: float) -> tuple[int, int]:
        """Read games for so long at most; how many are read by now, and how many there are."""
        end = time.monotonic() + seconds
        infos = self._infos()
        for info in infos:
            if info not in self._known:
                if time.monotonic() > end:
                    break
                self._known[info] = self._read(info)
        return sum(info in self._known for info in infos), len(infos)

    def all(self) -> tuple[Played, ...]:
        """Every game and count, the one changed last first."""
        self._known = {info: self._known.get(info) or self._read(info) for info in self._infos()}
        return tuple(self._known.values())

    def finished(self) -> tuple[Played, ...]:
        """Those with a result that people have played, in the order they were begun."""
        over = (played for played in self.all() if played.finished and not played.demo)
        return tuple(sorted(over, key=lambda played: (played.created, played.id)))

    def get(self, kind: Kind, game_id: int) -> Played | None:
        """One game, None when it is not there any more."""
        for info in self._infos():
            if info.id == game_id and _kind(info) == kind:
                if info not in self._known:
                    self._known[info] = self._read(info)
                return self._known[info]
        return None

    def _infos(self) -> list[GameInfo]:
        return [info for info in self._store.games() if box_of(info) in GAMES]

    def _read(self, info: GameInfo) -> Played:
        try:
            return self._count(info) if _kind(info) == "count" else self._game(info)
        except UNREADABLE:
            return _played(info, (), readable=False)

    def _game(self, info: GameInfo) -> Played:
        box = load_box(info.game)
        session = Session(self._store, load_game(info.game), info.id)
        state, setup = session.state, session.setup
        sheet = box.sheet(box.hands(state), box.corrections_of(state)) if box.is_over(state) else None
        colours = tuple((setup.colours or {}).items())
        return _played(info, setup.players, sheet, setup.first, box.round(state), colours, demo=setup.demo)

    def _count(self, info: GameInfo) -> Played:
        counting = Counting(self._store, info.id)
        count = counting.count
        names = tuple(player.name for player in count.players)
        sheet = counted_sheet(box_of(info), count) if count.finished else None
        return _played(info, names, sheet, demo=counting.demo)


def box_of(info: GameInfo) -> str:
    """Which game it is, whether it was tracked or counted."""
    return info.game.removesuffix(SUFFIX)


def _played(
    info: GameInfo,
    players: tuple[str, ...],
    sheet: Sheet | None = None,
    first: int | None = None,
    number: int = 0,
    colours: tuple[tuple[str, str], ...] = (),
    readable: bool = True,
    demo: bool = False,
) -> Played:
    return Played(
        box_of(info),
        _kind(info),
        info.id,
        info.name,
        info.created,
        info.changed,
        players,
        first,
        number,
        colours,
        sheet,
        readable,
        demo,
    )


def _kind(info: GameInfo) -> Kind:
    return "count" if info.game.endswith(SUFFIX) else "game"
