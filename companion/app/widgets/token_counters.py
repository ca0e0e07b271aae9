"""Counting several kinds of tokens: a picture, a name and a number with minus and plus for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout

from companion.app.pictures import Pictures
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.cards import Picture
from companion.app.widgets.letters import Letters, write
from companion.core.box import Token
from companion.words import Message

MOST = 999
CELL = 190  # dp, the least width of a counter


class TokenCounters(GridLayout):
    """A counter for each token; `on_change` gets the token and its new number, the numbers change by themselves."""

    def __init__(
        self,
        pictures: Pictures,
        say: Callable[[Message], str],
        tokens: Sequence[Token],
        numbers: Mapping[str, int],
        on_change: Callable[[str, int], object],
    ) -> None:
        super().__init__(cols=2, spacing=gap(1), size_hint_y=None)
        self.bind(minimum_height=self.setter("height"), width=self._arrange)
        self._numbers = dict(numbers)
        self._on_change = on_change
        self._shown: dict[str, Letters] = {}
        for token in tokens:
            self.add_widget(self._counter(pictures, token, _capital(say(token.name))))

    def _arrange(self, _: object, width: float) -> None:
        self.cols = max(1, min(4, int(width // (dp(CELL) * (0.4 + 0.6 * theme.scale)))))

    def _counter(self, pictures: Pictures, token: Token, name: str) -> PromptBox:
        box = PromptBox(orientation="vertical", spacing=gap(0.5), padding=gap(0.75), size_hint_y=None)
        box.bind(minimum_height=box.setter("height"))
        paint(box, theme.colour("raised"))
        head = PromptBox(spacing=gap(1), size_hint_y=None, height=dp(40))
        if token.picture:
            head.add_widget(Picture(pictures, token.picture, size_hint_x=None, width=dp(40)))
        words = Text(name, "label", bold=True, pos_hint={"center_y": 0.5})
        words.bind(height=lambda _, height: setattr(head, "height", max(dp(40), height)))
        head.add_widget(words)
        box.add_widget(head)
        row = PromptBox(spacing=gap(0.5), size_hint_y=None, height=theme.target())
        number = write("", "title", bold=True)
        number.test_id = f"number:{token.id}"
        self._shown[token.id] = number
        for icon, step in (("minus", -1), ("plus", 1)):
            button = Button(icon=icon, on_tap=partial(self._step, token.id, step), test_id=f"{icon}:{token.id}")
            row.add_widget(button)
            if step < 0:
                row.add_widget(number)
        box.add_widget(row)
        self._write(token.id)
        return box

    def _step(self, token: str, step: int) -> None:
        number = min(MOST, max(0, self._numbers.get(token, 0) + step))
        if number != self._numbers.get(token, 0):
            self._numbers[token] = number
            self._write(token)
            self._on_change(token, number)

    def _write(self, token: str) -> None:
        number = self._numbers.get(token, 0)
        self._shown[token].text = str(number)
        self._shown[token].color = theme.colour("accent" if number else "soft")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
