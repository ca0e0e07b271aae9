"""Several kinds of tokens with their numbers in one line, drawn by one widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kivy.core.text import Label as Letters
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.pictures import TOKEN, Pictures
from companion.app.theme import theme


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
        self._cells = [(name, self._letters(str(count)) if numbers else None) for name, count in pairs]
        self._textures: dict[str, Texture] = {}
        self._height_for(1)
        self.bind(pos=self._draw, size=self._draw)
        for name in self.amounts:
            pictures.get(TOKEN + name, partial(self._show, name))

    def _letters(self, text: str) -> Texture:
        label = Letters(text=text, font_size=max(self._side * 0.66, theme.size("caption")), bold=True)
        label.refresh()
        return label.texture

    def _show(self, name: str, texture: Texture) -> None:
        self._textures[name] = texture
        self._draw()

    def _height_for(self, lines: int) -> None:
        self.height = lines * self._side + (lines - 1) * dp(4)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        space = dp(3)
        x, line = 0.0, 0
        places: list[tuple[float, int]] = []
        for _name, number in self._cells:
            wide = self._side + (number.width + 3 * space if number is not None else space)
            if x and x + wide > self.width:
                x, line = 0.0, line + 1
            places.append((x, line))
            x += wide
        lines = (places[-1][1] if places else 0) + 1
        if self.size_hint_y is None and abs(self.height - (lines * self._side + (lines - 1) * dp(4))) > 1:
            self._height_for(lines)
            return
        top = self.y + self.height
        with self.canvas:
            for (name, number), (left, row) in zip(self._cells, places, strict=True):
                low = top - (row + 1) * self._side - row * dp(4)
                if name in self._textures:
                    Color(1, 1, 1, 1)
                    Rectangle(texture=self._textures[name], pos=(self.x + left, low), size=(self._side, self._side))
                if number is not None:
                    Color(*theme.colour("ink"))
                    place = (self.x + left + self._side + space, low + (self._side - number.height) / 2)
                    Rectangle(texture=number, pos=place, size=number.size)
