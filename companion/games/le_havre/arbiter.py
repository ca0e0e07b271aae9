"""May I? Answers with the rule and the reason, for a game in play."""

from __future__ import annotations

from collections.abc import Iterator

from card_db.le_havre.ships import Ship
from companion.core.game import Refusal, Seat
from companion.core.verdict import Verdict
from companion.games.le_havre.actions import Action, Buy, Enter, Repay, Sell, Take
from companion.games.le_havre.checks import check
from companion.games.le_havre.options import enter_options
from companion.games.le_havre.rules import RULES
from companion.games.le_havre.state import State

VERBS = ("take", "enter", "buy", "sell", "repay")
ALLOWING = {"take": "3.2", "enter": "3.2", "buy": "3.3", "sell": "3.4", "repay": "3.10"}


def ways(state: State, seat: Seat, verb: str, thing: str | Ship) -> Iterator[Action]:
    """The actions that a question may mean; a building has several usual ways to be used."""
    match verb:
        case "take":
            yield Take(seat, str(thing))
        case "enter":
            yield from enter_options(state, seat, str(thing))
        case "buy":
            yield Buy(seat, thing)
        case "sell":
            yield Sell(seat, thing)
        case _:
            yield Repay(seat)


def may(state: State, seat: Seat, verb: str, thing: str | Ship) -> tuple[Verdict, Action]:
    """Whether this player may do this now, and the action that the answer is about."""
    first: tuple[Refusal, Action] | None = None
    for action in ways(state, seat, verb, thing):
        refusal = check(state, action)
        if refusal is None:
            rule = ALLOWING[verb]
            return Verdict(True, rule, RULES[rule]), action
        first = first or (refusal, action)
    refusal, action = first or (Refusal("3.2", RULES["3.2"]), Enter(seat, str(thing)))
    return Verdict(False, refusal.rule, refusal.reason, can_agree=not refusal.firm), action
