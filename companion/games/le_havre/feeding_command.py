"""The command `feeding`: what the end of a round asks of everybody."""

from __future__ import annotations

from card_db.le_havre.buildings import VERSIONS
from card_db.le_havre.data_file import MAX_PLAYERS, MIN_PLAYERS
from card_db.le_havre.rounds import load_rounds
from card_db.le_havre.ships import Ship
from companion.core.answer import Answer
from companion.core.game import Json
from companion.core.read_json import as_bool, as_choice, as_int, as_list, as_name, as_object, check_players, field
from companion.games.le_havre.codec import read_amount, read_fleet, read_goods, read_printed, view_corrections
from companion.games.le_havre.feeding import Feeding, Larder, feed, why_feeding
from companion.games.le_havre.warnings import too_many_of_a_type, too_many_ships
from companion.words import Words


def feeding_command(request: Json, words: Words) -> Answer:
    """What the round card asks for and what each player still owes (3.7 to 3.9)."""
    version = as_choice(field(request, "version", "the request"), "version", VERSIONS)
    larders: list[Larder] = []
    ships: list[Ship] = []
    for item in as_list(field(request, "players", "the request"), "players"):
        player = as_object(item, "a player")
        name = as_name(field(player, "name", "a player"))
        francs = read_amount(player, "francs", name)
        goods = read_goods(field(player, "goods", name), f"the goods of {name}")
        fleet = read_fleet(field(player, "ships", name), f"the ships of {name}")
        larders.append(Larder(name, francs, goods, tuple(kind for kind, _ in fleet)))
        ships += [ship for _, ship in fleet if ship]
    check_players([larder.name for larder in larders], MIN_PLAYERS, MAX_PLAYERS)
    rounds = load_rounds(version, len(larders))
    number = as_int(field(request, "round", "the request"), "round", 1, len(rounds))
    cards = read_printed(request)
    explain = as_bool(request.get("explain", False), "explain")
    one = rounds[number - 1]
    doubts = [*too_many_of_a_type(kind for larder in larders for kind in larder.ships), *too_many_ships(ships)]
    return Answer(
        {
            "round": number,
            "food": one.food,
            "harvest": one.harvest,
            "players": [_view(feeding, words, explain) for feeding in feed(one, larders, cards.ships)],
            "warnings": [doubt.say(words) for doubt in doubts],
            **view_corrections(cards),
        }
    )


def _view(feeding: Feeding, words: Words, explain: bool) -> Json:
    view: Json = {
        "name": feeding.name,
        "from_ships": feeding.from_ships,
        "to_pay": feeding.to_pay,
        "from_goods": feeding.from_goods,
        "francs_paid": feeding.francs_paid,
        "shortfall": feeding.shortfall,
        "loans": feeding.loans,
        "francs_after_loans": feeding.francs_after_loans,
    }
    if explain:
        view["rule"] = feeding.rule
        view["reason"] = why_feeding(feeding).say(words)
    return view
