"""The frame around all screens: which one is open, the way back, what lies over it, turning for another seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget

from companion.app.desk import Desk
from companion.app.theme import theme, use_theme
from companion.app.widgets.basic import Row, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.dialogs import Dialog, Note
from companion.app.widgets.fit_line import FitLine
from companion.app.widgets.letters import font_of
from companion.words import Message, msg

# Name -> module and class in `companion.app.screens`; loaded when first opened, so that the start is quick. All other
# names are screens of a game, see `companion/app/<game>/__init__.py`.
SCREENS = {
    "home": "home:HomeScreen",
    "tour": "tour:TourScreen",
    "score_players": "score_players:ScorePlayersScreen",
    "score_hand": "score_hand:ScoreHandScreen",
    "result": "result:ResultScreen",
    "rules": "rules:RulesScreen",
    "history": "history:HistoryScreen",
    "statistics": "statistics:StatisticsScreen",
    "export": "export:ExportScreen",
    "my_deck": "my_deck:MyDeckScreen",
    "box_check": "box_check:BoxCheckScreen",
    "scan": "scan:ScanScreen",
    "settings": "settings:SettingsScreen",
    "demo": "demo:DemoScreen",
}
NARROW = 640  # dp: below this width things go below each other, whatever the orientation


@dataclass(slots=True)
class Route:
    """A screen and what it is about; a screen may note here what it must remember when it is built anew."""

    name: str
    args: dict[str, Any] = field(default_factory=dict)


class Screen(PromptBox):
    """One screen: `build` fills it from the desk and the arguments of its route, as often as need be."""

    title: ClassVar[Message] = msg("Packet Row Companion")
    has_bar: ClassVar[bool] = True
    in_game: ClassVar[bool] = False  # the display must not go dark

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(orientation="vertical")
        self.shell, self.desk, self.route, self.args = shell, shell.desk, route, route.args
        self.test_id = f"screen:{route.name}"

    @property
    def wide(self) -> bool:
        """Broader than high and broad enough for two columns."""
        width, height = self.shell.room
        return bool(width > height and width >= dp(NARROW) * max(1.0, 0.4 + 0.6 * theme.scale))

    def say(self, message: Message) -> str:
        """A message in the language in force."""
        return self.desk.say(message)

    def heading(self) -> str:
        """What stands in the bar."""
        return self.say(self.title)

    def bar_buttons(self) -> Sequence[Widget]:
        """What stands at the right end of the bar."""
        return ()

    def build(self) -> None:
        """Fill the screen; every screen has its own way."""

    def rebuild(self) -> None:
        """Show the present state of things."""
        self.shell.refresh()

    def leave(self) -> bool:
        """The back key: False when the screen wants to stay."""
        return True

    def side(self) -> int | None:
        """The side of the table that reads this screen, clockwise from the owner's; None when it stays as it is."""
        return None if self.in_game else 0

    def closed(self) -> None:
        """The screen is taken away: stop cameras and clocks."""

    def paused(self) -> None:
        """The app goes to the background."""

    def resumed(self) -> None:
        """The app is back."""


