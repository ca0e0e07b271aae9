"""A building by its name, one clear sentence when there is none."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from card_db.le_havre.buildings import Building
from companion.core.game import InputError
from companion.core.read_json import shown


def building_named(known: Mapping[str, Building], name: str, what: str) -> Building:
    """The building of this name; raises InputError, with what was probably meant."""
    if name in known:
        return known[name]
    # A name without its addition fits two cards; otherwise the nearest name is what was meant.
    meant = [card for card in known if name and card.startswith(f"{name} (")]
    meant = meant or get_close_matches(name[:60], known, n=1, cutoff=0.8)
    hint = f"; did you mean {' or '.join(map(repr, meant))}?" if meant else ""
    raise InputError(f"{shown(name)} in {what} is no building of Le Havre{hint}")
