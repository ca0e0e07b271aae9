"""Score sheets of Packet Row as JSON."""

from __future__ import annotations

from card_db.packet_row.cards import Card
from card_db.packet_row.counts import impossible_kinds
from companion.core.game import Json
from companion.games.packet_row.codec_cards import texts
from companion.games.packet_row.names import KIND_NAMES
from companion.games.packet_row.plan import Plan
from companion.games.packet_row.scoring import Holding, PlayerScore, ScoreSheet
from companion.words import Words, msg


def view_score(players: tuple[Holding, ...], sheet: ScoreSheet, words: Words, explain: bool = False) -> Json:
    """A score sheet; with `explain` every line with its rule, its cards and its reason."""
    lines = [_view_player(player, words, explain) for player in sheet.players]
    cards = tuple(card for holding in players for card in holding.cards)
    doubts = [text for player in sheet.players for text in unproven(player.plan, words)]
    body: Json = {"players": lines, "winners": list(sheet.winners), "warnings": [*warnings(cards, words), *doubts]}
    if explain:
        body["reason"] = sheet.why.say(words)
    return body


def _view_player(player: PlayerScore, words: Words, explain: bool) -> Json:
    view: Json = {
        "name": player.name,
        "contracts": texts(player.plan.contracts),
        "contract_income": player.plan.income,
        "money_cards": player.money_cards,
        "money": player.money,
        "vp_buildings": player.vp_buildings,
        "vp_money": player.vp_money,
        "vp_bankers": player.vp_bankers,
        "total": player.total,
        "place": player.place,
    }
    if explain:
        view["lines"] = [
            {
                "rule": line.rule,
                "points": line.points,
                "dollars": line.dollars,
                "cards": texts(line.cards),
                "reason": line.why.say(words),
            }
            for line in player.lines
        ]
    return view


def unproven(plan: Plan, words: Words) -> list[str]:
    """A warning when the best fulfilment of a hand is only the best one found."""
    if plan.proven:
        return []
    return [msg("This hand is too large to try everything; there may be a better fulfilment.").say(words)]


def warnings(cards: tuple[Card, ...], words: Words) -> list[str]:
    """What a real box cannot hold, in words."""
    return [
        msg("There are {seen} {kind}; the game has only {box}.", seen=seen, kind=KIND_NAMES[kind], box=box).say(words)
        for kind, seen, box in impossible_kinds(cards)
    ]
