"""Set-up of both versions, the supply tiles and the loans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from card_db.le_havre.buildings import VERSIONS, proposals
from card_db.le_havre.data_file import PLAYERS, Entry, load_data
from card_db.le_havre.goods import FRANCS, GOODS
from card_db.le_havre.rounds import load_rounds
from card_db.le_havre.ships import SHIP_TYPES, Ship
from card_db.le_havre.sources import RULEBOOK, Source

PILES = 3  # of proposals
BY_PLAYERS = ("rounds", "minutes", "pile", "standard_events", "special_events")
VALUES = (*BY_PLAYERS, "special", "offers", "player", "player_ships", "town_ships")


@dataclass(frozen=True, slots=True)
class GameSetup:
    """How a game of one version begins; what depends on the number of players is a tuple for 1, 2, 3, 4, 5."""

    version: str
    rounds: tuple[int, ...]
    minutes: tuple[int, ...]
    pile: tuple[int, ...]
    standard_events: tuple[int, ...]
    special_events: tuple[int, ...]
    special: int
    offers: Mapping[str, int]
    player: Mapping[str, int]
    player_ships: tuple[tuple[Ship, ...], ...]
    town_ships: tuple[tuple[Ship, ...], ...]
    sources: Mapping[str, Source]

    def source_of(self, value: str) -> Source:
        """Where a value is known from."""
        return self.sources.get(value, RULEBOOK)


@dataclass(frozen=True, slots=True)
class SupplyTile:
    """What comes to the offers when a ship reaches the tile, and whether interest is due."""

    tokens: tuple[str, str]
    interest: bool
    sources: Mapping[str, Source]

    @property
    def name(self) -> str:
        """Its tokens, which no other tile has: fish+clay."""
        return "+".join(self.tokens)


@dataclass(frozen=True, slots=True)
class Loan:
    """What a loan brings, costs to repay, costs at the end and in interest; cards in the box and what a back counts."""

    francs: int
    repay: int
    penalty: int
    interest: int
    cards: int
    back: int
    source: Source


@lru_cache(maxsize=1)
def load_setups() -> Mapping[str, GameSetup]:
    """Both versions; raises DeckError when the file is damaged or does not fit buildings and round cards."""
    data = load_data("setup.toml")
    setups = {setup.version: setup for setup in map(_setup, data.entries("setup"))}
    if tuple(setups) != VERSIONS:
        raise data.wrong("does not tell the set-up of both versions")
    for setup in setups.values():
        _check_setup(data, setup)
    return MappingProxyType(setups)


@lru_cache(maxsize=1)
def load_tiles() -> tuple[SupplyTile, ...]:
    """The seven supply tiles; their order is another one in every game."""
    tiles = []
    for item in load_data("setup.toml").entries("tile"):
        tokens = item.texts("tokens", (*GOODS, FRANCS))
        if len(tokens) != 2:
            raise item.wrong("does not bring two tokens")
        tiles.append(SupplyTile((tokens[0], tokens[1]), item.flag("interest"), item.sources(("tokens", "interest"))))
        item.finish()
    return tuple(tiles)


@lru_cache(maxsize=1)
def load_loan() -> Loan:
    """The numbers of a loan."""
    item = load_data("setup.toml").entry("loan")
    loan = Loan(
        francs=item.number("francs"),
        repay=item.number("repay"),
        penalty=item.number("penalty"),
        interest=item.number("interest"),
        cards=item.number("cards"),
        back=item.number("back"),
        source=item.source(),
    )
    item.finish()
    return loan


def _setup(item: Entry) -> GameSetup:
    setup = GameSetup(
        version=item.text("version", VERSIONS),
        rounds=item.numbers("rounds"),
        minutes=item.numbers("minutes"),
        pile=item.numbers("pile"),
        standard_events=item.numbers("standard_events"),
        special_events=item.numbers("special_events"),
        special=item.number("special"),
        offers=item.amounts("offers", (*GOODS, FRANCS)),
        player=item.amounts("player", (*GOODS, FRANCS)),
        player_ships=_ships(item, "player_ships"),
        town_ships=_ships(item, "town_ships"),
        sources=item.sources(VALUES),
    )
    item.finish()
    return setup


def _ships(item: Entry, key: str) -> tuple[tuple[Ship, ...], ...]:
    """A list of ships for each number of players."""
    lists = (Entry({key: ships}, item.where).entries(key) for ships in item.items(key))
    return tuple(tuple(Ship(ship.text("type", SHIP_TYPES), ship.number("value")) for ship in ships) for ships in lists)


def _check_setup(data: Entry, setup: GameSetup) -> None:
    for value in (*BY_PLAYERS, "player_ships", "town_ships"):
        if len(getattr(setup, value)) != len(PLAYERS):
            raise data.wrong(f"does not tell {value!r} of the {setup.version} version for every number of players")
    for players in PLAYERS:
        game = f"the {setup.version} version for {players}"
        rounds = load_rounds(setup.version, players)
        if [one.number for one in rounds] != list(range(1, setup.rounds[players - 1] + 1)):
            raise data.wrong(f"and rounds.toml disagree about the rounds of {game}")
        if len(proposals(setup.version, players)) != PILES * setup.pile[players - 1]:
            raise data.wrong(f"and buildings.toml disagree about the proposals of {game}")
