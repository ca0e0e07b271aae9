"""Why something is refused: one function for each way to break a rule, the rule's id with it.

`firm` marks what no agreement of the table can turn into something meaningful, because the card is not there or the
game is at another point; all else can be overridden and is then marked in the journal.
"""

from __future__ import annotations

from card_db.packet_row.cards import Card, Contract, Goods, Money, Nugget, Ship
from companion.core.game import Refusal
from companion.games.packet_row.names import (
    AREA_NAMES,
    DESTINATION_NAMES,
    GOOD_NAMES,
    KIND_NAMES,
    card_name,
)
from companion.words import Message, msg, msgs

# --- wrong time -------------------------------------------------------------------------------------------------


def boards_not_revealed(missing: list[str]) -> Refusal:
    """The set-up is not finished (S4)."""
    reason = msgs(
        "The set-up is not finished: {count} board still has to be laid out.",
        "The set-up is not finished: {count} boards still have to be laid out.",
        len(missing),
    )
    return Refusal("S4", reason, firm=True)


def refill_due(areas: list[str]) -> Refusal:
    """The round is over and boards wait for their refill (E2)."""
    return Refusal("E2", msg("The round is over; first refill: {area}.", area=AREA_NAMES[areas[0]]), firm=True)


def game_over() -> Refusal:
    """The game has ended (E5)."""
    return Refusal("E5", msg("The game is over; only contracts, money cards and the score remain."), firm=True)


def no_area_chosen(master: str) -> Refusal:
    """Nobody can act before an area is chosen (R1)."""
    return Refusal("R1", msg("{master} first has to choose an area.", master=master), firm=True)


def already_revealed(area: str) -> Refusal:
    """A board is laid out once (S4)."""
    return Refusal("S4", msg("The board is already laid out: {area}.", area=AREA_NAMES[area]), firm=True)


# --- turns ------------------------------------------------------------------------------------------------------


def has_taken(player: str) -> Refusal:
    """One card a round (R5)."""
    return Refusal("R5", msg("{player} has already taken a card this round.", player=player))


def not_asked(player: str, asked: str) -> Refusal:
    """Out of order (R2)."""
    return Refusal("R2", msg("It is {asked}'s decision, not {player}'s.", asked=asked, player=player))


def area_chosen(area: str) -> Refusal:
    """Each area once a round (R1)."""
    return Refusal("R1", msg("This area has already been chosen this round: {area}.", area=AREA_NAMES[area]))


def choosing_on(master: str, asked: str) -> Refusal:
    """The harbour master decides here before choosing on (R7)."""
    if master == asked:
        return Refusal("R7", msg("{master} must take a card here or decline before choosing on.", master=master))
    return Refusal("R7", msg("{asked} has not decided yet, so {master} cannot choose on.", asked=asked, master=master))


def must_take(master: str) -> Refusal:
    """Chosen after all others had taken a card, an area must not be left without one (R8)."""
    reason = msg("All others have taken a card and {master} chose this area: a card must be taken here.", master=master)
    return Refusal("R8", reason)


def nothing_to_take(master: str, area: str) -> Refusal:
    """No card there that the harbour master can take and pay (R8)."""
    reason = msg(
        "All others have taken a card, and there is none that {master} can take and pay here: {area}.",
        master=master,
        area=AREA_NAMES[area],
    )
    return Refusal("R8", reason)


def cannot_decline(master: str) -> Refusal:
    """The harbour master takes, chooses on or passes (R8)."""
    reason = msg(
        "All others have taken a card: {master} takes one, chooses another area or passes, but cannot decline.",
        master=master,
    )
    return Refusal("R8", reason)


def cannot_pass_yet(player: str, waiting: str) -> Refusal:
    """Passing ends the round only when all others have taken a card (R8)."""
    reason = msg("{player} cannot end the round yet: {waiting} has not taken a card.", player=player, waiting=waiting)
    return Refusal("R8", reason)


def only_master_passes(player: str, master: str) -> Refusal:
    """Only the harbour master passes (R8)."""
    reason = msg(
        "Only the harbour master {master} can end the round; {player} takes a card or declines.",
        master=master,
        player=player,
    )
    return Refusal("R8", reason)


