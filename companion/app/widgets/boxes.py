"""Boxes that find their place in one go: from the screen downwards everything gets its width and answers its height.

Kivy's own boxes wait for the next moment whenever a child grows; with texts in boxes in boxes a new screen would be
laid out ten times over before it is first drawn.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

ACROSS: Final = {"x": 0.0, "center_x": 0.5, "right": 1.0}  # hints, and what part of a thing they speak of
UPRIGHT: Final = {"y": 0.0, "center_y": 0.5, "top": 1.0}


class Prompt:
    """What can be laid out at once instead of a moment later."""

    _trigger_layout: Any

    def settle(self) -> None:
        """Know the height that the present width asks for."""

    def do_layout(self, *_: object) -> None:
        """Put everything in its place."""

    @property
    def is_due(self) -> bool:
        """Whether something has changed since it was laid out."""
        return bool(self._trigger_layout.is_triggered)


class PromptBox(Prompt, BoxLayout):
    """As Kivy's BoxLayout, without least and largest sizes, and at once."""

    _known_for = -1.0  # the width for which the height is known
    _laying_out = False

    def apply_class_lang_rules(self, **_: object) -> None:
        """None: looking for them takes longer than to make a box."""

    def settle(self) -> None:
        """Give everything its width; the height is known then."""
        left, top, right, bottom = self.padding
        between = self.spacing * max(0, len(self.children) - 1)
        room = self.width - left - right
        if self.orientation == "horizontal":
            fixed = sum(child.width for child in self.children if child.size_hint_x is None)
            shares = sum(child.size_hint_x for child in self.children if child.size_hint_x is not None)
            free = max(0.0, room - between - fixed)
            for child in self.children:
                self._give_width(child, free / shares if shares else 0.0)
            high = max((child.height for child in self.children if child.size_hint_y is None), default=0.0)
            least = left + right + between + fixed, top + bottom + high
        else:
            for child in self.children:
                self._give_width(child, max(0.0, room))
            wide = max((child.width for child in self.children if child.size_hint_x is None), default=0.0)
            high = sum(child.height for child in self.children if child.size_hint_y is None)
            least = left + right + wide, top + bottom + between + high
        self._known_for = self.width
        self.minimum_size = least

    def _give_width(self, child: Widget, unit: float) -> None:
        if child.size_hint_x is not None:
            child.width = child.size_hint_x * unit
        if isinstance(child, Prompt) and child.is_due:
            child.settle()

    def do_layout(self, *_: object) -> None:
        """Put everything in its place, and what is inside it."""
        if self._laying_out:
            return
        self._laying_out = True
        try:
            if self._known_for != self.width:
                self.settle()
            self._known_for = -1.0
            if self.orientation == "horizontal":
                self._line_up()
            else:
                self._stack_up()
            self._trigger_layout.cancel()  # all of this was our own doing; what children change from now on is not
            for child in self.children:
                if isinstance(child, Prompt) and child.is_due:
                    child.do_layout()
        finally:
            self._laying_out = False

    def _line_up(self) -> None:
        left, top, _, bottom = self.padding
        x, room = self.x + left, self.height - top - bottom
        for child in reversed(self.children):
            if child.size_hint_y is not None:
                child.height = max(0.0, child.size_hint_y * room)
            y = self.y + bottom
            for key, share in UPRIGHT.items():
                if (value := child.pos_hint.get(key)) is not None:
                    y += value * room - share * child.height
            child.pos = x, y
            x += child.width + self.spacing

    def _stack_up(self) -> None:
        left, _, right, bottom = self.padding
        y, room = self.y + bottom, self.width - left - right
        shares = sum(child.size_hint_y for child in self.children if child.size_hint_y is not None)
        free = max(0.0, self.height - self.minimum_height)
        for child in self.children:
            if child.size_hint_y is not None:
                child.height = free * child.size_hint_y / shares if shares else 0.0
            x = self.x + left
            for key, share in ACROSS.items():
                if (value := child.pos_hint.get(key)) is not None:
                    x += value * room - share * child.width
            child.pos = x, y
            y += child.height + self.spacing


class Stack(Prompt, StackLayout):
    """As Kivy's StackLayout, at once."""

    def apply_class_lang_rules(self, **_: object) -> None:
        """None, as for boxes."""

    def settle(self) -> None:
        """Its height is known when everything has its place."""
        for child in self.children:
            if isinstance(child, Prompt) and child.is_due:
                child.settle()
        super(Prompt, self).do_layout()

    def do_layout(self, *_: object) -> None:
        """Put everything in its place, and what is inside it; from its top, which is known when its height is."""
        height = self.height
        super(Prompt, self).do_layout()
        if self.height != height:
            super(Prompt, self).do_layout()
        self._trigger_layout.cancel()
        for child in self.children:
            if isinstance(child, Prompt) and child.is_due:
                child.do_layout()
