"""Buttons beside a table: tools with a word below, and undo and redo with the step they are about."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import gap, theme
from companion.app.widgets.basic import paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Icon, Tap, Tappable
from companion.app.widgets.fit_line import FitLine, TwoLines

WIDEST, IN_BAR = 240, 0.22  # of one step in the bar above a screen: dp, and by the width of the bar


class Tool(Tappable):
    """A small button: an icon with its word below."""

    def __init__(self, icon: str, text: str, on_tap: Tap, test_id: str) -> None:
        super().__init__(
            on_tap,
            test_id,
            orientation="vertical",
            padding=(dp(1), gap(0.5)),
            spacing=gap(0.25),
            size_hint_y=None,
            height=theme.target(1.05),
        )
        self.text = text
        paint(self, theme.colour("panel"))
        self.add_widget(Icon(icon, "accent", 26))
        self.add_widget(FitLine(text, "caption", "soft", align="center", size_hint_y=0.45))


class StepButton(Tappable):
    """Undo or redo: its icon and the step it is about."""

    def __init__(self, icon: str, text: str, on_tap: Tap) -> None:
        super().__init__(
            on_tap,
            icon,
            orientation="horizontal",
            padding=(gap(1.25), gap(0.5)),
            spacing=gap(1),
            size_hint_y=None,
            height=theme.target(),
        )
        self.text = text
        paint(self, theme.colour("panel"), line=theme.colour("line"), width=1.2)
        self.add_widget(Icon(icon, "ink", 26, size_hint_x=None, width=dp(28)))
        self.add_widget(TwoLines(text))


class StepButtons(PromptBox):
    """Undo and redo, each as long as there is a step it is about; beside or (`upright`) below each other."""

    def __init__(self, undo: Tap, redo: Tap, bar: float = 0.0, upright: bool = False) -> None:
        """`bar` is the width of the bar above a screen, if that is where they stand: they leave room for its title."""
        super().__init__(
            orientation="vertical" if upright else "horizontal", spacing=gap(1), size_hint_y=None, height=0
        )
        self._taps = (("undo", undo), ("redo", redo))
        self._each = min(dp(WIDEST), bar * IN_BAR)
        if bar:
            self.size_hint_x = None
        self.bind(minimum_height=self.setter("height"))

    def show(self, undo: str, redo: str) -> None:
        """The steps in words; empty where there is none."""
        self.clear_widgets()
        for (icon, tap), words in zip(self._taps, (undo, redo), strict=True):
            if words:
                button = StepButton(icon, words, tap)
                self.add_widget(button)
        if self.size_hint_x is None:
            self.width = len(self.children) * self._each  # known before the bar gives its title the rest


def padded(*children: Widget, orientation: str) -> PromptBox:
    """Widgets in a box with space around them."""
    box = PromptBox(orientation=orientation, padding=gap(1), spacing=gap(1))
    for child in children:
        box.add_widget(child)
    return box
