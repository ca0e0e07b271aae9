"""One game in play: journal and rules together, without a screen.

Every change is on disk before it is acknowledged: the store writes first, then the session shows the new state. The
session keeps every state it passed, so undo costs nothing and each step can be named in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Game, IllegalAction, InputError, Json, Refusal, Setup
from companion.core.journal import REDO, UNDO, Edit, Journal, is_override, read_journal, write_operation
from companion.core.read_json import as_list
from companion.core.replay import read_events, replay
from companion.store import Store
from companion.words import Message, msg

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the game in words; `overridden` names the rule it breaks by agreement of the table."""

    number: int
    text: Message
    overridden: str | None


class StepRefused(Exception):
    """A step somewhere in the game is not allowed: after a change of an earlier one, or in a game that was imported."""

    def __init__(self, number: int, step: Message, refusal: Refusal) -> None:
        super().__init__(f"step {number}: {refusal.rule}")
        self.number = number
        self.refusal = refusal
        self.reason = msg(
            "Step {number} ({step}) would not be allowed: {reason}", number=number + 1, step=step, reason=refusal.reason
        )


class Session(Generic[S, A]):
    """A stored game that is being played."""

    def __init__(self, store: Store, game: Game[S, A], game_id: int) -> None:
        stored = store.load(game_id)
        self._store = store
        self._game = game
        self.id = game_id
        self.name = stored.info.name
        self.setup: Setup = game.read_setup(stored.setup)
        self.journal: Journal = read_journal(stored.operations)
        self._states: tuple[S, ...] = (game.new_game(self.setup),)
        self._steps: tuple[Step, ...] = ()
        # What was once accepted stays: after a change of our rules an old step counts as agreed to by the table.
        self._states, self._steps = self._play(self.journal.events, 0, agreed=True)

    @property
    def state(self) -> S:
        """Where the game stands."""
        return self._states[-1]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that happened, in words."""
        return self._steps

    def state_after(self, steps: int) -> S:
        """Where the game stood after so many steps; 0 is before the first."""
        return self._states[steps]

    def record(self, event: Json) -> S:
        """One more event; raises InputError or IllegalAction and then nothing has changed."""
        edit = Edit("record", len(self.journal.events), event)
        action, override = self._read(event)
        refusal = self._game.check(self.state, action)
        if refusal is not None and (refusal.firm or not override):
            raise IllegalAction(refusal)
        step = Step(edit.at, self._game.describe(self.state, action), refusal.rule if refusal else None)
        state = self._game.advance(self.state, action)
        self._store.append(self.id, write_operation(edit))
        self.journal = self.journal.edit(edit)
        self._states = (*self._states, state)
        self._steps = (*self._steps, step)
        return state

    def change(self, step: int, event: Json) -> S:
        """Another event in place of an earlier one; raises StepRefused when a later one no longer fits."""
        return self._edit(Edit("change", self._existing(step), event))

    def insert(self, step: int, event: Json) -> S:
        """A forgotten event before an earlier one."""
        return self._edit(Edit("insert", self._existing(step), event))

    def remove(self, step: int) -> S:
        """The game without an earlier event."""
        return self._edit(Edit("remove", self._existing(step)))

    def undo(self) -> Message:
        """Take the last edit back; says in words what was undone."""
        if not self.journal.edits:
            raise InputError("there is nothing to undo")
        name = self._name_of(self.journal.edits[-1])
        self._move(UNDO, self.journal.undo())
        return name

    def undo_words(self) -> Message | None:
        """What undo would take back."""
        return self._name_of(self.journal.edits[-1]) if self.journal.edits else None

    def redo_words(self) -> Message | None:
        """What redo would do again."""
        if not self.journal.undone:
            return None
        edit = self.journal.undone[-1]
        if edit.kind != "record":
            return msg("Change of step {number}", number=edit.at + 1)
        return self._game.describe(self.state, self._read(edit.event)[0])

    def redo(self) -> Message:
        """Do again what was undone last; says in words what it was."""
        if not self.journal.undone:
            raise InputError("there is nothing to redo")
        edit = self.journal.undone[-1]
        self._move(REDO, self.journal.redo())
        return self._name_of(edit)

    def export(self) -> Json:
        """The whole game as JSON: the input of `replay`, with its name."""
        return {"name": self.name, **self._game.write_setup(self.setup), "events": list(self.journal.events)}

    def _existing(self, step: int) -> int:
        if not 0 <= step < len(self.journal.events):
            raise InputError(f"there is no step {step + 1}; the game has {len(self.journal.events)} steps")
        return step

    def _read(self, event: Json) -> tuple[A, bool]:
        return self._game.decode(self.setup, event), is_override(event)

    def _edit(self, edit: Edit) -> S:
        journal = self.journal.edit(edit)
        self._move(write_operation(edit), journal)
        return self.state

    def _move(self, operation: Json, journal: Journal) -> None:
        """Go over to another journal, once the store has it."""
        # The steps that both journals begin with are played already, so an undo costs next to nothing.
        pairs = zip(self.journal.events, journal.events, strict=False)
        same = next((number for number, (old, new) in enumerate(pairs) if old is not new), len(self._steps))
        states, steps = self._play(journal.events, min(same, len(journal.events)))
        self._store.append(self.id, operation)
        self.journal, self._states, self._steps = journal, states, steps

    def _play(
        self, events: tuple[Json, ...], known: int, agreed: bool = False
    ) -> tuple[tuple[S, ...], tuple[Step, ...]]:
        """All states and steps of these events, of which the first ones are known."""
        states = list(self._states[: known + 1])
        steps = list(self._steps[:known])
        for number, event in enumerate(events[known:], known):
            action, override = self._read(event)
            refusal = self._game.check(states[-1], action)
            text = self._game.describe(states[-1], action)
            if refusal is not None and (refusal.firm or not (override or agreed)):
                raise StepRefused(number, text, refusal)
            steps.append(Step(number, text, refusal.rule if refusal else None))
            states.append(self._game.advance(states[-1], action))
        return tuple(states), tuple(steps)

    def _name_of(self, edit: Edit) -> Message:
        """An edit in words, while it is done."""
        number = edit.at + 1
        match edit.kind:
            case "record":
                return self._steps[edit.at].text
            case "change":
                return msg("Step {number} changed to: {step}", number=number, step=self._steps[edit.at].text)
            case "insert":
                return msg("Inserted as step {number}: {step}", number=number, step=self._steps[edit.at].text)
            case "remove":
                return msg("Step {number} removed", number=number)


def start_game(store: Store, game: Game[S, A], name: str, setup: Setup) -> Session[S, A]:
    """A new game in the store."""
    return Session(store, game, store.create(name, game.id, game.write_setup(setup)))


def import_game(store: Store, game: Game[S, A], name: str, data: Json) -> Session[S, A]:
    """A whole game from JSON, checked from the first to the last event before anything is stored."""
    setup = game.read_setup(data)
    events = as_list(data.get("events", []), "events")
    actions = read_events(game, setup, events)
    replayed = replay(game, game.new_game(setup), actions)
    if replayed.refusal is not None:
        action, _ = actions[replayed.played]
        raise StepRefused(replayed.played, game.describe(replayed.state, action), replayed.refusal)
    operations = [write_operation(Edit("record", number, event)) for number, event in enumerate(events)]
    return Session(store, game, store.create(name, game.id, game.write_setup(setup), operations))
