"""What someone may try now, legal or not; where the table can do more, the usual ways are listed."""

from __future__ import annotations

from collections.abc import Iterator

from card_db.le_havre.buildings import load_buildings
from card_db.le_havre.goods import FRANCS
from card_db.le_havre.ships import Ship
from companion.core.game import Seat
from companion.games.le_havre.actions import (
    Action,
    Borrow,
    Buy,
    EndRound,
    Enter,
    Feed,
    Repay,
    Sell,
    Supply,
    Take,
    TurnUp,
)
from companion.games.le_havre.demand import owed
from companion.games.le_havre.purse import food_of, pay_food, total
from companion.games.le_havre.state import OFFERS, State, special_buildings
from companion.games.le_havre.uses import usual_fee, usual_visits


def options(state: State) -> tuple[Action, ...]:
    """Everything: the next step of the game first, then what is possible at any time."""
    if state.phase == "setup":
        return ()
    return (*next_options(state), *buy_options(state), *any_time_options(state))


def next_options(state: State) -> tuple[Action, ...]:
    """What takes the game on: supply, main action, end of the round, food, the town's special building."""
    match state.phase:
        case "supply":
            return tuple(supply_options(state, state.turn))
        case "turn_end":
            return tuple(supply_options(state, state.turn + 1)) if state.turns_left else (EndRound(),)
        case "interest":
            return tuple(Borrow(seat) for seat in state.due)
        case "feeding":
            return tuple(usual_feed(state, seat) for seat in state.due)
        case "town":
            return tuple(TurnUp(name) for name in special_left(state))
        case "main" | "last" if state.to_act is not None:
            return tuple(main_options(state, state.to_act))
    return ()


def supply_options(state: State, turn: int) -> Iterator[Supply]:
    """The supply of a turn; every tile that may lie there while it is face down."""
    seat = state.seat_of(state.round, turn)
    if state.tiles[turn - 1] is not None:
        yield Supply(seat)
    else:
        yield from (Supply(seat, tile) for tile in state.hidden_tiles)


def main_options(state: State, seat: Seat) -> Iterator[Action]:
    """All offers and the usual ways to use all buildings."""
    yield from (Take(seat, offer) for offer in OFFERS)
    for name in state.standing:
        if load_buildings()[name].entry is not None:
            yield from enter_options(state, seat, name)


def enter_options(state: State, seat: Seat, building: str) -> Iterator[Enter]:
    """The usual ways to use a building; a bare visit, which says what is wrong, when there is none."""
    visitors = state.visitors(building)
    free = seat not in visitors and (not visitors or state.phase == "last")
    visits = list(usual_visits(state, seat, building)) if free else []
    yield from visits or [Enter(seat, building, usual_fee(state, seat, building) or {})]


def buy_options(state: State) -> tuple[Buy, ...]:
    """Everything that lies open to be bought, for the player whose turn it is."""
    if state.to_act is None or state.phase in ("last", "over"):
        return ()
    ships = [ship for pile in state.ships.values() for ship in pile[:1]]
    cards: list[str | Ship] = [*state.town, *state.tops, *ships]
    return tuple(Buy(state.to_act, card) for card in cards)


def any_time_options(state: State) -> tuple[Action, ...]:
    """What everybody may do at any time: repay a loan, sell."""
    actions: list[Action] = []
    for index, player in enumerate(state.players):
        seat = Seat(index)
        if player.loans:
            actions.append(Repay(seat))
        cards: list[str | Ship] = [*player.buildings, *dict.fromkeys(player.ships)]
        actions += [Sell(seat, card) for card in cards]
    return tuple(actions)


def usual_feed(state: State, seat: Seat) -> Feed:
    """Food with as little waste as possible, then francs, then as many loans as are needed (3.9)."""
    player, demand = state.players[seat], owed(state, seat)
    if not demand.loans:
        return Feed(seat, pay_food(player, demand.to_pay) or {})
    food = {good: number for good, number in player.goods.items() if food_of(good)}
    return Feed(seat, total(food, {FRANCS: demand.unpaid}), demand.loans)


def special_left(state: State) -> list[str]:
    """The special buildings that may still be turned up."""
    gone = {*state.seen, *state.standing, *state.waiting}
    return [name for name in special_buildings(state.setup) if name not in gone]