class Shell(FloatLayout):
    """The open screen and what lies over it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.stack: list[Route] = []
        self.screen: Screen | None = None
        self._body = PromptBox(orientation="vertical")
        self.add_widget(self._body)
        self._shape = (False, 0.0)
        self._note: Note | None = None
        self.on_show: Callable[[], object] = lambda: None  # told of every screen, and of every decision on it
        self._look_again = Clock.create_trigger(lambda _: self.refresh())
        self.bind(size=self._resized)
        use_theme(desk.settings.theme, desk.settings.text_scale)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height there are."""
        return self.width, self.height

    # --- ways ---------------------------------------------------------------------------------------------------------

    def go(self, name: str, **args: Any) -> None:
        """Open a screen over the present one."""
        self.stack.append(Route(name, args))
        self._open()

    def replace(self, name: str, **args: Any) -> None:
        """Open a screen in place of the present one, so that the way back leads past it."""
        if self.stack:
            self.stack.pop()
        self.go(name, **args)

    def home(self, *then: Route) -> None:
        """Start over from the home screen, with these screens on top of it."""
        self.stack = [Route("home"), *then]
        self._open()

    def back(self) -> bool:
        """One step back: a dialog, then a screen; False when there is nothing to go back from."""
        if (dialog := self.dialog) is not None:
            if dialog.leave:
                dialog.close()
            return True
        if self.screen is not None and not self.screen.leave():
            return True
        if len(self.stack) < 2:
            return False
        self.stack.pop()
        self._open()
        return True

    def refresh(self) -> None:
        """Build the present screen anew, after a change of language, letters, shape or game."""
        use_theme(self.desk.settings.theme, self.desk.settings.text_scale)
        if self.stack:
            self._open()

    def refresh_soon(self) -> None:
        """As refresh, once, before the next frame."""
        self._look_again()

    # --- over the screen ----------------------------------------------------------------------------------------------

    @property
    def dialog(self) -> Dialog | None:
        """The dialog on top."""
        return next((child for child in self.children if isinstance(child, Dialog)), None)

    def ask(self, title: str, content: Sequence[Widget], buttons: Sequence[Widget] = (), **more: Any) -> Dialog:
        """Open a dialog."""
        dialog = Dialog(title, content, buttons, **more)
        self.add_widget(dialog)
        return dialog

    def tell(self, title: str, *lines: str, buttons: Sequence[Widget] = ()) -> Dialog:
        """A dialog with a few sentences."""
        return self.ask(title, [Text(line) for line in lines], buttons)

    def confirm(self, title: str, text: str, yes: str, on_yes: Callable[[], object], danger: bool = True) -> Dialog:
        """Ask before something that cannot be undone."""

        def agreed() -> None:
            dialog.close()
            on_yes()

        buttons = [
            Button(yes, agreed, kind="danger" if danger else "primary", test_id="confirm-yes"),
            Button(self.desk.say(msg("Cancel")), lambda: dialog.close(), kind="quiet", test_id="confirm-no"),
        ]
        dialog = self.ask(title, [Text(text)], buttons)
        return dialog

    def note(self, text: str, action: tuple[str, Callable[[], object]] | None = None) -> None:
        """A short note that goes away by itself."""
        if self._note is not None:
            self._note.close()
        self._note = Note(text, action)
        self.add_widget(self._note)

    def close_dialogs(self) -> None:
        """Take all dialogs away."""
        while (dialog := self.dialog) is not None:
            dialog.close()

    # --- inside -------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        route = self.stack[-1]
        if self.screen is not None:
            self.screen.closed()
        self.screen = screen = self._kind(route)(self, route)
        self._body.clear_widgets()
        Window.clearcolor = theme.colour("ground")  # costs nothing, other than a ground painted over the whole window
        screen.build()
        if screen.has_bar:
            self._body.add_widget(self._bar(screen))
        self._body.add_widget(screen)
        if self.get_root_window() is not None:
            self._body.do_layout()  # from here downwards, before anything is laid out from below
        Window.allow_screensaver = not screen.in_game
        self._shape = (screen.wide, self.width // dp(160))
        self.on_show()

    def _kind(self, route: Route) -> type[Screen]:
        package, where = "companion.app.screens", SCREENS.get(route.name)
        if where is None:
            package = f"companion.app.{self.desk.box_for(route.args).id}"
            where = import_module(package).SCREENS[route.name]
        module, name = where.split(":")
        kind: type[Screen] = getattr(import_module(f"{package}.{module}"), name)
        return kind

    def _bar(self, screen: Screen) -> Widget:
        bar = Row(height=theme.target(1.25), pad=0.75, space=1)
        paint(bar, theme.colour("panel"), radius=0)
        if len(self.stack) > 1:
            bar.add_widget(Button(icon="back", on_tap=self.back, kind="quiet", test_id="back"))
        bar.add_widget(FitLine(screen.heading(), "title", test_id="heading", font_name=font_of("title")))
        for button in screen.bar_buttons():
            bar.add_widget(button)
        return bar

    def _resized(self, *_: object) -> None:
        """Another shape of the window is another arrangement."""
        if self.screen is not None and (self.screen.wide, self.width // dp(160)) != self._shape:
            self._look_again()


class Turntable(Widget):
    """Turns the whole app by quarter turns, so that it can be read from another side of the table."""

    def __init__(self, inner: Widget) -> None:
        super().__init__()
        self.turns = 0
        self._owner = 0  # turns for the owner's side
        self._inner = inner
        inner.size_hint = (None, None)
        self._scatter = Scatter(do_rotation=False, do_scale=False, do_translation=False, auto_bring_to_front=False)
        self._scatter.add_widget(inner)
        self.add_widget(self._scatter)
        self.bind(size=self._fit, pos=self._fit)

    def turn(self, quarters: int) -> None:
        """So many quarter turns from upright; all sides move along."""
        self._owner += quarters - self.turns
        self.turns = quarters % 4
        self._fit()

    def face(self, side: int) -> None:
        """Turn to a side of the table, clockwise from the owner's."""
        turns = (self._owner - side) % 4
        if turns != self.turns:
            self.turns = turns
            self._fit()

    def _fit(self, *_: object) -> None:
        size = self.size if self.turns % 2 == 0 else self.size[::-1]
        self._scatter.rotation = 0
        self._scatter.size = size
        self._inner.size = size
        self._scatter.rotation = 90 * self.turns
        self._scatter.center = self.center


def side_of(seat: int, players: int) -> int:
    """The side of a table with four sides on which a seat is, when all sit around it, clockwise from the first."""
    return int(seat * 4 / players + 0.5) % 4
