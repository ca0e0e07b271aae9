"""What an action changes, for checked or overridden actions; nothing here refuses."""

from __future__ import annotations

from typing import assert_never

from card_db.le_havre.buildings import SPECIAL, STANDARD, YACHT, load_buildings
from card_db.le_havre.goods import FRANCS
from card_db.le_havre.setup import load_loan, load_tiles
from card_db.le_havre.ships import SHIP_TYPES, Ship
from companion.core.game import Seat
from companion.games.le_havre.actions import (
    Action,
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
from companion.games.le_havre.demand import feedings, harvest_of
from companion.games.le_havre.printed import printed
from companion.games.le_havre.purse import gain, spend
from companion.games.le_havre.state import Player, State


def advance(state: State, action: Action) -> State:
    """The state after the action."""
    match action:
        case LayOut(piles):
            return _begin(state._replace(piles=_sorted(piles)))
        case Supply():
            return _supply(state, action)
        case Take(seat, offer):
            player = gain(state.players[seat], {offer: state.offers[offer]})
            state = state.with_player(seat, player)._replace(offers={**state.offers, offer: 0})
            return _end_main(state, seat)
        case Enter(seat):
            return _end_main(_enter(state, action), seat)
        case Buy():
            return _buy(state, action)
        case Sell():
            return _settle_interest(_sell(state, action))
        case Repay(seat, loans):
            return _repay(state, seat, loans)
        case Borrow(seat):
            return _settle_interest(_borrow(state, seat, 1))
        case EndRound():
            return _end_round(state)
        case Feed():
            return _feed(state, action)
        case TurnUp():
            return _turn_up(state, action)
        case CorrectPlayer():
            return _settle_interest(_correct_player(state, action))
        case CorrectTable():
            return _correct_table(state, action)
        case _:
            assert_never(action)


def _sorted(piles: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The lowest number on top (2.1)."""
    box = load_buildings()
    return tuple(tuple(sorted(pile, key=lambda name: box[name].sort or 0)) for pile in piles)


# --- turns ------------------------------------------------------------------------------------------------------


def _begin(state: State, number: int = 1, turn: int = 1) -> State:
    """The beginning of a turn."""
    return state._replace(phase="supply", round=number, turn=turn, to_act=state.seat_of(number, turn), due=(), sold=())


def _supply(state: State, supply: Supply) -> State:
    if state.phase == "turn_end":
        state = _begin(state, state.round, state.turn + 1)
    place = state.turn - 1
    name = supply.tile or state.tiles[place]
    tile = next(tile for tile in load_tiles() if tile.name == name)
    offers = dict(state.offers)
    for token in tile.tokens:
        offers[token] += 1
    tiles = (*state.tiles[:place], name, *state.tiles[place + 1 :])
    state = state._replace(offers=offers, tiles=tiles, phase="main")
    if not tile.interest:
        return state
    debtors = tuple(Seat(seat) for seat, player in enumerate(state.players) if player.loans)
    return _settle_interest(state._replace(phase="interest", due=debtors))


def _settle_interest(state: State) -> State:
    """Who can pay interest does; the turn goes on when nobody owes any (3.1)."""
    if state.phase != "interest":
        return state
    due: list[Seat] = []
    cost = {FRANCS: load_loan().interest}
    for seat in state.due:
        player = state.players[seat]
        if player.francs < cost[FRANCS] and player.loans:
            due.append(seat)
        elif player.loans:
            state = state.with_player(seat, spend(player, cost))
    return state._replace(due=tuple(due), phase="interest" if due else "main")


def _end_main(state: State, seat: Seat) -> State:
    """After a main action; somebody out of turn changes nothing for the one whose turn it is."""
    if seat != state.to_act:
        return state
    if state.phase == "main":
        return state._replace(phase="turn_end")
    due = tuple(other for other in state.due if other != seat)
    return state._replace(due=due, to_act=due[0] if due else None, phase="last" if due else "over")


# --- buildings --------------------------------------------------------------------------------------------------


def after_fee(state: State, enter: Enter) -> State:
    """The fee is paid, to the owner if there is one, and the disc stands on the building (3.2a)."""
    player = spend(state.players[enter.seat], enter.fee)
    state = state.with_player(enter.seat, player._replace(person=enter.building))
    owner = state.owner(enter.building)
    if owner is None or owner == enter.seat:
        return state
    return state.with_player(owner, gain(state.players[owner], enter.fee))


def after_eviction(state: State, enter: Enter) -> State:
    """The Harbor Watch's franc is paid and the other disc goes home (4.12)."""
    seat, evicted = enter.seat, enter.use.evicted
    if evicted is None:
        return state
    state = state.with_player(seat, spend(state.players[seat], enter.use.paid))
    return state.with_player(evicted, gain(state.players[evicted], enter.use.paid)._replace(person=None))


def _enter(state: State, enter: Enter) -> State:
    state = after_fee(state, enter)
    use, seat = enter.use, enter.seat
    if use.evicted is not None:
        state = after_eviction(state, enter)
        return state if use.then is None else _enter(state, use.then)
    player = gain(spend(spend(state.players[seat], use.paid), use.energy), use.got)
    player = player._replace(loans=max(0, player.loans - use.loans))
    for built in use.built:
        player = spend(player, built.paid)._replace(buildings=(*player.buildings, built.building))
        state = state.without_proposal(built.building)
    if use.ship is not None:
        state = _launch(state, enter.building, use.ship)
        player = player._replace(ships=(*player.ships, use.ship))
    if use.swapped is not None:  # the iron ship leaves the game
        state = _without_town(state, YACHT)
        player = player._replace(ships=_without(player.ships, use.swapped), buildings=(*player.buildings, YACHT))
    state = state._replace(offers={offer: 0 if offer in use.offers else n for offer, n in state.offers.items()})
    return state.with_player(seat, player)


def _launch(state: State, wharf: str, ship: Ship) -> State:
    """A ship leaves its pile; the wharf is modernised if the ship needs it (3.12)."""
    ships = {**state.ships, ship.type: _without(state.ships[ship.type], ship)}
    modern = state.modern | {wharf} if state.printed.ships[ship.type].modern else state.modern
    return state._replace(ships=ships, modern=modern)


def _without(ships: tuple[Ship, ...], ship: Ship) -> tuple[Ship, ...]:
    if ship not in ships:
        return ships
    place = ships.index(ship)
    return (*ships[:place], *ships[place + 1 :])


def _without_town(state: State, building: str) -> State:
    return state._replace(town=tuple(name for name in state.town if name != building))


# --- buying and selling -----------------------------------------------------------------------------------------


def _buy(state: State, buy: Buy) -> State:
    if state.begins_turn(buy.seat):
        state = _begin(state, state.round, state.turn + 1)
    player = state.players[buy.seat]
    if isinstance(buy.card, Ship):
        price = state.printed.ships[buy.card.type].price or 0
        ships = {**state.ships, buy.card.type: _without(state.ships[buy.card.type], buy.card)}
        player = spend(player, {FRANCS: price})._replace(ships=(*player.ships, buy.card))
        return state.with_player(buy.seat, player)._replace(ships=ships)
    state = _without_town(_discs_home(state, buy.card), buy.card).without_proposal(buy.card)
    player = spend(state.players[buy.seat], {FRANCS: state.printed.buildings[buy.card].price or 0})
    return state.with_player(buy.seat, player._replace(buildings=(*player.buildings, buy.card)))


def _sell(state: State, sell: Sell) -> State:
    if isinstance(sell.card, Ship):
        player = gain(state.players[sell.seat], {FRANCS: sell.card.value // 2})
        pile = (sell.card, *state.ships[sell.card.type])
        state = state._replace(ships={**state.ships, sell.card.type: pile})
        return state.with_player(sell.seat, player._replace(ships=_without(player.ships, sell.card)))
    state = _discs_home(state, sell.card)
    player = gain(state.players[sell.seat], {FRANCS: state.printed.buildings[sell.card].sell_price})
    player = player._replace(buildings=tuple(name for name in player.buildings if name != sell.card))
    state = state._replace(town=(*state.town, sell.card), sold=(*state.sold, sell.card))
    return state.with_player(sell.seat, player)


def _discs_home(state: State, building: str) -> State:
    players = tuple(player._replace(person=None) if player.person == building else player for player in state.players)
    return state._replace(players=players)


# --- loans ------------------------------------------------------------------------------------------------------


def _repay(state: State, seat: Seat, loans: int) -> State:
    player = spend(state.players[seat], {FRANCS: loans * load_loan().repay})
    return state.with_player(seat, player._replace(loans=max(0, player.loans - loans)))


def _borrow(state: State, seat: Seat, loans: int) -> State:
    player = gain(state.players[seat], {FRANCS: loans * load_loan().francs})
    return state.with_player(seat, player._replace(loans=player.loans + loans))


# --- end of a round ---------------------------------------------------------------------------------------------


def _end_round(state: State) -> State:
    """Harvest, then everybody owes food; who has enough ships owes none (3.7, 3.8)."""
    if state.card.harvest:
        state = state._replace(players=tuple(gain(player, harvest_of(player)) for player in state.players))
    due = tuple(Seat(seat) for seat, feeding in enumerate(feedings(state)) if feeding.to_pay)
    state = state._replace(phase="feeding", to_act=None, due=due)
    return state if due else _town_event(state)


def _feed(state: State, feed: Feed) -> State:
    state = _borrow(state, feed.seat, feed.loans)
    state = state.with_player(feed.seat, spend(state.players[feed.seat], feed.paid))
    due = tuple(seat for seat in state.due if seat != feed.seat)
    state = state._replace(due=due)
    return state if due else _town_event(state)


def _town_event(state: State) -> State:
    """The town gets the lowest proposal, or a special building that has to be turned up (3.11)."""
    event = state.card.event
    if event == SPECIAL and state.special:
        return state._replace(phase="town")
    if event == STANDARD and state.tops:
        box = load_buildings()
        lowest = min(state.tops, key=lambda name: box[name].sort or 0)
        state = state._replace(town=(*state.town, lowest)).without_proposal(lowest)
    return _new_ship(state)


def _turn_up(state: State, turn_up: TurnUp) -> State:
    name = turn_up.building
    state = state._replace(special=max(0, state.special - 1), seen=(*state.seen, name))
    # What can be built but not bought waits among the proposals: the Football Stadium (7.7).
    if load_buildings()[name].materials is not None:
        state = state._replace(waiting=(*state.waiting, name)).with_waiting_laid()
    else:
        state = state._replace(town=(*state.town, name))
    return _new_ship(state)


def _new_ship(state: State) -> State:
    """The round card becomes a ship, and the next round or the last actions begin (3.5, 5.1)."""
    ship = state.card.ship
    state = state._replace(ships={**state.ships, ship.type: (ship, *state.ships[ship.type])})
    if not state.is_last_round:
        return _begin(state, state.round + 1)
    count = len(state.players)
    due = tuple(Seat((state.setup.first + step) % count) for step in range(count))
    return state._replace(phase="last", to_act=due[0], due=due, sold=())


# --- corrections ------------------------------------------------------------------------------------------------


def _correct_player(state: State, correct: CorrectPlayer) -> State:
    old = state.players[correct.seat]
    player = Player(
        francs=old.francs if correct.francs is None else correct.francs,
        goods=old.goods if correct.goods is None else correct.goods,
        buildings=old.buildings if correct.buildings is None else correct.buildings,
        ships=old.ships if correct.ships is None else correct.ships,
        loans=old.loans if correct.loans is None else correct.loans,
        person=old.person if correct.person is None else correct.person or None,
    )
    come = set(player.buildings) - set(old.buildings)
    return _taken_away(state, come).with_player(correct.seat, player)


def _taken_away(state: State, come: set[str]) -> State:
    """There is one card of each building: what is somewhere now is no longer where it was believed to be."""
    if not come:
        return state

    def left(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card for card in cards if card not in come)

    return state._replace(
        players=tuple(player._replace(buildings=left(player.buildings)) for player in state.players),
        town=left(state.town),
        piles=tuple(left(pile) for pile in state.piles),
        waiting=left(state.waiting),
    ).with_waiting_laid()


def _correct_table(state: State, correct: CorrectTable) -> State:
    if correct.town is not None:
        state = _taken_away(state, set(correct.town) - set(state.town))
    ships = state.ships
    if correct.ships is not None:
        ships = {kind: tuple(ship for ship in correct.ships if ship.type == kind) for kind in SHIP_TYPES}
    state = state._replace(
        offers={**state.offers, **correct.offers},
        tiles=state.tiles if correct.tiles is None else correct.tiles,
        piles=state.piles if correct.piles is None else _sorted(correct.piles),
        special=state.special if correct.special is None else correct.special,
        waiting=state.waiting if correct.waiting is None else correct.waiting,
        town=state.town if correct.town is None else correct.town,
        ships=ships,
        modern=state.modern if correct.modern is None else frozenset(correct.modern),
        printed=state.printed if correct.cards is None else printed(correct.cards),
    ).with_waiting_laid()
    if correct.round is not None or correct.turn is not None:
        number = state.round if correct.round is None else correct.round
        return _begin(state, number, correct.turn or 1)
    return _begin(state) if state.phase == "setup" and correct.piles is not None else state
