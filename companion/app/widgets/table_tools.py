"""Buttons beside a table: tools with a word below, and undo and redo with the step they are about."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import gap, theme
from companion.app.widgets.basic import paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Icon, Tap, Tappable
from companion.app.widgets.fit_line import FitLine, TwoLines


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


def padded(*children: Widget, orientation: str) -> PromptBox:
    """Widgets in a box with space around them."""
    box = PromptBox(orientation=orientation, padding=gap(1), spacing=gap(1))
    for child in children:
        box.add_widget(child)
    return box
