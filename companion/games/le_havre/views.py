"""States of Le Havre as JSON."""

from __future__ import annotations

from companion.core.game import Json
from companion.games.le_havre.demand import outlook
from companion.games.le_havre.event_codec import write_ship
from companion.games.le_havre.game import holdings
from companion.games.le_havre.hints import hints
from companion.games.le_havre.score_view import view_score
from companion.games.le_havre.scoring import score
from companion.games.le_havre.state import Player, State
from companion.words import Words


def view_state(state: State, words: Words) -> Json:
    """Everything the companion knows of the table."""
    names = state.setup.players
    return {
        "version": state.setup.version,
        "round": state.round,
        "turn": state.turn,
        "turns_left": state.turns_left,
        "phase": state.phase,
        "to_act": None if state.to_act is None else names[state.to_act],
        "due": [names[seat] for seat in state.due],
        "players": [_view_player(name, player) for name, player in zip(names, state.players, strict=True)],
        "offers": dict(state.offers),
        "tiles": list(state.tiles),
        "card": {
            "food": state.card.food,
            "harvest": state.card.harvest,
            "event": state.card.event or None,
            "ship": write_ship(state.card.ship),
        },
        "piles": [list(pile) for pile in state.piles],
        "special": state.special,
        "waiting": list(state.waiting),
        "town": list(state.town),
        "ships": {kind: [ship.value for ship in pile] for kind, pile in state.ships.items()},
        "modernised": sorted(state.modern),
        "feeding": None if state.phase in ("last", "over") else _view_feeding(state),
        "hints": [hint.say(words) for hint in hints(state)],
        "over": state.over,
        "score": view_score(holdings(state), score(holdings(state)), words) if state.over else None,
    }


def _view_player(name: str, player: Player) -> Json:
    return {
        "name": name,
        "francs": player.francs,
        "goods": dict(player.goods),
        "buildings": list(player.buildings),
        "ships": [write_ship(ship) for ship in player.ships],
        "loans": player.loans,
        "person": player.person,
    }


def _view_feeding(state: State) -> list[Json]:
    """What the end of the round asks of everybody, as things stand."""
    return [
        {
            "name": feeding.name,
            "from_ships": feeding.from_ships,
            "to_pay": feeding.to_pay,
            "shortfall": feeding.shortfall,
            "loans": feeding.loans,
        }
        for feeding in outlook(state)
    ]
