"""What is allowed: the one home of legality, guard clauses in the order in which things happen at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from card_db.le_havre.buildings import YACHT, load_buildings, proposals
from card_db.le_havre.setup import load_loan, load_setups
from card_db.le_havre.ships import Ship
from companion.core.game import Refusal, Seat
from companion.games.le_havre import reasons
from companion.games.le_havre.actions import (
    Action,
    Amounts,
    Borrow,
    Buy,
    CorrectPlayer,
    CorrectTable,
    EndRound,
    Enter,
    Feed,
    LayOut,
    Repay,
    Sell,
    Supply,
    Take,
    TurnUp,
)
from companion.games.le_havre.deals import check_food
from companion.games.le_havre.demand import owed
from companion.games.le_havre.purse import find_missing, food_in, food_of, spend
from companion.games.le_havre.state import State, special_buildings
from companion.games.le_havre.turns import after_eviction, after_fee
from companion.games.le_havre.visit import visit_of
from companion.games.le_havre.visits import check_use


def check(state: State, action: Action) -> Refusal | None:
    """Why the action is refused, None when it is legal; firm when the table could not even agree to it."""
    refusal = _check(state, action)
    if refusal is None or refusal.firm or _is_possible(state, action):
        return refusal
    return replace(refusal, firm=True)


def _is_possible(state: State, action: Action) -> bool:
    """Whether the action can be done at all, rules aside: the building stands, the cards lie where they are taken."""
    match action:
        case Buy(card=Ship(type=kind) as ship):
            return state.ships[kind][:1] == (ship,)
        case Buy(card=card):
            return card in (*state.town, *state.tops)
        case Enter():
            return _is_visit_possible(state, action)
    return True


def _is_visit_possible(state: State, enter: Enter) -> bool:
    if enter.building not in state.standing or load_buildings()[enter.building].entry is None:
        return False
    use = enter.use
    left = state
    for built in use.built:
        if built.building not in left.tops:
            return False
        left = left.without_proposal(built.building)
    if use.ship is not None and state.ships[use.ship.type][:1] != (use.ship,):
        return False
    if use.swapped is not None and (YACHT not in state.town or use.swapped not in state.players[enter.seat].ships):
        return False
    return use.then is None or _is_visit_possible(state, use.then)


def _check(state: State, action: Action) -> Refusal | None:
    match action:
        case LayOut():
            return check_lay_out(state, action)
        case CorrectPlayer() | CorrectTable():
            return None
    if state.phase == "setup":
        return reasons.not_laid_out()
    match action:
        case Supply():
            return check_supply(state, action)
        case Take():
            return _check_main(state, action.seat) or check_take(state, action)
        case Enter():
            return _check_main(state, action.seat) or check_enter(state, action)
        case Buy():
            return check_buy(state, action)
        case Sell():
            return check_sell(state, action)
        case Repay():
            return check_repay(state, action)
        case Borrow():
            return check_borrow(state, action)
        case EndRound():
            return check_end_round(state)
        case Feed():
            return check_feed(state, action)
        case TurnUp():
            return check_turn_up(state, action)
        case _:
            assert_never(action)


# --- set-up -----------------------------------------------------------------------------------------------------


def check_lay_out(state: State, lay_out: LayOut) -> Refusal | None:
    """Three equal piles of the buildings that this game uses (2.1, 2.5, 2.6)."""
    if state.phase != "setup":
        return reasons.laid_out_already()
    version, players = state.setup.version, len(state.players)
    known = {card.name for card in proposals(version, players)}
    laid: set[str] = set()
    for pile in lay_out.piles:
        for name in pile:
            if name not in known:
                return reasons.not_among_proposals(name, version)
            if name in laid:
                return reasons.twice_there(name)
            laid.add(name)
    wanted = load_setups()[version].pile[players - 1]
    for pile in lay_out.piles:
        if len(pile) != wanted:
            return reasons.wrong_pile(wanted, len(pile))
    return None


# --- a turn -----------------------------------------------------------------------------------------------------


def _wrong_time(state: State) -> Refusal | None:
    """The game is not in the middle of a turn."""
    match state.phase:
        case "over":
            return reasons.game_over()
        case "feeding":
            return reasons.feeding_first(_names(state, state.due))
        case "town":
            return reasons.special_first()
        case "interest":
            return reasons.interest_first(_names(state, state.due))
    return None


def check_supply(state: State, supply: Supply) -> Refusal | None:
    """The next player moves to the next tile (3.1, 2.9)."""
    if refusal := _wrong_time(state):
        return refusal
    if state.phase == "last":
        return reasons.no_supply_at_the_end()
    if state.phase == "main":
        return reasons.main_first(_asked(state))
    turn, seat = state.turn, state.to_act
    if state.phase == "turn_end":
        if not state.turns_left:
            return reasons.round_over()
        turn, seat = state.turn + 1, state.next_seat
    there = state.tiles[turn - 1]
    if there is None and supply.tile is None:
        return reasons.tile_unknown()
    if supply.seat != seat:
        return reasons.not_your_turn(_name(state, supply.seat), _name(state, seat or 0))
    if there is not None:
        return None if supply.tile in (None, there) else reasons.tile_elsewhere(there)
    return reasons.tile_turned_up(supply.tile) if supply.tile and supply.tile in state.tiles else None


def _check_main(state: State, seat: Seat) -> Refusal | None:
    """It is this player's main action, or last action (3.2, 5.1)."""
    if refusal := _wrong_time(state):
        return refusal
    if state.phase == "supply":
        return reasons.supply_first(_asked(state))
    if state.phase == "turn_end":
        return reasons.main_done(_asked(state)) if seat == state.to_act else reasons.supply_first(_name(state, seat))
    return reasons.not_your_turn(_name(state, seat), _asked(state)) if seat != state.to_act else None


