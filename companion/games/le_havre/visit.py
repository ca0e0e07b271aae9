"""A visit to a building: who is there, what was done, which rule its action follows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from card_db.le_havre.buildings import Action, Building
from companion.core.game import Seat
from companion.games.le_havre.actions import Amounts, Enter, Use
from companion.games.le_havre.state import Player, State

NOTHING: Final[Amounts] = MappingProxyType({})
RULES_OF: Final[Mapping[str, str]] = {
    "build_buildings": "4.3",
    "take": "4.4",
    "take_from_each_empty_offer_space": "4.4",
    "take_different_standard_goods": "4.5",
    "take_different_upgraded_goods": "4.5",
    "take_if_holding": "4.6",
    "upgrade": "4.7",
    "sell_set": "4.8",
    "exchange": "4.9",
    "exchange_each_optional": "4.9",
    "buy_with_food": "4.9",
    "sell_once": "4.10",
    "sell_goods": "4.10",
    "francs_for_live_animals": "4.10",
    "francs_per_other_player_person_in_your_buildings": "4.10",
    "take_two_adjacent_offers": "4.11",
    "evict_and_enter": "4.12",
    "build_ship": "3.12",
    "ship_goods": "3.13",
    "return_loans_free": "7.23",
}
# What a visit may fill in besides goods and francs.
OWN_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "build_buildings": ("built",),
    "build_ship": ("ship", "swapped"),
    "ship_goods": ("sailed",),
    "take_two_adjacent_offers": ("offers",),
    "return_loans_free": ("loans",),
    "evict_and_enter": ("evicted", "then"),
}
FIELDS: Final = tuple(name for names in OWN_FIELDS.values() for name in names)


class Outcome(NamedTuple):
    """What the card asks for and gives."""

    got: Amounts = NOTHING
    paid: Amounts = NOTHING
    energy: int = 0


class Visit(NamedTuple):
    """Somebody in a building, the fee paid."""

    state: State
    seat: Seat
    building: Building
    use: Use

    @property
    def player(self) -> Player:
        """Who is there."""
        return self.state.players[self.seat]

    @property
    def name(self) -> str:
        """Who is there, by name."""
        return self.state.setup.players[self.seat]

    @property
    def action(self) -> Action:
        """What the building does; one without an action cannot be entered."""
        return self.building.action or Action("", {})

    @property
    def rule(self) -> str:
        """The rule that this action follows."""
        return RULES_OF.get(self.action.op, "4.1")


def visit_of(state: State, enter: Enter) -> Visit:
    """The visit of an event, for the state after the fee."""
    return Visit(state, enter.seat, state.printed.buildings[enter.building], enter.use)
