"""The journal of one game: every edit ever made, so that undo and redo are a shorter or longer list of edits.

An edit records a step, or changes, inserts or removes an earlier one. The steps of the game follow from the edits that
are not undone; nothing that was entered is ever forgotten, since the store keeps undo and redo as operations, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from companion.core.game import InputError, Json
from companion.core.read_json import as_bool, as_choice, as_int, as_object
from companion.core.read_json import field as required

EditKind = Literal["record", "change", "insert", "remove"]
EDIT_KINDS = ("record", "change", "insert", "remove")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of the list of events; `at` is the step it concerns, `event` what stands there afterwards."""

    kind: EditKind
    at: int
    event: Json = field(default_factory=dict)

    def apply(self, events: tuple[Json, ...]) -> tuple[Json, ...]:
        """The events after this edit."""
        before, after = events[: self.at], events[self.at :]
        match self.kind:
            case "record" | "insert":
                return (*before, self.event, *after)
            case "change":
                return (*before, self.event, *after[1:])
            case "remove":
                return (*before, *after[1:])


@dataclass(frozen=True, slots=True)
class Journal:
    """Edits done and undone; `events` are the steps of the game as they stand."""

    edits: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()
    events: tuple[Json, ...] = ()

    def edit(self, edit: Edit) -> Journal:
        """A new edit; what was undone before it can no longer be redone."""
        return Journal((*self.edits, edit), (), edit.apply(self.events))

    def record(self, event: Json) -> Journal:
        """One more step at the end."""
        return self.edit(Edit("record", len(self.events), event))

    def undo(self) -> Journal:
        """Without the last edit."""
        *edits, last = self.edits
        if last.kind == "record":
            events = self.events[:-1]
        else:
            events = ()
            for edit in edits:
                events = edit.apply(events)
        return Journal(tuple(edits), (*self.undone, last), events)

    def redo(self) -> Journal:
        """With the edit that was undone last."""
        *undone, last = self.undone
        return Journal((*self.edits, last), tuple(undone), last.apply(self.events))


def write_operation(edit: Edit) -> Json:
    """An edit as the store keeps it."""
    operation: Json = {"op": edit.kind, "at": edit.at}
    if edit.kind != "remove":
        operation["event"] = edit.event
    return operation


UNDO: Json = {"op": "undo"}
REDO: Json = {"op": "redo"}


def read_journal(operations: Iterable[Json]) -> Journal:
    """The journal that these operations made; raises InputError when they do not fit together."""
    journal = Journal()
    for operation in operations:
        kind = as_choice(required(operation, "op", "an operation"), "an operation", (*EDIT_KINDS, "undo", "redo"))
        match kind:
            case "undo" if journal.edits:
                journal = journal.undo()
            case "redo" if journal.undone:
                journal = journal.redo()
            case "record" | "change" | "insert" | "remove":
                journal = journal.edit(_read_edit(kind, operation, len(journal.events)))
            case _:
                raise InputError(f"there is nothing to {kind}")
    return journal


def _read_edit(kind: EditKind, operation: Json, steps: int) -> Edit:
    last = steps if kind in ("record", "insert") else steps - 1
    at = as_int(operation.get("at", steps), "at", 0, last)
    event = {} if kind == "remove" else as_object(required(operation, "event", "an operation"), "an event")
    return Edit(kind, at, event)


def is_override(event: Json) -> bool:
    """Whether the table agreed to this event although a rule refuses it."""
    return as_bool(event.get("override", False), "override")
