"""What all screens during play share, whatever the game: recording with its refusals, undo and redo, drafts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.shell import Screen, side_of
from companion.app.sounds import play
from companion.app.theme import theme
from companion.app.widgets.basic import Text
from companion.app.widgets.buttons import Button
from companion.app.widgets.table_tools import StepButtons
from companion.core.box import Box
from companion.core.game import Game, InputError, Json, Refusal
from companion.drafts import Drafts
from companion.games import load_game, load_reference
from companion.session import Session, StepRefused
from companion.store import StoreError
from companion.words import Message, msg


class PlayScreen(Screen):
    """A screen about one game; `game` of its arguments says which."""

    in_game = True

    @property
    def box(self) -> Box:
        """Which game it is."""
        return self.desk.box_of(self.args["game"])

    @property
    def rules(self) -> Game[Any, Any]:
        """The rules of the game."""
        return load_game(self.box.id)

    @property
    def session(self) -> Session[Any, Any]:
        """The game in play."""
        return self.desk.session(self.args["game"])

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.session.state

    def public(self, event: Json, text: Message) -> Message:
        """A step as all may read it."""
        return text

    def way(self) -> str:
        """The screen on which the game goes on."""
        return "table"

    def side(self) -> int | None:
        """That of the player who decides, if the owner wants it so."""
        seat = self.state.to_act
        return side_of(seat, len(self.names)) if self.desk.settings.turns_to_player and seat is not None else None

    @property
    def drafts(self) -> Drafts:
        """What is being entered."""
        return Drafts(self.desk.folder)

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.session.setup.players

    @property
    def colours(self) -> tuple[str, ...]:
        """The pawns by seat."""
        return self.desk.seat_colours(self.session.setup)

    # --- what is being entered ----------------------------------------------------------------------------------------

    def draft(self, kind: str) -> Json:
        """What was entered for this round and is not recorded yet."""
        return self.drafts.get(self._draft_name(kind))

    def keep(self, kind: str, entry: Json) -> None:
        """Have an entry on disk."""
        self.drafts.put(self._draft_name(kind), entry)

    def drop(self, kind: str) -> None:
        """An entry is recorded."""
        self.drafts.drop(self._draft_name(kind))

    def _draft_name(self, kind: str) -> str:
        return f"{kind}:{self.args['game']}:{self.state.round}"

    # --- doing --------------------------------------------------------------------------------------------------------

    def refusal(self, action: Any) -> Refusal | None:
        """Why the table may not do this now."""
        return self.rules.check(self.state, action)

    def record(self, action: Any, override: bool = False, done: Callable[[], object] | None = None) -> bool:
        """Record what happened and show it; a refusal is explained with its rule, and the table may overrule it."""
        refusal = self.refusal(action)
        if refusal is not None and (refusal.firm or not override):
            self.explain(refusal, action, done)
            return False
        event: Json = self.rules.encode(self.session.setup, action)
        if override and refusal is not None:
            event["override"] = True
        try:
            self.session.record(event)
            play(self.desk, "take")
        except StoreError as error:
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
            return False
        (done or self.follow)()
        self.shell.on_show()
        return True

    def explain(self, refusal: Refusal, action: Any, done: Callable[[], object] | None = None) -> None:
        """Say why something is not allowed, with the rule, and offer to do it all the same when all agree."""

        def overrule() -> None:
            self.shell.close_dialogs()
            self.record(action, override=True, done=done)

        def open_rule() -> None:
            self.shell.close_dialogs()
            self.shell.go("rules", rule=refusal.rule, box=self.box.id)

        title = self.say(msg("Not by the rules"))
        words: list[Widget] = [Text(self.say(refusal.reason), "heading", test_id="refusal")]
        rules = load_reference(self.box.id).rules
        if refusal.rule in rules:
            rule = self.say(msg("{rule}: {text}", rule=refusal.rule, text=rules[refusal.rule]))
            words.append(Text(rule, "body", "soft", test_id="refusal-rule"))
        buttons: list[Widget] = [*self.ways_out(refusal, action)]
        text = self.say(msg("Look up rule {rule}", rule=refusal.rule))
        buttons.append(Button(text, open_rule, icon="book", kind="plain", test_id="open-rule"))
        if not refusal.firm:
            agreed = self.say(msg("The table agrees: do it anyway"))
            buttons.append(Button(agreed, overrule, icon="people", kind="danger", test_id="override"))
        self.shell.ask(title, words, buttons, test_id="refused")

    def ways_out(self, refusal: Refusal, action: Any) -> Sequence[Widget]:
        """What somebody may do first, so that it is allowed."""
        return ()

    def follow(self) -> None:
        """Show the state as it is now, on the screen where the game goes on."""
        way = self.way()
        if way == self.route.name:
            self.rebuild()
        else:
            self.shell.replace(way, game=self.args["game"])

    def follow_soon(self) -> None:
        """As follow, from inside `build`, where the screen cannot be changed yet."""
        Clock.schedule_once(lambda _: self.follow() if self.shell.screen is self else None)

    # --- back and forth -----------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last step back."""
        play(self.desk, "undo")
        self._move(self.session.undo, msg("Undone: {step}", step=self.undo_words()))

    def redo(self) -> None:
        """Do again what was taken back."""
        self._move(self.session.redo, msg("Done again: {step}", step=self.redo_words()))

    def undo_to(self, number: int) -> None:
        """Take back all steps from this one on; redo brings them again, one by one."""
        while len(self.session.steps) > number:
            before = len(self.session.journal.edits)
            self._move(self.session.undo, msg("Undone: {step}", step=self.undo_words()))
            if len(self.session.journal.edits) == before:
                return

    def _move(self, move: Callable[[], Message], news: Message) -> None:
        try:
            move()
        except StoreError as error:
            self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
            return
        except (InputError, StepRefused):  # there is nothing to take back, or it no longer fits
            self.rebuild()
            return
        self.follow()
        self.shell.on_show()
        self.tell_move(self.say(news))

    def tell_move(self, news: str) -> None:
        """Say what was taken back or done again."""
        self.shell.note(news)

    def undo_words(self) -> str:
        """The step that undo takes back, as all may read it; empty when there is none."""
        words = self.session.undo_words()
        return "" if words is None else self.say(self.public(self.session.journal.edits[-1].event, words))

    def redo_words(self) -> str:
        """The step that redo does again, as all may read it; empty when there is none."""
        words = self.session.redo_words()
        return "" if words is None else self.say(self.public(self.session.journal.undone[-1].event, words))

    def bar_buttons(self) -> Sequence[Widget]:
        """Undo and redo."""
        steps = StepButtons(self.undo, self.redo, self.shell.width)
        steps.show(self.undo_words(), self.redo_words())
        return (steps,)

    def turn(self) -> None:
        """A quarter turn of the whole app, for whoever sits there."""
        turntable = App.get_running_app().turntable
        turntable.turn(turntable.turns + 1)

    @property
    def is_low(self) -> bool:
        """Whether there is little height for everything, because of the window or of the letters."""
        return bool(self.shell.height < dp(700)) or self.large_letters

    @property
    def large_letters(self) -> bool:
        """Whether letters are so large that things need more room."""
        return theme.scale > 1.3


def capital(text: str) -> str:
    """With a capital first letter, as titles begin."""
    return text[:1].upper() + text[1:]
