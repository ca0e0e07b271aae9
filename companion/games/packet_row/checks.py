"""What is allowed: the one home of legality, guard clauses in the order in which the digest names the ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from card_db.packet_row.cards import ASSISTANT, Card, Contract, Money
from card_db.packet_row.counts import COUNTS, IN_BOX, count_kinds
from companion.core.game import Refusal
from companion.games.packet_row import reasons
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
from companion.games.packet_row.fulfil import plan_for, what_is_missing
from companion.games.packet_row.numbers import CURRENT_SPACES, FUTURE_SPACES, SPACES
from companion.games.packet_row.plan import judge_plan
from companion.games.packet_row.state import Area, Player, State


def check(state: State, action: Action) -> Refusal | None:
    """Why the action is refused, None when it is legal; firm when the table could not even agree to it."""
    refusal = _check(state, action)
    if refusal is None or refusal.firm or _is_possible(state, action):
        return refusal
    return replace(refusal, firm=True)


def _is_possible(state: State, action: Action) -> bool:
    """Whether the action can be done at all, rules aside: the card lies there, the cards find room."""
    match action:
        case Take():
            return state.area is not None and find_space(state.areas[state.area], action) is not None
        case Reveal():
            return len(action.current) <= CURRENT_SPACES and len(action.future) <= FUTURE_SPACES
        case Refill():
            room = CURRENT_SPACES - len(state.areas[action.area].future)
            return len(action.current) <= room and len(action.future) <= FUTURE_SPACES
    return True


def _check(state: State, action: Action) -> Refusal | None:
    match action:
        case Take():
            return _wrong_time(state) or _no_area(state) or check_take(state, action)
        case Decline():
            return _wrong_time(state) or _no_area(state) or check_decline(state, action)
        case Choose():
            return _wrong_time(state) or check_choose(state, action)
        case Pass():
            return _wrong_time(state) or _no_area(state) or check_pass(state, action)
        case Refill():
            return _not_set_up(state) or _ended(state) or check_refill(state, action)
        case Reveal():
            return check_reveal(state, action)
        case Deal():
            return check_deal(state, action)
        case Cash():
            return _not_set_up(state) or check_cash(state, action)
        case Fulfil():
            return _not_set_up(state) or check_fulfil(state, action)
        case FinalCards():
            return _not_set_up(state) or check_final_cards(state, action)
        case CorrectPlayer() | CorrectArea():
            return None
        case _:
            assert_never(action)


# --- wrong time -------------------------------------------------------------------------------------------------


def _not_set_up(state: State) -> Refusal | None:
    if state.phase != "setup":
        return None
    return reasons.boards_not_revealed([name for name, area in state.areas.items() if area.drawn is None])


def _ended(state: State) -> Refusal | None:
    return reasons.game_over() if state.phase == "final" else None


def _wrong_time(state: State) -> Refusal | None:
    if state.phase == "refill":
        return reasons.refill_due([name for name, area in state.areas.items() if area.due])
    return _not_set_up(state) or _ended(state)


def _no_area(state: State) -> Refusal | None:
    return reasons.no_area_chosen(_name(state, state.harbour_master)) if state.phase == "choose" else None


# --- set-up -----------------------------------------------------------------------------------------------------


def check_reveal(state: State, reveal: Reveal) -> Refusal | None:
    """A board is laid out once, with the right numbers of its own cards (S2, S4, S5)."""
    if state.phase in ("refill", "final"):
        return _wrong_time(state)
    area = state.areas[reveal.area]
    if area.drawn is not None:
        return reasons.already_revealed(reveal.area)
    if len(reveal.future) != FUTURE_SPACES:
        return reasons.wrong_number("S4", reveal.area, FUTURE_SPACES, len(reveal.future))
    if len(reveal.current) != state.full_current:
        return reasons.wrong_number("S5", reveal.area, state.full_current, len(reveal.current))
    return _check_drawn(reveal.area, {}, reveal.future + reveal.current)


def check_deal(state: State, deal: Deal) -> Refusal | None:
    """One starting contract a player, three of a kind in the box (S2, S6)."""
    if state.players[deal.seat].dealt:
        return reasons.already_dealt(_name(state, deal.seat))
    if not isinstance(deal.card, Contract) or not deal.card.start:
        return reasons.not_a_start(deal.card)
    kind = deal.card.kind
    return reasons.too_many_of_kind(kind, IN_BOX[kind]) if _known(state)[kind] >= IN_BOX[kind] else None


def _check_drawn(name: str, drawn: Mapping[str, int], cards: tuple[Card, ...]) -> Refusal | None:
    """Cards laid on a board belong to its deck, which holds only so many of a kind (S2)."""
    kinds = COUNTS[name]
    seen = Counter(drawn)
    for card in cards:
        kind = card.kind
        if kind not in kinds:
            return reasons.other_deck(card, name)
        seen[kind] += 1
        if seen[kind] > kinds[kind]:
            return reasons.too_many_of_kind(kind, kinds[kind])
    return None


def _known(state: State) -> Counter[str]:
    """All cards the companion has heard of, by kind."""
    known = Counter(state.told)
    for area in state.areas.values():
        known.update(area.drawn or {})
    return known


# --- a round ----------------------------------------------------------------------------------------------------


def check_choose(state: State, choose: Choose) -> Refusal | None:
    """An area not yet chosen (R1), after declining here (R7), under R8 one with a card to take."""
    if state.areas[choose.area].chosen:
        return reasons.area_chosen(choose.area)
    if state.phase == "choose":
        return None
    master = _name(state, state.harbour_master)
    if state.must_take:
        return reasons.must_take(master)
    if state.phase == "asking" or not state.others_have_taken():
        return reasons.choosing_on(master, _name(state, _asked(state)))
    if not can_take(state.players[state.harbour_master], state.areas[choose.area]):
        return reasons.nothing_to_take(master, choose.area)
    return None


def can_take(player: Player, area: Area) -> bool:
    """Some card there can be taken and paid with the money at hand."""
    on_offer = area.current + area.future if ASSISTANT in player.cards else area.current
    return any(card.price <= player.money for card in on_offer)


def check_take(state: State, take: Take) -> Refusal | None:
    """In turn (R2), one a round (R5), a card that lies there (R3) and can be paid (R4)."""
    player = state.players[take.seat]
    name = _name(state, take.seat)
    if player.pawn is not None:
        return reasons.has_taken(name)
    if take.seat != state.to_act:
        return reasons.not_asked(name, _name(state, _asked(state)))
    area_name = _area_name(state)
    area = state.areas[area_name]
    if find_space(area, take) is None:
        if not take.future and take.card in area.future:
            return reasons.lies_in_future(take.card, area_name)
        return reasons.not_on_offer(take.card, area_name)
    if take.future and ASSISTANT not in player.cards:
        return reasons.no_assistant(name, take.card)
    if take.card.price > player.money:
        return reasons.cannot_pay(name, player.money, take.card)
    return None


def find_space(area: Area, take: Take) -> int | None:
    """The index of the space a card is taken from: the one named, else the first with such a card."""
    places = range(CURRENT_SPACES, len(SPACES)) if take.future else range(CURRENT_SPACES)
    for index in places:
        if area.spaces[index] == take.card and take.space in (None, SPACES[index]):
            return index
    return None


def check_decline(state: State, decline: Decline) -> Refusal | None:
    """In turn (R2), with the pawn in hand (R5), not the harbour master under R8."""
    if refusal := _check_turn(state, decline.seat):
        return refusal
    if state.must_take:
        return reasons.must_take(_name(state, decline.seat))
    if state.phase == "master" and state.others_have_taken():
        return reasons.cannot_decline(_name(state, decline.seat))
    return None


def check_pass(state: State, action: Pass) -> Refusal | None:
    """Only the harbour master, once all others have taken a card, and not after choosing on (R8)."""
    if refusal := _check_turn(state, action.seat):
        return refusal
    if state.phase == "asking":
        return reasons.only_master_passes(_name(state, action.seat), _name(state, state.harbour_master))
    if state.must_take:
        return reasons.must_take(_name(state, action.seat))
    if not state.others_have_taken():
        waiting = next(s for s, p in enumerate(state.players) if p.pawn is None and s != action.seat)
        return reasons.cannot_pass_yet(_name(state, action.seat), _name(state, waiting))
    return None


def _check_turn(state: State, seat: int) -> Refusal | None:
    if state.players[seat].pawn is not None:
        return reasons.has_taken(_name(state, seat))
    if seat != state.to_act:
        return reasons.not_asked(_name(state, seat), _name(state, _asked(state)))
    return None


# --- end of a round ---------------------------------------------------------------------------------------------


def check_refill(state: State, refill: Refill) -> Refusal | None:
    """Boards that were chosen (E1) get the right numbers of their own cards (E2, E3, S2)."""
    area = state.areas[refill.area]
    if not area.due:
        if state.phase != "refill" and area.chosen:
            return reasons.round_not_over(refill.area)
        refusal = reasons.refill_not_due(refill.area, area.chosen)
        return refusal if state.phase == "refill" else replace(refusal, firm=True)
    current, future = state.refill_numbers(area)
    if len(refill.current) != current:
        return reasons.wrong_number("E2", refill.area, current, len(refill.current))
    if len(refill.future) != future:
        return reasons.wrong_number("E3", refill.area, future, len(refill.future))
    return _check_drawn(refill.area, area.drawn or {}, refill.current + refill.future)


# --- at any time ------------------------------------------------------------------------------------------------


def check_cash(state: State, cash: Cash) -> Refusal | None:
    """A money card in the hand (M1)."""
    if not isinstance(cash.card, Money):
        return reasons.not_money(cash.card)
    if cash.card not in state.players[cash.seat].cards:
        return reasons.money_not_held(_name(state, cash.seat), cash.card)
    return None


def check_fulfil(state: State, fulfil: Fulfil) -> Refusal | None:
    """The plan works, or there is one for these contracts (C1 to C7)."""
    hand = state.players[fulfil.seat].cards
    if fulfil.plan is not None:
        return judge_plan(hand, fulfil.plan)
    if plan_for(hand, fulfil.contracts) is None:
        return reasons.cannot_fulfil(fulfil.contracts, what_is_missing(hand, fulfil.contracts))
    return None


def check_final_cards(state: State, final: FinalCards) -> Refusal | None:
    """What is really held fits together with all other cards the companion knows of (S2)."""
    known = _known(state)
    known.subtract(count_kinds(state.players[final.seat].cards))
    for kind, count in count_kinds(final.cards).items():
        if known[kind] + count > IN_BOX[kind]:
            return reasons.too_many_of_kind(kind, IN_BOX[kind])
    return None


def _name(state: State, seat: int) -> str:
    return state.setup.players[seat]


def _asked(state: State) -> int:
    """Who decides now; the harbour master when nobody else does."""
    return state.harbour_master if state.to_act is None else state.to_act


def _area_name(state: State) -> str:
    """The area being asked about; there is one in the phases asking and master."""
    return state.area or ""
