"""What the end of the round will ask of each player as things stand: harvest first, then food (3.7 to 3.9)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.games.le_havre.actions import Amounts
from companion.games.le_havre.costs import FEEDLOT, owned_action
from companion.games.le_havre.feeding import Feeding, Larder, feed
from companion.games.le_havre.purse import gain
from companion.games.le_havre.state import Player, State


def harvest_of(player: Player) -> Amounts:
    """One grain for who has grain, one cattle for who has two, two with a Feedlot (3.7)."""
    got: dict[str, int] = {}
    if player.has("grain"):
        got["grain"] = 1
    if (cattle := player.has("cattle")) > 1:
        feedlot = owned_action(player, FEEDLOT)
        fed = feedlot is not None and feedlot.number("cattle_from") <= cattle <= feedlot.number("cattle_to")
        got["cattle"] = feedlot.number("gain") if feedlot and fed else 1
    return got


def owed(state: State, seat: Seat) -> Feeding:
    """What a player owes now, the harvest done (3.8)."""
    return feedings(state)[seat]


def feedings(state: State) -> tuple[Feeding, ...]:
    """What everybody owes with what they hold now."""
    larders = [_larder(state, seat, player) for seat, player in enumerate(state.players)]
    return feed(state.card, larders, state.printed.ships)


def outlook(state: State) -> tuple[Feeding, ...]:
    """What everybody will owe at the end of this round, the harvest before it counted in (7.15)."""
    players = [gain(player, harvest_of(player)) if state.card.harvest else player for player in state.players]
    return feedings(state._replace(players=tuple(players)) if state.phase != "feeding" else state)


def _larder(state: State, seat: int, player: Player) -> Larder:
    return Larder(state.setup.players[seat], player.francs, player.goods, tuple(ship.type for ship in player.ships))
