"""The command `score`: the final score from cards, goods, francs and loans alone."""

from __future__ import annotations

from collections.abc import Mapping

from card_db.le_havre.buildings import Building
from card_db.le_havre.data_file import MAX_PLAYERS, MIN_PLAYERS
from companion.core.answer import Answer
from companion.core.game import Json
from companion.core.read_json import as_bool, as_list, as_name, as_object, check_players, field
from companion.games.le_havre.codec import (
    read_amount,
    read_buildings,
    read_goods,
    read_printed,
    read_ships,
    view_corrections,
)
from companion.games.le_havre.score_view import view_score
from companion.games.le_havre.scoring import Holding, score
from companion.words import Words


def score_command(request: Json, words: Words) -> Answer:
    """The final score of everybody (5.2 to 5.5)."""
    cards = read_printed(request)
    players = as_list(field(request, "players", "the request"), "players")
    holdings = [_holding(item, cards.buildings) for item in players]
    check_players([holding.name for holding in holdings], MIN_PLAYERS, MAX_PLAYERS)
    explain = as_bool(request.get("explain", False), "explain")
    return Answer(view_score(holdings, score(holdings), words, explain) | view_corrections(cards))


def _holding(item: object, box: Mapping[str, Building]) -> Holding:
    player = as_object(item, "a player")
    name = as_name(field(player, "name", "a player"))
    return Holding(
        name=name,
        francs=read_amount(player, "francs", name),
        buildings=read_buildings(box, field(player, "buildings", name), f"the buildings of {name}"),
        ships=read_ships(field(player, "ships", name), f"the ships of {name}"),
        goods=read_goods(field(player, "goods", name), f"the goods of {name}"),
        loans=read_amount(player, "loans", name),
    )
