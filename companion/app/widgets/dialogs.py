"""What comes over a screen: dialogs, short notes, pads to enter a number or a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Canvas, Color
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.app.theme import gap, rgba, theme
from companion.app.widgets.basic import RADIUS, Column, Line1, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.rounded import Rounded

NOTE_SECONDS = 4.0


class Dialog(AnchorLayout):
    """A panel over a darkened screen; a tap beside it or the back key closes it when it may be left."""

    def __init__(
        self,
        title: str,
        content: Sequence[Widget],
        buttons: Sequence[Widget] = (),
        on_close: Callable[[], object] | None = None,
        width_dp: float = 620,
        leave: bool = True,
        test_id: str = "dialog",
    ) -> None:
        super().__init__(padding=gap(2))
        self.test_id = test_id
        self.leave = leave
        self._on_close = on_close
        self._width = dp(width_dp) * max(1.0, 0.5 + 0.5 * theme.scale)
        paint(self, rgba(theme.palette.shade), radius=0)
        self.panel = PromptBox(orientation="vertical", padding=gap(2.5), spacing=gap(2), size_hint=(None, None))
        paint(self.panel, theme.colour("panel"), line=theme.colour("line"))
        heading = Row(Text(title, "heading", bold=True, pos_hint={"center_y": 0.5}), hug=True)
        if leave:
            heading.add_widget(Button(icon="close", on_tap=self.close, kind="quiet", test_id="dialog-close"))
        self.panel.add_widget(heading)
        self._heading = heading
        self._content = Scroll(*content, space=1.5, beside=1.5)
        self.panel.add_widget(self._content)
        self._buttons = Column(*buttons, space=1) if buttons else None
        if self._buttons is not None:
            self.panel.add_widget(self._buttons)
            self._buttons.bind(height=self._fit)
        self.add_widget(self.panel)
        heading.bind(height=self._fit)
        self.bind(size=self._fit)
        self._content.column.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        width = min(self._width, self.width - gap(4))
        height = self._content.column.height + self._heading.height + gap(7.2)
        if self._buttons is not None:
            height += self._buttons.height + gap(2)
        self.panel.size = (width, min(height, self.height - gap(4)))

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched while the dialog is there."""
        if not self.panel.collide_point(*touch.pos):
            if self.leave:
                self.close()
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """As on_touch_down."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """As on_touch_down."""
        super().on_touch_up(touch)
        return True

    def close(self) -> None:
        """Take the dialog away."""
        if self.parent is not None:
            self.parent.remove_widget(self)
            if self._on_close is not None:
                self._on_close()


class Note(Row):
    """A short note at the lower edge that goes away by itself, with one thing to tap at most."""

    def __init__(self, text: str, action: tuple[str, Callable[[], object]] | None = None) -> None:
        super().__init__(
            pad=1.5, space=2, height=theme.target(1.3), size_hint_x=0.9, pos_hint={"center_x": 0.5, "y": 0.03}
        )
        self.test_id = "note"
        self.text = text
        paint(self, theme.colour("raised"), line=theme.colour("accent"))
        words = Text(text, "label", pos_hint={"center_y": 0.5})
        words.bind(height=lambda _, height: setattr(self, "height", max(theme.target(1.3), height + gap(3))))
        self.add_widget(words)
        if action is not None:
            name, tap = action

            def tapped() -> None:
                self.close()
                tap()

            self.add_widget(Button(name, tapped, kind="chosen", test_id="note-action", hug=True))
        self._timer = Clock.schedule_once(lambda _: self.close(), NOTE_SECONDS)

    def close(self) -> None:
        """Take the note away."""
        self._timer.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)


class NumberPad(Column):
    """A number in large digits and the keys to enter it."""

    def __init__(
        self,
        value: int,
        on_done: Callable[[int], object],
        done: str,
        most: int = 999_999,
        show: Callable[[int], str] = str,
    ) -> None:
        """`show` says how the number is written, with its sign of money for instance."""
        super().__init__(space=1.5)
        self._digits, self._fresh, self._most, self._write, self._on_done = str(value), True, most, show, on_done
        self._shown = Line1(show(value), "display", align="center", size_hint_y=None, height=theme.target(1.2))
        self.add_widget(self._shown)
        keys = GridLayout(cols=3, spacing=gap(1), size_hint_y=None)
        keys.bind(minimum_height=keys.setter("height"))
        for key in "789456123":
            keys.add_widget(Button(key, lambda key=key: self.press(key), level="heading", test_id=f"key:{key}"))  # type: ignore[misc]
        keys.add_widget(Button("C", self.clear, level="heading", kind="quiet", test_id="key:clear"))
        keys.add_widget(Button("0", lambda: self.press("0"), level="heading", test_id="key:0"))
        keys.add_widget(Button(icon="back", on_tap=self.rub, kind="quiet", test_id="key:back", size_hint_x=1))
        self.add_widget(keys)
        self.add_widget(Button(done, lambda: on_done(self.value), kind="primary", icon="check", test_id="pad-done"))

    @property
    def value(self) -> int:
        """The number as it stands."""
        return int(self._digits or 0)

    def press(self, key: str) -> None:
        """One more digit; the first one replaces what was there."""
        digits = key if self._fresh else self._digits + key
        if int(digits) <= self._most:
            self._digits = str(int(digits))
        self._fresh = False
        self._show()

    def rub(self) -> None:
        """One digit less."""
        self._digits, self._fresh = self._digits[:-1], False
        self._show()

    def clear(self) -> None:
        """Begin anew."""
        self._digits, self._fresh = "", False
        self._show()

    def _show(self) -> None:
        self._shown.text = self._write(self.value)


class Field(TextInput):
    """A line to type in."""

    def __init__(
        self, text: str = "", hint: str = "", test_id: str = "", on_done: Callable[[str], object] | None = None
    ) -> None:
        self.test_id = test_id
        super().__init__(
            text=text,
            hint_text=hint,
            multiline=False,
            size_hint_y=None,
            height=theme.target(),
            font_size=theme.size("label"),
            padding=(gap(1.5), (theme.target() - theme.size("label") * 1.35) / 2),
            background_normal="",
            background_active="",
            background_color=(0, 0, 0, 0),
            foreground_color=theme.colour("ink"),
            hint_text_color=theme.colour("soft"),
            cursor_color=theme.colour("accent"),
            write_tab=False,
        )
        self._under()
        if on_done is not None:
            self.bind(on_text_validate=lambda _: on_done(self.text))
        Window.softinput_mode = "below_target"

    def _under(self) -> None:
        """A rounded ground, below what Kivy draws: the colour it draws last is that of the letters."""
        with (ground := Canvas()):
            Color(*theme.colour("raised"))
            shapes = [Rounded(dp(RADIUS))]
            edge = Color(*theme.colour("line"))
            shapes.append(Rounded(dp(RADIUS), dp(2)))
        self.canvas.before.insert(0, ground)

        def follow(*_: object) -> None:
            for shape in shapes:
                shape.place(self.x, self.y, self.width, self.height)

        def light(*_: object) -> None:
            edge.rgba = theme.colour("accent" if self.focus else "line")

        self.bind(pos=follow, size=follow, focus=light)
