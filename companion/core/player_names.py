"""Names of players as somebody types them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.core.read_json import UNFIT_FOR_NAMES

LONGEST_NAME: Final = 30  # letters; more than that no table has room for


def tidy_name(text: str) -> str:
    """What was typed without signs that cannot be shown, and no longer than there is room for.

    >>> tidy_name("  Änne\\tvon  Groß \\u202e")
    'Änne von Groß'
    """
    plain = "".join(sign for sign in UNFIT_FOR_NAMES.sub(" ", text) if sign.isprintable() or sign.isspace())
    return " ".join(plain.split())[:LONGEST_NAME].strip()


def shared_name(names: Sequence[str]) -> str | None:
    """A name that two players have, which no table can tell apart; large and small letters are the same.

    >>> shared_name(("Anna", "Ben", "anna"))
    'anna'
    """
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            return name
        seen.add(name.casefold())
    return None


def showable(text: str) -> str:
    """Without the little pictures that our letters do not have: empty boxes would stand in their place.

    >>> showable("Mäx \U0001f419")
    'Mäx'
    """
    if text.isascii() or not any(_is_picture(sign) for sign in text):
        return text
    return "".join(sign for sign in text if not _is_picture(sign)).strip() or text


def _is_picture(sign: str) -> bool:
    return sign >= "\U0001f000" or "\u2600" <= sign <= "\u27bf" or sign in "\u200d\ufe0f\u20e3"
