"""What the arbiters of all games share: the game that is asked about, doing what was asked, taking it back."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.app.shell import Screen
from companion.app.sounds import play
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Text, paint
from companion.app.widgets.buttons import Tap, Tappable
from companion.app.widgets.seats import SeatBadge
from companion.core.game import Game, IllegalAction, InputError, Json, Seat
from companion.fault_words import why
from companion.games import load_game
from companion.session import Session
from companion.store import StoreError
from companion.words import msg


class AskScreen(Screen):
    """`game` of the arguments asks about that game; `forgotten` are arguments of a question that was answered."""

    title = msg("Arbiter")
    forgotten: ClassVar[tuple[str, ...]] = ("what", "seat", "verb", "scroll")

    def heading(self) -> str:
        """What the questions are about."""
        if "game" in self.args:
            return self.say(msg("May {player} …?", player=self.session.setup.players[self.seat]))
        return super().heading()

    @property
    def session(self) -> Session[Any, Any]:
        """The game that is asked about."""
        return self.desk.session(self.args["game"])

    @property
    def rules(self) -> Game[Any, Any]:
        """Its rules."""
        return load_game(self.desk.box_for(self.args).id)

    @property
    def state(self) -> Any:
        """Where it stands."""
        return self.session.state

    @property
    def seat(self) -> Seat:
        """Who asks."""
        return Seat(self.args.setdefault("seat", self.state.to_act or 0))

    def look_up(self, rule: str) -> None:
        """Open the rules at this one."""
        self.shell.go("rules", rule=rule, box=self.desk.box_for(self.args).id)

    def agree(self, action: Any) -> None:
        """Do it against the rules, if the whole table wants it so."""
        self.shell.confirm(
            self.say(msg("Does the whole table agree?")),
            self.say(self.rules.describe(self.state, action)),
            self.say(msg("Yes, do it")),
            lambda: self.do(action, True),
        )

    def do(self, action: Any, override: bool = False) -> None:
        """Record what was asked about."""
        event: Json = self.rules.encode(self.session.setup, action)
        if override:
            event["override"] = True
        try:
            self.session.record(event)
        except IllegalAction as error:
            self.shell.tell(self.say(msg("Not possible")), self.say(error.refusal.reason))
            return
        except (InputError, StoreError) as error:
            self.shell.tell(self.say(msg("Not possible")), self.say(why(error)))
            return
        play(self.desk, "take")
        done = self.say(self.session.steps[-1].text)
        for key in self.forgotten:
            self.args.pop(key, None)
        self.rebuild()
        self.shell.note(done, (self.say(msg("Undo")), self.undo))

    def undo(self) -> None:
        """Take it back."""
        try:
            undone = self.session.undo()
        except (InputError, StoreError) as error:
            self.shell.tell(self.say(msg("Not possible")), self.say(why(error)))
            return
        play(self.desk, "undo")
        self.rebuild()
        self.shell.note(self.say(msg("Undone: {step}", step=undone)))


class SeatButton(Tappable):
    """A player to choose."""

    def __init__(self, name: str, colour: str, chosen: bool, on_tap: Tap) -> None:
        super().__init__(
            on_tap, f"seat:{name}", orientation="horizontal", padding=gap(1), spacing=gap(1), size_hint_y=None
        )
        self.height = theme.target(1.1)
        self.text = name
        line = theme.colour("accent" if chosen else "line")
        paint(self, theme.colour("raised" if chosen else "panel"), line=line, width=1.6 if chosen else 1.2)
        self.add_widget(SeatBadge(name, colour, 40))
        label = Text(name, "label", bold=chosen, shorten=True, max_lines=1)
        label.pos_hint = {"center_y": 0.5}
        self.add_widget(label)
