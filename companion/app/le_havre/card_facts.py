"""One card: what the companion believes of it, and what the owner's printed card shows instead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.goods import FRANCS
from companion.app.le_havre.card_list import picture_name
from companion.app.play_screen import capital
from companion.app.shell import Screen
from companion.app.theme import theme
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Choice, Stepper, Toggle
from companion.app.widgets.cards import SHAPE, CardTile
from companion.app.widgets.lists import inset
from companion.app.widgets.token_counters import TokenCounters
from companion.core.box import Token
from companion.core.game import InputError, Json
from companion.fault_words import why
from companion.games.le_havre.actions import CorrectTable
from companion.games.le_havre.box import BOX
from companion.games.le_havre.card_facts import (
    FACT_NAMES,
    Doubt,
    doubt_of,
    keys_of,
    title_of,
    told_of,
    value_of,
    value_words,
    with_value,
)
from companion.games.le_havre.game import GAME
from companion.games.le_havre.names import GOOD_NAMES
from companion.games.le_havre.owned_cards import correct_card
from companion.games.le_havre.printed import FOOD, Printed, printed
from companion.games.le_havre.shelf import TABS
from companion.store import StoreError
from companion.words import Message, msg, msgs

MATERIALS = ("wood", "clay", "brick", "iron", "steel")
LIMITED = ("charcoal", "coal")
NUMBERS = {"value": (0, 60), "fisherman": (0, 3), "hammer": (0, 3), "load": (0, 9)}
HIGHEST_PRICE, HIGHEST_FEE = 60, 9
LARGE = 1.25


class CardFactsScreen(Screen):
    """`card` says which; every change is on disk at once. With `game` that game takes over what was corrected."""

    title = msg("What the card says")

    @property
    def _card(self) -> str:
        return str(self.args["card"])

    @property
    def _box(self) -> Printed:
        return printed(BOX.corrections(self.desk.folder))

    def heading(self) -> str:
        """Which card."""
        return capital(self.say(title_of(self._card)))

    def build(self) -> None:
        """The card beside (or above) its values; below them the way back to our list."""
        box, card = self._box, self._card
        rows: list[Widget] = []
        doubt = doubt_of(card)
        if doubt is not None:
            rows.append(self._doubt(doubt, told_of(box, card)))
        rows += [self._fact(box, key) for key in keys_of(card)]
        values = inset(Scroll(*rows, space=1.25))
        values.scroll_y = self.args.get("scroll", 1.0)
        values.bind(scroll_y=lambda _, place: self.args.update(scroll=place))
        told = bool(told_of(box, card))
        words = msg("As on your card.") if told else msg("As in our list.")
        state = Text(self.say(words), "label", "good" if told else "soft", align="center", test_id="facts-state")
        back = Button(
            self.say(msg("Back to our list")), self._forget, "undo", "quiet", enabled=told, test_id="facts-forget"
        )
        if self.wide:
            room = self.shell.height - theme.target(5.2)  # of the bar, the words and the button
            width = min(dp(280), room / SHAPE, self.shell.width * 0.28)
            tile = self._tile(width)
            left = Panel(Widget(), tile, state, back, Widget(), space=1.5, fill=True, size_hint_x=0.34)
            values.size_hint_x = 0.66
            self.add_widget(Row(left, values, space=2, pad=2))
        else:
            tile = self._tile(dp(110))
            side = Column(state, back, space=1, pos_hint={"center_y": 0.5})
            self.add_widget(Column(Panel(Row(tile, side, space=2, hug=True)), values, fill=True, space=1.5, pad=2))

    def _tile(self, width: float) -> Widget:
        tile = CardTile(self.desk.pictures, picture_name(self._card), width)
        tile.pos_hint = {"center_x": 0.5} if self.wide else {"center_y": 0.5}
        tile.size_hint, tile.size = (None, None), (width, width * SHAPE)
        return tile

    # --- where sources disagree ---------------------------------------------------------------------------------------

    def _doubt(self, doubt: Doubt, told: Json) -> Widget:
        """Both sources; one tap says which of them the card agrees with."""
        title = msg("Sources disagree: {fact}", fact=FACT_NAMES[doubt.key])
        panel = Panel(Text(self.say(title), "label", "doubt", bold=True), space=1, line="doubt")
        told_value = told.get(doubt.key, self)  # nothing told is no value
        for name, words, source, values in (
            ("used", doubt.used, doubt.used_from, doubt.as_used),
            ("other", doubt.other, doubt.other_from, doubt.as_other),
        ):
            text = self.say(msg("My card: {value}", value=words))
            kind = "chosen" if told_value == values[doubt.key] else "plain"
            tap = partial(self._tell, doubt.key, values[doubt.key])
            panel.add_widget(Button(text, tap, kind=kind, level="body", test_id=f"doubt:{name}"))
            panel.add_widget(Text(self.say(msg("So says: {source}", source=source)), "caption", "soft"))
        return panel

    # --- values -------------------------------------------------------------------------------------------------------

    def _fact(self, box: Printed, key: str) -> Widget:
        """A value with what changes it; what the owner has told is marked, with what our list says."""
        value, listed = value_of(box, self._card, key), value_of(printed(), self._card, key)
        panel = Panel(space=1, pad=1.5, line="good" if value != listed else "")
        title = Text(self.say(FACT_NAMES[key]), "label", bold=True, pos_hint={"center_y": 0.5})
        if key in NUMBERS:
            low, high = NUMBERS[key]
            stepper = Stepper(int(str(value)), low, high, partial(self._tell, key), f"fact:{key}")
            panel.add_widget(self._beside(title, stepper))
        else:
            panel.add_widget(title)
            panel.add_widget(self._editor(key, value))
        if value != listed:
            was = msg("Our list: {value}", value=value_words(key, listed))
            panel.add_widget(Text(self.say(was), "caption", "soft", test_id=f"listed:{key}"))
        return panel

    def _beside(self, title: Widget, stepper: Stepper) -> Widget:
        if theme.scale > LARGE:
            return Column(title, stepper, space=0.5)
        stepper.size_hint_x = 0.5
        return Row(title, stepper, height=theme.target(1.05))

    def _editor(self, key: str, value: object) -> Widget:
        match key, value:
            case "kind", str():
                options = [(kind, self.say(name)) for kind, name in TABS.items() if kind != "S"]
                upright = not self.wide or theme.scale > 1
                return Choice(options, value, partial(self._tell, key), "fact:kind", upright=upright)
            case "price", _:
                return self._price(value)
            case "entry", list():
                return self._entry(value)
            case "food", dict():
                tokens = [Token(n, msgs("{count} player", "{count} players", int(n))) for n in value]
                return TokenCounters(self.desk.pictures, self.say, tokens, value, partial(self._amount, key, value))
            case _, dict():
                names = LIMITED if key == "limits" else MATERIALS
                tokens = [Token(good, GOOD_NAMES[good], f"token:{good}") for good in names]
                return TokenCounters(self.desk.pictures, self.say, tokens, value, partial(self._amount, key, value))
        raise InputError(f"there is no value {key!r}")

    def _amount(self, key: str, value: Mapping[str, int], thing: str, number: int) -> None:
        amounts = {**value, thing: number}
        self._tell(key, amounts if key == FOOD else {good: n for good, n in amounts.items() if n})

    def _price(self, value: object) -> Widget:
        """A price, or that there is none."""
        worth = value if isinstance(value, int) else 10
        toggle = Toggle(
            self.say(msg("Can be bought")),
            "",
            isinstance(value, int),
            lambda on: self._tell("price", worth if on else None),
            "fact:buyable",
        )
        if not isinstance(value, int):
            return toggle
        text = self.say(msgs("{count} franc", "{count} francs", value))
        stepper = Stepper(value, 0, HIGHEST_PRICE, partial(self._tell, "price"), "fact:price", text=text)
        return Column(toggle, stepper, space=1)

    def _entry(self, fees: list[Mapping[str, int]]) -> Widget:
        """Food or francs; both are a choice, neither is free."""
        amounts = {key: next((fee[key] for fee in fees if key in fee), 0) for key in (FOOD, FRANCS)}

        def tell(thing: str, number: int) -> None:
            now = {**amounts, thing: number}
            self._tell("entry", [{key: now[key]} for key in (FOOD, FRANCS) if now[key]])

        column = Column(Text(self.say(value_words("entry", fees)), "body", "soft"), space=1)
        names: dict[str, Message] = {FOOD: msg("Food"), FRANCS: msg("Francs")}
        for key, name in names.items():
            title = Text(self.say(name), "body", pos_hint={"center_y": 0.5})
            stepper = Stepper(amounts[key], 0, HIGHEST_FEE, partial(tell, key), f"fact:entry:{key}")
            column.add_widget(self._beside(title, stepper))
        return column

    # --- keeping ------------------------------------------------------------------------------------------------------

    def _tell(self, key: str, value: object) -> None:
        """The card shows this; on disk before the screen shows it."""
        self._keep(with_value(self._box, self._card, key, value))

    def _forget(self) -> None:
        self._keep({})

    def _keep(self, values: Json) -> None:
        try:
            correct_card(self.desk.folder, self._card, values)
        except (OSError, InputError) as error:
            self.shell.tell(self.say(msg("Not saved")), self.say(why(error)))
            return
        self.desk.pictures.look_again()
        self.rebuild()

    def leave(self) -> bool:
        """Back in a game: it goes on with the cards as they are known now."""
        if "game" in self.args:
            session, now = self.desk.session(self.args["game"]), BOX.corrections(self.desk.folder)
            if now != BOX.corrections_of(session.state):
                try:
                    session.record(GAME.encode(session.setup, CorrectTable(cards=now)))
                except StoreError as error:
                    self.shell.tell(self.say(msg("Not saved")), self.say(error.message))
        return True
