"""Why something is refused: one function for each way to break a rule, the rule's id with it.

`firm` marks what no agreement of the table can turn into something meaningful, because the card is not there or the
game is at another point; all else can be overridden and is then marked in the journal.
"""

from __future__ import annotations

from collections.abc import Sequence

from card_db.le_havre.ships import Ship
from companion.core.game import Refusal
from companion.games.le_havre.actions import Amounts
from companion.games.le_havre.names import (
    BUILDING_NAMES,
    card_name,
    ship_name,
    thing_name,
    tile_name,
)
from companion.words import listing, msg, msgs

# --- wrong time -------------------------------------------------------------------------------------------------


def not_laid_out() -> Refusal:
    """The set-up is not finished (2.1)."""
    return Refusal("2.1", msg("First the three piles of proposals have to be laid out."), firm=True)


def laid_out_already() -> Refusal:
    """The set-up happens once (2.1)."""
    return Refusal("2.1", msg("The proposals are laid out already."), firm=True)


def game_over() -> Refusal:
    """The game has ended (5.1)."""
    return Refusal("5.1", msg("The game is over; only selling and repaying loans remain."), firm=True)


def supply_first(player: str) -> Refusal:
    """The turn begins with supply (3.1)."""
    return Refusal("3.1", msg("{player} first moves the ship to the next supply tile.", player=player), firm=True)


def interest_first(players: Sequence[str]) -> Refusal:
    """Interest is due at once (3.1)."""
    return Refusal("3.1", msg("First interest has to be paid by {players}.", players=listing(players)), firm=True)


def main_first(player: str) -> Refusal:
    """The main action cannot be left out (3.2)."""
    return Refusal("3.2", msg("{player} still has the main action to do.", player=player), firm=True)


def main_done(player: str) -> Refusal:
    """One main action a turn (3.2)."""
    return Refusal("3.2", msg("{player} has already had the main action of this turn.", player=player), firm=True)


def round_not_over(turns: int) -> Refusal:
    """A round has seven turns (3.5)."""
    return Refusal(
        "3.5",
        msgs("The round is not over: {count} more turn.", "The round is not over: {count} more turns.", turns),
        firm=True,
    )


def round_over() -> Refusal:
    """After the seventh turn the round ends (3.5)."""
    return Refusal("3.5", msg("That was the last turn of the round; first the round ends."), firm=True)


def feeding_first(players: Sequence[str]) -> Refusal:
    """Feeding belongs to the end of a round (3.8)."""
    return Refusal("3.8", msg("First food has to be paid by {players}.", players=listing(players)), firm=True)


def no_feeding() -> Refusal:
    """Food is paid at the end of a round (3.8)."""
    return Refusal("3.8", msg("Food is paid at the end of a round only."), firm=True)


def fed_already(player: str) -> Refusal:
    """Food is paid once (3.8)."""
    return Refusal("3.8", msg("{player} owes no food any more.", player=player), firm=True)


def special_first() -> Refusal:
    """The town's special building ends the round (3.11)."""
    return Refusal("3.11", msg("First the town's special building has to be turned up."), firm=True)


def no_special_due() -> Refusal:
    """A special building comes when the round card says so (3.11)."""
    return Refusal("3.11", msg("No special building is to be turned up now."), firm=True)


def no_supply_at_the_end() -> Refusal:
    """The last actions come without supply (5.1)."""
    return Refusal("5.1", msg("In the last actions there is no supply."), firm=True)


# --- set-up -----------------------------------------------------------------------------------------------------


def wrong_pile(wanted: int, seen: int) -> Refusal:
    """Piles are equal (2.1)."""
    return Refusal("2.1", msg("Each pile of proposals has {wanted} cards, not {seen}.", wanted=wanted, seen=seen))


def not_among_proposals(building: str, version: str) -> Refusal:
    """Each number of players has its own buildings (2.5, 2.6)."""
    reason = msg(
        "{building} is not among the proposals of this version for so many players.", building=BUILDING_NAMES[building]
    )
    return Refusal("2.5" if version == "full" else "2.6", reason)


