"""The tour's pages about Le Havre."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.tour_pages import Marked, Page, Spread, score_page
from companion.words import msg

SPREAD: Marked = (
    ("Bank", "good", "check"),
    ("Steel Mill", "good", "check"),
    ("Shipping Line", "good", "check"),
    ("Town Hall", "doubt", "question"),
    ("iron 8", "good", "check"),
    ("luxury 34", "good", "check"),
)
TOWN: Marked = (
    ("Building Firm (value 4)", "accent", ""),
    ("Marketplace", "accent", ""),
    ("Construction Firm", "", "people"),
    ("Fishery", "accent", ""),
    ("Sawmill", "", "people"),
    ("wooden 2", "", ""),
)
SHIPS: Marked = (
    ("wooden 4", "", ""),
    ("iron 6", "", ""),
    ("steel 16", "", ""),
    ("Bakehouse", "", ""),
    ("Smokehouse", "", ""),
    ("Abattoir", "", ""),
)


def last_picture(screen: Screen) -> Widget:
    """What stands beside the invitation to try it."""
    return Spread(screen, SPREAD)


PAGES = (
    score_page(SPREAD),
    Page(
        msg("The table"),
        (
            msg("Track a whole game: take an offer or enter a building with one tap."),
            msg("The app says whose turn it is and checks price, materials and entry fee, with the rule behind it."),
        ),
        lambda screen: Spread(screen, TOWN),
    ),
    Page(
        msg("Food, loans, no mistakes for good"),
        (
            msg("Long before the round ends you see what everybody still owes, and what it may cost."),
            msg("Every step can be undone, even rounds later. Nothing is lost when the tablet goes out."),
        ),
        lambda screen: Spread(screen, SHIPS),
    ),
)
