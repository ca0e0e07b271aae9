"""What a command answers."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Json, Refusal
from companion.words import Words

DONE = 0
REFUSED = 1
BAD_INPUT = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON of an answer and its exit status."""

    body: Json
    exit: int = DONE


def refused(refusal: Refusal, words: Words) -> Answer:
    """A ruling against the request."""
    return Answer({"legal": False, "rule": refusal.rule, "reason": refusal.reason.say(words)}, REFUSED)
