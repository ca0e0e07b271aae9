"""What Le Havre offers to the shell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from card_db.le_havre.data_file import MAX_PLAYERS, MIN_PLAYERS
from card_db.le_havre.goods import GOODS
from companion.core.box import Hand, Shelf, Token, TokenGroup
from companion.core.game import Json, Setup
from companion.core.sheet import Sheet
from companion.games.le_havre.names import GOOD_NAMES
from companion.games.le_havre.sheet import FRANCS, LOANS, make_sheet
from companion.games.le_havre.shelf import shelf, short_name
from companion.words import Message, msg, msgs

DEMO_HANDS = (
    Hand(
        "Anna",
        ("Bank", "Steel Mill", "Cokery", "Shipping Line", "Wharf (sort 12)", "Hardware Store", "iron 8", "steel 20"),
        {FRANCS: 24, LOANS: 1, "coke": 2, "steel": 1},
    ),
    Hand(
        "Ben",
        ("Town Hall", "Church", "Local Court", "Tannery", "Bakehouse", "Marketplace", "wooden 4", "luxury 34"),
        {FRANCS: 11, "bread": 3},
    ),
    Hand(
        "Cedric",
        ("Dock", "Storehouse", "Guildhouse", "Sawmill", "Colliery", "Luxury Yacht", "wooden 2", "iron 10", "steel 16"),
        {FRANCS: 17, "fish": 4, "wood": 7, "brick": 3, "leather": 2},
    ),
)


class LeHavreBox:
    """Fulfils `companion.core.box.Box`."""

    id = "le_havre"
    title = "Le Havre"
    about = msg("Companion for the harbour on the Seine")
    players = (MIN_PLAYERS, MAX_PLAYERS)
    fan: tuple[str, ...] = ("Fishery", "wooden 4", "Bank", "Shipping Line", "luxury 34")
    groups: tuple[TokenGroup, ...] = (
        TokenGroup(
            FRANCS,
            msg("Francs"),
            msg("Each franc is a point"),
            lambda amount: msgs("{count} franc", "{count} francs", amount),
            (Token(FRANCS, msg("Francs"), "token:francs"),),
        ),
        TokenGroup(
            LOANS,
            msg("Loans"),
            msg("Open loans; a turned card counts three"),
            lambda amount: msgs("{count} loan", "{count} loans", amount),
            (Token(LOANS, msg("Loans")),),
        ),
        TokenGroup(
            "goods",
            msg("Goods"),
            msg("Only the Storehouse counts them"),
            lambda amount: msgs("{count} good", "{count} goods", amount),
            tuple(Token(good, GOOD_NAMES[good], f"token:{good}") for good in GOODS),
        ),
    )
    boards: Mapping[str, Message] = MappingProxyType({})  # the camera reads cards, not the board
    has_replay = False
    has_deck = False

    def shelf(self, folder: Path | None = None) -> Shelf:
        """The cards to pick from."""
        return shelf()

    def short_name(self, card: str) -> Message:
        """A card in a few words."""
        return short_name(card)

    def demo_hands(self) -> tuple[Hand, ...]:
        """What everybody has at the end of the demo game."""
        return DEMO_HANDS

    def demo_spaces(self, seed: int) -> tuple[tuple[str, str, str], ...]:
        """There is no board to read."""
        return ()

    def sheet(self, hands: Sequence[Hand]) -> Sheet:
        """The score of everybody."""
        return make_sheet(hands)

    def hands(self, state: Any) -> tuple[Hand, ...]:
        """What everybody has."""
        raise NotImplementedError

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    def round(self, state: Any) -> int:
        """The round it is."""
        raise NotImplementedError

    def cards_event(self, setup: Setup, seat: int, cards: Sequence[str]) -> Json:
        """These are really all cards of a player."""
        raise NotImplementedError

    def token_event(self, setup: Setup, seat: int, token: str, number: int) -> Json:
        """So many tokens a player really has."""
        raise NotImplementedError

    def is_count(self, setup: Setup, seat: int, event: Json) -> bool:
        """Whether the real cards of a player were entered."""
        raise NotImplementedError


BOX = LeHavreBox()
