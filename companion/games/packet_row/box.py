"""What Packet Row offers to the shell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from card_db.packet_row.cards import CardError, parse_card
from card_db.packet_row.deck_list import read_corrections
from companion.core.box import NO_CORRECTIONS, Hand, Quad, Shelf, Token, TokenGroup
from companion.core.game import Corrections, Json, Setup
from companion.core.sheet import Sheet
from companion.games.packet_row.card_labels import short_name
from companion.games.packet_row.names import AREA_NAMES
from companion.games.packet_row.numbers import MAX_PLAYERS, MIN_PLAYERS
from companion.games.packet_row.sheet import MONEY, make_sheet
from companion.games.packet_row.state import State
from companion.words import Message, msg


class PacketRowBox:
    """Fulfils `companion.core.box.Box`."""

    id = "packet_row"
    title = "Packet Row"  # as in companion.games.TITLES
    about = msg("Companion for the harbour of New York, 1842")
    players = (MIN_PLAYERS, MAX_PLAYERS)
    fan: tuple[str, ...] = (
        "vp:cathedral:18:5",
        "ship:france",
        "contract:cotton:3:netherlands:25",
        "goods:tobacco:3:10",
        "banker",
    )
    groups: tuple[TokenGroup, ...] = (
        TokenGroup(
            MONEY,
            msg("Cash"),
            msg("Coins only; money cards count by themselves"),
            lambda amount: msg("${money}", money=amount),
            (Token(MONEY, msg("Cash")),),
        ),
    )
    boards: Mapping[str, Message] = AREA_NAMES
    sections: Mapping[str, Message] = {**AREA_NAMES, "start": msg("starting contracts")}
    has_backs = True
    has_values = True
    has_card_list = False

    def shelf(self, folder: Path | None = None) -> Shelf:
        """The cards to pick from."""
        from companion.games.packet_row.shelf import shelf  # drawing takes a moment to load

        return shelf(folder)

    def is_card(self, name: str) -> bool:
        """Whether a name means a card."""
        try:
            parse_card(name)
        except CardError:
            return False
        return True

    def short_name(self, card: str) -> Message:
        """A card in a few words."""
        return short_name(card)

    def demo_hands(self) -> tuple[Hand, ...]:
        """What everybody has at the end of the demo game."""
        from companion.games.packet_row.demo_game import demo_holdings  # robots are needed only here

        return tuple(
            Hand(held.name, tuple(str(card) for card in held.cards), {MONEY: held.money}) for held in demo_holdings()
        )

    def demo_spaces(self, seed: int) -> tuple[tuple[str, str, str], ...]:
        """(board, space, card) of a demo table."""
        from companion.games.packet_row.demo_game import GAME_SEED, demo_spaces

        return demo_spaces(GAME_SEED + seed)

    def usual_spaces(self) -> dict[str, Quad]:
        """The eight spaces of a board as shares of its width and height, as on our own boards."""
        from card_db.packet_row.art.boards import board_slots
        from card_db.packet_row.art.palette import BOARD_HEIGHT_MM, BOARD_WIDTH_MM

        usual: dict[str, Quad] = {}
        for slot in board_slots(254):  # ten pixels for a millimetre
            one, two, three, four = ((x / BOARD_WIDTH_MM / 10, y / BOARD_HEIGHT_MM / 10) for x, y in slot.quad)
            usual[slot.id] = (one, two, three, four)
        return usual

    def sheet(self, hands: Sequence[Hand], corrections: Corrections = NO_CORRECTIONS) -> Sheet:
        """The score of everybody; the notation of a card tells all its values."""
        return make_sheet(hands)

    def corrections(self, folder: Path) -> Corrections:
        """The owner's corrections change the deck list; a card on the table is called by what it says."""
        return NO_CORRECTIONS

    def corrections_of(self, state: State) -> Corrections:
        """As above."""
        return NO_CORRECTIONS

    def check_corrections(self, data: Json) -> None:
        """Whether a file with this in it could be read."""
        read_corrections(data)

    def hands(self, state: State) -> tuple[Hand, ...]:
        """What everybody has."""
        return tuple(
            Hand(name, tuple(str(card) for card in player.cards), {MONEY: player.money})
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
        return {"do": "final_cards", "player": setup.players[seat], "cards": list(cards)}

    def token_event(self, setup: Setup, seat: int, hand: Hand, token: str, number: int) -> Json:
        """So much money a player really has."""
        return {"do": "correct", "player": setup.players[seat], "money": number}

    def is_count(self, setup: Setup, seat: int, event: Json) -> bool:
        """Whether the real cards of a player were entered."""
        return event.get("do") == "final_cards" and event.get("player") == setup.players[seat]


BOX = PacketRowBox()
