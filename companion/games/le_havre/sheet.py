"""A score of Le Havre as the sheet that all games share."""

from __future__ import annotations

from collections.abc import Sequence

from card_db.le_havre.goods import GOODS
from companion.core.box import Hand
from companion.core.sheet import Line, Score, Sheet, SheetRow
from companion.games.le_havre.names import BUILDING_NAMES
from companion.games.le_havre.printed import Printed
from companion.games.le_havre.score_view import hints
from companion.games.le_havre.scoring import BONUS_RULES, Holding, PlayerScore, ScoreLine, score
from companion.games.le_havre.shelf import split
from companion.games.le_havre.warnings import too_many_buildings, too_many_ships
from companion.words import Message, msg

FRANCS, LOANS = "francs", "loans"  # tokens; goods are called by their names


def holding_of(hand: Hand, box: Printed) -> Holding:
    """A hand as the score wants it."""
    buildings, ships = split(hand.cards, box)
    goods = {good: hand.tokens[good] for good in GOODS if hand.tokens.get(good)}
    return Holding(hand.name, hand.tokens.get(FRANCS, 0), buildings, ships, goods, hand.tokens.get(LOANS, 0))


def make_sheet(hands: Sequence[Hand], box: Printed) -> Sheet:
    """The score of these hands."""
    holdings = [holding_of(hand, box) for hand in hands]
    result = score(holdings)
    players = tuple(_score(player) for player in result.players)
    doubts = [
        *too_many_buildings(card.name for holding in holdings for card in holding.buildings),
        *too_many_ships(ship for holding in holdings for ship in holding.ships),
    ]
    return Sheet(
        players,
        result.why,
        (msg("Buildings"), msg("Ships"), msg("Bonus"), msg("Francs less loans")),
        _rows(result.players, players),
        "5.2",
        "5.5",
        (*doubts, *hints(holdings)),
    )


def _score(player: PlayerScore) -> Score:
    parts = (player.buildings, player.ships, sum(player.bonuses.values()), player.francs - player.loans)
    lines = tuple(_line(line) for line in player.lines)
    return Score(player.name, player.total, player.place, parts, player.francs, lines)


def _line(line: ScoreLine) -> Line:
    return Line(
        line.rule, msg("{points} points", points=line.points), line.cards, line.why, bool(line.cards or line.points)
    )


def _rows(players: Sequence[PlayerScore], scores: Sequence[Score]) -> tuple[SheetRow, ...]:
    """Buildings, ships, every bonus card that somebody has, francs and loans."""

    def row(name: Message, line: int, numbers: Sequence[int]) -> SheetRow:
        return SheetRow(name, tuple(numbers), tuple(one.lines[line] for one in scores))

    rows = [
        row(msg("Buildings"), 0, [player.buildings for player in players]),
        row(msg("Ships"), 1, [player.ships for player in players]),
    ]
    for card in BONUS_RULES:
        if any(card in player.bonuses for player in players):
            lines = [next((line for line in one.lines[2:-2] if card in line.cards), None) for one in scores]
            numbers = tuple(player.bonuses.get(card, 0) for player in players)
            rows.append(SheetRow(msg("Bonus: {building}", building=BUILDING_NAMES[card]), numbers, tuple(lines)))
    rows.append(row(msg("Francs"), -2, [player.francs for player in players]))
    rows.append(row(msg("Loans"), -1, [-player.loans for player in players]))
    return tuple(rows)
