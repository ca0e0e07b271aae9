"""The commands that follow a game through its events: `replay`, `legal` and `outlook`."""

from __future__ import annotations

from companion.core.answer import REFUSED, Answer
from companion.core.game import Json, legal_actions
from companion.core.read_json import as_list
from companion.core.replay import Replayed, replay_events
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
    replayed = _replay(request)
    return _refused_event(replayed, words) or Answer(_view_replayed(replayed, words))


def legal_command(request: Json, words: Words) -> Answer:
    """The state after all events and what may come next."""
    replayed = _replay(request)
    if answer := _refused_event(replayed, words):
        return answer
    state = replayed.state
    body = _view_replayed(replayed, words)
    body["legal"] = [*_deck_events(state), *(write_event(state.setup, action) for action in legal_actions(GAME, state))]
    body["refused"] = [
        {"event": write_event(state.setup, action), "rule": refusal.rule, "reason": refusal.reason.say(words)}
        for action in _cards_of_area(state)
        if (refusal := GAME.check(state, action)) is not None
    ]
    return Answer(body)


def outlook_command(request: Json, words: Words) -> Answer:
    """How near the end of the game is (E5)."""
    replayed = _replay(request)
    return _refused_event(replayed, words) or Answer(view_outlook(outlook(replayed.state)))


def _replay(request: Json) -> Replayed[State]:
    return replay_events(GAME, request, as_list(request.get("events", []), "events"))


def _view_replayed(replayed: Replayed[State], words: Words) -> Json:
    body: Json = {"ok": True, **view_state(replayed.state, words)}
    if replayed.overridden:
        body["overridden"] = list(replayed.overridden)
    return body


def _refused_event(replayed: Replayed[State], words: Words) -> Answer | None:
    if replayed.refusal is None:
        return None
    body: Json = {
        "ok": False,
        "event": replayed.played,
        "rule": replayed.refusal.rule,
        "reason": replayed.refusal.reason.say(words),
        "state": view_state(replayed.state, words),
    }
    return Answer(body, REFUSED)


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
