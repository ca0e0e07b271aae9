"""The commands that follow a game through its events: `replay` and `legal`."""

from __future__ import annotations

from card_db.le_havre.setup import PILES, load_setups
from companion.core.answer import Answer
from companion.core.game import Json, legal_actions, refused_actions
from companion.core.replay_answers import refused_event, replay_request, view_replayed
from companion.games.le_havre.event_codec import write_event
from companion.games.le_havre.game import GAME
from companion.games.le_havre.state import State
from companion.games.le_havre.views import view_state
from companion.words import Words


def replay_command(request: Json, words: Words) -> Answer:
    """The state after all events, or the first event that is refused."""
    replayed = replay_request(GAME, request)
    return refused_event(replayed, view_state, words) or Answer(view_replayed(replayed, view_state, words))


def legal_command(request: Json, words: Words) -> Answer:
    """The state after all events, what may come next and what may not."""
    replayed = replay_request(GAME, request)
    if answer := refused_event(replayed, view_state, words):
        return answer
    state = replayed.state
    body = view_replayed(replayed, view_state, words)
    body["legal"] = [*_lay_out(state), *(write_event(state.setup, action) for action in legal_actions(GAME, state))]
    body["refused"] = [
        {"event": write_event(state.setup, action), "rule": refusal.rule, "reason": refusal.reason.say(words)}
        for action, refusal in refused_actions(GAME, state)
    ]
    return Answer(body)


def _lay_out(state: State) -> list[Json]:
    """The piles have to be seen: numbers stand in place of cards."""
    if state.phase != "setup":
        return []
    cards = load_setups()[state.setup.version].pile[len(state.players) - 1]
    return [{"do": "lay_out", "piles": [cards] * PILES}]
