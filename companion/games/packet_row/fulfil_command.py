"""The command `fulfil`: the best fulfilment, the cheapest for given contracts, or a judgement of a plan."""

from __future__ import annotations

from companion.core.answer import Answer, refused
from companion.core.game import Json
from companion.core.read_json import as_bool, field
from companion.games.packet_row import reasons
from companion.games.packet_row.codec_cards import read_cards, read_plan, write_plan
from companion.games.packet_row.fulfil import best_plan, frugal_plans, plan_for, what_is_missing
from companion.games.packet_row.plan import judge_plan
from companion.games.packet_row.score_view import unproven, warnings
from companion.words import Words


def fulfil_command(request: Json, words: Words) -> Answer:
    """The best fulfilment of a hand, the cheapest for given contracts, or a judgement of a plan (C1 to C7)."""
    hand = read_cards(field(request, "cards", "the request"), "cards")
    if request.get("plan") is not None:
        plan = read_plan(request["plan"])
        refusal = judge_plan(hand, plan)
        if refusal is not None:
            return refused(refusal, words)
        return Answer({"legal": True, "income": plan.income})
    if request.get("contracts") is not None:
        contracts = read_cards(request["contracts"], "contracts")
        found = plan_for(hand, contracts)
        if found is None:
            return refused(reasons.cannot_fulfil(contracts, what_is_missing(hand, contracts)), words)
        return Answer({**write_plan(found), "warnings": warnings(hand, words)})
    best = best_plan(hand)
    body = {**write_plan(best), "warnings": [*warnings(hand, words), *unproven(best, words)]}
    if as_bool(request.get("alternatives", False), "alternatives"):
        body["alternatives"] = [write_plan(other) for other in frugal_plans(hand)[1:]]
    return Answer(body)