# --- taking -----------------------------------------------------------------------------------------------------


def not_on_offer(card: Card, area: str) -> Refusal:
    """The card does not lie there (R3)."""
    return Refusal("R3", msg("{area}: the {card} does not lie there.", card=card_name(card), area=AREA_NAMES[area]))


def lies_in_future(card: Card, area: str) -> Refusal:
    """The card lies in the future supply (R3)."""
    reason = msg(
        "{area}: the {card} lies in the future supply, which takes an assistant.",
        card=card_name(card),
        area=AREA_NAMES[area],
    )
    return Refusal("R3", reason)


def no_assistant(player: str, card: Card) -> Refusal:
    """The future supply needs an assistant (R3)."""
    reason = msg(
        "{player} has no assistant to take the {card} from the future supply.", player=player, card=card_name(card)
    )
    return Refusal("R3", reason)


def cannot_pay(player: str, money: int, card: Card) -> Refusal:
    """Too little money (R4)."""
    reason = msg(
        "{player} has ${money}; the {card} costs ${price}.",
        player=player,
        money=money,
        card=card_name(card),
        price=card.price,
    )
    return Refusal("R4", reason)


# --- boards -----------------------------------------------------------------------------------------------------


def refill_not_due(area: str, chosen: bool) -> Refusal:
    """Only boards chosen in the round that ended are refilled (E1)."""
    if chosen:
        reason = msg("No refill is due for this board now: {area}.", area=AREA_NAMES[area])
    else:
        reason = msg("This board was not chosen, so it is not refilled: {area}.", area=AREA_NAMES[area])
    return Refusal("E1", reason)


def round_not_over(area: str) -> Refusal:
    """Boards are refilled when the round is over (E1)."""
    reason = msg("The round is not over, so nothing is refilled yet: {area}.", area=AREA_NAMES[area])
    return Refusal("E1", reason, firm=True)


def wrong_number(rule: str, area: str, wanted: int, given: int) -> Refusal:
    """A supply gets another number of cards than the rule says (S4, S5, E2, E3)."""
    values: dict[str, str | int | Message] = {"area": AREA_NAMES[area], "given": given}
    if rule in ("S5", "E2"):
        reason = msgs(
            "{area}: {count} card goes to the current supply, not {given}.",
            "{area}: {count} cards go to the current supply, not {given}.",
            wanted,
            **values,
        )
    else:
        reason = msgs(
            "{area}: {count} card goes to the future supply, not {given}.",
            "{area}: {count} cards go to the future supply, not {given}.",
            wanted,
            **values,
        )
    return Refusal(rule, reason)


def other_deck(card: Card, area: str) -> Refusal:
    """A card that does not belong on this board (S2)."""
    reason = msg("The {card} does not belong to this board: {area}.", card=card_name(card), area=AREA_NAMES[area])
    return Refusal("S2", reason)


def too_many_of_kind(kind: str, box: int) -> Refusal:
    """More cards of a kind than the box holds (S2)."""
    reason = msg("There are only {box} {kind} in the game.", box=box, kind=KIND_NAMES[kind])
    return Refusal("S2", reason)


def not_a_start(card: Card) -> Refusal:
    """Only starting contracts are dealt (S6)."""
    return Refusal("S6", msg("The {card} is not a starting contract.", card=card_name(card)), firm=True)


def already_dealt(player: str) -> Refusal:
    """One starting contract for each player (S6)."""
    return Refusal("S6", msg("{player} already has a starting contract.", player=player), firm=True)


# --- money and contracts ----------------------------------------------------------------------------------------


def not_money(card: Card) -> Refusal:
    """Only money cards are cashed (M1)."""
    return Refusal("M1", msg("The {card} is not a money card.", card=card_name(card)), firm=True)


def money_not_held(player: str, card: Money) -> Refusal:
    """A money card that the player does not hold (M1)."""
    return Refusal("M1", msg("{player} holds no {card}.", player=player, card=card_name(card)))


def not_in_hand(card: Card, wanted: int, held: int) -> Refusal:
    """The plan uses a card that is not there (C1)."""
    reason = msg(
        "The plan needs {wanted} of the {card}, the hand holds {held}.",
        wanted=wanted,
        card=card_name(card),
        held=held,
    )
    return Refusal("C1", reason)


