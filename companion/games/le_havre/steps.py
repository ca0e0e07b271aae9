"""Actions in words: the names of the steps in the journal, in undo and redo."""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from card_db.le_havre.buildings import YACHT
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
    Use,
)
from companion.games.le_havre.names import (
    BUILDING_NAMES,
    amounts_name,
    card_name,
    ship_name,
    thing_name,
    tile_name,
)
from companion.games.le_havre.purse import total
from companion.games.le_havre.state import State
from companion.games.le_havre.works import is_bought
from companion.words import Message, listing, msg, msgs


def describe(state: State, action: Action) -> Message:
    """The action in words, for the state before it."""
    names = state.setup.players
    match action:
        case LayOut():
            return msg("Proposals laid out")
        case Supply(seat, tile):
            turn = state.turn + 1 if state.phase == "turn_end" else state.turn
            name = tile or state.tiles[(turn - 1) % len(state.tiles)]
            if name is None:
                return msg("{player} begins the turn", player=names[seat])
            return msg("{player} brings to the offers: {tokens}", player=names[seat], tokens=tile_name(name))
        case Take(seat, offer):
            taken = amounts_name({offer: state.offers[offer]})
            return msg("{player} takes {goods} from the offer", player=names[seat], goods=taken)
        case Enter(seat):
            return _describe_enter(state, names[seat], action)
        case Buy(seat, card):
            return msg("{player} buys: {card}", player=names[seat], card=card_name(card))
        case Sell(seat, card):
            return msg("{player} sells: {card}", player=names[seat], card=card_name(card))
        case Repay(seat, loans):
            return msgs("{player} repays {count} loan", "{player} repays {count} loans", loans, player=names[seat])
        case Borrow(seat):
            return msg("{player} takes a loan for interest", player=names[seat])
        case EndRound():
            if state.card.harvest:
                return msg("Round {round} ends with a harvest", round=state.round)
            return msg("Round {round} ends without a harvest", round=state.round)
        case Feed(seat, paid, loans):
            if not loans:
                return msg("{player} feeds with {goods}", player=names[seat], goods=amounts_name(paid))
            return msgs(
                "{player} feeds with {goods} and {count} loan",
                "{player} feeds with {goods} and {count} loans",
                loans,
                player=names[seat],
                goods=amounts_name(paid),
            )
        case TurnUp(building):
            return msg("Special building turned up: {building}", building=BUILDING_NAMES[building])
        case CorrectPlayer(seat):
            return msg("Corrected: what {player} has", player=names[seat])
        case CorrectTable():
            return _describe_correction(action)
        case _:
            assert_never(action)


def _describe_enter(state: State, player: str, enter: Enter) -> Message:
    visit = msg("{player} uses: {building}", player=player, building=BUILDING_NAMES[enter.building])
    done = describe_use(state, enter.use)
    if enter.fee:
        done = [msg("fee {goods}", goods=amounts_name(enter.fee)), *done]
    if not done:
        return visit
    details = reduce(lambda one, other: msg("{one}; {other}", one=one, other=other), done)
    return msg("{visit} ({details})", visit=visit, details=details)


def describe_use(state: State, use: Use) -> list[Message]:
    """What a visit did, in a few words each."""
    done: list[Message] = []
    if use.evicted is not None and use.then is not None:
        done.append(msg("{player} goes home", player=state.setup.players[use.evicted]))
        done.append(msg("then {building}", building=BUILDING_NAMES[use.then.building]))
        return [*done, *describe_use(state, use.then.use)]
    for built in use.built:
        card = BUILDING_NAMES[built.building]
        done.append(msg("buys {card}", card=card) if is_bought(built) else msg("builds {card}", card=card))
    if use.ship is not None:
        done.append(msg("builds {card}", card=ship_name(use.ship)))
    if use.swapped is not None:
        done.append(msg("swaps for {card}", card=BUILDING_NAMES[YACHT]))
    if given := total(use.paid, use.energy, *(built.paid for built in use.built)):
        done.append(msg("gives {goods}", goods=amounts_name(given)))
    if use.got:
        done.append(msg("gets {goods}", goods=amounts_name(use.got)))
    if use.loans:
        done.append(msgs("gives back {count} loan", "gives back {count} loans", use.loans))
    return done


def _describe_correction(correct: CorrectTable) -> Message:
    if correct.round is not None or correct.turn is not None:
        return msg("Corrected: whose turn it is")
    if correct.cards is not None:
        return msg("Corrected: what the printed cards say")
    if correct.offers:
        offers = [msg("{units} {good}", units=n, good=thing_name(thing)) for thing, n in correct.offers.items()]
        return msg("Corrected offers: {goods}", goods=listing(offers))
    return msg("Corrected: what lies on the boards")