def check_take(state: State, take: Take) -> Refusal | None:
    """Something lies on the offer (3.2)."""
    return None if state.offers[take.offer] else reasons.offer_empty(take.offer)


def check_enter(state: State, enter: Enter) -> Refusal | None:
    """The building can be entered for this fee and used like this (3.2, 4.1)."""
    if refusal := _check_place(state, enter) or _check_fee(state, enter):
        return refusal
    inside = after_fee(state, enter)
    if refusal := check_use(visit_of(inside, enter)):
        return refusal
    if enter.use.then is not None:
        then = enter.use.then
        moved = after_eviction(inside, enter)
        return _check_fee(moved, then) or check_use(visit_of(after_fee(moved, then), then))
    return None


def _check_place(state: State, enter: Enter) -> Refusal | None:
    """It stands, has an action and is free; in the last action discs are no obstacle (3.2b, 5.1)."""
    name = enter.building
    if name not in state.standing:
        return reasons.is_proposal(name) if any(name in pile for pile in state.piles) else reasons.not_standing(name)
    if load_buildings()[name].entry is None:
        return reasons.padlocked(name)
    visitors = state.visitors(name)
    if enter.seat in visitors:
        return reasons.own_disc(_name(state, enter.seat), name)
    if visitors and state.phase != "last":
        return reasons.occupied(name, _name(state, visitors[0]))
    return None


def _check_fee(state: State, enter: Enter) -> Refusal | None:
    """The fee fits one of those printed, and the player has it (3.2a, 7.25)."""
    fees = state.printed.buildings[enter.building].entry or ()
    if not fees or state.owner(enter.building) == enter.seat:
        return reasons.fee_not_due(enter.building) if enter.fee else None
    if not any(_fits_fee(enter.fee, fee) for fee in fees):
        return reasons.wrong_fee(enter.building, fees)
    player = state.players[enter.seat]
    missing = find_missing(player, enter.fee)
    return reasons.lacks("3.2a", _name(state, enter.seat), missing, player.has(missing)) if missing else None


def _fits_fee(paid: Amounts, fee: Amounts) -> bool:
    return check_food(paid, fee["food"]) is None if "food" in fee else paid == fee


# --- buying and selling -----------------------------------------------------------------------------------------