def not_a_ship(card: Card) -> Refusal:
    """Something else than a ship is to sail (C1)."""
    return Refusal("C1", msg("The {card} is not a ship.", card=card_name(card)))


def not_goods(card: Card) -> Refusal:
    """Something else than goods or nuggets is delivered (C1)."""
    return Refusal("C1", msg("The {card} is neither goods nor a nugget.", card=card_name(card)))


def no_ship(contract: Contract) -> Refusal:
    """A contract without a ship (C1)."""
    return Refusal("C1", msg("No ship sails for the {contract}.", contract=card_name(contract)))


def ship_carries_more(contract: Contract) -> Refusal:
    """A ship carries a contract that is not among those to fulfil (C1)."""
    reason = msg("A ship carries the {contract}, which the plan does not fulfil.", contract=card_name(contract))
    return Refusal("C1", reason)


def too_few_units(contract: Contract, given: int, wanted: int) -> Refusal:
    """A contract gets too little (C1)."""
    reason = msg(
        "The {contract} needs {wanted} units and gets {given}.",
        contract=card_name(contract),
        wanted=wanted,
        given=given,
    )
    return Refusal("C1", reason)


def cannot_fulfil(contracts: tuple[Card, ...], missing: Message) -> Refusal:
    """These contracts cannot be fulfilled together with this hand (C1)."""
    reason = msgs(
        "This contract cannot be fulfilled: {missing}.",
        "These {count} contracts cannot be fulfilled at once: {missing}.",
        len(contracts),
        missing=missing,
    )
    return Refusal("C1", reason, firm=True)


def no_captain(ship: Ship, to: str) -> Refusal:
    """Another destination needs a captain (C7)."""
    reason = msg("Without a captain the {ship} cannot sail to {to}.", ship=card_name(ship), to=DESTINATION_NAMES[to])
    return Refusal("C7", reason)


def no_captain_left(ship: Ship, to: str) -> Refusal:
    """More captains than the hand holds (C7)."""
    reason = msg("No captain is left to send the {ship} to {to}.", ship=card_name(ship), to=DESTINATION_NAMES[to])
    return Refusal("C7", reason)


def other_destination(ship: Ship, to: str, contract: Contract, captain: bool) -> Refusal:
    """Contracts that share a ship share its destination (C3, with a captain C7)."""
    reason = msg(
        "The {ship} sails to {to} and cannot carry the {contract}.",
        ship=card_name(ship),
        to=DESTINATION_NAMES[to],
        contract=card_name(contract),
    )
    return Refusal("C7" if captain else "C3", reason)


def no_trader(card: Goods, good: str) -> Refusal:
    """Another kind needs a trader (C6)."""
    reason = msg("Without a trader the {card} cannot stand for {good}.", card=card_name(card), good=GOOD_NAMES[good])
    return Refusal("C6", reason)


def no_trader_left(card: Goods | Nugget, good: str) -> Refusal:
    """More traders than the hand holds (C6)."""
    reason = msg("No trader is left to turn the {card} into {good}.", card=card_name(card), good=GOOD_NAMES[good])
    return Refusal("C6", reason)


def trader_on_nugget(card: Nugget) -> Refusal:
    """Traders change goods cards only (C6)."""
    return Refusal("C6", msg("A trader changes goods cards, not a {card}.", card=card_name(card)))


def other_good(card: Goods | Nugget, good: str, contract: Contract) -> Refusal:
    """All units of a card are of one kind (C5 for nuggets, C6 for goods)."""
    reason = msg(
        "The {card} stands for {good} and is no use for the {contract}.",
        card=card_name(card),
        good=GOOD_NAMES[good],
        contract=card_name(contract),
    )
    return Refusal("C5" if isinstance(card, Nugget) else "C6", reason)


def too_many_units(card: Goods | Nugget, given: int) -> Refusal:
    """More units than on the card (C4, nuggets C5)."""
    reason = msg(
        "The {card} has {units} units, the plan gives {given}.", card=card_name(card), units=card.units, given=given
    )
    return Refusal("C5" if isinstance(card, Nugget) else "C4", reason)
