"""What an action changes, for checked or overridden actions; nothing here refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from card_db.packet_row.cards import AREAS, ASSISTANT, Card, Money
from card_db.packet_row.counts import count_kinds
from companion.core.game import Seat
from companion.games.packet_row.actions import (
    Action,
    Cash,
    Choose,
    CorrectArea,
    CorrectPlayer,
    Deal,
    Decline,
    FinalCards,
    Fulfil,
    Pass,
    Refill,
    Reveal,
    Take,
)
from companion.games.packet_row.checks import find_space
from companion.games.packet_row.fulfil import plan_for
from companion.games.packet_row.numbers import CURRENT_SPACES, FUTURE_SPACES, SHORT_BOARDS_END, SPACES
from companion.games.packet_row.plan import NO_PLAN
from companion.games.packet_row.state import Area, Pawn, Player, State, discard_deck


def advance(state: State, action: Action) -> State:
    """The state after the action."""
    match action:
        case Take():
            return _take(state, action)
        case Decline():
            return _decline(state, action)
        case Choose():
            return _choose(state, action)
        case Pass():
            return _end_round(state)
        case Refill():
            return _refill(state, action)
        case Reveal():
            return _reveal(state, action)
        case Deal(seat, card):
            player = state.players[seat]
            told = Counter(state.told)
            told[card.kind] += 1
            return _with_player(
                state._replace(told=told), seat, player._replace(cards=(*player.cards, card), dealt=True)
            )
        case Cash(seat, card):
            amount = card.amount if isinstance(card, Money) else 0
            return _spend(state, seat, (card,), amount)
        case Fulfil(seat, plan, contracts):
            plan = plan or plan_for(state.players[seat].cards, contracts) or NO_PLAN
            return _spend(state, seat, plan.spent, plan.income)
        case FinalCards(seat, cards):
            return _hold(state, seat, cards)
        case CorrectPlayer(seat, money, cards):
            if money is not None:
                state = _with_player(state, seat, state.players[seat]._replace(money=money))
            return state if cards is None else _hold(state, seat, cards)
        case CorrectArea():
            return _correct_area(state, action)
        case _:
            assert_never(action)


def _with_player(state: State, seat: int, player: Player) -> State:
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return state._replace(players=players)


def _with_area(state: State, name: str, area: Area) -> State:
    return state._replace(areas={**state.areas, name: area})


# --- set-up -----------------------------------------------------------------------------------------------------


def _reveal(state: State, reveal: Reveal) -> State:
    area = state.areas[reveal.area]
    cards = reveal.future + reveal.current
    area = area._replace(
        deck=max(0, area.deck - len(cards)),
        spaces=_spaces(reveal.current, reveal.future),
        drawn=count_kinds(cards),
        short=len(reveal.current) < state.full_current,
    )
    state = _with_area(state, reveal.area, area)
    if all(area.drawn is not None for area in state.areas.values()):
        return state._replace(phase="choose", to_act=state.harbour_master)
    return state


def _spaces(current: tuple[Card, ...], future: tuple[Card, ...]) -> tuple[Card | None, ...]:
    """Cards are laid from space 1 upward."""
    empty_current = (None,) * (CURRENT_SPACES - len(current))
    return (*current, *empty_current, *future, *(None,) * (FUTURE_SPACES - len(future)))


# --- a round ----------------------------------------------------------------------------------------------------


def _choose(state: State, choose: Choose) -> State:
    asked = state.next_asked(state.harbour_master)
    area = state.areas[choose.area]._replace(chosen=True)
    return state._replace(
        areas={**state.areas, choose.area: area},
        area=choose.area,
        to_act=asked,
        phase="master" if asked == state.harbour_master else "asking",
        must_take=asked == state.harbour_master,
    )


def _take(state: State, take: Take) -> State:
    name = state.area or AREAS[0]
    area = state.areas[name]
    index = find_space(area, take)
    if index is None:
        return state
    player = state.players[take.seat]
    cards = [*player.cards, take.card]
    areas = dict(state.areas)
    areas[name] = area._replace(spaces=(*area.spaces[:index], None, *area.spaces[index + 1 :]))
    if take.future and ASSISTANT in cards:
        cards.remove(ASSISTANT)
        guildhall = areas["guildhall"]
        areas["guildhall"] = guildhall._replace(discard=guildhall.discard + 1)
    # By agreement of the table somebody may take what he cannot pay in full.
    money = max(0, player.money - take.card.price)
    taker = Player(money, tuple(cards), Pawn(name, SPACES[index]), player.dealt)
    players = (*state.players[: take.seat], taker, *state.players[take.seat + 1 :])
    state = state._replace(areas=areas, players=players)
    if take.seat == state.harbour_master:
        return _end_round(state)
    return _ask_next(state, take.seat)


def _ask_next(state: State, seat: Seat) -> State:
    """Who is asked after this seat has decided; somebody out of order changes nothing for the one being asked."""
    if seat != state.to_act:
        return state
    asked = state.next_asked(seat)
    return state._replace(to_act=asked, phase="master" if asked == state.harbour_master else "asking")


def _decline(state: State, decline: Decline) -> State:
    if decline.seat != state.harbour_master:
        return _ask_next(state, decline.seat)
    if all(area.chosen for area in state.areas.values()):
        return _end_round(state)
    return state._replace(phase="choose", area=None, to_act=state.harbour_master, must_take=False)


def _end_round(state: State) -> State:
    areas = {name: area._replace(due=True) if area.chosen else area for name, area in state.areas.items()}
    return state._replace(phase="refill", area=None, to_act=None, must_take=False, areas=areas)


# --- end of a round ---------------------------------------------------------------------------------------------


def _refill(state: State, refill: Refill) -> State:
    area = state.areas[refill.area]
    current = area.future + refill.current
    drawn = count_kinds(refill.current + refill.future)
    drawn.update(area.drawn or {})
    area = area._replace(
        deck=max(0, area.deck - len(refill.current) - len(refill.future)),
        spaces=_spaces(current, refill.future),
        discard=area.discard + len(area.current),
        drawn=drawn,
        due=False,
        short=len(current) < state.full_current,
    )
    players = tuple(
        player._replace(pawn=None) if player.pawn is not None and player.pawn.area == refill.area else player
        for player in state.players
    )
    state = state._replace(areas={**state.areas, refill.area: area}, players=players)
    if any(area.due for area in state.areas.values()):
        return state
    return _next_round(state)


def _next_round(state: State) -> State:
    """The end is checked (E5); if the game goes on, the token moves (E4)."""
    if state.boards_short >= SHORT_BOARDS_END[len(state.players)]:
        return state._replace(phase="final")
    master = Seat((state.harbour_master + 1) % len(state.players))
    return state._replace(
        phase="choose",
        round=state.round + 1,
        harbour_master=master,
        to_act=master,
        areas={name: area._replace(chosen=False) if area.chosen else area for name, area in state.areas.items()},
    )


# --- hands ------------------------------------------------------------------------------------------------------


def _spend(state: State, seat: Seat, cards: Iterable[Card], income: int) -> State:
    """Discard cards from a hand, each to the pile of its deck, and receive money."""
    player = state.players[seat]
    hand = list(player.cards)
    areas = dict(state.areas)
    for card in cards:
        if card not in hand:  # overridden: what is not there cannot be discarded
            continue
        hand.remove(card)
        if pile := discard_deck(card):
            areas[pile] = areas[pile]._replace(discard=areas[pile].discard + 1)
    state = _with_player(state, seat, player._replace(cards=tuple(hand), money=player.money + income))
    return state._replace(areas=areas)


def _hold(state: State, seat: Seat, cards: tuple[Card, ...]) -> State:
    """A hand is corrected; what it gains or loses is remembered for the counts (S2)."""
    player = state.players[seat]
    told = Counter(state.told)
    told.update(count_kinds(cards))
    told.subtract(count_kinds(player.cards))
    return _with_player(state._replace(told=told), seat, player._replace(cards=cards))


def _correct_area(state: State, correct: CorrectArea) -> State:
    area = state.areas[correct.area]
    spaces = tuple(correct.spaces.get(name, card) for name, card in zip(SPACES, area.spaces, strict=True))
    drawn = Counter(area.drawn or {})
    drawn.update(count_kinds(card for card in spaces if card is not None))
    drawn.subtract(count_kinds(card for card in area.spaces if card is not None))
    area = area._replace(
        spaces=spaces,
        deck=area.deck if correct.deck is None else correct.deck,
        discard=area.discard if correct.discard is None else correct.discard,
        drawn=area.drawn if area.drawn is None else drawn,
    )
    # A supply that the table corrects between rounds is short or not by what lies there now (E5).
    if not area.chosen and area.drawn is not None:
        area = area._replace(short=len(area.current) < state.full_current)
    return _with_area(state, correct.area, area)
