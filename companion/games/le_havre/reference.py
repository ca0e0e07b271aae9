"""The rules as something to look things up in: groups, pictures beside them, a glossary."""

from __future__ import annotations

from typing import Final

from companion.core.reference import Reference, Term
from companion.games.le_havre.rules import RULES
from companion.words import Message, msg

# The first number of a rule's id says where it belongs.
GROUPS: Final[dict[str, Message]] = {
    "1": msg("What there is"),
    "2": msg("Set-up"),
    "3": msg("A round"),
    "4": msg("Buildings"),
    "5": msg("End of the game"),
    "7": msg("Rulings"),
}

# Cards that show what a rule is about.
PICTURES: Final[dict[str, tuple[str, ...]]] = {
    "1.4": ("wooden 2", "iron 8", "steel 16", "luxury 30"),
    "2.1": ("Building Firm (value 4)", "Building Firm (value 6)", "Construction Firm"),
    "5.3": ("Bank", "Town Hall", "Dock"),
    "5.4": ("Storehouse", "Guildhouse", "Business Park"),
    "7.1": ("Hardware Store",),
    "7.2": ("Ironworks",),
    "7.3": ("Arts Center",),
    "7.4": ("Coal Trader",),
    "7.5": ("Luxury Yacht",),
    "7.7": ("Football Stadium",),
    "7.21": ("Church", "Football Stadium"),
    "7.23": ("Local Court",),
}

GLOSSARY: Final = (
    Term(msg("Energy"), msg("What wood, charcoal, coal and coke give when they are burnt."), "4.13"),
    Term(msg("Entry fee"), msg("What the visitor pays the owner of a building: food, francs, or nothing."), "3.2a"),
    Term(msg("Feeding"), msg("At the end of a round everybody pays food; ships bring some of it each round."), "3.8"),
    Term(msg("Harvest"), msg("Who has grain gets one more, who has two cattle gets one more."), "3.7"),
    Term(msg("Interest"), msg("One franc for who has loans, each time the ship reaches that tile."), "3.1"),
    Term(
        msg("Loan"), msg("Four francs against unpaid food or interest; five repay it, seven points in the end."), "3.10"
    ),
    Term(
        msg("Modernised wharf"),
        msg("A wharf with a brick on it; only there ships other than wooden are built."),
        "3.12",
    ),
    Term(
        msg("Offer"),
        msg("A space at the edge of the harbour on which goods wait until somebody takes them all."),
        "3.2",
    ),
    Term(msg("Proposal"), msg("One of the three piles of buildings; only its top card can be built or bought."), "2.1"),
    Term(msg("Special building"), msg("A card that a round turns up for the town; it cannot be built."), "3.11"),
    Term(
        msg("Supply tile"), msg("One of seven places of the ship; each brings two kinds of goods to the offers."), "2.8"
    ),
    Term(
        msg("Town"),
        msg("Owns what nobody owns; its buildings can be entered for a fee to the bank, and bought."),
        "3.3",
    ),
)

REFERENCE: Final = Reference(RULES, GROUPS, lambda rule: rule.partition(".")[0], PICTURES, GLOSSARY, {})
