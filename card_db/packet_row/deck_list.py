"""The deck list of Packet Row, and the owner's corrections that win over assumed values."""

from __future__ import annotations

import json
import os
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from card_db.deck import Deck, DeckEntry, DeckError, Provenance
from card_db.packet_row.cards import (
    AREAS,
    Building,
    Card,
    CardError,
    Contract,
    Goods,
    Helper,
    Money,
    Nugget,
    Ship,
    parse_card,
    shown,
)
from card_db.packet_row.counts import COUNTS

Entry = DeckEntry[Card]
DECK_FILE = Path(__file__).parent / "deck.toml"
DECKS = (*AREAS, "start")
CORRECTIONS_VERSION = 1


@dataclass(frozen=True, slots=True)
class Correction:
    """What printed cards really say: `copies` cards listed as `was` are `now`; equal texts confirm a card."""

    deck: str
    was: Card
    now: Card
    copies: int


def value_names(card: Card) -> tuple[str, ...]:
    """The names of the values printed on a card, `copies` for how many there are."""
    match card:
        case Contract():
            own: tuple[str, ...] = ("good", "units", "destination", "reward")
        case Goods():
            own = ("good", "units", "price")
        case Ship():
            own = ("destination",)
        case Nugget():
            own = ("units", "price")
        case Money():
            own = ("amount",)
        case Building():
            own = ("building", "price", "points")
        case Helper():
            own = ()
    return (*own, "copies")


def load_deck(corrections: tuple[Correction, ...] = ()) -> Deck[Card]:
    """The shipped deck list with the owner's corrections applied; raises DeckError when the counts are wrong."""
    with DECK_FILE.open("rb") as file:
        listed = tomllib.load(file)
    entries = [_entry(item) for item in listed["card"]]
    for correction in corrections:
        entries = apply_correction(entries, correction)
    check_counts(entries)
    return Deck(tuple(entries))


def _entry(item: dict[str, object]) -> Entry:
    card = parse_card(str(item["id"]))
    stated = item["rulebook"]
    copies = item["copies"]
    if not isinstance(stated, list) or not isinstance(copies, int):
        raise DeckError(f"{DECK_FILE.name}: {card} needs a list under rulebook and a number under copies")
    names = value_names(card)
    if unknown := set(stated) - set(names):
        raise DeckError(f"{DECK_FILE.name}: {card} has no value called {', '.join(sorted(unknown))}")
    sources = {name: Provenance.RULEBOOK if name in stated else Provenance.ASSUMED for name in names}
    return DeckEntry(str(item["deck"]), card, copies, sources)


def check_counts(entries: list[Entry]) -> None:
    """The component list of the rulebook holds for every kind of every deck."""
    seen: dict[str, Counter[str]] = {deck: Counter() for deck in COUNTS}
    for entry in entries:
        if entry.deck not in seen or entry.card.kind not in COUNTS[entry.deck]:
            raise DeckError(f"{entry.card} does not belong to the deck {shown(entry.deck)}")
        seen[entry.deck][entry.card.kind] += entry.copies
    for deck, kinds in COUNTS.items():
        for kind, wanted in kinds.items():
            if seen[deck][kind] != wanted:
                raise DeckError(f"the deck list has {seen[deck][kind]} cards {kind} in {deck}, the game has {wanted}")


def apply_correction(entries: list[Entry], correction: Correction) -> list[Entry]:
    """The list with one correction made; cards of other values stay as they are."""
    left = correction.copies
    result: list[Entry] = []
    for entry in entries:
        if entry.deck != correction.deck or entry.card != correction.was or left == 0:
            result.append(entry)
            continue
        changed = min(left, entry.copies)
        left -= changed
        if entry.copies > changed:
            result.append(DeckEntry(entry.deck, entry.card, entry.copies - changed, entry.sources))
        owner = dict.fromkeys(value_names(correction.now), Provenance.OWNER)
        result.append(DeckEntry(entry.deck, correction.now, changed, owner))
    if left:
        raise DeckError(
            f"the deck list has no {correction.copies} cards {correction.was} in {correction.deck} to correct; "
            "list the deck to see what is there"
        )
    return result


def check_correction(correction: Correction) -> None:
    """A correction changes values, not the kind of card."""
    if correction.was.kind != correction.now.kind:
        raise DeckError(f"{correction.was} cannot become {correction.now}: a correction keeps the kind of the card")
    if correction.copies < 1:
        raise DeckError("a correction concerns at least one card")


def load_corrections(path: Path) -> tuple[Correction, ...]:
    """The owner's corrections; none when the file does not exist yet."""
    try:
        return read_corrections(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        cause = " ".join(str(error).split())
        raise DeckError(f"{path.name} is not a readable file of corrections ({cause}); repair or remove it") from error


def read_corrections(data: dict[str, Any]) -> tuple[Correction, ...]:
    """The corrections in what such a file holds; raises ValueError, KeyError or TypeError for what they are not."""
    if data["version"] != CORRECTIONS_VERSION:
        raise DeckError(f"version {shown(str(data['version']))} instead of {CORRECTIONS_VERSION}")
    return tuple(_correction(item) for item in data["corrections"])


def _correction(item: dict[str, object]) -> Correction:
    copies = item["copies"]
    if not isinstance(copies, int) or isinstance(copies, bool):
        raise DeckError("copies must be a whole number")
    return parse_correction(str(item["deck"]), str(item["was"]), str(item["now"]), copies)


def save_corrections(path: Path, corrections: tuple[Correction, ...]) -> None:
    """Write the corrections so that a crash leaves either the old or the new file."""
    body = {
        "version": CORRECTIONS_VERSION,
        "corrections": [
            {"deck": c.deck, "was": str(c.was), "now": str(c.now), "copies": c.copies} for c in corrections
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(body, file, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def parse_correction(deck: str, was: str, now: str, copies: int) -> Correction:
    """A correction from what a person typed; raises DeckError with a sentence."""
    if deck not in DECKS:
        raise DeckError(f"{shown(deck)} is no deck; decks are {', '.join(DECKS)}")
    try:
        correction = Correction(deck, parse_card(was), parse_card(now), copies)
    except CardError as error:
        raise DeckError(str(error)) from error
    check_correction(correction)
    return correction
