"""Which colours of pawns a camera can name, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.core.game import Seat
from companion.words import Message, msg

# As the camera names them.
COLOUR_NAMES: Final[Mapping[str, Message]] = {
    "red": msg("red"),
    "orange": msg("orange"),
    "yellow": msg("yellow"),
    "green": msg("green"),
    "blue": msg("blue"),
    "purple": msg("purple"),
    "white": msg("white"),
    "black": msg("black"),
    "grey": msg("grey"),
}

# What else people call them.
_ALSO: Final[Mapping[str, str]] = {
    "gray": "grey",
    "silver": "grey",
    "violet": "purple",
    "lilac": "purple",
    "magenta": "purple",
    "pink": "purple",
    "turquoise": "blue",
    "cyan": "blue",
    "teal": "blue",
    "gold": "yellow",
    "brown": "orange",
}


def camera_word(colour: str) -> str:
    """What the camera calls a colour; what it has no word for stays as it is."""
    plain = colour.strip().lower()
    return _ALSO.get(plain, plain)


def owners_of(players: Sequence[str], chosen: Sequence[str], told: Mapping[str, object]) -> dict[str, Seat]:
    """Whose pawn has which colour: as chosen for the game, or as `told` since, by colour."""
    owners = {colour: Seat(seat) for seat, colour in enumerate(chosen) if colour in COLOUR_NAMES}
    for colour, name in told.items():
        if colour in COLOUR_NAMES and name in players:
            seat = Seat(players.index(str(name)))
            owners = {one: owner for one, owner in owners.items() if owner != seat or one in told}
            owners[colour] = seat
    return owners


def unnamed(players: Sequence[str], owners: Mapping[str, Seat]) -> list[Seat]:
    """The seats whose pawn the camera would not know."""
    known = set(owners.values())
    return [Seat(seat) for seat in range(len(players)) if seat not in known]
