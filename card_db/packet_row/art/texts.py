"""The words on our cards and boards.

Names that the rest of the program also says (goods, buildings, helpers, areas) come from the caller; what only a
printed card says, and says in the plain form that stands alone, is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LANGUAGES: Final = ("en", "de")

_DESTINATIONS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "great_britain": "Great Britain",
        "france": "France",
        "netherlands": "Netherlands",
        "sweden": "Sweden",
        "spain": "Spain",
        "german_confederation": "German Confederation",
    },
    "de": {
        "great_britain": "Großbritannien",
        "france": "Frankreich",
        "netherlands": "Niederlande",
        "sweden": "Schweden",
        "spain": "Spanien",
        "german_confederation": "Deutscher Bund",
    },
}
_LABELS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "contract": "Contract",
        "start": "Starting contract",
        "money": "Banknote",
        "current": "Current supply",
        "future": "Future supply",
        "draw": "Draw pile",
        "discard": "Discard pile",
    },
    "de": {
        "contract": "Vertrag",
        "start": "Startvertrag",
        "money": "Banknote",
        "current": "Aktueller Vorrat",
        "future": "Zukünftiger Vorrat",
        "draw": "Nachziehstapel",
        "discard": "Ablagestapel",
    },
}


@dataclass(frozen=True, slots=True)
class CardTexts:
    """All words that are drawn, by the names of the notation; a missing building keeps its own name."""

    goods: Mapping[str, str]
    destinations: Mapping[str, str]
    areas: Mapping[str, str]
    helpers: Mapping[str, str]
    nuggets: Mapping[int, str]
    buildings: Mapping[str, str]
    labels: Mapping[str, str]

    def building(self, name: str) -> str:
        """The name on a building's card."""
        return self.buildings.get(name) or name.replace("_", " ")


def card_texts(
    language: str,
    *,
    goods: Mapping[str, str],
    areas: Mapping[str, str],
    helpers: Mapping[str, str],
    nuggets: Mapping[int, str],
    buildings: Mapping[str, str],
) -> CardTexts:
    """The caller's names in a language with the words that only the print has; ValueError for others."""
    if language not in LANGUAGES:
        raise ValueError(f"our cards speak {' and '.join(LANGUAGES)}, not {language!r}")
    return CardTexts(goods, _DESTINATIONS[language], areas, helpers, nuggets, buildings, _LABELS[language])
