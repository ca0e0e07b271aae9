"""The round cards: food, harvest, what the town gets and which ship appears, for each number of players and version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from card_db.le_havre.buildings import FULL, SHORT, SPECIAL, STANDARD, VERSIONS
from card_db.le_havre.data_file import PLAYERS, Entry, load_data, read_conflicts
from card_db.le_havre.ships import SHIP_TYPES, Ship
from card_db.le_havre.sources import Conflict, Source

TURNS = 7  # in every round
EVENTS = (STANDARD, SPECIAL)
SOURCED = ("rounds", "cards", "food", "harvest", "event", "ship", "start")


@dataclass(frozen=True, slots=True)
class RoundCard:
    """One card as printed; its back is a ship."""

    id: str
    harvest: bool
    ship: Ship
    ship_name: str
    rounds: Mapping[str, Mapping[int, int]]  # by version and number of players: when the card lies open
    food: Mapping[int, int]
    events: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a game."""

    number: int
    card: str
    food: int
    harvest: bool
    event: str  # what the town gets: standard, special or nothing
    ship: Ship
    start_seat: int  # from 1


@lru_cache(maxsize=1)
def load_round_cards() -> tuple[RoundCard, ...]:
    """All 20 round cards; raises DeckError when the file is damaged."""
    return tuple(_card(item) for item in load_data("rounds.toml").entries("card"))


@lru_cache
def load_rounds(version: str, players: int) -> tuple[Round, ...]:
    """The rounds of a game in their order."""
    found = {card.rounds[version][players]: card for card in load_round_cards() if players in card.rounds[version]}
    return tuple(
        Round(
            number=number,
            card=card.id,
            food=card.food[players],
            harvest=card.harvest,
            event=card.events.get(players, ""),
            ship=card.ship,
            start_seat=TURNS * (number - 1) % players + 1,
        )
        for number, card in sorted(found.items())
    )


@lru_cache(maxsize=1)
def ships_in_box() -> Mapping[Ship, int]:
    """How many ships of each type and value there are."""
    ships = [card.ship for card in load_round_cards()]
    return {ship: ships.count(ship) for ship in sorted(set(ships))}


def round_sources(version: str, players: int) -> Mapping[str, Source]:
    """Where the table of rounds of this game is known from."""
    table = load_data("rounds.toml").entry("sources").entry(version).entry(str(players))
    return {value: table.source(value) for value in SOURCED}


def load_conflicts() -> tuple[Conflict, ...]:
    """Where sources disagree about the rounds."""
    return read_conflicts(load_data("rounds.toml"))


def _card(item: Entry) -> RoundCard:
    ship = item.entry("ship")
    card = RoundCard(
        id=item.text("id"),
        harvest=item.flag("harvest"),
        ship=Ship(ship.text("type", SHIP_TYPES), ship.number("value")),
        ship_name=ship.text("name"),
        rounds={version: item.by_players(version) for version in VERSIONS},
        food=item.by_players("food"),
        events=_events(item),
    )
    ship.finish()
    item.finish()
    if not set(card.rounds[SHORT]) <= set(card.rounds[FULL]) or set(card.food) != set(card.rounds[FULL]):
        raise item.wrong(f"({card.id}) does not tell its food for the games that use it")
    return card


def _events(item: Entry) -> Mapping[int, str]:
    events = item.entry("event")
    return {int(n): events.text(n, EVENTS) for n in events.keys_among([str(n) for n in PLAYERS])}
