"""Several kinds of tokens with their numbers in one line, drawn by one widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.pictures import TOKEN, Pictures
from companion.app.theme import theme
from companion.app.widgets.letters import picture

SPACE = 3  # dp, between a token, its number and the next token
LINE = 4  # dp, between lines


class TokenRow(Widget):
    """A picture and a number for each token; in as many lines as the width asks for."""

    def __init__(
        self,
        pictures: Pictures,
        amounts: Mapping[str, int] | Sequence[tuple[str, int]],
        side: float = 26,
        numbers: bool = True,
        **more: Any,
    ) -> None:
        """`side` of a picture in dp; without `numbers` every token is drawn as often as it is there."""
        self.test_id = more.pop("test_id", "")
        more.setdefault("size_hint_y", None)
        super().__init__(**more)
        pairs = list(amounts.items() if isinstance(amounts, Mapping) else amounts)
        if not numbers:
            pairs = [(name, 1) for name, count in pairs for _ in range(count)]
        self.amounts = dict(pairs)
        self._side = dp(side)
        size = max(self._side * 0.66, theme.size("caption"))
        self._shown: list[tuple[str, Rectangle]] = []
        self._numbers: list[Rectangle | None] = []
        with self.canvas:
            for name, count in pairs:
                Color(1, 1, 1, 1)
                self._shown.append((name, Rectangle(size=(0, 0))))
                if numbers:
                    Color(*theme.colour("ink"))
                    letters = picture(str(count), size, bold=True)
                    self._numbers.append(Rectangle(texture=letters, size=letters.size))
                else:
                    self._numbers.append(None)
        self.height = self._side
        self.bind(pos=self._place, size=self._place)
        for name in self.amounts:
            pictures.get(TOKEN + name, partial(self._show, name))

    def _show(self, name: str, texture: Texture) -> None:
        for shown, place in self._shown:
            if shown == name:
                place.texture, place.size = texture, (self._side, self._side)

    def _place(self, *_: object) -> None:
        space, high = dp(SPACE), self._side + dp(LINE)
        x, line = 0.0, 0
        places: list[tuple[float, int]] = []
        for number in self._numbers:
            wide = self._side + (number.size[0] + 3 * space if number is not None else space)
            if x and x + wide > self.width:
                x, line = 0.0, line + 1
            places.append((x, line))
            x += wide
        height = (line + 1) * high - dp(LINE)
        if self.size_hint_y is None and abs(self.height - height) > 1:
            self.height = height  # which comes back here
            return
        top = self.y + self.height
        for (_name, token), number, (left, row) in zip(self._shown, self._numbers, places, strict=True):
            low = top - row * high - self._side
            token.pos = (self.x + left, low)
            if number is not None:
                number.pos = (int(self.x + left + self._side + space), int(low + (self._side - number.size[1]) / 2))
