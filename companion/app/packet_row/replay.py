"""A game of Packet Row again, step by step: the four boards as they lay and who had what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from card_db.packet_row.cards import AREAS, Card
from companion.app.look_back import LookBackScreen
from companion.app.packet_row.board_view import BoardLook, BoardView, SpaceLook
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Line1, Row, Text, paint
from companion.app.widgets.buttons import Icon, Tappable
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Json
from companion.games.packet_row.guide import public_words
from companion.games.packet_row.names import AREA_NAMES, card_name
from companion.games.packet_row.numbers import SPACES
from companion.games.packet_row.state import State
from companion.words import Message, msg


class ReplayScreen(LookBackScreen):
    """Hands are open only when the game is over."""

    def public(self, event: Json, text: Message) -> Message:
        """A step without what is hidden."""
        return public_words(event, text)

    def table(self) -> Widget:
        """The four boards."""
        boards = GridLayout(cols=2, spacing=gap(0.5))
        self._boards = {area: BoardView(self.desk.pictures, self._look(self.state, area)) for area in AREAS}
        for board in self._boards.values():
            boards.add_widget(board)
        return boards

    def table_height(self) -> float:
        """As high as two boards are."""
        return float((self.shell.width - gap(2.5)) * 0.69)

    def show(self) -> None:
        """The boards at another step."""
        for area, board in self._boards.items():
            board.show(self._look(self.state, area))

    def when(self) -> Message:
        """Round and harbour master."""
        state = self.state
        master = state.setup.players[state.harbour_master]
        return msg("Round {round}, harbour master {master}", round=state.round, master=master)

    def people(self) -> Sequence[Widget]:
        """Money and how many cards."""
        return [PlayerRow(self, self.state, seat, self.colours[seat]) for seat in range(len(self.names))]

    def _look(self, state: State, name: str) -> BoardLook:
        area, names, colours = state.areas[name], self.names, self.colours
        pawns = {
            player.pawn.space: (names[seat], colours[seat])
            for seat, player in enumerate(state.players)
            if player.pawn is not None and player.pawn.area == name
        }
        spaces = {
            space: SpaceLook(pawn=pawns.get(space))
            if card is None
            else SpaceLook(str(card), partial(self.show_card, card), pawn=pawns.get(space))
            for space, card in zip(SPACES, area.spaces, strict=True)
        }
        chips = ((self.say(msg("short")), "bad"),) if area.short else ()
        title = self.say(AREA_NAMES[name])
        frame = "accent" if state.area == name else ""
        return BoardLook(name, title[:1].upper() + title[1:], spaces, area.deck, area.discard, chips, frame)

    def show_card(self, card: Card) -> None:
        """A card so large that it can be read across the table."""
        tile = CardTile(self.desk.pictures, str(card), min(dp(260), self.shell.height * 0.36))
        middle = Row(Widget(), tile, Widget(), height=tile.height)
        name = self.say(card_name(card))
        self.shell.ask(name[:1].upper() + name[1:], [middle], test_id="card-dialog")

    def show_hand(self, seat: int) -> None:
        """The cards of a player at this step; the hands of a game in play stay hidden."""
        name = self.session.setup.players[seat]
        if not self.session.state.over:
            self.shell.note(self.say(msg("Hands stay hidden until the game is over.")))
            return
        cards = self.session.state_after(self.step).players[seat].cards
        tiles = [CardTile(self.desk.pictures, str(card), dp(84)) for card in cards]
        content: Sequence[Widget] = [Flow(tiles)] if tiles else [Text(self.say(msg("No cards.")))]
        self.shell.ask(self.say(msg("Cards of {player}", player=name)), content, width_dp=720, test_id="hand-dialog")


class PlayerRow(Tappable):
    """A player at one step: money and how many cards."""

    def __init__(self, screen: ReplayScreen, state: State, seat: int, colour: str) -> None:
        name, player = state.setup.players[seat], state.players[seat]
        super().__init__(
            lambda: screen.show_hand(seat), f"player:{name}", orientation="horizontal", padding=gap(1), spacing=gap(1)
        )
        self.size_hint_y, self.height = None, theme.target(1.15)
        self.text = name
        decides = state.to_act == seat
        paint(self, theme.colour("raised" if decides else "panel"), line=theme.colour("accent") if decides else None)
        self.add_widget(SeatBadge(name, colour, 38))
        self.add_widget(Line1(name, "label", bold=decides))
        self.add_widget(Icon("cards", "soft", 22, size_hint_x=None, width=dp(26)))
        self.add_widget(self._number(str(len(player.cards)), 1.6, "soft"))
        self.add_widget(self._number(screen.say(msg("${money}", money=player.money)), 3.2, "accent"))

    def _number(self, text: str, wide: float, colour: str) -> Widget:
        width = theme.size("label") * wide
        return Line1(text, "label", colour, bold=True, align="right", size_hint_x=None, width=width)
