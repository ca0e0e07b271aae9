"""The rules in our own words, by their ids: what every refusal and every score line can point to."""

from __future__ import annotations

from companion.words import msg

RULES = {
    "S1": msg("Two to five people play."),
    "S2": msg("Each board gets its own shuffled deck, face down; the number of cards of each kind is fixed."),
    "S3": msg("With two players, six cards of every deck stay in the box, and nobody looks at them."),
    "S4": msg("Two cards of each deck are laid open as the future supply of its board."),
    "S5": msg("The current supply of each board starts with 2, 2, 3 or 4 open cards for 2, 3, 4 or 5 players."),
    "S6": msg("Everybody draws one starting contract; the rest of them stay in the box."),
    "S7": msg("Everybody starts with $25, and money lies where all can count it."),
    "S8": msg("Everybody has one pawn; one player holds the harbour master token."),
    "R1": msg("The harbour master names an area that nobody has been asked about this round."),
    "R2": msg(
        "From the harbour master's left and clockwise, all who still have their pawn take one card or decline; "
        "the harbour master decides last."
    ),
    "R3": msg(
        "Cards come from the current supply of the named area; who discards an assistant takes from its future supply."
    ),
    "R4": msg("Goods, nuggets and buildings cost the printed price at once; all other cards are free."),
    "R5": msg("Who takes a card puts the pawn on its space and takes no other card this round."),
    "R6": msg("Taken cards are kept hidden in the hand; ships lie open in front of their owner."),
    "R7": msg(
        "The round ends when the harbour master takes a card; who declines as harbour master names another area, "
        "until none is left."
    ),
    "R8": msg(
        "When all others have taken a card, the harbour master takes one here, or names a new area and takes one "
        "there, or passes and so ends the round."
    ),
    "R9": msg("An assistant does not help in the round in which it was taken."),
    "E1": msg(
        "On each board that was named this round pawns go home and what is left of the current supply is discarded."
    ),
    "E2": msg(
        "There the future supply becomes the current supply, and cards from the deck bring it to its full number "
        "(with strict-refill: exactly 0, 0, 1 or 2 cards for 2, 3, 4 or 5 players)."
    ),
    "E3": msg("Then two cards from the deck become the new future supply, or as many as are left."),
    "E4": msg("The harbour master token moves one seat clockwise."),
    "E5": msg(
        "A board is short when its current supply is not full. With 1, 1, 2 or 3 short boards for 2, 3, 4 or 5 players "
        "the game ends at once; the future supply does not matter."
    ),
    "E6": msg("Discarded cards stay out of the game; no deck is reshuffled."),
    "C1": msg(
        "At any time, also out of turn, a player discards a contract, the goods it asks for and a ship to its "
        "destination, and receives the reward."
    ),
    "C2": msg("Giving more goods than needed is allowed; nothing comes back for the excess."),
    "C3": msg("One ship carries any number of contracts to the same destination, if they are fulfilled together."),
    "C4": msg("Between contracts fulfilled together, the units of a goods card may be divided at will."),
    "C5": msg(
        "A single nugget is one unit of any goods; a double nugget is two units of one kind, which may go to "
        "different contracts."
    ),
    "C6": msg("A discarded trader turns all units of one goods card into another kind, for this fulfilment only."),
    "C7": msg("A discarded captain gives one ship another destination; its contracts must still share it."),
    "M1": msg("At any time a player may discard a money card for its amount."),
    "F1": msg("At the end contracts may still be fulfilled; then all money cards are cashed."),
    "F2": msg("Buildings count as printed, every full $10 counts 1 point, bankers count by F3."),
    "F3": msg(
        "Bankers: with two or three players the most money scores 2 points for each banker, also when tied. With four "
        "or five the most scores 3 and the second most 1; a tie for the most leaves no second."
    ),
    "F4": msg("Most points win, then most money; who is still tied shares the win."),
}

HOUSE_RULE_NOTES = {
    "strict-refill": msg(
        "strict-refill is the rule to the letter: a space that an assistant emptied is not made good, so with two or "
        "three players a single assistant can end the game at once."
    ),
}
