"""A visit told exactly: the fee, what was given, burned and taken; every tap is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from card_db.le_havre.goods import FRANCS, GOODS, load_goods
from companion.app.le_havre.cards_area import visit_words
from companion.app.le_havre.game_screen import GameScreen
from companion.app.widgets.basic import Column, Panel, Row, Scroll, Text
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.cards import CardTile
from companion.app.widgets.lists import inset
from companion.app.widgets.token_counters import TokenCounters
from companion.app.widgets.token_row import TokenRow
from companion.core.box import Token
from companion.core.game import Seat
from companion.games.le_havre.actions import Built, Enter
from companion.games.le_havre.names import BUILDING_NAMES, thing_name
from companion.games.le_havre.options import enter_options
from companion.words import Message, msg

DRAFT = "visit"
TILE = 84  # dp of the building
FEE, PAID, ENERGY, GOT = "fee", "paid", "energy", "got"
BUILT = "built"  # with a number: what was paid for one of the buildings that are built
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
        built = tuple(
            Built(one.building, _amounts(draft.get(f"{BUILT}{number}"), one.paid))
            for number, one in enumerate(use.built)
        )
        use = replace(use, paid=amounts[PAID], energy=amounts[ENERGY], got=amounts[GOT], built=built)
        return replace(template, fee=amounts[FEE], use=use)

    def _parts(self, visit: Enter) -> dict[str, tuple[Message, Mapping[str, int]]]:
        """What can be told of this visit: where something is built, what was paid for each building."""
        use = visit.use
        parts: dict[str, tuple[Message, Mapping[str, int]]] = {FEE: (msg("Entry fee"), visit.fee)}
        if use.built:
            for number, one in enumerate(use.built):
                parts[f"{BUILT}{number}"] = (BUILDING_NAMES[one.building], one.paid)
            return parts
        parts[PAID] = (msg("Gives"), use.paid)
        parts[ENERGY] = (msg("Burns"), use.energy)
        parts[GOT] = (msg("Takes"), use.got)
        return parts

    def build(self) -> None:
        """What is being told, part by part, with the counters of the open one."""
        visit = self.visit()
        parts = self._parts(visit)
        part = str(self.args.get("part", ""))
        part = part if part in parts else list(parts)[1]
        told = {key: amounts for key, (_, amounts) in parts.items()}
        names = [(key, self.say(name)) for key, (name, _) in parts.items()]
        large = self.large_letters and len(names) > 2
        tabs = [Choice(some, part, self._open, "part") for some in ([names[:2], names[2:]] if large else [names])]
        things: tuple[str, ...] = FOOD_AND_FRANCS if part == FEE else (FRANCS, *GOODS)
        if part == ENERGY:
            things = tuple(good for good, one in load_goods().items() if one.energy)
        tokens = [Token(thing, thing_name(thing), f"token:{thing}") for thing in things]
        counters = TokenCounters(self.desk.pictures, self.say, tokens, told[part], partial(self._count, part))
        self._told = Column(space=0.75)
        self._sum_up()
        tile = CardTile(self.desk.pictures, self._building, dp(TILE))
        self._told.pos_hint = tile.pos_hint = {"center_y": 0.5}
        summary = Panel(Row(tile, self._told, space=2, hug=True), pad=1.5)
        ways = self._ways()
        done = Button(self.say(msg("Record the visit")), self._record, "check", "primary", test_id="record-visit")
        if self.wide:
            left = inset(Scroll(*tabs, counters, space=1.5, size_hint_x=0.62))
            right = Column(inset(Scroll(summary, *ways, space=1.5)), done, fill=True, space=1.5, size_hint_x=0.38)
            self.add_widget(Row(left, right, space=2, pad=2))
        else:
            self.add_widget(Scroll(summary, *tabs, counters, *ways, space=1.5, pad=2))
            self.add_widget(Column(done, pad=2))

    def _sum_up(self) -> None:
        """What was told so far."""
        visit = self.visit()
        self._told.clear_widgets()
        for name, amounts in self._parts(visit).values():
            if amounts:
                row = Row(Text(self.say(name), "label", "soft", size_hint_x=0.36), hug=True)
                row.add_widget(TokenRow(self.desk.pictures, amounts, 28))
                self._told.add_widget(row)
        self._told.add_widget(Text(visit_words(self, visit), "label", test_id="visit-words"))

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
        told = self._parts(self.visit())[part][1]
        self.keep(DRAFT, {**self._draft, part: {**told, thing: number}})
        self._sum_up()

    def _record(self) -> None:
        def done() -> None:
            self.drop(DRAFT)
            self.shell.back()

        self.record(self.visit(), done=done)


def _amounts(value: object, usual: Mapping[str, int]) -> Mapping[str, int]:
    if not isinstance(value, dict):
        return usual
    return {thing: number for thing, number in value.items() if type(number) is int and number > 0}
