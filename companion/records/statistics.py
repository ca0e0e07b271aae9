"""Numbers over many games: who wins, with how many points, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.sheet import Score
from companion.records.played import Played


@dataclass(frozen=True, slots=True)
class Part:
    """How somebody did in one game."""

    game: str
    when: str
    points: int
    sources: tuple[int, ...]  # the points by where they come from
    money: int
    place: int
    players: int


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player over all games with a result; the oldest game first."""

    name: str
    parts: tuple[Part, ...]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.parts)

    @property
    def wins(self) -> int:
        """How many of them were won; a shared win counts for everybody who shares it."""
        return sum(part.place == 1 for part in self.parts)

    @property
    def average(self) -> float:
        """Points a game."""
        return sum(part.points for part in self.parts) / self.games

    @property
    def best(self) -> int:
        """The most points in one game."""
        return max(part.points for part in self.parts)

    @property
    def average_money(self) -> float:
        """Money at the end of a game."""
        return sum(part.money for part in self.parts) / self.games

    @property
    def average_sources(self) -> tuple[float, ...]:
        """Points a game by where they come from."""
        return tuple(sum(numbers) / self.games for numbers in zip(*(part.sources for part in self.parts), strict=True))


def statistics(games: Iterable[Played]) -> tuple[PlayerStatistics, ...]:
    """Everybody who played one of these games (all of one box) to its end: most wins first, then the higher average."""
    parts: dict[str, list[Part]] = {}
    for played in games:
        for player in played.sheet.players if played.sheet is not None else ():
            parts.setdefault(player.name.strip(), []).append(_part(played, player))
    found = [PlayerStatistics(name, tuple(of_player)) for name, of_player in parts.items()]
    return tuple(sorted(found, key=lambda player: (-player.wins, -player.average, player.name)))


def _part(played: Played, player: Score) -> Part:
    return Part(
        played.name, played.created, player.total, player.parts, player.money, player.place, len(played.players)
    )
