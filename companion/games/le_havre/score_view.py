"""Score sheets of Le Havre as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from card_db.le_havre.setup import load_loan
from companion.core.game import Json
from companion.games.le_havre.scoring import Holding, PlayerScore, ScoreSheet, repayable
from companion.games.le_havre.warnings import too_many_buildings, too_many_ships
from companion.words import Message, Words, msgs


def view_score(holdings: Sequence[Holding], sheet: ScoreSheet, words: Words, explain: bool = False) -> Json:
    """A score sheet; with `explain` every line with its rule, its cards and its reason."""
    doubts = [
        *too_many_buildings(card.name for holding in holdings for card in holding.buildings),
        *too_many_ships(ship for holding in holdings for ship in holding.ships),
    ]
    body: Json = {
        "players": [_view_player(player, words, explain) for player in sheet.players],
        "winners": list(sheet.winners),
        "warnings": [doubt.say(words) for doubt in doubts],
        "hints": [hint.say(words) for hint in hints(holdings)],
    }
    if explain:
        body["reason"] = sheet.why.say(words)
    return body


def hints(holdings: Sequence[Holding]) -> list[Message]:
    """Loans that should be repaid before counting; this is for the player to do (7.10)."""
    loan = load_loan()
    found = []
    for holding in holdings:
        if count := repayable(holding):
            found.append(
                msgs(
                    "{player} can still repay {count} loan for {francs} francs, which is worth {points} points.",
                    "{player} can still repay {count} loans for {francs} francs, which is worth {points} points.",
                    count,
                    player=holding.name,
                    francs=count * loan.repay,
                    points=count * (loan.penalty - loan.repay),
                )
            )
    return found


def _view_player(player: PlayerScore, words: Words, explain: bool) -> Json:
    view: Json = {
        "name": player.name,
        "buildings": player.buildings,
        "ships": player.ships,
        "bonuses": dict(player.bonuses),
        "francs": player.francs,
        "loans": player.loans,
        "total": player.total,
        "place": player.place,
    }
    if explain:
        view["lines"] = [
            {
                "rule": line.rule,
                "points": line.points,
                "cards": list(line.cards),
                "reason": line.why.say(words),
            }
            for line in player.lines
        ]
    return view
