"""States and score sheets of Packet Row as JSON."""

from __future__ import annotations

from companion.core.game import Json
from companion.games.packet_row.codec_cards import texts
from companion.games.packet_row.game import holdings
from companion.games.packet_row.numbers import CURRENT_SPACES, SPACES
from companion.games.packet_row.outlook import Outlook
from companion.games.packet_row.score_view import view_score
from companion.games.packet_row.scoring import score
from companion.games.packet_row.state import Area, State
from companion.words import Words


def view_state(state: State, words: Words) -> Json:
    """Everything the companion knows of the table."""
    names = state.setup.players
    return {
        "round": state.round,
        "phase": state.phase,
        "harbour_master": names[state.harbour_master],
        "to_act": None if state.to_act is None else names[state.to_act],
        "players": [
            {
                "name": name,
                "money": player.money,
                "cards": texts(player.cards),
                "pawn": None if player.pawn is None else {"area": player.pawn.area, "space": player.pawn.space},
            }
            for name, player in zip(names, state.players, strict=True)
        ],
        "areas": {name: _view_area(area) for name, area in state.areas.items()},
        "boards_short": state.boards_short,
        "over": state.over,
        "score": view_score(holdings(state), score(holdings(state)), words) if state.over else None,
    }


def _view_area(area: Area) -> Json:
    cards = [None if card is None else str(card) for card in area.spaces]
    return {
        "current": [card for card in cards[:CURRENT_SPACES] if card is not None],
        "future": [card for card in cards[CURRENT_SPACES:] if card is not None],
        "spaces": dict(zip(SPACES, cards, strict=True)),
        "deck": area.deck,
        "discard": area.discard,
        "short": area.short,
        "chosen": area.chosen,
    }


def view_outlook(outlook: Outlook) -> Json:
    """How near the end is."""
    return {
        "boards": {
            board.area: {"deck": board.deck, "short": board.short, "visits_left": board.visits_left}
            for board in outlook.boards
        },
        "short": list(outlook.short),
        "missing": outlook.missing,
        "earliest_round": outlook.earliest_round,
    }
