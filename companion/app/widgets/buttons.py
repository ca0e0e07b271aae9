"""Everything one taps: buttons with words and icons, choices, steppers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.theme import Level, gap, theme
from companion.app.widgets.basic import Row, Text, middle, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.icons import icon_texture
from companion.app.widgets.letters import Letters, write

Tap = Callable[[], object]

# ground, letters, line
KINDS = {
    "primary": ("accent", "on_accent", ""),
    "plain": ("raised", "ink", "line"),
    "quiet": ("panel", "ink", "line"),
    "danger": ("panel", "bad", "bad"),
    "chosen": ("raised", "accent", "accent"),
    "off": ("raised", "soft", ""),
}
DIMMED = 0.8  # what cannot be tapped now


class Tappable(ButtonBehavior, PromptBox):
    """Anything that reacts to a tap; darkens while it is touched."""

    def __init__(self, on_tap: Tap | None = None, test_id: str = "", **more: Any) -> None:
        self.test_id = test_id
        self._on_tap = on_tap
        super().__init__(**more)

    def apply_class_lang_rules(self, **_: object) -> None:
        """None: Kivy's own style has rules for every class that is called Button."""

    def on_press(self) -> None:
        """Show the touch at once."""
        self.opacity = 0.6

    def on_touch_up(self, touch: Any) -> bool:
        """Show the end of the touch, also when the finger has left."""
        self.opacity = 1.0 if not self.disabled else DIMMED
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        """Do what the tap means."""
        if self._on_tap is not None:
            self._on_tap()


class Icon(Widget):
    """An icon in the middle of its place."""

    def __init__(self, name: str, colour: str = "ink", size_dp: float = 26, **more: Any) -> None:
        super().__init__(**more)
        side = round(dp(size_dp))
        with self.canvas:
            Color(*theme.colour(colour))
            self._picture = Rectangle(texture=icon_texture(name, side), size=(side, side))
        self.bind(pos=self._place, size=self._place)

    def apply_class_lang_rules(self, **_: object) -> None:
        """None: there are many icons, and looking for rules takes long."""

    def _place(self, *_: object) -> None:
        (x, y), (width, height) = middle(self), self._picture.size
        self._picture.pos = (round(x - width / 2), round(y - height / 2))


class Button(Tappable):
    """Words, an icon or both on a ground; grows with its words, never smaller than a finger."""

    def __init__(
        self,
        text: str = "",
        on_tap: Tap | None = None,
        icon: str = "",
        kind: str = "plain",
        level: Level = "label",
        test_id: str = "",
        grow: float = 1.0,
        enabled: bool = True,
        hug: bool = False,
        **more: Any,
    ) -> None:
        """`hug` makes it as wide as its words."""
        ground, ink, line = KINDS[kind if enabled else "off"]
        more.setdefault("size_hint_y", None)
        super().__init__(
            on_tap, test_id, orientation="horizontal", padding=(gap(1.5), gap(0.75)), spacing=gap(1), **more
        )
        self.text = text
        self._least = theme.target(grow)
        self.height = self._least
        paint(self, theme.colour(ground), line=theme.colour(line) if line else None, width=1.2)
        side = dp(26 if level in ("body", "label", "caption") else 34)
        drawn = Icon(icon, ink, side / dp(1), size_hint_x=None if text else 1, width=side) if icon else None
        if text:
            label = write(text, level, ink, bold=kind == "primary")
            self._around = gap(3) + (side + gap(3) if icon else 0)
            label.bind(texture_size=self._grow)
            self.bind(width=lambda _, width: self._wrap(label, width))
            label.size_hint_x = None if icon else 1
            if hug:
                self.size_hint_x, self.width = None, max(self._least, label.natural + self._around + gap(1))
            self._wrap(label, self.width)  # a width given from the start does not change any more
            # An icon and its words stand together in the middle of the button.
            parts = [Widget(), drawn, label, Widget()] if drawn is not None else [label]
            for part in parts:
                self.add_widget(part)
        elif drawn is not None:
            self.add_widget(drawn)
        if not text and "width" not in more and "size_hint_x" not in more:
            self.size_hint_x = None
            self.size = (max(self._least, dp(56)), self.height)
        if not enabled:
            self.disabled, self.opacity = True, DIMMED

    def _wrap(self, label: Letters, width: float) -> None:
        label.room = max(dp(20), width - self._around)
        label.write()
        if label.size_hint_x is None:
            label.width = label.texture_size[0]

    def _grow(self, _: Widget, size: tuple[float, float]) -> None:
        if self.size_hint_y is None:
            self.height = max(self._least, size[1] + gap(1.5))


