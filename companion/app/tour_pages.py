"""What the pages of the tour are made of, for the screens of every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.theme import gap
from companion.app.widgets.basic import middle
from companion.app.widgets.cards import SHAPE, CardTile
from companion.words import Message, msg

# Cards with the colour of their frame and the sign in their corner.
Marked = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its words and what draws the picture beside them."""

    title: Message
    lines: tuple[Message, ...]
    picture: Callable[[Screen], Widget]


def score_page(cards: Marked) -> Page:
    """How cards are counted, with some of the game's own."""
    lines = (
        msg("Spread your cards, hold the camera over them, enter your money: the score is there."),
        msg("Whatever the camera doubts, you decide. And every number shows its cards and its rule."),
    )
    return Page(msg("Score now"), lines, lambda screen: Spread(screen, cards))


class Spread(Widget):
    """Cards in two rows of three, as large as there is room."""

    def __init__(self, screen: Screen, cards: Marked) -> None:
        super().__init__()
        self._screen, self._cards = screen, cards
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        space = gap(2)
        width = min((self.width - 2 * space) / 3, (self.height - space) / 2 / SHAPE, dp(190))
        if width < dp(20):
            return
        x, y = middle(self)
        for number, (name, frame, mark) in enumerate(self._cards):
            row, column = divmod(number, 3)
            tile = CardTile(self._screen.desk.pictures, name, width, frame=frame, mark=mark)
            tile.pos = (
                x + (column - 1) * (width + space) - width / 2,
                y + (space / 2 if row == 0 else -space / 2 - width * SHAPE),
            )
            self.add_widget(tile)
