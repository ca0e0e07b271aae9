"""What the companion believes of a card, value by value: in words, where sources disagree, what the owner has read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from card_db.le_havre.buildings import Building, load_buildings, load_conflicts
from card_db.le_havre.goods import FRANCS
from card_db.le_havre.ships import SHIP_TYPES, ShipType
from card_db.le_havre.sources import Conflict, Mark, Source
from companion.core.game import Json
from companion.games.le_havre.names import BUILDING_NAMES, SHIP_NAMES, amounts_name
from companion.games.le_havre.printed import FOOD, Printed, printed
from companion.words import Message, msg, msgs

KIND_NAMES: Final = {
    "C": msg("craftsman's building"),
    "E": msg("economic building"),
    "I": msg("industrial building"),
    "P": msg("public building"),
    "N": msg("no kind of building"),
    "S": msg("ship"),
}
FACT_NAMES: Final = {
    "kind": msg("Kind"),
    "value": msg("Value"),
    "price": msg("Price"),
    "entry": msg("Entry fee"),
    "materials": msg("Materials"),
    "fisherman": msg("Fishermen"),
    "hammer": msg("Hammers"),
    "limits": msg("Limit of a visit"),
    "load": msg("Goods aboard"),
    "food": msg("Food of a ship"),
}
SOURCE_NAMES: Final = {
    Mark.RULEBOOK: msg("rulebook"),
    Mark.AGREED: msg("several programs"),
    Mark.SINGLE: msg("one program with pictures of the cards"),
    Mark.DERIVED: msg("derived from the rulebook"),
    Mark.OWNER: msg("your card"),
}
ACTION: Final = "action"  # the conflict about limits


@dataclass(frozen=True, slots=True)
class Doubt:
    """Sources disagree about a value: what is used here, what the other says, and the corrections that tell either."""

    key: str
    used: Message
    used_from: Message
    other: Message
    other_from: Message
    as_used: Json
    as_other: Json


def title_of(card: str) -> Message:
    """A building, or all ships of a type."""
    return SHIP_NAMES[card] if card in SHIP_TYPES else BUILDING_NAMES[card]


def keys_of(card: str) -> tuple[str, ...]:
    """The values of a card that its owner can correct."""
    if card in SHIP_TYPES:
        return ("price", "materials", "load", "food")
    listed = load_buildings()[card]
    keys = [] if listed.is_ship else ["kind"]
    keys += ["value", "price"]
    keys += ["entry"] if listed.entry is not None else []
    keys += ["materials"] if listed.materials is not None else []
    keys += ["fisherman", "hammer"]
    return (*keys, *(["limits"] if listed.card_limits else []))


def value_of(box: Printed, card: str, key: str) -> object:
    """A value as a correction would tell it."""
    one: Building | ShipType = box.ships[card] if card in box.ships else box.buildings[card]
    value = getattr(one, key)
    if key == "entry":
        return [dict(fee) for fee in value]
    if key == FOOD:
        return {str(players): food for players, food in value.items()}
    return dict(value) if isinstance(value, Mapping) else value


def value_words(key: str, value: object) -> Message:
    """A value in a few words."""
    match key, value:
        case "kind", str():
            return KIND_NAMES[value]
        case "price", None:
            return msg("cannot be bought")
        case "price", int():
            return msgs("{count} franc", "{count} francs", value)
        case "entry", list():
            return _entry_words(value)
        case "limits", dict() if not value:
            return msg("no limit")
        case (("materials" | "limits"), dict()):
            return msg("{goods}", goods=amounts_name(value))
        case "food", dict():
            return msg("{numbers} for 1 to 5 players", numbers=" / ".join(map(str, value.values())))
    return msg("{value}", value=str(value))


def _entry_words(fees: Iterable[Mapping[str, int]]) -> Message:
    named = []
    for fee in fees:
        if FRANCS in fee:
            named.append(msgs("{count} franc", "{count} francs", fee[FRANCS]))
        else:
            named.append(msgs("{count} food", "{count} food", fee[FOOD]))
    if not named:
        return msg("free")
    return msg("{one} or {other}", one=named[0], other=named[1]) if len(named) > 1 else named[0]


def summary(box: Printed, card: str) -> tuple[Message, ...]:
    """The card in a line, part by part; the price is told where it is not the value."""
    parts: list[Message] = []
    for key in keys_of(card):
        value = value_of(box, card, key)
        if key in ("fisherman", "hammer"):
            parts += [_symbols(key, int(str(value)))] if value else []
        elif key == "kind":
            parts.append(value_words(key, value))
        elif key != "price" or card in SHIP_TYPES or value != box.buildings[card].value:
            parts.append(msg("{fact}: {value}", fact=FACT_NAMES[key], value=value_words(key, value)))
    return tuple(parts)


def _symbols(key: str, number: int) -> Message:
    if key == "fisherman":
        return msgs("{count} fisherman", "{count} fishermen", number)
    return msgs("{count} hammer", "{count} hammers", number)


def source_words(source: Source) -> Message:
    """Where a value is known from."""
    return SOURCE_NAMES[source.mark]


def doubt_of(card: str) -> Doubt | None:
    """What sources disagree about, on this card."""
    for conflict in load_conflicts():
        if conflict.name == card and (doubt := _doubt(conflict)) is not None:
            return doubt
    return None


def _doubt(conflict: Conflict) -> Doubt | None:
    """A conflict that a look at the card can settle; whether a card is used is none of them."""
    listed = load_buildings()[conflict.name]
    others: dict[str, tuple[str, object]] = {
        "kind": ("kind", conflict.other),
        "materials": ("materials", dict(listed.card_materials or {})),
        "price": ("price", int(conflict.other) if conflict.other.isdigit() else None),
        ACTION: ("limits", dict(listed.card_limits)),
    }
    if conflict.value not in others:
        return None
    key, other = others[conflict.value]
    used = value_of(printed(), conflict.name, key)
    return Doubt(
        key,
        value_words(key, used),
        source_words(conflict.used_from),
        value_words(key, other),
        source_words(conflict.other_from),
        {key: used},
        {key: other},
    )


def doubtful_cards() -> tuple[str, ...]:
    """The cards on which sources disagree about something that a look can settle."""
    return tuple(name for name in load_buildings() if doubt_of(name) is not None)


def told_of(box: Printed, card: str) -> Json:
    """What the owner has told of a card."""
    return dict(box.corrections.get(card, {}))


def with_value(box: Printed, card: str, key: str, value: object) -> Json:
    """What the owner tells of a card after one more value was read; what is as listed need not be told.

    Where sources disagree it is told all the same: then the card has been looked at.
    """
    told = told_of(box, card) | {key: value}
    doubt = doubt_of(card)
    kept = doubt.key if doubt else ""
    return {k: v for k, v in told.items() if k == kept or v != value_of(printed(), card, k)}
