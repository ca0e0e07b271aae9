"""A visit told exactly: the fee, what was given, burned and taken; every tap is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from kivy.uix.widget import Widget

from card_db.le_havre.goods import FRANCS, GOODS, load_goods
from companion.app.le_havre.cards_area import visit_words
from companion.app.le_havre.game_screen import GameScreen
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.lists import inset
from companion.app.widgets.token_counters import TokenCounters
from companion.app.widgets.token_row import TokenRow
from companion.core.box import Token
from companion.core.game import Seat
from companion.games.le_havre.actions import Enter
from companion.games.le_havre.names import BUILDING_NAMES, thing_name
from companion.games.le_havre.options import enter_options
from companion.words import msg

DRAFT = "visit"
FEE, PAID, ENERGY, GOT = "fee", "paid", "energy", "got"
PARTS = {FEE: msg("Entry fee"), PAID: msg("Gives"), ENERGY: msg("Burns"), GOT: msg("Takes")}
FOOD_AND_FRANCS = (FRANCS, "fish", "smoked_fish", "bread", "meat")


class VisitScreen(GameScreen):
    """`building` is where the player to act goes."""

    title = msg("Visit")

    def heading(self) -> str:
        """Who goes where."""
        return self.say(
            msg("{player} uses: {building}", player=self.names[self._seat], building=BUILDING_NAMES[self._building])
        )

    @property
    def _building(self) -> str:
        return str(self.args["building"])

    @property
    def _seat(self) -> Seat:
        return self.state.to_act if self.state.to_act is not None else Seat(0)

    @property
    def _template(self) -> Enter:
        """What the visit starts from: the usual way that was chosen."""
        ways = list(enter_options(self.state, self._seat, self._building))
        number = self._draft.get("way")
        return ways[number] if type(number) is int and number < len(ways) else ways[0]

    @property
    def _draft(self) -> dict[str, object]:
        draft = self.draft(DRAFT)
        return draft if draft.get("building") == self._building else {"building": self._building}

    def visit(self) -> Enter:
        """The visit as it stands."""
        template, draft = self._template, self._draft
        use = template.use
        amounts = {
            part: _amounts(draft.get(part), usual)
            for part, usual in ((FEE, template.fee), (PAID, use.paid), (ENERGY, use.energy), (GOT, use.got))
        }
        use = replace(use, paid=amounts[PAID], energy=amounts[ENERGY], got=amounts[GOT])
        return replace(template, fee=amounts[FEE], use=use)

    def build(self) -> None:
        """What is being told, part by part, with the counters of the open one."""
        part = str(self.args.setdefault("part", PAID))
        visit = self.visit()
        told = {FEE: visit.fee, PAID: visit.use.paid, ENERGY: visit.use.energy, GOT: visit.use.got}
        tabs = Choice([(key, self.say(name)) for key, name in PARTS.items()], part, self._open, "part")
        things: tuple[str, ...] = FOOD_AND_FRANCS if part == FEE else (FRANCS, *GOODS)
        if part == ENERGY:
            things = tuple(good for good, one in load_goods().items() if one.energy)
        tokens = [Token(thing, thing_name(thing), f"token:{thing}") for thing in things]
        counters = TokenCounters(self.desk.pictures, self.say, tokens, told[part], partial(self._count, part))
        summary = Panel(space=0.75, pad=1.5)
        for key, name in PARTS.items():
            if told[key]:
                row = Row(Text(self.say(name), "label", "soft", size_hint_x=0.3), hug=True)
                row.add_widget(TokenRow(self.desk.pictures, told[key], 28))
                summary.add_widget(row)
        summary.add_widget(Text(visit_words(self, visit), "label", test_id="visit-words"))
        ways = self._ways()
        done = Button(self.say(msg("Record the visit")), self._record, "check", "primary", test_id="record-visit")
        if self.wide:
            left = inset(Scroll(tabs, counters, space=1.5, size_hint_x=0.62))
            right = Column(inset(Scroll(summary, *ways, space=1.5)), done, fill=True, space=1.5, size_hint_x=0.38)
            self.add_widget(Row(left, right, space=2, pad=2))
        else:
            self.add_widget(Scroll(summary, tabs, counters, *ways, space=1.5, pad=2))
            self.add_widget(Column(done, pad=2))

    def _ways(self) -> list[Widget]:
        """Other usual ways to start from."""
        ways = list(enter_options(self.state, self._seat, self._building))
        if len(ways) < 2:
            return []
        chosen = self._draft.get("way", 0)
        buttons: list[Widget] = [Text(self.say(msg("Start from:")), "label", bold=True)]
        for number, way in enumerate(ways[:8]):
            kind = "chosen" if number == chosen else "quiet"
            buttons.append(
                Button(visit_words(self, way), partial(self._start_from, number), kind=kind, test_id=f"from:{number}")
            )
        return buttons

    def _open(self, part: str) -> None:
        self.args["part"] = part
        self.rebuild()

    def _start_from(self, number: int) -> None:
        self.keep(DRAFT, {"building": self._building, "way": number})
        self.rebuild()

    def _count(self, part: str, thing: str, number: int) -> None:
        visit = self.visit()
        told = {FEE: visit.fee, PAID: visit.use.paid, ENERGY: visit.use.energy, GOT: visit.use.got}
        self.keep(DRAFT, {**self._draft, part: {**told[part], thing: number}})

    def _record(self) -> None:
        def done() -> None:
            self.drop(DRAFT)
            self.shell.back()

        self.record(self.visit(), done=done)


def _amounts(value: object, usual: Mapping[str, int]) -> Mapping[str, int]:
    if not isinstance(value, dict):
        return usual
    return {thing: number for thing, number in value.items() if type(number) is int and number > 0}
