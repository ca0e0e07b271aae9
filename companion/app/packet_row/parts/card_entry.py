"""Entering the cards of a board: its picture with the space that is next, beside it all cards of its deck to tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.packet_row.cards import parse_card
from card_db.packet_row.counts import COUNTS, count_kinds
from companion.app.packet_row.board_view import BoardLook, BoardView, SpaceLook
from companion.app.packet_row.parts.game_screen import GameScreen
from companion.app.packet_row.parts.make_card import ask_card
from companion.app.scan_ways import go_on_asking, open_scan
from companion.app.theme import gap
from companion.app.widgets.basic import Column, Row, Scroll
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import CardTile, Tiles
from companion.app.widgets.lists import inset
from companion.games.packet_row.game import GAME
from companion.games.packet_row.shelf import in_order, known_designs
from companion.words import msg

TILE = 84  # dp
Entries = dict[str, str]


class CardEntry(PromptBox):
    """Fills spaces one after the other; shows its own changes, so that the list of cards stays where it is."""

    def __init__(
        self,
        screen: GameScreen,
        area: str,
        order: Sequence[str],
        entries: Mapping[str, str],
        on_change: Callable[[Entries], object],
        buttons: Callable[[Entries], Sequence[Widget]],
        words: Sequence[Widget] = (),
        lying: Mapping[str, str] | None = None,
        deck: int | None = None,
    ) -> None:
        """`order` are the spaces to fill, `lying` the cards that lie there already, `buttons` what stands below."""
        super().__init__(orientation="horizontal" if screen.wide else "vertical", padding=gap(1.5), spacing=gap(2))
        self.entries: Entries = dict(entries)
        self._screen, self._area, self._order, self._lying, self._deck = screen, area, order, dict(lying or {}), deck
        self._on_change, self._make_buttons = on_change, buttons
        self._flow = Tiles(dp(TILE))
        self._dimmed: dict[str, bool] = {}
        self._board = PromptBox()
        self._buttons = Row(space=1, hug=True)
        self._build(words)
        self._refresh()

    @property
    def full(self) -> bool:
        """Every space has its card."""
        return all(space in self.entries for space in self._order)

    def put(self, card: str) -> None:
        """Lay a card on the next free space."""
        free = next((space for space in self._order if space not in self.entries), None)
        if free is not None:
            self._change({**self.entries, free: card})

    def clear(self, space: str) -> None:
        """Take a card away again."""
        self._change({name: card for name, card in self.entries.items() if name != space})

    def _change(self, entries: Entries) -> None:
        self.entries = entries
        self._on_change(dict(entries))
        self._refresh()

    # --- how it looks -------------------------------------------------------------------------------------------------

    def _build(self, words: Sequence[Widget]) -> None:
        """Words, board and buttons in one column, the cards beside it; upright the cards stand before the buttons."""
        wide = self._screen.wide
        left = PromptBox(orientation="vertical", spacing=gap(1.5))
        left.add_widget(self._words(words))
        left.add_widget(self._board)
        self.add_widget(left)
        if self._order:
            cards = inset(Scroll(self._cards(), space=1))
            self.add_widget(cards)
            if wide:
                left.size_hint_x, cards.size_hint_x = 0.46, 0.54
            else:
                left.size_hint_y, cards.size_hint_y = 0.52, 0.48
        (left if wide else self).add_widget(self._buttons)

    def _words(self, words: Sequence[Widget]) -> Widget:
        """As high as the words are, up to a point: the board needs room, too."""
        most = self._screen.shell.height * (0.46 if self._screen.wide else 0.24)
        view = Scroll(*words, space=1, size_hint_y=None)
        view.column.bind(height=lambda _, height: setattr(view, "height", min(height, most)))
        return view

    def _cards(self) -> Widget:
        known = known_designs(self._screen.desk.folder)
        for card in in_order(card for card, home in known.items() if home == self._area):
            self._flow.add_widget(self._tile(card))
        other = self._screen.say(msg("A card that is not here"))
        button = Button(other, self._ask_other, icon="pen", kind="quiet", test_id="other-card")
        return Column(self._flow, button, space=1.5)

    def _tile(self, card: str) -> CardTile:
        self._dimmed[card] = not self._has_room(card)
        return CardTile(
            self._screen.desk.pictures,
            card,
            dp(TILE),
            on_tap=lambda: self.put(card),
            test_id=f"pick:{card}",
            dimmed=self._dimmed[card],
        )

    def _has_room(self, card: str) -> bool:
        """Whether the deck can hold one more of this kind (S2)."""
        kind = parse_card(card).kind
        seen = (self._screen.state.areas[self._area].drawn or {}).get(kind, 0)
        entered = count_kinds(parse_card(entry) for entry in self.entries.values())[kind]
        return seen + entered < COUNTS[self._area].get(kind, 0)

    def _ask_other(self) -> None:
        ask_card(self._screen, self._area, self.put)

    def _refresh(self) -> None:
        """The board and the buttons as they are now; a card of which there is no more is dimmed."""
        following = next((space for space in self._order if space not in self.entries), "")
        spaces = {space: SpaceLook(card) for space, card in self._lying.items()}
        for space in self._order:
            if space in self.entries:
                look = SpaceLook(self.entries[space], on_tap=partial(self.clear, space), frame="good")
            else:
                look = SpaceLook(frame="accent" if space == following else "line")
            spaces[space] = look
        board = BoardLook(self._area, self._screen.area_title(self._area), spaces, deck=self._deck)
        self._board.clear_widgets()
        self._board.add_widget(BoardView(self._screen.desk.pictures, board))
        self._buttons.clear_widgets()
        for button in self._make_buttons(self.entries):
            self._buttons.add_widget(button)
        for index, tile in enumerate(list(self._flow.children)):
            if self._dimmed[tile.card] == self._has_room(tile.card):
                self._flow.remove_widget(tile)
                self._flow.add_widget(self._tile(tile.card), index=index)


def scan_button(
    screen: GameScreen,
    boards: Sequence[str],
    on_spaces: Callable[[dict[tuple[str, str], str | None]], object],
    **more: Any,
) -> Button:
    """The way to enter cards by camera."""
    scan: dict[str, Any] = {
        "draft": f"scan:{screen.args['game']}:{'-'.join(boards)}",
        "box": GAME.id,
        "purpose": "spaces",
        "boards": list(boards),
        "on_spaces": on_spaces,
    }
    go_on_asking(screen, **scan)
    return Button(
        screen.say(msg("Scan")),
        lambda: open_scan(screen, **scan),
        icon="camera",
        kind="quiet",
        test_id="scan",
        **more,
    )


def follow_button(screen: GameScreen) -> Button:
    """The way to let the camera follow instead, for the bar."""
    text = screen.say(msg("Watch"))
    return Button(
        text,
        lambda: screen.shell.go("follow", game=screen.session.id),
        icon="camera",
        kind="quiet",
        test_id="follow",
        hug=True,
    )
