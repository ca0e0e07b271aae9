"""The rules in our own words, one by one, with a search and a glossary."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.shell import Screen
from companion.app.theme import DISPLAY, gap, theme
from companion.app.widgets.basic import Column, Line1, Panel, Row, Scroll, Text, paint
from companion.app.widgets.buttons import Button, Choice
from companion.app.widgets.cards import CardTile, Flow
from companion.app.widgets.dialogs import Field
from companion.games.packet_row.reference import GROUPS, PICTURES, Term, find_rules, find_terms
from companion.games.packet_row.rules import HOUSE_RULE_NOTES, RULES
from companion.words import msg

CARD = 64  # dp, the width of a card beside a rule


class RulesScreen(Screen):
    """Rules and glossary; `rule` in the arguments opens at that rule and marks it, `query` is what is searched."""

    title = msg("Rules")

    def build(self) -> None:
        """The search and the groups beside (or above) the list."""
        self._list = Scroll(space=1.5, pad=2)
        self._place = Clock.create_trigger(self._to_goal)
        self._goal: Widget | None = None
        self._list.column.bind(height=lambda *_: self._place())
        self._list.bind(height=lambda *_: self._place(), on_scroll_start=self._let_go)
        search = Field(self.args.get("query", ""), self.say(msg("Search the rules")), "rules-search")
        search.bind(text=lambda _, text: self._search(text))
        tabs = Choice(
            [("rules", self.say(msg("Rules"))), ("glossary", self.say(msg("Glossary")))],
            self._tab,
            self._open_tab,
            "rules-tab",
        )
        if self.wide:
            groups = [
                Button(
                    self.say(name),
                    lambda letter=letter: self._jump(letter),  # type: ignore[misc]
                    kind="quiet",
                    test_id=f"group:{letter}",
                )
                for letter, name in GROUPS.items()
            ]
            side = Scroll(search, tabs, *(groups if self._tab == "rules" else []), space=1, pad=2, size_hint_x=0.34)
            row = BoxLayout(orientation="horizontal")
            row.add_widget(side)
            self._list.size_hint_x = 0.66
            row.add_widget(self._list)
            self.add_widget(row)
        else:
            self.add_widget(Column(search, tabs, space=1, pad=2))
            self.add_widget(self._list)
        self._fill()

    @property
    def _tab(self) -> str:
        return str(self.args.get("tab", "rules"))

    def _open_tab(self, tab: str) -> None:
        self.args["tab"] = tab
        self.rebuild()

    def _search(self, text: str) -> None:
        self.args["query"] = text
        self.args.pop("rule", None)
        self._fill()
        self._list.scroll_y = 1

    def _fill(self) -> None:
        column = self._list.column
        column.clear_widgets()
        query = str(self.args.get("query", ""))
        self._heads: dict[str, Widget] = {}
        marked: Widget | None = None
        if self._tab == "glossary":
            for term in find_terms(query, self.desk.words):
                column.add_widget(self._term(term))
        else:
            for rule in find_rules(query, self.desk.words):
                if rule[0] not in self._heads:
                    head = Text(self.say(GROUPS[rule[0]]), "title", "accent")
                    self._heads[rule[0]] = head
                    column.add_widget(head)
                entry = self._rule(rule)
                column.add_widget(entry)
                marked = entry if rule == self.args.get("rule") else marked
            if not query:
                for note in HOUSE_RULE_NOTES.values():
                    column.add_widget(
                        Panel(Text(self.say(msg("House rule")), "caption", "soft"), Text(self.say(note)), pad=2)
                    )
        if not column.children:
            nothing = self.say(msg("Nothing found for “{query}”.", query=query))
            column.add_widget(Panel(Text(nothing, "label", test_id="nothing-found")))
        self._goal = marked

    def _rule(self, rule: str) -> Widget:
        is_marked = rule == self.args.get("rule")
        chip = _chip(rule)
        words = Column(Text(self.say(RULES[rule]), "label", pos_hint={"center_y": 0.5}), pos_hint={"center_y": 0.5})
        if rule in PICTURES:
            words.add_widget(Flow([CardTile(self.desk.pictures, name, dp(CARD)) for name in PICTURES[rule]]))
        row = Row(chip, words, hug=True, space=2)
        return Panel(
            row,
            pad=2,
            colour="raised" if is_marked else "panel",
            line="accent" if is_marked else "",
            test_id=f"rule:{rule}{':marked' if is_marked else ''}",
        )

    def _term(self, term: Term) -> Widget:
        words = Column(
            Text(self.say(term.name), "heading", bold=True), Text(self.say(term.meaning), "label"), space=0.5
        )
        words.pos_hint = {"center_y": 0.5}
        look_up = Button(
            term.rule,
            lambda: self._look_up(term.rule),
            kind="quiet",
            test_id=f"term:{term.rule}",
            size_hint_x=None,
            width=max(dp(72), theme.target()),
            pos_hint={"center_y": 0.5},
        )
        return Panel(Row(words, look_up, hug=True, space=2), pad=2)

    def _look_up(self, rule: str) -> None:
        self.args.update(tab="rules", rule=rule, query="")
        self.rebuild()

    def _jump(self, letter: str) -> None:
        self._goal = self._heads.get(letter)
        self._place()

    def _to_goal(self, _: float) -> None:
        """Put what one looks for to the upper edge; again whenever the list gets another height, until it is moved."""
        column, view = self._list.column, self._list
        room = column.height - view.height
        if room > 0 and self._goal is not None and self._goal.parent is column:
            top = self._goal.y + self._goal.height + gap(2)
            view.scroll_y = min(1.0, max(0.0, (top - view.height) / room))

    def _let_go(self, *_: object) -> None:
        self._goal = None


def _chip(rule: str) -> Widget:
    """The id of a rule as a sign."""
    side = max(dp(56), theme.size("heading") * 2.2)
    chip = BoxLayout(size_hint=(None, None), size=(side, theme.target(0.8)), pos_hint={"center_y": 0.5})
    paint(chip, theme.colour("accent"), radius=10)
    chip.add_widget(Line1(rule, "heading", "on_accent", align="center", font_name=DISPLAY))
    return chip
