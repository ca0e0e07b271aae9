"""The command `score`: the final score from hands and money alone."""

from __future__ import annotations

from card_db.packet_row.cards import MAX_AMOUNT
from card_db.packet_row.counts import BOX_SIZE
from companion.core.answer import Answer
from companion.core.game import InputError, Json
from companion.core.read_json import as_bool, as_int, as_list, as_name, as_object, check_players, field
from companion.games.packet_row.codec_cards import read_cards
from companion.games.packet_row.numbers import MAX_PLAYERS, MIN_PLAYERS
from companion.games.packet_row.score_view import view_score
from companion.games.packet_row.scoring import Holding, score
from companion.words import Words


def score_command(request: Json, words: Words) -> Answer:
    """The final score from hands and money (F1 to F4)."""
    holdings = []
    for item in as_list(field(request, "players", "the request"), "players"):
        player = as_object(item, "a player")
        name = as_name(field(player, "name", "a player"))
        money = as_int(field(player, "money", name), f"the money of {name}", 0, MAX_AMOUNT)
        holdings.append(Holding(name, money, read_cards(field(player, "cards", name), f"the hand of {name}")))
    check_players([holding.name for holding in holdings], MIN_PLAYERS, MAX_PLAYERS)
    if sum(len(holding.cards) for holding in holdings) > BOX_SIZE:
        raise InputError(f"the hands have more cards than the {BOX_SIZE} of the whole game")
    fulfil = as_bool(request.get("fulfil", True), "fulfil")
    explain = as_bool(request.get("explain", False), "explain")
    sheet = score(holdings, fulfil)
    return Answer(view_score(tuple(holdings), sheet, words, explain))
