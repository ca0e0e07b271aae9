"""The one mechanism for words: messages are values, said in a language only at the rim.

A message keeps its English template and its values, so that the rules can name a reason without knowing a language and
the app can change the language of what is already on the screen. Catalogues are gettext files in `companion/locale`.

>>> msg("{player} has ${money}", player="Ben", money=4).say(English)
'Ben has $4'
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LOCALE_DIR = Path(__file__).parent / "locale"
DOMAIN = "companion"
LANGUAGES = ("en", "de")

Words = gettext.NullTranslations
English = gettext.NullTranslations()


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with its values, not yet in any language; `count` chooses between template and plural."""

    template: str
    values: tuple[tuple[str, str | int | Message | Listing], ...] = ()
    plural: str = ""
    count: int = 0

    def say(self, words: Words) -> str:
        """The sentence in the language of these words."""
        if self.plural:
            template = words.ngettext(self.template, self.plural, self.count)
        else:
            template = words.gettext(self.template)
        values = {
            name: value.say(words) if isinstance(value, Message | Listing) else value for name, value in self.values
        }
        return template.format(**values)


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row: a, b and c."""

    items: tuple[str | Message, ...]

    def say(self, words: Words) -> str:
        """The items joined as the language joins them."""
        said = [item.say(words) if isinstance(item, Message) else item for item in self.items]
        if len(said) < 2:
            return "".join(said)
        return words.gettext("{first} and {last}").format(first=", ".join(said[:-1]), last=said[-1])


def msg(template: str, **values: str | int | Message | Listing) -> Message:
    """A message; the name is what the catalogue tools look for."""
    return Message(template, tuple(values.items()))


def msgs(template: str, plural: str, count: int, **values: str | int | Message | Listing) -> Message:
    """A message whose form depends on a number, available as {count}."""
    return Message(template, (("count", count), *values.items()), plural, count)


def listing(items: Sequence[str | Message]) -> Listing:
    """Several things in a row."""
    return Listing(tuple(items))


@lru_cache
def load_words(language: str) -> Words:
    """The catalogue of a language; English is in the templates themselves."""
    if language == "en":
        return English
    return gettext.translation(DOMAIN, LOCALE_DIR, [language])
