"""Why a building cannot be used like that: one function for each way, the rule's id with it."""

from __future__ import annotations

from collections.abc import Sequence

from card_db.le_havre.ships import Ship
from companion.core.game import Refusal
from companion.games.le_havre.actions import Amounts
from companion.games.le_havre.names import BUILDING_NAMES, SHIP_NAMES, amounts_name, thing_name
from companion.words import msg, msgs

# --- using ------------------------------------------------------------------------------------------------------


def other_action(rule: str, building: str) -> Refusal:
    """A building does one thing only."""
    return Refusal(rule, msg("That is not what {building} does.", building=BUILDING_NAMES[building]))


def must_be_used(building: str) -> Refusal:
    """Who enters a building uses it (3.2)."""
    reason = msg("Who enters {building} must use it, and this would do nothing.", building=BUILDING_NAMES[building])
    return Refusal("3.2", reason)


def of_no_use(rule: str, building: str, player: str) -> Refusal:
    """The action gives nothing as things stand."""
    reason = msg("{building} gives {player} nothing now.", building=BUILDING_NAMES[building], player=player)
    return Refusal(rule, reason)


def wrong_paid(rule: str, building: str, wanted: Amounts) -> Refusal:
    """What is handed in follows from the card."""
    reason = msg("{building} asks for {amounts} here.", building=BUILDING_NAMES[building], amounts=amounts_name(wanted))
    return Refusal(rule, reason)


def wrong_got(rule: str, building: str, wanted: Amounts) -> Refusal:
    """What one gets follows from the card."""
    reason = msg(
        "{building} gives {amounts} for that.", building=BUILDING_NAMES[building], amounts=amounts_name(wanted)
    )
    return Refusal(rule, reason)


def too_often(rule: str, building: str, most: int) -> Refusal:
    """Some actions are limited."""
    reason = msgs(
        "{building} does that {count} time at most.",
        "{building} does that {count} times at most.",
        most,
        building=BUILDING_NAMES[building],
    )
    return Refusal(rule, reason)


def limited(rule: str, building: str, good: str, most: int) -> Refusal:
    """Some printed cards limit what they give (7.4)."""
    reason = msg(
        "{building} gives {units} {good} at most, as its card says.",
        building=BUILDING_NAMES[building],
        units=most,
        good=thing_name(good),
    )
    return Refusal(rule, reason)


def no_fuel(thing: str) -> Refusal:
    """Not everything burns (4.13)."""
    return Refusal("4.13", msg("{good} gives no energy.", good=thing_name(thing)))


def too_little_energy(need: int, given: int) -> Refusal:
    """Energy has to suffice (4.13)."""
    return Refusal("4.13", msg("This takes {need} energy, not {given}.", need=need, given=given))


def not_different(building: str) -> Refusal:
    """One of each kind (4.5)."""
    return Refusal("4.5", msg("{building} gives one of each kind only.", building=BUILDING_NAMES[building]))


def not_given_here(building: str, thing: str) -> Refusal:
    """Some goods are not among those to choose from (4.5)."""
    reason = msg("{building} does not give {good}.", building=BUILDING_NAMES[building], good=thing_name(thing))
    return Refusal("4.5", reason)


def too_many_kinds(player: str, most: int) -> Refusal:
    """The number follows from the craftsmen's buildings (4.5)."""
    reason = msgs(
        "{player} may choose {count} good here, by the craftsmen's buildings owned.",
        "{player} may choose {count} goods here, by the craftsmen's buildings owned.",
        most,
        player=player,
    )
    return Refusal("4.5", reason)


def must_hold(building: str, amounts: Amounts) -> Refusal:
    """Some buildings want to see something first (4.6)."""
    reason = msg(
        "{building} can be used by those only who hold {amounts}.",
        building=BUILDING_NAMES[building],
        amounts=amounts_name(amounts),
    )
    return Refusal("4.6", reason)


def must_show(building: str, francs: int) -> Refusal:
    """Some buildings want to see cash first (4.8)."""
    reason = msg(
        "{building} deals with those only who can show {francs} francs.",
        building=BUILDING_NAMES[building],
        francs=francs,
    )
    return Refusal("4.8", reason)


def any_goods(building: str, number: int) -> Refusal:
    """Goods of any kind, but so many (4.9)."""
    reason = msgs(
        "{building} takes {count} good of any kind for that.",
        "{building} takes {count} goods of any kind for that.",
        number,
        building=BUILDING_NAMES[building],
    )
    return Refusal("4.9", reason)


