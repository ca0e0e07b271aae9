"""A score of Packet Row as the sheet that all games share."""

from __future__ import annotations

from collections.abc import Sequence

from card_db.packet_row.cards import Card, parse_card
from card_db.packet_row.counts import impossible_kinds
from companion.core.box import Hand
from companion.core.sheet import Line, Score, Sheet, SheetRow
from companion.games.packet_row.names import KIND_NAMES
from companion.games.packet_row.scoring import Holding, PlayerScore, ScoreLine, score
from companion.words import Message, msg

MONEY = "money"  # the token
CONTRACTS, MONEY_CARDS, BUILDINGS, CASH, BANKERS = range(5)  # the lines of a score


def holding_of(hand: Hand) -> Holding:
    """A hand as the score wants it."""
    return Holding(hand.name, hand.tokens.get(MONEY, 0), tuple(parse_card(card) for card in hand.cards))


def make_sheet(hands: Sequence[Hand]) -> Sheet:
    """The score of these hands."""
    holdings = tuple(holding_of(hand) for hand in hands)
    result = score(holdings)
    players = result.players
    scores = tuple(_score(player) for player in players)

    def row(name: Message, line: int, numbers: Sequence[int]) -> SheetRow:
        return SheetRow(name, tuple(numbers), tuple(one.lines[line] for one in scores))

    return Sheet(
        scores,
        result.why,
        (msg("Buildings"), msg("Money"), msg("Bankers")),
        (
            row(msg("Contracts, $"), CONTRACTS, [player.plan.income for player in players]),
            row(msg("Money cards, $"), MONEY_CARDS, [player.money_cards for player in players]),
            row(msg("Money in all, $"), CASH, [player.money for player in players]),
            row(msg("Points: buildings"), BUILDINGS, [player.vp_buildings for player in players]),
            row(msg("Points: money"), CASH, [player.vp_money for player in players]),
            row(msg("Points: bankers"), BANKERS, [player.vp_bankers for player in players]),
        ),
        "F2",
        "F4",
        (*_too_many(tuple(card for holding in holdings for card in holding.cards)), *_unproven(players)),
    )


def _score(player: PlayerScore) -> Score:
    lines = tuple(_line(line) for line in player.lines)
    parts = (player.vp_buildings, player.vp_money, player.vp_bankers)
    return Score(player.name, player.total, player.place, parts, player.money, lines)


def _line(line: ScoreLine) -> Line:
    worth = msg("${money}", money=line.dollars) if line.rule == "F1" else msg("{points} points", points=line.points)
    matters = bool(line.cards or line.points or line.dollars)
    return Line(line.rule, worth, tuple(str(card) for card in line.cards), line.why, matters)


def _too_many(cards: tuple[Card, ...]) -> list[Message]:
    return [
        msg("There are {seen} {kind}; the game has only {box}.", seen=seen, kind=KIND_NAMES[kind], box=box)
        for kind, seen, box in impossible_kinds(cards)
    ]


def _unproven(players: Sequence[PlayerScore]) -> list[Message]:
    doubt = msg("This hand is too large to try everything; there may be a better fulfilment.")
    return [msg("{player}: {text}", player=player.name, text=doubt) for player in players if not player.plan.proven]