def twice_there(building: str) -> Refusal:
    """Every building is there once (1.2)."""
    return Refusal("1.2", msg("{building} is there once only.", building=BUILDING_NAMES[building]))


def tile_unknown() -> Refusal:
    """A tile that is face down has to be turned up (2.9)."""
    return Refusal("2.9", msg("The next supply tile is face down; tell what it shows."), firm=True)


def tile_elsewhere(tile: str) -> Refusal:
    """Tiles keep their places (2.9)."""
    return Refusal("2.9", msg("That tile lies at another place; the next one shows {tokens}.", tokens=tile_name(tile)))


def tile_turned_up(tile: str) -> Refusal:
    """Each tile is there once (2.9)."""
    return Refusal("2.9", msg("The tile with {tokens} was turned up already.", tokens=tile_name(tile)))


def not_in_use(building: str) -> Refusal:
    """A house rule leaves it in the box (7.24)."""
    return Refusal("7.24", msg("{building} was left in the box.", building=BUILDING_NAMES[building]))


def special_seen(building: str) -> Refusal:
    """Each special building is there once (1.2)."""
    return Refusal("1.2", msg("{building} was turned up already.", building=BUILDING_NAMES[building]))


# --- turns ------------------------------------------------------------------------------------------------------


def not_your_turn(player: str, asked: str) -> Refusal:
    """Turns go round (3.6)."""
    return Refusal("3.6", msg("It is not {player}'s turn but {asked}'s.", player=player, asked=asked))


def offer_empty(offer: str) -> Refusal:
    """There must be something to take (3.2)."""
    return Refusal("3.2", msg("Nothing lies on the offer of {good}.", good=thing_name(offer)))


# --- entering ---------------------------------------------------------------------------------------------------


def is_proposal(building: str) -> Refusal:
    """Proposals are not built yet (3.2b)."""
    reason = msg("{building} is a proposal and cannot be entered.", building=BUILDING_NAMES[building])
    return Refusal("3.2b", reason, firm=True)


def not_standing(building: str) -> Refusal:
    """The building is not in the game yet, or not any more (3.2b)."""
    return Refusal("3.2b", msg("{building} does not stand here.", building=BUILDING_NAMES[building]), firm=True)


def padlocked(building: str) -> Refusal:
    """Some buildings have no action (3.2b)."""
    reason = msg("Nobody can enter {building}; it only counts for its owner.", building=BUILDING_NAMES[building])
    return Refusal("3.2b", reason, firm=True)


def own_disc(player: str, building: str) -> Refusal:
    """The disc has to move (3.2b)."""
    reason = msg(
        "The disc of {player} lies on {building}; it cannot be used again at once.",
        player=player,
        building=BUILDING_NAMES[building],
    )
    return Refusal("3.2b", reason)


def occupied(building: str, player: str) -> Refusal:
    """One disc a building (3.2)."""
    reason = msg("{building} is occupied by the disc of {player}.", building=BUILDING_NAMES[building], player=player)
    return Refusal("3.2", reason)


def fee_not_due(building: str) -> Refusal:
    """One's own and free buildings cost nothing (3.2a)."""
    return Refusal("3.2a", msg("Entering {building} is free here.", building=BUILDING_NAMES[building]))


def wrong_fee(building: str, fees: Sequence[Amounts]) -> Refusal:
    """The fee is what the card says (3.2a)."""
    ways = [
        msgs("{count} food", "{count} food", fee["food"])
        if "food" in fee
        else msgs("{count} franc", "{count} francs", fee["francs"])
        for fee in fees
    ]
    text = ways[0] if len(ways) == 1 else msg("{one} or {other}", one=ways[0], other=ways[1])
    reason = msg("{building} costs {fee} to enter.", building=BUILDING_NAMES[building], fee=text)
    return Refusal("3.2a" if len(ways) == 1 else "7.25", reason)