class ListButton(Tappable):
    """A row of a list: icon or picture, a line of words, a softer line below, an arrow."""

    def __init__(
        self,
        text: str,
        below: str = "",
        on_tap: Tap | None = None,
        icon: str = "",
        first: Widget | None = None,
        last: Widget | None = None,
        test_id: str = "",
        arrow: bool = True,
    ) -> None:
        super().__init__(
            on_tap, test_id, orientation="horizontal", padding=gap(1.5), spacing=gap(1.5), size_hint_y=None
        )
        self.text = text
        paint(self, theme.colour("panel"))
        if icon:
            first = Icon(icon, "accent", 30, size_hint_x=None, width=dp(40))
        if first is not None:
            self.add_widget(first)
        words = PromptBox(orientation="vertical", size_hint_y=None, spacing=gap(0.25), pos_hint={"center_y": 0.5})
        words.bind(minimum_height=words.setter("height"))
        words.add_widget(Text(text, "label", bold=True))
        if below:
            words.add_widget(Text(below, "caption", "soft"))
        words.bind(height=self._grow)
        self.add_widget(words)
        if last is not None:
            self.add_widget(last)
        if arrow:
            self.add_widget(Icon("next", "soft", 20, size_hint_x=None, width=dp(24)))
        self.height = theme.target(1.2)

    def _grow(self, _: Widget, height: float) -> None:
        self.height = max(theme.target(1.2), height + gap(3))


class Choice(PromptBox):
    """One of a few: all of them in a row (or below each other), the chosen one marked."""

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        chosen: str,
        on_choose: Callable[[str], object],
        test_id: str = "",
        upright: bool = False,
        **more: Any,
    ) -> None:
        self.test_id = test_id
        super().__init__(
            orientation="vertical" if upright else "horizontal", spacing=gap(0.75), size_hint_y=None, **more
        )
        for key, text in options:
            self.add_widget(
                Button(
                    text,
                    lambda key=key: on_choose(key),  # type: ignore[misc]
                    kind="chosen" if key == chosen else "quiet",
                    test_id=f"{test_id}:{key}" if test_id else key,
                )
            )
        self.bind(minimum_height=self.setter("height"))


class Stepper(Row):
    """A number with a minus and a plus."""

    def __init__(
        self,
        value: int,
        low: int,
        high: int,
        on_change: Callable[[int], object],
        test_id: str = "",
        text: str | None = None,
        **more: Any,
    ) -> None:
        super().__init__(height=theme.target(), **more)
        self.test_id = test_id
        self.value = value
        self.add_widget(
            Button(icon="minus", on_tap=lambda: on_change(value - 1), enabled=value > low, test_id=f"{test_id}:minus")
        )
        self.add_widget(write(str(value) if text is None else text, "title", bold=True))
        self.add_widget(
            Button(icon="plus", on_tap=lambda: on_change(value + 1), enabled=value < high, test_id=f"{test_id}:plus")
        )


class Toggle(Tappable):
    """Something that is on or off, with its words."""

    def __init__(self, text: str, below: str, on: bool, on_change: Callable[[bool], object], test_id: str = "") -> None:
        super().__init__(
            lambda: on_change(not on),
            test_id,
            orientation="horizontal",
            padding=gap(1.5),
            spacing=gap(1.5),
            size_hint_y=None,
        )
        self.text, self.on = text, on
        paint(self, theme.colour("panel"))
        words = PromptBox(orientation="vertical", size_hint_y=None, spacing=gap(0.25), pos_hint={"center_y": 0.5})
        words.bind(minimum_height=words.setter("height"), height=self._grow)
        words.add_widget(Text(text, "label"))
        if below:
            words.add_widget(Text(below, "caption", "soft"))
        self.add_widget(words)
        switch = Widget(size_hint=(None, None), size=(dp(58), dp(32)), pos_hint={"center_y": 0.5})
        paint(switch, theme.colour("accent" if on else "line"), radius=16)
        knob = Widget(size_hint=(None, None), size=(dp(26), dp(26)))
        paint(knob, theme.colour("on_accent" if on else "ink"), radius=13)
        switch.add_widget(knob)
        switch.bind(pos=lambda box, pos: setattr(knob, "pos", (pos[0] + (dp(29) if on else dp(3)), pos[1] + dp(3))))
        self.add_widget(switch)
        self.height = theme.target(1.2)

    def _grow(self, _: Widget, height: float) -> None:
        self.height = max(theme.target(1.2), height + gap(3))
