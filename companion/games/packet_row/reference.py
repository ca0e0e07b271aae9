"""The rules as something to look things up in: groups, pictures beside them, a glossary, a search."""

from __future__ import annotations

from typing import Final

from companion.core.reference import Reference, Term
from companion.games.packet_row.rules import HOUSE_RULE_NOTES, RULES
from companion.words import Message, msg

# The first letter of a rule's id says where it belongs.
GROUPS: Final[dict[str, Message]] = {
    "S": msg("Set-up"),
    "R": msg("A round"),
    "E": msg("End of a round"),
    "C": msg("Contracts"),
    "M": msg("Money cards"),
    "F": msg("End of the game"),
}

# Cards that show what a rule is about.
PICTURES: Final[dict[str, tuple[str, ...]]] = {
    "S2": ("back:guildhall", "back:docks", "back:market", "back:bank"),
    "S6": ("start:fur:3:spain:25",),
    "R3": ("assistant",),
    "R4": ("goods:tobacco:3:10", "nugget:1:4", "vp:university:18:4"),
    "R6": ("ship:sweden",),
    "R9": ("assistant",),
    "C1": ("contract:cotton:3:netherlands:25", "goods:cotton:3:10", "ship:netherlands"),
    "C3": ("ship:france", "contract:cotton:2:france:15", "contract:grain:3:france:25"),
    "C4": ("goods:tobacco:3:10",),
    "C5": ("nugget:1:4", "nugget:2:7"),
    "C6": ("trader",),
    "C7": ("captain",),
    "M1": ("money:8",),
    "F2": ("vp:cathedral:23:5", "banker"),
    "F3": ("banker",),
}

GLOSSARY: Final = (
    Term(msg("Area"), msg("One of the four boards: guildhall, docks, market and bank."), "R1"),
    Term(msg("Assistant"), msg("A helper who is discarded to take a card from the future supply."), "R3"),
    Term(
        msg("Banker"),
        msg("A helper who scores at the end for those with the most money."),
        "F3",
    ),
    Term(msg("Building"), msg("A card with victory points; every deck has nine of them."), "F2"),
    Term(msg("Captain"), msg("A helper who sends a ship to another destination."), "C7"),
    Term(
        msg("Contract"),
        msg("So many goods of one kind to one destination for a reward in dollars."),
        "C1",
    ),
    Term(msg("Current supply"), msg("The open cards of a board that may be taken now."), "R3"),
    Term(
        msg("Future supply"),
        msg("The two open cards of a board that become the current supply after the round."),
        "E2",
    ),
    Term(
        msg("Harbour master"),
        msg("Who names the areas this round and decides last; the token moves on after the round."),
        "R1",
    ),
    Term(msg("Nugget"), msg("Gold in place of goods: a single one is one unit, a double one two of a kind."), "C5"),
    Term(msg("Override"), msg("A step that a rule forbids and the table agrees to; the journal marks it."), "R2"),
    Term(
        msg("Pawn"), msg("Stands where its owner took a card this round; who has it in hand may still take one."), "R5"
    ),
    Term(msg("Ship"), msg("Carries contracts to its destination and is discarded then; lies open."), "C3"),
    Term(msg("Short board"), msg("A board whose current supply cannot be filled; enough of them end the game."), "E5"),
    Term(msg("Starting contract"), msg("The contract everybody gets before the first round."), "S6"),
    Term(msg("Trader"), msg("A helper who turns the goods of one card into another kind."), "C6"),
)

REFERENCE: Final = Reference(
    RULES, GROUPS, lambda rule: rule[:1], PICTURES, GLOSSARY, {"E": tuple(HOUSE_RULE_NOTES.values())}
)
