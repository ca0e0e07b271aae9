"""What every game answers to `replay` and `legal`: the state after all events, or the first event that is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.core.answer import REFUSED, Answer
from companion.core.game import Game, Json
from companion.core.read_json import as_list
from companion.core.replay import Replayed, replay_events
from companion.words import Words

S = TypeVar("S")
A = TypeVar("A")
View = Callable[[S, Words], Json]  # a state as JSON


def replay_request(game: Game[S, A], request: Json) -> Replayed[S]:
    """Play the events of a request."""
    return replay_events(game, request, as_list(request.get("events", []), "events"))


def view_replayed(replayed: Replayed[S], view: View[S], words: Words) -> Json:
    """The state after all events, and which of them the table had to agree to."""
    body: Json = {"ok": True, **view(replayed.state, words)}
    if replayed.overridden:
        body["overridden"] = list(replayed.overridden)
    return body


def refused_event(replayed: Replayed[S], view: View[S], words: Words) -> Answer | None:
    """The event that stopped the replay, with the state before it; None when all were played."""
    if replayed.refusal is None:
        return None
    body: Json = {
        "ok": False,
        "event": replayed.played,
        "rule": replayed.refusal.rule,
        "reason": replayed.refusal.reason.say(words),
        "state": view(replayed.state, words),
    }
    return Answer(body, REFUSED)
