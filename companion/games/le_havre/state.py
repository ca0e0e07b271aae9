"""The state of a game of Le Havre: what everybody has, what lies on the boards, whose turn it is.

Player and State are named tuples, not dataclasses like the rest: a replay does little else than copy them with a field
changed, and that is several times cheaper here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from card_db.le_havre.buildings import SPECIAL, Building, load_buildings, town_at_start
from card_db.le_havre.goods import FRANCS
from card_db.le_havre.rounds import TURNS, Round, load_rounds
from card_db.le_havre.setup import PILES, load_setups, load_tiles
from card_db.le_havre.ships import SHIP_TYPES, Ship
from companion.core.game import Seat, Setup
from companion.games.le_havre.printed import Printed, printed

Phase = Literal[
    "setup",  # the proposals are not laid out yet
    "supply",  # a turn begins: goods come to the offers
    "interest",  # somebody cannot pay interest yet
    "main",  # the main action is due
    "turn_end",  # it is done; the player may still buy until the next supply or the end of the round
    "feeding",  # the round has ended, somebody still owes food
    "town",  # a special building is to be turned up for the town
    "last",  # everybody's last action
    "over",
]
SMALL_MARKETPLACE: Final = "small-marketplace"  # house rules (7.24)
NO_HARBOR_WATCH: Final = "no-harbor-watch"
HOUSE_RULES: Final = (SMALL_MARKETPLACE, NO_HARBOR_WATCH)
SMALL_CHOICE: Final = 4
WATCH: Final = "Harbor Watch"
OFFERS: Final = (FRANCS, "fish", "wood", "clay", "iron", "grain", "cattle")


class Player(NamedTuple):
    """What a player has; `person` is the building where the disc stands."""

    francs: int = 0
    goods: Mapping[str, int] = {}  # only what there is
    buildings: tuple[str, ...] = ()  # with the Luxury Yacht
    ships: tuple[Ship, ...] = ()
    loans: int = 0
    person: str | None = None

    def has(self, thing: str) -> int:
        """How many there are of a good, or francs."""
        return self.francs if thing == FRANCS else self.goods.get(thing, 0)

    def cards(self, box: Printed) -> Iterator[Building]:
        """The player's buildings as they are printed."""
        return (box.buildings[name] for name in self.buildings)


class State(NamedTuple):
    """Everything the companion knows of the table."""

    setup: Setup
    phase: Phase
    round: int
    turn: int  # in this round, from 1
    to_act: Seat | None
    players: tuple[Player, ...]
    offers: Mapping[str, int]
    tiles: tuple[str | None, ...]  # by their names; None while face down
    piles: tuple[tuple[str, ...], ...]  # proposals, the top card first
    special: int  # special buildings face down
    seen: tuple[str, ...]  # special buildings turned up so far
    waiting: tuple[str, ...]  # buildings that wait for an empty space of the proposals (7.7)
    town: tuple[str, ...]
    ships: Mapping[str, tuple[Ship, ...]]  # piles by type, the top card first
    modern: frozenset[str]  # wharves with their brick
    due: tuple[Seat, ...]  # who still owes interest or food, or has the last action before him
    sold: tuple[str, ...]  # buildings sold in this turn
    printed: Printed  # what the cards say

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def card(self) -> Round:
        """The round card that lies open."""
        return rounds_of(self.setup)[self.round - 1]

    @property
    def is_last_round(self) -> bool:
        """Whether no round card follows."""
        return self.round == len(rounds_of(self.setup))

    @property
    def turns_left(self) -> int:
        """How many turns of this round come after the present one."""
        return TURNS - self.turn

    @property
    def next_seat(self) -> Seat:
        """Whose turn comes after the present one; turns go round the seats without a break (3.6)."""
        return self.seat_of(self.round, self.turn + 1)

    def seat_of(self, number: int, turn: int) -> Seat:
        """Who has that turn of that round."""
        return Seat((self.setup.first + TURNS * (number - 1) + turn - 1) % len(self.players))

    def begins_turn(self, seat: Seat) -> bool:
        """Whether this player's turn begins with what he does now, before his supply (3.3)."""
        return self.phase == "turn_end" and self.turns_left > 0 and seat == self.next_seat != self.to_act

    @property
    def hidden_tiles(self) -> tuple[str, ...]:
        """The supply tiles that are still face down."""
        return tuple(tile.name for tile in load_tiles() if tile.name not in self.tiles)

    @property
    def tops(self) -> tuple[str, ...]:
        """The top proposals, which can be built or bought."""
        return tuple(pile[0] for pile in self.piles if pile)

    def without_proposal(self, building: str) -> State:
        """After a proposal was built, bought or given to the town."""
        piles = tuple(tuple(name for name in pile if name != building) for pile in self.piles)
        return self._replace(piles=piles).with_waiting_laid()

    def with_waiting_laid(self) -> State:
        """A building that waits for an empty space of the proposals goes there (7.7)."""
        if not self.waiting or all(self.piles):
            return self
        (first, *waiting), piles = self.waiting, list(self.piles)
        piles[piles.index(())] = (first,)
        return self._replace(piles=tuple(piles), waiting=tuple(waiting))

    def with_player(self, seat: int, player: Player) -> State:
        """With a player changed."""
        return self._replace(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def owner(self, building: str) -> Seat | None:
        """Who owns a building; None when nobody at the table does."""
        return next((Seat(seat) for seat, player in enumerate(self.players) if building in player.buildings), None)

    def visitors(self, building: str) -> tuple[Seat, ...]:
        """Whose discs stand on a building."""
        return tuple(Seat(seat) for seat, player in enumerate(self.players) if player.person == building)

    @property
    def standing(self) -> tuple[str, ...]:
        """All buildings that have been built: the town's and the players'."""
        return (*self.town, *(name for player in self.players for name in player.buildings))


def rounds_of(setup: Setup) -> tuple[Round, ...]:
    """The rounds of this game in their order."""
    return load_rounds(setup.version, len(setup.players))


def special_buildings(setup: Setup) -> tuple[str, ...]:
    """The special buildings of which some lie face down; the house rules may leave one in the box."""
    left_out = {WATCH} if NO_HARBOR_WATCH in setup.house_rules else set()
    return tuple(name for name, card in load_buildings().items() if card.deck == SPECIAL and name not in left_out)


def new_state(setup: Setup) -> State:
    """The table before the proposals are laid out (2.1 to 2.4)."""
    players = len(setup.players)
    begin = load_setups()[setup.version]
    francs = begin.player.get(FRANCS, 0)
    goods = {good: number for good, number in begin.player.items() if good != FRANCS}
    town_ships = begin.town_ships[players - 1]
    return State(
        setup=setup,
        phase="setup",
        round=1,
        turn=1,
        to_act=None,
        players=(Player(francs, goods, (), begin.player_ships[players - 1]),) * players,
        offers={offer: begin.offers.get(offer, 0) for offer in OFFERS},
        tiles=(None,) * len(load_tiles()),
        piles=((),) * PILES,
        special=begin.special,
        seen=(),
        waiting=(),
        town=tuple(card.name for card in town_at_start(setup.version, players)),
        ships={kind: tuple(ship for ship in town_ships if ship.type == kind) for kind in SHIP_TYPES},
        modern=frozenset(),
        due=(),
        sold=(),
        printed=printed(setup.corrections),
    )
