"""May I? Answers with the rule and the reason, for a game in play or for cards on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from card_db.packet_row.cards import Card, Contract
from companion.core.game import Refusal, Seat
from companion.core.verdict import Verdict
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
from companion.games.packet_row.checks import check
from companion.games.packet_row.fulfil import best_plan, plan_for, what_is_missing
from companion.games.packet_row.numbers import SHORT_BOARDS_END
from companion.games.packet_row.plan import Plan
from companion.games.packet_row.rules import RULES
from companion.games.packet_row.state import State
from companion.words import msg, msgs


def may(state: State, seat: Seat, action: Action) -> Verdict:
    """Whether this player may do this now."""
    refusal = _not_master(state, seat) if isinstance(action, Choose) else None
    refusal = refusal or check(state, action)
    if refusal is not None:
        return Verdict(False, refusal.rule, refusal.reason, can_agree=not refusal.firm)
    rule = _allowing_rule(action)
    return Verdict(True, rule, RULES[rule])


def _not_master(state: State, seat: Seat) -> Refusal | None:
    """Areas are chosen by one player only; an event of choosing does not even name somebody else."""
    if seat == state.harbour_master:
        return None
    master = state.setup.players[state.harbour_master]
    return Refusal("R1", msg("Only the harbour master chooses an area; that is {master}.", master=master), firm=True)


def _allowing_rule(action: Action) -> str:
    match action:
        case Choose():
            return "R1"
        case Take():
            return "R3"
        case Decline():
            return "R2"
        case Pass():
            return "R8"
        case Fulfil():
            return "C1"
        case Cash():
            return "M1"
        case Reveal():
            return "S5"
        case Deal():
            return "S6"
        case Refill():
            return "E2"
        case FinalCards() | CorrectPlayer() | CorrectArea():
            return "S7"
        case _:
            assert_never(action)


@dataclass(frozen=True, slots=True)
class FulfilAnswer:
    """Whether all contracts among some cards can be fulfilled together; `plan` is the best that can be done."""

    verdict: Verdict
    plan: Plan


def can_fulfil(cards: Sequence[Card]) -> FulfilAnswer:
    """Judge the contracts of a hand."""
    hand = tuple(cards)
    contracts = tuple(card for card in hand if isinstance(card, Contract))
    plan = plan_for(hand, contracts)
    if plan is not None:
        reason = msgs(
            "The contract can be fulfilled for ${income}.",
            "All {count} contracts can be fulfilled together for ${income}.",
            len(contracts),
            income=plan.income,
        )
        return FulfilAnswer(Verdict(True, "C1", reason), plan)
    reason = msg("Not all of them together: {missing}.", missing=what_is_missing(hand, contracts))
    return FulfilAnswer(Verdict(False, "C1", reason), best_plan(hand))


def is_over(players: int, short: int) -> Verdict:
    """Whether so many short boards end the game (E5)."""
    needed = SHORT_BOARDS_END[players]
    if short >= needed:
        reason = msgs(
            "{count} board is short, which ends the game with {players} players.",
            "{count} boards are short, which ends the game with {players} players.",
            short,
            players=players,
        )
        return Verdict(True, "E5", reason)
    reason = msgs(
        "The game goes on: {count} more board must be short with {players} players.",
        "The game goes on: {count} more boards must be short with {players} players.",
        needed - short,
        players=players,
    )
    return Verdict(False, "E5", reason)
