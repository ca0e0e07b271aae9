"""The commands that follow a game through its events: `replay`, `legal` and `outlook`."""

from __future__ import annotations

from companion.core.answer import Answer
from companion.core.game import Json, legal_actions
from companion.core.replay_answers import refused_event, replay_request, view_replayed
from companion.games.packet_row.actions import Action
from companion.games.packet_row.codec import write_event
from companion.games.packet_row.game import GAME, take_options
from companion.games.packet_row.numbers import FUTURE_SPACES
from companion.games.packet_row.outlook import outlook
from companion.games.packet_row.state import State
from companion.games.packet_row.views import view_outlook, view_state
from companion.words import Words


def replay_command(request: Json, words: Words) -> Answer:
    """The state after all events, or the first event that is refused."""
    replayed = replay_request(GAME, request)
    return refused_event(replayed, view_state, words) or Answer(view_replayed(replayed, view_state, words))


def legal_command(request: Json, words: Words) -> Answer:
    """The state after all events and what may come next."""
    replayed = replay_request(GAME, request)
    if answer := refused_event(replayed, view_state, words):
        return answer
    state = replayed.state
    body = view_replayed(replayed, view_state, words)
    body["legal"] = [*_deck_events(state), *(write_event(state.setup, action) for action in legal_actions(GAME, state))]
    body["refused"] = [
        {"event": write_event(state.setup, action), "rule": refusal.rule, "reason": refusal.reason.say(words)}
        for action in _cards_of_area(state)
        if (refusal := GAME.check(state, action)) is not None
    ]
    return Answer(body)


def outlook_command(request: Json, words: Words) -> Answer:
    """How near the end of the game is (E5)."""
    replayed = replay_request(GAME, request)
    return refused_event(replayed, view_state, words) or Answer(view_outlook(outlook(replayed.state)))


def _deck_events(state: State) -> list[Json]:
    """What comes from a deck next: numbers stand in place of cards."""
    if state.phase == "setup":
        return [
            {"do": "reveal", "area": name, "future": FUTURE_SPACES, "current": state.full_current}
            for name, area in state.areas.items()
            if area.drawn is None
        ]
    events: list[Json] = []
    for name, area in state.areas.items():
        if area.due:
            current, future = state.refill_numbers(area)
            events.append({"do": "refill", "area": name, "current": current, "future": future})
    return events


def _cards_of_area(state: State) -> list[Action]:
    if state.area is None or state.to_act is None:
        return []
    return take_options(state, state.to_act, state.area)
