"""Is everything in the box? What belongs there, deck by deck, to be counted and ticked off."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.play_screen import capital
from companion.app.shell import Screen
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Column, Scroll, Text, level, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Icon, Tap, Tappable
from companion.app.widgets.cards import SHAPE, Picture
from companion.core.box import Box
from companion.drafts import Drafts
from companion.words import msg, msgs

DRAFT = "box-check"
LARGE = 1.3  # letters from which the decks stand below each other


class BoxCheckScreen(Screen):
    """One row for each deck; what was ticked stays until the next look."""

    title = msg("Is everything in the box?")

    @property
    def _box(self) -> Box:
        return self.desk.box_for(self.args)

    @property
    def _draft(self) -> str:
        return f"{DRAFT}:{self._box.id}"

    def _ticks(self) -> list[str]:
        ticks = Drafts(self.desk.folder).get(self._draft).get("ticks")
        return [tick for tick in ticks if tick in self._box.sections] if isinstance(ticks, list) else []

    def build(self) -> None:
        """The decks, and how many cards there are in all."""
        shelf, ticks = self._box.shelf(self.desk.folder), self._ticks()
        number = sum(shelf.copies.values())
        words = msg("{count} cards in all: count each deck and tick it off.", count=number)
        grid = GridLayout(cols=2 if self.wide and theme.scale <= LARGE else 1, spacing=gap(1.5), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        rows = [self._row(name, name in ticks) for name in self._box.sections]
        for row in rows:
            grid.add_widget(row)
        for first in range(0, len(rows), grid.cols):
            level(*rows[first : first + grid.cols])
        done = [Text(self.say(msg("Everything is there.")), "heading", "good")] if len(ticks) == len(rows) else []
        self.add_widget(Scroll(Text(self.say(words), "label"), grid, *done, space=2, pad=2.5))

    def _row(self, name: str, done: bool) -> DeckRow:
        shelf = self._box.shelf(self.desk.folder)
        cards = [card for card, home in shelf.decks.items() if home == name]
        kinds = []
        for tab in shelf.tabs:
            if number := sum(shelf.copies[card] for card in tab.cards if card in cards):
                kinds.append(self.say(msg("{kind}: {count}", kind=tab.name, count=number)))
        count = sum(shelf.copies[card] for card in cards)
        title = msgs("{deck}: {count} card", "{deck}: {count} cards", count, deck=self._box.sections[name])
        picture = f"back:{name}" if self._box.has_backs else cards[0]
        tile = Picture(self.desk.pictures, picture, size_hint=(None, None), size=(dp(52), dp(52) * SHAPE))
        words = capital(self.say(title)), " · ".join(kinds)
        return DeckRow(tile, *words, done, partial(self._tick, name), f"box:{name}")

    def _tick(self, name: str) -> None:
        ticks = self._ticks()
        ticks = [tick for tick in ticks if tick != name] if name in ticks else [*ticks, name]
        Drafts(self.desk.folder).put(self._draft, {"ticks": ticks})
        self.rebuild()


class DeckRow(Tappable):
    """A deck to count, ticked or not."""

    wanted = NumericProperty(0)  # how high its words ask for

    def __init__(self, tile: Widget, title: str, below: str, done: bool, on_tap: Tap, test_id: str) -> None:
        super().__init__(
            on_tap, test_id, orientation="horizontal", padding=gap(1.5), spacing=gap(1.5), size_hint_y=None
        )
        self.text, self.on = title, done
        paint(self, theme.colour("panel"), line=theme.colour("good") if done else None)
        tile.pos_hint = {"center_y": 0.5}
        self.add_widget(tile)
        words = Column(Text(title, "heading", bold=True), Text(below, "body", "soft"), space=0.5)
        words.pos_hint = {"center_y": 0.5}
        self._least = dp(52) * SHAPE + gap(3)
        words.bind(height=self._grow)
        self.add_widget(words)
        box = PromptBox(size_hint=(None, None), size=(dp(40), dp(40)), pos_hint={"center_y": 0.5})
        paint(box, theme.colour("raised"), 10, theme.colour("good" if done else "line"), 1.5)
        if done:
            box.add_widget(Icon("check", "good", 28))
        self.add_widget(box)
        self.wanted = self._least

    def _grow(self, _: Widget, height: float) -> None:
        self.wanted = max(self._least, height + gap(3))
