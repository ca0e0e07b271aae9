"""The answer to "may I?"."""

from __future__ import annotations

from dataclasses import dataclass

from companion.words import Message


@dataclass(frozen=True, slots=True)
class Verdict:
    """Yes or no, the rule it rests on and why; `can_agree` when the table may allow it all the same."""

    yes: bool
    rule: str
    reason: Message
    can_agree: bool = False
