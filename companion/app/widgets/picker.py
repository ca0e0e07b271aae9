"""Picking cards by their pictures: all designs of the deck by kind, and a strip with what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.pictures import Pictures
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Line1, Panel, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import SHAPE, CardTile, Tiles
from companion.app.widgets.chips import Chips
from companion.app.widgets.lists import inset
from companion.core.box import Shelf
from companion.words import Message, msg, msgs

TILE: Final = 104  # dp, the width of a card to pick
CHOSEN: Final = 56  # dp, the width of a chosen card


class CardPicker(PromptBox):
    """Tabs by kind, cards to tap, and below them the chosen ones, which a tap takes away again.

    The picker shows its own changes: `on_change` gets the new list to store it and need not rebuild the screen.
    """

    def __init__(
        self,
        pictures: Pictures,
        shelf: Shelf,
        say: Callable[[Message], str],
        chosen: Sequence[str],
        on_change: Callable[[list[str]], object],
        filter: Callable[[str], bool] | None = None,
        *,
        deck: str = "",
        tab: str = "",
        on_tab: Callable[[str], object] | None = None,
        most: int = 0,
        **more: Any,
    ) -> None:
        """`filter` and `deck` limit what is offered, `most` how many may be chosen; `tab` opens first."""
        self.test_id = more.pop("test_id", "picker")
        super().__init__(orientation="vertical", spacing=gap(1), **more)
        self._pictures, self._say, self._on_change, self._on_tab, self._most = pictures, say, on_change, on_tab, most
        self.chosen = list(chosen)
        self._looks: dict[str, tuple[int, bool]] = {}
        self._shelf = shelf
        self._names = {tab.id: tab.name for tab in shelf.tabs}
        self._by_tab = {
            tab.id: [
                card
                for card in tab.cards
                if (not deck or shelf.decks.get(card) == deck) and (filter is None or filter(card))
            ]
            for tab in shelf.tabs
        }
        self._by_tab = {name: cards for name, cards in self._by_tab.items() if cards}
        self.tab = tab if tab in self._by_tab else next(iter(self._by_tab), "")
        names = [(name, say(self._names[name])) for name in self._by_tab]
        self._tabs = Chips(names, self.tab, self.open_tab, "picker-tab")
        self._cards = inset(Scroll(Tiles(dp(TILE) * max(1.0, 0.7 + 0.3 * theme.scale)), space=0))
        self._strip = Panel(space=0.5, pad=1)
        if len(self._by_tab) > 1:
            self.add_widget(self._tabs)
        self.add_widget(self._cards)
        if most != 1:  # a single card is handed over at once
            self.add_widget(self._strip)
        self._show_cards()
        self._show_strip()

    # --- what is offered ----------------------------------------------------------------------------------------------

    def open_tab(self, name: str) -> None:
        """Show the cards of another kind."""
        self.tab = name
        if self._on_tab is not None:
            self._on_tab(name)
        self._tabs.show(name)
        self._show_cards()
        self._cards.scroll_y = 1

    def _show_cards(self) -> None:
        flow = self._cards.column.children[0]
        flow.clear_widgets()
        for card in self._by_tab.get(self.tab, ()):
            flow.add_widget(self._tile(card))

    def _tile(self, card: str) -> CardTile:
        count, full = self._looks[card] = self._look(card)
        return CardTile(
            self._pictures,
            card,
            dp(TILE),
            on_tap=lambda: self.add(card),
            test_id=f"pick:{card}",
            dimmed=full,
            frame="accent" if count else "",
            count=count,
            mark="check" if count == 1 else "",
        )

    def _look(self, card: str) -> tuple[int, bool]:
        return self.chosen.count(card), not self._has_room(card)

    def _has_room(self, card: str) -> bool:
        """Whether one more can be chosen: a box holds only so many of a card."""
        if self._most and len(self.chosen) >= self._most:
            return False
        return self._shelf.has_room(self.chosen, card)

    # --- what is chosen -----------------------------------------------------------------------------------------------

    def add(self, card: str) -> None:
        """Choose one more of these cards, if there is room."""
        if self._has_room(card):
            self._change([*self.chosen, card])

    def remove(self, card: str) -> None:
        """Put one of these cards back."""
        if card in self.chosen:
            chosen = list(self.chosen)
            del chosen[len(chosen) - 1 - chosen[::-1].index(card)]
            self._change(chosen)

    def clear(self) -> None:
        """Put all cards back."""
        self._change([])

    def _change(self, chosen: list[str]) -> None:
        self.chosen = chosen
        self._refresh_tiles()
        self._show_strip()
        self._on_change(list(chosen))

    def _refresh_tiles(self) -> None:
        """Only the tiles that look different now are made anew."""
        flow = self._cards.column.children[0]
        for index, tile in enumerate(list(flow.children)):
            if self._looks[tile.card] != self._look(tile.card):
                flow.remove_widget(tile)
                flow.add_widget(self._tile(tile.card), index=index)

    def _show_strip(self) -> None:
        """One line: how many, the cards, and a way to begin anew; always of one height, so that nothing jumps."""
        self._strip.clear_widgets()
        height = dp(CHOSEN) * SHAPE + gap(1)
        row = PromptBox(orientation="horizontal", size_hint_y=None, height=height, spacing=gap(1.5))
        if self.chosen:
            count = self._say(msgs("{count} card", "{count} cards", len(self.chosen)))
            width = theme.size("label") * 0.62 * len(count) + gap(1)
            row.add_widget(Line1(count, "label", bold=True, test_id="picker-count", size_hint_x=None, width=width))
            row.add_widget(self._chosen_row(height))
            row.add_widget(
                Button(
                    icon="trash", on_tap=self.clear, kind="quiet", test_id="picker-clear", pos_hint={"center_y": 0.5}
                )
            )
        else:
            row.add_widget(CardTile(self._pictures, "", dp(CHOSEN), test_id="picker-none"))
            hint = self._say(msg("Tap cards to choose them; tap them here to put them back."))
            row.add_widget(Text(hint, "body", "soft", pos_hint={"center_y": 0.5}))
        self._strip.add_widget(row)

    def _chosen_row(self, height: float) -> Widget:
        row = PromptBox(orientation="horizontal", spacing=gap(1), size_hint_x=None)
        row.bind(minimum_width=row.setter("width"))
        for card, count in self._shelf.in_order(self.chosen).items():
            row.add_widget(
                CardTile(
                    self._pictures,
                    card,
                    dp(CHOSEN),
                    on_tap=lambda card=card: self.remove(card),  # type: ignore[misc]
                    test_id=f"chosen:{card}",
                    count=count,
                )
            )
        view = ScrollView(
            do_scroll_y=False,
            bar_width=dp(4),
            bar_color=theme.colour("accent"),
            bar_inactive_color=theme.colour("line"),
            scroll_type=["bars", "content"],
        )
        view.add_widget(row)
        return view
