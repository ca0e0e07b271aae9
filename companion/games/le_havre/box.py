"""What Le Havre offers to the shell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from card_db.le_havre.buildings import SPECIAL, STANDARD
from card_db.le_havre.data_file import MAX_PLAYERS, MIN_PLAYERS
from card_db.le_havre.goods import GOODS
from companion.core.box import NO_CORRECTIONS, Hand, Quad, Shelf, Token, TokenGroup
from companion.core.game import Corrections, Json, Seat, Setup
from companion.core.sheet import Sheet
from companion.games.le_havre.actions import CorrectPlayer
from companion.games.le_havre.event_codec import write_event
from companion.games.le_havre.names import GOOD_NAMES
from companion.games.le_havre.owned_cards import own_corrections, read_file
from companion.games.le_havre.printed import printed, read_corrections
from companion.games.le_havre.sheet import FRANCS, LOANS, make_sheet
from companion.games.le_havre.shelf import SHIP_DECK, shelf, short_name, split
from companion.games.le_havre.state import State
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
    title = "Le Havre"  # as in companion.games.TITLES
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
    sections: Mapping[str, Message] = MappingProxyType(
        {STANDARD: msg("standard buildings"), SPECIAL: msg("special buildings"), SHIP_DECK: msg("ships")}
    )
    has_backs = False
    has_values = False
    has_card_list = True

    def shelf(self, folder: Path | None = None) -> Shelf:
        """The cards to pick from."""
        return shelf(printed(self.corrections(folder)) if folder else None)

    def is_card(self, name: str) -> bool:
        """Whether a name means a card."""
        return name in shelf().decks

    def short_name(self, card: str) -> Message:
        """A card in a few words."""
        return short_name(card)

    def demo_hands(self) -> tuple[Hand, ...]:
        """What everybody has at the end of the demo game."""
        return DEMO_HANDS

    def demo_spaces(self, seed: int) -> tuple[tuple[str, str, str], ...]:
        """There is no board to read."""
        return ()

    def usual_spaces(self) -> dict[str, Quad]:
        """There is no board to read."""
        return {}

    def sheet(self, hands: Sequence[Hand], corrections: Corrections = NO_CORRECTIONS) -> Sheet:
        """The score of everybody."""
        return make_sheet(hands, printed(read_corrections(dict(corrections))))

    def corrections(self, folder: Path) -> Corrections:
        """What the owner has read on the printed cards."""
        return own_corrections(folder)

    def corrections_of(self, state: State) -> Corrections:
        """What holds in a tracked game."""
        return state.printed.corrections

    def check_corrections(self, data: Json) -> None:
        """Whether a file with this in it could be read."""
        read_file(data)

    def hands(self, state: State) -> tuple[Hand, ...]:
        """What everybody has."""
        return tuple(
            Hand(
                name,
                (*player.buildings, *(str(ship) for ship in player.ships)),
                {FRANCS: player.francs, LOANS: player.loans, **player.goods},
            )
            for name, player in zip(state.setup.players, state.players, strict=True)
        )

    def is_over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.over

    def round(self, state: State) -> int:
        """The round it is."""
        return state.round

    def cards_event(self, setup: Setup, seat: int, cards: Sequence[str]) -> Json:
        """These are really all cards of a player."""
        buildings, ships = split(cards)
        names = tuple(card.name for card in buildings)
        return write_event(setup, CorrectPlayer(Seat(seat), buildings=names, ships=ships))

    def token_event(self, setup: Setup, seat: int, hand: Hand, token: str, number: int) -> Json:
        """So many tokens a player really has."""
        if token == FRANCS:
            return write_event(setup, CorrectPlayer(Seat(seat), francs=number))
        if token == LOANS:
            return write_event(setup, CorrectPlayer(Seat(seat), loans=number))
        goods = {good: hand.tokens.get(good, 0) for good in GOODS} | {token: number}
        return write_event(setup, CorrectPlayer(Seat(seat), goods={good: n for good, n in goods.items() if n}))

    def is_count(self, setup: Setup, seat: int, event: Json) -> bool:
        """Whether the real cards of a player were entered."""
        return event.get("do") == "correct" and event.get("player") == setup.players[seat] and "buildings" in event


BOX = LeHavreBox()
