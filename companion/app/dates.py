"""Days in words."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from companion.words import Message, msg

MONTHS: Final = (
    *(msg("Jan"), msg("Feb"), msg("Mar"), msg("Apr"), msg("May"), msg("Jun")),
    *(msg("Jul"), msg("Aug"), msg("Sep"), msg("Oct"), msg("Nov"), msg("Dec")),
)


def day_words(when: datetime) -> Message:
    """A day, as people write it."""
    return msg("{day} {month} {year}", day=when.day, month=MONTHS[when.month - 1], year=when.year)
