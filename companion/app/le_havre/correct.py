"""Correct what lies on the boards: offers, round and turn, what the town and the piles hold."""

from __future__ import annotations

from kivy.uix.widget import Widget

from card_db.le_havre.rounds import TURNS
from companion.app.le_havre.game_screen import GameScreen
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Choice, Stepper
from companion.app.widgets.lists import inset
from companion.app.widgets.picker import CardPicker
from companion.app.widgets.token_counters import TokenCounters
from companion.core.box import Token
from companion.games.le_havre.actions import CorrectTable
from companion.games.le_havre.names import thing_name
from companion.games.le_havre.shelf import shelf, split
from companion.games.le_havre.state import OFFERS, rounds_of
from companion.words import msg

DRAFT = "correct"
NUMBERS, TOWN, SHIPS = "numbers", "town", "ships"


class CorrectScreen(GameScreen):
    """`page`: numbers, the town's buildings, the ships to be had."""

    title = msg("Correct the table")

    def way(self) -> str:
        """Here, whatever the phase."""
        return "correct"

    def build(self) -> None:
        """One page."""
        pages = [
            (NUMBERS, self.say(msg("Offers and turn"))),
            (TOWN, self.say(msg("The town"))),
            (SHIPS, self.say(msg("Ships"))),
        ]
        page = str(self.args.setdefault("page", NUMBERS))
        self.add_widget(Column(Choice(pages, page, self._open, "page"), pad=1.5))
        if page == NUMBERS:
            self._build_numbers()
        elif page == TOWN:
            self.add_widget(self._picker(list(self.state.town), self._set_town))
        else:
            ships = [str(ship) for pile in self.state.ships.values() for ship in pile]
            self.add_widget(self._picker(ships, self._set_ships))

    def _open(self, page: str) -> None:
        self.args["page"] = page
        self.rebuild()

    # --- numbers ------------------------------------------------------------------------------------------------------

    def _numbers(self) -> dict[str, int]:
        state = self.state
        numbers = {**state.offers, "round": state.round, "turn": state.turn}
        entry = self.draft(DRAFT).get("numbers")
        if isinstance(entry, dict):
            numbers |= {key: value for key, value in entry.items() if key in numbers and type(value) is int}
        return numbers

    def _keep(self, thing: str, number: int) -> None:
        self.keep(DRAFT, {"numbers": {**self._numbers(), thing: number}})

    def _step(self, thing: str, number: int) -> None:
        self._keep(thing, number)
        self.rebuild()

    def _build_numbers(self) -> None:
        numbers = self._numbers()
        tokens = [Token(offer, thing_name(offer), f"token:{offer}") for offer in OFFERS]
        counters = TokenCounters(self.desk.pictures, self.say, tokens, numbers, self._keep)
        offers = Panel(Text(self.say(msg("On the offers")), "label", bold=True), counters, space=1, pad=1.5)
        rounds = len(rounds_of(self.session.setup))
        steppers: list[Widget] = [
            Text(self.say(msg("Round")), "label", bold=True),
            Stepper(numbers["round"], 1, rounds, lambda number: self._step("round", number), "round"),
            Text(self.say(msg("Turn of the round")), "label", bold=True),
            Stepper(numbers["turn"], 1, TURNS, lambda number: self._step("turn", number), "turn"),
            Text(self.say(msg("After another round or turn the game goes on with its supply.")), "caption", "soft"),
        ]
        when = Panel(*steppers, space=1, pad=1.5)
        save = Button(self.say(msg("Correct")), self._correct, "check", "primary", test_id="save")
        if self.wide:
            left = inset(Scroll(offers, size_hint_x=0.62))
            right = Column(inset(Scroll(when)), save, fill=True, space=1.5, size_hint_x=0.38)
            self.add_widget(Row(left, right, space=2, pad=1.5))
        else:
            self.add_widget(Scroll(offers, when, space=1.5, pad=1.5))
            self.add_widget(Column(save, pad=1.5))

    def _correct(self) -> None:
        state, numbers = self.state, self._numbers()
        offers = {offer: numbers[offer] for offer in OFFERS if numbers[offer] != state.offers[offer]}
        number = numbers["round"] if numbers["round"] != state.round else None
        turn = numbers["turn"] if numbers["turn"] != state.turn else None
        if not offers and number is None and turn is None:
            self.shell.back()
            return

        def done() -> None:
            self.drop(DRAFT)
            self.shell.back()

        self.record(CorrectTable(offers, round=number, turn=turn), done=done)

    # --- cards --------------------------------------------------------------------------------------------------------

    def _picker(self, held: list[str], on_change: object) -> Widget:
        picker = CardPicker(
            self.desk.pictures,
            shelf(self.state.printed),
            self.say,
            held,
            on_change,  # type: ignore[arg-type]
            tab=self.args.get("tab", ""),
            on_tab=lambda tab: self.args.update(tab=tab),
        )
        return Column(picker, fill=True, pad=1.5)

    def _set_town(self, cards: list[str]) -> None:
        names = tuple(card.name for card in split(cards)[0])
        self.record(CorrectTable(town=names), done=lambda: None)

    def _set_ships(self, cards: list[str]) -> None:
        self.record(CorrectTable(ships=split(cards)[1]), done=lambda: None)
