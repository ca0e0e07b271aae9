"""The rules of a game as something to look things up in: groups, pictures beside them, a glossary, a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.words import Message, Words


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game and what it means."""

    name: Message
    meaning: Message
    rule: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Rules by their ids, in groups; cards that show what a rule is about; notes below a group."""

    rules: Mapping[str, Message]
    groups: Mapping[str, Message]
    group_of: Callable[[str], str]
    pictures: Mapping[str, tuple[str, ...]]
    glossary: tuple[Term, ...]
    notes: Mapping[str, tuple[Message, ...]]

    def find_rules(self, query: str, words: Words) -> tuple[str, ...]:
        """The ids of the rules in which all words of the query occur; all of them when it is empty."""
        return tuple(rule for rule, text in self.rules.items() if _matches(query, f"{rule} {text.say(words)}"))

    def find_terms(self, query: str, words: Words) -> tuple[Term, ...]:
        """The terms in whose name or meaning all words of the query occur."""
        found = [term for term in self.glossary if _matches(query, f"{term.name.say(words)} {term.meaning.say(words)}")]
        return tuple(sorted(found, key=lambda term: term.name.say(words).casefold()))


def _matches(query: str, text: str) -> bool:
    folded = text.casefold()
    return all(word in folded for word in query.casefold().split())