def not_neighbours() -> Refusal:
    """Two offers side by side (4.11)."""
    return Refusal(
        "4.11",
        msg("The Haulage Firm empties two neighbouring offers, in this row: cattle, grain, iron, clay, wood, fish."),
    )


def no_loans(player: str) -> Refusal:
    """The Local Court needs a loan (7.23)."""
    return Refusal("7.23", msg("{player} has no loan, so the Local Court is of no use.", player=player))


def wrong_loans(player: str, loans: int) -> Refusal:
    """What the Local Court does follows from the number of loans (7.23)."""
    if loans == 1:
        return Refusal("7.23", msg("With one loan {player} gives it back and gets no francs.", player=player))
    if loans == 2:
        return Refusal("7.23", msg("With two loans {player} gives back one and gets 2 francs.", player=player))
    return Refusal(
        "7.23",
        msg("With so many loans {player} gives back two, or one and gets 2 francs.", player=player),
    )


def nobody_to_evict() -> Refusal:
    """The Harbor Watch needs the disc of somebody else (4.12)."""
    return Refusal("4.12", msg("The Harbor Watch sends home the disc of another player who stands on a building."))


def other_place(building: str) -> Refusal:
    """The visit goes on where the disc stood (4.12)."""
    return Refusal("4.12", msg("After that {building} must be entered.", building=BUILDING_NAMES[building]))


# --- building ---------------------------------------------------------------------------------------------------


def not_on_top(building: str) -> Refusal:
    """Only top proposals can be built (4.3)."""
    reason = msg("{building} is not the top card of a pile of proposals.", building=BUILDING_NAMES[building])
    return Refusal("4.3", reason, firm=True)


def cannot_be_built(building: str) -> Refusal:
    """Some cards can only be bought (4.3)."""
    return Refusal("4.3", msg("{building} cannot be built, only bought.", building=BUILDING_NAMES[building]))


def needs_wood(building: str) -> Refusal:
    """The Sawmill builds with wood (4.3)."""
    reason = msg("The Sawmill builds only what needs wood; {building} does not.", building=BUILDING_NAMES[building])
    return Refusal("4.3", reason)


def wrong_cost(building: str, costs: Sequence[Amounts]) -> Refusal:
    """Materials as printed, less discounts (4.3)."""
    ways = [amounts_name(cost) for cost in costs]
    reason = msg("Here {building} costs {materials}.", building=BUILDING_NAMES[building], materials=ways[0])
    if len(ways) > 1:
        reason = msg(
            "Here {building} costs {materials} or {others}.",
            building=BUILDING_NAMES[building],
            materials=ways[0],
            others=ways[1],
        )
    return Refusal("4.3", reason)


def wrong_ship_cost(ship: Ship, cost: Amounts, modernise: bool) -> Refusal:
    """Materials as printed, and a brick for a wharf that is not modernised (3.12)."""
    values = {"ship": SHIP_NAMES[ship.type], "materials": amounts_name(cost)}
    if modernise:
        return Refusal("3.12", msg("The {ship} costs {materials}, with the brick that modernises the wharf.", **values))
    return Refusal("3.12", msg("The {ship} costs {materials} at this wharf.", **values))


def no_yacht() -> Refusal:
    """The Luxury Yacht has to lie in the town (7.5)."""
    return Refusal("7.5", msg("The Luxury Yacht is not among the town's buildings."), firm=True)


def not_iron() -> Refusal:
    """An own iron ship is swapped (7.5)."""
    return Refusal("7.5", msg("The Luxury Yacht is swapped for an own iron ship and nothing else."))


def no_such_ship(player: str, kind: str) -> Refusal:
    """Only own ships sail (3.13)."""
    return Refusal(
        "3.13", msg("{player} has not so many ships of this type: {ship}.", player=player, ship=SHIP_NAMES[kind])
    )


def carries_nothing(kind: str) -> Refusal:
    """Luxury liners do not sail (3.13)."""
    return Refusal("3.13", msg("A {ship} carries no goods.", ship=SHIP_NAMES[kind]))


def overloaded(room: int, goods: int) -> Refusal:
    """Ships carry so much (3.13)."""
    return Refusal("3.13", msg("These ships carry {room} goods, not {goods}.", room=room, goods=goods))
