"""Entering a card that is not in the list, by its values: printed cards decide, not our list."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.widgets.basic import Column, Text
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.dialogs import Dialog, Field
from companion.games.packet_row.card_forms import DECK_FORMS, FORM_NAMES, FORMS, FormField, card_from
from companion.words import msg


def ask_card(screen: Screen, deck: str, on_card: Callable[[str], object]) -> None:
    """Ask for the values of a card of this deck."""
    _Form(screen, deck, on_card).show()


class _Form:
    """What was entered so far; the dialog is made anew when another kind of card is meant."""

    def __init__(self, screen: Screen, deck: str, on_card: Callable[[str], object]) -> None:
        self._screen, self._deck, self._on_card = screen, deck, on_card
        self._form = DECK_FORMS[deck][0]
        self._values: dict[str, str] = {}
        self._dialog: Dialog | None = None

    def show(self) -> None:
        """Open the dialog, in place of the one before."""
        if self._dialog is not None:
            self._dialog.close()
        say = self._screen.say
        content: list[Widget] = []
        forms = DECK_FORMS[self._deck]
        if len(forms) > 1:
            kinds = [(form, say(FORM_NAMES[form])) for form in forms]
            content.append(Choice(kinds, self._form, self._choose_form, "form"))
        content += [self._field(field) for field in FORMS[self._form]]
        done = Button(say(msg("Use this card")), self._done, icon="check", kind="primary", test_id="form-done")
        self._dialog = self._screen.shell.ask(
            say(msg("A card that is not here")), content, [done], width_dp=720, test_id="card-form"
        )

    def _field(self, field: FormField) -> Widget:
        say = self._screen.say
        label = Text(say(field.label), "caption", "soft")
        if field.options is None:
            entry = Field(self._values.get(field.id, ""), test_id=f"form:{field.id}")
            if field.is_number:
                entry.input_filter, entry.input_type = "int", "number"
            entry.bind(text=lambda _, text: self._values.__setitem__(field.id, text))
            return Column(label, entry, space=0.5)
        options = [(key, say(name)) for key, name in field.options.items()]
        rows: list[Widget] = [label]
        for start in range(0, len(options), 3):
            chosen = self._values.get(field.id, "")
            rows.append(
                Choice(options[start : start + 3], chosen, lambda key: self._choose(field.id, key), f"form:{field.id}")
            )
        return Column(*rows, space=0.5)

    def _choose_form(self, form: str) -> None:
        self._form, self._values = form, {}
        self.show()

    def _choose(self, name: str, key: str) -> None:
        self._values[name] = key
        self.show()

    def _done(self) -> None:
        card = card_from(self._form, self._values)
        if card is None:
            self._screen.shell.note(self._screen.say(msg("Some values are still missing.")))
            return
        if self._dialog is not None:
            self._dialog.close()
        self._on_card(str(card))
