"""A game again, step by step, whatever the game: what happened in words, and the way through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.play_screen import PlayScreen
from companion.app.shell import Route, Shell
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Line1, Panel, Row, Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button
from companion.app.widgets.lists import inset
from companion.app.widgets.slider import StepSlider
from companion.words import Message, msg

SECONDS = 1.5  # between steps while it plays by itself


class LookBackScreen(PlayScreen):
    """`game` says which game, `step` how many steps are done; `state` is the one of that step.

    A game says how its table looks (`table`, `show`), where it stands (`when`) and what everybody has (`people`).
    """

    title = msg("Replay")
    table_share: ClassVar[float] = 0.62  # of the width, beside the words

    def __init__(self, shell: Shell, route: Route) -> None:
        super().__init__(shell, route)
        self._playing: Any = None

    # --- what a game tells --------------------------------------------------------------------------------------------

    def table(self) -> Widget:
        """The table at this step."""
        raise NotImplementedError

    def show(self) -> None:
        """Let the table show another step."""
        raise NotImplementedError

    def table_height(self) -> float:
        """How high the table is when it stands above the words."""
        return float(self.shell.height * 0.55)

    def when(self) -> Message:
        """Where the game stands."""
        raise NotImplementedError

    def people(self) -> Sequence[Widget]:
        """What everybody has at this step."""
        raise NotImplementedError

    # --- the screen ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Where the game stood after the steps that are shown."""
        return self.session.state_after(self.step)

    def heading(self) -> str:
        """Which game."""
        return self.session.name

    def bar_buttons(self) -> Sequence[Widget]:
        """Nothing is done or undone here."""
        return ()

    def side(self) -> int | None:
        """It stays as it is."""
        return None

    def closed(self) -> None:
        """Stop playing."""
        self._stop()

    def paused(self) -> None:
        """Stop playing."""
        self._stop()

    @property
    def step(self) -> int:
        """How many steps are done."""
        return min(int(self.args.get("step", 0)), len(self.session.steps))

    def build(self) -> None:
        """The table beside (or above) the words; below them the way through the game."""
        table = self.table()
        self._words = inset(Scroll(space=1.5))
        body = PromptBox(orientation="horizontal" if self.wide else "vertical", padding=gap(1), spacing=gap(1.5))
        if self.wide:
            table.size_hint_x, self._words.size_hint_x = self.table_share, 1 - self.table_share
        else:
            table.size_hint_y, table.height = None, self.table_height()
        body.add_widget(table)
        body.add_widget(self._words)
        self.add_widget(body)
        self.add_widget(self._controls())
        self._show_words()

    def _show_words(self) -> None:
        column = self._words.column
        column.clear_widgets()
        panel = Panel(Text(self.say(self.when()), "caption", "soft"), space=1, line="accent")
        panel.add_widget(Text(self._happened(), "heading", bold=True, test_id="happened"))
        rule = self.session.steps[self.step - 1].overridden if self.step else None
        if rule is not None:
            agreed = msg("By agreement of the table, against rule {rule}", rule=rule)
            panel.add_widget(Text(self.say(agreed), "body", "doubt"))
        column.add_widget(panel)
        players = GridLayout(cols=1 if self.wide else 2, spacing=gap(1), size_hint_y=None)
        players.bind(minimum_height=players.setter("height"))
        for person in self.people():
            players.add_widget(person)
        column.add_widget(players)

    def _happened(self) -> str:
        if self.step == 0:
            return self.say(msg("Before the first step"))
        done = self.session.steps[self.step - 1]
        if self.box.is_over(self.session.state):
            return self.say(done.text)
        return self.say(self.public(self.session.journal.events[done.number], done.text))

    # --- the way through ----------------------------------------------------------------------------------------------

    def _controls(self) -> Widget:
        last = len(self.session.steps)
        self._slider = StepSlider(last, self.step, self.go_to, "slider")
        self._count = Line1("", "body", "soft", align="center", size_hint_x=None, width=theme.size("body") * 5.5)
        self._play = PromptBox(size_hint=(None, None), size=(theme.target(), theme.target()))
        self._show_play()
        buttons = [
            Button(icon="back", on_tap=lambda: self.go_to(self.step - 1), test_id="previous"),
            self._play,
            Button(icon="next", on_tap=lambda: self.go_to(self.step + 1), test_id="next"),
        ]
        bar = Row(*buttons, self._slider, self._count, height=theme.target(1.15), pad=0.5, space=1)
        paint(bar, theme.colour("panel"), radius=0)
        self._show_count()
        return bar

    def _show_count(self) -> None:
        self._count.text = f"{self.step} / {len(self.session.steps)}"

    def go_to(self, step: int) -> None:
        """Show the table after so many steps."""
        step = max(0, min(step, len(self.session.steps)))
        if step == self.args.get("step", 0):
            return
        self.args["step"] = step
        self._slider.show(step)
        self._show_count()
        self.show()
        self._show_words()

    def _show_play(self) -> None:
        icon = "play" if self._playing is None else "pause"
        self._play.clear_widgets()
        self._play.add_widget(Button(icon=icon, on_tap=self._toggle, kind="primary", test_id=icon))

    def _toggle(self) -> None:
        if self._playing is not None:
            self._stop()
            return
        if self.step == len(self.session.steps):
            self.go_to(0)
        self._playing = Clock.schedule_interval(self._play_on, SECONDS)
        self._show_play()

    def _play_on(self, _: float) -> None:
        self.go_to(self.step + 1)
        if self.step == len(self.session.steps):
            self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            self._playing = None
            self._show_play()
