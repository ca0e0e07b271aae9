"""A table before the game: how many sit there, their names, pawns and house rules, as far as they are entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.game import Json, Seat, Setup
from companion.core.player_names import shared_name, tidy_name
from companion.games.packet_row.numbers import HOUSE_RULES, MAX_PLAYERS, MIN_PLAYERS


@dataclass(frozen=True, slots=True)
class Seating:
    """What was entered so far; always five seats, of which the first `count` are taken."""

    count: int
    names: tuple[str, ...]
    colours: tuple[str, ...]
    first: int
    house_rules: frozenset[str]

    def named(self, seat: int, name: str) -> Seating:
        """With another name at a seat."""
        return replace(self, names=_with(self.names, seat, tidy_name(name)))

    def coloured(self, seat: int, colour: str) -> Seating:
        """With another pawn at a seat; who had that pawn gets the one that is free now."""
        colours = self.colours
        if colour in colours:
            colours = _with(colours, colours.index(colour), colours[seat])
        return replace(self, colours=_with(colours, seat, colour))

    def sized(self, count: int) -> Seating:
        """With another number of players."""
        return replace(self, count=count, first=min(self.first, count - 1))

    def moved(self, seat: int) -> Seating:
        """The player at a seat changes places with the next one; the pawn goes along."""
        other = (seat + 1) % self.count
        names, colours = list(self.names), list(self.colours)
        names[seat], names[other] = names[other], names[seat]
        colours[seat], colours[other] = colours[other], colours[seat]
        first = {seat: other, other: seat}.get(self.first, self.first)
        return replace(self, names=tuple(names), colours=tuple(colours), first=first)

    def ruled(self, rule: str, on: bool) -> Seating:
        """With a house rule switched on or off."""
        return replace(self, house_rules=self.house_rules | {rule} if on else self.house_rules - {rule})

    def free_seat(self) -> int | None:
        """The first seat without a name."""
        return next((seat for seat in range(self.count) if not self.names[seat].strip()), None)

    def players(self, usual: Sequence[str]) -> tuple[str, ...]:
        """The names of all who play; nameless ones are called as usual."""
        return tuple(self.names[seat].strip() or usual[seat] for seat in range(self.count))

    def twice(self, usual: Sequence[str]) -> str | None:
        """A name that two players share, which no table can tell apart."""
        return shared_name(self.players(usual))

    def setup(self, usual: Sequence[str]) -> Setup:
        """The game these people are about to play."""
        names = self.players(usual)
        return Setup(
            game="packet_row",
            players=names,
            first=Seat(self.first),
            house_rules=self.house_rules,
            colours=dict(zip(names, self.colours, strict=False)),
        )


def write_seating(seating: Seating) -> Json:
    """As it is kept on disk."""
    return {
        "count": seating.count,
        "names": list(seating.names),
        "colours": list(seating.colours),
        "first": seating.first,
        "house_rules": sorted(seating.house_rules),
    }


def read_seating(data: Json, colours: Sequence[str]) -> Seating:
    """The inverse of write_seating; what is missing or makes no sense is as if nobody had entered it."""
    count = data.get("count")
    count = count if isinstance(count, int) and MIN_PLAYERS <= count <= MAX_PLAYERS else 3
    names = [*_list(data.get("names")), *[""] * MAX_PLAYERS][:MAX_PLAYERS]
    chosen = [colour for colour in dict.fromkeys(_list(data.get("colours"))) if colour in colours]
    chosen = [*chosen, *(colour for colour in colours if colour not in chosen)][:MAX_PLAYERS]
    first = data.get("first")
    rules = frozenset(rule for rule in HOUSE_RULES if rule in _list(data.get("house_rules")))
    return Seating(
        count,
        tuple(names),
        tuple(chosen),
        first if isinstance(first, int) and 0 <= first < count else 0,
        rules,
    )


def _list(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _with(items: tuple[str, ...], index: int, item: str) -> tuple[str, ...]:
    return (*items[:index], item, *items[index + 1 :])
