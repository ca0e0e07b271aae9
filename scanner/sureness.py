"""How sure a name is: by how well its design explains the card, and by the odds of the designs."""

from __future__ import annotations

import numpy as np

HIDDEN_MARK = 0.5  # how sure a name is at the most whose mark is hidden
UNCLEAR_FIT = 0.5  # of the best design; no mark is seen so badly
NO_LIGHT = 15.0, 30.0  # misfit of the light in which the best one is seen: in hard light 20, of other decks 20 and more
CAUTION = 0.75  # power of the doubt: names are less sure than their odds
POOR_FIT, GOOD_FIT = 0.6, 0.8  # correlation of a card that is hardly, or surely, of this deck
BOTH = 0.85, 0.95  # the same of the correlation and half the share of the print that is in place
BOTH_ALONE = 0.85, 1.2  # where a card of another deck may lie as well: most of those in the same style have less


def known_by(fit: float, share: float, is_alone: bool = False) -> float:
    """How sure it is that this is a card of the deck at all, however clear the choice between designs is."""
    both = BOTH_ALONE if is_alone else BOTH
    return float(np.interp(fit, (POOR_FIT, GOOD_FIT), (0, 1)) * np.interp(fit + share / 2, both, (0, 1)))


def believed_light(misfit: float) -> float:
    """How sure it is that the light in which a card must be seen is one: no usual light makes the colours of others."""
    return float(np.interp(misfit, NO_LIGHT, (1, 0)))


def certainty(odds: float) -> float:
    """How sure a name with such odds is: these are right on average, what is called 0.9 must be right nearly always."""
    return 1.0 - float(max(1 - odds, 0.0) ** CAUTION)
