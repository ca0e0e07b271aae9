"""The cards of Packet Row and their stable text notation.

>>> parse_card("contract:cotton:3:netherlands:25").reward
25
>>> str(parse_card("vp:university:18:4"))
'vp:university:18:4'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

GOODS = ("grain", "cotton", "fur", "tobacco")
DESTINATIONS = ("great_britain", "france", "netherlands", "sweden", "spain", "german_confederation")
HELPERS = ("trader", "captain", "assistant", "banker")
AREAS = ("guildhall", "docks", "market", "bank")

MAX_AMOUNT = 999_999
MAX_UNITS = 99

_HELPER_DECK = {"trader": "market", "captain": "docks", "assistant": "guildhall", "banker": "bank"}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
MAX_NAME = 60


class CardError(ValueError):
    """The text is not a card; the message says why."""


@dataclass(frozen=True, slots=True)
class Contract:
    """Deliver goods to a destination for a reward (C1); `start` marks a starting contract (S6)."""

    good: str
    units: int
    destination: str
    reward: int
    start: bool = False

    price = 0

    def __str__(self) -> str:
        return f"{'start' if self.start else 'contract'}:{self.good}:{self.units}:{self.destination}:{self.reward}"

    @property
    def kind(self) -> str:
        """Starting contracts are counted by their goods, the others together."""
        return f"start:{self.good}" if self.start else "contract"

    @property
    def deck(self) -> str:
        """The deck the card belongs to."""
        return "start" if self.start else "guildhall"


@dataclass(frozen=True, slots=True)
class Goods:
    """One to several units of one kind of goods."""

    good: str
    units: int
    price: int

    deck = "market"

    def __str__(self) -> str:
        return f"goods:{self.good}:{self.units}:{self.price}"

    @property
    def kind(self) -> str:
        """Goods are counted by their kind."""
        return f"goods:{self.good}"


@dataclass(frozen=True, slots=True)
class Ship:
    """A merchant ship to one destination."""

    destination: str

    price = 0
    kind = "ship"
    deck = "docks"

    def __str__(self) -> str:
        return f"ship:{self.destination}"


@dataclass(frozen=True, slots=True)
class Nugget:
    """Gold that stands for one unit of any goods, or two units of one kind (C5)."""

    units: int
    price: int

    deck = "docks"

    def __str__(self) -> str:
        return f"nugget:{self.units}:{self.price}"

    @property
    def kind(self) -> str:
        """Single and double nuggets are counted apart."""
        return f"nugget:{self.units}"


@dataclass(frozen=True, slots=True)
class Money:
    """A card that can be cashed at any time (M1)."""

    amount: int

    price = 0
    kind = "money"
    deck = "bank"

    def __str__(self) -> str:
        return f"money:{self.amount}"


@dataclass(frozen=True, slots=True)
class Building:
    """Victory points for a price; these cards exist in all four decks, so `deck` is unknown."""

    name: str
    price: int
    points: int

    kind = "vp"
    deck = ""

    def __str__(self) -> str:
        return f"vp:{self.name}:{self.price}:{self.points}"


@dataclass(frozen=True, slots=True)
class Helper:
    """A trader, captain, assistant or banker."""

    role: str

    price = 0

    def __str__(self) -> str:
        return self.role

    @property
    def kind(self) -> str:
        """Helpers are counted by their role."""
        return self.role

    @property
    def deck(self) -> str:
        """The deck the card belongs to."""
        return _HELPER_DECK[self.role]


Card = Contract | Goods | Ship | Nugget | Money | Building | Helper

TRADER = Helper("trader")
CAPTAIN = Helper("captain")
ASSISTANT = Helper("assistant")
BANKER = Helper("banker")


@lru_cache(maxsize=4096)
def parse_card(text: str) -> Card:
    """Read one card; raises CardError with a sentence when the text is no card."""
    head, *fields = text.split(":")
    if head in _HELPER_DECK:
        _expect(text, fields, 0)
        return Helper(head)
    match head:
        case "contract" | "start":
            _expect(text, fields, 4)
            return Contract(
                _one_of(text, fields[0], GOODS, "goods"),
                _units(text, fields[1]),
                _one_of(text, fields[2], DESTINATIONS, "destinations"),
                _amount(text, fields[3]),
                start=head == "start",
            )
        case "goods":
            _expect(text, fields, 3)
            return Goods(_one_of(text, fields[0], GOODS, "goods"), _units(text, fields[1]), _amount(text, fields[2]))
        case "ship":
            _expect(text, fields, 1)
            return Ship(_one_of(text, fields[0], DESTINATIONS, "destinations"))
        case "nugget":
            _expect(text, fields, 2)
            return Nugget(int(_one_of(text, fields[0], ("1", "2"), "sizes of nuggets")), _amount(text, fields[1]))
        case "money":
            _expect(text, fields, 1)
            return Money(_amount(text, fields[0]))
        case "vp":
            _expect(text, fields, 3)
            return Building(_building(text, fields[0]), _amount(text, fields[1]), _amount(text, fields[2]))
    raise CardError(f"{shown(text)} is not a card; cards look like goods:fur:2:6, ship:spain or banker")


def shown(text: str) -> str:
    """The text as it may be repeated in a message: short and printable."""
    safe = ascii(text)
    return safe if len(safe) <= 60 else safe[:57] + "..."


def _expect(text: str, fields: list[str], count: int) -> None:
    if len(fields) != count:
        raise CardError(f"{shown(text)} has {len(fields)} values after its first word, a card of this kind has {count}")


def _one_of(text: str, value: str, choices: tuple[str, ...], what: str) -> str:
    if value not in choices:
        raise CardError(f"{shown(text)}: {shown(value)} is none of the {what} ({', '.join(choices)})")
    return value


def _building(text: str, name: str) -> str:
    # Which buildings exist is up to the owner's cards, so any name that can be read will do.
    if not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        raise CardError(f"{shown(text)}: a building's name has 1 to {MAX_NAME} printable characters")
    return name


def _number(text: str, value: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(value) or not low <= int(value) <= high:
        raise CardError(f"{shown(text)}: {shown(value)} is not a whole number from {low} to {high}")
    return int(value)


def _units(text: str, value: str) -> int:
    return _number(text, value, 1, MAX_UNITS)


def _amount(text: str, value: str) -> int:
    return _number(text, value, 0, MAX_AMOUNT)
