"""What the arbiters of all games share: the game that is asked about, doing what was asked, taking it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.open_games import open_game
from companion.app.shell import Screen
from companion.app.sounds import play
from companion.app.theme import gap, theme
from companion.app.widgets.basic import Scroll, Text, paint
from companion.app.widgets.boxes import PromptBox
from companion.app.widgets.buttons import Button, ListButton, Tap, Tappable
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.lists import inset
from companion.app.widgets.seats import SeatBadge
from companion.app.widgets.verdict import verdict_panel
from companion.core.game import Game, IllegalAction, InputError, Json, Seat
from companion.core.verdict import Verdict
from companion.fault_words import why
from companion.games import load_game
from companion.session import Session
from companion.store import StoreError
from companion.words import Message, msg


class AskScreen(Screen):
    """`game` of the arguments asks about that game; `forgotten` are arguments of a question that was answered.

    `verbs` are what one can ask about, each with icon and words.
    """

    title = msg("Arbiter")
    forgotten: ClassVar[tuple[str, ...]] = ("what", "seat", "verb", "scroll")
    verbs: ClassVar[Mapping[str, tuple[str, Message]]] = {}

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

    @property
    def verb(self) -> str:
        """What is asked about."""
        return str(self.args.setdefault("verb", next(iter(self.verbs))))

    def which(self) -> Sequence[Widget]:
        """What the question can be about, as far as the verb asks for it."""
        return ()

    def answer(self) -> Widget:
        """The verdict, or what is still missing in the question."""
        raise NotImplementedError

    # --- the view -----------------------------------------------------------------------------------------------------

    def build_ways(self, *more: Widget) -> None:
        """Without a game: the way to the one in play, `more` questions, and the rules."""
        box = self.desk.box_for(self.args).id
        rows: list[Widget] = []
        if (game := open_game(self.desk)) is not None:
            rows.append(
                ListButton(
                    self.say(msg("May I …?")),
                    self.say(msg("Everything about the game {name} that is in play", name=game.name)),
                    partial(self.shell.go, "arbiter", game=game.id),
                    "scales",
                    test_id="ask-game",
                )
            )
        rules = ListButton(
            self.say(msg("Rules")),
            self.say(msg("All rules in our own words, one by one, with a search")),
            partial(self.shell.go, "rules", box=box),
            "book",
            test_id="ask-rules",
        )
        glossary = ListButton(
            self.say(msg("Glossary")),
            self.say(msg("The words of the game")),
            partial(self.shell.go, "rules", chapter="glossary", box=box),
            "question",
            test_id="ask-glossary",
        )
        self.add_widget(Scroll(*rows, *more, rules, glossary, space=1.5, pad=2.5))

    def build_game(self) -> None:
        """Who asks, what for and what about; the answer beside (or below) it."""
        asking = inset(Scroll(self._who(), self._what(), *self.which(), space=2))
        asking.scroll_y = self.args.get("scroll", 1.0)  # where one was before the last tap
        asking.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        self._answers = inset(Scroll(self.answer()))
        box = PromptBox(orientation="horizontal" if self.wide else "vertical", padding=gap(2), spacing=gap(2))
        if self.wide:
            asking.size_hint_x, self._answers.size_hint_x = 0.6, 0.4
        else:
            asking.size_hint_y, self._answers.size_hint_y = 0.64, 0.36
        box.add_widget(asking)
        box.add_widget(self._answers)
        self.add_widget(box)

    def show_answer(self) -> None:
        """The answer anew, while the question stays as it is."""
        self._answers.column.clear_widgets()
        self._answers.column.add_widget(self.answer())

    def _who(self) -> Widget:
        setup = self.session.setup
        row = GridLayout(cols=len(setup.players) if theme.scale <= 1.25 or self.wide else 3, spacing=gap(1))
        row.size_hint_y = None
        row.bind(minimum_height=row.setter("height"))
        for seat, (name, colour) in enumerate(zip(setup.players, self.desk.seat_colours(setup), strict=True)):
            row.add_widget(SeatButton(name, colour, seat == self.seat, partial(self.ask, seat=seat)))
        return row

    def _what(self) -> Widget:
        grid = GridLayout(cols=3 if theme.scale <= 1.25 or not self.wide else 2, spacing=gap(1), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for verb, (icon, text) in self.verbs.items():
            kind = "chosen" if verb == self.verb else "quiet"
            grid.add_widget(
                Button(self.say(text), partial(self.ask, verb=verb), icon, kind, level="body", test_id=f"verb:{verb}")
            )
        return grid

    def ask(self, **question: object) -> None:
        """Another question, or more of it."""
        self.args.update(question)
        if "verb" in question:
            self.args.pop("what", None)
            self.args.pop("scroll", None)
        self.rebuild()

    def tiles(self, cards: Iterable[str], width: float, key: Callable[[str], str] = str) -> Widget:
        """Cards to ask about; `key` is what the question calls them."""
        return Flow(
            [
                CardTile(
                    self.desk.pictures,
                    card,
                    width,
                    partial(self.ask, what=key(card)),
                    test_id=f"ask:{key(card)}",
                    frame="accent" if self.args.get("what") == key(card) else "",
                )
                for card in cards
            ]
        )

    def verdict(self, verdict: Verdict, question: str, action: Any) -> Widget:
        """Yes or no with its rule, and doing it now, by agreement if need be."""
        more: list[Widget] = []
        if verdict.yes:
            words = self.say(msg("Do it now"))
            more.append(Button(words, partial(self.do, action), "check", "primary", test_id="do-it"))
        elif verdict.can_agree:
            words = self.say(msg("The table agrees to it anyway"))
            more.append(Button(words, partial(self.agree, action), "people", "danger", test_id="agree"))
            more.append(Text(self.say(msg("The step is marked in the journal.")), "caption", "soft"))
        return verdict_panel(verdict, self.say, self.look_up, question, more)

    # --- doing it -----------------------------------------------------------------------------------------------------

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