def lacks(rule: str, player: str, thing: str, has: int) -> Refusal:
    """Nobody can give what he does not have."""
    reason = msg("{player} has only {number} {good}.", player=player, number=has, good=thing_name(thing))
    return Refusal(rule, reason)


# --- buying and selling -------------------------------------------------------------------------------------------


def not_for_sale(card: str | Ship) -> Refusal:
    """The town's buildings, top proposals and top ships can be bought (3.3)."""
    return Refusal("3.3", msg("{card} cannot be had here.", card=card_name(card)), firm=True)


def ship_not_on_top(ship: Ship) -> Refusal:
    """Only the top ship of a pile can be had (7.17)."""
    return Refusal("7.17", msg("The {ship} is not on top of its pile.", ship=ship_name(ship)), firm=True)


def never_sold(card: str | Ship) -> Refusal:
    """Some cards have no price (3.3, 7.7, 7.21)."""
    return Refusal("3.3", msg("{card} cannot be bought at all.", card=card_name(card)))


def cannot_pay(player: str, card: str | Ship, price: int, has: int) -> Refusal:
    """The price is paid in francs (3.3)."""
    reason = msg(
        "{card} costs {price} francs; {player} has {francs}.",
        card=card_name(card),
        price=price,
        player=player,
        francs=has,
    )
    return Refusal("3.3", reason)


def no_buying_at_the_end() -> Refusal:
    """The last actions come without buying (5.1)."""
    return Refusal("5.1", msg("After the last round nothing can be bought."))


def just_sold(building: str) -> Refusal:
    """What is sold stays sold for this turn (3.4)."""
    reason = msg(
        "{building} was sold in this turn and cannot be bought back at once.", building=BUILDING_NAMES[building]
    )
    return Refusal("3.4", reason)


def not_owned(player: str, card: str | Ship) -> Refusal:
    """One sells what one has (3.4)."""
    return Refusal("3.4", msg("{player} does not own this: {card}.", player=player, card=card_name(card)), firm=True)


# --- loans and food -----------------------------------------------------------------------------------------------


def fewer_loans(player: str, loans: int) -> Refusal:
    """One repays the loans one has (3.10)."""
    return Refusal(
        "3.10",
        msgs("{player} has only {count} loan.", "{player} has only {count} loans.", loans, player=player),
    )


def cannot_repay(player: str, price: int, has: int) -> Refusal:
    """A loan costs 5 francs to repay (3.10)."""
    reason = msg("Repaying costs {price} francs; {player} has {francs}.", price=price, player=player, francs=has)
    return Refusal("3.10", reason)


def no_loan_needed(player: str) -> Refusal:
    """Loans are never taken by choice (3.10)."""
    reason = msg("{player} owes nothing that cannot be paid, so there is no loan.", player=player)
    return Refusal("3.10", reason)


def not_food(thing: str) -> Refusal:
    """Food and francs feed (3.8)."""
    return Refusal("3.8", msg("{good} is no food.", good=thing_name(thing)))


def too_little_food(need: int, given: int) -> Refusal:
    """What is owed has to be paid (3.8)."""
    return Refusal("3.8", msg("{need} food has to be paid, not {given}.", need=need, given=given))


def too_many_francs() -> Refusal:
    """Francs can be paid exactly (3.8)."""
    return Refusal("3.8", msg("These are more francs than needed."))


def all_before_loans(player: str) -> Refusal:
    """All food and all francs come before a loan (3.9)."""
    return Refusal("3.9", msg("{player} gives all food and all francs before taking a loan.", player=player))


def wrong_number_of_loans(player: str, loans: int) -> Refusal:
    """As many loans as are needed (3.9)."""
    return Refusal(
        "3.9",
        msgs("{player} needs {count} loan for this.", "{player} needs {count} loans for this.", loans, player=player),
    )
