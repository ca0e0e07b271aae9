"""Score now, first step: how many players there are and what they are called."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp

from companion.app.shell import Screen
from companion.app.theme import gap
from companion.app.widgets.basic import Column, Scroll, Text
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, Choice, Icon, ListButton
from companion.app.widgets.chips import known_names
from companion.app.widgets.dialogs import Field
from companion.app.widgets.seats import SeatBadge, seat_colours
from companion.core.box import Box
from companion.core.player_names import shared_name, tidy_name
from companion.counting import start_counting
from companion.words import msg


class ScorePlayersScreen(Screen):
    """Number and names; the names of the last table are there already."""

    title = msg("Score now")

    def heading(self) -> str:
        """Which game it is."""
        return self.say(msg("Score now: {game}", game=self._box.title))

    @property
    def _box(self) -> Box:
        return self.desk.box_for(self.args)

    def build(self) -> None:
        """A number, a row for each player, and on."""
        names = self._names()
        least, most = self._box.players
        numbers = [(str(number), str(number)) for number in range(least, most + 1)]
        colours = seat_colours(len(names))
        rows = [
            ListButton(
                name,
                "",
                partial(self._rename, seat),
                first=SeatBadge(name, colours[seat]),
                last=Icon("pen", "soft", 22, size_hint_x=None, width=dp(30)),
                test_id=f"player:{seat}",
                arrow=False,
            )
            for seat, name in enumerate(names)
        ]
        content = Scroll(
            Text(self.say(msg("How many players?")), "heading", bold=True),
            Choice(numbers, str(len(names)), self._set_number, test_id="players"),
            Text(self.say(msg("Who plays? Tap a name to change it.")), "heading", bold=True),
            Column(*rows, space=1),
            pad=2.5,
        )
        self.add_widget(content)
        foot = PromptBox(padding=(gap(2.5), gap(1), gap(2.5), gap(2)), size_hint_y=None)
        foot.add_widget(Button(self.say(msg("Start counting")), self._start, "next", "primary", test_id="start"))
        foot.bind(minimum_height=foot.setter("height"))
        self.add_widget(foot)

    def _names(self) -> list[str]:
        names = list(self.desk.settings.table)
        least, most = self._box.players
        if not names:
            return self._filled(names, 3)
        return names[:most] if len(names) >= least else self._filled(names, least + 1)

    def _filled(self, names: list[str], number: int) -> list[str]:
        """So many different names, from those remembered or as numbers."""
        offered = [*self.desk.settings.names, *(self.say(msg("Player {number}", number=n)) for n in range(1, 20))]
        free = [name for name in offered if name not in names]
        return [*names, *free][:number] if len(names) < number else names[:number]

    def _set_number(self, number: str) -> None:
        self.desk.change(table=tuple(self._filled(self._names(), int(number))))
        self.rebuild()

    def _rename(self, seat: int) -> None:
        names = self._names()

        others = (*names[:seat], *names[seat + 1 :])

        def done(text: str) -> None:
            name = tidy_name(text) or names[seat]
            if shared_name((*others, name)):
                self.shell.note(self.say(msg("The name {name} is taken; please choose another one.", name=name)))
                return
            self.desk.change(table=(*names[:seat], name, *names[seat + 1 :]))
            dialog.close()
            self.rebuild()

        field = Field(names[seat], self.say(msg("Name")), test_id="name", on_done=done)
        chips = known_names(self.desk.settings.names, names, done)
        dialog = self.shell.ask(
            self.say(msg("Player {number}", number=seat + 1)),
            [field] if chips is None else [field, chips],
            [Button(self.say(msg("Done")), lambda: done(field.text), "check", "primary", test_id="name-done")],
        )
        field.focus = True

    def _start(self) -> None:
        names = tuple(self._names())
        self.desk.change(table=names)
        self.desk.remember(names)
        counting = start_counting(self.desk.store, self._box.id, names)
        self.shell.replace("score_hand", count=counting.id, seat=0)
