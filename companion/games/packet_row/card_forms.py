"""Cards that our deck list does not know: which values a kind of card has, and its notation from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from card_db.packet_row.cards import DESTINATIONS, GOODS, Card, CardError, parse_card
from companion.games.packet_row.names import DESTINATION_NAMES, GOOD_NAMES
from companion.words import Message, msg


@dataclass(frozen=True, slots=True)
class FormField:
    """One value of a card: one of a few with their names, a number, or words."""

    id: str
    label: Message
    options: Mapping[str, Message] | None = None
    is_number: bool = True


_GOODS: Final = FormField("good", msg("Goods"), {good: GOOD_NAMES[good] for good in GOODS})
_UNITS: Final = FormField("units", msg("Units"))
_PRICE: Final = FormField("price", msg("Price, $"))
_CONTRACT: Final = (
    _GOODS,
    _UNITS,
    FormField("destination", msg("Destination"), {place: DESTINATION_NAMES[place] for place in DESTINATIONS}),
    FormField("reward", msg("Reward, $")),
)

# By the first part of the notation, the values in the order of the notation.
FORMS: Final[dict[str, tuple[FormField, ...]]] = {
    "contract": _CONTRACT,
    "start": _CONTRACT,
    "goods": (_GOODS, _UNITS, _PRICE),
    "nugget": (
        FormField("size", msg("Nuggets"), {"1": msg("single nugget"), "2": msg("double nugget")}),
        _PRICE,
    ),
    "money": (FormField("amount", msg("Amount, $")),),
    "vp": (FormField("name", msg("Name"), is_number=False), _PRICE, FormField("points", msg("Points"))),
}
FORM_NAMES: Final = {
    "contract": msg("Contract"),
    "start": msg("Starting contract"),
    "goods": msg("Goods"),
    "nugget": msg("Gold nugget"),
    "money": msg("Money card"),
    "vp": msg("Building"),
}
DECK_FORMS: Final = {
    "guildhall": ("contract", "vp"),
    "docks": ("nugget", "vp"),
    "market": ("goods", "vp"),
    "bank": ("money", "vp"),
    "start": ("start",),
}


def card_from(form: str, values: Mapping[str, str]) -> Card | None:
    """The card with these values, None as long as they make none."""
    parts = [values.get(field.id, "").strip().replace(":", " ") for field in FORMS[form]]
    if form == "vp":
        parts[0] = "_".join(parts[0].lower().split())
    try:
        return parse_card(":".join((form, *parts)))
    except CardError:
        return None