def check_buy(state: State, buy: Buy) -> Refusal | None:
    """In one's own turn, for the price, what the town, the proposals or the piles of ships offer (3.3)."""
    if state.phase in ("last", "over"):
        return reasons.no_buying_at_the_end()
    if refusal := _wrong_time(state):
        return refusal
    if buy.seat != state.to_act and not state.begins_turn(buy.seat):
        return reasons.not_your_turn(_name(state, buy.seat), _asked(state))
    card = buy.card
    if isinstance(card, Ship):
        if state.ships[card.type][:1] != (card,):
            return reasons.ship_not_on_top(card)
        price = state.printed.ships[card.type].price
    else:
        if card not in (*state.town, *state.tops):
            return reasons.not_for_sale(card)
        if card in state.sold and buy.seat == state.to_act:
            return reasons.just_sold(card)
        price = state.printed.buildings[card].price
    if price is None:
        return reasons.never_sold(card)
    francs = state.players[buy.seat].francs
    return reasons.cannot_pay(_name(state, buy.seat), card, price, francs) if francs < price else None


def check_sell(state: State, sell: Sell) -> Refusal | None:
    """One's own buildings and ships, at any time (3.4)."""
    player = state.players[sell.seat]
    owned = sell.card in player.ships if isinstance(sell.card, Ship) else sell.card in player.buildings
    return None if owned else reasons.not_owned(_name(state, sell.seat), sell.card)


# --- loans ------------------------------------------------------------------------------------------------------


def check_repay(state: State, repay: Repay) -> Refusal | None:
    """Own loans, 5 francs each, at any time (3.10)."""
    player, name = state.players[repay.seat], _name(state, repay.seat)
    if player.loans < repay.loans:
        return reasons.fewer_loans(name, player.loans)
    price = repay.loans * load_loan().repay
    return reasons.cannot_repay(name, price, player.francs) if player.francs < price else None


def check_borrow(state: State, borrow: Borrow) -> Refusal | None:
    """Only for interest that is due and cannot be paid (3.10, 7.16)."""
    if state.phase == "interest" and borrow.seat in state.due:
        return None
    return reasons.no_loan_needed(_name(state, borrow.seat))


# --- end of a round -----------------------------------------------------------------------------------------------


def check_end_round(state: State) -> Refusal | None:
    """After the seventh turn (3.5)."""
    if refusal := _wrong_time(state):
        return refusal
    if state.phase == "last":
        return reasons.no_feeding()
    if state.turns_left:
        return reasons.round_not_over(state.turns_left + (state.phase != "turn_end"))
    if state.phase == "supply":
        return reasons.supply_first(_asked(state))
    return reasons.main_first(_asked(state)) if state.phase == "main" else None


def check_feed(state: State, feed: Feed) -> Refusal | None:
    """Food and francs for what is owed; loans only after all of both (3.8, 3.9)."""
    if state.phase != "feeding":
        return reasons.no_feeding()
    name = _name(state, feed.seat)
    if feed.seat not in state.due:
        return reasons.fed_already(name)
    player = state.players[feed.seat]
    demand = owed(state, feed.seat)
    if feed.loans != demand.loans and (feed.loans or food_in(feed.paid) < demand.to_pay):
        if not demand.loans:
            return reasons.no_loan_needed(name)
        return reasons.wrong_number_of_loans(name, demand.loans)
    if refusal := check_food(feed.paid, demand.to_pay):
        return refusal
    richer = player._replace(francs=player.francs + feed.loans * load_loan().francs)
    if missing := find_missing(richer, feed.paid):
        return reasons.lacks("3.8", name, missing, richer.has(missing))
    left = spend(richer, feed.paid)
    if feed.loans and any(food_of(good) for good in left.goods):
        return reasons.all_before_loans(name)
    return None


def check_turn_up(state: State, turn_up: TurnUp) -> Refusal | None:
    """When the round card asks for a special building (3.11)."""
    if state.phase != "town":
        return reasons.no_special_due()
    if turn_up.building not in special_buildings(state.setup):
        return reasons.not_in_use(turn_up.building)
    if turn_up.building in state.seen or turn_up.building in state.standing:
        return reasons.special_seen(turn_up.building)
    return None


def _name(state: State, seat: int) -> str:
    return state.setup.players[seat]


def _names(state: State, seats: tuple[Seat, ...]) -> list[str]:
    return [state.setup.players[seat] for seat in seats]


def _asked(state: State) -> str:
    """Whose turn it is."""
    return _name(state, 0 if state.to_act is None else state.to_act)
