"""What building costs: printed materials, the Sawmill's and the Masons' Guild's discount, a wharf's brick."""

from __future__ import annotations

from card_db.le_havre.buildings import Action, Building, load_buildings
from card_db.le_havre.ships import Ship
from companion.games.le_havre.actions import Amounts
from companion.games.le_havre.printed import Printed
from companion.games.le_havre.purse import total
from companion.games.le_havre.state import Player, State

GUILD = "passive_build_discount"
WIND = "passive_energy_discount"
FEEDLOT = "passive_harvest"


def owned_action(player: Player, op: str) -> Action | None:
    """A building of the player that helps by being owned (4.2)."""
    actions = (load_buildings()[name].action for name in player.buildings)
    return next((action for action in actions if action and action.op == op), None)


def building_costs(box: Printed, player: Player, firm: Building, building: str) -> tuple[Amounts, ...]:
    """The ways to pay for a building at this firm; none when it cannot be built there.

    Where sources show different materials, each is allowed until the owner has told what the card says (7.2, 7.3).
    """
    card = box.buildings[building]
    action = firm.action
    if card.materials is None or action is None:
        return ()
    needed = action.values.get("only_if_cost_includes")
    costs: list[Amounts] = []
    for printed in (card.materials, card.card_materials):
        if printed is None or (needed and not printed.get(needed)):
            continue
        costs += _guild_costs(player, _less(printed, action.amounts("discount")))
    return tuple(costs)


def _guild_costs(player: Player, cost: Amounts) -> list[Amounts]:
    """One clay or one brick less for the owner of the Masons' Guild, as the owner likes."""
    guild = owned_action(player, GUILD)
    if guild is None or not (cost.get("clay") or cost.get("brick")):
        return [cost]
    return [
        _less(cost, {material: guild.number("clay_or_brick")}) for material in ("clay", "brick") if cost.get(material)
    ]


def _less(cost: Amounts, discount: Amounts) -> Amounts:
    left = {thing: number - discount.get(thing, 0) for thing, number in cost.items()}
    return {thing: number for thing, number in left.items() if number > 0}


def ship_cost(state: State, wharf: Building, ship: Ship) -> Amounts:
    """Materials, and a brick for a wharf that is not modernised yet unless the ship is wooden (3.12)."""
    kind = state.printed.ships[ship.type]
    if not kind.modern or wharf.name in state.modern or wharf.action is None:
        return kind.materials
    return total(kind.materials, wharf.action.amounts("modernise_first_for_non_wooden"))


def energy_cost(player: Player, energy: int) -> int:
    """The energy of a main action, less what the Wind Farm gives its owner (4.2)."""
    wind = owned_action(player, WIND)
    return max(0, energy - (wind.number("energy") if wind else 0))
